// Counts the move sequences of an exact length: the oldest test of a move generator.
#pragma once

#include "games/capabilities.hpp"
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

  void count(typename G::State state, int depth) { visit(state, depth); }

  std::uint64_t leaves() const { return leaves_; }  // sequences of exactly `depth` moves
  std::uint64_t nodes() const { return nodes_; }    // states visited, the first one included

 private:
  // Leaves anything in `state`: the last move is made in place where the game can. Near the end of a hand of cards most
  // states have one move, and a copy of a state that was written a moment ago waits until the writes are done.
  void visit(typename G::State& state, int depth) {
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
    for (int i = 0; i < moves.size(); ++i) {
      if constexpr (Advancing<G>) {
        if (i + 1 == moves.size()) {
          game_.advance(state, moves[i]);
          visit(state, depth - 1);
          return;
        }
      }
      typename G::State next = game_.play(state, moves[i]);
      visit(next, depth - 1);
    }
  }

  const G& game_;
  bool play_last_;
  Interrupt interrupt_;
  std::uint64_t leaves_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t visits_ = 0;
};

}  // namespace kibitz
