// The exact best response where hands are hidden: the best move in every position that the seat can tell from others,
// averaged over the worlds that it cannot tell apart there. Between two of our own moves, worlds part by what the
// others do in them. If all worlds are given, its values are exact. If some are given that were drawn, they are on
// average too high, because fewer worlds are easier to tell apart.
#pragma once

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <vector>

#include "policies/compiled.hpp"
#include "search/listed_worlds.hpp"
#include "search/objective.hpp"

namespace kibitz {

template <Game G>
  requires Hidden<G>
class HiddenBestResponse {
 public:
  using State = typename G::State;
  using Worlds = std::vector<Particle<G>>;

  // `merge`: of equivalent moves only one is tried. That is right if nobody moves otherwise after another of them.
  // `objective` is either the share of the win or what is wanted, not some of both.
  HiddenBestResponse(const G& game, Objective<G>& objective, const std::vector<Opponent<G>>& others, Watch& watch,
                     int seat, bool merge)
      : game_(game), objective_(objective), others_(others), watch_(watch), seat_(seat), merge_(merge) {}

  // What every move is worth with the best play afterwards, in move order; the seat is to move in all worlds.
  std::vector<double> children(const Worlds& worlds) {
    double total = 0;
    for (const auto& each : worlds) total += each.weight;
    Moves<G> moves;
    game_.moves(worlds.front().state, moves);
    std::vector<double> values;
    for (const auto move : moves) values.push_back(after(worlds, move, 0) / total);
    return values;
  }

 private:
  struct Branch {
    std::uint64_t seen;  // the move, if the seat learns it
    std::uint32_t world;
    typename G::Move move;
    double share;
  };
  struct Level {
    Worlds next;
    std::vector<Branch> branches;
  };
  static constexpr std::uint64_t unseen = ~std::uint64_t{0};

  Level& level(std::size_t ply) {
    while (levels_.size() <= ply) levels_.emplace_back();
    return levels_[ply];
  }

  double after(const Worlds& worlds, typename G::Move move, std::size_t ply) {
    Worlds& next = level(ply).next;
    next.clear();
    for (const auto& each : worlds) next.push_back({game_.play(each.state, move), each.weight, each.models});
    return value(next, ply + 1);
  }

  // The sum of what is reached in the worlds, times their weights.
  double value(const Worlds& worlds, std::size_t ply) {
    const State& first = worlds.front().state;
    for (std::size_t i = 0; i < worlds.size(); ++i) watch_.count();
    require_room<G>(static_cast<int>(ply));
    if (game_.over(first)) {
      double sum = 0;
      for (const auto& each : worlds) sum += each.weight * worth(each.state);
      return sum;
    }
    double total = 0;
    if (settled(worlds, total)) return total;
    if (game_.to_move(first) != seat_) return parted(worlds, ply);
    return worlds.size() == 1 ? worlds.front().weight * only(worlds, ply) : best(worlds, ply);
  }

  // Once we know the world, what it is worth is remembered: the same cards are often played in another order.
  double only(const Worlds& worlds, std::size_t ply) {
    const auto& world = worlds.front();
    std::uint64_t key = game_.key(world.state);
    for (const std::uint8_t model : world.models) key = combine(key, model);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const double found = best(worlds, ply) / world.weight;
    known_.emplace(key, found);
    return found;
  }

  bool wins() const { return objective_.win_weight() == 1; }

  double worth(const State& end) {
    const Result found = objective_.at(end);
    return wins() ? found.win : found.own;
  }

  // Whether it is known in all worlds who wins.
  bool settled([[maybe_unused]] const Worlds& worlds, [[maybe_unused]] double& total) {
    if constexpr (ScoreBounded<G>) {
      if (!wins()) return false;
      for (const auto& each : worlds) {
        const ScoreBounds bounds = game_.score_bounds(each.state);
        bool lost = false, won = true;
        for (int other = 0; other < game_.players(); ++other) {
          if (other == seat_) continue;
          lost = lost || bounds.low[other] > bounds.high[seat_];
          won = won && bounds.high[other] < bounds.low[seat_];
        }
        if (!lost && !won) return false;
        if (won) total += each.weight;
      }
      return true;
    }
    return false;
  }

  double best(const Worlds& worlds, std::size_t ply) {
    Moves<G> moves;
    candidates(worlds, moves);
    double most = 0;
    for (const auto& each : worlds) most += each.weight;
    double found = 0;
    for (int i = 0; i < moves.size(); ++i) {
      const double one = after(worlds, moves[i], ply);
      if (i == 0 || one > found) found = one;
      if (wins() && found >= most) break;
    }
    return found;
  }

  // Our moves: of those that are equivalent in all worlds, the first.
  void candidates(const Worlds& worlds, Moves<G>& moves) const {
    if constexpr (Weighted<G>) {
      if (merge_) {
        Moves<G> all;
        game_.moves(worlds.front().state, all);
        std::vector<bool> needed(static_cast<std::size_t>(all.size()), false);
        int count = 0;
        for (const auto& each : worlds) {
          Moves<G> distinct;
          MoveList<int, G::max_moves> weights;
          game_.representatives(each.state, distinct, weights);
          int place = 0;
          for (const auto move : distinct) {
            while (all[place] != move) ++place;
            if (!needed[static_cast<std::size_t>(place)]) ++count;
            needed[static_cast<std::size_t>(place)] = true;
          }
          if (count == all.size()) break;
        }
        for (int i = 0; i < all.size(); ++i)
          if (needed[static_cast<std::size_t>(i)]) moves.push(all[i]);
        return;
      }
    }
    game_.moves(worlds.front().state, moves);
  }

  // Somebody else moves.
  double parted(const Worlds& worlds, std::size_t ply) {
    Level& here = level(ply);
    here.branches.clear();
    for (std::size_t i = 0; i < worlds.size(); ++i) branch(worlds[i], static_cast<std::uint32_t>(i), here.branches);
    if (worlds.size() > 1)
      std::stable_sort(here.branches.begin(), here.branches.end(),
                       [](const Branch& one, const Branch& other) { return one.seen < other.seen; });
    double sum = 0;
    for (std::size_t i = 0; i < here.branches.size();) {
      const std::uint64_t seen = here.branches[i].seen;
      here.next.clear();
      for (; i < here.branches.size() && here.branches[i].seen == seen; ++i) {
        const Branch& each = here.branches[i];
        const auto& world = worlds[each.world];
        here.next.push_back({game_.play(world.state, each.move), world.weight * each.share, world.models});
      }
      sum += value(here.next, ply + 1);
    }
    return sum;
  }

  void branch(const Particle<G>& world, std::uint32_t number, std::vector<Branch>& branches) {
    const State& state = world.state;
    const int mover = game_.to_move(state);
    Moves<G> moves;
    game_.moves(state, moves);
    if (moves.size() == 1) {
      chances_.assign(1, 1.0);
    } else if (mover < 0) {
      if constexpr (Chancy<G>) chances_ = game_.chance(state);
    } else {
      const auto& other = others_[static_cast<std::size_t>(mover)];
      other.candidates[world.models[static_cast<std::size_t>(mover)]].tree->probabilities(state, moves, chances_);
      for (double& share : chances_) share = (1 - other.noise) * share + other.noise / moves.size();
    }
    for (int i = 0; i < moves.size(); ++i)
      if (chances_[static_cast<std::size_t>(i)] > 0)
        branches.push_back({game_.sees(state, moves[i], seat_) ? static_cast<std::uint64_t>(moves[i]) : unseen, number,
                            moves[i], chances_[static_cast<std::size_t>(i)]});
  }

  const G& game_;
  Objective<G>& objective_;
  const std::vector<Opponent<G>>& others_;
  Watch& watch_;
  int seat_;
  bool merge_;
  std::deque<Level> levels_;
  std::unordered_map<std::uint64_t, double> known_;  // of positions in which we know the world
  std::vector<double> chances_;
};

}  // namespace kibitz
