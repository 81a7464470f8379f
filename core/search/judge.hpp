// How a search values a state beyond which it does not look: one number a seat, higher is better for that seat.
// What each seat is thought to want is a run-time value, so one search serves every model.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "games/capabilities.hpp"
#include "search/exactness.hpp"

namespace kibitz {

// What one seat wants, compiled from a model for one game.
struct Want {
  enum class Kind { score, evaluation, utility };
  Kind kind = Kind::score;
  std::vector<double> weights;      // evaluation: one a feature
  double end_weight = 0;            // evaluation: added times the score where the game is over
  std::vector<double> utilities{};  // utility: one an outcome, in the game's order
  Unit unit{};                      // of all these numbers
  bool exact = true;                // evaluation: whether the weights are whole numbers of it
  double largest = 0;               // evaluation: the largest value, but for its sign; 0 where nobody said
};

// Between what the values of a search lie.
struct ValueBounds {
  Scores low{}, high{};
  double together = 0;  // what they sum to, at most
  double margin = 0;    // 0 if sums of values are exact, else what rounding may amount to, and more
};

template <Game G>
class Judge {
 public:
  using State = typename G::State;
  static constexpr std::size_t most_features = 64;
  static constexpr std::size_t foreseen_features = Foreseeing<G> ? 8 : 1;  // of a game that foresees

  Judge(const G& game, std::vector<Want> wants) : game_(game), wants_(std::move(wants)) {
    if (static_cast<int>(wants_.size()) != game.players()) throw std::invalid_argument("one want a seat is needed");
    for (const Want& want : wants_) check(want);
    take_one_unit();
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
  const Unit& unit() const { return unit_; }
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

  // Whether LastPly may be asked.
  bool foresees() const {
    if constexpr (Foreseeing<G>) {
      return !only_ends_ && !uses(Want::Kind::score) && !uses(Want::Kind::utility) &&
             wants_[0].weights.size() <= foreseen_features;
    }
    return false;
  }

  // What other seats can add to the value of a seat that has moved, until so many plies from this state are made;
  // infinite where that is not known, or where the game can be over by then.
  double rise(const State& state, int seat, int plies) const
    requires Quieting<G>
  {
    std::array<Interval, foreseen_features> changes;
    if (!Evaluation<G>::swing(game_, state, plies, changes)) return infinite;
    double most = 0;
    for (std::size_t i = 0; i < wants_[seat].weights.size(); ++i)
      most += times(wants_[seat].weights[i], changes[i]).high;
    return exact_ || most == 0 ? most : most + 1e-9 * (1 + most);
  }

  // The values after the moves of one state, without making them where the game can tell. The sums are those of the
  // features after the move, added up in the same order: equal to the last bit.
  class LastPly {
   public:
    LastPly(const Judge& judge, const State& state)
        : judge_(judge), state_(state), features_(static_cast<int>(judge.wants_[0].weights.size())) {
      if constexpr (Foreseeing<G>) {
        const int players = judge.game_.players();
        size_ = players * features_;
        for (int seat = 0; seat < players; ++seat) {
          const std::span<double> own(before_ + seat * features_, features_);
          Evaluation<G>::features(judge_.game_, state_, seat, own);
          values_[seat] = base_[seat] = weighted(judge_.wants_[seat].weights, own.data());
        }
        for (int i = 0; i < size_; ++i) after_[i] = before_[i];
      }
    }

    // None where the move has to be made; otherwise valid until the next call.
    const Scores* operator()(typename G::Move move) {
      if constexpr (Foreseeing<G>) {
        restore();
        changed_ = Evaluation<G>::foresee(judge_.game_, state_, move, std::span<double>(after_, size_));
        if (changed_ < 0) return changed_ = 0, nullptr;
        for (unsigned rest = static_cast<unsigned>(changed_); rest != 0; rest &= rest - 1) {
          const int seat = std::countr_zero(rest);
          values_[seat] = weighted(judge_.wants_[seat].weights, after_ + seat * features_);
        }
        return &values_;
      }
      return nullptr;
    }

   private:
    void restore() {
      for (unsigned rest = static_cast<unsigned>(changed_); rest != 0; rest &= rest - 1) {
        const int seat = std::countr_zero(rest);
        values_[seat] = base_[seat];
        for (int i = seat * features_; i < (seat + 1) * features_; ++i) after_[i] = before_[i];
      }
    }

    const Judge& judge_;
    const State& state_;
    int features_;
    int size_ = 0;
    int changed_ = 0;  // seats, as bits
    double before_[max_players * foreseen_features], after_[max_players * foreseen_features];
    Scores base_, values_;
  };

  // Of all values that a search from this state to so many plies can meet.
  ValueBounds bounds(const State& state, int plies) const {
    ValueBounds bounds;
    bounds.low.fill(-infinite);
    bounds.high.fill(infinite);
    bool whole = true;
    const double together = everybody_wants(state, plies, bounds, whole);
    double high = 0, low = 0, largest = 0;
    for (int seat = 0; seat < game_.players(); ++seat) {
      high += bounds.high[seat];
      low += bounds.low[seat];
    }
    bounds.together = std::min(high, together);
    for (int seat = 0; seat < game_.players(); ++seat) {
      const double rest = bounds.together - (low - bounds.low[seat]);
      if (std::isfinite(rest)) bounds.high[seat] = std::min(bounds.high[seat], rest);
      for (const double end : {bounds.low[seat], bounds.high[seat]})
        if (std::isfinite(end)) largest = std::max(largest, std::abs(end));
    }
    bounds.margin = whole && largest < 1e15 ? 0 : 1e-9 * (1 + largest);
    return bounds;
  }

 private:
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  static double weighted(const std::vector<double>& weights, const double* features) {
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * features[i];
    return sum;
  }

  void require_end(bool over) const {
    if (only_ends_ && !over) throw std::length_error("the game is too long to look to its end: give a depth");
  }

  static bool is_whole(double number) { return number == std::floor(number); }

  // Brings the numbers of all seats to one unit, so that they can be added up; where there is none, or numbers get too
  // large, sums are rounded.
  void take_one_unit() {
    std::optional<Unit> common = wants_[0].unit;
    for (const Want& want : wants_) {
      if (common) common = common_unit(*common, want.unit);
      exact_ = exact_ && want.exact;
    }
    exact_ = exact_ && common;
    for (const Want& want : wants_) exact_ = exact_ && want.largest * factor(want.unit, *common) < largest_exact;
    if (exact_) unit_ = *common;
    for (Want& want : wants_) {
      const double times = factor(want.unit, unit_);
      for (double& weight : want.weights) weight *= times;
      for (double& utility : want.utilities) utility *= times;
      want.end_weight *= times;
      want.largest *= times;
      if (want.kind == Want::Kind::score) score_unit_ = times;
    }
  }

  static double factor(const Unit& unit, const Unit& smaller) {
    return static_cast<double>(unit.numerator) * static_cast<double>(smaller.denominator) /
           (static_cast<double>(unit.denominator) * static_cast<double>(smaller.numerator));
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
    if (want.kind == Want::Kind::score) return largest * score_unit_;
    for (const double weight : want.weights) largest = std::max(largest, unknown * std::abs(weight));
    return std::max(largest, unknown * std::abs(want.end_weight));
  }
  static Interval times(double factor, Interval interval) {
    if (factor == 0) return {0, 0};
    return factor > 0 ? Interval{factor * interval.low, factor * interval.high}
                      : Interval{factor * interval.high, factor * interval.low};
  }

  // Fills in the bounds of every seat; returns the bound of their sum if all seats want the same kind of thing.
  double everybody_wants(const State& state, int plies, ValueBounds& bounds, bool& whole) const {
    const bool alike = std::all_of(wants_.begin(), wants_.end(), [&](const Want& want) {
      return want.kind == wants_[0].kind && want.weights == wants_[0].weights &&
             want.end_weight == wants_[0].end_weight;
    });
    ScoreBounds scores;
    scores.low.fill(-infinite);
    scores.high.fill(infinite);
    scores.together = infinite;
    if constexpr (ScoreBounded<G>) scores = game_.score_bounds(state);
    double together = infinite;
    for (int seat = 0; seat < game_.players(); ++seat) {
      const Want& want = wants_[seat];
      if (want.kind == Want::Kind::score) {
        bounds.low[seat] = score_unit_ * scores.low[seat];
        bounds.high[seat] = score_unit_ * scores.high[seat];
        whole = whole && scores.whole && is_whole(score_unit_);
        together = score_unit_ * scores.together;
      } else if (want.kind == Want::Kind::utility) {
        const auto [low, high] = std::minmax_element(want.utilities.begin(), want.utilities.end());
        bounds.low[seat] = *low;
        bounds.high[seat] = *high;
        whole = whole && std::all_of(want.utilities.begin(), want.utilities.end(), is_whole);
      } else {
        together = evaluation_bounds(state, plies, seat, scores, bounds, whole);
      }
    }
    if (!alike) return infinite;
    if (wants_[0].kind == Want::Kind::utility) {
      together = -infinite;
      for (std::size_t outcome = 0; outcome < wants_[0].utilities.size(); ++outcome) {
        double sum = 0;
        for (const Want& want : wants_) sum += want.utilities[outcome];
        together = std::max(together, sum);
      }
    }
    return together;
  }

  // Of one seat; returns the bound of the sum over all seats if they all want this.
  double evaluation_bounds(const State& state, int plies, int seat, const ScoreBounds& scores, ValueBounds& bounds,
                           bool& whole) const {
    double together = infinite;
    if constexpr (Evaluated<G>) {
      const Want& want = wants_[seat];
      std::vector<Interval> each = Evaluation<G>::bounds(game_);
      std::vector<Interval> sums;
      bool may_end = true;
      if constexpr (LookingAhead<G>) {
        const FeaturesAhead found = Evaluation<G>::ahead(game_, state, plies);
        if (!found.each.empty()) {
          each.assign(found.each.begin() + seat * want.weights.size(),
                      found.each.begin() + (seat + 1) * want.weights.size());
          sums = found.together;
          may_end = found.may_end;
        }
      }
      Interval total{0, 0};
      for (std::size_t i = 0; i < want.weights.size(); ++i) {
        const Interval part = times(want.weights[i], each[i]);
        total = {total.low + part.low, total.high + part.high};
        whole = whole && is_whole(want.weights[i]);
      }
      if (!sums.empty()) {
        together = 0;
        for (std::size_t i = 0; i < want.weights.size(); ++i) together += times(want.weights[i], sums[i]).high;
      }
      if (may_end && want.end_weight != 0) {
        const Interval end = times(want.end_weight, {scores.low[seat], scores.high[seat]});
        total = {total.low + std::min(0.0, end.low), total.high + std::max(0.0, end.high)};
        together += std::max(0.0, want.end_weight > 0 ? want.end_weight * scores.together : infinite);
        whole = whole && is_whole(want.end_weight) && scores.whole;
      }
      if constexpr (!requires { requires Evaluation<G>::whole; }) whole = false;
      bounds.low[seat] = total.low;
      bounds.high[seat] = total.high;
    }
    return together;
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
    return score_unit_ * score;
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
  Unit unit_;
  Closeness close_;
  double score_unit_ = 1;  // a point of the score
  bool exact_ = true;
  bool uses_score_ = false;
  bool only_ends_ = false;
  bool ends_count_ = false;  // whether it matters that a state is an end
  std::map<typename G::Outcome, int> index_;
};

}  // namespace kibitz
