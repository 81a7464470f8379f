// When two values are equal. A weighted sum of whole features is exact where the weights are whole numbers, so an
// evaluation comes compiled as whole numbers of a unit (kibitz/games/exact_weights.py). Searches compare those, and a
// value is divided once, when it is reported: a tie is a tie. What is averaged is rounded; there one tolerance says how
// close is equal, relative to the largest value there can be.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>

#include "games/capabilities.hpp"

namespace kibitz {

// Relative: rounding is a few hundred times smaller, and no two different averages are known to be that close.
inline constexpr double tie_tolerance = 1e-12;

// Sums below this are told apart even after they were divided by a denominator.
inline constexpr double largest_exact = static_cast<double>(std::uint64_t{1} << 50);

struct Unit {
  std::uint64_t numerator = 1, denominator = 1;

  double reported(double value) const {
    return value * static_cast<double>(numerator) / static_cast<double>(denominator);
  }

  // A number from outside in this unit: the double next to a decimal is a whole number of units where the decimal is.
  double taken(double value) const {
    const double units = value * static_cast<double>(denominator) / static_cast<double>(numerator);
    const double whole = std::nearbyint(units);
    return std::abs(units - whole) <= 4e-16 * std::abs(units) ? whole : units;
  }

  bool operator==(const Unit&) const = default;
};

// The largest unit of which both are whole multiples; none where numbers get too large.
inline std::optional<Unit> common_unit(const Unit& one, const Unit& other) {
  const auto multiplied = [](std::uint64_t a, std::uint64_t b) -> std::optional<std::uint64_t> {
    std::uint64_t product;
    if (__builtin_mul_overflow(a, b, &product) || static_cast<double>(product) > largest_exact) return std::nullopt;
    return product;
  };
  const std::uint64_t shared = std::gcd(one.denominator, other.denominator);
  const auto denominator = multiplied(one.denominator, other.denominator / shared);
  if (!denominator) return std::nullopt;
  const auto first = multiplied(one.numerator, *denominator / one.denominator);
  const auto second = multiplied(other.numerator, *denominator / other.denominator);
  if (!first || !second) return std::nullopt;
  const std::uint64_t numerator = std::gcd(*first, *second), both = std::gcd(numerator, *denominator);
  return Unit{numerator / both, *denominator / both};
}

// Values closer than `slack` are equal; 0 where they are only compared and never averaged.
struct Closeness {
  double slack = 0;

  bool above(double value, double other) const { return value > other + slack; }
  bool equal(double value, double other) const { return value >= other - slack && value <= other + slack; }
  // Below this nothing can be as good as the best, whatever rounding did.
  double floor_below(double best) const {
    return std::nextafter(best - 2 * slack, -std::numeric_limits<double>::infinity());
  }
};

// Whether chance moves somewhere in the game.
template <class G>
bool has_chance(const G& game) {
  if constexpr (!Chancy<G>)
    return false;
  else if constexpr (requires { game.has_chance(); })
    return game.has_chance();
  else
    return true;
}

}  // namespace kibitz
