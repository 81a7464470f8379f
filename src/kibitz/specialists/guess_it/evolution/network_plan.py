"""Networks that see moves and mixtures, but no cards, as plans, so that their winning rates are exact.

Such a network is queried once a turn. Its answer depends on its earlier queries in the game and on what it has seen of
the other's moves. Both together are the memory of its plan. So winning rates against each other, and against anybody
with a plan, are computed without games, and ``best_response`` computes the best reply to a network.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from kibitz import _core
from kibitz.errors import SpecError
from kibitz.specialists.guess_it.evolution.contests import Contestant, Weights
from kibitz.specialists.guess_it.plans import Choice, Happening, Plan

Query = tuple[float, ...]


class Remembered(NamedTuple):
    """The network's queries so far in the game, and the other's moves that have become known, in order."""

    asked: tuple[Query, ...] = ()
    seen: Query = ()


class NetworkPlan(Plan):
    """The plan of a network that decides how often to bluff and to call (lockett2007, sections 4 and 5).

    ``told`` is the mixture that the network is told. Without it, the mixture comes from its identifier; a network
    without an identifier is told the mixture for unknown opponents. ``called`` says whether the other has called in an
    earlier game.

    >>> from kibitz.specialists.guess_it.evolution.networks import Network, Node
    >>> from kibitz.specialists.guess_it.exact import win_rate
    >>> outputs = (Node(7, "sigmoid", -20.0, 1.0, ()), Node(8, "sigmoid", 20.0, 1.0, ()))
    >>> never_bluffs_always_calls = Contestant("network", Network(7, 2, 9, outputs), sees=("moves",))
    >>> round(win_rate(NetworkPlan(never_bluffs_always_calls), "always-ask").mean, 4)
    0.9796
    """

    name = "a network"
    first: Hashable = Remembered()

    def __init__(
        self, contestant: Contestant, cards: int = 6, told: Weights | None = None, called: bool = False
    ) -> None:
        if contestant.kind != "network" or not set(contestant.sees) <= {"moves", "mixture"}:
            raise SpecError(
                "exact values are possible only for networks that see nothing but moves and mixtures, and whose "
                "outputs are the probabilities of a bluff and of a call"
            )
        self.contestant, self.cards, self.called = contestant, cards, called
        self._told = told
        self._known: dict[tuple[Query, ...], tuple[float, float]] = {}

    def call(self, own: int, other: int, answering: bool, memory: Any) -> float:
        """The output of the network, which does not know yet whether the pending card is a bluff."""
        return self._answer((*memory.asked, self._moves(memory.seen)))[1]

    def choice(self, own: int, other: int, answering: bool, memory: Any) -> Choice:
        """The network's probability of a bluff, from its query in this turn."""
        return Choice(self._answer((*memory.asked, self._query(memory, answering)))[0])

    def after(self, memory: Any, happening: Happening, mine: bool) -> Hashable:
        """Remembers its own queries and the other's moves."""
        if mine:
            return Remembered((*memory.asked, self._query(memory, happening.answering)), memory.seen)
        return Remembered(memory.asked, (*memory.seen, 1.0 if happening.bluffed else -1.0))

    def _query(self, memory: Remembered, answering: bool) -> Query:
        """The network's query in a turn. If it answers a pending card, that card is left out."""
        return self._moves(memory.seen[:-1] if answering else memory.seen)

    def _moves(self, seen: Query) -> Query:
        shown = seen[: self.cards]
        return (*shown, *[0.0] * (self.cards - len(shown)), float(self.called))

    def _answer(self, asked: tuple[Query, ...]) -> tuple[float, float]:
        """How often it bluffs and calls at the last of these queries of a game."""
        if asked not in self._known:
            player = self.contestant
            assert player.network is not None
            network = _core.Activity(player.network.core)
            listens = player.identifier if self._told is None else None
            identifier = _core.Activity(listens.core) if listens else None
            bluff = call = 0.0
            for query in asked:
                mixture: Any = self._told or player.told
                if identifier is not None:
                    mixture = self._said(identifier.query(query, player.steps))
                inputs = [*(query if "moves" in player.sees else ()), *(mixture if "mixture" in player.sees else ())]
                bluff, call = (min(1.0, max(0.0, each)) for each in network.query(inputs, player.steps))
            self._known[asked] = (float(bluff > 0.5), float(call > 0.5)) if player.threshold else (bluff, call)
        return self._known[asked]

    def _said(self, mixture: list[float]) -> list[float]:
        total = sum(mixture)
        if not self.contestant.normalised:
            return mixture
        return [each / total for each in mixture] if total > 0 else [1 / len(mixture)] * len(mixture)
