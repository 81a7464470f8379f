// Between what the values of a search from a state to so many plies lie, as far as wants and game tell beforehand.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "games/capabilities.hpp"
#include "search/judge.hpp"

namespace kibitz {

struct ValueBounds {
  Scores low{}, high{};
  double together = 0;  // what they sum to, at most
  double margin = 0;    // 0 if sums of values are exact, else what rounding may amount to, and more
};

inline constexpr double unbounded = std::numeric_limits<double>::infinity();

inline bool is_whole(double number) { return number == std::floor(number); }

inline Interval times(double factor, Interval interval) {
  if (factor == 0) return {0, 0};
  return factor > 0 ? Interval{factor * interval.low, factor * interval.high}
                    : Interval{factor * interval.high, factor * interval.low};
}

// Of one seat; returns the bound of the sum over all seats if they all want this.
template <Game G>
double evaluation_bounds(const Judge<G>& judge, const typename G::State& state, int plies, int seat,
                         const ScoreBounds& scores, ValueBounds& bounds, bool& whole) {
  double together = unbounded;
  if constexpr (Evaluated<G>) {
    const Want& want = judge.wants()[seat];
    std::vector<Interval> each = Evaluation<G>::bounds(judge.game());
    std::vector<Interval> sums;
    bool may_end = true;
    if constexpr (LookingAhead<G>) {
      const FeaturesAhead found = Evaluation<G>::ahead(judge.game(), state, plies);
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
      together += std::max(0.0, want.end_weight > 0 ? want.end_weight * scores.together : unbounded);
      whole = whole && is_whole(want.end_weight) && scores.whole;
    }
    if constexpr (!requires { requires Evaluation<G>::whole; }) whole = false;
    bounds.low[seat] = total.low;
    bounds.high[seat] = total.high;
  }
  return together;
}

// Fills in the bounds of every seat; returns the bound of their sum if all seats want the same kind of thing.
template <Game G>
double everybody_wants(const Judge<G>& judge, const typename G::State& state, int plies, ValueBounds& bounds,
                       bool& whole) {
  const std::vector<Want>& wants = judge.wants();
  const double point = judge.score_unit();
  const bool alike = std::all_of(wants.begin(), wants.end(), [&](const Want& want) {
    return want.kind == wants[0].kind && want.weights == wants[0].weights && want.end_weight == wants[0].end_weight;
  });
  ScoreBounds scores;
  scores.low.fill(-unbounded);
  scores.high.fill(unbounded);
  scores.together = unbounded;
  if constexpr (ScoreBounded<G>) scores = judge.game().score_bounds(state);
  double together = unbounded;
  for (int seat = 0; seat < judge.game().players(); ++seat) {
    const Want& want = wants[seat];
    if (want.kind == Want::Kind::score) {
      bounds.low[seat] = point * scores.low[seat];
      bounds.high[seat] = point * scores.high[seat];
      whole = whole && scores.whole && is_whole(point);
      together = point * scores.together;
    } else if (want.kind == Want::Kind::utility) {
      const auto [low, high] = std::minmax_element(want.utilities.begin(), want.utilities.end());
      bounds.low[seat] = *low;
      bounds.high[seat] = *high;
      whole = whole && std::all_of(want.utilities.begin(), want.utilities.end(), is_whole);
    } else {
      together = evaluation_bounds(judge, state, plies, seat, scores, bounds, whole);
    }
  }
  if (!alike) return unbounded;
  if (wants[0].kind == Want::Kind::utility) {
    together = -unbounded;
    for (std::size_t outcome = 0; outcome < wants[0].utilities.size(); ++outcome) {
      double sum = 0;
      for (const Want& want : wants) sum += want.utilities[outcome];
      together = std::max(together, sum);
    }
  }
  return together;
}

// Of all values that a search from this state to so many plies can meet.
template <Game G>
ValueBounds value_bounds(const Judge<G>& judge, const typename G::State& state, int plies) {
  ValueBounds bounds;
  bounds.low.fill(-unbounded);
  bounds.high.fill(unbounded);
  bool whole = true;
  const double together = everybody_wants(judge, state, plies, bounds, whole);
  double high = 0, low = 0, largest = 0;
  for (int seat = 0; seat < judge.game().players(); ++seat) {
    high += bounds.high[seat];
    low += bounds.low[seat];
  }
  bounds.together = std::min(high, together);
  for (int seat = 0; seat < judge.game().players(); ++seat) {
    const double rest = bounds.together - (low - bounds.low[seat]);
    if (std::isfinite(rest)) bounds.high[seat] = std::min(bounds.high[seat], rest);
    for (const double end : {bounds.low[seat], bounds.high[seat]})
      if (std::isfinite(end)) largest = std::max(largest, std::abs(end));
  }
  bounds.margin = whole && largest < 1e15 ? 0 : 1e-9 * (1 + largest);
  return bounds;
}

}  // namespace kibitz
