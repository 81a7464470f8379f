// Single-observer information set Monte Carlo tree search (Cowling, Powley & Whitehouse 2012): one tree over what the
// seat can tell apart, and in every simulation another world that agrees with all it has seen.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "search/rollout.hpp"

namespace kibitz {

// A position that the seat cannot tell from the real one: a start that fits, and the moves seen since. Any legal move
// stands for one made in secret.
template <Game G>
  requires Hidden<G>
typename G::State determinised(const G& game, const typename G::State& view, int seat, Random& random) {
  typename G::State state = game.sample_deal(view, seat, random);
  Moves<G> moves;
  for (const std::optional<typename G::Move> seen : game.history(view)) {
    moves.clear();
    if (!seen) game.moves(state, moves);
    state = rooted(game, game.play(state, seen ? *seen : moves[static_cast<int>(random.below(moves.size()))]));
  }
  return state;
}

// The same, again and again for one view.
template <Game G>
  requires Hidden<G>
class WorldsOf {
 public:
  using State = typename G::State;
  WorldsOf(const G& game, const State& view, int seat) : game_(game), view_(view), seat_(seat) {
    if constexpr (Dealing<G>) worlds_.emplace(game, view, seat);
  }

  State operator()(Random& random) const {
    if constexpr (Dealing<G>) {
      State state = (*worlds_)(random);
      for (const std::optional<typename G::Move>& seen : worlds_->moves_since()) {
        Moves<G> moves;
        if (!seen) game_.moves(state, moves);
        state = game_.play(state, seen ? *seen : moves[static_cast<int>(random.below(moves.size()))]);
      }
      return state;
    } else {
      return determinised(game_, view_, seat_, random);
    }
  }

  // A step to another world, as likely as the way back; the seats for which it differs.
  unsigned exchange(State& world, QuickRandom& random) const
    requires Exchanging<G>
  {
    return worlds_->exchange(world, random);
  }

  // Whether there is only one, as far as the game tells.
  bool only_one() const {
    if constexpr (Knowing<G>) return worlds_->only_one();
    return false;
  }

 private:
  struct None {};
  template <class H>
  struct Kind {
    using Type = None;
  };
  template <Dealing H>
  struct Kind<H> {
    using Type = typename H::Worlds;
  };
  const G& game_;
  State view_;
  int seat_;
  std::optional<typename Kind<G>::Type> worlds_;
};

template <Game G>
  requires Hidden<G>
class IsMcts {
 public:
  using State = typename G::State;
  static constexpr std::size_t most_nodes = 1 << 22;

  IsMcts(const G& game, const Judge<G>& judge, const Judge<G>* guide, Watch& watch, const Simulations& wanted)
      : game_(game), judge_(judge), guide_(guide), watch_(watch), wanted_(wanted), scale_(wanted) {}

  SimulationReport search(const State& view, int seat) {
    Random random(combine(wanted_.seed, game_.key(view)), stream(Purpose::sample));
    const Budget budget(wanted_);
    Rollout<G> rollout(game_, judge_, guide_, watch_, random, wanted_, budget);
    const WorldsOf<G> worlds(game_, view, seat);
    nodes_.push_back({});
    SimulationReport found;
    do {
      simulate(worlds(random), rollout, random);
      ++found.simulations;
    } while (!budget.spent(found.simulations));
    report(view, found);
    return found;
  }

 private:
  struct Edge {
    typename G::Move move;
    int child;
  };
  struct Node {
    std::vector<Edge> edges{};  // by move, so that one of hundreds of passes is found without looking at all
    std::uint64_t visits = 0;
    std::uint64_t available = 0;  // how often the move that leads here was legal when its parent was visited
    Scores total{};
  };

  void simulate(State state, Rollout<G>& rollout, Random& random) {
    std::vector<int> path{0};
    Scores values;
    Moves<G> moves;
    for (;;) {
      const int at = path.back();
      watch_.count();
      moves.clear();
      game_.moves(state, moves);
      if (moves.empty()) {
        values = judge_(state);
        break;
      }
      const auto [move, fresh] = select(at, state, moves, random);
      state = rooted(game_, game_.play(state, move));
      const int child = below(at, move);
      if (child >= 0) path.push_back(child);
      if (!fresh && child >= 0) continue;
      values = rollout(std::move(state));
      break;
    }
    scale_.see(values);
    for (const int at : path) {
      ++nodes_[at].visits;
      for (int seat = 0; seat < game_.players(); ++seat) nodes_[at].total[seat] += values[seat];
    }
  }

  // Where the edge of a move is, or would be.
  std::size_t place(int at, typename G::Move move) const {
    const std::vector<Edge>& edges = nodes_[at].edges;
    return static_cast<std::size_t>(std::lower_bound(edges.begin(), edges.end(), move,
                                                     [](const Edge& edge, auto wanted) { return edge.move < wanted; }) -
                                    edges.begin());
  }

  // The node after a move; -1 if there is none. Moves are mostly asked for in their order: `next` is where the last
  // one was found.
  int below(int at, typename G::Move move, std::size_t& next) const {
    const std::vector<Edge>& edges = nodes_[at].edges;
    if (next >= edges.size() || edges[next].move != move) next = place(at, move);
    return next < edges.size() && edges[next].move == move ? edges[next++].child : -1;
  }
  int below(int at, typename G::Move move) const {
    std::size_t next = 0;
    return below(at, move, next);
  }

  // The move, and whether it enters the tree now. The bound counts how often a move was available, not the visits of
  // its parent: a move that few worlds allow is not neglected for that.
  std::pair<typename G::Move, bool> select(int at, const State& state, const Moves<G>& moves, Random& random) {
    const int seat = game_.to_move(state);
    bool by_chance = false;
    typename G::Move chosen = moves[0];
    if constexpr (Chancy<G>) {
      by_chance = seat == chance_seat;
      if (by_chance) chosen = moves[drawn(game_.chance(state), random)];
    }
    int untried = 0;
    double highest = -1;
    std::size_t next = 0;
    for (const auto move : moves) {
      const int child = below(at, move, next);
      if (child < 0) {
        ++untried;
        if (!by_chance && random.below(untried) == 0) chosen = move;
        continue;
      }
      Node& node = nodes_[child];
      ++node.available;
      if (by_chance || untried) continue;
      const double visits = static_cast<double>(node.visits);
      const double bound =
          scale_(node.total[seat] / visits, seat) + wanted_.exploration * std::sqrt(log_of(node.available) / visits);
      if (bound > highest) {
        highest = bound;
        chosen = move;
      }
    }
    const bool fresh = below(at, chosen) < 0;
    if (fresh && nodes_.size() < most_nodes) {
      std::vector<Edge>& edges = nodes_[at].edges;
      const auto where = static_cast<std::ptrdiff_t>(place(at, chosen));
      edges.insert(edges.begin() + where, Edge{chosen, static_cast<int>(nodes_.size())});
      nodes_.push_back({});
      nodes_.back().available = 1;
    }
    return {chosen, fresh};
  }

  void report(const State& view, SimulationReport& found) const {
    const Node& root = nodes_[0];
    Moves<G> moves;
    game_.moves(view, moves);
    for (const auto move : moves) {
      const int child = below(0, move);
      const Node& node = child < 0 ? root : nodes_[child];
      TriedMove tried{move, child < 0 ? 0 : node.visits, node.total};
      for (double& part : tried.mean) part /= static_cast<double>(node.visits);
      found.moves.push_back(tried);
    }
    for (int at = 0; found.line.size() < 12;) {
      const Edge* most = nullptr;  // of those visited equally often, the one that entered the tree first
      for (const Edge& edge : nodes_[at].edges)
        if (!most || nodes_[edge.child].visits > nodes_[most->child].visits ||
            (nodes_[edge.child].visits == nodes_[most->child].visits && edge.child < most->child))
          most = &edge;
      if (!most) break;
      found.line.push_back(most->move);
      at = most->child;
    }
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
