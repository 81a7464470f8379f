// How far a search looks, and who may stop it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>

#include "games/capabilities.hpp"

namespace kibitz {

inline constexpr int to_the_end = std::numeric_limits<int>::max();

// Counts nodes (a node is a state whose value is asked for, the root included) and now and then asks whether to go on.
class Watch {
 public:
  explicit Watch(std::function<void()> ask = {}) : ask_(std::move(ask)) {}
  void count() {
    if ((++nodes_ & 0xffff) == 0 && ask_) ask_();
  }
  std::uint64_t nodes() const { return nodes_; }

 private:
  std::uint64_t nodes_ = 0;
  std::function<void()> ask_;
};

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
