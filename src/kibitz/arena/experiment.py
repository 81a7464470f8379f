"""The specification of a match, its identity, and the deal and seating of every session."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, TypedDict, Unpack

import kibitz
from kibitz.arena.core_identity import core_signature, file_digest
from kibitz.arena.memories import snapshots
from kibitz.arena.openings import starts_alike
from kibitz.arena.rebuilt import all_written, written
from kibitz.arena.seatings import MOST, RULES, Seating, drawn_seatings, seatings
from kibitz.errors import SpecError
from kibitz.games.game import Game, State
from kibitz.games.handicaps import handicap
from kibitz.games.registry import game as game_named
from kibitz.players.loading import load
from kibitz.players.player import Player
from kibitz.players.registry import player as player_named
from kibitz.specs import Spec
from kibitz.words import as_stored

Given = str | Spec | Player | Callable[..., Any]
"""A player as ``match`` takes it: a specification, an object, or a registered function or class."""


class Address(NamedTuple):
    """The deal and the seating of a session. Together with the experiment they determine the session."""

    deal: int
    seating: Seating


class PlayedOptions(TypedDict, total=False):
    """The options that ``match`` takes by name and passes to ``Experiment``, which explains them."""

    seatings: str | int
    series: int
    opening: int | None
    positions: Sequence[str]
    handicap: str
    move_seconds: float
    loads: Sequence[str]


@dataclass(frozen=True)
class Experiment:
    """A match without its number of deals, so that shorter and longer matches share sessions.

    Every deal is played by every seating (``seatings``: ``all``, ``round-robin``, or a number drawn for each deal).

    A session is ``series`` games of the same players in the same seats, who may remember earlier games. Games start
    from the deal, or from ``positions`` in turn, after ``opening`` random moves. With the ``handicap`` ``men=2``, the
    first player starts with two men fewer, whatever its seat. ``move_seconds`` limits every decision; 0: no limit.
    ``loads`` are Python files with your own games and players. ``memories`` are snapshots of the memory files of
    players from the beginning of the match. Every session starts from them.

    >>> experiment = Experiment.of("spades(cards=5)", ["random", "greedy"], seed=1)
    >>> experiment.sessions_a_deal, experiment.address(7)
    (6, Address(deal=1, seating=(0, 1, 0)))
    >>> experiment.identity == Experiment.of("spades(players=3, cards=5)", ["random", "greedy"], seed=1).identity
    True
    """

    game: str
    players: tuple[str, ...]
    seed: int = 0
    seatings: str = "all"
    series: int = 1
    opening: int = 0
    move_seconds: float = 0.0
    loads: tuple[str, ...] = ()
    memories: tuple[tuple[str, str], ...] = ()
    positions: tuple[str, ...] = ()
    handicap: str = ""

    @classmethod
    def of(
        cls,
        game: str | Game,
        players: Sequence[Given],
        seed: int = 0,
        **options: Unpack[PlayedOptions],
    ) -> Experiment:
        """Make an experiment from specifications, and check that everything in it exists."""
        named = all_written(players, "players")
        given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
        made = cls(written(game), named, seed, **given)
        made.require_seats()
        return replace(made, memories=snapshots(map(player_named, made.players)))

    def __post_init__(self) -> None:
        object.__setattr__(self, "loads", tuple(self.loads))
        for file in self.loads:
            load(file)
        for name, low, high in (("seed", 0, 2**64 - 1), ("series", 1, 10**6), ("opening", 0, 10**4)):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise SpecError(f"{name}={value!r} is not allowed; give a whole number from {low} to {high}")
        if not self.move_seconds >= 0:
            raise SpecError(
                f"move_seconds={self.move_seconds} is not allowed; give a number of seconds; 0 means no limit"
            )
        object.__setattr__(self, "game", str(game_named(self.game)))
        object.__setattr__(self, "players", tuple(str(player_named(each)) for each in self.players))
        object.__setattr__(self, "seatings", str(self.seatings))
        object.__setattr__(self, "move_seconds", float(self.move_seconds))
        if self.handicap:
            object.__setattr__(self, "handicap", str(handicap(self.played, self.handicap)))
        object.__setattr__(self, "positions", tuple(str(self._position(each)) for each in self.positions))

    def _position(self, text: str) -> State:
        position: State = self.played.parse(str(text))
        if position.over:
            raise SpecError(f"the game is over in the position {text}: no game can start there")
        return position

    # What it consists of.

    @cached_property
    def played(self) -> Game:
        """The game."""
        return game_named(self.game)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The names of the players: their specifications, with numbers if two are the same."""
        before = [self.players[:number].count(each) for number, each in enumerate(self.players)]
        return tuple(f"{each} #{n + 1}" if n else each for each, n in zip(self.players, before, strict=True))

    def require_seats(self) -> None:
        """Refuse players who cannot be seated."""
        if not self.players:
            raise SpecError("a match needs at least one player: name one or more after the game")
        _ = self.sessions_a_deal

    # Addresses.

    @cached_property
    def listed_seatings(self) -> list[Seating]:
        """The seatings that a deal is played in, or from which some are drawn for each deal."""
        rule = self.seatings if self.seatings in RULES or not self.seatings.isdecimal() else "all"
        return seatings(len(self.players), self.played.players, rule)

    @cached_property
    def sessions_a_deal(self) -> int:
        """How many seatings play each deal."""
        wanted = int(self.seatings) if self.seatings.isdecimal() else MOST
        if wanted < 1:
            raise SpecError("seatings=0 would play nothing; give a number from 1, all or round-robin")
        return min(wanted, len(self.listed_seatings))

    @cached_property
    def may_repeat(self) -> bool:
        """Whether players may repeat the same game: nothing is dealt, and no chance is in the game."""
        if self.positions:
            return "chancy" not in self.played.capabilities
        return starts_alike(self.played)

    @property
    def deals_a_round(self) -> int:
        """After how many deals the given positions begin again; 1 if none are given."""
        return len(self.positions) or 1

    def address(self, number: int) -> Address:
        """The deal and the seating of a session, by its number; the sessions of one deal have consecutive numbers."""
        deal, place = divmod(number, self.sessions_a_deal)
        if self.sessions_a_deal == len(self.listed_seatings):
            return Address(deal, self.listed_seatings[place])
        return Address(deal, _drawn(self, deal)[place])

    # Identity.

    @cached_property
    def identity(self) -> str:
        """A hash of everything that determines the moves, including defaults."""
        return blake2b(json.dumps(self.described(), sort_keys=True).encode(), digest_size=16).hexdigest()

    def described(self) -> dict[str, Any]:
        """Everything that determines the moves, as plain values."""
        players = [player_named(each) for each in self.players]
        return {
            **self._fields(),
            **({"chance": "by deal"} if "chancy" in self.played.capabilities else {}),  # 0.1.0 drew it by seating
            "game": str(self.played.full_spec),
            "players": [as_stored(str(each.full_spec)) for each in players],
            "loads": [file_digest(file) for file in self.loads],
            "version": kibitz.__version__,
            "core": core_signature(),
        }

    def to_json(self) -> str:
        """The experiment as text; ``from_json`` reads it."""
        return json.dumps(self._fields())

    def _fields(self) -> dict[str, Any]:
        """The fields; fields that version 0.1.0 did not have are left out if they are empty."""
        return {name: value for name, value in asdict(self).items() if value or name not in ("positions", "handicap")}

    @classmethod
    def from_json(cls, text: str) -> Experiment:
        """Read what ``to_json`` wrote."""
        fields: Mapping[str, Any] = json.loads(text)
        return cls(**{name: _frozen(value) for name, value in fields.items()})


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


@lru_cache(maxsize=64)
def _drawn(experiment: Experiment, deal: int) -> list[Seating]:
    return drawn_seatings(experiment.listed_seatings, experiment.sessions_a_deal, experiment.seed, deal)
