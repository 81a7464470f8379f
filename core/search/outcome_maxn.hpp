// max^n (maxn.hpp) where every seat has a utility for every outcome and ties are not averaged: what goes up is the
// number of the outcome that will be reached. Only the ranks of outcomes matter then, so more positions share a table
// entry.
#pragma once

#include <limits>
#include <memory>

#include "search/maxn.hpp"
#include "search/recursion.hpp"
#include "search/stage_table.hpp"
#include "search/tie_key.hpp"

namespace kibitz {

template <Game G>
class OutcomeMaxN {
 public:
  using Value = int;
  using Table = StageTable<G, OutcomeMaxN>;

  OutcomeMaxN(const G& game, const OutcomeNumbers<G>& outcomes, std::vector<OutcomeOrder> wants, Ties ties,
              std::uint64_t seed, bool table, bool clip, bool prune)
      : game_(game), outcomes_(outcomes), wants_(std::move(wants)), ties_(ties), seed_(seed) {
    if (static_cast<int>(wants_.size()) != game.players()) throw std::invalid_argument("one want a seat is needed");
    for (const OutcomeOrder& want : wants_) {
      want.check(outcomes.size());
      if (!want.cardinal()) throw std::invalid_argument("max^n needs utilities, not only an order");
    }
    if (prune && ties != Ties::random && outcomes.coded())
      ceilings_.assign(static_cast<std::size_t>(outcomes.code_end()), {});
    if (table && Table::serves(game, outcomes)) table_ = std::make_unique<Table>(game, *this, clip);
  }

  Value leaf(const typename G::State& state) const { return ending(game_.outcome(state)); }
  Value ending(const typename G::Outcome& outcome) const { return outcomes_.number(outcome); }

  class Node {
   public:
    Node(const double* utilities, Ties ties, std::uint64_t key, double ceiling, bool backwards)
        : utilities_(utilities), ties_(ties), key_(key), ceiling_(ceiling), backwards_(backwards) {}

    int chosen = -1;  // of the children in the order in which they came

    void add(Value value, int weight) {
      const int first = index_;
      index_ += weight;
      ++child_;
      if (best_ < 0 || utilities_[value] > utilities_[best_]) {
        best_ = value;
        chosen = child_;
        if (ties_ == Ties::random) lot_ = highest_lot(key_, first, weight);
        return;
      }
      if (backwards_ || ties_ == Ties::left_low || utilities_[value] < utilities_[best_]) return;
      if (ties_ == Ties::random) {
        const std::uint64_t other = highest_lot(key_, first, weight);
        if (other <= lot_) return;
        lot_ = other;
      }
      best_ = value;
      chosen = child_;
    }
    Value result() const { return best_; }

    // Immediate pruning: nothing is better than the best that can still happen, and of equals the first counts.
    bool decided() const { return best_ >= 0 && utilities_[best_] >= ceiling_; }
    bool backwards() const { return backwards_; }

   private:
    const double* utilities_;
    Ties ties_;
    std::uint64_t key_;
    double ceiling_;
    bool backwards_;
    std::uint64_t lot_ = 0;
    Value best_ = -1;
    int index_ = 0;
    int child_ = -1;
  };

  Node node(const typename G::State& state, int seat) {
    const std::uint64_t key = ties_ == Ties::random ? combine(seed_, tie_key(game_, state)) : 0;
    const double ceiling = ceilings_.empty() ? std::numeric_limits<double>::infinity() : ceilings(state)[seat];
    return {wants_[seat].utilities.data(), ties_, key, ceiling, !ceilings_.empty() && ties_ == Ties::left_high};
  }

  // The best that each seat can still hope for.
  const std::vector<double>& ceilings(const typename G::State& state) {
    const auto settled = game_.settled(state);
    std::vector<double>& known = ceilings_[outcomes_.code(settled)];
    if (known.empty()) {
      known.assign(wants_.size(), -std::numeric_limits<double>::infinity());
      for (const int outcome : outcomes_.reachable(settled))
        for (std::size_t seat = 0; seat < wants_.size(); ++seat)
          known[seat] = std::max(known[seat], wants_[seat].utilities[outcome]);
    }
    return known;
  }

  Value chance(const std::vector<Value>&, const std::vector<double>&) const {
    throw std::invalid_argument("a play with chance in it reaches no certain outcome");
  }

  const OutcomeNumbers<G>& outcomes() const { return outcomes_; }
  Table* table() { return table_.get(); }
  Value shifted(Value value, int difference) const {
    return outcomes_.with_code(outcomes_.code_of(value) + difference);
  }
  void describe(std::span<const int> among, std::vector<std::uint64_t>& description) const {
    for (const OutcomeOrder& want : wants_) want.describe(among, description);
  }

 private:
  const G& game_;
  const OutcomeNumbers<G>& outcomes_;
  std::vector<OutcomeOrder> wants_;
  Ties ties_;
  std::uint64_t seed_;
  std::vector<std::vector<double>> ceilings_;  // by the code of what is settled; empty without pruning
  std::unique_ptr<Table> table_;
};

}  // namespace kibitz
