// Who has more left to hide, who knows the centre, and who has won. All are differences between the two seats.
#pragma once

#include "games/capabilities.hpp"
#include "games/guess_it.hpp"

namespace kibitz {

template <>
struct Evaluation<GuessIt> {
  using State = GuessIt::State;

  static std::vector<std::string> names(const GuessIt&) { return {"hidden", "certain", "won"}; }
  // Winning outweighs the rest together, so that at the end the winner, and only the winner, has the higher value.
  static std::vector<double> weights(const GuessIt&) { return {1, 5, 100}; }
  static std::vector<Interval> bounds(const GuessIt& game) {
    const double cards = game.cards;
    return {{-cards, cards}, {-1, 1}, {-1, 1}};
  }

  static constexpr bool whole = true;

  static int face_down(const State& state, int seat) { return __builtin_popcount(state.hands[seat] & ~state.face_up); }

  static int certain(const GuessIt& game, const State& state, int seat) {
    return __builtin_popcount(game.centre_candidates(state, seat)) == 1;
  }

  static void features(const GuessIt& game, const State& state, int seat, std::span<double> out) {
    out[0] = face_down(state, seat) - face_down(state, 1 - seat);
    out[1] = certain(game, state, seat) - certain(game, state, 1 - seat);
    out[2] = game.outcome(state)[seat];
  }

  // Cards are turned up and never down again.
  static void reachable(const GuessIt& game, const State& state, int seat, std::span<Interval> out) {
    if (game.over(state)) {
      std::array<double, 3> now;
      features(game, state, seat, now);
      for (int i = 0; i < 3; ++i) out[i] = {now[i], now[i]};
      return;
    }
    out[0] = {-static_cast<double>(face_down(state, 1 - seat)), static_cast<double>(face_down(state, seat))};
    out[1] = {-1, 1};
    out[2] = {-1, 1};
  }
};

static_assert(Reaching<GuessIt> && Enumerable<GuessIt> && Hidden<GuessIt>);

}  // namespace kibitz
