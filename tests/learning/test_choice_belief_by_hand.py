"""A belief over choices step by step: how a move changes its weights, what it trusts, and when it fits again."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.learning.bayes import LEVELS
from kibitz.learning.choice_belief import SEARCHES, ChoiceBelief, Expert, _disagreement
from kibitz.learning.choice_fit import watched_in

GAME = kibitz.game("tic-tac-toe")
START = GAME.start()
RANDOM = kibitz.model("random")
NOISE = np.array(list(LEVELS))
EXPERTS = (Expert("one", "learned", RANDOM, 1), Expert("other", SEARCHES, RANDOM))
WATCHED = watched_in(START, START.moves()[0])


def belief(weights: Any, prior: Any = None, rates: Any = None, **more: Any) -> ChoiceBelief:
    """Two experts, of which the second searches, with their weights by noise level."""
    logs = np.log(np.maximum(weights, 1e-200))[None]  # no weight of a belief is 0
    before = np.maximum(prior if prior is not None else np.full((2, 6), 1 / 12), 1e-200)
    return ChoiceBelief(
        rates=rates or {0.0: 1.0}, experts=EXPERTS, logs=logs, prior=before, earlier=before[None], **more
    )


def at_level(first: float, second: float, level: int = 0) -> list[list[float]]:
    return [[share * (place == level) for place in range(6)] for share in (first, second)]


FORETOLD = np.array([[0.5, 0.25, 0.25], [0.125, 0.125, 0.75]])


def test_predictions_are_averaged_over_experts_and_error_rates() -> None:
    """Three quarters of the first without errors; with an error rate of 40% that much is uniform."""
    assert belief(at_level(0.75, 0.25))._averaged(FORETOLD).tolist() == pytest.approx([0.40625, 0.21875, 0.375])
    erring = belief(at_level(1.0, 0.0, 4))._averaged(FORETOLD)
    assert NOISE[4] == 0.4
    assert erring.tolist() == pytest.approx([0.6 * 0.5 + 0.4 / 3, 0.6 * 0.25 + 0.4 / 3, 0.6 * 0.25 + 0.4 / 3])
    assert belief(at_level(1.5, 0.5))._averaged(FORETOLD).sum() == pytest.approx(1)


def test_how_far_experts_disagree() -> None:
    """Experts that know the move and contradict each other disagree by log 2; those that agree, not at all."""
    even = np.array([0.5, 0.5])
    sure = np.array([[1 - 1e-12, 1e-12], [1e-12, 1 - 1e-12]])
    assert _disagreement(sure, even) == pytest.approx(log(2))
    assert _disagreement(np.array([[0.5, 0.5], [0.5, 0.5]]), even) == pytest.approx(0, abs=1e-12)
    assert _disagreement(np.array([[0.3, 0.7], [0.3, 0.7]]), even) >= 0
    assert _disagreement(sure, np.array([1.0, 0.0])) == pytest.approx(0, abs=1e-9)


def posterior(given: ChoiceBelief) -> np.ndarray:
    return np.asarray(np.exp(given.logs[0]).sum(axis=1))


def test_a_move_is_weighed_by_its_probability(monkeypatch: pytest.MonkeyPatch) -> None:
    """1/2 against 1/8: odds of 4. Nothing is forgotten, and nobody errs more than before."""
    monkeypatch.setattr("kibitz.learning.choice_belief.ERRORS_CHANGE", 0.0)
    monkeypatch.setattr("kibitz.learning.choice_belief.STEADY_ERRORS_CHANGE", 0.0)
    after = belief(at_level(0.5, 0.5))._weighed(FORETOLD, WATCHED)
    assert posterior(after).tolist() == pytest.approx([0.8, 0.2])
    assert after.log_likelihood == pytest.approx(log(5 / 16))
    assert after.log_guess == pytest.approx(-log(3))
    assert (after.moves, after.watched) == (1, (WATCHED,))
    assert after.earlier[0].sum(axis=1).tolist() == pytest.approx([0.65, 0.35])  # between the prior and this
    again = after._weighed(FORETOLD, WATCHED)
    assert posterior(again).tolist() == pytest.approx([16 / 17, 1 / 17])
    assert again.log_likelihood == pytest.approx(log(17 / 128))
    assert again.earlier[0].sum(axis=1).tolist() == pytest.approx(
        [0.65 + (16 / 17 - 0.65) / 3, 0.35 + (1 / 17 - 0.35) / 3]
    )


def test_with_errors_a_move_says_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.learning.choice_belief.ERRORS_CHANGE", 0.0)
    monkeypatch.setattr("kibitz.learning.choice_belief.STEADY_ERRORS_CHANGE", 0.0)
    after = belief(at_level(0.5, 0.5, 4))._weighed(FORETOLD, WATCHED)
    likely = 0.6 * 0.5 + 0.4 / 3, 0.6 * 0.125 + 0.4 / 3
    assert posterior(after).tolist() == pytest.approx([each / sum(likely) for each in likely])


def test_a_share_returns_to_the_prior_and_to_earlier_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter returns: half of it to the prior, and half to the mean so far, which is the same here."""
    monkeypatch.setattr("kibitz.learning.choice_belief.ERRORS_CHANGE", 0.0)
    monkeypatch.setattr("kibitz.learning.choice_belief.STEADY_ERRORS_CHANGE", 0.0)
    same = np.full((2, 3), 0.5)
    after = belief(at_level(1.0, 0.0), at_level(0.5, 0.5), {0.25: 1.0})._weighed(same, WATCHED)
    assert posterior(after).tolist() == pytest.approx([0.875, 0.125])
    monkeypatch.setattr("kibitz.learning.choice_belief.EARLIER", 0.5)
    given = belief(at_level(1.0, 0.0), at_level(0.5, 0.5), {0.25: 1.0})
    object.__setattr__(given, "earlier", np.maximum([at_level(0.0, 1.0)], 1e-200))
    assert posterior(given._weighed(same, WATCHED)).tolist() == pytest.approx([0.8125, 0.1875])


def test_players_that_switch_forget_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways are as likely after a move that says nothing; the weights within the second do not change."""
    monkeypatch.setattr("kibitz.learning.choice_belief.ERRORS_CHANGE", 0.0)
    monkeypatch.setattr("kibitz.learning.choice_belief.STEADY_ERRORS_CHANGE", 0.0)
    switches: Any = {"a switch": 0.5}
    given = belief(at_level(0.5, 0.0), at_level(0.5, 0.5), {0.25: 1.0}, switches=switches)
    object.__setattr__(given, "logs", np.repeat(given.logs, 2, axis=0))
    object.__setattr__(given, "earlier", np.repeat(given.earlier, 2, axis=0))
    found = np.exp(given._weighed(np.full((2, 3), 0.5), WATCHED).logs).sum(axis=2)
    assert found[0].tolist() == pytest.approx([0.4375, 0.0625])
    assert found[1].tolist() == pytest.approx([0.5, 0])


def test_one_player_of_a_hundred_errs_more_or_less_than_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """It then errs as the prior says. Where nothing is forgotten, it is a smaller share."""
    monkeypatch.setattr("kibitz.learning.choice_belief.STEADY_ERRORS_CHANGE", 0.002)
    prior = [[0.3, 0.1, 0.1, 0.0, 0.0, 0.0], [0.5, 0.0, 0.0, 0.0, 0.0, 0.0]]
    found = np.exp(belief(at_level(0.5, 0.5), prior, {0.25: 1.0})._with_other_errors())[0]
    assert found[0].tolist() == pytest.approx([0.5 * (0.99 + 0.006), 0.001, 0.001, 0, 0, 0])
    assert found[1].tolist() == pytest.approx([0.5, 0, 0, 0, 0, 0])
    steady = np.exp(belief(at_level(0.5, 0.5), prior)._with_other_errors())[0]
    assert steady[0].tolist() == pytest.approx([0.5 * (0.998 + 0.0012), 0.0002, 0.0002, 0, 0, 0])


def test_losses_of_models_and_of_searches() -> None:
    """Older moves count one hundredth less each time."""
    likely = np.outer([0.5, 0.125], np.ones(6))
    assert belief(at_level(0.75, 0.25))._losses_with(likely) == pytest.approx((log(2), log(8)))
    assert belief(at_level(0.75, 0.25), losses=(10.0, 20.0))._losses_with(likely) == pytest.approx(
        (9.9 + log(2), 19.8 + log(8))
    )
    assert belief(at_level(1.0, 0.0))._losses_with(likely) == pytest.approx((log(2), log(8)))  # by its prior
    prior = [[0.5, 0.0, 0.0, 0.0, 0.0, 0.0], [0.4, 0.1, 0.0, 0.0, 0.0, 0.0]]
    likely[1] = [0.5, 0.25, 0.0, 0.0, 0.0, 0.0]
    assert belief(at_level(1.0, 0.0), prior)._losses_with(likely)[1] == pytest.approx(-log(0.45))
    alone = belief(at_level(0.5, 0.5), losses=(0.0, 2.0))
    object.__setattr__(alone, "experts", (EXPERTS[0], EXPERTS[0]))
    assert alone._losses_with(likely)[1] == pytest.approx(1.98)  # nobody searches: nothing is added


def test_what_is_saved_counts_less_after_few_moves() -> None:
    assert belief(at_level(1, 0)).saved == 0
    assert belief(at_level(1, 0), losses=(1.0, 4.0), moves=1).saved == pytest.approx(0.75 / 11)
    count = 1 + 0.99 + 0.99**2
    assert belief(at_level(1, 0), losses=(6.0, 4.0), moves=3).saved == pytest.approx(-0.5 * count / (count + 10))


def trusted(saved: float, searches: float | None = 0.0, deepest: int = 1, share: float = 1.0, moves: int = 8) -> float:
    given = belief(at_level(1, 0), moves=moves)

    class Known(ChoiceBelief):
        saved = property(lambda self: saved)
        kinds = property(lambda self: {} if searches is None else {SEARCHES: searches})
        depths = property(lambda self: {1: 1 - share, deepest: share})

    object.__setattr__(given, "__class__", Known)
    return given.trust


def test_trust_begins_at_a_loss_of_15_percent_and_is_full_at_5() -> None:
    assert [trusted(saved) for saved in (-0.16, -0.1, -0.125, -0.04, 0.5)] == pytest.approx([0, 0.5, 0.25, 1, 1])
    assert trusted(0.5, searches=0.25) == 0.75
    assert trusted(0.5, searches=None) == 1
    assert trusted(0.5, moves=7) == 0


def test_models_of_the_greatest_depth_have_to_save_more() -> None:
    """By 0.4, or by half of it if that depth has a probability of a half."""
    assert [trusted(saved, deepest=5) for saved in (0.25, 0.3, 0.35)] == pytest.approx([0, 0.5, 1], abs=1e-9)
    assert trusted(0.1, deepest=5, share=0.5) == pytest.approx(0.5)
    assert trusted(0.0, deepest=4) == 1


def test_without_learning_there_is_nothing_to_wait_for() -> None:
    assert belief(at_level(1, 0), without=frozenset({"learning"})).trust == 1


@pytest.mark.parametrize(
    ("refitted", "following"),
    [(0, 8), (8, 13), (12, 13), (13, 22), (22, 38), (38, 60), (60, 82), (100, 136), (400, 481)],
)
def test_refits_come_less_and_less_often(refitted: int, following: int) -> None:
    assert belief(at_level(1, 0), refitted=refitted).next_refit == following


def test_several_opponents_are_fitted_less_often_in_a_hurry() -> None:
    three = watched_in(kibitz.game("abalone(players=3)").start(), kibitz.game("abalone(players=3)").start().moves()[0])
    for watched, following in ((three, [8, 16, 32, 64, 87]), (WATCHED, [8, 13, 22, 60, 87])):
        given = [belief(at_level(1, 0), hurried=True, watched=(watched,), refitted=at) for at in (0, 8, 16, 38, 64)]
        assert [each.next_refit for each in given] == following


def test_light_refits_come_a_quarter_later_than_the_last_refit() -> None:
    assert belief(at_level(1, 0)).next_light_refit == 2
    assert belief(at_level(1, 0), lightly=4).next_light_refit == 6
    assert belief(at_level(1, 0), refitted=8).next_light_refit == 11
    assert belief(at_level(1, 0), refitted=8, lightly=12).next_light_refit == 16
    assert belief(at_level(1, 0), refitted=20, lightly=12).next_light_refit == 26


# Results.


def believing(*shares: tuple[str, str, int, float, Any], level: int = 0, **more: Any) -> ChoiceBelief:
    """Experts by key, kind, depth, weight and model, all of them with one error rate."""
    given = belief(at_level(1, 0), **more)
    weights = np.array([[share * (place == level) for place in range(6)] for *_, share, _ in shares])
    object.__setattr__(
        given, "experts", tuple(Expert(key, kind, model, depth) for key, kind, depth, _, model in shares)
    )
    object.__setattr__(given, "logs", np.log(np.maximum(weights, 1e-200))[None])
    return given


LINES, DEEP = kibitz.model("choice(open_lines=1)"), kibitz.model("choice(open_lines=1, depth=2)")


def test_kinds_and_depths_share_the_belief() -> None:
    """Depths are among experts that have one."""
    found = believing(
        ("a", "learned", 2, 0.2, LINES), ("b", "learned", 1, 0.4, DEEP), ("c", "random", 0, 0.2, RANDOM),
        ("d", "named", 2, 0.2, RANDOM),
    )  # fmt: skip
    assert found.posterior == pytest.approx({"a": 0.2, "b": 0.4, "c": 0.2, "d": 0.2})
    assert found.kinds == pytest.approx({"learned": 0.6, "random": 0.2, "named": 0.2})
    assert found.depths == pytest.approx({1: 0.5, 2: 0.5})
    assert list(found.depths) == [1, 2]
    assert found.likeliest.key == "b"
    assert believing(("a", "learned", 2, 0.3, LINES), ("b", "learned", 1, 0.3, LINES)).depth == 1  # of equals the lower
    assert believing(("a", "learned", 2, 0.6, LINES), ("b", "learned", 1, 0.3, LINES)).depth == 2
    assert believing(("c", "random", 0, 1.0, RANDOM)).depths == {}


def test_errors_of_the_expert_and_of_the_belief_add_up() -> None:
    """It errs in 25% of its moves, and in 40% of the others."""
    noisy = kibitz.model("noisy(choice(open_lines=1), 0.25)")
    found = believing(("a", "learned", 1, 1.0, noisy), level=4)
    assert found.error_rate == pytest.approx(0.4)
    assert found.errors_of_likeliest == pytest.approx(1 - 0.75 * 0.6)
    assert ChoiceBelief().error_rate == 0


@pytest.mark.parametrize(("shares", "deepest"), [((0.5, 0.5, 0), 1), ((0.2, 0.4, 0.4), 1), ((0.1, 0.25, 0.65), 3),
                                                 ((0.19, 0.4, 0.41), 2), ((0.6, 0.4, 0), 1)])  # fmt: skip
def test_greater_depths_are_ignored_if_they_are_not_twice_as_likely(shares: Any, deepest: int) -> None:
    found = believing(*((str(depth), "learned", depth, share, LINES) for depth, share in enumerate(shares, 1)))
    assert found._deepest_answered == deepest
    assert believing(("c", "random", 0, 1.0, RANDOM))._deepest_answered == 0


def test_a_reply_is_to_the_likely_models_together() -> None:
    """Shares are rounded to tenths: 0.52 and 0.26 of 0.78. Searches and unlikely models are left out."""
    found = believing(
        ("a", "learned", 1, 0.3, LINES), ("b", "whole", 1, 0.22, LINES), ("c", "random", 0, 0.26, RANDOM),
        ("d", SEARCHES, 0, 0.21, RANDOM), ("e", "named", 1, 0.01, kibitz.model("greedy")), level=4,
    )  # fmt: skip
    reply = found.opponent
    assert [(round(share, 6), model) for share, model in reply.models] == [(0.7, LINES), (0.3, RANDOM)]
    assert [reply.noise, reply.itself] == pytest.approx([0.4, 1])
    object.__setattr__(alone := believing(("a", "learned", 1, 1.0, LINES)), "itself", False)
    assert alone.opponent.itself == 0
    certain = believing(("a", "learned", 1, 1.0, LINES), without=frozenset({"learning"}))
    assert certain.opponent.itself == 0  # it is trusted from the first move on
    unseen = ChoiceBelief().opponent
    assert ([share for share, _ in unseen.models], unseen.noise, unseen.itself) == ([1], 0, 1)


def test_a_reply_has_three_models_at_most_and_none_that_looks_too_far() -> None:
    others = [kibitz.model(f"choice(open_lines={weight})") for weight in (2, 3, 4)]
    found = believing(
        ("a", "learned", 1, 0.4, LINES), ("z", "learned", 2, 0.15, DEEP),
        *((str(place), "learned", 1, 0.1 * place, each) for place, each in enumerate(others, 1)),
    )  # fmt: skip
    assert [model for _, model in found.opponent.models] == [LINES, others[2], others[1]]


def test_a_model_with_a_share_that_rounds_to_0_is_left_out() -> None:
    """Its share of 0.04 counts, so that the others have 0.63 and 0.32."""
    found = believing(
        ("a", "learned", 1, 0.52, LINES),
        ("b", "random", 0, 0.26, RANDOM),
        ("c", "named", 1, 0.04, kibitz.model("greedy")),
        ("d", SEARCHES, 0, 0.18, RANDOM),
    )
    assert [(round(share, 6), model) for share, model in found.opponent.models] == [(0.6, LINES), (0.3, RANDOM)]


def test_the_greatest_depth_need_not_have_half_of_the_belief() -> None:
    shares = (0.15, 0.15, 0.15, 0.15, 0.4)
    found = believing(*((str(depth), "learned", depth, share, LINES) for depth, share in enumerate(shares, 1)))
    assert found._deepest_answered == 5
