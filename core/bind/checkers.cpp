#include "games/checkers.hpp"

#include "bind/bind_game.hpp"
#include "bind/games.hpp"
#include "evaluation/checkers.hpp"

namespace kibitz {

void bind_checkers(nb::module_& module) {
  auto [game, state] = bind_game<Checkers>(module, "Checkers");
  using Handle = GameHandle<Checkers>;
  using P = Position<Checkers>;
  game.def(
      "__init__",
      [](Handle* self, int quiet, int repetitions) {
        if (quiet < 0 || quiet > Checkers::longest_record / 2) throw nb::value_error("quiet must be from 0 to 40");
        if (repetitions < 0 || repetitions == 1 || repetitions > 9)
          throw nb::value_error("repetitions must be 0 or from 2 to 9");
        new (self) Handle{std::make_shared<Checkers>(Checkers{.quiet = quiet, .repetitions = repetitions})};
      },
      nb::arg("quiet"), nb::arg("repetitions"));
  game.def(
      "make",
      [](const Handle& h, std::uint32_t black, std::uint32_t white, std::uint32_t kings, std::uint8_t seat,
         std::uint16_t clock, const std::vector<std::uint8_t>& record) {
        if (record.size() > Checkers::longest_record) throw nb::value_error("a record has at most 80 plies");
        Checkers::State parts;
        parts.pieces = {black, white};
        parts.kings = kings;
        parts.seat = seat;
        parts.clock = clock;
        parts.recorded = static_cast<std::uint8_t>(record.size());
        std::copy(record.begin(), record.end(), parts.record.begin());
        return checked<Checkers>(h.game, parts, "no game of checkers reaches this position with this clock and record");
      },
      nb::arg("black"), nb::arg("white"), nb::arg("kings"), nb::arg("seat"), nb::arg("clock"), nb::arg("record"),
      "A position from bit sets of squares, the quiet plies and the recorded king steps (square | direction << 5).");
  state.def_prop_ro("pieces", [](const P& p) { return p.state.pieces; })
      .def_prop_ro("kings", [](const P& p) { return p.state.kings; })
      .def_prop_ro("clock", [](const P& p) { return p.state.clock; })
      .def_prop_ro("record", [](const P& p) {
        return std::vector<std::uint8_t>(p.state.record.begin(), p.state.record.begin() + p.state.recorded);
      });
}

}  // namespace kibitz
