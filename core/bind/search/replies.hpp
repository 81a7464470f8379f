// Replies to models: what a compiled model does, exploit, the exact best response, and what moves are like.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <optional>
#include <utility>

#include "bind/search/common.hpp"
#include "bind/search/simulations.hpp"
#include "policies/compiled.hpp"
#include "search/best_response.hpp"
#include "search/exploit.hpp"
#include "search/hidden_mcts.hpp"
#include "search/leaf_tree.hpp"

namespace kibitz {

namespace nb = nanobind;

// Functions of Python that are asked what a model would do in a state: ask(number, state) -> a share for every move.
template <Game G, class P>
std::vector<typename AskedPolicy<G>::Ask> asked_of(const P& p, int count, const nb::object& ask) {
  std::vector<typename AskedPolicy<G>::Ask> asked;
  for (int number = 0; number < count; ++number)
    asked.push_back([&p, ask, number](const typename G::State& state, const Moves<G>& moves, std::vector<double>& out) {
      const nb::gil_scoped_acquire held;
      out = nb::cast<std::vector<double>>(ask(number, P{p.game, state}));
      if (static_cast<int>(out.size()) != moves.size()) throw nb::value_error("one share a move is needed");
    });
  return asked;
}

// For each seat the candidates, as (weight, in the tree, below it), and how often it errs; that of the mover is empty.
using OpponentsGiven = std::vector<std::pair<std::vector<std::tuple<double, Behaviour, Behaviour>>, double>>;

template <Game G>
std::vector<Opponent<G>> opponents_given(const G& game, const typename G::State& root, int own,
                                         const OpponentsGiven& given,
                                         const std::vector<typename AskedPolicy<G>::Ask>& asked, Watch& watch) {
  if (static_cast<int>(given.size()) != game.players()) throw nb::value_error("candidates of every seat are needed");
  std::vector<Opponent<G>> opponents;
  for (int seat = 0; seat < game.players(); ++seat) {
    Opponent<G>& opponent = opponents.emplace_back();
    opponent.noise = given[seat].second;
    if (!(opponent.noise >= 0 && opponent.noise <= 1)) throw nb::value_error("noise is from 0 to 1");
    double total = 0;
    for (const auto& [weight, tree, rollout] : given[seat].first) {
      if (!(weight >= 0)) throw nb::value_error("a weight is 0 or more");
      total += weight;
      auto in_tree = tree.kind == Behaviour::Kind::itself ? nullptr : compiled(game, root, tree, asked, watch);
      opponent.candidates.push_back({weight, std::move(in_tree), compiled(game, root, rollout, asked, watch)});
    }
    if (seat != own && !(total > 0)) throw nb::value_error("every other seat needs a candidate");
  }
  return opponents;
}

template <Game G>
bool has_evaluation([[maybe_unused]] const G& game) {
  if constexpr (requires { game.evaluated(); }) return game.evaluated();
  return Evaluated<G>;
}

template <Game G>
void describe_position(const G& game, const typename G::State& state, int seat, std::vector<double>& row) {
  if constexpr (Evaluated<G>) {
    if (has_evaluation(game)) {
      const std::size_t count = Evaluation<G>::names(game).size(), start = row.size();
      std::vector<double> features(count);
      const int players = game.players();
      row.resize(start + count * (players > 1 ? players : 2), 0.0);
      for (int after = 0; after < players; ++after) {
        Evaluation<G>::features(game, state, (seat + after) % players, features);
        for (std::size_t i = 0; i < count; ++i) {
          if (after == 0) row[start + i] = features[i];
          if (after > 0) row[start + count + i] += features[i] / (players - 1);
          if (after > 0 && after < players - 1) row[start + (1 + after) * count + i] = features[i];
        }
      }
    }
  }
  row.push_back(game.over(state) ? game.scores(state)[seat] : 0);
}

// The seat's features of the evaluation, and its score if the game is over.
template <Game G>
void describe_for_one(const G& game, const typename G::State& state, int seat, std::vector<double>& row) {
  if constexpr (Evaluated<G>) {
    if (has_evaluation(game)) {
      row.resize(Evaluation<G>::names(game).size());
      Evaluation<G>::features(game, state, seat, row);
    }
  }
  row.push_back(game.over(state) ? game.scores(state)[seat] : 0);
}

// Exploit from what one seat sees: P is a position, V a view.
template <Game G, class P, class V>
void bind_view_replies(nb::class_<V>& view) {
  view.def(
      "exploit_worlds",
      [](const V& v, const std::vector<Want>& wants, const OpponentsGiven& others, int asked, const nb::object& ask,
         std::uint64_t simulations, double seconds, double exploration, double low, double high, std::uint64_t seed,
         int repeats, std::uint64_t told_from, bool to_win, std::uint64_t nodes, std::uint64_t most_worlds, int steps) {
        if (v.game->over(v.state) || v.game->to_move(v.state) != v.seat)
          throw nb::value_error("only the seat to move has something to choose");
        if (repeats < 1) throw nb::value_error("repeats must be 1 or more");
        const P root{v.game, v.state};
        const Judge<G> judge = judge_for(*v.game, v.state, wants);
        HiddenSettings settings;
        settings.limits = simulations_given(simulations, seconds, exploration, 0, low, high, seed, judge.unit());
        settings.repeats = repeats;
        settings.to_win = to_win;
        settings.nodes = nodes;
        settings.most_worlds = most_worlds;
        settings.steps = steps;
        Watch watch(check_signals);
        std::vector<Opponent<G>> models;
        try {
          models = opponents_given(*v.game, v.state, v.seat, others, asked_of<G>(root, asked, ask), watch);
        } catch (const std::invalid_argument& error) {
          throw nb::value_error(error.what());
        }
        SimulationReport found;
        {
          const GilReleased<G> released;
          found = HiddenMcts<G>(*v.game, judge, nullptr, watch, settings, &models, told_from).search(v.state, v.seat);
        }
        return std::tuple(as_simulated(found, v.game->players(), judge.unit(), watch.nodes()), found.worlds,
                          found.effective, found.chains, found.changes);
      },
      nb::arg("wants"), nb::arg("others"), nb::arg("asked"), nb::arg("ask").none(), nb::arg("simulations"),
      nb::arg("seconds"), nb::arg("exploration"), nb::arg("low"), nb::arg("high"), nb::arg("seed"), nb::arg("repeats"),
      nb::arg("told_from"), nb::arg("to_win"), nb::arg("nodes"), nb::arg("most_worlds"), nb::arg("steps"),
      "As hidden_mcts, where the others move as their models say.");
}

template <Game G, class P>
void bind_replies(nb::class_<P>& state) {
  state.attr("plays_lightly") = PlayedLightly<G>;
  state.def(
      "behaves",
      [](const P& p, const Behaviour& behaviour) {
        require_choice<G>(p);
        try {
          Watch watch(check_signals);
          const auto policy = compiled<G>(*p.game, p.state, behaviour, {}, watch);
          Moves<G> moves;
          p.game->moves(p.state, moves);
          std::vector<double> shares;
          policy->probabilities(p.state, moves, shares);
          return shares;
        } catch (const std::invalid_argument& error) {
          throw nb::value_error(error.what());
        }
      },
      nb::arg("behaviour"), "The probability of every move, in move order.");
  state.def(
      "moves_described",
      [](const P& p) {
        const G& game = *p.game;
        require_choice<G>(p);
        std::vector<std::vector<double>> found;
        Moves<G> moves;
        game.moves(p.state, moves);
        const std::size_t count = move_feature_names(game).size();
        const MoveDescriber<G> describe(game, p.state);
        for (const auto move : moves) {
          std::vector<double>& row = found.emplace_back(count);
          describe(move, row);
          describe_position(game, game.play(p.state, move), game.to_move(p.state), row);
        }
        return found;
      },
      "Of every move, in move order: its own features, after it the mover's features of the evaluation, those of the "
      "others on average, those of each of the others but the last in turn order, and the mover's score if the game is "
      "over.");
  state.def(
      "boards_described",
      [](const P& p, const Want& want, int depth, bool left_high, std::uint64_t nodes) {
        const G& game = *p.game;
        require_choice<G>(p);
        std::vector<double> rows;
        int count = 0;
        if (want.kind != Want::Kind::evaluation) throw nb::value_error("an evaluation is needed");
        if (depth < 1) throw nb::value_error("depth must be 1 or more");
        Watch watch(check_signals);
        watch.obey({nodes, 0});
        try {
          const Judge<G> judge = judge_for(game, p.state, std::vector<Want>(game.players(), want));
          const GilReleased<G> released;
          DominantBoards<G> ahead(game, judge, watch, p.state, depth, left_high ? Ties::left_high : Ties::left_low);
          const std::size_t of_moves = move_feature_names(game).size();
          const MoveDescriber<G> describe(game, p.state);
          std::vector<double> row;
          count = ahead.moves().size();
          for (int i = 0; i < count; ++i) {
            row.assign(of_moves, 0.0);
            describe(ahead.moves()[i], row);
            describe_position(game, ahead.end(i), game.to_move(p.state), row);
            rows.insert(rows.end(), row.begin(), row.end());
          }
        } catch (const Stopped&) {
          rows.clear();
        } catch (const std::invalid_argument& error) {
          throw nb::value_error(error.what());
        }
        const auto* begin = reinterpret_cast<const char*>(rows.data());
        return std::tuple(nb::bytes(begin, rows.size() * sizeof(double)), count, watch.nodes());
      },
      nb::arg("want"), nb::arg("depth"), nb::arg("left_high"), nb::arg("nodes"),
      "The same, but of the position in which a search of so many plies ends after the move, everybody wanting the "
      "same: rows of 64-bit floats, as bytes, none where it needs more nodes. Then the number of moves, and that of "
      "nodes.");
  state.def(
      "leaves_described",
      [](const P& p, int depth, std::uint64_t most, const nb::bytes& weights) -> nb::object {
        const G& game = *p.game;
        require_choice<G>(p);
        const int seat = game.to_move(p.state);
        std::vector<float> drawn(weights.size() / sizeof(float));
        std::memcpy(drawn.data(), weights.c_str(), drawn.size() * sizeof(float));
        const auto bytes = [](const auto& numbers) {
          return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(numbers[0]));
        };
        try {
          Watch watch(check_signals);
          const auto describe = [&](const typename G::State& leaf, std::vector<double>& row) {
            describe_for_one(game, leaf, seat, row);
          };
          std::optional<LeafTree<G>> tree;
          {
            const GilReleased<G> released;
            tree.emplace(game, watch, p.state, plies_to_look(game, p.state, depth, false), most, std::move(drawn),
                         describe);
          }
          nb::list counts, own;
          for (const auto& of_ply : tree->root().counts) counts.append(bytes(of_ply));
          for (const int mover : tree->movers()) own.append(mover == seat);
          return nb::make_tuple(bytes(tree->root().leaves), counts, own);
        } catch (const Stopped&) {
          return nb::none();
        } catch (const std::invalid_argument&) {
          return nb::none();
        }
      },
      nb::arg("depth"), nb::arg("most"), nb::arg("weights"),
      "The boards in which a search of so many plies may end: the mover's features of the evaluation and its score if "
      "the game is over, as 32-bit floats, in the order of the tree; for every ply the number of children of each "
      "node, as 32-bit integers; and whether the mover moves at this ply. Below the moves, only children are kept that "
      "are best under one of the sets of `weights`, which are 32-bit floats, those of one feature after those of "
      "another. Nothing where there are more than `most` boards, where players do not take turns, or where chance "
      "decides.");
  state.def(
      "exploit",
      [](const P& p, int seat, const std::vector<Want>& wants, const std::vector<Want>& guides,
         const OpponentsGiven& others, const Behaviour& own, const std::optional<Behaviour>& prior, int asked,
         const nb::object& ask, double win_weight, std::uint64_t simulations, double seconds, double exploration,
         bool puct, int rollout_depth, std::uint64_t nodes, double patience, double searched_costs,
         double simulated_costs, double call_costs, double low, double high, std::uint64_t seed, KeptTree* kept) {
        require_choice<G>(p);
        const G& game = *p.game;
        require_seat(game, seat);
        const Judge<G> judge = judge_for(game, p.state, wants), guide = judge_for(game, p.state, guides);
        const ExploitOptions options{
            simulations_given(simulations, seconds, exploration, rollout_depth, low, high, seed, judge.unit()),
            puct,
            nodes,
            patience,
            searched_costs,
            simulated_costs,
            call_costs};
        if (!(patience >= 0)) throw nb::value_error("patience is 0 or more");
        if (!(searched_costs >= 0 && simulated_costs >= 0 && call_costs >= 0))
          throw nb::value_error("costs are 0 or more");
        if (!(win_weight >= 0 && win_weight <= 1)) throw nb::value_error("win_weight is from 0 to 1");
        try {
          Watch watch(check_signals);
          const auto functions = asked_of<G>(p, asked, ask);
          auto opponents = opponents_given(game, p.state, seat, others, functions, watch);
          const auto own_policy = compiled(game, p.state, own, functions, watch);
          const auto prior_policy = prior ? compiled(game, p.state, *prior, functions, watch) : nullptr;
          std::vector<Objective<G>> objectives;
          for (int each = 0; each < game.players(); ++each)
            objectives.emplace_back(game, judge, guide, each, win_weight);
          ExploitReport found;
          {
            const GilReleased<G> released;
            found = Exploit<G>(game, seat, objectives, opponents, *own_policy, prior_policy.get(), watch, options)
                        .search(p.state, kept);
          }
          using Row = std::tuple<std::uint64_t, std::uint64_t, double, double, double>;
          const auto row = [&](const ExploitedMove& each) {
            return Row{each.move, each.visits, each.value, each.win, judge.unit().reported(each.own)};
          };
          std::vector<Row> moves;
          for (const ExploitedMove& each : found.moves) moves.push_back(row(each));
          return std::tuple(moves, row(found.position), found.line, found.simulations, watch.nodes(), found.kept);
        } catch (const std::invalid_argument& error) {
          throw nb::value_error(error.what());
        }
      },
      nb::arg("seat"), nb::arg("wants"), nb::arg("guides"), nb::arg("others"), nb::arg("own"), nb::arg("prior").none(),
      nb::arg("asked"), nb::arg("ask").none(), nb::arg("win_weight"), nb::arg("simulations"), nb::arg("seconds"),
      nb::arg("exploration"), nb::arg("puct"), nb::arg("rollout_depth"), nb::arg("nodes"), nb::arg("patience"),
      nb::arg("searched_costs"), nb::arg("simulated_costs"), nb::arg("call_costs"), nb::arg("low"), nb::arg("high"),
      nb::arg("seed"), nb::arg("kept").none() = nb::none(),
      "((move, visits, mean value, mean share of the win, mean of what is wanted) of every move, the same of the "
      "position, the line most visited, simulations, nodes, simulations that were kept from earlier searches)");
  state.def(
      "best_response",
      [](const P& p, int seat, const std::vector<Want>& wants, const OpponentsGiven& others, int asked,
         const nb::object& ask, double win_weight, double low, double high, std::uint64_t nodes, bool table,
         bool merge) {
        require_choice<G>(p);
        const G& game = *p.game;
        require_seat(game, seat);
        Judge<G> judge = judge_for(game, p.state, wants);
        judge.only_ends();
        if (!(win_weight >= 0 && win_weight <= 1)) throw nb::value_error("win_weight is from 0 to 1");
        try {
          Watch watch(check_signals), policies(check_signals);
          const auto functions = asked_of<G>(p, asked, ask);
          auto opponents = opponents_given(game, p.state, seat, others, functions, policies);
          for (const auto& opponent : opponents)
            if (opponent.explores()) throw nb::value_error("an exact reply needs a policy of everybody");
          Objective<G> objective(game, judge, judge, seat, win_weight);
          BestResponse<G> search(game, objective, opponents, watch, seat,
                                 {judge.unit().taken(low), judge.unit().taken(high)}, table, merge);
          using Row = std::tuple<std::uint64_t, double, double, double>;
          const bool compared_as_is = win_weight == 0 && !(low < high);
          const auto row = [&](std::uint64_t move, const Result& result) {
            const double own = judge.unit().reported(result.own);
            return Row{move, compared_as_is ? own : search.worth(result), result.win, own};
          };
          std::vector<Row> moves;
          Row position{};
          try {
            const GilReleased<G> released;
            watch.obey({nodes, 0});
            if (game.to_move(p.state) == seat) {
              const std::vector<Result> found = search.children(p.state);
              Moves<G> legal;
              game.moves(p.state, legal);
              for (int i = 0; i < legal.size(); ++i) moves.push_back(row(legal[i], found[i]));
              position = row(0, search.best_of(found));
            } else {
              position = row(0, search.position(p.state));
            }
          } catch (const Stopped&) {
            return std::tuple(std::vector<Row>{}, std::optional<Row>{}, watch.nodes());
          }
          return std::tuple(moves, std::optional<Row>(position), watch.nodes());
        } catch (const std::invalid_argument& error) {
          throw nb::value_error(error.what());
        }
      },
      nb::arg("seat"), nb::arg("wants"), nb::arg("others"), nb::arg("asked"), nb::arg("ask").none(),
      nb::arg("win_weight"), nb::arg("low"), nb::arg("high"), nb::arg("nodes"), nb::arg("table"), nb::arg("merge"),
      "((move, value, share of the win, what is wanted) of every move, exact, where the seat is to move; the same of "
      "the position, none if more nodes were needed than allowed; nodes)");
}

}  // namespace kibitz
