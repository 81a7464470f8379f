// A game written in Python (a kibitz.Game) as one more template argument: it gets every search, slower.
//
// States are Python objects, moves are numbers for the texts that the game has used so far. What the game answers is
// checked here, since a search indexes arrays with it. Which capabilities it has is known at run time only.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <vector>

#include "evaluation/move_features.hpp"
#include "games/capabilities.hpp"

namespace kibitz {

namespace nb = nanobind;

class PyGame {
 public:
  static constexpr bool holds_gil = true;
  static constexpr int max_moves = 1024;
  static constexpr int deepest = 600;  // plies below the root that a recursion may go: the stack is finite

  using Move = std::uint32_t;
  using Outcome = Scores;

  // `over` and `key` are remembered once known: the searches ask for them again and again. The game answers for its
  // states, a view of one seat answers for itself.
  struct State {
    nb::object object;
    int ply = 0;
    bool is_view = false;
    mutable std::optional<bool> over = std::nullopt;
    mutable std::optional<std::uint64_t> key = std::nullopt;
    bool operator==(const State& other) const { return object.is(other.object) || object.equal(other.object); }
  };

  // The game keeps this object, so this object must not keep the game: states do.
  explicit PyGame(nb::object game) : game_(game) {
    players_ = whole(game.attr("players"), "players");
    if (players_ < 1 || players_ > max_players)
      refuse("has " + std::to_string(players_) + " players; searches take 1 to 8");
    const nb::object names = game.attr("capabilities");
    const auto offers = [&](const char* name) { return truth(names.attr("__contains__")(name)); };
    evaluated_ = offers("evaluated");
    enumerable_ = offers("enumerable");
    staged_ = offers("staged");
    weighted_ = offers("weighted");
    chancy_ = offers("chancy");
  }

  bool operator==(const PyGame& other) const { return game().equal(other.game()); }

  // The rules.

  int players() const { return players_; }

  int to_move(const State& state) const {
    static PyObject* const name = interned("to_move");
    const int seat = whole(state.is_view ? nb::object(state.object.attr("to_move")) : call(name, state), "to_move");
    if (seat < chance_seat || seat >= players_) refuse("says seat " + std::to_string(seat) + " is to move");
    return seat;
  }

  void moves(const State& state, Moves<PyGame>& list) const {
    static PyObject* const name = interned("moves");
    const nb::object found = state.is_view ? state.object.attr("moves")() : call(name, state);
    const nb::object fast = nb::steal(PySequence_Fast(found.ptr(), "moves: expected a list of texts"));
    if (!fast.is_valid()) throw nb::python_error();
    const Py_ssize_t count = PySequence_Fast_GET_SIZE(fast.ptr());
    if (count > max_moves) refuse("has more than " + std::to_string(max_moves) + " moves in a state");
    for (Py_ssize_t i = 0; i < count; ++i) list.push(code(PySequence_Fast_GET_ITEM(fast.ptr(), i)));
    state.over = count == 0;
  }

  State play(const State& state, Move move) const {
    static PyObject* const name = interned("play");
    if (state.ply >= deepest)
      refuse("goes on for more than " + std::to_string(deepest) + " moves; give the search a depth");
    const nb::object text = texts_.at(move);
    return {call(name, state, text.ptr()), state.ply + 1};
  }

  // The same state as the first of a search, for those that play in a loop and not by recursion.
  State rooted(const State& state) const {
    State root = state;
    root.ply = 0;
    return root;
  }

  bool over(const State& state) const {
    static PyObject* const name = interned("over");
    if (!state.over) state.over = truth(state.is_view ? nb::object(state.object.attr("over")) : call(name, state));
    return *state.over;
  }

  Scores scores(const State& state) const {
    static PyObject* const name = interned("scores");
    return vector(call(name, state), "scores");
  }

  Outcome outcome(const State& state) const {
    static PyObject* const name = interned("outcome");
    return vector(call(name, state), "outcome");
  }

  std::uint64_t key(const State& state) const {
    static PyObject* const name = interned("key");
    if (!state.key) {
      const nb::object found = state.is_view ? nb::getattr(state.object, "key", nb::int_(0)) : call(name, state);
      state.key = PyLong_AsUnsignedLongLongMask(found.ptr());
      if (PyErr_Occurred()) throw nb::python_error();
    }
    return *state.key;
  }

  // Capabilities.

  bool evaluated() const { return evaluated_; }
  bool enumerable() const { return enumerable_; }
  bool staged() const { return staged_; }

  std::vector<Outcome> outcomes() const {
    std::vector<Outcome> list;
    for (const nb::handle item : nb::iter(game().attr("outcomes")()))
      list.push_back(vector(nb::borrow(item), "outcomes"));
    return list;
  }

  bool stage_end(const State& state) const {
    static PyObject* const name = interned("stage_end");
    return !staged_ || truth(call(name, state));
  }

  void representatives(const State& state, Moves<PyGame>& list, MoveList<int, max_moves>& weights) const {
    static PyObject* const name = interned("representatives");
    if (!weighted_) {
      moves(state, list);
      for (int i = 0; i < list.size(); ++i) weights.push(1);
      return;
    }
    for (const nb::handle item : nb::iter(call(name, state))) {
      const int weight = whole(item[1], "representatives");
      if (weight < 1) refuse("says that a move stands for " + std::to_string(weight));
      list.push(code(nb::object(item[0]).ptr()));
      weights.push(weight);
    }
    state.over = list.empty();
  }

  bool has_chance() const { return chancy_; }
  std::vector<double> chance(const State& state) const {
    static PyObject* const name = interned("chance");
    std::vector<double> probabilities;
    for (const nb::handle item : nb::iter(call(name, state))) probabilities.push_back(number(item.ptr()));
    Moves<PyGame> list;
    moves(state, list);
    if (list.size() != static_cast<int>(probabilities.size()))
      refuse("gives another number of probabilities than moves");
    return probabilities;
  }

  State turned(const State& state, int seat) const { return {game().attr("turned")(state.object, seat), state.ply}; }

  bool hidden() const { return nb::cast<bool>(game().attr("hidden")); }
  State view(const State& state, int seat) const { return seen(game().attr("view")(state.object, seat)); }
  static State seen(nb::object view) { return {.object = std::move(view), .is_view = true}; }

  bool sees(const State& state, Move move, int seat) const {
    return !game().attr("event")(state.object, texts_.at(move), seat).attr("move").is_none();
  }

  State sample_deal(const State& view, int, Random& random) const {
    const nb::object drawn = nb::module_::import_("kibitz.random").attr("Random")(random.next(), "sample");
    return {game().attr("sample_deal")(view.object, drawn)};
  }

  std::vector<std::optional<Move>> history(const State& view) const {
    std::vector<std::optional<Move>> list;
    for (const nb::handle item : nb::iter(game().attr("history")(view.object)))
      list.push_back(item.is_none() ? std::nullopt : std::optional(code(item.ptr())));
    return list;
  }

  // The evaluation.

  nb::object feature_names() const {
    if (!evaluated_) throw std::invalid_argument("the game has no evaluation");
    return nb::steal(PySequence_Tuple(nb::object(game().attr("features")).ptr()));
  }

  void features(const State& state, int seat, std::span<double> out) const {
    static PyObject* const name = interned("feature_values");
    if (!names_.is_valid()) names_ = feature_names();
    const nb::object seat_number = nb::int_(seat);
    const nb::object values = call(name, state, seat_number.ptr());
    if (static_cast<Py_ssize_t>(out.size()) > PyTuple_GET_SIZE(names_.ptr())) refuse("has fewer features than weights");
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = item(values.ptr(), PyTuple_GET_ITEM(names_.ptr(), i));
  }

  std::vector<Interval> intervals(const nb::object& by_name) const {
    std::vector<Interval> list;
    for (const nb::handle name : feature_names()) {
      const nb::object pair = by_name[name];
      list.push_back({number(nb::object(pair[0]).ptr()), number(nb::object(pair[1]).ptr())});
    }
    return list;
  }

  // What a move is like, by name; a game may say nothing of it.
  std::vector<std::string> move_feature_names() const {
    std::vector<std::string> list;
    for (const nb::handle name : nb::iter(nb::object(game().attr("move_feature_names"))))
      list.emplace_back(nb::str(name).c_str());
    return list;
  }

  void move_features(const State& state, Move move, std::span<double> out) const {
    static PyObject* const name = interned("move_features");
    const nb::object values = call(name, state, texts_.at(move).ptr());
    std::size_t next = 0;
    for (const nb::handle feature : nb::iter(nb::object(game().attr("move_feature_names"))))
      if (next < out.size()) out[next++] = item(values.ptr(), feature.ptr());
  }

  nb::object game() const {
#if PY_VERSION_HEX >= 0x030D0000
    PyObject* alive = nullptr;
    if (PyWeakref_GetRef(game_.ptr(), &alive) < 0) throw nb::python_error();
    nb::object own = nb::steal(alive);
#else
    nb::object own = nb::borrow(PyWeakref_GetObject(game_.ptr()));
#endif
    if (!own.is_valid() || own.is_none()) throw nb::value_error("the game of this state no longer exists");
    return own;
  }

  const nb::object& text(Move move) const { return texts_.at(move); }

  [[noreturn]] void refuse(const std::string& what) const {
    throw nb::value_error((std::string(nb::str(game()).c_str()) + " " + what).c_str());
  }

 private:
  static PyObject* interned(const char* name) { return PyUnicode_InternFromString(name); }

  // Bindings that let go of the interpreter would crash here: say so instead.
  nb::object call(PyObject* name, const State& state, PyObject* extra = nullptr) const {
    if (!PyGILState_Check())
      throw std::logic_error("a search over a Python game must hold the interpreter: GilReleased<G>");
    const nb::object own = game();
    PyObject* arguments[] = {nullptr, own.ptr(), state.object.ptr(), extra};
    const std::size_t count = (extra ? 3 : 2) | PY_VECTORCALL_ARGUMENTS_OFFSET;
    nb::object answer = nb::steal(PyObject_VectorcallMethod(name, arguments + 1, count, nullptr));
    if (!answer.is_valid()) throw nb::python_error();
    return answer;
  }

  // Most games answer with a plain dict, which is asked directly.
  static double item(PyObject* values, PyObject* name) {
    if (PyDict_CheckExact(values)) {
      if (PyObject* found = PyDict_GetItemWithError(values, name)) return number(found);
      if (PyErr_Occurred()) throw nb::python_error();
    }
    const nb::object found = nb::steal(PyObject_GetItem(values, name));
    if (!found.is_valid()) throw nb::python_error();
    return number(found.ptr());
  }

  static double number(PyObject* object) {
    if (PyFloat_CheckExact(object)) return PyFloat_AS_DOUBLE(object);
    const double value = PyFloat_AsDouble(object);
    if (value == -1.0 && PyErr_Occurred()) throw nb::python_error();
    return value;
  }

  int whole(const nb::object& object, const char* what) const {
    const long value = PyLong_AsLong(object.ptr());
    if (value == -1 && PyErr_Occurred()) throw nb::python_error();
    if (value < -1'000'000 || value > 1'000'000) refuse(std::string("gives a strange number for ") + what);
    return static_cast<int>(value);
  }

  static bool truth(const nb::object& object) {
    const int value = PyObject_IsTrue(object.ptr());
    if (value < 0) throw nb::python_error();
    return value;
  }

  Scores vector(const nb::object& object, const char* what) const {
    const nb::object fast = nb::steal(PySequence_Fast(object.ptr(), what));
    if (!fast.is_valid()) throw nb::python_error();
    if (PySequence_Fast_GET_SIZE(fast.ptr()) != players_) refuse(std::string(what) + ": one number a seat is needed");
    Scores values{};
    for (int seat = 0; seat < players_; ++seat) values[seat] = number(PySequence_Fast_GET_ITEM(fast.ptr(), seat));
    return values;
  }

  // The number of a text, the same in every state of the game.
  Move code(PyObject* text) const {
    if (!PyUnicode_Check(text)) refuse("has a move that is not a text");
    if (PyObject* known = PyDict_GetItemWithError(codes_.ptr(), text))
      return static_cast<Move>(PyLong_AsUnsignedLong(known));
    if (PyErr_Occurred()) throw nb::python_error();
    const auto fresh = static_cast<Move>(texts_.size());
    texts_.push_back(nb::borrow(text));
    codes_[nb::handle(text)] = fresh;
    return fresh;
  }

  nb::weakref game_;
  int players_;
  bool evaluated_, enumerable_, staged_, weighted_, chancy_;
  mutable nb::object names_;
  mutable nb::dict codes_;
  mutable std::vector<nb::object> texts_;
};

template <>
struct Evaluation<PyGame> {
  static std::vector<std::string> names(const PyGame& game) {
    std::vector<std::string> list;
    for (const nb::handle name : game.feature_names()) list.emplace_back(nb::str(name).c_str());
    return list;
  }
  static std::vector<double> weights(const PyGame& game) {
    std::vector<double> list;
    const nb::object by_name = game.game().attr("weights");
    for (const nb::handle name : game.feature_names()) list.push_back(nb::cast<double>(by_name[name]));
    return list;
  }
  static std::vector<Interval> bounds(const PyGame& game) { return game.intervals(game.game().attr("bounds")); }
  static void features(const PyGame& game, const PyGame::State& state, int seat, std::span<double> out) {
    game.features(state, seat, out);
  }
  static void reachable(const PyGame& game, const PyGame::State& state, int seat, std::span<Interval> out) {
    const auto found = game.intervals(game.game().attr("reachable")(state.object, seat));
    for (std::size_t i = 0; i < out.size() && i < found.size(); ++i) out[i] = found[i];
  }
};

template <>
struct MoveFeatures<PyGame> {
  static std::vector<std::string> names(const PyGame& game) { return game.move_feature_names(); }
  static void features(const PyGame& game, const PyGame::State& state, PyGame::Move move, std::span<double> out) {
    game.move_features(state, move, out);
  }
};

}  // namespace kibitz
