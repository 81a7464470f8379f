// Hearts: what a card or a pass is like.
#pragma once

#include <algorithm>

#include "evaluation/card_moves.hpp"
#include "evaluation/move_features.hpp"
#include "games/hearts.hpp"

namespace kibitz {

template <>
struct MoveFeatures<Hearts> {
  enum Feature {
    points_taken = card_moves::feature_count,  // in the trick, if the card takes it so far
    points_thrown,                             // of the card, where it is not of the suit that was led
    points_led,
    high_spade,  // king or ace, while somebody else has the queen
    pass_rank,   // the sum of the three ranks
    pass_points,
    pass_high_spades,
    feature_count
  };

  static std::vector<std::string> names(const Hearts&) {
    std::vector<std::string> list = card_moves::names();
    list.insert(list.end(), {"points_taken", "points_thrown", "points_led", "high_spade", "pass_rank", "pass_points",
                             "pass_high_spades"});
    return list;
  }

  static void features(const Hearts& game, const Hearts::State& state, Hearts::Move move, std::span<double> out) {
    constexpr cards::CardSet high_spades = cards::set_of(Hearts::queen_of_spades + 1) | cards::set_of(51);
    std::fill(out.begin(), out.end(), 0.0);
    if (Hearts::is_pass(move)) {
      cards::CardSet given = 0;
      for (const int bits : {16, 8, 0}) {
        out[pass_rank] += static_cast<int>(move >> bits & 0xff) % 13;
        given |= cards::set_of(static_cast<int>(move >> bits & 0xff));
      }
      out[pass_points] = Hearts::penalty(given);
      out[pass_high_spades] = cards::size(given & high_spades);
      return;
    }
    const int card = static_cast<int>(move);
    const cards::CardSet hand = state.hands[game.to_move(state)], played = cards::set_of(card);
    const cards::Card* trick = game.trick(state);
    card_moves::fill(trick, state.table, game.seats_taken, card, hand, cards::no_trump, out);
    cards::CardSet on_table = 0;
    for (int i = 0; i < state.table; ++i) on_table |= cards::set_of(trick[i]);
    if (out[card_moves::takes] != 0) out[points_taken] = Hearts::penalty(on_table | played);
    if (state.table == 0) out[points_led] = Hearts::penalty(played);
    if (state.table > 0 && cards::suit(card) != cards::suit(trick[0])) out[points_thrown] = Hearts::penalty(played);
    if (played & high_spades)
      out[high_spade] = !(hand & cards::set_of(Hearts::queen_of_spades)) && !queen_gone(game, state);
  }

 private:
  static bool queen_gone(const Hearts& game, const Hearts::State& state) {
    const cards::Card* first = game.plays(state);
    return std::find(first, first + game.played(state), Hearts::queen_of_spades) != first + game.played(state);
  }
};

}  // namespace kibitz
