// Hearts: what a card or a pass is like.
#pragma once

#include <algorithm>
#include <array>

#include "evaluation/card_moves.hpp"
#include "evaluation/card_situations.hpp"
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

  // What a card is like in its situation, beyond card_situations.
  enum InSituation {
    points_given = card_situations::feature_count,  // of a card that does not take the trick so far
    points_to_first,                                // the same, to one who has the fewest points
    points_to_giver,                                // to one who gave points to the mover
    takes_clean,                                    // takes a trick without points
    takes_hurt,                                     // takes, times the points that the mover has, up to 13
    rank_hurt,
    takes_moon,  // takes, if the mover has points and nobody else has
    rank_moon,
    queen,        // of spades
    seeks_queen,  // leads a spade below her while somebody else has her
    situation_count
  };

  static std::vector<std::string> names(const Hearts&) {
    std::vector<std::string> list = card_moves::names();
    list.insert(list.end(), {"points_taken", "points_thrown", "points_led", "high_spade", "pass_rank", "pass_points",
                             "pass_high_spades"});
    for (const std::string& name : card_situations::names()) list.push_back(name);
    list.insert(list.end(), {"points_given", "points_to_first", "points_to_giver", "takes_clean", "takes_hurt",
                             "rank_hurt", "takes_moon", "rank_moon", "queen", "seeks_queen"});
    return list;
  }

  static int situations(const Hearts&) { return situation_count; }

  static void features(const Hearts& game, const Hearts::State& state, Hearts::Move move, std::span<double> out) {
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

  static void weigh(const Hearts& game, const Hearts::State& state, const Moves<Hearts>& moves,
                    std::span<const double> weights, std::span<double> out) {
    if (game.choosing(state)) {
      std::array<double, feature_count> passing{};
      for (int i = 0; i < moves.size(); ++i) {
        features(game, state, moves[i], passing);
        for (const int each : {pass_rank, pass_points, pass_high_spades}) out[i] += weights[each] * passing[each];
      }
      return;
    }
    const cards::CardSet hand = state.hands[game.to_move(state)];
    const cards::Card* trick = game.trick(state);
    const card_moves::WeightedSum sum(trick, state.table, game.seats_taken, hand, cards::no_trump, weights);
    cards::CardSet on_table = 0;
    for (int i = 0; i < state.table; ++i) on_table |= cards::set_of(trick[i]);
    for (int i = 0; i < moves.size(); ++i) {
      const int card = static_cast<int>(moves[i]);
      const cards::CardSet played = cards::set_of(card);
      const bool takes = sum.takes(card);
      double worth = sum(card, takes);
      if (takes) worth += weights[points_taken] * Hearts::penalty(on_table | played);
      if (state.table > 0 && !sum.follows(card)) worth += weights[points_thrown] * Hearts::penalty(played);
      if (state.table == 0) worth += weights[points_led] * Hearts::penalty(played);
      if ((played & high_spades) && !(hand & cards::set_of(Hearts::queen_of_spades)) && !queen_gone(game, state))
        worth += weights[high_spade];
      out[i] += worth;
    }
  }

  struct Situation {
    card_situations::Trick trick;
    card_situations::Extremes extremes;
    card_situations::Past<Hearts::seats> past;
    cards::CardSet on_table = 0;
    std::array<int, Hearts::seats> points{};  // of this hand
    unsigned first = 0, last = 0, givers = 0;
    bool moon = false;  // the mover has points, and nobody else has
    int winner = -1;
  };

  static Situation situation(const Hearts& game, const Hearts::State& state) {
    if (game.choosing(state)) return {};
    const int seat = game.to_move(state), players = game.seats_taken;
    Situation found;
    found.past = card_situations::Past<Hearts::seats>::of(game.plays(state), game.played(state), state.table,
                                                          state.leader, seat, players, cards::no_trump);
    const double stage = double(found.past.tricks) / game.cards_each;
    found.trick = {game.trick(state), state.table,       players,           seat, state.leader,
                   cards::no_trump,   state.hands[seat], game.legal(state), stage};
    found.extremes = card_situations::Extremes::of(found.trick);
    int of_others = 0;
    for (int each = 0; each < players; ++each) {
      found.points[each] = Hearts::penalty(found.past.taken[each]);
      if (each != seat) of_others += found.points[each];
      if (found.past.given[each] & Hearts::point_cards) found.givers |= 1u << each;
    }
    for (int i = 0; i < state.table; ++i) found.on_table |= cards::set_of(game.trick(state)[i]);
    found.first = card_situations::extreme(found.points, players, seat, false);
    found.last = card_situations::extreme(found.points, players, seat, true);
    found.moon = found.points[seat] > 0 && of_others == 0;
    found.winner = found.trick.winner();
    return found;
  }

  static void in_situation(const Hearts&, const Hearts::State&, const Situation& given, Hearts::Move move,
                           std::span<double> all) {
    if (Hearts::is_pass(move)) return;
    const int card = static_cast<int>(move);
    const card_situations::Trick& trick = given.trick;
    const std::span<double> out = all.subspan(feature_count);
    card_situations::fill(trick, given.extremes, given.past, given.first, given.last, given.winner, card, all, out);
    const double rank = card % 13, hurt = std::min(given.points[trick.seat], 13) / 13.0;
    out[queen] = card == Hearts::queen_of_spades;
    out[rank_hurt] = rank * hurt;
    out[rank_moon] = given.moon ? rank : 0;
    if (trick.table == 0) {
      const bool small = cards::suit(card) == cards::spades && card < Hearts::queen_of_spades;
      out[seeks_queen] = small && !((given.past.played | trick.hand) & cards::set_of(Hearts::queen_of_spades));
    } else if (all[card_moves::takes] != 0) {
      out[takes_clean] = !(given.on_table & Hearts::point_cards);
      out[takes_hurt] = hurt;
      out[takes_moon] = given.moon;
    } else {
      const int worth = Hearts::penalty(cards::set_of(card));
      out[points_given] = worth;
      out[points_to_first] = given.first >> given.winner & 1 ? worth : 0;
      out[points_to_giver] = given.givers >> given.winner & 1 ? worth : 0;
    }
  }

 private:
  static constexpr cards::CardSet high_spades = cards::set_of(Hearts::queen_of_spades + 1) | cards::set_of(51);

  static bool queen_gone(const Hearts& game, const Hearts::State& state) {
    const cards::Card* first = game.plays(state);
    return std::find(first, first + game.played(state), Hearts::queen_of_spades) != first + game.played(state);
  }
};

}  // namespace kibitz
