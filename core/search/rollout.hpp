// What the Monte Carlo searches share: playing a game to its end by a simple rule, and putting values on one scale.
#pragma once

#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "policies/policy.hpp"
#include "random.hpp"
#include "search/horizon.hpp"
#include "search/judge.hpp"

namespace kibitz {

struct Simulations {
  std::uint64_t count = 1000;
  double seconds = 0;  // above 0: instead of the count
  double exploration = 0;
  int rollout_depth = 0;     // 0: to the end
  double low = 0, high = 0;  // the range of values if it is known (low < high); else what has been seen
  std::uint64_t seed = 0;
  bool light = false;  // simulated games go on by light play, in games that have it
};

// Says when enough has been simulated.
class Budget {
 public:
  explicit Budget(const Simulations& wanted) : wanted_(wanted), began_(Clock::now()) {}
  bool spent(std::uint64_t done) const { return wanted_.seconds <= 0 ? done >= wanted_.count : late(); }
  // Whether the time is up, where there is a limit in seconds.
  bool late() const {
    return wanted_.seconds > 0 && std::chrono::duration<double>(Clock::now() - began_).count() >= wanted_.seconds;
  }

 private:
  using Clock = std::chrono::steady_clock;
  const Simulations& wanted_;
  Clock::time_point began_;
};

// Maps values to [0, 1], by the range given or by the lowest and the highest seen so far.
class ValueRange {
 public:
  explicit ValueRange(const Simulations& wanted) : fixed_(wanted.low < wanted.high) {
    low_ = fixed_ ? wanted.low : std::numeric_limits<double>::infinity();
    high_ = fixed_ ? wanted.high : -std::numeric_limits<double>::infinity();
  }
  void see(double value) {
    if (fixed_) return;
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
  }
  double operator()(double value) const {
    if (!(low_ < high_)) return 0.5;
    return std::clamp((value - low_) / (high_ - low_), 0.0, 1.0);
  }

 private:
  bool fixed_;
  double low_, high_;
};

// The same for each seat.
class Scale {
 public:
  explicit Scale(const Simulations& wanted) : ranges_(max_players, ValueRange(wanted)) {}
  void see(const Scores& values) {
    for (int seat = 0; seat < max_players; ++seat) ranges_[seat].see(values[seat]);
  }
  double operator()(double value, int seat) const { return ranges_[seat](value); }

 private:
  std::vector<ValueRange> ranges_;
};

// The logarithm of a count, mostly from a table.
inline double log_of(std::uint64_t number) {
  static const std::array<double, 4096> table = [] {
    std::array<double, 4096> logs{};
    for (std::size_t i = 1; i < logs.size(); ++i) logs[i] = std::log(static_cast<double>(i));
    return logs;
  }();
  return number < table.size() ? table[number] : std::log(static_cast<double>(number));
}

// Deep recursions over Python games are refused; a loop is not one.
template <Game G>
typename G::State rooted(const G& game, typename G::State state) {
  if constexpr (requires { game.rooted(state); }) return game.rooted(state);
  return state;
}

// Plays simulated games on, move by move.
template <Game G>
class Playout {
 public:
  using State = typename G::State;
  // A simulated game that goes on for longer is judged where it stands. A table stops a game after as many moves.
  static constexpr int longest = 100'000;
  // When so many of them, the first ones of a search, are too long, the game does not end by itself and is refused,
  // unless a clock ends the search anyway: what is refused must not depend on how fast the machine is.
  static constexpr std::uint64_t hopeless = 3;
  static constexpr int between_looks = 64;  // plies between two looks at the clock

  Playout(const G& game, Watch& watch, const Simulations& wanted, const Budget& budget)
      : game_(game), watch_(watch), wanted_(wanted), budget_(budget) {}

  // The last state, where pick(state, moves) chooses every move.
  template <class Pick>
  State operator()(State state, Pick pick) {
    return on(std::move(state), [&](State& at) {
      moves_.clear();
      game_.moves(at, moves_);
      if (moves_.empty()) return false;
      at = rooted(game_, game_.play(at, moves_[pick(at, moves_)]));
      return true;
    });
  }

  // The same by light play, in place.
  State lightly(State state, QuickRandom& random)
    requires PlayedLightly<G>
  {
    return on(std::move(state), [&](State& at) {
      if (game_.over(at)) return false;
      game_.advance(at, LightPlay<G>::pick(game_, at, random));
      return true;
    });
  }

 private:
  // Goes on until move(state) finds the game over. It stops at the first end of a stage after the depth that is wanted,
  // and anywhere when the time is up or after `longest` plies: some games never end.
  template <class Move>
  State on(State state, Move move) {
    ++played_;
    for (int ply = 0;; ++ply) {
      watch_.count();
      if (wanted_.rollout_depth > 0 && ply >= wanted_.rollout_depth && may_stop(state)) break;
      if (ply % between_looks == between_looks - 1 && budget_.late()) break;
      if (ply >= longest) {
        refuse_if_hopeless();
        break;
      }
      if (!move(state)) break;
    }
    return state;
  }

  void refuse_if_hopeless() {
    if (wanted_.seconds <= 0 && ++too_long_ == hopeless && played_ == hopeless)
      throw std::length_error(
          "the first " + std::to_string(hopeless) + " simulated games went on for more than " +
          std::to_string(longest) +
          " moves; give depth=, the number of moves after which a simulated game is judged as it stands");
  }

  bool may_stop([[maybe_unused]] const State& state) const {
    if constexpr (Staged<G>) return game_.stage_end(state);
    return true;
  }

  const G& game_;
  Watch& watch_;
  const Simulations& wanted_;
  const Budget& budget_;
  Moves<G> moves_;
  std::uint64_t played_ = 0, too_long_ = 0;
};

template <Game G>
class Rollout {
 public:
  using State = typename G::State;

  // With a guide the moves are those that it finds best for the mover after one ply, else those of light play if that
  // is wanted, else any.
  Rollout(const G& game, const Judge<G>& judge, const Judge<G>* guide, Watch& watch, Random& random,
          const Simulations& wanted, const Budget& budget)
      : game_(game),
        judge_(judge),
        guide_(guide),
        watch_(watch),
        random_(random),
        light_(wanted.light),
        quick_(wanted.light ? random.next() : 0),
        playout_(game, watch, wanted, budget) {}

  // What everybody gets in the end, or where the rollout stops.
  Scores operator()(State state) {
    if constexpr (PlayedLightly<G>) {
      if (light_) return judge_(playout_.lightly(std::move(state), quick_));
    }
    return judge_(playout_(std::move(state), [&](const State& at, const Moves<G>& moves) { return pick(at, moves); }));
  }

 private:
  int pick(const State& state, const Moves<G>& moves) {
    const int seat = game_.to_move(state);
    if constexpr (Chancy<G>) {
      if (seat == chance_seat) return drawn(game_.chance(state), random_);
    }
    if (!guide_) return static_cast<int>(random_.below(moves.size()));
    double best = 0;
    int chosen = 0, tied = 0;
    for (int i = 0; i < moves.size(); ++i) {
      watch_.count();
      const double value = (*guide_)(game_.play(state, moves[i]))[seat];
      if (tied && value < best) continue;
      tied = tied && value == best ? tied + 1 : 1;
      best = value;
      if (tied == 1 || random_.below(tied) == 0) chosen = i;
    }
    return chosen;
  }

  const G& game_;
  const Judge<G>& judge_;
  const Judge<G>* guide_;
  Watch& watch_;
  Random& random_;
  bool light_;
  QuickRandom quick_;
  Playout<G> playout_;
};

// What a Monte Carlo search found out about one move of the root.
struct TriedMove {
  std::uint64_t move;
  std::uint64_t visits;
  Scores mean;
};

struct SimulationReport {
  std::vector<TriedMove> moves;     // in move order
  std::vector<std::uint64_t> line;  // most visited
  std::uint64_t simulations = 0;
  std::uint64_t worlds = 0;       // that were weighed
  double effective = 0;           // as how many of equal weight these are worth
  std::uint64_t chains = 0;       // of worlds; 0: worlds were weighed
  std::uint64_t changes = 0;      // of worlds in chains
  std::uint64_t kept = 0;         // simulations of earlier moves that count in the visits
  std::uint64_t kept_worlds = 0;  // drawn at earlier moves
};

}  // namespace kibitz
