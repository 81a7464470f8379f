#include "games/chinese_checkers.hpp"

#include "bind/bind_game.hpp"
#include "bind/games.hpp"
#include "evaluation/chinese_checkers.hpp"
#include "evaluation/chinese_checkers_moves.hpp"

namespace kibitz {

void bind_chinese_checkers(nb::module_& module) {
  using G = ChineseCheckers;
  using Handle = GameHandle<G>;
  auto [game, state] = bind_game<G>(module, "ChineseCheckers");
  game.def(
      "__init__",
      [](Handle* self, int players, bool stop_anywhere, int turns) {
        if (players != 2 && players != 3 && players != 4 && players != 6)
          throw nb::value_error("players must be 2, 3, 4 or 6");
        if (turns < 1 || turns > 10000) throw nb::value_error("turns must be from 1 to 10000");
        new (self) Handle{std::make_shared<G>(G{players, stop_anywhere, turns})};
      },
      nb::arg("players"), nb::arg("stop_anywhere"), nb::arg("turns"));
  game.def(
      "make",
      [](const Handle& h, const std::vector<std::vector<int>>& pawns, int to_move, int plies) {
        G::State made;
        if (pawns.size() != static_cast<std::size_t>(h.game->players()))
          throw nb::value_error("there must be pawns for every seat and no other");
        for (std::size_t seat = 0; seat < pawns.size(); ++seat)
          for (const int hole : pawns[seat]) {
            if (hole < 0 || hole >= star::holes) throw nb::value_error("holes are numbered from 0 to 120");
            if (made.pawns[seat].has(hole)) throw nb::value_error("a hole is named twice");
            made.pawns[seat].add(hole);
          }
        require_seat(*h.game, to_move);
        if (plies < 0 || plies > h.game->last_ply())
          throw nb::value_error(("plies must be from 0 to " + std::to_string(h.game->last_ply())).c_str());
        made.mover = static_cast<std::uint8_t>(to_move);
        made.plies = static_cast<std::uint16_t>(plies);
        made.winner = static_cast<std::int8_t>(h.game->winner_of(made));
        return checked<G>(
            h.game, made,
            "no game reaches these pawns: ten a seat, one to a hole, none in a camp where it may not stop, "
            "at most one full goal with a pawn of its owner in it");
      },
      nb::arg("pawns"), nb::arg("to_move"), nb::arg("plies"));
  state
      .def_prop_ro("pawns",
                   [](const Position<G>& p) {
                     std::vector<std::vector<int>> pawns(p.game->players());
                     for (int seat = 0; seat < p.game->players(); ++seat)
                       p.state.pawns[seat].each([&](int hole) { pawns[seat].push_back(hole); });
                     return pawns;
                   })
      .def_prop_ro("plies", [](const Position<G>& p) { return static_cast<int>(p.state.plies); })
      .def_prop_ro("winner", [](const Position<G>& p) { return static_cast<int>(p.state.winner); });
}

}  // namespace kibitz
