"""How soon readers notice that an opponent has changed: within a game from their answers, across games from play."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz import _core
from kibitz.games.registry import game
from kibitz.players.play_game import play_game
from kibitz.players.searching import Modelled
from kibitz.random import Random
from kibitz.specialists.guess_it.evolution.networks import Network
from kibitz.specialists.guess_it.exact import win_rate
from kibitz.specialists.guess_it.mixture_prior import prior_points
from kibitz.specialists.guess_it.plans import Happening, Unknown
from kibitz.specialists.guess_it.players import BayesReader

HALF = 0.5
MOVES = 6  # moves of one player in a game; a network has inputs for as many


def bayes_says(bluffs: int, asks: int, forgetting: float = 1.0) -> list[float]:
    """The reader's probability of a bluff: after a number of bluffs, then after each of a number of asks.

    >>> plain, forgetful = bayes_says(2, 2), bayes_says(2, 2, forgetting=0.5)
    >>> plain[0] > HALF, forgetful[2] < plain[2] < plain[1]
    (True, True)
    """
    stranger = Unknown(prior_points(), forgetting)
    memory, said = stranger.first, []
    for number in range(bluffs + asks + 1):
        if number >= bluffs:
            said.append(stranger.choice(MOVES, MOVES, False, memory).bluff)
        memory = stranger.after(memory, Happening(number < bluffs, answering=False), mine=True)
    return said


def identifier_says(identifier: Network, bluffs: int, asks: int, steps: int) -> list[float]:
    """A Mixture Identifier's probability of a bluff: after a number of bluffs, then after each of a number of asks. It
    is queried after every move and sees each move at once."""
    activity, said = _core.Activity(identifier.core), []
    for number in range(bluffs + asks + 1):
        moves = [1.0 if move < bluffs else -1.0 for move in range(number)]
        mixture = activity.query([*moves, *[0.0] * (MOVES - number), 0.0], steps=steps)
        total = sum(mixture)
        if number >= bluffs:
            said.append((mixture[1] + mixture[3]) / total if total else HALF)
    return said


def noticed_after(said: Sequence[float]) -> int:
    """The number of new moves after which a bluff is less likely than not; one above the maximum if never.

    >>> noticed_after([0.7, 0.6, 0.4]), noticed_after([0.7, 0.6, 0.6])
    (2, 3)
    """
    return next((number for number, bluff in enumerate(said) if number and bluff < HALF), len(said))


def series(forgetting: float, seed: int, before: int, after: int) -> list[tuple[float, float]]:
    """The expectations of a reader with a memory about an opponent that bluffs for some games and then asks.

    For each game after the change: the reader's probability that a move is a bluff, and its exact winning rate against
    a player that always asks.

    >>> [expected, won] = series(1.0, seed=1, before=2, after=0)[0]
    >>> expected > HALF > won
    True
    """
    played, reader = game("guess-it"), BayesReader(carry=True, forgetting=forgetting)
    early, later = Modelled("always-bluff"), Modelled("always-ask")
    names, found = ("reader", "opponent"), []
    for number in range(before + after + 1):
        if number >= before:
            reader.begin(played, 0, played.start(0).view(0), names)
            believed = reader.belief()
            won = win_rate(reader.reply, "always-ask").mean
            found.append((float(believed.shares @ believed.bluff), won))
        order = [reader, early if number < before else later]
        even = number % 2 == 0
        play_game(
            played,
            order if even else order[::-1],
            Random(seed, "series", number).next(),
            names if even else names[::-1],
        )
    return found
