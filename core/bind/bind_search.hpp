// The searches as methods of a state. Python validates names and builds models (kibitz.searches); here only what could
// crash is checked again.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/search/common.hpp"
#include "bind/search/sets.hpp"
#include "search/maxn.hpp"
#include "search/paranoid.hpp"

namespace kibitz {

namespace nb = nanobind;

using VectorValues = std::pair<std::vector<std::pair<std::uint64_t, std::vector<double>>>, std::uint64_t>;

template <Game G, class P>
void bind_searches(nb::class_<P>& state) {
  state.def(
      "maxn",
      [](const P& p, const std::vector<Want>& wants, int depth, const std::string& ties, std::uint64_t seed, bool merge,
         bool extend) -> VectorValues {
        require_choice<G>(p);
        const Judge<G> judge = judge_for(*p.game, wants);
        const int plies = plies_to_look(*p.game, p.state, depth_given(depth), extend);
        MaxN<G> rule{*p.game, judge, ties_named(ties), seed};
        Watch watch(check_signals);
        std::vector<std::pair<std::uint64_t, std::vector<double>>> values;
        nb::gil_scoped_release released;
        Recursion<G, MaxN<G>> recursion(*p.game, rule, watch, merge);
        for (const auto& child : recursion.children(p.state, plies))
          values.emplace_back(child.move,
                              std::vector<double>(child.value.begin(), child.value.begin() + p.game->players()));
        return {values, watch.nodes()};
      },
      nb::arg("wants"), nb::arg("depth"), nb::arg("ties"), nb::arg("seed"), nb::arg("merge"), nb::arg("extend"),
      "(the vector of every move, nodes)");
  state.def(
      "paranoid",
      [](const P& p, const std::vector<Want>& wants, int depth, bool prune, bool extend) {
        require_choice<G>(p);
        const Judge<G> judge = judge_for(*p.game, wants);
        const int plies = plies_to_look(*p.game, p.state, depth_given(depth), extend);
        Watch watch(check_signals);
        std::vector<std::pair<std::uint64_t, double>> values;
        nb::gil_scoped_release released;
        Paranoid<G> paranoid(*p.game, judge, watch, p.game->to_move(p.state), prune);
        Moves<G> moves;
        p.game->moves(p.state, moves);
        for (const auto move : moves) values.emplace_back(move, paranoid.value(p.game->play(p.state, move), plies - 1));
        return std::pair(values, watch.nodes());
      },
      nb::arg("wants"), nb::arg("depth"), nb::arg("prune"), nb::arg("extend"), "(the value of every move, nodes)");
  bind_sets<G>(state);
}

}  // namespace kibitz
