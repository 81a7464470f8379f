// The one recursion behind max^n, offensive, soft-max^n, prob-max^n and Max-Prob. A rule says what a leaf is worth and
// how a seat's node is made of its children:
//
//   Value                              what is backed up
//   leaf(state)             -> Value   where the search stops
//   Node node(state, seat)             collects children: add(value, weight), then result() -> Value
//   chance(values, probabilities) -> Value
//
// and, if it can tell values at the last ply without making the moves,
//
//   foresees()              -> bool
//   LastPly(rule, state)               with operator()(move) -> const Value*: none where the move has to be made
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "search/horizon.hpp"

namespace kibitz {

template <class Value>
struct Child {
  std::uint64_t move;
  int weight;
  Value value;
};

// Whether equivalent moves are searched once, where the game knows them. `if_complete`: only their weights are used,
// and only if every move stands for itself (some ties tell equivalent moves apart).
enum class Merge { no, if_complete, yes };

template <Game G>
void list_moves(const G& game, const typename G::State& state, Merge merge, Moves<G>& moves,
                MoveList<int, G::max_moves>& weights) {
  game.moves(state, moves);
  if constexpr (Weighted<G>) {
    if (merge != Merge::no) {
      const int all = moves.size();
      moves.clear();
      game.representatives(state, moves, weights);
      if (merge == Merge::yes || moves.size() == all) return;
      moves.clear();
      game.moves(state, moves);
    }
  }
  weights.resize(moves.size());
  std::fill(weights.begin(), weights.end(), 1);
}

template <Game G, class Rule>
class Recursion {
 public:
  using State = typename G::State;
  using Value = typename Rule::Value;

  Recursion(const G& game, Rule& rule, Watch& watch, Merge merge)
      : game_(game), rule_(rule), watch_(watch), merge_(merge) {}
  Recursion(const G& game, Rule& rule, Watch& watch, bool merge)
      : Recursion(game, rule, watch, merge ? Merge::yes : Merge::no) {}

  Value value(const State& state, int depth) {
    watch_.count();
    if (depth == 0) {
      watch_.stop_at(game_, state);
      return rule_.leaf(state);
    }
    if (depth > to_the_end / 2) require_room<G>(2 * (to_the_end - depth));
    Moves<G> moves;
    MoveList<int, G::max_moves> weights;
    list_moves(game_, state, merge_, moves, weights);
    if (moves.empty()) return rule_.leaf(state);
    const int seat = game_.to_move(state);
    if constexpr (Chancy<G>) {
      if (seat == chance_seat) return chance(state, moves, depth);
    }
    auto node = rule_.node(state, seat);
    collect(node, state, moves, weights, depth);
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

  // The move that counts here, for rules whose nodes know it; none where the search stops or chance moves.
  std::optional<typename G::Move> chosen(const State& state, int depth) {
    if (depth == 0 || game_.over(state) || game_.to_move(state) == chance_seat) return std::nullopt;
    Moves<G> moves;
    MoveList<int, G::max_moves> weights;
    list_moves(game_, state, merge_, moves, weights);
    auto node = rule_.node(state, game_.to_move(state));
    collect(node, state, moves, weights, depth);
    return moves[node.chosen];
  }

 private:
  template <class Node>
  void collect(Node& node, const State& state, const Moves<G>& moves, const MoveList<int, G::max_moves>& weights,
               int depth) {
    if constexpr (requires { typename Rule::LastPly; }) {
      if (depth == 1 && rule_.foresees()) return last_ply(node, state, moves, weights);
    }
    for (int i = 0; i < moves.size(); ++i) node.add(value(game_.play(state, moves[i]), depth - 1), weights[i]);
  }

  // Apart, so that what it needs is not on the stack of every ply.
  template <class Node>
  [[gnu::noinline]] void last_ply(Node& node, const State& state, const Moves<G>& moves,
                                  const MoveList<int, G::max_moves>& weights) {
    typename Rule::LastPly foreseen(rule_, state);
    for (int i = 0; i < moves.size(); ++i) {
      watch_.count();
      watch_.stop_after(game_, state, moves[i]);
      if (const Value* value = foreseen(moves[i]))
        node.add(*value, weights[i]);
      else
        node.add(rule_.leaf(game_.play(state, moves[i])), weights[i]);
    }
  }

  Value chance(const State& state, const Moves<G>& moves, int depth) {
    std::vector<Value> values;
    for (const auto move : moves) values.push_back(value(game_.play(state, move), depth - 1));
    return rule_.chance(values, game_.chance(state));
  }

  const G& game_;
  Rule& rule_;
  Watch& watch_;
  Merge merge_;
};

// What is expected to happen after a first move: `chosen(state, plies)` is asked again and again, until it is stopped.
template <Game G, class Chosen>
std::vector<std::uint64_t> principal_line(const G& game, typename G::State state, typename G::Move first, int plies,
                                          Chosen chosen) {
  std::vector<std::uint64_t> line{first};
  state = game.play(state, first);
  try {
    for (--plies; plies > 0 && line.size() < 1000; --plies) {
      const std::optional<typename G::Move> move = chosen(state, plies);
      if (!move) break;
      line.push_back(*move);
      state = game.play(state, *move);
    }
  } catch (const Stopped&) {
  }
  return line;
}

}  // namespace kibitz
