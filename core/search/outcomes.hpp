// The outcomes of a game by number, and sets of them as bits.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <vector>

#include "games/capabilities.hpp"

namespace kibitz {

inline constexpr int most_outcomes = 1024;

// A set of outcome numbers in a few machine words.
template <int Words>
struct OutcomeSet {
  static constexpr int capacity = 64 * Words;
  std::array<std::uint64_t, Words> words{};

  static OutcomeSet of(int outcome) {
    OutcomeSet set;
    set.add(outcome);
    return set;
  }
  void add(int outcome) { words[Words == 1 ? 0 : outcome / 64] |= std::uint64_t{1} << (outcome % 64); }
  bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    return any == 0;
  }
  bool within(const OutcomeSet& other) const {
    std::uint64_t outside = 0;
    for (int i = 0; i < Words; ++i) outside |= words[i] & ~other.words[i];
    return outside == 0;
  }
  bool meets(const OutcomeSet& other) const {
    std::uint64_t both = 0;
    for (int i = 0; i < Words; ++i) both |= words[i] & other.words[i];
    return both != 0;
  }
  OutcomeSet& operator|=(const OutcomeSet& other) {
    for (int i = 0; i < Words; ++i) words[i] |= other.words[i];
    return *this;
  }
  OutcomeSet& operator&=(const OutcomeSet& other) {
    for (int i = 0; i < Words; ++i) words[i] &= other.words[i];
    return *this;
  }
  template <class Visit>
  void each(Visit visit) const {
    for (int i = 0; i < Words; ++i)
      for (std::uint64_t word = words[i]; word; word &= word - 1) visit(64 * i + std::countr_zero(word));
  }
  bool operator==(const OutcomeSet& other) const { return within(other) && other.within(*this); }
};

// Gives every outcome a number and, where outcomes are made of whole numbers, a code that adds up: the code of a sum is
// the sum of the codes, so what a stage has settled is taken off or put on by adding to the code.
template <Enumerable G>
class OutcomeNumbers {
 public:
  using Outcome = typename G::Outcome;
  static constexpr bool whole = std::is_integral_v<typename Outcome::value_type>;
  static constexpr int largest_code = 1 << 17;

  explicit OutcomeNumbers(const G& game) : players_(game.players()) {
    if (!game.enumerable()) throw std::invalid_argument("the game's outcomes cannot be listed");
    list_ = game.outcomes();
    if constexpr (whole) number_by_code();
    if (!coded())
      for (int i = 0; i < size(); ++i) numbers_[list_[i]] = i;
  }

  int size() const { return static_cast<int>(list_.size()); }
  bool coded() const { return !by_code_.empty(); }
  int code_end() const { return static_cast<int>(by_code_.size()); }
  int code_of(int number) const { return codes_[number]; }
  int with_code(int code) const { return by_code_[code]; }

  int code(const Outcome& outcome) const {
    int code = 0;
    for (int seat = 0; seat < players_; ++seat) code += static_cast<int>(outcome[seat]) * strides_[seat];
    return code;
  }

  int number(const Outcome& outcome) const {
    if (coded()) {
      const int found = code(outcome);
      if (found >= 0 && found < code_end() && by_code_[found] >= 0) return by_code_[found];
    } else if (const auto found = numbers_.find(outcome); found != numbers_.end()) {
      return found->second;
    }
    throw std::invalid_argument("the game ended in an outcome that is not in its list");
  }

  // The outcomes that a play can still end in once so much of them is settled.
  std::vector<int> reachable(const Outcome& settled) const {
    std::vector<int> found;
    for (int i = 0; i < size(); ++i) {
      bool possible = true;
      for (int seat = 0; seat < players_; ++seat) possible = possible && list_[i][seat] >= settled[seat];
      if (possible) found.push_back(i);
    }
    return found;
  }

 private:
  void number_by_code() {
    std::array<std::int64_t, max_players> most{};
    for (const Outcome& outcome : list_)
      for (int seat = 0; seat < players_; ++seat) {
        if (outcome[seat] < 0) return;
        most[seat] = std::max(most[seat], static_cast<std::int64_t>(outcome[seat]));
      }
    std::int64_t end = 1;
    for (int seat = 0; seat < players_; ++seat) {
      strides_[seat] = static_cast<int>(end);
      end *= most[seat] + 1;
      if (end > largest_code) return;
    }
    by_code_.assign(static_cast<std::size_t>(end), -1);
    for (int i = 0; i < size(); ++i) {
      codes_.push_back(code(list_[i]));
      by_code_[codes_.back()] = i;
    }
  }

  int players_;
  std::vector<Outcome> list_;
  std::array<int, max_players> strides_{};
  std::vector<int> codes_;
  std::vector<int> by_code_;
  std::map<Outcome, int> numbers_;
};

// What a seat wants of the outcomes: numbers, or only an order (for each outcome those that it is preferred to).
struct OutcomeOrder {
  std::vector<double> utilities;
  std::vector<std::vector<int>> better_than;

  bool cardinal() const { return better_than.empty(); }

  void check(int outcomes) const {
    if (static_cast<int>(cardinal() ? utilities.size() : better_than.size()) != outcomes)
      throw std::invalid_argument("one utility, or one list of worse outcomes, is needed for every outcome");
    for (const double utility : utilities)
      if (!std::isfinite(utility)) throw std::invalid_argument("a utility is a finite number");
    for (const auto& worse : better_than)
      for (const int other : worse)
        if (other < 0 || other >= outcomes)
          throw std::invalid_argument("an order speaks of outcomes that do not exist");
    for (std::size_t i = 0; i < better_than.size(); ++i)
      for (const int other : better_than[i])
        if (std::find(better_than[other].begin(), better_than[other].end(), static_cast<int>(i)) !=
            better_than[other].end())
          throw std::invalid_argument("an order prefers two outcomes to each other");
  }

  // What of it can still matter among these outcomes, as numbers to compare: the ranks, or the order itself.
  void describe(std::span<const int> among, std::vector<std::uint64_t>& description) const {
    if (cardinal()) {
      std::vector<double> levels;
      for (const int outcome : among) levels.push_back(utilities[outcome]);
      std::sort(levels.begin(), levels.end());
      levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
      for (const int outcome : among)
        description.push_back(static_cast<std::uint64_t>(
            std::lower_bound(levels.begin(), levels.end(), utilities[outcome]) - levels.begin()));
      return;
    }
    std::vector<int> place(better_than.size(), -1);
    for (std::size_t i = 0; i < among.size(); ++i) place[among[i]] = static_cast<int>(i);
    for (const int outcome : among) {
      std::vector<int> worse;
      for (const int other : better_than[outcome])
        if (place[other] >= 0) worse.push_back(place[other]);
      std::sort(worse.begin(), worse.end());
      description.push_back(worse.size());
      description.insert(description.end(), worse.begin(), worse.end());
    }
  }

  // The same where differences count, not only ranks.
  void describe_differences(std::span<const int> among, std::vector<std::uint64_t>& description) const {
    if (!cardinal()) return describe(among, description);
    for (const int outcome : among)
      description.push_back(std::bit_cast<std::uint64_t>(utilities[outcome] - utilities[among[0]] + 0.0));
  }
};

}  // namespace kibitz
