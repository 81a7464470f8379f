// What random ties inside a tree are drawn by, so that no speed-up changes a draw.
#pragma once

#include <algorithm>

#include "games/capabilities.hpp"
#include "random.hpp"

namespace kibitz {

// Equal for states that differ by which of several equivalent moves was made, or by what is settled, only.
template <Game G>
std::uint64_t tie_key(const G& game, const typename G::State& state) {
  if constexpr (Remainder<G>) {
    if (game.has_remainder()) return game.canonical_key(state);
  }
  return game.key(state);
}

// The lot of a child that stands for `weight` moves, the first of which is number `first` of the position: the highest
// of theirs, so that it is the same whether equivalent moves are merged or not.
inline std::uint64_t highest_lot(std::uint64_t key, int first, int weight) {
  std::uint64_t highest = 0;
  for (int copy = 0; copy < weight; ++copy) highest = std::max(highest, combine(combine(key, first + copy), 0));
  return highest;
}

}  // namespace kibitz
