// What a player is after at the end of a game that is simulated or looked at: its share of the win, what it wants, or
// some of both.
#pragma once

#include <algorithm>
#include <cmath>

#include "search/judge.hpp"

namespace kibitz {

// Of an end, or of a position where a simulated game stops.
struct Result {
  double win = 0;  // the share: one, or less where several are first
  double own = 0;  // what is wanted, in the judge's unit
};

template <Game G>
class Objective {
 public:
  // `guide` says who is ahead where a game stops before its end.
  Objective(const G& game, const Judge<G>& judge, const Judge<G>& guide, int seat, double win_weight)
      : game_(game), judge_(judge), guide_(guide), seat_(seat), win_weight_(win_weight) {}

  Result at(const typename G::State& state) {
    Result result;
    if (win_weight_ < 1) result.own = judge_(state, seat_);
    if (win_weight_ > 0) result.win = game_.over(state) ? share(game_.scores(state)) : lead(guide_(state));
    return result;
  }

  double win_weight() const { return win_weight_; }

  // By which leads are measured; what an earlier search has seen is taken over.
  double largest_lead() const { return largest_; }
  void expect_lead(double lead) { largest_ = std::max(largest_, lead); }

 private:
  double share(const Scores& scores) const {
    const double best = *std::max_element(scores.begin(), scores.begin() + game_.players());
    if (scores[seat_] < best) return 0;
    return 1.0 / static_cast<double>(std::count(scores.begin(), scores.begin() + game_.players(), best));
  }

  // From 0 to 1 by how far the seat is ahead of the best of the others, measured by the largest lead that was seen.
  double lead(const Scores& values) {
    double other = -std::numeric_limits<double>::infinity();
    for (int seat = 0; seat < game_.players(); ++seat)
      if (seat != seat_) other = std::max(other, values[seat]);
    const double ahead = game_.players() > 1 ? values[seat_] - other : 0;
    largest_ = std::max(largest_, std::abs(ahead));
    return largest_ > 0 ? 0.5 + 0.5 * ahead / largest_ : 0.5;
  }

  const G& game_;
  const Judge<G>& judge_;
  const Judge<G>& guide_;
  int seat_;
  double win_weight_;
  double largest_ = 0;
};

}  // namespace kibitz
