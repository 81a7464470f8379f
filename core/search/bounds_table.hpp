// What a search with windows knows of positions that it has seen: a bound of the value, and the move that gave it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "random.hpp"

namespace kibitz {

enum class BoundKind : std::uint8_t { none, exact, at_least, at_most };

// Grows as it fills, up to 64 megabytes, so that a short search does not pay for a long one. Two entries share a line
// of the processor's cache: in one the deeper stays, in the other the newer.
class BoundsTable {
 public:
  using Key = std::array<std::uint64_t, 2>;

  struct Entry {
    Key key{};
    double value = 0;
    std::int16_t depth = 0;  // remaining plies
    std::uint16_t move = 0;  // its number in move order
    BoundKind bound = BoundKind::none;
    bool complete = false;  // nothing below was cut off by the horizon
    std::uint16_t generation = 0;
  };
  static_assert(sizeof(Entry) == 32);

  const Entry* find(const Key& key) const {
    for (const Entry& entry : lines_[place(key)])
      if (same(entry.key, key) && entry.bound != BoundKind::none) return &entry;
    return nullptr;
  }

  void store(Entry entry) {
    entry.generation = generation_;
    if (used_ > lines_.size() && lines_.size() < most_lines) grow();
    insert(entry);
  }

  // What was stored before gives way more easily from now on.
  void grow_older() { ++generation_; }

 private:
  using Line = std::array<Entry, 2>;
  static constexpr std::size_t first_lines = 1 << 10, most_lines = 1 << 20;

  // Two words compared as two words: comparing the arrays becomes a call.
  static bool same(const Key& a, const Key& b) { return a[0] == b[0] && a[1] == b[1]; }

  std::size_t place(const Key& key) const { return mix(key[0] ^ mix(key[1])) & (lines_.size() - 1); }

  void insert(const Entry& entry) {
    auto& [deeper, newer] = lines_[place(entry.key)];
    Entry* chosen = &newer;
    if (deeper.bound == BoundKind::none || same(deeper.key, entry.key))
      chosen = &deeper;
    else if (newer.bound != BoundKind::none && same(newer.key, entry.key))
      chosen = &newer;
    else if (entry.depth >= deeper.depth || entry.generation != deeper.generation)
      chosen = &deeper;
    used_ += chosen->bound == BoundKind::none;
    *chosen = entry;
  }

  void grow() {
    std::vector<Line> old(lines_.size() * 2);
    old.swap(lines_);
    used_ = 0;
    for (const Line& line : old)
      for (const Entry& entry : line)
        if (entry.bound != BoundKind::none) insert(entry);
  }

  std::vector<Line> lines_ = std::vector<Line>(first_lines);
  std::size_t used_ = 0;
  std::uint16_t generation_ = 0;
};

}  // namespace kibitz
