// The best of each group of numbers, for many columns at once: one ply of a minimax search over stored trees.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace kibitz {

// `values` has a row for each member, the members of the first group first, and `width` columns. Group g has counts[g]
// members, at least one. The best value of each column goes to row g of `best`: the highest one, or the lowest.
template <bool highest>
void best_of_groups(const float* values, const std::int64_t* counts, std::size_t groups, std::size_t width,
                    float* best) {
  for (std::size_t group = 0; group < groups; ++group, best += width) {
    std::copy(values, values + width, best);
    values += width;
    for (std::int64_t member = 1; member < counts[group]; ++member, values += width) {
      for (std::size_t column = 0; column < width; ++column) {
        best[column] = highest ? std::max(best[column], values[column]) : std::min(best[column], values[column]);
      }
    }
  }
}

}  // namespace kibitz
