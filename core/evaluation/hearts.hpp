// Hearts: the penalties taken, and what in the hand may bring more. The second part is 0 when all cards are played, so
// at the end the evaluation is the score.
#pragma once

#include <algorithm>

#include "games/capabilities.hpp"
#include "games/hearts.hpp"

namespace kibitz {

template <>
struct Evaluation<Hearts> {
  static constexpr cards::CardSet queen = cards::set_of(Hearts::queen_of_spades);
  static constexpr cards::CardSet above_queen = queen << 1 | queen << 2;
  static constexpr cards::CardSet high_hearts = cards::suit_set(cards::hearts) & ~cards::below(26 + 8);  // ten and up

  static std::vector<std::string> names(const Hearts&) { return {"penalties", "danger"}; }
  static std::vector<double> weights(const Hearts&) { return {1, 0.1}; }
  static std::vector<Interval> bounds(const Hearts& game) {
    return {{-capped(game, double(game.hands) * game.most_points()), 0}, {-12, 0}};
  }

  static void features(const Hearts&, const Hearts::State& state, int seat, std::span<double> out) {
    const cards::CardSet hand = state.hands[seat];
    out[0] = -int{state.points[seat]};
    out[1] = -(3 * cards::size(hand & queen) + 2 * cards::size(hand & above_queen) + cards::size(hand & high_hearts));
  }

  static constexpr bool whole = true;

  // One of two equivalent cards may be dangerous and the other not.
  static bool same_after_equivalents(const Hearts&, const std::vector<double>& weights) { return weights[1] == 0; }

  static int foresee(const Hearts& game, const Hearts::State& state, Hearts::Move move, std::span<double> table) {
    if (Hearts::is_pass(move) || state.count + 1 == game.pass_bytes(state) + game.seats_taken * game.cards_each)
      return -1;
    const int mover = game.to_move(state);
    const cards::CardSet card = cards::set_of(static_cast<int>(move));
    table[2 * mover + 1] +=
        3 * cards::size(card & queen) + 2 * cards::size(card & above_queen) + cards::size(card & high_hearts);
    if (state.table + 1 < game.seats_taken) return 1 << mover;
    cards::Card trick[Hearts::seats];
    for (int i = 0; i < state.table; ++i) trick[i] = game.trick(state)[i];
    trick[state.table] = static_cast<cards::Card>(move);
    cards::CardSet taken = card;
    for (int i = 0; i < state.table; ++i) taken |= cards::set_of(trick[i]);
    const int winner = cards::next_seat(state.leader, cards::winning_place(trick, game.seats_taken, cards::no_trump),
                                        game.seats_taken);
    table[2 * winner] -= Hearts::penalty(taken);
    return 1 << mover | 1 << winner;
  }

  // Penalties only grow, by what is still out; the danger lies in the cards held.
  static FeaturesAhead ahead(const Hearts& game, const Hearts::State& state, int plies) {
    if (game.hands != 1 || game.moon || game.choosing(state)) return {};
    FeaturesAhead found;
    cards::CardSet out = 0;
    for (int seat = 0; seat < game.seats_taken; ++seat) out |= state.hands[seat];
    for (int i = 0; i < state.table; ++i) out |= cards::set_of(game.trick(state)[i]);
    const double to_come = Hearts::penalty(out);
    found.may_end = plies >= game.seats_taken * game.cards_each - game.played(state);
    found.together = {{-to_come, 0}, {0, 0}};
    for (int seat = 0; seat < game.seats_taken; ++seat) {
      std::array<double, 2> now;
      features(game, state, seat, now);
      found.each.insert(found.each.end(), {{now[0] - to_come, now[0]}, {now[1], 0}});
      found.together[0] = {found.together[0].low + now[0], found.together[0].high + now[0]};
      found.together[1].low += now[1];
    }
    return found;
  }

  static void reachable(const Hearts& game, const Hearts::State& state, int seat, std::span<Interval> out) {
    out[1] = {0, 0};
    const double points = state.points[seat];
    if (game.over(state)) {
      out[0] = {-points, -points};
      return;
    }
    cards::CardSet left = 0;
    for (int player = 0; player < game.players(); ++player) left |= state.hands[player];
    for (int i = 0; i < state.table; ++i) left |= cards::set_of(game.trick(state)[i]);
    const double to_come = Hearts::penalty(left);
    const double later = double(game.hands - 1 - state.hand) * game.most_points();
    // While nobody else has points in this hand, a seat may shoot the moon, lose what it has, and give the others all.
    const bool moon = game.moon && std::popcount(unsigned{state.takers}) <= 1;
    const double taken = moon ? game.points_played(state) : 0;
    const double earlier = moon && (state.takers >> seat & 1) ? points - taken : points;
    out[0] = moon ? Interval{-capped(game, earlier + taken + to_come + later), -earlier}
                  : Interval{-capped(game, points + to_come + later), -points};
  }

  // Nobody has reached the limit when the last hand begins.
  static double capped(const Hearts& game, double points) {
    return game.limit > 0 ? std::min(points, game.limit - 1.0 + game.most_points()) : points;
  }
};

static_assert(Reaching<Hearts>);

}  // namespace kibitz
