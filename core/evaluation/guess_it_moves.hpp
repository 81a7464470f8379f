// Guess It: whether a move bluffs, calls, doubts, guesses, or names the card that the mover knows to be the centre.
// What is left is to ask for a card that may be the centre.
#pragma once

#include <algorithm>

#include "evaluation/move_features.hpp"
#include "games/guess_it.hpp"

namespace kibitz {

template <>
struct MoveFeatures<GuessIt> {
  using G = GuessIt;
  enum Feature { bluff, call, guess, sure, doubt, feature_count };

  static std::vector<std::string> names(const G&) { return {"bluff", "call", "guess", "sure", "doubt"}; }

  // At most one of them is 1. A bluff asks for an own card. A call names the card that the other has just asked for, if
  // another card may be the centre as well; to doubt is to take that ask for a bluff, and to name the only card that is
  // left. Every other name without certainty is a guess.
  static void features(const G& game, const G::State& state, G::Move move, std::span<double> out) {
    std::fill(out.begin(), out.end(), 0.0);
    const int mover = game.to_move(state);
    if (move < G::name) {
      out[bluff] = (state.hands[mover] & G::bit(move)) != 0;
      return;
    }
    const int card = move - G::name;
    const G::Cards candidates = game.centre_candidates(state, mover);
    const int last = G::pending(state);
    const G::Cards asked = last ? G::bit(last) : 0;
    if (candidates == G::bit(card))
      out[sure] = 1;
    else if ((candidates & G::bit(card)) && card == last)
      out[call] = 1;
    else if ((candidates & asked) && (candidates & ~asked) == G::bit(card))
      out[doubt] = 1;
    else
      out[guess] = 1;
  }
};

}  // namespace kibitz
