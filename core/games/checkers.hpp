// English draughts on the 32 dark squares: bit 0 is PDN square 1, bit 31 is square 32, four a row, Black's back row
// first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "games/game.hpp"
#include "random.hpp"

namespace kibitz {

// The geometry. In even rows the dark squares lie half a square further right than in odd ones, hence the two shifts a
// direction. The directions are numbered so that what they lead to grows: up left, up right, down left, down right,
// where down is the way Black's men go.
namespace draughts {

using Squares = std::uint32_t;
inline constexpr int board_squares = 32;
inline constexpr int off_board = -1;
inline constexpr Squares even_rows = 0x0f0f0f0f;
inline constexpr Squares odd_rows = 0xf0f0f0f0;
inline constexpr Squares right_edge = 0x08080808;  // even rows only: squares 4, 12, 20, 28
inline constexpr Squares left_edge = 0x10101010;   // odd rows only: squares 5, 13, 21, 29

constexpr Squares bit(int square) { return Squares{1} << square; }
constexpr Squares up_left(Squares s) { return ((s & even_rows) >> 4) | ((s & odd_rows & ~left_edge) >> 5); }
constexpr Squares up_right(Squares s) { return ((s & even_rows & ~right_edge) >> 3) | ((s & odd_rows) >> 4); }
constexpr Squares down_left(Squares s) { return ((s & even_rows) << 4) | ((s & odd_rows & ~left_edge) << 3); }
constexpr Squares down_right(Squares s) { return ((s & even_rows & ~right_edge) << 5) | ((s & odd_rows) << 4); }

constexpr Squares shifted(Squares squares, int direction) {
  switch (direction) {
    case 0:
      return up_left(squares);
    case 1:
      return up_right(squares);
    case 2:
      return down_left(squares);
    default:
      return down_right(squares);
  }
}

constexpr int only(Squares square) { return square ? std::countr_zero(square) : off_board; }

struct Geometry {
  std::array<std::array<std::int8_t, 4>, board_squares> neighbour;  // or off_board
  std::array<std::array<std::int8_t, 4>, board_squares> landing;    // two squares on
  std::array<std::array<Squares, 2>, board_squares> forward;        // neighbours ahead of a man, by seat
};

inline constexpr Geometry geometry = [] {
  Geometry made{};
  for (int square = 0; square < board_squares; ++square) {
    for (int direction = 0; direction < 4; ++direction) {
      const Squares next = shifted(bit(square), direction);
      made.neighbour[square][direction] = static_cast<std::int8_t>(only(next));
      made.landing[square][direction] = static_cast<std::int8_t>(only(shifted(next, direction)));
    }
    made.forward[square] = {down_left(bit(square)) | down_right(bit(square)),
                            up_left(bit(square)) | up_right(bit(square))};
  }
  return made;
}();

}  // namespace draughts

struct Checkers {
  using Squares = draughts::Squares;
  static constexpr int longest_record = 80;  // plies: the quiet rule allows no more
  static constexpr std::array<Squares, 2> crowning_row = {0xf0000000, 0x0000000f};
  static constexpr int side_pieces = 12;

  // Every quiet ply is a king's step, so one byte says all of it: the square it left and the direction. The record
  // makes repetition exact. It may be shorter than the clock: a position set up from outside has a clock but no past.
  struct State {
    std::array<Squares, 2> pieces{};
    Squares kings = 0;
    std::uint16_t clock = 0;  // quiet plies so far; kept only under the quiet rule
    std::uint8_t seat = 0;
    std::uint8_t recorded = 0;  // kept only under the repetition rule
    std::array<std::uint8_t, longest_record> record{};
    bool operator==(const State&) const = default;
  };
  using Move = std::uint64_t;  // from, to (five bits each) and the captured squares
  using Outcome = std::array<int, max_players>;

  // Steps: twelve kings with four each are 48. Jumps: the squares fall into four sets of eight between which no jump
  // leads, each with nine squares to jump over. Going through all ways to fill one such set, no more than 17 chains
  // begin there, so there are never more than 68. (A man's chains are each the beginning of another chain of a king.)
  static constexpr int max_moves = 68;

  int quiet = 40;       // moves of each side; 0: no such rule
  int repetitions = 3;  // 0: no such rule

  bool operator==(const Checkers&) const = default;

  static constexpr Move encoded(int from, int to, Squares captured) {
    return static_cast<Move>(from) | static_cast<Move>(to) << 5 | static_cast<Move>(captured) << 10;
  }
  static constexpr int from(Move move) { return static_cast<int>(move & 31); }
  static constexpr int to(Move move) { return static_cast<int>(move >> 5 & 31); }
  static constexpr Squares captured(Move move) { return static_cast<Squares>(move >> 10); }

  int players() const { return 2; }

  State start(std::uint64_t) const {
    State state;
    state.pieces = {0x00000fff, 0xfff00000};
    return state;
  }

  int to_move(const State& state) const { return state.seat; }

  static Squares empty(const State& state) { return ~(state.pieces[0] | state.pieces[1]); }

  // Own pieces that can jump, whoever is to move.
  static Squares jumpers(const State& state, int seat) {
    using namespace draughts;
    const Squares free = empty(state), other = state.pieces[1 - seat], own = state.pieces[seat];
    const Squares downward = up_right(other & up_right(free)) | up_left(other & up_left(free));
    const Squares upward = down_right(other & down_right(free)) | down_left(other & down_left(free));
    const Squares kings = own & state.kings;
    return (own & (seat == 0 ? downward : upward)) | (kings & (downward | upward));
  }

  // Own pieces that can step.
  static Squares steppers(const State& state, int seat) {
    using namespace draughts;
    const Squares free = empty(state), own = state.pieces[seat];
    const Squares downward = up_right(free) | up_left(free), upward = down_right(free) | down_left(free);
    return (own & (seat == 0 ? downward : upward)) | (own & state.kings & (downward | upward));
  }

  static bool lost(const State& state) { return !steppers(state, state.seat) && !jumpers(state, state.seat); }

  // A recorded step as the two squares it touches: playing it or taking it back is the same exclusive or.
  static constexpr Squares touched(std::uint8_t step) {
    return draughts::bit(step & 31) | draughts::bit(draughts::geometry.neighbour[step & 31][step >> 5]);
  }

  // Since men have not moved, a past position equals this one where each side's steps cancel out.
  static bool repeated(const State& state, int length, int times) {
    std::array<Squares, 2> difference{};
    for (int ply = length - 1, back = 1; ply >= 0; --ply, ++back) {
      difference[back & 1] ^= touched(state.record[ply]);
      if (!(back & 1) && !difference[0] && !difference[1] && --times <= 1) return true;
    }
    return false;
  }

  // By the counters alone: who has no move has lost all the same.
  bool drawn(const State& state) const {
    if (quiet > 0 && state.clock >= 2 * quiet) return true;
    if (repetitions == 0 || state.recorded < 4 * (repetitions - 1)) return false;  // no way back is shorter than four
    return repeated(state, state.recorded, repetitions);
  }

  bool over(const State& state) const { return lost(state) || drawn(state); }

  void moves(const State& state, Moves<Checkers>& moves) const {
    if (drawn(state)) return;
    if (const Squares able = jumpers(state, state.seat)) return add_jumps(state, able, moves);
    const Squares free = empty(state);
    for (Squares left = steppers(state, state.seat); left; left &= left - 1) {
      const int square = std::countr_zero(left);
      const auto& forward = draughts::geometry.forward[square];
      const bool king = state.kings >> square & 1;
      for (Squares targets = (king ? forward[0] | forward[1] : forward[state.seat]) & free; targets;
           targets &= targets - 1)
        moves.push(encoded(square, std::countr_zero(targets), 0));
    }
  }

  State play(const State& state, Move move) const {
    using namespace draughts;
    const int seat = state.seat, start = from(move), end = to(move);
    const Squares left = bit(start), reached = bit(end), taken = captured(move);
    const bool king = state.kings & left;
    State next;
    next.pieces[seat] = (state.pieces[seat] & ~left) | reached;
    next.pieces[1 - seat] = state.pieces[1 - seat] & ~taken;
    next.kings = state.kings & ~taken & ~left;
    if (king || (reached & crowning_row[seat])) next.kings |= reached;
    next.seat = static_cast<std::uint8_t>(1 - seat);
    if (king && !taken) keep_time(state, start, end, next);
    return next;
  }

  Outcome outcome(const State& state) const {
    if (!lost(state)) return {};
    return state.seat == 0 ? Outcome{-1, 1} : Outcome{1, -1};
  }

  Scores scores(const State& state) const {
    const Outcome result = outcome(state);
    return {static_cast<double>(result[0]), static_cast<double>(result[1])};
  }

  // The past counts only as how often each position has occurred: a sum, so that the order does not matter. Without
  // the quiet rule it does, since the oldest ply is forgotten when the record is full.
  std::uint64_t key(const State& state) const {
    std::array<Squares, 2> pieces = state.pieces;
    Squares kings = state.kings;
    std::uint64_t past = 0;
    for (int ply = state.recorded - 1, mover = 1 - state.seat; ply >= 0; --ply, mover = 1 - mover) {
      const Squares step = touched(state.record[ply]);
      pieces[mover] ^= step;
      kings ^= step;
      const std::uint64_t earlier = board_key(pieces, kings, mover);
      past = quiet > 0 ? past + earlier : combine(past, earlier);
    }
    const std::uint64_t present = board_key(state.pieces, state.kings, state.seat);
    return state.recorded || state.clock ? combine(combine(present, state.clock), past) : present;
  }

  // No way back is shorter than four plies, so so many repetitions need a record of four times as many less one. A
  // record that was cut short by its length or set up from outside counts for what it is.
  bool past_matters(const State& state, int plies) const {
    if (quiet > 0 && plies >= 2 * quiet - state.clock) return true;
    return repetitions > 0 && plies >= 4 * (repetitions - 1) - state.recorded;
  }

  std::array<std::uint64_t, 2> position(const State& state) const {
    return {state.pieces[0] | std::uint64_t{state.pieces[1]} << 32, state.kings | std::uint64_t{state.seat} << 32};
  }

  bool enumerable() const { return true; }
  std::vector<Outcome> outcomes() const { return {{1, -1}, {0, 0}, {-1, 1}}; }

  // Any set-up of at most twelve pieces a side is a position. A record must be one that play could have left behind.
  bool valid(const State& state) const {
    const auto [black, white] = state.pieces;
    if ((black & white) || !(black | white) || (state.kings & ~(black | white)) || state.seat > 1) return false;
    if (std::popcount(black) > side_pieces || std::popcount(white) > side_pieces) return false;
    for (const int seat : {0, 1})
      if (state.pieces[seat] & ~state.kings & crowning_row[seat]) return false;
    if (state.clock > 2 * quiet || state.recorded > longest_record) return false;
    if (repetitions == 0 && state.recorded) return false;
    if (quiet > 0 && state.recorded > state.clock) return false;
    if (!std::all_of(state.record.begin() + state.recorded, state.record.end(), [](auto step) { return step == 0; }))
      return false;
    return valid_record(state);
  }

 private:
  static void add_jumps(const State& state, Squares able, Moves<Checkers>& moves) {
    for (; able; able &= able - 1) {
      const int square = std::countr_zero(able);
      const Chain chain{.start = square,
                        .first_move = moves.size(),
                        .first_direction = !(state.kings >> square & 1) && state.seat == 0 ? 2 : 0,
                        .end_direction = !(state.kings >> square & 1) && state.seat == 1 ? 2 : 4,
                        .other = state.pieces[1 - state.seat],
                        .free = empty(state) | draughts::bit(square)};
      extend(chain, square, 0, moves);
    }
  }

  struct Chain {
    int start, first_move, first_direction, end_direction;
    Squares other, free;
  };

  // Landing squares are tried upwards, so chains come in move order and, of several spellings, the first stays. A man
  // on its crowning row finds nothing further ahead of it: the end of its move needs no rule of its own.
  static void extend(const Chain& chain, int here, Squares taken, Moves<Checkers>& moves) {
    using namespace draughts;
    bool further = false;
    for (int direction = chain.first_direction; direction < chain.end_direction; ++direction) {
      const int landing = geometry.landing[here][direction];
      if (landing == off_board || !(chain.free >> landing & 1)) continue;
      const Squares over = bit(geometry.neighbour[here][direction]);
      if (!(chain.other & ~taken & over)) continue;
      further = true;
      extend(chain, landing, taken | over, moves);
    }
    if (further) return;
    const Move move = encoded(chain.start, here, taken);
    for (int i = chain.first_move; i < moves.size(); ++i)
      if (moves[i] == move) return;
    moves.push(move);
  }

  // Without a quiet rule a record may fill up: the oldest ply is then forgotten, so repetition looks back 80 plies.
  void keep_time(const State& state, int start, int end, State& next) const {
    if (quiet > 0) next.clock = static_cast<std::uint16_t>(state.clock + 1);
    if (repetitions == 0) return;
    const bool full = state.recorded == longest_record;
    std::copy(state.record.begin() + full, state.record.begin() + state.recorded, next.record.begin());
    next.recorded = static_cast<std::uint8_t>(state.recorded + !full);
    const auto& around = draughts::geometry.neighbour[start];
    const auto direction = std::find(around.begin(), around.end(), end) - around.begin();
    next.record[next.recorded - 1] = static_cast<std::uint8_t>(start | direction << 5);
  }

  static std::uint64_t board_key(const std::array<Squares, 2>& pieces, Squares kings, int seat) {
    return combine(mix(pieces[0] | std::uint64_t{pieces[1]} << 32), kings | std::uint64_t(seat) << 32);
  }

  // Takes the recorded steps back one by one: each must be a king's, made where nothing could be captured and the
  // game was not yet drawn.
  bool valid_record(const State& state) const {
    const auto on_board = [](std::uint8_t step) {
      return step < 128 && draughts::geometry.neighbour[step & 31][step >> 5] != draughts::off_board;
    };
    if (!std::all_of(state.record.begin(), state.record.begin() + state.recorded, on_board)) return false;
    State past = state;
    for (int ply = state.recorded - 1; ply >= 0; --ply) {
      const std::uint8_t step = state.record[ply];
      const int left = step & 31, reached = draughts::geometry.neighbour[left][step >> 5];
      past.seat ^= 1;
      if (!(past.pieces[past.seat] & past.kings & draughts::bit(reached))) return false;
      if (!(empty(past) & draughts::bit(left))) return false;
      past.pieces[past.seat] ^= touched(step);
      past.kings ^= touched(step);
      if (jumpers(past, past.seat) || repeated(state, ply, repetitions)) return false;
    }
    return true;
  }
};

static_assert(Game<Checkers>);
static_assert(sizeof(Checkers::State) == 96 && std::has_unique_object_representations_v<Checkers::State>);

}  // namespace kibitz
