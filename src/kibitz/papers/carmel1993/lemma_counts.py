"""Lemmas 1 and 2 of carmel1993, section 2.3, counted over positions of random games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kibitz.arena.figures import compared
from kibitz.games.game import State
from kibitz.games.registry import game
from kibitz.papers.claims import as_finding, contradicted
from kibitz.papers.item import Findings, Setting
from kibitz.players.play_game import random_moves
from kibitz.random import Random, stream
from kibitz.searches.analysis import Analysis
from kibitz.searches.registry import search
from kibitz.wants.evaluation import Evaluation

RULE = (
    "A lemma holds for a variant in a game if no position contradicts it, and does not hold if one does. Lemma 1: if "
    "the model has our own function and searches one ply less, every move has its minimax value. For the variant "
    "tie-break, the chosen moves must be among those of minimax. Lemma 2: with any model, no move is worth less than "
    "its minimax value. For the variant tie-break, only the first part of the value counts. Intervals are "
    "Clopper-Pearson intervals of the share of positions. The lemmas are about the paper's M*, plain or modified "
    "(cautious); the counts for other variants are findings."
)
VARIANTS = ("cautious", "plain", "recursive", "korf", "tie-break")
PAPERS = ("cautious", "plain")
"""The variants that the paper describes."""
POSITIONS, QUICK_POSITIONS = 3000, 150  # of each game
DEPTHS = (2, 3, 4, 5)
MODELS: dict[str, tuple[dict[str, float], ...]] = {
    "checkers": (
        {"men": 50, "kings": 85, "back_row": 2, "centre": -4, "advancement": 7, "mobility": 6},
        {"men": -60, "kings": -90},
        {"advancement": 1},
        {"men": 0},
    ),
    "tic-tac-toe": ({"open_lines": 1}, {"open_lines": -1}, {"open_lines": 0}),
}
"""Functions for the model: similar to ours, the opposite, another one, and zero."""
PLIES = {"checkers": 70, "tic-tac-toe": 7}


class Case(NamedTuple):
    """A position, the depth of our search there, and a model for Lemma 2."""

    state: State
    depth: int
    model: Evaluation
    model_depth: int


def cases(name: str, count: int, seed: int) -> Iterator[Case]:
    """Positions of random games with more than one legal move, each with depths and a model drawn for it.

    >>> [case.depth for case in cases("tic-tac-toe", 3, seed=1)]
    [3, 5, 4]
    """
    found = number = 0
    while found < count:
        random = Random(seed, "lemmas", name, number)
        plies = random.below(PLIES[name] + 1)
        state = list(random_moves(game(name).start(), stream(("lemmas", seed, name, number)), plies))[-1]
        number += 1
        if state.over or len(state.moves()) < 2:
            continue
        found += 1
        depth = random.choice(DEPTHS)
        yield Case(state, depth, Evaluation(dict(random.choice(MODELS[name]))), 1 + random.below(depth - 1))


def contradicts_lemma_1(case: Case, variant: str, minimax: Analysis) -> bool:
    """Whether M* differs from minimax if the model has our own function and one ply less."""
    found = _m_star(case, variant)
    if variant == "tie-break":
        return not set(found.best) <= set(minimax.best)
    return dict(found.values) != dict(minimax.values)


def contradicts_lemma_2(case: Case, variant: str, minimax: Analysis) -> bool:
    """Whether some move is worth less to M* than to minimax."""
    found = _m_star(case, variant, model=case.model, model_depth=case.model_depth)
    values: dict[str, Any] = dict(found.values)
    if variant == "tie-break":
        values = {move: value[0] for move, value in values.items()}
    return any(values[move] < minimax.values[move] for move in values)


def _m_star(case: Case, variant: str, **model: object) -> Analysis:
    return search("m-star", depth=case.depth, variant=variant, **model).analyse(case.state)


LEMMAS = {"Lemma 1": contradicts_lemma_1, "Lemma 2": contradicts_lemma_2}


def lemmas(setting: Setting) -> Findings:
    """How many positions contradict each lemma, by variant of M* and by game."""
    count, rows = setting.times(POSITIONS, QUICK_POSITIONS), []
    for name in MODELS:
        against: dict[tuple[str, str], list[int]] = {}
        for number, case in enumerate(cases(name, count, setting.seed), start=1):
            minimax = search("alpha-beta", depth=case.depth, exact=True).analyse(case.state)
            for lemma, contradicts in LEMMAS.items():
                for variant in VARIANTS:
                    against.setdefault((lemma, variant), []).append(contradicts(case, variant, minimax))
            setting.say(f"positions of {name}", number, count)
        for (lemma, variant), found in against.items():
            counted = contradicted(f"{lemma}, {variant}, {name}, positions that contradict it", found)
            rows.append(counted if variant in PAPERS else as_finding(counted))
    notes = (
        f"{count:,} positions of each game, reached by random moves and with more than one legal move. A depth from 2 "
        "to 5 and a model are drawn for every position. Each row shows the share of positions that contradict a lemma.",
    )
    drawn = [(row.label, None, row.ours) for row in rows]
    return Findings(tuple(rows), notes, {"Positions that contradict a lemma": compared(drawn, "positions, %", level=0)})
