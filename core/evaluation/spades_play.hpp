// Spades: light play, for the ends of simulated games. Takes a trick as cheaply as it can while tricks are wanted, and
// gives it away with the highest card that loses once they are not; one move in eight is any.
#pragma once

#include <algorithm>

#include "evaluation/light_cards.hpp"
#include "games/capabilities.hpp"
#include "games/spades.hpp"

namespace kibitz {

template <>
struct LightPlay<Spades> {
  using Card = cards::Card;
  using CardSet = cards::CardSet;
  static constexpr CardSet trumps = cards::suit_set(cards::spades);

  static Spades::Move pick(const Spades& game, const Spades::State& state, QuickRandom& random) {
    if (game.bidding(state)) return static_cast<Spades::Move>(Spades::first_bid + usual_bid(game, state, random));
    const CardSet legal = game.legal(state);
    if ((legal & (legal - 1)) == 0) return cards::lowest(legal);
    const std::uint64_t draw = random.next();
    const auto low = static_cast<std::uint32_t>(draw);
    if ((draw >> 61) == 0) return light_cards::any(legal, low);
    const auto bits = static_cast<unsigned>(draw >> 32);
    const int seat = cards::next_seat(state.leader, state.table, game.seats_taken);
    const bool wants = game.trick_points || state.tricks[seat] < game.bid(state, seat);
    return state.table == 0 ? lead(game, state, seat, legal, wants, low, bits) : follow(game, state, legal, wants, low);
  }

  // What the high cards and the trumps promise, in halves of a trick.
  static int half_tricks(CardSet hand) {
    int halves = cards::size(hand & trumps);
    for (int suit = 0; suit < 3; ++suit) {
      const CardSet own = hand & cards::suit_set(suit);
      halves += static_cast<int>(2 * ((own >> (13 * suit + 12)) & 1) + ((own >> (13 * suit + 11)) & 1));
    }
    return halves;
  }

  static int usual_bid(const Spades& game, const Spades::State& state, QuickRandom& random) {
    const int bid = (half_tricks(state.hands[game.to_move(state)]) + static_cast<int>(random.next() >> 63)) / 2;
    return std::clamp(bid, game.lowest_bid, game.cards_each);
  }

  // How likely a sensible player would make a move, beside the others it might have made: bids as the hand promises,
  // and tricks taken cheaply or lost with low cards.
  static double likelihood(const Spades& game, const Spades::State& state, Spades::Move move) {
    const int seat = game.to_move(state);
    if (game.bidding(state)) {
      const int halves = half_tricks(state.hands[seat]);
      double sum = 0, own = 0;
      for (int bid = game.lowest_bid; bid <= game.cards_each; ++bid) {
        const double off = 2 * bid - halves, weight = 1 / (1 + off * off);
        sum += weight;
        if (bid == move - Spades::first_bid) own = weight;
      }
      return own / sum;
    }
    const CardSet legal = game.legal(state);
    if ((legal & (legal - 1)) == 0) return 1;
    const bool wants = game.trick_points || state.tricks[seat] < game.bid(state, seat);
    double sum = 0, own = 0;
    const auto count = [&](Card card, double weight) {
      sum += weight;
      if (card == move) own = weight;
    };
    if (state.table == 0) {
      cards::each(legal, [&](Card card) {
        const int rank = card % 13;
        count(card, wants && rank == 12 ? 3 : rank < 6 ? 1.5 : 1);
      });
      return own / sum;
    }
    const Card* trick = game.trick(state);
    const Card best = trick[cards::winning_place(trick, state.table, cards::spades)];
    CardSet winners = legal & cards::suit_set(cards::suit(best)) & ~(cards::below(best) | cards::set_of(best));
    if (cards::suit(best) != cards::spades) winners |= legal & trumps;
    const CardSet losers = legal & ~winners;
    const bool last = state.table + 1 == game.seats_taken;
    cards::each(winners, [&](Card card) {
      double weight = wants ? 3 : losers ? 0.5 : 1;
      if (wants && card == cards::lowest(winners)) weight = last ? 10 : 4;
      count(card, weight);
    });
    cards::each(losers, [&](Card card) {
      const int rank = card % 13;
      count(card, wants ? (winners ? 0.7 : rank < 5 ? 3 : 1) : (rank > 7 ? 3 : 1));
    });
    return own / sum;
  }

  static Card lead(const Spades&, const Spades::State& state, int seat, CardSet legal, bool wants, std::uint32_t low,
                   unsigned bits) {
    CardSet others = 0;
    for (int other = 0; other < Spades::seats; ++other)
      if (other != seat) others |= state.hands[other];
    const CardSet suit = cards::suit_set(cards::suit(light_cards::any(legal, low)));
    const CardSet from = legal & suit;
    const Card top = light_cards::highest(from);
    const bool boss = !(others & suit & ~cards::below(top));
    if (!wants) return cards::lowest(from);
    return boss || (bits & 3) == 0 ? top : cards::lowest(from);
  }

  static Card follow(const Spades& game, const Spades::State& state, CardSet legal, bool wants, std::uint32_t low) {
    const Card* trick = game.trick(state);
    const Card best = trick[cards::winning_place(trick, state.table, cards::spades)];
    const int led = cards::suit(trick[0]);
    const bool last = state.table + 1 == game.seats_taken;
    CardSet winners = legal & cards::suit_set(cards::suit(best)) & ~(cards::below(best) | cards::set_of(best));
    if (cards::suit(best) != cards::spades) winners |= legal & trumps;
    const CardSet losers = legal & ~winners;
    if (!wants) {
      if (losers)
        return cards::suit(light_cards::highest(losers)) == led ? light_cards::highest(losers)
                                                                : highest_of(losers, low);
      return last ? light_cards::highest(winners) : cards::lowest(winners);
    }
    if (winners) {
      const CardSet suited = winners & cards::suit_set(led);
      if (!suited) return cards::lowest(winners & trumps);
      return last ? cards::lowest(suited) : light_cards::highest(suited);
    }
    const CardSet plain = losers & ~trumps;
    return plain ? lowest_of(plain, low) : cards::lowest(losers);
  }

  static Card highest_of(CardSet set, std::uint32_t low) {
    return light_cards::highest(set & cards::suit_set(cards::suit(light_cards::any(set, low))));
  }
  static Card lowest_of(CardSet set, std::uint32_t low) {
    return cards::lowest(set & cards::suit_set(cards::suit(light_cards::any(set, low))));
  }
};

}  // namespace kibitz
