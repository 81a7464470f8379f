// Players that follow an ordered list of preferences: of the moves that are best by the first one, those that are best
// by the second, and so on; any of the moves that remain. The lists that explain watched decisions best, by a beam
// search.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace kibitz {

// `rows` has a row for each legal move, those of the first decision first, and `width` columns, one for each feature.
// Decision d has counts[d] moves; the move that was made is number made[d] of them.
struct WatchedMoves {
  const double* rows;
  std::size_t width;
  const std::int64_t* counts;
  const std::int64_t* made;
  std::size_t decisions;
};

struct PreferenceSearch {
  std::vector<double> errors;  // rates that are tried; each list has the one that explains most
  double told;                 // what each preference of a list costs, in nats
  std::size_t beam, longest;   // lists that are made longer at a time; preferences in a list
};

// A preference for high values of feature f is 2f, for low values 2f + 1.
struct PreferenceList {
  std::vector<int> preferences;
  double worth;  // log likelihood of the decisions, less what the list costs
};

class PreferenceLists {
 public:
  PreferenceLists(const WatchedMoves& watched, const PreferenceSearch& search) : watched_(watched), search_(search) {
    std::size_t rows = 0;
    for (std::size_t d = 0; d < watched.decisions; ++d) {
      begins_.push_back(rows);
      rows += static_cast<std::size_t>(watched.counts[d]);
    }
    columns_.resize(rows * watched.width);
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t feature = 0; feature < watched.width; ++feature)
        columns_[feature * rows + row] = watched.rows[row * watched.width + feature];
    if (search.errors.size() > most_rates) throw std::invalid_argument("at most four error rates are tried");
    for (std::size_t d = 0; d < watched.decisions; ++d) {
      for (std::int64_t left = 0; left <= watched.counts[d]; ++left) {
        Sums& found = said_.emplace_back(Sums{});
        for (std::size_t rate = 0; rate < search.errors.size(); ++rate) {
          const double erring = search.errors[rate] / static_cast<double>(watched.counts[d]);
          found[rate] = std::log(left == 0 ? erring : (1 - search.errors[rate]) / static_cast<double>(left) + erring);
        }
      }
    }
    rows_ = rows;
    compare();
  }

  // The best lists found, at most `most`.
  std::vector<PreferenceList> best(std::size_t most) const {
    std::vector<Partial> beam{nothing()};
    std::vector<PreferenceList> all{{{}, beam[0].worth}};
    for (std::size_t length = 1; length <= search_.longest && !beam.empty(); ++length) {
      std::vector<Step> steps;
      for (std::size_t from = 0; from < beam.size(); ++from) extend(beam[from], from, steps);
      // Lists of the same preferences that leave the same moves are one list: their order makes no difference. Few of
      // the steps are looked at, so they are not sorted.
      const auto later = [&](const Step& one, const Step& other) { return comes_before(other, one, beam); };
      std::make_heap(steps.begin(), steps.end(), later);
      std::vector<Partial> longer;
      std::vector<std::vector<int>> sets;
      while (longer.size() < search_.beam && !steps.empty()) {
        std::pop_heap(steps.begin(), steps.end(), later);
        const Step step = steps.back();
        steps.pop_back();
        Partial found = after(beam[step.from], step);
        const std::vector<int> set = in_order(found.preferences);
        bool known = false;
        for (std::size_t i = 0; i < longer.size() && !known; ++i)
          known = std::abs(longer[i].worth - step.worth) < slack && sets[i] == set && longer[i].leaves(found);
        if (known) continue;
        all.push_back({found.preferences, step.worth});
        longer.push_back(std::move(found));
        sets.push_back(set);
      }
      beam = std::move(longer);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const PreferenceList& one, const PreferenceList& other) { return one.worth > other.worth; });
    if (all.size() > most) all.resize(most);
    return all;
  }

 private:
  void compare() {
    compared_.resize(columns_.size());
    for (std::size_t feature = 0; feature < watched_.width; ++feature) {
      const double* values = columns_.data() + feature * rows_;
      for (std::size_t d = 0; d < watched_.decisions; ++d) {
        const double made = values[made_row(d)];
        const std::size_t end = begins_[d] + static_cast<std::size_t>(watched_.counts[d]);
        for (std::size_t row = begins_[d]; row < end; ++row)
          compared_[feature * rows_ + row] = values[row] > made + slack ? 1 : values[row] < made - slack ? lower : 0;
      }
    }
  }

  // Log probabilities by error rate.
  static constexpr std::size_t most_rates = 4;
  using Sums = std::array<double, most_rates>;

  // A list, and the moves that remain where it leaves several.
  struct Partial {
    std::vector<int> preferences;
    double worth;
    Sums settled;                       // by error rate: the log likelihood of the decisions that are decided
    std::vector<std::size_t> open;      // the other decisions
    std::vector<std::size_t> left;      // the moves that remain in them, one decision after the other
    std::vector<std::size_t> how_many;  // in each of them

    bool leaves(const Partial& other) const { return open == other.open && left == other.left; }
  };
  struct Step {
    std::size_t from;
    int preference;
    double worth;
  };

  static std::vector<int> with(const Partial& list, const Step& step) {
    std::vector<int> longer = list.preferences;
    longer.push_back(step.preference);
    return longer;
  }

  static std::vector<int> in_order(std::vector<int> preferences) {
    std::sort(preferences.begin(), preferences.end());
    return preferences;
  }

  // The better one first; of equally good ones the order is that of their preferences, so that it is always the same.
  static bool comes_before(const Step& one, const Step& other, const std::vector<Partial>& beam) {
    if (one.worth != other.worth) return one.worth > other.worth;
    const std::vector<int> list = with(beam[one.from], one), other_list = with(beam[other.from], other);
    const std::vector<int> set = in_order(list), other_set = in_order(other_list);
    return set != other_set ? set < other_set : list < other_list;
  }

  Partial nothing() const {
    Partial found{{}, 0, {}, {}, {}, {}};
    Sums sums{};
    for (std::size_t d = 0; d < watched_.decisions; ++d) {
      found.open.push_back(d);
      found.how_many.push_back(static_cast<std::size_t>(watched_.counts[d]));
      for (std::size_t move = 0; move < found.how_many.back(); ++move) found.left.push_back(begins_[d] + move);
      add(sums, said(d, found.how_many.back(), true));
    }
    found.worth = most(sums);
    return found;
  }

  // The log probability of the move made if so many moves remain, itself among them or not.
  const Sums& said(std::size_t decision, std::size_t remain, bool among) const {
    return said_[begins_[decision] + decision + (among ? remain : 0)];
  }

  static void add(Sums& sums, const Sums& more) {
    for (std::size_t rate = 0; rate < most_rates; ++rate) sums[rate] += more[rate];
  }

  double most(const Sums& sums) const {
    return *std::max_element(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(search_.errors.size()));
  }

  std::size_t made_row(std::size_t decision) const {
    return begins_[decision] + static_cast<std::size_t>(watched_.made[decision]);
  }

  // Every preference that would distinguish something. In decisions that are open, the move made is among those left.
  void extend(const Partial& list, std::size_t from, std::vector<Step>& steps) const {
    const double cost = search_.told * static_cast<double>(list.preferences.size() + 1);
    for (std::size_t feature = 0; feature < watched_.width; ++feature) {
      const std::uint32_t* compared = compared_.data() + feature * rows_;
      Sums high = list.settled, low = list.settled;
      bool differs = false;
      std::size_t at = 0;
      for (std::size_t i = 0; i < list.open.size(); ++i) {
        const std::size_t decision = list.open[i], end = at + list.how_many[i];
        std::uint32_t others = 0;  // the moves with a higher value than the one that was made, and those with a lower
        for (; at < end; ++at) others += compared[list.left[at]];
        const std::size_t higher = others % lower, less = others / lower, equal = list.how_many[i] - higher - less;
        differs |= others != 0;
        add(high, said(decision, equal, higher == 0));
        add(low, said(decision, equal, less == 0));
      }
      if (!differs) continue;
      const int code = 2 * static_cast<int>(feature);
      steps.push_back({from, code, most(high) - cost});
      steps.push_back({from, code + 1, most(low) - cost});
    }
  }

  // The list with one more preference. Decisions in which one move remains, or not the one that was made, are decided.
  Partial after(const Partial& list, const Step& step) const {
    Partial found{with(list, step), step.worth, list.settled, {}, {}, {}};
    const double* values = columns_.data() + static_cast<std::size_t>(step.preference / 2) * rows_;
    const double sign = step.preference % 2 ? -1 : 1;
    std::size_t at = 0;
    for (std::size_t i = 0; i < list.open.size(); ++i) {
      const std::size_t decision = list.open[i], end = at + list.how_many[i];
      double top = sign * values[list.left[at]];
      for (std::size_t k = at; k < end; ++k) top = std::max(top, sign * values[list.left[k]]);
      std::size_t remain = 0;
      bool among = false;
      const std::size_t before = found.left.size();
      for (std::size_t k = at; k < end; ++k) {
        if (sign * values[list.left[k]] <= top - slack) continue;
        found.left.push_back(list.left[k]);
        among |= list.left[k] == made_row(decision);
        ++remain;
      }
      at = end;
      if (remain == 1 || !among) {
        found.left.resize(before);
        add(found.settled, said(decision, remain, among));
      } else {
        found.open.push_back(decision);
        found.how_many.push_back(remain);
      }
    }
    return found;
  }

  static constexpr double slack = 1e-9;
  static constexpr std::uint32_t lower = 1 << 16;  // more than there are moves in a decision
  const WatchedMoves& watched_;
  const PreferenceSearch& search_;
  std::size_t rows_ = 0;
  std::vector<std::size_t> begins_;
  std::vector<double> columns_;          // feature by feature
  std::vector<std::uint32_t> compared_;  // the same, with the move made: 1 if higher, `lower` if lower, else 0
  std::vector<Sums> said_;               // see said()
};

}  // namespace kibitz
