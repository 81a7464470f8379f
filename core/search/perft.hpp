// Counts the move sequences of an exact length: the oldest test of a move generator.
#pragma once

#include "games/game.hpp"

namespace kibitz {

// A recursion keeps a list of moves on the stack at every level; this many levels are safe in any thread.
inline constexpr int deepest_perft = 500;

template <Game G, class Interrupt>
class Perft {
 public:
  // The moves of the last ply are counted, not played, unless `play_last`: the switch that shows it changes nothing.
  // `interrupt` is called now and then and may throw.
  Perft(const G& game, bool play_last, Interrupt interrupt)
      : game_(game), play_last_(play_last), interrupt_(interrupt) {}

  void count(const typename G::State& state, int depth) {
    ++nodes_;
    if ((++visits_ & 0xfffff) == 0) interrupt_();
    if (depth == 0) {
      ++leaves_;
      return;
    }
    Moves<G> moves;
    game_.moves(state, moves);
    if (depth == 1 && !play_last_) {
      leaves_ += moves.size();
      nodes_ += moves.size();
      return;
    }
    for (const auto move : moves) count(game_.play(state, move), depth - 1);
  }

  std::uint64_t leaves() const { return leaves_; }  // sequences of exactly `depth` moves
  std::uint64_t nodes() const { return nodes_; }    // states visited, the first one included

 private:
  const G& game_;
  bool play_last_;
  Interrupt interrupt_;
  std::uint64_t leaves_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t visits_ = 0;
};

}  // namespace kibitz
