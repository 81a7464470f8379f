"""Which of a few preferences a player of a bidding game has, from recorded games (sturtevant2006 section 4)."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.games.capabilities import bidding
from kibitz.games.game import Game, State
from kibitz.games.view import View
from kibitz.learning.accuracy import Accuracy
from kibitz.learning.bayes import Bayes, predicted
from kibitz.learning.examples import Example, Games
from kibitz.learning.learned_figure import Bars, ShownWithFigure, drawn
from kibitz.models.model import Model
from kibitz.words import in_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CANDIDATES = ("MT", "mOT", "ML")


@dataclass(frozen=True)
class LearnedPreference(ShownWithFigure):
    """A belief over preferences, and how well it predicts games that it was not learned from."""

    game: str
    belief: Bayes
    fresh: Accuracy
    """The hit of a decision is the probability of the move made, under the most likely candidate."""
    guess: Accuracy
    """The accuracy of a uniform guess over all legal moves, counted in the same way."""

    @property
    def model(self) -> Model:
        """The likeliest candidate."""
        return self.belief.likeliest

    @property
    def words(self) -> str:
        """What the player prefers, and how often it errs."""
        return f"{in_words(self.model)}; {self.belief.errs}"

    def plot(self) -> Figure:
        """The probability of every candidate, and how often the moves of fresh games were predicted."""
        shares = {in_words(name): share for name, share in self.belief.posterior.items()}
        predicted = {"learned": self.fresh.share, "guess": self.guess.share}
        bars = Bars(self.game, shares, {}, predicted)
        return drawn(f"{self.game}: {self.words}", (bars,), "probability", "prediction", "share of moves")

    def summary(self) -> str:
        """A summary in a few lines."""
        posterior = self.belief.posterior
        return "\n".join(
            [
                f"{self.game}: {in_words(self.model)}, with probability {posterior[str(self.model)]:.3f}",
                f"belief: {self.belief}; {self.belief.errs}",
                f"predicts {self.fresh} that were not used to learn; a guess {self.guess.share:.1%}",
            ]
        )

    def to_json(self) -> str:
        """The belief for a file; ``kibitz.models.stored`` reads the model in it."""
        return json.dumps(
            {
                "game": self.game,
                "model": str(self.model),
                "posterior": self.belief.posterior,
                "error_rate": self.belief.error_rate,
                "decisions": self.belief.moves,
                "fresh": self.fresh.to_dict(),
                "guess": self.guess.to_dict(),
            },
            indent=2,
        )


def has_bids(game: Game) -> bool:
    """Whether the game has bids, which preferences such as mOT need.

    >>> from kibitz.games.registry import game
    >>> has_bids(game("spades")), has_bids(game("checkers"))
    (True, False)
    """
    return "bidding" in game.capabilities


def learn_preference(seen: Games, fresh: Games, report: Callable[[int, int], None]) -> LearnedPreference:
    """Update the belief with the play of every hand, game by game; bids are no evidence about a preference and are
    ignored.

    If hands are hidden, the candidates get only what the player saw, not the whole deal of the record.

    >>> from kibitz.games.registry import game
    >>> state = game("spades(cards=5, bids=[1, 2, 2])").start(seed=4)
    >>> learned = learn_preference([[Example(state, state.moves()[0])]], [], lambda done, steps: None)
    >>> learned.belief.moves
    1
    """
    game = seen[0][0].state.game
    belief = Bayes(CANDIDATES)
    for number, examples in enumerate(seen):
        report(number, len(seen))
        for decision in _play(examples):
            belief = belief.see(decision.seen, decision.move)
    report(len(seen), len(seen))
    played = [_play(examples) for examples in fresh]
    hits = [[predicted(belief.likeliest, each.seen)[each.move] for each in decisions] for decisions in played]
    guesses = [[1 / len(each.seen.moves()) for each in decisions] for decisions in played]
    counts = tuple(map(len, hits))
    right, guessed = (Accuracy(tuple(map(math.fsum, shares)), counts) for shares in (hits, guesses))
    return LearnedPreference(str(game), belief, right, guessed)


@dataclass(frozen=True)
class _Decision:
    """The player's view, and the move that it made."""

    seen: State | View
    move: str


def _play(examples: Sequence[Example]) -> list[_Decision]:
    hands = [(each.state.game.part(each.state), each.move) for each in examples]
    return [_Decision(hand.view(hand.to_move), move) for hand, move in hands if not bidding(hand)]
