// Ways to play Guess It by how many cards are secret and by what the other has shown in the game, as tables: what
// src/kibitz/specialists/guess_it/plans.py calls a plan, for games by the thousand.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "games/guess_it.hpp"

namespace kibitz {

// What a seat has seen of the other: the first four are moves, in the order of KINDS; then whether it called a card, or
// let it pass and named another.
struct GuessItSights {
  enum Kind { bluffed, asked, passed_bluffed, passed_asked, called, let_pass };
  std::array<int, 6> counts{};

  static Kind move(bool bluff, bool answering) { return static_cast<Kind>(2 * answering + !bluff); }
};

// The moves of the other that the seat has understood: specialists/guess_it/play.py, happenings. In the first four
// counts.
inline GuessItSights guess_it_moves(const GuessIt& game, const GuessIt::State& state, int seat) {
  GuessItSights seen;
  const auto mine = state.hands[seat], theirs = state.hands[1 - seat] & state.face_up;
  const auto candidates = game.centre_candidates(state, seat);
  bool waits = false;  // whether the ask before was not turned up at once
  for (int number = 0; number < state.asks; ++number) {
    const auto card = GuessIt::bit(state.asked[static_cast<std::size_t>(number)]);
    const bool own = number % 2 == seat;
    const bool settled = card & mine || !(card & candidates) || !(candidates & (candidates - 1));
    if (!own && settled) ++seen.counts[GuessItSights::move(!(card & mine) && !(card & candidates), waits)];
    waits = !(card & (own ? theirs : mine));
  }
  return seen;
}

// The same and how the other ended the game, if that tells something: specialists/guess_it/reading.py, sights.
inline GuessItSights guess_it_sights(const GuessIt& game, const GuessIt::State& state, int seat) {
  GuessItSights seen = guess_it_moves(game, state, seat);
  if (!state.named || !state.asks || state.asks % 2 == seat) return seen;
  const auto last = GuessIt::bit(state.asked[state.asks - 1u]), named = GuessIt::bit(state.named);
  if (last & state.hands[1 - seat] & state.face_up) return seen;
  const auto before = state.asked_set & ~last;
  if (!(state.hands[seat] & ~state.face_up & ~before) || named & before) return seen;  // it knew the centre before
  ++seen.counts[named == last ? GuessItSights::called : GuessItSights::let_pass];
  return seen;
}

struct GuessItPlan {
  // Where one is: secret cards, whether the card that waits or the move to be made answers another, and what was seen.
  struct Decision {
    int own, other;
    bool answering;
    std::array<int, 4> seen;
  };
  struct Entry {
    std::uint32_t key;
    double call = 0, bluff = 0, guess = 0;
  };
  bool remembers = false;      // whether entries differ by what was seen
  std::vector<Entry> entries;  // by key

  std::uint32_t key(const Decision& at) const {
    std::uint32_t key =
        static_cast<std::uint32_t>(at.own) << 5 | static_cast<std::uint32_t>(at.other) << 1 | at.answering;
    if (remembers)
      for (const int count : at.seen) key = key << 4 | static_cast<std::uint32_t>(std::min(count, 15));
    return key;
  }

  // What is done at a decision; one that the plan does not know is played by asking.
  Entry at(const Decision& decision) const {
    const std::uint32_t sought = key(decision);
    const auto found = std::lower_bound(entries.begin(), entries.end(), sought,
                                        [](const Entry& entry, std::uint32_t key) { return entry.key < key; });
    return found != entries.end() && found->key == sought ? *found : Entry{sought};
  }
};

}  // namespace kibitz
