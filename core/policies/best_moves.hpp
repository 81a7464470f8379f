// What policies that search have in common: the value of every move by max^n, and the best of some values.
#pragma once

#include <algorithm>
#include <vector>

#include "search/maxn_pruning.hpp"
#include "search/value_bounds.hpp"

namespace kibitz {

// The places of the highest values; lower ones are as high within the slack.
inline std::vector<int> highest_of(const std::vector<double>& values, double slack) {
  const double least = *std::max_element(values.begin(), values.end()) - slack;
  std::vector<int> best;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] >= least) best.push_back(static_cast<int>(i));
  return best;
}

// What every move is worth to the seat to move under max^n, or with a target in the rule, how little it leaves the
// target.
template <Game G>
std::vector<double> maxn_values(const Judge<G>& judge, MaxN<G> rule, Watch& watch, const typename G::State& state,
                                int plies) {
  const G& game = judge.game();
  const int seat = game.to_move(state), target = rule.target;
  rule.cut = true;
  const bool first_counts = rule.ties == Ties::left_low;
  const Merge merging = !judge.merges() ? Merge::no : first_counts ? Merge::yes : Merge::if_complete;
  std::vector<double> values;
  const auto take = [&](const auto& children) {
    for (const auto& child : children) values.push_back(target >= 0 ? -child.value[target] : child.value[seat]);
  };
  if (target >= 0 || rule.cuts()) {
    take(Recursion<G, MaxN<G>>(game, rule, watch, merging).children(state, plies));
  } else {
    PrunedMaxN<G> search(game, rule, watch, merging, {true, true, true}, value_bounds(judge, state, plies));
    take(search.children(state, plies, false));
  }
  return values;
}

}  // namespace kibitz
