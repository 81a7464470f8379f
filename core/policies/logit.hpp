// A move is the likelier the more it is worth: a sum of weighted features of the move and of the position after it.
// Without a temperature it is one of the best moves: greedy, and the habits of people.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "evaluation/move_features.hpp"
#include "policies/behaviour.hpp"
#include "policies/policy.hpp"

namespace kibitz {

template <Game G>
class LogitPolicy : public Policy<G> {
 public:
  using State = typename G::State;
  static constexpr double rounding = 1e-9;  // of sums with features of moves: nearer ones are equal

  LogitPolicy(const G& game, const Behaviour& given)
      : game_(game),
        judge_(game, std::vector<Want>(game.players(), given.want)),
        positions_(given.positions),
        temperature_(given.temperature),
        move_weights_(given.move_weights),
        others_weights_(given.others_weights) {
    if (!(temperature_ >= 0)) throw std::invalid_argument("a temperature is 0 or more");
    if (given.positions && given.want.kind == Want::Kind::utility)
      throw std::invalid_argument("a preference compares outcomes, and a logit looks one move ahead");
    if (!move_weights_.empty() && move_weights_.size() != move_feature_names(game).size())
      throw std::invalid_argument("one weight a feature of moves is needed");
    if constexpr (Evaluated<G>) {
      if (!others_weights_.empty() && others_weights_.size() != Evaluation<G>::names(game).size())
        throw std::invalid_argument("one weight a feature of the others is needed");
    } else if (!others_weights_.empty()) {
      throw std::invalid_argument("the game has no evaluation");
    }
    exact_ = move_weights_.empty() && others_weights_.empty();
    foresees_ = positions_ && others_weights_.empty() && judge_.foresees();
  }

  void probabilities(const State& state, const Moves<G>& moves, std::vector<double>& out) override {
    worth(state, moves, out);
    const double best = *std::max_element(out.begin(), out.end());
    double sum = 0;
    for (double& value : out) {
      value = temperature_ > 0 ? std::exp((value - best) / temperature_) : value >= floor_of(best);
      sum += value;
    }
    for (double& value : out) value /= sum;
  }

  int draw(const State& state, const Moves<G>& moves, Random& random) override {
    if (moves.size() == 1) return 0;
    if (temperature_ > 0) return Policy<G>::draw(state, moves, random);
    worth(state, moves, this->scratch_);
    const double floor = floor_of(*std::max_element(this->scratch_.begin(), this->scratch_.end()));
    int chosen = 0, tied = 0;
    for (int i = 0; i < moves.size(); ++i)
      if (this->scratch_[i] >= floor && (++tied == 1 || random.below(tied) == 0)) chosen = i;
    return chosen;
  }

 private:
  double floor_of(double best) const { return exact_ ? best : best - rounding * (1 + std::abs(best)); }

  void worth(const State& state, const Moves<G>& moves, std::vector<double>& out) {
    const int seat = game_.to_move(state);
    out.assign(moves.size(), 0.0);
    if (!move_weights_.empty()) add_moves(state, moves, out);
    if (!positions_ && others_weights_.empty()) return;
    if (foresees_) {
      typename Judge<G>::LastPly last(judge_, state);
      for (int i = 0; i < moves.size(); ++i) {
        const Scores* values = last(moves[i]);
        out[i] += judge_.unit().reported(values ? (*values)[seat] : judge_(game_.play(state, moves[i]), seat));
      }
      return;
    }
    for (int i = 0; i < moves.size(); ++i) {
      const State after = game_.play(state, moves[i]);
      if (positions_) out[i] += judge_.unit().reported(judge_(after, seat));
      if (!others_weights_.empty()) out[i] += of_the_others(after, seat);
    }
  }

  void add_moves([[maybe_unused]] const State& state, [[maybe_unused]] const Moves<G>& moves,
                 [[maybe_unused]] std::vector<double>& out) {
    if constexpr (Describing<G>) {
      features_.resize(move_weights_.size());
      for (int i = 0; i < moves.size(); ++i) {
        MoveFeatures<G>::features(game_, state, moves[i], features_);
        for (std::size_t j = 0; j < features_.size(); ++j) out[i] += move_weights_[j] * features_[j];
      }
    }
  }

  double of_the_others([[maybe_unused]] const State& after, [[maybe_unused]] int seat) {
    double sum = 0;
    if constexpr (Evaluated<G>) {
      features_.resize(others_weights_.size());
      for (int other = 0; other < game_.players(); ++other) {
        if (other == seat) continue;
        Evaluation<G>::features(game_, after, other, features_);
        for (std::size_t j = 0; j < features_.size(); ++j) sum += others_weights_[j] * features_[j];
      }
    }
    return game_.players() > 1 ? sum / (game_.players() - 1) : 0;
  }

  const G& game_;
  Judge<G> judge_;
  bool positions_;
  double temperature_;
  std::vector<double> move_weights_, others_weights_, features_;
  bool exact_, foresees_;
};

}  // namespace kibitz
