"""The specification of a league, and the sessions that it consists of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import kibitz
from kibitz.arena.core_identity import core_signature, file_digest
from kibitz.arena.experiment import Given
from kibitz.arena.league.ablations import tells_truth, with_truth
from kibitz.arena.league.clairvoyant import REPLIES, Clairvoyant
from kibitz.arena.league.defaults import (
    default_baseline,
    default_opponents,
    default_players,
    named_players,
)
from kibitz.arena.league.tables import Table, tables
from kibitz.arena.memories import snapshots
from kibitz.arena.openings import default_opening
from kibitz.arena.rebuilt import all_written, written
from kibitz.arena.running import RunningOptions
from kibitz.errors import SpecError, nearest
from kibitz.games.game import Game
from kibitz.games.handicaps import handicap
from kibitz.games.registry import game as game_named
from kibitz.players.loading import load
from kibitz.players.player import Player
from kibitz.players.registry import REGISTRY as PLAYERS
from kibitz.players.registry import player as player_named
from kibitz.registry import spelled
from kibitz.searches.registry import REGISTRY as SEARCHES
from kibitz.specs import Spec, Specified, parse

NONE = "none"
CLAIRVOYANTS = (*REPLIES, NONE)
BUDGETS = ("simulations", "seconds")


class Case(NamedTuple):
    """The address of a session: who plays, at which table, and the number of the session there."""

    arm: str
    table: Table
    session: int


@dataclass(frozen=True)
class League:
    """What is played in a league, without the number of sessions, so that longer leagues share sessions with shorter
    ones.

    ``players``, the ``baseline`` and the clairvoyant each play every session, at the same tables (``tables``), from the
    same deals, in the same seats, against the same opponents with the same random draws. A session is ``games`` games
    at one table. Every player begins a session anew and keeps its memory within it. ``simulations`` or ``seconds``
    limit every move of players whose specifications have such an option and do not set it; opponents are not changed.
    In a list of a player's specification, ``truth`` stands for the opponents at the table: ``candidates=[truth,
    greedy]``. With a ``handicap`` our player begins every game at a disadvantage. Games begin after ``opening`` random
    moves. ``clairvoyant`` says how the clairvoyant replies to the true policies: ``auto`` (the game's own best reply if
    it has one, or else ``exploit``), ``exploit``, ``best-response`` for very small games, or ``none``. It can be slow.
    So it may play only the first ``clairvoyant_sessions`` at every table (0: all). ``loads`` are Python files with your
    own games, players and models. ``memories`` are snapshots of memory files of players; every session starts from
    them.

    >>> league = League.of("tic-tac-toe", ["random", "greedy"], ["mcts"], baseline="random", simulations=50)
    >>> league.arms
    ('random', 'mcts(simulations=50)', 'clairvoyant(simulations=50)')
    >>> len(league.cases(sessions=3))
    18
    """

    game: str
    opponents: tuple[str, ...]
    players: tuple[str, ...]
    baseline: str
    clairvoyant: str = REPLIES[0]
    clairvoyant_sessions: int = 0
    games: int = 10
    seed: int = 0
    simulations: int = 0
    seconds: float = 0.0
    handicap: str = ""
    opening: int = 0
    loads: tuple[str, ...] = ()
    memories: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(
        cls,
        game: str | Game,
        opponents: Iterable[Given] = (),
        players: Iterable[Given] = (),
        baseline: Given = "",
        *,
        loads: Sequence[str] = (),
        opening: int | None = None,
        at_most: int = 0,
        **options: Any,
    ) -> League:
        """Make a league from specifications, with defaults for what is not given, and check that everything exists.

        ``at_most`` takes only this many opponents of the game's population. Without a ``baseline``, the one that was
        chosen for the game is used, with its own limit for a move. The handicap is then the one under which it was
        chosen, unless another is given. ``papers`` among the players stands for every method of the papers that can
        play the game (``kibitz.specialists.entrants``). ``ablations`` stands for the reader, for readers that each lack
        one of its parts, and for the reader with the truth as a candidate.
        """
        for file in loads:
            load(file)
        for name in options:
            if name not in PLAYED:
                raise SpecError(f"a league has no option '{name}'; {nearest(name, OPTIONS)}")
        played = game_named(game)
        if isinstance(baseline, str) and not baseline:
            usual = default_baseline(played)
            baseline = usual.player
            options.setdefault("handicap", usual.handicap)
        made = cls(
            written(game),
            all_written(opponents, "opponents") or default_opponents(played, at_most),
            named_players(all_written(players, "players") or default_players(played), played),
            written(baseline),
            loads=tuple(loads),
            opening=default_opening(played) if opening is None else opening,
            **options,
        )
        everybody = (*made.opponents, *(with_truth(each, made.opponents) for each in made.players), made.baseline)
        return replace(made, memories=snapshots(map(player_named, everybody)))

    def __post_init__(self) -> None:
        for file in self.loads:
            load(file)
        self._check_numbers()
        object.__setattr__(self, "game", str(game_named(self.game)))
        if self.handicap:
            object.__setattr__(self, "handicap", str(handicap(self.played, self.handicap)))
        limits = {name: getattr(self, name) for name in BUDGETS if getattr(self, name)}
        object.__setattr__(self, "baseline", limited(self.baseline, limits))
        object.__setattr__(self, "opponents", tuple(str(player_named(each)) for each in self.opponents))
        object.__setattr__(self, "players", tuple(limited(each, limits, self.tables) for each in self.players))
        for what, listed in (("player", (self.baseline, *self.players)), ("opponent", self.opponents)):
            for each in listed:
                if listed.count(each) > 1:
                    raise SpecError(f"{what} {each} is given twice; the baseline counts as a player. Leave one out")

    def _check_numbers(self) -> None:
        whole = (
            ("seed", 0, 2**64 - 1),
            ("games", 1, 10**6),
            ("opening", 0, 10**4),
            ("simulations", 0, 10**7),
            ("clairvoyant_sessions", 0, 10**6),
        )
        for name, low, high in whole:
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise SpecError(f"{name}={value!r} is not allowed, it takes a whole number from {low} to {high}")
        if not 0 <= self.seconds < 86_400:
            raise SpecError(f"seconds={self.seconds!r} is not allowed, it takes a number of seconds for a move")
        if self.simulations and self.seconds:
            raise SpecError("give simulations or seconds for a move, not both")
        if self.clairvoyant not in CLAIRVOYANTS:
            raise SpecError(f"clairvoyant={self.clairvoyant!r} is not known; {nearest(self.clairvoyant, CLAIRVOYANTS)}")
        if self.clairvoyant_sessions and self.clairvoyant == NONE:
            raise SpecError("without a clairvoyant, clairvoyant_sessions means nothing; leave out one of the two")
        if not self.opponents or not self.players:
            raise SpecError("a league needs at least one opponent and one player besides the baseline")

    # What it consists of.

    @cached_property
    def played(self) -> Game:
        """The game."""
        return game_named(self.game)

    @cached_property
    def tables(self) -> list[Table]:
        """The tables, one for each opponent."""
        return tables(self.opponents, self.played.players - 1)

    @cached_property
    def clairvoyant_arm(self) -> str:
        """The specification of the clairvoyant; empty if there is none."""
        return "" if self.clairvoyant == NONE else str(self.seer(()))

    def seer(self, others: Sequence[Player]) -> Clairvoyant:
        """A clairvoyant at a table with these opponents."""
        limits: dict[str, Any] = {name: getattr(self, name) for name in BUDGETS if getattr(self, name)}
        return Clairvoyant(others, reply=self.clairvoyant, **limits)

    @cached_property
    def arms(self) -> tuple[str, ...]:
        """Everybody who is measured: the baseline, the players, the clairvoyant."""
        last = (self.clairvoyant_arm,) if self.clairvoyant_arm else ()
        return (self.baseline, *self.players, *last)

    @cached_property
    def unlimited(self) -> tuple[str, ...]:
        """The players that ``simulations`` or ``seconds`` did not limit: they have no such option, or set it."""
        given = [name for name in BUDGETS if getattr(self, name)]
        return tuple(
            each for each in (self.baseline, *self.players) if any(not _limited_by(each, name, self) for name in given)
        )

    def cases(self, sessions: int) -> list[Case]:
        """All sessions: first the first session of every table, then the second, and so on."""
        return [
            Case(arm, table, number)
            for number in range(sessions)
            for table in self.tables
            for arm in self.arms
            if arm != self.clairvoyant_arm or number < (self.clairvoyant_sessions or sessions)
        ]

    # Identity.

    def described(self) -> dict[str, Any]:
        """Everything that the sessions of a league have in common, as plain values.

        Players, opponents and limits are part of the address of a session, so more of them can be added to the same
        results file.
        """
        return {
            "game": str(self.played.full_spec),
            "games": self.games,
            "seed": self.seed,
            "handicap": self.handicap,
            "opening": self.opening,
            "loads": [file_digest(file) for file in self.loads],
            "memories": [list(pair) for pair in self.memories],
            "version": kibitz.__version__,
            "core": core_signature(),
        }

    def to_json(self) -> str:
        """The league as text; ``from_json`` reads it."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> League:
        """Read what ``to_json`` wrote."""
        fields: dict[str, Any] = json.loads(text)
        fields["memories"] = [tuple(pair) for pair in fields["memories"]]
        frozen: dict[str, Any] = {
            name: tuple(each) if isinstance(each, list) else each for name, each in fields.items()
        }
        return cls(**frozen)


PLAYED = tuple(name for name in League.__dataclass_fields__ if name != "memories")
OPTIONS = (
    *PLAYED,
    "at_most",
    "sessions",
    "until_decided",
    *(name for name in RunningOptions.__annotations__ if name not in ("records", "strict")),
)
"""Everything that ``league`` takes by name: what is played, and how it is run."""


def limited(given: str, limits: dict[str, Any], tables: Sequence[Table] = ()) -> str:
    """The specification of a player with limits for a move, if it has such options and does not set any of them.

    >>> limited("mcts", {"simulations": 50}), limited("mcts(simulations=9)", {"simulations": 50})
    ('mcts(simulations=50)', 'mcts(simulations=9)')
    >>> limited("maxn(depth=2)", {"simulations": 50}), limited("noisy(greedy, 0.2)", {"simulations": 50})
    ('maxn(depth=2)', 'noisy(greedy, 0.2)')
    """
    if tells_truth(given):  # only check that each table is possible; the text is not changed
        for table in tables:
            player_named(with_truth(given, table))
        spec = parse(given)
    else:
        spec = player_named(given).spec
    options = _options_of(str(spec))
    if not any(name in spec.options for name in BUDGETS) and all(name in options for name in limits):
        spec = Spec(spec.name, spec.arguments, {**spec.options, **limits})
    return str(spec) if tells_truth(str(spec)) else str(player_named(str(spec)))


def _options_of(given: str) -> set[str]:
    """The names of the options of a player or a search; models have none that limit a move."""
    name = spelled(parse(given).name)
    kind: type[Specified] | None = None
    if name in PLAYERS:
        kind = PLAYERS.kind(name)
    elif name in SEARCHES:
        kind = SEARCHES.kind(name)
    return {option.name for option in kind.options_known} if kind else set()


def _limited_by(given: str, name: str, league: League) -> bool:
    return bool(parse(given).options.get(name) == getattr(league, name))
