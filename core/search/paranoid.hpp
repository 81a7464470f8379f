// Paranoid (Sturtevant & Korf 2000): everybody else is one coalition that wants the root seat to do badly; alpha-beta
// on the root seat's value alone.
#pragma once

#include <algorithm>
#include <limits>

#include "search/judge.hpp"
#include "search/recursion.hpp"

namespace kibitz {

template <Game G>
class Paranoid {
 public:
  using State = typename G::State;
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  Paranoid(const G& game, const Judge<G>& judge, Watch& watch, int root_seat, bool prune)
      : game_(game), judge_(judge), watch_(watch), root_seat_(root_seat), prune_(prune) {}

  double value(const State& state, int depth, double alpha = -infinite, double beta = infinite) {
    watch_.count();
    if (depth == 0) return judge_(state)[root_seat_];
    Moves<G> moves;
    game_.moves(state, moves);
    if (moves.empty()) return judge_(state)[root_seat_];
    const int seat = game_.to_move(state);
    if constexpr (Chancy<G>) {
      if (seat == chance_seat) return expected(state, moves, depth);
    }
    const bool own = seat == root_seat_;
    double best = own ? -infinite : infinite;
    for (const auto move : moves) {
      const double found = value(game_.play(state, move), depth - 1, alpha, beta);
      best = own ? std::max(best, found) : std::min(best, found);
      (own ? alpha : beta) = own ? std::max(alpha, best) : std::min(beta, best);
      if (prune_ && alpha >= beta) break;
    }
    return best;
  }

 private:
  double expected(const State& state, const Moves<G>& moves, int depth) {
    double mean = 0;
    if constexpr (Chancy<G>) {
      const auto probabilities = game_.chance(state);
      for (int i = 0; i < moves.size(); ++i) mean += probabilities[i] * value(game_.play(state, moves[i]), depth - 1);
    }
    return mean;
  }

  const G& game_;
  const Judge<G>& judge_;
  Watch& watch_;
  int root_seat_;
  bool prune_;
};

}  // namespace kibitz
