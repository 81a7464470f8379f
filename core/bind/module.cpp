#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bind/games.hpp"
#include "bind/guess_it_networks.hpp"
#include "bind/quick_state.hpp"
#include "bind/search/common.hpp"
#include "bind/signals.hpp"
#include "policies/behaviour.hpp"
#include "random.hpp"
#include "search/best_of_groups.hpp"
#include "search/judge.hpp"
#include "search/kept_tree.hpp"
#include "search/preference_lists.hpp"
#include "search/prob_maxn.hpp"
#include "search/winning.hpp"

namespace nb = nanobind;

NB_MODULE(_core, module) {
  nb::set_leak_warnings(false);  // a state that a cache still holds when the interpreter ends is not a leak

  module.doc() = "The native core of Kibitz. People use the kibitz package; this module only validates and computes.";

  nb::class_<kibitz::Random>(module, "Random")
      .def(nb::init<std::uint64_t, std::uint64_t>(), nb::arg("seed"), nb::arg("stream"))
      .def("next", &kibitz::Random::next)
      .def(
          "below",
          [](kibitz::Random& random, std::uint64_t bound) {
            if (bound == 0) throw nb::value_error("bound must be at least 1");
            return random.below(bound);
          },
          nb::arg("bound"))
      .def("uniform", &kibitz::Random::uniform);
  using kibitz::StopSign;
  nb::class_<StopSign>(module, "StopSign")
      .def("__init__", [](StopSign* self) { new (self) StopSign; })
      .def(
          "stop", [](const StopSign& sign) { *sign.raised = true; },
          "Searches of the threads that obey end with KeyboardInterrupt.")
      .def("obey", [](const StopSign& sign) { kibitz::sign_obeyed = sign.raised; }, "From now on this thread obeys.");
  using kibitz::KeptTree;
  nb::class_<KeptTree>(module, "KeptTree")
      .def(nb::init<std::size_t>(), nb::arg("most_nodes"))
      .def_prop_ro("nodes", &KeptTree::nodes, "Positions in the tree that the last search left.");
  module.attr("TIE_TOLERANCE") = kibitz::tie_tolerance;
  using kibitz::Want;
  nb::class_<Want>(module, "Want")
      .def_static("score", [] { return Want{}; })
      .def_static(
          "evaluation",
          [](const std::vector<double>& weights, double end_weight, std::pair<std::uint64_t, std::uint64_t> unit,
             bool exact, double largest) {
            if (unit.first == 0 || unit.second == 0) throw nb::value_error("a unit is above 0");
            return Want{Want::Kind::evaluation, weights, end_weight, {}, {unit.first, unit.second}, exact, largest};
          },
          nb::arg("weights"), nb::arg("end_weight"), nb::arg("unit") = std::pair(1, 1), nb::arg("exact") = true,
          nb::arg("largest") = 0.0,
          "Weights in whole numbers of a unit, a fraction, or, if they are not exact, as they are.")
      .def_static(
          "utility", [](const std::vector<double>& utilities) { return Want{Want::Kind::utility, {}, 0, utilities}; },
          nb::arg("utilities"));

  module.def(
      "win_probabilities",
      [](const std::vector<std::pair<double, double>>& given, bool closed) {
        std::vector<kibitz::Interval> intervals;
        for (const auto& [low, high] : given) {
          if (!std::isfinite(low) || !std::isfinite(high) || low > high)
            throw nb::value_error("intervals: expected pairs of finite numbers, the low one first");
          intervals.push_back({low, high});
        }
        if (intervals.empty() || intervals.size() > kibitz::max_players)
          throw nb::value_error("intervals: expected one for each of 1 to 8 seats");
        std::vector<double> chances(intervals.size());
        kibitz::winning::probabilities(intervals, closed, chances.data());
        return chances;
      },
      nb::arg("intervals"), nb::arg("closed"), "How probable it is for each interval that its value is the highest.");
  using kibitz::OutcomeOrder;
  nb::class_<OutcomeOrder>(module, "OutcomeOrder")
      .def_static(
          "utility", [](const std::vector<double>& utilities) { return OutcomeOrder{utilities, {}}; },
          nb::arg("utilities"), "Higher is better; one number for every outcome.")
      .def_static(
          "order", [](const std::vector<std::vector<int>>& better_than) { return OutcomeOrder{{}, better_than}; },
          nb::arg("better_than"), "For every outcome the numbers of those that it is preferred to.");
  using kibitz::MixedSeat;
  nb::class_<MixedSeat>(module, "MixedSeat")
      .def(
          "__init__",
          [](MixedSeat* self, const std::vector<std::pair<double, OutcomeOrder>>& models, double noise) {
            new (self) MixedSeat{{}, noise};
            for (const auto& [weight, order] : models) self->models.push_back({weight, order});
          },
          nb::arg("models"), nb::arg("noise"), "Weighted wants of one seat, and how often it plays anything.");

  using kibitz::Behaviour;
  using kibitz::Ties;
  nb::class_<Behaviour>(module, "Behaviour")
      .def_static(
          "random", [] { return Behaviour{}; }, "Any move, each as likely.")
      .def_static(
          "logit",
          [](double temperature, const std::optional<Want>& want, const std::vector<double>& move_weights,
             const std::vector<double>& others_weights, bool relative, int depth) {
            Behaviour behaviour{.kind = Behaviour::Kind::logit};
            if (depth < 1) throw nb::value_error("depth must be 1 or more");
            behaviour.depth = depth;
            behaviour.temperature = temperature;
            behaviour.relative = relative;
            behaviour.positions = want.has_value();
            if (want) behaviour.want = *want;
            behaviour.move_weights = move_weights;
            behaviour.others_weights = others_weights;
            return behaviour;
          },
          nb::arg("temperature"), nb::arg("want").none(), nb::arg("move_weights") = std::vector<double>{},
          nb::arg("others_weights") = std::vector<double>{}, nb::arg("relative") = false, nb::arg("depth") = 1,
          "The likelier the more a move is worth, by the mover's want of the position after it (or of the one that a "
          "search of this depth ends in, everybody wanting the same), weights of the move's "
          "features, and weights of the others' features; temperature 0: one of the best; relative: it counts in "
          "standard "
          "deviations of what the moves are worth.")
      .def_static(
          "search",
          [](const std::vector<Want>& wants, int depth, const std::vector<std::string>& ties,
             const std::string& among) {
            Behaviour behaviour{.kind = Behaviour::Kind::search};
            behaviour.wants = wants;
            if (depth < 0) throw nb::value_error("depth must be 0 (to the end) or more");
            behaviour.depth = depth;
            for (const std::string& way : ties) {
              if (way != "left-low" && way != "left-high") throw nb::value_error("ties are left-low or left-high");
              behaviour.ties.push_back(way == "left-low" ? Ties::left_low : Ties::left_high);
            }
            if (among == "left-low") behaviour.among = Behaviour::Among::first;
            if (among == "left-high") behaviour.among = Behaviour::Among::last;
            return behaviour;
          },
          nb::arg("wants"), nb::arg("depth"), nb::arg("ties"), nb::arg("among"),
          "One of the moves that alpha-beta (two players without preferences) or max^n finds best: `ties` are the ways "
          "in "
          "which ties may be broken below, `among` says which of its own best moves it makes.")
      .def_static(
          "against_others",
          [](const std::string& method, const std::vector<Want>& wants, int depth, bool left_high, bool coalition,
             double defend, double attack, bool strict) {
            static const std::map<std::string, Behaviour::Method> methods{{"paranoid", Behaviour::Method::paranoid},
                                                                          {"offensive", Behaviour::Method::offensive},
                                                                          {"mp-mix", Behaviour::Method::mp_mix}};
            const auto known = methods.find(method);
            if (known == methods.end()) throw nb::value_error("the method is paranoid, offensive or mp-mix");
            if (depth < 1) throw nb::value_error("depth must be 1 or more");
            Behaviour behaviour{.kind = Behaviour::Kind::search};
            behaviour.method = known->second;
            behaviour.wants = wants;
            behaviour.depth = depth;
            behaviour.ties = {left_high ? Ties::left_high : Ties::left_low};
            behaviour.coalition = coalition;
            behaviour.defend = defend;
            behaviour.attack = attack;
            behaviour.strict = strict;
            return behaviour;
          },
          nb::arg("method"), nb::arg("wants"), nb::arg("depth"), nb::arg("left_high") = false,
          nb::arg("coalition") = false, nb::arg("defend") = 0.0, nb::arg("attack") = 0.0, nb::arg("strict") = true,
          "One of the moves that paranoid, the offensive search or MP-Mix finds best, if everybody wants the same.")
      .def_static(
          "max_prob",
          [](const std::vector<Want>& wants, int depth, const std::string& interval, double low, double high,
             bool heuristic_ties) {
            if (depth < 1) throw nb::value_error("depth must be 1 or more");
            Behaviour behaviour{.kind = Behaviour::Kind::search};
            behaviour.method = Behaviour::Method::max_prob;
            behaviour.wants = wants;
            behaviour.depth = depth;
            behaviour.ties = {Ties::left_low};
            behaviour.direction = kibitz::direction_named(interval);
            behaviour.low = low;
            behaviour.high = high;
            behaviour.heuristic_ties = heuristic_ties;
            return behaviour;
          },
          nb::arg("wants"), nb::arg("depth"), nb::arg("interval"), nb::arg("low"), nb::arg("high"),
          nb::arg("heuristic_ties"), "One of the moves that Max-Prob finds best.")
      .def_static(
          "visits",
          [](const std::vector<Want>& wants, const std::vector<Want>& guides, std::uint64_t simulations,
             double exploration, int rollout_depth, double low, double high, std::uint64_t seed, bool light,
             double power) {
            Behaviour behaviour{.kind = Behaviour::Kind::visits};
            behaviour.wants = wants;
            behaviour.guides = guides;
            behaviour.simulations = simulations;
            behaviour.exploration = exploration;
            behaviour.rollout_depth = rollout_depth;
            behaviour.low = low;
            behaviour.high = high;
            behaviour.seed = seed;
            behaviour.light = light;
            behaviour.power = power;
            return behaviour;
          },
          nb::arg("wants"), nb::arg("guides"), nb::arg("simulations"), nb::arg("exploration"), nb::arg("rollout_depth"),
          nb::arg("low"), nb::arg("high"), nb::arg("seed"), nb::arg("light"), nb::arg("power"),
          "As likely as this power of how often Monte Carlo tree search tries a move; 0: one of those tried most.")
      .def_static(
          "habit",
          [](const std::vector<double>& parameters) {
            Behaviour behaviour{.kind = Behaviour::Kind::habit};
            behaviour.parameters = parameters;
            return behaviour;
          },
          nb::arg("parameters"), "A rule that the game brings, with its parameters.")
      .def_static(
          "mixture",
          [](const std::vector<std::pair<double, Behaviour>>& parts) {
            Behaviour behaviour{.kind = Behaviour::Kind::mixture};
            behaviour.parts = parts;
            return behaviour;
          },
          nb::arg("parts"), "One of its parts at every move, with shares that sum to one.")
      .def_static(
          "light", [] { return Behaviour{.kind = Behaviour::Kind::light}; },
          "A move of light play, simple rules of a game, in simulated games; any move in a game that has none.")
      .def_static(
          "itself", [] { return Behaviour{.kind = Behaviour::Kind::itself}; },
          "In a tree that simulations grow, it explores for itself; elsewhere any move.")
      .def_static(
          "asked",
          [](int number) {
            Behaviour behaviour{.kind = Behaviour::Kind::asked};
            behaviour.number = number;
            return behaviour;
          },
          nb::arg("number"), "What a function of Python says.");

  module.def(
      "best_of_groups",
      [](const nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>& values,
         const nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& counts, bool highest,
         const nb::ndarray<float, nb::ndim<2>, nb::c_contig, nb::device::cpu>& best) {
        const std::size_t groups = counts.shape(0);
        std::size_t members = 0;
        for (std::size_t group = 0; group < groups; ++group) {
          if (counts.data()[group] < 1) throw nb::value_error("a group without members has no best one");
          members += static_cast<std::size_t>(counts.data()[group]);
        }
        if (members != values.shape(0) || best.shape(0) != groups || best.shape(1) != values.shape(1)) {
          throw nb::value_error("the arrays do not fit together");
        }
        const auto find = highest ? kibitz::best_of_groups<true> : kibitz::best_of_groups<false>;
        find(values.data(), counts.data(), groups, values.shape(1), best.data());
      },
      nb::arg("values"), nb::arg("counts"), nb::arg("highest"), nb::arg("best"),
      "The highest or the lowest value of each group, for every column, written to `best`. The rows of `values` are "
      "those of the members, group after group.");

  module.def(
      "preference_lists",
      [](const nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>& rows,
         const nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& counts,
         const nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& made,
         const std::vector<double>& errors, double told, std::size_t beam, std::size_t longest, std::size_t most) {
        std::size_t members = 0;
        if (made.shape(0) != counts.shape(0)) throw nb::value_error("the arrays do not fit together");
        for (std::size_t each = 0; each < counts.shape(0); ++each) {
          if (made.data()[each] < 0 || made.data()[each] >= counts.data()[each])
            throw nb::value_error("a move that was made is none of the legal ones");
          members += static_cast<std::size_t>(counts.data()[each]);
        }
        if (members != rows.shape(0)) throw nb::value_error("the arrays do not fit together");
        const auto is_rate = [](double rate) { return rate > 0 && rate < 1; };
        if (errors.empty() || !std::all_of(errors.begin(), errors.end(), is_rate))
          throw nb::value_error("error rates lie between 0 and 1");
        const kibitz::WatchedMoves watched{rows.data(), rows.shape(1), counts.data(), made.data(), counts.shape(0)};
        const kibitz::PreferenceSearch search{errors, told, beam, longest};
        std::vector<std::pair<std::vector<int>, double>> found;
        for (kibitz::PreferenceList& each : kibitz::PreferenceLists(watched, search).best(most))
          found.emplace_back(std::move(each.preferences), each.worth);
        return found;
      },
      nb::arg("rows"), nb::arg("counts"), nb::arg("made"), nb::arg("errors"), nb::arg("told"), nb::arg("beam"),
      nb::arg("longest"), nb::arg("most"),
      "The ordered lists of preferences that explain decisions best, each with its log likelihood less what it costs "
      "to "
      "tell. `rows` are the features of the moves, decision after decision; preference 2f is for high values of "
      "feature "
      "f, 2f + 1 for low ones.");

  module.def("mix", &kibitz::mix, nb::arg("x"));
  module.def("combine", &kibitz::combine, nb::arg("key"), nb::arg("part"));

  kibitz::bind_abalone(module);
  kibitz::bind_chinese_checkers(module);
  kibitz::bind_checkers(module);
  kibitz::bind_guess_it(module);
  kibitz::bind_hearts(module);
  kibitz::bind_guess_it_networks(module);
  kibitz::bind_quick_state(module);
  kibitz::bind_python_game(module);
  kibitz::bind_spades(module);
  kibitz::bind_tic_tac_toe(module);
  kibitz::bind_tree(module);
}
