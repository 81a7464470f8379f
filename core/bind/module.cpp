#include <nanobind/nanobind.h>

#include "bind/games.hpp"
#include "random.hpp"

namespace nb = nanobind;

NB_MODULE(_core, module) {
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
  module.def("mix", &kibitz::mix, nb::arg("x"));
  module.def("combine", &kibitz::combine, nb::arg("key"), nb::arg("part"));

  kibitz::bind_abalone(module);
  kibitz::bind_chinese_checkers(module);
  kibitz::bind_checkers(module);
  kibitz::bind_guess_it(module);
  kibitz::bind_hearts(module);
  kibitz::bind_spades(module);
  kibitz::bind_tic_tac_toe(module);
  kibitz::bind_tree(module);
}
