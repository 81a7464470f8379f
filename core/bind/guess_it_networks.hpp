// Networks that play, beside the games they play.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz {

void bind_guess_it_networks(nanobind::module_& module);

}  // namespace kibitz
