"""The player that moves while no model of the opponents is trusted: the best one known that models nobody."""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.games.core_states import core_of
from kibitz.games.game import Game
from kibitz.players.player import Player
from kibitz.players.registry import player
from kibitz.registry import load_row
from kibitz.specs import Spec, parse

AUTO = "auto"
CHOSEN = "kibitz.specialists.baselines:baseline_like"
"""The baseline of each game, which was chosen on separate deals for this game or for a variant of it."""
SIMULATIONS = 500
NODES_A_SIMULATION = 100
"""One simulated game is replaced by this many nodes of a search with iterative deepening. At checkers, both take about
the same time.
"""
BUDGETS = ("simulations", "nodes", "seconds")


class Budget(NamedTuple):
    """How much is searched for a move: seconds if they are not 0, otherwise simulations. These stop early after this
    many positions (0: no limit).
    """

    simulations: int
    positions: int = 0
    seconds: float = 0.0

    def shared(self, parts: int) -> Budget:
        """The budget of one of several searches."""
        return Budget(max(1, self.simulations // parts), -(-self.positions // parts), self.seconds / parts)

    def times(self, share: float) -> Budget:
        """A share of the budget."""
        positions = max(1, round(self.positions * share)) if self.positions else 0
        return Budget(max(1, round(self.simulations * share)), positions, self.seconds * share)


def budget_for(game: Game, simulations: Any = AUTO, seconds: float = 0.0, positions: int = 0) -> Budget:
    """The budget for a move. Without simulations or seconds it is what the baseline of the game takes, about ten
    milliseconds, or 500 simulations if no baseline was chosen for the game or a variant of it.

    >>> import kibitz
    >>> budget_for(kibitz.game("tree"))
    Budget(simulations=500, positions=0, seconds=0.0)
    >>> budget_for(kibitz.game("checkers"), simulations=80)
    Budget(simulations=80, positions=0, seconds=0.0)
    """
    if simulations != AUTO or seconds or positions:
        count = (positions or SIMULATIONS) if simulations == AUTO else int(simulations)
        return Budget(count, positions, seconds)
    chosen: Any = load_row(CHOSEN)
    found = chosen(game)
    if found is None or not found.positions:
        return Budget(SIMULATIONS)
    return Budget(found.positions, found.positions)


def replies_pay(game: Game) -> bool:
    """Whether replies to models of strangers won as much as the baseline when that was measured; True if it was not.

    >>> import kibitz
    >>> replies_pay(kibitz.game("checkers")), replies_pay(kibitz.game("hearts(passing=left)"))
    (True, False)
    """
    chosen: Any = load_row(CHOSEN)
    found = chosen(game)
    return found is None or bool(found.replies)


def tree_search(game: Game) -> str:
    """The name of the tree search that models nobody and plays every game of this kind.

    >>> import kibitz
    >>> [tree_search(kibitz.game(name)) for name in ("checkers", "hearts", "guess-it")]
    ['mcts', 'hidden-mcts', 'is-mcts']
    """
    if not game.hidden:
        return "mcts"
    return "hidden-mcts" if getattr(core_of(game.start(0)), "plays_lightly", False) else "is-mcts"


def baseline_for(game: Game, given: Any = AUTO, simulations: Any = AUTO, seconds: float = 0.0) -> Player:
    """The player that models nobody: the given one, or the one chosen for the game, with these limits.

    >>> import kibitz
    >>> baseline_for(kibitz.game("tree"), simulations=80), baseline_for(kibitz.game("tree"), "random")
    (kibitz.player('mcts(simulations=80)'), kibitz.player('random'))
    """
    if given != AUTO:
        return player(given)
    chosen: Any = load_row(CHOSEN)
    found = chosen(game)
    spec = parse(found.player) if found else Spec(tree_search(game), (), {"simulations": SIMULATIONS})
    return player(limited(spec, simulations, seconds))


def limited(spec: Spec, simulations: Any = AUTO, seconds: float = 0.0) -> Spec:
    """A specification with other limits, if it has any.

    >>> str(limited(parse("alpha-beta(nodes=9000)"), 500)), str(limited(parse("mcts(simulations=9)"), seconds=0.1))
    ('alpha-beta(nodes=50000)', 'mcts(seconds=0.1)')
    """
    options, limits = dict(spec.options), [name for name in BUDGETS if name in spec.options]
    if not limits or (simulations == AUTO and not seconds):
        return spec
    kept = {name: value for name, value in options.items() if name not in limits}
    if seconds:
        return Spec(spec.name, spec.arguments, {**kept, "seconds": seconds})
    [limit] = limits[:1]
    count = int(simulations) * (NODES_A_SIMULATION if limit == "nodes" else 1)
    return Spec(spec.name, spec.arguments, {**kept, limit if limit != "seconds" else "simulations": count})
