// What a move is like, before it is made: the height of a card, whether it takes the trick so far, how far behind the
// marble was. Habits are about these. Specialised one header a game, core/evaluation/<game>_moves.hpp:
//   names(game)                             the features; none where this game or these options have none
//   features(game, state, move, out)        their values for a legal move of the seat to move, from what that seat sees
// A game may have a faster way to what policies need, the sums of features times weights:
//   weigh(game, state, moves, weights, out)   adds them to `out`, by move, in the order of the features; those of
//                                             situations, below, are not among them
// A game may tell more of the situation in which a move is made. These features are the last ones:
//   Situation, situation(game, state)       what all moves of a decision share
//   situations(game)                        how many features there are
//   in_situation(game, state, situation, move, out)   their values; `out` has those of `features`, and room for all
#pragma once

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/game.hpp"

namespace kibitz {

template <class G>
struct MoveFeatures;

template <class G>
concept Describing =
    requires(const G& game, const typename G::State& state, typename G::Move move, std::span<double> values) {
      { MoveFeatures<G>::names(game) } -> std::same_as<std::vector<std::string>>;
      MoveFeatures<G>::features(game, state, move, values);
    };

template <Game G>
std::vector<std::string> move_feature_names(const G& game) {
  if constexpr (Describing<G>) return MoveFeatures<G>::names(game);
  return {};
}

template <class G>
concept Situated = Describing<G> && requires(const G& game, const typename G::State& state) {
  { MoveFeatures<G>::situation(game, state) } -> std::same_as<typename MoveFeatures<G>::Situation>;
  { MoveFeatures<G>::situations(game) } -> std::same_as<int>;
};

template <class G>
concept Summing = Describing<G> && requires(const G& game, const typename G::State& state, const Moves<G>& moves,
                                            std::span<const double> weights, std::span<double> out) {
  MoveFeatures<G>::weigh(game, state, moves, weights, out);
};

// How many of the features, the last ones, are about situations.
template <Game G>
int situation_features(const G& game) {
  if constexpr (Situated<G>) return MoveFeatures<G>::situations(game);
  return 0;
}

// Describes the moves of one decision: by all features, or by those that are not about situations, which is faster.
template <Game G>
class MoveDescriber {
 public:
  MoveDescriber(const G& game, const typename G::State& state, bool all = true) : game_(game), state_(state) {
    if constexpr (Situated<G>)
      if (all) situation_ = MoveFeatures<G>::situation(game, state);
  }

  // There is room for as many features as are asked for.
  void operator()([[maybe_unused]] typename G::Move move, [[maybe_unused]] std::span<double> out) const {
    if constexpr (Describing<G>) MoveFeatures<G>::features(game_, state_, move, out);
    if constexpr (Situated<G>)
      if (situation_) MoveFeatures<G>::in_situation(game_, state_, *situation_, move, out);
  }

 private:
  struct None {};
  template <class H>
  struct Shared {
    using type = None;
  };
  template <Situated H>
  struct Shared<H> {
    using type = std::optional<typename MoveFeatures<H>::Situation>;
  };

  const G& game_;
  const typename G::State& state_;
  [[no_unique_address]] typename Shared<G>::type situation_;
};

}  // namespace kibitz
