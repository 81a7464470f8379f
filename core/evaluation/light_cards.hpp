// What the light play of card games shares: cards of a set.
#pragma once

#include <bit>
#include <cstdint>

#include "games/cards.hpp"

namespace kibitz::light_cards {

constexpr cards::Card highest(cards::CardSet set) { return static_cast<cards::Card>(63 - std::countl_zero(set)); }

// One of them, by 32 random bits.
inline cards::Card any(cards::CardSet set, std::uint32_t draw) {
  int skipped = static_cast<int>((std::uint64_t{draw} * static_cast<unsigned>(cards::size(set))) >> 32);
  for (; skipped > 0; --skipped) set &= set - 1;
  return cards::lowest(set);
}

}  // namespace kibitz::light_cards
