// Open lines: how many of the eight lines a seat may still complete, less those of the other.
#pragma once

#include "games/capabilities.hpp"
#include "games/tic_tac_toe.hpp"

namespace kibitz {

template <>
struct Evaluation<TicTacToe> {
  static std::vector<std::string> names(const TicTacToe&) { return {"open_lines"}; }
  static std::vector<double> weights(const TicTacToe&) { return {1}; }
  static std::vector<Interval> bounds(const TicTacToe&) { return {{-8, 8}}; }

  static constexpr bool whole = true;

  static void features(const TicTacToe&, const TicTacToe::State& state, int seat, std::span<double> out) {
    int advantage = 0;
    for (const auto line : TicTacToe::lines) advantage += !(state.marks[1 - seat] & line) - !(state.marks[seat] & line);
    out[0] = advantage;
  }
};

}  // namespace kibitz
