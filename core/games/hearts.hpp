// Hearts for three to five players: passing, tricks without trumps, penalty points, the moon, many hands.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "games/capabilities.hpp"
#include "games/cards.hpp"
#include "games/deal_sampler.hpp"
#include "games/game.hpp"

namespace kibitz {

struct Hearts {
  using Card = cards::Card;
  using CardSet = cards::CardSet;
  using Move = std::uint32_t;  // a card, or three of them passed: see `pass`
  using Outcome = std::array<int, max_players>;
  static constexpr int seats = 5;
  static constexpr int passed = 3;
  static constexpr int max_moves = 680;  // three players choose 3 of 17 cards
  static constexpr int most_hands = 1000;
  static constexpr Card queen_of_spades = 49;
  static constexpr CardSet heart_cards = cards::suit_set(cards::hearts);
  static constexpr CardSet point_cards = heart_cards | cards::set_of(queen_of_spades);
  static constexpr int all_points = 26;

  enum class Passing : std::uint8_t { none, left, right, across, rotate };

  // One hand of the game.
  struct State {
    std::array<CardSet, seats> hands{};         // what is still held
    std::uint64_t seed = 0;                     // of the deals to come; 0 when there are none
    std::array<std::uint16_t, seats> points{};  // penalties of all hands, those taken in this one included
    std::uint16_t hand = 0;                     // counts hands from 0
    std::array<Card, seats * passed + 50>
        history{};                // this hand: three cards a seat if it passes, then the cards played
    std::uint8_t count = 0;       // how many there are in the history
    std::uint8_t leader : 3 = 0;  // of the trick on the table
    std::uint8_t table : 3 = 0;   // cards on the table
    std::uint8_t broken : 1 = 0;  // a heart has been played
    std::uint8_t passes : 1 = 0;  // cards are passed in this hand
    std::uint8_t takers = 0;      // who has taken points in this hand, as bits
    bool operator==(const State&) const = default;
  };

  int seats_taken = 4;
  int cards_each = 13;
  Passing passing = Passing::none;
  bool moon = false;
  bool clean_first_trick = false;
  int hands = 1;
  int limit = 0;
  bool open = false;

  bool operator==(const Hearts&) const = default;

  int players() const { return seats_taken; }

  static constexpr CardSet pack_of(int players) {
    constexpr CardSet two_of_clubs = cards::set_of(0), two_of_diamonds = cards::set_of(13);
    if (players == 3) return cards::full_pack & ~two_of_diamonds;
    return players == 5 ? cards::full_pack & ~(two_of_clubs | two_of_diamonds) : cards::full_pack;
  }
  CardSet pack() const { return pack_of(seats_taken); }

  static constexpr int penalty(CardSet set) {
    return cards::size(set & heart_cards) + ((set & cards::set_of(queen_of_spades)) ? 13 : 0);
  }

  static constexpr Move pass(Card low, Card middle, Card high) {
    return std::uint32_t{1} << 24 | std::uint32_t{low} << 16 | std::uint32_t{middle} << 8 | high;
  }
  static constexpr bool is_pass(Move move) { return move >> 24 != 0; }

  // Deals and passes.

  State start(std::uint64_t seed) const {
    State state;
    state.seed = seed;
    return dealt(state);
  }

  State dealt(State state) const {
    state.hands = cards::deal<seats>(pack(), seats_taken, cards_each, state.seed, state.hand);
    if (last_hand(state)) state.seed = 0;
    return opened(state);
  }

  // A state that has just its hands, ready for the first move.
  State opened(State state) const {
    state.passes = shift(state.hand) != 0;
    state.leader = static_cast<std::uint8_t>(state.passes ? 0 : first_leader(state)) & 7;
    return state;
  }

  bool last_hand(const State& state) const { return state.hand + 1 >= hands; }

  // How many seats on cards are passed in a hand; 0 if they are not.
  int shift(int hand) const {
    if (cards_each < passed) return 0;
    const int left = 1, right = seats_taken - 1, across = seats_taken / 2;
    switch (passing) {
      case Passing::left:
        return left;
      case Passing::right:
        return right;
      case Passing::across:
        return across;
      case Passing::rotate:
        return seats_taken % 2 == 0 ? std::array{left, right, across, 0}[hand % 4]
                                    : std::array{left, right, 0}[hand % 3];
      default:
        return 0;
    }
  }
  int receiver(const State& state, int giver) const { return cards::next_seat(giver, shift(state.hand), seats_taken); }

  int pass_bytes(const State& state) const { return state.passes ? passed * seats_taken : 0; }
  int played(const State& state) const { return std::max(0, state.count - pass_bytes(state)); }
  bool choosing(const State& state) const { return state.count < pass_bytes(state); }
  bool exchanged_cards(const State& state) const { return state.passes && !choosing(state); }
  const Card* plays(const State& state) const { return state.history.data() + pass_bytes(state); }
  const Card* trick(const State& state) const { return state.history.data() + state.count - state.table; }

  // The cards a seat has passed; none if it has not chosen or, in a view, if they are hidden.
  CardSet given(const State& state, int seat) const {
    if (!state.passes || state.count < passed * (seat + 1)) return 0;
    const Card* chosen = state.history.data() + passed * seat;
    if (chosen[0] == chosen[1]) return 0;
    return cards::set_of(chosen[0]) | cards::set_of(chosen[1]) | cards::set_of(chosen[2]);
  }

  // Who holds the lowest club dealt; without a club seat 0.
  int first_leader(const State& state) const {
    int leader = 0;
    CardSet lowest = cards::suit_set(cards::clubs) + 1;  // above every club
    for (int seat = 0; seat < seats_taken; ++seat) {
      const CardSet own = state.hands[seat] & cards::suit_set(cards::clubs);
      if (own && (own & -own) < lowest) {
        lowest = own & -own;
        leader = seat;
      }
    }
    return leader;
  }

  // The rules.

  int to_move(const State& state) const {
    if (choosing(state)) return state.count / passed;
    return cards::next_seat(state.leader, state.table, seats_taken);
  }

  bool over(const State& state) const { return state.count == pass_bytes(state) + seats_taken * cards_each; }

  CardSet legal(const State& state) const {
    const CardSet hand = state.hands[to_move(state)];
    const bool first_trick = state.count - pass_bytes(state) < seats_taken;
    if (state.table == 0) {
      // Who has the first lead holds the lowest club, or nobody has one: the own hand tells which.
      const CardSet own_clubs = hand & cards::suit_set(cards::clubs);
      if (first_trick && own_clubs) return own_clubs & -own_clubs;
      const CardSet others = hand & ~heart_cards;
      return state.broken || !others ? hand : others;
    }
    const CardSet following = hand & cards::suit_set(cards::suit(*trick(state)));
    if (following) return following;
    const CardSet harmless = hand & ~point_cards;
    return first_trick && clean_first_trick && harmless ? harmless : hand;
  }

  void moves(const State& state, Moves<Hearts>& moves) const {
    if (over(state)) return;
    if (!choosing(state)) {
      cards::each(legal(state), [&](Card card) { moves.push(card); });
      return;
    }
    const CardSet hand = state.hands[to_move(state)];
    cards::each(hand, [&](Card low) {
      cards::each(hand & ~below_or(low), [&](Card middle) {
        cards::each(hand & ~below_or(middle), [&](Card high) { moves.push(pass(low, middle, high)); });
      });
    });
  }
  static constexpr CardSet below_or(Card card) { return cards::below(card) | cards::set_of(card); }

  State play(const State& state, Move move) const {
    State next = state;
    advance(next, move);
    return next;
  }

  // The same in place.
  void advance(State& next, Move move) const {
    if (is_pass(move)) {
      for (const int bits : {16, 8, 0}) next.history[next.count++] = static_cast<Card>(move >> bits & 0xff);
      if (!choosing(next)) next = exchanged(next);
      return;
    }
    next.hands[cards::next_seat(next.leader, next.table, seats_taken)] ^= cards::set_of(static_cast<int>(move));
    next.history[next.count++] = static_cast<Card>(move);
    next.broken |= cards::suit(static_cast<int>(move)) == cards::hearts;
    if (next.table + 1 < seats_taken) {
      next.table = (next.table + 1) & 7;
      return;
    }
    next.table = 0;
    const Card* taken = next.history.data() + next.count - seats_taken;
    const int winner =
        cards::next_seat(next.leader, cards::winning_place(taken, seats_taken, cards::no_trump), seats_taken);
    next.leader = static_cast<std::uint8_t>(winner) & 7;
    CardSet won = 0;
    for (int place = 0; place < seats_taken; ++place) won |= cards::set_of(taken[place]);
    if (const int points = penalty(won)) {
      next.points[winner] = static_cast<std::uint16_t>(next.points[winner] + points);
      next.takers |= static_cast<std::uint8_t>(1 << winner);
    }
    if (over(next)) finish(next);
  }

  // Once everybody has chosen.
  State exchanged(State state) const {
    for (int giver = 0; giver < seats_taken; ++giver) {
      state.hands[giver] &= ~given(state, giver);
    }
    for (int giver = 0; giver < seats_taken; ++giver) state.hands[receiver(state, giver)] |= given(state, giver);
    state.leader = static_cast<std::uint8_t>(first_leader(state)) & 7;
    return state;
  }

  static bool single(unsigned bits) { return std::popcount(bits) == 1; }

  // A hand with all cards played: the moon counts now, and the next hand is dealt if the game goes on.
  void finish(State& state) const {
    if (moon && single(state.takers)) {
      const int shooter = std::countr_zero(state.takers);
      const int total = points_played(state);
      for (int seat = 0; seat < seats_taken; ++seat)
        state.points[seat] = static_cast<std::uint16_t>(state.points[seat] + (seat == shooter ? -total : total));
    }
    const bool reached =
        limit > 0 && *std::max_element(state.points.begin(), state.points.begin() + seats_taken) >= limit;
    if (last_hand(state) || reached) return;
    State next;
    next.seed = state.seed;
    next.hand = static_cast<std::uint16_t>(state.hand + 1);
    next.points = state.points;
    state = dealt(next);
  }

  // Penalty points in the cards played to finished tricks of this hand.
  int points_played(const State& state) const {
    CardSet set = 0;
    for (int i = 0; i < played(state) - state.table; ++i) set |= cards::set_of(plays(state)[i]);
    return penalty(set);
  }

  Scores scores(const State& state) const {
    Scores result{};
    for (int seat = 0; seat < seats_taken; ++seat) result[seat] = -int{state.points[seat]};
    return result;
  }

  Outcome outcome(const State& state) const {
    Outcome result{};
    std::copy_n(state.points.begin(), seats_taken, result.begin());
    return result;
  }

  std::uint64_t key(const State& state) const {
    const bool first_trick = played(state) < seats_taken;
    std::uint64_t key = mix(static_cast<std::uint64_t>(to_move(state)) | std::uint64_t{state.table} << 8 |
                            std::uint64_t{state.broken} << 16 | std::uint64_t{first_trick} << 17 |
                            std::uint64_t{choosing(state)} << 18 | std::uint64_t(moon ? state.takers : 0) << 24 |
                            (last_hand(state) ? 0 : std::uint64_t{state.hand} + 1) << 32);
    for (int seat = 0; seat < seats_taken; ++seat) {
      key = combine(key, state.hands[seat]);
      key = combine(key, state.points[seat]);
      if (choosing(state)) key = combine(key, given(state, seat));
    }
    if (choosing(state)) key = combine(key, static_cast<std::uint64_t>(shift(state.hand)));
    if (moon && !over(state)) key = combine(key, static_cast<std::uint64_t>(points_played(state)));
    key = combine(key, cards::packed(state.history, state.count - state.table, state.table));
    return combine(key, state.seed);
  }

  // Moves of this hand.

  std::optional<Move> pass_made(const State& state, int seat) const {
    const Card* chosen = state.history.data() + passed * seat;
    if (chosen[0] == chosen[1]) return std::nullopt;
    return pass(chosen[0], chosen[1], chosen[2]);
  }

  std::vector<std::optional<Move>> record(const State& state) const {
    std::vector<std::optional<Move>> codes;
    if (state.passes)
      for (int seat = 0; seat < seats_taken && passed * seat < state.count; ++seat)
        codes.push_back(pass_made(state, seat));
    codes.insert(codes.end(), plays(state), plays(state) + played(state));
    return codes;
  }

  // Those that lead from sample_deal's start, which is after the pass once cards have changed hands.
  std::vector<std::optional<Move>> history(const State& view) const {
    if (choosing(view)) return record(view);
    return {plays(view), plays(view) + played(view)};
  }

  // Who led first: found backwards, as each trick's winner sits a known number of places from its leader.
  int led_first(const State& state) const {
    const int places = cards::each_play(plays(state), played(state) - state.table, seats_taken, 0, cards::no_trump,
                                        [](int, int, const Card*, Card) {});
    return cards::next_seat(state.leader, seats_taken - places, seats_taken);
  }

  template <class Visit>
  void each_play(const State& state, Visit visit) const {
    cards::each_play(plays(state), played(state), seats_taken, led_first(state), cards::no_trump, visit);
  }

  // Penalties by seat in this hand so far, the moon at its end included.
  Outcome taken_in_hand(const State& state) const {
    Outcome taken{};
    CardSet won = 0;
    int leader = led_first(state);
    for (int i = 0; i + seats_taken <= played(state); i += seats_taken) {
      const Card* cards_won = plays(state) + i;
      leader = cards::next_seat(leader, cards::winning_place(cards_won, seats_taken, cards::no_trump), seats_taken);
      won = 0;
      for (int place = 0; place < seats_taken; ++place) won |= cards::set_of(cards_won[place]);
      taken[leader] += penalty(won);
    }
    if (moon && over(state) && single(state.takers)) {
      const int total = points_played(state);
      for (int seat = 0; seat < seats_taken; ++seat) taken[seat] = state.takers >> seat & 1 ? 0 : total;
    }
    return taken;
  }

  // The hand when play began, after the pass.
  State before_play(const State& state) const {
    if (choosing(state)) return state;
    State start;
    start.hands = state.hands;
    start.seed = state.seed;
    start.hand = state.hand;
    start.passes = state.passes;
    start.count = static_cast<std::uint8_t>(pass_bytes(state));
    std::copy_n(state.history.begin(), pass_bytes(state), start.history.begin());
    start.leader = static_cast<std::uint8_t>(led_first(state)) & 7;
    const Outcome taken = taken_in_hand(state);
    for (int seat = 0; seat < seats_taken; ++seat)
      start.points[seat] = static_cast<std::uint16_t>(state.points[seat] - taken[seat]);
    each_play(state, [&](int seat, int, const Card*, Card card) { start.hands[seat] |= cards::set_of(card); });
    return start;
  }

  // The hand as it was dealt. Of a view, the own hand.
  State rewound(const State& state) const {
    State start = before_play(state);
    if (start.passes && !choosing(state)) {
      for (int giver = 0; giver < seats_taken; ++giver) start.hands[receiver(start, giver)] &= ~given(start, giver);
      for (int giver = 0; giver < seats_taken; ++giver) start.hands[giver] |= given(start, giver);
    }
    start.count = 0;
    start.history.fill(0);
    return opened(start);
  }

  // States from outside.

  bool valid_deal(const State& start) const { return cards::valid_deal(start.hands, seats_taken, cards_each, pack()); }

  // Points that so many hands before this one can have left, and a seed only where it will be used.
  bool valid_accounts(const State& start) const {
    if (start.hand >= hands || (last_hand(start) && start.seed != 0)) return false;
    for (int seat = 0; seat < seats; ++seat) {
      if (start.points[seat] > (seat < seats_taken ? start.hand * most_points() : 0)) return false;
      if (limit > 0 && start.points[seat] >= limit) return false;
    }
    return true;
  }

  // The most penalty points that one hand can have.
  int most_points() const {
    const int dealt = seats_taken * cards_each;
    return dealt == 1 ? 13 : std::min(all_points, 13 + dealt - 1);
  }

  // Built by legal play from a hand that can have been dealt.
  bool valid(const State& state) const {
    if (state.leader >= seats_taken || state.table >= seats_taken || state.passes != (shift(state.hand) != 0))
      return false;
    if (state.count > pass_bytes(state) + seats_taken * cards_each) return false;
    if (state.table > played(state)) return false;
    if (choosing(state) && state.count % passed != 0) return false;
    for (int i = 0; i < state.count; ++i)
      if (state.history[i] >= cards::pack_size) return false;
    State replayed = rewound(state);
    if (!valid_deal(replayed) || !valid_accounts(replayed)) return false;
    for (const auto& move : record(state)) {
      Moves<Hearts> legal_moves;
      moves(replayed, legal_moves);
      if (!move || std::find(legal_moves.begin(), legal_moves.end(), *move) == legal_moves.end()) return false;
      replayed = play(replayed, *move);
    }
    return replayed == state;
  }

  // Capabilities.

  // No points are out any more, or every card of the leader wins its trick.
  bool decide(State& state) const {
    if (state.table != 0 || choosing(state) || over(state)) return false;
    CardSet out = 0;
    for (const CardSet hand : state.hands) out |= hand;
    if (const CardSet points = out & point_cards) {
      const CardSet own = state.hands[state.leader];
      if (!cards::wins_all(own, out & ~own)) return false;
      state.points[state.leader] = static_cast<std::uint16_t>(state.points[state.leader] + penalty(points));
      state.takers |= static_cast<std::uint8_t>(1 << state.leader);
    }
    cards::each(out, [&](Card card) { state.history[state.count++] = card; });
    state.hands = {};
    finish(state);
    return true;
  }

  bool enumerable() const { return hands == 1; }

  // Every way to share the points of every number of hearts that can be dealt, with the queen of spades or without,
  // such that the cards that carry them fit into the tricks: a trick holds one card a seat. Nothing else can occur; of
  // short deals in which nearly all cards carry points, a few listed here cannot either, as suit must be followed.
  std::vector<Outcome> outcomes() const {
    std::set<Outcome> all;
    const int dealt = seats_taken * cards_each;
    const int harmless = cards::size(pack() & ~point_cards);
    for (int queens = 0; queens <= 1; ++queens) {
      if (queens == 0 && dealt == cards::size(pack())) continue;
      for (int heart_count = std::max(0, dealt - queens - harmless); heart_count <= std::min(13, dealt - queens);
           ++heart_count)
        share(0, heart_count, queens, cards_each, Outcome{}, heart_count + 13 * queens, all);
    }
    return {all.begin(), all.end()};
  }

  void share(int seat, int heart_count, int queens, int tricks, Outcome outcome, int total,
             std::set<Outcome>& all) const {
    if (seat == seats_taken) {
      if (heart_count > 0 || queens > 0) return;
      const auto shooter = std::find(outcome.begin(), outcome.begin() + seats_taken, total);
      if (moon && total > 0 && shooter != outcome.begin() + seats_taken) {
        std::fill_n(outcome.begin(), seats_taken, total);
        *shooter = 0;
      }
      all.insert(outcome);
      return;
    }
    for (int own_queens = 0; own_queens <= queens; ++own_queens)
      for (int own_hearts = 0; own_hearts <= heart_count; ++own_hearts) {
        const int needed = (own_hearts + own_queens + seats_taken - 1) / seats_taken;
        if (needed > tricks) break;
        outcome[seat] = own_hearts + 13 * own_queens;
        share(seat + 1, heart_count - own_hearts, queens - own_queens, tricks - needed, outcome, total, all);
      }
  }

  // Between tricks; passing is a stage of its own.
  bool stage_end(const State& state) const { return choosing(state) ? state.count == 0 : state.table == 0; }

  // The queen of spades counts differently from the cards beside it.
  void representatives(const State& state, Moves<Hearts>& list, MoveList<int, max_moves>& weights) const {
    if (over(state)) return;
    if (choosing(state)) {
      moves(state, list);
      for (int i = 0; i < list.size(); ++i) weights.push(1);
      return;
    }
    cards::merge_equivalent(legal(state), state.hands, to_move(state), trick(state), state.table,
                            cards::set_of(queen_of_spades), list, weights);
  }

  // Of one hand only: later hands depend on more than the cards.
  bool has_remainder() const { return hands == 1; }

  using Left = std::array<std::uint64_t, 5>;

  Left remainder(const State& state) const {
    const auto holders = cards::holders(state.hands);
    CardSet held = 0;
    for (const CardSet hand : state.hands) held |= hand;
    return {holders.seats[0], holders.seats[1], holders.seats[2], holders.sizes | situation(state, held) << 16,
            moon_chances(state)};
  }

  std::uint64_t canonical_key(const State& state) const {
    if (choosing(state)) return key(state);
    CardSet seen = 0;
    for (const CardSet hand : state.hands) seen |= hand;
    for (int place = 0; place < state.table; ++place) seen |= cards::set_of(trick(state)[place]);
    std::uint64_t key = combine(situation(state, seen), moon_chances(state));
    for (int suit = 0; suit < 4; ++suit)
      key = combine(key, cards::canonical_suit(state.hands, seats_taken, suit, trick(state), state.table, state.leader,
                                               cards::set_of(queen_of_spades)));
    return key;
  }

  // Who moves, what may be led, and where among the spades seen the queen is.
  std::uint64_t situation(const State& state, CardSet seen) const {
    const bool queen = seen & cards::set_of(queen_of_spades);
    const int queen_place =
        queen ? 1 + cards::size(seen & cards::suit_set(cards::spades) & cards::below(queen_of_spades)) : 0;
    return static_cast<std::uint64_t>(to_move(state)) | std::uint64_t{state.broken} << 8 |
           std::uint64_t{played(state) < seats_taken} << 9 | std::uint64_t{choosing(state)} << 10 |
           static_cast<std::uint64_t>(queen_place) << 16;
  }

  // While only one seat has points it may still shoot the moon, and what it has then counts for the others.
  std::uint64_t moon_chances(const State& state) const {
    if (!moon) return 0;
    if (!single(state.takers)) return state.takers != 0;
    return std::uint64_t{state.takers} << 8 | state.points[std::countr_zero(state.takers)];
  }

  // Nothing, while a seat may still shoot the moon: then what it has taken comes back to the others.
  Outcome settled(const State& state) const {
    return moon && single(state.takers) && !over(state) ? Outcome{} : outcome(state);
  }

  // Hidden cards.

  bool hidden() const { return !open; }

  State view(const State& state, int seat) const {
    if (open) return state;
    State seen = state;
    seen.seed = 0;
    for (int other = 0; other < seats_taken; ++other) {
      if (other == seat) continue;
      seen.hands[other] = 0;
      const bool received = !choosing(state) && receiver(state, other) == seat;
      if (state.passes && !received) std::fill_n(seen.history.begin() + passed * other, passed, Card{0});
    }
    return seen;
  }

  bool sees(const State& state, Move move, int seat) const { return open || !is_pass(move) || to_move(state) == seat; }

  // The start of play, after the pass; while cards are being chosen, the deal.
  State sample_deal(const State& view, int seat, Random& random) const {
    if (open) return choosing(view) ? rewound(view) : before_play(view);
    State deal = with_hands(view, seat, HandSampler(*this, view, seat), random);
    if (choosing(view)) return rewound(deal);
    deal = before_play(deal);
    if (deal.passes) make_up_passes(deal, random);
    return deal;
  }

  // What others passed among themselves stays unknown: any three cards of the receiver may have been it.
  void make_up_passes(State& deal, Random& random) const {
    for (int giver = 0; giver < seats_taken; ++giver) {
      if (given(deal, giver)) continue;
      std::array<Card, cards::pack_size> held{};
      int count = 0;
      cards::each(deal.hands[receiver(deal, giver)], [&](Card card) { held[count++] = card; });
      random.shuffle(held, static_cast<std::size_t>(count));
      std::sort(held.begin(), held.begin() + passed);
      std::copy_n(held.begin(), passed, deal.history.begin() + passed * giver);
    }
  }

  // What each other seat may hold now. Play tells "none of these cards" of a seat; the first lead tells besides that no
  // lower club was dealt; and before it is made, that its owner holds the lowest club dealt, whichever that is, or that
  // there is none.
  class HandSampler {
   public:
    HandSampler(const Hearts& game, const State& view, int seat) {
      const int stack = game.seats_taken;
      const CardSet all_clubs = game.pack() & cards::suit_set(cards::clubs);
      HiddenCards hidden;
      hidden.holders = game.seats_taken + 1;
      hidden.unknown = game.pack() & ~view.hands[seat];
      hidden.possible.fill(game.pack());
      hidden.room.fill(game.cards_each);
      bool broken = false;
      int index = 0;
      game.each_play(view, [&](int player, int place, const Card* trick, Card card) {
        hidden.unknown &= ~cards::set_of(card);
        --hidden.room[player];
        const int led = cards::suit(trick[0]);
        if (cards::suit(card) != led) {
          hidden.possible[player] &= ~cards::suit_set(led);
          if (index < game.seats_taken && game.clean_first_trick && (cards::set_of(card) & point_cards))
            hidden.possible[player] &= point_cards;
        }
        if (place == 0 && led == cards::hearts && !broken) hidden.possible[player] &= heart_cards;
        broken |= cards::suit(card) == cards::hearts;
        ++index;
      });
      hidden.room[seat] = 0;
      hidden.room[stack] = cards::size(game.pack()) - game.seats_taken * game.cards_each;
      if (game.choosing(view)) {
        add(hidden);
        return;
      }

      hidden.settle(game.given(view, seat) & hidden.unknown, game.receiver(view, seat));
      if (index > 0) {
        const Card first = *game.plays(view);
        hidden.settle(cards::suit(first) == cards::clubs ? all_clubs & cards::below(first) : all_clubs, stack);
        add(hidden);
        return;
      }
      // Nothing has been led: one case for each card that the lowest club may be, and one without clubs.
      by_case_ = true;
      const CardSet own_clubs = view.hands[seat] & all_clubs;
      cards::each(all_clubs, [&](Card lowest_club) {
        const bool own = own_clubs & cards::set_of(lowest_club);
        if (own != (view.leader == seat) || (own_clubs & cards::below(lowest_club))) return;
        HiddenCards with = hidden;
        with.settle(all_clubs & cards::below(lowest_club), stack);
        if (!own) with.settle(cards::set_of(lowest_club), view.leader);
        add(with);
      });
      if (view.leader == 0 && !own_clubs) {
        hidden.settle(all_clubs, stack);
        add(hidden);
      }
    }

    // The cards of each other seat.
    std::array<CardSet, max_players> draw(Random& random) const {
      std::size_t chosen = 0;
      if (by_case_) {
        DealCount number = kibitz::below(random, total_);
        while (number >= samplers_[chosen].count()) number -= samplers_[chosen++].count();
      }
      return cases_[chosen].draw(samplers_[chosen], random);
    }

    DealCount count() const { return total_; }

    // Only where there is one case.
    const HiddenCards& known_cards() const { return cases_.front(); }
    unsigned exchange(std::array<CardSet, seats>& held, QuickRandom& random) const {
      return by_case_ ? 0 : cases_.front().exchange(held, random);
    }

   private:
    void add(const HiddenCards& hidden) {
      cases_.push_back(hidden);
      total_ += samplers_.emplace_back(hidden.sampler()).count();
    }

    bool by_case_ = false;
    std::vector<HiddenCards> cases_;
    std::vector<DealSampler> samplers_;
    DealCount total_ = 0;
  };

  State with_hands(const State& view, int seat, const HandSampler& sampler, Random& random) const {
    State state = view;
    const auto drawn = sampler.draw(random);
    for (int other = 0; other < seats_taken; ++other)
      if (other != seat) state.hands[other] = drawn[other];
    if (!last_hand(state)) state.seed = random.next();
    return state;
  }

  // Draws as sample_deal does, with everything done once that does not depend on the draw. Once play has begun, the
  // worlds are present positions: nothing has to be played again. What the others passed among themselves is left out.
  class Worlds {
   public:
    Worlds(const Hearts& game, const State& view, int seat) : game_(game), view_(view), seat_(seat) {
      if (game.open) {
        start_ = game.choosing(view) ? game.rewound(view) : game.before_play(view);
        moves_ = game.history(view);
        return;
      }
      sampler_.emplace(game, view, seat);
      if (game.choosing(view)) {
        moves_ = game.history(view);
      } else if (view.passes) {
        for (int giver = 0; giver < game.seats_taken; ++giver)
          if (!game.given(view, giver)) passing_draws_ += static_cast<std::uint64_t>(game.cards_each - 1);
      }
    }

    // A start, or a present position if there are no moves to make since.
    State operator()(Random& random) const {
      if (!sampler_) return start_;
      State state = game_.with_hands(view_, seat_, *sampler_, random);
      if (game_.choosing(view_)) return game_.rewound(state);
      random.skip(passing_draws_);
      return state;
    }

    const std::vector<std::optional<Move>>& moves_since() const { return moves_; }
    unsigned exchange(State& world, QuickRandom& random) const {
      return sampler_ ? sampler_->exchange(world.hands, random) : 0;
    }
    bool only_one() const { return !sampler_ || (!game_.choosing(view_) && sampler_->count() == 1); }
    // What is known of who holds which card; nothing before the first one is played.
    std::optional<HiddenCards> known_cards() const {
      return sampler_ && game_.played(view_) > 0 ? std::optional(sampler_->known_cards()) : std::nullopt;
    }

   private:
    const Hearts& game_;
    State view_, start_;
    int seat_;
    std::optional<HandSampler> sampler_;
    std::vector<std::optional<Move>> moves_;
    std::uint64_t passing_draws_ = 0;
  };

  // A pass is three cards, chosen one after the other.
  int parts(const State& state) const { return choosing(state) ? passed : 1; }
  CardSet part_choices(const State& state, CardSet chosen) const { return state.hands[to_move(state)] & ~chosen; }
  static Move composed(CardSet chosen) {
    const Card low = cards::lowest(chosen);
    chosen &= chosen - 1;
    const Card middle = cards::lowest(chosen);
    chosen &= chosen - 1;
    return pass(low, middle, cards::lowest(chosen));
  }

  // Whether nobody but the mover learns which move is made here.
  bool secret(const State& state) const { return !open && choosing(state); }

  // The beginning of play of a world, from that of its view, in which the others have the cards that they played.
  State beginning(const State& view) const { return before_play(view); }
  static void give(State& beginning, const State& world, int seat) {
    for (int other = 0; other < seats; ++other)
      if (other != seat) beginning.hands[other] |= world.hands[other];
  }

  // Of the cards that the seat to move has in the state that `give` makes: those that its legal cards and their
  // features depend on. Who follows suit has no use for the other suits. The highest bit says whether somebody has the
  // queen of spades, which light play looks at.
  CardSet seen_to_choose(const State& state, const State& world) const {
    const int mover = to_move(state);
    const CardSet hand = state.hands[mover] | world.hands[mover];
    CardSet held = 0;
    for (int each = 0; each < seats; ++each) held |= state.hands[each] | world.hands[each];
    const CardSet queen = static_cast<CardSet>((held & cards::set_of(queen_of_spades)) != 0) << 63;
    if (state.table == 0) return hand | queen;
    const CardSet following = hand & cards::suit_set(cards::suit(*trick(state)));
    return (following ? following : hand) | queen;
  }

  // Which hand of the game is being played.
  static int hand_number(const State& state) { return state.hand; }

  // Between two seats a hand makes a difference of about eight points; whoever has most gets about nine a hand.
  double spread_to_come(const State& state) const {
    double left = hands - state.hand;
    if (limit > 0) {
      const int most = *std::max_element(state.points.begin(), state.points.begin() + seats_taken);
      left = std::min(left, std::max(1.0, (limit - most) / 9.0));
    }
    return 5 * std::sqrt(left);
  }
};

static_assert(Game<Hearts>);
static_assert(Enumerable<Hearts> && Weighted<Hearts> && Remainder<Hearts> && Hidden<Hearts>);
static_assert(Knowing<Hearts> && Deciding<Hearts>);
static_assert(sizeof(Hearts::State) <= 128);

}  // namespace kibitz
