// Makes the moves that Monte Carlo tree search tries often: a player that searches for itself with few simulations, or
// a guess at one whose search is not known.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "policies/behaviour.hpp"
#include "policies/policy.hpp"
#include "search/mcts.hpp"

namespace kibitz {

template <Game G>
class SimulatingPolicy : public Policy<G> {
 public:
  using State = typename G::State;

  SimulatingPolicy(const G& game, const Behaviour& given, Watch& watch)
      : game_(game), judge_(game, given.wants), watch_(watch), given_(given), power_(given.power) {
    if (given.simulations == 0) throw std::invalid_argument("simulations must be 1 or more");
    if (!(power_ >= 0)) throw std::invalid_argument("a power is 0 or more");
    if (!given.guides.empty()) guide_.emplace(game, given.guides);
  }

  void probabilities(const State& state, const Moves<G>& moves, std::vector<double>& out) override {
    out.assign(moves.size(), 1.0);
    if (moves.size() == 1) return;
    judge_.compare_from(state, false);  // as a search that begins here does
    if (guide_) guide_->compare_from(state, false);
    const Unit& unit = judge_.unit();
    const Simulations wanted{
        given_.simulations,      0,           given_.exploration, given_.rollout_depth, unit.taken(given_.low),
        unit.taken(given_.high), given_.seed, given_.light};
    const SimulationReport found = Mcts<G>(game_, judge_, guide_ ? &*guide_ : nullptr, watch_, wanted).search(state);
    std::uint64_t most = 0;
    for (const TriedMove& tried : found.moves) most = std::max(most, tried.visits);
    double sum = 0;
    for (int i = 0; i < moves.size(); ++i) {
      const double share = static_cast<double>(found.moves[i].visits) / static_cast<double>(most);
      out[i] = power_ > 0 ? std::pow(share, power_) : static_cast<double>(found.moves[i].visits == most);
      sum += out[i];
    }
    for (double& each : out) each /= sum;
  }

  bool simulates() const override { return true; }

 private:
  const G& game_;
  Judge<G> judge_;
  std::optional<Judge<G>> guide_;
  Watch& watch_;
  Behaviour given_;
  double power_;
};

}  // namespace kibitz
