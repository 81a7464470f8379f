// Searches over sets and distributions of outcomes, and max^n over the outcome reached.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include "bind/search/common.hpp"
#include "search/outcome_maxn.hpp"
#include "search/prob_maxn.hpp"
#include "search/soft_maxn.hpp"

namespace kibitz {

// Switches that change no result.
struct Speedups {
  bool merge, table, clip, foresee;
};

using Codes = std::vector<std::uint64_t>;
template <class Value>
using MoveValues = std::vector<std::pair<std::uint64_t, Value>>;

// Runs a search with what comes from outside refused in words.
template <class Search>
auto refusing(Search search) {
  try {
    return search();
  } catch (const std::invalid_argument& error) {
    throw nb::value_error(error.what());
  }
}

template <Game G>
void require_listed(const OutcomeNumbers<G>& outcomes) {
  if (outcomes.size() > most_outcomes) throw std::invalid_argument("there are more outcomes than a search can hold");
}

template <int Words>
std::vector<int> listed(const OutcomeSet<Words>& set) {
  std::vector<int> numbers;
  set.each([&](int outcome) { numbers.push_back(outcome); });
  return numbers;
}

// What follows each move that may be chosen. With a table the search has been there already; without one only small
// trees are asked again.
template <Game G, class Rule, class Values, class Eligible>
std::vector<Codes> lines_after(const G& game, Recursion<G, Rule>& recursion, Rule& rule, const typename G::State& state,
                               const Values& values, std::uint64_t nodes, Eligible eligible) {
  std::vector<Codes> lines;
  const auto chosen = [&](const auto& here, int left) { return recursion.chosen(here, left); };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t move = values[i].first;
    const bool cheap = rule.table() || nodes < 20'000;
    const bool followed = cheap && eligible(i);
    lines.push_back(followed ? principal_line(game, state, static_cast<typename G::Move>(move), to_the_end, chosen)
                             : Codes{move});
  }
  return lines;
}

inline std::vector<int> places_of(const std::vector<bool>& kept) {
  std::vector<int> places;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (kept[i]) places.push_back(static_cast<int>(i));
  return places;
}

// (the set of every move as outcome numbers, the places of undominated moves, the line after each that may be chosen,
// nodes)
using SetValues = std::tuple<MoveValues<std::vector<int>>, std::vector<int>, std::vector<Codes>, std::uint64_t>;

template <int Words, Game G, class P>
SetValues soft_maxn_of(const P& p, const OutcomeNumbers<G>& outcomes, const std::vector<OutcomeOrder>& orders,
                       bool weak, const Speedups& speedups) {
  using Rule = SoftMaxN<G, Words>;
  Rule rule(*p.game, outcomes, orders, weak, speedups.table, speedups.clip);
  Watch watch(check_signals);
  Recursion<G, Rule> recursion(*p.game, rule, watch, speedups.merge, speedups.foresee);
  MoveValues<std::vector<int>> values;
  std::vector<OutcomeSet<Words>> sets;
  for (const auto& child : recursion.children(p.state, to_the_end, true)) {
    values.emplace_back(child.move, listed(child.value));
    sets.push_back(child.value);
  }
  const std::uint64_t nodes = watch.nodes();
  const std::vector<bool> kept = rule.undominated(sets, p.game->to_move(p.state));
  const auto lines =
      lines_after(*p.game, recursion, rule, p.state, values, nodes, [&](std::size_t i) { return kept[i]; });
  return {values, places_of(kept), lines, nodes};
}

template <Game G, class P>
void bind_sets(nb::class_<P>& state) {
  state.def(
      "bucketed_soft_maxn",
      [](const P& p, const std::vector<Want>& wants, const std::vector<std::pair<double, double>>& ranges, int buckets,
         bool weak, int depth, std::uint64_t nodes, double seconds, bool extend, bool merge) {
        require_choice<G>(p);
        const Limits limits = limits_given(nodes, seconds);
        const Judge<G> judge = judge_for(*p.game, p.state, wants);
        const int given = depth_given(depth);
        const int most = limits.any() ? std::min(given, plies_with_room<G> / 2) : given;
        std::vector<Interval> intervals;
        for (const auto& [low, high] : ranges) intervals.push_back({judge.unit().taken(low), judge.unit().taken(high)});
        return refusing([&] {
          using Rule = BucketedSoftMaxN<G>;
          const GilReleased<G> released;
          Rule rule(*p.game, judge, intervals, buckets, weak);
          Watch watch(check_signals);
          Recursion<G, Rule> recursion(*p.game, rule, watch, merge);
          MoveValues<std::vector<std::vector<int>>> values;
          std::vector<typename Rule::Value> sets;
          std::vector<Child<typename Rule::Value>> children;
          const auto look = [&](int plies) { children = recursion.children(p.state, plies); };
          const Reached reached = deepen(*p.game, p.state, most, extend, false, watch, limits, look);
          for (auto& child : children) {
            values.emplace_back(child.move, std::vector<std::vector<int>>{});
            for (const auto& outcome : child.value)
              values.back().second.emplace_back(outcome.begin(), outcome.begin() + p.game->players());
            sets.push_back(std::move(child.value));
          }
          return std::tuple(values, places_of(rule.undominated(sets, p.game->to_move(p.state))), as_looked(reached),
                            watch.nodes());
        });
      },
      nb::arg("wants"), nb::arg("ranges"), nb::arg("buckets"), nb::arg("weak"), nb::arg("depth"), nb::arg("nodes"),
      nb::arg("seconds"), nb::arg("extend"), nb::arg("merge"),
      "(the set of every move as vectors of divisions, the places of undominated moves, how far it looked, nodes)");

  if constexpr (Enumerable<G>) {
    state.def(
        "soft_maxn",
        [](const P& p, const std::vector<OutcomeOrder>& orders, bool weak, bool merge, bool table, bool clip,
           bool foresee) -> SetValues {
          require_choice<G>(p);
          return refusing([&] {
            const GilReleased<G> released;
            const OutcomeNumbers<G> outcomes(*p.game);
            require_listed(outcomes);
            const Speedups speedups{merge, table, clip, foresee};
            if constexpr (Remainder<G>) {  // one word is worth its own code only where whole games are searched
              if (outcomes.size() <= 64) return soft_maxn_of<1>(p, outcomes, orders, weak, speedups);
            }
            return soft_maxn_of<most_outcomes / 64>(p, outcomes, orders, weak, speedups);
          });
        },
        nb::arg("orders"), nb::arg("weak"), nb::arg("merge"), nb::arg("table"), nb::arg("clip"), nb::arg("foresee"),
        "(the outcomes of every move by number, the places of undominated moves, the line after each that may be "
        "chosen, nodes)");
    state.def(
        "prob_maxn",
        [](const P& p, const std::vector<MixedSeat>& seats, bool merge, bool table, bool clip, bool foresee) {
          require_choice<G>(p);
          return refusing([&] {
            using Rule = ProbMaxN<G>;
            const GilReleased<G> released;
            const OutcomeNumbers<G> outcomes(*p.game);
            require_listed(outcomes);
            Rule rule(*p.game, outcomes, seats, table, clip);
            Watch watch(check_signals);
            Recursion<G, Rule> recursion(*p.game, rule, watch, merge, foresee);
            MoveValues<typename Rule::Value> values;
            for (const auto& child : recursion.children(p.state, to_the_end, true))
              values.emplace_back(child.move, child.value);
            const std::uint64_t nodes = watch.nodes();
            return std::tuple(
                values, lines_after(*p.game, recursion, rule, p.state, values, nodes, [](std::size_t) { return true; }),
                nodes);
          });
        },
        nb::arg("seats"), nb::arg("merge"), nb::arg("table"), nb::arg("clip"), nb::arg("foresee"),
        "(the probability of every outcome by number for every move, the line after each that may be chosen, nodes)");
  }
  if constexpr (Enumerable<G> && Remainder<G>) {  // elsewhere the plain max^n does the same
    state.def(
        "outcome_maxn",
        [](const P& p, const std::vector<OutcomeOrder>& utilities, const std::string& ties, std::uint64_t seed,
           bool merge, bool table, bool clip, bool foresee, bool prune) {
          require_choice<G>(p);
          const Ties rule_for_ties = ties_named(ties);
          if (rule_for_ties == Ties::average) throw nb::value_error("averages are over vectors, not over outcomes");
          return refusing([&] {
            using Rule = OutcomeMaxN<G>;
            const GilReleased<G> released;
            const OutcomeNumbers<G> outcomes(*p.game);
            Rule rule(*p.game, outcomes, utilities, rule_for_ties, seed, table, clip, prune);
            Watch watch(check_signals);
            Recursion<G, Rule> recursion(*p.game, rule, watch, merge, foresee);
            MoveValues<int> values;
            for (const auto& child : recursion.children(p.state, to_the_end, true))
              values.emplace_back(child.move, child.value);
            const std::uint64_t nodes = watch.nodes();
            const auto& own = utilities[p.game->to_move(p.state)].utilities;
            double best = own[values[0].second];
            for (const auto& [move, outcome] : values) best = std::max(best, own[outcome]);
            const auto chosen = [&](std::size_t i) { return own[values[i].second] == best; };
            return std::tuple(values, lines_after(*p.game, recursion, rule, p.state, values, nodes, chosen), nodes);
          });
        },
        nb::arg("utilities"), nb::arg("ties"), nb::arg("seed"), nb::arg("merge"), nb::arg("table"), nb::arg("clip"),
        nb::arg("foresee"), nb::arg("prune"),
        "(the outcome that every move leads to by number, the line after each that may be chosen, nodes)");
  }
}

}  // namespace kibitz
