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
  std::uint64_t nodes() const { return nodes_; }

  // From now on the limits hold; time and nodes count from the beginning.
  void obey(const Limits& limits) {
    limits_ = limits;
    next_ = 0;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t between_questions = 0x10000;
  static constexpr std::uint64_t between_looks_at_the_clock = 0x100;

  void pause() {
    if (nodes_ >= next_question_) {
      next_question_ = nodes_ + between_questions;
      if (ask_) ask_();
    }
    if (exceeded()) {
      --nodes_;
      throw Stopped{};
    }
    next_ = next_question_;
    if (limits_.nodes > 0) next_ = std::min(next_, limits_.nodes + 1);
    if (limits_.seconds > 0) next_ = std::min(next_, nodes_ + between_looks_at_the_clock);
  }

  bool exceeded() const {
    if (limits_.nodes > 0 && nodes_ > limits_.nodes) return true;
    return limits_.seconds > 0 && std::chrono::duration<double>(Clock::now() - began_).count() >= limits_.seconds;
  }

  std::uint64_t nodes_ = 0, next_ = between_questions, next_question_ = between_questions;
  std::function<void()> ask_;
  Limits limits_;
  Clock::time_point began_ = Clock::now();
};

// Recursion takes lists of moves and states from a stack of a few megabytes: longer games are not looked at to their
// end.
template <Game G>
void require_room(int ply) {
  constexpr std::size_t frame = sizeof(Moves<G>) + 6 * G::max_moves + 2 * sizeof(typename G::State) + 512;
  if (ply > static_cast<int>((2u << 20) / frame))
    throw std::length_error("the game is too long to look to its end: give a depth");
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

}  // namespace kibitz
