// The values after the moves of one state, without making them where the game can tell (Foreseeing in
// games/capabilities.hpp). The sums are those of the features after the move, added up in the same order: equal to the
// last bit.
#pragma once

#include <bit>
#include <span>
#include <vector>

#include "games/capabilities.hpp"
#include "search/judge.hpp"

namespace kibitz {

template <Game G>
class LastPlyValues {
 public:
  using State = typename G::State;

  LastPlyValues(const Judge<G>& judge, const State& state)
      : judge_(judge), state_(state), features_(static_cast<int>(judge.wants()[0].weights.size())) {
    if constexpr (Foreseeing<G>) {
      const int players = judge.game().players();
      size_ = players * features_;
      for (int seat = 0; seat < players; ++seat) {
        const std::span<double> own(before_ + seat * features_, features_);
        Evaluation<G>::features(judge_.game(), state_, seat, own);
        values_[seat] = base_[seat] = weighted(judge_.wants()[seat].weights, own.data());
      }
      for (int i = 0; i < size_; ++i) after_[i] = before_[i];
    }
  }

  // None where the move has to be made; otherwise valid until the next call.
  const Scores* operator()(typename G::Move move) {
    if constexpr (Foreseeing<G>) {
      restore();
      changed_ = Evaluation<G>::foresee(judge_.game(), state_, move, std::span<double>(after_, size_));
      if (changed_ < 0) return changed_ = 0, nullptr;
      for (unsigned rest = static_cast<unsigned>(changed_); rest != 0; rest &= rest - 1) {
        const int seat = std::countr_zero(rest);
        values_[seat] = weighted(judge_.wants()[seat].weights, after_ + seat * features_);
      }
      return &values_;
    }
    return nullptr;
  }

 private:
  static double weighted(const std::vector<double>& weights, const double* features) {
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * features[i];
    return sum;
  }

  void restore() {
    for (unsigned rest = static_cast<unsigned>(changed_); rest != 0; rest &= rest - 1) {
      const int seat = std::countr_zero(rest);
      values_[seat] = base_[seat];
      for (int i = seat * features_; i < (seat + 1) * features_; ++i) after_[i] = before_[i];
    }
  }

  const Judge<G>& judge_;
  const State& state_;
  int features_;
  int size_ = 0;
  int changed_ = 0;  // seats, as bits
  double before_[max_players * Judge<G>::foreseen_features], after_[max_players * Judge<G>::foreseen_features];
  Scores base_, values_;
};

}  // namespace kibitz
