// A move is the likelier the more it is worth: a sum of weighted features of the move and of the position after it.
// Without a temperature it is one of the best moves: greedy, and the habits of people.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "evaluation/move_features.hpp"
#include "policies/behaviour.hpp"
#include "policies/policy.hpp"
#include "search/last_ply_values.hpp"

namespace kibitz {

template <Game G>
class LogitPolicy : public Policy<G> {
 public:
  using State = typename G::State;
  static constexpr double rounding = 1e-9;  // of sums with features of moves: nearer ones are equal

  LogitPolicy(const G& game, const Behaviour& given)
      : game_(game),
        positions_(given.positions || !given.others_weights.empty()),
        others_(!given.others_weights.empty()),
        temperature_(given.temperature),
        relative_(given.relative),
        move_weights_(given.move_weights) {
    if (!(temperature_ >= 0)) throw std::invalid_argument("a temperature is 0 or more");
    if (given.positions && given.want.kind == Want::Kind::utility)
      throw std::invalid_argument("a preference compares outcomes, and a logit looks one move ahead");
    if (!move_weights_.empty() && move_weights_.size() != move_feature_names(game).size())
      throw std::invalid_argument("one weight a feature of moves is needed");
    // What the mover looks at: its own want, and what it thinks of the others' features, a part for each of them.
    for (int mover = 0; mover < (others_ ? game.players() : 1); ++mover) {
      std::vector<Want> wants(game.players(), given.want);
      if (others_) {
        Want other{.kind = Want::Kind::evaluation, .weights = given.others_weights, .exact = false};
        for (double& weight : other.weights) weight /= std::max(1, game.players() - 1);
        const Want nothing{.kind = Want::Kind::evaluation, .weights = std::vector<double>(other.weights.size(), 0.0)};
        for (int seat = 0; seat < game.players(); ++seat) wants[seat] = other;
        wants[mover] = given.positions ? given.want : nothing;
      }
      judges_.emplace_back(game, std::move(wants));
    }
    exact_ = move_weights_.empty() && !others_;
    foresees_ = positions_ && judges_[0].foresees();
  }

  void probabilities(const State& state, const Moves<G>& moves, std::vector<double>& out) override {
    worth(state, moves, out);
    const double best = *std::max_element(out.begin(), out.end());
    const double heat = relative_ ? temperature_ * deviation(out) : temperature_;
    const bool all_equal = relative_ && heat == 0;
    double sum = 0;
    for (double& value : out) {
      if (heat > 0)
        value = std::exp((value - best) / heat);
      else
        value = all_equal || value >= floor_of(best);
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
  static double deviation(const std::vector<double>& values) {
    double sum = 0, squares = 0;
    for (const double value : values) sum += value;
    const double mean = sum / static_cast<double>(values.size());
    for (const double value : values) squares += (value - mean) * (value - mean);
    return std::sqrt(squares / static_cast<double>(values.size()));
  }

  double floor_of(double best) const { return exact_ ? best : best - rounding * (1 + std::abs(best)); }

  void worth(const State& state, const Moves<G>& moves, std::vector<double>& out) {
    const int seat = game_.to_move(state);
    out.assign(moves.size(), 0.0);
    if (!move_weights_.empty()) add_moves(state, moves, out);
    if (!positions_) return;
    const Judge<G>& judge = judges_[others_ ? seat : 0];
    if (foresees_) {
      LastPlyValues<G> last(judge, state);
      for (int i = 0; i < moves.size(); ++i) {
        const Scores* values = last(moves[i]);
        out[i] += judge.unit().reported(values ? seen(*values, seat) : after(judge, state, moves[i], seat));
      }
      return;
    }
    for (int i = 0; i < moves.size(); ++i) out[i] += judge.unit().reported(after(judge, state, moves[i], seat));
  }

  double after(const Judge<G>& judge, const State& state, typename G::Move move, int seat) const {
    const State next = game_.play(state, move);
    return others_ ? seen(judge(next), seat) : judge(next, seat);
  }

  double seen(const Scores& values, int seat) const {
    if (!others_) return values[seat];
    double sum = 0;
    for (int each = 0; each < game_.players(); ++each) sum += values[each];
    return sum;
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

  const G& game_;
  std::vector<Judge<G>> judges_;  // one a mover, where others count
  bool positions_, others_;
  double temperature_;
  bool relative_;
  std::vector<double> move_weights_, features_;
  bool exact_, foresees_;
};

}  // namespace kibitz
