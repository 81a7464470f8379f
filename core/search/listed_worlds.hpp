// All worlds of a view in which the others may have moved as they did, each with its probability; or, where these are
// too many, some of them, drawn as likely as they are. A seat that decides by what it sees makes its moves whatever the
// others hold, so the hands of each seat are weighed alone, and those that may be held together are put together. Where
// a seat may hold too many hands, whole worlds are drawn evenly, and kept as often as they are likely.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "games/deal_sampler.hpp"
#include "policies/compiled.hpp"
#include "search/is_mcts.hpp"

namespace kibitz {

// The worlds of a view differ by who holds which card: what is known of that, or nothing where it cannot be said in one
// piece.
template <class G>
concept Holding = Weighing<G> && Dealing<G> && requires(const typename G::Worlds& worlds, typename G::State& state) {
  { worlds.known_cards() } -> std::same_as<std::optional<HiddenCards>>;
  { state.hands[0] } -> std::same_as<cards::CardSet&>;
};

// A world, how likely it is, and which of its candidates each of the others is there.
template <Game G>
struct Particle {
  typename G::State state;
  double weight = 1;
  std::array<std::uint8_t, max_players> models{};
};

struct ListingLimits {
  std::uint64_t worlds = 1000;              // more than these are not listed, but drawn
  std::uint64_t hands = 5'000'000;          // of a seat that are listed; of more, whole worlds are drawn evenly
  std::uint64_t combinations = 50'000'000;  // of hands that are looked at to count all worlds; of more, some are drawn
  std::uint64_t draws = 50'000'000;         // after so many, there are fewer worlds than wanted
};

template <Game G>
  requires Holding<G>
class ListedWorlds {
 public:
  using State = typename G::State;

  // Moves from number `told_from` on are evidence. Models must decide by the features of their moves.
  ListedWorlds(const G& game, const State& view, int seat, const std::vector<Opponent<G>>& others,
               std::size_t told_from, const ListingLimits& limits, Watch& watch)
      : game_(game), view_(view), seat_(seat), others_(others), limits_(limits), watch_(watch) {
    for (int other = 0; other < game.players(); ++other)
      if (other != seat)
        if (!listable(others[static_cast<std::size_t>(other)]))
          throw std::invalid_argument("worlds are listed for models that decide by the features of their moves");
    State state = game.beginning(view);
    std::size_t number = 0;
    for (const auto& move : game.history(view)) {
      if (!move) throw std::invalid_argument("worlds cannot be listed after a secret move");
      const int mover = game.to_move(state);
      if (mover != seat && mover >= 0 && number >= told_from) seen_[mover].push_back({state, *move});
      game.advance(state, *move);
      ++number;
    }
    for (int other = 0; other < game.players(); ++other)
      if (other != seat) order_.push_back(other);
    const auto known = typename G::Worlds(game, view, seat).known_cards();
    listed_ = known && few_enough(*known);
    if (!listed_) return;
    known_ = *known;
    for (const int other : order_) list(other);
    std::sort(order_.begin(), order_.end(),
              [&](int one, int other) { return held_[one].size() < held_[other].size(); });
    everything_ = known_.room[game.players()] == 0;
    if (everything_) {
      const auto& last = held_[order_.back()];
      for (std::size_t i = 0; i < last.size(); ++i) place_.emplace(last[i].cards, i);
    }
  }

  // Whether worlds can be listed for somebody.
  static bool listable(const Opponent<G>& other) {
    return std::all_of(other.candidates.begin(), other.candidates.end(),
                       [](const auto& each) { return each.tree && each.tree->by_moves(); });
  }

  // Their weights sum to one.
  std::vector<Particle<G>> worlds(Random& random) {
    std::vector<Particle<G>> found;
    double combinations = 1;
    for (std::size_t i = 0; listed_ && i + (everything_ ? 1 : 0) < order_.size(); ++i)
      combinations *= static_cast<double>(held_[order_[i]].size());
    if (combinations == 0) return found;
    if (!listed_) {
      draw_evenly(found, random);
    } else if (combinations <= static_cast<double>(limits_.combinations)) {
      combine_hands([&](const Chosen&, double) { ++count_; });
      if (count_ <= limits_.worlds)
        combine_hands([&](const Chosen& chosen, double weight) { add_all(chosen, weight, 0, found); });
      else
        spread(found, random);
    } else {
      draw(found, random);
    }
    double total = 0;
    for (const auto& each : found) total += each.weight;
    for (auto& each : found) each.weight /= total;
    return found;
  }

  // How many worlds there are; 0 where they were drawn without being counted.
  std::uint64_t count() const { return count_; }

 private:
  // A move that was seen, in the position as we know it, and what was found for hands that count there alike
  // (`Remembered`): how many moves they allow, and how likely each candidate makes this one.
  struct Seen {
    State state;
    typename G::Move move;
    std::vector<std::uint64_t> words{};
    std::vector<int> counts{};
    std::vector<double> chances{};
  };
  static constexpr int bits = 9;  // an answer gives way to another that has its place
  // A hand, how likely the moves of its seat are with it, and where the parts of each candidate are in `shares_`.
  struct Held {
    cards::CardSet cards;
    double weight;
    std::size_t shares;
  };
  using Chosen = std::array<const Held*, max_players>;

  // Whether no seat may hold too many hands to list them.
  bool few_enough(const HiddenCards& known) const {
    for (const int other : order_) {
      const int cards = cards::size(known.unknown & known.possible[other]);
      double hands = 1;
      for (int i = 0; i < known.room[other]; ++i) hands *= static_cast<double>(cards - i) / (i + 1);
      if (hands > static_cast<double>(limits_.hands)) return false;
    }
    return true;
  }

  // The hands that a seat may hold.
  void list(int seat) {
    std::vector<cards::CardSet> cards;
    kibitz::cards::each(known_.unknown & known_.possible[seat],
                        [&](cards::Card card) { cards.push_back(cards::set_of(card)); });
    const int room = known_.room[seat], count = static_cast<int>(cards.size());
    if (room > count) return;
    std::vector<int> at(static_cast<std::size_t>(room));
    for (int i = 0; i < room; ++i) at[static_cast<std::size_t>(i)] = i;
    for (;;) {
      cards::CardSet hand = 0;
      for (const int place : at) hand |= cards[static_cast<std::size_t>(place)];
      if (const double weight = weigh(seat, hand); weight > 0) hold(seat, hand, weight);
      int last = room - 1;
      while (last >= 0 && at[static_cast<std::size_t>(last)] == count - room + last) --last;
      if (last < 0) return;
      ++at[static_cast<std::size_t>(last)];
      for (int i = last + 1; i < room; ++i) at[static_cast<std::size_t>(i)] = at[static_cast<std::size_t>(i - 1)] + 1;
    }
  }

  // How likely the moves of a seat are with a hand; the part of each candidate is in `parts_`.
  double weigh(int seat, cards::CardSet hand) {
    watch_.count();
    const Opponent<G>& other = others_[static_cast<std::size_t>(seat)];
    double total = 0;
    for (const auto& each : other.candidates) total += each.weight;
    parts_.clear();
    for (const auto& each : other.candidates) parts_.push_back(each.weight / total);
    for (Seen& seen : seen_[seat]) {
      const std::size_t place = answered(seen, seat, hand);
      const int moves = seen.counts[place];
      if (moves == 0) return 0;
      if (moves == 1) continue;
      double left = 0;
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        parts_[i] *= (1 - other.noise) * seen.chances[place * parts_.size() + i] + other.noise / moves;
        left += parts_[i];
      }
      if (left == 0) return 0;
    }
    double weight = 0;
    for (const double part : parts_) weight += part;
    return weight;
  }

  // Where the answer for a hand is: no moves if it does not allow the one that was seen.
  std::size_t answered(Seen& seen, int seat, cards::CardSet hand) {
    const auto& candidates = others_[static_cast<std::size_t>(seat)].candidates;
    if (seen.words.empty()) {
      const std::size_t places = Remembered<G> ? std::size_t{1} << bits : 1;
      seen.words.assign(places, ~std::uint64_t{0});  // nobody holds all cards
      seen.counts.resize(places);
      seen.chances.resize(places * candidates.size());
    }
    std::size_t place = 0;
    if constexpr (Remembered<G>) {
      world_.hands[seat] = hand;
      const std::uint64_t word = game_.seen_to_choose(seen.state, world_);
      place = static_cast<std::size_t>((word * 0x9e3779b97f4a7c15ULL) >> (64 - bits));
      if (seen.words[place] == word) return place;
      seen.words[place] = word;
    }
    State state = seen.state;
    state.hands[seat] |= hand;
    Moves<G> moves;
    game_.moves(state, moves);
    const auto at = std::find(moves.begin(), moves.end(), seen.move) - moves.begin();
    seen.counts[place] = at == moves.size() ? 0 : moves.size();
    if (seen.counts[place] > 1)
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        candidates[i].tree->probabilities(state, moves, chances_);
        seen.chances[place * candidates.size() + i] = chances_[static_cast<std::size_t>(at)];
      }
    return place;
  }

  void hold(int seat, cards::CardSet hand, double weight) {
    held_[seat].push_back({hand, weight, shares_.size()});
    shares_.insert(shares_.end(), parts_.begin(), parts_.end());
  }

  // Worlds drawn evenly, kept as often as the moves seen are likely in them.
  void draw_evenly(std::vector<Particle<G>>& found, Random& random) {
    const WorldsOf<G> worlds(game_, view_, seat_);
    for (std::uint64_t tries = 0; tries < limits_.draws && found.size() < limits_.worlds; ++tries) {
      const State world = worlds(random);
      const double needed = random.uniform();
      double likely = 1;
      Chosen chosen{};
      std::array<Held, max_players> drawn{};
      shares_.clear();
      for (std::size_t place = 0; place < order_.size() && likely > needed; ++place) {
        const auto seat = static_cast<std::size_t>(order_[place]);
        const double weight = weigh(order_[place], world.hands[seat]);
        likely *= weight;
        drawn[seat] = {world.hands[seat], weight, shares_.size()};
        shares_.insert(shares_.end(), parts_.begin(), parts_.end());
        chosen[seat] = &drawn[seat];
      }
      if (likely > needed) add_drawn(chosen, found, random);
    }
  }

  // Calls `visit(hands, weight)` for all hands that exclude each other.
  template <class Visit>
  void combine_hands(Visit visit) {
    Chosen chosen{};
    combine_from(0, 0, 1, chosen, visit);
  }

  template <class Visit>
  void combine_from(std::size_t place, cards::CardSet used, double weight, Chosen& chosen, Visit& visit) {
    if (place == order_.size()) {
      visit(chosen, weight);
      return;
    }
    const int seat = order_[place];
    if (everything_ && place + 1 == order_.size()) {
      const Held* held = rest(used);
      if (!held) return;
      chosen[static_cast<std::size_t>(seat)] = held;
      visit(chosen, weight * held->weight);
      return;
    }
    for (const Held& held : held_[seat]) {
      if (held.cards & used) continue;
      chosen[static_cast<std::size_t>(seat)] = &held;
      combine_from(place + 1, used | held.cards, weight * held.weight, chosen, visit);
    }
  }

  // What the last seat has, where all cards are held.
  const Held* rest(cards::CardSet used) const {
    const auto found = place_.find(known_.unknown & ~used);
    return found == place_.end() ? nullptr : &held_[order_.back()][found->second];
  }

  // As many worlds as are wanted of those that can be counted: at equal distances along the sum of their weights.
  void spread(std::vector<Particle<G>>& found, Random& random) {
    double total = 0;
    combine_hands([&](const Chosen&, double weight) { total += weight; });
    const double distance = total / static_cast<double>(limits_.worlds);
    double next = distance * random.uniform(), sum = 0;
    combine_hands([&](const Chosen& chosen, double weight) {
      sum += weight;
      for (; next < sum && found.size() < limits_.worlds; next += distance) add_drawn(chosen, found, random);
    });
  }

  // Hands of each seat drawn by their weights until they exclude each other.
  void draw(std::vector<Particle<G>>& found, Random& random) {
    std::array<std::vector<double>, max_players> sums;
    for (const int seat : order_) {
      double sum = 0;
      for (const Held& held : held_[seat]) sums[static_cast<std::size_t>(seat)].push_back(sum += held.weight);
    }
    double largest = 0;
    for (const Held& held : held_[order_.back()]) largest = std::max(largest, held.weight);
    for (std::uint64_t tries = 0; tries < limits_.draws && found.size() < limits_.worlds; ++tries) {
      watch_.count();
      Chosen chosen{};
      cards::CardSet used = 0;
      bool fits = true;
      for (std::size_t place = 0; fits && place < order_.size(); ++place) {
        const int seat = order_[place];
        const Held* held = nullptr;
        if (everything_ && place + 1 == order_.size()) {
          held = rest(used);
          fits = held && random.uniform() * largest < held->weight;
        } else {
          const std::vector<double>& sum = sums[static_cast<std::size_t>(seat)];
          const auto at = std::upper_bound(sum.begin(), sum.end() - 1, random.uniform() * sum.back()) - sum.begin();
          held = &held_[seat][static_cast<std::size_t>(at)];
          fits = !(held->cards & used);
          used |= held->cards;
        }
        chosen[static_cast<std::size_t>(seat)] = held;
      }
      if (fits) add_drawn(chosen, found, random);
    }
  }

  State world_of(const Chosen& chosen) const {
    State state = view_;
    for (const int seat : order_) state.hands[seat] = chosen[static_cast<std::size_t>(seat)]->cards;
    return state;
  }

  // A world with every candidate that may have moved so.
  void add_all(const Chosen& chosen, double weight, std::size_t place, std::vector<Particle<G>>& found) {
    if (place == 0) expanded_ = {world_of(chosen), weight, {}};
    if (place == order_.size()) {
      found.push_back(expanded_);
      return;
    }
    const int seat = order_[place];
    const Held& held = *chosen[static_cast<std::size_t>(seat)];
    const double before = expanded_.weight;
    for (std::size_t model = 0; model < others_[static_cast<std::size_t>(seat)].candidates.size(); ++model) {
      const double share = shares_[held.shares + model];
      if (share == 0) continue;
      expanded_.weight = before * share / held.weight;
      expanded_.models[static_cast<std::size_t>(seat)] = static_cast<std::uint8_t>(model);
      add_all(chosen, weight, place + 1, found);
    }
    expanded_.weight = before;
  }

  void add_drawn(const Chosen& chosen, std::vector<Particle<G>>& found, Random& random) {
    Particle<G> particle{world_of(chosen), 1, {}};
    for (const int seat : order_) {
      const Held& held = *chosen[static_cast<std::size_t>(seat)];
      double left = random.uniform() * held.weight;
      std::size_t model = 0;
      const std::size_t models = others_[static_cast<std::size_t>(seat)].candidates.size();
      while (model + 1 < models && (left -= shares_[held.shares + model]) >= 0) ++model;
      particle.models[static_cast<std::size_t>(seat)] = static_cast<std::uint8_t>(model);
    }
    found.push_back(particle);
  }

  const G& game_;
  State view_, world_{};
  int seat_;
  const std::vector<Opponent<G>>& others_;
  ListingLimits limits_;
  Watch& watch_;
  HiddenCards known_;
  bool listed_ = false;      // whether the hands of each seat are listed
  bool everything_ = false;  // whether somebody holds every unknown card
  std::array<std::vector<Seen>, max_players> seen_;
  std::array<std::vector<Held>, max_players> held_;
  std::vector<int> order_;  // of the other seats, those with the fewest hands first
  std::unordered_map<cards::CardSet, std::size_t> place_;
  std::vector<double> shares_, parts_, chances_;
  Particle<G> expanded_{};
  std::uint64_t count_ = 0;
};

}  // namespace kibitz
