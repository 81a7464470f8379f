// Paranoid (Sturtevant & Korf 2000): everybody else is one coalition that wants the root seat to do badly; alpha-beta
// on the root seat's value alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "search/frontier_cuts.hpp"
#include "search/judge.hpp"
#include "search/recursion.hpp"

namespace kibitz {

template <Game G>
class Paranoid {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  Paranoid(const G& game, const Judge<G>& judge, Watch& watch, int root_seat, bool prune, bool order, bool play_last,
           bool cut)
      : game_(game),
        judge_(judge),
        watch_(watch),
        root_seat_(root_seat),
        prune_(prune),
        order_(order && prune),
        foresee_(!play_last && judge.foresees()),
        cut_(cut && prune && foresee_) {}

  // Of every move, in move order. With `all` each is exact; otherwise the best and those equal to it are, and the
  // others are at most what is given.
  std::vector<std::pair<std::uint64_t, double>> children(const State& state, int depth, bool all) {
    watch_.count();
    Moves<G> moves;
    game_.moves(state, moves);
    std::vector<std::pair<std::uint64_t, double>> values;
    double best = -infinite;
    for (const Move move : moves) {
      // Just below the best, so that equal moves are told from worse ones.
      const double alpha = all ? -infinite : judge_.close().floor_below(best);
      const double found = value(game_.play(state, move), depth - 1, alpha, infinite);
      best = std::max(best, found);
      values.emplace_back(move, found);
    }
    return values;
  }

  double value(const State& state, int depth, double alpha, double beta) {
    watch_.count();
    if (depth == 0) {
      watch_.stop_at(game_, state);
      return judge_(state, root_seat_);
    }
    Moves<G> moves;
    game_.moves(state, moves);
    if (moves.empty()) return judge_(state, root_seat_);
    const int seat = game_.to_move(state);
    if constexpr (Chancy<G>) {
      if (seat == chance_seat) return expected(state, moves, depth);
    }
    const bool own = seat == root_seat_;
    double best = own ? -infinite : infinite;
    const auto take = [&](double found) {
      best = own ? std::max(best, found) : std::min(best, found);
      (own ? alpha : beta) = own ? std::max(alpha, best) : std::min(beta, best);
      return prune_ && alpha >= beta;
    };
    if (depth == 1 && foresee_) {
      LastPlyValues<G> foreseen(judge_, state);
      for (int i = 0; i < moves.size(); ++i) {
        const Move move = next(moves, i, depth, own);
        watch_.count();
        watch_.stop_after(game_, state, move);
        const Scores* values = foreseen(move);
        const double found = values ? (*values)[root_seat_] : judge_(game_.play(state, move), root_seat_);
        if (take(found)) return remember(move, depth, own), best;
      }
      return best;
    }
    if constexpr (Quieting<G>) {
      if (depth == 2 && cut_ && !own && (seat + 1) % game_.players() == root_seat_)
        return before_our_last_move(state, moves, alpha, beta);
    }
    for (int i = 0; i < moves.size(); ++i) {
      const Move move = next(moves, i, depth, own);
      if (take(value(game_.play(state, move), depth - 1, alpha, beta))) return remember(move, depth, own), best;
    }
    return best;
  }

  std::optional<Move> chosen(const State& state, int depth) {
    if (depth == 0 || game_.over(state) || game_.to_move(state) == chance_seat) return std::nullopt;
    Moves<G> moves;
    game_.moves(state, moves);
    const bool own = game_.to_move(state) == root_seat_;
    double alpha = -infinite, beta = infinite;
    Move best = moves[0];
    for (int i = 0; i < moves.size(); ++i) {
      const double found = value(game_.play(state, moves[i]), depth - 1, alpha, beta);
      if (i > 0 && !(own ? judge_.close().above(found, alpha) : judge_.close().above(beta, found))) continue;
      best = moves[i];
      (own ? alpha : beta) = found;
    }
    return best;
  }

 private:
  // The last of the others moves, then we do for the last time: moves after which we are sure to have what another move
  // leaves us already are not looked at.
  [[gnu::noinline]] double before_our_last_move(const State& state, Moves<G>& moves, double alpha, double beta)
    requires Quieting<G>
  {
    Replies<G> replies(game_, judge_, state, root_seat_);
    LastPlyValues<G> foreseen(judge_, state);
    double best = infinite;
    for (int i = 0; i < moves.size(); ++i) {
      const Move move = next(moves, i, 2, false);
      const State child = game_.play(state, move);
      if (best < infinite && foreseen(move) != nullptr && replies.sure(child) >= best) {
        watch_.leave_out(game_, child, 1);
        continue;
      }
      best = std::min(best, value(child, 1, alpha, beta));
      beta = std::min(beta, best);
      if (alpha >= beta) {
        remember(move, 2, false);
        break;
      }
    }
    return best;
  }

  // Moves that have cut before are tried first: those that cut last at this depth, then those that cut most for this
  // side. A move that shares its number with another costs time only.
  static constexpr std::size_t remembered = 4096, depths = 64;
  static std::size_t place(Move move) { return (move ^ move >> 12) % remembered; }

  std::uint64_t promise(Move move, int depth, bool own) const {
    const auto& killers = killers_[depth % depths];
    if (move == killers[0]) return ~std::uint64_t{0};
    return move == killers[1] ? ~std::uint64_t{0} - 1 : history_[own][place(move)];
  }

  // Puts the most promising of the moves left in place i.
  Move next(Moves<G>& moves, int i, int depth, bool own) const {
    if (!order_) return moves[i];
    int best = i;
    std::uint64_t most = promise(moves[i], depth, own);
    for (int k = i + 1; k < moves.size(); ++k)
      if (const std::uint64_t promised = promise(moves[k], depth, own); promised > most) {
        most = promised;
        best = k;
      }
    std::swap(moves[i], moves[best]);
    return moves[i];
  }

  void remember(Move move, int depth, bool own) {
    if (!order_) return;
    history_[own][place(move)] += static_cast<std::uint64_t>(depth) * depth;
    auto& killers = killers_[depth % depths];
    if (killers[0] != move) killers = {move, killers[0]};
  }

  double expected(const State& state, const Moves<G>& moves, int depth) {
    double mean = 0;
    if constexpr (Chancy<G>) {
      const auto probabilities = game_.chance(state);
      for (int i = 0; i < moves.size(); ++i)
        mean += probabilities[i] * value(game_.play(state, moves[i]), depth - 1, -infinite, infinite);
    }
    return mean;
  }

  const G& game_;
  const Judge<G>& judge_;
  Watch& watch_;
  int root_seat_;
  bool prune_, order_, foresee_, cut_;
  std::array<std::array<std::uint64_t, remembered>, 2> history_{};  // by side
  std::array<std::array<Move, 2>, depths> killers_{};
};

}  // namespace kibitz
