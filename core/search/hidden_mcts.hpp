// Information set Monte Carlo tree search (Cowling, Powley & Whitehouse 2012) for hands of cards: as is_mcts.hpp, with
// - simulated games that end with light play (`LightPlay`), in place,
// - equivalent moves merged (`Weighted`),
// - moves that consist of parts (`Composed`) chosen part by part, in the same tree,
// - moves that the seat will not see (`Secretive`) drawn instead of searched,
// - worlds as likely as the moves seen in them are under light play (`Weighing`): importance sampling,
// - endings that are known (`Knowing`) or decided (`Deciding`) worked out exactly instead of simulated.
// Where models of the others are given, they move by these, in the tree and below it, and the moves seen tell about the
// worlds and about the models together. One who is drawn as searching for itself moves as without models.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "policies/compiled.hpp"
#include "search/is_mcts.hpp"
#include "search/kept_tree.hpp"
#include "search/rollout.hpp"
#include "search/weighed_worlds.hpp"

namespace kibitz {

struct HiddenSettings {
  Simulations limits;
  bool light = true;            // simulated games end with light play; else with any moves, or as the guide likes best
  bool merge = true;            // equivalent moves count as one
  bool guided = true;           // light play chooses which move enters the tree next
  double evidence = 0;          // how much the moves of the others tell of their cards: the power of their likelihood
  double passes = 0;            // the same of the cards that they passed
  int repeats = 6;              // simulations for each world that is weighed
  std::size_t most_worlds = 0;  // with models: after so many, the worlds that are kept are drawn again; 0: no limit
  int steps = 0;             // with models: exchanges of two hidden cards before each simulation; 0: worlds are weighed
  bool to_win = false;       // the seat wants to win the game; else what the judge says
  std::uint64_t nodes = 0;   // simulations stop when so many positions were looked at; 0: as many as are wanted
  bool known = false;        // where all cards are known, the rest is worked out by max^n instead of simulated
  bool decided = false;      // simulated games end where it makes no difference any more what is played
  bool keep_tree = false;    // search on below the moves that were made since the last search
  bool keep_worlds = false;  // worlds of the last search that still fit are used again
};

template <Game G>
  requires Hidden<G>
class HiddenMcts {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  static constexpr std::size_t most_nodes = 1 << 22;

  HiddenMcts(const G& game, const Judge<G>& judge, const Judge<G>* guide, Watch& watch, const HiddenSettings& settings,
             const std::vector<Opponent<G>>* others = nullptr, std::size_t told_from = 0)
      : game_(game),
        judge_(judge),
        guide_(guide),
        watch_(watch),
        settings_(settings),
        wanted_(settings.limits),
        others_(others),
        told_from_(told_from),
        scale_(settings.limits) {}

  // With `kept`, what is asked for of an earlier search of this hand is used, and what was found is left there.
  SimulationReport search(const State& view, int seat, KeptTree* kept = nullptr) {
    Random random(combine(wanted_.seed, game_.key(view)), stream(Purpose::sample));
    QuickRandom quick(random.next());
    const Budget budget(wanted_);
    Rollout<G> rollout(game_, judge_, guide_, watch_, random, wanted_, budget);
    WeighedWorlds<G> worlds(game_, view, seat, settings_.evidence, settings_.repeats, others_, told_from_,
                            settings_.most_worlds, &budget, settings_.steps, &watch_, settings_.passes);
    seat_ = seat;
    hand_ = hand_of(view);
    SimulationReport found;
    if (kept) resume(view, kept->take<Tree>(), worlds, found, quick);
    if (nodes_.empty()) nodes_.push_back({});
    Moves<G> moves;
    game_.moves(view, moves);
    const bool forced = moves.size() == 1;
    do {
      State world = worlds.next(random, quick);
      if (others_)
        for (int other = 0; other < game_.players(); ++other)
          if (other != seat) models_[other] = worlds.candidate(other, quick);
      simulate(std::move(world), rollout, random, quick);
      ++found.simulations;
    } while (!forced && !budget.spent(found.simulations) &&
             !(settings_.nodes > 0 && watch_.nodes() >= settings_.nodes));
    found.worlds = worlds.kept();
    found.effective = worlds.effective();
    found.chains = worlds.walking();
    found.changes = worlds.changes();
    report(moves, found);
    if (kept) {
      auto tree = std::make_unique<Tree>(view, seat, scale_);
      if (settings_.keep_tree) {
        tree->tree_nodes = std::move(nodes_);
        tree->edges = std::move(edges_);
      }
      if (settings_.keep_worlds) tree->worlds = worlds.worlds();
      kept->keep(std::move(tree));
    }
    return found;
  }

  // The value of every move where all cards are known: max^n to the end of the hand, in which everybody who has several
  // best moves makes any of them. Nothing where something is hidden, or where that takes too long.
  std::optional<SimulationReport> solution(const State& view, int seat) {
    const WorldsOf<G> worlds(game_, view, seat);
    if (!worlds.only_one()) return std::nullopt;
    Random random(combine(wanted_.seed, game_.key(view)), stream(Purpose::sample));
    seat_ = seat;
    hand_ = hand_of(view);
    most_solved_ = watch_.nodes() + most_solved;
    const State world = worlds(random);
    Moves<G> moves;
    game_.moves(world, moves);
    SimulationReport found;
    double best = 0;
    for (const auto move : moves) {
      const std::optional<Scores> values = solved(rooted(game_, game_.play(world, move)));
      if (!values) return std::nullopt;
      if (found.moves.empty() || (*values)[seat] > best) best = (*values)[seat];
      found.moves.push_back({move, 0, *values});
    }
    for (TriedMove& each : found.moves) each.visits = close(each.mean[seat], best);
    found.worlds = 1;
    found.line = {std::find_if(found.moves.begin(), found.moves.end(), [](const TriedMove& each) {
                    return each.visits > 0;
                  })->move};
    return found;
  }

  // Several searches of the same position, as one: those of other seeds, made at the same time.
  static SimulationReport together(const std::vector<SimulationReport>& parts) {
    SimulationReport all = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) {
      all.worlds += parts[i].worlds;
      all.effective += parts[i].effective;
      for (std::size_t move = 0; move < all.moves.size(); ++move) {
        TriedMove& sum = all.moves[move];
        const TriedMove& part = parts[i].moves[move];
        const double before = static_cast<double>(sum.visits), more = static_cast<double>(part.visits);
        if (before + more == 0) {  // tried by none: the mean of the averages
          const double share =
              static_cast<double>(parts[i].simulations) / static_cast<double>(all.simulations + parts[i].simulations);
          for (std::size_t seat = 0; seat < sum.mean.size(); ++seat)
            sum.mean[seat] += share * (part.mean[seat] - sum.mean[seat]);
          continue;
        }
        for (std::size_t seat = 0; seat < sum.mean.size(); ++seat)
          sum.mean[seat] = (before * sum.mean[seat] + more * part.mean[seat]) / (before + more);
        sum.visits += part.visits;
      }
      all.simulations += parts[i].simulations;
    }
    all.line = {std::max_element(all.moves.begin(), all.moves.end(), fewer_visits)->move};
    return all;
  }

 private:
  // Children of a node are its edges, by move; `total` is what the seat that moves here got.
  struct Edge {
    std::uint64_t move;
    double total;
    std::uint32_t visits, available;
    std::int32_t child;
  };
  struct Node {
    std::uint32_t first = 0, size = 0, room = 0;
  };
  struct Step {
    std::uint32_t node;
    std::uint64_t move;
    int seat;
  };
  struct Root {
    Move move;
    std::uint64_t visits = 0;
    Scores total{};
  };
  using Choices = MoveList<std::uint64_t, G::max_moves>;

  // What is kept of a search: its tree, and the worlds that were drawn.
  struct Tree : TreeOfGame {
    Tree(const State& view_searched, int own, const Scale& values) : view(view_searched), seat(own), scale(values) {}
    std::size_t nodes() const override { return tree_nodes.size(); }
    State view;
    int seat;
    Scale scale;
    std::vector<Node> tree_nodes;
    std::vector<Edge> edges;
    std::vector<State> worlds;
  };

  // Begins with what an earlier search found, if its view was one of this hand and the moves since lead here.
  void resume(const State& view, std::unique_ptr<Tree> tree, WeighedWorlds<G>& worlds, SimulationReport& found,
              QuickRandom& quick) {
    if (!tree || tree->seat != seat_ || hand_of(tree->view) != hand_) return;
    if constexpr (Composed<G>) {
      if (game_.parts(tree->view) > 1) return;  // after a pass the moves count anew
    }
    const auto before = moves_to(tree->view), now = moves_to(view);
    if (now.size() < before.size() || !std::equal(before.begin(), before.end(), now.begin())) return;
    std::vector<Move> since;
    for (std::size_t i = before.size(); i < now.size(); ++i) {
      if (!now[i]) return;
      since.push_back(*now[i]);
    }
    if (settings_.keep_worlds) {
      for (State& world : tree->worlds)
        if (follows(world, since)) worlds.add_kept(world, quick);
      found.kept_worlds = worlds.kept();
    }
    if (settings_.keep_tree) found.kept = take_over(*tree, since);
  }

  std::vector<std::optional<Move>> moves_to(const State& view) const {
    std::vector<std::optional<Move>> moves;
    for (const std::optional<Move> move : game_.history(view)) moves.push_back(move);
    return moves;
  }

  // Makes the moves in a world, if they are legal in it.
  bool follows(State& world, const std::vector<Move>& moves) const {
    for (const Move move : moves) {
      Moves<G> legal;
      game_.moves(world, legal);
      if (std::find(legal.begin(), legal.end(), move) == legal.end()) return false;
      make(world, move);
    }
    return true;
  }

  // The part of a tree below some moves, and how many simulations came there.
  std::uint64_t take_over(const Tree& tree, const std::vector<Move>& since) {
    std::int32_t at = tree.tree_nodes.empty() ? -1 : 0;
    for (const Move move : since) {
      if (at < 0) break;
      const Node& node = tree.tree_nodes[static_cast<std::size_t>(at)];
      const auto first = tree.edges.begin() + node.first, last = first + node.size;
      const auto edge = std::find_if(first, last, [&](const Edge& each) { return each.move == move; });
      at = edge == last ? -1 : edge->child;
    }
    if (at < 0) return 0;
    scale_ = tree.scale;
    std::vector<std::uint32_t> sources{static_cast<std::uint32_t>(at)};  // of each node that is copied
    nodes_.push_back({});
    for (std::size_t copied = 0; copied < sources.size(); ++copied) {
      const Node& source = tree.tree_nodes[sources[copied]];
      nodes_[copied] = {static_cast<std::uint32_t>(edges_.size()), source.size, source.size};
      for (std::uint32_t i = source.first; i < source.first + source.size; ++i) {
        Edge edge = tree.edges[i];
        if (edge.child >= 0) {
          sources.push_back(static_cast<std::uint32_t>(edge.child));
          edge.child = static_cast<std::int32_t>(nodes_.size());
          nodes_.push_back({});
        }
        edges_.push_back(edge);
      }
    }
    std::uint64_t visits = 0;
    for (std::uint32_t i = 0; i < nodes_[0].size; ++i) visits += edges_[i].visits;
    return visits;
  }

  static constexpr bool lightly = PlayedLightly<G>;
  static constexpr std::uint64_t most_solved = 20'000;  // positions that are looked at where all cards are known

  static bool close(double value, double other) { return std::abs(value - other) <= 1e-9 * (1 + std::abs(other)); }

  std::optional<Scores> solved(const State& state) {
    if (ended(state)) return valued(state);
    watch_.count();
    if (watch_.nodes() > most_solved_) return std::nullopt;
    Moves<G> moves;
    MoveList<int, G::max_moves> weights;
    if constexpr (Weighted<G>) {
      game_.representatives(state, moves, weights);
    } else {
      game_.moves(state, moves);
      for (int i = 0; i < moves.size(); ++i) weights.push(1);
    }
    const int mover = game_.to_move(state);
    Scores sum{};
    double best = 0, count = 0;
    for (int i = 0; i < moves.size(); ++i) {
      const std::optional<Scores> values = solved(game_.play(state, moves[i]));
      if (!values) return std::nullopt;
      const double value = (*values)[mover];
      if (count > 0 && value < best && !close(value, best)) continue;
      if (count == 0 || (value > best && !close(value, best))) {
        sum = {};
        count = 0;
        best = value;
      }
      for (std::size_t seat = 0; seat < sum.size(); ++seat) sum[seat] += weights[i] * (*values)[seat];
      count += weights[i];
    }
    for (double& part : sum) part /= count;
    return sum;
  }

  // Whether the hand was over but for what makes no difference: it is played to its end then.
  bool decide([[maybe_unused]] State& state) const {
    if constexpr (Deciding<G>) return settings_.decided && game_.decide(state);
    return false;
  }
  static constexpr double slight = 1e-4;  // of the points, where winning is decided

  int hand_of([[maybe_unused]] const State& state) const {
    if constexpr (InHands<G>) return game_.hand_number(state);
    return 0;
  }
  bool ended(const State& state) const { return game_.over(state) || hand_of(state) != hand_; }

  void make(State& state, Move move) const {
    if constexpr (Advancing<G>)
      game_.advance(state, move);
    else
      state = rooted(game_, game_.play(state, move));
  }

  // Whether one of the others moves by a model in this simulation. Models say nothing of bids.
  bool modelled(const State& state, int mover) const {
    return others_ && mover != seat_ && mover >= 0 && model_of(mover).tree && !bidding(state);
  }
  // Whether one of the others bids where there are models: by simple rules, whatever was found.
  bool bids_simply(const State& state, int mover) const { return others_ && mover != seat_ && bidding(state); }

  bool bidding([[maybe_unused]] const State& state) const {
    if constexpr (Bidding<G>) return game_.bidding(state);
    return false;
  }

  const Candidate<G>& model_of(int mover) const {
    return (*others_)[static_cast<std::size_t>(mover)].candidates[static_cast<std::size_t>(models_[mover])];
  }

  // A move of one of the others by its model.
  Move model_move(const State& state, int mover, bool below, Random& random) const {
    Moves<G> moves;
    game_.moves(state, moves);
    if (moves.size() == 1) return moves[0];
    const double noise = (*others_)[static_cast<std::size_t>(mover)].noise;
    if (noise > 0 && random.uniform() < noise) return moves[static_cast<int>(random.below(moves.size()))];
    const auto& model = model_of(mover);
    return moves[(below ? model.rollout : model.tree)->draw(state, moves, random)];
  }

  // A move of somebody who is not searched.
  Move drawn_move(const State& state, Random& random, QuickRandom& quick) {
    if constexpr (lightly) {
      if (settings_.light) return LightPlay<G>::pick(game_, state, quick);
    }
    Moves<G> moves;
    game_.moves(state, moves);
    if constexpr (Chancy<G>) {
      if (game_.to_move(state) == chance_seat) return moves[drawn(game_.chance(state), random)];
    }
    return moves[static_cast<int>(random.below(moves.size()))];
  }

  void simulate(State state, Rollout<G>& rollout, Random& random, QuickRandom& quick) {
    path_.clear();
    int at = 0;
    std::optional<Move> first;
    bool fresh = false;
    while (!fresh && !ended(state)) {
      watch_.count();
      if (first && decide(state)) break;
      const int mover = game_.to_move(state);
      if constexpr (Secretive<G>) {
        if (mover != seat_ && game_.secret(state)) {
          make(state,
               modelled(state, mover) ? model_move(state, mover, false, random) : drawn_move(state, random, quick));
          continue;
        }
      }
      Move move{};
      if (modelled(state, mover) || bids_simply(state, mover)) {
        move = bidding(state) ? drawn_move(state, random, quick) : model_move(state, mover, false, random);
        followed(at, move, mover, fresh);
        make(state, move);
        continue;
      }
      if constexpr (Composed<G>) {
        if (const int parts = game_.parts(state); parts > 1) {
          move = by_parts(state, parts, mover, at, fresh, random, quick);
          if (!first) first = move;
          make(state, move);
          continue;
        }
      }
      move = static_cast<Move>(one(state, mover, at, fresh, random, quick));
      if (!first) first = move;
      make(state, move);
    }
    const Scores values = finished(std::move(state), rollout, random, quick);
    scale_.see(values);
    for (const Step& step : path_) {
      Edge& edge = *edge_of(step.node, step.move);
      ++edge.visits;
      edge.total += values[step.seat];
    }
    if (first) {
      Root& root = root_of(*first);
      ++root.visits;
      for (int seat = 0; seat < game_.players(); ++seat) root.total[seat] += values[seat];
    }
  }

  Scores finished(State state, Rollout<G>& rollout, [[maybe_unused]] Random& random,
                  [[maybe_unused]] QuickRandom& quick) {
    if constexpr (lightly) {
      if (settings_.light) {
        for (int ply = 0; !ended(state) && !cut_short(state, ply) && !decide(state); ++ply) {
          watch_.count();
          const int mover = game_.to_move(state);
          make(state, modelled(state, mover) ? model_move(state, mover, true, random)
                                             : LightPlay<G>::pick(game_, state, quick));
        }
        return valued(state);
      }
    }
    if (others_) {
      for (int ply = 0; !ended(state) && ply < Playout<G>::longest; ++ply) {
        watch_.count();
        const int mover = game_.to_move(state);
        make(state, modelled(state, mover) ? model_move(state, mover, true, random) : drawn_move(state, random, quick));
      }
      return valued(state);
    }
    return ended(state) ? valued(state) : rollout(std::move(state));
  }

  // Whether a simulated game stops here to be evaluated: at the first end of a stage after the depth that is wanted.
  bool cut_short([[maybe_unused]] const State& state, int ply) const {
    if (wanted_.rollout_depth == 0 || ply < wanted_.rollout_depth) return false;
    if constexpr (Staged<G>) return game_.stage_end(state);
    return true;
  }

  Scores valued(const State& state) const {
    Scores values = judge_(state);
    if (settings_.to_win) values[seat_] = chance_to_win(state) + slight * values[seat_];
    return values;
  }

  // Who has the most points wins; several share it. Before the end of the game, as likely as the points say if every
  // hand to come may change them by about so many: a logistic rule.
  double chance_to_win(const State& state) const {
    const Scores points = game_.scores(state);
    const int players = game_.players();
    const double own = points[seat_];
    double spread = 0;
    if constexpr (InHands<G>) {
      if (!game_.over(state)) spread = game_.spread_to_come(state);
    }
    double rivals = 0;  // by how much each is ahead, as weights beside our own 1
    for (int seat = 0; seat < players; ++seat) {
      if (seat == seat_) continue;
      if (spread > 0)
        rivals += std::exp((points[seat] - own) / spread);
      else if (points[seat] > own)
        return 0;
      else
        rivals += points[seat] == own;
    }
    return 1 / (1 + rivals);
  }

  // One move, from the tree or into it; `at` becomes the node below.
  std::uint64_t one(const State& state, int mover, int& at, bool& fresh, Random& random, QuickRandom& quick) {
    choices_.clear();
    Moves<G> moves;
    if constexpr (Chancy<G>) {
      if (mover == chance_seat) {
        game_.moves(state, moves);
        return followed(at, moves[drawn(game_.chance(state), random)], 0, fresh);
      }
    }
    bool merged = false;
    if constexpr (Weighted<G>) {
      if (settings_.merge) {
        MoveList<int, G::max_moves> weights;
        game_.representatives(state, moves, weights);
        merged = true;
      }
    }
    if (!merged) game_.moves(state, moves);
    for (const auto move : moves) choices_.push(move);
    std::uint64_t preferred = no_move;
    if constexpr (lightly) {
      if (settings_.guided && !bids(state, mover)) {
        const std::uint64_t picked = LightPlay<G>::pick(game_, state, quick);
        for (const std::uint64_t move : choices_)  // one that stands for several comes before them
          if (move <= picked) preferred = move;
      }
    }
    return followed(at, select(at, mover, preferred, quick), mover, fresh);
  }

  // Whether we bid: light play has one bid for a hand, so that no other one would ever enter the tree.
  bool bids(const State& state, int mover) const { return mover == seat_ && bidding(state); }

  Move by_parts([[maybe_unused]] const State& state, int parts, int mover, int& at, bool& fresh,
                [[maybe_unused]] Random& random, QuickRandom& quick) {
    if constexpr (Composed<G>) {
      std::uint64_t chosen = 0;
      for (int part = 0; part < parts && !fresh; ++part) {
        choices_.clear();
        for (std::uint64_t left = game_.part_choices(state, chosen); left; left &= left - 1)
          choices_.push(static_cast<std::uint64_t>(std::countr_zero(left)));
        chosen |= std::uint64_t{1} << followed(at, select(at, mover, no_move, quick), mover, fresh);
      }
      if constexpr (lightly) return LightPlay<G>::completed(game_, state, chosen, parts, quick);
      while (std::popcount(chosen) < parts) {
        std::uint64_t left = game_.part_choices(state, chosen);
        for (int skipped = quick.below(std::popcount(left)); skipped > 0; --skipped) left &= left - 1;
        chosen |= left & -left;
      }
      return game_.composed(chosen);
    }
    return {};
  }

  static constexpr std::uint64_t no_move = ~std::uint64_t{0};

  Edge* edge_of(std::uint32_t node, std::uint64_t move) {
    const Node& at = nodes_[node];
    for (std::uint32_t i = at.first; i < at.first + at.size; ++i)
      if (edges_[i].move == move) return &edges_[i];
    return nullptr;
  }

  // Goes down an edge, which is made if there is none.
  std::uint64_t followed(int& at, std::uint64_t move, int seat, bool& fresh) {
    Edge* edge = edge_of(static_cast<std::uint32_t>(at), move);
    if (!edge) {
      fresh = true;
      if (nodes_.size() >= most_nodes) return move;
      edge = &inserted(at, move);
    }
    path_.push_back({static_cast<std::uint32_t>(at), move, seat});
    if (edge->child < 0) {
      edge->child = static_cast<std::int32_t>(nodes_.size());
      nodes_.push_back({});
    }
    at = edge->child;
    return move;
  }

  // Edges of a node lie together, by move.
  Edge& inserted(int at, std::uint64_t move) {
    Node& node = nodes_[at];
    if (node.size == node.room) {
      const std::uint32_t room = std::max<std::uint32_t>(4, 2 * node.room);
      const auto first = static_cast<std::uint32_t>(edges_.size());
      edges_.resize(edges_.size() + room);
      std::copy_n(edges_.begin() + node.first, node.size, edges_.begin() + first);
      node.first = first;
      node.room = room;
    }
    std::uint32_t place = node.first + node.size++;
    for (; place > node.first && edges_[place - 1].move > move; --place) edges_[place] = edges_[place - 1];
    edges_[place] = {move, 0, 0, 1, -1};
    return edges_[place];
  }

  // The choice to make at a node: first those that are not in the tree yet, in an order drawn, or, where light play
  // prefers one, that one if it is not. The bound counts how often a move was available, not the visits of its parent:
  // a move that few worlds allow is not neglected for that.
  std::uint64_t select(int at, int seat, std::uint64_t preferred, QuickRandom& quick) {
    const Node node = nodes_[at];
    std::uint32_t place = node.first;
    const std::uint32_t end = node.first + node.size;
    std::uint64_t last = 0, best = no_move, fresh = no_move;
    int untried = 0;
    double highest = -1;
    for (const std::uint64_t move : choices_) {
      if (move < last) place = node.first;
      last = move;
      while (place < end && edges_[place].move < move) ++place;
      if (place == end || edges_[place].move != move) {
        ++untried;
        if (preferred == no_move ? untried == 1 || quick.below(untried) == 0 : move == preferred) fresh = move;
        continue;
      }
      Edge& edge = edges_[place];
      ++edge.available;
      const double visits = edge.visits;
      const double bound =
          scale_(edge.total / visits, seat) + wanted_.exploration * std::sqrt(log_of(edge.available) / visits);
      if (bound > highest) {
        highest = bound;
        best = move;
      }
    }
    return fresh != no_move ? fresh : best != no_move ? best : choices_[0];
  }

  Root& root_of(Move move) {
    for (Root& root : roots_)
      if (root.move == move) return root;
    return roots_.emplace_back(Root{move});
  }

  // A move that was never tried counts as the average.
  void report(const Moves<G>& moves, SimulationReport& found) {
    Scores sum{};
    for (const Root& root : roots_)
      for (int seat = 0; seat < game_.players(); ++seat) sum[seat] += root.total[seat];
    const Root* most = nullptr;
    for (const auto move : moves) {
      TriedMove tried{move, 0, sum};
      double visits = static_cast<double>(found.simulations);
      for (const Root& root : roots_)
        if (root.move == move) {
          tried.visits = root.visits;
          tried.mean = root.total;
          visits = static_cast<double>(root.visits);
          if (!most || root.visits > most->visits) most = &root;
        }
      for (double& part : tried.mean) part /= visits;
      if (found.kept > 0) with_kept(tried);
      found.moves.push_back(tried);
    }
    if (found.kept > 0)
      found.line = {std::max_element(found.moves.begin(), found.moves.end(), fewer_visits)->move};
    else if (most)
      found.line.push_back(most->move);
  }

  static bool fewer_visits(const TriedMove& one, const TriedMove& other) { return one.visits < other.visits; }

  // The visits and the own value of a move, simulations of earlier moves included.
  void with_kept(TriedMove& tried) {
    const Edge* edge = edge_of(0, tried.move);
    if (!edge || edge->visits == 0) return;
    tried.visits = edge->visits;
    tried.mean[static_cast<std::size_t>(seat_)] = edge->total / edge->visits;
  }

  const G& game_;
  const Judge<G>& judge_;
  const Judge<G>* guide_;
  Watch& watch_;
  const HiddenSettings& settings_;
  const Simulations& wanted_;
  const std::vector<Opponent<G>>* others_;
  std::size_t told_from_;
  std::array<int, max_players> models_{};  // of the others, in this simulation
  Scale scale_;
  int seat_ = 0, hand_ = 0;
  std::uint64_t most_solved_ = 0;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Step> path_;
  std::vector<Root> roots_;
  Choices choices_;
};

}  // namespace kibitz
