// Whether the interpreter may go on while a search runs.
#pragma once

#include <nanobind/nanobind.h>

#include "games/game.hpp"

namespace kibitz {

// Lets other Python threads run for the life of this object, unless the game's own rules are Python.
// Every binding of a search uses this, never nanobind's own.
template <Game G>
struct GilReleased {
  nanobind::gil_scoped_release released;
};

template <Game G>
  requires HoldsGil<G>
struct GilReleased<G> {
  GilReleased() {}  // not trivial, so that nobody is warned about an unused variable
};

}  // namespace kibitz
