// What is asked of a state at every move of a game: who is to move, is it over, and what is it after this move. The
// answers are those of the game, whose methods in Python say the same; here they are given without a frame of Python in
// between, which took longer than the rules themselves. And the loop that asks players for their moves, for a table at
// which nobody else has to be told of them.
#include "bind/quick_state.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>
#include <structmember.h>

#include <chrono>
#include <cstdint>
#include <vector>

namespace nb = nanobind;

namespace kibitz {
namespace {

// The Python class of states, which has one slot for its game and one for its value in the core.
PyTypeObject* state_type = nullptr;
Py_ssize_t game_slot, core_slot;
PyObject *codes_name, *play_name, *over_name, *to_move_name;

PyObject*& slot(PyObject* self, Py_ssize_t offset) {
  return *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(self) + offset);
}

bool filled(PyObject* self) {
  if (slot(self, game_slot) && slot(self, core_slot)) return true;
  PyErr_SetString(PyExc_AttributeError, "this state was never given a position");
  return false;
}

PyObject* state_of(PyObject* game, PyObject* core) {
  PyObject* made = state_type->tp_alloc(state_type, 0);
  if (!made) {
    Py_DECREF(core);
    return nullptr;
  }
  Py_INCREF(game);
  slot(made, game_slot) = game;
  slot(made, core_slot) = core;
  return made;
}

// A move written as the game writes it is looked up and made; the game itself reads any other, or refuses it.
PyObject* play(PyObject* self, PyObject* move) {
  if (!filled(self)) return nullptr;
  PyObject* game = slot(self, game_slot);
  if (PyUnicode_Check(move)) {
    const nb::object codes = nb::steal(PyObject_GetAttr(game, codes_name));
    if (!codes.is_valid()) return nullptr;
    const nb::object code = nb::borrow(PyDict_GetItemWithError(codes.ptr(), move));
    if (code.is_valid()) {
      PyObject* core = PyObject_CallMethodOneArg(slot(self, core_slot), play_name, code.ptr());
      if (core) return state_of(game, core);
      if (!PyErr_ExceptionMatches(PyExc_ValueError)) return nullptr;
      PyErr_Clear();
    } else if (PyErr_Occurred()) {
      return nullptr;
    }
  }
  return PyObject_CallMethodObjArgs(game, play_name, self, move, nullptr);
}

PyObject* over(PyObject* self, void*) {
  return filled(self) ? PyObject_GetAttr(slot(self, core_slot), over_name) : nullptr;
}

PyObject* to_move(PyObject* self, void*) {
  return filled(self) ? PyObject_GetAttr(slot(self, core_slot), to_move_name) : nullptr;
}

PyMethodDef play_method{"play", play, METH_O, "play($self, move, /)\n--\n\nThe state after a legal move."};
PyGetSetDef over_property{"over", over, nullptr, "Whether the game has ended.", nullptr};
PyGetSetDef to_move_property{"to_move", to_move, nullptr, "The seat to move, or ``CHANCE``.", nullptr};

Py_ssize_t offset_of(PyTypeObject* type, const char* name) {
  const nb::object member = nb::steal(PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), name));
  if (!member.is_valid()) throw nb::python_error();
  if (!Py_IS_TYPE(member.ptr(), &PyMemberDescr_Type)) throw nb::type_error("expected a class with slots");
  return reinterpret_cast<PyMemberDescrObject*>(member.ptr())->d_member->offset;
}

void install(PyTypeObject* type, PyObject* descriptor, const char* name) {
  const nb::object owned = nb::steal(descriptor);
  if (!owned.is_valid() || PyObject_SetAttrString(reinterpret_cast<PyObject*>(type), name, descriptor) < 0)
    throw nb::python_error();
}

void answer_quickly(nb::type_object given) {
  auto* type = reinterpret_cast<PyTypeObject*>(given.ptr());
  if (state_type) throw nb::type_error("there is one class of states, and it answers already");
  game_slot = offset_of(type, "game");
  core_slot = offset_of(type, "core");
  codes_name = PyUnicode_InternFromString("_codes");
  play_name = PyUnicode_InternFromString("play");
  over_name = PyUnicode_InternFromString("over");
  to_move_name = PyUnicode_InternFromString("to_move");
  if (!codes_name || !play_name || !over_name || !to_move_name) throw nb::python_error();
  Py_INCREF(type);
  state_type = type;
  install(type, PyDescr_NewMethod(type, &play_method), "play");
  install(type, PyDescr_NewGetSet(type, &over_property), "over");
  install(type, PyDescr_NewGetSet(type, &to_move_property), "to_move");
}

nb::object called(PyObject* function, PyObject* first, PyObject* second) {
  PyObject* arguments[] = {nullptr, first, second};
  return nb::steal(PyObject_Vectorcall(function, arguments + 1, 2 | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr));
}

// What the seat's player did wrong is raised by `blame`, unless it is nothing that a player does.
[[noreturn]] void put_down(int seat, nb::handle blame, PyObject* kind) {
  if (!PyErr_ExceptionMatches(kind)) throw nb::python_error();
  const nb::python_error error;
  blame(seat, error.value());
  throw nb::value_error("blame: expected a function that raises");
}

std::pair<nb::object, std::vector<double>> play_out(nb::object state, nb::typed<nb::list, nb::any> acts,
                                                    const std::vector<std::uint64_t>& seeds,
                                                    nb::typed<nb::list, nb::str> moves, int longest, nb::handle illegal,
                                                    nb::handle blame) {
  using Clock = std::chrono::steady_clock;
  if (!state_type || Py_TYPE(state.ptr()) != state_type) throw nb::type_error("expected a state of the core");
  if (acts.size() != seeds.size() ||
      nb::cast<std::size_t>(nb::object(state.attr("game")).attr("players")) != seeds.size())
    throw nb::value_error("seeds: expected one for each of the players");
  std::vector<double> spent(seeds.size());
  for (int ply = 0; ply < longest; ++ply) {
    const nb::object ended = nb::steal(over(state.ptr(), nullptr));
    if (!ended.is_valid()) throw nb::python_error();
    if (ended.is(Py_True)) break;
    const nb::object mover = nb::steal(to_move(state.ptr(), nullptr));
    if (!mover.is_valid()) throw nb::python_error();
    const int seat = nb::cast<int>(mover);
    if (seat < 0) break;
    const Clock::time_point began = Clock::now();
    const nb::object seed = nb::steal(PyLong_FromUnsignedLongLong(seeds[seat] + ply));
    const nb::object move = called(nb::handle(acts[seat]).ptr(), state.ptr(), seed.ptr());
    if (!move.is_valid()) put_down(seat, blame, PyExc_Exception);
    spent[seat] += std::chrono::duration<double>(Clock::now() - began).count();
    nb::object next = nb::steal(play(state.ptr(), move.ptr()));
    if (!next.is_valid()) put_down(seat, blame, illegal.ptr());
    moves.append(move);
    state = std::move(next);
  }
  return {state, spent};
}

}  // namespace

void bind_quick_state(nb::module_& module) {
  module.def(
      "play_out", &play_out, nb::arg("state"), nb::arg("acts"), nb::arg("seeds"), nb::arg("moves"), nb::arg("longest"),
      nb::arg("illegal"), nb::arg("blame"),
      "Ask whoever is to move, with the state and its seed plus the ply, until the game is over, at a chance move, or "
      "after so many moves, which are added to the list. Returns the last state, and how long each seat took.");
  module.def("answer_quickly", &answer_quickly, nb::arg("states"),
             "Give the class of states, with slots for game and core, its play, over and to_move.");
}

}  // namespace kibitz
