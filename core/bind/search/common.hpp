// What the bindings of all searches share: limits and options checked, signals, judges.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind/gil.hpp"
#include "bind/signals.hpp"
#include "search/horizon.hpp"
#include "search/judge.hpp"
#include "search/maxn.hpp"

namespace kibitz {

namespace nb = nanobind;

inline Direction direction_named(const std::string& name) {
  if (name == "up") return Direction::up;
  if (name == "down") return Direction::down;
  if (name == "reachable") return Direction::reachable;
  throw nb::value_error("interval is up, down or reachable");
}

inline Ties ties_named(const std::string& name) {
  if (name == "left-low") return Ties::left_low;
  if (name == "left-high") return Ties::left_high;
  if (name == "random") return Ties::random;
  if (name == "average") return Ties::average;
  throw nb::value_error("ties is left-low, left-high, random or average");
}

inline int depth_given(int depth) {
  if (depth < 0) throw nb::value_error("depth must be 0 (to the end) or more");
  return depth == 0 ? to_the_end : depth;
}

inline Limits limits_given(std::uint64_t nodes, double seconds) {
  if (!(seconds >= 0)) throw nb::value_error("seconds must be 0 (no limit) or more");
  return {nodes, seconds};
}

// How far a search got, for Python: plies looked ahead (0: to the end), whether every line was seen to its end, and
// whether the clock stopped it.
using Looked = std::tuple<int, bool, bool>;
inline Looked as_looked(const Reached& reached) {
  return {reached.plies == to_the_end ? 0 : reached.plies, reached.complete, reached.clocked};
}

// One want for each seat, with its game checked by Judge, for searches from a state. `averaged`: by the search itself.
template <Game G>
Judge<G> judge_for(const G& game, const typename G::State& root, const std::vector<Want>& wants,
                   bool averaged = false) {
  try {
    Judge<G> judge(game, wants);
    judge.compare_from(root, averaged);
    return judge;
  } catch (const std::invalid_argument& error) {
    throw nb::value_error(error.what());
  }
}

// Values as people have them, of a vector, in place.
template <class Values>
void report(const Unit& unit, Values& values) {
  for (double& value : values) value = unit.reported(value);
}

template <class G, class P>
void require_choice(const P& p) {
  if (p.game->over(p.state)) throw nb::value_error("the game is over: there is nothing to choose");
}

}  // namespace kibitz
