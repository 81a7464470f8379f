#include "bind/guess_it_networks.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "bind/bind_game.hpp"
#include "bind/signals.hpp"
#include "specialists/guess_it/games.hpp"
#include "specialists/guess_it/network.hpp"
#include "specialists/guess_it/reply.hpp"

namespace nb = nanobind;

namespace kibitz {

namespace {

using LinkGiven = std::pair<int, double>;
using NodeGiven = std::tuple<int, std::string, double, double, std::vector<LinkGiven>>;

void require(bool holds, const std::string& sentence) {
  if (!holds) throw nb::value_error(sentence.c_str());
}

Activation activation(const std::string& name) {
  const auto found = std::find(activation_names.begin(), activation_names.end(), name);
  require(found != activation_names.end(), "a node cannot have the activation " + name);
  return static_cast<Activation>(found - activation_names.begin());
}

std::shared_ptr<Network> network(int inputs, int outputs, int slots, const std::vector<NodeGiven>& nodes) {
  require(inputs >= 0 && outputs >= 1 && slots >= inputs + outputs && slots <= 1'000'000,
          "slots: a network has one for each input and output");
  auto made = std::make_shared<Network>(Network{inputs, outputs, slots, {}, {}});
  for (const auto& [slot, name, bias, response, links] : nodes) {
    require(slot >= inputs && slot < slots, "nodes: a node writes a slot that is not an input");
    require(std::isfinite(bias) && std::isfinite(response), "nodes: biases and responses are finite numbers");
    for (const auto& [source, weight] : links) {
      require(source >= 0 && source < slots, "nodes: a link comes from a slot");
      require(std::isfinite(weight), "nodes: weights are finite numbers");
      made->links.push_back({source, weight});
    }
    const auto first = made->links.end() - static_cast<std::ptrdiff_t>(links.size());
    const auto input = [inputs](const Network::Link& link) { return link.source < inputs; };
    const auto rest = std::find_if_not(first, made->links.end(), input);
    made->nodes.push_back(
        {slot, activation(name), bias, response, static_cast<int>(links.size()), static_cast<int>(rest - first)});
  }
  return made;
}

using EntryGiven = std::tuple<std::pair<int, int>, bool, std::array<int, 4>, std::array<double, 3>>;

std::shared_ptr<GuessItPlan> plan(bool remembers, const std::vector<EntryGiven>& entries) {
  auto made = std::make_shared<GuessItPlan>();
  made->remembers = remembers;
  for (const auto& [cards, answering, seen, often] : entries) {
    const auto fits = [](int number) { return number >= 0 && number < 16; };
    require(fits(cards.first) && fits(cards.second) && std::all_of(seen.begin(), seen.end(), fits),
            "entries: cards and what was seen are numbers from 0 to 15");
    made->entries.push_back({made->key({cards.first, cards.second, answering, seen}), often[0], often[1], often[2]});
  }
  std::sort(made->entries.begin(), made->entries.end(),
            [](const auto& one, const auto& two) { return one.key < two.key; });
  return made;
}

// The same player with each of several networks in place of its own, or of its identifier.
std::vector<GuessItPlayer> with_each(const GuessItPlayer& player, const std::vector<std::shared_ptr<Network>>& networks,
                                     bool identifying) {
  std::vector<GuessItPlayer> made(networks.size(), player);
  for (std::size_t place = 0; place < networks.size(); ++place)
    (identifying ? made[place].identifier : made[place].network) = networks[place];
  return made;
}

// An opponent for each of several mixtures, to be met once; contestants are told the mixture itself or something else.
std::vector<GuessItOpponent> mixtures(const std::vector<GuessItPlayer::Weights>& weights, bool once, bool truly,
                                      const GuessItPlayer::Weights& told) {
  std::vector<GuessItOpponent> made;
  for (const auto& each : weights) {
    GuessItPlayer player;
    player.kind = GuessItPlayer::Kind::mixture;
    player.weights = each;
    player.once = once;
    made.push_back({player, truly ? each : told, false, 1});
  }
  return made;
}

// A network at work keeps it alive.
struct BoundActivity {
  std::shared_ptr<const Network> network;
  Activity activity;
};

// Somebody at a table in Python, who keeps its rules and its networks.
struct BoundSeat {
  GuessIt game;
  GuessItPlayer player;
  GuessItSeat seat;

  BoundSeat(const GuessIt& given, const GuessItPlayer& how) : game(given), player(how), seat(game, player) {
    seat.tell_nothing();
  }
  BoundSeat(const BoundSeat&) = delete;  // the seat refers to the game and the player beside it

  void require_own(const View<GuessIt>& view) const {
    require(*view.game == game, "view: this player was seated at a game with another number of cards");
  }
};

void require_shape(const std::shared_ptr<const Network>& network, int inputs, int outputs, const char* which) {
  require(network && network->inputs == inputs && network->outputs == outputs,
          std::string(which) + ": this network has " + std::to_string(inputs) + " inputs and " +
              std::to_string(outputs) + " outputs");
}

void require_playable(const GuessIt& game, const GuessItPlayer& player) {
  using Kind = GuessItPlayer::Kind;
  require(player.steps >= 1, "steps must be at least 1");
  if (player.identifier) require_shape(player.identifier, game.cards + 1, 4, "identifier");
  require(player.kind != Kind::plan || player.plan, "plan: a player to a plan needs one");
  if (player.kind == Kind::network || player.kind == Kind::predictor || player.kind == Kind::total) {
    const int pack = game.pack_size();
    const int inputs = player.sees_cards * pack + player.sees_moves * (game.cards + 1) + player.sees_mixture * 4 +
                       player.sees_pending * pack;
    require_shape(player.network, inputs, player.kind == Kind::total ? pack + 1 : 2, "network");
  }
}

GuessIt game_of(int cards) {
  require(cards >= 1 && cards <= GuessIt::most_cards, "cards must be from 1 to 8");
  return GuessIt{cards};
}

void require_opponents(const GuessIt& game, const std::vector<GuessItOpponent>& opponents) {
  for (const auto& opponent : opponents) {
    require_playable(game, opponent.player);
    require(opponent.games >= 0, "games must be at least 0");
  }
}

template <class Take>
void every_contest(int cards, const std::vector<GuessItPlayer>& contestants,
                   const std::vector<GuessItOpponent>& opponents, std::uint64_t seed, bool calls_remembered,
                   std::uint64_t first, Take take) {
  const GuessIt game = game_of(cards);
  for (const GuessItPlayer& contestant : contestants) require_playable(game, contestant);
  require_opponents(game, opponents);
  nb::gil_scoped_release released;
  GuessItContest contest(game, seed, calls_remembered);
  for (std::size_t index = 0; index < contestants.size(); ++index) {
    take(contest.play(contestants[index], first + index, opponents));
    check_signals();
  }
}

template <class Kept>
Kept one_contestant(int cards, const GuessItPlayer& contestant, const GuessItOpponent& opponent, std::uint64_t seed,
                    bool calls_remembered, std::uint64_t index, Kept* GuessItContest::* kept) {
  const GuessIt game = game_of(cards);
  require_playable(game, contestant);
  require_opponents(game, {opponent});
  Kept found;
  nb::gil_scoped_release released;
  GuessItContest contest(game, seed, calls_remembered);
  contest.*kept = &found;
  contest.play(contestant, index, {opponent});
  return found;
}

}  // namespace

void bind_guess_it_networks(nb::module_& module) {
  nb::class_<Network>(module, "FlatNetwork")
      .def(nb::new_(&network), nb::arg("inputs"), nb::arg("outputs"), nb::arg("slots"), nb::arg("nodes"))
      .def_ro("inputs", &Network::inputs)
      .def_ro("outputs", &Network::outputs);

  nb::class_<BoundActivity>(module, "Activity")
      .def(
          "__init__",
          [](BoundActivity* self, std::shared_ptr<Network> given) {
            new (self) BoundActivity{given, Activity(*given)};
          },
          nb::arg("network"))
      .def("reset", [](BoundActivity& self) { self.activity.reset(); })
      .def(
          "query",
          [](BoundActivity& self, const std::vector<double>& inputs, int steps) {
            require(static_cast<int>(inputs.size()) == self.network->inputs,
                    "inputs: one number for each of the " + std::to_string(self.network->inputs));
            require(steps >= 1, "steps must be at least 1");
            std::copy(inputs.begin(), inputs.end(), self.activity.inputs());
            const double* outputs = self.activity.query(steps);
            return std::vector<double>(outputs, outputs + self.network->outputs);
          },
          nb::arg("inputs"), nb::arg("steps"), "The outputs after so many steps with these inputs.");

  using Player = GuessItPlayer;
  nb::enum_<Player::Kind>(module, "GuessItKind")
      .value("habits", Player::Kind::habits)
      .value("mixture", Player::Kind::mixture)
      .value("even_odd", Player::Kind::even_odd)
      .value("network", Player::Kind::network)
      .value("predictor", Player::Kind::predictor)
      .value("total", Player::Kind::total)
      .value("plan", Player::Kind::plan);
  nb::class_<GuessItPlan>(module, "GuessItPlan")
      .def(nb::new_(&plan), nb::arg("remembers"), nb::arg("entries"),
           "Entries: secret cards (own, other), whether it answers, moves seen of each kind, how often to call, bluff "
           "and guess.");
  nb::class_<Player>(module, "GuessItPlayer")
      .def(nb::init<>())
      .def_rw("kind", &Player::kind)
      .def_rw("bluff", &Player::bluff)
      .def_rw("call", &Player::call)
      .def_rw("changes_after", &Player::changes_after)
      .def_rw("later_bluff", &Player::later_bluff)
      .def_rw("later_call", &Player::later_call)
      .def_rw("weights", &Player::weights)
      .def_rw("once", &Player::once)
      .def_prop_rw(
          "plan", [](const Player& player) { return std::const_pointer_cast<GuessItPlan>(player.plan); },
          [](Player& player, std::shared_ptr<GuessItPlan> given) { player.plan = std::move(given); },
          nb::for_setter(nb::arg("plan").none()))
      .def("with_each", &with_each, nb::arg("networks"), nb::arg("identifying"),
           "The same player with each of several networks.")
      .def_prop_rw(
          "network", [](const Player& player) { return std::const_pointer_cast<Network>(player.network); },
          [](Player& player, std::shared_ptr<Network> given) { player.network = std::move(given); },
          nb::for_setter(nb::arg("network").none()))
      .def_prop_rw(
          "identifier", [](const Player& player) { return std::const_pointer_cast<Network>(player.identifier); },
          [](Player& player, std::shared_ptr<Network> given) { player.identifier = std::move(given); },
          nb::for_setter(nb::arg("identifier").none()))
      .def_rw("sees_cards", &Player::sees_cards)
      .def_rw("sees_moves", &Player::sees_moves)
      .def_rw("sees_mixture", &Player::sees_mixture)
      .def_rw("sees_pending", &Player::sees_pending)
      .def_rw("told", &Player::told)
      .def_rw("normalised", &Player::normalised)
      .def_rw("threshold", &Player::threshold)
      .def_rw("exact_rule", &Player::exact_rule)
      .def_rw("steps", &Player::steps);
  nb::class_<GuessItOpponent>(module, "GuessItOpponent")
      .def(
          "__init__",
          [](GuessItOpponent* self, const Player& player, int games, const Player::Weights& mixture, bool known) {
            new (self) GuessItOpponent{player, mixture, known, games};
          },
          nb::arg("player"), nb::arg("games"), nb::arg("mixture"), nb::arg("known"));

  module.def("guess_it_mixtures", &mixtures, nb::arg("weights"), nb::arg("once"), nb::arg("truly"), nb::arg("told"),
             "An opponent for each of several mixtures, to be met once.");

  nb::class_<BoundSeat>(module, "GuessItMind")
      .def(
          "__init__",
          [](BoundSeat* self, int cards, const Player& player) {
            const GuessIt game = game_of(cards);
            require_playable(game, player);
            new (self) BoundSeat(game, player);
          },
          nb::arg("cards"), nb::arg("player"))
      .def(
          "begin",
          [](BoundSeat& self, int seat, bool other_has_called) {
            require(seat == 0 || seat == 1, "seat must be 0 or 1");
            self.seat.begin(seat, other_has_called);
          },
          nb::arg("seat"), nb::arg("other_has_called"))
      .def(
          "intent",
          [](BoundSeat& self, const View<GuessIt>& view) {
            self.require_own(view);
            const auto intent = self.seat.intent(view.state);
            return std::tuple(intent.call, intent.bluff, intent.guess);
          },
          nb::arg("view"), "How often it calls, and else bluffs or guesses.")
      .def(
          "unaided",
          [](BoundSeat& self, const View<GuessIt>& view) {
            self.require_own(view);
            return static_cast<int>(self.seat.unaided(view.state));
          },
          nb::arg("view"), "The move of a network with total control, or 0 for one that is not allowed.")
      .def_prop_ro("said", [](const BoundSeat& self) { return self.seat.said(); }, "What the identifier said last.");

  module.def(
      "guess_it_contests",
      [](int cards, const std::vector<Player>& contestants, const std::vector<GuessItOpponent>& opponents,
         std::uint64_t seed, bool calls_remembered, std::uint64_t first) {
        std::vector<std::vector<std::pair<int, double>>> table;
        every_contest(cards, contestants, opponents, seed, calls_remembered, first,
                      [&table](const std::vector<GuessItScore>& scores) {
                        auto& row = table.emplace_back();
                        for (const GuessItScore& score : scores) row.emplace_back(score.wins, score.closeness);
                      });
        return table;
      },
      nb::arg("cards"), nb::arg("contestants"), nb::arg("opponents"), nb::arg("seed"), nb::arg("calls_remembered"),
      nb::arg("first"),
      "Games won against each opponent and the sum of 1 - distance of what was identified, a row a contestant.");

  module.def(
      "guess_it_totals",
      [](int cards, const std::vector<Player>& contestants, const std::vector<GuessItOpponent>& opponents,
         std::uint64_t seed, bool calls_remembered, std::uint64_t first) {
        std::vector<std::pair<int, double>> totals;
        every_contest(cards, contestants, opponents, seed, calls_remembered, first,
                      [&totals](const std::vector<GuessItScore>& scores) {
                        auto& [wins, closeness] = totals.emplace_back(0, 0.0);
                        for (const GuessItScore& score : scores) {
                          wins += score.wins;
                          closeness += score.closeness;
                        }
                      });
        return totals;
      },
      nb::arg("cards"), nb::arg("contestants"), nb::arg("opponents"), nb::arg("seed"), nb::arg("calls_remembered"),
      nb::arg("first"), "The same, summed over the opponents.");

  module.def(
      "guess_it_watched",
      [](int cards, const Player& contestant, const GuessItOpponent& opponent, std::uint64_t seed,
         bool calls_remembered, std::uint64_t index) {
        std::pair<int, std::array<int, 6>> found;
        every_contest(cards, {contestant}, {opponent}, seed, calls_remembered, index,
                      [&found](const std::vector<GuessItScore>& scores) {
                        found = {scores.front().wins, scores.front().seen.counts};
                      });
        return found;
      },
      nb::arg("cards"), nb::arg("contestant"), nb::arg("opponent"), nb::arg("seed"), nb::arg("calls_remembered"),
      nb::arg("index"), "Games won, and what a contestant that plays to a plan saw of the opponent.");

  module.def(
      "guess_it_record",
      [](int cards, const Player& contestant, const GuessItOpponent& opponent, std::uint64_t seed,
         bool calls_remembered, std::uint64_t index) {
        return one_contestant(cards, contestant, opponent, seed, calls_remembered, index, &GuessItContest::record);
      },
      nb::arg("cards"), nb::arg("contestant"), nb::arg("opponent"), nb::arg("seed"), nb::arg("calls_remembered"),
      nb::arg("index") = 0, "The moves of every game; 0 is one that is not allowed.");

  module.def(
      "guess_it_trace",
      [](int cards, const Player& contestant, const GuessItOpponent& opponent, std::uint64_t seed,
         bool calls_remembered, std::uint64_t index) {
        auto found = one_contestant(cards, contestant, opponent, seed, calls_remembered, index, &GuessItContest::trace);
        return std::pair(found.sums, found.counts);
      },
      nb::arg("cards"), nb::arg("contestant"), nb::arg("opponent"), nb::arg("seed"), nb::arg("calls_remembered"),
      nb::arg("index") = 0,
      "Sums of what the identifier said at its first query, its second, .., and of how many games.");

  module.def(
      "guess_it_reply",
      [](double bluff, double call, int own, int other) {
        require(own >= 1 && other >= 1 && own <= GuessIt::most_cards && other <= GuessIt::most_cards,
                "own and other are numbers of secret cards from 1 to 8");
        require(bluff >= 0 && bluff <= 1 && call >= 0 && call <= 1, "bluff and call are numbers from 0 to 1");
        const StationaryReply reply(bluff, call, own, other);
        const auto best = reply.best(own, other);
        using Choice = StationaryReply::Choice;
        return std::tuple(best == Choice::bluff, best == Choice::guess, reply.calls(own, other),
                          reply.moving(own, other));
      },
      nb::arg("bluff"), nb::arg("call"), nb::arg("own"), nb::arg("other"),
      "Whether the best reply bluffs, guesses, calls, and its chance to win when it is to move and does not call.");
}

}  // namespace kibitz
