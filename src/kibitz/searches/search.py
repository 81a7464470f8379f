"""What every search has in common: options, models of the seats, analysing and choosing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any, ClassVar, Self, TypeVar

from kibitz import _core, specs
from kibitz.errors import KibitzError, MissingCapability
from kibitz.games import capabilities
from kibitz.games.checking import check_game, check_near, game_fault
from kibitz.games.core_states import core_of, moves_of
from kibitz.games.game import CHANCE, State
from kibitz.games.native_game import NativeState, NativeView
from kibitz.games.view import View
from kibitz.searches.analysis import Analysis, tied_best
from kibitz.searches.clocks import clock_decided, clock_decisions, clocked, uncollected
from kibitz.searches.compiled import Compiled
from kibitz.searches.game_length import HOPELESS, never_ends
from kibitz.searches.limits import DEPTH, deepens, endless_stage
from kibitz.searches.threads import in_threads
from kibitz.specs import Option, Spec, Specified
from kibitz.wants.evaluation import Evaluation
from kibitz.wants.registry import NAMES, by_seat, want
from kibitz.wants.score import Score
from kibitz.wants.want import Want

__all__ = [
    "DEPTH",
    "EXTEND",
    "HEURISTIC_TIES",
    "OTHERS",
    "OWN",
    "SEED",
    "TIES",
    "Search",
    "core_of",
    "moves_of",
    "ranked",
    "with_line",
]

Each = TypeVar("Each")
Position = State | View  # a view only if the search takes views

OWN = Option("own", "", "what the seat to move wants; default: evaluation, or score at the end", spec=True)
OTHERS = Option(
    "others",
    "",
    "what the other seats want: one for all, or a list in turn order that begins with the seat after "
    "the mover; default: like own",
    spec=True,
    lists=True,
)
TIES = Option(
    "ties",
    "left-low",
    "which of equally good moves a seat makes",
    choices=("left-low", "left-high", "random", "average"),
)
SEED = Option("seed", 0, "seed of random ties", 0, 2**64 - 1)
EXTEND = Option(
    "extend", False, "stop at the first end of a trick at or after depth, instead of the last one before it"
)
HEURISTIC_TIES = Option(
    "heuristic_ties", False, "at the root, of equally good moves take those with the higher heuristic value after them"
)
ROUNDED = "the weights have too many digits for exact sums: ties are subject to rounding"
ONLY_THE_BEST = (
    "with values=best only the best moves have exact values; values=all computes the exact value of every move"
)


class Search(Specified, ABC):
    """An algorithm with its options.

    Subclasses set ``name``, ``summary``, ``source``, ``options_known`` and ``needs`` and implement ``examine``.
    """

    summary: ClassVar[str]
    source: ClassVar[str] = ""
    example: ClassVar[str] = ""
    needs: ClassVar[Sequence[str]] = ()
    chooses_bids: ClassVar[bool] = False
    """Whether it also chooses bids. If not, its player makes the usual bids."""
    takes_views: ClassVar[bool] = False
    """Whether it works from the view of one seat. Other searches need the whole position."""
    whole_games: ClassVar[bool] = False
    """Whether it plays to win a game of many hands. If not, its player searches the current hand only."""
    valuing_all: ClassVar[Mapping[str, Any]] = {}
    """The options with which it computes the exact value of every move, if it does not do so by default."""
    finding_best: ClassVar[Mapping[str, Any]] = {}
    """The options with which it finds all best moves as fast as possible; other moves may get no exact value."""
    line_of_everybody: ClassVar[bool] = False
    """Whether its expected line is what the players would really play, if all seats had the assumed wants and broke
    ties in the same way."""

    @classmethod
    def about_others(cls, wanted: Want, depth: int) -> dict[str, Any]:
        """The options that tell it what the others want, and how many plies they look ahead."""
        return {"others": wanted}

    @property
    def looks_to_the_end(self) -> bool:
        """Whether it only values ends of the game; then the default want is the score."""
        return bool(self.options.get("depth", 0) == 0) and not deepens(self.options)

    @property
    def needs_the_end(self) -> str:
        """Advice if the game is too long to be searched to its end; empty if it does not search to the end."""
        return "give depth=, nodes= or seconds=" if "nodes" in self.options and self.looks_to_the_end else ""

    @property
    def unaveraged(self) -> str:
        """Why its ranks of the same move in several positions have no meaningful mean; empty if they have one."""
        return ONLY_THE_BEST if self.options.get("values") == "best" else ""

    def finishes(self, state: Any) -> bool:
        """Whether a search to its depth ends. It must reach the end of a stage, which may have too many positions.

        >>> import kibitz
        >>> passing = kibitz.game("hearts(passing=left)").start(1)
        >>> kibitz.search("maxn(depth=2)").finishes(passing), kibitz.search("maxn(nodes=900)").finishes(passing)
        (False, True)
        """
        fixed = bool(self.options.get("depth")) and "nodes" in self.options and not deepens(self.options)
        return not fixed or not endless_stage(state)

    def within(self, seconds: float) -> Search:
        """The same search, which also stops after this many seconds if that changes nothing else: a search to a fixed
        depth then deepens iteratively.

        >>> import kibitz
        >>> kibitz.search("maxn(depth=4)").within(0.5), kibitz.search("greedy").within(0.5)
        (kibitz.search('maxn(depth=4, seconds=0.5)'), kibitz.search('greedy'))
        """
        options = self.options
        if not (options.get("depth") and "nodes" in options and "seconds" in options):
            return self
        return self if 0 < options["seconds"] <= seconds else type(self)(**{**options, "seconds": seconds})

    @property
    def continues(self) -> bool:
        """Whether a player that uses it keeps what it found from one move of a game to the next (``following``)."""
        return False

    def __init__(self, **options: Any) -> None:
        self.options: dict[str, Any] = specs.fill(self.name, self.options_known, options)

    def following(self, before: Search | None) -> Search:
        """The search for the next move of a game. If it continues, it uses what the search before it found.

        ``before`` is None at the first move of a game.
        """
        return self

    def valued(self) -> Self:
        """The same search with the exact value of every move.

        >>> import kibitz
        >>> kibitz.search("maxn(depth=4, values=best)").valued(), kibitz.search("alpha-beta(depth=4)").valued()
        (kibitz.search('maxn(depth=4)'), kibitz.search('alpha-beta(depth=4, exact=true)'))
        """
        return self._with(**self.valuing_all) if self.valuing_all else self

    def reseeded(self, seed: int) -> Self:
        """The same search with another seed; the search itself if its moves do not depend on a seed.

        >>> import kibitz
        >>> kibitz.search("mcts(simulations=20)").reseeded(3), kibitz.search("maxn(depth=4)").reseeded(3)
        (kibitz.search('mcts(simulations=20, seed=3)'), kibitz.search('maxn(depth=4)'))
        """
        drawn = "seed" in self.options and self.options.get("ties", "random") == "random"
        return self._with(seed=seed) if drawn else self

    def _with(self, **options: Any) -> Self:
        """The same search with some other options."""
        return type(self)(**{**self.spec.options, **options})

    def refusal(self, state: Any) -> str | None:
        """Say why this search cannot play this position, or None if it can."""
        game = state.game
        for capability in self.needs:
            if capability not in game.capabilities:
                return str(capabilities.missing(game, capability))
        return None

    def analyse(self, state: Position) -> Analysis:
        """Find out what every legal move is worth to the seat to move.

        A search that takes views uses only what the seat to move may know, even if it gets a state.
        """
        if state.over:
            raise KibitzError("the game is over: there is nothing to choose")
        if state.to_move == CHANCE:
            raise KibitzError("the next move is drawn by chance: there is nothing to choose")
        if not isinstance(state, State) and state.seat != state.to_move:
            raise KibitzError(f"this is the view of seat {state.seat}, and seat {state.to_move} is to move")
        if not isinstance(state, State) and not self.takes_views:
            sampled = f"sampled({self}{', vote=true' if self.unaveraged else ''})"
            raise KibitzError(
                f"{self.name} needs the whole position and this view hides a part of it: "
                f"{sampled} searches worlds that fit the view"
            )
        before = clock_decisions()
        try:
            refusal = self.refusal(state) or self._too_long(state)
            if refusal is not None:
                raise MissingCapability(f"{self.name} cannot play this: {refusal}")
            with uncollected(self.options.get("seconds", 0.0)):
                analysis = self.examine(state)
        except KibitzError:
            raise
        except (ValueError, TypeError) as error:
            _require_sound(state, error)
            if isinstance(error, TypeError):
                raise
            # The core cannot search this game, and says why. Other deals of the game would fail in the same way.
            raise MissingCapability(f"{self.name} cannot play {state.game}: {error}") from error
        if state.game.written_in_python and not all(map(_is_finite, analysis.values.values())):
            _require_sound(state)
        decided = not analysis.reproducible or clock_decisions() > before  # in this search, or in one that it called
        if self._rounded(state):
            analysis = replace(analysis, notes=(*analysis.notes, ROUNDED))
        return clocked(analysis) if decided else analysis

    def _too_long(self, state: Position) -> str | None:
        advice = self.needs_the_end
        if not advice or not isinstance(state, State) or not never_ends(state):
            return None
        if state.game.has_parts:
            advice = f"search state.game.part(state), the part that is being played, or {advice}"
        return (
            f"{state.game} is too long to be searched to its end, with more than 10^{HOPELESS} lines of play: {advice}"
        )

    def _rounded(self, state: Position) -> bool:
        """Whether a want has weights with too many digits for exact sums."""
        if "evaluated" not in state.game.capabilities:
            return False
        given = [self.options.get(name) for name in ("own", "others", "model")]
        listed = [each for one in given for each in (one if isinstance(one, (list, tuple)) else [one])]
        wanted = [want(each) for each in listed if isinstance(each, Spec) and each.name in NAMES]
        if not self.options.get("own") and not self.looks_to_the_end:
            wanted.append(Evaluation())
        return not all(each.exact_in(state.game) for each in wanted)

    @abstractmethod
    def examine(self, state: Any) -> Analysis:
        """Analyse a position that the search accepts."""

    def analyse_many(self, states: Iterable[Position], jobs: int = 1) -> list[Analysis]:
        """Analyse many positions in several threads. The results are in order and do not depend on the number of
        threads.

        Games written in Python need the interpreter lock, so only one thread is used for them.

        >>> import kibitz
        >>> start = kibitz.game("checkers").start()
        >>> states = [start.play(move) for move in ("9-13", "11-15")]
        >>> [analysis.best for analysis in kibitz.search("maxn(depth=5)").analyse_many(states, jobs=2)]
        [('22-17',), ('22-18',)]
        """
        if jobs < 1:
            raise KibitzError(f"jobs={jobs} is not allowed; it must be 1 or more")
        batch = list(states)
        if jobs == 1 or not all(isinstance(state, (NativeState, NativeView)) for state in batch):
            return [self.analyse(state) for state in batch]
        found = in_threads(self.analyse, batch, jobs)
        if not all(analysis.reproducible for analysis in found):
            clock_decided()  # clock decisions are counted in each thread separately
        return found

    def choose(self, state: Position, seed: int = 0) -> str:
        """The move to make; equally good ones are drawn by seed and position."""
        return self.analyse(state).choose(seed)

    def compiled(self, state: State, seat: int, among: str = "even") -> Compiled | None:
        """The behaviour of a seat that uses this search, for the core; None if it needs Python.

        ``among`` says which of several best moves it makes: any, or the first (``left-low``) or last in move order. It
        is valid only for the current hand of this state, because wants may depend on the bids.
        """
        return None

    def visiting(self, state: State, seat: int, power: float) -> Compiled | None:
        """The behaviour of a seat that makes moves in proportion to a power of how often this search tries them, for
        the core; None if it needs Python.
        """
        return None

    # For subclasses.

    def part_of(self, position: Any) -> Any:
        """What it searches in a long game: the part that is being played, unless it plays to win the whole game."""
        return position if self.whole_games else position.game.part(position, self.looks_to_the_end)

    def wants(self, state: Position, mover: int | None = None) -> list[_core.Want]:
        """What each seat wants, as objects of the core: our own want for the seat to move, the model for the others."""
        position: Any = state  # a view also shows all bids
        wanted = self.by_seat(state, self._want("own", state), want, mover)
        return [each.compiled(position, seat) for seat, each in enumerate(wanted)]

    def by_seat(
        self, state: Position, own: Each, read: Callable[[object], Each], mover: int | None = None
    ) -> list[Each]:
        """What each seat wants: ``own`` for the seat to move, ``others`` for the rest."""
        given = self.options.get("others") or own
        others = [read(each) for each in given] if isinstance(given, (list, tuple)) else read(given)
        return by_seat(own, others, state.to_move if mover is None else mover, state.game.players)

    def _want(self, which: str, state: Position) -> Want:
        given = self.options.get(which)
        if given:
            return want(given)
        limited = not self.looks_to_the_end and "evaluated" in state.game.capabilities
        return Evaluation() if limited else Score()

    def told_apart(self, state: Position, best: Sequence[str]) -> tuple[str, ...]:
        """Among equally good moves, those after which the heuristic value is highest, if ``heuristic_ties`` is set.

        As in hashavit2011 section 4.1. Without an evaluation all of them are kept.
        """
        if len(best) < 2 or not self.options.get("heuristic_ties") or "evaluated" not in state.game.capabilities:
            return tuple(best)
        position: Any = state
        weights = self._want("own", state).weights
        values = [position.play(move).evaluate(state.to_move, weights) for move in best]
        return tuple(tied_best(dict(zip(best, values, strict=True))))

    def __repr__(self) -> str:
        return f"kibitz.search({str(self)!r})"


def _require_sound(position: Any, error: Exception | None = None) -> None:
    """Check whether a search failed because of the game, and raise a ``GameError`` if so.

    The game's own code may have raised the error. Otherwise random playouts are checked: from the position if it is a
    state, else from the start of the game.
    """
    if not position.game.written_in_python:
        return
    named = game_fault(position.game, error) if error is not None else None
    if named is not None:
        raise named from error
    if isinstance(position, State):
        check_near(position)
    else:
        check_game(position.game)


def _is_finite(value: Any) -> bool:
    """Whether all numbers in a value of an analysis are finite."""
    numbers = value if isinstance(value, tuple) else (value,)
    return all(isfinite(number) for number in numbers if isinstance(number, float))


def ranked(
    search: Search,
    state: Position,
    values: dict[str, Any],
    ranks: dict[str, float],
    nodes: int,
    slack: float = 0.0,
) -> Analysis:
    """Make the analysis of a search that compares moves by one number; numbers that differ by at most the slack are
    equal."""
    best = search.told_apart(state, tied_best(ranks, slack))
    worst = max(ranks.values())
    return Analysis(state, str(search), state.to_move, values, ranks, best, worst, best[:1], nodes, slack=slack)


def with_line(analysis: Analysis, line: Iterable[int]) -> Analysis:
    """The analysis with the expected line that the core found, unless the line begins with a move that is no longer
    best."""
    texts = tuple(moves_of(analysis.state, line))
    return replace(analysis, line=texts) if texts and texts[0] in analysis.best else analysis
