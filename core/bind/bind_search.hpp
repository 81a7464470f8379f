// The searches as methods of a state. Python validates names and builds models (kibitz.searches); here only what could
// crash is checked again.
#pragma once

#include "bind/search/common.hpp"
#include "bind/search/many_players.hpp"
#include "bind/search/replies.hpp"
#include "bind/search/sets.hpp"
#include "bind/search/simulations.hpp"
#include "bind/search/two_players.hpp"

namespace kibitz {

template <Game G, class P>
void bind_searches(nb::class_<P>& state) {
  bind_two_players<G>(state);
  bind_many_players<G>(state);
  bind_sets<G>(state);
  bind_simulations<G>(state);
  bind_replies<G>(state);
}

}  // namespace kibitz
