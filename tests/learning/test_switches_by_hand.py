"""Players with two ways of playing: phases, words, and how memories change places, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.learning.decisions import When
from kibitz.learning.switches import SWITCHES, Switch, switched

LOSS, OPENS, BETWEEN = Switch("loss", lost=True), Switch("opens", moves=2), Switch("between", forgets=0.25)
PRIOR = np.array([0.75, 0.25])


def test_phases() -> None:
    assert [LOSS.phase(When(losses=losses)) for losses in range(5)] == [0, 1, 0, 1, 0]
    assert [OPENS.phase(When(moves=moves, losses=1)) for moves in range(4)] == [0, 0, 1, 1]
    assert [BETWEEN.phase(When(game, 5, 1)) for game in range(2)] == [0, 0]
    plain = Switch("plain")
    assert (plain.lost, plain.moves, plain.forgets, plain.phase(When(3, 5, 1))) == (False, 0, 0.0, 0)


def test_words() -> None:
    assert LOSS.words == "plays differently after a lost game"
    assert Switch("a", moves=1).words == "plays differently after its first 1 move"
    assert OPENS.words == "plays differently after its first 2 moves"
    assert BETWEEN.words == ""


def test_switches_that_a_player_may_have() -> None:
    """A fifth of the prior: 0.08 for changes between games, 0.06 after a loss, and 0.06 after 1 to 8 moves."""
    forgets, lost, *opens = SWITCHES
    assert (forgets.forgets, SWITCHES[forgets]) == (0.25, 0.08)
    assert (lost.lost, SWITCHES[lost]) == (True, 0.06)
    assert [each.moves for each in opens] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [SWITCHES[each] for each in opens] == pytest.approx([0.0075] * 8)
    assert all(not each.lost and not each.forgets for each in opens)


def exp(logs: np.ndarray) -> list[list[float]]:
    return [[round(float(each), 12) for each in row] for row in np.exp(logs)]


def test_the_second_memory_begins_with_half_of_the_first_and_half_of_the_prior() -> None:
    """The switch has a weight of 0.4, and the row of a rate before it stays as it is: (0.9 + 0.75) / 2 = 0.825."""
    logs = np.log([[0.3, 0.3], [0.36, 0.04]])
    used, kept = switched(logs, np.full((2, 2), np.nan), PRIOR, [OPENS], When(0, 1, 0), When(0, 2, 0))
    assert exp(used) == [[0.3, 0.3], [0.33, 0.07]]
    assert exp(kept[1:]) == [[0.9, 0.1]]
    assert np.isnan(kept[0]).all()
    again, aside = switched(used, kept, PRIOR, [OPENS], When(0, 2, 0), When(1, 0, 0))
    assert exp(again) == [[0.3, 0.3], [0.36, 0.04]]
    assert exp(aside[1:]) == [[0.825, 0.175]]


def test_nothing_changes_in_the_same_phase() -> None:
    logs, aside = np.log([[0.36, 0.04]]), np.full((1, 2), np.nan)
    used, kept = switched(logs, aside, PRIOR, [LOSS], When(0, 1, 1), When(4, 7, 3))
    assert exp(used) == [[0.36, 0.04]]
    assert np.isnan(kept).all()


def test_a_quarter_is_forgotten_when_a_game_begins() -> None:
    """(0.36, 0.04) is 0.4 times (0.9, 0.1), of which 3/4 are kept, with a quarter of the prior: (0.8625, 0.1375)."""
    logs, aside = np.log([[0.36, 0.04], [0.5, 0.1]]), np.full((2, 2), np.nan)
    used, _ = switched(logs, aside, PRIOR, [BETWEEN, LOSS], When(3, 1, 0), When(4, 0, 0))
    assert exp(used) == [[0.345, 0.055], [0.5, 0.1]]
    same, _ = switched(logs, aside, PRIOR, [BETWEEN, LOSS], When(3, 1, 0), When(3, 2, 0))
    assert exp(same) == [[0.36, 0.04], [0.5, 0.1]]


def test_weights_that_are_too_small_for_a_number() -> None:
    logs = np.log([[0.9, 0.1]]) - 2000
    used, kept = switched(logs, np.full((1, 2), np.nan), PRIOR, [LOSS], When(), When(1, 0, 1))
    assert exp(used + 2000) == [[0.825, 0.175]]
    assert exp(kept) == [[0.9, 0.1]]
