// max^n (Luckhardt & Irani 1986): every seat takes the child that is best for itself.
#pragma once

#include "random.hpp"
#include "search/judge.hpp"
#include "search/recursion.hpp"
#include "search/tie_key.hpp"

namespace kibitz {

// Which of several children that are equally good for the mover counts: the first in move order (left-low: low cards
// come first), the last (left-high), one drawn by position and seed, or the average of all.
enum class Ties { left_low, left_high, random, average };

template <Game G>
struct MaxN {
  using Value = Scores;

  const G& game;
  const Judge<G>& judge;
  Ties ties;
  std::uint64_t seed;

  Value leaf(const typename G::State& state) const { return judge(state); }

  // Random ties hash the position, so that tables and pruning cannot change them: of all tied children, the one whose
  // own hash is largest. Weighted children count as often as they stand for.
  struct Node {
    int players, seat;
    Ties ties;
    std::uint64_t key;
    Value best{};
    double count = 0;
    int index = 0;
    std::uint64_t chosen = 0;

    void add(const Value& value, int weight) {
      const int first = index;
      index += weight;
      if (count == 0 || value[seat] > best[seat]) {
        best = value;
        count = weight;
        chosen = lot(first, weight);
        return;
      }
      if (value[seat] < best[seat]) return;
      if (ties == Ties::left_high) best = value;
      if (ties == Ties::random) {
        if (const std::uint64_t other = lot(first, weight); other > chosen) {
          best = value;
          chosen = other;
        }
      }
      if (ties == Ties::average)
        for (int i = 0; i < players; ++i) best[i] = (best[i] * count + value[i] * weight) / (count + weight);
      count += weight;
    }
    Value result() const { return best; }

   private:
    std::uint64_t lot(int first, int weight) const {
      return ties == Ties::random ? highest_lot(key, first, weight) : 0;
    }
  };

  Node node(const typename G::State& state, int seat) const {
    const std::uint64_t key = ties == Ties::random ? combine(seed, tie_key(game, state)) : 0;
    return {.players = game.players(), .seat = seat, .ties = ties, .key = key};
  }

  Value chance(const std::vector<Value>& values, const std::vector<double>& probabilities) const {
    Value mean{};
    for (std::size_t i = 0; i < values.size(); ++i)
      for (int seat = 0; seat < game.players(); ++seat) mean[seat] += probabilities[i] * values[i][seat];
    return mean;
  }
};

}  // namespace kibitz
