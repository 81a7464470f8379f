// How a search values a state beyond which it does not look: one number a seat, higher is better for that seat.
// What each seat is thought to want is a run-time value, so one search serves every model.
#pragma once

#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "games/capabilities.hpp"

namespace kibitz {

// What one seat wants, compiled from a model for one game.
struct Want {
  enum class Kind { score, evaluation, utility };
  Kind kind = Kind::score;
  std::vector<double> weights;    // evaluation: one a feature
  double end_weight = 0;          // evaluation: added times the score where the game is over
  std::vector<double> utilities;  // utility: one an outcome, in the game's order
};

template <Game G>
class Judge {
 public:
  Judge(const G& game, std::vector<Want> wants) : game_(game), wants_(std::move(wants)) {
    if (static_cast<int>(wants_.size()) != game.players()) throw std::invalid_argument("one want a seat is needed");
    for (const Want& want : wants_) {
      check(want);
      weights_.emplace_back(want.weights);
    }
    if constexpr (Enumerable<G>) {
      if (uses(Want::Kind::utility)) {
        int index = 0;
        for (const auto& outcome : game.outcomes()) index_[outcome] = index++;
      }
    }
  }

  Scores operator()(const typename G::State& state) const {
    Scores values{};
    const bool over = game_.over(state);
    const bool scored = over || uses_score_;
    const Scores scores = scored ? game_.scores(state) : Scores{};
    for (int seat = 0; seat < game_.players(); ++seat) values[seat] = value(state, seat, over, scores[seat]);
    return values;
  }

  // The same number for one seat alone, without asking for what does not count.
  double operator()(const typename G::State& state, int seat) const {
    const Want& want = wants_[seat];
    const bool over = want.kind == Want::Kind::evaluation && want.end_weight != 0 && game_.over(state);
    const bool scored = over || want.kind == Want::Kind::score;
    return value(state, seat, over, scored ? game_.scores(state)[seat] : 0);
  }

 private:
  double value(const typename G::State& state, int seat, bool over, double score) const {
    const Want& want = wants_[seat];
    if (want.kind == Want::Kind::evaluation) {
      if constexpr (Evaluated<G>) return evaluated(state, seat, over ? want.end_weight * score : 0);
    }
    if (want.kind == Want::Kind::utility) {
      if constexpr (Enumerable<G>) return want.utilities[index_.at(game_.outcome(state))];
    }
    return score;
  }

  // Features of weight 0 are left out, which changes no sum.
  double evaluated(const typename G::State& state, int seat, double sum) const {
    const Weights& weights = weights_[seat];
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

  static constexpr std::size_t most_features = 64;
  const G& game_;
  std::vector<Want> wants_;
  std::vector<Weights> weights_;
  bool uses_score_ = false;
  std::map<typename G::Outcome, int> index_;
};

}  // namespace kibitz
