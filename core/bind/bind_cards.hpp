// What the bindings of card games share: a hand rebuilt from its deal and its moves, and the parts of states and views.
#pragma once

#include <nanobind/stl/optional.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "bind/bind_game.hpp"
#include "games/cards.hpp"
#include "search/hidden_best_response.hpp"
#include "search/listed_worlds.hpp"

namespace kibitz {

template <class G>
bool shows(const Position<G>&, int) {
  return true;
}

template <class G>
bool shows(const View<G>& view, int seat) {
  return !view.game->hidden() || view.seat == seat;
}

inline void require_range(const char* name, int value, int low, int high) {
  if (value < low || value > high)
    throw nb::value_error((std::string(name) + " must be from " + std::to_string(low) + " to " + std::to_string(high) +
                           ", not " + std::to_string(value))
                              .c_str());
}

// One set of cards a seat, None where it is hidden.
template <class P, class Hands>
std::vector<std::optional<cards::CardSet>> visible(const P& p, const Hands& hands) {
  std::vector<std::optional<cards::CardSet>> result;
  for (int seat = 0; seat < p.game->players(); ++seat)
    result.push_back(shows(p, seat) ? std::optional(hands[seat]) : std::nullopt);
  return result;
}

template <class Values, class Array>
void fill_seats(const std::vector<Values>& values, int players, const char* what, Array& out) {
  if (static_cast<int>(values.size()) != players)
    throw nb::value_error((std::string(what) + ": there must be one for each of the " + std::to_string(players) +
                           " seats, not " + std::to_string(values.size()))
                              .c_str());
  for (int seat = 0; seat < players; ++seat) {
    using Entry = typename Array::value_type;
    if (!std::in_range<Entry>(values[seat]))
      throw nb::value_error((std::string(what) + ": " + std::to_string(values[seat]) + " is out of range").c_str());
    out[seat] = static_cast<Entry>(values[seat]);
  }
}

// Plays the moves of one hand from its start; each must be legal and the last may not begin another hand.
template <class G>
Position<G> replayed(const std::shared_ptr<const G>& game, typename G::State state,
                     const std::vector<std::uint64_t>& moves) {
  const auto hand = state.hand;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::string place = "moves: number " + std::to_string(i + 1);
    if (state.hand != hand) throw nb::value_error((place + " belongs to the next hand").c_str());
    Moves<G> legal;
    game->moves(state, legal);
    if (std::none_of(legal.begin(), legal.end(), [&](auto move) { return move == moves[i]; }))
      throw nb::value_error((place + " is not legal").c_str());
    state = game->play(state, static_cast<typename G::Move>(moves[i]));
  }
  if (state.hand != hand) throw nb::value_error("moves: this hand is over and the next one has been dealt");
  return {game, state};
}

// The hands in worlds of a view, drawn evenly, and the weight of each by what the others did.
template <class G>
void bind_weighed_worlds(nb::class_<View<G>> view) {
  view.def(
      "weighed_worlds",
      [](const View<G>& v, std::uint64_t count, double evidence, std::uint64_t seed, double passes) {
        if (!(evidence >= 0 && passes >= 0)) throw nb::value_error("evidence and passes must be 0 or more");
        Random random(combine(seed, v.game->key(v.state)), stream(Purpose::sample));
        QuickRandom quick(seed);
        const WeighedWorlds<G> worlds(*v.game, v.state, v.seat, evidence, 1, nullptr, 0, 0, nullptr, 0, nullptr,
                                      passes);
        std::vector<std::pair<std::vector<cards::CardSet>, double>> found;
        for (std::uint64_t i = 0; i < count; ++i) {
          const auto state = worlds.any(random);
          found.emplace_back(std::vector<cards::CardSet>(state.hands.begin(), state.hands.begin() + v.game->players()),
                             worlds.weight_of(state, quick));
        }
        return found;
      },
      nb::arg("count"), nb::arg("evidence"), nb::arg("seed"), nb::arg("passes") = 0.0,
      "What each seat holds in worlds drawn evenly, as bits, and the weight of each by the moves of the others and by "
      "the cards that they passed.");
}

// The hands in worlds of a view that chains came to, and the share of each model of each seat there.
template <class G>
void bind_walked_worlds(nb::class_<View<G>> view) {
  view.def(
      "walked_worlds",
      [](const View<G>& v, const OpponentsGiven& others, std::uint64_t count, int steps, std::uint64_t told_from,
         std::uint64_t seed) {
        Random random(combine(seed, v.game->key(v.state)), stream(Purpose::sample));
        QuickRandom quick(random.next());
        Watch watch(check_signals);
        const auto models = opponents_given(*v.game, v.state, v.seat, others, {}, watch);
        WeighedWorlds<G> worlds(*v.game, v.state, v.seat, 0, 1, &models, told_from, 0, nullptr, steps, &watch);
        std::vector<std::pair<std::vector<cards::CardSet>, std::vector<std::vector<double>>>> found;
        for (std::uint64_t i = 0; i < count; ++i) {
          const auto state = worlds.next(random, quick);
          found.emplace_back(std::vector<cards::CardSet>(state.hands.begin(), state.hands.begin() + v.game->players()),
                             worlds.shares());
        }
        return found;
      },
      nb::arg("others"), nb::arg("count"), nb::arg("steps"), nb::arg("told_from"), nb::arg("seed"),
      "What each seat holds in worlds as exploit_worlds draws them, as bits, and the share of each of its models.");
}

// The exact best response to models from what one seat sees, over all worlds that fit, or over some that are drawn.
template <class G>
void bind_listed_worlds(nb::class_<View<G>> view) {
  view.def(
      "listed_worlds",
      [](const View<G>& v, const OpponentsGiven& others, std::uint64_t worlds, std::uint64_t combinations,
         std::uint64_t told_from, std::uint64_t seed) {
        Random random(combine(seed, v.game->key(v.state)), stream(Purpose::sample));
        Watch watch(check_signals);
        const auto models = opponents_given<G>(*v.game, v.state, v.seat, others, {}, watch);
        ListingLimits limits;
        limits.worlds = worlds;
        limits.combinations = combinations;
        ListedWorlds<G> listed(*v.game, v.state, v.seat, models, told_from, limits, watch);
        std::vector<std::pair<std::vector<std::uint64_t>, double>> found;
        for (const auto& each : listed.worlds(random))
          found.emplace_back(
              std::vector<std::uint64_t>(each.state.hands.begin(), each.state.hands.begin() + v.game->players()),
              each.weight);
        return std::tuple(found, listed.count());
      },
      nb::arg("others"), nb::arg("worlds"), nb::arg("combinations"), nb::arg("told_from"), nb::arg("seed"),
      "(what each seat holds in each world, as bits, and its probability; how many worlds there are, 0 where worlds "
      "were drawn without counting them)");
  view.def(
      "hidden_best_response",
      [](const View<G>& v, const std::vector<Want>& wants, const OpponentsGiven& others, double win_weight,
         std::uint64_t worlds, std::uint64_t combinations, std::uint64_t told_from, std::uint64_t seed, bool merge) {
        const G& game = *v.game;
        if (game.over(v.state) || game.to_move(v.state) != v.seat)
          throw nb::value_error("only the seat to move has something to choose");
        if (win_weight != 0 && win_weight != 1) throw nb::value_error("win_weight is 0 or 1");
        Judge<G> judge = judge_for(game, v.state, wants);
        judge.only_ends();
        try {
          Watch watch(check_signals);
          const auto models = opponents_given<G>(game, v.state, v.seat, others, {}, watch);
          Random random(combine(seed, game.key(v.state)), stream(Purpose::sample));
          ListingLimits limits;
          limits.worlds = worlds;
          limits.combinations = combinations;
          Objective<G> objective(game, judge, judge, v.seat, win_weight);
          std::vector<double> values;
          std::vector<Particle<G>> found;
          std::uint64_t count = 0;
          {
            const GilReleased<G> released;
            ListedWorlds<G> listed(game, v.state, v.seat, models, told_from, limits, watch);
            found = listed.worlds(random);
            count = listed.count();
            if (!found.empty())
              values = HiddenBestResponse<G>(game, objective, models, watch, v.seat, merge).children(found);
          }
          Moves<G> moves;
          game.moves(v.state, moves);
          std::vector<std::pair<std::uint64_t, double>> rows;
          for (std::size_t i = 0; i < values.size(); ++i)
            rows.emplace_back(moves[static_cast<int>(i)],
                              win_weight == 1 ? values[i] : judge.unit().reported(values[i]));
          return std::tuple(rows, found.size(), count, watch.nodes());
        } catch (const std::invalid_argument& error) {
          throw nb::value_error(error.what());
        }
      },
      nb::arg("wants"), nb::arg("others"), nb::arg("win_weight"), nb::arg("worlds"), nb::arg("combinations"),
      nb::arg("told_from"), nb::arg("seed"), nb::arg("merge"),
      "((move, value) of every move, worlds used, how many worlds there are or 0 where they were not counted, nodes)");
}

// What everybody has once the cards that are left are played, where it makes no difference how.
template <class G>
void bind_decided(nb::class_<Position<G>> state) {
  state.def_prop_ro(
      "decided",
      [](const Position<G>& p) -> std::optional<std::vector<double>> {
        typename G::State end = p.state;
        if (!p.game->decide(end)) return std::nullopt;
        const Scores scores = p.game->scores(end);
        return std::vector<double>(scores.begin(), scores.begin() + p.game->players());
      },
      "The scores at the end of this hand if the cards that are left change nothing; else None.");
}

template <class G, class P>
void bind_card_parts(nb::class_<P> type) {
  type.def_prop_ro(
          "hands", [](const P& p) { return visible(p, p.state.hands); }, "What each seat still holds, as bits.")
      .def_prop_ro(
          "deal", [](const P& p) { return visible(p, p.game->rewound(p.state).hands); },
          "What each seat was dealt in this hand, as bits.")
      .def_prop_ro(
          "record", [](const P& p) { return p.game->record(p.state); },
          "Codes of the moves of this hand; None for one that was made in secret.")
      .def_prop_ro(
          "history", [](const P& p) { return p.game->history(p.state); },
          "Codes of the moves that lead here from the start that sample_deal gives.")
      .def_prop_ro(
          "plays",
          [](const P& p) {
            std::vector<std::pair<int, int>> plays;
            p.game->each_play(
                p.state, [&](int seat, int, const cards::Card*, cards::Card card) { plays.emplace_back(seat, card); });
            return plays;
          },
          "(seat, card) for each card played in this hand, in order.")
      .def_prop_ro(
          "table", [](const P& p) { return static_cast<int>(p.state.table); }, "How many cards lie on the table.")
      .def_prop_ro("leader", [](const P& p) { return static_cast<int>(p.state.leader); })
      .def_prop_ro(
          "hand", [](const P& p) { return static_cast<int>(p.state.hand); }, "Counts hands from 0.")
      .def_prop_ro("seed", [](const P& p) { return p.state.seed; });
}

// The class that bind_game made for the views of a game, to add parts to.
template <class G>
nb::class_<View<G>> view_type() {
  return nb::borrow<nb::class_<View<G>>>(nb::type<View<G>>());
}

}  // namespace kibitz
