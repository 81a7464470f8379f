"""Calibration step by step: tenths, intervals, scores, what a study plays and counts, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from inspect import signature
from math import log
from typing import Any

import pytest

import kibitz
from kibitz.games.capabilities import bidding
from kibitz.learning.calibration import (
    Calibration,
    Decision,
    LogScore,
    Tenth,
    _Counted,
    _effective,
    _session,
    largest_miss,
    log_score,
    reliability,
    studies,
    study,
    wilson,
)
from kibitz.random import Random

SMALL = "spades(players=3, cards=4, open=true)"


def tenth(said: float, cases: int = 500, true: float = 0.35) -> Tenth:
    return Tenth(0.3, 0.4, cases, said, true, (0.3, 0.4))


def test_a_miss_is_more_than_five_points_outside_the_interval_in_at_least_500_cases() -> None:
    assert not tenth(0.3 - 0.05).misses
    assert tenth(0.2499).misses
    assert not tenth(0.4 + 0.05).misses
    assert tenth(0.4501).misses
    assert tenth(0.9).misses
    assert not tenth(0.9, 499).misses


def test_the_largest_miss_is_that_of_a_tenth_with_at_least_500_cases() -> None:
    assert [tenth(0.25).off, tenth(0.45).off] == pytest.approx([0.1, 0.1])
    assert largest_miss([tenth(0.45), tenth(0.36), tenth(0.9, 499)]) == pytest.approx(0.1)
    assert largest_miss([tenth(0.9, 499)]) == 0


def test_tenths_go_from_their_low_end_up_to_the_next_and_1_belongs_to_the_last() -> None:
    rows = reliability([[(0.0, False), (0.09, True)], [(0.29, False), (0.91, True), (0.94, False), (1.0, True)]])
    assert [(row.low, row.high, row.cases) for row in rows] == [(0, 0.1, 2), (0.2, 0.3, 1), (0.9, 1, 3)]
    assert [row.said for row in rows] == pytest.approx([0.045, 0.29, 0.95])
    assert [row.true for row in rows] == pytest.approx([0.5, 0, 2 / 3])


def groups(*written: str) -> list[list[tuple[float, bool]]]:
    """Groups of cases, T for a true one."""
    return [[(0.5, each == "T") for each in group] for group in written]


def test_how_many_independent_cases_groups_are_worth() -> None:
    assert _effective(groups("TT", "FF", "FF", "FF"), 0.25) == pytest.approx(4)  # groups of equal cases: one case each
    assert _effective(groups("TT", "FF", "T", "F"), 0.5) == pytest.approx(3.6)  # 36 / 4 over 1 + 1 + 1/4 + 1/4
    assert _effective(groups("TF", "TF"), 0.5) == 4  # groups that do not differ
    assert _effective(groups("TF", "FF"), 0.25) == 4  # never more than there are
    assert _effective(groups("TTT", "TT"), 1.0) == 2
    assert _effective(groups("FFF", "FF"), 0.0) == 2


def test_rounding_leaves_no_interval_outside_0_to_1() -> None:
    assert [wilson(1.0, cases)[1] for cases in (20, 21, 22)] == [1, 1, 1]
    assert [wilson(0.0, cases)[0] for cases in (3, 6, 9)] == [0, 0, 0]


def gains(*written: str) -> LogScore:
    """The score of groups, where each digit says how many times the probability was doubled, beginning at 1/16."""
    return log_score([[(2 ** int(each) / 16, 1 / 16) for each in group] for group in written])


def test_the_error_of_a_score_is_that_of_the_mean_of_groups() -> None:
    """In doublings: the standard error of 0, 1 and 2 is the root of a third, that of 0 and 1 a half."""
    assert gains("0", "1", "2").error == pytest.approx(log(2) * (1 / 3) ** 0.5)
    assert gains("0", "1").error == pytest.approx(log(2) / 2)
    assert gains("10", "20", "").error == pytest.approx(log(2) / 4)  # two cases a group; an empty group is none
    assert gains("3").error == 0
    assert log_score([[(0.5, 0.25)], [(0.25, 0.125)]]).error == 0  # twice as likely as guessed, both times
    assert gains("10", "20").gain == pytest.approx(0.75 * log(2))
    assert (gains("04").mean, gains("04").guess) == pytest.approx((log(1 / 16) / 2, log(1 / 16)))


@dataclass(frozen=True)
class Belief:
    """A belief about a and b: every move makes a a tenth likelier, and the error rate higher."""

    seen: int = 0

    def expects(self, state: Any) -> dict[str, float]:
        return {"x": 0.75, "y": 0.25}

    def see(self, state: Any, move: str) -> Belief:
        return Belief(self.seen + 1)

    @property
    def posterior(self) -> dict[str, float]:
        return {"a": 0.5 + self.seen / 8, "b": 0.5 - self.seen / 8}

    @property
    def error_rate(self) -> float:
        return self.seen / 100


def test_what_a_session_adds() -> None:
    """Player 0 is a and moves in both hands, player 1 is b."""
    prior: Any = Belief()
    state: Any = None
    counted = _Counted(2)
    counted.add(prior, [0, 1], [Decision(0, 0, state, "x"), Decision(1, 0, state, "y"), Decision(0, 1, state, "y")])
    first = [(0.625, True), (0.375, False), (0.625, False), (0.375, True)]
    assert counted.first == [first]
    assert counted.said == [[*first, (0.75, True), (0.25, False)]]
    assert counted.scores == [[(0.625, 0.5), (0.375, 0.5), (0.75, 0.5)]]
    assert counted.told == [
        [(0.75, True), (0.25, False), (0.75, False), (0.25, True), (0.75, False), (0.25, True)],
    ]
    assert counted.move_scores == [[(0.75, 0.5), (0.25, 0.5), (0.25, 0.5)]]
    assert counted.rates == [[0.01, 0.01], [0.02, 0.01]]


class Recorded(Random):
    """Notes the numbers of possibilities that were drawn from."""

    def __init__(self) -> None:
        super().__init__(3, "test")
        self.drawn: list[int] = []

    def below(self, bound: int) -> int:
        self.drawn.append(bound)
        return super().below(bound)


def test_a_session_records_the_choices_of_players_who_change_seats() -> None:
    """Each hand begins with a deal of 32 bits and three bids of 1 to 3 tricks."""
    game, random = kibitz.game(SMALL), Recorded()
    models = [kibitz.model(each) for each in ("MT", "mOT", "ML")]
    decisions = _session(game, models, [0.0, 0.5, 0.0], 3, None, random)
    assert [each for each in random.drawn if each in (3, 2**32)] == [2**32, 3, 3, 3] * 3
    assert {each.hand for each in decisions} == {0, 1, 2}
    assert {len(each.state.moves()) for each in decisions} >= {2, 3}
    for before, after in zip(decisions, [*decisions[1:], None], strict=True):
        assert before.player == (before.state.to_move + before.hand) % 3
        assert len(before.state.moves()) > 1
        assert not bidding(before.state)
        state = before.state.play(before.move)
        while not state.over and len(state.moves()) == 1:
            state = state.play(state.moves()[0])
        if after is None or after.hand > before.hand:
            assert state.over
        else:
            assert state == after.state


def test_players_err_at_rates_that_are_given_or_drawn() -> None:
    known = study(game=SMALL, sessions=2, hands=2, noise=0.05, errs=0.4)
    assert known.error_rates == pytest.approx((0.05, 0.05))
    assert known.players == "players who err in 40% of their moves"
    assert study(game=SMALL, sessions=1, errs="learned").players == "players who err at rates drawn from the prior"
    looks = study(game=SMALL, sessions=1, looks="ties=left-high")
    assert looks.players == "players with ties=left-high, never err"


def test_what_is_not_said_is_what_was_reported() -> None:
    """The pages of results give only what differs from these."""
    defaults: dict[str, Any] = {
        "candidates": ("MT", "mOT", "ML"),
        "game": "spades(players=3, cards=7, open=true)",
        "sessions": 1000,
        "hands": 1,
        "errs": 0.05,
        "looks": None,
        "seed": 1,
    }
    for function, more in ((study, {"noise": "learned"}), (studies, {})):
        given = {name: each.default for name, each in signature(function).parameters.items() if name != "noises"}
        assert given == {**defaults, **more}


FOUND = Calibration(
    "spades",
    ("MT", "ML"),
    "players who err in 5% of their moves",
    20,
    2,
    1,
    "learned",
    (tenth(0.25), tenth(0.5)),
    (tenth(0.3, 40),),
    LogScore(-0.5, -0.75, 60, 0.05),
    (tenth(0.35, true=0.31),),
    LogScore(-1.5, -2.0, 30, 0.1),
    (0.02, 0.04, 0.06),
)


def test_the_summary_line_by_line() -> None:
    assert FOUND.largest_miss == pytest.approx(0.15)
    opening, *lines = FOUND.summary().split("\n")
    assert opening.endswith("players who err in 5% of their moves, noise=learned, 20 sessions of 2 hands")
    assert lines == [
        "estimated error rate: 2.0% of moves after the first hand, 6.0% after the last",
        "which candidate a player is: log score -0.500, a guess -0.750, better by 0.250 +- 0.098 over 60 cases",
        "  30%-40%: predicted 25.0%, true 35.0% (30.0% to 40.0%), 500 cases",
        "  30%-40%: predicted 50.0%, true 35.0% (30.0% to 40.0%), 500 cases, a miss",
        "  largest error among bins with at least 500 cases: 15.0 points",
        "the same in the first hand",
        "  30%-40%: predicted 30.0%, true 35.0% (30.0% to 40.0%), 40 cases",
        "  largest error among bins with at least 500 cases: 0.0 points",
        "which move it makes: log score -1.500, a guess -2.000, better by 0.500 +- 0.196 over 30 cases",
        "  30%-40%: predicted 35.0%, true 31.0% (30.0% to 40.0%), 500 cases",
        "  largest error among bins with at least 500 cases: 4.0 points",
    ]


def test_one_hand_has_no_table_of_its_first_hand() -> None:
    assert "first hand\n" not in replace(FOUND, hands=1).summary()
    assert "which move" not in replace(FOUND, moves=()).summary()


def test_an_error_rate_is_told_if_it_was_learned_or_if_there_are_several_hands() -> None:
    for rates, noise, told in (((0.1,), "0.1", False), ((0.1,), "learned", True), ((0.1, 0.1), "0.1", True)):
        assert ("estimated error rate" in replace(FOUND, error_rates=rates, noise=noise).summary()) is told
