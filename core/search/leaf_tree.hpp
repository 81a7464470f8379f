// The boards in which a search of some plies may end, and the tree above them. The value of every move under other
// weights then follows without the rules of the game: a matrix of features, and the best of each group of children.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "search/horizon.hpp"

namespace kibitz {

template <Game G>
class LeafTree {
 public:
  using State = typename G::State;
  static constexpr int nobody = -1;

  // A node and what is below it.
  struct Part {
    std::vector<std::vector<std::int32_t>> counts;  // how many children each node has, by ply
    std::vector<float> leaves;                      // the features of all leaves, one row after the other
    std::vector<float> values;                      // of the node, under each of the drawn weights
  };

  // `plies` are at least one, the move itself. `describe` appends the features of a board to a row. `drawn` are sets of
  // weights, the weights of one feature after those of another: below the moves of the root, a child is kept only if it
  // is the first best one under some of them. Stopped is thrown where there are more than `most` leaves.
  template <class Describe>
  LeafTree(const G& game, Watch& watch, const State& root, int plies, std::uint64_t most, std::vector<float> drawn,
           Describe describe)
      : game_(game),
        watch_(watch),
        seat_(game.to_move(root)),
        plies_(plies),
        most_(most),
        drawn_(std::move(drawn)),
        movers_(plies, nobody) {
    if (plies < 1) throw std::invalid_argument("who looks ahead looks at least one ply ahead");
    if (game.players() != 2) throw std::invalid_argument("a tree of leaves needs two players");
    describe(root, row_);
    if (drawn_.empty() || drawn_.size() % row_.size()) throw std::invalid_argument("one weight a feature is needed");
    root_ = grown(root, 0, describe);
  }

  // In the order of the tree. A board at which the game is over has one child on every further ply: itself.
  const Part& root() const { return root_; }

  // Who moves at each ply; `nobody` if no node of the ply has a choice.
  const std::vector<int>& movers() const { return movers_; }

 private:
  template <class Describe>
  Part grown(const State& here, int ply, Describe& describe) {
    watch_.count();
    Moves<G> moves;
    if (ply < plies_) game_.moves(here, moves);
    if (moves.empty()) return leaf(here, ply, describe);
    note_mover(game_.to_move(here), ply);
    if (ply + 1 == plies_) return above_leaves(here, moves, ply, describe);
    std::vector<Part> children;
    children.reserve(moves.size());
    for (const auto move : moves) children.push_back(grown(game_.play(here, move), ply + 1, describe));
    Part found{std::vector<std::vector<std::int32_t>>(plies_ - ply), {}, children[0].values};
    std::vector<int> best(found.values.size(), 0);
    for (int i = 1; i < moves.size(); ++i) take_better(children[i].values.data(), ply, i, found.values, best);
    const std::vector<bool> kept = kept_of(best, moves.size(), ply);
    found.counts[0].push_back(static_cast<std::int32_t>(std::count(kept.begin(), kept.end(), true)));
    for (int i = 0; i < moves.size(); ++i)
      if (kept[i]) append(children[i], found);
    return found;
  }

  // The same one ply above the leaves, where nearly all the time goes: the leaves have no parts of their own.
  template <class Describe>
  Part above_leaves(const State& here, const Moves<G>& moves, int ply, Describe& describe) {
    rows_.clear();
    for (const auto move : moves) {
      watch_.count();
      describe_leaf(game_.play(here, move), describe);
      rows_.insert(rows_.end(), row_.begin(), row_.end());
    }
    const std::size_t width = row_.size();
    Part found{{{}}, {}, values_under_drawn(rows_.data(), width)};
    std::vector<int> best(found.values.size(), 0);
    for (int i = 1; i < moves.size(); ++i)
      take_better(values_under_drawn(rows_.data() + i * width, width).data(), ply, i, found.values, best);
    const std::vector<bool> kept = kept_of(best, moves.size(), ply);
    found.counts[0].push_back(static_cast<std::int32_t>(std::count(kept.begin(), kept.end(), true)));
    for (int i = 0; i < moves.size(); ++i)
      if (kept[i]) found.leaves.insert(found.leaves.end(), rows_.begin() + i * width, rows_.begin() + (i + 1) * width);
    return found;
  }

  // Which of the children stay: all moves of the root, and otherwise the best ones.
  static std::vector<bool> kept_of(const std::vector<int>& best, int children, int ply) {
    std::vector<bool> kept(children, ply == 0);
    for (const int i : best) kept[i] = true;
    return kept;
  }

  void take_better(const float* values, int ply, int number, std::vector<float>& most, std::vector<int>& best) const {
    if (movers_[ply] == seat_) {
      take_better_by([](float value, float known) { return value > known; }, values, number, most, best);
    } else {
      take_better_by([](float value, float known) { return value < known; }, values, number, most, best);
    }
  }

  template <class Better>
  static void take_better_by(Better better, const float* values, int number, std::vector<float>& most,
                             std::vector<int>& best) {
    float* const known = most.data();
    int* const which = best.data();
    const std::size_t count = most.size();
    for (std::size_t i = 0; i < count; ++i) {  // without branches, so that compilers make vectors of it
      const bool improves = better(values[i], known[i]);
      which[i] = improves ? number : which[i];
      known[i] = improves ? values[i] : known[i];
    }
  }

  static void append(const Part& child, Part& to) {
    to.leaves.insert(to.leaves.end(), child.leaves.begin(), child.leaves.end());
    for (std::size_t ply = 0; ply < child.counts.size(); ++ply)
      to.counts[ply + 1].insert(to.counts[ply + 1].end(), child.counts[ply].begin(), child.counts[ply].end());
  }

  void note_mover(int seat, int ply) {
    if (seat == chance_seat) throw std::invalid_argument("chance decides on the way");
    if (movers_[ply] != nobody && movers_[ply] != seat)
      throw std::invalid_argument("the players do not take turns, so a ply has no mover");
    movers_[ply] = seat;
  }

  template <class Describe>
  Part leaf(const State& here, int ply, Describe& describe) {
    describe_leaf(here, describe);
    Part found{std::vector<std::vector<std::int32_t>>(plies_ - ply, {1}), {row_.begin(), row_.end()}, {}};
    found.values = values_under_drawn(found.leaves.data(), found.leaves.size());
    return found;
  }

  template <class Describe>
  void describe_leaf(const State& here, Describe& describe) {
    if (++seen_ > most_) throw Stopped{};
    row_.clear();
    describe(here, row_);
  }

  // The values of a leaf; valid until the next call.
  const std::vector<float>& values_under_drawn(const float* row, std::size_t width) {
    values_.assign(drawn_.size() / width, 0);
    float* const values = values_.data();
    const std::size_t sets = values_.size();
    for (std::size_t feature = 0; feature < width; ++feature) {
      const float much = row[feature];
      if (much == 0) continue;
      const float* const weights = drawn_.data() + feature * sets;
      for (std::size_t i = 0; i < sets; ++i) values[i] += much * weights[i];
    }
    return values_;
  }

  const G& game_;
  Watch& watch_;
  int seat_, plies_;
  std::uint64_t most_, seen_ = 0;
  std::vector<float> drawn_;
  std::vector<int> movers_;
  std::vector<double> row_;
  std::vector<float> rows_, values_;  // kept, so that no leaf needs memory of its own
  Part root_;
};

}  // namespace kibitz
