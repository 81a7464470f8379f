// What a move is like, before it is made: the height of a card, whether it takes the trick so far, how far behind the
// marble was. Habits are about these. Specialised one header a game, core/evaluation/<game>_moves.hpp:
//   names(game)                             the features; none where this game or these options have none
//   features(game, state, move, out)        their values for a legal move of the seat to move, from what that seat sees
#pragma once

#include <concepts>
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

}  // namespace kibitz
