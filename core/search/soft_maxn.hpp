// soft-max^n (sturtevant2006 sections 3, 4.1 and 4.4): sets of outcomes go up, so that no tie is guessed. A node's set
// is the union of those children's that no other child dominates for the mover.
#pragma once

#include <cmath>
#include <memory>

#include "search/judge.hpp"
#include "search/outcome_recursion.hpp"
#include "search/stage_table.hpp"

namespace kibitz {

// What one seat prefers, as masks: for each outcome those that it is preferred to.
template <int Words>
class Preferences {
 public:
  using Set = OutcomeSet<Words>;

  Preferences(const OutcomeOrder& order, int outcomes) : better_than_(outcomes) {
    for (int first = 0; first < outcomes; ++first) {
      if (!order.cardinal()) {
        for (const int second : order.better_than[first]) better_than_[first].add(second);
        continue;
      }
      for (int second = 0; second < outcomes; ++second)
        if (order.utilities[first] > order.utilities[second]) better_than_[first].add(second);
    }
  }

  // Those to which everything in the set is preferred.
  Set below_all(const Set& set) const {
    Set below;
    below.words.fill(~std::uint64_t{0});
    set.each([&](int outcome) { below &= better_than_[outcome]; });
    return below;
  }
  // Those to which something in the set is preferred.
  Set below_some(const Set& set) const {
    Set below;
    set.each([&](int outcome) { below |= better_than_[outcome]; });
    return below;
  }

  // Everything in the first is preferred to everything in the second.
  bool strictly_dominates(const Set& first, const Set& second) const { return second.within(below_all(first)); }
  // Nothing in the second is preferred to anything in the first, and something in the first to something in the second.
  bool weakly_dominates(const Set& first, const Set& second) const {
    return below_some(first).meets(second) && !below_some(second).meets(first);
  }

  // For each of the sets whether no other dominates it. Weak dominance under a partial order can run in a circle and
  // leave none: then it tells nothing and all are kept.
  std::vector<bool> undominated(std::span<const Set> sets, bool weak) const {
    std::vector<bool> kept(sets.size(), true);
    bool any = false;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      for (std::size_t j = 0; j < sets.size() && kept[i]; ++j)
        kept[i] = !(weak ? weakly_dominates(sets[j], sets[i]) : strictly_dominates(sets[j], sets[i]));
      any = any || kept[i];
    }
    if (!any) kept.assign(sets.size(), true);
    return kept;
  }

  // The union of the undominated among sets that are all different.
  Set united(std::span<const Set> sets, bool weak) const {
    if (sets.size() == 1) return sets[0];
    Set all;
    if (weak || sets.size() > 64) {
      const std::vector<bool> kept = undominated(sets, weak);
      for (std::size_t i = 0; i < sets.size(); ++i)
        if (kept[i]) all |= sets[i];
      return all;
    }
    std::uint64_t dominated = 0;
    for (const Set& set : sets) {
      const Set below = below_all(set);
      for (std::size_t i = 0; i < sets.size(); ++i) dominated |= std::uint64_t{sets[i].within(below)} << i;
    }
    for (std::size_t i = 0; i < sets.size(); ++i)
      if (!(dominated >> i & 1)) all |= sets[i];
    return all;
  }

 private:
  std::vector<Set> better_than_;
};

template <Game G, int Words>
class SoftMaxN {
 public:
  using Set = OutcomeSet<Words>;
  using Value = Set;
  using Table = StageTable<G, SoftMaxN>;

  SoftMaxN(const G& game, const OutcomeNumbers<G>& outcomes, std::vector<OutcomeOrder> wants, bool weak, bool table,
           bool clip)
      : game_(game), outcomes_(outcomes), wants_(std::move(wants)), weak_(weak) {
    if (static_cast<int>(wants_.size()) != game.players()) throw std::invalid_argument("one order a seat is needed");
    if (outcomes.size() > Set::capacity) throw std::invalid_argument("there are more outcomes than a set can hold");
    for (const OutcomeOrder& want : wants_) {
      want.check(outcomes.size());
      preferences_.emplace_back(want, outcomes.size());
    }
    if constexpr (Remainder<G>) {
      if (table && Table::serves(game, outcomes)) table_ = std::make_unique<Table>(game, *this, clip);
    }
  }

  Value leaf(const typename G::State& state) const { return ending(game_.outcome(state)); }
  Value ending(const typename G::Outcome& outcome) const { return Set::of(outcomes_.number(outcome)); }

  // The different sets of the children, on a stack that all open nodes share.
  class Node {
   public:
    Node(SoftMaxN& rule, int seat) : rule_(rule), seat_(seat), first_(rule.open_.size()) {}
    Node(const Node&) = delete;
    ~Node() { rule_.open_.resize(first_); }

    void add(const Value& value, int) {
      for (std::size_t i = first_; i < rule_.open_.size(); ++i)
        if (rule_.open_[i] == value) return;
      rule_.open_.push_back(value);
    }
    Value result() const {
      return rule_.preferences_[seat_].united(std::span(rule_.open_).subspan(first_), rule_.weak_);
    }

   private:
    SoftMaxN& rule_;
    int seat_;
    std::size_t first_;
  };

  Node node(const typename G::State&, int seat) { return Node(*this, seat); }

  // Whatever may be drawn may happen.
  Value chance(const std::vector<Value>& values, const std::vector<double>& probabilities) const {
    Value all;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (probabilities[i] > 0) all |= values[i];
    return all;
  }

  std::vector<bool> undominated(std::span<const Value> values, int seat) const {
    return preferences_[seat].undominated(values, weak_);
  }

  // Only where the seat's wants leave one move.
  int follow(std::span<const Value> values, std::span<const int>, const Value&, int seat) const {
    const std::vector<bool> kept = undominated(values, seat);
    const auto first = std::find(kept.begin(), kept.end(), true);
    return std::find(first + 1, kept.end(), true) == kept.end() ? static_cast<int>(first - kept.begin()) : -1;
  }

  const OutcomeNumbers<G>& outcomes() const { return outcomes_; }
  Table* table() { return table_.get(); }
  Value shifted(const Value& value, int difference) const {
    Value moved;
    value.each([&](int outcome) { moved.add(outcomes_.with_code(outcomes_.code_of(outcome) + difference)); });
    return moved;
  }
  void describe(std::span<const int> among, std::vector<std::uint64_t>& description) const {
    for (const OutcomeOrder& want : wants_) want.describe(among, description);
  }

 private:
  const G& game_;
  const OutcomeNumbers<G>& outcomes_;
  std::vector<OutcomeOrder> wants_;
  std::vector<Preferences<Words>> preferences_;
  bool weak_;
  std::vector<Value> open_;
  std::unique_ptr<Table> table_;
};

// Outcomes that cannot be listed, or ends beyond the horizon (section 4.4): every seat's value is put into one of a few
// equal divisions, outcomes are vectors of these, and every seat wants a higher division for itself.
template <Game G>
class BucketedSoftMaxN {
 public:
  using Outcome = std::array<std::int16_t, max_players>;
  using Value = std::vector<Outcome>;  // sorted, each once

  BucketedSoftMaxN(const G& game, const Judge<G>& judge, std::vector<Interval> ranges, int buckets, bool weak)
      : game_(game), judge_(judge), ranges_(std::move(ranges)), buckets_(buckets), weak_(weak) {
    if (static_cast<int>(ranges_.size()) != game.players()) throw std::invalid_argument("one range a seat is needed");
    if (buckets < 1 || buckets > 1000) throw std::invalid_argument("buckets must be from 1 to 1000");
    for (const Interval& range : ranges_)
      if (!(range.low < range.high)) throw std::invalid_argument("a range must have its low end below its high end");
  }

  Value leaf(const typename G::State& state) const {
    const Scores values = judge_(state);
    Outcome outcome{};
    for (int seat = 0; seat < game_.players(); ++seat) outcome[seat] = division(values[seat], ranges_[seat]);
    return {outcome};
  }

  class Node {
   public:
    Node(int seat, bool weak) : seat_(seat), weak_(weak) {}
    void add(Value value, int) { sets_.push_back(std::move(value)); }
    Value result() const {
      const std::vector<bool> kept = undominated(sets_, seat_, weak_);
      Value all;
      for (std::size_t i = 0; i < sets_.size(); ++i)
        if (kept[i]) all.insert(all.end(), sets_[i].begin(), sets_[i].end());
      return tidy(std::move(all));
    }

   private:
    int seat_;
    bool weak_;
    std::vector<Value> sets_;
  };

  Node node(const typename G::State&, int seat) const { return {seat, weak_}; }

  Value chance(const std::vector<Value>& values, const std::vector<double>& probabilities) const {
    Value all;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (probabilities[i] > 0) all.insert(all.end(), values[i].begin(), values[i].end());
    return tidy(std::move(all));
  }

  // Since every seat compares its own number only, the lowest and the highest of a set tell whom it dominates.
  static std::vector<bool> undominated(std::span<const Value> sets, int seat, bool weak) {
    std::vector<std::pair<int, int>> ranges;
    for (const Value& set : sets) {
      std::pair range(int{set[0][seat]}, int{set[0][seat]});
      for (const Outcome& outcome : set)
        range = {std::min<int>(range.first, outcome[seat]), std::max<int>(range.second, outcome[seat])};
      ranges.push_back(range);
    }
    std::vector<bool> kept(sets.size(), true);
    for (std::size_t i = 0; i < sets.size(); ++i)
      for (const auto& [low, high] : ranges)
        if (weak ? low >= ranges[i].second && high > ranges[i].first : low > ranges[i].second) kept[i] = false;
    return kept;
  }
  std::vector<bool> undominated(std::span<const Value> sets, int seat) const { return undominated(sets, seat, weak_); }

 private:
  static Value tidy(Value all) {
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  std::int16_t division(double value, const Interval& range) const {
    const double place = std::floor((value - range.low) * buckets_ / (range.high - range.low));
    return static_cast<std::int16_t>(std::clamp(place, 0.0, buckets_ - 1.0));
  }

  const G& game_;
  const Judge<G>& judge_;
  std::vector<Interval> ranges_;
  int buckets_;
  bool weak_;
};

}  // namespace kibitz
