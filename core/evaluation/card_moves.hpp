// What a card is like that is played to a trick: how high it is, by what it does. Shared by trick-taking games.
#pragma once

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

}  // namespace kibitz::card_moves
