// max^n with cuts that change nothing (Korf 1991; Sturtevant 2003), where the values of the seats and their sum are
// bounded:
//
//   immediate    a seat that has the most it can have looks no further, if the first of equals counts
//   shallow      what a seat is sure of leaves too little for the seat above, which has better already
//   last-branch  the same across seats in between that are at their last move, when neither what they had before nor
//                what is left can be better for the seat at the top
//
// A cut node returns to the node that will reject it, which goes on with its next move. Where ties are averaged or
// drawn, equal is not worse: only what is strictly worse is cut.
#pragma once

#include "search/maxn.hpp"
#include "search/value_bounds.hpp"

namespace kibitz {

struct Cuts {
  bool immediate = false, shallow = false, last_branch = false;
};

template <Game G>
class PrunedMaxN {
 public:
  using State = typename G::State;
  static constexpr int no_level = -1;

  PrunedMaxN(const G& game, MaxN<G> rule, Watch& watch, Merge merge, Cuts cuts, const ValueBounds& bounds)
      : game_(game),
        rule_(rule),
        watch_(watch),
        merge_(merge),
        cuts_(cuts),
        bounds_(bounds),
        backwards_(rule.ties == Ties::left_high),
        strict_(rule.ties == Ties::random || rule.ties == Ties::average) {
    if (backwards_) rule_.ties = Ties::left_low;
    if (strict_) cuts_.immediate = false;
    bounds_.margin = std::max(bounds_.margin, 10 * rule.judge.close().slack);
    low_sum_ = 0;
    for (int seat = 0; seat < game.players(); ++seat) low_sum_ += bounds.low[seat];
    if (!std::isfinite(low_sum_) || !std::isfinite(bounds.together)) cuts_.shallow = cuts_.last_branch = false;
  }

  // The value of every move, in move order. With `all` each is exact. Otherwise the best and those equal to it are, and
  // what is cut has the value that the move it lost against has, less than nothing: -infinity for the mover.
  std::vector<Child<Scores>> children(const State& state, int depth, bool all) {
    watch_.count();
    Moves<G> moves;
    game_.moves(state, moves);
    const int seat = game_.to_move(state);
    Frame root{rule_.node(state, seat), seat, true};
    std::vector<Child<Scores>> found;
    for (const auto move : moves) {
      if (!all) frames_.assign(1, root);
      Scores value{};
      if (visit(game_.play(state, move), depth - 1, value)) {
        root.choice.add(value, 1);
      } else {
        value.fill(-std::numeric_limits<double>::infinity());
        root.choice.skip();
      }
      found.push_back({move, 1, value});
    }
    frames_.clear();
    return found;
  }

 private:
  // A node on the way from the root to here.
  struct Frame {
    Choice choice;
    int seat;
    bool keeps_ties = false;  // equal moves matter too
    bool last = false;        // its last move is being looked at
    double asked_from = 0;    // with less than this for its seat, no node above can reject it
    bool any() const { return choice.count > 0; }
    double own() const { return choice.worth; }
  };

  // False: the node at level cut_to_ of `frames_` would reject the value.
  bool visit(const State& state, int depth, Scores& value) {
    watch_.count();
    if (depth == 0) {
      watch_.stop_at(game_, state);
      return value = rule_.leaf(state), true;
    }
    Moves<G> moves;
    MoveList<int, G::max_moves> weights;
    list_moves(game_, state, merge_, moves, weights);
    if (moves.empty()) return value = rule_.leaf(state), true;
    const int seat = game_.to_move(state);
    if constexpr (Chancy<G>) {
      if (seat == chance_seat) return value = chance(state, moves, depth), true;
    }
    if (backwards_) {
      std::reverse(moves.begin(), moves.end());
      std::reverse(weights.begin(), weights.end());
    }
    const int level = static_cast<int>(frames_.size());
    frames_.push_back({rule_.node(state, seat), seat, strict_});
    frames_[level].asked_from = rejectable_from(level);
    const bool whole = depth == 1 && rule_.foresees() ? last_ply(state, moves, weights, level)
                                                      : branches(state, depth, moves, weights, level);
    if (whole) value = frames_[level].choice.result();
    frames_.pop_back();
    return whole;
  }

  bool branches(const State& state, int depth, const Moves<G>& moves, const MoveList<int, G::max_moves>& weights,
                int level) {
    for (int i = 0; i < moves.size(); ++i) {
      frames_[level].last = i + 1 == moves.size();
      Scores value;
      if (!visit(game_.play(state, moves[i]), depth - 1, value)) {
        if (cut_to_ != level) return false;
        frames_[level].choice.skip();
        continue;
      }
      frames_[level].choice.add(value, weights[i]);
      if (i + 1 == moves.size() || satisfied(level)) return true;
      if (rejected(level)) return false;
    }
    return true;
  }

  [[gnu::noinline]] bool last_ply(const State& state, const Moves<G>& moves, const MoveList<int, G::max_moves>& weights,
                                  int level) {
    typename MaxN<G>::LastPly foreseen(rule_, state);
    for (int i = 0; i < moves.size(); ++i) {
      watch_.count();
      watch_.stop_after(game_, state, moves[i]);
      const Scores* value = foreseen(moves[i]);
      frames_[level].choice.add(value ? *value : rule_.leaf(game_.play(state, moves[i])), weights[i]);
      if (i + 1 == moves.size() || satisfied(level)) return true;
      if (rejected(level)) return false;
    }
    return true;
  }

  bool satisfied(int level) const {
    const Frame& here = frames_[level];
    return cuts_.immediate && here.any() && here.own() >= bounds_.high[here.seat] + bounds_.margin;
  }

  // The least, but for rounding, that `rejected` may say yes to. It follows from the nodes above, which stay as they
  // are until this one is left, so that one comparison a move is enough.
  double rejectable_from(int level) const {
    double from = std::numeric_limits<double>::infinity();
    if (!cuts_.shallow && !cuts_.last_branch) return from;
    unsigned met = 1u << frames_[level].seat;
    double sure = 0, least = low_sum_ - bounds_.low[frames_[level].seat];
    for (int up = level - 1; up >= 0; --up) {
      const Frame& above = frames_[up];
      if (met >> above.seat & 1) break;
      least -= bounds_.low[above.seat];
      if (above.any()) from = std::min(from, bounds_.together - sure - least - above.own());
      if (!above.last || !cuts_.last_branch) break;
      met |= 1u << above.seat;
      sure += above.any() ? above.own() : bounds_.low[above.seat];
    }
    return from - 1e-9 * (1 + std::abs(bounds_.together) + std::abs(low_sum_));
  }

  // Whether some node above takes something else whatever the rest of this node brings; cut_to_ says which.
  bool rejected(int level) {
    const Frame& here = frames_[level];
    if (!here.any() || here.own() < here.asked_from) return false;
    unsigned met = 1u << here.seat;
    double sure = here.own();                          // of the seats from here up
    double least = low_sum_ - bounds_.low[here.seat];  // of all others
    for (int up = level - 1; up >= 0; --up) {
      const Frame& above = frames_[up];
      if (met >> above.seat & 1) return false;
      least -= bounds_.low[above.seat];
      const bool allowed = up == level - 1 ? cuts_.shallow : cuts_.last_branch;
      if (allowed && above.any() && too_little(above, bounds_.together - sure - least) && nothing_between(up, level)) {
        cut_to_ = up;
        return true;
      }
      if (!above.last || !cuts_.last_branch) return false;
      met |= 1u << above.seat;
      sure += above.any() ? above.own() : bounds_.low[above.seat];
    }
    return false;
  }

  bool too_little(const Frame& frame, double most) const {
    return frame.keeps_ties ? most < frame.own() - bounds_.margin : most <= frame.own() - bounds_.margin;
  }

  // What the nodes in between had before their last move is no better for the seat at the top.
  bool nothing_between(int top, int level) const {
    const Frame& frame = frames_[top];
    for (int between = top + 1; between < level; ++between)
      if (frames_[between].any() && !too_little(frame, frames_[between].choice.result()[frame.seat])) return false;
    return true;
  }

  // Chance mixes all its children: nothing above may cut inside.
  Scores chance(const State& state, const Moves<G>& moves, int depth) {
    std::vector<Frame> above;
    above.swap(frames_);
    std::vector<Scores> values;
    for (const auto move : moves) {
      Scores value;
      visit(game_.play(state, move), depth - 1, value);
      values.push_back(value);
    }
    above.swap(frames_);
    if constexpr (Chancy<G>) return rule_.chance(values, game_.chance(state));
    return {};
  }

  const G& game_;
  MaxN<G> rule_;
  Watch& watch_;
  Merge merge_;
  Cuts cuts_;
  ValueBounds bounds_;
  bool backwards_, strict_;
  double low_sum_ = 0;
  int cut_to_ = no_level;
  std::vector<Frame> frames_;
};

}  // namespace kibitz
