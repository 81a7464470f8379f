// Worlds of a view, each as likely as the moves that the others were seen to make in it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "games/capabilities.hpp"
#include "policies/compiled.hpp"
#include "search/is_mcts.hpp"
#include "search/rollout.hpp"

namespace kibitz {

// Drawn evenly, kept, and drawn again by weight (importance sampling). With models of the others that nearly always
// make one move, hardly any world that is drawn evenly fits what was seen: then `steps` make chains of worlds, in which
// two hidden cards change places again and again (Metropolis et al. 1953).
template <Game G>
  requires Hidden<G>
class WeighedWorlds {
 public:
  using State = typename G::State;
  using Shares = std::vector<std::vector<double>>;  // by seat, the share of each model
  static constexpr std::size_t batch = 32;
  static constexpr std::size_t chains = 32;
  static constexpr int warming = 8;  // times as many steps before the first world of a chain is used
  static constexpr int anew = 16;    // one step of so many draws the whole world anew
  static constexpr int further = 3;  // one exchange of so many is followed by another before the world is weighed

  // With models of the others, moves from number `told_from` on are evidence.
  WeighedWorlds(const G& game, const State& view, int seat, double power, int repeats,
                const std::vector<Opponent<G>>* others = nullptr, std::size_t told_from = 0, std::size_t most = 0,
                const Budget* budget = nullptr, int steps = 0, Watch* watch = nullptr, double passes = 0)
      : game_(game),
        budget_(budget),
        watch_(watch),
        most_(most > 0 ? most : ~std::size_t{0}),
        worlds_(game, view, seat),
        view_(view),
        seat_(seat),
        power_(power),
        passes_(passes),
        repeats_(repeats),
        others_(others),
        told_from_(told_from) {
    if (others) {
      for (const std::optional<typename G::Move> move : game.history(view)) history_.push_back(move);
      if (steps > 0 && history_.size() > told_from) begin_chains(steps);
      return;
    }
    if constexpr (Weighing<G>) {
      if constexpr (Passing<G>) {
        if (!game.exchanged_cards(view)) passes_ = 0;
      } else {
        passes_ = 0;
      }
      if (power <= 0 && passes_ <= 0) return;
      for (const std::optional<typename G::Move> move : game.history(view)) {
        if (!move) return;  // passes are being chosen
        moves_.push_back(*move);
      }
      if (!moves_.empty() || passes_ > 0) beginning_ = game.beginning(view);
    }
  }

  // `random` draws worlds, `quick` which of them is next.
  State next(Random& random, QuickRandom& quick) {
    if (steps_ > 0) return walked(random, quick);
    if (!beginning_ && !others_) return worlds_(random);
    if (drawn_++ >= static_cast<std::uint64_t>(repeats_) * kept_.size() && kept_.size() < most_) add(random, quick);
    const double at = quick.uniform() * sums_.back();
    last_ = static_cast<std::size_t>(std::upper_bound(sums_.begin(), sums_.end() - 1, at) - sums_.begin());
    return kept_[last_];
  }

  // With models: how likely each model of each seat is in the world drawn last, by what its moves there tell.
  const Shares& shares() const { return steps_ > 0 ? chains_[last_].shares : believed_[last_]; }

  // Which model a seat follows in the world drawn last.
  int candidate(int seat, QuickRandom& quick) const {
    const std::vector<double>& shares = this->shares()[static_cast<std::size_t>(seat)];
    double left = quick.uniform();
    for (std::size_t i = 0; i + 1 < shares.size(); ++i)
      if ((left -= shares[i]) < 0) return static_cast<int>(i);
    return static_cast<int>(shares.size()) - 1;
  }

  // One drawn evenly.
  State any(Random& random) const { return worlds_(random); }

  // One drawn evenly for an earlier view, which fits this one as well: it is as good as one drawn now.
  void add_kept(const State& world, QuickRandom& quick) {
    if (!beginning_ || others_) return;
    kept_.push_back(world);
    weigh(weight_of(world, quick));
  }
  const std::vector<State>& worlds() const { return kept_; }

  // As how many worlds of equal weight they are worth (Kish 1965); 0 if they are not weighed.
  double effective() const { return squares_ > 0 ? sums_.back() * sums_.back() / squares_ : 0; }
  std::size_t kept() const { return steps_ > 0 ? static_cast<std::size_t>(drawn_) : kept_.size(); }
  // How many chains there are; 0: worlds are weighed.
  std::size_t walking() const { return steps_ > 0 ? chains : 0; }
  // How often the world of a chain changed.
  std::uint64_t changes() const { return changes_; }

  // By the moves of the others, relative to moves made at random, so that weights stay in range; and by their passes.
  double weight_of([[maybe_unused]] const State& world, [[maybe_unused]] QuickRandom& quick) const {
    double weight = 1, passes = 1;
    if constexpr (Weighing<G>) {
      if (!beginning_) return 1;
      State state = *beginning_;
      game_.give(state, world, seat_);
      if constexpr (Passing<G>) {
        if (passes_ > 0) passes = raised(LightPlay<G>::passes_told(game_, state, seat_, quick), passes_);
      }
      if (power_ <= 0) return passes;
      for (const auto move : moves_) {
        if (game_.to_move(state) != seat_) weight *= 4 * LightPlay<G>::likelihood(game_, state, move);
        game_.advance(state, move);
      }
    }
    return passes * raised(weight, power_);
  }

 private:
  static double raised(double weight, double power) { return power == 1 ? weight : std::pow(weight, power); }

  void add(Random& random, QuickRandom& quick) {
    for (std::size_t i = 0; i < batch; ++i) {
      if (i > 0 && others_ && budget_ && budget_->late()) return;  // models may be slow
      double weight = 1;
      if (others_) {
        weight = add_believed(random);
      } else {
        kept_.push_back(worlds_(random));
        weight = weight_of(kept_.back(), quick);
      }
      weigh(weight);
    }
  }

  void weigh(double weight) {
    sums_.push_back(weight + (sums_.empty() ? 0 : sums_.back()));
    squares_ += weight * weight;
  }

  Shares prior() const {
    Shares shares;
    for (const Opponent<G>& other : *others_) {
      std::vector<double>& own = shares.emplace_back();
      double total = 0;
      for (const auto& each : other.candidates) total += each.weight;
      for (const auto& each : other.candidates) own.push_back(each.weight / total);
    }
    return shares;
  }

  // How likely a move is that one of the others was seen to make; what it tells about the models goes into `own`.
  double told(const State& state, const Moves<G>& moves, typename G::Move move, int mover, std::vector<double>& own) {
    const Opponent<G>& other = (*others_)[static_cast<std::size_t>(mover)];
    return told(other, moves.size(), own,
                [&](std::size_t i) { return chance(state, moves, move, other.candidates[i]); });
  }

  // How likely a move is under one model.
  double chance(const State& state, const Moves<G>& moves, typename G::Move move, const Candidate<G>& candidate) {
    if (!candidate.tree) return light_likelihood(state, move, moves.size());
    candidate.tree->probabilities(state, moves, chances_);
    return chances_[static_cast<std::size_t>(std::find(moves.begin(), moves.end(), move) - moves.begin())];
  }

  // The same, where the model number i makes the move with probability `chance(i)`; `count` moves were possible.
  template <class Chance>
  static double told(const Opponent<G>& other, int count, std::vector<double>& own, Chance chance) {
    double sum = 0, models = 0, told = 0;  // how likely the move is; the share of the models, before and after
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (!other.candidates[i].tree) {
        sum += own[i] * chance(i);
        continue;
      }
      if (own[i] < negligible_) continue;
      models += own[i];
      own[i] *= (1 - other.noise) * chance(i) + other.noise / count;
      told += own[i];
    }
    for (std::size_t i = 0; i < own.size(); ++i)  // how far models are trusted is not told by one hand
      if (other.candidates[i].tree) own[i] = told > 0 ? own[i] * models / told : models / models_of(other);
    return sum + told;
  }

  // A world with what the moves of the others tell about their models in it; its weight is how likely these moves are.
  // Should all be impossible, as many digits are lost, the worlds count evenly.
  double add_believed(Random& random) {
    State state = game_.sample_deal(view_, seat_, random);
    Shares shares = prior();
    double weight = 1;
    for (std::size_t number = 0; number < history_.size(); ++number) {
      Moves<G> moves;
      game_.moves(state, moves);
      const auto& seen = history_[number];
      const int mover = game_.to_move(state);
      const auto move = seen ? *seen : moves[static_cast<int>(random.below(moves.size()))];
      if (seen && mover != seat_ && mover >= 0 && number >= told_from_ && moves.size() > 1)
        weight *= moves.size() * told(state, moves, move, mover, shares[static_cast<std::size_t>(mover)]);
      state = rooted(game_, game_.play(state, move));
    }
    kept_.push_back(std::move(state));
    believed_.push_back(std::move(shares));
    return std::max(weight, least_);
  }

  // Chains of worlds.

  // What the models of a seat said to one decision, by what the seat sees there (`Remembered`): how many moves it had,
  // and how likely each model makes the one that was seen. Chains come back to the same hands again and again. An
  // answer gives way to another that has its place.
  struct Answers {
    static constexpr int bits = 7;
    static constexpr std::uint64_t none = ~std::uint64_t{0};  // nobody sees all cards
    std::vector<std::uint64_t> seen;
    std::vector<int> moves;
    std::vector<double> chances;  // of each model

    void clear(std::size_t models) {
      seen.assign(std::size_t{1} << bits, none);
      moves.resize(seen.size());
      chances.resize(seen.size() * models);
    }
    static std::size_t place(std::uint64_t word) {
      return static_cast<std::size_t>((word * 0x9e3779b97f4a7c15ULL) >> (64 - bits));
    }
  };

  // A move that one of the others was seen to make, in the position as the seat knows it: `give` makes it a world's.
  struct Seen {
    State state;
    typename G::Move move;
    Answers answers{};
  };

  // A world, how likely the moves of each seat are in it, and what they tell about the seat's models.
  struct Chain {
    State world;
    Shares shares;
    std::array<double, max_players> likely{};
    std::uint64_t steps = 0;
  };

  void begin_chains([[maybe_unused]] int steps) {
    if constexpr (Weighing<G> && Exchanging<G>) {
      State state = game_.beginning(view_);
      for (std::size_t number = 0; number < history_.size(); ++number) {
        const auto& move = history_[number];
        if (!move) {
          steps_ = 0;
          return;  // something that the seat did not see
        }
        const int mover = game_.to_move(state);
        if (mover != seat_ && mover >= 0 && number >= told_from_) {
          seen_[mover].push_back({state, *move});
          steps_ = steps;
        }
        game_.advance(state, *move);
      }
      recall();
    }
  }

  // Answers are remembered where all models of a seat decide by the features of their moves.
  void recall() {
    if constexpr (Remembered<G>) {
      for (int seat = 0; seat < game_.players(); ++seat) {
        const auto& candidates = (*others_)[static_cast<std::size_t>(seat)].candidates;
        const bool all = std::all_of(candidates.begin(), candidates.end(),
                                     [](const auto& each) { return !each.tree || each.tree->by_moves(); });
        if (all)
          for (Seen& seen : seen_[seat]) seen.answers.clear(candidates.size());
      }
    }
  }

  // The next world: a few steps further in the chain whose turn it is.
  State walked(Random& random, QuickRandom& quick) {
    if (chains_.empty()) {
      prior_ = prior();
      shares_ = prior_;
      chains_.reserve(chains);
      for (std::size_t chain = 0; chain < chains; ++chain) {
        chains_.push_back({worlds_(random), prior_});
        for (int seat = 0; seat < game_.players(); ++seat)
          chains_.back().likely[seat] = likelihood(chains_.back().world, seat, 0, chains_.back().shares[seat]);
        walk(chains_.back(), warming * steps_, random, quick);
      }
    }
    last_ = static_cast<std::size_t>(drawn_++ % chains);
    walk(chains_[last_], steps_, random, quick);
    return chains_[last_].world;
  }

  void walk([[maybe_unused]] Chain& chain, [[maybe_unused]] int steps, [[maybe_unused]] Random& random,
            [[maybe_unused]] QuickRandom& quick) {
    if constexpr (Exchanging<G>) {
      for (int step = 0; step < steps; ++step) {
        if (budget_ && step % anew == 0 && budget_->late()) return;
        const bool fresh = ++chain.steps % anew == 0;
        State other = fresh ? worlds_(random) : chain.world;
        unsigned changed = fresh ? (1u << game_.players()) - 1 : worlds_.exchange(other, quick);
        while (!fresh && quick.below(further) == 0) changed |= worlds_.exchange(other, quick);
        if (changed && stays_likely(chain, other, changed, quick)) ++changes_;
      }
    }
  }

  // Goes to another world, in which some seats hold other cards, with the probability that makes worlds as likely as
  // the moves seen in them. A seat decides by what it sees, so the moves of those that hold the same tell nothing.
  bool stays_likely(Chain& chain, const State& other, unsigned changed, QuickRandom& quick) {
    double now = 1, likely = 1;
    for (int seat = 0; seat < game_.players(); ++seat)
      if (changed >> seat & 1) now *= chain.likely[seat];
    const double needed = quick.uniform() * now;
    std::array<double, max_players> found{};
    for (int seat = 0; seat < game_.players(); ++seat) {
      if (!(changed >> seat & 1)) continue;
      found[seat] = likelihood(other, seat, needed / likely, shares_[seat]);
      likely *= found[seat];
      if (likely < needed) return false;
    }
    chain.world = other;
    for (int seat = 0; seat < game_.players(); ++seat) {
      if (!(changed >> seat & 1)) continue;
      chain.likely[seat] = found[seat];
      std::swap(chain.shares[seat], shares_[seat]);
    }
    return true;
  }

  // How likely the moves of a seat are in a world, or anything below `needed` if it is less. No move is impossible, so
  // that chains find their way from one world that fits to another.
  double likelihood([[maybe_unused]] const State& world, [[maybe_unused]] int seat, [[maybe_unused]] double needed,
                    [[maybe_unused]] std::vector<double>& shares) {
    double likely = 1;
    if constexpr (Weighing<G>) {
      shares = prior_[static_cast<std::size_t>(seat)];
      for (Seen& seen : seen_[seat]) {
        const std::optional<double> found = told_by(seen, world, seat, shares);
        if (!found) continue;
        if (watch_) watch_->count();  // as much work as a move of a simulated game
        likely *= std::max(surprise_, *found);
        if (likely < needed) return likely;
      }
    }
    return likely;
  }

  // How likely a move is that was seen, if a world is the true one; nothing if it was the only one.
  std::optional<double> told_by(Seen& seen, const State& world, int seat, std::vector<double>& shares) {
    const Opponent<G>& other = (*others_)[static_cast<std::size_t>(seat)];
    if constexpr (Remembered<G>) {
      if (Answers& answers = seen.answers; !answers.seen.empty()) {
        const std::uint64_t word = game_.seen_to_choose(seen.state, world);
        const std::size_t place = Answers::place(word);
        double* chances = answers.chances.data() + place * other.candidates.size();
        if (answers.seen[place] != word) {
          State state = seen.state;
          game_.give(state, world, seat_);
          Moves<G> moves;
          game_.moves(state, moves);
          answers.seen[place] = word;
          answers.moves[place] = moves.size();
          if (moves.size() > 1)
            for (std::size_t i = 0; i < other.candidates.size(); ++i)
              chances[i] = chance(state, moves, seen.move, other.candidates[i]);
        }
        if (answers.moves[place] < 2) return std::nullopt;
        return told(other, answers.moves[place], shares, [&](std::size_t i) { return chances[i]; });
      }
    }
    State state = seen.state;
    game_.give(state, world, seat_);
    Moves<G> moves;
    game_.moves(state, moves);
    if (moves.size() < 2) return std::nullopt;
    return told(state, moves, seen.move, seat, shares);
  }

  double light_likelihood([[maybe_unused]] const State& state, [[maybe_unused]] typename G::Move move,
                          int moves) const {
    if constexpr (Weighing<G>) return LightPlay<G>::likelihood(game_, state, move);
    return 1.0 / moves;
  }

  static double models_of(const Opponent<G>& other) {
    return static_cast<double>(std::count_if(other.candidates.begin(), other.candidates.end(),
                                             [](const auto& each) { return each.tree != nullptr; }));
  }

  static constexpr double least_ = 1e-280;
  static constexpr double surprise_ = 1e-3;    // the least probability of a move that was seen
  static constexpr double negligible_ = 1e-6;  // the share of a model that is not asked
  const G& game_;
  const Budget* budget_;
  Watch* watch_;
  std::size_t most_;
  WorldsOf<G> worlds_;
  State view_;
  int seat_;
  double power_, passes_;  // how much moves tell, and passes
  int repeats_;
  const std::vector<Opponent<G>>* others_;
  std::size_t told_from_;
  std::vector<std::optional<typename G::Move>> history_;  // where there are models
  std::vector<Shares> believed_;                          // of each world
  std::size_t last_ = 0;
  std::vector<typename G::Move> moves_;
  std::optional<State> beginning_;
  std::vector<State> kept_;
  std::vector<double> sums_, chances_;
  double squares_ = 0;
  std::uint64_t drawn_ = 0;
  // Of chains.
  int steps_ = 0;
  std::array<std::vector<Seen>, max_players> seen_;  // of each seat
  std::vector<Chain> chains_;
  Shares prior_, shares_;
  std::uint64_t changes_ = 0;
};

}  // namespace kibitz
