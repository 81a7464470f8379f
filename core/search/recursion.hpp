// The one recursion behind max^n, offensive, soft-max^n, prob-max^n and Max-Prob. A rule says what a leaf is worth and
// how a seat's node is made of its children:
//
//   Value                              what is backed up
//   leaf(state)             -> Value   where the search stops
//   Node node(state, seat)             collects children: add(value, weight), then result() -> Value
//   chance(values, probabilities) -> Value
#pragma once

#include <vector>

#include "search/horizon.hpp"

namespace kibitz {

template <class Value>
struct Child {
  std::uint64_t move;
  int weight;
  Value value;
};

template <Game G, class Rule>
class Recursion {
 public:
  using State = typename G::State;
  using Value = typename Rule::Value;

  Recursion(const G& game, Rule& rule, Watch& watch, bool merge) : game_(game), rule_(rule), watch_(watch), merge_(merge) {}

  Value value(const State& state, int depth) {
    watch_.count();
    if (depth == 0) return rule_.leaf(state);
    Moves<G> moves;
    MoveList<int, G::max_moves> weights;
    list(state, moves, weights);
    if (moves.empty()) return rule_.leaf(state);
    const int seat = game_.to_move(state);
    if constexpr (Chancy<G>) {
      if (seat == chance_seat) return chance(state, moves, depth);
    }
    auto node = rule_.node(state, seat);
    for (int i = 0; i < moves.size(); ++i) node.add(value(game_.play(state, moves[i]), depth - 1), weights[i]);
    return node.result();
  }

  // The value of every move of a state, equivalent moves apart, in move order.
  std::vector<Child<Value>> children(const State& state, int depth) {
    watch_.count();
    Moves<G> moves;
    game_.moves(state, moves);
    std::vector<Child<Value>> found;
    for (const auto move : moves) found.push_back({move, 1, value(game_.play(state, move), depth - 1)});
    return found;
  }

 private:
  // Equivalent moves are searched once, if the game knows them and merging is on.
  void list(const State& state, Moves<G>& moves, MoveList<int, G::max_moves>& weights) {
    if constexpr (Weighted<G>) {
      if (merge_) return game_.representatives(state, moves, weights);
    }
    game_.moves(state, moves);
    for (int i = 0; i < moves.size(); ++i) weights.push(1);
  }

  Value chance(const State& state, const Moves<G>& moves, int depth) {
    std::vector<Value> values;
    for (const auto move : moves) values.push_back(value(game_.play(state, move), depth - 1));
    return rule_.chance(values, game_.chance(state));
  }

  const G& game_;
  Rule& rule_;
  Watch& watch_;
  bool merge_;
};

}  // namespace kibitz
