// Spades: what is won for certain, and how strong the hand is that is left. The second part is 0 when all cards are
// played, so at the end the evaluation orders the seats as their scores do.
#pragma once

#include <algorithm>

#include "games/capabilities.hpp"
#include "games/spades.hpp"

namespace kibitz {

template <>
struct Evaluation<Spades> {
  // Three for an ace, two for a king, one for a queen.
  static int high_cards(cards::CardSet hand) {
    constexpr cards::CardSet queens = cards::set_of(10) | cards::set_of(23) | cards::set_of(36) | cards::set_of(49);
    return cards::size(hand & queens) + 2 * cards::size(hand & queens << 1) + 3 * cards::size(hand & queens << 2);
  }

  // With bids everything but the points is worth something only while its hand is played; without, tricks are what
  // counts and points are those of earlier hands.
  static std::vector<std::string> names(const Spades& game) {
    if (!game.trick_points) return {"points", "made", "bags", "high_cards", "trumps"};
    if (game.hands == 1) return {"tricks", "high_cards", "trumps"};
    return {"tricks", "points", "high_cards", "trumps"};
  }

  static std::vector<double> weights(const Spades& game) {
    if (!game.trick_points) {
      const double bag = game.bag_limit == 0 ? 1 : 1 - static_cast<double>(game.bag_penalty) / game.bag_limit;
      return {1, 10, bag, 0.5, 0.5};
    }
    if (game.hands == 1) return {1, 0.05, 0.05};
    return {1, 0.1, 0.05, 0.05};
  }

  static std::vector<Interval> bounds(const Spades& game) {
    const double cards = game.cards_each;
    const Interval high{0, std::min(24.0, 3 * cards)};
    const Interval trumps{0, std::min(13.0, cards)};
    const double most_hands = game.trick_points ? game.hands - 1 : game.hands;
    const Interval points{most_hands * game.worst_hand(),
                          capped(game, most_hands * game.best_hand(), game.trick_points ? 0 : game.best_hand())};
    if (!game.trick_points) return {points, {0, cards}, {0, cards}, high, trumps};
    if (game.hands == 1) return {{0, cards}, high, trumps};
    return {{0, cards}, points, high, trumps};
  }

  static void features(const Spades& game, const Spades::State& state, int seat, std::span<double> out) {
    std::size_t next = 0;
    const int tricks = state.tricks[seat];
    if (!game.trick_points) {
      const bool counts = !game.over(state) && game.has_bid(state, seat);
      const int bid = counts ? game.bid(state, seat) : 0;
      out[next++] = game.over(state) ? game.settled_account(state, seat).points : state.points[seat];
      out[next++] = counts ? std::min(tricks, bid) : 0;
      out[next++] = counts ? std::max(tricks - bid, 0) : 0;
    } else {
      out[next++] = tricks;
      if (game.hands > 1) out[next++] = state.points[seat];
    }
    out[next++] = high_cards(state.hands[seat]);
    out[next++] = cards::size(state.hands[seat] & cards::suit_set(cards::spades));
  }

  static constexpr bool whole = true;

  // Equivalent cards are of one suit, but one may be an ace and the other a king.
  static bool same_after_equivalents(const Spades& game, const std::vector<double>& weights) {
    return weights[game.trick_points && game.hands == 1 ? 1 : game.trick_points ? 2 : 3] == 0;
  }

  static int foresee(const Spades& game, const Spades::State& state, Spades::Move card, std::span<double> table) {
    if (game.bidding(state) || state.count + 1 == game.bid_moves() + game.seats_taken * game.cards_each) return -1;
    const std::size_t features = table.size() / game.seats_taken;
    const int mover = game.to_move(state);
    double* own = &table[mover * features];
    own[features - 2] -= high_cards(cards::set_of(card));
    own[features - 1] -= cards::suit(card) == cards::spades;
    if (state.table + 1 < game.seats_taken) return 1 << mover;
    cards::Card trick[Spades::seats];
    for (int i = 0; i < state.table; ++i) trick[i] = game.trick(state)[i];
    trick[state.table] = card;
    const int winner =
        cards::next_seat(state.leader, cards::winning_place(trick, game.seats_taken, cards::spades), game.seats_taken);
    double* won = &table[winner * features];
    if (game.trick_points) {
      won[0] += 1;
    } else {
      const bool made = state.tricks[winner] >= game.bid(state, winner);
      won[made ? 2 : 1] += 1;
    }
    return 1 << mover | 1 << winner;
  }

  // Every trick goes to somebody, and cards only leave the hands.
  static FeaturesAhead ahead(const Spades& game, const Spades::State& state, int plies) {
    if (!game.trick_points || game.hands != 1) return {};
    FeaturesAhead found;
    const int left = game.seats_taken * game.cards_each - state.count;
    const int played = std::min(plies, left);
    const double tricks = (state.table + played) / game.seats_taken;
    found.may_end = played == left;
    found.together = {{tricks, tricks}, {0, 0}, {0, 0}};
    for (int seat = 0; seat < game.seats_taken; ++seat) {
      std::array<double, 3> now;
      features(game, state, seat, now);
      found.each.insert(found.each.end(), {{now[0], now[0] + tricks}, {0, now[1]}, {0, now[2]}});
      found.together[0] = {found.together[0].low + now[0], found.together[0].high + now[0]};
      for (int i = 1; i < 3; ++i) found.together[i].high += now[i];
    }
    return found;
  }

  static void reachable(const Spades& game, const Spades::State& state, int seat, std::span<Interval> out) {
    for (auto& interval : out) interval = {0, 0};
    const int won = state.tricks[seat];
    const int left = game.cards_each - (won + tricks_of_others(game, state, seat));
    const Interval tricks{double(won), double(won + left)};
    const int more = game.hands - 1 - state.hand;  // hands after this one
    const double earlier = state.points[seat];
    if (game.over(state)) {
      std::array<double, 5> settled{};
      features(game, state, seat, settled);
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = {settled[i], settled[i]};
      return;
    }
    if (!game.trick_points) {
      const Interval result = hand_result(game, state, seat, tricks);
      out[0] = {result.low + more * std::min(0, game.worst_hand()),
                capped(game, result.high + more * game.best_hand(), game.best_hand())};
      return;
    }
    out[0] = more == 0 ? tricks : Interval{0, double(game.cards_each)};
    if (game.hands > 1) out[1] = {earlier, capped(game, earlier + more * game.best_hand(), 0)};
  }

  // Nobody has reached the limit when the last hand begins.
  static double capped(const Spades& game, double points, int last_hand) {
    return game.limit > 0 ? std::min(points, game.limit - 1.0 + last_hand) : points;
  }

  static int tricks_of_others(const Spades& game, const Spades::State& state, int seat) {
    int tricks = 0;
    for (int other = 0; other < game.players(); ++other)
      if (other != seat) tricks += state.tricks[other];
    return tricks;
  }

  // The points after this hand, over all numbers of tricks and, before it is made, all bids.
  static Interval hand_result(const Spades& game, const Spades::State& state, int seat, Interval tricks) {
    const bool known = game.has_bid(state, seat);
    const int lowest = known ? game.bid(state, seat) : game.lowest_bid;
    const int highest = known ? lowest : game.cards_each;
    Interval result{1e9, -1e9};
    for (int bid = lowest; bid <= highest; ++bid)
      for (int taken = int(tricks.low); taken <= int(tricks.high); ++taken) {
        const double points = game.account({state.points[seat], state.bags[seat]}, bid, taken).points;
        result = {std::min(result.low, points), std::max(result.high, points)};
      }
    return result;
  }
};

static_assert(Reaching<Spades>);

}  // namespace kibitz
