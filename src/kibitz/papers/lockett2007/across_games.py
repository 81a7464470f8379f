"""What the Bayesian reader wins from an opponent after so many games against it: played games, exact rates."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.games.registry import game
from kibitz.models.mixture import Mixture
from kibitz.models.model import Model
from kibitz.models.stationary import CARDINALS
from kibitz.players.guess_it import BayesReader
from kibitz.players.searching import Modelled
from kibitz.players.table import play_game
from kibitz.random import Random
from kibitz.searches.guess_it_exact import win_rate

CHECKPOINTS = (0, 1, 2, 5, 10, 20, 50)


def drawn_mixture(seed: int, number: int) -> Model:
    """An opponent from the paper's prior: a uniform number for every cardinal opponent, divided by their sum.

    >>> drawn_mixture(seed=1, number=0) == drawn_mixture(seed=1, number=0)
    True
    """
    random = Random(seed, "mixture", number)
    return Model(Mixture(tuple((random.uniform(), Model(cardinal)) for cardinal in CARDINALS.values())))


def rates_by_games(opponent: str, seed: int, cards: int = 6, checkpoints: Sequence[int] = CHECKPOINTS) -> list[float]:
    """How often the reader would win its next game, over both seats, after so many games, moving first by turns.

    >>> rates = rates_by_games("always-ask", seed=1, cards=3, checkpoints=[0, 8])
    >>> rates[1] > rates[0]
    True
    """
    played = game("guess-it", cards=cards)
    reader, other = BayesReader(carry=True), Modelled(opponent)
    names, found = ("reader", "opponent"), []
    for number in range(max(checkpoints) + 1):
        if number in checkpoints:
            reader.begin(played, 0, played.start(0).view(0), names)
            found.append(win_rate(reader.reply, opponent, cards).mean)
        order = (reader, other) if number % 2 == 0 else (other, reader)
        play_game(played, order, Random(seed, "game", number).next(), names if number % 2 == 0 else names[::-1])
    return found
