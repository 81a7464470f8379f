// Spades: how likely a strong player plays a card while it wants tricks. A logit over the cards, fitted to the moves of
// is-mcts and hidden-mcts by `python -m benchmarks.evidence`, which also says how well it foretells them.
#pragma once

#include <array>
#include <cmath>

#include "evaluation/light_cards.hpp"
#include "games/spades.hpp"

namespace kibitz {

class SpadesEvidence {
 public:
  // Among the legal cards, as a probability; for a seat that plays a card.
  static double likelihood(const Spades& game, const Spades::State& state, cards::CardSet legal, cards::Card played) {
    static const SpadesEvidence fitted;
    const int seat = cards::next_seat(state.leader, state.table, game.seats_taken);
    cards::CardSet others = 0;
    for (int other = 0; other < Spades::seats; ++other)
      if (other != seat) others |= state.hands[other];
    const int stage = static_cast<int>(cards::size(state.hands[seat])) - 1;
    cards::CardSet winners = legal;
    int led = -1;
    bool last = false;
    if (state.table > 0) {
      const cards::Card* trick = game.trick(state);
      const cards::Card best = trick[cards::winning_place(trick, state.table, cards::spades)];
      led = cards::suit(trick[0]);
      last = state.table + 1 == game.seats_taken;
      winners &= cards::suit_set(cards::suit(best)) & ~(cards::below(best) | cards::set_of(best));
      if (cards::suit(best) != cards::spades) winners |= legal & cards::suit_set(cards::spades);
    }
    double sum = 0, own = 0;
    cards::each(legal, [&](cards::Card card) {
      const int suit = cards::suit(card), rank = card % 13;
      const cards::CardSet in_suit = cards::suit_set(suit), higher = others & in_suit & ~cards::below(card);
      const bool trump = suit == cards::spades, wins = winners >> card & 1;
      const int kind = led < 0                                    ? (trump ? lead_trump : lead)
                       : wins && trump && led != cards::spades    ? (last ? ruff_last : ruff)
                       : wins                                     ? (last ? win_last : win)
                       : suit == led                              ? lose
                       : trump                                    ? under
                                                                  : discard;
      const Odds& odds = fitted.odds_[kind];
      double weight = odds.cards[stage][rank];
      if (!(legal & in_suit & cards::below(card))) weight *= odds.lowest_of_suit;
      if (!higher) weight *= odds.highest_left;
      if (led < 0) {
        if (cards::size(higher) == 1) weight *= odds.second_highest;
      } else if (wins) {
        if (card == cards::lowest(winners)) weight *= odds.cheapest;  // trumps come after the suit that was led
      } else if (winners) {
        weight *= odds.though_it_could_win;
      }
      sum += weight;
      if (card == played) own = weight;
    });
    return own / sum;
  }

 private:
  enum Kind : int { lead, lead_trump, win, win_last, ruff, ruff_last, lose, discard, under, kinds };

  // What counts for a card of a kind, as logarithms. The rank runs from 0 (two) to 1 (ace), `late` from 0 (first trick)
  // to 1 (last).
  struct Fit {
    double base, rank, rank_squared, late, rank_late, lowest_of_suit, highest_left, second_highest, cheapest,
        though_it_could_win;
  };
  static constexpr std::array<Fit, kinds> fits{{
      {-0.62, 0.02, 1.00, 0.80, -2.82, 0.41, 2.26, 0.68, 0.00, 0.00},      // lead
      {0.62, -3.24, 2.15, -0.80, 0.31, 0.82, 2.44, -1.26, 0.00, 0.00},     // lead_trump
      {-2.14, 3.71, -1.13, 0.30, -2.42, 0.29, 1.55, 0.00, 0.54, 0.00},     // win
      {3.11, 0.83, -0.27, -0.67, -1.90, 0.15, -2.16, 0.00, 1.10, 0.00},    // win_last
      {1.08, 0.08, -3.23, -2.43, 3.06, -0.29, -0.41, 0.00, 1.59, 0.00},    // ruff
      {1.71, -1.32, -2.92, 1.78, 1.92, 0.29, -2.68, 0.00, 1.00, 0.00},     // ruff_last
      {-0.96, 0.04, -4.92, 0.38, 1.87, 0.65, -1.66, 0.00, 0.00, -0.96},    // lose
      {-0.52, -0.58, -2.89, 0.64, 2.55, 1.08, -0.45, 0.00, 0.00, -1.12},   // discard
      {-2.27, -0.73, -0.65, 0.00, -0.10, 0.52, -0.76, 0.00, 0.00, -1.67},  // under
  }};

  struct Odds {
    std::array<std::array<double, 13>, 26> cards;  // by cards in the hand, less one, and by rank
    double lowest_of_suit, highest_left, second_highest, cheapest, though_it_could_win;
  };

  SpadesEvidence() {
    for (int kind = 0; kind < kinds; ++kind) {
      const Fit& fit = fits[kind];
      Odds& odds = odds_[kind];
      for (int stage = 0; stage < 26; ++stage) {
        const double late = stage > 12 ? 0 : (12 - stage) / 12.0;
        for (int card = 0; card < 13; ++card) {
          const double rank = card / 12.0;
          odds.cards[stage][card] = std::exp(fit.base + fit.rank * rank + fit.rank_squared * rank * rank +
                                             fit.late * late + fit.rank_late * rank * late);
        }
      }
      odds.lowest_of_suit = std::exp(fit.lowest_of_suit);
      odds.highest_left = std::exp(fit.highest_left);
      odds.second_highest = std::exp(fit.second_highest);
      odds.cheapest = std::exp(fit.cheapest);
      odds.though_it_could_win = std::exp(fit.though_it_could_win);
    }
  }

  std::array<Odds, kinds> odds_;
};

}  // namespace kibitz
