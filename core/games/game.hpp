// What every game is: an immutable object that holds the options, and a small value that is a state.
// The names are those of DESIGN.md and of kibitz.Game in Python.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace kibitz {

inline constexpr int max_players = 8;
inline constexpr int chance_seat = -1;

using Scores = std::array<double, max_players>;

// The moves of one state: room for the most a game can have, nothing allocated, nothing cleared.
template <class Move, int Capacity>
class MoveList {
 public:
  void push(Move move) {
    assert(size_ < Capacity);
    items_[size_++] = move;
  }
  void clear() { size_ = 0; }
  void resize(int size) { size_ = size; }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move& operator[](int index) { return items_[index]; }
  const Move& operator[](int index) const { return items_[index]; }
  Move* begin() { return items_; }
  Move* end() { return items_ + size_; }
  const Move* begin() const { return items_; }
  const Move* end() const { return items_ + size_; }

 private:
  int size_ = 0;
  Move items_[Capacity];
};

// Where a state may have very many moves a list on the stack would be too large for a deep search.
template <class Move, int Capacity>
  requires(Capacity >= 1024)
class MoveList<Move, Capacity> {
 public:
  void push(Move move) {
    if (size() == Capacity) throw std::length_error("a state has more moves than a search takes");
    items_.push_back(move);
  }
  void clear() { items_.clear(); }
  void resize(int size) { items_.resize(size); }
  int size() const { return static_cast<int>(items_.size()); }
  bool empty() const { return items_.empty(); }
  Move& operator[](int index) { return items_[index]; }
  const Move& operator[](int index) const { return items_[index]; }
  Move* begin() { return items_.data(); }
  Move* end() { return items_.data() + items_.size(); }
  const Move* begin() const { return items_.data(); }
  const Move* end() const { return items_.data() + items_.size(); }

 private:
  std::vector<Move> items_;
};

template <class G>
using Moves = MoveList<typename G::Move, G::max_moves>;

// A move is an unsigned number whose bits the game explains; it means the same in every state of the game.
// `moves` fills an empty list in a fixed order and leaves it empty only when the game is over.
// `play` is given a legal move: the binding checks what comes from outside.
// Two states share a `key` when they play on identically; how they came about may differ.
//
// States are plain memory, except those of a game whose rules need the interpreter: it says `holds_gil` (PyGame).
template <class G>
concept HoldsGil = requires { requires G::holds_gil; };

template <class G>
concept Game = std::equality_comparable<G> && (std::is_trivially_copyable_v<typename G::State> || HoldsGil<G>) &&
               std::equality_comparable<typename G::State> && std::unsigned_integral<typename G::Move> &&
               requires(const G& game, const typename G::State& state, typename G::Move move, Moves<G>& moves) {
                 { game.players() } -> std::same_as<int>;
                 { game.to_move(state) } -> std::same_as<int>;
                 game.moves(state, moves);
                 { game.play(state, move) } -> std::same_as<typename G::State>;
                 { game.over(state) } -> std::same_as<bool>;
                 { game.scores(state) } -> std::same_as<Scores>;
                 { game.outcome(state) } -> std::same_as<typename G::Outcome>;
                 { game.key(state) } -> std::same_as<std::uint64_t>;
               };

}  // namespace kibitz
