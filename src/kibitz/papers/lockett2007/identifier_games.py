"""How well a mixture can be identified within a game: by a player that computes the exact posterior."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import dist

from kibitz.games.game import Game
from kibitz.games.registry import game
from kibitz.papers.lockett2007.across_games import drawn_mixture
from kibitz.players.delegating import Delegating
from kibitz.players.play_game import play_game
from kibitz.players.player import Player, Policy, Position
from kibitz.players.registry import player
from kibitz.players.searching import Modelled
from kibitz.random import Random
from kibitz.specialists.guess_it.reading import belief, sights
from kibitz.specialists.guess_it.stationary import CARDINALS

EVEN = (1 / len(CARDINALS),) * len(CARDINALS)


@lru_cache(maxsize=10_000)
def expected_mixture(seen: tuple[tuple[str, int], ...]) -> tuple[float, ...]:
    """The posterior mean of an opponent's mixture, given these counts, under the paper's prior.

    >>> [round(weight, 12) for weight in expected_mixture(())]
    [0.25, 0.25, 0.25, 0.25]
    """
    return belief(dict(seen)).mean


class Identifying(Delegating):
    """Plays like its inner player, and records the expected mixture of the opponent before each move."""

    name = "identifying"

    def __init__(self, inner: Player) -> None:
        super().__init__(inner)
        self.watches = True  # type: ignore[misc]  # whether or not the other does
        self.expected: list[tuple[float, ...]] = []

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Begin a game with an empty record."""
        super().begin(game, seat, view, names)
        self.expected = []

    def policy(self, view: Position) -> Policy:
        """The policy of the inner player, after the expected mixture is recorded."""
        self.expected.append(expected_mixture(tuple(sights(view, self.seat).items())))
        return super().policy(view)

    @property
    def answer(self) -> tuple[float, ...]:
        """The mean of the recorded mixtures of a game; even weights if it never moved."""
        if not self.expected:
            return EVEN
        return tuple(sum(column) / len(self.expected) for column in zip(*self.expected, strict=True))


def identified(who: str, seed: int, first: int, games: int) -> list[tuple[float, float]]:
    """For every game, each against another mixture: 1 minus the error of the player's answer, and 1 minus the error of
    even weights.

    In section 5 of lockett2007, 1 minus the error is added to a Mixture Identifier's fitness after each game.

    >>> fitness, constant = identified("always-ask", seed=1, first=0, games=1)[0]
    >>> 0 < fitness <= 1, 0 < constant <= 1
    (True, True)
    """
    played, watching, found = game("guess-it"), Identifying(player(who)), []
    for number in range(first, first + games):
        drawn = drawn_mixture(seed, number)
        truth = [weight for weight, _ in drawn.parts]
        order = [watching, Modelled(drawn)]
        play_game(played, order if number % 2 == 0 else order[::-1], Random(seed, "identified", number).next())
        found.append((1 - dist(watching.answer, truth), 1 - dist(EVEN, truth)))
    return found
