// Bindings of what needs no tree of its own kind: one ply of evaluation, and the searches by simulation.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cmath>
#include <exception>
#include <optional>
#include <thread>

#include "bind/search/common.hpp"
#include "search/hidden_mcts.hpp"
#include "search/is_mcts.hpp"
#include "search/kept_tree.hpp"
#include "search/mcts.hpp"

namespace kibitz {

namespace nb = nanobind;

inline std::vector<double> as_vector(const Scores& values, int players, const Unit& unit) {
  std::vector<double> vector(values.begin(), values.begin() + players);
  report(unit, vector);
  return vector;
}

inline Simulations simulations_given(std::uint64_t count, double seconds, double exploration, int rollout_depth,
                                     double low, double high, std::uint64_t seed, const Unit& unit) {
  if (count == 0 && !(seconds > 0)) throw nb::value_error("simulations must be 1 or more");
  for (const double number : {seconds, exploration, low, high})
    if (!std::isfinite(number)) throw nb::value_error("seconds, exploration, low and high must be finite");
  if (exploration < 0 || rollout_depth < 0) throw nb::value_error("exploration and rollout_depth must be 0 or more");
  return {count, seconds, exploration, rollout_depth, unit.taken(low), unit.taken(high), seed};
}

// No guides: random rollouts.
template <Game G>
std::optional<Judge<G>> guide_for(const G& game, const typename G::State& root, const std::vector<Want>& guides) {
  return guides.empty() ? std::nullopt : std::optional(judge_for(game, root, guides));
}

// ((move, visits, mean vector) of every move, the line most visited, simulations, nodes)
using Simulated = std::tuple<std::vector<std::tuple<std::uint64_t, std::uint64_t, std::vector<double>>>,
                             std::vector<std::uint64_t>, std::uint64_t, std::uint64_t>;

inline Simulated as_simulated(const SimulationReport& found, int players, const Unit& unit, std::uint64_t nodes) {
  std::vector<std::tuple<std::uint64_t, std::uint64_t, std::vector<double>>> moves;
  for (const TriedMove& tried : found.moves)
    moves.emplace_back(tried.move, tried.visits, as_vector(tried.mean, players, unit));
  return {std::move(moves), found.line, found.simulations, nodes};
}

template <Game G, class P>
void bind_simulations(nb::class_<P>& state) {
  state.def(
      "after_each",
      [](const P& p, const std::vector<Want>& wants) {
        require_choice<G>(p);
        const Judge<G> judge = judge_for(*p.game, p.state, wants);
        std::vector<std::pair<std::uint64_t, std::vector<double>>> values;
        Moves<G> moves;
        p.game->moves(p.state, moves);
        for (const auto move : moves)
          values.emplace_back(move, as_vector(judge(p.game->play(p.state, move)), p.game->players(), judge.unit()));
        return values;
      },
      nb::arg("wants"), "What every seat is worth after each move, without looking further.");
  state.def(
      "mcts",
      [](const P& p, const std::vector<Want>& wants, const std::vector<Want>& guides, std::uint64_t simulations,
         double seconds, double exploration, int rollout_depth, double low, double high, std::uint64_t seed,
         bool light) {
        require_choice<G>(p);
        const Judge<G> judge = judge_for(*p.game, p.state, wants);
        const std::optional<Judge<G>> guide = guide_for(*p.game, p.state, guides);
        Simulations wanted =
            simulations_given(simulations, seconds, exploration, rollout_depth, low, high, seed, judge.unit());
        wanted.light = light;
        Watch watch(check_signals);
        SimulationReport found;
        {
          const GilReleased<G> released;
          found = Mcts<G>(*p.game, judge, guide ? &*guide : nullptr, watch, wanted).search(p.state);
        }
        return as_simulated(found, p.game->players(), judge.unit(), watch.nodes());
      },
      nb::arg("wants"), nb::arg("guides"), nb::arg("simulations"), nb::arg("seconds"), nb::arg("exploration"),
      nb::arg("rollout_depth"), nb::arg("low"), nb::arg("high"), nb::arg("seed"), nb::arg("light"),
      "((move, visits, mean vector) of every move, the line most visited, simulations, nodes)");
}

// The same search with other seeds in other threads, each with its share of the simulations, put together in order:
// what it finds depends on the number of threads, not on how they run.
template <Game G>
SimulationReport searched_in_threads(const G& game, const Judge<G>& judge, const Judge<G>* guide, Watch& watch,
                                     const HiddenSettings& settings, const typename G::State& view, int seat,
                                     int threads, std::uint64_t& nodes) {
  std::vector<HiddenSettings> shares(static_cast<std::size_t>(threads), settings);
  const std::uint64_t each = settings.limits.count / static_cast<std::uint64_t>(threads);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    shares[i].limits.count =
        std::max<std::uint64_t>(1, i == 0 ? settings.limits.count - each * (shares.size() - 1) : each);
    if (i > 0) shares[i].limits.seed = combine(settings.limits.seed, i);
  }
  std::vector<SimulationReport> found(shares.size());
  std::vector<std::uint64_t> visited(shares.size(), 0);
  std::atomic<bool> stop = false;
  std::exception_ptr error;
  {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < shares.size(); ++i)
      helpers.emplace_back([&, i] {
        Watch own([&] {
          if (stop) throw Stopped{};
        });
        try {
          found[i] = HiddenMcts<G>(game, judge, guide, own, shares[i]).search(view, seat);
          visited[i] = own.nodes();
        } catch (const Stopped&) {
        }
      });
    try {
      found[0] = HiddenMcts<G>(game, judge, guide, watch, shares[0]).search(view, seat);
    } catch (...) {
      stop = true;
      error = std::current_exception();
    }
  }
  if (error) std::rethrow_exception(error);
  nodes = watch.nodes();
  for (const std::uint64_t more : visited) nodes += more;
  return HiddenMcts<G>::together(found);
}

template <Game G, class V>
void bind_view_searches(nb::class_<V>& view) {
  view.def(
      "is_mcts",
      [](const V& v, const std::vector<Want>& wants, const std::vector<Want>& guides, std::uint64_t simulations,
         double seconds, double exploration, int rollout_depth, double low, double high, std::uint64_t seed) {
        if (v.game->over(v.state) || v.game->to_move(v.state) != v.seat)
          throw nb::value_error("only the seat to move has something to choose");
        const Judge<G> judge = judge_for(*v.game, v.state, wants);
        const std::optional<Judge<G>> guide = guide_for(*v.game, v.state, guides);
        const Simulations wanted =
            simulations_given(simulations, seconds, exploration, rollout_depth, low, high, seed, judge.unit());
        Watch watch(check_signals);
        SimulationReport found;
        {
          const GilReleased<G> released;
          found = IsMcts<G>(*v.game, judge, guide ? &*guide : nullptr, watch, wanted).search(v.state, v.seat);
        }
        return as_simulated(found, v.game->players(), judge.unit(), watch.nodes());
      },
      nb::arg("wants"), nb::arg("guides"), nb::arg("simulations"), nb::arg("seconds"), nb::arg("exploration"),
      nb::arg("rollout_depth"), nb::arg("low"), nb::arg("high"), nb::arg("seed"),
      "((move, visits, mean vector) of every move, the line most visited, simulations, nodes)");
  view.def(
      "hidden_mcts",
      [](const V& v, const std::vector<Want>& wants, const std::vector<Want>& guides, std::uint64_t simulations,
         double seconds, double exploration, int rollout_depth, double low, double high, std::uint64_t seed, bool light,
         bool merge, bool guided, double evidence, int repeats, bool to_win, int threads, bool known, bool decided,
         bool keep_tree, bool keep_worlds, KeptTree* kept, double passes) {
        if (v.game->over(v.state) || v.game->to_move(v.state) != v.seat)
          throw nb::value_error("only the seat to move has something to choose");
        if (!(evidence >= 0 && passes >= 0) || repeats < 1 || threads < 1)
          throw nb::value_error("evidence and passes must be 0 or more, repeats and threads 1 or more");
        if (threads > 1 && HoldsGil<G>)
          throw nb::value_error("a game written in Python is searched in one thread: leave out threads");
        const Judge<G> judge = judge_for(*v.game, v.state, wants);
        const std::optional<Judge<G>> guide = guide_for(*v.game, v.state, guides);
        HiddenSettings settings;
        settings.limits =
            simulations_given(simulations, seconds, exploration, rollout_depth, low, high, seed, judge.unit());
        settings.light = light;
        settings.merge = merge;
        settings.guided = guided;
        settings.evidence = evidence;
        settings.passes = passes;
        settings.repeats = repeats;
        settings.to_win = to_win;
        settings.known = known;
        settings.decided = decided;
        settings.keep_tree = keep_tree;
        settings.keep_worlds = keep_worlds;
        if (kept && threads > 1) throw nb::value_error("what is kept is searched in one thread: leave out threads");
        Watch watch(check_signals);
        SimulationReport found;
        std::uint64_t nodes = 0;
        {
          const GilReleased<G> released;
          if (settings.known) {
            const auto solution = HiddenMcts<G>(*v.game, judge, nullptr, watch, settings).solution(v.state, v.seat);
            if (solution) {
              found = *solution;
              nodes = watch.nodes();
            }
          }
          if (kept && found.moves.empty()) {
            found =
                HiddenMcts<G>(*v.game, judge, guide ? &*guide : nullptr, watch, settings).search(v.state, v.seat, kept);
            nodes = watch.nodes();
          }
          if (found.moves.empty())
            found = searched_in_threads(*v.game, judge, guide ? &*guide : nullptr, watch, settings, v.state, v.seat,
                                        threads, nodes);
        }
        return std::tuple(as_simulated(found, v.game->players(), judge.unit(), nodes), found.worlds, found.effective,
                          found.kept, found.kept_worlds);
      },
      nb::arg("wants"), nb::arg("guides"), nb::arg("simulations"), nb::arg("seconds"), nb::arg("exploration"),
      nb::arg("rollout_depth"), nb::arg("low"), nb::arg("high"), nb::arg("seed"), nb::arg("light"), nb::arg("merge"),
      nb::arg("guided"), nb::arg("evidence"), nb::arg("repeats"), nb::arg("to_win"), nb::arg("threads"),
      nb::arg("known"), nb::arg("decided"), nb::arg("keep_tree"), nb::arg("keep_worlds"),
      nb::arg("kept").none() = nb::none(), nb::arg("passes") = 0.0,
      "(as is_mcts, with the best move only as line; worlds weighed; as how many of equal weight they are worth; "
      "simulations and worlds kept from earlier moves). "
      "Without simulations: all cards are known, the values are exact, and the best moves have a visit.");
}

}  // namespace kibitz
