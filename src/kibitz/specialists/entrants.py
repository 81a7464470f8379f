"""The entrants of a league besides the adaptive reader. Each is a way of modelling from the papers, as a player that
is told nothing about its opponents.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.games.game import Game
from kibitz.learning.choice_belief import depths_of
from kibitz.specialists.registry import special_entrants

NODES = 60_000
"""The number of nodes that a search of a paper may visit for a move. In most games this takes three to ten
milliseconds.
"""
WORLDS = 10
"""The number of worlds that such a search samples if something is hidden. The nodes are divided among them."""


class Entrant(NamedTuple):
    """A way of modelling: its name, the paper, and the player. If it cannot play this game, the reason instead."""

    name: str
    source: str
    player: str
    reason: str = ""


def entrants(game: Game) -> tuple[Entrant, ...]:
    """Every way of modelling that the papers give, and those that this project adds, for a game.

    >>> import kibitz
    >>> for each in entrants(kibitz.game("tic-tac-toe")):
    ...     print(f"{each.name}: {each.player or each.reason}")
    m-star: adaptive(own=evaluation, learner=strategy, depth=6)
    elimination: the preferences of the paper are about bids, which this game lacks
    bayes: the preferences of the paper are about bids, which this game lacks
    max-prob: Max-Prob needs a winner and a loser at the end of every game
    mp-mix: MP-Mix needs three players or more
    mixture-reader: the mixtures of the paper are defined only for another game
    simulations: mcts
    reader: adaptive
    """
    special = {each.name: each for each in special_entrants(game)}
    return tuple(special.get(each.name, each) for each in _general(game))


def _general(game: Game) -> Iterator[Entrant]:
    """The rows for any game. A game's own rows replace them."""
    if game.players != 2 or game.hidden or "evaluated" not in game.capabilities:
        yield Entrant("m-star", "carmel1993", "", "M* needs two players, an evaluation, and nothing hidden")
    else:
        depth = depths_of(game)[-1] + 1
        yield Entrant("m-star", "carmel1993", f"adaptive(own=evaluation, learner=strategy, depth={depth})")
    preferring = "the preferences of the paper are about bids, which this game lacks"
    yield Entrant("elimination", "sturtevant2006", "", preferring)
    yield Entrant("bayes", "sturtevant2006", "", preferring)
    if game.adversarial:
        yield Entrant("max-prob", "hashavit2011", searching(game, "max-prob"))
    else:
        yield Entrant("max-prob", "hashavit2011", "", "Max-Prob needs a winner and a loser at the end of every game")
    if game.players < 3:
        yield Entrant("mp-mix", "hashavit2011", "", "MP-Mix needs three players or more")
    else:
        yield Entrant("mp-mix", "hashavit2011", searching(game, "mp-mix", "defend=0, attack=0, "))
    yield Entrant("mixture-reader", "lockett2007", "", "the mixtures of the paper are defined only for another game")
    yield Entrant("simulations", "", "is-mcts" if game.hidden else "mcts")
    yield Entrant("reader", "", "adaptive")


def searching(game: Game, name: str, options: str = "") -> str:
    """A search with its node limit; if something is hidden, it is sampled over worlds.

    >>> import kibitz
    >>> searching(kibitz.game("hearts"), "max-prob")
    'sampled(max-prob(nodes=6000, line=false), worlds=10)'
    """
    if game.hidden:
        return f"sampled({name}({options}nodes={NODES // WORLDS}, line=false), worlds={WORLDS})"
    return f"{name}({options}nodes={NODES}, line=false)"
