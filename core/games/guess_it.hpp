// Guess It: two hands and one hidden centre card. Sets of cards are bit sets, card k = bit k - 1.
//
// Everything public is the list of asks; where each asked card lies tells when it was turned up. So the sets below
// are what follows from the deal and the asks, kept because they are needed at every move.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/game.hpp"
#include "random.hpp"

namespace kibitz {

struct GuessIt {
  static constexpr int most_cards = 8;
  static constexpr int largest_pack = 2 * most_cards + 1;
  using Cards = std::uint32_t;

  struct State {
    std::array<Cards, 2> hands{};  // as dealt; in a view only what the seat has seen
    Cards face_up = 0;
    Cards asked_set = 0;
    std::array<std::uint8_t, largest_pack> asked{};  // in order; seat 0 made the first ask, seat 1 the second, ..
    std::uint8_t asks = 0;
    std::uint8_t named = 0;   // the card, which ends the game
    std::uint8_t winner = 0;  // its seat + 1
    bool operator==(const State&) const = default;
  };
  using Move = std::uint8_t;  // ask k is k, name k is name + k
  using Outcome = std::array<int, max_players>;
  static constexpr Move name = 32;
  static constexpr int max_moves = largest_pack + most_cards + 1;  // any card asked, any but one's own named

  int cards = 6;

  bool operator==(const GuessIt&) const = default;

  int players() const { return 2; }
  int pack_size() const { return 2 * cards + 1; }
  Cards pack() const { return (Cards{1} << pack_size()) - 1; }
  static Cards bit(int card) { return Cards{1} << (card - 1); }

  State start(std::uint64_t seed) const {
    std::array<std::uint8_t, largest_pack> order{};
    for (int i = 0; i < pack_size(); ++i) order[i] = static_cast<std::uint8_t>(i + 1);
    Random random(seed, stream(Purpose::deal));
    random.shuffle(order, pack_size());
    State state;
    for (int i = 0; i < 2 * cards; ++i) state.hands[i / cards] |= bit(order[i]);
    return state;
  }

  bool over(const State& state) const { return state.named != 0; }

  int to_move(const State& state) const { return (state.asks + (state.named != 0)) % 2; }

  // The cards that lie in no hand: the centre, and in a view also what the seat has not seen.
  Cards unplaced(const State& state) const { return pack() & ~(state.hands[0] | state.hands[1]); }

  // The last ask if it turned up nothing, or 0: it waits for one turn of the other.
  static int pending(const State& state) {
    const int last = state.asks ? state.asked[state.asks - 1] : 0;
    return last && !(state.face_up & bit(last)) ? last : 0;
  }

  void moves(const State& state, Moves<GuessIt>& moves) const {
    if (over(state)) return;
    const Cards hidden = pack() & ~state.face_up;
    for (Cards left = hidden & ~state.asked_set; left; left &= left - 1)
      moves.push(static_cast<Move>(__builtin_ctz(left) + 1));
    for (Cards left = hidden & ~state.hands[to_move(state)]; left; left &= left - 1)
      moves.push(static_cast<Move>(name + __builtin_ctz(left) + 1));
  }

  State play(const State& state, Move move) const {
    State next = state;
    const int mover = to_move(state);
    if (move > name) {
      const int card = move - name;
      next.named = static_cast<std::uint8_t>(card);
      next.winner = static_cast<std::uint8_t>((unplaced(state) & bit(card) ? mover : 1 - mover) + 1);
      return next;
    }
    const Cards other = state.hands[1 - mover];
    next.face_up |= bit(move) & other;
    // The other's pending card has waited for this turn: it is turned up unless it is the centre.
    if (const int waited = pending(state)) next.face_up |= bit(waited) & other;
    next.asked_set |= bit(move);
    next.asked[next.asks++] = move;
    return next;
  }

  Outcome outcome(const State& state) const {
    if (!state.winner) return {};
    return state.winner == 1 ? Outcome{1, -1} : Outcome{-1, 1};
  }

  Scores scores(const State& state) const {
    const Outcome result = outcome(state);
    return {static_cast<double>(result[0]), static_cast<double>(result[1])};
  }

  // The order of the asks has done its work once the cards are turned up; only the last may still be pending.
  std::uint64_t key(const State& state) const {
    std::uint64_t key = mix(state.hands[0] | std::uint64_t{state.hands[1]} << 32);
    key = combine(key, state.face_up | std::uint64_t{state.asked_set} << 32);
    return combine(key, static_cast<std::uint64_t>(pending(state)) | std::uint64_t{state.named} << 8 |
                            std::uint64_t{state.winner} << 16 | static_cast<std::uint64_t>(to_move(state)) << 24);
  }

  bool enumerable() const { return true; }
  std::vector<Outcome> outcomes() const { return {{1, -1}, {-1, 1}}; }

  std::vector<Move> history(const State& state) const {
    std::vector<Move> moves(state.asked.begin(), state.asked.begin() + state.asks);
    if (state.named) moves.push_back(static_cast<Move>(name + state.named));
    return moves;
  }

  // A deal is two disjoint hands of the right size; every other state is what its history leads to.
  bool valid_deal(const std::array<Cards, 2>& hands) const {
    return !(hands[0] & hands[1]) && !((hands[0] | hands[1]) & ~pack()) && __builtin_popcount(hands[0]) == cards &&
           __builtin_popcount(hands[1]) == cards;
  }

  bool legal(const State& state, Move move) const {
    Moves<GuessIt> legal_moves;
    moves(state, legal_moves);
    for (const Move other : legal_moves)
      if (other == move) return true;
    return false;
  }

  bool valid(const State& state) const {
    if (!valid_deal(state.hands) || state.asks > pack_size()) return false;
    State replayed{.hands = state.hands};
    for (const Move move : history(state)) {
      if (!legal(replayed, move)) return false;
      replayed = play(replayed, move);
    }
    return replayed == state;
  }

  // What a seat has seen: its own hand, what was turned up, and every ask and name.

  bool hidden() const { return true; }

  State view(const State& state, int seat) const {
    State seen = state;
    seen.hands[1 - seat] &= state.face_up;
    return seen;
  }

  bool sees(const State&, Move, int) const { return true; }

  // The cards that may be the centre for all that the seat has seen; works on the state as on the view.
  //
  // An asked card that the seat has not placed is the centre, for the other's cards are turned up at the ask and the
  // asker's own after one turn of the other; only the other's last ask may still be either.
  Cards centre_candidates(const State& state, int seat) const {
    Cards candidates = pack() & ~(state.hands[seat] | (state.hands[1 - seat] & state.face_up));  // unplaced in the view
    if (state.named) {
      const int namer = state.asks % 2;
      if (state.winner == namer + 1) return bit(state.named);
      candidates &= ~bit(state.named);
    }
    const int last = pending(state);
    const bool unsettled = last && (state.asks - 1) % 2 != seat;
    const Cards settled = candidates & state.asked_set & ~(unsettled ? bit(last) : 0);
    return settled ? settled : candidates;
  }

  State sample_deal(const State& seen, int seat, Random& random) const {
    Cards candidates = centre_candidates(seen, seat);
    for (auto skip = random.below(static_cast<std::uint64_t>(__builtin_popcount(candidates))); skip; --skip)
      candidates &= candidates - 1;
    const Cards centre = candidates & -candidates;
    State dealt;
    dealt.hands[seat] = seen.hands[seat];
    dealt.hands[1 - seat] = pack() & ~seen.hands[seat] & ~centre;
    return dealt;
  }
};

static_assert(Game<GuessIt>);
static_assert(sizeof(GuessIt::State) <= 40);

}  // namespace kibitz
