// max^n (Luckhardt & Irani 1986): every seat takes the child that is best for itself. With a target, it is the
// offensive search of MP-Mix (Zuckerman, Felner & Kraus 2009): attackers take the child in which the target has least.
#pragma once

#include "search/choice.hpp"
#include "search/frontier_cuts.hpp"
#include "search/judge.hpp"
#include "search/recursion.hpp"
#include "search/tie_key.hpp"

namespace kibitz {

template <Game G>
struct MaxN {
  using Value = Scores;
  using State = typename G::State;
  static constexpr bool keeps_lines = true;

  const G& game;
  const Judge<G>& judge;
  Ties ties;
  std::uint64_t seed;
  bool play_last;
  int target = -1;
  unsigned attackers = 0;  // seats, as bits
  bool cut = false;

  Value leaf(const State& state) const { return judge(state); }

  bool foresees() const { return !play_last && judge.foresees(); }
  struct LastPly : LastPlyValues<G> {
    LastPly(const MaxN& rule, const State& state) : LastPlyValues<G>(rule.judge, state) {}
  };

  bool cuts() const { return cut && Quieting<G> && foresees(); }

  // A quiet reply leaves what the mover looks at as it is, unless that is what the replying seat plays for itself.
  class Outlook {
   public:
    Outlook(const MaxN& rule, const State& state, const Choice& node, int seat, int depth)
        : rule_(rule),
          node_(node),
          next_((seat + 1) % rule.game.players()),
          two_plies_(depth == 2),
          rise_(node.part == seat ? rise(rule.judge, state, seat, depth) : infinite),
          replies_(rule.game, rule.judge, state, next_) {}

    bool tells() const { return two_plies_ || rise_ < infinite; }
    double rank(const Scores& after) const { return node_.seen_in(after); }
    double most(const Scores& after) const { return rank(after) + rise_; }
    double least(const Scores& after) const { return node_.part == next_ ? -infinite : rank(after); }

    template <class Behind>
    bool hopeless(const Scores& after, const State& child, bool quiet, Behind behind) {
      if (node_.part == next_ && !(quiet && behind(-replies_.sure(child)))) return false;
      if (node_.part != next_ && !behind(rank(after))) return false;
      return replies_.all_loud(child, [&](const State& end) { return behind(node_.seen_in(rule_.leaf(end))); });
    }

   private:
    static constexpr double infinite = std::numeric_limits<double>::infinity();
    const MaxN& rule_;
    const Choice& node_;
    int next_;
    bool two_plies_;
    double rise_;  // what others can add
    Replies<G> replies_;
  };

  Choice node(const State& state, int seat) const {
    const bool attacks = attackers >> seat & 1;
    const std::uint64_t key = ties == Ties::random ? combine(seed, tie_key(game, state)) : 0;
    return {.players = game.players(),
            .part = attacks ? target : seat,
            .sign = attacks ? -1.0 : 1.0,
            .ties = ties,
            .key = key,
            .slack = judge.close().slack};
  }

  Value chance(const std::vector<Value>& values, const std::vector<double>& probabilities) const {
    return mean(values, probabilities, game.players());
  }
};

}  // namespace kibitz
