// Best-reply search (Schadd & Winands 2011): between two moves of ours only one opponent moves, the one who hurts us
// most, so each round is two plies. And the variant that keeps the order of turns (Esser, Gras, Winands, Schadd &
// Lanctot 2013, BRS+): at most one opponent chooses freely, the others make their first move.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "search/judge.hpp"
#include "search/recursion.hpp"

namespace kibitz {

template <Game G>
class BestReply {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  BestReply(const G& game, const Judge<G>& judge, Watch& watch, int root_seat, bool preserved, bool prune)
      : game_(game), judge_(judge), watch_(watch), seat_(root_seat), preserved_(preserved), prune_(prune) {}

  // Of every move, in move order.
  std::vector<std::pair<std::uint64_t, double>> children(const State& state, int depth) {
    watch_.count();
    Moves<G> moves;
    game_.moves(state, moves);
    std::vector<std::pair<std::uint64_t, double>> values;
    for (const Move move : moves) values.emplace_back(move, after(game_.play(state, move), depth - 1));
    return values;
  }

  // The moves that are expected from a state after our move, without those that nobody makes, until it is stopped.
  std::vector<std::uint64_t> line(const State& state, Move first, int depth) {
    std::vector<std::uint64_t> found{first};
    try {
      follow(game_.play(state, first), depth, found);
    } catch (const Stopped&) {
    }
    return found;
  }

 private:
  struct Step {
    Move move;
    State state;
    bool ours, replied;
    double value = 0;
  };

  void follow(State state, int depth, std::vector<std::uint64_t>& found) {
    bool ours = false, replied = false;
    for (--depth; depth > 0 && !game_.over(state) && found.size() < 1000; --depth) {
      std::optional<Step> best;
      if (preserved_ && game_.to_move(state) == chance_seat) break;
      each_step(state, ours, replied, [&](const Step& step) {
        Step tried = step;
        tried.value = value(step.state, depth - 1, -infinite, infinite, step.ours, step.replied);
        const bool own = mine(state, ours);
        const bool better = !best || (own ? judge_.close().above(tried.value, best->value)
                                          : judge_.close().above(best->value, tried.value));
        if (better) best = tried;
        return false;
      });
      if (!best) break;
      found.push_back(best->move);
      state = best->state;
      ours = best->ours;
      replied = best->replied;
    }
  }

  double after(const State& state, int depth) { return value(state, depth, -infinite, infinite, false, false); }

  bool mine(const State& state, bool ours) const { return preserved_ ? game_.to_move(state) == seat_ : ours; }

  // Calls visit(step) for every move that is looked at here, until it says to stop. `ours` counts where the order of
  // turns is not kept; `replied`, where it is: an opponent has chosen freely since our last move.
  template <class Visit>
  void each_step(const State& state, bool ours, bool replied, Visit visit) {
    Moves<G> moves;
    if (preserved_) {
      game_.moves(state, moves);
      const bool own = game_.to_move(state) == seat_;
      const int looked_at = !own && replied ? std::min(1, moves.size()) : moves.size();
      for (int i = 0; i < looked_at; ++i)
        if (visit(Step{moves[i], game_.play(state, moves[i]), false, !own && (replied || i > 0)})) return;
      return;
    }
    if constexpr (Turnable<G>) {
      for (int seat = 0; seat < game_.players(); ++seat) {
        if ((seat == seat_) != ours) continue;
        const State turned = game_.turned(state, seat);
        moves.clear();
        game_.moves(turned, moves);
        for (const Move move : moves)
          if (visit(Step{move, game_.play(turned, move), !ours, false})) return;
      }
    }
  }

  double value(const State& state, int depth, double alpha, double beta, bool ours, bool replied) {
    watch_.count();
    if (depth == 0) watch_.stop_at(game_, state);
    if (depth == 0 || game_.over(state)) return judge_(state, seat_);
    if constexpr (Chancy<G>) {
      if (preserved_ && game_.to_move(state) == chance_seat) return expected(state, depth, replied);
    }
    const bool own = mine(state, ours);
    bool any = false;
    double best = own ? -infinite : infinite;
    each_step(state, ours, replied, [&](const Step& step) {
      any = true;
      const double found = value(step.state, depth - 1, alpha, beta, step.ours, step.replied);
      best = own ? std::max(best, found) : std::min(best, found);
      (own ? alpha : beta) = own ? std::max(alpha, best) : std::min(beta, best);
      return prune_ && alpha >= beta;
    });
    return any ? best : judge_(state, seat_);  // turned to a seat that cannot move
  }

  double expected(const State& state, int depth, bool replied) {
    double mean = 0;
    if constexpr (Chancy<G>) {
      Moves<G> moves;
      game_.moves(state, moves);
      const auto probabilities = game_.chance(state);
      for (int i = 0; i < moves.size(); ++i)
        mean += probabilities[i] * value(game_.play(state, moves[i]), depth - 1, -infinite, infinite, false, replied);
    }
    return mean;
  }

  const G& game_;
  const Judge<G>& judge_;
  Watch& watch_;
  int seat_;
  bool preserved_, prune_;
};

}  // namespace kibitz
