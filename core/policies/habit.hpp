// Habits that are no sum of features: a game may bring a rule with a few parameters, in core/specialists/<game>/.
//   policy(game, state, moves, parameters, out)   the probability of every move of the seat to move, in move order,
//                                                 from what that seat sees
//   parameters                                    how many there are
#pragma once

#include <concepts>
#include <stdexcept>
#include <vector>

#include "policies/behaviour.hpp"
#include "policies/policy.hpp"

namespace kibitz {

template <class G>
struct Habits;

template <class G>
concept Habitual = requires(const G& game, const typename G::State& state, const Moves<G>& moves,
                            const std::vector<double>& parameters, std::vector<double>& out) {
  { Habits<G>::parameters } -> std::convertible_to<std::size_t>;
  Habits<G>::policy(game, state, moves, parameters, out);
};

template <Game G>
class HabitPolicy : public Policy<G> {
 public:
  HabitPolicy([[maybe_unused]] const G& game, const Behaviour& given) : game_(game), parameters_(given.parameters) {
    if constexpr (Habitual<G>) {
      if (parameters_.size() == Habits<G>::parameters) return;
    }
    throw std::invalid_argument("the game has no such habit");
  }

  void probabilities([[maybe_unused]] const typename G::State& state, [[maybe_unused]] const Moves<G>& moves,
                     [[maybe_unused]] std::vector<double>& out) override {
    if constexpr (Habitual<G>) Habits<G>::policy(game_, state, moves, parameters_, out);
  }

 private:
  const G& game_;
  std::vector<double> parameters_;
};

}  // namespace kibitz
