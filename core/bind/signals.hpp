// Lets Ctrl-C stop long work that has released the interpreter.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>

namespace kibitz {

// Python tells only its main thread of signals. Whoever starts other threads gives them a sign to obey, and raises it.
// A thread may outlive the interpreter for a moment, so it keeps no Python object.
struct StopSign {
  std::shared_ptr<std::atomic<bool>> raised = std::make_shared<std::atomic<bool>>(false);
};

inline thread_local std::shared_ptr<std::atomic<bool>> sign_obeyed;

inline void check_signals() {
  nanobind::gil_scoped_acquire held;
  if (sign_obeyed && *sign_obeyed) PyErr_SetNone(PyExc_KeyboardInterrupt);
  if (PyErr_Occurred() || PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

}  // namespace kibitz
