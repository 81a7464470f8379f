#include "bind/python_game.hpp"

#include "bind/bind_game.hpp"
#include "bind/games.hpp"

namespace kibitz {

// The state of a game written in Python, with the methods that the states of native games have for searches.
void bind_python_game(nb::module_& module) {
  using Handle = GameHandle<PyGame>;
  using P = Position<PyGame>;
  using V = View<PyGame>;

  auto state = nb::class_<P>(module, "PythonState");
  state.def_prop_ro("state", [](const P& p) { return p.state.object; });
  bind_perft<PyGame>(state);
  bind_searches<PyGame>(state);
  auto view = nb::class_<V>(module, "PythonView");
  bind_view_searches<PyGame>(view);
  bind_view_replies<PyGame, P, V>(view);

  nb::class_<Handle>(module, "PythonGame")
      .def(
          "__init__", [](Handle* self, nb::object game) { new (self) Handle{std::make_shared<PyGame>(game)}; },
          nb::arg("game"))
      .def(
          "position", [](const Handle& h, nb::object given) { return P{h.game, {given}}; }, nb::arg("state"))
      .def(
          "view",
          [](const Handle& h, nb::object given, int seat) {
            require_seat(*h.game, seat);
            return V{h.game, PyGame::seen(given), seat};
          },
          nb::arg("view"), nb::arg("seat"))
      .def(
          "move_text", [](const Handle& h, PyGame::Move move) { return nb::borrow<nb::str>(h.game->text(move)); },
          nb::arg("code"));
}

}  // namespace kibitz
