// What a card is like in the situation in which it is played: its suit, what was led before, who wins the trick so far,
// the place in the trick, how late it is. Shared by trick-taking games. These features say more than those of
// card_moves, and there are many of them, so that they need more moves, or a stronger prior, to be learned.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "evaluation/card_moves.hpp"
#include "games/cards.hpp"

namespace kibitz::card_situations {

enum Feature {
  lead_diamond,
  lead_heart,
  lead_spade,
  throw_diamond,
  throw_heart,
  throw_spade,
  over_seven,  // ranks above these
  over_ten,
  over_queen,
  leads_best,         // no card of its suit that is still out is higher
  from_longest,       // of the longest suit in hand, where the suit is free
  from_shortest,      // of the shortest
  higher_held,        // cards of its suit in hand above it
  returns_suit,       // leads the suit that was led to the last trick
  led_before,         // how often the suit it leads was led before
  takes_second_hand,  // takes the trick so far as the second to play
  takes_third_hand,
  rank_second_hand,
  rank_third_hand,
  rank_last_hand,
  takes_from_next,    // takes it from the next player in turn order
  takes_from_second,  // from the one after
  takes_from_first,   // from one who is doing best in this hand
  takes_from_last,    // from one who is doing worst
  takes_from_rival,   // from one who has taken a trick from the mover
  takes_late,         // times the share of the tricks that have been played
  lead_rank_late,
  win_rank_late,
  lose_rank_late,
  throw_rank_late,
  spade_late,   // where the suit is free
  lowest_card,  // no legal card is lower
  highest_card,
  lowest_winner,  // the cheapest card that takes the trick so far
  highest_winner,
  lowest_loser,
  highest_loser,  // the highest that does not take it
  feature_count
};

inline std::vector<std::string> names() {
  return {"lead_diamond",      "lead_heart",        "lead_spade",       "throw_diamond",   "throw_heart",
          "throw_spade",       "over_seven",        "over_ten",         "over_queen",      "leads_best",
          "from_longest",      "from_shortest",     "higher_held",      "returns_suit",    "led_before",
          "takes_second_hand", "takes_third_hand",  "rank_second_hand", "rank_third_hand", "rank_last_hand",
          "takes_from_next",   "takes_from_second", "takes_from_first", "takes_from_last", "takes_from_rival",
          "takes_late",        "lead_rank_late",    "win_rank_late",    "lose_rank_late",  "throw_rank_late",
          "spade_late",        "lowest_card",       "highest_card",     "lowest_winner",   "highest_winner",
          "lowest_loser",      "highest_loser"};
}

// The tricks of this hand so far, as the seat to move remembers them.
template <int Seats>
struct Past {
  std::array<int, 4> led{};  // how often each suit was led
  int last_led = -1;
  int tricks = 0;
  cards::CardSet played = 0;                  // the cards on the table included
  std::array<int, Seats> won{};               // tricks of each seat
  std::array<cards::CardSet, Seats> taken{};  // and the cards in them
  unsigned rivals = 0;                        // who took a trick that was the mover's when it had played, as bits
  std::array<cards::CardSet, Seats> given{};  // to the mover's tricks, by each seat

  // The plays are those of the hand so far, `table` of them in the trick that `leader` led.
  static Past of(const cards::Card* plays, int count, int table, int leader, int seat, int players, int trump) {
    Past past;
    past.tricks = (count - table) / players;
    int turned = 0;  // how far the lead has moved since the first trick
    for (int i = 0; i < past.tricks; ++i) turned += cards::winning_place(plays + i * players, players, trump);
    int first = ((leader - turned) % players + players) % players;
    for (int i = 0; i < past.tricks; ++i) {
      const cards::Card* trick = plays + i * players;
      const int place = cards::winning_place(trick, players, trump);
      const int winner = cards::next_seat(first, place, players);
      const int own = cards::next_seat(seat, players - first, players) % players;
      ++past.led[past.last_led = cards::suit(trick[0])];
      ++past.won[winner];
      for (int j = 0; j < players; ++j) {
        past.taken[winner] |= cards::set_of(trick[j]);
        if (winner == seat && j != own) past.given[cards::next_seat(first, j, players)] |= cards::set_of(trick[j]);
      }
      if (place > own && cards::winning_place(trick, own + 1, trump) == own) past.rivals |= 1u << winner;
      past.played |= past.taken[winner];
      first = winner;
    }
    for (int i = 0; i < table; ++i) past.played |= cards::set_of(plays[count - table + i]);
    return past;
  }
};

// What all cards of a decision share.
struct Trick {
  const cards::Card* cards = nullptr;
  int table = 0, players = 0, seat = 0, leader = 0, trump = 0;
  cards::CardSet hand = 0, legal = 0;
  double stage = 0;  // the share of the tricks that have been played
  // The seat that wins so far; -1 if nothing is on the table.
  int winner() const {
    return table ? cards::next_seat(leader, cards::winning_place(cards, table, trump), players) : -1;
  }
};

// The lowest and the highest of the legal cards: of all, of those that take the trick so far, and of the others.
struct Extremes {
  int low = 100, high = -1, low_winner = 100, high_winner = -1, low_loser = 100, high_loser = -1;

  // Trumps are above all other cards.
  static int strength(int card, int trump) { return card % 13 + (cards::suit(card) == trump ? 13 : 0); }

  static Extremes of(const Trick& trick) {
    Extremes found;
    cards::each(trick.legal, [&](cards::Card card) {
      const int rank = card % 13;
      found.low = std::min(found.low, rank);
      found.high = std::max(found.high, rank);
      if (trick.table == 0) return;
      const int height = strength(card, trick.trump);
      const bool takes = card_moves::would_take(trick.cards, trick.table, card, trick.trump);
      int& low = takes ? found.low_winner : found.low_loser;
      int& high = takes ? found.high_winner : found.high_loser;
      low = std::min(low, takes ? height : rank);
      high = std::max(high, takes ? height : rank);
    });
    return found;
  }
};

// `first` and `last` are the seats that are doing best and worst in this hand, as bits; `winner` wins the trick so far.
// `plain` are the features of card_moves for the same card.
template <int Seats>
void fill(const Trick& trick, const Extremes& extremes, const Past<Seats>& past, unsigned first, unsigned last,
          int winner, int card, std::span<const double> plain, std::span<double> out) {
  const int suit = cards::suit(card);
  const double rank = card % 13;
  const bool leads = trick.table == 0, follows = !leads && suit == cards::suit(trick.cards[0]);
  const cards::CardSet own = trick.hand & cards::suit_set(suit),
                       above = cards::suit_set(suit) & ~cards::below(card + 1);
  if (leads && suit != cards::clubs) out[lead_diamond + suit - 1] = 1;
  if (!leads && !follows && suit != cards::clubs) out[throw_diamond + suit - 1] = 1;
  out[over_seven] = std::max(0.0, rank - 5);
  out[over_ten] = std::max(0.0, rank - 8);
  out[over_queen] = std::max(0.0, rank - 10);
  out[higher_held] = cards::size(own & above);
  if (!follows) {
    int longest = 0, shortest = 13;
    for (int each = 0; each < 4; ++each)
      if (const int length = cards::size(trick.hand & cards::suit_set(each))) {
        longest = std::max(longest, length);
        shortest = std::min(shortest, length);
      }
    out[from_longest] = cards::size(own) == longest;
    out[from_shortest] = cards::size(own) == shortest;
    if (suit == cards::spades) out[spade_late] = trick.stage;
  }
  out[lowest_card] = rank == extremes.low;
  out[highest_card] = rank == extremes.high;
  if (leads) {
    out[leads_best] = !(above & ~past.played & ~trick.hand);
    out[returns_suit] = suit == past.last_led;
    out[led_before] = past.led[suit];
    out[lead_rank_late] = rank * trick.stage;
    return;
  }
  out[trick.table + 1 == trick.players ? rank_last_hand : trick.table == 1 ? rank_second_hand : rank_third_hand] = rank;
  const bool takes = plain[card_moves::takes] != 0;
  out[takes ? win_rank_late : follows ? lose_rank_late : throw_rank_late] = rank * trick.stage;
  const int height = takes ? Extremes::strength(card, trick.trump) : static_cast<int>(rank);
  out[takes ? lowest_winner : lowest_loser] = height == (takes ? extremes.low_winner : extremes.low_loser);
  out[takes ? highest_winner : highest_loser] = height == (takes ? extremes.high_winner : extremes.high_loser);
  if (!takes) return;
  out[takes_late] = trick.stage;
  if (trick.table == 1) out[takes_second_hand] = 1;
  if (trick.table == 2) out[takes_third_hand] = 1;
  const int distance = (winner - trick.seat + trick.players) % trick.players;
  if (distance == 1) out[takes_from_next] = 1;
  if (distance == 2) out[takes_from_second] = 1;
  out[takes_from_first] = first >> winner & 1;
  out[takes_from_last] = last >> winner & 1;
  out[takes_from_rival] = past.rivals >> winner & 1;
}

// The seats other than the mover whose number is the largest or the smallest, as bits.
template <class Numbers>
unsigned extreme(const Numbers& numbers, int players, int seat, bool largest) {
  int best = largest ? -1 : 1 << 20;
  unsigned found = 0;
  for (int other = 0; other < players; ++other) {
    if (other == seat) continue;
    const int number = numbers[other];
    if (largest ? number > best : number < best) {
      best = number;
      found = 0;
    }
    if (number == best) found |= 1u << other;
  }
  return found;
}

}  // namespace kibitz::card_situations
