"""What every search has in common: options, models of the seats, analysing and choosing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from kibitz import _core, specs
from kibitz.errors import KibitzError, MissingCapability
from kibitz.games import capabilities
from kibitz.games.game import CHANCE, State
from kibitz.games.native import NativeState
from kibitz.models.wants import Evaluation, Score, Want, want
from kibitz.searches.analysis import Analysis
from kibitz.specs import Option, Spec

DEPTH = Option("depth", 0, "plies to look ahead; 0: to the end of the game", 0, 200)
OWN = Option("own", "", "what the seat to move wants; default: evaluation, or score if depth is 0", spec=True)
OTHERS = Option("others", "", "what the other seats are thought to want; default: like own", spec=True)
TIES = Option(
    "ties",
    "left-low",
    "which of several moves equally good for a seat counts",
    choices=("left-low", "left-high", "random", "average"),
)
SEED = Option("seed", 0, "decides random ties, with the position", 0, 2**64 - 1)
EXTEND = Option("extend", False, "stop at the first end of a trick at or after depth, not the last within it")


class Search(ABC):
    """An algorithm with its options.

    Subclasses set ``name``, ``summary``, ``source``, ``options_known`` and ``needs`` and implement ``examine``.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    source: ClassVar[str] = ""
    options_known: ClassVar[Sequence[Option]] = ()
    needs: ClassVar[Sequence[str]] = ()

    def __init__(self, **options: Any) -> None:
        self.options = specs.fill(self.name, self.options_known, options)

    def refusal(self, state: State) -> str | None:
        """Say why this search cannot play this position, or None if it can."""
        game = state.game
        for capability in self.needs:
            if capability not in game.capabilities:
                return str(capabilities.missing(game, capability))
        return None

    def analyse(self, state: State) -> Analysis:
        """Find out what every legal move is worth to the seat to move."""
        if state.over:
            raise KibitzError("the game is over: there is nothing to choose")
        if state.to_move == CHANCE:
            raise KibitzError("the next move is drawn by chance: there is nothing to choose")
        refusal = self.refusal(state)
        if refusal is not None:
            raise MissingCapability(f"{self.name} cannot play this: {refusal}")
        return self.examine(state)

    @abstractmethod
    def examine(self, state: State) -> Analysis:
        """Analyse a position that the search accepts."""

    def analyse_many(self, states: Iterable[State]) -> list[Analysis]:
        """Analyse a batch."""
        return [self.analyse(state) for state in states]

    def choose(self, state: State, seed: int = 0) -> str:
        """The move to make; equally good ones are drawn by seed and position."""
        return self.analyse(state).choose(seed)

    # For subclasses.

    def wants(self, state: State) -> list[_core.Want]:
        """What each seat wants, ready for the core: our own for the seat to move, the model for the others."""
        own = self._want("own", state)
        others = self._want("others", state) if self.options.get("others") else own
        seats = range(state.game.players)
        return [(own if seat == state.to_move else others).compiled(state, seat) for seat in seats]

    def _want(self, which: str, state: State) -> Want:
        given = self.options.get(which)
        if given:
            return want(given)
        limited = self.options.get("depth", 0) > 0 and "evaluated" in state.game.capabilities
        return Evaluation() if limited else Score()

    @property
    def spec(self) -> Spec:
        """The specification with every option that is not at its default."""
        defaults = {option.name: option.default for option in self.options_known}
        return Spec(self.name, (), {k: v for k, v in self.options.items() if v != defaults[k]})

    def __str__(self) -> str:
        return str(self.spec)

    def __repr__(self) -> str:
        return f"kibitz.search({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Search) and self.options == other.options

    def __hash__(self) -> int:
        return hash(str(self))


def core_of(state: State) -> Any:
    """The state as the core has it."""
    if isinstance(state, NativeState):
        return state.core
    raise MissingCapability(f"{state.game} is written in Python; searches over such games come with PyGame")


def moves_of(state: State, codes: Iterable[int]) -> list[str]:
    """The core's moves as text."""
    assert isinstance(state, NativeState)
    return [state.game._text(code) for code in codes]


def ranked(
    search: Search,
    state: State,
    values: dict[str, Any],
    ranks: dict[str, float],
    nodes: int,
    worst: float | None = None,
) -> Analysis:
    """Make the analysis of a search that compares moves by one number."""
    top = max(ranks.values())
    best = tuple(move for move, rank in ranks.items() if rank == top)
    worst = top if worst is None else worst
    return Analysis(state, str(search), state.to_move, values, ranks, best, worst, best[:1], nodes)
