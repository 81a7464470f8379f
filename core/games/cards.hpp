// What trick-taking games share: sets of cards as bits, the deal, following suit, who wins a trick.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/game.hpp"
#include "random.hpp"

namespace kibitz::cards {

// A card is suit * 13 + rank: suits C, D, H, S, ranks 2 to ace. A set of cards has bit `card` set.
using Card = std::uint8_t;
using CardSet = std::uint64_t;
enum Suit : int { clubs, diamonds, hearts, spades, no_trump };

inline constexpr int pack_size = 52;
inline constexpr CardSet full_pack = (CardSet{1} << pack_size) - 1;

constexpr CardSet set_of(int card) { return CardSet{1} << card; }
constexpr CardSet suit_set(int suit) { return CardSet{0x1fff} << (13 * suit); }
constexpr CardSet below(int card) { return set_of(card) - 1; }
constexpr int size(CardSet set) { return std::popcount(set); }
constexpr Card lowest(CardSet set) { return static_cast<Card>(std::countr_zero(set)); }

// The card of a set below which there are `place` others: halves the set again and again.
constexpr Card nth(CardSet set, int place) {
  int card = 0;
  for (int half = 32; half > 0; half /= 2) {
    const int lower = size(set & below(half));
    if (place < lower) continue;
    place -= lower;
    set >>= half;
    card += half;
  }
  return static_cast<Card>(card);
}

inline constexpr std::array<std::uint8_t, pack_size> suits = [] {
  std::array<std::uint8_t, pack_size> table{};
  for (int card = 0; card < pack_size; ++card) table[card] = static_cast<std::uint8_t>(card / 13);
  return table;
}();
constexpr int suit(int card) { return suits[card]; }

// Calls `visit(card)` for each card of a set, upwards.
template <class Visit>
constexpr void each(CardSet set, Visit visit) {
  for (; set; set &= set - 1) visit(lowest(set));
}

// Hands of hand number `hand` of the game that `seed` deals: (seed, hand) decide, never what was drawn before.
template <std::size_t Seats>
std::array<CardSet, Seats> deal(CardSet pack, int players, int cards, std::uint64_t seed, int hand) {
  std::array<Card, pack_size> order{};
  int count = 0;
  each(pack, [&](Card card) { order[count++] = card; });
  Random random(seed, stream(Purpose::deal, static_cast<std::uint64_t>(hand)));
  random.shuffle(order, static_cast<std::size_t>(count));
  std::array<CardSet, Seats> hands{};
  for (int i = 0; i < players * cards; ++i) hands[i / cards] |= set_of(order[i]);
  return hands;
}

// Disjoint hands of so many cards of the pack, and empty places for seats that nobody has.
template <std::size_t Seats>
bool valid_deal(const std::array<CardSet, Seats>& hands, int players, int cards, CardSet pack) {
  CardSet left = pack;
  for (int seat = 0; seat < static_cast<int>(Seats); ++seat) {
    if (size(hands[seat]) != (seat < players ? cards : 0) || (hands[seat] & ~left)) return false;
    left &= ~hands[seat];
  }
  return true;
}

// How far from the leader the winner of a trick sits.
inline int winning_place(const Card* trick, int players, int trump) {
  int best = 0;
  for (int place = 1; place < players; ++place) {
    const bool same_suit = suit(trick[place]) == suit(trick[best]);
    if (same_suit ? trick[place] > trick[best] : suit(trick[place]) == trump) best = place;
  }
  return best;
}

// Whether every card of a hand beats all cards of its suit among the others.
constexpr bool wins_all(CardSet hand, CardSet others) {
  for (int suit = 0; suit < 4; ++suit) {
    const CardSet own = hand & suit_set(suit);
    if (own && (others & suit_set(suit) & ~below(lowest(own)))) return false;
  }
  return true;
}

constexpr int next_seat(int seat, int places, int players) {
  const int sum = seat + places;
  return sum >= players ? sum - players : sum;
}

// Calls `visit(seat, place in the trick, trick, card)` for each of the cards played in order, the trick being a pointer
// to its first card. Returns who leads after them.
template <class Visit>
int each_play(const Card* played, int count, int players, int first_leader, int trump, Visit visit) {
  int leader = first_leader;
  for (int start = 0; start < count; start += players) {
    const int here = count - start < players ? count - start : players;
    for (int place = 0; place < here; ++place)
      visit(next_seat(leader, place, players), place, played + start, played[start + place]);
    if (here == players) leader = next_seat(leader, winning_place(played + start, players, trump), players);
  }
  return leader;
}

// Lists one card of each class of equivalent ones. Two cards of one hand and suit are equivalent if no card that
// somebody else holds or that lies on the table (`separators`) is between them: exchanging them changes no trick.
// A card in `apart` counts differently from every other, stands for itself and separates too, so classes are runs.
template <class MoveList, class WeightList>
void merge_equivalent(CardSet legal, CardSet separators, CardSet apart, MoveList& moves, WeightList& weights) {
  separators |= apart & legal;
  int last = -1;
  each(legal, [&](Card card) {
    const bool joins =
        last >= 0 && suit(card) == suit(last) && !(apart & set_of(card)) && !(separators & below(card) & ~below(last));
    if (joins) {
      ++weights[weights.size() - 1];
    } else {
      moves.push(card);
      weights.push(1);
    }
    last = card;
  });
}

// The same for the seat to move, among the cards it may play: what the others hold and what lies on the table
// separates.
template <std::size_t Seats, class MoveList, class WeightList>
void merge_equivalent(CardSet legal, const std::array<CardSet, Seats>& hands, int seat, const Card* trick, int table,
                      CardSet apart, MoveList& moves, WeightList& weights) {
  CardSet separators = 0;
  for (const CardSet hand : hands) separators |= hand;
  separators &= ~hands[seat];
  for (int place = 0; place < table; ++place) separators |= set_of(trick[place]);
  merge_equivalent(legal, separators, apart, moves, weights);
}

// Who holds each card that is still held, and how many of each suit these are. Ranks that nobody holds leave no trace,
// so hands that differ by them only are written alike.
template <std::size_t Seats>
struct Holders {
  static constexpr int bits = Seats <= 4 ? 2 : 3;  // a card
  static constexpr int in_a_word = 64 / bits;
  std::array<std::uint64_t, (pack_size + in_a_word - 1) / in_a_word> seats{};
  std::uint64_t sizes = 0;  // sixteen bits
};

template <std::size_t Seats>
Holders<Seats> holders(const std::array<CardSet, Seats>& hands) {
  static_assert(Seats == 4 || Seats == 5);
  using Found = Holders<Seats>;
  CardSet fifth = 0;
  if constexpr (Seats == 5) fifth = hands[4];
  const CardSet low = hands[1] | hands[3], high = hands[2] | hands[3], held = hands[0] | low | high | fifth;
  Found found;
  int place = 0;
  each(held, [&](Card card) {
    const std::uint64_t seat = (low >> card & 1) | (high >> card & 1) << 1 | (fifth >> card & 1) << 2;
    found.seats[place / Found::in_a_word] |= seat << (Found::bits * (place % Found::in_a_word));
    ++place;
  });
  for (int suit = 0; suit < 4; ++suit)
    found.sizes |= static_cast<std::uint64_t>(size(held & suit_set(suit))) << (4 * suit);
  return found;
}

// The cards of a suit that are held or on the table, from the lowest upwards, by four bits a card behind a leading 1:
// the seat that holds it, or 8 + its place on the table. A card on the table comes after those of its player that it
// was equivalent to, so that it does not matter which of them was played. `apart` is as in merge_equivalent.
template <std::size_t Seats>
std::uint64_t canonical_suit(const std::array<CardSet, Seats>& hands, int players, int suit, const Card* trick,
                             int count, int leader, CardSet apart) {
  CardSet seen = 0, table = 0;
  for (int seat = 0; seat < players; ++seat) seen |= hands[seat];
  for (int place = 0; place < count; ++place) table |= set_of(trick[place]);
  seen = (seen | table) & suit_set(suit);
  std::uint64_t word = 1;
  int waiting = -1, run = -1;  // a place on the table whose card is still to be written, and the player of its run
  const auto close = [&] {
    if (waiting >= 0) word = word << 4 | static_cast<std::uint64_t>(8 + waiting);
    waiting = run = -1;
  };
  each(seen, [&](Card card) {
    int owner = 0, place = -1;
    if (table & set_of(card)) {
      place = 0;
      while (trick[place] != card) ++place;
      owner = next_seat(leader, place, players);
    } else {
      while (!(hands[owner] & set_of(card))) ++owner;
    }
    if (owner != run || (apart & set_of(card))) close();
    run = owner;
    if (place >= 0)
      waiting = place;
    else
      word = word << 4 | static_cast<std::uint64_t>(owner);
    if (apart & set_of(card)) close();
  });
  close();
  return word;
}

// Four bytes of history as a number, for keys.
template <class Bytes>
std::uint64_t packed(const Bytes& bytes, int from, int count) {
  std::uint64_t word = 1;
  for (int i = 0; i < count; ++i) word = word << 8 | bytes[from + i];
  return word;
}

}  // namespace kibitz::cards
