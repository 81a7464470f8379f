"""What the searches for many players share: switches that change speed and nothing else, and their analyses."""

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
    "merge", True, "search equivalent moves once, where the game knows them and values do not tell them apart"
)
PLAY_LAST = Option("play_last", False, "make the moves of the last ply even where their values can be told without")
CUT = Option(
    "cut", True, "above the last ply, leave out moves that cannot matter, where the game tells what others can change"
)
EXACT = Option(
    "exact",
    "all",
    "whose values are exact: all moves', or only the best moves' (faster; the others may be upper bounds)",
    choices=("all", "best"),
)
VALUES_ALL = MappingProxyType({EXACT.name: "all"})
LINE = Option("line", True, "work out the expected line, which takes a part of the search again")


def vectors(state: State, found: Sequence[tuple[int, Sequence[float]]]) -> dict[str, tuple[float, ...]]:
    """The core's vectors by move."""
    texts = moves_of(state, (code for code, _ in found))
    return {text: tuple(vector) for text, (_, vector) in zip(texts, found, strict=True)}


def numbers(state: State, found: Sequence[tuple[int, float]]) -> dict[str, float]:
    """The core's numbers by move."""
    texts = moves_of(state, (code for code, _ in found))
    return {text: value for text, (_, value) in zip(texts, found, strict=True)}
