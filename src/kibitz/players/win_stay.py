"""A player that learns which of two players it does better with: win-stay, lose-shift."""

from __future__ import annotations

from kibitz.learning.decisions import lost
from kibitz.players.changing import TwoPlayers
from kibitz.players.player import Player, Position


class WinStay(TwoPlayers):
    """Plays like one of two players. If its score in a game was below the mean of all seats, it plays the next game
    like the other one.

    >>> import kibitz
    >>> player = kibitz.player("win-stay(first-move, by-the-book)")
    >>> played = kibitz.play_game("tic-tac-toe", [player, "alpha-beta"], seed=1)
    >>> played.scores, str(player.current)
    ((-1.0, 1.0), 'by-the-book')
    """

    name = "win-stay"
    summary = "plays like one of two players, and changes after every game that it lost"
    source = "Robbins 1952; Nowak & Sigmund 1993"
    arguments_taken = 2
    _shifted = False

    @property
    def current(self) -> Player:
        """The player that it plays like in this game."""
        return self.then if self._shifted else self.first

    def end(self, view: Position) -> None:
        """Shift after a loss."""
        super().end(view)
        self._shifted ^= lost(view.scores, self.seat)
