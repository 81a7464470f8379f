// Hearts: light play, for the ends of simulated games. Ducks, throws what is dangerous, leads low; one move in eight is
// any.
#pragma once

#include <array>

#include "evaluation/hearts_passes.hpp"
#include "evaluation/light_cards.hpp"
#include "games/capabilities.hpp"
#include "games/hearts.hpp"

namespace kibitz {

template <>
struct LightPlay<Hearts> {
  using Card = cards::Card;
  using CardSet = cards::CardSet;
  static constexpr CardSet queen = cards::set_of(Hearts::queen_of_spades);
  static constexpr CardSet high_spades = cards::set_of(Hearts::queen_of_spades + 1) | cards::set_of(51);

  static Hearts::Move pick(const Hearts& game, const Hearts::State& state, QuickRandom& random) {
    if (game.choosing(state)) return completed(game, state, 0, Hearts::passed, random);
    const CardSet legal = game.legal(state);
    if ((legal & (legal - 1)) == 0) return cards::lowest(legal);
    const std::uint64_t draw = random.next();
    const auto low = static_cast<std::uint32_t>(draw);
    if ((draw >> 61) == 0) return light_cards::any(legal, low);
    const auto bits = static_cast<unsigned>(draw >> 32);
    if (state.table == 0) return lead(state, legal, low, bits);
    const Card* trick = game.trick(state);
    const CardSet suit = cards::suit_set(cards::suit(trick[0]));
    if (!(legal & suit)) return thrown(state, legal, low, bits);
    return follow(game, state, trick, suit, legal, bits);
  }

  static CardSet held(const Hearts::State& state) {
    CardSet all = 0;
    for (const CardSet hand : state.hands) all |= hand;
    return all;
  }

  // A low card, and no spade above the queen while she is out.
  static Card lead(const Hearts::State& state, CardSet legal, std::uint32_t low, unsigned bits) {
    CardSet safe = legal;
    if (held(state) & queen) {
      safe &= ~(queen | high_spades);
      if (!safe) safe = legal;
    }
    // The lowest card of a suit, or one card in four the highest.
    const CardSet from = cards::suit_set(cards::suit(light_cards::any(safe, low))) & safe;
    return bits & 3 ? cards::lowest(from) : light_cards::highest(from);
  }

  static Card thrown(const Hearts::State& state, CardSet legal, std::uint32_t low, unsigned bits) {
    if (legal & queen) return Hearts::queen_of_spades;
    if ((legal & high_spades) && (held(state) & queen)) return light_cards::highest(legal & high_spades);
    const CardSet heart = legal & Hearts::heart_cards;
    if (heart && (bits & 1)) return light_cards::highest(heart);
    return light_cards::highest(cards::suit_set(cards::suit(light_cards::any(legal, low))) & legal);
  }

  static Card follow(const Hearts& game, const Hearts::State& state, const Card* trick, CardSet suit, CardSet legal,
                     unsigned bits) {
    Card best = trick[0];
    CardSet table = 0;
    for (int place = 0; place < state.table; ++place) {
      table |= cards::set_of(trick[place]);
      if ((cards::set_of(trick[place]) & suit) && trick[place] > best) best = trick[place];
    }
    const CardSet below = legal & cards::below(best);
    const bool points = table & Hearts::point_cards, last = state.table + 1 == game.seats_taken;
    if (below & queen) return Hearts::queen_of_spades;
    const CardSet plain = legal & ~queen;
    if (last && !points && plain && (bits & 1)) return light_cards::highest(plain);
    if (below) return light_cards::highest(below);
    if (!plain) return Hearts::queen_of_spades;
    if (last) return light_cards::highest(plain);
    const CardSet high = (held(state) & queen) ? plain & ~high_spades : plain;
    const CardSet from = high ? high : plain;
    return points || (bits & 2) ? cards::lowest(from) : light_cards::highest(from);
  }

  // How likely a sensible player would make a move, beside the others it might have made: who throws takes the queen
  // first, who ducks plays high, and nobody leads spades towards its own queen.
  static double likelihood(const Hearts& game, const Hearts::State& state, Hearts::Move move) {
    const CardSet legal = game.legal(state);
    if ((legal & (legal - 1)) == 0) return 1;
    const bool out = held(state) & queen;  // she may also lie on the table
    const Card* trick = game.trick(state);
    const Card made = static_cast<Card>(move);
    double sum = 0, own = 0;
    const auto count = [&](Card card, double weight) {
      sum += weight;
      if (card == made) own = weight;
    };
    if (state.table == 0) {
      cards::each(legal, [&](Card card) {
        const int rank = card % 13;
        double weight = rank <= 5 ? 2 : 1;
        if (card == Hearts::queen_of_spades)
          weight = 0.1;
        else if (out && (cards::set_of(card) & high_spades))
          weight = 0.3;
        else if (cards::suit(card) == cards::spades && (legal & (queen | high_spades)) && out)
          weight *= 0.4;
        count(card, weight);
      });
      return own / sum;
    }
    const CardSet suit = cards::suit_set(cards::suit(trick[0]));
    if (!(legal & suit)) {
      cards::each(legal, [&](Card card) {
        const int rank = card % 13;
        double weight = rank >= 9 ? 2 : 1;
        if (card == Hearts::queen_of_spades)
          weight = 25;
        else if (out && (cards::set_of(card) & high_spades))
          weight = 5;
        else if (cards::suit(card) == cards::hearts)
          weight = 1 + 0.25 * rank;
        count(card, weight);
      });
      return own / sum;
    }
    Card best = trick[0];
    CardSet table = 0;
    for (int place = 0; place < state.table; ++place) {
      table |= cards::set_of(trick[place]);
      if ((cards::set_of(trick[place]) & suit) && trick[place] > best) best = trick[place];
    }
    const CardSet below = legal & cards::below(best), above = legal & ~cards::below(best);
    const bool points = table & Hearts::point_cards, last = state.table + 1 == game.seats_taken;
    int from_top = 0;
    for (CardSet left = below; left; ++from_top) {
      const Card card = light_cards::highest(left);
      left ^= cards::set_of(card);
      count(card, card == Hearts::queen_of_spades ? 25 : from_top == 0 ? 4 : from_top == 1 ? 2 : 1);
    }
    cards::each(above, [&](Card card) {
      double weight = below ? 0.6 : 1;
      if (last) {
        weight = points && below ? 0.2 : card == light_cards::highest(above) ? 4 : 1;
      } else if (!below) {
        if (card == cards::lowest(above)) weight = 2;
        if (card == light_cards::highest(above)) weight = points ? 1 : 2;
      }
      if (card == Hearts::queen_of_spades)
        weight *= 0.05;
      else if (out && !last && (cards::set_of(card) & high_spades))
        weight *= 0.3;
      count(card, weight);
    });
    return own / sum;
  }

  // How likely the passes are that lead to the hands of a world; an estimate by one draw.
  static double passes_told(const Hearts& game, const Hearts::State& start, int seat, QuickRandom& random) {
    return HeartsPasses::told(game, start, seat, random);
  }

  // Three cards to pass, some of which are chosen: the most dangerous, with chance.
  static Hearts::Move completed(const Hearts& game, const Hearts::State& state, CardSet chosen, int parts,
                                QuickRandom& random) {
    const CardSet hand = state.hands[game.to_move(state)];
    const int spades = cards::size(hand & cards::suit_set(cards::spades));
    const bool guarded = spades >= 5;
    std::array<int, 4> length{};
    for (int suit = 0; suit < 4; ++suit) length[suit] = cards::size(hand & cards::suit_set(suit));
    std::array<std::uint32_t, 3> top{};  // danger << 8 | card
    int wanted = parts - cards::size(chosen);
    cards::each(hand & ~chosen, [&](Card card) {
      const int suit = cards::suit(card), rank = card % 13;
      int danger = 10 + 4 * rank - 3 * length[suit];
      if (suit == cards::hearts) danger += 4;
      if (suit == cards::spades) {
        danger = rank < 10 ? 0 : guarded ? 10 : rank == 10 ? 70 : 60;
      }
      danger += static_cast<int>(random.next() >> 60) + 40;
      const std::uint32_t entry = static_cast<std::uint32_t>(danger < 0 ? 0 : danger) << 8 | card;
      if (entry > top[0]) {
        top[2] = top[1];
        top[1] = top[0];
        top[0] = entry;
      } else if (entry > top[1]) {
        top[2] = top[1];
        top[1] = entry;
      } else if (entry > top[2]) {
        top[2] = entry;
      }
    });
    for (int i = 0; i < wanted; ++i) chosen |= cards::set_of(static_cast<int>(top[i] & 0xff));
    return Hearts::composed(chosen);
  }
};

}  // namespace kibitz
