// Everything the binding of a game has in common. A translation unit a game calls bind_game and adds its
// constructor, `make` (a state from its parts, validated) and the parts themselves as read-only properties.
//
// A state that reaches Python carries its game, so no state is ever read under another game's options.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bind/bind_search.hpp"
#include "bind/signals.hpp"
#include "games/capabilities.hpp"
#include "search/perft.hpp"

namespace kibitz {

namespace nb = nanobind;

template <class G>
struct Position {
  std::shared_ptr<const G> game;
  typename G::State state;
  bool operator==(const Position& other) const { return *game == *other.game && state == other.state; }
};

// What one seat may know of a position: the same parts, wiped where they are hidden.
template <class G>
struct View {
  std::shared_ptr<const G> game;
  typename G::State state;
  int seat;
  bool operator==(const View& other) const {
    return *game == *other.game && seat == other.seat && state == other.state;
  }
};

// The Python object of a game: options once, shared by all its states.
template <class G>
struct GameHandle {
  std::shared_ptr<const G> game;
};

template <class Values>
auto first(const Values& values, int count) {
  using Tuple = nb::typed<nb::tuple, typename Values::value_type, nb::ellipsis>;
  nb::list list;
  for (int i = 0; i < count; ++i) list.append(nb::cast(values[i]));
  return Tuple(nb::tuple(list));
}

template <class G>
void require_seat(const G& game, int seat) {
  if (seat < 0 || seat >= game.players())
    throw nb::value_error(
        ("seat " + std::to_string(seat) + " is not one of 0 to " + std::to_string(game.players() - 1)).c_str());
}

// A state built from outside is checked once, here; everything after it may rely on the rules.
template <class G>
Position<G> checked(const std::shared_ptr<const G>& game, const typename G::State& state, const char* complaint) {
  if (!game->valid(state)) throw nb::value_error(complaint);
  return {game, state};
}

template <class P>
void require_own_turn(const P&) {}

template <class G>
void require_own_turn(const View<G>& view) {
  if (view.game->over(view.state) || view.game->to_move(view.state) != view.seat)
    throw nb::value_error("a view knows the moves of its own seat only, and only when it is to move");
}

// What a position and a view both answer.
template <class G, class P>
nb::class_<P> bind_common(nb::module_& module, const char* name) {
  return nb::class_<P>(module, name)
      .def_prop_ro("to_move", [](const P& p) { return p.game->to_move(p.state); })
      .def_prop_ro("over", [](const P& p) { return p.game->over(p.state); })
      .def_prop_ro("key", [](const P& p) { return p.game->key(p.state); })
      .def_prop_ro("scores", [](const P& p) { return first(p.game->scores(p.state), p.game->players()); })
      .def(
          "moves",
          [](const P& p) {
            require_own_turn(p);
            Moves<G> moves;
            p.game->moves(p.state, moves);
            nb::typed<nb::list, std::uint64_t> codes;
            for (const auto move : moves) codes.append(static_cast<std::uint64_t>(move));
            return codes;
          },
          "Codes of the legal moves, in move order.")
      .def("__eq__", [](const P& a, const P& b) { return a == b; })
      .def("__eq__", [](const P&, nb::handle) { return false; })
      .def("__hash__", [](const P& p) { return static_cast<std::int64_t>(p.game->key(p.state) >> 1); });
}

template <Game G, class P>
void bind_perft(nb::class_<P>& state) {
  state.def(
      "perft",
      [](const P& p, int depth, bool play_last) {
        if (depth < 0 || depth > deepest_perft)
          throw nb::value_error(("depth must be from 0 to " + std::to_string(deepest_perft)).c_str());
        const GilReleased<G> released;
        Perft perft(*p.game, play_last, check_signals);
        perft.count(p.state, depth);
        return std::pair(perft.leaves(), perft.nodes());
      },
      nb::arg("depth"), nb::arg("play_last") = false, "(sequences of exactly depth moves, states visited)");
}

template <class G>
struct Bound {
  nb::class_<GameHandle<G>> game;
  nb::class_<Position<G>> state;
};

template <Game G>
Bound<G> bind_game(nb::module_& module, const std::string& name) {
  using Handle = GameHandle<G>;
  using P = Position<G>;

  static std::string state_name;
  state_name = name + "State";
  auto state = bind_common<G, P>(module, state_name.c_str());
  state
      .def(
          "play",
          [](const P& p, std::uint64_t code) {
            Moves<G> moves;
            p.game->moves(p.state, moves);
            for (const auto move : moves)
              if (static_cast<std::uint64_t>(move) == code) return P{p.game, p.game->play(p.state, move)};
            throw nb::value_error("not a legal move here");
          },
          nb::arg("move"))
      .def_prop_ro("outcome", [](const P& p) { return first(p.game->outcome(p.state), p.game->players()); });
  bind_perft<G>(state);

  auto game = nb::class_<Handle>(module, name.c_str());
  game.def_prop_ro("players", [](const Handle& h) { return h.game->players(); })
      .def_prop_ro_static("state_bytes", [](nb::handle) { return sizeof(typename G::State); });

  game.def(
      "start", [](const Handle& h, std::uint64_t seed) { return P{h.game, h.game->start(seed)}; }, nb::arg("seed"));

  bind_searches<G>(state);
  game.def_prop_ro("move_features", [](const Handle& h) { return move_feature_names(*h.game); });
  game.def_prop_ro("situation_features", [](const Handle& h) { return situation_features(*h.game); });

  if constexpr (Evaluated<G>) {
    using E = Evaluation<G>;
    game.def_prop_ro("features", [](const Handle& h) { return E::names(*h.game); })
        .def_prop_ro("weights", [](const Handle& h) { return E::weights(*h.game); })
        .def_prop_ro("bounds", [](const Handle& h) {
          std::vector<std::pair<double, double>> bounds;
          for (const auto& [low, high] : E::bounds(*h.game)) bounds.emplace_back(low, high);
          return bounds;
        });
    state.def(
        "features",
        [](const P& p, int seat) {
          require_seat(*p.game, seat);
          std::vector<double> values(E::names(*p.game).size());
          E::features(*p.game, p.state, seat, values);
          return values;
        },
        nb::arg("seat"));
    state.def(
        "reachable",
        [](const P& p, int seat) {
          require_seat(*p.game, seat);
          std::vector<Interval> intervals = E::bounds(*p.game);
          if constexpr (Reaching<G>) {
            E::reachable(*p.game, p.state, seat, intervals);
          } else if (p.game->over(p.state)) {
            std::vector<double> values(intervals.size());
            E::features(*p.game, p.state, seat, values);
            for (std::size_t i = 0; i < values.size(); ++i) intervals[i] = {values[i], values[i]};
          }
          std::vector<std::pair<double, double>> result;
          for (const auto& [low, high] : intervals) result.emplace_back(low, high);
          return result;
        },
        nb::arg("seat"));
  }
  if constexpr (Enumerable<G>) {
    game.def_prop_ro("enumerable", [](const Handle& h) { return h.game->enumerable(); })
        .def("outcomes", [](const Handle& h) {
          if (!h.game->enumerable()) throw nb::value_error("these options leave no finite list of outcomes");
          nb::typed<nb::list, nb::typed<nb::tuple, typename G::Outcome::value_type, nb::ellipsis>> list;
          for (const auto& outcome : h.game->outcomes()) list.append(first(outcome, h.game->players()));
          return list;
        });
  }
  if constexpr (Staged<G>) state.def_prop_ro("stage_end", [](const P& p) { return p.game->stage_end(p.state); });
  if constexpr (Weighted<G>)
    state.def("representatives", [](const P& p) {
      Moves<G> moves;
      MoveList<int, G::max_moves> weights;
      p.game->representatives(p.state, moves, weights);
      std::vector<std::pair<std::uint64_t, int>> result;
      for (int i = 0; i < moves.size(); ++i) result.emplace_back(moves[i], weights[i]);
      return result;
    });
  if constexpr (Remainder<G>) {
    game.def_prop_ro("has_remainder", [](const Handle& h) { return h.game->has_remainder(); });
    state
        .def_prop_ro("remainder",
                     [](const P& p) {
                       if (!p.game->has_remainder() || !p.game->stage_end(p.state))
                         throw nb::value_error("what is left is told apart at the end of a stage only, if at all");
                       const auto left = p.game->remainder(p.state);
                       return first(left, static_cast<int>(left.size()));
                     })
        .def_prop_ro("settled", [](const P& p) { return first(p.game->settled(p.state), p.game->players()); });
  }
  if constexpr (Chancy<G>) state.def_prop_ro("chance", [](const P& p) { return p.game->chance(p.state); });
  if constexpr (Turnable<G>)
    state.def(
        "turned",
        [](const P& p, int seat) {
          require_seat(*p.game, seat);
          return P{p.game, p.game->turned(p.state, seat)};
        },
        nb::arg("seat"));
  if constexpr (Hidden<G>) {
    using V = View<G>;
    static std::string view_name;
    view_name = name + "View";
    auto view = bind_common<G, V>(module, view_name.c_str());
    view.def_prop_ro("seat", [](const V& v) { return v.seat; })
        .def(
            "sample_deal",
            [](const V& v, std::uint64_t seed) {
              Random random(seed, stream(Purpose::sample));
              return P{v.game, v.game->sample_deal(v.state, v.seat, random)};
            },
            nb::arg("seed"), "A start, uniform over those that agree with everything this seat has seen.");
    bind_view_searches<G>(view);
    bind_view_replies<G, P, V>(view);
    game.def_prop_ro("hidden", [](const Handle& h) { return h.game->hidden(); });
    state
        .def(
            "view",
            [](const P& p, int seat) {
              require_seat(*p.game, seat);
              return V{p.game, p.game->view(p.state, seat), seat};
            },
            nb::arg("seat"))
        .def(
            "sees",
            [](const P& p, std::uint64_t code, int seat) {
              require_seat(*p.game, seat);
              return p.game->sees(p.state, static_cast<typename G::Move>(code), seat);
            },
            nb::arg("move"), nb::arg("seat"));
  }
  return {game, state};
}

}  // namespace kibitz
