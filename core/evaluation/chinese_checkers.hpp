// How far a seat's pawns have to go. The winner has nothing left to do, whosever pawns helped to fill its goal, and
// nobody else can have all ten in its goal: so under any weights that are not negative, and a positive one for
// `distance`, the winner and only the winner is on top.
#pragma once

#include "games/capabilities.hpp"
#include "games/chinese_checkers.hpp"

namespace kibitz {

template <>
struct Evaluation<ChineseCheckers> {
  using G = ChineseCheckers;

  static constexpr int filled = 0 + 2 * 1 + 3 * 2 + 4 * 3;  // steps to the tip from all ten holes of a goal
  static constexpr std::array<int, 10> farthest = {16, 15, 15, 14, 14, 14, 13, 13, 13, 13};  // home
  static constexpr std::array<int, 10> farthest_in_goal = {3, 3, 3, 3, 2, 2, 2, 1, 1, 0};

  static std::vector<std::string> names(const G&) { return {"distance", "won"}; }
  static std::vector<double> weights(const G&) { return {1, 1}; }
  static std::vector<Interval> bounds(const G&) { return {{worst(0), 0}, {0, 1}}; }

  static void features(const G& game, const G::State& state, int seat, std::span<double> out) {
    out[0] = state.winner == seat ? 0 : filled - steps(game, state, seat);
    out[1] = state.winner == seat;
  }

  static constexpr bool whole = true;

  // A move that may fill a goal has to be made.
  static int foresee(const G& game, const G::State& state, G::Move move, std::span<double> table) {
    if (state.plies + 1 >= game.last_ply()) return -1;
    if (move == G::pass) return 0;
    if (fills_a_goal(game, state, move)) return -1;
    const int start = move >> 7, end = move & 127;
    const auto& to_tip = star::board.steps_to_tip[game.goal(state.mover)];
    table[2 * state.mover] += to_tip[start] - to_tip[end];
    return 1 << state.mover;
  }

  static bool quiet(const G& game, const G::State& state, G::Move move) {
    if (move == G::pass || !game.legal(state, move)) return false;
    return state.plies + 1 < game.last_ply() && !fills_a_goal(game, state, move);
  }

  static void loud(const G& game, const G::State& state, Moves<G>& moves) {
    if (!may_be_over(game, state, 1)) return;
    Moves<G> all;
    game.moves(state, all);
    const bool last = state.plies + 1 >= game.last_ply();
    for (const auto move : all)
      if (last || (move != G::pass && fills_a_goal(game, state, move))) moves.push(move);
  }

  // Nobody's pawns are moved by others.
  static bool swing(const G& game, const G::State& state, int plies, std::span<Interval> out) {
    out[0] = out[1] = {0, 0};
    return !may_be_over(game, state, plies);
  }

  // Pawns in the goal stay in it, and a goal is filled by at most one pawn a ply.
  static void reachable(const G& game, const G::State& state, int seat, std::span<Interval> out) {
    if (game.over(state)) {
      std::array<double, 2> now;
      features(game, state, seat, now);
      out[0] = {now[0], now[0]};
      out[1] = {now[1], now[1]};
      return;
    }
    const auto& goal = G::holes_of(game.goal(seat));
    const int missing = goal.without(game.occupied(state)).size();
    const bool may_win = missing <= game.last_ply() - state.plies;
    out[0] = {worst((state.pawns[seat] & goal).size()), may_win ? 0.0 : -1.0};
    out[1] = {0, may_win ? 1.0 : 0.0};
  }

 private:
  static bool fills_a_goal(const G& game, const G::State& state, G::Move move) {
    const int start = move >> 7, end = move & 127;
    const int camp = star::board.camp[end];
    return G::heirs[game.player_count][camp] >= 0 &&
           (game.occupied(state).without(star::single[start]) | star::single[end]).includes(G::holes_of(camp));
  }

  // A ply fills at most one hole of a goal; into one that is full of others' pawns the owner gets when one has left.
  static bool may_be_over(const G& game, const G::State& state, int plies) {
    if (state.plies + plies >= game.last_ply()) return true;
    const auto taken = game.occupied(state);
    for (int seat = 0; seat < game.player_count; ++seat) {
      const int missing = G::holes_of(game.goal(seat)).without(taken).size();
      if ((missing > 0 ? missing : 2) <= plies) return true;
    }
    return false;
  }

  static int steps(const G& game, const G::State& state, int seat) {
    const auto& to_tip = star::board.steps_to_tip[game.goal(seat)];
    int sum = 0;
    state.pawns[seat].each([&](int hole) { sum += to_tip[hole]; });
    return sum;
  }

  // With that many pawns in the goal, and the others anywhere.
  static double worst(int in_goal) {
    int sum = filled;
    for (int pawn = 0; pawn < in_goal; ++pawn) sum -= farthest_in_goal[pawn];
    for (int pawn = 0; pawn < G::pawns_each - in_goal; ++pawn) sum -= farthest[pawn];
    return sum;
  }
};

}  // namespace kibitz
