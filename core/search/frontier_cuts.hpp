// What a node above the last ply can still be worth to the seat that moves there, so that moves which cannot matter are
// not looked at. Once a seat has moved, others change what it has by little, or not at all: what a quiet move leaves to
// the seat is known before the others reply (Quieting in games/capabilities.hpp).
//
// A rule that uses this has
//
//   cuts()                  -> bool
//   Outlook(rule, state, node, seat, depth)
//     tells()               -> bool     whether anything can be said at this node
//     rank(after)           -> double   to look at promising moves first
//     most(after)           -> double   what the seat sees, at most, whatever the others do
//     least(after)          -> double   what it may have after some reply, as far as that is known
//     hopeless(after, child, quiet, behind) -> bool   whether every reply leaves it behind, two plies before the end
//
// where `after` are the values after a move, quiet or not, `child` is the state it leads to, and `behind` says whether
// a bound of what the seat sees is too low to matter.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "search/choice.hpp"
#include "search/judge.hpp"
#include "search/last_ply_values.hpp"
#include "search/value_bounds.hpp"

namespace kibitz {

// What other seats can add to the value of a seat that has moved, until so many plies from this state are made;
// infinite where that is not known, or where the game can be over by then.
template <Game G>
  requires Quieting<G>
double rise(const Judge<G>& judge, const typename G::State& state, int seat, int plies) {
  std::array<Interval, Judge<G>::foreseen_features> changes;
  if (!Evaluation<G>::swing(judge.game(), state, plies, changes)) return unbounded;
  double most = 0;
  for (std::size_t i = 0; i < judge.wants()[seat].weights.size(); ++i)
    most += times(judge.wants()[seat].weights[i], changes[i]).high;
  return judge.exact() || most == 0 ? most : most + 1e-9 * (1 + most);
}

// Whether the others cannot change the value of a seat that moves at this state, until so many plies from it are made:
// then its value is known right after its move.
template <Game G>
bool settled_by_own_move([[maybe_unused]] const Judge<G>& judge, [[maybe_unused]] const typename G::State& state,
                         [[maybe_unused]] int seat, [[maybe_unused]] int plies) {
  if constexpr (Quieting<G>) {
    if (plies > judge.game().players() || !judge.foresees()) return false;
    std::array<Interval, Judge<G>::foreseen_features> changes;
    if (!Evaluation<G>::swing(judge.game(), state, plies, changes)) return false;
    for (std::size_t i = 0; i < judge.wants()[seat].weights.size(); ++i) {
      const Interval change = times(judge.wants()[seat].weights[i], changes[i]);
      if (change.low != 0 || change.high != 0) return false;
    }
    return true;
  }
  return false;
}

// The replies of the next seat, at the last ply, to the moves of one state.
template <Game G>
  requires Quieting<G>
class Replies {
 public:
  using State = typename G::State;
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  Replies(const G& game, const Judge<G>& judge, const State& state, int seat)
      : game_(game), judge_(judge), state_(state), seat_(seat) {}

  // What the replying seat can have for itself after a quiet move: the best of the replies that were possible before
  // it and still are. -infinity where none is known.
  double sure(const State& child) {
    if (!listed_) list();
    for (int i = 0; i < count_; ++i)
      if (Evaluation<G>::quiet(game_, child, best_[i].move)) return best_[i].value;
    return -infinite;
  }

  // Whether something holds of the states after all replies that are not quiet.
  template <class Holds>
  bool all_loud(const State& child, Holds holds) const {
    Moves<G> moves;
    Evaluation<G>::loud(game_, child, moves);
    return std::all_of(moves.begin(), moves.end(), [&](const auto move) { return holds(game_.play(child, move)); });
  }

 private:
  static constexpr int most_replies = 8;
  struct Reply {
    typename G::Move move;
    double value;
  };

  void list() {
    listed_ = true;
    const State turned = game_.turned(state_, seat_);
    Moves<G> moves;
    game_.moves(turned, moves);
    LastPlyValues<G> foreseen(judge_, turned);
    for (const auto move : moves) {
      const Scores* values = foreseen(move);
      if (values == nullptr) continue;
      const double value = (*values)[seat_];
      int place = count_;
      if (place == most_replies && value <= best_[--place].value) continue;
      for (; place > 0 && best_[place - 1].value < value; --place) best_[place] = best_[place - 1];
      best_[place] = {move, value};
      count_ = std::min(count_ + 1, most_replies);
    }
  }

  const G& game_;
  const Judge<G>& judge_;
  const State& state_;
  int seat_;
  bool listed_ = false;
  int count_ = 0;
  std::array<Reply, most_replies> best_;
};

}  // namespace kibitz
