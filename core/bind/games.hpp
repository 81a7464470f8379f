// One line a game: each is defined in the translation unit of the same name.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz {

void bind_abalone(nanobind::module_& module);
void bind_chinese_checkers(nanobind::module_& module);
void bind_checkers(nanobind::module_& module);
void bind_guess_it(nanobind::module_& module);
void bind_hearts(nanobind::module_& module);
void bind_python_game(nanobind::module_& module);
void bind_spades(nanobind::module_& module);
void bind_tic_tac_toe(nanobind::module_& module);
void bind_tree(nanobind::module_& module);

}  // namespace kibitz
