// What the bindings of all searches share. Python validates names and builds models (kibitz.searches); here only what
// could crash is checked again.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "search/horizon.hpp"
#include "search/judge.hpp"

namespace kibitz {

namespace nb = nanobind;

inline void check_signals() {
  nb::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
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
