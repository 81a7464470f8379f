"""The table of learners: what each needs, what it refuses, and the belief that it begins with."""

from typing import Any

import pytest

import kibitz
from kibitz.errors import SpecError
from kibitz.learning.bayes import LEARNED, Bayes
from kibitz.learning.choice_belief import RATES, ChoiceBelief
from kibitz.learning.learners import LEARNERS, Learner, _choice_without
from kibitz.learning.strategy_belief import StrategyBelief


def test_what_each_learner_needs() -> None:
    choice = (True, False, True)
    assert {name: (each.learns, each.needs_candidates, each.takes_types) for name, each in LEARNERS.items()} == {
        "bayes": (True, True, False),
        "elimination": (True, True, False),
        "choice": choice,
        "choice-restricted": choice,
        "choice-data-biased": choice,
        "choice-by-likelihood": choice,
        "choice-without-depth": choice,
        "choice-without-types": choice,
        "choice-without-trust": choice,
        "choice-without-learning": (False, False, True),
        "choice-without-plain": choice,
        "choice-without-strict": choice,
        "choice-with-samples": choice,
        "strategy": (True, False, False),
        "none": (False, True, False),
    }
    assert Learner(LEARNERS["bayes"].begin) == LEARNERS["bayes"]
    assert _choice_without("depth")[1:] == choice


def test_choice_tries_several_rates_of_forgetting_unless_one_is_given() -> None:
    several = LEARNERS["choice"].begin([], LEARNED, 0.0)
    given = LEARNERS["choice-without-depth"].begin([], LEARNED, 0.25)
    assert isinstance(several, ChoiceBelief)
    assert isinstance(given, ChoiceBelief)
    assert (several.rates, several.without, several.hurried) == (RATES, frozenset(), True)
    assert (given.rates, given.without, given.hurried) == ({0.25: 1.0}, frozenset({"depth"}), True)
    sampling = LEARNERS["choice-with-samples"].begin([], LEARNED, 0.25)
    assert isinstance(sampling, ChoiceBelief)
    assert (sampling.samples, sampling.rates, given.samples) == (True, {0.25: 1.0}, False)


@pytest.mark.parametrize(
    ("learner", "candidates", "noise", "forgetting"),
    [
        ("choice", [], 0.1, 0.0),
        ("strategy", ["greedy"], LEARNED, 0.0),
        ("strategy", [], 0.1, 0.0),
        ("strategy", [], LEARNED, 0.1),
    ],
)
def test_what_a_learner_cannot_use_is_refused(
    learner: str, candidates: list[str], noise: Any, forgetting: float
) -> None:
    with pytest.raises(SpecError, match=rf"learner={learner}"):
        LEARNERS[learner].begin([kibitz.model(each) for each in candidates], noise, forgetting)


def test_strategy_and_bayes_begin_with_what_is_given() -> None:
    assert isinstance(LEARNERS["strategy"].begin([], LEARNED, 0.0), StrategyBelief)
    belief = LEARNERS["bayes"].begin([kibitz.model("greedy")], 0.1, 0.25)
    assert isinstance(belief, Bayes)
    assert belief.forgetting == 0.25
