"""Learners of opponents, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kibitz.errors import SpecError
from kibitz.learning.bayes import LEARNED, Bayes
from kibitz.learning.belief import Belief
from kibitz.learning.elimination import InferenceTree, elimination, preferences_of
from kibitz.learning.trust import WAYS
from kibitz.models.model import Model


class Learner(NamedTuple):
    """A row: how to make the belief about an opponent that was never seen, and whether moves change it."""

    begin: Callable[[Sequence[Model], Any, float], Belief]
    """Arguments: the candidates, the noise, and the share of a belief that is forgotten."""
    learns: bool = True
    needs_candidates: bool = True
    takes_types: bool = False
    """Whether it uses the named types of players of a game as candidates, if none are given."""


def _bayes(candidates: Sequence[Model], noise: Any, forgetting: float) -> Belief:
    return Bayes(candidates, noise=noise, forgetting=forgetting)


def _elimination(candidates: Sequence[Model], noise: Any, forgetting: float) -> Belief:
    wanted, assumed = preferences_of(candidates)
    return elimination(wanted, InferenceTree(wanted, assumed))


def _choice(
    candidates: Sequence[Model],
    noise: Any,
    forgetting: float,
    *without: str,
    samples: bool = False,
    trusting: str = "earned",
) -> Belief:
    """Candidates get weights beside the models that are fitted. If no rate of forgetting is given, several are tried.
    With ``samples``, weights are also drawn from their posterior, in games for two players who see everything.
    ``trusting`` is the way in which models earn trust (``trust.WAYS``)."""
    if noise != LEARNED:
        raise SpecError(f"noise={noise} is not allowed with learner=choice, which learns how often somebody errs")
    # Imported here, because it loads NumPy, which the others do not need.
    from kibitz.learning.choice_belief import RATES, ChoiceBelief
    from kibitz.learning.switches import SWITCHES

    rates, switches = ({forgetting: 1.0}, {}) if forgetting else (RATES, SWITCHES)
    left_out = frozenset(without)
    return ChoiceBelief(
        candidates,
        rates=rates,
        switches=switches,
        without=left_out,
        hurried=True,
        samples=samples,
        trusting=trusting,
    )


def _strategy(candidates: Sequence[Model], noise: Any, forgetting: float) -> Belief:
    """LearnStrategy of carmel1993, which takes no candidates and assumes that nobody errs or changes."""
    if candidates or noise != LEARNED or forgetting:
        raise SpecError("learner=strategy takes no candidates, noise or forgetting; leave them out")
    # Imported here, because it loads SciPy, which the others do not need.
    from kibitz.learning.strategy_belief import StrategyBelief

    return StrategyBelief()


def _choice_without(part: str) -> Learner:
    """A row in which a part of the belief is left out, to measure what that part is worth."""
    return Learner(
        lambda candidates, noise, forgetting: _choice(candidates, noise, forgetting, part),
        learns=part != "learning",
        needs_candidates=False,
        takes_types=True,
    )


def _choice_trusting(way: str) -> Learner:
    """A row in which models earn trust in another way."""
    return Learner(
        lambda candidates, noise, forgetting: _choice(candidates, noise, forgetting, trusting=way),
        needs_candidates=False,
        takes_types=True,
    )


PARTS = ("depth", "types", "trust", "learning", "plain", "strict")
"""Parts that ``choice`` can do without (``choice_belief.PARTS`` says what that means)."""
OTHER_WAYS = tuple(way for way in WAYS if way != "earned")
"""Ways to earn trust, besides that of ``choice`` (``trust.WAYS``)."""
LEARNERS = {
    "bayes": Learner(_bayes),
    "elimination": Learner(_elimination),
    "choice": Learner(_choice, needs_candidates=False, takes_types=True),
    **{f"choice-without-{part}": _choice_without(part) for part in PARTS},
    "choice-with-samples": Learner(
        lambda candidates, noise, forgetting: _choice(candidates, noise, forgetting, samples=True),
        needs_candidates=False,
        takes_types=True,
    ),
    **{f"choice-{way}": _choice_trusting(way) for way in OTHER_WAYS},
    "strategy": Learner(_strategy, needs_candidates=False),
    "none": Learner(_bayes, learns=False),
}
