// Max-Prob (hashavit2011): every seat takes a move of the highest probability of winning, and any of several such moves
// as likely as another. Ends are won or lost; where the search stops before, intervals stand for what may still come.
#pragma once

#include <bit>

#include "random.hpp"
#include "search/choice.hpp"
#include "search/frontier_cuts.hpp"
#include "search/judge.hpp"
#include "search/recursion.hpp"
#include "search/winning.hpp"

namespace kibitz {

template <Game G>
struct MaxProb {
  using Value = Scores;
  using State = typename G::State;

  const G& game;
  const Judge<G>& judge;  // only asked where the game is not over; without weights if the search looks to the end
  Interval limits;        // of any value at the end, in the judge's unit
  Direction direction;
  bool play_last, closed;
  bool cut = false;

  Value leaf(const State& state) const {
    if (game.over(state)) return end(state);
    if (judge.weights(0).empty()) throw std::length_error("the game is too long to look to its end: give a depth");
    if (direction == Direction::reachable) return within(state);
    Value value{};
    estimate(judge(state), value);
    return value;
  }

  bool foresees() const { return !play_last && direction != Direction::reachable && judge.foresees(); }

  // A few values repeat from move to move.
  class LastPly {
   public:
    LastPly(const MaxProb& rule, const State& state)
        : rule_(rule), mover_(rule.game.to_move(state)), foreseen_(rule.judge, state) {}

    const Value* operator()(typename G::Move move) {
      const Scores* found = foreseen_(move);
      if (found == nullptr) return nullptr;
      const int players = rule_.game.players();
      Told& told = told_[mix(std::bit_cast<std::uint64_t>((*found)[mover_])) % remembered];
      bool same = told.any;
      for (int seat = 0; seat < players; ++seat) same = same && told.values[seat] == (*found)[seat];
      if (!same) {
        told.any = true;
        for (int seat = 0; seat < players; ++seat) told.values[seat] = (*found)[seat];
        rule_.estimate(told.values, told.chances);
      }
      return &told.chances;
    }

   private:
    static constexpr std::size_t remembered = 16;
    struct Told {
      bool any = false;
      Scores values, chances;
    };
    const MaxProb& rule_;
    int mover_;
    LastPlyValues<G> foreseen_;
    std::array<Told, remembered> told_;
  };

  bool cuts() const { return cut && Quieting<G> && foresees(); }

  // The more the replying seat has for itself, the less probable it is that another wins; and since the probabilities
  // sum to one, what it gives away within the tolerance of ties is no more than that for any other seat.
  class Outlook {
   public:
    Outlook(const MaxProb& rule, const State& state, const Choice&, int seat, int depth)
        : rule_(rule),
          seat_(seat),
          next_((seat + 1) % rule.game.players()),
          two_plies_(depth == 2),
          replies_(rule.game, rule.judge, state, next_) {}

    bool tells() const { return two_plies_; }
    double rank(const Scores& after) const { return after[seat_]; }
    double most(const Scores&) const { return infinite; }
    double least(const Scores&) const { return -infinite; }

    template <class Behind>
    bool hopeless(const Scores& after, const State& child, bool quiet, Behind behind) {
      if (!quiet) return false;
      Scores values = after, chances;
      values[next_] = replies_.sure(child);
      if (values[next_] == -infinite || !rule_.all_open(values) || !rule_.all_open(after)) return false;
      rule_.estimate(values, chances);
      if (!behind(chances[seat_] + 10 * tie_tolerance)) return false;
      return replies_.all_loud(child, [&](const State& end) { return behind(rule_.leaf(end)[seat_]); });
    }

   private:
    static constexpr double infinite = std::numeric_limits<double>::infinity();
    const MaxProb& rule_;
    int seat_, next_;
    bool two_plies_;
    Replies<G> replies_;
  };

  Choice node(const State&, int seat) const {
    return {.players = game.players(), .part = seat, .ties = Ties::average, .slack = tie_tolerance};
  }

  Value chance(const std::vector<Value>& values, const std::vector<double>& probabilities) const {
    return mean(values, probabilities, game.players());
  }

 private:
  // Everybody with the highest score wins.
  Value end(const State& state) const {
    if constexpr (requires { requires Evaluation<G>::ends_unseen; }) {
      std::array<Interval, max_players> intervals;
      if (Evaluation<G>::unseen(game, state, intervals)) return chances(intervals);
    }
    const Scores scores = game.scores(state);
    const double best = *std::max_element(scores.begin(), scores.begin() + game.players());
    Value won{};
    for (int seat = 0; seat < game.players(); ++seat) won[seat] = scores[seat] == best;
    return won;
  }

  // Whether every seat's interval is more than a point.
  bool all_open(const Scores& values) const {
    for (int seat = 0; seat < game.players(); ++seat)
      if (direction == Direction::up ? values[seat] >= limits.high : values[seat] <= limits.low) return false;
    return true;
  }

  void estimate(const Scores& values, Value& found) const {
    const int players = game.players();
    if (closed) {
      double widths[max_players] = {};
      bool wide = true;
      for (int seat = 0; seat < players; ++seat) {
        widths[seat] = direction == Direction::up ? limits.high - values[seat] : values[seat] - limits.low;
        wide = wide && widths[seat] > 0;
      }
      if (wide && direction == Direction::up) return winning::common_upper(widths, players, found.data());
      if (wide && direction == Direction::down) return winning::common_lower(widths, players, found.data());
    }
    std::array<Interval, max_players> intervals;
    for (int seat = 0; seat < game.players(); ++seat)
      intervals[seat] = direction == Direction::up ? Interval{values[seat], std::max(values[seat], limits.high)}
                                                   : Interval{std::min(values[seat], limits.low), values[seat]};
    found = chances(intervals);
  }

  Value within(const State& state) const {
    std::array<Interval, max_players> intervals{};
    if constexpr (Evaluated<G>) {
      const std::vector<double>& weights = judge.weights(0);
      std::vector<Interval> features = Evaluation<G>::bounds(game);
      for (int seat = 0; seat < game.players(); ++seat) {
        if constexpr (Reaching<G>) Evaluation<G>::reachable(game, state, seat, features);
        for (std::size_t i = 0; i < weights.size(); ++i) {
          const double one = weights[i] * features[i].low, other = weights[i] * features[i].high;
          intervals[seat].low += std::min(one, other);
          intervals[seat].high += std::max(one, other);
        }
      }
    }
    return chances(intervals);
  }

  Value chances(const std::array<Interval, max_players>& intervals) const {
    Value found{};
    winning::probabilities(std::span(intervals.data(), game.players()), closed, found.data());
    return found;
  }
};

}  // namespace kibitz
