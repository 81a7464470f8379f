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
  // A card that was seen, and what does not depend on the hand of the seat that played it.
  SpadesEvidence(const Spades& game, const Spades::State& state, Spades::Move move)
      : played_(static_cast<cards::Card>(move)), any_lead_(game.lead_any || state.broken) {
    unplayed_ = cards::full_pack;
    for (int i = 0; i < state.count; ++i)
      if (state.history[i] < Spades::first_bid) unplayed_ &= ~cards::set_of(state.history[i]);
    if (state.table == 0) return;
    const cards::Card* trick = game.trick(state);
    const cards::Card best = trick[cards::winning_place(trick, state.table, cards::spades)];
    led_ = cards::suit(trick[0]);
    last_ = state.table + 1 == game.seats_taken;
    beating_ = cards::suit_set(cards::suit(best)) & ~(cards::below(best) | cards::set_of(best));
    if (cards::suit(best) != cards::spades) beating_ |= trumps;
  }

  // How likely a seat that holds this hand plays the card, among those that it may play.
  double likelihood(cards::CardSet hand) const {
    static const Tables fitted;
    const cards::CardSet unseen = unplayed_ & ~hand;
    const int stage = cards::size(hand) - 1;
    double sum = 0, own = 0;
    const auto count = [&](Kind kind, cards::CardSet set, cards::CardSet legal, double factor, double highest) {
      const Odds& odds = fitted.odds[kind];
      const double* by_rank = odds.cards[stage].data();
      cards::each(set, [&](cards::Card card) {
        const cards::CardSet in_suit = cards::suit_set(cards::suit(card)), below = cards::below(card);
        const cards::CardSet higher = unseen & in_suit & ~below;
        double weight = by_rank[card % 13] * factor;
        if (!(legal & in_suit & below)) weight *= odds.lowest_of_suit;
        if (!higher)
          weight *= odds.highest_left;
        else if (led_ < 0 && !(higher & (higher - 1)))
          weight *= highest;
        sum += weight;
        if (card == played_) own = weight;
      });
    };
    if (led_ < 0) {
      const cards::CardSet plain = hand & ~trumps, legal = any_lead_ || !plain ? hand : plain;
      count(lead, plain, legal, 1, fitted.odds[lead].second_highest);
      count(lead_trump, legal & trumps, legal, 1, fitted.odds[lead_trump].second_highest);
      return own / sum;
    }
    const cards::CardSet following = hand & cards::suit_set(led_), legal = following ? following : hand;
    const cards::CardSet winners = legal & beating_, losers = legal & ~winners;
    if (winners) {
      const bool ruffs = led_ != cards::spades && !following;
      const Kind kind = ruffs ? (last_ ? ruff_last : ruff) : (last_ ? win_last : win);
      const cards::CardSet cheapest = winners & -winners;
      count(kind, cheapest, legal, fitted.odds[kind].cheapest, 1);
      count(kind, winners & ~cheapest, legal, 1, 1);
    }
    if (following) {
      count(lose, losers, legal, winners ? fitted.odds[lose].though_it_could_win : 1, 1);
    } else {
      count(discard, losers & ~trumps, legal, winners ? fitted.odds[discard].though_it_could_win : 1, 1);
      count(under, losers & trumps, legal, winners ? fitted.odds[under].though_it_could_win : 1, 1);
    }
    return own / sum;
  }

  enum Kind : int { lead, lead_trump, win, win_last, ruff, ruff_last, lose, discard, under, kinds };
  static constexpr int terms = 10;
  static std::array<double, terms> weights(int kind) {
    const Fit& fit = fits[kind];
    return {fit.base,           fit.rank,         fit.rank_squared,   fit.late,     fit.rank_late,
            fit.lowest_of_suit, fit.highest_left, fit.second_highest, fit.cheapest, fit.though_it_could_win};
  }

 private:

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

  static constexpr int most_cards = 26;  // in a hand
  struct Odds {
    std::array<std::array<double, 13>, most_cards> cards;  // by cards in the hand, less one, and by rank
    double lowest_of_suit, highest_left, second_highest, cheapest, though_it_could_win;
  };

  struct Tables {
    std::array<Odds, kinds> odds;

    Tables() {
      for (int kind = 0; kind < kinds; ++kind) {
        const Fit& fit = fits[kind];
        Odds& each = odds[kind];
        for (int stage = 0; stage < most_cards; ++stage) {
          const double late = stage > 12 ? 0 : (12 - stage) / 12.0;
          for (int card = 0; card < 13; ++card) {
            const double rank = card / 12.0;
            each.cards[stage][card] = std::exp(fit.base + fit.rank * rank + fit.rank_squared * rank * rank +
                                               fit.late * late + fit.rank_late * rank * late);
          }
        }
        each.lowest_of_suit = std::exp(fit.lowest_of_suit);
        each.highest_left = std::exp(fit.highest_left);
        each.second_highest = std::exp(fit.second_highest);
        each.cheapest = std::exp(fit.cheapest);
        each.though_it_could_win = std::exp(fit.though_it_could_win);
      }
    }
  };

  static constexpr cards::CardSet trumps = cards::suit_set(cards::spades);
  cards::Card played_;
  bool any_lead_, last_ = false;
  int led_ = -1;  // the suit; -1: it leads
  cards::CardSet unplayed_ = 0, beating_ = 0;
};

}  // namespace kibitz
