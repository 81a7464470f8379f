// Lets Ctrl-C stop long work that has released the interpreter.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz {

inline void check_signals() {
  nanobind::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

}  // namespace kibitz
