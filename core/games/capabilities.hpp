// What a game may offer beyond its rules. Searches ask for these, never for a game by name;
// kibitz/games/capabilities.py has the same words as Python protocols, but for those that are about speed only
// (Itemised, Recalling, Foreseeing, Quieting, LookingAhead).
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "games/game.hpp"
#include "random.hpp"

namespace kibitz {

struct Interval {
  double low;
  double high;
};

// Specialised in core/evaluation/, one header a game.
//   names(game)                        the features
//   weights(game)                      the default weight of each
//   bounds(game)                       an interval each feature never leaves, in any state and for any seat
//   features(game, state, seat, out)   their values, higher is better for the seat under the default weights
// and, optionally,
//   reachable(game, state, seat, out)  an interval for each feature at the end of the game, given this state
//   feature(game, state, seat, index)  one of them alone, where that is cheaper than all
//   foresee(game, state, move, table)  the features after a move that is not made: `table` holds those before it, seat
//                                      by seat; what changes is written there, and the seats it changes for are
//                                      returned as bits; -1, with nothing written, where the move has to be made
//   quiet(game, state, move)           whether a move of the seat to move is legal here and changes features of that
//   seat
//                                      only, as `foresee` tells; for a move that is quiet in some state that differs by
//                                      quiet moves of others
//   loud(game, state, moves)           lists the legal moves that `foresee` cannot tell; all others are quiet
//   swing(game, state, plies, out)     by how much each feature of a seat can change, once it has moved, until so many
//                                      plies from this state are made; false where the game can be over by then
//   ahead(game, state, plies)          what the features can be that many plies on, where that is known better than
//                                      by `bounds`
//   same_after_equivalents(game, weights)  whether moves that `representatives` merges leave equal weighted sums
//   whole                              true: every feature is a whole number
//   ends_unseen                        true: at an end, `reachable` may leave open what the result is
template <class G>
struct Evaluation;

template <class G>
concept Evaluated = requires(const G& game, const typename G::State& state, int seat, std::span<double> values) {
  { Evaluation<G>::names(game) } -> std::same_as<std::vector<std::string>>;
  { Evaluation<G>::weights(game) } -> std::same_as<std::vector<double>>;
  { Evaluation<G>::bounds(game) } -> std::same_as<std::vector<Interval>>;
  Evaluation<G>::features(game, state, seat, values);
};

// Nothing is open at the end; before it, a game that knows no better has its bounds.
template <class G>
concept Reaching =
    Evaluated<G> && requires(const G& game, const typename G::State& state, int seat, std::span<Interval> intervals) {
      Evaluation<G>::reachable(game, state, seat, intervals);
    };

template <class G>
concept Itemised = Evaluated<G> && requires(const G& game, const typename G::State& state, int seat, int index) {
  { Evaluation<G>::feature(game, state, seat, index) } -> std::same_as<double>;
};

// A past that may decide the game (repetition, quiet moves). Where it cannot do so within `plies`, states with equal
// `position` play on identically that far; `position` says everything but the past, without loss.
template <class G>
concept Recalling = requires(const G& game, const typename G::State& state, int plies) {
  { game.past_matters(state, plies) } -> std::same_as<bool>;
  { game.position(state) } -> std::same_as<std::array<std::uint64_t, 2>>;
};

template <class G>
concept Foreseeing = Evaluated<G> && requires(const G& game, const typename G::State& state, typename G::Move move,
                                              std::span<double> table) {
  { Evaluation<G>::foresee(game, state, move, table) } -> std::same_as<int>;
};

// Seats move in turn, and most moves change what the mover has and nothing else.
template <class G>
concept Quieting = Foreseeing<G> && requires(const G& game, const typename G::State& state, typename G::Move move,
                                             int seat, Moves<G>& moves, std::span<Interval> changes) {
  { game.turned(state, seat) } -> std::same_as<typename G::State>;
  { Evaluation<G>::quiet(game, state, move) } -> std::same_as<bool>;
  Evaluation<G>::loud(game, state, moves);
  { Evaluation<G>::swing(game, state, seat, changes) } -> std::same_as<bool>;
};

// What features can be some plies on: of each seat, seat by seat, and of all seats together.
struct FeaturesAhead {
  std::vector<Interval> each;
  std::vector<Interval> together;
  bool may_end = true;  // whether the game can be over by then
};

template <class G>
concept LookingAhead = Evaluated<G> && requires(const G& game, const typename G::State& state, int plies) {
  { Evaluation<G>::ahead(game, state, plies) } -> std::same_as<FeaturesAhead>;
};

// Between what the scores lie in all states that a state leads to.
struct ScoreBounds {
  Scores low{}, high{};
  double together = 0;  // what they sum to, at most
  bool whole = true;    // whether they are whole numbers
};

template <class G>
concept ScoreBounded = requires(const G& game, const typename G::State& state) {
  { game.score_bounds(state) } -> std::same_as<ScoreBounds>;
};

// All outcomes that can occur, each once; `enumerable` may say no under some options.
template <class G>
concept Enumerable = requires(const G& game) {
  { game.enumerable() } -> std::same_as<bool>;
  { game.outcomes() } -> std::same_as<std::vector<typename G::Outcome>>;
};

// Where a depth-limited search may stop: at the end of a trick. A game may say at run time that it has no stages
// (`staged`); then every state is the end of one.
template <class G>
concept Staged = requires(const G& game, const typename G::State& state) {
  { game.stage_end(state) } -> std::same_as<bool>;
};

// Equivalent moves merged: `representatives` lists one of each class in move order and how many it stands for. Where
// the moves it stands for are in the move list themselves, they follow it there.
template <class G>
concept Weighted = requires(const G& game, const typename G::State& state, Moves<G>& moves,
                            MoveList<int, G::max_moves>& weights) { game.representatives(state, moves, weights); };

// What is left to be decided. At a stage end, two states with equal `remainder` (a few words, `Left`) reach the same
// outcomes by the same moves, once what is `settled` already is taken off: outcome(end) = settled(state) + rest, and no
// seat's part of the rest is negative. `canonical_key` is, in any state, a hash that does not tell states apart that
// differ only by which of several equivalent moves was made, or by what is settled: random ties are drawn by it.
// `has_remainder` may say no under some options.
template <class G>
concept Remainder = Staged<G> && requires(const G& game, const typename G::State& state) {
  { game.has_remainder() } -> std::same_as<bool>;
  { game.remainder(state) } -> std::same_as<typename G::Left>;
  { game.settled(state) } -> std::same_as<typename G::Outcome>;
  { game.canonical_key(state) } -> std::same_as<std::uint64_t>;
};

// How a state ends in which nobody has a choice any more, without playing on: true, and the outcome.
template <class G>
concept Foregone = requires(const G& game, const typename G::State& state, typename G::Outcome& outcome) {
  { game.foregone(state, outcome) } -> std::same_as<bool>;
};

// Chance moves: where to_move is chance_seat, the probability of each move in move order.
template <class G>
concept Chancy = requires(const G& game, const typename G::State& state) {
  { game.chance(state) } -> std::same_as<std::vector<double>>;
};

// The same position with another seat to move.
template <class G>
concept Turnable = requires(const G& game, const typename G::State& state, int seat) {
  { game.turned(state, seat) } -> std::same_as<typename G::State>;
};

// Hidden information. A view is a state in which everything the seat cannot know has been wiped out.
// `hidden` is false under options by which everybody sees everything.
template <class G>
concept Hidden =
    requires(const G& game, const typename G::State& state, typename G::Move move, int seat, Random& random) {
      { game.hidden() } -> std::same_as<bool>;
      { game.view(state, seat) } -> std::same_as<typename G::State>;
      { game.sees(state, move, seat) } -> std::same_as<bool>;  // does this seat learn which move it was?
      { game.sample_deal(state, seat, random) } -> std::same_as<typename G::State>;  // a start that fits the view
    };

// Worlds of one view, drawn many times: what does not depend on the draw is done once. A world is a state from which
// `moves_since` lead to the view; the draws are those of `sample_deal`.
template <class G>
concept Dealing = Hidden<G> && requires(const G& game, const typename G::State& view, int seat, Random& random) {
  { typename G::Worlds(game, view, seat)(random) } -> std::same_as<typename G::State>;
  { typename G::Worlds(game, view, seat).moves_since() };
};

// The worlds of a view can tell whether there is only one: then all that was hidden is known.
template <class G>
concept Knowing = Dealing<G> && requires(const typename G::Worlds& worlds) {
  { worlds.only_one() } -> std::same_as<bool>;
};

// The worlds of a view can be changed a little: `exchange` lets two hidden cards change places, drawn evenly, if their
// holders may have them, and returns the seats that hold other cards then, as bits. So every world is as likely to
// follow another as the other way round.
template <class G>
concept Exchanging =
    Dealing<G> && requires(const typename G::Worlds& worlds, typename G::State& world, QuickRandom& random) {
      { worlds.exchange(world, random) } -> std::same_as<unsigned>;
    };

// `decide` plays a hand to its end at once where it makes no difference any more what is played, and says whether it
// did. What is played is not told, only what everybody gets.
template <class G>
concept Deciding = requires(const G& game, typename G::State& state) {
  { game.decide(state) } -> std::same_as<bool>;
};

// `play` in place.
template <class G>
concept Advancing =
    requires(const G& game, typename G::State& state, typename G::Move move) { game.advance(state, move); };

// A move that is a set of parts, such as three cards that are passed: how many parts a move of this state has, which
// may still be chosen beside those in a set, and the move that a set of them is.
template <class G>
concept Composed = requires(const G& game, const typename G::State& state, std::uint64_t chosen) {
  { game.parts(state) } -> std::same_as<int>;
  { game.part_choices(state, chosen) } -> std::same_as<std::uint64_t>;
  { game.composed(chosen) } -> std::same_as<typename G::Move>;
};

// Moves that nobody but the mover sees.
template <class G>
concept Secretive = requires(const G& game, const typename G::State& state) {
  { game.secret(state) } -> std::same_as<bool>;
};

// A game that begins with bids.
template <class G>
concept Bidding = requires(const G& game, const typename G::State& state) {
  { game.bidding(state) } -> std::same_as<bool>;
};

// A game of many hands: a simulated game ends with the hand it began in. `spread_to_come` is by how many points the
// hands to come may move one seat against another, about one standard deviation.
template <class G>
concept InHands = requires(const G& game, const typename G::State& state) {
  { game.hand_number(state) } -> std::same_as<int>;
  { game.spread_to_come(state) } -> std::same_as<double>;
};

// How somebody plays who knows the game a little, as fast as can be. Specialised in core/evaluation/.
//   pick(game, state, random)         a move
//   likelihood(game, state, move)     how likely a sensible player would make a move, up to a factor that is the same
//                                     for all moves of the state
template <class G>
struct LightPlay;

// Worlds can be weighed by what was seen in them: `beginning` of a view, `give` it a world's cards, and play again.
template <class G>
concept Weighing =
    requires(const G& game, typename G::State& state, const typename G::State& world, int seat, typename G::Move move) {
      { game.beginning(world) } -> std::same_as<typename G::State>;
      game.give(state, world, seat);
      { LightPlay<G>::likelihood(game, world, move) } -> std::same_as<double>;
    };

// Before play, cards change hands that some seats do not see: how likely that is where it leads to the hands of a
// world, as the others are thought to choose. `start` is the beginning of play there; the mean over draws is exact.
template <class G>
concept Passing =
    Weighing<G> && requires(const G& game, const typename G::State& start, int seat, QuickRandom& random) {
      { game.exchanged_cards(start) } -> std::same_as<bool>;
      { LightPlay<G>::passes_told(game, start, seat, random) } -> std::same_as<double>;
    };

// What the seat to move sees in the state that `give` would make of a beginning and a world, as a word: two worlds with
// the same word have the same legal moves there, with the same features (`MoveFeatures`) and the same likelihood under
// light play. So an answer can be remembered by it.
template <class G>
concept Remembered = Weighing<G> && requires(const G& game, const typename G::State& state) {
  { game.seen_to_choose(state, state) } -> std::same_as<std::uint64_t>;
};

template <class G>
concept PlayedLightly = Advancing<G> && requires(const G& game, const typename G::State& state, QuickRandom& random) {
  { LightPlay<G>::pick(game, state, random) } -> std::same_as<typename G::Move>;
};

}  // namespace kibitz
