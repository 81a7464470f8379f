// What games share in which one seat wins, or nobody within the turns allowed.
#pragma once

#include <algorithm>
#include <vector>

#include "games/capabilities.hpp"

namespace kibitz::one_winner {

inline ScoreBounds score_bounds(int players) {
  ScoreBounds bounds;
  std::fill_n(bounds.high.begin(), players, 1.0);
  bounds.together = 1;
  return bounds;
}

// Each seat's win, then the end of the turns without one.
template <class Outcome>
std::vector<Outcome> outcomes(int players) {
  std::vector<Outcome> all(players + 1);
  for (int seat = 0; seat < players; ++seat) all[seat][seat] = 1;
  return all;
}

}  // namespace kibitz::one_winner
