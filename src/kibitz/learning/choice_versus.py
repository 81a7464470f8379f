"""Compares two players of the same game: what they value, where they choose differently, who predicts whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import norm

from kibitz.errors import KibitzError
from kibitz.holm import holm
from kibitz.learning.choice_errors import SureWeights
from kibitz.learning.choice_fit import Form
from kibitz.learning.choice_player import DEPTHS_DRAWN, WEIGHTS_DRAWN, LearnedChoice, weak_form, weight_lines
from kibitz.learning.examples import Games
from kibitz.learning.foreseen import Foreseen, Seen, foreseen, likeliest_moves
from kibitz.learning.learned_figure import ShownWithFigure, drawn

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIGNIFICANT = 0.05


@dataclass(frozen=True)
class WeightDifference:
    """A feature, how much it counts for each player, and whether the two differ.

    A weight is what one more unit of the feature adds to the log odds of a move. A player who chooses more sharply has
    larger weights, even if both value the same.
    """

    name: str
    first: float
    second: float
    error: float
    """The standard error of the difference."""
    p: float
    """The two-sided p value of the difference, with Holm's correction for all features."""

    @property
    def significant(self) -> bool:
        """Whether the difference is more than chance."""
        return self.p < SIGNIFICANT

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "first": float(f"{self.first:.4g}"),
            "second": float(f"{self.second:.4g}"),
            "standard_error": float(f"{self.error:.4g}"),
            "p": float(f"{self.p:.3g}"),
            "significant": self.significant,
        }


@dataclass(frozen=True)
class ChoiceDifference:
    """How differently two players would choose in the same positions."""

    positions: int
    likeliest: float
    """The share of positions in which they prefer different moves."""
    distance: float
    """The mean total variation distance of their probabilities: 0 if they are the same, 1 if they share no move."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "positions": self.positions,
            "likeliest_move_differs": round(self.likeliest, 4),
            "total_variation": round(self.distance, 4),
        }


@dataclass(frozen=True, eq=False)
class Versus(ShownWithFigure):
    """Two players of the same game, side by side."""

    first: LearnedChoice
    second: LearnedChoice

    def __post_init__(self) -> None:
        if self.first.game != self.second.game:
            raise KibitzError(f"players of {self.first.game} and of {self.second.game} cannot be compared")

    @cached_property
    def form(self) -> Form:
        """How both are fitted for the comparison (``weak_form``)."""
        return weak_form([self.first, self.second])

    @cached_property
    def fits(self) -> tuple[SureWeights, SureWeights]:
        """The weights of both, fitted in the same form, each with its own depth."""
        return self.first.weights_as(self.form), self.second.weights_as(self.form)

    @cached_property
    def weights(self) -> tuple[WeightDifference, ...]:
        """The features that differ between moves of both players, the most different ones first."""
        names = [name for name in self.fits[0].names if name in self.fits[1].names]
        if not names:
            return ()
        one, other = (each.among(names) for each in self.fits)
        errors = np.hypot(one.spread, other.spread)
        off = np.abs(one.weights - other.weights)
        sizes = np.divide(off, errors, out=np.where(off > 1e-9, np.inf, 0.0), where=errors > 1e-9)
        chances = holm((2 * norm.sf(sizes)).tolist())
        columns = (names, one.weights.tolist(), other.weights.tolist(), errors.tolist(), chances)
        rows = [WeightDifference(*row) for row in zip(*columns, strict=True)]
        return tuple(sorted(rows, key=lambda row: (row.p, -abs(row.first - row.second))))

    @cached_property
    def choices(self) -> ChoiceDifference:
        """How differently they choose in the positions of both, those of fresh games if there are any."""
        positions: list[Seen] = [each.seen for each in chain(*_judged_on(self.first), *_judged_on(self.second))]
        differ, apart = 0.0, 0.0
        for seen in positions:
            ours, theirs = self.first.expects(seen), self.second.expects(seen)
            differ += 1 - _agreement(ours, theirs)
            apart += sum(abs(share - theirs[move]) for move, share in ours.items()) / 2
        count = len(positions)
        return ChoiceDifference(count, differ / count, apart / count)

    @cached_property
    def crossed(self) -> Mapping[tuple[str, str], Foreseen | None]:
        """How well the belief about each (first name) predicts the games of each (second name).

        None if it would be measured on games that it was learned from.
        """
        both = (self.first, self.second)
        return {
            (model.player, player.player): (
                model.measured.get("belief") if model is player else foreseen(_judged_on(player), model.expects)
            )
            for model in both
            for player in both
        }

    def summary(self) -> str:
        """A summary in some lines."""
        both = (self.first, self.second)
        different = [each.name for each in self.weights if each.significant]
        return "\n".join(
            [
                *(f"{each.player}: {each.words}" for each in both),
                f"{'':<24}" + "".join(f"{each.player[:16]:<18}" for each in both).rstrip(),
                *weight_lines(self.fits),
                f"valued differently (p < {SIGNIFICANT} after Holm): {', '.join(different) or 'nothing significant'}",
                *(f"  {_told(each, *both)}" for each in self.weights if each.significant),
                f"in {self.choices.positions} positions their likeliest moves differ in {self.choices.likeliest:.0%}; "
                f"mean total variation distance {self.choices.distance:.2f}",
                "log loss and accuracy on fresh games:",
                *(
                    f"  the belief about {model} on {player}: {found or 'not measured, because nothing was held back'}"
                    for (model, player), found in self.crossed.items()
                ),
            ]
        )

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain values, ready for JSON."""
        return {
            "players": [self.first.player, self.second.player],
            "second": self.second.to_dict(),
            "form": self.form.name,
            "weights": {each.name: each.to_dict() for each in self.weights},
            "choices": self.choices.to_dict(),
            "predictions": [
                {"model": model, "player": player, **(found.to_dict() if found else {"moves": 0})}
                for (model, player), found in self.crossed.items()
            ],
        }

    def plot(self) -> Figure:
        """The weights of both with standard errors, and the probability of every depth."""
        title = f"{self.first.game}: {self.first.player} and {self.second.player}"
        both = self.first.bars(self.fits[0]), self.second.bars(self.fits[1])
        return drawn(title, both, WEIGHTS_DRAWN, DEPTHS_DRAWN)


def _judged_on(player: LearnedChoice) -> Games:
    """The games of a player on which a belief about another player is judged: fresh ones, or all if there are none."""
    return player.fresh or player.seen


def _agreement(ours: Mapping[str, float], theirs: Mapping[str, float]) -> float:
    """How much their likeliest moves have in common: 1 if they are the same, 0 if none is shared."""
    one, other = likeliest_moves(ours), likeliest_moves(theirs)
    shared = len(set(one) & set(other))
    return shared / max(len(one), len(other))


def _told(each: WeightDifference, first: LearnedChoice, second: LearnedChoice) -> str:
    return (
        f"{each.name}: adds {each.first:+.2f} to the log odds for {first.player}, {each.second:+.2f} for "
        f"{second.player}, difference ± {each.error:.2f}, p = {each.p:.2g}"
    )
