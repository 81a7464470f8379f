// Features in the manner of Samuel, "Some Studies in Machine Learning Using the Game of Checkers", 1959: each is what
// the seat has less what the other has. The default weights are the first function of the carmel1993 experiments.
#pragma once

#include <algorithm>
#include <utility>

#include "games/capabilities.hpp"
#include "games/checkers.hpp"

namespace kibitz {

template <>
struct Evaluation<Checkers> {
  using State = Checkers::State;
  using Squares = Checkers::Squares;

  enum Feature {
    men,
    kings,
    back_row,
    centre,
    advancement,
    mobility,
    threats,
    trapped_kings,
    double_corners,
    bridge,
    dog_hole,
    sides,
    feature_count
  };

  static std::vector<std::string> names(const Checkers&) {
    return {"men",     "kings",         "back_row",       "centre", "advancement", "mobility",
            "threats", "trapped_kings", "double_corners", "bridge", "dog_hole",    "sides"};
  }

  static std::vector<double> weights(const Checkers&) { return {60, 90, 9, 5, 4, 3, 0, 0, 0, 0, 0, 0}; }

  static std::vector<Interval> bounds(const Checkers&) {
    const Side most = most_of(Checkers::side_pieces, Checkers::side_pieces);
    std::vector<Interval> intervals;
    for (const int value : most) intervals.push_back({-double(value), double(value)});
    return intervals;
  }

  static constexpr bool whole = true;

  static void features(const Checkers&, const State& state, int seat, std::span<double> out) {
    const Side own = side(state, seat), other = side(state, 1 - seat);
    for (int i = 0; i < feature_count; ++i) out[i] = own[i] - other[i];
  }

  static double feature(const Checkers&, const State& state, int seat, int index) {
    return part(state, seat, index) - part(state, 1 - seat, index);
  }

  // Pieces never come back, men never return to their back row; the rest is bounded by the pieces that are left.
  static void reachable(const Checkers& game, const State& state, int seat, std::span<Interval> out) {
    const Side own = side(state, seat), other = side(state, 1 - seat);
    if (game.over(state)) {
      for (int i = 0; i < feature_count; ++i) out[i] = {double(own[i] - other[i]), double(own[i] - other[i])};
      return;
    }
    const Side own_most = still_possible(own, other), other_most = still_possible(other, own);
    for (int i = 0; i < feature_count; ++i) out[i] = {-double(other_most[i]), double(own_most[i])};
  }

 private:
  using Side = std::array<int, feature_count>;

  static constexpr std::array<Squares, 2> home_row = {0x0000000f, 0xf0000000};
  static constexpr Squares centre_squares = 0x00666600;                                  // 10 11 14 15 18 19 22 23
  static constexpr Squares double_corner_squares = 0x88000011;                           // 1 5 28 32
  static constexpr Squares side_squares = 0x18181818;                                    // 4 5 12 13 20 21 28 29
  static constexpr std::array<Squares, 2> bridge_squares = {0x00000005, 0xa0000000};     // 1 and 3, 30 and 32
  static constexpr std::array<Squares, 2> hole = {draughts::bit(27), draughts::bit(4)};  // 28 and 5
  static constexpr std::array<Squares, 2> hole_guard = {draughts::bit(31), draughts::bit(0)};  // 32 and 1

  // std::popcount is a call into a library on machines we may not assume an instruction for; this is not.
  static constexpr int count(Squares squares) {
    squares -= squares >> 1 & 0x55555555;
    squares = (squares & 0x33333333) + (squares >> 2 & 0x33333333);
    squares = (squares + (squares >> 4)) & 0x0f0f0f0f;
    return static_cast<int>(squares * 0x01010101 >> 24);
  }

  // The number of each square's row, bit by bit: three sets in place of a loop over the men.
  static constexpr int rows_from_top(Squares squares) {
    return count(squares & 0xf0f0f0f0) + 2 * count(squares & 0xff00ff00) + 4 * count(squares & 0xffff0000);
  }

  // Inlined, so that the features of a known number cost what they need and all together share what they have in
  // common.
  [[gnu::always_inline]] static int part(const State& state, int seat, int feature) {
    using namespace draughts;
    const Squares own = state.pieces[seat], other = state.pieces[1 - seat], free = Checkers::empty(state);
    const Squares own_kings = own & state.kings, own_men = own & ~state.kings, other_men = other & ~state.kings;
    const Squares downward = seat == 0 ? own : own_kings, upward = seat == 1 ? own : own_kings;
    switch (feature) {
      case men:
        return count(own_men);
      case kings:
        return count(own_kings);
      case back_row:
        return count(own_men & home_row[seat]);
      case centre:
        return count(own & centre_squares);
      case advancement:
        return seat == 0 ? rows_from_top(own_men) : 7 * count(own_men) - rows_from_top(own_men);
      case mobility:
        return count(down_left(downward) & free) + count(down_right(downward) & free) + count(up_left(upward) & free) +
               count(up_right(upward) & free);
      case threats:
        return count(((down_left(downward) & up_right(free)) | (down_right(downward) & up_left(free)) |
                      (up_left(upward) & down_right(free)) | (up_right(upward) & down_left(free))) &
                     other);
      case trapped_kings:
        return count(other & state.kings & ~Checkers::steppers(state, 1 - seat) & ~Checkers::jumpers(state, 1 - seat));
      case double_corners:
        return count(own_kings & double_corner_squares);
      case bridge:
        return (own_men & bridge_squares[seat]) == bridge_squares[seat];
      case dog_hole:
        return (other_men & hole[1 - seat]) && (own & hole_guard[1 - seat]);
      default:
        return count(own & side_squares);
    }
  }

  static Side side(const State& state, int seat) {
    return [&]<std::size_t... feature>(std::index_sequence<feature...>) {
      return Side{part(state, seat, feature)...};
    }(std::make_index_sequence<feature_count>());
  }

  // The most a side of so many pieces can have of everything, against so many.
  static Side most_of(int pieces, int others) {
    Side most;
    most[men] = most[kings] = pieces;
    most[back_row] = std::min(pieces, 4);
    most[centre] = most[sides] = std::min(pieces, 8);
    most[advancement] = advanced_most(pieces);
    most[mobility] = 4 * pieces;
    most[threats] = most[trapped_kings] = others;
    most[double_corners] = std::min(pieces, 4);
    most[bridge] = pieces >= 2;
    most[dog_hole] = pieces >= 1 && others >= 1;
    return most;
  }

  static int advanced_most(int men_left) {
    int sum = 0;
    for (int row = 6; row > 0 && men_left > 0; --row, men_left -= 4) sum += row * std::min(men_left, 4);
    return sum;
  }

  static Side still_possible(const Side& own, const Side& other) {
    Side most = most_of(own[men] + own[kings], other[men] + other[kings]);
    most[men] = own[men];
    most[back_row] = own[back_row];
    most[advancement] = advanced_most(own[men]);
    most[bridge] = own[bridge];
    most[dog_hole] = most[dog_hole] && other[men] > 0;
    return most;
  }
};

static_assert(Reaching<Checkers> && Itemised<Checkers> && Recalling<Checkers>);

}  // namespace kibitz
