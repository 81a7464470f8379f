// The one recursion behind max^n, offensive, soft-max^n, prob-max^n and Max-Prob. A rule says what a leaf is worth and
// how a seat's node is made of its children:
//
//   Value                              what is backed up
//   leaf(state)             -> Value   where the search stops
//   Node node(state, seat)             collects children: add(value, weight), then result() -> Value
//   chance(values, probabilities) -> Value
//
// and, to use what a game knows of its last stage (capability Foregone) or tables at stage ends (stage_table.hpp),
//
//   ending(outcome)         -> Value   of a play that ends so
//   table()                            a StageTable, or nullptr
//
// Both are for searches to the end of the game.
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

// A rule that backs up what it knows about outcomes, and may have a table.
template <class Rule, class G>
concept OverOutcomes = requires(Rule& rule, const typename G::Outcome& outcome) {
  { rule.ending(outcome) } -> std::same_as<typename Rule::Value>;
  rule.table();
};

template <Game G, class Rule>
class Recursion {
 public:
  using State = typename G::State;
  using Value = typename Rule::Value;

  Recursion(const G& game, Rule& rule, Watch& watch, bool merge, bool foresee = false)
      : game_(game), rule_(rule), watch_(watch), merge_(merge), foresee_(foresee) {}

  Value value(const State& state, int depth) {
    watch_.count();
    if (depth == 0) return rule_.leaf(state);
    if constexpr (Foregone<G> && OverOutcomes<Rule, G>) {
      typename G::Outcome outcome;
      if (foresee_ && game_.foregone(state, outcome)) return rule_.ending(outcome);
    }
    if constexpr (Remainder<G> && OverOutcomes<Rule, G>) {
      if (auto* table = rule_.table(); table && game_.stage_end(state))
        return table->value(state, [&] { return branched(state, depth); });
    }
    return branched(state, depth);
  }

  // The value of every move of a state, equivalent moves apart, in move order.
  std::vector<Child<Value>> children(const State& state, int depth) {
    watch_.count();
    Moves<G> moves;
    game_.moves(state, moves);
    const std::vector<int> copies = runs(state, moves);
    std::vector<Child<Value>> found;
    for (int i = 0; i < moves.size(); ++i) {
      if (copies[i])
        found.push_back({moves[i], 1, found.back().value});
      else
        found.push_back({moves[i], 1, value(game_.play(state, moves[i]), depth - 1)});
    }
    return found;
  }

 private:
  Value branched(const State& state, int depth) {
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

  // Equivalent moves are searched once, if the game knows them and merging is on.
  void list(const State& state, Moves<G>& moves, MoveList<int, G::max_moves>& weights) {
    if constexpr (Weighted<G>) {
      if (merge_) return game_.representatives(state, moves, weights);
    }
    game_.moves(state, moves);
    for (int i = 0; i < moves.size(); ++i) weights.push(1);
  }

  // For each move whether it is equivalent to the one before it; classes are runs of the move list.
  std::vector<int> runs(const State& state, const Moves<G>& moves) const {
    std::vector<int> copies(moves.size(), 0);
    if constexpr (Weighted<G>) {
      Moves<G> firsts;
      MoveList<int, G::max_moves> weights;
      if (merge_) game_.representatives(state, firsts, weights);
      int total = 0;
      for (int i = 0; i < firsts.size(); ++i) total += weights[i];
      if (total != moves.size()) return copies;  // weights that stand for moves not listed
      for (int i = 0, first = 0; i < firsts.size(); first += weights[i++])
        for (int copy = 1; copy < weights[i]; ++copy) copies[first + copy] = 1;
    }
    return copies;
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
  bool foresee_;
};

}  // namespace kibitz
