// What a search found at the ends of stages (tricks), for games that know what is left (capability Remainder).
//
// The key is the whole remainder and what is settled. With `clip`, settled parts that cannot be told apart by anybody's
// wants share a key: a bid that is made or lost already, or the same needs. The value found under one of them then
// holds for the other after what is settled has been exchanged (Rule::shifted).
//
// A rule that wants this has
//   outcomes()                                   the OutcomeNumbers of the game
//   shifted(value, difference of codes) -> Value
//   describe(outcomes, description)              what of everybody's wants matters among these outcomes
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "random.hpp"
#include "search/outcomes.hpp"

namespace kibitz {

// Games that do not know what is left have none.
template <class G, class Rule>
class StageTable {};

template <Remainder G, class Rule>
class StageTable<G, Rule> {
 public:
  using State = typename G::State;
  using Value = typename Rule::Value;

  StageTable(const G& game, const Rule& rule, bool clip)
      : game_(game), rule_(rule), clip_(clip), places_(1 << 13, empty), classes_(rule.outcomes().code_end(), unknown) {
    entries_.reserve(1 << 12);
  }

  static bool serves(const G& game, const OutcomeNumbers<G>& outcomes) {
    return game.has_remainder() && outcomes.coded();
  }

  template <class Search>
  Value value(const State& state, Search search) {
    Key key{game_.remainder(state), 0};
    const int code = rule_.outcomes().code(game_.settled(state));
    key.settled = clip_ ? class_of(state, code) : code;
    const std::uint64_t hash = key.hash();
    if (const std::uint32_t place = find(key, hash); place != empty) {
      const Entry& entry = entries_[place];
      return entry.code == code ? entry.value : rule_.shifted(entry.value, code - entry.code);
    }
    const Value found = search();
    insert({key, hash, code, found});
    return found;
  }

 private:
  static constexpr std::uint32_t empty = ~std::uint32_t{0};
  static constexpr int unknown = -1;

  struct Key {
    typename G::Left words;
    int settled;
    bool operator==(const Key& other) const {
      std::uint64_t different = static_cast<std::uint64_t>(settled ^ other.settled);
      for (std::size_t i = 0; i < words.size(); ++i) different |= words[i] ^ other.words[i];
      return different == 0;
    }

    std::uint64_t hash() const {
      std::uint64_t sum = static_cast<std::uint64_t>(settled);
      for (const std::uint64_t word : words) {
        sum = (sum ^ word) * 0x9e3779b97f4a7c15ULL;
        sum ^= sum >> 32;
      }
      return sum;
    }
  };

  struct Entry {
    Key key;
    std::uint64_t hash;
    int code;  // of what was settled when the value was found
    Value value;
  };

  std::uint32_t find(const Key& key, std::uint64_t hash) const {
    const std::size_t mask = places_.size() - 1;
    for (std::size_t slot = hash & mask; places_[slot] != empty; slot = (slot + 1) & mask) {
      const Entry& entry = entries_[places_[slot]];
      if (entry.hash == hash && entry.key == key) return places_[slot];
    }
    return empty;
  }

  void insert(Entry entry) {
    if (2 * (entries_.size() + 1) > places_.size()) {
      places_.assign(2 * places_.size(), empty);
      for (std::size_t i = 0; i < entries_.size(); ++i) settle(entries_[i].hash, static_cast<std::uint32_t>(i));
    }
    settle(entry.hash, static_cast<std::uint32_t>(entries_.size()));
    entries_.push_back(std::move(entry));
  }

  void settle(std::uint64_t hash, std::uint32_t place) {
    const std::size_t mask = places_.size() - 1;
    std::size_t slot = hash & mask;
    while (places_[slot] != empty) slot = (slot + 1) & mask;
    places_[slot] = place;
  }

  // Two settled parts are in one class if the same can still be added to both and everybody sees it alike.
  int class_of(const State& state, int code) {
    int& known = classes_[code];
    if (known != unknown) return known;
    const std::vector<int> reachable = rule_.outcomes().reachable(game_.settled(state));
    std::vector<std::uint64_t> description{reachable.size()};
    for (const int outcome : reachable)
      description.push_back(static_cast<std::uint64_t>(rule_.outcomes().code_of(outcome) - code));
    rule_.describe(reachable, description);
    known = descriptions_.try_emplace(std::move(description), static_cast<int>(descriptions_.size())).first->second;
    return known;
  }

  const G& game_;
  const Rule& rule_;
  bool clip_;
  std::vector<std::uint32_t> places_;
  std::vector<Entry> entries_;
  std::vector<int> classes_;
  std::map<std::vector<std::uint64_t>, int> descriptions_;
};

}  // namespace kibitz
