// The best reply at Guess It to somebody who bluffs and calls so often at every move: the walk back from the end that
// src/kibitz/specialists/guess_it/exact.py makes, for a rule-based player that asks at every move with new
// probabilities.
#pragma once

#include <algorithm>
#include <array>

#include "games/guess_it.hpp"

namespace kibitz {

class StationaryReply {
 public:
  enum class Choice { ask, bluff, guess };

  // The numbers count secret cards, of the one who replies and of the other.
  StationaryReply(double bluff, double call, int own, int other) : bluff_(bluff), call_(call) {
    for (int mine = 0; mine <= own; ++mine)
      for (int theirs = 0; theirs <= other; ++theirs) {
        moving_[mine][theirs] = mine == 0 || theirs == 0 ? 1.0 / (theirs + 1) : worth(best(mine, theirs), mine, theirs);
        waiting_[mine][theirs] = mine == 0 || theirs == 0 ? 1 - 1.0 / (mine + 1) : wait(mine, theirs);
      }
  }

  // Whether to name a card that the other asked for and that is the centre or one of its so many secret cards.
  bool calls(int own, int other) const { return called(own) > passed(own, other) + sure; }

  // An ask unless another move is better.
  Choice best(int own, int other) const {
    Choice best = Choice::ask;
    for (const Choice choice : {Choice::bluff, Choice::guess})
      if (worth(choice, own, other) > worth(best, own, other) + sure) best = choice;
    return best;
  }

  // The chance to win of one who is to move and does not call.
  double moving(int own, int other) const { return moving_[own][other]; }

 private:
  static constexpr double sure = 1e-12;
  static constexpr int most = GuessIt::most_cards + 1;

  double worth(Choice choice, int own, int other) const {
    const double centre = 1.0 / (other + 1);
    switch (choice) {
      case Choice::ask:
        return (1 - call_) * centre + (1 - centre) * waiting_[own][other - 1];
      case Choice::bluff:
        return call_ + (1 - call_) * waiting_[own - 1][other];
      case Choice::guess:
        return centre;
    }
    return 0.0;
  }

  double called(int own) const { return (1 - bluff_) / (own + 1); }
  double passed(int own, int other) const { return bluff_ * moving_[own][other - 1]; }
  double wait(int own, int other) const {
    return std::max(called(own), passed(own, other)) + (1 - bluff_) * own / (own + 1) * moving_[own - 1][other];
  }

  double bluff_, call_;
  std::array<std::array<double, most>, most> moving_{}, waiting_{};
};

}  // namespace kibitz
