// prob-max^n (Sturtevant, Zinkevich & Bowling 2006): every seat is a weighted set of models. What goes up is a
// distribution over outcomes; each model of the mover takes the child of highest expected utility for it and splits
// ties evenly, and noise keeps every move possible.
#pragma once

#include <memory>

#include "search/exactness.hpp"
#include "search/recursion.hpp"
#include "search/soft_maxn.hpp"
#include "search/stage_table.hpp"

namespace kibitz {

struct WeightedModel {
  double weight = 1;
  OutcomeOrder order;
};

// What a seat may want, with weights that need not sum to one, and how often it plays anything.
struct MixedSeat {
  std::vector<WeightedModel> models;
  double noise = 0;
};

template <Game G>
class ProbMaxN {
 public:
  using Value = std::vector<std::pair<int, double>>;  // outcomes that can happen, by number, and their probabilities
  using Table = StageTable<G, ProbMaxN>;
  using Support = OutcomeSet<most_outcomes / 64>;

  ProbMaxN(const G& game, const OutcomeNumbers<G>& outcomes, std::vector<MixedSeat> seats, bool table, bool clip)
      : game_(game), outcomes_(outcomes), seats_(std::move(seats)), sum_(outcomes.size(), 0.0) {
    if (static_cast<int>(seats_.size()) != game.players())
      throw std::invalid_argument("one set of models a seat is needed");
    if (outcomes.size() > most_outcomes) throw std::invalid_argument("there are more outcomes than a search can hold");
    for (const MixedSeat& seat : seats_) check(seat);
    for (const MixedSeat& seat : seats_) {
      slacks_.emplace_back();
      for (const WeightedModel& model : seat.models) slacks_.back().push_back(slack_of(model.order.utilities));
      preferences_.emplace_back();
      for (const WeightedModel& model : seat.models)
        preferences_.back().push_back(model.order.cardinal() ? nullptr
                                                             : std::make_unique<Order>(model.order, outcomes.size()));
    }
    if constexpr (Remainder<G>) {
      if (table && Table::serves(game, outcomes)) table_ = std::make_unique<Table>(game, *this, clip);
    }
  }

  Value leaf(const typename G::State& state) const { return ending(game_.outcome(state)); }
  Value ending(const typename G::Outcome& outcome) const { return {{outcomes_.number(outcome), 1.0}}; }

  class Node {
   public:
    Node(ProbMaxN& rule, int seat) : rule_(rule), seat_(seat) {}
    void add(Value value, int weight) {
      children_.push_back(std::move(value));
      weights_.push_back(weight);
    }
    Value result() { return rule_.mixed(children_, rule_.policy(children_, weights_, seat_)); }

   private:
    ProbMaxN& rule_;
    int seat_;
    std::vector<Value> children_;
    std::vector<int> weights_;
  };

  Node node(const typename G::State&, int seat) { return {*this, seat}; }

  Value chance(const std::vector<Value>& values, const std::vector<double>& probabilities) {
    return mixed(values, probabilities);
  }

  // The probability that the seat takes each child.
  std::vector<double> policy(const std::vector<Value>& children, const std::vector<int>& weights, int seat) const {
    const MixedSeat& mover = seats_[seat];
    double total = 0;
    for (const WeightedModel& model : mover.models) total += model.weight;
    std::vector<double> chances(children.size(), 0.0);
    for (std::size_t i = 0; i < mover.models.size(); ++i)
      share((1 - mover.noise) * mover.models[i].weight / total, picks(children, seat, i), weights, chances);
    if (mover.noise > 0) share(mover.noise, std::vector<bool>(children.size(), true), weights, chances);
    return chances;
  }

  // The likeliest.
  int follow(const std::vector<Value>& values, const std::vector<int>& weights, int seat) const {
    const std::vector<double> chances = policy(values, weights, seat);
    return static_cast<int>(std::max_element(chances.begin(), chances.end()) - chances.begin());
  }

  const OutcomeNumbers<G>& outcomes() const { return outcomes_; }
  Table* table() { return table_.get(); }
  Value shifted(Value value, int difference) const {
    for (auto& [outcome, probability] : value) outcome = outcomes_.with_code(outcomes_.code_of(outcome) + difference);
    std::sort(value.begin(), value.end());
    return value;
  }
  void describe(std::span<const int> among, std::vector<std::uint64_t>& description) const {
    for (const MixedSeat& seat : seats_)
      for (const WeightedModel& model : seat.models) model.order.describe_differences(among, description);
  }

 private:
  using Order = Preferences<most_outcomes / 64>;

  static double slack_of(const std::vector<double>& utilities) {
    double largest = 0;
    for (const double utility : utilities) largest = std::max(largest, std::abs(utility));
    return tie_tolerance * largest;
  }

  void check(const MixedSeat& seat) const {
    double total = 0;
    for (const WeightedModel& model : seat.models) {
      model.order.check(outcomes_.size());
      if (!(model.weight >= 0) || !std::isfinite(model.weight))
        throw std::invalid_argument("the weight of a model is a number from 0 upwards");
      total += model.weight;
    }
    if (!(total > 0)) throw std::invalid_argument("a seat needs a model with a positive weight");
    if (!(seat.noise >= 0 && seat.noise <= 1)) throw std::invalid_argument("noise is from 0 to 1");
  }

  // The children between which a model is indifferent, and likes none better.
  std::vector<bool> picks(const std::vector<Value>& children, int seat, std::size_t model) const {
    if (const auto& order = preferences_[seat][model]) {
      std::vector<Support> supports(children.size());
      for (std::size_t i = 0; i < children.size(); ++i)
        for (const auto& [outcome, probability] : children[i]) supports[i].add(outcome);
      return order->undominated(supports, false);
    }
    const std::vector<double>& utilities = seats_[seat].models[model].order.utilities;
    std::vector<double> expected(children.size(), 0.0);
    for (std::size_t i = 0; i < children.size(); ++i)
      for (const auto& [outcome, probability] : children[i]) expected[i] += probability * utilities[outcome];
    const double best = *std::max_element(expected.begin(), expected.end());
    const Closeness close{slacks_[seat][model]};
    std::vector<bool> picked(children.size());
    for (std::size_t i = 0; i < children.size(); ++i) picked[i] = close.equal(expected[i], best);
    return picked;
  }

  static void share(double chance, const std::vector<bool>& among, const std::vector<int>& weights,
                    std::vector<double>& chances) {
    double total = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) total += among[i] ? weights[i] : 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
      if (among[i]) chances[i] += chance * weights[i] / total;
  }

  Value mixed(const std::vector<Value>& values, const std::vector<double>& chances) {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (chances[i] > 0)
        for (const auto& [outcome, probability] : values[i]) sum_[outcome] += chances[i] * probability;
    Value found;
    for (std::size_t i = 0; i < sum_.size(); ++i)
      if (sum_[i] > 0) {
        found.emplace_back(static_cast<int>(i), sum_[i]);
        sum_[i] = 0;
      }
    return found;
  }

  const G& game_;
  const OutcomeNumbers<G>& outcomes_;
  std::vector<MixedSeat> seats_;
  std::vector<std::vector<double>> slacks_;  // of each seat's models: expected utilities this close are equal
  std::vector<std::vector<std::unique_ptr<Order>>> preferences_;
  std::vector<double> sum_;  // of one mixture at a time, zero in between
  std::unique_ptr<Table> table_;
};

}  // namespace kibitz
