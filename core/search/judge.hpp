// How a search values a state beyond which it does not look: one number a seat, higher is better for that seat.
// What each seat is thought to want is a run-time value, so one search serves every model.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "games/capabilities.hpp"
#include "search/exactness.hpp"
#include "search/want.hpp"

namespace kibitz {

template <Game G>
class Judge {
 public:
  using State = typename G::State;
  static constexpr std::size_t most_features = 64;
  static constexpr std::size_t foreseen_features = Foreseeing<G> ? 8 : 1;  // of a game that foresees

  Judge(const G& game, std::vector<Want> wants) : game_(game), wants_(std::move(wants)) {
    if (static_cast<int>(wants_.size()) != game.players()) throw std::invalid_argument("one want a seat is needed");
    for (const Want& want : wants_) check(want);
    common_ = take_one_unit(wants_);
    for (const Want& want : wants_) weights_.emplace_back(want.weights);
    if constexpr (Enumerable<G>) {
      if (uses(Want::Kind::utility)) {
        int index = 0;
        for (const auto& outcome : game.outcomes()) index_[outcome] = index++;
      }
    }
  }

  // From now on a state that is not an end is refused: who looks to the end has run out of room before it.
  void only_ends() { only_ends_ = ends_count_ = true; }

  // What all values are counted in; whoever reports one divides it.
  const Unit& unit() const { return common_.unit; }
  double score_unit() const { return common_.score; }
  bool exact() const { return common_.exact; }

  const G& game() const { return game_; }
  const std::vector<Want>& wants() const { return wants_; }
  const std::vector<double>& weights(int seat) const { return wants_[seat].weights; }

  // When values of a search from this state are equal: to the last bit, unless it averages them or chance does.
  void compare_from(const State& root, bool averaged) {
    if (!averaged && !has_chance(game_)) return;
    double largest = 0;
    for (int seat = 0; seat < game_.players(); ++seat) largest = std::max(largest, largest_value(root, seat));
    close_ = {tie_tolerance * largest};
  }
  const Closeness& close() const { return close_; }

  Scores operator()(const typename G::State& state) const {
    Scores values{};
    const bool over = ends_count_ && game_.over(state);
    require_end(over);
    const bool scored = over || uses_score_;
    const Scores scores = scored ? game_.scores(state) : Scores{};
    for (int seat = 0; seat < game_.players(); ++seat) values[seat] = value(state, seat, over, scores[seat]);
    return values;
  }

  // The same number for one seat alone, without asking for what does not count.
  double operator()(const State& state, int seat) const {
    const Want& want = wants_[seat];
    const bool ends_count = only_ends_ || (want.kind == Want::Kind::evaluation && want.end_weight != 0);
    const bool over = ends_count && game_.over(state);
    require_end(over);
    const bool scored = over || want.kind == Want::Kind::score;
    return value(state, seat, over, scored ? game_.scores(state)[seat] : 0);
  }

  // Whether equivalent moves lead to equal values, so that one may stand for all.
  bool merges() const {
    if constexpr (Weighted<G> && Evaluated<G>) {
      for (const Want& want : wants_) {
        if (want.kind != Want::Kind::evaluation) continue;
        if constexpr (requires { Evaluation<G>::same_after_equivalents(game_, want.weights); }) {
          if (!Evaluation<G>::same_after_equivalents(game_, want.weights)) return false;
        } else {
          return false;
        }
      }
    }
    return true;
  }

  // Whether LastPlyValues may be asked.
  bool foresees() const {
    if constexpr (Foreseeing<G>) {
      return !only_ends_ && !uses(Want::Kind::score) && !uses(Want::Kind::utility) &&
             wants_[0].weights.size() <= foreseen_features;
    }
    return false;
  }

 private:
  void require_end(bool over) const {
    if (only_ends_ && !over) throw std::length_error("the game is too long to look to its end: give a depth");
  }

  // What is known of a seat's values, but for their sign; a guess where nothing is.
  double largest_value(const State& state, int seat) const {
    constexpr double unknown = 100;
    const Want& want = wants_[seat];
    if (want.kind == Want::Kind::evaluation && want.largest > 0) return want.largest;
    if (want.kind == Want::Kind::utility) {
      double largest = 0;
      for (const double utility : want.utilities) largest = std::max(largest, std::abs(utility));
      return largest;
    }
    double largest = unknown;
    if constexpr (ScoreBounded<G>) {
      const ScoreBounds scores = game_.score_bounds(state);
      const double most = std::max(std::abs(scores.low[seat]), std::abs(scores.high[seat]));
      if (want.kind == Want::Kind::score && std::isfinite(most)) largest = most;
    }
    if (want.kind == Want::Kind::score) return largest * common_.score;
    for (const double weight : want.weights) largest = std::max(largest, unknown * std::abs(weight));
    return std::max(largest, unknown * std::abs(want.end_weight));
  }

  double value(const typename G::State& state, int seat, bool over, double score) const {
    const Want& want = wants_[seat];
    if (want.kind == Want::Kind::evaluation) {
      if constexpr (Evaluated<G>) {
        const double sum = evaluated(state, seat);
        return over ? sum + want.end_weight * score : sum;
      }
    }
    if (want.kind == Want::Kind::utility) {
      if constexpr (Enumerable<G>) return utility(state, want);
    }
    return common_.score * score;
  }

  // Apart, so that whoever evaluates does not carry it along.
  [[gnu::noinline]] double utility(const State& state, const Want& want) const
    requires Enumerable<G>
  {
    const auto found = index_.find(game_.outcome(state));
    if (found == index_.end())
      throw std::invalid_argument(
          "a preference compares outcomes, and those are known at the end of the game only: leave depth, nodes and "
          "seconds out, or let evaluation or score be wanted");
    return want.utilities[found->second];
  }

  // Features of weight 0 are left out, which changes no sum.
  double evaluated(const typename G::State& state, int seat) const {
    const Weights& weights = weights_[seat];
    double sum = 0;
    if constexpr (Itemised<G>) {
      if (weights.few) {
        for (const auto& [index, weight] : weights.counting)
          sum += weight * Evaluation<G>::feature(game_, state, seat, index);
        return sum;
      }
    }
    double features[most_features];
    Evaluation<G>::features(game_, state, seat, std::span<double>(features, wants_[seat].weights.size()));
    for (const auto& [index, weight] : weights.counting) sum += weight * features[index];
    return sum;
  }

  void check(const Want& want) {
    uses_score_ = uses_score_ || want.kind == Want::Kind::score;
    ends_count_ = ends_count_ || want.end_weight != 0;
    if (want.kind == Want::Kind::evaluation) {
      if constexpr (Evaluated<G>) {
        if (want.weights.size() != Evaluation<G>::names(game_).size() || want.weights.size() > most_features)
          throw std::invalid_argument("one weight a feature is needed");
        return;
      }
      throw std::invalid_argument("the game has no evaluation");
    }
    if (want.kind == Want::Kind::utility) {
      if constexpr (Enumerable<G>) {
        if (!game_.enumerable() || want.utilities.size() != game_.outcomes().size())
          throw std::invalid_argument("one utility an outcome is needed");
        return;
      }
      throw std::invalid_argument("the game's outcomes cannot be listed");
    }
  }

  bool uses(Want::Kind kind) const {
    for (const Want& want : wants_)
      if (want.kind == kind) return true;
    return false;
  }

  struct Weights {
    std::vector<std::pair<int, double>> counting;  // index and weight of each feature whose weight is not 0
    bool few;                                      // asking for these one by one is cheaper than for all

    explicit Weights(const std::vector<double>& weights) {
      for (std::size_t i = 0; i < weights.size(); ++i)
        if (weights[i] != 0) counting.emplace_back(static_cast<int>(i), weights[i]);
      few = 2 * counting.size() <= weights.size();
    }
  };

  const G& game_;
  std::vector<Want> wants_;
  std::vector<Weights> weights_;
  CommonUnit common_;
  Closeness close_;
  bool uses_score_ = false;
  bool only_ends_ = false;
  bool ends_count_ = false;  // whether it matters that a state is an end
  std::map<typename G::Outcome, int> index_;
};

}  // namespace kibitz
