"""Bayes: by hand, never empty, forgetting, evidence, and calibrated."""

from math import exp, log
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.errors import IllegalMove, KibitzError, SpecError
from kibitz.learning.bayes import Bayes
from kibitz.learning.calibration import log_score, reliability, study
from kibitz.models.mixture import Mixture
from kibitz.random import Random

LIKELIHOODS = st.lists(st.tuples(*[st.floats(1e-6, 1)] * 3), min_size=1, max_size=30)


@settings(max_examples=200, deadline=None)
@given(LIKELIHOODS, st.tuples(*[st.floats(0.01, 10)] * 3))
def test_the_posterior_is_prior_times_likelihood(seen: list[tuple[float, ...]], prior: tuple[float, ...]) -> None:
    belief = Bayes(["MT", "mOT", "ML"], prior)
    for likelihoods in seen:
        belief = belief.weigh(likelihoods, 2)
    logs = [log(weight) + sum(log(row[place]) for row in seen) for place, weight in enumerate(prior)]
    shares = [exp(each - max(logs)) for each in logs]
    expected = [share / sum(shares) for share in shares]
    assert list(belief.posterior.values()) == pytest.approx(expected, rel=1e-6)
    assert belief.moves == len(seen)


@settings(max_examples=100, deadline=None)
@given(LIKELIHOODS)
def test_the_log_score_is_the_evidence(seen: list[tuple[float, ...]]) -> None:
    """What the belief expected, move by move, multiplies to the likelihood of everything under the prior."""
    belief = Bayes(["MT", "mOT", "ML"])
    for likelihoods in seen:
        belief = belief.weigh(likelihoods, 4)
    whole = [sum(log(row[place]) for row in seen) for place in range(3)]
    assert belief.log_likelihood == pytest.approx(
        max(whole) + log(sum(exp(each - max(whole)) for each in whole) / 3), abs=1e-6
    )
    assert belief.log_score_of_a_guess == pytest.approx(-log(4))


def test_nothing_empties_it() -> None:
    """A thousand moves that a candidate would never make, then as many that only it would."""
    belief = Bayes(["MT", "mOT"], noise=0.05)
    for _ in range(1000):
        belief = belief.weigh([0.95, 0.025], 2)
    assert belief.posterior["MT"] == pytest.approx(1)
    for _ in range(1010):
        belief = belief.weigh([0.025, 0.95], 2)
    assert belief.posterior["mOT"] > 0.99


def test_forgetting_follows_a_player_who_changes() -> None:
    steady, forgetful = Bayes(["MT", "mOT"]), Bayes(["MT", "mOT"], forgetting=0.05)
    for likelihoods in [[0.9, 0.3]] * 60 + [[0.3, 0.9]] * 6:
        steady, forgetful = steady.weigh(likelihoods, 3), forgetful.weigh(likelihoods, 3)
    assert steady.likeliest == kibitz.model("MT")
    assert forgetful.likeliest == kibitz.model("mOT")
    gone = forgetful
    for _ in range(400):
        gone = gone.weigh([0.5, 0.5], 2)
    assert list(gone.posterior.values()) == pytest.approx([0.5, 0.5])


def test_a_forced_move_tells_nothing() -> None:
    state = kibitz.game("spades(cards=3, bids=[1, 1, 1], open=true)").start(1)
    belief = Bayes(["MT", "mOT"])
    while len(state.moves()) > 1:
        state = state.play(state.moves()[0])
    assert belief.see(state, state.moves()[0]) == belief


def test_moves_are_seen_as_predicted() -> None:
    state = kibitz.game("spades(players=3, cards=7, bids=[2, 2, 2], open=true)").start(3)
    candidates, noise = ["MT_mOT", "mOT", "ML"], 0.1
    for move in state.moves():
        found = Bayes(candidates, noise=noise).see(state, move)
        shares = [kibitz.predict(f"noisy({candidate}, {noise})", state)[move] for candidate in candidates]
        assert list(found.posterior.values()) == pytest.approx([share / sum(shares) for share in shares])


def test_evidence_names_the_moves_that_spoke() -> None:
    belief = Bayes(["MT", "mOT"])
    for number, likelihoods in enumerate([[0.5, 0.5], [0.9, 0.1], [0.2, 0.6], *[[0.5, 0.5]] * 50]):
        belief = belief.weigh(likelihoods, 2, f"position {number}", f"move {number}")
    spoke_for, against = belief.evidence("MT")
    assert [each.move for each in spoke_for] == ["move 1"]
    assert [each.move for each in against] == ["move 2"]
    assert spoke_for[0].speaks(0) > 0 > spoke_for[0].speaks(1)


def test_as_a_model() -> None:
    belief = Bayes(["MT", "mOT"], prior={"MT": 3, "mOT": 1})
    assert isinstance(belief.mixture.wants, Mixture)
    assert [str(part) for _, part in belief.mixture.wants.parts] == ["MT", "mOT"]
    assert [weight for weight, _ in belief.mixture.wants.parts] == pytest.approx([0.75, 0.25])
    assert str(Bayes(["MT"]).mixture) == "MT"


def test_wrong_beliefs() -> None:
    for likelihoods in ([0.5], [0.0, 0.5], [float("nan"), 0.5]):
        with pytest.raises(KibitzError, match="a likelihood above 0 for every candidate"):
            Bayes(["MT", "mOT"]).weigh(likelihoods, 2)
    wrong: dict[str, Any]
    for wrong in (
        {"candidates": []},
        {"candidates": ["MT", "MT"]},
        {"candidates": ["MT"], "noise": 0.0},
        {"candidates": ["MT"], "noise": float("nan")},
        {"candidates": ["MT"], "forgetting": 1.0},
        {"candidates": ["MT"], "prior": [0.0]},
        {"candidates": ["MT"], "prior": [1.0, 1.0]},
        {"candidates": ["MT"], "prior": {"mOT": 1.0}},
        {"candidates": ["nobody"]},
    ):
        with pytest.raises(SpecError):
            Bayes(**wrong)
    state = kibitz.game("spades(cards=3, bids=[1, 1, 1], open=true)").start(1)
    with pytest.raises(IllegalMove):
        Bayes(["MT"]).see(state, "XX")


# Calibration.


def test_reliability_by_hand() -> None:
    rows = reliability([(0.05, False)] * 9 + [(0.05, True)] + [(1.0, True)] * 3)
    assert [(row.low, row.cases, row.true) for row in rows] == [(0.0, 10, 0.1), (0.9, 3, 1.0)]
    low, high = rows[0].interval  # Wilson's interval for one of ten, from his formula
    assert (low, high) == pytest.approx((0.0179, 0.4042), abs=1e-4)
    assert rows[0].off == pytest.approx(0.05)


def test_log_score_by_hand() -> None:
    found = log_score([[(0.5, 0.25), (0.25, 0.25)], [(1.0, 0.25)]])
    assert found.gain == pytest.approx((log(2) + log(4)) / 3)
    assert found.cases == 3


def test_moves_are_drawn_as_often_as_they_should() -> None:
    random = Random(5, "draws")
    counts = [random.weighted({"a": 0.2, "b": 0.5, "c": 0.3}) for _ in range(3000)]
    assert counts.count("b") / 3000 == pytest.approx(0.5, abs=0.04)
    assert counts.count("a") / 3000 == pytest.approx(0.2, abs=0.04)


def test_posteriors_are_calibrated_and_sharp() -> None:
    """A small study; the one that is reported has more hands (docs/results/calibration.json)."""
    found = study(hands=80, seed=7)
    assert found.posterior_score.gain > 0.1
    assert found.move_score.gain > 0.03
    assert found.largest_miss < 0.05
    assert "better by" in found.summary()
    assert study(hands=3, seed=7) == study(hands=3, seed=7)
