"""Modules that have moved: an old import works until 0.3, with a warning that names the new module."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from kibitz.errors import REMOVED_IN

_EVOLUTION = ("breeding", "contests", "genome", "network_plan", "networks", "plan_table", "run", "tasks")
MOVED = {
    "kibitz.players.reading": "kibitz.players.belief_report",
    "kibitz.players.table": "kibitz.players.play_game",
    "kibitz.replies.table": "kibitz.replies.reply_table",
    "kibitz.models.response": "kibitz.models.move_probabilities",
    "kibitz.models.seeker": "kibitz.models.want_seeker",
    "kibitz.learning.levels": "kibitz.learning.noise_levels",
    "kibitz.games.units": "kibitz.games.exact_weights",
    "kibitz.games.core": "kibitz.games.core_states",
    "kibitz.games.guess_it.standing": "kibitz.games.guess_it.secret_cards",
    "kibitz.games.native": "kibitz.games.native_game",
    "kibitz.games.problems": "kibitz.games.broken_records",
    "kibitz.finite": "kibitz.finite_numbers",
    "kibitz.searches.dominant": "kibitz.searches.dominant_boards",
    "kibitz.learning.guess_it_reading": "kibitz.specialists.guess_it.reading",
    "kibitz.learning.evolution": "kibitz.specialists.guess_it.evolution",
    **{f"kibitz.learning.evolution.{name}": f"kibitz.specialists.guess_it.evolution.{name}" for name in _EVOLUTION},
    "kibitz.models.bidding": "kibitz.games.spades.bidding",
    "kibitz.signature": "kibitz.node_counts",
    "kibitz.players.passing": "kibitz.players.delegating",
    "kibitz.arena.supervision": "kibitz.arena.faults",
    "kibitz.arena.backends": "kibitz.pool.backends",
    "kibitz.papers.figures": "kibitz.arena.figures",
    "kibitz.papers.spread": "kibitz.papers.cached_work",
    "kibitz.papers.by_deal": "kibitz.papers.paired",
    "kibitz.arena.hands": "kibitz.arena.card_sessions",
    "kibitz.learning.saved": "kibitz.models.stored",
    "kibitz.models.edges": "kibitz.wants.edges",
    "kibitz.models.graph": "kibitz.wants.graph",
    "kibitz.models.mixture": "kibitz.wants.mixture",
    "kibitz.models.mixture_prior": "kibitz.specialists.guess_it.mixture_prior",
    "kibitz.models.preference": "kibitz.wants.preference",
    "kibitz.models.stationary": "kibitz.specialists.guess_it.stationary",
    "kibitz.models.wants": "kibitz.wants.registry",
    "kibitz.papers.lockett2007.network_runs": "kibitz.specialists.guess_it.evolution.network_runs",
    "kibitz.papers.lockett2007.options": "kibitz.specialists.guess_it.evolution.options",
    "kibitz.players.bidder": "kibitz.specialists.spades.bidder",
    "kibitz.players.guess_it": "kibitz.specialists.guess_it.players",
    "kibitz.players.reply": "kibitz.replies.reply_table",
    "kibitz.players.network": "kibitz.specialists.guess_it.network_player",
    "kibitz.searches.destroyed": "kibitz.searches.clipped_minimax",
    "kibitz.searches.expecting": "kibitz.searches.m_star_with",
    "kibitz.searches.prediction": "kibitz.models.prediction",
    "kibitz.searches.guess_it_exact": "kibitz.specialists.guess_it.exact",
    "kibitz.searches.guess_it_plans": "kibitz.specialists.guess_it.plans",
    "kibitz.searches.guess_it_play": "kibitz.specialists.guess_it.play",
}
"""The old name of every module that has moved, and its new one."""

NAMES = {
    "kibitz.models.model": {
        "Rational": "kibitz.models.want_seeker",
        "model": "kibitz.models.registry",
        "model_from_json": "kibitz.models.registry",
        "noisy": "kibitz.models.noisy",
        "wants_of": "kibitz.models.prediction",
    },
    "kibitz.specialists.guess_it.plans": {"Table": "kibitz.specialists.guess_it.plans:TabledPlan"},
}
"""Names that a module does not have any more, and the module that has them now, with the new name if that changed."""


def moved_name(module: str, name: str) -> Any:
    """The object that an old name now refers to, with a warning; for a module's ``__getattr__``."""
    new = NAMES.get(module, {}).get(name)
    if new is None:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    where, _, called = new.partition(":")
    called = called or name
    warnings.warn(
        f"{module}.{name} has moved to {where}.{called}; the old name will be removed in {REMOVED_IN}",
        DeprecationWarning,
        stacklevel=3,
    )
    return getattr(importlib.import_module(where), called)


class _Moved(MetaPathFinder, Loader):
    """Finds the modules of ``MOVED`` by their old names, after all other finders."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """How to load a module that has moved."""
        if fullname not in MOVED:
            return None
        # An old package has no folder. So its modules are found here, and not loaded a second time from the new folder.
        return ModuleSpec(fullname, self, is_package=any(name.startswith(f"{fullname}.") for name in MOVED))

    def exec_module(self, module: ModuleType) -> None:
        """Let the old name refer to the moved module, with a warning at the import."""
        old = module.__name__
        warnings.warn(
            f"{old} has moved to {MOVED[old]}; the old name will be removed in {REMOVED_IN}",
            DeprecationWarning,
            stacklevel=2,
        )
        new = importlib.import_module(MOVED[old])
        if not hasattr(module, "__path__"):
            sys.modules[old] = new


def find_moved() -> None:
    """Let imports find the modules that have moved."""
    if not any(isinstance(finder, _Moved) for finder in sys.meta_path):
        sys.meta_path.append(_Moved())
