// Deals drawn exactly uniformly from those in which every card is with a holder that may have it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "games/cards.hpp"
#include "random.hpp"

namespace kibitz {

__extension__ typedef unsigned __int128 DealCount;  // the most is about 2e28: five holders of nine

inline DealCount below(Random& random, DealCount bound) {
  if (bound >> 64 == 0) return random.below(static_cast<std::uint64_t>(bound));
  std::uint64_t mask = static_cast<std::uint64_t>(bound >> 64);
  for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
  for (;;) {
    const DealCount high = random.next() & mask;
    const DealCount draw = high << 64 | random.next();
    if (draw < bound) return draw;
  }
}

// Holder h takes exactly capacities[h] cards; card i may go to the holders whose bits are set in allowed[i]. Cards are
// placed in order, so how many are left to place follows from the room that is left, and the number of ways to place
// them depends on that room alone: one table entry for each room, filled once. Entries have 64 bits where all deals
// can be counted in them.
class DealSampler {
 public:
  static constexpr std::size_t most_holders = max_players;

  DealSampler(std::span<const int> capacities, std::span<const std::uint8_t> allowed)
      : holders_(capacities.size()), allowed_(allowed.begin(), allowed.end()) {
    std::size_t entries = 1;
    int room = 0;
    DealCount most = 1;  // deals in which every holder may have every card
    for (std::size_t holder = 0; holder < holders_; ++holder) {
      capacities_[holder] = capacities[holder];
      strides_[holder] = entries;
      entries *= static_cast<std::size_t>(capacities[holder]) + 1;
      for (int card = 1; card <= capacities[holder]; ++card) {
        ++room;
        most = most * static_cast<DealCount>(room) / static_cast<DealCount>(card);
      }
    }
    small_ = most >> 63 == 0;
    if (small_)
      fill(entries, room, few_);
    else
      fill(entries, room, many_);
  }

  int cards() const { return static_cast<int>(allowed_.size()); }

  // How many deals there are.
  DealCount count() const { return small_ ? few_.back() : many_.back(); }

  // The holder of each card, in a deal drawn uniformly. There must be one.
  void draw(Random& random, std::span<std::uint8_t> holders) const {
    if (small_)
      place(random.below(few_.back()), few_, holders);
    else
      place(below(random, many_.back()), many_, holders);
  }

 private:
  template <class Count>
  void fill(std::size_t entries, int room, std::vector<Count>& ways) const {
    ways.assign(entries, 0);
    if (room != cards()) return;  // no way to place them all
    ways[0] = 1;
    std::array<int, most_holders> left{};
    int to_place = 0;
    for (std::size_t entry = 1; entry < entries; ++entry) {
      for (std::size_t holder = 0;; ++holder) {  // the next room in counting order
        if (left[holder] < capacities_[holder]) {
          ++left[holder];
          ++to_place;
          break;
        }
        to_place -= left[holder];
        left[holder] = 0;
      }
      const std::uint8_t possible = allowed_[static_cast<std::size_t>(cards() - to_place)];
      Count sum = 0;
      for (std::size_t holder = 0; holder < holders_; ++holder)
        if (left[holder] > 0 && (possible >> holder & 1)) sum += ways[entry - strides_[holder]];
      ways[entry] = sum;
    }
  }

  template <class Count>
  void place(Count number, const std::vector<Count>& ways, std::span<std::uint8_t> holders) const {
    std::size_t entry = ways.size() - 1;
    std::array<int, most_holders> left = capacities_;
    for (std::size_t card = 0; card < allowed_.size(); ++card) {
      for (unsigned possible = allowed_[card]; possible; possible &= possible - 1) {
        const auto holder = static_cast<std::size_t>(std::countr_zero(possible));
        if (left[holder] == 0) continue;
        const Count here = ways[entry - strides_[holder]];
        if (number < here) {
          holders[card] = static_cast<std::uint8_t>(holder);
          entry -= strides_[holder];
          --left[holder];
          break;
        }
        number -= here;
      }
    }
  }

  std::size_t holders_;
  bool small_ = true;
  std::array<int, most_holders> capacities_{};
  std::array<std::size_t, most_holders> strides_{};
  std::vector<std::uint8_t> allowed_;
  std::vector<std::uint64_t> few_;
  std::vector<DealCount> many_;
};

// What one seat knows of the cards it does not see: which of them each holder may have, and how many it has. Holders
// are the seats and, last, the stack of cards that were not dealt.
struct HiddenCards {
  cards::CardSet unknown = 0;
  int holders = 0;
  std::array<cards::CardSet, max_players> possible{};
  std::array<int, max_players> room{};

  // Only this holder can have these.
  void settle(cards::CardSet set, int holder) {
    for (int other = 0; other < holders; ++other)
      if (other != holder) possible[other] &= ~set;
  }

  DealSampler sampler() const {
    std::vector<std::uint8_t> allowed;
    cards::each(unknown, [&](cards::Card card) {
      std::uint8_t mask = 0;
      for (int holder = 0; holder < holders; ++holder)
        if (possible[holder] & cards::set_of(card)) mask |= static_cast<std::uint8_t>(1 << holder);
      allowed.push_back(mask);
    });
    return DealSampler(std::span(room.data(), static_cast<std::size_t>(holders)), allowed);
  }

  // The unknown cards of each holder, drawn uniformly.
  std::array<cards::CardSet, max_players> draw(const DealSampler& sampler, Random& random) const {
    std::array<std::uint8_t, cards::pack_size> placed{};
    sampler.draw(random, placed);
    std::array<cards::CardSet, max_players> sets{};
    int index = 0;
    cards::each(unknown, [&](cards::Card card) { sets[placed[index++]] |= cards::set_of(card); });
    return sets;
  }

  // Lets two cards change places that are drawn from all unknown ones, if they have different holders who may have
  // them. What is in no hand is in the stack. The seats that hold other cards now, as bits.
  template <std::size_t seats>
  unsigned exchange(std::array<cards::CardSet, seats>& hands, QuickRandom& random) const {
    const int count = cards::size(unknown);
    if (count < 2) return 0;
    const int place = random.below(count), other_place = random.below(count - 1);
    const cards::CardSet one = drawn(place), other = drawn(other_place + (other_place >= place));
    const int from = holder_of(hands, one), to = holder_of(hands, other);
    if (from == to || !(possible[to] & one) || !(possible[from] & other)) return 0;
    unsigned changed = 0;
    for (const int holder : {from, to}) {
      if (holder == holders - 1) continue;
      hands[holder] ^= one | other;
      changed |= 1u << holder;
    }
    return changed;
  }

 private:
  cards::CardSet drawn(int place) const { return cards::set_of(cards::nth(unknown, place)); }

  template <std::size_t seats>
  int holder_of(const std::array<cards::CardSet, seats>& hands, cards::CardSet card) const {
    int seat = 0;
    while (seat < holders - 1 && !(hands[seat] & card)) ++seat;
    return seat;
  }
};

}  // namespace kibitz
