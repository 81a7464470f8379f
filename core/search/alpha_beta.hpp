// Minimax for two players by alpha-beta (Knuth & Moore 1975): one seat maximises its own value, the other seat is taken
// to minimise it. Iterative deepening, a table of bounds and move ordering change how much is visited, never a value.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "search/bounds_table.hpp"
#include "search/horizon.hpp"
#include "search/judge.hpp"

namespace kibitz {

inline constexpr double infinite = std::numeric_limits<double>::infinity();

inline double just_below(double value) { return std::nextafter(value, -infinite); }
inline double just_above(double value) { return std::nextafter(value, infinite); }

// Each may be switched off; all values stay the same.
struct AlphaBetaSwitches {
  bool prune = true;
  bool table = true;
  bool order = true;
  bool deepen = true;
};

template <Game G>
class AlphaBeta {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  // `seat` is the one whose value is meant and who maximises it.
  AlphaBeta(const G& game, const Judge<G>& judge, Watch& watch, int seat, AlphaBetaSwitches switches)
      : game_(game), judge_(judge), watch_(watch), seat_(seat), switches_(switches) {
    if (switches.order) history_.assign(2 * history_size, 0);
  }

  // The value if it lies within the window, else a bound of it on the same side of the window.
  double value(const State& state, int depth, double alpha = -infinite, double beta = infinite) {
    return value(state, depth, alpha, beta, 0);
  }

  struct Root {
    Moves<G> moves;
    std::vector<double> values;  // in move order; where not `exact`, of all but the best only that they are no better
    int best = 0;                // the first in move order of those with the highest value
    int depth = 0;               // plies looked ahead
    bool exact = false, complete = false, clocked = false;
    std::vector<Move> line;
  };

  // Looks deeper and deeper, and under limits works out the line each time. Where the root is the other seat's, "best"
  // is the lowest.
  Root analyse(const State& state, int depth, bool exact, bool extend, const Limits& limits) {
    Root root;
    game_.moves(state, root.moves);
    std::vector<int> order(root.moves.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    if (limits.any()) depth = std::min(depth, plies_with_room<G>);
    const bool by_steps = switches_.deepen && depth != to_the_end;
    const Reached reached = deepen(game_, state, depth, extend, by_steps, watch_, limits, [&](int plies) {
      watch_.count();
      const std::uint64_t before = horizon_;
      settle(state, plies, exact, order, root);
      if (horizon_ != before) watch_.stop_short();
      table_.grow_older();
      std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return root.values[a] > root.values[b]; });
      std::stable_partition(order.begin(), order.end(), [&](int i) { return i == root.best; });
      if (limits.any()) follow(state, root);
    });
    if (!limits.any()) follow(state, root);
    root.complete = reached.complete;
    root.clocked = reached.clocked;
    return root;
  }

  // The state in which best play from here to the depth ends: its value is the one that is known of this node.
  State dominant(const State& state, int depth, double known) {
    const State end = walk(state, depth, known, [](Move) {});
    if (game_.to_move(end) == chance_seat && !game_.over(end))
      throw std::invalid_argument("chance decides on the way, so the value comes from several boards");
    return end;
  }

  // All moves that are best for `seat`, who is to move, in move order.
  std::vector<int> best_moves(const State& state, const Moves<G>& moves, int depth) {
    const std::uint64_t horizon_before = horizon_;
    if (switches_.deepen && depth != to_the_end)
      for (int shallow = 2; shallow < depth; ++shallow) value(state, shallow, -infinite, infinite, 0);
    horizon_ = horizon_before;  // these values only put moves in order
    std::vector<int> best;
    double highest = -infinite;
    for (int i = 0; i < moves.size(); ++i) {
      const double floor = judge_.close().floor_below(highest);
      const double found = value(game_.play(state, moves[i]), one_less(depth), floor, infinite, 1);
      if (judge_.close().above(found, highest)) {
        best.clear();
        highest = found;
      }
      if (judge_.close().equal(found, highest)) best.push_back(i);
    }
    return best;
  }

  // Whether some value so far came from a horizon.
  bool met_horizon() const { return horizon_ > 0; }

  // The number of the first move that keeps an exact value known of the node; -1 if there is nothing to choose.
  int first_of_value(const State& state, int depth, double known) {
    Moves<G> moves;
    game_.moves(state, moves);
    if (moves.empty() || game_.to_move(state) == chance_seat) return -1;
    const bool own = game_.to_move(state) == seat_;
    for (int i = 0; i < moves.size(); ++i) {
      const State child = game_.play(state, moves[i]);
      if (own ? value(child, one_less(depth), just_below(known), known, 1) >= known
              : value(child, one_less(depth), known, just_above(known), 1) <= known)
        return i;
    }
    return -1;
  }

 private:
  static constexpr int unlimited = std::numeric_limits<std::int16_t>::max();  // to_the_end in the table
  static constexpr int none = -1;
  static constexpr int shallowest_remembered = 3;  // below, searching again is as quick as looking up
  static constexpr int plies_with_killers = 64;
  static constexpr std::size_t history_size = 1 << 12;

  // Best play for both from the root on: at every node the first in move order of those of equal value.
  void follow(const State& state, Root& root) {
    const Watch::Uncounted uncounted(watch_);
    std::vector<Move> line{root.moves[root.best]};
    try {
      walk(game_.play(state, line[0]), one_less(root.depth), root.values[root.best],
           [&](Move move) { line.push_back(move); });
    } catch (const Stopped&) {
    }
    watch_.renew(root.line, std::move(line));
  }

  // Along best play, as far as it goes and nothing is drawn by chance.
  template <class Visit>
  State walk(State here, int depth, double known, Visit visit) {
    for (; depth > 0; depth = one_less(depth)) {
      const int index = first_of_value(here, depth, known);
      if (index < 0) break;
      Moves<G> moves;
      game_.moves(here, moves);
      visit(moves[index]);
      here = game_.play(here, moves[index]);
    }
    return here;
  }

  // The value of every root move, or of the best.
  void settle(const State& state, int depth, bool exact, const std::vector<int>& order, Root& root) {
    std::vector<double> values(order.size());
    int best = none;
    const Closeness& close = judge_.close();
    for (const int i : order) {
      // A move that comes earlier in move order needs only be as good.
      const double floor = exact || best == none         ? -infinite
                           : i < best || close.slack > 0 ? close.floor_below(values[best])
                                                         : values[best];
      values[i] = value(game_.play(state, root.moves[i]), one_less(depth), floor, infinite, 1);
      if (best == none || close.above(values[i], values[best]) || (close.equal(values[i], values[best]) && i < best))
        best = i;
    }
    if (!exact) std::fill(values.begin(), values.end(), double{values[best]});
    root.values = std::move(values);
    root.best = best;
    root.depth = depth;
    root.exact = exact;
  }

  double value(const State& state, int depth, double alpha, double beta, int ply) {
    watch_.count();
    if (depth == 0) return at_horizon(state);
    Moves<G> moves;
    game_.moves(state, moves);
    if (moves.empty()) return judge_(state, seat_);
    const int seat = game_.to_move(state);
    if constexpr (Chancy<G>) {
      if (seat == chance_seat) return expected(state, moves, depth, ply);
    }
    return seat == seat_ ? best_of<true>(state, moves, depth, alpha, beta, ply)
                         : best_of<false>(state, moves, depth, alpha, beta, ply);
  }

  double at_horizon(const State& state) {
    // Where stages end together, so does the game: then this is no horizon. Elsewhere the next iteration will tell.
    if constexpr (Staged<G>)
      horizon_ += !game_.over(state);
    else
      ++horizon_;
    return judge_(state, seat_);
  }

  template <bool own>
  double best_of(const State& state, const Moves<G>& moves, int depth, double alpha, double beta, int ply) {
    if (depth == 1) return best_of_leaves<own>(state, moves, alpha, beta);
    require_room<G>(ply);
    const std::uint64_t horizon_before = horizon_;
    const double alpha_before = alpha, beta_before = beta;
    const bool remembered = switches_.table && depth >= shallowest_remembered;
    BoundsTable::Key key{};
    int expected_best = none;
    if (remembered) {
      key = key_of(state, depth);
      if (const auto* entry = table_.find(key)) {
        if (settles(*entry, depth, alpha, beta)) {
          horizon_ += !entry->complete;
          return entry->value;
        }
        expected_best = entry->move;
      }
    }
    Ordering ordering(moves.size());
    if (switches_.order) rate(moves, own, expected_best, ply, ordering);
    double best = own ? -infinite : infinite;
    int best_move = 0;
    for (int turn = 0; turn < moves.size(); ++turn) {
      const int i = switches_.order ? ordering.take(turn) : turn;
      const double found = value(game_.play(state, moves[i]), one_less(depth), alpha, beta, ply + 1);
      if (own ? found > best : found < best) {
        best = found;
        best_move = i;
      }
      (own ? alpha : beta) = own ? std::max(alpha, best) : std::min(beta, best);
      if (switches_.prune && alpha >= beta) {
        if (switches_.order) praise(moves[i], own, depth, ply);
        break;
      }
    }
    if (remembered) {
      const BoundKind bound = best <= alpha_before  ? BoundKind::at_most
                              : best >= beta_before ? BoundKind::at_least
                                                    : BoundKind::exact;
      table_.store({.key = key,
                    .value = best,
                    .depth = static_cast<std::int16_t>(std::min(depth, unlimited)),
                    .move = static_cast<std::uint16_t>(best_move),
                    .bound = bound,
                    .complete = horizon_ == horizon_before});
    }
    return best;
  }

  // The last ply: most nodes are here, and neither table nor order would pay.
  template <bool own>
  double best_of_leaves(const State& state, const Moves<G>& moves, double alpha, double beta) {
    double best = own ? -infinite : infinite;
    for (const auto move : moves) {
      watch_.count();
      const double found = at_horizon(game_.play(state, move));
      best = own ? std::max(best, found) : std::min(best, found);
      if (switches_.prune && (own ? best >= beta : best <= alpha)) break;
    }
    return best;
  }

  double expected(const State& state, const Moves<G>& moves, int depth, int ply) {
    double mean = 0;
    if constexpr (Chancy<G>) {
      require_room<G>(ply);
      const auto probabilities = game_.chance(state);
      for (int i = 0; i < moves.size(); ++i)
        mean += probabilities[i] * value(game_.play(state, moves[i]), one_less(depth), -infinite, infinite, ply + 1);
    }
    return mean;
  }

  // Without loss where the game can say the position so; where the past may count, it is part of the key.
  BoundsTable::Key key_of(const State& state, int depth) const {
    if constexpr (Recalling<G>) {
      if (!game_.past_matters(state, depth)) return game_.position(state);
    }
    return {game_.key(state), ~std::uint64_t{0}};
  }

  // Values depend on how far one looks, unless everything ended before that.
  static bool settles(const BoundsTable::Entry& entry, int depth, double alpha, double beta) {
    if (entry.depth != std::min(depth, unlimited) && !(entry.complete && entry.depth < depth)) return false;
    if (entry.bound == BoundKind::exact) return true;
    return entry.bound == BoundKind::at_least ? entry.value >= beta : entry.value <= alpha;
  }

  // Moves by how promising they are, the most promising first; equals in move order.
  struct Ordering {
    int size;
    std::uint32_t ratings[G::max_moves];
    std::uint16_t indices[G::max_moves];

    explicit Ordering(int size) : size(size) {}
    int take(int turn) {
      int chosen = turn;
      for (int i = turn + 1; i < size; ++i)
        if (ratings[i] > ratings[chosen]) chosen = i;
      const auto rating = ratings[chosen];
      const auto index = indices[chosen];
      for (int i = chosen; i > turn; --i) {
        ratings[i] = ratings[i - 1];
        indices[i] = indices[i - 1];
      }
      ratings[turn] = rating;
      indices[turn] = index;
      return index;
    }
  };

  static std::size_t place(Move move, bool own) {
    return (std::uint64_t{move} * 0x9e3779b97f4a7c15ULL >> 52) + (own ? history_size : 0);
  }

  void rate(const Moves<G>& moves, bool own, int expected_best, int ply, Ordering& ordering) const {
    const auto& killers = killers_[std::min(ply, plies_with_killers - 1)];
    for (int i = 0; i < moves.size(); ++i) {
      ordering.indices[i] = static_cast<std::uint16_t>(i);
      ordering.ratings[i] = i == expected_best ? 0xffffffff
                            : killers.known && (moves[i] == killers.first || moves[i] == killers.second)
                                ? 0xfffffffe
                                : history_[place(moves[i], own)];
    }
  }

  // A move that cut off is tried early elsewhere.
  void praise(Move move, bool own, int depth, int ply) {
    auto& killers = killers_[std::min(ply, plies_with_killers - 1)];
    if (!killers.known || killers.first != move) {
      killers.second = killers.known ? killers.first : move;
      killers.first = move;
      killers.known = true;
    }
    auto& seen = history_[place(move, own)];
    const std::uint32_t weight = std::min(depth, 64);
    seen += weight * weight;
    if (seen >= 1u << 30)
      for (auto& other : history_) other /= 2;
  }

  struct Killers {
    Move first{}, second{};
    bool known = false;
  };

  const G& game_;
  const Judge<G>& judge_;
  Watch& watch_;
  int seat_;
  AlphaBetaSwitches switches_;
  std::uint64_t horizon_ = 0;  // how often a value came from the horizon
  BoundsTable table_;
  std::vector<std::uint32_t> history_;
  std::array<Killers, plies_with_killers> killers_{};
};

}  // namespace kibitz
