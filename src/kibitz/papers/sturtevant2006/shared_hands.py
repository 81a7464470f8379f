"""Plays many seatings of the same deal together, so that equal hands are played only once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, ClassVar

from kibitz.arena.card_sessions import hands_finished
from kibitz.arena.experiment import Experiment
from kibitz.arena.seatings import Seating
from kibitz.arena.session import Director, GameResult, Session
from kibitz.errors import KibitzError
from kibitz.games.capabilities import bidding
from kibitz.models.move_probabilities import respond
from kibitz.players.play_game import PlayedGame, act_seeds
from kibitz.players.player import Player, Policy
from kibitz.players.registry import player
from kibitz.random import Random
from kibitz.searches.clocks import clock_decisions
from kibitz.searches.search import Search
from kibitz.wants.registry import want
from kibitz.wants.want import Want

Line = tuple[str, ...]
Assumed = tuple[Want, ...]
"""A player's assumption about what every seat wants, including its own."""

OVER = -1
SCORES = "scores"


class SharedPosition:
    """A position of one hand, the move of each player in it, and the positions after these moves.

    ``expected`` holds the lines that max^n found earlier in the hand and that were followed so far: a search
    with the same assumption about what everybody wants would find the rest of the line again.
    """

    __slots__ = ("_moves", "after", "expected", "policies", "seat", "state")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.seat: int = OVER if state.over else state.to_move
        # By number of the player: the position after its move, if that is certain.
        self.after: dict[int, SharedPosition] = {}
        self.policies: dict[int, Policy] = {}
        self.expected: dict[int, Line] = {}  # by number of the assumption
        self._moves: dict[str, SharedPosition] = {}

    def play(self, move: str) -> SharedPosition:
        """The position after a move."""
        found = self._moves.get(move)
        if found is None:
            found = self._moves[move] = SharedPosition(self.state.play(move))
            for assumed, line in self.expected.items():
                if line[:1] == (move,):
                    found.expected[assumed] = line[1:]
        return found

    def expect(self, assumed: int, line: Line) -> None:
        """Store the expected line from this position on, also in later positions that exist already."""
        self.expected[assumed] = line
        following = self._moves.get(line[0]) if line else None
        if following is not None:
            following.expect(assumed, line[1:])


class SharedHands(Director):
    """Plays sessions of a card game with the same results as ``Director``, but faster.

    The moves of a hand depend on its cards and the seating, not on the running score, under two conditions: nobody
    remembers earlier hands, and in games of many hands nobody wants to be ahead of others. So each player searches
    every position of a hand only once, however many seatings of the deal reach it; random ties are still drawn for
    every seating. As long as the moves made are the ones that max^n expected, its next search would only find the rest
    of the same line. So the line is used without a search (``foresee``; a test switches it off). All sessions of a deal
    should be given out in one chunk of work. If games are to be recorded, the scores after every hand are recorded.

    >>> experiment = Experiment.of("spades(open=true, cards=5, hands=3)",
    ...     ["model(MT, ties=left-low)", "model(mOT, ties=left-low)"], seed=1)
    >>> SharedHands(experiment).play(8).games == Director(experiment).play(8).games
    True
    """

    kept: ClassVar[str] = SCORES
    whole_deals: ClassVar[bool] = True
    foresee: ClassVar[bool] = True

    def __init__(self, experiment: Experiment, records: bool = False) -> None:
        super().__init__(experiment, records)
        if experiment.series > 1:
            raise KibitzError("hands can be shared only if a session is a single game: use a plain match for a series")
        self._numbered = [player(spec) for spec in experiment.players]
        for each in self._numbered:
            if each.watches:
                raise KibitzError(f"{each} remembers what it saw, so its hands cannot be shared: use a plain match")
        self._searches = [foreseeing(each, experiment) if self.foresee else None for each in self._numbered]
        self._assumptions: dict[Assumed, int] = {}
        self._assumed: dict[tuple[int, int], int] = {}
        self._deal, self._clocked = -1, False
        self._hands: list[SharedPosition] = []

    def play(self, number: int) -> Session:
        """Play a session; its time is not measured, because sessions share work."""
        deal, seating = self.experiment.address(number)
        if deal != self._deal:
            self._deal, self._hands, self._clocked = deal, [], False
        before = clock_decisions()
        state, moves, scores = self.start(deal), 0, []
        seeds = act_seeds(self.play_seed(deal, seating), len(seating))
        while not state.over:
            record = self._hand(state, seating, seeds, moves)
            state = self._after_hand(state, record)
            moves += len(record)
            scores.append(state.scores)
        kept = json.dumps(scores) if self.records else None
        self._clocked = self._clocked or clock_decisions() > before  # positions are shared by all sessions of the deal
        winners = tuple(sorted(state.winners))
        return Session(number, (GameResult(state.scores, winners, moves, None, kept, self._clocked),))

    def _hand(self, state: Any, seating: Seating, seeds: Sequence[int], ply: int) -> list[int]:
        """The moves of the hand that begins here, with the ply of the game."""
        hand, seats = state.core.hand, len(seating)
        if hand == len(self._hands):
            self._hands.append(SharedPosition(state.game.part(state)))
        position = self._hands[hand]
        while position.seat != OVER:  # the seats of the hand are rotated: its first leader is in seat 0
            seat = (position.seat + hand) % seats
            following = position.after.get(seating[seat])
            position = following or self._decided(position, seating[seat], (seeds[seat] + ply) % 2**64)
            ply += 1
        return list(position.state.core.record)

    def _decided(self, position: SharedPosition, number: int, seed: int) -> SharedPosition:
        """The position after a player's move: always the same one, unless the player breaks ties at random."""
        policy = position.policies.get(number)
        if policy is None:
            policy = position.policies[number] = self._policy(position, number)
        made = [move for move, share in policy.items() if share > 0]
        if len(made) == 1:
            position.after[number] = position.play(made[0])
            return position.after[number]
        return position.play(Random(seed, "act").weighted(policy))

    def _policy(self, position: SharedPosition, number: int) -> Policy:
        state, search = position.state, self._searches[number]
        moves = state.moves()
        if len(moves) == 1:
            return {moves[0]: 1.0}
        if search is None or bidding(state):
            return self._numbered[number].policy(state)
        assumed = self._assumption(number, search, position)
        line = position.expected.get(assumed)
        if line:
            return {line[0]: 1.0}
        analysis = search.analyse(state)
        policy = respond(analysis, ties=search.options["ties"])
        if policy[analysis.line[0]] == 1.0:
            position.expect(assumed, analysis.line)
        return policy

    def _assumption(self, number: int, search: Search, position: SharedPosition) -> int:
        """The player's assumption about what everybody wants, as a number; equal assumptions have equal numbers."""
        key = (number, position.seat)
        if key not in self._assumed:
            wanted = tuple(search.by_seat(position.state, want(search.options["own"]), want))
            self._assumed[key] = self._assumptions.setdefault(wanted, len(self._assumptions))
        return self._assumed[key]

    @staticmethod
    def _after_hand(state: Any, record: list[int]) -> Any:
        game = state.game
        return game.with_record(state, record[:-1]).play(game.move_text(record[-1]))


def foreseeing(asked: Player, experiment: Experiment) -> Search | None:
    """The search whose expected line the player always follows; None if there is none.

    >>> experiment = Experiment.of("spades(open=true, hands=3)", ["model(MT, ties=left-low)", "mOT", "MT_generic"])
    >>> [foreseeing(player(each), experiment) for each in experiment.players]
    [kibitz.search('maxn(own=MT, values=best, line=false)'), None, None]
    """
    return asked.line_followed(experiment.played)


class KeptScores(Director):
    """Records only the scores after every hand of a game."""

    kept: ClassVar[str] = SCORES

    def record(self, played: PlayedGame, names: Sequence[str]) -> str:
        """The scores after every hand."""
        scores: list[tuple[float, ...]] = []
        state = played.start
        for move in played.moves:
            state = state.play(move)
            if hands_finished(state) > len(scores):
                scores.append(state.scores)
        return json.dumps(scores)
