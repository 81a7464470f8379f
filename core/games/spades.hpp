// Spades for two to four players, every seat for itself: bids, tricks with spades as trumps, bags, many hands.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/capabilities.hpp"
#include "games/cards.hpp"
#include "games/deal_sampler.hpp"
#include "games/game.hpp"

namespace kibitz {

struct Spades {
  using Card = cards::Card;
  using CardSet = cards::CardSet;
  using Move = std::uint8_t;  // a card, or first_bid + the bid
  using Outcome = std::array<int, max_players>;
  static constexpr int seats = 4;
  static constexpr Move first_bid = cards::pack_size;
  static constexpr int max_moves = 27;  // two players hold 26 cards each and bid 0 to 26
  static constexpr int most_hands = 1000;
  static constexpr int most_penalty = 1000;

  enum class Bids : std::uint8_t { none, fixed, play };

  // One hand of the game. `points` and `bags` are those of earlier hands: this one's count when it is over.
  struct State {
    std::array<CardSet, seats> hands{};  // what is still held
    std::uint64_t seed = 0;              // of the deals to come; 0 when there are none
    std::array<std::int32_t, seats> points{};
    std::uint16_t hand = 0;  // counts hands from 0
    std::array<std::uint8_t, seats> bags{};
    std::array<std::uint8_t, seats> tricks{};
    std::array<Move, seats + cards::pack_size> history{};  // bids and cards of this hand
    std::uint8_t count = 0;                                // how many there are in the history
    std::uint8_t leader = 0;                               // of the trick on the table
    std::uint8_t table = 0;                                // cards on the table
    std::uint8_t broken = 0;                               // a spade has been played
    bool operator==(const State&) const = default;
  };

  int seats_taken = 3;
  int cards_each = 7;
  Bids bids = Bids::play;
  std::array<std::uint8_t, seats> fixed_bids{};
  bool trick_points = false;  // 10 a trick, no bids
  bool lead_any = false;
  int bag_limit = 10;
  int bag_penalty = 100;
  int lowest_bid = 1;
  int hands = 1;
  int limit = 0;
  bool open = false;

  bool operator==(const Spades&) const = default;

  int players() const { return seats_taken; }

  // Deals.

  State start(std::uint64_t seed) const {
    State state;
    state.seed = seed;
    return dealt(state);
  }

  // The state with the cards of its hand number dealt and the seed forgotten once it has done its work.
  State dealt(State state) const {
    state.hands = cards::deal<seats>(cards::full_pack, seats_taken, cards_each, state.seed, state.hand);
    if (last_hand(state)) state.seed = 0;
    state.leader = static_cast<std::uint8_t>(first_leader(state));
    return state;
  }

  bool last_hand(const State& state) const { return state.hand + 1 >= hands; }
  int first_leader(const State& state) const { return state.hand % seats_taken; }
  int bid_moves() const { return bids == Bids::play ? seats_taken : 0; }
  int played(const State& state) const { return state.count - bid_moves(); }
  bool bidding(const State& state) const { return state.count < bid_moves(); }
  const Card* plays(const State& state) const { return state.history.data() + bid_moves(); }
  const Card* trick(const State& state) const { return state.history.data() + state.count - state.table; }

  bool has_bid(const State& state, int seat) const {
    return bids != Bids::play || cards::next_seat(seat, seats_taken - first_leader(state), seats_taken) < state.count;
  }
  // Of a seat that has bid; without bids 0.
  int bid(const State& state, int seat) const {
    if (bids != Bids::play) return fixed_bids[seat];
    return state.history[cards::next_seat(seat, seats_taken - first_leader(state), seats_taken)] - first_bid;
  }

  // The rules.

  int to_move(const State& state) const {
    return cards::next_seat(state.leader, bidding(state) ? state.count : state.table, seats_taken);
  }

  bool over(const State& state) const { return state.count == bid_moves() + seats_taken * cards_each; }

  CardSet legal(const State& state) const {
    const CardSet hand = state.hands[to_move(state)];
    if (state.table == 0) {
      const CardSet plain = hand & ~cards::suit_set(cards::spades);
      return lead_any || state.broken || !plain ? hand : plain;
    }
    const CardSet following = hand & cards::suit_set(cards::suit(*trick(state)));
    return following ? following : hand;
  }

  void moves(const State& state, Moves<Spades>& moves) const {
    if (over(state)) return;
    if (bidding(state)) {
      for (int bid = lowest_bid; bid <= cards_each; ++bid) moves.push(static_cast<Move>(first_bid + bid));
    } else {
      cards::each(legal(state), [&](Card card) { moves.push(card); });
    }
  }

  State play(const State& state, Move move) const {
    State next = state;
    advance(next, move);
    return next;
  }

  // The same in place.
  void advance(State& next, Move move) const {
    if (move < first_bid) next.hands[cards::next_seat(next.leader, next.table, seats_taken)] ^= cards::set_of(move);
    next.history[next.count++] = move;
    if (move >= first_bid) return;
    next.broken |= cards::suit(move) == cards::spades;
    if (++next.table < seats_taken) return;
    const int winner =
        cards::next_seat(next.leader, cards::winning_place(trick(next), seats_taken, cards::spades), seats_taken);
    ++next.tricks[winner];
    next.leader = static_cast<std::uint8_t>(winner);
    next.table = 0;
    if (over(next) && !ends_game(next)) next = next_hand(next);
  }

  bool ends_game(const State& finished) const {
    if (last_hand(finished)) return true;
    if (limit == 0) return false;
    const auto totals = points(finished);
    return *std::max_element(totals.begin(), totals.begin() + seats_taken) >= limit;
  }

  State next_hand(const State& finished) const {
    State next;
    next.seed = finished.seed;
    next.hand = static_cast<std::uint16_t>(finished.hand + 1);
    for (int seat = 0; seat < seats_taken; ++seat) {
      const Account account = settled_account(finished, seat);
      next.points[seat] = account.points;
      next.bags[seat] = static_cast<std::uint8_t>(account.bags);
    }
    return dealt(next);
  }

  struct Account {
    int points;
    int bags;
  };

  // A seat's account once a hand with this bid and so many tricks is added.
  Account account(Account before, int bid, int tricks) const {
    if (trick_points) return {before.points + 10 * tricks, 0};
    if (tricks < bid) return {before.points - 10 * bid, before.bags};
    Account after{before.points + 10 * bid + tricks - bid, before.bags + tricks - bid};
    if (bag_limit == 0) return {after.points, 0};
    const int penalties = after.bags / bag_limit;
    return {after.points - penalties * bag_penalty, after.bags - penalties * bag_limit};
  }

  Account settled_account(const State& finished, int seat) const {
    return account({finished.points[seat], finished.bags[seat]}, bid(finished, seat), finished.tricks[seat]);
  }

  // A trick counts when it is taken, a bid when its hand is over.
  Outcome points(const State& state) const {
    Outcome result{};
    for (int seat = 0; seat < seats_taken; ++seat)
      result[seat] = trick_points || over(state) ? settled_account(state, seat).points : state.points[seat];
    return result;
  }

  Scores scores(const State& state) const {
    const Outcome totals = points(state);
    Scores result{};
    std::copy(totals.begin(), totals.end(), result.begin());
    return result;
  }

  Outcome outcome(const State& state) const {
    if (hands > 1) return points(state);
    Outcome result{};
    std::copy_n(state.tricks.begin(), seats_taken, result.begin());
    return result;
  }

  std::uint64_t key(const State& state) const {
    std::uint64_t key = mix(static_cast<std::uint64_t>(to_move(state)) | std::uint64_t{state.table} << 8 |
                            std::uint64_t{state.broken && !lead_any} << 16 | std::uint64_t{bidding(state)} << 17 |
                            (last_hand(state) ? 0 : std::uint64_t{state.hand} + 1) << 32);
    for (int seat = 0; seat < seats_taken; ++seat) key = combine(key, state.hands[seat]);
    key = combine(key, cards::packed(state.history, state.count - state.table, state.table));
    key = combine(key, cards::packed(state.tricks, 0, seats));
    if (!trick_points) {
      key = combine(key, bids_by_seat(state));
      key = combine(key, cards::packed(state.bags, 0, seats));
    }
    if (state.hand > 0)
      for (int seat = 0; seat < seats_taken; ++seat)
        key = combine(key, static_cast<std::uint64_t>(std::int64_t{state.points[seat]}));
    return combine(key, state.seed);
  }

  std::uint64_t bids_by_seat(const State& state) const {
    std::uint64_t word = 1;
    for (int seat = 0; seat < seats_taken; ++seat)
      word = word << 8 | (has_bid(state, seat) ? static_cast<std::uint64_t>(bid(state, seat) + 1) : 0);
    return word;
  }

  // The moves of this hand.
  std::vector<std::optional<Move>> record(const State& state) const {
    return {state.history.begin(), state.history.begin() + state.count};
  }
  // Those that lead from sample_deal's start to where the view was taken.
  std::vector<std::optional<Move>> history(const State& view) const { return record(view); }

  // States from outside.

  // This hand as it was dealt, before the first bid and card.
  State rewound(const State& state) const {
    State start;
    start.hands = state.hands;
    start.seed = state.seed;
    start.points = state.points;
    start.hand = state.hand;
    start.bags = state.bags;
    start.leader = static_cast<std::uint8_t>(first_leader(state));
    each_play(state, [&](int seat, int, const Card*, Card card) { start.hands[seat] |= cards::set_of(card); });
    return start;
  }

  template <class Visit>
  void each_play(const State& state, Visit visit) const {
    cards::each_play(plays(state), std::max(0, played(state)), seats_taken, first_leader(state), cards::spades, visit);
  }

  // The least and the most a hand can add to a seat's points.
  int worst_hand() const {
    if (trick_points) return 0;
    const int penalties = bag_limit == 0 ? 0 : (bag_limit - 1 + cards_each) / bag_limit;
    return -10 * cards_each - penalties * bag_penalty;
  }
  int best_hand() const { return 10 * cards_each; }

  bool valid_deal(const State& start) const {
    return cards::valid_deal(start.hands, seats_taken, cards_each, cards::full_pack);
  }

  // Points and bags that so many hands before this one can have left, and a seed only where it will be used.
  bool valid_accounts(const State& state) const {
    if (state.hand >= hands || (last_hand(state) && state.seed != 0)) return false;
    for (int seat = 0; seat < seats; ++seat) {
      const bool keeps_bags = !trick_points && bag_limit > 0 && state.hand > 0 && seat < seats_taken;
      if (state.bags[seat] > (keeps_bags ? bag_limit - 1 : 0)) return false;
      const int before = seat < seats_taken ? state.hand : 0;
      if (state.points[seat] < before * worst_hand() || state.points[seat] > before * best_hand()) return false;
      if (limit > 0 && state.points[seat] >= limit) return false;
    }
    return true;
  }

  // Built by legal play from a hand that can have been dealt.
  bool valid(const State& state) const {
    if (state.count > bid_moves() + seats_taken * cards_each) return false;
    for (int i = 0; i < state.count; ++i) {
      const bool is_bid = state.history[i] >= first_bid;
      if (is_bid != (i < bid_moves()) || state.history[i] > first_bid + cards_each) return false;
    }
    State replayed = rewound(state);
    if (!valid_deal(replayed) || !valid_accounts(replayed)) return false;
    for (int i = 0; i < state.count; ++i) {
      Moves<Spades> legal_moves;
      moves(replayed, legal_moves);
      if (std::find(legal_moves.begin(), legal_moves.end(), state.history[i]) == legal_moves.end()) return false;
      replayed = play(replayed, state.history[i]);
    }
    return replayed == state;
  }

  // Capabilities.

  // Every card of the leader wins its trick.
  bool decide(State& state) const {
    if (state.table != 0 || bidding(state) || over(state)) return false;
    CardSet out = 0;
    for (const CardSet hand : state.hands) out |= hand;
    const CardSet own = state.hands[state.leader], others = out & ~own;
    if (!cards::wins_all(own, others)) return false;
    constexpr CardSet trumps = cards::suit_set(cards::spades);
    if ((own & ~trumps) && (others & trumps)) return false;
    state.tricks[state.leader] = static_cast<std::uint8_t>(state.tricks[state.leader] + cards::size(own));
    cards::each(out, [&](Card card) { state.history[state.count++] = card; });
    state.hands = {};
    if (!ends_game(state)) state = next_hand(state);
    return true;
  }

  // Of one hand without bids every trick is worth the same to whoever takes it.
  ScoreBounds score_bounds(const State& state) const {
    ScoreBounds bounds;
    const bool simple = trick_points && hands == 1;
    int left = cards_each;
    for (int seat = 0; seat < seats_taken; ++seat) left -= state.tricks[seat];
    for (int seat = 0; seat < seats_taken; ++seat) {
      bounds.low[seat] = simple ? 10 * state.tricks[seat] : hands * double(worst_hand());
      bounds.high[seat] = simple ? 10 * (state.tricks[seat] + left) : hands * double(best_hand());
      bounds.together += simple ? 0 : bounds.high[seat];
    }
    if (simple) bounds.together = 10 * cards_each;
    return bounds;
  }

  bool enumerable() const { return hands == 1; }

  // Every split of the tricks.
  std::vector<Outcome> outcomes() const {
    std::vector<Outcome> all;
    split(0, cards_each, Outcome{}, all);
    return all;
  }

  void split(int seat, int tricks, Outcome outcome, std::vector<Outcome>& all) const {
    if (seat == seats_taken - 1) {
      outcome[seat] = tricks;
      all.push_back(outcome);
      return;
    }
    for (int taken = 0; taken <= tricks; ++taken) {
      outcome[seat] = taken;
      split(seat + 1, tricks - taken, outcome, all);
    }
  }

  // Between tricks; the bidding is a stage of its own.
  bool stage_end(const State& state) const { return bidding(state) ? state.count == 0 : state.table == 0; }

  void representatives(const State& state, Moves<Spades>& list, MoveList<int, max_moves>& weights) const {
    if (over(state)) return;
    if (bidding(state)) {
      moves(state, list);
      for (int i = 0; i < list.size(); ++i) weights.push(1);
      return;
    }
    cards::merge_equivalent(legal(state), state.hands, to_move(state), trick(state), state.table, CardSet{0}, list,
                            weights);
  }

  // Of one hand only: later hands depend on more than the cards.
  bool has_remainder() const { return hands == 1; }

  using Left = std::array<std::uint64_t, 3>;

  Left remainder(const State& state) const {
    const auto holders = cards::holders(state.hands);
    return {holders.seats[0], holders.seats[1],
            holders.sizes | static_cast<std::uint64_t>(to_move(state)) << 16 |
                std::uint64_t{state.broken && !lead_any} << 24 | std::uint64_t{bidding(state)} << 25};
  }

  std::uint64_t canonical_key(const State& state) const {
    std::uint64_t key = static_cast<std::uint64_t>(to_move(state)) | std::uint64_t{state.broken && !lead_any} << 8 |
                        std::uint64_t{bidding(state)} << 16;
    for (int suit = 0; suit < 4; ++suit)
      key = combine(key, cards::canonical_suit(state.hands, seats_taken, suit, trick(state), state.table, state.leader,
                                               CardSet{0}));
    return bidding(state) ? combine(key, bids_by_seat(state)) : key;
  }

  Outcome settled(const State& state) const { return outcome(state); }

  // Nobody chooses in the last trick.
  bool foregone(const State& state, Outcome& outcome) const {
    if (hands != 1 || state.table != 0 || played(state) != seats_taken * (cards_each - 1)) return false;
    std::array<Card, seats> last{};
    for (int place = 0; place < seats_taken; ++place)
      last[place] = cards::lowest(state.hands[cards::next_seat(state.leader, place, seats_taken)]);
    outcome = this->outcome(state);
    ++outcome[cards::next_seat(state.leader, cards::winning_place(last.data(), seats_taken, cards::spades),
                               seats_taken)];
    return true;
  }

  // Hidden cards.

  bool hidden() const { return !open; }

  State view(const State& state, int seat) const {
    if (open) return state;
    State seen = state;
    seen.seed = 0;
    for (int other = 0; other < seats_taken; ++other)
      if (other != seat) seen.hands[other] = 0;
    return seen;
  }

  bool sees(const State&, Move, int) const { return true; }

  // The start of this hand.
  State sample_deal(const State& view, int seat, Random& random) const {
    return open ? rewound(view) : rewound(with_hands(view, seat, hidden_cards(view, seat), random));
  }

  // What a seat may hold. What play tells of a seat's hand is always "none of these cards": those of a suit it did
  // not follow, and all but spades if it led one before any had been played.
  HiddenCards hidden_cards(const State& view, int seat) const {
    HiddenCards hidden;
    hidden.holders = seats_taken + 1;
    hidden.unknown = cards::full_pack & ~view.hands[seat];
    hidden.possible.fill(cards::full_pack);
    hidden.room.fill(cards_each);
    bool broken = false;
    each_play(view, [&](int player, int place, const Card* trick, Card card) {
      hidden.unknown &= ~cards::set_of(card);
      --hidden.room[player];
      const int led = cards::suit(trick[0]);
      if (cards::suit(card) != led) hidden.possible[player] &= ~cards::suit_set(led);
      if (place == 0 && led == cards::spades && !broken && !lead_any)
        hidden.possible[player] &= cards::suit_set(cards::spades);
      broken |= cards::suit(card) == cards::spades;
    });
    hidden.room[seat] = 0;
    hidden.room[seats_taken] = cards::pack_size - seats_taken * cards_each;
    return hidden;
  }

  State with_hands(const State& view, int seat, const HiddenCards& hidden, Random& random) const {
    return with_hands(view, seat, hidden, hidden.sampler(), random);
  }
  State with_hands(const State& view, int seat, const HiddenCards& hidden, const DealSampler& sampler,
                   Random& random) const {
    State state = view;
    const auto drawn = hidden.draw(sampler, random);
    for (int other = 0; other < seats_taken; ++other)
      if (other != seat) state.hands[other] = drawn[other];
    if (!last_hand(state)) state.seed = random.next();
    return state;
  }

  // Draws as sample_deal does, with everything done once that does not depend on the draw. The worlds are present
  // positions: nothing has to be played again.
  class Worlds {
   public:
    Worlds(const Spades& game, const State& view, int seat) : game_(game), view_(view), seat_(seat) {
      if (game.open) return;
      hidden_ = game.hidden_cards(view, seat);
      sampler_.emplace(hidden_.sampler());
    }
    State operator()(Random& random) const {
      return sampler_ ? game_.with_hands(view_, seat_, hidden_, *sampler_, random) : view_;
    }
    const std::vector<std::optional<Move>>& moves_since() const { return none_; }
    unsigned exchange(State& world, QuickRandom& random) const {
      return sampler_ ? hidden_.exchange(world.hands, random) : 0;
    }
    bool only_one() const { return !sampler_ || (!game_.bidding(view_) && sampler_->count() == 1); }
    // What is known of who holds which card; nothing while bids are made.
    std::optional<HiddenCards> known_cards() const {
      return sampler_ && !game_.bidding(view_) ? std::optional(hidden_) : std::nullopt;
    }

   private:
    const Spades& game_;
    State view_;
    int seat_;
    HiddenCards hidden_;
    std::optional<DealSampler> sampler_;
    std::vector<std::optional<Move>> none_;
  };

  // The beginning of a world, from that of its view, in which the others have the cards that they played.
  State beginning(const State& view) const { return rewound(view); }
  static void give(State& beginning, const State& world, int seat) {
    for (int other = 0; other < seats; ++other)
      if (other != seat) beginning.hands[other] |= world.hands[other];
  }

  // Of the cards that the seat to move has in the state that `give` makes: those that its legal cards and their
  // features depend on. Who follows suit has no use for the other suits.
  CardSet seen_to_choose(const State& state, const State& world) const {
    const int mover = to_move(state);
    const CardSet hand = state.hands[mover] | world.hands[mover];
    if (state.table == 0) return hand;
    const CardSet following = hand & cards::suit_set(cards::suit(*trick(state)));
    return (following ? following : hand);
  }

  // Which hand of the game is being played.
  static int hand_number(const State& state) { return state.hand; }

  // Between two seats a hand makes a difference of about three tricks; whoever leads makes about half the tricks.
  double spread_to_come(const State& state) const {
    double left = hands - state.hand;
    if (limit > 0) {
      const auto totals = points(state);
      const int most = *std::max_element(totals.begin(), totals.begin() + seats_taken);
      left = std::min(left, std::max(1.0, (limit - most) / (5.0 * cards_each)));
    }
    return 20 * std::sqrt(left);
  }
};

static_assert(Game<Spades>);
static_assert(Enumerable<Spades> && Weighted<Spades> && Remainder<Spades> && Foregone<Spades> && Hidden<Spades>);
static_assert(Knowing<Spades> && Deciding<Spades>);
static_assert(sizeof(Spades::State) <= 128);

}  // namespace kibitz
