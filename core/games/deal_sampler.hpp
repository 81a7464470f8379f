// Deals drawn exactly uniformly from those in which every card is with a holder that may have it.
#pragma once

#include <array>
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
// them depends on that room alone: one table entry for each room, filled once.
class DealSampler {
 public:
  DealSampler(std::span<const int> capacities, std::span<const std::uint8_t> allowed)
      : capacities_(capacities.begin(), capacities.end()), allowed_(allowed.begin(), allowed.end()) {
    std::size_t entries = 1;
    int room = 0;
    for (const int capacity : capacities_) {
      strides_.push_back(entries);
      entries *= static_cast<std::size_t>(capacity) + 1;
      room += capacity;
    }
    ways_.assign(entries, 0);
    if (room != cards()) return;  // no way to place them all
    ways_[0] = 1;
    std::vector<int> left(capacities_.size(), 0);
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
      for (std::size_t holder = 0; holder < left.size(); ++holder)
        if (left[holder] > 0 && (possible >> holder & 1)) ways_[entry] += ways_[entry - strides_[holder]];
    }
  }

  int cards() const { return static_cast<int>(allowed_.size()); }

  // How many deals there are.
  DealCount count() const { return ways_.back(); }

  // The holder of each card, in a deal drawn uniformly. There must be one.
  void draw(Random& random, std::span<std::uint8_t> holders) const {
    DealCount number = below(random, count());
    std::size_t entry = ways_.size() - 1;
    std::vector<int> left = capacities_;
    for (std::size_t card = 0; card < allowed_.size(); ++card) {
      for (std::size_t holder = 0; holder < left.size(); ++holder) {
        if (left[holder] == 0 || !(allowed_[card] >> holder & 1)) continue;
        const DealCount ways = ways_[entry - strides_[holder]];
        if (number < ways) {
          holders[card] = static_cast<std::uint8_t>(holder);
          entry -= strides_[holder];
          --left[holder];
          break;
        }
        number -= ways;
      }
    }
  }

 private:
  std::vector<int> capacities_;
  std::vector<std::uint8_t> allowed_;
  std::vector<std::size_t> strides_;
  std::vector<DealCount> ways_;
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
};

}  // namespace kibitz
