// Chinese Checkers: which pawn moves, and how far.
#pragma once

#include <algorithm>

#include "evaluation/move_features.hpp"
#include "games/chinese_checkers.hpp"

namespace kibitz {

template <>
struct MoveFeatures<ChineseCheckers> {
  using G = ChineseCheckers;
  enum Feature { advance, behind, sideways, feature_count };

  static std::vector<std::string> names(const G&) { return {"advance", "behind", "sideways"}; }

  // In steps: how much nearer the pawn comes, how far it was from the tip of its goal, and how far off the straight
  // way to it the pawn ends.
  static void features(const G& game, const G::State& state, G::Move move, std::span<double> out) {
    std::fill(out.begin(), out.end(), 0.0);
    if (move == G::pass) return;
    const int start = move >> 7, end = move & 127, goal = game.goal(state.mover);
    const auto& to_tip = star::board.steps_to_tip[goal];
    const auto& from_tip = star::board.steps_to_tip[game.home(state.mover)];
    out[advance] = static_cast<int>(to_tip[start]) - static_cast<int>(to_tip[end]);
    out[behind] = to_tip[start];
    out[sideways] = to_tip[end] + from_tip[end] - 16;
  }
};

}  // namespace kibitz
