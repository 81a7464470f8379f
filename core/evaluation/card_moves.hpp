// What a card is like that is played to a trick: how high it is, by what it does. Shared by trick-taking games.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "games/cards.hpp"

namespace kibitz::card_moves {

enum Feature { lead_rank, win_rank, lose_rank, throw_rank, takes, takes_last, suit_left, feature_count };

inline std::vector<std::string> names() {
  return {"lead_rank", "win_rank", "lose_rank", "throw_rank", "takes", "takes_last", "suit_left"};
}

// Whether a card takes the trick, as it lies so far.
inline bool would_take(const cards::Card* trick, int table, int card, int trump) {
  const cards::Card best = trick[cards::winning_place(trick, table, trump)];
  return cards::suit(card) == cards::suit(best) ? card > best : cards::suit(card) == trump;
}

// Ranks count from 0 (the two) to 12; what does not apply is 0.
inline void fill(const cards::Card* trick, int table, int players, int card, cards::CardSet hand, int trump,
                 std::span<double> out) {
  const double rank = card % 13;
  out[suit_left] = cards::size(hand & cards::suit_set(cards::suit(card))) - 1;
  if (table == 0) {
    out[lead_rank] = rank;
  } else if (would_take(trick, table, card, trump)) {
    out[win_rank] = rank;
    out[takes] = 1;
    out[takes_last] = table + 1 == players;
  } else if (cards::suit(card) == cards::suit(trick[0])) {
    out[lose_rank] = rank;
  } else {
    out[throw_rank] = rank;
  }
}

// The sum of the features of a card times their weights, in the order of the features: what `fill` would give, without
// writing the features down. What all cards of a decision share is found once.
class WeightedSum {
 public:
  WeightedSum(const cards::Card* trick, int table, int players, cards::CardSet hand, int trump,
              std::span<const double> weights)
      : weights_(weights.data()), leads_(table == 0), last_(table + 1 == players), trump_(trump) {
    if (!leads_) {
      led_ = cards::suit(trick[0]);
      best_ = trick[cards::winning_place(trick, table, trump)];
    }
    for (int suit = 0; suit < 4; ++suit) left_[suit] = cards::size(hand & cards::suit_set(suit)) - 1;
  }

  bool takes(int card) const {
    if (leads_) return false;
    return cards::suit(card) == cards::suit(best_) ? card > best_ : cards::suit(card) == trump_;
  }
  bool follows(int card) const { return cards::suit(card) == led_; }

  double operator()(int card, bool taking) const {
    const double rank = card % 13;
    double sum = 0;
    if (leads_) {
      sum += weights_[lead_rank] * rank;
    } else if (taking) {
      sum += weights_[win_rank] * rank;
      sum += weights_[card_moves::takes];
      if (last_) sum += weights_[takes_last];
    } else {
      sum += weights_[follows(card) ? lose_rank : throw_rank] * rank;
    }
    sum += weights_[suit_left] * left_[cards::suit(card)];
    return sum;
  }

 private:
  const double* weights_;
  bool leads_, last_;
  int trump_, led_ = -1, best_ = 0;
  std::array<int, 4> left_{};
};

}  // namespace kibitz::card_moves
