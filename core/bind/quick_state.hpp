#pragma once

#include <nanobind/nanobind.h>

namespace kibitz {

void bind_quick_state(nanobind::module_& module);

}  // namespace kibitz
