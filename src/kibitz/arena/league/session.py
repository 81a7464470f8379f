"""A session of a league: some games of one player at one table.

The moves of a session depend only on the league and on who plays, at which table, and the number of the session.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from time import process_time
from typing import Any

from kibitz.arena.faults import CRASH, DIED, MISTAKES, Fault, PlayerFault, blamed
from kibitz.arena.league.ablations import with_truth
from kibitz.arena.league.experiment import League
from kibitz.arena.league.tables import Table, seat_of
from kibitz.arena.memories import private_memories
from kibitz.arena.points import counted
from kibitz.arena.session import GameResult, failed, opened
from kibitz.errors import KibitzError
from kibitz.games.checking import naming
from kibitz.games.game import Event, Game, State
from kibitz.games.handicaps import handicapped
from kibitz.players.delegating import Delegating
from kibitz.players.play_game import play_game
from kibitz.players.player import Player, Position
from kibitz.players.registry import player
from kibitz.random import stream

OURS = "player"
COMPARED = 2
"""How many decisions of every game are compared with what the baseline would do."""
TOLD = 3
"""How many of the likeliest candidates of a belief are stored."""

Played = dict[str, Any]
"""A game as plain values: our share of the win, our score, our moves, the processor time that we took, that of
everybody, whether a clock decided something, who failed, and what our player believes after it."""


def names_at(seats: int) -> list[str]:
    """The names of the players at a table, which say nothing about how they play.

    >>> names_at(3)
    ['player', 'opponent 1', 'opponent 2']
    """
    return [OURS, *(f"opponent {number}" for number in range(1, seats))]


class Counting(Delegating):
    """Counts the moves of a player, and the processor time of everything that it does.

    It measures processor time, because other processes on the machine do not change that.
    """

    name = "counting"

    def __init__(self, inner: Player) -> None:
        super().__init__(inner)
        self.moves = 0
        self.seconds = 0.0  # on its own clock, while it is asked for a move
        self.watching = 0.0  # on the clocks of the others
        self.decisions: list[tuple[Position, int, str]] = []  # of this game, where there was a choice

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Begin a game, for the inner player too."""
        self.decisions = []
        with self._watching():
            super().begin(game, seat, view, names)

    def see(self, event: Event) -> None:
        """Pass the event to the inner player."""
        with self._watching():
            super().see(event)

    def end(self, view: Position) -> None:
        """End the game for the inner player too."""
        with self._watching():
            super().end(view)

    def act(self, view: Position, seed: int = 0) -> str:
        """The move of the inner player."""
        self.moves += 1
        began = process_time()
        try:
            move = self.inner.act(view, seed)
        finally:
            self.seconds += process_time() - began
        if len(view.moves()) > 1:
            self.decisions.append((view, seed, move))
        return move

    @contextmanager
    def _watching(self) -> Iterator[None]:
        began = process_time()
        try:
            yield
        finally:
            self.watching += process_time() - began


class Sessions:
    """Plays the sessions of a league, in any order.

    >>> league = League.of("tic-tac-toe", ["greedy"], ["mcts"], baseline="random", simulations=50, games=2, opening=0)
    >>> from kibitz.arena.league.experiment import Case
    >>> [game["share"] for game in Sessions(league).play(Case("mcts(simulations=50)", ("greedy",), 0))]
    [1.0, 1.0]
    """

    def __init__(self, league: League) -> None:
        self.league = league
        self.game = league.played
        self.plain = player(league.baseline)

    def play(self, case: Sequence[Any]) -> list[Played]:
        """Play a session: its games in order."""
        arm, table, number = case
        with ExitStack() as private:
            ours, others = self._seated(arm, tuple(table), private)
            found: list[Played] = []
            for place in range(self.league.games):
                found.append(self._game(ours, others, tuple(table), number, place))
                carried = place > 0 and found[-2]["clocked"] and any(each.watches for each in (ours, *others))
                found[-1]["clocked"] = found[-1]["clocked"] or carried
        return found

    def _seated(self, arm: str, table: Table, private: ExitStack) -> tuple[Counting, list[Player]]:
        """New players, each with its own copy of the memory file it names."""
        specs = table if arm == self.league.clairvoyant_arm else (*table, with_truth(arm, table))
        if self.league.memories:
            made = private.enter_context(private_memories(specs, dict(self.league.memories)))
        else:
            made = list(map(player, specs))
        others = made[: len(table)]
        return Counting(made[-1] if len(made) > len(table) else self.league.seer(others)), others

    def _game(self, ours: Counting, others: list[Player], table: Table, number: int, place: int) -> Played:
        seats = self.game.players
        seat, names = seat_of(number, place, seats), names_at(seats)
        order = [(each - seat) % seats for each in range(seats)]  # who sits in each seat; 0 is our player
        players: list[Player] = [ours, *others]
        before, began, watched, believed = ours.moves, ours.seconds, ours.watching, {}
        started = process_time()
        try:
            with naming(self.game):
                played = play_game(
                    self.game,
                    [players[who] for who in order],
                    self.seed("play", table, number, place),
                    [names[who] for who in order],
                    self.start(table, number, place),
                    blame=blamed,
                    chance_seed=self.seed("deal", table, number, place),
                )
                winners = tuple(sorted(played.end.winners))
                believed = _believed(ours, table)
            result = GameResult(played.scores, winners, len(played.moves), clocked=played.clocked)
        except PlayerFault as fault:
            result = failed(fault.fault, seats)
        except MISTAKES:
            raise
        except KibitzError as error:  # nobody's fault in particular, such as a game without an end
            result = failed(Fault(None, CRASH, str(error)), seats)
        return {
            **_plain(result, seat, order, ours.moves - before, ours.seconds - began, believed),
            "watching": ours.watching - watched,
            "everybody": process_time() - started,
            **({"compared": compared} if (compared := self._compared(ours, place)) else {}),
        }

    def _compared(self, ours: Counting, place: int) -> list[int]:
        """Ask the baseline what it would do at some decisions of a player. Return how many were asked, and how many
        differ.
        """
        if str(ours.inner) not in self.league.players or self.plain.watches or not ours.decisions:
            return []
        step = max(1, len(ours.decisions) // COMPARED)
        asked = ours.decisions[place % step :: step][:COMPARED]
        return [len(asked), sum(self.plain.act(view, seed) != move for view, seed, move in asked)]

    def start(self, table: Table, number: int, place: int) -> State:
        """The first position of a game, with the handicap of our seat: the same for all who are measured."""
        seed = self.seed("deal", table, number, place)
        start = opened(self.game.start(seed), seed, self.league.opening)
        if not self.league.handicap:
            return start
        return handicapped(start, seat_of(number, place, self.game.players), self.league.handicap, seed)

    def seed(self, purpose: str, table: Table, number: int, place: int) -> int:
        """The seed of the deal, or of all random choices of players. It does not depend on who is measured."""
        return stream(("league", purpose, self.league.seed, *table, number, place))


def _believed(ours: Player, table: Table) -> dict[str, dict[str, float]]:
    """What our player believes about each opponent, by name: the likeliest candidates, and also the true one if it
    is among the candidates.
    """
    truths = dict(zip(names_at(len(table) + 1)[1:], table, strict=True))
    found = {}
    for reading in ours.beliefs():
        likeliest = sorted(reading.weights, key=lambda each: -reading.weights[each])[:TOLD]
        kept = dict.fromkeys([*likeliest, truths.get(reading.opponent, "")])
        found[reading.opponent] = {each: reading.weights[each] for each in kept if each in reading.weights}
    return found


def _plain(
    result: GameResult, seat: int, order: list[int], moves: int, seconds: float, believed: dict[str, dict[str, float]]
) -> Played:
    counts = counted(result, len(order))
    fault = result.fault
    blame = None if fault is None or fault.seat is None else order[fault.seat]
    return {
        "share": None if counts is None else counts.points[seat],
        "score": None if result.scores is None else result.scores[seat],
        "moves": moves,
        "seconds": seconds,
        "clocked": bool(result.clocked),
        **({} if fault is None else {"fault": [blame, fault.kind, fault.text]}),
        **({"believed": believed} if believed else {}),
    }


def died(case: Sequence[Any]) -> list[Played]:
    """A session whose process died twice: it counts for nobody."""
    result = failed(Fault(None, DIED, "the process that played it died, twice"), 1)
    return [_plain(result, 0, [0], 0, 0.0, {})]
