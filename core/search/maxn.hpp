// max^n (Luckhardt & Irani 1986): every seat takes the child that is best for itself. With a target, it is the
// offensive search of MP-Mix (Zuckerman, Felner & Kraus 2009): attackers take the child in which the target has least.
#pragma once

#include "search/choice.hpp"
#include "search/judge.hpp"
#include "search/recursion.hpp"
#include "search/tie_key.hpp"

namespace kibitz {

template <Game G>
struct MaxN {
  using Value = Scores;
  using State = typename G::State;

  const G& game;
  const Judge<G>& judge;
  Ties ties;
  std::uint64_t seed;
  bool play_last;
  int target = -1;
  unsigned attackers = 0;  // seats, as bits

  Value leaf(const State& state) const { return judge(state); }

  bool foresees() const { return !play_last && judge.foresees(); }
  struct LastPly : Judge<G>::LastPly {
    LastPly(const MaxN& rule, const State& state) : Judge<G>::LastPly(rule.judge, state) {}
  };

  Choice node(const State& state, int seat) const {
    const bool attacks = attackers >> seat & 1;
    const std::uint64_t key = ties == Ties::random ? combine(seed, tie_key(game, state)) : 0;
    return {.players = game.players(),
            .part = attacks ? target : seat,
            .sign = attacks ? -1.0 : 1.0,
            .ties = ties,
            .key = key};
  }

  Value chance(const std::vector<Value>& values, const std::vector<double>& probabilities) const {
    return mean(values, probabilities, game.players());
  }
};

}  // namespace kibitz
