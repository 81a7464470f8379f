"""What a game may offer beyond its rules.

A search lists the capabilities it needs and refuses games that lack one. A game written in Python has a capability if
it implements the capability's methods. The core has the capabilities in ``SEARCHED`` as C++ concepts
(``core/games/capabilities.hpp``); those in ``PLAYED`` are used only by models, learners and players, and
those in ``ARRAYS`` by networks and other libraries.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol, cast, runtime_checkable

from kibitz.errors import MissingCapability
from kibitz.games.game import Event, Game
from kibitz.random import Random


@runtime_checkable
class Evaluated(Protocol):
    """Named features of every seat, with default weights and bounds: used by depth-limited search, Max-Prob and
    LearnStrategy."""

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the features."""

    @property
    def weights(self) -> dict[str, float]:
        """The default weight of each feature."""

    @property
    def bounds(self) -> dict[str, tuple[float, float]]:
        """The lowest and highest possible value of each feature."""

    def feature_values(self, state: Any, seat: int) -> dict[str, float]:
        """The features of a seat."""


@runtime_checkable
class Enumerable(Protocol):
    """All outcomes, in a fixed order: used for sets of outcomes (as bit sets) and for preference graphs."""

    def outcomes(self) -> list[tuple[float, ...]]:
        """Every outcome that can occur, each once."""


@runtime_checkable
class Staged(Protocol):
    """The positions at which a depth-limited search may stop, for example at the end of a trick."""

    def stage_end(self, state: Any) -> bool:
        """Whether a search may stop here."""


@runtime_checkable
class Weighted(Protocol):
    """Equivalent moves are merged and counted."""

    def representatives(self, state: Any) -> list[tuple[str, int]]:
        """One move of each class of equivalent moves, in move order, and the size of the class."""


@runtime_checkable
class Remainder(Protocol):
    """The undecided part of a position, separate from the settled part: used for tables of searched positions."""

    def remainder(self, state: Any) -> Hashable:
        """A key that is equal for two states if their outcomes can differ only in the settled part."""

    def settled(self, state: Any) -> tuple[float, ...]:
        """The part of the outcome that is certain already: outcome at the end = settled + the rest."""


@runtime_checkable
class Chancy(Protocol):
    """Moves that are made by chance."""

    def chance(self, state: Any) -> list[float]:
        """The probability of each move, in move order, where ``to_move`` is ``CHANCE``."""


@runtime_checkable
class Turnable(Protocol):
    """The same position with another seat to move: used by best-reply search."""

    def turned(self, state: Any, seat: int) -> Any:
        """The position with that seat to move."""


@runtime_checkable
class Hidden(Protocol):
    """Seats see less than the whole state. A game written in Python implements ``hide`` and ``sample_deal``."""

    def view(self, state: Any, seat: int) -> Any:
        """Everything a seat may know, and nothing else."""

    def event(self, state: Any, move: str, seat: int) -> Event:
        """What a seat sees of a move."""

    def sample_deal(self, view: Any, random: Random) -> Any:
        """A start drawn uniformly from those that agree with everything the view's seat has seen."""

    def history(self, view: Any) -> Sequence[str | None]:
        """The moves that lead from a start drawn by ``sample_deal`` to the position. A move that the seat did not see
        is None; any legal move can be made in its place."""


@runtime_checkable
class Bidding(Protocol):
    """Bids before the play. Players make the usual bid, and most learners ignore bids."""

    def bidding(self, position: Any) -> bool:
        """Whether the seat to move is to bid."""

    def usual_bid(self, position: Any) -> str:
        """The bid that most players would make, from a state or from what the seat to move may know."""


@runtime_checkable
class Goals(Protocol):
    """A goal for every seat, such as its bid. Preferences compare an outcome with it."""

    def goals(self, state: Any) -> tuple[int, ...] | None:
        """The goal of every seat, or None while one of them is not known yet."""


@runtime_checkable
class Parts(Protocol):
    """Parts that are games of their own, such as the hands of a long card game. Searches see one part at a time."""

    def part(self, position: Any, to_the_end: bool = True) -> Any:
        """The current part as a position of its own game; see ``Game.part``."""

    def rules_of_part(self, number: int) -> Game:
        """The game of the part with this number."""

    def played_out(self, number: int, moves: Sequence[tuple[int, str]]) -> Any:
        """The start of the part with this number, found from its moves, each with the seat that made it; None if the
        moves do not reveal everything."""


@runtime_checkable
class Dealt(Protocol):
    """How a position was dealt. Beliefs about hidden cards replay the moves from the deal."""

    def dealt(self, state: Any) -> Any:
        """The start of the deal being played: ``history`` leads from it to the state."""


@runtime_checkable
class Handicapping(Protocol):
    """Handicaps: a seat begins at a disadvantage, so that a strong player does not win every game."""

    @property
    def handicaps(self) -> Mapping[str, str]:
        """The handicaps of the game: for each name, a description."""

    def handicapped(self, state: Any, seat: int, name: str, amount: int, random: Random) -> Any:
        """A start in which the seat has this handicap."""


@runtime_checkable
class Numbered(Protocol):
    """Every move has a fixed number: used by networks and other libraries, which choose moves by number. A game that
    can list all its moves derives from ``kibitz.games.numbering.MovesListed`` and writes ``all_moves``."""

    @property
    def action_count(self) -> int:
        """How many numbers there are."""

    def action_number(self, position: Any, move: str) -> int:
        """The number of a move that is legal in the position, from 0 to ``action_count`` - 1."""

    def numbered_move(self, position: Any, number: int) -> str:
        """The move with a number; whether it is legal is not checked."""


@runtime_checkable
class Observed(Protocol):
    """What a seat sees as numbers: used by networks and by other libraries. ``kibitz.games.arrays`` makes NumPy arrays
    of them."""

    @property
    def observation_parts(self) -> Mapping[str, tuple[int, ...]]:
        """The parts of an observation, each with its shape. Name and shape depend on the options only."""

    def observe(self, position: Any, seat: int) -> Mapping[str, Any]:
        """The numbers of each part, from -1 to 1: flat, or nested as the shape says.

        ``position`` is the view of the seat, which is the state itself where nothing is hidden.
        """


SEARCHED: dict[str, type] = {
    "evaluated": Evaluated,
    "enumerable": Enumerable,
    "staged": Staged,
    "weighted": Weighted,
    "remainder": Remainder,
    "chancy": Chancy,
    "turnable": Turnable,
    "hidden": Hidden,
}
"""The capabilities that searches use."""
PLAYED: dict[str, type] = {
    "bidding": Bidding,
    "goals": Goals,
    "parts": Parts,
    "dealt": Dealt,
    "handicapping": Handicapping,
}
"""The capabilities that models, learners, players and matches use."""
ARRAYS: dict[str, type] = {"numbered": Numbered, "observed": Observed}
"""The capabilities that networks and other libraries use."""
CAPABILITIES = {**SEARCHED, **PLAYED, **ARRAYS}


def implements(game: Game, capability: type) -> bool:
    """Whether the class of a game has all methods and attributes of a capability.

    Unlike ``isinstance``, this does not compute the value of a property. That can be slow, for example when all moves
    of hearts have to be counted.

    >>> import kibitz
    >>> implements(kibitz.game("hearts"), Numbered), implements(kibitz.game("hearts"), Bidding)
    (True, False)
    """
    return all(hasattr(type(game), name) for name in vars(capability) if not name.startswith("_"))


def bidding(position: Any) -> bool:
    """Whether the seat to move has to bid; false in a game without bids.

    >>> import kibitz
    >>> start = kibitz.game("spades").start(seed=1)
    >>> bidding(start), bidding(start.play_all("bid 1, bid 2, bid 2")), bidding(kibitz.game("checkers").start())
    (True, False, False)
    """
    game = position.game
    return "bidding" in game.capabilities and bool(game.bidding(position))


def goals(state: Any) -> tuple[int, ...] | None:
    """The goal of every seat; None in a game without goals, and while a goal is not known yet.

    >>> import kibitz
    >>> goals(kibitz.game("spades(bids=[2, 2, 3])").start(seed=1)), goals(kibitz.game("checkers").start())
    ((2, 2, 3), None)
    """
    game = state.game
    found: tuple[int, ...] | None = game.goals(state) if "goals" in game.capabilities else None
    return found


def missing(game: Game, capability: str) -> MissingCapability:
    """The error for a game that lacks a capability; if the current part of the game has it, the error says so."""
    purpose = (CAPABILITIES[capability].__doc__ or "").split(":")[0].rstrip(".")
    sentence = f"{game} does not offer '{capability}' ({purpose[:1].lower()}{purpose[1:]})"
    # Ask the class: asking the game itself for something that it lacks would call this function again.
    part = cast("Parts", game).rules_of_part(0) if issubclass(type(game), Parts) else game
    if part != game and capability in part.capabilities:
        sentence += "; the part that is being played does: use state.game.part(state) instead of state"
    return MissingCapability(sentence)


def require(game: Game, *capabilities: str) -> None:
    """Refuse a game that lacks one of the capabilities."""
    for capability in capabilities:
        if capability not in game.capabilities:
            raise missing(game, capability)
