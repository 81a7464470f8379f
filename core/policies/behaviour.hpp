// What a seat does, as plain data: compiled from a model in Python, and made ready for one game by `compiled`.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "search/choice.hpp"
#include "search/want.hpp"

namespace kibitz {

struct Behaviour {
  enum class Kind {
    random,   // any move, each as likely
    logit,    // a move is as likely as e to the power of what it is worth, divided by the temperature
    search,   // one of the moves that a search finds best, each as likely
    visits,   // a move is as likely as a power of how often a search by simulated games tries it
    habit,    // a rule of the game with parameters
    mixture,  // one of its parts at every move
    light,    // a move of light play; any move in a game that has none
    itself,   // in a tree that simulations grow, it explores for itself; elsewhere any move
    asked     // whatever a function outside the core says
  };
  Kind kind = Kind::random;

  // logit: the worth of a move is a sum of features of the move, of what the mover wants of the position after it, and
  // of the evaluation's features of the others there. What is empty does not count.
  std::vector<double> move_weights{};
  bool positions = false;  // whether `want` counts
  Want want{};
  std::vector<double> others_weights{};  // one a feature for each of the others, in turn order after the mover
  double temperature = 0;                // 0: one of the best
  bool relative = false;  // whether the temperature counts in standard deviations of what the moves are worth

  // search: max^n, and alpha-beta for two players who look so many plies ahead with evaluations; or another `method`.
  std::vector<Want> wants{};
  int depth =
      0;  // 0: to the end; of a logit, how far it looks to find what it wants, everybody wanting the same: 1 ply
  std::vector<Ties> ties{};                                    // how the others below break ties: each as likely
  enum class Among { even, first, last } among = Among::even;  // which of its own best moves it makes
  // Searches for several players, everybody wanting the same: max^n, or one of these (`many_players.hpp`).
  enum class Method { maxn, paranoid, offensive, mp_mix, max_prob } method = Method::maxn;
  bool coalition = false;               // whether everybody attacks the leader
  double defend = 0, attack = 0;        // mp_mix: which lead of its own, and which of another, it minds
  bool strict = true;                   // whether a lead must be larger than that
  Direction direction = Direction::up;  // max_prob, between `low` and `high`
  bool heuristic_ties = true;           // max_prob: whether the evaluation decides between equal probabilities

  // visits: Monte Carlo tree search by `wants`, which simulates so many games; below the tree any move, the one that
  // the `guides` like best, or one of light play. A power of 0: one of the moves tried most.
  std::vector<Want> guides{};
  std::uint64_t simulations = 0;
  double exploration = 0, low = 0, high = 0, power = 0;
  int rollout_depth = 0;
  bool light = false;
  std::uint64_t seed = 0;

  std::vector<double> parameters{};  // habit

  std::vector<std::pair<double, Behaviour>> parts{};  // mixture, with shares that sum to one

  int number = 0;  // asked: which of the functions
};

}  // namespace kibitz
