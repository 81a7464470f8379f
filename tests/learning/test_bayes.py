"""Bayes: by hand, never empty, forgetting, evidence, noise that is learned, and calibrated."""

from itertools import product
from math import exp, inf, log
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

import kibitz
from kibitz.errors import IllegalMove, KibitzError, SpecError
from kibitz.learning.bayes import Bayes, noise_prior
from kibitz.learning.calibration import log_score, reliability, studies, study, wilson
from kibitz.models.move_probabilities import respond, with_noise
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


def test_no_run_of_moves_empties_a_belief() -> None:
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


def test_forgetting_by_hand() -> None:
    """With a tenth forgotten, 3 to 1 is 0.9 * 0.75 + 0.1 * 0.5 = 0.725 before the next move."""
    belief = Bayes(["MT", "mOT"], noise=0.1, forgetting=0.1).weigh([0.6, 0.2], 3)
    assert belief.posterior["MT"] == pytest.approx(0.75)
    after = belief.weigh([0.4, 0.8], 3)
    expected = 0.725 * 0.4 + 0.275 * 0.8
    assert after.posterior["MT"] == pytest.approx(0.725 * 0.4 / expected)
    assert after.log_likelihood == pytest.approx(log(0.4) + log(expected))


def test_noise_means_the_same_to_a_belief_a_model_and_a_response() -> None:
    state = kibitz.game("spades(cards=5, bids=[1, 2, 2], open=true)").start(seed=4)
    quiet, noisy = kibitz.predict("MT", state), kibitz.predict("noisy(MT, 0.3)", state)
    assert noisy == {move: with_noise(share, 0.3, len(quiet)) for move, share in quiet.items()}
    for move in quiet:
        assert Bayes(["MT"], noise=0.3).see(state, move).log_likelihood == log(noisy[move])
    analysis = kibitz.search("maxn(own=MT)").analyse(state)
    even = {move: (move in analysis.best) / len(analysis.best) for move in analysis.values}
    assert respond(analysis, noise=0.3) == {move: with_noise(share, 0.3, len(even)) for move, share in even.items()}


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


def test_a_belief_gives_the_mixture_of_its_candidates() -> None:
    belief = Bayes(["MT", "mOT"], prior={"MT": 3, "mOT": 1})
    assert [str(part) for _, part in belief.mixture.parts] == ["MT", "mOT"]
    assert [weight for weight, _ in belief.mixture.parts] == pytest.approx([0.75, 0.25])
    assert str(Bayes(["MT"]).mixture) == "MT"


def test_wrong_candidates_likelihoods_and_priors_are_refused() -> None:
    for likelihoods in ([0.5], [0.0, 0.5], [float("nan"), 0.5]):
        with pytest.raises(KibitzError, match="a likelihood above 0 for every candidate"):
            Bayes(["MT", "mOT"]).weigh(likelihoods, 2)
    wrong: dict[str, Any]
    for wrong in (
        {"candidates": []},
        {"candidates": ["MT", "MT"]},
        {"candidates": ["MT"], "noise": 0.0},
        {"candidates": ["MT"], "noise": float("nan")},
        {"candidates": ["MT"], "noise": 1.0},
        {"candidates": ["MT"], "noise": []},
        {"candidates": ["MT"], "noise": [0.0]},
        {"candidates": ["MT"], "noise": [0.1, 0.1]},
        {"candidates": ["MT"], "noise": {0.1: 0.0}},
        {"candidates": ["MT"], "noise": ["0.1"]},
        {"candidates": ["MT"], "noise": "unknown"},
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


# Noise that is learned.

SPADES = kibitz.game("spades(players=3, cards=7, bids=[2, 2, 2], open=true)")


def watched(belief: Bayes, truth: str, hands: int, seed: int = 1) -> Bayes:
    """The belief about a seat after some hands of three players who are all the same."""
    for hand in range(hands):
        state, random = SPADES.start(1000 * seed + hand), Random(seed, "watched", hand)
        while not state.over:
            move = random.weighted(kibitz.predict(truth, state))
            belief = belief.see(state, move) if state.to_move == 0 else belief
            state = state.play(move)
    return belief


def test_the_posterior_is_over_candidates_and_noise_levels() -> None:
    """From the definition: the prior of each pair times the likelihood of every move to a candidate with that noise."""
    candidates, levels = {"MT": 2.0, "mOT_MT": 1.0}, {0.0: 3.0, 0.1: 1.0, 0.4: 2.0}
    belief = Bayes(list(candidates), candidates, noise=levels)
    weights = {(name, level): candidates[name] * levels[level] for name, level in product(candidates, levels)}
    state = SPADES.start(5)
    evidence = 0.0
    while not state.over:
        move = state.moves()[-1]
        if len(state.moves()) > 1:
            before = sum(weights.values())
            for name, level in weights:
                weights[name, level] *= kibitz.predict(f"noisy({name}, {level})", state)[move]
            evidence += log(sum(weights.values()) / before)
            belief = belief.see(state, move)
        state = state.play(move)
    whole = sum(weights.values())
    assert [exp(each) for each in belief.joint] == pytest.approx([each / whole for each in weights.values()])
    for name, share in belief.posterior.items():
        assert share == pytest.approx(sum(weights[name, level] for level in levels) / whole)
    for level, share in belief.noise_posterior.items():
        assert share == pytest.approx(sum(weights[name, level] for name in candidates) / whole)
    assert belief.log_likelihood == pytest.approx(evidence)
    assert belief.error_rate == pytest.approx(sum(level * share for level, share in belief.noise_posterior.items()))


def test_a_move_that_nobody_would_make_rules_out_only_those_who_never_err() -> None:
    state, move = next(
        (state, move)
        for state in map(SPADES.start, range(100))
        for move in state.moves()
        if not any(kibitz.predict(name, state)[move] for name in ("MT", "mOT"))
    )
    belief = Bayes(["MT", "mOT"]).see(state, move)
    assert belief.noise_posterior[0.0] == 0.0
    assert belief.joint[0] == -inf
    assert list(belief.posterior.values()) == pytest.approx([0.5, 0.5])
    assert belief.error_rate > 0.2
    for _ in range(3000):
        belief = belief.see(state, move)
    assert all(0 < share < 1 for share in belief.posterior.values())
    assert belief.noise_posterior[0.6] == pytest.approx(1)


def test_a_late_mistake_is_survived() -> None:
    """Thousands of moves without a mistake leave next to nothing for other levels, and then there is one."""
    state = SPADES.start(3)
    shares = kibitz.predict("MT", state)
    right, wrong = max(shares, key=lambda move: shares[move]), min(shares, key=lambda move: shares[move])
    assert shares[wrong] == 0
    belief = Bayes(["MT", "mOT"], noise=[0, 0.4])
    for _ in range(6000):
        belief = belief.see(state, right)
    assert belief.noise_posterior[0.0] == 1.0
    belief = belief.see(state, wrong)
    assert belief.noise_posterior == {0.0: 0.0, 0.4: 1.0}
    assert sum(belief.posterior.values()) == pytest.approx(1)
    assert belief.evidence("MT")


@pytest.mark.parametrize(("errs", "low", "high"), [(0.0, 0.0, 0.02), (0.2, 0.1, 0.3), (0.4, 0.3, 0.5)])
def test_how_often_a_player_errs_is_learned(errs: float, low: float, high: float) -> None:
    belief = watched(Bayes(["MT", "mOT", "ML"]), f"noisy(mOT, {errs})", hands=40)
    assert low <= belief.error_rate <= high
    assert belief.error_range()[0] <= errs <= belief.error_range()[1]
    assert str(belief.likeliest) == "mOT"


def test_noise_that_is_told_is_not_learned() -> None:
    belief = watched(Bayes(["MT", "mOT"], noise=0.05), "noisy(MT, 0.4)", hands=3)
    assert belief.levels == (0.05,)
    assert belief.error_rate == 0.05
    assert noise_prior("learned") == pytest.approx({0.0: 2 / 3, **dict.fromkeys((0.05, 0.1, 0.2, 0.4, 0.6), 1 / 15)})


def test_what_is_expected_of_a_move() -> None:
    state = SPADES.start(3)
    belief = Bayes(["MT", "mOT"], noise=[0, 0.3])
    expected = belief.expects(state)
    assert sum(expected.values()) == pytest.approx(1)
    for move, share in expected.items():
        assert belief.see(state, move).log_likelihood == pytest.approx(log(share))


# Calibration.


def test_reliability_by_hand() -> None:
    cases = [(0.05, False)] * 9 + [(0.05, True)] + [(1.0, True)] * 3
    rows = reliability([[case] for case in cases])
    assert [(row.low, row.cases, row.true) for row in rows] == [(0.0, 10, 0.1), (0.9, 3, 1.0)]
    low, high = rows[0].interval  # Wilson's interval for one of ten, from his formula
    assert (low, high) == pytest.approx((0.0179, 0.4042), abs=1e-4)
    assert rows[0].off == pytest.approx(0.05)
    for right, all_of in ((0, 7), (31, 90), (500, 500)):
        exact = binomtest(right, all_of).proportion_ci(method="wilson")
        assert wilson(right / all_of, all_of) == pytest.approx((exact.low, exact.high), abs=1e-6)


def test_cases_that_share_a_session_count_less() -> None:
    """Ten sessions whose cases are all alike are no more than ten cases."""
    sessions = [[(0.35, number < 3)] * 100 for number in range(10)]
    (row,) = reliability(sessions)
    assert row.cases == 1000
    assert row.interval == pytest.approx(wilson(0.3, 10))
    (certain,) = reliability([[(0.95, True)] * 100] * 10)
    assert certain.interval == pytest.approx(wilson(1.0, 10))


def test_a_miss_is_judged_with_its_interval() -> None:
    said_right, said_wrong = ([[(share, number % 10 < 5)] for number in range(1000)] for share in (0.57, 0.59))
    assert not reliability(said_right)[0].misses  # 50% +- 3 and 5 points more
    assert reliability(said_wrong)[0].misses
    assert not reliability(said_wrong[:400])[0].misses  # too few cases


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
    found = study(sessions=100, seed=7, noise=0.05)
    assert found.posterior_score.gain > 0.1
    assert found.move_score.gain > 0.03
    assert not any(row.misses for row in found.posteriors)
    assert "better by" in found.summary()
    assert study(sessions=3, seed=7) == study(sessions=3, seed=7)


def test_averaged_over_the_prior_of_noise_beliefs_are_calibrated_from_the_first_hand() -> None:
    found = study(game="spades(cards=5, open=true)", sessions=150, errs="learned", seed=7)
    assert not any(row.misses for row in (*found.posteriors, *found.moves))
    assert found.first_hand == found.posteriors
    assert "err at rates drawn from the prior" in found.players


def test_beliefs_about_players_who_err_are_calibrated() -> None:
    """A small study; the one that is reported has more cards and hands (docs/results/calibration-noise.json)."""
    learned, told = studies(
        ["learned", 0.05], game="spades(cards=5, open=true)", sessions=40, hands=10, errs=0.4, seed=7
    )
    misses = {found.noise: [row.low for row in found.posteriors if row.misses] for found in (learned, told)}
    assert len(misses["0.05"]) > len(misses["learned"])
    assert learned.posteriors[-1].off < told.posteriors[-1].off
    assert learned.posterior_score.mean > told.posterior_score.mean + 0.05
    assert learned.move_score.mean > told.move_score.mean
    assert learned.error_rates[0] < learned.error_rates[-1]
    assert Bayes(["MT"]) == Bayes(["MT"], noise="learned")
