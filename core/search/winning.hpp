// How probable it is that each seat ends with the highest value, when all that is known are intervals: Equation 1 of
// hashavit2011, section 3. Values are uniform and independent; a point interval is a point mass; ties win for all.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "games/capabilities.hpp"

namespace kibitz::winning {

// Gauss-Legendre quadrature is exact for the polynomials met here: with k points, up to degree 2k - 1.
inline constexpr int most_points = 4;
struct Rule {
  std::array<double, most_points> places;   // on [0, 1]
  std::array<double, most_points> weights;  // sum to 1
};
inline constexpr std::array<Rule, most_points> rules = {{
    {{0.5}, {1}},
    {{0.21132486540518711775, 0.78867513459481288225}, {0.5, 0.5}},
    {{0.11270166537925831148, 0.5, 0.88729833462074168852}, {5.0 / 18, 4.0 / 9, 5.0 / 18}},
    {{0.06943184420297371239, 0.33000947820757186760, 0.66999052179242813240, 0.93056815579702628761},
     {0.17392742256872692869, 0.32607257743127307131, 0.32607257743127307131, 0.17392742256872692869}},
}};

// For `factors` linear factors.
constexpr int points_for(int factors) { return factors / 2 + 1; }

// Adds weight times the product of all other factors to every seat's sum.
[[gnu::always_inline]] inline void add_products(const double* factors, int count, double weight, double* sums) {
  double before[max_players];
  double product = weight;
  for (int i = 0; i < count; ++i) {
    before[i] = product;
    product *= factors[i];
  }
  product = 1;
  for (int i = count - 1; i >= 0; --i) {
    sums[i] += before[i] * product;
    product *= factors[i];
  }
}

// All intervals end at the same value, which is beyond all their starts. With t the distance to it and d the widths:
// P_i = (integral over t from 0 to the least d of the product of all other (d_j - t)) / (product of all d).
[[gnu::always_inline]] inline void common_upper_of(const double* widths, int count, double* chances) {
  double least = widths[0], product = widths[0];
  for (int i = 1; i < count; ++i) {
    least = std::min(least, widths[i]);
    product *= widths[i];
  }
  for (int i = 0; i < count; ++i) chances[i] = 0;
  const int points = points_for(count - 1);
  const Rule& rule = rules[points - 1];
  const double scale = least / product;
  for (int k = 0; k < points; ++k) {
    double factors[max_players];
    for (int i = 0; i < count; ++i) factors[i] = widths[i] - least * rule.places[k];
    add_products(factors, count, scale * rule.weights[k], chances);
  }
}

// The loops unrolled for the usual numbers of players.
inline void common_upper(const double* widths, int count, double* chances) {
  if (count == 4) return common_upper_of(widths, 4, chances);
  if (count == 3) return common_upper_of(widths, 3, chances);
  common_upper_of(widths, count, chances);
}

// All intervals start at the same value, which is below all their ends. Sorted by width, in the piece below a seat's
// own end and above the one before, the distributions of the seats that reach less far are 1 and the others make a
// power of the distance from the start: the same for each of these seats, with its own density.
inline void common_lower(const double* widths, int count, double* chances) {
  std::array<int, max_players> order;
  for (int i = 0; i < count; ++i) {  // few: insertion
    int place = i;
    for (; place > 0 && widths[order[place - 1]] > widths[i]; --place) order[place] = order[place - 1];
    order[place] = i;
  }
  double products[max_players];  // of the widths of a seat and of all that reach as far
  double product = 1;
  for (int i = count - 1; i >= 0; --i) products[i] = product *= widths[order[i]];
  double sum = 0, from = 0;
  for (int i = 0; i < count; ++i) {
    const double to = widths[order[i]];
    if (to > from) {
      const int rest = count - i;
      double high = 1, low = 1;
      for (int k = 0; k < rest; ++k) {
        high *= to;
        low *= from;
      }
      sum += (high - low) / (rest * products[i]);
      from = to;
    }
    chances[order[i]] = sum;
  }
}

// P(y <= x), for a uniform y or a point mass.
inline double at_most(double x, Interval y) {
  if (x >= y.high) return 1;
  return x <= y.low ? 0 : (x - y.low) / (y.high - y.low);
}

// Any intervals: piece by piece between their ends.
inline void general(std::span<const Interval> intervals, double* chances) {
  const int count = static_cast<int>(intervals.size());
  std::array<double, 2 * max_players> ends;
  for (int i = 0; i < count; ++i) {
    ends[2 * i] = intervals[i].low;
    ends[2 * i + 1] = intervals[i].high;
  }
  std::sort(ends.begin(), ends.begin() + 2 * count);
  std::fill_n(chances, count, 0.0);
  const int points = points_for(count - 1);
  const Rule& rule = rules[points - 1];
  for (int piece = 0; piece + 1 < 2 * count; ++piece) {
    const double start = ends[piece], length = ends[piece + 1] - start;
    if (!(length > 0)) continue;
    double sums[max_players] = {};
    for (int k = 0; k < points; ++k) {
      const double x = start + length * rule.places[k];
      double factors[max_players];
      for (int i = 0; i < count; ++i) factors[i] = at_most(x, intervals[i]);
      add_products(factors, count, rule.weights[k], sums);
    }
    for (int i = 0; i < count; ++i)
      if (intervals[i].low <= start && ends[piece + 1] <= intervals[i].high)
        chances[i] += sums[i] * (length / (intervals[i].high - intervals[i].low));
  }
  for (int i = 0; i < count; ++i) {
    if (intervals[i].low < intervals[i].high) continue;
    chances[i] = 1;
    for (int j = 0; j < count; ++j)
      if (j != i) chances[i] *= at_most(intervals[i].low, intervals[j]);
  }
}

// Takes the short way where there is one, unless `closed` is off.
inline void probabilities(std::span<const Interval> intervals, bool closed, double* chances) {
  const int count = static_cast<int>(intervals.size());
  bool same_low = closed, same_high = closed;
  double widths[max_players];
  for (int i = 0; i < count; ++i) {
    widths[i] = intervals[i].high - intervals[i].low;
    const bool wide = widths[i] > 0;
    same_low = same_low && wide && intervals[i].low == intervals[0].low;
    same_high = same_high && wide && intervals[i].high == intervals[0].high;
  }
  if (same_high) return common_upper(widths, count, chances);
  if (same_low) return common_lower(widths, count, chances);
  general(intervals, chances);
}

}  // namespace kibitz::winning
