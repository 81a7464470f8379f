// From what a seat does, as data, to a policy for one game.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "policies/habit.hpp"
#include "policies/light.hpp"
#include "policies/logit.hpp"
#include "policies/many_players.hpp"
#include "policies/policy.hpp"
#include "policies/searching.hpp"
#include "policies/simulating.hpp"

namespace kibitz {

// `asked` are the functions that behaviours name by number; searches begin at `root`.
template <Game G>
std::unique_ptr<Policy<G>> compiled(const G& game, const typename G::State& root, const Behaviour& given,
                                    const std::vector<typename AskedPolicy<G>::Ask>& asked, Watch& watch) {
  switch (given.kind) {
    case Behaviour::Kind::logit:
      return std::make_unique<LogitPolicy<G>>(game, given, watch);
    case Behaviour::Kind::search:
      if (given.method != Behaviour::Method::maxn)
        return std::make_unique<ManyPlayersPolicy<G>>(game, root, given, watch);
      return std::make_unique<SearchingPolicy<G>>(game, root, given, watch);
    case Behaviour::Kind::visits:
      return std::make_unique<SimulatingPolicy<G>>(game, given, watch);
    case Behaviour::Kind::habit:
      return std::make_unique<HabitPolicy<G>>(game, given);
    case Behaviour::Kind::light:
      if constexpr (PlayedLightly<G>) return std::make_unique<LightPolicy<G>>(game);
      return std::make_unique<RandomPolicy<G>>();
    case Behaviour::Kind::mixture: {
      if (given.parts.empty()) throw std::invalid_argument("a mixture has parts");
      std::vector<std::pair<double, std::unique_ptr<Policy<G>>>> parts;
      for (const auto& [share, part] : given.parts) parts.emplace_back(share, compiled(game, root, part, asked, watch));
      return std::make_unique<MixedPolicy<G>>(std::move(parts));
    }
    case Behaviour::Kind::asked:
      if (given.number < 0 || given.number >= static_cast<int>(asked.size()))
        throw std::invalid_argument("no function was given for what is asked");
      return std::make_unique<AskedPolicy<G>>(asked[given.number]);
    default:
      return std::make_unique<RandomPolicy<G>>();
  }
}

// What one of the others may be: drawn by weight once a game, in the tree and below it. Without a policy for the tree
// it explores there for itself.
template <Game G>
struct Candidate {
  double weight;
  std::unique_ptr<Policy<G>> tree, rollout;
};

template <Game G>
struct Opponent {
  std::vector<Candidate<G>> candidates;
  double noise = 0;  // how often it makes any move instead, or explores if it may

  bool explores() const {
    return std::any_of(candidates.begin(), candidates.end(), [](const auto& each) { return !each.tree; });
  }

  int draw(Random& random) const {
    if (candidates.size() == 1) return 0;
    double total = 0;
    for (const auto& each : candidates) total += each.weight;
    double left = total * random.uniform();
    for (std::size_t i = 0; i + 1 < candidates.size(); ++i)
      if ((left -= candidates[i].weight) < 0) return static_cast<int>(i);
    return static_cast<int>(candidates.size()) - 1;
  }
};

}  // namespace kibitz
