// Light play as a policy: simple rules of a game, as fast as can be. It is drawn in simulated games. Nobody knows its
// probabilities without drawing often, so they are refused.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "games/capabilities.hpp"
#include "policies/policy.hpp"

namespace kibitz {

template <Game G>
  requires PlayedLightly<G>
class LightPolicy : public Policy<G> {
 public:
  explicit LightPolicy(const G& game) : game_(game) {}

  void probabilities(const typename G::State&, const Moves<G>&, std::vector<double>&) override {
    throw std::invalid_argument("light play is drawn in simulated games; its probabilities are not known");
  }

  int draw(const typename G::State& state, const Moves<G>& moves, Random& random) override {
    QuickRandom quick(random.next());
    const auto picked = LightPlay<G>::pick(game_, state, quick);
    const auto found = std::find(moves.begin(), moves.end(), picked);
    return found == moves.end() ? static_cast<int>(random.below(moves.size()))  // a bid, for which it has no rules
                                : static_cast<int>(found - moves.begin());
  }

 private:
  const G& game_;
};

}  // namespace kibitz
