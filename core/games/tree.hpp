// An explicit game tree. The nodes belong to the game, level by level, so that the children of a node are neighbours
// and come after it; a state is the number of a node.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/capabilities.hpp"
#include "games/game.hpp"
#include "random.hpp"

namespace kibitz {

// What a tree is made of, one entry a node unless said otherwise. Whoever fills this in is not trusted.
struct TreeParts {
  int players = 2;
  std::vector<std::int64_t> parents;  // -1 for the root, which is the first; never falling
  std::vector<int> to_move;           // a seat or chance_seat; 0 at leaves
  std::vector<int> weights;           // how many equivalent moves the move to the node stands for
  std::vector<double> probabilities;  // of the move to the node, where its parent is a chance node, else 0
  std::vector<double> lows;           // node by seat: at leaves the value or the low end of its interval, else 0
  std::vector<double> highs;          // the same for the high end
  std::vector<double> outcomes;       // node by seat: at leaves, else 0
  std::vector<std::string> evaluations;
  std::vector<std::uint8_t> has_evaluation;  // node by evaluation: 1 where it is written there, else 0
  std::vector<double> evaluated;             // node by evaluation by seat; 0 where none is written
  bool operator==(const TreeParts&) const = default;
};

struct Tree {
  struct State {
    std::uint32_t node = 0;
    bool operator==(const State&) const = default;
  };
  using Move = std::uint32_t;  // the child's number
  using Outcome = std::array<double, max_players>;
  static constexpr int max_moves = 256;
  // Searches recurse a level at a time with a list of moves on the stack; this many levels are safe for all of them.
  static constexpr int max_levels = 400;
  static constexpr std::size_t max_nodes = 1'000'000;
  static constexpr std::size_t max_numbers = 10'000'000;  // nodes times seats times evaluations
  static constexpr int max_weight = 1'000'000;

  struct Node {
    std::uint32_t first_child = 0;
    std::uint16_t children = 0;
    std::int16_t to_move = 0;
    bool operator==(const Node&) const = default;
  };

  explicit Tree(TreeParts parts) : content_(std::make_shared<const Content>(std::move(parts))) {}

  bool operator==(const Tree& other) const {
    return content_ == other.content_ || content_->parts == other.content_->parts;
  }

  int players() const { return content_->parts.players; }
  State start(std::uint64_t) const { return {}; }
  std::size_t size() const { return content_->nodes.size(); }
  const TreeParts& parts() const { return content_->parts; }
  const Node& node(const State& state) const { return content_->nodes[state.node]; }

  int to_move(const State& state) const { return node(state).to_move; }
  bool over(const State& state) const { return node(state).children == 0; }

  void moves(const State& state, Moves<Tree>& moves) const {
    const Node& here = node(state);
    for (int i = 0; i < here.children; ++i) moves.push(here.first_child + i);
  }

  State play(const State&, Move move) const { return {move}; }

  Scores scores(const State& state) const {
    Scores scores{};
    for (int seat = 0; seat < players(); ++seat) scores[seat] = middle(state, seat);
    return scores;
  }

  Outcome outcome(const State& state) const {
    Outcome outcome{};
    for (int seat = 0; seat < players(); ++seat) outcome[seat] = parts().outcomes[at(state, seat)];
    return outcome;
  }

  std::uint64_t key(const State& state) const { return mix(state.node); }

  bool valid(const State& state) const { return state.node < size(); }

  // Values at leaves: a point, or an interval where the written tree ends before the game does.
  double low(const State& state, int seat) const { return parts().lows[at(state, seat)]; }
  double high(const State& state, int seat) const { return parts().highs[at(state, seat)]; }
  double middle(const State& state, int seat) const { return std::midpoint(low(state, seat), high(state, seat)); }

  // The named evaluation of a node; where it has none, a leaf's own value, elsewhere 0.
  double evaluated(const State& state, std::size_t which, int seat) const {
    return content_->evaluated(state.node, which, seat);
  }
  bool has_evaluation(const State& state, std::size_t which) const {
    return parts().has_evaluation[state.node * parts().evaluations.size() + which];
  }

  struct Range {
    double low, high;
  };
  // Between what a seat's value (measure 0) or a named evaluation (1, 2, ..) lies at the leaves below a node.
  Range below(const State& state, std::size_t measure, int seat) const {
    return content_->below[content_->cell(state.node, measure, seat)];
  }

  // Of all leaves below; nodes score 0.
  ScoreBounds score_bounds(const State& state) const {
    ScoreBounds bounds;
    bounds.low.fill(HUGE_VAL);
    bounds.high.fill(-HUGE_VAL);
    bounds.together = -HUGE_VAL;
    std::vector<std::uint32_t> waiting{state.node};
    while (!waiting.empty()) {
      const State here{waiting.back()};
      waiting.pop_back();
      const Scores scores = this->scores(here);
      double sum = 0;
      for (int seat = 0; seat < players(); ++seat) {
        bounds.low[seat] = std::min(bounds.low[seat], scores[seat]);
        bounds.high[seat] = std::max(bounds.high[seat], scores[seat]);
        bounds.whole = bounds.whole && scores[seat] == std::floor(scores[seat]);
        sum += scores[seat];
      }
      bounds.together = std::max(bounds.together, sum);
      for (std::uint32_t i = 0; i < node(here).children; ++i) waiting.push_back(node(here).first_child + i);
    }
    return bounds;
  }

  bool enumerable() const { return true; }
  std::vector<Outcome> outcomes() const { return content_->outcomes; }

  void representatives(const State& state, Moves<Tree>& moves, MoveList<int, max_moves>& weights) const {
    this->moves(state, moves);
    for (const Move move : moves) weights.push(parts().weights[move]);
  }

  std::vector<double> chance(const State& state) const {
    const Node& here = node(state);
    if (here.to_move != chance_seat) return {};
    const auto first = parts().probabilities.begin() + here.first_child;
    return {first, first + here.children};
  }

  bool has_chance() const {
    return std::any_of(content_->nodes.begin(), content_->nodes.end(),
                       [](const Node& node) { return node.to_move == chance_seat; });
  }

 private:
  struct Content {
    TreeParts parts;
    std::vector<Node> nodes;
    std::vector<Outcome> outcomes;  // distinct, as a reader of the tree meets them: left to right
    std::vector<Range> below;       // node by measure by seat

    explicit Content(TreeParts given) : parts(std::move(given)) {
      check_sizes();
      link();
      for (std::size_t i = 0; i < nodes.size(); ++i) check_node(i);
      collect_outcomes();
      look_below();
    }

    double evaluated(std::size_t node, std::size_t which, int seat) const {
      const std::size_t place = node * parts.evaluations.size() + which;
      if (parts.has_evaluation[place]) return parts.evaluated[place * parts.players + seat];
      return std::midpoint(parts.lows[node * parts.players + seat], parts.highs[node * parts.players + seat]);
    }

    std::size_t cell(std::size_t node, std::size_t measure, int seat) const {
      return (node * (parts.evaluations.size() + 1) + measure) * parts.players + seat;
    }

    static void demand(bool holds, const char* complaint) {
      if (!holds) throw std::invalid_argument(complaint);
    }

    void check_sizes() const {
      const std::size_t count = parts.parents.size();
      demand(parts.players >= 1 && parts.players <= max_players, "players: expected a whole number from 1 to 8");
      const std::size_t seats = parts.players, values = count * seats;
      demand(count >= 1 && count <= max_nodes, "a tree has from 1 to 1000000 nodes");
      demand(parts.evaluations.size() < max_numbers && values * (parts.evaluations.size() + 1) <= max_numbers,
             "the tree has too many numbers: nodes times seats times evaluations may be 10000000");
      demand(parts.to_move.size() == count && parts.weights.size() == count && parts.probabilities.size() == count &&
                 parts.lows.size() == values && parts.highs.size() == values && parts.outcomes.size() == values &&
                 parts.has_evaluation.size() == count * parts.evaluations.size() &&
                 parts.evaluated.size() == values * parts.evaluations.size(),
             "the parts of the tree do not fit together");
    }

    void link() {
      nodes.resize(parts.parents.size());
      std::vector<int> levels(nodes.size(), 1);
      demand(parts.parents[0] == -1, "the first node is the root");
      for (std::size_t i = 1; i < nodes.size(); ++i) {
        const std::int64_t parent = parts.parents[i];
        demand(parent >= 0 && parent < static_cast<std::int64_t>(i) && parent >= parts.parents[i - 1],
               "nodes are listed level by level");
        Node& above = nodes[parent];
        if (above.children == 0) above.first_child = static_cast<std::uint32_t>(i);
        demand(++above.children <= max_moves, "a node has at most 256 children");
        levels[i] = levels[parent] + 1;
        demand(levels[i] <= max_levels, "a tree has at most 400 levels");
      }
    }

    void check_node(std::size_t i) {
      const bool leaf = nodes[i].children == 0;
      const int seat = parts.to_move[i];
      demand(leaf ? seat == 0 : seat == chance_seat || (seat >= 0 && seat < parts.players), "to_move: not a seat");
      nodes[i].to_move = static_cast<std::int16_t>(seat);
      demand(parts.weights[i] >= 1 && parts.weights[i] <= max_weight, "weight: expected from 1 to 1000000");
      for (std::size_t k = i * parts.players; k < (i + 1) * parts.players; ++k) {
        demand(std::isfinite(parts.lows[k]) && std::isfinite(parts.highs[k]) && std::isfinite(parts.outcomes[k]) &&
                   parts.lows[k] <= parts.highs[k],
               "values: expected finite numbers, the low end first");
        demand(leaf || (parts.lows[k] == 0 && parts.highs[k] == 0 && parts.outcomes[k] == 0),
               "values: only leaves have them");
      }
      const std::size_t seats = parts.players, count = parts.evaluations.size();
      for (std::size_t place = i * count; place < (i + 1) * count; ++place)
        for (std::size_t k = place * seats; k < (place + 1) * seats; ++k)
          demand(parts.has_evaluation[place] ? std::isfinite(parts.evaluated[k]) : parts.evaluated[k] == 0,
                 "evaluations: expected a finite number a seat");
      if (seat != chance_seat) return;
      double total = 0;
      for (std::uint32_t child = 0; child < nodes[i].children; ++child) {
        const double probability = parts.probabilities[nodes[i].first_child + child];
        demand(probability >= 0 && probability <= 1, "chance: expected probabilities from 0 to 1");
        total += probability;
      }
      demand(std::abs(total - 1) <= 1e-9, "chance: probabilities must sum to 1");
    }

    void collect_outcomes() {
      std::set<Outcome> met;
      std::vector<std::uint32_t> waiting{0};
      while (!waiting.empty()) {
        const std::uint32_t i = waiting.back();
        waiting.pop_back();
        for (std::uint32_t child = nodes[i].children; child > 0; --child)
          waiting.push_back(nodes[i].first_child + child - 1);
        if (nodes[i].children) continue;
        Outcome outcome{};
        for (int seat = 0; seat < parts.players; ++seat) outcome[seat] = parts.outcomes[i * parts.players + seat];
        if (met.insert(outcome).second) outcomes.push_back(outcome);
      }
    }

    // Children come after their parent, so one walk from the last node to the first sees every leaf before it is
    // needed.
    void look_below() {
      const std::size_t measures = parts.evaluations.size() + 1;
      below.resize(cell(nodes.size(), 0, 0), Range{HUGE_VAL, -HUGE_VAL});
      for (std::size_t i = nodes.size(); i-- > 0;)
        for (std::size_t measure = 0; measure < measures; ++measure)
          for (int seat = 0; seat < parts.players; ++seat) {
            Range& here = below[cell(i, measure, seat)];
            if (nodes[i].children == 0) here = at_leaf(i, measure, seat);
            if (i == 0) continue;
            Range& above = below[cell(parts.parents[i], measure, seat)];
            above = {std::min(above.low, here.low), std::max(above.high, here.high)};
          }
    }

    Range at_leaf(std::size_t i, std::size_t measure, int seat) const {
      if (measure > 0 && parts.has_evaluation[i * parts.evaluations.size() + measure - 1]) {
        const double written = evaluated(i, measure - 1, seat);
        return {written, written};
      }
      return {parts.lows[i * parts.players + seat], parts.highs[i * parts.players + seat]};
    }
  };

  std::size_t at(const State& state, int seat) const {
    return static_cast<std::size_t>(state.node) * players() + static_cast<std::size_t>(seat);
  }

  std::shared_ptr<const Content> content_;
};

static_assert(Game<Tree>);
static_assert(sizeof(Tree::State) == 4);

}  // namespace kibitz
