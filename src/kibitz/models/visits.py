"""Players whose own search is unknown: the moves that a search by simulated games visits often are likely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import fsum

from kibitz import specs
from kibitz.errors import SpecError
from kibitz.finite_numbers import is_finite
from kibitz.games.core_states import core_of
from kibitz.games.game import State
from kibitz.models.mixed import blended
from kibitz.models.model import WORLDS, Model, Policy, Position
from kibitz.random import Random
from kibitz.searches.compiled import Compiled
from kibitz.searches.registry import search
from kibitz.searches.search import Search
from kibitz.specs import Spec


@lru_cache(maxsize=16)
def visits_in(search: Search, state: Position) -> Mapping[str, float]:
    """How often a search tries each move here. The last answers are kept, because models with different powers of the
    same visits are often compared."""
    return search.analyse(state).ranks


@lru_cache(maxsize=64)
def _shares_by_core(search: Search, state: State) -> Mapping[str, float] | None:
    """The share of visits of each move, found by the core; None if the search needs Python."""
    ready = search.visiting(state, state.to_move, 1.0)
    if ready is None:
        return None
    return dict(zip(state.moves(), core_of(state).behaves(ready.behaviour), strict=True))


@dataclass(frozen=True, repr=False)
class Visits(Model):
    """The probability of a move is proportional to a power of how often a search visits it.

    Use it as a model of a strong player whose search is unknown: such a player makes moves that any search finds good.
    A power above 1 stands for a longer search.

    >>> import kibitz
    >>> state = kibitz.game("tic-tac-toe").start().play_all("a1, b1, b2, c3")
    >>> policy = kibitz.model("visits(mcts(simulations=200), power=3)").policy(state)
    >>> max(policy, key=policy.get) in ("a2", "a3")
    True
    """

    search: Search
    power: float = 1.0

    name = "visits"
    summary = "decides by a tree search of its own: makes the moves that a search by simulated games visits most"
    example = "visits(mcts(simulations=100), power=3)"

    def __post_init__(self) -> None:
        if not is_finite(self.power) or self.power <= 0:
            raise SpecError(f"power={specs.value_text(self.power)} is not allowed; it must be above 0")
        if "simulations" not in {option.name for option in self.search.options_known}:
            raise SpecError(f"visits takes a search by simulated games, as in {self.example}, not {self.search}")

    @classmethod
    def read(cls, spec: Spec) -> Model:
        """Read a search and perhaps a power."""
        if len(spec.arguments) != 1 or set(spec.options) - {"power"}:
            raise SpecError(f"{spec}: visits takes a search and power, as in {cls.example}")
        return cls(search(spec.arguments[0]), float(spec.options.get("power", 1.0)))

    def policy(self, position: Position) -> Policy:
        """The share of visits of each move. With hidden information, the shares are averaged over sampled worlds."""
        return self.policy_over(position, WORLDS, 0)

    def policy_over(self, position: Position, worlds: int, seed: int) -> Policy:
        """The share of visits of each move, averaged over this number of sampled worlds."""
        if isinstance(position, State) or self.search.takes_views:
            return self.policy_in_whole(position)
        random = Random(seed, "visits")
        found = [self.policy_in_whole(position.world(random)) for _ in range(worlds)]
        return blended([(1 / worlds, each) for each in found])

    def policy_in_whole(self, state: Position) -> Policy:
        """The share of visits of each move in a whole position."""
        return self._by_power(visits_in(self.search, state))

    def policy_by_core(self, state: State) -> Policy:
        """The same, searched by the core if it can; models with different powers share one search."""
        if state.game.written_in_python:  # its positions may have no hash
            return super().policy_by_core(state)
        return self._by_power(_shares_by_core(self.search, state) or visits_in(self.search, state))

    def _by_power(self, visits: Mapping[str, float]) -> Policy:
        raised = {move: count**self.power for move, count in visits.items()}
        total = fsum(raised.values())
        return {move: share / total for move, share in raised.items()}

    def compiled(self, state: State, seat: int) -> Compiled | None:
        """The behaviour of this player, for the core; None if its search needs Python."""
        return self.search.visiting(state, seat, self.power)

    def reseeded(self, seed: int) -> Model:
        """The visits of the same search with another seed."""
        return Visits(self.search.reseeded(seed), self.power)

    def __str__(self) -> str:
        power = {"power": self.power} if self.power != 1 else {}
        return str(Spec("visits", (specs.parse(str(self.search)),), power))
