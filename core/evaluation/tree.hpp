// What is written at the nodes: the value of leaves, and the named evaluations.
#pragma once

#include <algorithm>

#include "games/capabilities.hpp"
#include "games/tree.hpp"

namespace kibitz {

template <>
struct Evaluation<Tree> {
  static std::vector<std::string> names(const Tree& game) {
    std::vector<std::string> names{"value"};
    names.insert(names.end(), game.parts().evaluations.begin(), game.parts().evaluations.end());
    return names;
  }

  // Each is an evaluation of its own, so one counts: the first that is named, or else the value.
  static std::vector<double> weights(const Tree& game) {
    std::vector<double> weights(game.parts().evaluations.size() + 1);
    weights[weights.size() > 1] = 1;
    return weights;
  }

  static std::vector<Interval> bounds(const Tree& game) {
    std::vector<Interval> bounds(game.parts().evaluations.size() + 1, Interval{HUGE_VAL, -HUGE_VAL});
    std::vector<double> values(bounds.size());
    for (int seat = 0; seat < game.players(); ++seat) {
      for (std::size_t i = 0; i < bounds.size(); ++i) {
        const auto [low, high] = game.below({}, i, seat);
        bounds[i] = {std::min(bounds[i].low, low), std::max(bounds[i].high, high)};
      }
      for (std::uint32_t node = 0; node < game.size(); ++node) {
        features(game, {node}, seat, values);
        for (std::size_t i = 0; i < bounds.size(); ++i)
          bounds[i] = {std::min(bounds[i].low, values[i]), std::max(bounds[i].high, values[i])};
      }
    }
    return bounds;
  }

  static void features(const Tree& game, const Tree::State& state, int seat, std::span<double> out) {
    out[0] = game.middle(state, seat);
    for (std::size_t i = 1; i < out.size(); ++i) out[i] = game.evaluated(state, i - 1, seat);
  }

  static void reachable(const Tree& game, const Tree::State& state, int seat, std::span<Interval> out) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto [low, high] = game.below(state, i, seat);
      out[i] = {low, high};
    }
  }

  // The weights of a tree are what is written there, not a speed-up.
  static bool same_after_equivalents(const Tree&, const std::vector<double>&) { return true; }

  static constexpr bool ends_unseen = true;

  // Whether a leaf stands for a game that goes on, and between what each seat's value then ends.
  static bool unseen(const Tree& game, const Tree::State& leaf, std::span<Interval> out) {
    bool open = false;
    for (int seat = 0; seat < game.players(); ++seat) {
      out[seat] = {game.low(leaf, seat), game.high(leaf, seat)};
      open = open || out[seat].low < out[seat].high;
    }
    return open;
  }

  // Whether every leaf has a winner and a loser and the counting evaluation tells them apart. Where a leaf has
  // intervals the written tree ends before the game, and nothing is known but that not all can be equal.
  static bool win_distinguishing(const Tree& game) {
    const std::size_t measure = !game.parts().evaluations.empty();
    for (std::uint32_t node = 0; node < game.size(); ++node)
      if (game.over({node}) && !tells_winners(game, {node}, measure)) return false;
    return true;
  }

 private:
  static bool tells_winners(const Tree& game, const Tree::State& leaf, std::size_t measure) {
    double best = -HUGE_VAL, worst = HUGE_VAL, best_evaluation = -HUGE_VAL;
    for (int seat = 0; seat < game.players(); ++seat) {
      if (game.low(leaf, seat) < game.high(leaf, seat)) return true;
      best = std::max(best, game.low(leaf, seat));
      worst = std::min(worst, game.low(leaf, seat));
      best_evaluation = std::max(best_evaluation, game.below(leaf, measure, seat).low);
    }
    if (best == worst) return false;
    for (int seat = 0; seat < game.players(); ++seat)
      if ((game.low(leaf, seat) == best) != (game.below(leaf, measure, seat).low == best_evaluation)) return false;
    return true;
  }
};

static_assert(Reaching<Tree> && Enumerable<Tree> && Chancy<Tree> && Weighted<Tree>);

}  // namespace kibitz
