#include "games/tree.hpp"

#include "bind/bind_game.hpp"
#include "bind/games.hpp"
#include "evaluation/tree.hpp"

namespace kibitz {

void bind_tree(nb::module_& module) {
  auto [game, state] = bind_game<Tree>(module, "Tree");
  using Handle = GameHandle<Tree>;
  using P = Position<Tree>;
  game.attr("max_levels") = Tree::max_levels;
  game.attr("max_children") = Tree::max_moves;
  game.attr("max_nodes") = Tree::max_nodes;
  game.attr("max_weight") = Tree::max_weight;
  game.def(
      "__init__",
      [](Handle* self, int players, std::vector<std::int64_t> parents, std::vector<int> to_move,
         std::vector<int> weights, std::vector<double> probabilities, std::vector<double> lows,
         std::vector<double> highs, std::vector<double> outcomes, std::vector<std::string> evaluations,
         std::vector<std::uint8_t> has_evaluation, std::vector<double> evaluated) {
        new (self) Handle{std::make_shared<Tree>(
            TreeParts{players, std::move(parents), std::move(to_move), std::move(weights), std::move(probabilities),
                      std::move(lows), std::move(highs), std::move(outcomes), std::move(evaluations),
                      std::move(has_evaluation), std::move(evaluated)})};
      },
      nb::arg("players"), nb::arg("parents"), nb::arg("to_move"), nb::arg("weights"), nb::arg("probabilities"),
      nb::arg("lows"), nb::arg("highs"), nb::arg("outcomes"), nb::arg("evaluations"), nb::arg("has_evaluation"),
      nb::arg("evaluated"));
  game.def_prop_ro("adversarial", [](const Handle& h) { return Evaluation<Tree>::win_distinguishing(*h.game); })
      .def_prop_ro("has_chance", [](const Handle& h) { return h.game->has_chance(); });
  game.def(
      "make", [](const Handle& h, std::uint32_t node) { return checked<Tree>(h.game, {node}, "no such node"); },
      nb::arg("node"));
  state.def_prop_ro("node", [](const P& p) { return p.state.node; });
}

}  // namespace kibitz
