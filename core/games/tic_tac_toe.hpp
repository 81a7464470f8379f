// Tic-tac-toe: two bit boards of nine squares, a1 = bit 0 to c3 = bit 8.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "games/capabilities.hpp"
#include "games/game.hpp"
#include "random.hpp"

namespace kibitz {

struct TicTacToe {
  struct State {
    std::array<std::uint16_t, 2> marks{};
    bool operator==(const State&) const = default;
  };
  using Move = std::uint8_t;  // the square
  using Outcome = std::array<int, max_players>;
  static constexpr int max_moves = 9;
  static constexpr std::uint16_t full = 0x1ff;
  static constexpr std::array<std::uint16_t, 8> lines = {0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054};

  bool operator==(const TicTacToe&) const = default;

  int players() const { return 2; }

  State start(std::uint64_t) const { return {}; }

  // Whether a set of marks holds a line, for all 512 sets.
  static constexpr std::array<bool, 512> line_table = [] {
    std::array<bool, 512> table{};
    for (unsigned marks = 0; marks < 512; ++marks)
      for (const unsigned line : lines) table[marks] = table[marks] || (marks & line) == line;
    return table;
  }();
  static bool has_line(std::uint16_t marks) { return line_table[marks]; }

  int to_move(const State& state) const {
    return std::popcount(state.marks[0]) > std::popcount(state.marks[1]) ? 1 : 0;
  }

  bool over(const State& state) const {
    return (state.marks[0] | state.marks[1]) == full || has_line(state.marks[0]) || has_line(state.marks[1]);
  }

  void moves(const State& state, Moves<TicTacToe>& moves) const {
    if (over(state)) return;
    for (unsigned free = full & ~(state.marks[0] | state.marks[1]); free; free &= free - 1)
      moves.push(static_cast<Move>(std::countr_zero(free)));
  }

  State play(const State& state, Move move) const {
    State next = state;
    next.marks[to_move(state)] |= static_cast<std::uint16_t>(1 << move);
    return next;
  }

  Outcome outcome(const State& state) const {
    if (has_line(state.marks[0])) return {1, -1};
    if (has_line(state.marks[1])) return {-1, 1};
    return {};
  }

  Scores scores(const State& state) const {
    const Outcome result = outcome(state);
    return {static_cast<double>(result[0]), static_cast<double>(result[1])};
  }

  std::uint64_t key(const State& state) const { return mix(state.marks[0] | std::uint64_t{state.marks[1]} << 16); }

  ScoreBounds score_bounds(const State&) const { return {.low = {-1, -1}, .high = {1, 1}, .together = 0}; }

  bool enumerable() const { return true; }
  std::vector<Outcome> outcomes() const { return {{1, -1}, {0, 0}, {-1, 1}}; }

  // Reachable by legal play: disjoint, counts that alternate, and no line before the last mark.
  bool valid(const State& state) const {
    const auto [x, o] = state.marks;
    if ((x & o) || (x | o) > full) return false;
    const int lead = std::popcount(x) - std::popcount(o);
    if (lead != 0 && lead != 1) return false;
    if (has_line(x) && has_line(o)) return false;
    return !(has_line(x) && lead != 1) && !(has_line(o) && lead != 0);
  }
};

static_assert(Game<TicTacToe>);
static_assert(sizeof(TicTacToe::State) == 4);

}  // namespace kibitz
