"""Code for single games, registered by the name of the game.

Rows are text (``module:name``) and are loaded when asked for. So general code can use a game's specialists without
naming a game, and listing the rows imports nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from kibitz.games.capabilities import bidding
from kibitz.games.game import Game, State
from kibitz.models.registry import UnknownModel, model
from kibitz.players.person import Guide
from kibitz.players.player import Policy, Position
from kibitz.pool.work import Backend
from kibitz.registry import load_row

if TYPE_CHECKING:  # imported at runtime only when a population is used
    from kibitz.specialists.entrants import Entrant
    from kibitz.specialists.members import Population

GUIDES: dict[str, str | Guide] = {
    "checkers": "kibitz.specialists.checkers.guide:GUIDE",
    "guess-it": "kibitz.specialists.guess_it.guide:GUIDE",
}
"""What a person should know before a game, by game."""
POPULATIONS: dict[str, str] = {
    "abalone": "kibitz.specialists.abalone.population:population",
    "checkers": "kibitz.specialists.checkers.population:population",
    "chinese-checkers": "kibitz.specialists.chinese_checkers.population:population",
    "guess-it": "kibitz.specialists.guess_it.population:population",
    "hearts": "kibitz.specialists.hearts.population:population",
    "spades": "kibitz.specialists.spades.population:population",
    "tic-tac-toe": "kibitz.specialists.tic_tac_toe.population:population",
}
"""Opponents of a game and families of them, by game: functions from the game to a ``Population``."""
GENERAL_POPULATION = "kibitz.specialists.general_population:general_population"
"""The function that gives the population of any other game."""
ENTRANTS: dict[str, str] = {
    "guess-it": "kibitz.specialists.guess_it.entrants:entrants",
    "spades": "kibitz.specialists.spades.entrants:entrants",
}
"""By game: its own ways of modelling, as a function from the game to rows of ``entrants.Entrant``."""
READERS: dict[str, str] = {"guess-it": "bayes-reader(carry=true, prior=habits)"}
"""By game: a player that reads an opponent at this game only, and better than the learner for all games does."""
BEST_REPLIES: dict[str, str] = {"guess-it": "kibitz.specialists.guess_it.counted_plan:best_reply"}
"""By game: its own best reply to a known player, a function of a view and the specification of the opponent."""
TYPES = ("types", "habits")
"""The groups of opponents that are candidates of every belief about a stranger."""
EVOLUTION = "kibitz.specialists.guess_it.evolution.champions:asked"
"""How networks are evolved; an ``Evolution``."""
Watch = Callable[[str], AbstractContextManager[Callable[[int, int, str], None]]]
"""Called with the name of the network; gives a function that is called with the finished generations, their total and a
message."""


class Champion(Protocol):
    """The best network of a run."""

    def summary(self) -> str:
        """How the run went, in a line."""

    def to_dict(self) -> dict[str, Any]:
        """The run as plain values."""

    def save(self, path: Path) -> None:
        """Write the champion to a file."""

    def what_next(self, path: Path) -> str:
        """What can be done with the file, in a line."""


class Asked(Protocol):
    """A checked request for a network that is not evolved yet."""

    @property
    def file(self) -> str:
        """The file that its champion is saved in unless another is named."""

    def evolve(self, checkpoint: Path | None, watch: Watch, backend: Backend) -> Champion:
        """Evolve the network, or continue from the checkpoint; the backend does the work."""


class Evolution(Protocol):
    """Read the request for a network, and refuse unknown networks and options."""

    def __call__(
        self,
        task: str,
        population: int,
        generations: int | None,
        seed: int,
        options: Sequence[str],
        identifier: str | None,
    ) -> Asked:
        """Read a request; ``task`` is the name of the network."""


def guide(game: Game) -> Guide:
    """What a person should know before playing this game.

    >>> import kibitz
    >>> guide(kibitz.game("guess-it")).opponent, guide(kibitz.game("checkers")).opponent
    ('bayes-reader(carry=true)', '')
    """
    row = GUIDES.get(game.name, Guide())
    return row if isinstance(row, Guide) else cast("Guide", load_row(row))


def reader_of(game: Game) -> str:
    """The specification of the player that reads an opponent at this game only; empty if there is none.

    >>> import kibitz
    >>> reader_of(kibitz.game("guess-it")), reader_of(kibitz.game("checkers"))
    ('bayes-reader(carry=true, prior=habits)', '')
    """
    return READERS.get(game.name, "")


@lru_cache(maxsize=64)
def types_of(game: Game) -> tuple[str, ...]:
    """Known types of players of this game, as specifications: types of the papers, and habits. Empty for games without
    opponents of their own.

    The core must be able to play them. Types that search to the end of a hand are left out: a reply to them takes so
    long that it gained less (docs/players.md).

    >>> import kibitz
    >>> "lowest-card" in types_of(kibitz.game("hearts(open=true)")), types_of(kibitz.game("tree"))
    (True, ())
    >>> "mp-mix(depth=2, defend=0, attack=0)" in types_of(kibitz.game("abalone(players=3)"))
    True
    """
    if game.name not in POPULATIONS:
        return ()
    start = _first_decision(game)
    members = [each for each in population_of(game).members if each.group in TYPES]
    return tuple(each.player for each in members if _is_quick(each.player, start))


def _first_decision(game: Game) -> Position:
    """A position of the game in which nobody bids any more."""
    state: Any = game.start(0)
    while bidding(state):
        state = state.play(game.usual_bid(state))  # type: ignore[attr-defined]
    part: Position = game.part(state)
    return part


def _is_quick(spec: str, state: Position) -> bool:
    """Whether the core can play it without a search to the end of the game."""
    try:
        ready = model(spec).compiled(state, state.to_move) if isinstance(state, State) else None
    except UnknownModel:
        return False
    return ready is not None and not ready.endless


def population_of(game: Game) -> Population:
    """The opponents of a game, and the families that held-out ones are drawn from.

    >>> import kibitz
    >>> len(population_of(kibitz.game("hearts")).families) >= 7
    True
    """
    return cast("Population", load_row(POPULATIONS.get(game.name, GENERAL_POPULATION))(game))


def special_entrants(game: Game) -> tuple[Entrant, ...]:
    """The ways of modelling that only this game has.

    >>> import kibitz
    >>> [each.player for each in special_entrants(kibitz.game("guess-it"))]
    ['bayes-reader(carry=true)']
    """
    row = ENTRANTS.get(game.name)
    return tuple(load_row(row)(game)) if row else ()


def best_reply(game: Game) -> Callable[[Position, str], Policy] | None:
    """The game's own best reply to a known player, in a game of two; None if the game has none.

    >>> import kibitz
    >>> best_reply(kibitz.game("checkers")) is None, best_reply(kibitz.game("guess-it")) is None
    (True, False)
    """
    row = BEST_REPLIES.get(game.name)
    return load_row(row) if row else None


def evolution() -> Evolution:
    """How networks are evolved."""
    return cast("Evolution", load_row(EVOLUTION))
