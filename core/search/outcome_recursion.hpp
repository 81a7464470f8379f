// The recursion (recursion.hpp) for rules that back up what they know about outcomes: max^n over the outcome reached,
// soft-max^n and prob-max^n. It looks to the end of the game, so what is found at the end of a stage can be remembered.
// Beyond leaf, node and chance a rule has
//
//   ending(outcome)  -> Value   of a play that ends so
//   table()                     a StageTable, or nullptr
//   follow(values, weights, result, seat) -> int   the child that is expected here, or -1
//
// and its nodes may have decided(): no further child can change the result, and backwards(): the last child first.
#pragma once

#include <span>
#include <vector>

#include "search/horizon.hpp"
#include "search/recursion.hpp"

namespace kibitz {

template <Game G, class Rule>
class OutcomeRecursion {
 public:
  using State = typename G::State;
  using Value = typename Rule::Value;

  // `merge`: equivalent moves are searched once; `foresee`: nothing is played once nobody has a choice any more.
  OutcomeRecursion(const G& game, Rule& rule, Watch& watch, bool merge, bool foresee)
      : game_(game), rule_(rule), watch_(watch), merge_(merge), foresee_(foresee) {}

  Value value(const State& state) {
    watch_.count();
    if constexpr (Remainder<G>) {
      if (game_.stage_end(state)) {
        if constexpr (Foregone<G>) {
          typename G::Outcome outcome;
          if (foresee_ && game_.foregone(state, outcome)) return rule_.ending(outcome);
        }
        if (auto* table = rule_.table()) return table->value(state, [&] { return branched(state); });
      }
    }
    return branched(state);
  }

  // The value of every move of a state, in move order.
  std::vector<Child<Value>> children(const State& state) {
    watch_.count();
    Moves<G> moves;
    game_.moves(state, moves);
    const std::vector<bool> repeated = repetitions(state, moves);
    std::vector<Child<Value>> found;
    for (int i = 0; i < moves.size(); ++i)
      found.push_back({moves[i], 1, repeated[i] ? found.back().value : value(game_.play(state, moves[i]))});
    return found;
  }

  // What is expected to happen after a first move, as far as it is.
  std::vector<std::uint64_t> line(State state, typename G::Move first) {
    std::vector<std::uint64_t> moves_made{first};
    state = game_.play(state, first);
    while (!game_.over(state) && game_.to_move(state) != chance_seat && moves_made.size() < 1000) {
      Moves<G> moves;
      MoveList<int, G::max_moves> weights;
      list(state, moves, weights);
      const int next = moves.size() == 1 ? 0 : followed(state, moves, weights);
      if (next < 0) break;
      moves_made.push_back(moves[next]);
      state = game_.play(state, moves[next]);
    }
    return moves_made;
  }

 private:
  // How deep the recursion is, for as long as this object lives.
  struct Level {
    int& ply;
    explicit Level(int& ply) : ply(++ply) {}
    ~Level() { --ply; }
  };

  Value branched(const State& state) {
    const Level level(ply_);
    require_room<G>(2 * ply_);  // values of this recursion are larger than numbers
    Moves<G> moves;
    MoveList<int, G::max_moves> weights;
    list(state, moves, weights);
    if (moves.empty()) return rule_.leaf(state);
    const int seat = game_.to_move(state);
    if constexpr (Chancy<G>) {
      if (seat == chance_seat) return chance(state, moves);
    }
    if (moves.size() == 1) return value(game_.play(state, moves[0]));
    auto node = rule_.node(state, seat);
    for (int i = 0; i < moves.size() && !decided(node); ++i) {
      const int next = backwards(node) ? moves.size() - 1 - i : i;
      node.add(value(game_.play(state, moves[next])), weights[next]);
    }
    return node.result();
  }

  int followed(const State& state, const Moves<G>& moves, const MoveList<int, G::max_moves>& weights) {
    const int seat = game_.to_move(state);
    std::vector<Value> values;
    std::vector<int> seen, seen_weights;
    auto node = rule_.node(state, seat);
    for (int i = 0; i < moves.size() && !decided(node); ++i) {
      seen.push_back(backwards(node) ? moves.size() - 1 - i : i);
      seen_weights.push_back(weights[seen.back()]);
      values.push_back(value(game_.play(state, moves[seen.back()])));
      node.add(values.back(), seen_weights.back());
    }
    const int chosen = rule_.follow(values, seen_weights, node.result(), seat);
    return chosen < 0 ? chosen : seen[chosen];
  }

  template <class Node>
  static bool decided(const Node& node) {
    if constexpr (requires { node.decided(); }) return node.decided();
    return false;
  }
  template <class Node>
  static bool backwards(const Node& node) {
    if constexpr (requires { node.backwards(); }) return node.backwards();
    return false;
  }

  void list(const State& state, Moves<G>& moves, MoveList<int, G::max_moves>& weights) const {
    if constexpr (Weighted<G>) {
      if (merge_) return game_.representatives(state, moves, weights);
    }
    game_.moves(state, moves);
    for (int i = 0; i < moves.size(); ++i) weights.push(1);
  }

  // For each move whether it is equivalent to the one before it. Weights may also stand for moves that are not listed:
  // then none is.
  std::vector<bool> repetitions(const State& state, const Moves<G>& moves) const {
    std::vector<bool> repeated(moves.size(), false);
    if constexpr (Weighted<G>) {
      if (!merge_) return repeated;
      Moves<G> firsts;
      MoveList<int, G::max_moves> weights;
      game_.representatives(state, firsts, weights);
      int total = 0;
      for (int i = 0; i < firsts.size(); ++i) total += weights[i];
      if (total != moves.size()) return repeated;
      for (int i = 0, first = 0; i < firsts.size(); first += weights[i++])
        for (int copy = 1; copy < weights[i]; ++copy) repeated[first + copy] = true;
    }
    return repeated;
  }

  Value chance(const State& state, const Moves<G>& moves) {
    std::vector<Value> values;
    for (const auto move : moves) values.push_back(value(game_.play(state, move)));
    return rule_.chance(values, game_.chance(state));
  }

  int ply_ = 0;
  const G& game_;
  Rule& rule_;
  Watch& watch_;
  bool merge_;
  bool foresee_;
};

}  // namespace kibitz
