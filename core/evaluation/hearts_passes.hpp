// Hearts: how likely three cards are passed from a hand, and what that tells of who holds which cards now.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "games/hearts.hpp"
#include "random.hpp"

namespace kibitz {

// Three cards are as likely as the product of their weights, divided by that of all sets of three (conditional Poisson
// sampling). The weights were fitted to passes of hidden-mcts: `python -m benchmarks.passes`.
struct HeartsPasses {
  using CardSet = cards::CardSet;
  using Weights = std::array<double, cards::pack_size>;  // of the cards of a hand; the others have none
  static constexpr CardSet queen = cards::set_of(Hearts::queen_of_spades);

  enum Feature {
    rank,  // from 0 to 1; this and the next five of all suits but spades
    rank_squared,
    heart,
    heart_rank,
    length,  // of its suit in the hand, in thirds
    length_rank,
    low_spade,  // below the queen
    low_spade_length,
    queen_of_spades,
    queen_length,
    high_spade,  // king or ace
    high_spade_length,
    high_spade_with_queen,
    two_of_clubs,
    feature_count
  };
  static constexpr std::array<double, feature_count> fitted = {1.67,  2.22, -1.58, 1.45, -2.44, 0.56,  -1.81,
                                                               -1.15, 2.38, -2.35, 3.0,  -1.63, -1.55, 1.79};

  // Of a card, if its suit has so many cards in the hand, with or without the queen of spades.
  static std::array<double, feature_count> features(int card, int suit_length, bool with_queen) {
    std::array<double, feature_count> found{};
    const int suit = cards::suit(card);
    const double height = (card % 13) / 12.0, held = suit_length / 3.0;
    if (suit == cards::spades) {
      const int from = card < Hearts::queen_of_spades    ? low_spade
                       : card == Hearts::queen_of_spades ? queen_of_spades
                                                         : high_spade;
      found[static_cast<std::size_t>(from)] = 1;
      found[static_cast<std::size_t>(from) + 1] = held;
      found[high_spade_with_queen] = from == high_spade && with_queen;
      return found;
    }
    found[rank] = height;
    found[rank_squared] = height * height;
    found[heart] = suit == cards::hearts;
    found[heart_rank] = found[heart] * height;
    found[length] = held;
    found[length_rank] = held * height;
    found[two_of_clubs] = card == 0;
    return found;
  }

  struct Table {
    std::array<std::array<std::array<double, 2>, 14>, cards::pack_size> weights{};
    Table() {
      for (int card = 0; card < cards::pack_size; ++card)
        for (int length = 1; length <= 13; ++length)
          for (const bool with_queen : {false, true}) {
            const auto values = features(card, length, with_queen);
            double worth = 0;
            for (std::size_t i = 0; i < feature_count; ++i) worth += fitted[i] * values[i];
            weights[card][length][with_queen] = std::exp(worth);
          }
    }
  };

  static Weights weights(CardSet hand) {
    static const Table table;
    const bool with_queen = hand & queen;
    std::array<std::size_t, 4> lengths{};
    for (int suit = 0; suit < 4; ++suit)
      lengths[suit] = static_cast<std::size_t>(cards::size(hand & cards::suit_set(suit)));
    Weights found{};
    cards::each(hand,
                [&](cards::Card card) { found[card] = table.weights[card][lengths[cards::suit(card)]][with_queen]; });
    return found;
  }

  // The sum over all sets of three cards of the product of their weights.
  static double of_three(const Weights& weights, CardSet hand) {
    std::array<double, 4> sums{1, 0, 0, 0};
    cards::each(hand, [&](cards::Card card) {
      for (std::size_t chosen = 3; chosen > 0; --chosen) sums[chosen] += weights[card] * sums[chosen - 1];
    });
    return sums[3];
  }

  static double product(const Weights& weights, CardSet set) {
    double found = 1;
    cards::each(set, [&](cards::Card card) { found *= weights[card]; });
    return found;
  }

  // How likely a hand passes these cards.
  static double likelihood(CardSet hand, CardSet given) {
    const Weights found = weights(hand);
    return product(found, given) / of_three(found, hand);
  }

  // Three cards of a hand, as likely as the product of their weights.
  static CardSet drawn(const Weights& weights, CardSet hand, QuickRandom& random) {
    std::array<std::array<double, 4>, cards::pack_size + 1>
        sums{};  // of the cards from here on, by how many are chosen
    std::array<cards::Card, cards::pack_size> held{};
    std::size_t count = 0;
    cards::each(hand, [&](cards::Card card) { held[count++] = card; });
    sums[count] = {1, 0, 0, 0};
    for (std::size_t at = count; at-- > 0;) {
      sums[at] = sums[at + 1];
      for (std::size_t chosen = 3; chosen > 0; --chosen)
        sums[at][chosen] += weights[held[at]] * sums[at + 1][chosen - 1];
    }
    CardSet found = 0;
    std::size_t left = Hearts::passed;
    for (std::size_t at = 0; at < count && left > 0; ++at) {
      const double with = weights[held[at]] * sums[at + 1][left - 1];
      if (count - at > left && random.uniform() * sums[at][left] >= with) continue;
      found |= cards::set_of(held[at]);
      --left;
    }
    return found;
  }

  // How likely the passes are that lead to these hands, where `start` is the beginning of play in a world. What the
  // others passed among themselves is drawn from the hands of those who got it, and counts by its chance there, so that
  // the mean over draws is the sum over all such passes (importance sampling). 1 where no cards were passed.
  static double told(const Hearts& game, const Hearts::State& start, int seat, QuickRandom& random) {
    if (!game.exchanged_cards(start)) return 1;
    const int players = game.players();
    std::array<CardSet, Hearts::seats> given{};
    double told = 1;
    for (int giver = 0; giver < players; ++giver) {
      given[giver] = game.given(start, giver);
      if (given[giver]) continue;
      const CardSet got = start.hands[game.receiver(start, giver)];
      const Weights from = weights(got);
      given[giver] = drawn(from, got, random);
      told *= of_three(from, got) / product(from, given[giver]);
    }
    for (int giver = 0; giver < players; ++giver) {
      if (giver == seat) continue;
      CardSet dealt = start.hands[giver] | given[giver];
      for (int other = 0; other < players; ++other)
        if (game.receiver(start, other) == giver) dealt &= ~given[other];
      told *= likelihood(dealt, given[giver]);
    }
    return told;
  }
};

}  // namespace kibitz
