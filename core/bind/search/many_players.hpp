// max^n and the offensive search, paranoid, Max-Prob and best-reply.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "bind/search/common.hpp"
#include "search/best_reply.hpp"
#include "search/max_prob.hpp"
#include "search/maxn_pruning.hpp"
#include "search/paranoid.hpp"

namespace kibitz {

// The value of every move, the line that is expected (empty if nobody asked), nodes.
template <class Value>
using Found = std::tuple<std::vector<std::pair<std::uint64_t, Value>>, std::vector<std::uint64_t>, std::uint64_t>;
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

inline Direction direction_named(const std::string& name) {
  if (name == "up") return Direction::up;
  if (name == "down") return Direction::down;
  if (name == "reachable") return Direction::reachable;
  throw nb::value_error("interval is up, down or reachable");
}

template <class Children>
std::vector<std::pair<std::uint64_t, std::vector<double>>> vectors(const Children& children, int players) {
  std::vector<std::pair<std::uint64_t, std::vector<double>>> found;
  for (const auto& child : children)
    found.emplace_back(child.move, std::vector<double>(child.value.begin(), child.value.begin() + players));
  return found;
}

// The first move that is best for whoever compares by `rank`.
template <class Values, class Rank>
std::uint64_t first_best(const Values& values, Rank rank) {
  std::uint64_t best = values.front().first;
  double top = rank(values.front().second);
  for (const auto& [move, value] : values)
    if (rank(value) > top) {
      top = rank(value);
      best = move;
    }
  return best;
}

template <Game G, class Rule>
std::vector<std::uint64_t> line_of(const G& game, const typename G::State& state, std::uint64_t first, int plies,
                                   Rule& rule, Merge merge) {
  Watch uncounted(check_signals);
  Recursion<G, Rule> recursion(game, rule, uncounted, merge);
  return principal_line(game, state, static_cast<typename G::Move>(first), plies,
                        [&](const auto& here, int left) { return recursion.chosen(here, left); });
}

// How many plies to look. To the end means: as far as the stack has room for, and no further than the end.
template <Game G>
int plies_for(const G& game, const typename G::State& state, int depth, bool extend, Judge<G>& judge) {
  constexpr std::size_t frame =
      sizeof(Moves<G>) + sizeof(MoveList<int, G::max_moves>) + 3 * sizeof(typename G::State) + 3072;
  constexpr int room = static_cast<int>((3u << 20) / frame);
  depth = depth_given(depth);
  if (depth == to_the_end) {
    judge.only_ends();
    return room;
  }
  return std::min(room, plies_to_look(game, state, depth, extend));
}

template <Game G, class P>
void bind_many_players(nb::class_<P>& state) {
  state.def(
      "maxn",
      [](const P& p, const std::vector<Want>& wants, int depth, const std::string& ties, std::uint64_t seed, bool merge,
         bool extend, bool play_last, const std::string& prune, bool all, int target, bool coalition,
         bool line) -> FoundVectors {
        require_choice<G>(p);
        const G& game = *p.game;
        Judge<G> judge = judge_for(game, wants);
        const int plies = plies_for(game, p.state, depth, extend, judge);
        const int mover = game.to_move(p.state);
        if (target >= game.players() || target == mover) throw nb::value_error("the target is another seat");
        MaxN<G> rule{game, judge, ties_named(ties), seed, play_last};
        if (target >= 0) {
          rule.target = target;
          rule.attackers = coalition ? ((1u << game.players()) - 1) & ~(1u << target) : 1u << mover;
        }
        const bool first_counts = rule.ties == Ties::left_low || rule.ties == Ties::average;
        const Merge merging = !merge || !judge.merges() ? Merge::no : first_counts ? Merge::yes : Merge::if_complete;
        const Cuts cuts = cuts_named(target >= 0 ? "none" : prune);
        Watch watch(check_signals);
        const GilReleased<G> released;
        FoundVectors found;
        auto& [values, expected, nodes] = found;
        if (cuts.immediate || cuts.shallow || cuts.last_branch) {
          PrunedMaxN<G> search(game, rule, watch, merging, cuts, judge.bounds(p.state, plies));
          values = vectors(search.children(p.state, plies, all), game.players());
        } else {
          Recursion<G, MaxN<G>> recursion(game, rule, watch, merging);
          values = vectors(recursion.children(p.state, plies), game.players());
        }
        nodes = watch.nodes();
        if (line) {
          const auto rank = [&](const auto& value) { return target >= 0 ? -value[target] : value[mover]; };
          expected = line_of(game, p.state, first_best(values, rank), plies, rule, merging);
        }
        return found;
      },
      nb::arg("wants"), nb::arg("depth"), nb::arg("ties"), nb::arg("seed"), nb::arg("merge"), nb::arg("extend"),
      nb::arg("play_last"), nb::arg("prune"), nb::arg("all"), nb::arg("target"), nb::arg("coalition"), nb::arg("line"),
      "(the vector of every move, line, nodes)");
  state.def(
      "paranoid",
      [](const P& p, const std::vector<Want>& wants, int depth, bool prune, bool order, bool extend, bool play_last,
         bool all, bool line) -> FoundNumbers {
        require_choice<G>(p);
        const G& game = *p.game;
        Judge<G> judge = judge_for(game, wants);
        const int plies = plies_for(game, p.state, depth, extend, judge);
        Watch watch(check_signals), uncounted(check_signals);
        const GilReleased<G> released;
        const int seat = game.to_move(p.state);
        Paranoid<G> search(game, judge, watch, seat, prune, order, play_last);
        FoundNumbers found{search.children(p.state, plies, all), {}, 0};
        auto& [values, expected, nodes] = found;
        nodes = watch.nodes();
        if (line) {
          Paranoid<G> again(game, judge, uncounted, seat, prune, order, play_last);
          const auto first = first_best(values, [](double value) { return value; });
          expected = principal_line(game, p.state, static_cast<typename G::Move>(first), plies,
                                    [&](const auto& here, int left) { return again.chosen(here, left); });
        }
        return found;
      },
      nb::arg("wants"), nb::arg("depth"), nb::arg("prune"), nb::arg("order"), nb::arg("extend"), nb::arg("play_last"),
      nb::arg("all"), nb::arg("line"), "(the value of every move, line, nodes)");
  state.def(
      "max_prob",
      [](const P& p, const Want& heuristic, int depth, const std::string& interval, std::pair<double, double> limits,
         bool merge, bool extend, bool play_last, bool closed, std::int64_t line_after) -> FoundVectors {
        require_choice<G>(p);
        const G& game = *p.game;
        if (heuristic.kind == Want::Kind::utility || (heuristic.kind == Want::Kind::score && depth != 0))
          throw nb::value_error("an evaluation is needed where the search stops before the end");
        if (!std::isfinite(limits.first) || !std::isfinite(limits.second) || limits.first > limits.second)
          throw nb::value_error("limits: expected two finite numbers, the low one first");
        Judge<G> judge = judge_for(game, std::vector<Want>(game.players(), heuristic));
        const int plies = plies_for(game, p.state, depth, extend, judge);
        MaxProb<G> rule{game,      judge, heuristic.weights, {limits.first, limits.second}, direction_named(interval),
                        play_last, closed};
        const Merge merging = merge && (depth == 0 || judge.merges()) ? Merge::yes : Merge::no;
        Watch watch(check_signals);
        const GilReleased<G> released;
        if (line_after >= 0) {  // only what is expected after this move
          Moves<G> moves;
          game.moves(p.state, moves);
          const auto move = static_cast<typename G::Move>(line_after);
          if (std::find(moves.begin(), moves.end(), move) == moves.end())
            throw std::invalid_argument("not a legal move");
          return {{}, line_of(game, p.state, move, plies, rule, merging), 0};
        }
        Recursion<G, MaxProb<G>> recursion(game, rule, watch, merging);
        auto values = vectors(recursion.children(p.state, plies), game.players());
        return {values, {}, watch.nodes()};
      },
      nb::arg("heuristic"), nb::arg("depth"), nb::arg("interval"), nb::arg("limits"), nb::arg("merge"),
      nb::arg("extend"), nb::arg("play_last"), nb::arg("closed"), nb::arg("line_after"),
      "(the winning probabilities after every move, line, nodes)");
  state.def(
      "best_reply",
      [](const P& p, const std::vector<Want>& wants, int depth, bool preserved, bool prune, bool line) -> FoundNumbers {
        require_choice<G>(p);
        if (!preserved && !Turnable<G>) throw nb::value_error("the position cannot be turned to another seat");
        const G& game = *p.game;
        Judge<G> judge = judge_for(game, wants);
        const int plies = plies_for(game, p.state, depth, false, judge);
        Watch watch(check_signals), uncounted(check_signals);
        const GilReleased<G> released;
        const int seat = game.to_move(p.state);
        BestReply<G> search(game, judge, watch, seat, preserved, prune);
        FoundNumbers found{search.children(p.state, plies), {}, 0};
        auto& [values, expected, nodes] = found;
        nodes = watch.nodes();
        if (line) {
          BestReply<G> again(game, judge, uncounted, seat, preserved, prune);
          const auto first = first_best(values, [](double value) { return value; });
          expected = again.line(p.state, static_cast<typename G::Move>(first), plies);
        }
        return found;
      },
      nb::arg("wants"), nb::arg("depth"), nb::arg("preserved"), nb::arg("prune"), nb::arg("line"),
      "(the value of every move, line, nodes)");
}

}  // namespace kibitz
