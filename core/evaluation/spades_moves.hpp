// Spades: what a card or a bid is like.
#pragma once

#include <algorithm>

#include "evaluation/card_moves.hpp"
#include "evaluation/move_features.hpp"
#include "games/spades.hpp"

namespace kibitz {

template <>
struct MoveFeatures<Spades> {
  enum Feature {
    trump = card_moves::feature_count,
    trump_led,
    wanted,    // takes the trick so far, and the bid is not made
    unwanted,  // takes the trick so far, and the bid is made
    bid,
    feature_count
  };

  static std::vector<std::string> names(const Spades&) {
    std::vector<std::string> list = card_moves::names();
    list.insert(list.end(), {"trump", "trump_led", "wanted", "unwanted", "bid"});
    return list;
  }

  static void features(const Spades& game, const Spades::State& state, Spades::Move move, std::span<double> out) {
    std::fill(out.begin(), out.end(), 0.0);
    if (move >= Spades::first_bid) {
      out[bid] = move - Spades::first_bid;
      return;
    }
    const int seat = game.to_move(state);
    card_moves::fill(game.trick(state), state.table, game.seats_taken, move, state.hands[seat], cards::spades, out);
    const bool spade = cards::suit(move) == cards::spades;
    out[trump] = spade && state.table > 0 && cards::suit(game.trick(state)[0]) != cards::spades;
    out[trump_led] = spade && state.table == 0;
    if (out[card_moves::takes] != 0 && !game.trick_points)
      out[state.tricks[seat] < game.bid(state, seat) ? wanted : unwanted] = 1;
  }
};

}  // namespace kibitz
