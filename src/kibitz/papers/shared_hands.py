"""Many seatings of the same deal at once: a hand that two of them play alike is played once."""

from __future__ import annotations

from typing import Any

from kibitz.arena.experiment import Experiment
from kibitz.arena.seatings import Seating
from kibitz.arena.session import Director, GameResult, Session
from kibitz.errors import KibitzError
from kibitz.players.player import Player
from kibitz.players.registry import player


class Position:
    """A position of one hand, and where each player's move leads from it, once one has been asked for it."""

    __slots__ = ("_after", "_moves", "state")

    def __init__(self, state: Any) -> None:
        self.state = state
        self._after: dict[int, Position] = {}  # by the number of the player
        self._moves: dict[str, Position] = {}

    def after(self, number: int, players: dict[int, Player]) -> Position:
        """The position to which the player with this number goes on."""
        found = self._after.get(number)
        if found is None:
            move = certain_move(players[number], self.state)
            found = self._moves.get(move)
            if found is None:
                found = self._moves[move] = Position(self.state.play(move))
            self._after[number] = found
        return found


def certain_move(asked: Player, state: Any) -> str:
    """The one move that a player makes here.

    >>> import kibitz
    >>> certain_move(kibitz.player("model(MT, ties=left-low)"), kibitz.game("spades(open=true)").start(seed=1))
    'bid 1'
    """
    made = [move for move, share in asked.policy(state).items() if share > 0]
    if len(made) != 1:
        raise KibitzError(
            f"{asked} makes any of {', '.join(made)} here; hands are shared where moves are certain: take ties=left-low"
        )
    return made[0]


class SharedHands(Director):
    """Plays sessions of a long game of Spades as its director would, only sooner.

    What is played in a hand depends on its cards and on who sits where, not on the running score (NOTES to
    sturtevant2006), provided that nobody remembers and nobody draws. So every position that a seating reaches in a hand
    is looked at once by each player, however many seatings of the deal reach it. Whole deals should be handed out
    together.

    >>> experiment = Experiment.of("spades(open=true, cards=5, hands=3)",
    ...     ["model(MT, ties=left-low)", "model(mOT, ties=left-low)"], seed=1)
    >>> SharedHands(experiment).play(8).games == Director(experiment).play(8).games
    True
    """

    def __init__(self, experiment: Experiment, records: bool = False) -> None:
        super().__init__(experiment, records)
        self._numbered = {number: player(spec) for number, spec in enumerate(experiment.players)}
        for each in self._numbered.values():
            if each.watches:
                raise KibitzError(f"{each} remembers what it saw, so its hands cannot be shared: use a plain match")
        self._deal = -1
        self._hands: list[Position] = []

    def play(self, number: int) -> Session:
        """Play a session; its time is not measured apart, since it is shared with others."""
        if self.records or self.experiment.series > 1:
            return super().play(number)
        deal, seating = self.experiment.address(number)
        if deal != self._deal:
            self._deal, self._hands = deal, []
        state, moves = self.start(deal), 0
        while not state.over:
            record = self._hand(state, seating)
            state = self._after_hand(state, record)
            moves += len(record)
        return Session(number, (GameResult(state.scores, tuple(sorted(state.winners)), moves),))

    def _hand(self, state: Any, seating: Seating) -> list[int]:
        """The moves of the hand that begins here."""
        hand, seats = state.core.hand, len(seating)
        if hand == len(self._hands):
            self._hands.append(Position(state.game.part(state)))
        position = self._hands[hand]
        while not position.state.over:  # seats of the hand are turned, its first leader is in seat 0
            position = position.after(seating[(position.state.to_move + hand) % seats], self._numbered)
        return list(position.state.core.record)

    @staticmethod
    def _after_hand(state: Any, record: list[int]) -> Any:
        game = state.game
        return game.with_record(state, record[:-1]).play(game.move_text(record[-1]))
