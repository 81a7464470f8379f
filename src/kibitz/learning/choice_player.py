"""Learns any player of any game from recorded games: a belief over choices, measured on games that were held back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.errors import KibitzError
from kibitz.games.capabilities import bidding
from kibitz.games.game import Game
from kibitz.games.habits import habits, tends_to
from kibitz.learning.bayes import LEVELS
from kibitz.learning.choice_belief import (
    LEARNED,
    NAMED,
    OTHER_BID,
    RANDOM,
    SAMPLED,
    SEARCHES,
    SIMULATES,
    STRICT,
    WHOLE,
    ChoiceBelief,
    bid_usually,
    foretold_by,
    own_strategy,
)
from kibitz.learning.choice_errors import SureWeights
from kibitz.learning.choice_fit import MOVES, Form, fitted, forms_for, prior_weights
from kibitz.learning.decisions import When
from kibitz.learning.examples import FEWEST_GAMES, Games, places
from kibitz.learning.foreseen import Foreseen, Seen, foreseen, of_policies, uniform
from kibitz.learning.learned_figure import Bars, ShownWithFigure, drawn
from kibitz.models.choice import NO_FEATURES, has_features
from kibitz.models.choice_words import looks_ahead
from kibitz.models.model import Model
from kibitz.models.move_probabilities import erring
from kibitz.models.noisy import noisy

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEAST_NOISE = 0.001  # the smallest noise of a stored model, so that no move is impossible
DIGITS = 4
KINDS_TOLD = {
    NAMED: "the game's own weights",
    LEARNED: "fitted weights",
    SAMPLED: "weights drawn from their posterior",
    WHOLE: "fitted whole-number weights, only best moves",
    STRICT: "strict habits",
    RANDOM: "random moves",
    SIMULATES: "searches a little",
    SEARCHES: "searches for itself",
}
LONG = 400  # forms that use fewer recent decisions than this are not shown
UNLIKELY = 0.005  # smaller shares are left out of the summary


@dataclass(frozen=True, eq=False)
class LearnedChoice(ShownWithFigure):
    """What was learned of a player, and how well it predicts games that were held back."""

    game: Game
    player: str
    belief: ChoiceBelief
    seen: Games
    """The games that were learned from, in the order of the records."""
    fresh: Games
    """The games that were held back; none if there were too few games."""
    seed: int = 0
    """Determines which games were held back, and the draws from the posterior of the weights."""
    measured: Mapping[str, Foreseen] = field(default_factory=dict)
    """How well the fresh games are predicted: by the belief, by the stored model, by greedy where there is an
    evaluation, and by a uniform guess."""

    # What it is.

    @cached_property
    def form(self) -> Form:
        """The form in which the weights that are shown are fitted (``weak_form``)."""
        return weak_form([self])

    def posterior_of(self, form: Form) -> float:
        """The probability of the fit of this form at the likeliest depth."""
        return self.belief.posterior.get(f"{form.name} {self.depth}", 0.0)

    def weights_as(self, form: Form) -> SureWeights:
        """The weights of the likeliest depth, fitted in this form to all decisions that are kept."""
        known = self.belief.fits.get((self.depth, form.name))
        fit = fitted(self.belief.watched, self.depth, form, known=known)
        return SureWeights.of(fit, self.belief.watched, form, self.seed)

    @cached_property
    def weights(self) -> SureWeights:
        """The weights that its moves show, with their uncertainty."""
        return self.weights_as(self.form)

    @property
    def depth(self) -> int:
        """The likeliest depth, in plies."""
        return self.belief.likeliest.depth or self.belief.depth

    @property
    def error_rate(self) -> float:
        """How often the player errs, under the likeliest explanation."""
        return self.belief.errors_of_likeliest

    @cached_property
    def model(self) -> Model:
        """The likeliest explanation with its errors: the model that is stored."""
        return noisy(self.belief.likeliest.model.quiet, float(f"{max(self.error_rate, LEAST_NOISE):.{DIGITS}g}"))

    @property
    def words(self) -> str:
        """What kind of player it most likely is, in words."""
        return self.belief.words

    @property
    def words_of_weights(self) -> str:
        """What it values, judging only by the weights that are not due to chance, and how far it looks."""
        if not has_features(self.game):
            return NO_FEATURES
        return tends_to([*habits(self.weights.sure, self.belief.game), looks_ahead(self.depth)])

    @property
    def while_learning(self) -> tuple[float, float]:
        """The mean log loss of moves before they were learned from, and that of a uniform guess."""
        count = max(1, self.belief.moves)
        return -self.belief.log_likelihood / count, -self.belief.log_guess / count

    def expects(self, seen: Seen) -> Mapping[str, float]:
        """The probability of every move, averaged over the belief."""
        return self.belief.expects(seen)

    # Shown.

    def summary(self) -> str:
        """A summary in a few lines."""
        return "\n".join(
            [
                f"{self.game}: {self.words}",
                f"model: {self.model}",
                *self._measured_lines(),
                *self._belief_lines(),
                *weight_lines([self.weights]),
                f"in words: {self.words_of_weights}",
            ]
        )

    def _measured_lines(self) -> list[str]:
        loss, guess = self.while_learning
        learning = f"learned from {self.belief.moves} decisions in {len(self.seen)} games"
        prequential = f"each predicted before it was learned from: log loss {loss:.2f}, uniform {guess:.2f}"
        if not self.fresh:
            return [
                f"{learning}, {prequential}",
                f"nothing was held back to measure the model on: {FEWEST_GAMES} games are needed for that",
            ]
        count = sum(map(len, self.fresh))
        rows = [f"  {name:<14}{found}" for name, found in self.measured.items()]
        return [
            f"{learning}, {prequential}",
            f"{count} decisions in {len(self.fresh)} games were held back:",
            f"  {'':<14}log loss     accuracy",
            *rows,
        ]

    def _belief_lines(self) -> list[str]:
        kinds = sorted(self.belief.kinds.items(), key=lambda pair: -pair[1])
        told = [f"{KINDS_TOLD[kind]} {share:.0%}" for kind, share in kinds if share >= UNLIKELY]
        depths = [f"{depth}: {share:.0%}" for depth, share in self.belief.depths.items() if share >= UNLIKELY]
        return [f"kind of player: {', '.join(told)}", f"depth in plies: {', '.join(depths)}"]

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values, ready for JSON."""
        loss, guess = self.while_learning
        return {
            "game": str(self.game),
            "learner": "choice",
            "model": str(self.model),
            "words": self.words,
            "words_of_weights": self.words_of_weights,
            "depth": self.depth,
            "depths": {str(depth): round(share, 6) for depth, share in self.belief.depths.items()},
            "kinds": {kind: round(share, 6) for kind, share in self.belief.kinds.items()},
            "error_rate": round(self.error_rate, 6),
            "weights": _rounded(self.weights.relative),
            "standard_errors": _rounded(self.weights.errors),
            "effective_draws": self.weights.effective,
            "fit": {
                "form": self.form.name,
                "temperature": float(f"{1 / self.weights.unit:.{DIGITS}g}"),
                "prior": self.form.ridge,
            },
            "decisions": self.belief.moves,
            "games_learned": len(self.seen),
            "while_learning": {"log_loss": round(loss, 4), "uniform": round(guess, 4)},
            "held_back": len(self.fresh),
            "fresh": {name: found.to_dict() for name, found in self.measured.items()},
        }

    def to_json(self) -> str:
        """What was learned, for a file; ``kibitz.model("file.json")`` reads the model in it."""
        return json.dumps(self.to_dict(), indent=2)

    def bars(self, weights: SureWeights) -> Bars:
        """Weights of the player and its depths, to be drawn."""
        return Bars(self.player, weights.relative, weights.errors, self.belief.depths)

    def plot(self) -> Figure:
        """A bar chart of the weights with standard errors, and the probability of every depth."""
        title = f"{self.player} at {self.game}: {self.words}"
        return drawn(title, (self.bars(self.weights),), WEIGHTS_DRAWN, DEPTHS_DRAWN)


WEIGHTS_DRAWN = "weight relative to the largest, ± one standard error"
DEPTHS_DRAWN = "depth (plies)"


def _rounded(numbers: Mapping[str, float]) -> dict[str, float]:
    return {name: float(f"{number:.{DIGITS}g}") for name, number in numbers.items()}


def weight_lines(players: Sequence[SureWeights]) -> list[str]:
    """The weights of players with their standard errors as a table, the largest first."""
    names = sorted(
        dict.fromkeys(name for each in players for name in each.names),
        key=lambda name: -max(abs(each.relative.get(name, 0.0)) for each in players),
    )
    if not names:
        return ["no feature of the moves differs: there are no weights"]
    rows = [f"  {name:<22}" + "".join(f"{_weight(each, name):<18}" for each in players) for name in names]
    cautions = dict.fromkeys(f"  {each.caution}" for each in players if each.caution)
    return ["weights relative to the largest, with standard errors:", *map(str.rstrip, rows), *cautions]


def _weight(weights: SureWeights, name: str) -> str:
    return f"{weights.relative[name]:5.2f} ± {weights.errors[name]:.2f}" if name in weights.relative else "    -"


def weak_form(players: Sequence[LearnedChoice]) -> Form:
    """The form in which weights are fitted to be shown. It uses the set of features that predicts all of these players
    better, and the weakest prior, because a strong prior would hide what their moves show.
    """
    known = [{form.name: form for form in forms_for(each.game, each.depth)} for each in players]
    shared = [form for name, form in known[0].items() if all(name in other for other in known) and form.last >= LONG]

    def likely(moves: bool) -> float:
        of_kind = [form for form in shared if form.moves == moves]
        return sum(log(sum(map(each.posterior_of, of_kind)) + 1e-12) for each in players)

    if max(sorted({form.moves for form in shared}), key=likely):
        return MOVES
    return min((form for form in shared if not form.moves), key=lambda form: form.ridge)


def learn_choice(
    games: Games,
    player: str,
    farthest: int,
    seed: int,
    report: Callable[[int, int], None] = lambda done, steps: None,
) -> LearnedChoice:
    """Learn a player from its decisions, by game, in their order.

    Three quarters of the games are learned from and the others held back to measure the result (``examples.places``).
    With fewer than three games, all are learned from. ``farthest`` is the greatest depth to try, in plies.

    >>> from kibitz.games.registry import game
    >>> from kibitz.learning.examples import Example
    >>> start = game("tic-tac-toe").start()
    >>> learned = learn_choice([[Example(start, "b2")]], "Ann", farthest=2, seed=0)
    >>> learned.belief.moves, learned.fresh
    (1, [])
    """
    chosen = [list(examples) for examples in games if examples]
    if not chosen:
        raise KibitzError(f"'{player}' had no choice in these games: it never had more than one legal move")
    held = set(places(len(chosen), seed).fresh) if len(chosen) >= FEWEST_GAMES else set()
    seen = [examples for place, examples in enumerate(chosen) if place not in held]
    fresh = [examples for place, examples in enumerate(chosen) if place in held]
    steps, done = sum(map(len, chosen)), 0
    # Weights drawn from their posterior predict well together, but what is stored is one model: the best single fit.
    belief = within(ChoiceBelief(samples=False), seen[0][0].seen.game, farthest)
    for number, examples in enumerate(seen):
        for made, each in enumerate(examples):
            report(done, steps)
            belief, done = belief.at_moment(When(number, made)).see(each.seen, each.move), done + 1
    belief = belief.at_moment(When(len(seen)))
    learned = LearnedChoice(chosen[0][0].state.game, player, belief, seen, fresh, seed)
    measured = measures(learned) if fresh else {}
    report(steps, steps)
    return replace(learned, measured=measured)


def within(belief: ChoiceBelief, game: Game, farthest: int) -> ChoiceBelief:
    """The belief at the beginning of a game, without experts that look more than ``farthest`` plies ahead.

    >>> from kibitz.games.registry import game
    >>> list(within(ChoiceBelief(), game("checkers"), farthest=2).depths)
    [1, 2]
    """
    begun = belief.begun(game)
    kept = [place for place, each in enumerate(begun.experts) if each.depth <= farthest]
    prior = begun.prior[kept] / begun.prior[kept].sum()
    totals = np.exp(begun.logs).sum(axis=(1, 2))
    logs = begun.logs[:, kept]
    logs = logs + np.log(totals / np.exp(logs).sum(axis=(1, 2)))[:, None, None]
    fits = {(depth, form): fit for (depth, form), fit in begun.fits.items() if depth <= farthest}
    earlier = begun.earlier[:, kept] / begun.prior[kept].sum()
    experts = tuple(begun.experts[place] for place in kept)
    plain = {name: kept.index(place) for name, place in begun.plain.items()}
    return replace(begun, experts=experts, prior=prior, logs=logs, earlier=earlier, fits=fits, plain=plain)


def measures(learned: LearnedChoice) -> dict[str, Foreseen]:
    """How well fresh games are predicted by the belief, by the stored model, and by baselines that learn nothing."""
    found = {
        "belief": foreseen(learned.fresh, learned.expects),
        "stored model": foreseen(learned.fresh, lambda seen: policy_of(learned.model, seen)),
    }
    if prior_weights(learned.belief.game):
        found["greedy"] = _greedy(learned)
    return {**found, "uniform": foreseen(learned.fresh, uniform)}


def policy_of(model: Model, seen: Seen) -> dict[str, float]:
    """The probability of every move by a model, from what the mover saw. Players that are made from models bid by the
    rule of the game."""
    if bidding(seen):
        shares = (1 - OTHER_BID) * bid_usually(seen) + OTHER_BID / len(seen.moves())
        return dict(zip(seen.moves(), shares.tolist(), strict=True))
    return dict(zip(seen.moves(), foretold_by(model, seen, model.depth_looked).tolist(), strict=True))


def _greedy(learned: LearnedChoice) -> Foreseen:
    """A player that looks one ply ahead with the game's own weights, with the error rate that predicts the seen games
    best."""
    game = learned.belief.game
    greedy = own_strategy(game, 1)

    def told(games: Games) -> list[list[dict[str, float]]]:
        return [[policy_of(greedy, each.seen) for each in examples] for examples in games]

    def with_errors(policies: list[list[dict[str, float]]], noise: float) -> list[list[dict[str, float]]]:
        return [[erring(policy, noise) for policy in each] for each in policies]

    known = told(learned.seen)
    level = min(LEVELS, key=lambda noise: of_policies(learned.seen, with_errors(known, noise)).loss)
    return of_policies(learned.fresh, with_errors(told(learned.fresh), level))
