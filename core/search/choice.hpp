// A seat's choice among children that are worth a number to every seat: it takes those that are best for itself, and a
// rule says what counts where several are.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "games/game.hpp"
#include "random.hpp"
#include "search/exactness.hpp"

namespace kibitz {

// Where a value may still go: up to its upper bound, down to its lower bound, or within what the game says.
enum class Direction { up, down, reachable };

// Which of several children that are equally good for the mover counts: the first in move order (left-low: low cards
// come first), the last (left-high), one drawn by position and seed, or the average of all.
enum class Ties { left_low, left_high, random, average };

// Collects the children of a node, in move order. Weighted children count as often as they stand for. Random ties hash
// the position, so that tables and pruning cannot change them: of all tied children, the one with the largest lot.
struct Choice {
  int players;
  int part;         // which number of a child the mover looks at
  double sign = 1;  // -1 if it wants that number low
  Ties ties = Ties::left_low;
  std::uint64_t key = 0;
  double slack = 0;  // what the mover sees may be off by that, from averages below

  Scores best{};     // of the child that counts; under `average` the sum of the tied ones
  double worth = 0;  // what the mover sees in it
  double count = 0;
  int index = -1;   // of the last child
  int chosen = -1;  // of the child that counts, or of the first of those averaged
  std::uint64_t lot = 0;

  // A child that some bound has shown to be worse than what the mover has: it only takes up its place in move order.
  void skip() { ++index; }

  // What the mover sees in a value.
  double seen_in(const Scores& value) const { return sign * value[part]; }

  // Of equally good children the one of highest precedence counts; under `average` all do.
  std::uint64_t precedence(int place, int weight) const {
    if (ties == Ties::random) return draw(place, weight);
    return ties == Ties::left_low ? ~static_cast<std::uint64_t>(place) : static_cast<std::uint64_t>(place);
  }

  // Whether a child in which the mover sees `most` at most cannot matter beside one in which it sees `other`.
  bool behind(double most, std::uint64_t own_precedence, double other, std::uint64_t other_precedence) const {
    if (ties == Ties::average) return most < other - 10 * slack;
    return most < other || (most == other && own_precedence < other_precedence);
  }

  void add(const Scores& value, int weight) {
    ++index;
    const double seen = seen_in(value);
    if (ties == Ties::average) return add_to_average(value, weight, seen);
    if (count == 0 || seen > worth + slack) {
      take(value);
      worth = seen;
      count = weight;
      chosen = index;
      if (ties == Ties::random) lot = draw(index, weight);
      return;
    }
    if (seen < worth - slack || ties == Ties::left_low) return;
    if (ties == Ties::random) {
      const std::uint64_t other = draw(index, weight);
      if (other <= lot) return;
      lot = other;
    }
    take(value);
    chosen = index;
  }

  Scores result() const {
    if (ties != Ties::average || count == 1) return best;
    Scores mean;
    for (int seat = 0; seat < players; ++seat) mean[seat] = best[seat] / count;
    return mean;
  }

 private:
  void take(const Scores& value) {
    for (int seat = 0; seat < players; ++seat) best[seat] = value[seat];
  }

  void add_to_average(const Scores& value, int weight, double seen) {
    if (count == 0 || seen > worth + slack) {
      for (int seat = 0; seat < players; ++seat) best[seat] = value[seat] * weight;
      worth = seen;
      count = weight;
      chosen = index;
    } else if (seen >= worth - slack) {
      for (int seat = 0; seat < players; ++seat) best[seat] += value[seat] * weight;
      count += weight;
    }
  }

  // The larger of as many lots as the child has copies: the same chance as drawing among all copies.
  std::uint64_t draw(int place, int weight) const {
    std::uint64_t largest = 0;
    const std::uint64_t own = combine(key, static_cast<std::uint64_t>(place));
    for (int copy = 0; copy < weight; ++copy) largest = std::max(largest, combine(own, copy));
    return largest;
  }
};

inline Scores mean(const std::vector<Scores>& values, const std::vector<double>& probabilities, int players) {
  Scores mean{};
  for (std::size_t i = 0; i < values.size(); ++i)
    for (int seat = 0; seat < players; ++seat) mean[seat] += probabilities[i] * values[i][seat];
  return mean;
}

}  // namespace kibitz
