"""What the searches for many players share: options that change only the speed, and their analyses."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from kibitz.games.game import State
from kibitz.searches.limits import LIMITS
from kibitz.searches.search import EXTEND, HEURISTIC_TIES, OTHERS, OWN, SEED, TIES, moves_of
from kibitz.specs import Option

EACH_FOR_ITSELF = (*LIMITS, OWN, OTHERS, TIES, SEED, HEURISTIC_TIES, EXTEND)
"""How far to look, what every seat wants, and which of equally good moves it makes."""

MERGE = Option(
    "merge", True, "search equivalent moves only once, if the game declares them and their values cannot differ"
)
PLAY_LAST = Option("play_last", False, "play the moves of the last ply even if their values are already known")
CUT = Option(
    "cut",
    True,
    "in positions above the last ply, skip moves that cannot change the choice; this needs a game that declares which "
    "moves change the values of other seats",
)
VALUES = Option(
    "values",
    "all",
    "which moves get their exact value: all, or only the best (faster; the others may be upper bounds)",
    choices=("all", "best"),
    was="exact",
)
ALL_VALUES = MappingProxyType({VALUES.name: "all"})
LINE = Option("line", True, "compute the expected line, which repeats a part of the search")


def vectors(state: State, found: Sequence[tuple[int, Sequence[float]]]) -> dict[str, tuple[float, ...]]:
    """The core's vectors by move."""
    texts = moves_of(state, (code for code, _ in found))
    return {text: tuple(vector) for text, (_, vector) in zip(texts, found, strict=True)}


def numbers(state: State, found: Sequence[tuple[int, float]]) -> dict[str, float]:
    """The core's numbers by move."""
    texts = moves_of(state, (code for code, _ in found))
    return {text: value for text, (_, value) in zip(texts, found, strict=True)}
