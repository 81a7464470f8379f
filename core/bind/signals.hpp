// Lets Ctrl-C stop long work that has released the interpreter.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>

namespace kibitz {

// Python tells only its main thread of signals. Whoever starts other threads gives them a sign to obey, and raises it.
struct StopSign {
  std::atomic<bool> raised{false};
};

inline thread_local std::shared_ptr<StopSign> sign_obeyed;

inline void check_signals() {
  nanobind::gil_scoped_acquire held;
  if (sign_obeyed && sign_obeyed->raised) PyErr_SetNone(PyExc_KeyboardInterrupt);
  if (PyErr_Occurred() || PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

}  // namespace kibitz
