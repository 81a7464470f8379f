"""A session: the unit of work of a match. Its moves depend only on the experiment, the deal and the seating."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import lru_cache, reduce
from hashlib import blake2b
from time import perf_counter
from typing import ClassVar, NamedTuple

from kibitz._core import combine
from kibitz.arena.experiment import Experiment
from kibitz.arena.faults import CRASH, DIED, MISTAKES, Fault, Hurried, PlayerFault, blamed
from kibitz.arena.memories import private_memories
from kibitz.arena.seatings import Seating
from kibitz.errors import KibitzError
from kibitz.games.checking import naming
from kibitz.games.game import State
from kibitz.games.handicaps import handicapped
from kibitz.games.records import GameRecord
from kibitz.players.play_game import PlayedGame, play_game, random_moves
from kibitz.players.player import Player
from kibitz.players.registry import player
from kibitz.random import stream

_named = lru_cache(maxsize=64)(stream)  # cached: consecutive sessions have the same deal


class GameResult(NamedTuple):
    """How one game ended: scores by seat, the seats that won, and how many moves it took.

    If a player failed, there are no scores and all others have won.
    """

    scores: tuple[float, ...] | None
    winners: tuple[int, ...]
    moves: int
    fault: Fault | None = None
    record: str | None = None
    clocked: bool | None = False
    """Whether a time limit had an effect in this game, or earlier in its session if players remember. None: not known.
    """
    line: int | None = None
    """A hash of the first position and all moves, where games may repeat each other. None: not known, or not needed."""

    @property
    def reproducible(self) -> bool | None:
        """Whether another run gives the same game: false if a time limit had an effect or a player failed. None: not
        known.
        """
        if self.fault is not None or self.clocked:
            return False
        return None if self.clocked is None else True


class Session(NamedTuple):
    """The games of one session, and how much of its time the players took themselves."""

    number: int
    games: tuple[GameResult, ...]
    seconds: float = 0.0
    player_seconds: float = 0.0


Seated = tuple[list[Player], tuple[str, ...]]
"""The players in their seats, and their names."""
TABLES = 1000
"""How many seatings keep their player objects for later sessions; with drawn seatings there may be a million."""


class Director:
    """Plays the sessions of an experiment, by number, in any order.

    >>> director = Director(Experiment.of("tic-tac-toe", ["random", "maxn"], seed=1))
    >>> director.play(0).games  # doctest: +ELLIPSIS
    (GameResult(scores=(-1.0, 1.0), winners=(1,), moves=6, fault=None, record=None, clocked=False, line=...),)
    """

    kept: ClassVar[str] = "moves"
    """What ``record`` stores: the moves of a game, unless a subclass stores something else."""
    whole_deals: ClassVar[bool] = False
    """Whether it is faster to play all sessions of a deal together."""

    def __init__(self, experiment: Experiment, records: bool = False) -> None:
        self.experiment = experiment
        self.records = records
        self.game = experiment.played
        self.may_repeat = experiment.may_repeat
        self._seated: dict[tuple[int, int], Player] = {}
        self._tables: dict[Seating, Seated] = {}
        self._started: tuple[int, int, State] | None = None

    def play(self, number: int) -> Session:
        """Play a session."""
        if not self.experiment.memories:
            return self._play(number, self._table)
        with ExitStack() as private:
            return self._play(number, lambda seating: (self._with_memories(seating, private), self._names(seating)))

    def _play(self, number: int, table: Callable[[Seating], Seated]) -> Session:
        began = perf_counter()
        deal, seating = self.experiment.address(number)
        players, names = table(seating)
        games, thought = list[GameResult](), 0.0
        remember = any(seated.watches for seated in players)
        for place in range(self.experiment.series):
            game, seconds = self._play_game(players, names, deal, seating, place)
            carried = remember and bool(games) and games[-1].clocked
            games.append(game._replace(clocked=True) if carried else game)
            thought += seconds
            if game.fault:
                break
        return Session(number, tuple(games), perf_counter() - began, thought)

    def _play_game(
        self, players: Sequence[Player], names: Sequence[str], deal: int, seating: Seating, place: int
    ) -> tuple[GameResult, float]:
        """Play one game, and measure the players' time. The deal and chance moves are the same in every seating,
        but the players' random choices are not."""
        try:
            with naming(self.game):
                seed, start = self.play_seed(deal, seating, place), self.start_for(seating, deal, place)
                chance_seed = self.deal_seed(deal, place)
                played = play_game(self.game, players, seed, names, start, blame=blamed, chance_seed=chance_seed)
                record = self.record(played, names) if self.records else None
                winners = tuple(sorted(played.end.winners))
        except PlayerFault as fault:
            return failed(fault.fault, self.game.players), 0.0
        except MISTAKES:
            raise
        except KibitzError as error:  # nobody's fault in particular, such as a game without an end
            return failed(Fault(None, CRASH, str(error)), self.game.players), 0.0
        line = line_of(played) if self.may_repeat else None
        result = GameResult(played.scores, winners, len(played.moves), None, record, played.clocked, line)
        return result, sum(played.seconds)

    def record(self, played: PlayedGame, names: Sequence[str]) -> str:
        """The text that is stored for a game: the game itself, move by move."""
        return GameRecord(played.start, tuple(names), played.moves, played.scores).to_json()

    def start_for(self, seating: Seating, deal: int, place: int = 0) -> State:
        """The start of a deal, with the handicap of the first player in the seat that it has in this seating."""
        start = self.start(deal, place)
        if self.experiment.handicap:
            for seat, number in enumerate(seating):
                if number == 0:
                    start = handicapped(start, seat, self.experiment.handicap, self.deal_seed(deal, place))
        return start

    def start(self, deal: int, place: int = 0) -> State:
        """The first position of a deal, after its opening moves."""
        if self._started is None or self._started[:2] != (deal, place):
            seed = self.deal_seed(deal, place)
            given = self.experiment.positions
            start = self.game.parse(given[deal % len(given)]) if given else self.game.start(seed)
            self._started = (deal, place, opened(start, seed, self.experiment.opening))
        return self._started[2]

    def deal_seed(self, deal: int, place: int = 0) -> int:
        """The seed of the first position and the chance moves of one game, the same for every seating."""
        return _named(("deal", self.experiment.seed, deal, place))

    def play_seed(self, deal: int, seating: Seating, place: int = 0) -> int:
        """The key of the random choices of the players in one game."""
        return reduce(combine, seating, _named(("play", self.experiment.seed, deal, place)))

    def _table(self, seating: Seating) -> Seated:
        """New players in their seats; players without a memory are reused."""
        table = self._tables.get(seating)
        if table is None:
            table = list(map(self._player, seating, range(len(seating)))), self._names(seating)
            if len(self._tables) < TABLES and not any(seated.watches for seated in table[0]):
                self._tables[seating] = table
        return table

    def _names(self, seating: Seating) -> tuple[str, ...]:
        return tuple(self.experiment.labels[player] for player in seating)

    def _with_memories(self, seating: Seating, private: ExitStack) -> list[Player]:
        specs = [self.experiment.players[number] for number in seating]
        made = private.enter_context(private_memories(specs, dict(self.experiment.memories)))
        return list(map(self._hurried, made))

    def _player(self, number: int, seat: int) -> Player:
        """A new player; a player without a memory is reused."""
        seated = self._seated.get((number, seat))
        if seated is None or seated.watches:
            seated = self._seated[number, seat] = self._hurried(player(self.experiment.players[number]))
        return seated

    def _hurried(self, made: Player) -> Player:
        limit = self.experiment.move_seconds
        return Hurried(made, limit) if limit else made


def line_of(played: PlayedGame) -> int:
    """A hash of a game by its first position and its moves: two games with the same hash are the same game."""
    text = "\n".join((str(played.start), *played.moves))
    return int.from_bytes(blake2b(text.encode(), digest_size=7).digest(), "big")


def failed(fault: Fault, seats: int) -> GameResult:
    """The result of a game that a player could not finish: all others have won."""
    others = () if fault.seat is None else tuple(seat for seat in range(seats) if seat != fault.seat)
    return GameResult(None, others, 0, fault)


def opened(start: State, seed: int, plies: int) -> State:
    """The position after random opening moves; moves that would end the game are left out."""
    return [each for each in random_moves(start, seed, plies) if not each.over][-1] if plies else start


def died(number: int) -> Session:
    """A session whose process died twice."""
    return Session(
        number, (GameResult(None, (), 0, Fault(None, DIED, "the process that played this game died twice")),)
    )
