"""What the searches for many players share: options that change only the speed, and their analyses."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from kibitz import _core
from kibitz.games.game import State
from kibitz.searches.compiled import Compiled
from kibitz.searches.limits import LIMITS, deepens
from kibitz.searches.search import EXTEND, HEURISTIC_TIES, OTHERS, OWN, SEED, TIES, Search, moves_of
from kibitz.specs import Option
from kibitz.wants.evaluation import Evaluation
from kibitz.wants.registry import want
from kibitz.wants.want import Want

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


def heuristic(search: Search) -> Want:
    """What the search evaluates positions by: its own want, or the game's evaluation."""
    return want(search.options["own"]) if search.options["own"] else Evaluation()


def same_wants(search: Search, state: State, seat: int) -> list[_core.Want] | None:
    """What everybody wants, in a search of fixed depth in which all want the same evaluation; None otherwise."""
    options = search.options
    wanted = heuristic(search)
    fixed = options["depth"] and not options["extend"] and not deepens(options)
    if not fixed or options.get("others") or not wanted.evaluates or "evaluated" not in state.game.capabilities:
        return None
    return search.wants(state, seat)


def against_others(
    search: Search, state: State, seat: int, defend: float = 0.0, attack: float = 0.0
) -> Compiled | None:
    """Paranoid, the offensive search or MP-Mix as a behaviour of the core; None if it needs Python."""
    options, wants = search.options, same_wants(search, state, seat)
    ties = options.get("ties", "left-low")
    if wants is None or options["heuristic_ties"] or ties not in ("left-low", "left-high"):
        return None
    behaviour = _core.Behaviour.against_others(
        search.name,
        wants,
        options["depth"],
        left_high=ties == "left-high",
        coalition=options.get("coalition", False),
        defend=defend,
        attack=attack,
        strict=options.get("strict", True),
    )
    return Compiled(behaviour, False)
