#include "games/abalone.hpp"

#include "bind/bind_game.hpp"
#include "bind/games.hpp"
#include "evaluation/abalone.hpp"

namespace kibitz {

void bind_abalone(nb::module_& module) {
  using G = Abalone;
  using Handle = GameHandle<G>;
  auto [game, state] = bind_game<G>(module, "Abalone");
  game.def(
      "__init__",
      [](Handle* self, int players, bool daisy, int goal, int turns) {
        if (players != 2 && players != 3) throw nb::value_error("players must be 2 or 3");
        if (daisy && players != 2) throw nb::value_error("the daisy is for two players");
        if (goal < 1 || goal > (players == 2 ? 14 : 22))
          throw nb::value_error("goal must be from 1 to the number of opposing marbles");
        if (turns < 1 || turns > 10000) throw nb::value_error("turns must be from 1 to 10000");
        const auto arrangement = daisy ? G::Start::daisy : G::Start::standard;
        new (self) Handle{std::make_shared<G>(G{players, arrangement, goal, turns})};
      },
      nb::arg("players"), nb::arg("daisy"), nb::arg("goal"), nb::arg("turns"));
  game.def(
      "make",
      [](const Handle& h, const std::vector<std::vector<int>>& marbles, const std::vector<int>& ejected, int to_move,
         int plies) {
        G::State made;
        const auto seats = static_cast<std::size_t>(h.game->players());
        if (marbles.size() != seats || ejected.size() != seats)
          throw nb::value_error("there must be marbles and a number ejected for every seat and no other");
        for (std::size_t seat = 0; seat < seats; ++seat) {
          for (const int cell : marbles[seat]) {
            if (cell < 0 || cell >= hexagon::cells) throw nb::value_error("cells are numbered from 0 to 60");
            if (made.marbles[seat] & hexagon::one(cell)) throw nb::value_error("a cell is named twice");
            made.marbles[seat] |= hexagon::one(cell);
          }
          if (ejected[seat] < 0 || ejected[seat] > h.game->goal)
            throw nb::value_error(("ejected must be from 0 to " + std::to_string(h.game->goal)).c_str());
          made.ejected[seat] = static_cast<std::uint8_t>(ejected[seat]);
        }
        require_seat(*h.game, to_move);
        if (plies < 0 || plies > h.game->last_ply())
          throw nb::value_error(("plies must be from 0 to " + std::to_string(h.game->last_ply())).c_str());
        made.mover = static_cast<std::uint8_t>(to_move);
        made.plies = static_cast<std::uint16_t>(plies);
        return checked<G>(h.game, made,
                          "no game reaches these marbles: one to a cell, those that are gone ejected by another seat, "
                          "at most one seat with its goal");
      },
      nb::arg("marbles"), nb::arg("ejected"), nb::arg("to_move"), nb::arg("plies"));
  state
      .def_prop_ro("marbles",
                   [](const Position<G>& p) {
                     std::vector<std::vector<int>> marbles(p.game->players());
                     for (int seat = 0; seat < p.game->players(); ++seat)
                       hexagon::each(p.state.marbles[seat], [&](int cell) { marbles[seat].push_back(cell); });
                     return marbles;
                   })
      .def_prop_ro("ejected",
                   [](const Position<G>& p) {
                     return std::vector<int>(p.state.ejected.begin(), p.state.ejected.begin() + p.game->players());
                   })
      .def_prop_ro("plies", [](const Position<G>& p) { return static_cast<int>(p.state.plies); });
}

}  // namespace kibitz
