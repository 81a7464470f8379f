// The direct part of hashavit2011 is the marbles ejected; the arrangement of the own marbles is the indirect part. Its
// weights are so small that all of it together is worth less than one marble: the winner, and only the winner, is on
// top.
#pragma once

#include <algorithm>

#include "games/abalone.hpp"
#include "games/capabilities.hpp"

namespace kibitz {

template <>
struct Evaluation<Abalone> {
  using G = Abalone;

  // By number of marbles. Pairs: n cells of a triangular grid have at most 3 n - sqrt(12 n - 3) neighbouring pairs
  // (Harborth 1974). Closeness: the centre, then the rings around it.
  static constexpr std::array<int, 15> most_pairs = {0, 0, 1, 3, 5, 7, 9, 12, 14, 16, 19, 21, 24, 26, 29};
  static constexpr std::array<int, 15> most_closeness = {0, 4, 7, 10, 13, 16, 19, 22, 24, 26, 28, 30, 32, 34, 36};

  static constexpr std::array<hexagon::CellSet, hexagon::cells> neighbours = [] {
    std::array<hexagon::CellSet, hexagon::cells> all{};
    for (int cell = 0; cell < hexagon::cells; ++cell)
      for (const int next : hexagon::board.next[cell])
        if (next != hexagon::off) all[cell] |= hexagon::one(next);
    return all;
  }();

  static std::vector<std::string> names(const G&) { return {"ejected", "lost", "centre", "cohesion"}; }
  static std::vector<double> weights(const G&) { return {1, 0.02, 0.01, 0.01}; }
  static std::vector<Interval> bounds(const G& game) {
    const int marbles = game.marbles_each();
    const double most_lost = std::min(marbles, (game.goal - 1) * (game.players() - 1) + 1);
    return {{0, static_cast<double>(game.goal)},
            {-most_lost, 0},
            {0, static_cast<double>(most_closeness[marbles])},
            {0, static_cast<double>(most_pairs[marbles])}};
  }

  static void features(const G& game, const G::State& state, int seat, std::span<double> out) {
    const auto own = state.marbles[seat];
    int closeness = 0, pairs = 0;
    hexagon::each(own, [&](int cell) {
      closeness += hexagon::board.closeness[cell];
      pairs += std::popcount(hexagon::board.later_neighbours[cell] & own);
    });
    out[0] = state.ejected[seat];
    out[1] = -game.lost(state, seat);
    out[2] = closeness;
    out[3] = pairs;
  }

  static constexpr bool whole = true;

  // Pushing others has to be made; otherwise only the own marbles change their places.
  static int foresee(const G& game, const G::State& state, G::Move move, std::span<double> table) {
    if (state.plies + 1 >= game.last_ply()) return -1;
    if (move == G::pass) return 0;
    auto own = state.marbles[state.mover];
    int closeness = 0, pairs = 0;
    const auto leave = [&](int cell) {
      own &= ~hexagon::one(cell);
      closeness -= hexagon::board.closeness[cell];
      pairs -= std::popcount(neighbours[cell] & own);
    };
    const auto enter = [&](int cell) {
      closeness += hexagon::board.closeness[cell];
      pairs += std::popcount(neighbours[cell] & own);
      own |= hexagon::one(cell);
    };
    const int direction = move & 7;
    if (move & G::broadside) {
      const int line = move >> 3 & 3, size = 2 + (move >> 5 & 1), first = move >> 6 & 63;
      for (int i = 0, cell = first; i < size; ++i, cell = hexagon::board.next[cell][line]) leave(cell);
      for (int i = 0, cell = first; i < size; ++i, cell = hexagon::board.next[cell][line])
        enter(hexagon::board.next[cell][direction]);
    } else {
      const int rear = move >> 3;
      int front = hexagon::board.next[rear][direction];
      while (own >> front & 1) front = hexagon::board.next[front][direction];  // legal: it ends in time
      if (game.occupied(state) >> front & 1 || front == hexagon::off) return -1;
      leave(rear);
      enter(front);
    }
    table[4 * state.mover + 2] += closeness;
    table[4 * state.mover + 3] += pairs;
    return 1 << state.mover;
  }

  static bool quiet(const G& game, const G::State& state, G::Move move) {
    if (move == G::pass || state.plies + 1 >= game.last_ply()) return false;
    const auto own = state.marbles[state.mover];
    const auto empty = hexagon::everywhere & ~game.occupied(state);
    const int direction = move & 7;
    if (move & G::broadside) {
      const int line = move >> 3 & 3, first = move >> 6 & 63;
      int cell = first;
      for (int rest = 2 + (move >> 5 & 1); rest > 0; --rest, cell = hexagon::board.next[cell][line])
        if (!(own >> cell & 1) || !(empty >> hexagon::board.next[cell][direction] & 1)) return false;
      return true;
    }
    int front = move >> 3, marbles = 0;
    for (; own >> front & 1; front = hexagon::board.next[front][direction]) ++marbles;
    return marbles >= 1 && marbles <= 3 && empty >> front & 1;
  }

  static void loud(const G& game, const G::State& state, Moves<G>& moves) {
    if (game.over(state)) return;
    if (state.plies + 1 >= game.last_ply()) return game.moves(state, moves);
    game.pushes(state, moves);
  }

  // A ply of another seat pushes two marbles at most. Each gets one step closer to the centre or further from it; one
  // alone meets or leaves three neighbours at most, two in a row five.
  static bool swing(const G& game, const G::State& state, int plies, std::span<Interval> out) {
    const double others = plies - 1;
    out[0] = {0, 0};
    out[1] = {-others, 0};
    out[2] = {-2 * others, 2 * others};
    out[3] = {-5 * others, 5 * others};
    const int turns = (plies + game.players() - 1) / game.players();
    return state.plies + plies < game.last_ply() &&
           *std::max_element(state.ejected.begin(), state.ejected.end()) + turns < game.goal;
  }

  // Marbles never return, a turn ejects at most one, and the first to reach the goal ends it for all.
  static void reachable(const G& game, const G::State& state, int seat, std::span<Interval> out) {
    std::array<double, 4> now;
    features(game, state, seat, now);
    if (game.over(state)) {
      for (int feature = 0; feature < 4; ++feature) out[feature] = {now[feature], now[feature]};
      return;
    }
    const int marbles = std::popcount(state.marbles[seat]);
    const int others = std::popcount(game.occupied(state)) - marbles;
    const int plies = game.last_ply() - state.plies;
    const int until_own = (seat - state.mover + game.players()) % game.players();
    const int own_turns = (plies - until_own + game.players() - 1) / game.players();
    const int gain = std::min({game.goal - state.ejected[seat], others, own_turns});
    int allowed = 1;  // the last marble may be somebody's goal, no other may
    for (int other = 0; other < game.players(); ++other)
      if (other != seat) allowed += game.goal - 1 - state.ejected[other];
    const int loss = std::min({allowed, marbles, plies - own_turns});
    out[0] = {now[0], now[0] + gain};
    out[1] = {now[1] - loss, now[1]};
    out[2] = {0, static_cast<double>(most_closeness[marbles])};
    out[3] = {0, static_cast<double>(most_pairs[marbles])};
  }
};

}  // namespace kibitz
