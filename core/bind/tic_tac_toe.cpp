#include "games/tic_tac_toe.hpp"

#include "bind/bind_game.hpp"
#include "bind/games.hpp"
#include "evaluation/tic_tac_toe.hpp"

namespace kibitz {

void bind_tic_tac_toe(nb::module_& module) {
  auto [game, state] = bind_game<TicTacToe>(module, "TicTacToe");
  using Handle = GameHandle<TicTacToe>;
  game.def("__init__", [](Handle* self) { new (self) Handle{std::make_shared<TicTacToe>()}; });
  game.def(
      "make",
      [](const Handle& h, std::uint16_t x, std::uint16_t o) {
        return checked<TicTacToe>(h.game, {{x, o}}, "no game of tic-tac-toe reaches these marks");
      },
      nb::arg("x"), nb::arg("o"));
  state.def_prop_ro("marks", [](const Position<TicTacToe>& p) { return p.state.marks; });
}

}  // namespace kibitz
