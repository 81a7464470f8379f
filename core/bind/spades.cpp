#include "games/spades.hpp"

#include "bind/bind_cards.hpp"
#include "bind/games.hpp"
#include "evaluation/spades.hpp"
#include "evaluation/spades_moves.hpp"
#include "evaluation/spades_play.hpp"

namespace kibitz {

namespace {

using Handle = GameHandle<Spades>;

Spades with_options(int players, int cards, const std::optional<std::vector<int>>& fixed_bids, bool trick_points,
                    bool lead_any, int bag_limit, int bag_penalty, int lowest_bid, int hands, int limit, bool open) {
  require_range("players", players, 2, Spades::seats);
  require_range("cards", cards, 1, cards::pack_size / players);
  require_range("bag_limit", bag_limit, 0, 200);
  require_range("bag_penalty", bag_penalty, 0, Spades::most_penalty);
  require_range("lowest_bid", lowest_bid, 0, cards);
  require_range("hands", hands, 1, Spades::most_hands);
  require_range("limit", limit, 0, 1'000'000);
  Spades game;
  game.seats_taken = players;
  game.cards_each = cards;
  game.trick_points = trick_points;
  game.bids = trick_points ? Spades::Bids::none : fixed_bids ? Spades::Bids::fixed : Spades::Bids::play;
  if (game.bids == Spades::Bids::fixed) {
    for (const int bid : *fixed_bids) require_range("a bid", bid, 0, cards);
    fill_seats(*fixed_bids, players, "bids", game.fixed_bids);
  }
  game.lead_any = lead_any;
  game.bag_limit = bag_limit;
  game.bag_penalty = bag_penalty;
  game.lowest_bid = lowest_bid;
  game.hands = hands;
  game.limit = limit;
  game.open = open;
  return game;
}

template <class P>
void bind_parts(nb::class_<P> type) {
  bind_card_parts<Spades, P>(type);
  type.def_prop_ro(
          "bids",
          [](const P& p) {
            std::vector<std::optional<int>> bids;
            for (int seat = 0; seat < p.game->players(); ++seat)
              bids.push_back(!p.game->trick_points && p.game->has_bid(p.state, seat)
                                 ? std::optional(p.game->bid(p.state, seat))
                                 : std::nullopt);
            return bids;
          },
          "By seat, None before it has bid.")
      .def_prop_ro("tricks", [](const P& p) { return first(p.state.tricks, p.game->players()); })
      .def_prop_ro(
          "points", [](const P& p) { return first(p.state.points, p.game->players()); }, "Of earlier hands.")
      .def_prop_ro("bags", [](const P& p) { return first(p.state.bags, p.game->players()); }, "Of earlier hands.");
}

}  // namespace

void bind_spades(nb::module_& module) {
  auto [game, state] = bind_game<Spades>(module, "Spades");
  game.def(
      "__init__",
      [](Handle* self, int players, int cards, const std::optional<std::vector<int>>& bids, bool trick_points,
         bool lead_any, int bag_limit, int bag_penalty, int lowest_bid, int hands, int limit, bool open) {
        new (self) Handle{std::make_shared<Spades>(with_options(players, cards, bids, trick_points, lead_any, bag_limit,
                                                                bag_penalty, lowest_bid, hands, limit, open))};
      },
      nb::arg("players"), nb::arg("cards"), nb::arg("bids").none(), nb::arg("trick_points"), nb::arg("lead_any"),
      nb::arg("bag_limit"), nb::arg("bag_penalty"), nb::arg("lowest_bid"), nb::arg("hands"), nb::arg("limit"),
      nb::arg("open"));
  game.def(
      "make",
      [](const Handle& h, const std::vector<std::uint64_t>& deal, const std::vector<std::uint64_t>& moves, int hand,
         const std::vector<int>& points, const std::vector<int>& bags, std::uint64_t seed) {
        const Spades& rules = *h.game;
        Spades::State start;
        fill_seats(deal, rules.players(), "deal", start.hands);
        if (!rules.valid_deal(start)) throw nb::value_error("deal: these hands cannot be dealt");
        require_range("hand", hand, 0, rules.hands - 1);
        start.hand = static_cast<std::uint16_t>(hand);
        fill_seats(points, rules.players(), "points", start.points);
        fill_seats(bags, rules.players(), "bags", start.bags);
        start.seed = seed;
        start.leader = static_cast<std::uint8_t>(rules.first_leader(start));
        if (!rules.valid_accounts(start))
          throw nb::value_error("points, bags, seed: no game has these before this hand");
        const auto made = replayed<Spades>(h.game, start, moves);
        return checked<Spades>(h.game, made.state, "no game of spades reaches this");
      },
      nb::arg("deal"), nb::arg("moves"), nb::arg("hand"), nb::arg("points"), nb::arg("bags"), nb::arg("seed"),
      "A state from the deal of this hand, its moves so far, and what earlier hands left.");
  bind_parts(state);
  bind_parts(view_type<Spades>());
  bind_weighed_worlds<Spades>(view_type<Spades>());
  bind_walked_worlds<Spades>(view_type<Spades>());
  bind_listed_worlds<Spades>(view_type<Spades>());
  bind_decided<Spades>(state);
}

}  // namespace kibitz
