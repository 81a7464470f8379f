// The one recursion behind max^n, offensive, soft-max^n, prob-max^n and Max-Prob. A rule says what a leaf is worth and
// how a seat's node is made of its children:
//
//   Value                              what is backed up
//   leaf(state)             -> Value   where the search stops
//   Node node(state, seat)             collects children: add(value, weight), then result() -> Value
//   chance(values, probabilities) -> Value
//
// A rule that can tell values at the last ply without making the moves has
//
//   foresees()              -> bool
//   LastPly(rule, state)               with operator()(move) -> const Value*: none where the move has to be made
//
// one that can tell which moves do not matter some plies before has an Outlook (frontier_cuts.hpp), and one that backs
// up what it knows about outcomes, and so can use again what it found at the end of a stage, has
//
//   ending(outcome)         -> Value   of a play that ends so
//   table()                            a StageTable, or nullptr
//
// Nodes may have decided(): no further child can change the result, and backwards(): the last child comes first. Which
// child is expected to be played is told by the node (`chosen`) or by the rule: follow(values, weights, seat) -> int,
// -1 where none is. A rule whose nodes count their children in move order (`index`) says so by `keeps_lines`: the moves
// that are expected from a node can then be kept while its value is found.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "search/horizon.hpp"
#include "search/judge.hpp"
#include "search/last_ply_values.hpp"

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
  if constexpr (Weighted<G>) {
    if (merge == Merge::yes) return game.representatives(state, moves, weights);
  }
  game.moves(state, moves);
  if constexpr (Weighted<G>) {
    if (merge == Merge::if_complete) {
      const int all = moves.size();
      moves.clear();
      game.representatives(state, moves, weights);
      if (moves.size() == all) return;
      moves.clear();
      weights.clear();
      game.moves(state, moves);
    }
  }
  weights.resize(moves.size());
  std::fill(weights.begin(), weights.end(), 1);
}

// The moves that are expected from a node, the last one first, each with the nodes that `chosen` counts to find it.
template <Game G>
struct Line {
  struct Step {
    typename G::Move move;
    std::uint64_t nodes;
  };
  std::vector<Step> steps{};
  bool known = false;
};

template <Game G, class Rule>
class Recursion {
 public:
  using State = typename G::State;
  using Value = typename Rule::Value;
  static constexpr bool lined = requires { requires Rule::keeps_lines; };

  // `foresee`: nothing is played once nobody has a choice any more, where the game and the rule can tell how it ends.
  Recursion(const G& game, Rule& rule, Watch& watch, Merge merge, bool foresee = false)
      : game_(game), rule_(rule), watch_(watch), merge_(merge), foresee_(foresee) {}
  Recursion(const G& game, Rule& rule, Watch& watch, bool merge, bool foresee = false)
      : Recursion(game, rule, watch, merge ? Merge::yes : Merge::no, foresee) {}

  Value value(const State& state, int depth) {
    watch_.count();
    if constexpr (lined) line_.clear();
    if (depth == 0) {
      watch_.stop_at(game_, state);
      return rule_.leaf(state);
    }
    if constexpr (Remainder<G> && requires { rule_.table(); }) {
      if (game_.stage_end(state)) {
        if constexpr (Foregone<G>) {
          typename G::Outcome outcome;
          if (foresee_ && game_.foregone(state, outcome)) return rule_.ending(outcome);
        }
        if (auto* table = rule_.table()) return table->value(state, [&] { return branched(state, depth); });
      }
    }
    return branched(state, depth);
  }

  // The value of every move of a state, in move order. With `share`, equivalent moves are searched once here, too.
  // `lines` gets what is expected after each move; that of a move that was not searched itself is not known.
  std::vector<Child<Value>> children(const State& state, int depth, bool share = false,
                                     std::vector<Line<G>>* lines = nullptr) {
    watch_.count();
    Moves<G> moves;
    game_.moves(state, moves);
    const std::vector<bool> repeated = share ? repetitions(state, moves) : std::vector<bool>(moves.size(), false);
    std::vector<Child<Value>> found;
    if constexpr (lined) keeps_lines_ = lines != nullptr;
    for (int i = 0; i < moves.size(); ++i) {
      found.push_back({moves[i], 1, repeated[i] ? found.back().value : value(game_.play(state, moves[i]), depth - 1)});
      if (lines == nullptr) continue;
      lines->emplace_back();
      if constexpr (lined) {
        if (!repeated[i]) lines->back() = {line_, true};
      }
    }
    if constexpr (lined) keeps_lines_ = false;
    return found;
  }

  // The move that is expected here; none where the search stops, where chance moves, or where several are.
  std::optional<typename G::Move> chosen(const State& state, int depth) {
    if (depth == 0 || game_.over(state) || game_.to_move(state) == chance_seat) return std::nullopt;
    Moves<G> moves;
    MoveList<int, G::max_moves> weights;
    list_moves(game_, state, merge_, moves, weights);
    const int seat = game_.to_move(state);
    int child = 0;
    if constexpr (requires { &Rule::follow; }) {
      if (moves.size() > 1) {
        std::vector<Value> values;
        for (const auto move : moves) values.push_back(value(game_.play(state, move), depth - 1));
        child = rule_.follow(values, std::vector<int>(weights.begin(), weights.end()), seat);
      }
    } else {
      auto node = rule_.node(state, seat);
      collect(node, state, moves, weights, depth);
      child = backwards(node) ? moves.size() - 1 - node.chosen : node.chosen;
    }
    return child < 0 ? std::nullopt : std::optional(moves[child]);
  }

 private:
  using Steps = std::vector<typename Line<G>::Step>;

  Value branched(const State& state, int depth) {
    if (depth > to_the_end / 2) require_room<G>(2 * (to_the_end - depth));
    Moves<G> moves;
    MoveList<int, G::max_moves> weights;
    list_moves(game_, state, merge_, moves, weights);
    if (moves.empty()) return rule_.leaf(state);
    const int seat = game_.to_move(state);
    if constexpr (Chancy<G>) {
      if (seat == chance_seat) {
        const Value expected = chance(state, moves, depth);
        if constexpr (lined) line_.clear();
        return expected;
      }
    }
    if constexpr (requires { rule_.table(); }) {  // one outcome, set or distribution goes up as it is
      if (moves.size() == 1) return value(game_.play(state, moves[0]), depth - 1);
    }
    auto node = rule_.node(state, seat);
    [[maybe_unused]] const std::uint64_t before = watch_.nodes();
    collect(node, state, moves, weights, depth);
    if constexpr (lined) {
      if (keeps_lines_) line_.push_back({moves[node.chosen], watch_.nodes() - before});
    }
    return node.result();
  }

  template <class Node>
  void collect(Node& node, const State& state, const Moves<G>& moves, const MoveList<int, G::max_moves>& weights,
               int depth) {
    if constexpr (requires { typename Rule::LastPly; }) {
      if (depth == 1 && rule_.foresees()) return last_ply(node, state, moves, weights);
    }
    if constexpr (Quieting<G> && requires { typename Rule::Outlook; }) {
      if (depth <= game_.players() && rule_.cuts()) return promising(node, state, moves, weights, depth);
    }
    all(node, state, moves, weights, depth);
  }

  template <class Node>
  void all(Node& node, const State& state, const Moves<G>& moves, const MoveList<int, G::max_moves>& weights,
           int depth) {
    [[maybe_unused]] Steps expected;
    for (int i = 0; i < moves.size() && !decided(node); ++i) {
      const int next = backwards(node) ? moves.size() - 1 - i : i;
      node.add(value(game_.play(state, moves[next]), depth - 1), weights[next]);
      if constexpr (lined) {
        if (keeps_lines_ && node.chosen == node.index) std::swap(expected, line_);
      }
    }
    if constexpr (lined) std::swap(expected, line_);
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
    if constexpr (lined) line_.clear();
  }

  // A seat that does not move again within the depth: its moves in the order of what they promise, without those that
  // the outlook shows not to matter. The node gets them in move order, so that ties are what they are without cuts.
  template <class Node>
  [[gnu::noinline]] void promising(Node& node, const State& state, const Moves<G>& moves,
                                   const MoveList<int, G::max_moves>& weights, int depth) {
    typename Rule::Outlook outlook(rule_, state, node, game_.to_move(state), depth);
    if (!outlook.tells()) return all(node, state, moves, weights, depth);
    struct Candidate {
      double rank;
      std::uint64_t precedence;
      int place;
    };
    constexpr double first = std::numeric_limits<double>::infinity();  // the rank of ends, which have to be looked at
    std::array<Candidate, G::max_moves> candidates;
    std::array<Scores, G::max_moves> after;
    std::array<Value, G::max_moves> found;
    std::array<bool, G::max_moves> quiet, looked_at;
    LastPlyValues<G> foreseen(rule_.judge, state);
    for (int i = 0; i < moves.size(); ++i) {
      const Scores* values = foreseen(moves[i]);
      quiet[i] = values != nullptr;
      bool ends = false;
      if (quiet[i]) {
        after[i] = *values;
      } else {
        const State child = game_.play(state, moves[i]);
        ends = game_.over(child);
        if (!ends) after[i] = rule_.judge(child);
      }
      candidates[i] = {ends ? first : outlook.rank(after[i]), node.precedence(i, weights[i]), i};
      looked_at[i] = false;
    }
    std::sort(candidates.begin(), candidates.begin() + moves.size(), [](const Candidate& one, const Candidate& other) {
      return one.rank != other.rank ? one.rank > other.rank : one.precedence > other.precedence;
    });
    double worth = 0;
    std::uint64_t leading = 0;
    [[maybe_unused]] std::vector<std::pair<int, Steps>> expected;
    for (int k = 0; k < moves.size(); ++k) {
      const Candidate& candidate = candidates[k];
      const int i = candidate.place;
      const auto behind = [&](double most) { return node.behind(most, candidate.precedence, worth, leading); };
      if (k > 0 && candidate.rank < first) {
        if (behind(outlook.most(after[i])) ||
            (depth == 2 && behind(outlook.least(after[i])) &&
             outlook.hopeless(after[i], game_.play(state, moves[i]), quiet[i], behind))) {
          watch_.leave_out(game_, game_.play(state, moves[i]), depth - 1);
          continue;
        }
      }
      found[i] = value(game_.play(state, moves[i]), depth - 1);
      looked_at[i] = true;
      if constexpr (lined) {
        if (keeps_lines_) expected.emplace_back(i, line_);
      }
      const double seen = node.seen_in(found[i]);
      if (k == 0 || seen > worth || (seen == worth && candidate.precedence > leading)) {
        worth = seen;
        leading = candidate.precedence;
      }
    }
    for (int i = 0; i < moves.size(); ++i) {
      if (looked_at[i])
        node.add(found[i], weights[i]);
      else
        node.skip();
    }
    if constexpr (lined) {
      for (auto& [place, steps] : expected)
        if (place == node.chosen) line_ = std::move(steps);
    }
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

  // For each move whether it is equivalent to the one before it. Weights may also stand for moves that are not listed:
  // then none is.
  std::vector<bool> repetitions(const State& state, const Moves<G>& moves) const {
    std::vector<bool> repeated(moves.size(), false);
    if constexpr (Weighted<G>) {
      if (merge_ != Merge::yes) return repeated;
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

  Value chance(const State& state, const Moves<G>& moves, int depth) {
    std::vector<Value> values;
    for (const auto move : moves) values.push_back(value(game_.play(state, move), depth - 1));
    return rule_.chance(values, game_.chance(state));
  }

  const G& game_;
  Rule& rule_;
  Watch& watch_;
  Merge merge_;
  bool foresee_;
  bool keeps_lines_ = false;
  Steps line_{};  // after the node whose value was found last
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
