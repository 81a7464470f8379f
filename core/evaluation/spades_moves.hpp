// Spades: what a card or a bid is like.
#pragma once

#include <algorithm>

#include "evaluation/card_moves.hpp"
#include "evaluation/card_situations.hpp"
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

  // What a card is like in its situation, beyond card_situations.
  enum InSituation {
    ruff_rank = card_situations::feature_count,  // of a spade on another suit
    takes_enough,  // takes, and the bid is made, or without bids an equal part of the tricks
    rank_enough,
    lose_rank_enough,
    takes_from_needy,  // takes the trick so far from one whose bid is not made
    situation_count
  };

  static std::vector<std::string> names(const Spades&) {
    std::vector<std::string> list = card_moves::names();
    list.insert(list.end(), {"trump", "trump_led", "wanted", "unwanted", "bid"});
    for (const std::string& name : card_situations::names()) list.push_back(name);
    list.insert(list.end(), {"ruff_rank", "takes_enough", "rank_enough", "lose_rank_enough", "takes_from_needy"});
    return list;
  }

  static int situations(const Spades&) { return situation_count; }

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

  static void weigh(const Spades& game, const Spades::State& state, const Moves<Spades>& moves,
                    std::span<const double> weights, std::span<double> out) {
    if (game.bidding(state)) {
      for (int i = 0; i < moves.size(); ++i) out[i] += weights[bid] * (moves[i] - Spades::first_bid);
      return;
    }
    const int seat = game.to_move(state);
    const card_moves::WeightedSum sum(game.trick(state), state.table, game.seats_taken, state.hands[seat],
                                      cards::spades, weights);
    const bool spades_led = state.table > 0 && cards::suit(game.trick(state)[0]) == cards::spades;
    const bool bids = !game.trick_points, needs = bids && state.tricks[seat] < game.bid(state, seat);
    for (int i = 0; i < moves.size(); ++i) {
      const bool takes = sum.takes(moves[i]);
      double worth = sum(moves[i], takes);
      if (cards::suit(moves[i]) == cards::spades && !spades_led) worth += weights[state.table > 0 ? trump : trump_led];
      if (takes && bids) worth += weights[needs ? wanted : unwanted];
      out[i] += worth;
    }
  }

  struct Situation {
    card_situations::Trick trick;
    card_situations::Extremes extremes;
    card_situations::Past<Spades::seats> past;
    unsigned first = 0, last = 0;
    bool enough = false;  // the bid is made, or without bids an equal part of the tricks is
    bool needy = false;   // whoever wins so far has a bid that is not made
    int winner = -1;
  };

  static Situation situation(const Spades& game, const Spades::State& state) {
    if (game.bidding(state)) return {};
    const int seat = game.to_move(state), players = game.seats_taken;
    Situation found;
    found.past = card_situations::Past<Spades::seats>::of(game.plays(state), game.played(state), state.table,
                                                          state.leader, seat, players, cards::spades);
    const double stage = double(found.past.tricks) / game.cards_each;
    found.trick = {game.trick(state), state.table,       players,           seat, state.leader,
                   cards::spades,     state.hands[seat], game.legal(state), stage};
    found.extremes = card_situations::Extremes::of(found.trick);
    found.first = card_situations::extreme(found.past.won, players, seat, true);
    found.last = card_situations::extreme(found.past.won, players, seat, false);
    const double due = game.trick_points ? double(game.cards_each) / players : game.bid(state, seat);
    found.enough = found.past.won[seat] >= due;
    found.winner = found.trick.winner();
    if (found.winner >= 0 && !game.trick_points)
      found.needy = found.past.won[found.winner] < game.bid(state, found.winner);
    return found;
  }

  static void in_situation(const Spades&, const Spades::State&, const Situation& given, Spades::Move move,
                           std::span<double> all) {
    if (move >= Spades::first_bid) return;
    const std::span<double> out = all.subspan(feature_count);
    card_situations::fill(given.trick, given.extremes, given.past, given.first, given.last, given.winner, move, all,
                          out);
    const double rank = move % 13;
    const bool takes = all[card_moves::takes] != 0;
    if (all[trump] != 0) out[ruff_rank] = rank;
    out[rank_enough] = given.enough ? rank : 0;
    out[lose_rank_enough] = given.enough ? all[card_moves::lose_rank] : 0;
    out[takes_enough] = takes && given.enough;
    out[takes_from_needy] = takes && given.needy;
  }
};

}  // namespace kibitz
