// Makes one of the moves that a search for several players finds best: paranoid, the offensive search, MP-Mix, which is
// one of these or max^n by who leads, and Max-Prob. Of several best moves each is as likely.
#pragma once

#include <algorithm>
#include <functional>

#include "policies/behaviour.hpp"
#include "policies/best_moves.hpp"
#include "policies/policy.hpp"
#include "search/max_prob.hpp"
#include "search/paranoid.hpp"

namespace kibitz {

template <Game G>
class ManyPlayersPolicy : public Policy<G> {
 public:
  using State = typename G::State;
  using Method = Behaviour::Method;

  // Everybody is thought to want the same.
  ManyPlayersPolicy(const G& game, const State& root, const Behaviour& given, Watch& watch)
      : game_(game), judge_(game, given.wants), stands_(game, standing(given.wants)), watch_(watch), given_(given) {
    if (given.ties.size() != 1) throw std::invalid_argument("one way to break ties is needed");
    judge_.compare_from(root, false);
    if (given.depth == 0) throw std::invalid_argument("a search for several players needs a depth here");
  }

  void probabilities(const State& state, const Moves<G>& moves, std::vector<double>& out) override {
    out.assign(moves.size(), 0.0);
    if (moves.size() == 1) {
      out[0] = 1;
      return;
    }
    const std::vector<int> best = best_moves(state);
    for (const int index : best) out[index] = 1.0 / static_cast<double>(best.size());
  }

 private:
  static constexpr int room = plies_with_room<G> / 2;

  // The evaluation without what an end adds.
  static std::vector<Want> standing(std::vector<Want> wants) {
    for (Want& each : wants) each.end_weight = 0;
    return wants;
  }

  std::vector<int> best_moves(const State& state) {
    const int seat = game_.to_move(state), plies = std::min(plies_to_look(game_, state, given_.depth, false), room);
    switch (given_.method) {
      case Method::paranoid:
        return paranoid(state, seat, plies);
      case Method::offensive:
        return by_vectors(state, plies, seat, leader(state, seat));
      case Method::max_prob:
        return max_prob(state, seat, plies);
      default:
        return mixed(state, seat, plies);
    }
  }

  // MP-Mix: by how far the first is ahead of the second.
  std::vector<int> mixed(const State& state, int seat, int plies) {
    const Scores now = stands_(state);
    Scores ordered = now;
    std::sort(ordered.begin(), ordered.begin() + game_.players(), std::greater<>());
    const double lead = ordered[0] - ordered[1];
    const bool ours = now[seat] == ordered[0];
    const double threshold = stands_.unit().taken(ours ? given_.defend : given_.attack);
    if (!(lead > threshold || (lead == threshold && !given_.strict))) return by_vectors(state, plies, seat, -1);
    return ours ? paranoid(state, seat, plies) : by_vectors(state, plies, seat, leader(state, seat));
  }

  // The first of the others who has most.
  int leader(const State& state, int seat) const {
    const Scores now = stands_(state);
    int found = -1;
    for (int each = 0; each < game_.players(); ++each)
      if (each != seat && (found < 0 || now[each] > now[found])) found = each;
    return found;
  }

  std::vector<int> paranoid(const State& state, int seat, int plies) {
    Paranoid<G> search(game_, judge_, watch_, seat, true, true, false, true);
    std::vector<double> values;
    for (const auto& [move, value] : search.children(state, plies, false)) values.push_back(value);
    return highest_of(values, judge_.close().slack);
  }

  // max^n, or with a target the offensive search.
  std::vector<int> by_vectors(const State& state, int plies, int seat, int target) {
    MaxN<G> rule{game_, judge_, given_.ties.front(), 0, false};
    if (target >= 0) {
      rule.target = target;
      rule.attackers = given_.coalition ? ((1u << game_.players()) - 1) & ~(1u << target) : 1u << seat;
    }
    return highest_of(maxn_values(judge_, rule, watch_, state, plies), judge_.close().slack);
  }

  std::vector<int> max_prob(const State& state, int seat, int plies) {
    const Interval within{judge_.unit().taken(given_.low), judge_.unit().taken(given_.high)};
    MaxProb<G> rule{game_, judge_, within, given_.direction, false, true, true};
    const Merge merging = judge_.merges() ? Merge::yes : Merge::no;
    std::vector<double> values;
    const auto children = Recursion<G, MaxProb<G>>(game_, rule, watch_, merging).children(state, plies);
    for (const auto& child : children) values.push_back(child.value[seat]);
    const std::vector<int> tied = highest_of(values, tie_tolerance);
    if (!given_.heuristic_ties || tied.size() == 1) return tied;
    std::vector<double> after;
    for (const int index : tied) after.push_back(stands_(game_.play(state, children[index].move), seat));
    std::vector<int> best;
    for (const int place : highest_of(after, 0)) best.push_back(tied[place]);
    return best;
  }

  const G& game_;
  Judge<G> judge_, stands_;
  Watch& watch_;
  Behaviour given_;
};

}  // namespace kibitz
