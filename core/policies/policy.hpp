// What a simulated seat does: the probability of every move, or one drawn. Templates over the game.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "games/capabilities.hpp"
#include "random.hpp"

namespace kibitz {

inline int drawn(const std::vector<double>& probabilities, Random& random) {
  double left = random.uniform();
  for (std::size_t i = 0; i + 1 < probabilities.size(); ++i)
    if ((left -= probabilities[i]) < 0) return static_cast<int>(i);
  return static_cast<int>(probabilities.size()) - 1;
}

template <Game G>
class Policy {
 public:
  using State = typename G::State;
  virtual ~Policy() = default;

  // Of every move of the seat to move, in move order; they sum to one.
  virtual void probabilities(const State& state, const Moves<G>& moves, std::vector<double>& out) = 0;

  // Whether equivalent moves (`Weighted`) are made alike, whichever of them is left.
  virtual bool merges() const { return false; }

  // Whether the probabilities depend on nothing but the features of the legal moves (`MoveFeatures`).
  virtual bool by_moves() const { return false; }

  // How many functions outside the core are called whenever it is asked.
  virtual int calls() const { return 0; }

  // Whether these positions are those of simulated games, not of a tree that is searched.
  virtual bool simulates() const { return false; }

  // The number of one move, drawn.
  virtual int draw(const State& state, const Moves<G>& moves, Random& random) {
    probabilities(state, moves, scratch_);
    return drawn(scratch_, random);
  }

 protected:
  std::vector<double> scratch_;
};

template <Game G>
class RandomPolicy : public Policy<G> {
 public:
  void probabilities(const typename G::State&, const Moves<G>& moves, std::vector<double>& out) override {
    out.assign(moves.size(), 1.0 / moves.size());
  }
  bool merges() const override { return true; }
  bool by_moves() const override { return true; }
  int draw(const typename G::State&, const Moves<G>& moves, Random& random) override {
    return static_cast<int>(random.below(moves.size()));
  }
};

template <Game G>
class MixedPolicy : public Policy<G> {
 public:
  explicit MixedPolicy(std::vector<std::pair<double, std::unique_ptr<Policy<G>>>> parts) : parts_(std::move(parts)) {}

  void probabilities(const typename G::State& state, const Moves<G>& moves, std::vector<double>& out) override {
    out.assign(moves.size(), 0.0);
    for (auto& [share, part] : parts_) {
      part->probabilities(state, moves, this->scratch_);
      for (int i = 0; i < moves.size(); ++i) out[i] += share * this->scratch_[i];
    }
  }
  bool merges() const override {
    return std::all_of(parts_.begin(), parts_.end(), [](const auto& each) { return each.second->merges(); });
  }
  bool by_moves() const override {
    return std::all_of(parts_.begin(), parts_.end(), [](const auto& each) { return each.second->by_moves(); });
  }
  int calls() const override {
    int all = 0;
    for (const auto& [share, part] : parts_) all += part->calls();
    return all;
  }
  bool simulates() const override {
    return std::any_of(parts_.begin(), parts_.end(), [](const auto& each) { return each.second->simulates(); });
  }
  int draw(const typename G::State& state, const Moves<G>& moves, Random& random) override {
    double left = random.uniform();
    for (auto& [share, part] : parts_)
      if ((left -= share) < 0) return part->draw(state, moves, random);
    return parts_.back().second->draw(state, moves, random);
  }

 private:
  std::vector<std::pair<double, std::unique_ptr<Policy<G>>>> parts_;
};

// Asks a function outside the core.
template <Game G>
class AskedPolicy : public Policy<G> {
 public:
  using Ask = std::function<void(const typename G::State&, const Moves<G>&, std::vector<double>&)>;
  explicit AskedPolicy(Ask ask) : ask_(std::move(ask)) {}
  void probabilities(const typename G::State& state, const Moves<G>& moves, std::vector<double>& out) override {
    ask_(state, moves, out);
  }
  int calls() const override { return 1; }

 private:
  Ask ask_;
};

}  // namespace kibitz
