// What one seat wants, compiled from a model for one game, and the unit in which the numbers of all seats are counted.
#pragma once

#include <optional>
#include <vector>

#include "search/exactness.hpp"

namespace kibitz {

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

// What the numbers of all seats are counted in once they are brought to one unit.
struct CommonUnit {
  Unit unit;
  double score = 1;   // a point of the score, in units
  bool exact = true;  // whether sums are exact
};

inline double factor(const Unit& unit, const Unit& smaller) {
  return static_cast<double>(unit.numerator) * static_cast<double>(smaller.denominator) /
         (static_cast<double>(unit.denominator) * static_cast<double>(smaller.numerator));
}

// Brings the numbers of all seats to one unit, so that they can be added up; where there is none, or numbers get too
// large, sums are rounded.
inline CommonUnit take_one_unit(std::vector<Want>& wants) {
  CommonUnit found;
  std::optional<Unit> common = wants[0].unit;
  for (const Want& want : wants) {
    if (common) common = common_unit(*common, want.unit);
    found.exact = found.exact && want.exact;
  }
  found.exact = found.exact && common;
  for (const Want& want : wants) {
    found.exact = found.exact && want.largest * factor(want.unit, *common) < largest_exact;
  }
  if (found.exact) found.unit = *common;
  for (Want& want : wants) {
    const double times = factor(want.unit, found.unit);
    for (double& weight : want.weights) weight *= times;
    for (double& utility : want.utilities) utility *= times;
    want.end_weight *= times;
    want.largest *= times;
    if (want.kind == Want::Kind::score) found.score = times;
  }
  return found;
}

}  // namespace kibitz
