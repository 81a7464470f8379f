// Abalone for two or three: a set of cells for each seat. Cells are numbered a1 = 0, a2, .. to i9 = 60.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "games/capabilities.hpp"
#include "games/game.hpp"
#include "games/one_winner.hpp"
#include "random.hpp"

namespace kibitz {

// The hexagon, worked out at compile time.
namespace hexagon {

inline constexpr int cells = 61;
inline constexpr int off = 61;  // the cell next to an edge cell, outside; every neighbour of it is outside too
inline constexpr int directions = 6;

using CellSet = std::uint64_t;

constexpr CellSet one(int cell) { return CellSet{1} << cell; }

// Calls for every cell of the set, in cell order.
template <class Action>
constexpr void each(CellSet set, Action action) {
  for (; set != 0; set &= set - 1) action(std::countr_zero(set));
}

struct Board {
  // Right, up-right, up-left, left, down-left, down-right: the opposite of a direction is three further.
  std::array<std::array<std::uint8_t, directions>, cells + 1> next{};
  std::array<CellSet, cells> later_neighbours{};  // to the right, up-right and up-left: every pair once
  std::array<std::uint8_t, cells> closeness{};    // 4 in the centre to 0 at the edge
  std::array<std::array<int, 10>, 9> at{};        // by row and number; `off` where there is no cell
};

consteval Board make_board() {
  constexpr std::array<std::array<int, 2>, directions> steps = {{{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}}};
  Board board;
  const auto inside = [](int row, int number) {
    return row >= 0 && row < 9 && number >= (row <= 4 ? 1 : row - 3) && number <= (row <= 4 ? row + 5 : 9);
  };
  int count = 0;
  for (int row = 0; row < 9; ++row)
    for (int number = 0; number <= 9; ++number) board.at[row][number] = inside(row, number) ? count++ : off;
  for (auto& neighbours : board.next) neighbours.fill(off);
  for (int row = 0; row < 9; ++row)
    for (int number = 1; number <= 9; ++number) {
      if (!inside(row, number)) continue;
      const int cell = board.at[row][number];
      for (int direction = 0; direction < directions; ++direction) {
        const int up = row + steps[direction][0], along = number + steps[direction][1];
        if (!inside(up, along)) continue;
        board.next[cell][direction] = static_cast<std::uint8_t>(board.at[up][along]);
        if (direction < 3) board.later_neighbours[cell] |= one(board.at[up][along]);
      }
      // The centre is e5, and a diagonal step changes row and number alike.
      const auto size = [](int value) { return value < 0 ? -value : value; };
      const int rows = row - 4, numbers = number - 5;
      board.closeness[cell] = static_cast<std::uint8_t>(4 - (size(rows) + size(numbers) + size(rows - numbers)) / 2);
    }
  return board;
}

inline constexpr Board board = make_board();
inline constexpr CellSet everywhere = one(cells) - 1;

}  // namespace hexagon

struct Abalone {
  using CellSet = hexagon::CellSet;
  enum class Start : std::uint8_t { standard, daisy };
  struct State {
    std::array<CellSet, 3> marbles{};
    std::array<std::uint8_t, 3> ejected{};  // by the seat that pushed them off
    std::uint8_t mover = 0;
    std::uint16_t plies = 0;
    bool operator==(const State&) const = default;
  };
  // In line: rearmost cell << 3 | direction. Broadside: 1 << 12 | first cell << 6 | size - 2 << 5 | line << 3 |
  // direction.
  using Move = std::uint16_t;
  using Outcome = std::array<int, max_players>;
  static constexpr Move broadside = 1 << 12;
  static constexpr Move pass = 1 << 13;
  static constexpr int most_marbles = 14;
  // A marble is the rearmost of six in-line moves, and the first of two or three in three lines that go four ways.
  static constexpr int max_moves = most_marbles * (6 + 2 * 3 * 4);

  int player_count = 2;
  Start arrangement = Start::standard;
  int goal = 6;
  int turns = 200;

  bool operator==(const Abalone&) const = default;

  int players() const { return player_count; }
  int last_ply() const { return turns * player_count; }
  int marbles_each() const { return player_count == 2 ? 14 : 11; }

  State start(std::uint64_t) const {
    State state;
    if (player_count == 3) {
      const int e1 = cell(4, 1), d1 = cell(3, 1), e9 = cell(4, 9), d8 = cell(3, 8);
      state.marbles = {row(0) | row(1), line(e1, up_right, 5) | line(d1, up_right, 6),
                       line(e9, up_left, 5) | line(d8, up_left, 6)};
    } else if (arrangement == Start::daisy) {
      state.marbles = {flower(cell(1, 2)) | flower(cell(7, 8)), flower(cell(1, 5)) | flower(cell(7, 5)), 0};
    } else {
      state.marbles = {row(0) | row(1) | line(cell(2, 3), right, 3), row(7) | row(8) | line(cell(6, 5), right, 3), 0};
    }
    return state;
  }

  int to_move(const State& state) const { return state.mover; }

  int winner(const State& state) const {
    for (int seat = 0; seat < player_count; ++seat)
      if (state.ejected[seat] >= goal) return seat;
    return -1;
  }

  bool over(const State& state) const { return state.plies >= last_ply() || winner(state) >= 0; }

  CellSet occupied(const State& state) const { return state.marbles[0] | state.marbles[1] | state.marbles[2]; }

  void moves(const State& state, Moves<Abalone>& moves) const {
    if (over(state)) return;
    const CellSet own = state.marbles[state.mover];
    const CellSet others = occupied(state) & ~own;
    const CellSet empty = hexagon::everywhere & ~(own | others);
    std::array<std::uint8_t, hexagon::cells + 1>
        open;  // for own marbles: the directions in which an empty cell follows
    hexagon::each(own, [&](int rear) {
      unsigned ways = 0;
      for (int direction = 0; direction < hexagon::directions; ++direction) {
        const int front = hexagon::board.next[rear][direction];
        if (has(empty, front)) {
          ways |= 1u << direction;
          moves.push(static_cast<Move>(rear << 3 | direction));
        } else if (has(own, front) && goes_in_line(own, others, front, direction)) {
          moves.push(static_cast<Move>(rear << 3 | direction));
        }
      }
      open[rear] = static_cast<std::uint8_t>(ways);
    });
    hexagon::each(own, [&](int first) {
      if (open[first] == 0) return;
      std::array<unsigned, 3> ways{};  // of the pairs, then of the triples, by line
      std::array<int, 3> ends{};
      for (int line = 0; line < 3; ++line) {
        ends[line] = hexagon::board.next[first][line];
        if (has(own, ends[line])) ways[line] = open[first] & open[ends[line]] & ~(0b001001u << line);
      }
      push_broadside(moves, first, 2, ways);
      for (int line = 0; line < 3; ++line) {
        const int third = hexagon::board.next[ends[line]][line];
        ways[line] = has(own, third) ? ways[line] & open[third] : 0;
      }
      push_broadside(moves, first, 3, ways);
    });
    if (moves.empty()) moves.push(pass);
  }

  // The moves that push marbles of others, in move order.
  void pushes(const State& state, Moves<Abalone>& moves) const {
    const CellSet own = state.marbles[state.mover];
    const CellSet others = occupied(state) & ~own;
    hexagon::each(own, [&](int rear) {
      for (int direction = 0; direction < hexagon::directions; ++direction) {
        const int second = hexagon::board.next[rear][direction];
        if (!has(own, second)) continue;
        const int third = hexagon::board.next[second][direction];
        const int met = has(own, third) ? hexagon::board.next[third][direction] : third;
        if (has(others, met) && goes_in_line(own, others, second, direction))
          moves.push(static_cast<Move>(rear << 3 | direction));
      }
    });
  }

  State play(const State& state, Move move) const {
    State next = state;
    if (move & broadside) {
      const int line = move >> 3 & 3, direction = move & 7;
      int marble = move >> 6 & 63;
      CellSet left = 0, entered = 0;
      for (int rest = 2 + (move >> 5 & 1); rest > 0; --rest, marble = hexagon::board.next[marble][line]) {
        left |= hexagon::one(marble);
        entered |= hexagon::one(hexagon::board.next[marble][direction]);
      }
      next.marbles[state.mover] = (state.marbles[state.mover] & ~left) | entered;
    } else if (move != pass) {
      push(next, move >> 3, move & 7);
    }
    next.mover = static_cast<std::uint8_t>(state.mover + 1 == player_count ? 0 : state.mover + 1);
    ++next.plies;
    return next;
  }

  Outcome outcome(const State& state) const {
    Outcome result{};
    if (const int seat = winner(state); seat >= 0) result[seat] = 1;
    return result;
  }

  Scores scores(const State& state) const {
    Scores result{};
    if (const int seat = winner(state); seat >= 0) result[seat] = 1;
    return result;
  }

  std::uint64_t key(const State& state) const {
    std::uint64_t key = mix(state.plies | std::uint64_t{state.mover} << 16 | std::uint64_t{state.ejected[0]} << 24 |
                            std::uint64_t{state.ejected[1]} << 32 | std::uint64_t{state.ejected[2]} << 40);
    for (int seat = 0; seat < player_count; ++seat) key = combine(key, state.marbles[seat]);
    return key;
  }

  ScoreBounds score_bounds(const State&) const { return one_winner::score_bounds(player_count); }
  bool enumerable() const { return true; }
  std::vector<Outcome> outcomes() const { return one_winner::outcomes<Outcome>(player_count); }

  State turned(const State& state, int seat) const {
    State next = state;
    next.mover = static_cast<std::uint8_t>(seat);
    return next;
  }

  int lost(const State& state, int seat) const { return marbles_each() - std::popcount(state.marbles[seat]); }

  // The marbles that are gone were ejected, by somebody other than their owner, and at most one seat has its goal.
  bool valid(const State& state) const {
    if (state.mover >= player_count || state.plies > last_ply()) return false;
    CellSet taken = 0;
    int gone = 0, credited = 0, winners = 0;
    for (int seat = 0; seat < static_cast<int>(state.marbles.size()); ++seat) {
      const CellSet own = state.marbles[seat];
      if (seat >= player_count) {
        if (own != 0 || state.ejected[seat] != 0) return false;
        continue;
      }
      if ((own & ~hexagon::everywhere) || (own & taken) || lost(state, seat) < 0 || state.ejected[seat] > goal)
        return false;
      taken |= own;
      gone += lost(state, seat);
      credited += state.ejected[seat];
      winners += state.ejected[seat] == goal;
    }
    if (gone != credited || winners > 1) return false;
    for (int seat = 0; seat < player_count; ++seat)
      if (lost(state, seat) + state.ejected[seat] > gone) return false;
    return true;
  }

 private:
  static constexpr int right = 0, up_right = 1, up_left = 2;

  static bool has(CellSet set, int cell) { return set >> cell & 1; }
  static int cell(int row, int number) { return hexagon::board.at[row][number]; }

  static CellSet line(int from, int direction, int length) {
    CellSet set = 0;
    for (; length > 0; --length, from = hexagon::board.next[from][direction]) set |= hexagon::one(from);
    return set;
  }
  static CellSet row(int row) {
    CellSet set = 0;
    for (const int cell : hexagon::board.at[row])
      if (cell != hexagon::off) set |= hexagon::one(cell);
    return set;
  }
  static CellSet flower(int centre) {
    CellSet set = hexagon::one(centre);
    for (const int cell : hexagon::board.next[centre]) set |= hexagon::one(cell);
    return set;
  }

  // Whether two or three own marbles, the second of which is given, may move in line.
  static bool goes_in_line(CellSet own, CellSet others, int second, int direction) {
    const auto next = [direction](int cell) { return hexagon::board.next[cell][direction]; };
    const CellSet taken = own | others;
    int front = next(second);
    int strength = 1;  // how many opposing marbles it may push
    if (has(own, front)) {
      front = next(front);
      strength = 2;
    }
    if (front == hexagon::off || has(own, front)) return false;
    for (; strength > 0 && has(others, front); --strength) {
      front = next(front);
      if (front == hexagon::off) return true;
    }
    return !has(taken, front);
  }

  static void push_broadside(Moves<Abalone>& moves, int first, int size, const std::array<unsigned, 3>& ways) {
    for (int line = 0; line < 3; ++line)
      for (unsigned rest = ways[line]; rest != 0; rest &= rest - 1)
        moves.push(static_cast<Move>(broadside | first << 6 | (size - 2) << 5 | line << 3 | std::countr_zero(rest)));
  }

  // Every marble in the row takes the place of the one before it, until an empty cell or the edge.
  void push(State& state, int cell, int direction) const {
    int arriving = state.mover;
    state.marbles[arriving] &= ~hexagon::one(cell);
    for (;;) {
      cell = hexagon::board.next[cell][direction];
      if (cell == hexagon::off) {
        ++state.ejected[state.mover];
        return;
      }
      int owner = player_count - 1;
      while (owner >= 0 && !has(state.marbles[owner], cell)) --owner;
      if (owner >= 0) state.marbles[owner] &= ~hexagon::one(cell);
      state.marbles[arriving] |= hexagon::one(cell);
      if (owner < 0) return;
      arriving = owner;
    }
  }
};

static_assert(Game<Abalone>);
static_assert(sizeof(Abalone::State) == 32);

}  // namespace kibitz
