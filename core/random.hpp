// A counter-based generator: Philox 4x32 with ten rounds (Salmon et al., "Parallel Random Numbers: As Easy
// as 1, 2, 3", 2011). A draw depends on (seed, stream, index) only, never on what was drawn before elsewhere, so the
// same address gives the same deal in any process and any order. src/kibitz/random.py is the same in Python; golden
// vectors in tests/test_random.py keep the two together.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace kibitz {

// A full 64 x 64 -> 64 mixing step (the finaliser of SplitMix64). Used for position keys and stream names.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

constexpr std::uint64_t combine(std::uint64_t key, std::uint64_t part) { return mix(key ^ mix(part)); }

inline std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t first = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t second = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<std::uint32_t>(second >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(second),
               static_cast<std::uint32_t>(first >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(first)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}

  std::uint64_t next() {
    const auto block = philox({static_cast<std::uint32_t>(index_), static_cast<std::uint32_t>(index_ >> 32),
                               static_cast<std::uint32_t>(stream_), static_cast<std::uint32_t>(stream_ >> 32)},
                              {static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)});
    ++index_;
    return block[0] | (std::uint64_t{block[1]} << 32);
  }

  // Uniform over 0 .. bound - 1, exactly: draws above the largest multiple of the bound are thrown away.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    for (;;) {
      const std::uint64_t draw = next(), remainder = draw % bound;
      if (draw - remainder <= largest - (bound - 1)) return remainder;  // else its multiple is cut off by 2^64
    }
  }

  // Goes on as if so many numbers had been drawn.
  void skip(std::uint64_t count) { index_ += count; }

  // Uniform on [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  template <class Items>
  void shuffle(Items& items, std::size_t count) {
    for (std::size_t last = count; last > 1; --last) std::swap(items[last - 1], items[below(last)]);
  }

 private:
  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t index_ = 0;
};

// For the inside of simulated games, where one number a move is most of the work: SplitMix64 (Steele, Lea & Flood
// 2014), seeded by a draw of the generator above, so the same address still gives the same numbers.
class QuickRandom {
 public:
  explicit QuickRandom(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    const std::uint64_t number = mix(state_);
    state_ += 0x9e3779b97f4a7c15ULL;
    return number;
  }
  // From 0 to bound - 1, for bounds below 2^16: no number is likelier than another by more than 2^-16 of its share.
  int below(int bound) { return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(bound)) >> 32); }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

// What a draw is for. A stream is named by a purpose and a number (the hand dealt, the ply, ...).
enum class Purpose : std::uint64_t { deal = 1, sample = 2, choice = 3, ties = 4 };

constexpr std::uint64_t stream(Purpose purpose, std::uint64_t number = 0) {
  return combine(static_cast<std::uint64_t>(purpose), number);
}

}  // namespace kibitz
