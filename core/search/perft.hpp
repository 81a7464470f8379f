// Counts the move sequences of an exact length: the oldest test of a move generator.
#pragma once

#include "games/game.hpp"

namespace kibitz {

struct Perft {
  std::uint64_t leaves = 0;  // sequences of exactly `depth` moves
  std::uint64_t nodes = 0;   // states visited, the first one included
};

// The moves of the last ply are counted, not played, unless `play_last`: the switch that shows it changes nothing.
template <Game G>
void count_sequences(const G& game, const typename G::State& state, int depth, bool play_last, Perft& perft) {
  ++perft.nodes;
  if (depth == 0) {
    ++perft.leaves;
    return;
  }
  Moves<G> moves;
  game.moves(state, moves);
  if (depth == 1 && !play_last) {
    perft.leaves += moves.size();
    perft.nodes += moves.size();
    return;
  }
  for (const auto move : moves) count_sequences(game, game.play(state, move), depth - 1, play_last, perft);
}

}  // namespace kibitz
