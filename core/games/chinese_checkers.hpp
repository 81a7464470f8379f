// Chinese Checkers: a set of holes for each seat. Holes are numbered in reading order, a1 = 0 to q1 = 120.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "games/capabilities.hpp"
#include "games/game.hpp"
#include "games/one_winner.hpp"
#include "random.hpp"

namespace kibitz {

// The star, worked out at compile time.
namespace star {

inline constexpr int holes = 121;
inline constexpr int camps = 6;  // clockwise from the top
inline constexpr int no_camp = camps;

struct HoleSet {
  std::array<std::uint64_t, 2> words{};

  constexpr bool operator==(const HoleSet&) const = default;
  constexpr HoleSet operator|(const HoleSet& other) const {
    return {{words[0] | other.words[0], words[1] | other.words[1]}};
  }
  constexpr HoleSet operator&(const HoleSet& other) const {
    return {{words[0] & other.words[0], words[1] & other.words[1]}};
  }
  constexpr HoleSet without(const HoleSet& other) const {
    return {{words[0] & ~other.words[0], words[1] & ~other.words[1]}};
  }
  constexpr bool has(int hole) const { return words[hole >> 6] >> (hole & 63) & 1; }
  constexpr void add(int hole) { words[hole >> 6] |= std::uint64_t{1} << (hole & 63); }
  constexpr void remove(int hole) { words[hole >> 6] &= ~(std::uint64_t{1} << (hole & 63)); }
  constexpr bool empty() const { return (words[0] | words[1]) == 0; }
  constexpr int size() const { return std::popcount(words[0]) + std::popcount(words[1]); }
  constexpr bool includes(const HoleSet& other) const { return other.without(*this).empty(); }

  template <class Action>
  constexpr void each(Action action) const {  // in reading order
    for (int word = 0; word < 2; ++word)
      for (std::uint64_t rest = words[word]; rest != 0; rest &= rest - 1) action(64 * word + std::countr_zero(rest));
  }
};

// Cube coordinates: x + y + z = 0, z counts rows downwards from the middle one, x grows to the right.
struct Cube {
  int x, y, z;
};

constexpr int absolute(int value) { return value < 0 ? -value : value; }

constexpr int distance(Cube a, Cube b) { return (absolute(a.x - b.x) + absolute(a.y - b.y) + absolute(a.z - b.z)) / 2; }

// The tips in which one coordinate is beyond the inner hexagon of radius 4.
constexpr int camp_of(Cube hole) {
  if (hole.z < -4) return 0;
  if (hole.x > 4) return 1;
  if (hole.y < -4) return 2;
  if (hole.z > 4) return 3;
  if (hole.x < -4) return 4;
  if (hole.y > 4) return 5;
  return no_camp;
}

struct Hop {
  std::uint8_t over, landing;
};

struct Board {
  std::array<Cube, holes> places{};
  std::array<HoleSet, holes> neighbours{};
  std::array<std::array<Hop, 6>, holes> hops{};
  std::array<std::uint8_t, holes> hop_count{};
  std::array<std::uint8_t, holes> camp{};
  std::array<HoleSet, camps + 1> camp_holes{};                        // the last one: the hexagon in the middle
  std::array<std::array<std::uint8_t, holes>, camps> steps_to_tip{};  // to the outermost hole of each camp
  int largest_hop_class = 0;  // hops keep x and z even or odd: a pawn hops among the holes of one of four classes
};

consteval Board make_board() {
  constexpr std::array<int, 17> lengths = {1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1};
  constexpr std::array<Cube, 6> directions = {{{1, -1, 0}, {1, 0, -1}, {0, 1, -1}, {-1, 1, 0}, {-1, 0, 1}, {0, -1, 1}}};
  constexpr std::array<Cube, camps> tips = {
      {{4, 4, -8}, {8, -4, -4}, {4, -8, 4}, {-4, -4, 8}, {-8, 4, 4}, {-4, 8, -4}}};
  Board board;
  int count = 0;
  std::array<std::array<int, 17>, 17> at{};  // by z + 8 and x + 8; 0 where there is no hole, else the hole + 1
  for (int row = 0; row < 17; ++row)
    for (int place = 0; place < lengths[row]; ++place) {
      const int z = row - 8;
      const int x = (2 * place - (lengths[row] - 1) - z) / 2;  // rows are centred, half a hole apart
      board.places[count] = {x, -x - z, z};
      at[row][x + 8] = ++count;
    }
  std::array<int, 4> class_sizes{};
  for (int hole = 0; hole < holes; ++hole) {
    const Cube here = board.places[hole];
    const auto beyond = [&](Cube direction, int steps) {
      const int z = here.z + steps * direction.z, x = here.x + steps * direction.x;
      return z < -8 || z > 8 || x < -8 || x > 8 ? -1 : at[z + 8][x + 8] - 1;
    };
    for (const Cube direction : directions) {
      const int over = beyond(direction, 1), landing = beyond(direction, 2);
      if (over >= 0) board.neighbours[hole].add(over);
      if (over >= 0 && landing >= 0)
        board.hops[hole][board.hop_count[hole]++] = {static_cast<std::uint8_t>(over),
                                                     static_cast<std::uint8_t>(landing)};
    }
    board.camp[hole] = static_cast<std::uint8_t>(camp_of(here));
    board.camp_holes[board.camp[hole]].add(hole);
    for (int camp = 0; camp < camps; ++camp)
      board.steps_to_tip[camp][hole] = static_cast<std::uint8_t>(distance(here, tips[camp]));
    ++class_sizes[2 * (here.x & 1) + (here.z & 1)];
  }
  for (const int size : class_sizes)
    if (size > board.largest_hop_class) board.largest_hop_class = size;
  return board;
}

inline constexpr Board board = make_board();
inline constexpr std::array<HoleSet, holes> single = [] {
  std::array<HoleSet, holes> sets;
  for (int hole = 0; hole < holes; ++hole) sets[hole].add(hole);
  return sets;
}();
inline constexpr HoleSet everywhere = [] {
  HoleSet all;
  for (int hole = 0; hole < holes; ++hole) all.add(hole);
  return all;
}();

}  // namespace star

struct ChineseCheckers {
  using HoleSet = star::HoleSet;
  struct State {
    std::array<HoleSet, 6> pawns{};
    std::uint16_t plies = 0;
    std::uint8_t mover = 0;
    std::int8_t winner = -1;
    bool operator==(const State&) const = default;
  };
  using Move = std::uint16_t;  // start << 7 | end
  using Outcome = std::array<int, max_players>;
  static constexpr int pawns_each = 10;
  static constexpr Move pass = 0x3fff;
  // A pawn ends on one of six neighbours or on another hole of its hop class; the two never meet.
  static constexpr int max_moves = pawns_each * (6 + star::board.largest_hop_class - 1);

  int player_count = 3;
  bool stop_anywhere = false;
  int turns = 300;

  bool operator==(const ChineseCheckers&) const = default;

  int players() const { return player_count; }
  int last_ply() const { return turns * player_count; }

  static constexpr std::array<std::array<std::int8_t, 6>, 7> homes = {
      {{}, {}, {0, 3}, {0, 2, 4}, {1, 2, 4, 5}, {}, {0, 1, 2, 3, 4, 5}}};
  // Whose goal a camp is, by number of players; -1: nobody's.
  static constexpr std::array<std::array<std::int8_t, 7>, 7> heirs = [] {
    std::array<std::array<std::int8_t, 7>, 7> all{};
    for (int players = 0; players < 7; ++players) {
      all[players].fill(-1);
      if (players == 2 || players == 3 || players == 4 || players == 6)
        for (int seat = 0; seat < players; ++seat)
          all[players][(homes[players][seat] + 3) % star::camps] = static_cast<std::int8_t>(seat);
    }
    return all;
  }();

  int home(int seat) const { return homes[player_count][seat]; }
  int goal(int seat) const { return (home(seat) + 3) % star::camps; }
  static const HoleSet& holes_of(int camp) { return star::board.camp_holes[camp]; }

  State start(std::uint64_t) const {
    State state;
    for (int seat = 0; seat < player_count; ++seat) state.pawns[seat] = holes_of(home(seat));
    return state;
  }

  int to_move(const State& state) const { return state.mover; }
  bool over(const State& state) const { return state.winner >= 0 || state.plies >= last_ply(); }

  HoleSet occupied(const State& state) const {
    HoleSet all = state.pawns[0];
    for (int seat = 1; seat < player_count; ++seat) all = all | state.pawns[seat];
    return all;
  }

  // Where a pawn of this seat may end, unless it stands in its goal already.
  HoleSet may_end(int seat) const {
    if (stop_anywhere) return star::everywhere;
    return holes_of(star::no_camp) | holes_of(home(seat)) | holes_of(goal(seat));
  }

  void moves(const State& state, Moves<ChineseCheckers>& moves) const {
    if (over(state)) return;
    const HoleSet taken = occupied(state);
    const HoleSet goal_holes = holes_of(goal(state.mover));
    const HoleSet allowed = may_end(state.mover).without(taken);
    const HoleSet allowed_in_goal = goal_holes.without(taken);
    state.pawns[state.mover].each([&](int start) {
      const HoleSet ends = (star::board.neighbours[start] | hop_ends(start, taken)) &
                           (goal_holes.has(start) ? allowed_in_goal : allowed);
      ends.each([&](int end) { moves.push(static_cast<Move>(start << 7 | end)); });
    });
    if (moves.empty()) moves.push(pass);
  }

  // Whether the mover may make a move, other than a pass, of a pawn that is its own.
  bool legal(const State& state, Move move) const {
    const int start = move >> 7, end = move & 127;
    const HoleSet taken = occupied(state);
    const HoleSet& goal_holes = holes_of(goal(state.mover));
    if (taken.has(end) || !(goal_holes.has(start) ? goal_holes : may_end(state.mover)).has(end)) return false;
    return star::board.neighbours[start].has(end) || hop_ends(start, taken).has(end);
  }

  State play(const State& state, Move move) const {
    State next = state;
    if (move != pass) {
      const int start = move >> 7, end = move & 127;
      next.pawns[state.mover] = state.pawns[state.mover].without(star::single[start]) | star::single[end];
      // A goal becomes full only by the pawn that enters it, so no other seat can have won now. What was is read
      // from `state`: a value that was just written in other pieces is slow to read back.
      const int camp = star::board.camp[end];
      const int heir = heirs[player_count][camp];
      if (heir >= 0 && (occupied(state).without(star::single[start]) | star::single[end]).includes(holes_of(camp)) &&
          (heir == state.mover || !(state.pawns[heir] & holes_of(camp)).empty()))
        next.winner = static_cast<std::int8_t>(heir);
    }
    next.mover = static_cast<std::uint8_t>(state.mover + 1 == player_count ? 0 : state.mover + 1);
    ++next.plies;
    return next;
  }

  Outcome outcome(const State& state) const {
    Outcome result{};
    if (state.winner >= 0) result[state.winner] = 1;
    return result;
  }

  Scores scores(const State& state) const {
    Scores result{};
    if (state.winner >= 0) result[state.winner] = 1;
    return result;
  }

  std::uint64_t key(const State& state) const {
    std::uint64_t key = mix(state.plies | std::uint64_t{state.mover} << 16);
    for (int seat = 0; seat < player_count; ++seat)
      key = combine(combine(key, state.pawns[seat].words[0]), state.pawns[seat].words[1]);
    return key;
  }

  ScoreBounds score_bounds(const State&) const { return one_winner::score_bounds(player_count); }
  bool enumerable() const { return true; }
  std::vector<Outcome> outcomes() const { return one_winner::outcomes<Outcome>(player_count); }

  State turned(const State& state, int seat) const {
    State next = state;
    next.mover = static_cast<std::uint8_t>(seat);
    return next;
  }

  // The seat that has won by a full goal with an own pawn in it; -1: nobody.
  int winner_of(const State& state) const {
    for (int seat = 0; seat < player_count; ++seat)
      if (winner_in(state, goal(seat)) == seat) return seat;
    return -1;
  }

  bool valid(const State& state) const {
    if (state.mover >= player_count || state.plies > last_ply() || state.winner != winner_of(state)) return false;
    HoleSet taken;
    int full_goals = 0;
    for (int seat = 0; seat < static_cast<int>(state.pawns.size()); ++seat) {
      const HoleSet& own = state.pawns[seat];
      if (seat >= player_count) {
        if (!own.empty()) return false;
        continue;
      }
      if (own.size() != pawns_each || !(own & taken).empty() || !may_end(seat).includes(own)) return false;
      taken = taken | own;
      full_goals += winner_in(state, goal(seat)) == seat;
    }
    return full_goals <= 1;
  }

 private:
  // The holes that chains of hops lead to; the pawn's own hole counts as empty and cannot be hopped over.
  static HoleSet hop_ends(int start, HoleSet taken) {
    HoleSet reached;
    if ((star::board.neighbours[start] & taken).empty()) return reached;
    taken.remove(start);
    HoleSet closed = taken;
    closed.add(start);
    std::array<std::uint8_t, star::holes> waiting;
    int count = 0;
    waiting[count++] = static_cast<std::uint8_t>(start);
    while (count > 0) {
      const int here = waiting[--count];
      const auto& hops = star::board.hops[here];
      for (int i = 0; i < star::board.hop_count[here]; ++i) {
        const auto [over, landing] = hops[i];
        if (!taken.has(over) || closed.has(landing)) continue;
        closed.add(landing);
        waiting[count++] = landing;
      }
    }
    return closed.without(taken);
  }

  int winner_in(const State& state, int camp) const {
    const int seat = heirs[player_count][camp];
    if (seat < 0 || (state.pawns[seat] & holes_of(camp)).empty()) return -1;
    return occupied(state).includes(holes_of(camp)) ? seat : -1;
  }
};

static_assert(Game<ChineseCheckers>);
static_assert(sizeof(ChineseCheckers::State) <= 128);

}  // namespace kibitz
