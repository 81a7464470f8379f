#include "games/hearts.hpp"

#include "bind/bind_cards.hpp"
#include "bind/games.hpp"
#include "evaluation/hearts.hpp"
#include "evaluation/hearts_moves.hpp"
#include "evaluation/hearts_play.hpp"

namespace kibitz {

namespace {

using Handle = GameHandle<Hearts>;

Hearts with_options(int players, int cards, const std::string& passing, bool moon, bool clean_first_trick, int hands,
                    int limit, bool open) {
  require_range("players", players, 3, Hearts::seats);
  require_range("cards", cards, 1, cards::size(Hearts::pack_of(players)) / players);
  require_range("hands", hands, 1, Hearts::most_hands);
  require_range("limit", limit, 0, 1'000'000);
  static const std::array<std::string, 5> directions = {"none", "left", "right", "across", "rotate"};
  const auto direction = std::find(directions.begin(), directions.end(), passing);
  if (direction == directions.end()) throw nb::value_error("passing must be none, left, right, across or rotate");
  Hearts game;
  game.seats_taken = players;
  game.cards_each = cards;
  game.passing = static_cast<Hearts::Passing>(direction - directions.begin());
  if (game.passing == Hearts::Passing::across && players % 2 == 1)
    throw nb::value_error("passing across needs an even number of players");
  game.moon = moon;
  game.clean_first_trick = clean_first_trick;
  game.hands = hands;
  game.limit = limit;
  game.open = open;
  return game;
}

template <class P>
void bind_parts(nb::class_<P> type) {
  bind_card_parts<Hearts, P>(type);
  type.def_prop_ro(
          "taken", [](const P& p) { return first(p.game->taken_in_hand(p.state), p.game->players()); },
          "Penalty points by seat in this hand.")
      .def_prop_ro(
          "points",
          [](const P& p) {
            const auto taken = p.game->taken_in_hand(p.state);
            std::vector<int> earlier;
            for (int seat = 0; seat < p.game->players(); ++seat) earlier.push_back(p.state.points[seat] - taken[seat]);
            return earlier;
          },
          "Penalty points by seat in earlier hands.")
      .def_prop_ro(
          "choosing", [](const P& p) { return p.game->choosing(p.state); }, "Whether cards to pass are being chosen.")
      .def_prop_ro(
          "shift", [](const P& p) { return p.game->shift(p.state.hand); },
          "How many seats on cards are passed in this hand, 0 for none.");
}

}  // namespace

void bind_hearts(nb::module_& module) {
  auto [game, state] = bind_game<Hearts>(module, "Hearts");
  game.def(
      "__init__",
      [](Handle* self, int players, int cards, const std::string& passing, bool moon, bool clean_first_trick, int hands,
         int limit, bool open) {
        new (self) Handle{std::make_shared<Hearts>(
            with_options(players, cards, passing, moon, clean_first_trick, hands, limit, open))};
      },
      nb::arg("players"), nb::arg("cards"), nb::arg("passing"), nb::arg("moon"), nb::arg("clean_first_trick"),
      nb::arg("hands"), nb::arg("limit"), nb::arg("open"));
  game.def(
      "make",
      [](const Handle& h, const std::vector<std::uint64_t>& deal, const std::vector<std::uint64_t>& moves, int hand,
         const std::vector<int>& points, std::uint64_t seed) {
        const Hearts& rules = *h.game;
        Hearts::State start;
        fill_seats(deal, rules.players(), "deal", start.hands);
        if (!rules.valid_deal(start)) throw nb::value_error("deal: these hands cannot be dealt");
        require_range("hand", hand, 0, rules.hands - 1);
        start.hand = static_cast<std::uint16_t>(hand);
        fill_seats(points, rules.players(), "points", start.points);
        start.seed = seed;
        if (!rules.valid_accounts(start)) throw nb::value_error("points, seed: no game has these before this hand");
        const auto made = replayed<Hearts>(h.game, rules.opened(start), moves);
        return checked<Hearts>(h.game, made.state, "no game of hearts reaches this");
      },
      nb::arg("deal"), nb::arg("moves"), nb::arg("hand"), nb::arg("points"), nb::arg("seed"),
      "A state from the deal of this hand, its moves so far, and what earlier hands left.");
  bind_parts(state);
  bind_parts(view_type<Hearts>());
  bind_weighed_worlds<Hearts>(view_type<Hearts>());
  bind_walked_worlds<Hearts>(view_type<Hearts>());
  bind_listed_worlds<Hearts>(view_type<Hearts>());
  bind_decided<Hearts>(state);
}

}  // namespace kibitz
