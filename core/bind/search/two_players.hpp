// The searches for two players: alpha-beta and M*.
#pragma once

#include <nanobind/stl/tuple.h>

#include <tuple>

#include "bind/search/common.hpp"
#include "search/alpha_beta.hpp"
#include "search/m_star.hpp"

namespace kibitz {

inline constexpr int deepest_given = 10'000;

inline int bounded_depth_given(int depth) {
  if (depth > deepest_given) throw nb::value_error("depth must be at most 10000");
  return depth_given(depth);
}

inline MStarVariant variant_named(const std::string& name) {
  if (name == "cautious") return MStarVariant::cautious;
  if (name == "plain") return MStarVariant::plain;
  if (name == "recursive") return MStarVariant::recursive;
  if (name == "korf") return MStarVariant::korf;
  if (name == "tie-break") return MStarVariant::tie_break;
  throw nb::value_error("variant is cautious, plain, recursive, korf or tie-break");
}

template <class G, class P>
void require_two_players(const P& p) {
  require_choice<G>(p);
  if (p.game->players() != 2) throw nb::value_error("this search is for two players");
  if (p.game->to_move(p.state) == chance_seat) throw nb::value_error("the next move is drawn by chance");
}

using NumberValues = std::vector<std::pair<std::uint64_t, double>>;

template <class Line>
std::vector<std::uint64_t> codes(const Line& line) {
  return {line.begin(), line.end()};
}

template <Game G, class P>
void bind_two_players(nb::class_<P>& state) {
  state.def(
      "alpha_beta",
      [](const P& p, const std::vector<Want>& wants, int depth, bool exact, std::uint64_t nodes, double seconds,
         bool extend, bool prune, bool table, bool order, bool deepen) {
        require_two_players<G>(p);
        const Limits limits = limits_given(nodes, seconds);
        const Judge<G> judge = judge_for(*p.game, p.state, wants);
        const int plies = bounded_depth_given(depth);
        Watch watch(check_signals);
        const GilReleased<G> released;
        AlphaBeta<G> search(*p.game, judge, watch, p.game->to_move(p.state), {prune, table, order, deepen});
        const auto root = search.analyse(p.state, plies, exact, extend, limits);
        NumberValues values;
        for (int i = 0; i < root.moves.size(); ++i)
          values.emplace_back(root.moves[i], judge.unit().reported(root.values[i]));
        return std::tuple(values, judge.unit().reported(judge.close().slack), root.best, codes(root.line),
                          as_looked({root.depth, root.complete, root.clocked}), watch.nodes());
      },
      nb::arg("wants"), nb::arg("depth"), nb::arg("exact"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("extend"),
      nb::arg("prune"), nb::arg("table"), nb::arg("order"), nb::arg("deepen"),
      "(the value of every move, how close equal ones are, the number of the best, the principal line, how far it "
      "looked, nodes)");
  if constexpr (Evaluated<G>)
    state.def(
        "dominant_boards",
        [](const P& p, const std::vector<Want>& wants, int depth) {
          require_two_players<G>(p);
          const G& game = *p.game;
          const Judge<G> judge = judge_for(game, p.state, wants);
          const int plies = bounded_depth_given(depth), seat = game.to_move(p.state);
          if (wants[seat].kind != Want::Kind::evaluation) throw nb::value_error("an evaluation is needed");
          Watch watch(check_signals);
          const GilReleased<G> released;
          AlphaBeta<G> search(game, judge, watch, seat, {});
          const auto root = search.analyse(p.state, plies, true, false, {});
          std::vector<std::tuple<std::uint64_t, double, std::vector<double>, bool, double>> boards;
          for (int i = 0; i < root.moves.size(); ++i) {
            const auto end = search.dominant(game.play(p.state, root.moves[i]), one_less(root.depth), root.values[i]);
            std::vector<double> features(wants[seat].weights.size());
            Evaluation<G>::features(game, end, seat, features);
            boards.emplace_back(root.moves[i], judge.unit().reported(root.values[i]), features, game.over(end),
                                game.scores(end)[seat]);
          }
          return boards;
        },
        nb::arg("wants"), nb::arg("depth"),
        "For every move its value and, of the board at the end of best play to the depth: the features of the seat to "
        "move, whether the game is over there, and its score.");
  state.def(
      "m_star",
      [](const P& p, const std::vector<Want>& wants, const std::string& variant, int depth, int model_depth,
         std::uint64_t nodes, double seconds, bool extend, bool prune, bool table, bool order, bool deepen) {
        require_two_players<G>(p);
        const Limits limits = limits_given(nodes, seconds);
        const Judge<G> judge = judge_for(*p.game, p.state, wants);
        MStarOptions options{
            .variant = variant_named(variant), .extend = extend, .switches = {prune, table, order, deepen}};
        const int model_plies = model_depth < 0 ? to_the_end : bounded_depth_given(model_depth);
        int most = bounded_depth_given(depth);
        if (limits.any()) most = std::min(most, plies_with_room<G>);
        Watch watch(check_signals);
        const GilReleased<G> released;
        typename MStar<G>::Root root;
        const auto look = [&](int plies) {
          options.model_depth = model_plies;
          if (model_depth < 0 || (limits.any() && options.variant == MStarVariant::plain))
            options.model_depth = std::min(model_plies, std::max(1, one_less(plies)));
          MStar<G> search(*p.game, judge, watch, p.game->to_move(p.state), options);
          root = search.analyse(p.state, plies);
          if (search.met_horizon()) watch.stop_short();
        };
        const Reached reached = kibitz::deepen(*p.game, p.state, most, extend, false, watch, limits, look);
        NumberValues values(root.values.begin(), root.values.end());
        for (auto& [move, value] : values) value = judge.unit().reported(value);
        report(judge.unit(), root.safe);
        return std::tuple(values, judge.unit().reported(judge.close().slack), root.safe, codes(root.line),
                          as_looked(reached), watch.nodes());
      },
      nb::arg("wants"), nb::arg("variant"), nb::arg("depth"), nb::arg("model_depth"), nb::arg("nodes"),
      nb::arg("seconds"), nb::arg("extend"), nb::arg("prune"), nb::arg("table"), nb::arg("order"), nb::arg("deepen"),
      "(the value of every move, how close equal ones are, the minimax value of the best or of all, the line "
      "expected, how far it looked, "
      "nodes); "
      "a model_depth below 0 is one less than the plies looked ahead");
}

}  // namespace kibitz
