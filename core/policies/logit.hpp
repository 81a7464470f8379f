// A move is the likelier the more it is worth: a sum of weighted features of the move and of the position after it, or
// of the one in which a search of some plies with the same weights ends. Without a temperature it is one of the best
// moves: greedy, and the habits of people.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "evaluation/move_features.hpp"
#include "policies/behaviour.hpp"
#include "policies/policy.hpp"
#include "search/dominant_boards.hpp"
#include "search/frontier_cuts.hpp"
#include "search/last_ply_values.hpp"

namespace kibitz {

template <Game G>
class LogitPolicy : public Policy<G> {
 public:
  using State = typename G::State;
  static constexpr double rounding = 1e-9;  // of sums with features of moves: nearer ones are equal

  LogitPolicy(const G& game, const Behaviour& given, Watch& watch)
      : game_(game),
        watch_(watch),
        depth_(given.depth),
        others_weights_(given.others_weights),
        positions_(given.positions || !given.others_weights.empty()),
        others_(!given.others_weights.empty()),
        temperature_(given.temperature),
        relative_(given.relative),
        move_weights_(given.move_weights),
        exact_(given.move_weights.empty() && given.others_weights.empty()) {
    if (!(temperature_ >= 0)) throw std::invalid_argument("a temperature is 0 or more");
    if (given.positions && given.want.kind == Want::Kind::utility)
      throw std::invalid_argument("a preference compares outcomes, and a logit looks one move ahead");
    if (!move_weights_.empty() && move_weights_.size() != move_feature_names(game).size())
      throw std::invalid_argument("one weight a feature of moves is needed");
    if (const std::size_t last = situation_features(game); last > 0 && move_weights_.size() > last) {
      situated_ = std::any_of(move_weights_.end() - static_cast<std::ptrdiff_t>(last), move_weights_.end(),
                              [](double weight) { return weight != 0; });
      if (!situated_) move_weights_.resize(move_weights_.size() - last);
    }
    if (others_ && given.others_weights.size() % (game.players() - 1) != 0)
      throw std::invalid_argument("one weight a feature for each of the others is needed");
    if (depth_ > 1 && !given.positions) throw std::invalid_argument("who looks ahead weighs what a position is like");
    if (depth_ > 1) {
      judges_.emplace_back(game, std::vector<Want>(game.players(), given.want));
      foresees_ = judges_[0].foresees();
      return;
    }
    // What the mover looks at: its own want, and what it thinks of the others' features, a part for each of them.
    for (int mover = 0; mover < (others_ ? game.players() : 1); ++mover) {
      std::vector<Want> wants(game.players(), given.want);
      if (others_) {
        const std::size_t count = given.others_weights.size() / (game.players() - 1);
        for (int after = 1; after < game.players(); ++after) {
          const auto first = given.others_weights.begin() + static_cast<std::ptrdiff_t>((after - 1) * count);
          wants[(mover + after) % game.players()] = {.kind = Want::Kind::evaluation,
                                                     .weights = {first, first + static_cast<std::ptrdiff_t>(count)},
                                                     .exact = false};
        }
        const Want nothing{.kind = Want::Kind::evaluation, .weights = std::vector<double>(count, 0.0)};
        wants[mover] = given.positions ? given.want : nothing;
      }
      judges_.emplace_back(game, std::move(wants));
    }
    foresees_ = positions_ && judges_[0].foresees();
  }

  void probabilities(const State& state, const Moves<G>& moves, std::vector<double>& out) override {
    if (depth_ > 1 && game_.players() > 2 && !settled(state)) {
      // What max^n finds depends on how ties are broken below: each way is as likely.
      std::vector<double> other;
      worth(state, moves, out, Ties::left_low);
      shared(out);
      worth(state, moves, other, Ties::left_high);
      shared(other);
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = (out[i] + other[i]) / 2;
      return;
    }
    worth(state, moves, out, Ties::left_low);
    shared(out);
  }

  bool by_moves() const override { return !positions_; }

  int draw(const State& state, const Moves<G>& moves, Random& random) override {
    if (moves.size() == 1) return 0;
    if (temperature_ > 0 || depth_ > 1) return Policy<G>::draw(state, moves, random);
    worth(state, moves, this->scratch_, Ties::left_low);
    const double floor = floor_of(*std::max_element(this->scratch_.begin(), this->scratch_.end()));
    int chosen = 0, tied = 0;
    for (int i = 0; i < moves.size(); ++i)
      if (this->scratch_[i] >= floor && (++tied == 1 || random.below(tied) == 0)) chosen = i;
    return chosen;
  }

 private:
  // From what the moves are worth to their probabilities.
  void shared(std::vector<double>& out) const {
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

  static double deviation(const std::vector<double>& values) {
    double sum = 0, squares = 0;
    for (const double value : values) sum += value;
    const double mean = sum / static_cast<double>(values.size());
    for (const double value : values) squares += (value - mean) * (value - mean);
    return std::sqrt(squares / static_cast<double>(values.size()));
  }

  double floor_of(double best) const { return exact_ ? best : best - rounding * (1 + std::abs(best)); }

  void worth(const State& state, const Moves<G>& moves, std::vector<double>& out, Ties ties) {
    const int seat = game_.to_move(state);
    out.assign(moves.size(), 0.0);
    if (!move_weights_.empty()) add_moves(state, moves, out);
    if (!positions_) return;
    if (depth_ > 1 && !settled(state)) {
      DominantBoards<G> ahead(game_, judges_[0], watch_, state, depth_, ties);
      for (int i = 0; i < moves.size(); ++i) out[i] += judges_[0].unit().reported(ahead.values()[i]);
      if (others_)
        for (int i = 0; i < moves.size(); ++i) out[i] += of_others(ahead.end(i), seat);
      return;
    }
    const Judge<G>& judge = judges_[others_ ? seat : 0];  // of who looks ahead there is one, and others do not count
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

  // Whether who looks ahead knows what every move is worth without a search, because others cannot change it.
  bool settled(const State& state) const {
    const int plies = plies_to_look(game_, state, depth_, false);
    return !others_ && settled_by_own_move(judges_[0], state, game_.to_move(state), plies);
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

  double of_others([[maybe_unused]] const State& state, [[maybe_unused]] int seat) {
    double sum = 0;
    if constexpr (Evaluated<G>) {
      features_.resize(others_weights_.size() / (game_.players() - 1));
      std::size_t place = 0;
      for (int after = 1; after < game_.players(); ++after) {
        Evaluation<G>::features(game_, state, (seat + after) % game_.players(), features_);
        for (const double feature : features_) sum += others_weights_[place++] * feature;
      }
    }
    return sum;
  }

  void add_moves([[maybe_unused]] const State& state, [[maybe_unused]] const Moves<G>& moves,
                 [[maybe_unused]] std::vector<double>& out) {
    if constexpr (Summing<G>) {
      if (!situated_) {
        MoveFeatures<G>::weigh(game_, state, moves, move_weights_, out);
        return;
      }
    }
    if constexpr (Describing<G>) {
      features_.resize(move_weights_.size());
      const MoveDescriber<G> describe(game_, state, situated_);
      for (int i = 0; i < moves.size(); ++i) {
        describe(moves[i], features_);
        for (std::size_t j = 0; j < features_.size(); ++j) out[i] += move_weights_[j] * features_[j];
      }
    }
  }

  const G& game_;
  Watch& watch_;
  int depth_;  // plies; 0 and 1: the position after the move
  std::vector<double> others_weights_;
  std::vector<Judge<G>> judges_;  // one a mover, where others count and nobody looks ahead
  bool positions_, others_;
  double temperature_;
  bool relative_;
  std::vector<double> move_weights_, features_;
  bool exact_, foresees_ = false;
  bool situated_ = false;  // whether features of situations have weights
};

}  // namespace kibitz
