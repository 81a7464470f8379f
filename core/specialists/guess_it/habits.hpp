// Players who bluff and call with fixed probabilities (lockett2007, section 3): what
// src/kibitz/specialists/guess_it/stationary.py calls stationary.
#pragma once

#include <bit>
#include <vector>

#include "games/guess_it.hpp"
#include "policies/habit.hpp"

namespace kibitz {

template <>
struct Habits<GuessIt> {
  static constexpr std::size_t parameters = 2;  // how often it calls, and how often it bluffs where it does not call

  static void policy(const GuessIt& game, const GuessIt::State& state, const Moves<GuessIt>& moves,
                     const std::vector<double>& given, std::vector<double>& out) {
    out.assign(moves.size(), 0.0);
    const int seat = game.to_move(state);
    const auto candidates = game.centre_candidates(state, seat);
    const auto secret = state.hands[seat] & ~state.face_up & ~state.asked_set;
    const int last = GuessIt::pending(state);
    const bool waits = last != 0 && (candidates & GuessIt::bit(last)) && (candidates & (candidates - 1));
    const auto unknown = waits ? candidates & ~GuessIt::bit(last) : candidates;
    const double call = waits ? given[0] : 0, left = 1 - call, bluff = given[1];
    const bool names = std::popcount(unknown) == 1 || !secret;  // it knows the centre, or has nothing to ask for
    for (int i = 0; i < moves.size(); ++i) {
      const bool naming = moves[i] > GuessIt::name;
      const auto card = GuessIt::bit(naming ? moves[i] - GuessIt::name : moves[i]);
      double share = 0;
      if (naming && waits && card == GuessIt::bit(last)) share += call;
      if (naming && names && (card & unknown)) share += left / std::popcount(unknown);
      if (!naming && !names && (card & secret)) share += left * bluff / std::popcount(secret);
      if (!naming && !names && (card & unknown)) share += left * (1 - bluff) / std::popcount(unknown);
      out[static_cast<std::size_t>(i)] = share;
    }
  }
};

}  // namespace kibitz
