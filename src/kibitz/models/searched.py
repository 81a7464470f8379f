"""Any search as a model: all moves that the search finds best are equally likely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from kibitz.games.capabilities import Bidding, bidding
from kibitz.games.game import State
from kibitz.models.model import WORLDS, Model, Policy, Position
from kibitz.models.move_probabilities import respond
from kibitz.searches.compiled import Compiled
from kibitz.searches.registry import search
from kibitz.searches.sampled import Sampled
from kibitz.searches.search import Search
from kibitz.specs import Spec


@dataclass(frozen=True, repr=False)
class Searched(Model):
    """A player that decides by a search, such as ``greedy`` or ``mcts(simulations=200)``.

    >>> import kibitz
    >>> kibitz.model("greedy").policy(kibitz.game("tic-tac-toe").start())["b2"]
    1.0
    """

    search: Search

    name = "search"
    summary = "decides by a search; give the name of the search itself"
    example = "mcts(simulations=200)"

    @classmethod
    def read(cls, spec: Spec) -> Model:
        """Read the specification of a search."""
        return cls(search(spec))

    def policy(self, position: Position) -> Policy:
        """The best moves, all equally likely; if something is hidden, the search is sampled over worlds."""
        return self.policy_over(position, WORLDS, 0)

    def policy_over(self, position: Position, worlds: int, seed: int) -> Policy:
        """The best moves, all equally likely, with this number of sampled worlds if something is hidden."""
        usual = self._usual(position)
        if usual:
            return usual
        whole = isinstance(position, State) and not position.game.hidden
        if whole or self.search.takes_views:
            return respond(self.search.analyse(position))
        sampled = Sampled(self.search, worlds=worlds, seed=seed, vote=bool(self.search.unaveraged))
        return respond(sampled.analyse(position))

    def policy_in_whole(self, state: State) -> Policy:
        """The best moves in the whole position, or in the mover's view if the search takes views."""
        return self._usual(state) or respond(self.search.analyse(state))

    def _usual(self, position: Position) -> Policy | None:
        """The usual bid, if a bid is to be made and the search chooses only cards. Such players bid by the game's rule
        (``usual_bid``). Otherwise None."""
        if self.search.chooses_bids or not bidding(position):
            return None
        usual = cast("Bidding", position.game).usual_bid(position)
        return {move: float(move == usual) for move in position.moves()}

    def compiled(self, state: State, seat: int) -> Compiled | None:
        """The behaviour of the search, for the core; None if it needs Python."""
        return self.search.compiled(state, seat)

    def reseeded(self, seed: int) -> Model:
        """The same search with another seed."""
        return Searched(self.search.reseeded(seed))

    def finishes(self, state: State) -> bool:
        """Whether its search ends here."""
        return self.search.finishes(state)

    def __str__(self) -> str:
        return str(self.search)
