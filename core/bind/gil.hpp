// Whether the interpreter may go on while a search runs.
#pragma once

#include <nanobind/nanobind.h>

#include "games/game.hpp"

namespace kibitz {

// Lets other Python threads run for the life of this object.
template <Game G>
struct GilReleased {
  nanobind::gil_scoped_release released;
};

}  // namespace kibitz
