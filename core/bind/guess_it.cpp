#include "games/guess_it.hpp"

#include "bind/bind_game.hpp"
#include "bind/games.hpp"
#include "evaluation/guess_it.hpp"
#include "evaluation/guess_it_moves.hpp"
#include "specialists/guess_it/habits.hpp"

namespace kibitz {

namespace {

std::vector<int> listed(GuessIt::Cards cards) {
  std::vector<int> list;
  for (; cards; cards &= cards - 1) list.push_back(__builtin_ctz(cards) + 1);
  return list;
}

GuessIt::Cards hand(const GuessIt& game, const std::vector<int>& cards) {
  GuessIt::Cards set = 0;
  for (const int card : cards) {
    if (card < 1 || card > game.pack_size())
      throw nb::value_error(
          ("hands: " + std::to_string(card) + " is not a card from 1 to " + std::to_string(game.pack_size())).c_str());
    set |= GuessIt::bit(card);
  }
  if (static_cast<int>(cards.size()) != game.cards || __builtin_popcount(set) != game.cards)
    throw nb::value_error(("hands: each hand has " + std::to_string(game.cards) + " different cards").c_str());
  return set;
}

// The parts of a position, and of a view, where what the seat has not seen is missing from the hands.
template <class P>
void bind_parts(nb::class_<P>& bound) {
  bound.def_prop_ro("hands", [](const P& p) { return std::pair(listed(p.state.hands[0]), listed(p.state.hands[1])); })
      .def_prop_ro("unplaced", [](const P& p) { return listed(p.game->unplaced(p.state)); })
      .def_prop_ro("face_up", [](const P& p) { return listed(p.state.face_up); })
      .def_prop_ro("pending", [](const P& p) { return GuessIt::pending(p.state); })
      .def_prop_ro("named", [](const P& p) { return static_cast<int>(p.state.named); })
      .def(
          "candidates",
          [](const P& p, int seat) {
            require_seat(*p.game, seat);
            if constexpr (requires { p.seat; })
              if (seat != p.seat) throw nb::value_error("a view knows only what its own seat knows");
            return listed(p.game->centre_candidates(p.state, seat));
          },
          nb::arg("seat"), "The cards that may be the centre for all that the seat has seen.")
      .def_prop_ro("history", [](const P& p) {
        const auto moves = p.game->history(p.state);
        return std::vector<std::uint64_t>(moves.begin(), moves.end());
      });
}

}  // namespace

void bind_guess_it(nb::module_& module) {
  auto [game, state] = bind_game<GuessIt>(module, "GuessIt");
  auto view = nb::borrow<nb::class_<View<GuessIt>>>(nb::type<View<GuessIt>>());
  using Handle = GameHandle<GuessIt>;
  game.def(
      "__init__",
      [](Handle* self, int cards) {
        if (cards < 1 || cards > GuessIt::most_cards) throw nb::value_error("cards must be from 1 to 8");
        new (self) Handle{std::make_shared<GuessIt>(GuessIt{cards})};
      },
      nb::arg("cards"));
  game.def(
      "make",
      [](const Handle& h, const std::vector<int>& first, const std::vector<int>& second,
         const std::vector<std::uint64_t>& history) {
        GuessIt::State state{.hands = {hand(*h.game, first), hand(*h.game, second)}};
        if (state.hands[0] & state.hands[1]) throw nb::value_error("hands: a card is in both");
        for (std::size_t turn = 0; turn < history.size(); ++turn) {
          if (history[turn] > 0xff || !h.game->legal(state, static_cast<GuessIt::Move>(history[turn])))
            throw nb::value_error(("history: move " + std::to_string(turn + 1) + " is not legal there").c_str());
          state = h.game->play(state, static_cast<GuessIt::Move>(history[turn]));
        }
        return checked<GuessIt>(h.game, state, "no game of Guess It reaches this");
      },
      nb::arg("first"), nb::arg("second"), nb::arg("history"));
  bind_parts(state);
  bind_parts(view);
}

}  // namespace kibitz
