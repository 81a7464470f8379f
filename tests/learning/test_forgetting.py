"""Forgetting: the belief before a move is a mixture of the last posterior and the prior, exactly."""

from math import log

import pytest

from kibitz.learning.bayes import Bayes

FORGETTING, PRIOR = 0.25, (0.7, 0.3)


def by_hand(moves: list[tuple[float, float]], forgetting: float) -> tuple[list[float], float]:
    """The posterior of two candidates and the log likelihood of the moves, by the definition."""
    shares, likelihood = list(PRIOR), 0.0
    for told in moves:
        before = [(1 - forgetting) * share + forgetting * first for share, first in zip(shares, PRIOR, strict=True)]
        joint = [share * each for share, each in zip(before, told, strict=True)]
        likelihood += log(sum(joint))
        shares = [each / sum(joint) for each in joint]
    return shares, likelihood


@pytest.mark.parametrize("forgetting", [0.0, FORGETTING, 0.9])
def test_several_moves_by_hand(forgetting: float) -> None:
    """The prior is not even, and the likelihoods turn round: each move mixes another posterior with it."""
    moves = [(0.9, 0.2), (0.8, 0.1), (0.3, 0.6), (0.2, 0.9)]
    belief = Bayes(["MT", "mOT"], prior=PRIOR, noise=0.1, forgetting=forgetting)
    for told in moves:
        belief = belief.weigh(told, 3)
    shares, likelihood = by_hand(moves, forgetting)
    assert list(belief.posterior.values()) == pytest.approx(shares, abs=1e-12)
    assert belief.log_likelihood == pytest.approx(likelihood, abs=1e-12)


def test_what_a_move_tells_is_measured_from_the_belief_after_forgetting() -> None:
    belief = Bayes(["MT", "mOT"], prior=PRIOR, noise=0.1, forgetting=FORGETTING)
    told = belief.weigh([0.9, 0.2], 3).weigh([0.5, 0.5], 3).sightings[-1].log_likelihoods
    assert told == pytest.approx((log(0.5), log(0.5)), abs=1e-12)  # the same for both: it tells nothing
