"""Whether what was learned of a player foretells its next games better than the plainest explanations: that it plays
the game's own weights one ply ahead, or that it moves at random.

Within a game, positions are often much alike: in a long game a player may move one piece to and fro for a hundred
decisions. A fit that was made from the first of them predicts the others well, and then the next game begins and
everything is different. So the belief at the beginning of a game is kept, with its fits as they were, and judged by the
moves of that game (``Kept``). Before the next game, the sums of these judgements say how likely the plain explanations
are (``weights``). Recent games count more, because what was learned later is better than what was learned early.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from kibitz.models.model import Model

GREEDILY, AT_RANDOM = "plays greedily", "plays at random"
PLAIN: Mapping[str, float] = {GREEDILY: 0.07, AT_RANDOM: 0.03}
"""The plain explanations with their prior weights. The rest of the prior is for what is learned."""
HALVED_AFTER = 2.0  # games after which the judgement of a game counts half
LONG_GAME = 30  # decisions; shorter games fade more slowly
DOUBT = 0.01  # before every game, the share of the weights that returns to the prior
LIKELY, MOST = 0.03, 6  # of the experts kept, those with this share of the highest weight; at most so many
LEAST = 1e-12


@dataclass(frozen=True)
class Kept:
    """The belief at the beginning of a game, as far as it is needed to predict the moves of that game."""

    places: tuple[int, ...]
    """The likeliest experts."""
    models: tuple[Model, ...]
    """Their models as they were."""
    quiet: np.ndarray
    """Their weights, less the noise that is added to them."""
    noise: float
    plain: tuple[tuple[int, float], ...]
    """The expert of each plain explanation, with its error rate."""

    @classmethod
    def of(
        cls, weights: np.ndarray, plain: tuple[tuple[int, float], ...], models: tuple[Model, ...], levels: np.ndarray
    ) -> Kept:
        """From the weights of experts by noise level of what was learned, and from their models."""
        alone = weights.sum(axis=1)
        places = [int(place) for place in np.argsort(-alone)[:MOST] if alone[place] >= LIKELY * alone.max()]
        chosen = weights[places] / alone[places].sum()
        kept = tuple(models[place] for place in places)
        return cls(tuple(places), kept, chosen @ (1 - levels), float((chosen @ levels).sum()), plain)

    def judged(self, alone: np.ndarray, by_plain: np.ndarray, count: int) -> np.ndarray:
        """The log probabilities of a move by what was learned and by each plain explanation.

        ``alone`` and ``by_plain`` are its probabilities by each of these experts without noise; ``count`` is the number
        of legal moves.
        """
        learned = float(self.quiet @ alone) + self.noise / count
        others = [(1 - noise) * share + noise / count for share, (_, noise) in zip(by_plain, self.plain, strict=True)]
        return np.log(np.maximum([learned, *others], LEAST))


@dataclass(frozen=True)
class Judgement:
    """The log likelihoods of what was learned and of each plain explanation, in earlier games and in this one."""

    earlier: np.ndarray
    now: np.ndarray
    decisions: int = 0
    """In this game."""

    @classmethod
    def none(cls, count: int) -> Judgement:
        """Before the first game."""
        return cls(np.zeros(count), np.zeros(count))

    def with_move(self, logs: np.ndarray) -> Judgement:
        """After one more move of this game."""
        return replace(self, now=self.now + logs, decisions=self.decisions + 1)

    def with_next_game(self) -> Judgement:
        """At the beginning of the next game.

        >>> once = Judgement.none(2).with_move(np.array([-1.0, -2.0]))
        >>> [float(each) for each in once.with_next_game().earlier]
        [-1.0, -2.0]
        """
        fades = 0.5 ** (min(1.0, self.decisions / LONG_GAME) / HALVED_AFTER)
        return Judgement(fades * self.earlier + self.now, np.zeros(len(self.now)))

    def weights(self, prior: np.ndarray) -> np.ndarray:
        """The probabilities of what was learned and of each plain explanation, before a game.

        >>> Judgement.none(2).weights(np.array([0.75, 0.25])).round(2).tolist()
        [0.75, 0.25]
        """
        logs = np.log(prior) + self.earlier - self.earlier.max()
        found = np.exp(logs - logs.max())
        return np.asarray((1 - DOUBT) * found / found.sum() + DOUBT * prior)
