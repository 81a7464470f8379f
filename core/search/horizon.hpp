// How far a search looks, and who may stop it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>

#include "games/capabilities.hpp"

namespace kibitz {

inline constexpr int to_the_end = std::numeric_limits<int>::max();

// The depth that is left after one ply.
constexpr int one_less(int depth) { return depth == to_the_end ? depth : depth - 1; }

// Thrown where a limit is reached; whoever set the limit has kept what was found before.
struct Stopped {};

// Limits as values; 0 is none. What a limit in seconds leaves behind depends on the machine.
struct Limits {
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool any() const { return nodes > 0 || seconds > 0; }
};

// Counts nodes (a node is a state whose value is asked for, the root included) and now and then asks whether to go on.
class Watch {
 public:
  explicit Watch(std::function<void()> ask = {}) : ask_(std::move(ask)) {}
  void count() {
    if (++nodes_ >= next_) pause();
  }
  void count(std::uint64_t more) {
    nodes_ += more;
    if (nodes_ >= next_) pause();
  }
  std::uint64_t nodes() const { return nodes_; }

  // From now on the limits hold; time and nodes count from the beginning.
  void obey(const Limits& limits) {
    limits_ = limits;
    next_ = 0;
  }

  // To be told wherever a search stops, so that it is known whether it stopped short of some end of the game. The game
  // is asked only as long as that is not known.
  template <Game G>
  void stop_at(const G& game, const typename G::State& state) {
    if (!short_of_end_) short_of_end_ = !game.over(state);
  }
  template <Game G>
  void stop_after(const G& game, const typename G::State& state, typename G::Move move) {
    if (!short_of_end_) short_of_end_ = !game.over(game.play(state, move));
  }
  // Of a state below which nothing is looked at.
  template <Game G>
  void leave_out(const G& game, const typename G::State& state, int plies) {
    if (!short_of_end_) short_of_end_ = !ends_within(game, state, plies);
  }
  void stop_short() { short_of_end_ = true; }
  bool saw_every_end() const { return !short_of_end_; }
  void look_anew() { short_of_end_ = false; }

  // Whether the clock stopped something: what was found, or the line that is expected.
  bool clocked() const { return clocked_; }

  // Replaces the line of an earlier look. One that was stopped is kept only where the earlier one begins otherwise.
  template <class Line>
  void renew(Line& earlier, Line line) const {
    if (!stopped_ || earlier.empty() || earlier.front() != line.front()) earlier = std::move(line);
  }

  // What is visited during its life is not counted, and only the limit in seconds holds.
  class Uncounted {
   public:
    explicit Uncounted(Watch& watch)
        : watch_(watch), nodes_(watch.nodes_), question_(watch.next_question_), limits_(watch.limits_) {
      watch_.obey({0, limits_.seconds});
    }
    ~Uncounted() {
      watch_.nodes_ = nodes_;
      watch_.next_question_ = question_;
      watch_.obey(limits_);
    }
    Uncounted(const Uncounted&) = delete;
    Uncounted& operator=(const Uncounted&) = delete;

   private:
    Watch& watch_;
    std::uint64_t nodes_, question_;
    Limits limits_;
  };

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t between_questions = 0x10000, most_between_looks = 0x400;
  static constexpr double long_between_looks = 1e-3, short_between_looks = 1e-4;  // seconds

  void pause() {
    if (nodes_ >= next_question_) {
      next_question_ = nodes_ + between_questions;
      if (ask_) ask_();
    }
    const bool enough = limits_.nodes > 0 && nodes_ > limits_.nodes;
    if (enough || too_late()) {
      nodes_ = enough ? limits_.nodes : nodes_ - 1;
      stopped_ = true;
      clocked_ = clocked_ || !enough;
      throw Stopped{};
    }
    next_ = next_question_;
    if (limits_.nodes > 0) next_ = std::min(next_, limits_.nodes + 1);
    if (limits_.seconds > 0) next_ = std::min(next_, nodes_ + between_looks_);
  }

  template <Game G>
  static bool ends_within(const G& game, const typename G::State& state, int plies) {
    if (game.over(state) || plies == 0) return game.over(state);
    Moves<G> moves;
    game.moves(state, moves);
    return std::all_of(moves.begin(), moves.end(),
                       [&](const auto move) { return ends_within(game, game.play(state, move), plies - 1); });
  }

  // Looks at the clock every millisecond or more often, however long a node takes.
  bool too_late() {
    if (limits_.seconds == 0) return false;
    const double now = std::chrono::duration<double>(Clock::now() - began_).count();
    if (now - looked_ > long_between_looks && between_looks_ > 1) between_looks_ /= 2;
    if (now - looked_ < short_between_looks && between_looks_ < most_between_looks) between_looks_ *= 2;
    looked_ = now;
    return now >= limits_.seconds;
  }

  std::uint64_t nodes_ = 0, next_ = between_questions, next_question_ = between_questions, between_looks_ = 1;
  bool short_of_end_ = false, stopped_ = false, clocked_ = false;
  double looked_ = 0;  // at the clock, in seconds from the beginning
  std::function<void()> ask_;
  Limits limits_;
  Clock::time_point began_ = Clock::now();
};

// Recursion takes lists of moves and states from a stack of a few megabytes: longer games are not looked at to their
// end.
template <Game G>
inline constexpr int plies_with_room =
    static_cast<int>((2u << 20) / (sizeof(Moves<G>) + 6 * G::max_moves + 2 * sizeof(typename G::State) + 512));

template <Game G>
void require_room(int ply) {
  if (ply > plies_with_room<G>) throw std::length_error("the game is too long to look to its end: give a depth");
}

// A search never stops in the middle of a stage (a trick): it stops at the last stage end within `depth` plies, or, if
// there is none, at the first one after. With `extend`, always at the first one at or after `depth`. How long a stage
// is does not depend on the moves, so following the first move everywhere finds it.
template <Game G>
int plies_to_look(const G& game, typename G::State state, int depth, bool extend) {
  if (depth == to_the_end) return depth;
  if constexpr (requires { game.staged(); }) {  // known at run time only
    if (!game.staged()) return depth;
  }
  if constexpr (Staged<G>) {
    int last = 0;
    Moves<G> moves;
    for (int ply = 1;; ++ply) {
      moves.clear();
      game.moves(state, moves);
      if (moves.empty()) return last ? last : depth;
      state = game.play(state, moves[0]);
      if (!game.stage_end(state) && !game.over(state)) continue;
      if (ply > depth && last && !extend) return last;
      last = ply;
      if (ply >= depth) return last;
    }
  }
  return depth;
}

// How far a search got.
struct Reached {
  int plies = 0;
  bool complete = false;  // every line was seen to its end
  bool clocked = false;   // the clock stopped it
};

// Calls look(plies) for more and more plies, stage by stage where there are stages, until `depth`, until every line was
// seen to its end, or until a limit stops it: what the last finished call found counts. Where not even the first stage
// can be finished, one ply is looked at, whatever the limits. Without limits there is one call, unless `by_steps`.
template <Game G, class Look>
Reached deepen(const G& game, const typename G::State& state, int depth, bool extend, bool by_steps, Watch& watch,
               const Limits& limits, Look look) {
  const auto looked = [&](int plies) {
    watch.look_anew();
    look(plies);
    return Reached{plies, watch.saw_every_end(), watch.clocked()};
  };
  if (!by_steps && !limits.any()) return looked(plies_to_look(game, state, depth, extend));
  const int last = plies_to_look(game, state, std::min(depth, to_the_end - 1), extend);
  Reached reached;
  try {
    for (int next = 1; !reached.complete && reached.plies < last; ++next) {
      const int plies = plies_to_look(game, state, next, extend);
      if (plies > 1) watch.obey(limits);
      if (plies != reached.plies) reached = looked(plies);
    }
  } catch (const Stopped&) {
    reached.clocked = watch.clocked();
    if (reached.plies > 0) return reached;
    watch.obey({});
    return looked(1);
  }
  return reached;
}

}  // namespace kibitz
