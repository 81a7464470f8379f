// max^n and the offensive search, paranoid, Max-Prob and best-reply.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "bind/search/common.hpp"
#include "search/best_reply.hpp"
#include "search/max_prob.hpp"
#include "search/maxn_pruning.hpp"
#include "search/paranoid.hpp"

namespace kibitz {

// The value of every move, how close equal values are, the line that is expected (empty if nobody asked), how far it
// looked, nodes.
template <class Value>
using Found =
    std::tuple<std::vector<std::pair<std::uint64_t, Value>>, double, std::vector<std::uint64_t>, Looked, std::uint64_t>;
using FoundVectors = Found<std::vector<double>>;
using FoundNumbers = Found<double>;

inline Cuts cuts_named(const std::string& name) {
  if (name == "none") return {};
  if (name == "all") return {true, true, true};
  if (name == "immediate") return {true, false, false};
  if (name == "shallow") return {false, true, false};
  if (name == "last-branch") return {false, true, true};
  throw nb::value_error("prune is all, immediate, shallow, last-branch or none");
}

template <class Children>
std::vector<std::pair<std::uint64_t, std::vector<double>>> vectors(const Children& children, int players) {
  std::vector<std::pair<std::uint64_t, std::vector<double>>> found;
  for (const auto& child : children)
    found.emplace_back(child.move, std::vector<double>(child.value.begin(), child.value.begin() + players));
  return found;
}

inline void report(const Unit& unit, double& value) { value = unit.reported(value); }

// The first move that is best for whoever compares by `rank`.
template <class Values, class Rank>
std::uint64_t first_best(const Values& values, const Closeness& close, Rank rank) {
  double top = rank(values.front().second);
  for (const auto& [move, value] : values) top = std::max(top, rank(value));
  for (const auto& [move, value] : values)
    if (close.equal(rank(value), top)) return move;
  return values.front().first;
}

inline std::vector<int> places_up_to(std::size_t count) {
  std::vector<int> places(count);
  std::iota(places.begin(), places.end(), 0);
  return places;
}

// Of some places those whose rank is the highest, or as good as.
template <class Rank>
std::vector<int> tied_by(Rank rank, const std::vector<int>& places, double tolerance) {
  std::vector<double> ranks;
  for (const int place : places) ranks.push_back(rank(place));
  const double least = *std::max_element(ranks.begin(), ranks.end()) - tolerance;
  std::vector<int> tied;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (ranks[i] >= least) tied.push_back(places[i]);
  return tied;
}

template <Game G, class Search>
std::vector<std::uint64_t> line_of(const G& game, const typename G::State& state, std::uint64_t first, int plies,
                                   Search& search) {
  return principal_line(game, state, static_cast<typename G::Move>(first), plies,
                        [&](const auto& here, int left) { return search.chosen(here, left); });
}

// How far to look, as it is given. To the end means: as far as the stack has room for, and no further than the end.
template <Game G>
struct Range {
  static constexpr std::size_t frame =
      sizeof(Moves<G>) + sizeof(MoveList<int, G::max_moves>) + 3 * sizeof(typename G::State) + 3072;
  static constexpr int room = static_cast<int>((3u << 20) / frame);

  int depth;
  bool extend;
  Limits limits;

  Range(int depth, bool extend, std::uint64_t nodes, double seconds)
      : depth(depth_given(depth)), extend(extend), limits(limits_given(nodes, seconds)) {
    if (limits.any()) this->depth = std::min(this->depth, room);
  }

  bool to_ends_only() const { return depth == to_the_end; }

  // Looks as far as may be. look(plies, found) fills in the values, in the unit given, and the line.
  template <class Value, class Look>
  Found<Value> searched(const G& game, const typename G::State& state, Watch& watch, const Unit& unit,
                        const Closeness& close, Look look) const {
    Found<Value> found;
    const Reached reached = deepen(game, state, depth, extend, false, watch, limits,
                                   [&](int plies) { look(std::min(room, plies), found); });
    for (auto& [move, value] : std::get<0>(found)) report(unit, value);
    std::get<1>(found) = unit.reported(close.slack);
    std::get<3>(found) = as_looked(reached);
    std::get<4>(found) = watch.nodes();
    return found;
  }
};

template <Game G, class P>
void bind_many_players(nb::class_<P>& state) {
  state.def(
      "maxn",
      [](const P& p, const std::vector<Want>& wants, int depth, std::uint64_t nodes, double seconds,
         const std::string& ties, std::uint64_t seed, bool merge, bool extend, bool play_last, bool cut,
         const std::string& prune, bool all, int target, bool coalition, bool line) -> FoundVectors {
        require_choice<G>(p);
        const G& game = *p.game;
        const Range<G> range(depth, extend, nodes, seconds);
        const Ties tie_rule = ties_named(ties);
        Judge<G> judge = judge_for(game, p.state, wants, tie_rule == Ties::average);
        if (range.to_ends_only()) judge.only_ends();
        const int mover = game.to_move(p.state);
        if (target >= game.players() || target == mover) throw nb::value_error("the target is another seat");
        MaxN<G> rule{game, judge, tie_rule, seed, play_last};
        if (target >= 0) {
          rule.target = target;
          rule.attackers = coalition ? ((1u << game.players()) - 1) & ~(1u << target) : 1u << mover;
        }
        const bool first_counts = rule.ties == Ties::left_low || rule.ties == Ties::average;
        const Merge merging = !merge || !judge.merges() ? Merge::no : first_counts ? Merge::yes : Merge::if_complete;
        rule.cut = cut;
        const Cuts cuts = cuts_named(target >= 0 || rule.cuts() ? "none" : prune);
        Watch watch(check_signals);
        const GilReleased<G> released;
        const auto rank = [&](const auto& value) { return target >= 0 ? -value[target] : value[mover]; };
        const auto look = [&](int plies, FoundVectors& found) {
          auto& values = std::get<0>(found);
          Recursion<G, MaxN<G>> recursion(game, rule, watch, merging);
          if (cuts.immediate || cuts.shallow || cuts.last_branch) {
            PrunedMaxN<G> search(game, rule, watch, merging, cuts, value_bounds(judge, p.state, plies));
            values = vectors(search.children(p.state, plies, all), game.players());
          } else {
            values = vectors(recursion.children(p.state, plies), game.players());
          }
          if (!line) return;
          const Watch::Uncounted uncounted(watch);
          const auto first = first_best(values, judge.close(), rank);
          watch.renew(std::get<2>(found), line_of(game, p.state, first, plies, recursion));
        };
        return range.template searched<std::vector<double>>(game, p.state, watch, judge.unit(), judge.close(), look);
      },
      nb::arg("wants"), nb::arg("depth"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("ties"), nb::arg("seed"),
      nb::arg("merge"), nb::arg("extend"), nb::arg("play_last"), nb::arg("cut"), nb::arg("prune"), nb::arg("all"),
      nb::arg("target"), nb::arg("coalition"), nb::arg("line"),
      "(the vector of every move, how close equal ones are, line, how far it looked, nodes)");
  state.def(
      "paranoid",
      [](const P& p, const std::vector<Want>& wants, int depth, std::uint64_t nodes, double seconds, bool prune,
         bool order, bool extend, bool play_last, bool cut, bool all, bool line) -> FoundNumbers {
        require_choice<G>(p);
        const G& game = *p.game;
        const Range<G> range(depth, extend, nodes, seconds);
        Judge<G> judge = judge_for(game, p.state, wants);
        if (range.to_ends_only()) judge.only_ends();
        Watch watch(check_signals);
        const GilReleased<G> released;
        Paranoid<G> search(game, judge, watch, game.to_move(p.state), prune, order, play_last, cut);
        const auto look = [&](int plies, FoundNumbers& found) {
          auto& values = std::get<0>(found);
          values = search.children(p.state, plies, all);
          if (!line) return;
          const Watch::Uncounted uncounted(watch);
          const auto first = first_best(values, judge.close(), [](double value) { return value; });
          watch.renew(std::get<2>(found), line_of(game, p.state, first, plies, search));
        };
        return range.template searched<double>(game, p.state, watch, judge.unit(), judge.close(), look);
      },
      nb::arg("wants"), nb::arg("depth"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("prune"), nb::arg("order"),
      nb::arg("extend"), nb::arg("play_last"), nb::arg("cut"), nb::arg("all"), nb::arg("line"),
      "(the value of every move, how close equal ones are, line, how far it looked, nodes)");
  state.def(
      "max_prob",
      [](const P& p, const Want& heuristic, int depth, std::uint64_t nodes, double seconds, const std::string& interval,
         std::pair<double, double> limits, bool heuristic_ties, bool merge, bool extend, bool play_last, bool cut,
         bool closed, bool line) {
        require_choice<G>(p);
        const G& game = *p.game;
        const Range<G> range(depth, extend, nodes, seconds);
        const bool evaluated = heuristic.kind == Want::Kind::evaluation;
        if (heuristic.kind == Want::Kind::utility || (!evaluated && (heuristic_ties || !range.to_ends_only())))
          throw nb::value_error("an evaluation is needed where the search stops before the end");
        if (!std::isfinite(limits.first) || !std::isfinite(limits.second) || limits.first > limits.second)
          throw nb::value_error("limits: expected two finite numbers, the low one first");
        const Want valued = range.to_ends_only() ? Want{} : heuristic;
        const Judge<G> judge = judge_for(game, p.state, std::vector<Want>(game.players(), valued));
        Want standing = heuristic;
        standing.end_weight = 0;
        const Judge<G> told_apart_by = judge_for(game, p.state, std::vector<Want>(game.players(), standing));
        const Interval within{judge.unit().taken(limits.first), judge.unit().taken(limits.second)};
        MaxProb<G> rule{game, judge, within, direction_named(interval), play_last, closed, cut};
        const Merge merging = merge && (range.to_ends_only() || judge.merges()) ? Merge::yes : Merge::no;
        const int mover = game.to_move(p.state);
        Watch watch(check_signals);
        const GilReleased<G> released;
        std::vector<int> tied, best;
        const auto look = [&](int plies, FoundVectors& found) {
          auto& values = std::get<0>(found);
          Recursion<G, MaxProb<G>> recursion(game, rule, watch, merging);
          values = vectors(recursion.children(p.state, plies), game.players());
          tied = tied_by([&](int i) { return values[i].second[mover]; }, places_up_to(values.size()), tie_tolerance);
          const auto stands = [&](int i) {
            return told_apart_by(game.play(p.state, static_cast<typename G::Move>(values[i].first)), mover);
          };
          best = heuristic_ties && tied.size() > 1 ? tied_by(stands, tied, 0) : tied;
          if (!line) return;
          const Watch::Uncounted uncounted(watch);
          watch.renew(std::get<2>(found), line_of(game, p.state, values[best[0]].first, plies, recursion));
        };
        auto [values, slack, expected, looked, visited] =
            range.template searched<std::vector<double>>(game, p.state, watch, Unit{}, {tie_tolerance}, look);
        return std::tuple(values, tied.size(), best, expected, looked, visited);
      },
      nb::arg("heuristic"), nb::arg("depth"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("interval"),
      nb::arg("limits"), nb::arg("heuristic_ties"), nb::arg("merge"), nb::arg("extend"), nb::arg("play_last"),
      nb::arg("cut"), nb::arg("closed"), nb::arg("line"),
      "(the winning probabilities after every move, how many moves are as probable as the best, the places of the "
      "best, "
      "line, how far it looked, nodes)");
  state.def(
      "best_reply",
      [](const P& p, const std::vector<Want>& wants, int depth, std::uint64_t nodes, double seconds, bool preserved,
         bool prune, bool line) -> FoundNumbers {
        require_choice<G>(p);
        if (!preserved && !Turnable<G>) throw nb::value_error("the position cannot be turned to another seat");
        const G& game = *p.game;
        const Range<G> range(depth, false, nodes, seconds);
        Judge<G> judge = judge_for(game, p.state, wants);
        if (range.to_ends_only()) judge.only_ends();
        Watch watch(check_signals);
        const GilReleased<G> released;
        BestReply<G> search(game, judge, watch, game.to_move(p.state), preserved, prune);
        const auto look = [&](int plies, FoundNumbers& found) {
          auto& values = std::get<0>(found);
          values = search.children(p.state, plies);
          if (!line) return;
          const Watch::Uncounted uncounted(watch);
          const auto first = first_best(values, judge.close(), [](double value) { return value; });
          watch.renew(std::get<2>(found), search.line(p.state, static_cast<typename G::Move>(first), plies));
        };
        return range.template searched<double>(game, p.state, watch, judge.unit(), judge.close(), look);
      },
      nb::arg("wants"), nb::arg("depth"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("preserved"), nb::arg("prune"),
      nb::arg("line"), "(the value of every move, how close equal ones are, line, how far it looked, nodes)");
}

}  // namespace kibitz
