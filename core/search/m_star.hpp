// M* (Carmel & Markovitch 1993): minimax with a model of the other side, for two players. The judge holds our want for
// `seat` and the model's for the other seat. Where several replies are equally good for the model, the other side may
// make any of them: the value is the lowest of ours.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "search/alpha_beta.hpp"

namespace kibitz {

// cautious: the model decides the first reply only, minimax the rest (section 2.3). plain: Figure 1. recursive: the
// other side's own search at each of its nodes (Carmel & Markovitch 1996). korf: both evaluations are known to both
// and go up from our horizon (Korf 1989). tie_break: the model only chooses among moves equal by minimax.
enum class MStarVariant { cautious, plain, recursive, korf, tie_break };

struct MStarOptions {
  MStarVariant variant = MStarVariant::cautious;
  int model_depth = to_the_end;
  bool extend = false;
  AlphaBetaSwitches switches;
};

template <Game G>
class MStar {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  struct Root {
    std::vector<std::pair<Move, double>> values;
    std::vector<double> safe;  // each move's minimax value: all under tie_break, else of the best moves, others NaN
    std::vector<Move> line;
  };

  MStar(const G& game, const Judge<G>& judge, Watch& watch, int seat, const MStarOptions& options)
      : game_(game),
        judge_(judge),
        watch_(watch),
        seat_(seat),
        options_(options),
        ours_(game, judge, watch, seat, options.switches),
        theirs_(game, judge, watch, 1 - seat, options.switches) {}

  Root analyse(const State& state, int depth) {
    player_depth_ = depth;
    watch_.count();
    Moves<G> moves;
    game_.moves(state, moves);
    Root root;
    for (const auto move : moves)
      root.values.emplace_back(move, valued(game_.play(state, move), one_less(depth)).player);
    const bool all = options_.variant == MStarVariant::tie_break;
    double highest = -infinite, safest = -infinite;
    for (int i = 0; i < moves.size(); ++i) {
      if (all) root.safe.push_back(ours_.value(game_.play(state, moves[i]), one_less(depth)));
      if (all) safest = std::max(safest, root.safe[i]);
    }
    const auto counts = [&](int i) { return !all || close().equal(root.safe[i], safest); };
    for (int i = 0; i < moves.size(); ++i)
      if (counts(i)) highest = std::max(highest, root.values[i].second);
    for (int i = 0; i < moves.size(); ++i) {
      const bool best = counts(i) && close().equal(root.values[i].second, highest);
      if (!all) root.safe.push_back(best ? ours_.value(game_.play(state, moves[i]), one_less(depth)) : std::nan(""));
      if (best && root.line.empty()) follow(game_.play(state, moves[i]), one_less(depth), moves[i], root.line);
    }
    return root;
  }

  // Whether some value came from a horizon, ours or the model's.
  bool met_horizon() const { return met_horizon_ || ours_.met_horizon() || theirs_.met_horizon(); }

 private:
  // What both sides make of a node; `model` is known under plain and korf only.
  struct Pair {
    double player, model;
  };

  // Counts how deep the recursion is, however it is left.
  struct Descent {
    int& ply;
    explicit Descent(int& above) : ply(above) {
      require_room<G>(ply);
      ++ply;
    }
    ~Descent() { --ply; }
  };

  Pair valued(const State& state, int depth) {
    switch (options_.variant) {
      case MStarVariant::plain:
        return figure_1(state, depth, -infinite);
      case MStarVariant::korf:
        return known_to_both(state, depth);
      default:
        return {predicted(state, depth, -infinite, infinite), 0};
    }
  }

  const Closeness& close() const { return judge_.close(); }

  Pair judged(const State& state) const { return {judge_(state, seat_), judge_(state, 1 - seat_)}; }
  Pair judged_at_horizon(const State& state) {
    met_horizon_ = met_horizon_ || !game_.over(state);
    return judged(state);
  }

  // The replies that the model finds equally good, by its own search from here.
  std::vector<int> replies(const State& state, const Moves<G>& moves) {
    const int depth = plies_to_look(game_, state, options_.model_depth, options_.extend);
    return theirs_.best_moves(state, moves, depth);
  }

  // Cautious and recursive. Which replies there are does not depend on our values, so alpha-beta among them is sound.
  double predicted(const State& state, int depth, double alpha, double beta) {
    watch_.count();
    const Descent descent(ply_);
    if (depth == 0) return judged_at_horizon(state).player;
    Moves<G> moves;
    game_.moves(state, moves);
    if (moves.empty()) return judge_(state, seat_);
    if constexpr (Chancy<G>) {
      if (game_.to_move(state) == chance_seat) return mean(state, moves, depth).player;
    }
    if (game_.to_move(state) == seat_) {
      double best = -infinite;
      for (const auto move : moves) {
        best = std::max(best, predicted(game_.play(state, move), one_less(depth), alpha, beta));
        alpha = std::max(alpha, best);
        if (options_.switches.prune && alpha >= beta) break;
      }
      return best;
    }
    double worst = infinite;
    for (const int i : replies(state, moves)) {
      worst = std::min(worst, after_reply(game_.play(state, moves[i]), one_less(depth), alpha, beta));
      beta = std::min(beta, worst);
      if (options_.switches.prune && alpha >= beta) break;
    }
    return worst;
  }

  double after_reply(const State& state, int depth, double alpha, double beta) {
    return options_.variant == MStarVariant::recursive ? predicted(state, depth, alpha, beta)
                                                       : ours_.value(state, depth, alpha, beta);
  }

  // Figure 1, with the frontier test read as speaking of the successor's remaining depth. The only sound cuts: what the
  // other side would certainly not choose need not be known. `floor` is what it has already at its node above.
  Pair figure_1(const State& state, int depth, double floor) {
    watch_.count();
    const Descent descent(ply_);
    if (depth == 0) return judged_at_horizon(state);
    Moves<G> moves;
    game_.moves(state, moves);
    if (moves.empty()) return judged(state);
    if constexpr (Chancy<G>) {
      if (game_.to_move(state) == chance_seat) return mean(state, moves, depth);
    }
    const bool own = game_.to_move(state) == seat_, prune = options_.switches.prune;
    const bool frontier = player_depth_ != to_the_end && options_.model_depth == player_depth_ - depth;
    Pair best = own ? Pair{-infinite, infinite} : Pair{infinite, -infinite};
    for (const auto move : moves) {
      const State child = game_.play(state, move);
      const double limit = own ? floor : best.model;
      const double seen = frontier ? judged_at_horizon(child).model : 0;
      if (prune && frontier && close().above(limit, seen)) {
        if (own) return {best.player, seen};
        continue;
      }
      Pair found = figure_1(child, one_less(depth), frontier ? -infinite : limit);
      if (frontier) found.model = seen;
      if (own) {
        best = {std::max(best.player, found.player), std::min(best.model, found.model)};
        if (prune && close().above(floor, best.model)) break;
      } else if (close().above(found.model, best.model)) {
        best = found;
      } else if (close().equal(found.model, best.model)) {
        best.player = std::min(best.player, found.player);
      }
    }
    return best;
  }

  // The mover takes what is best for itself and, among equals, worst for the other.
  Pair known_to_both(const State& state, int depth) {
    watch_.count();
    const Descent descent(ply_);
    if (depth == 0) return judged_at_horizon(state);
    Moves<G> moves;
    game_.moves(state, moves);
    if (moves.empty()) return judged(state);
    if constexpr (Chancy<G>) {
      if (game_.to_move(state) == chance_seat) return mean(state, moves, depth);
    }
    const bool own = game_.to_move(state) == seat_;
    const auto preferred = [&, own](const Pair& a, const Pair& b) {
      const Closeness& close = judge_.close();
      if (own) return close.above(a.player, b.player) || (close.equal(a.player, b.player) && a.model < b.model);
      return close.above(a.model, b.model) || (close.equal(a.model, b.model) && a.player < b.player);
    };
    Pair best{};
    for (int i = 0; i < moves.size(); ++i) {
      const Pair found = known_to_both(game_.play(state, moves[i]), one_less(depth));
      if (i == 0 || preferred(found, best)) best = found;
    }
    return best;
  }

  Pair mean(const State& state, const Moves<G>& moves, int depth) {
    Pair sum{0, 0};
    if constexpr (Chancy<G>) {
      const auto probabilities = game_.chance(state);
      for (int i = 0; i < moves.size(); ++i) {
        const Pair found = valued(game_.play(state, moves[i]), one_less(depth));
        sum.player += probabilities[i] * found.player;
        sum.model += probabilities[i] * found.model;
      }
    }
    return sum;
  }

  // The line that the variant expects: our first best move, then of the replies it thinks possible the first of the
  // worst for us. The tree below one move is a fraction of the whole, so searching it again at every ply costs little.
  void follow(State state, int depth, Move move, std::vector<Move>& line) {
    line.push_back(move);
    bool minimax = false;
    while (depth > 0) {
      Moves<G> moves;
      game_.moves(state, moves);
      if (moves.empty() || game_.to_move(state) == chance_seat) return;
      const bool own = game_.to_move(state) == seat_;
      int chosen = -1;
      if (minimax) {
        chosen = ours_.first_of_value(state, depth, ours_.value(state, depth));
      } else if (own || pairs()) {
        chosen = chosen_by_value(state, moves, depth, own);
      } else {
        double worst = infinite;
        for (const int i : replies(state, moves)) {
          const double found = after_reply(game_.play(state, moves[i]), one_less(depth), -infinite, infinite);
          if (chosen < 0 || close().above(worst, found)) {
            chosen = i;
            worst = found;
          }
        }
        minimax = options_.variant != MStarVariant::recursive;
      }
      if (chosen < 0) return;
      line.push_back(moves[chosen]);
      state = game_.play(state, moves[chosen]);
      depth = one_less(depth);
    }
  }

  bool pairs() const { return options_.variant == MStarVariant::plain || options_.variant == MStarVariant::korf; }

  int chosen_by_value(const State& state, const Moves<G>& moves, int depth, bool own) {
    int chosen = -1;
    Pair best{};
    const bool frontier = options_.variant == MStarVariant::plain && player_depth_ != to_the_end &&
                          options_.model_depth == player_depth_ - depth;
    for (int i = 0; i < moves.size(); ++i) {
      const State child = game_.play(state, moves[i]);
      Pair found = valued(child, one_less(depth));
      if (frontier) found.model = judge_(child, 1 - seat_);
      const bool tie = options_.variant == MStarVariant::korf && close().equal(found.player, best.player) &&
                       found.model < best.model;
      const bool better = own ? close().above(found.player, best.player) || tie
                              : close().above(found.model, best.model) ||
                                    (close().equal(found.model, best.model) && found.player < best.player);
      if (chosen < 0 || better) {
        chosen = i;
        best = found;
      }
    }
    return chosen;
  }

  const G& game_;
  const Judge<G>& judge_;
  Watch& watch_;
  int seat_;
  MStarOptions options_;
  int player_depth_ = 0, ply_ = 0;
  bool met_horizon_ = false;
  AlphaBeta<G> ours_, theirs_;
};

}  // namespace kibitz
