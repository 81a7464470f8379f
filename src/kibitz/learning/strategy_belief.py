"""A belief about a player of a game for two: LearnStrategy, applied to the moves so far after every game (carmel1993).

The paper learns a strategy from a set of recorded decisions. Here the decisions are those that were watched, and the
strategy is learned again when there are enough new ones. Nothing is learned within a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kibitz.errors import KibitzError, MissingCapability
from kibitz.games.game import Game, State
from kibitz.games.view import View
from kibitz.learning.belief import Belief, Told
from kibitz.learning.decisions import Decision
from kibitz.learning.examples import Example
from kibitz.learning.strategy import LearnStrategy
from kibitz.models.model import Model
from kibitz.models.registry import model as model_named
from kibitz.replies.opponent import Opponent

FEWEST = 20
"""Decisions before anything is learned."""
GROWTH = 1.5
"""A strategy is learned again when the number of decisions has grown by this factor."""
KEPT = 90
"""How many of the last decisions a strategy is learned from."""
FARTHEST = 3
"""The greatest depth that is tried, in plies."""
ROUNDS = 3
"""Linear programs at each depth: a player cannot wait for more between two games."""
ASIDE = 3
"""Every third decision is set aside. The depth is the one that predicts these decisions best."""
FIRST = "strategy(depth=2)"
"""The model of the player before anything was learned: the game's own weights."""


@dataclass(frozen=True, eq=False)
class StrategyBelief(Belief):
    """A belief that is one strategy, weights and a depth, learned from the moves that were watched.

    >>> import kibitz
    >>> game, stranger = kibitz.game("checkers"), kibitz.model("strategy(men=1, kings=2, depth=2)")
    >>> state, belief = game.start(), StrategyBelief()
    >>> while not state.over and belief.moves < 30:
    ...     move = max(policy := stranger.policy(state), key=policy.get)
    ...     belief, state = belief.see(state, move), state.play(move)
    >>> str(belief.model), "strategy" in str(belief.at(game).model)
    ('strategy(depth=2)', True)
    """

    model: Model = field(default_factory=lambda: model_named(FIRST))
    watched: tuple[Example, ...] = ()
    moves: int = 0
    learned_from: int = 0
    """The number of decisions when the strategy was learned."""

    reads_views = False
    keeps_decisions = True

    def at(self, game: Game) -> StrategyBelief:
        """The belief at the beginning of a game: if enough was seen since the last time, the strategy is learned."""
        if game.hidden or game.players != 2 or "evaluated" not in game.capabilities:
            raise MissingCapability(f"learner=strategy needs two players, an evaluation and open positions, not {game}")
        if self.watched and self.watched[-1].state.game.name != game.name:
            return StrategyBelief()
        if self.moves < max(FEWEST, GROWTH * self.learned_from):
            return self
        fitting = [each for place, each in enumerate(self.watched) if place % ASIDE]
        learner = LearnStrategy(farthest=FARTHEST, most_rounds=ROUNDS)
        learned = learner([fitting], [list(self.watched[::ASIDE])])
        return replace(self, model=learned.model, learned_from=self.moves)

    def see(self, position: State | View, move: str, worlds: int = 20) -> StrategyBelief:
        """The belief after one more move; moves without a choice tell nothing."""
        assert isinstance(position, State)
        if len(position.moves()) < 2:
            return self
        kept = (*self.watched, Example(position, move))[-KEPT:]
        return replace(self, watched=kept, moves=self.moves + 1)

    @property
    def opponent(self) -> Opponent:
        """The strategy, with probability 1."""
        return Opponent(((1.0, self.model),))

    def told(self, most: int = 3) -> Told:
        """The strategy, and what it was learned from."""
        if not self.learned_from:
            return Told({str(self.model): 1.0}, ("assumed, nothing was learned yet",))
        return Told({str(self.model): 1.0}, (f"learned from {min(self.learned_from, KEPT)} decisions",))

    # Kept from one run to the next.

    def remembered(self, weights: Mapping[str, float], opponent: str) -> StrategyBelief:
        """Refuse stored weights: for this belief, a memory must store decisions."""
        raise KibitzError(
            f"the memory has weights of candidates for {opponent}, but learner=strategy needs decisions; use another "
            "file"
        )

    def learned_since(self, before: StrategyBelief) -> tuple[dict[str, float], int]:
        """The strategy, and the number of decisions since an earlier belief."""
        return {str(self.model): 1.0}, self.moves - before.moves

    def decisions_since(self, before: StrategyBelief) -> tuple[Decision, ...]:
        """The decisions since an earlier belief, as far as they are still known."""
        since: Sequence[Example] = self.watched[max(0, len(self.watched) - (self.moves - before.moves)) :]
        return tuple(Decision.of(each.state, each.move) for each in since)
