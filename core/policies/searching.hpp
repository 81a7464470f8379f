// Makes one of the moves that a search finds best: alpha-beta where two players look some plies ahead, max^n otherwise.
// What max^n finds depends on how ties are broken below; where several ways are possible, each is as likely.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "policies/behaviour.hpp"
#include "policies/best_moves.hpp"
#include "policies/policy.hpp"
#include "search/alpha_beta.hpp"
#include "search/outcome_maxn.hpp"

namespace kibitz {

template <Game G>
class SearchingPolicy : public Policy<G> {
 public:
  using State = typename G::State;

  SearchingPolicy(const G& game, const State& root, const Behaviour& given, Watch& watch)
      : game_(game),
        judge_(game, given.wants),
        watch_(watch),
        depth_(given.depth == 0 ? to_the_end : given.depth),
        ties_(given.ties),
        among_(given.among) {
    judge_.compare_from(root, false);
    if (ties_.empty()) ties_ = {Ties::left_low, Ties::left_high};
    if (depth_ == to_the_end) judge_.only_ends();
    alpha_beta_ = game.players() == 2 && std::none_of(given.wants.begin(), given.wants.end(), [](const Want& want) {
                    return want.kind == Want::Kind::utility;
                  });
    if constexpr (Enumerable<G> && Remainder<G>) {
      const bool utilities = std::all_of(given.wants.begin(), given.wants.end(),
                                         [](const Want& want) { return want.kind == Want::Kind::utility; });
      if (!alpha_beta_ && utilities && depth_ == to_the_end && game.enumerable()) {
        outcomes_ = std::make_unique<OutcomeNumbers<G>>(game);
        std::vector<OutcomeOrder> orders;
        for (const Want& want : given.wants) orders.push_back({want.utilities, {}});
        for (const Ties ties : ties_)
          rules_.push_back(std::make_unique<OutcomeMaxN<G>>(game, *outcomes_, orders, ties, 0, true, true, true));
        utilities_ = given.wants;
      }
    }
  }

  void probabilities(const State& state, const Moves<G>& moves, std::vector<double>& out) override {
    out.assign(moves.size(), 0.0);
    if (moves.size() == 1) {
      out[0] = 1;
      return;
    }
    const std::size_t ways = alpha_beta_ ? 1 : ties_.size();
    for (std::size_t way = 0; way < ways; ++way) {
      const std::vector<int> best = best_moves(state, moves, way);
      const double share = 1.0 / static_cast<double>(ways);
      if (among_ == Behaviour::Among::first)
        out[best.front()] += share;
      else if (among_ == Behaviour::Among::last)
        out[best.back()] += share;
      else
        for (const int index : best) out[index] += share / static_cast<double>(best.size());
    }
  }

  // Where only outcomes count, and no order tells equivalent moves apart.
  bool merges() const override { return outcomes_ != nullptr && among_ == Behaviour::Among::even; }

 private:
  static constexpr int room = plies_with_room<G> / 2;  // max^n needs more of the stack for a ply than others

  std::vector<int> best_moves(const State& state, const Moves<G>& moves, std::size_t way) {
    const int seat = game_.to_move(state);
    if constexpr (Enumerable<G> && Remainder<G>) {
      if (outcomes_) {
        Recursion<G, OutcomeMaxN<G>> recursion(game_, *rules_[way], watch_, true, true);
        std::vector<double> values;
        for (const auto& child : recursion.children(state, to_the_end, true))
          values.push_back(utilities_[seat].utilities[child.value]);
        return highest_of(values, 0);
      }
    }
    const int plies = std::min(plies_to_look(game_, state, depth_, false), alpha_beta_ ? to_the_end : room);
    if (alpha_beta_) {
      const bool deep = plies > 4;  // below, keeping what was found costs more than it saves
      AlphaBeta<G> search(game_, judge_, watch_, seat, {true, deep, deep, deep});
      return search.best_moves(state, moves, plies);
    }
    const MaxN<G> rule{game_, judge_, ties_[way], 0, false};
    return highest_of(maxn_values(judge_, rule, watch_, state, plies), judge_.close().slack);
  }

  const G& game_;
  Judge<G> judge_;
  Watch& watch_;
  int depth_;
  std::vector<Ties> ties_;
  Behaviour::Among among_;
  bool alpha_beta_ = false;
  // Where everybody has a utility for every outcome.
  std::unique_ptr<OutcomeNumbers<G>> outcomes_;
  std::vector<std::unique_ptr<OutcomeMaxN<G>>> rules_;  // one a way to break ties, each with its table
  std::vector<Want> utilities_;
};

}  // namespace kibitz
