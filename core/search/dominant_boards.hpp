// What every move is worth after a search of some plies, and the board at its end from which that value comes (the
// dominant board, carmel1993 section 4.2): alpha-beta for two players, max^n for more.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "search/alpha_beta.hpp"
#include "search/maxn.hpp"

namespace kibitz {

template <Game G>
class DominantBoards {
 public:
  using State = typename G::State;

  // `plies` are at least one: the move itself. `ties` are those of max^n below.
  DominantBoards(const G& game, const Judge<G>& judge, Watch& watch, const State& root, int plies, Ties ties)
      : game_(game),
        judge_(judge),
        watch_(watch),
        root_(root),
        seat_(game.to_move(root)),
        plies_(plies_to_look(game, root, plies, false)),
        rule_{game, judge, ties, 0, false},
        maxn_(game, with_cuts(rule_), watch, merging(judge, ties)),
        alpha_beta_(game, judge, watch, seat_, {true, plies_ > 4, plies_ > 4, plies_ > 4}) {
    if (plies < 1) throw std::invalid_argument("who looks ahead looks at least one ply ahead");
    game.moves(root, moves_);
    if (game.players() == 2) {
      for (const auto move : moves_) values_.push_back(alpha_beta_.value(game.play(root, move), plies_ - 1));
      return;
    }
    for (const auto& child : maxn_.children(root, plies_, true, &lines_)) values_.push_back(child.value[seat_]);
  }

  const Moves<G>& moves() const { return moves_; }

  // For the seat to move, in units of the judge, in move order.
  const std::vector<double>& values() const { return values_; }

  // Where play is expected to end after the move of this number. Of moves of equal value, two players make the first in
  // move order; among more the ties decide. Nodes are counted as if the expected moves were looked for only now, so
  // that a limit reaches as far as where they are not known.
  State end(int number) {
    State here = game_.play(root_, moves_[number]);
    if (game_.players() == 2) return alpha_beta_.dominant(here, plies_ - 1, values_[number]);
    if (const Line<G>& line = lines_[number]; line.known) {
      for (auto step = line.steps.rbegin(); step != line.steps.rend(); ++step) {
        watch_.count(step->nodes);
        here = game_.play(here, step->move);
      }
      if (static_cast<int>(line.steps.size()) < plies_ - 1 && !game_.over(here)) refuse_chance();
      return here;
    }
    for (int left = plies_ - 1; left > 0 && !game_.over(here); --left) {
      if (game_.to_move(here) == chance_seat) refuse_chance();
      here = game_.play(here, *maxn_.chosen(here, left));
    }
    return here;
  }

 private:
  [[noreturn]] static void refuse_chance() {
    throw std::invalid_argument("chance decides on the way, so the value comes from several boards");
  }

  static MaxN<G>& with_cuts(MaxN<G>& rule) {
    rule.cut = true;
    return rule;
  }

  static Merge merging(const Judge<G>& judge, Ties ties) {
    if (!judge.merges()) return Merge::no;
    return ties == Ties::left_low ? Merge::yes : Merge::if_complete;
  }

  const G& game_;
  const Judge<G>& judge_;
  Watch& watch_;
  State root_;
  int seat_, plies_;
  MaxN<G> rule_;
  Recursion<G, MaxN<G>> maxn_;
  AlphaBeta<G> alpha_beta_;
  Moves<G> moves_;
  std::vector<double> values_;
  std::vector<Line<G>> lines_;
};

}  // namespace kibitz
