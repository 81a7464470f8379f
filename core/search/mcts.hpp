// Monte Carlo tree search with UCT (Kocsis & Szepesvari 2006) for any number of players: vectors go up, as in max^n,
// and every seat explores by its own part (Sturtevant 2008).
#pragma once

#include <cmath>

#include "search/rollout.hpp"

namespace kibitz {

template <Game G>
class Mcts {
 public:
  using State = typename G::State;
  static constexpr std::size_t most_nodes = 1 << 21;  // beyond, the tree no longer grows

  Mcts(const G& game, const Judge<G>& judge, const Judge<G>* guide, Watch& watch, const Simulations& wanted)
      : game_(game), judge_(judge), guide_(guide), watch_(watch), wanted_(wanted), scale_(wanted) {}

  SimulationReport search(const State& root) {
    Random random(combine(wanted_.seed, game_.key(root)), stream(Purpose::choice));
    const Budget budget(wanted_);
    Rollout<G> rollout(game_, judge_, guide_, watch_, random, wanted_, budget);
    nodes_.push_back(Node{rooted(game_, root)});
    SimulationReport found;
    do {
      simulate(rollout, random);
      ++found.simulations;
    } while (!budget.spent(found.simulations));
    report(found);
    return found;
  }

 private:
  struct Edge {
    typename G::Move move;
    int place;  // in move order
    int child = -1;
  };
  struct Node {
    State state;
    bool opened = false;
    int seat = 0;
    int tried = 0;  // edges before this one have a child, except below chance
    std::vector<Edge> edges{};
    std::vector<double> probabilities{};
    std::uint64_t visits = 0;
    Scores total{};
  };

  void simulate(Rollout<G>& rollout, Random& random) {
    std::vector<int> path{0};
    Scores values;
    for (;;) {
      const int at = path.back();
      watch_.count();
      open(at);
      if (nodes_[at].edges.empty()) {
        values = judge_(nodes_[at].state);
        break;
      }
      const int edge = select(nodes_[at], random);
      const int child = nodes_[at].edges[edge].child;
      if (child >= 0) {
        path.push_back(child);
        continue;
      }
      State state = rooted(game_, game_.play(nodes_[at].state, nodes_[at].edges[edge].move));
      if (nodes_.size() < most_nodes) {
        nodes_[at].edges[edge].child = static_cast<int>(nodes_.size());
        path.push_back(nodes_[at].edges[edge].child);
        nodes_.push_back(Node{state});
      }
      values = rollout(std::move(state));
      break;
    }
    scale_.see(values);
    for (const int at : path) {
      ++nodes_[at].visits;
      for (int seat = 0; seat < game_.players(); ++seat) nodes_[at].total[seat] += values[seat];
    }
  }

  void open(int at) {
    Node& node = nodes_[at];
    if (node.opened) return;
    node.opened = true;
    Moves<G> moves;
    game_.moves(node.state, moves);
    if (moves.empty()) return;
    node.seat = game_.to_move(node.state);
    for (int i = 0; i < moves.size(); ++i) node.edges.push_back({moves[i], i});
    if constexpr (Chancy<G>) {
      if (node.seat == chance_seat) node.probabilities = game_.chance(node.state);
    }
  }

  // Chance draws; a seat tries every move once, in an order drawn, and then takes the highest upper confidence bound.
  int select(Node& node, Random& random) {
    if (!node.probabilities.empty()) return drawn(node.probabilities, random);
    const int count = static_cast<int>(node.edges.size());
    if (node.tried < count) {
      std::swap(node.edges[node.tried], node.edges[node.tried + random.below(count - node.tried)]);
      if (nodes_.size() < most_nodes) return node.tried++;
      if (node.tried == 0) return 0;
    }
    int best = 0;
    double highest = -1;
    const double spread = std::log(static_cast<double>(node.visits));
    for (int i = 0; i < node.tried; ++i) {
      const Node& child = nodes_[node.edges[i].child];
      const double visits = static_cast<double>(child.visits);
      const double bound =
          scale_(child.total[node.seat] / visits, node.seat) + wanted_.exploration * std::sqrt(spread / visits);
      if (bound > highest) {
        highest = bound;
        best = i;
      }
    }
    return best;
  }

  // A move that was never tried counts as good as the average.
  void report(SimulationReport& found) const {
    const Node& root = nodes_[0];
    found.moves.resize(root.edges.size());
    for (const Edge& edge : root.edges) {
      const Node& node = edge.child < 0 ? root : nodes_[edge.child];
      TriedMove& tried = found.moves[edge.place];
      tried = {edge.move, edge.child < 0 ? 0 : node.visits, node.total};
      for (double& part : tried.mean) part /= static_cast<double>(node.visits);
    }
    for (int at = 0; at >= 0 && nodes_[at].probabilities.empty() && found.line.size() < 12;) {
      const Edge* most = nullptr;
      for (const Edge& edge : nodes_[at].edges)
        if (edge.child >= 0 && (!most || before(edge, *most))) most = &edge;
      if (most) found.line.push_back(most->move);
      at = most ? most->child : -1;
    }
  }

  bool before(const Edge& edge, const Edge& other) const {
    const auto visits = nodes_[edge.child].visits, fewer = nodes_[other.child].visits;
    return visits > fewer || (visits == fewer && edge.place < other.place);
  }

  const G& game_;
  const Judge<G>& judge_;
  const Judge<G>* guide_;
  Watch& watch_;
  const Simulations& wanted_;
  Scale scale_;
  std::vector<Node> nodes_;
};

}  // namespace kibitz
