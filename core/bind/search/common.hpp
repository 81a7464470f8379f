// What the bindings of all searches share: limits and options checked, signals, judges.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "search/horizon.hpp"
#include "search/judge.hpp"
#include "search/maxn.hpp"

namespace kibitz {

namespace nb = nanobind;

inline void check_signals() {
  nb::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
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

// One want for each seat, with its game checked by Judge.
template <Game G>
Judge<G> judge_for(const G& game, const std::vector<Want>& wants) {
  try {
    return Judge<G>(game, wants);
  } catch (const std::invalid_argument& error) {
    throw nb::value_error(error.what());
  }
}

template <class G, class P>
void require_choice(const P& p) {
  if (p.game->over(p.state)) throw nb::value_error("the game is over: there is nothing to choose");
}

}  // namespace kibitz
