// The exact best response to known policies: our own nodes take the best, those of the others are averaged by what
// their policies say, ties and mistakes included. What each of them is stays the same for the whole game, so its moves
// tell: weights of candidates are updated on the way down.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "policies/compiled.hpp"
#include "search/horizon.hpp"
#include "search/objective.hpp"

namespace kibitz {

template <Game G>
class BestResponse {
 public:
  using State = typename G::State;
  using Weights = std::vector<std::vector<double>>;  // of each seat's candidates, summing to one

  // What is wanted is scaled to `range` where it counts beside the share of the win; if that is empty, to the lowest
  // and the highest that can come about, which takes another pass.
  BestResponse(const G& game, Objective<G>& objective, std::vector<Opponent<G>>& others, Watch& watch, int seat,
               Interval range, bool table, bool merge)
      : game_(game), objective_(objective), others_(others), watch_(watch), seat_(seat), range_(range), table_(table) {
    merges_ = merge && everybody_merges();
  }

  // The result of every move of the root, in move order, with the best play afterwards.
  std::vector<Result> children(const State& root) {
    Moves<G> moves;
    game_.moves(root, moves);
    const Weights weights = given_weights();
    find_range(root, weights);
    std::vector<Result> found;
    for (const auto move : moves) found.push_back(value(game_.play(root, move), weights, 1));
    return found;
  }

  // Of those of our own moves, the first of the best.
  const Result& best_of(const std::vector<Result>& results) const {
    return *std::max_element(results.begin(), results.end(),
                             [&](const Result& one, const Result& other) { return worth(one) < worth(other); });
  }

  // Of a position in which anybody may be to move.
  Result position(const State& root) {
    const Weights weights = given_weights();
    find_range(root, weights);
    return value(root, weights, 0);
  }

  // As results are compared.
  double worth(const Result& result) const {
    const double weight = objective_.win_weight();
    const double width = range_.high - range_.low;
    const double unscaled = weight == 0 ? result.own : middle;
    const double own = weight == 1 ? 0 : width > 0 ? (result.own - range_.low) / width : unscaled;
    return weight * result.win + (1 - weight) * own;
  }

 private:
  static constexpr double middle = 0.5;  // of a want that is the same at every end

  // Every end that can come about is seen, whatever we choose on the way.
  void find_range(const State& root, const Weights& weights) {
    const double weight = objective_.win_weight();
    if (range_.low < range_.high || weight == 0 || weight == 1) return;
    constexpr double infinite = std::numeric_limits<double>::infinity();
    seen_ = {infinite, -infinite};
    value(root, weights, 0);
    range_ = seen_;
    known_.clear();
  }

  Weights given_weights() const {
    Weights weights(game_.players());
    for (int seat = 0; seat < game_.players(); ++seat) {
      if (seat == seat_) continue;
      double total = 0;
      for (const auto& each : others_[seat].candidates) total += each.weight;
      for (const auto& each : others_[seat].candidates) weights[seat].push_back(each.weight / total);
    }
    return weights;
  }

  Result value(const State& state, const Weights& weights, int ply) {
    watch_.count();
    require_room<G>(4 * ply);
    Moves<G> moves;
    game_.moves(state, moves);
    if (moves.empty()) return end(state);
    std::uint64_t key = 0;
    if (table_) {
      key = key_of(state);
      for (const auto& seat : weights)
        if (seat.size() > 1)
          for (const double weight : seat) key = combine(key, std::bit_cast<std::uint64_t>(weight));
      if (const auto known = known_.find(key); known != known_.end()) return known->second;
    }
    const Result found = branched(state, moves, weights, ply);
    if (table_) known_.emplace(key, found);
    return found;
  }

  Result end(const State& state) {
    const Result found = objective_.at(state);
    seen_ = {std::min(seen_.low, found.own), std::max(seen_.high, found.own)};
    return found;
  }

  // Where everybody makes equivalent moves alike, states that differ by them only are one.
  std::uint64_t key_of(const State& state) const {
    if constexpr (Remainder<G>) {
      if (merges_) {
        std::uint64_t key = game_.canonical_key(state);
        for (const auto part : game_.settled(state)) key = combine(key, static_cast<std::uint64_t>(part));
        return combine(key, static_cast<std::uint64_t>(game_.to_move(state)));
      }
    }
    return game_.key(state);
  }

  bool everybody_merges() const {
    for (int seat = 0; seat < game_.players(); ++seat)
      for (const auto& each : others_[seat].candidates)
        if (seat != seat_ && !each.tree->merges()) return false;
    if constexpr (Remainder<G>) return game_.has_remainder();
    return false;
  }

  Result branched(const State& state, const Moves<G>& moves, const Weights& weights, int ply) {
    const int seat = game_.to_move(state);
    Result found;
    if constexpr (Chancy<G>) {
      if (seat == chance_seat) {
        const std::vector<double> chances = game_.chance(state);
        for (int i = 0; i < moves.size(); ++i)
          if (chances[i] > 0) add(found, chances[i], value(game_.play(state, moves[i]), weights, ply + 1));
        return found;
      }
    }
    if (seat == seat_) {
      for (int i = 0; i < moves.size(); ++i) {
        const Result after = value(game_.play(state, moves[i]), weights, ply + 1);
        if (i == 0 || worth(after) > worth(found)) found = after;
      }
      return found;
    }
    return averaged(state, moves, weights, seat, ply);
  }

  Result averaged(const State& state, const Moves<G>& moves, const Weights& weights, int seat, int ply) {
    const Opponent<G>& other = others_[seat];
    const std::size_t count = other.candidates.size();
    std::vector<std::vector<double>> policies(count);
    for (std::size_t i = 0; i < count; ++i) {
      if (weights[seat][i] == 0) {
        policies[i].assign(moves.size(), 0.0);
        continue;
      }
      other.candidates[i].tree->probabilities(state, moves, policies[i]);
      for (double& share : policies[i]) share = (1 - other.noise) * share + other.noise / moves.size();
    }
    Result found;
    for (int move = 0; move < moves.size(); ++move) {
      double share = 0;
      for (std::size_t i = 0; i < count; ++i) share += weights[seat][i] * policies[i][move];
      if (share == 0) continue;
      const State after = game_.play(state, moves[move]);
      if (count == 1) {
        add(found, share, value(after, weights, ply + 1));
        continue;
      }
      Weights told = weights;
      for (std::size_t i = 0; i < count; ++i) told[seat][i] *= policies[i][move] / share;
      add(found, share, value(after, told, ply + 1));
    }
    return found;
  }

  static void add(Result& sum, double share, const Result& part) {
    sum.win += share * part.win;
    sum.own += share * part.own;
  }

  const G& game_;
  Objective<G>& objective_;
  std::vector<Opponent<G>>& others_;
  Watch& watch_;
  int seat_;
  Interval range_, seen_{};
  bool table_, merges_;
  std::unordered_map<std::uint64_t, Result> known_;
};

}  // namespace kibitz
