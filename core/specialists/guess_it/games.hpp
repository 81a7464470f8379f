// Games of Guess It between players by habit and networks: what a generation of evolution plays (lockett2007).
//
// Every draw has an address: (seed, contestant, game, seat, ply). Deals have (seed, game), so all contestants of a call
// play the same deals. The contestant moves first in every other game.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "games/guess_it.hpp"
#include "random.hpp"
#include "specialists/guess_it/network.hpp"
#include "specialists/guess_it/plan.hpp"
#include "specialists/guess_it/reply.hpp"

namespace kibitz {

// How somebody plays Guess It: plain data.
struct GuessItPlayer {
  enum class Kind : std::uint8_t {
    habits,     // calls and bluffs so often
    mixture,    // becomes one of the four cardinal opponents at every move, or for every game
    even_odd,   // bluffs with even cards only, asks for odd cards only
    network,    // outputs: how often to bluff, how often to call
    predictor,  // outputs: how often the other bluffs and calls; a rule replies
    total,      // outputs: a number for each card, and whether to name the card with the largest or to ask for it
    plan,       // as a table says
  };
  using Weights = std::array<double, 4>;  // always-ask, always-bluff, call-then-ask, call-then-bluff

  Kind kind = Kind::habits;
  double bluff = 0, call = 0;
  int changes_after = -1;  // so many own moves, where it is not negative; then the habits are these
  double later_bluff = 0, later_call = 0;
  Weights weights{};  // of a mixture, any numbers above 0
  bool once = false;  // whether a mixture becomes somebody for the whole game
  std::shared_ptr<const GuessItPlan> plan;

  std::shared_ptr<const Network> network, identifier;
  bool sees_cards = false, sees_moves = false, sees_mixture = false, sees_pending = false;
  Weights told{};           // the mixture that it sees where no identifier tells it
  bool normalised = false;  // whether what the identifier says is divided by its sum
  bool threshold = false;   // an output above a half is a yes, not a probability
  bool exact_rule = true;   // a predictor's rule is the best reply, or a threshold
  int steps = 1;
};

// Somebody to play so many games against in a row, and what a contestant is told of it.
struct GuessItOpponent {
  GuessItPlayer player;
  GuessItPlayer::Weights mixture{};  // what it is, for those who are told and for the distance of those who identify
  bool known = false;                // a contestant with an identifier is told all the same
  int games = 0;
};

struct GuessItScore {
  int wins = 0;
  double closeness = 0;  // sum over games of 1 - distance between the mixture and the mean of what was identified
  GuessItSights seen{};  // what the contestant saw of the opponent, where it plays to a plan
};

// What an identifier said at its first query, at its second, ..: sums over games.
struct GuessItTrace {
  std::vector<GuessItPlayer::Weights> sums;
  std::vector<int> counts;
};

// One of the two at the table, with what its networks remember of the game.
class GuessItSeat {
 public:
  GuessItSeat(const GuessIt& game, const GuessItPlayer& player) : game_(game), player_(player) {
    if (player.network) network_.emplace(*player.network);
    if (player.identifier) identifier_.emplace(*player.identifier);
  }

  void tell(const GuessItOpponent& opponent) {
    told_ = opponent.mixture;
    asks_identifier_ = identifier_ && !opponent.known;
  }
  void tell_nothing() {
    told_ = player_.told;
    asks_identifier_ = identifier_.has_value();
  }

  void begin(int seat, bool other_has_called) {
    seat_ = seat;
    other_has_called_ = other_has_called;
    moves_made_ = 0;
    queries_ = 0;
    part_ = -1;
    identified_ = {};
    if (network_) network_->reset();
    if (identifier_) identifier_->reset();
  }

  // The move, or 0 for one that is not allowed.
  GuessIt::Move act(const GuessIt::State& state, Random random) {
    const GuessIt::Move move = player_.kind == GuessItPlayer::Kind::total ? unaided(state) : aided(state, random);
    ++moves_made_;
    return move;
  }

  // How often it calls, and else bluffs or guesses.
  struct Intent {
    double call = 0, bluff = 0, guess = 0;
  };

  // What habits, a network or a predictor say here; where there is nothing to decide nobody is asked.
  Intent intent(const GuessIt::State& state) {
    read(state);
    if (decided()) return {};
    identify();
    return intent();
  }

  // What a network with total control does; 0 is a move that is not allowed.
  GuessIt::Move unaided(const GuessIt::State& state) {
    read(state);
    write(network_->inputs());
    const double* outputs = network_->query(player_.steps);
    const int cards = game_.pack_size();
    // The card with the largest output, the lowest of several: named where the last output is above a half, else asked.
    const int card = static_cast<int>(std::max_element(outputs, outputs + cards) - outputs) + 1;
    const GuessIt::Move move = outputs[cards] > 0.5 ? name(card) : ask(card);
    return game_.legal(state, move) ? move : 0;
  }

  bool watches() const { return player_.kind == GuessItPlayer::Kind::plan; }
  int queries() const { return queries_; }
  const GuessItPlayer::Weights& said() const { return said_; }  // at the last query

  double distance(const GuessItPlayer::Weights& mixture) const {
    double sum = 0;
    for (std::size_t part = 0; part < mixture.size(); ++part) {
      const double apart = (queries_ ? identified_[part] / queries_ : 0.0) - mixture[part];
      sum += apart * apart;
    }
    return std::sqrt(sum);
  }

 private:
  using Cards = GuessIt::Cards;
  enum class Choice { ask, bluff, guess, call };

  static int count(Cards cards) { return __builtin_popcount(cards); }
  static int draw(Cards cards, Random& random) {
    for (auto skip = below(count(cards), random); skip; --skip) cards &= cards - 1;
    return __builtin_ctz(cards) + 1;
  }

  // Random::below for numbers of cards, compiled for each of them: dividing by a constant is many times as fast.
  static std::uint64_t below(int bound, Random& random) {
    static constexpr auto each = []<std::size_t... less>(std::index_sequence<less...>) {
      return std::array{+[](Random& given) { return given.below(less + 1); }...};
    }(std::make_index_sequence<GuessIt::largest_pack>());
    return each[static_cast<std::size_t>(bound - 1)](random);
  }
  static GuessIt::Move ask(int card) { return static_cast<GuessIt::Move>(card); }
  static GuessIt::Move name(int card) { return static_cast<GuessIt::Move>(GuessIt::name + card); }

  // What the seat knows that matters (src/kibitz/games/guess_it/secret_cards.py).
  void read(const GuessIt::State& state) {
    state_ = &state;
    secret_ = state.hands[seat_] & ~state.face_up & ~state.asked_set;
    unknown_ = game_.centre_candidates(state, seat_);
    const int last = GuessIt::pending(state);
    pending_ = last && (unknown_ & GuessIt::bit(last)) && count(unknown_) > 1 ? last : 0;
    if (pending_) unknown_ &= ~GuessIt::bit(pending_);
  }

  // Everybody but a total player names the centre when it is known, and guesses without a secret card.
  bool forced() const { return count(unknown_) == 1 || !secret_; }
  bool decided() const { return forced() && !pending_; }

  GuessIt::Move aided(const GuessIt::State& state, Random& random) {
    read(state);
    if (decided()) return name(draw(unknown_, random));
    identify();  // who only watches identifies, too: that is how identifiers are trained
    switch (choose(random)) {
      case Choice::call:
        return name(pending_);
      case Choice::guess:
        return name(draw(unknown_, random));
      case Choice::bluff:
        return ask(draw(secret_, random));
      case Choice::ask:
        break;
    }
    return ask(draw(unknown_, random));
  }

  Choice choose(Random& random) {
    switch (player_.kind) {
      case GuessItPlayer::Kind::mixture: {
        if (part_ < 0 || !player_.once) part_ = static_cast<int>(drawn_part(random));
        const int part = part_;
        return drawn({static_cast<double>(part / 2), static_cast<double>(part % 2)}, random);
      }
      case GuessItPlayer::Kind::even_odd:
        return even_odd(random);
      default:
        return drawn(intent(), random);
    }
  }

  // What is certain is not drawn.
  static bool happens(double chance, Random& random) {
    return chance > 0 && (chance >= 1 || random.uniform() < chance);
  }

  Choice drawn(const Intent& intent, Random& random) const {
    if (pending_ && happens(intent.call, random)) return Choice::call;
    if (forced() || happens(intent.guess, random)) return Choice::guess;
    return happens(intent.bluff, random) ? Choice::bluff : Choice::ask;
  }

  Intent intent() {
    if (player_.kind == GuessItPlayer::Kind::predictor) return reply();
    if (player_.kind == GuessItPlayer::Kind::plan) return planned();
    if (player_.kind == GuessItPlayer::Kind::network) {
      const auto [bluff, call] = answers();
      if (player_.threshold) return {static_cast<double>(call > 0.5), static_cast<double>(bluff > 0.5)};
      return {call, bluff};
    }
    const bool changed = player_.changes_after >= 0 && moves_made_ >= player_.changes_after;
    if (changed) return {player_.later_call, player_.later_bluff};
    return {player_.call, player_.bluff};
  }

  std::size_t drawn_part(Random& random) const {
    double total = 0;
    for (const double weight : player_.weights) total += weight;
    double left = random.uniform() * total;
    for (std::size_t part = 0; part + 1 < player_.weights.size(); ++part)
      if ((left -= player_.weights[part]) < 0) return part;
    return player_.weights.size() - 1;
  }

  // Draws among the even cards it may bluff with and the odd ones it may ask for; where there are none, among all.
  Choice even_odd(Random& random) {
    if (pending_ && happens(player_.call, random)) return Choice::call;
    if (forced()) return Choice::guess;
    constexpr Cards odd = 0x55555555;  // card 1 is bit 0
    const Cards bluffs = secret_ & ~odd, asks = unknown_ & odd;
    const auto first_of = [&random](Cards these, Cards those) {
      return static_cast<int>(below(count(these) + count(those), random)) < count(these);
    };
    if (!bluffs && !asks) return first_of(secret_, unknown_) ? Choice::bluff : Choice::ask;
    const bool bluffing = first_of(bluffs, asks);
    (bluffing ? secret_ : unknown_) = bluffing ? bluffs : asks;
    return bluffing ? Choice::bluff : Choice::ask;
  }

  // What a predictor's rule does: the best reply to what is predicted, or thresholds.
  Intent reply() {
    const auto [bluff, call] = answers();
    if (!player_.exact_rule) return {static_cast<double>(bluff <= 0.5), static_cast<double>(call > 0.5)};
    const int own = count(secret_), other = count(unknown_) - 1;  // the pending card is taken for the other's
    const StationaryReply reply(bluff, call, own, other + (pending_ != 0));
    Intent best{static_cast<double>(pending_ && reply.calls(own, other + 1))};
    if (forced()) return best;
    const auto choice = reply.best(own, other);
    best.bluff = choice == StationaryReply::Choice::bluff;
    best.guess = choice == StationaryReply::Choice::guess;
    return best;
  }

  // What the plan says: who lets a card pass takes it for a bluff.
  Intent planned() const {
    const GuessItPlan& plan = *player_.plan;
    GuessItPlan::Decision at{count(secret_), count(unknown_) - 1, pending_ != 0, {}};
    if (plan.remembers) {
      const auto seen = guess_it_moves(game_, *state_, seat_);
      std::copy_n(seen.counts.begin(), at.seen.size(), at.seen.begin());
    }
    Intent intent;
    if (pending_) {
      const bool answered = answered_pending();
      intent.call = plan.at({at.own, at.other + 1, answered, at.seen}).call;
      ++at.seen[GuessItSights::move(true, answered)];
    }
    if (!forced()) {
      const auto choice = plan.at(at);
      intent.bluff = choice.bluff;
      intent.guess = choice.guess;
    }
    return intent;
  }

  // Whether the card that waits was asked for by one who had itself let a card pass.
  bool answered_pending() const {
    if (state_->asks < 2) return false;
    const Cards before = GuessIt::bit(state_->asked[state_->asks - 2u]);  // an ask of ours
    return !(before & state_->hands[1 - seat_] & state_->face_up);
  }

  std::pair<double, double> answers() {
    write(network_->inputs());
    const double* outputs = network_->query(player_.steps);
    return {std::clamp(outputs[0], 0.0, 1.0), std::clamp(outputs[1], 0.0, 1.0)};
  }

  void identify() {
    if (!asks_identifier_) return;
    write_moves(identifier_->inputs());
    const double* outputs = identifier_->query(player_.steps);
    std::copy_n(outputs, said_.size(), said_.begin());
    if (player_.normalised) {
      double total = 0;
      for (const double each : said_) total += each;
      for (double& each : said_) each = total > 0 ? each / total : 0.25;
    }
    for (std::size_t part = 0; part < said_.size(); ++part) identified_[part] += said_[part];
    ++queries_;
  }

  void write(double* inputs) {
    if (player_.sees_cards) inputs = write_cards(inputs);
    if (player_.sees_moves) inputs = write_moves(inputs);
    if (player_.sees_mixture) {
      const auto& mixture = asks_identifier_ ? said_ : told_;
      inputs = std::copy(mixture.begin(), mixture.end(), inputs);
    }
    if (player_.sees_pending)
      for (int card = 1; card <= game_.pack_size(); ++card) *inputs++ = card == pending_;
  }

  // Section 4: one input a card, held (1), known (-1) or unknown (0).
  double* write_cards(double* inputs) const {
    const Cards held = state_->hands[seat_] & ~state_->face_up;
    for (int card = 1; card <= game_.pack_size(); ++card) {
      const Cards bit = GuessIt::bit(card);
      *inputs++ = held & bit ? 1.0 : state_->face_up & bit ? -1.0 : 0.0;
    }
    return inputs;
  }

  // Section 5: a bluff is 1, an ask -1, a move not made or still pending 0; then whether the other has ever called.
  double* write_moves(double* inputs) const {
    double* const end = inputs + game_.cards;
    const int last = GuessIt::pending(*state_);
    for (int turn = 1 - seat_; turn < state_->asks && inputs != end; turn += 2) {
      const Cards asked = GuessIt::bit(state_->asked[static_cast<std::size_t>(turn)]);
      const bool waits = last && turn == state_->asks - 1;
      *inputs++ = waits ? 0.0 : asked & state_->hands[1 - seat_] ? 1.0 : -1.0;
    }
    std::fill(inputs, end, 0.0);
    *end = other_has_called_;
    return end + 1;
  }

  const GuessIt& game_;
  const GuessItPlayer& player_;
  std::optional<Activity> network_, identifier_;
  GuessItPlayer::Weights told_{}, said_{}, identified_{};
  bool asks_identifier_ = false;
  bool other_has_called_ = false;
  int seat_ = 0, moves_made_ = 0, queries_ = 0;
  int part_ = -1;  // of a mixture, what it is
  const GuessIt::State* state_ = nullptr;
  Cards secret_ = 0, unknown_ = 0;
  int pending_ = 0;
};

// One contestant's games against a list of opponents.
class GuessItContest {
 public:
  GuessItContest(const GuessIt& game, std::uint64_t seed, bool calls_remembered)
      : game_(game), seed_(seed), calls_remembered_(calls_remembered) {}

  std::vector<GuessItScore> play(const GuessItPlayer& contestant, std::uint64_t index,
                                 const std::vector<GuessItOpponent>& opponents) {
    GuessItSeat first(game_, contestant);
    std::vector<GuessItScore> scores;
    std::uint64_t number = 0;
    for (const GuessItOpponent& opponent : opponents) {
      GuessItSeat second(game_, opponent.player);
      first.tell(opponent);
      second.tell_nothing();
      scores.push_back(series(first, second, opponent, index, number));
      number += static_cast<std::uint64_t>(opponent.games);
    }
    return scores;
  }

  GuessItTrace* trace = nullptr;
  std::vector<std::vector<GuessIt::Move>>* record = nullptr;

 private:
  struct Called {
    bool by_contestant = false, by_opponent = false;
  };

  GuessItScore series(GuessItSeat& contestant, GuessItSeat& opponent, const GuessItOpponent& against,
                      std::uint64_t index, std::uint64_t number) {
    GuessItScore score;
    Called ever;
    for (int each = 0; each < against.games; ++each, ++number) {
      const int seat = static_cast<int>(number % 2);
      contestant.begin(seat, calls_remembered_ && ever.by_opponent);
      opponent.begin(1 - seat, calls_remembered_ && ever.by_contestant);
      const Ending ending = game(contestant, opponent, seat, index, number);
      score.wins += ending.winner == seat;
      score.closeness += 1 - contestant.distance(against.mixture);
      if (ending.caller >= 0) (ending.caller == seat ? ever.by_contestant : ever.by_opponent) = true;
      for (std::size_t kind = 0; kind < score.seen.counts.size(); ++kind)
        score.seen.counts[kind] += ending.seen.counts[kind];
    }
    return score;
  }

  struct Ending {
    int winner;
    int caller;  // the seat that named a pending card, or -1
    GuessItSights seen{};
  };

  Ending game(GuessItSeat& contestant, GuessItSeat& opponent, int seat, std::uint64_t index, std::uint64_t number) {
    std::array<GuessIt::State, 2> turns{deal(number)};  // a move makes one of the other: one copy, not two
    const std::uint64_t address = combine(combine(0, index), number);
    const std::array<std::uint64_t, 2> addresses{combine(address, 0), combine(address, 1)};
    int noted = 0;
    if (record) record->emplace_back();
    for (std::size_t ply = 0;; ++ply) {
      const GuessIt::State& state = turns[ply % 2];
      const int mover = game_.to_move(state);
      GuessItSeat& player = mover == seat ? contestant : opponent;
      const GuessIt::Move move = player.act(state, Random(seed_, combine(addresses[mover], ply)));
      if (trace && mover == seat && contestant.queries() > noted) note(contestant, static_cast<std::size_t>(noted++));
      if (record) record->back().push_back(move);
      if (!move) return {1 - mover, -1};
      const GuessIt::State& next = *new (&turns[(ply + 1) % 2]) GuessIt::State(game_.play(state, move));
      if (game_.over(next)) {
        const auto seen = contestant.watches() ? guess_it_sights(game_, next, seat) : GuessItSights{};
        return {next.winner - 1, next.named == GuessIt::pending(state) ? mover : -1, seen};
      }
    }
  }

  // Dealt once for all contestants.
  const GuessIt::State& deal(std::uint64_t number) {
    while (deals_.size() <= number) deals_.push_back(game_.start(combine(seed_, deals_.size())));
    return deals_[number];
  }

  void note(const GuessItSeat& contestant, std::size_t query) {
    if (trace->sums.size() <= query) {
      trace->sums.resize(query + 1);
      trace->counts.resize(query + 1);
    }
    for (std::size_t part = 0; part < contestant.said().size(); ++part)
      trace->sums[query][part] += contestant.said()[part];
    ++trace->counts[query];
  }

  const GuessIt& game_;
  std::uint64_t seed_;
  bool calls_remembered_;
  std::vector<GuessIt::State> deals_;
};

}  // namespace kibitz
