"""What a belief takes from a memory that has other noise levels than its own."""

import pytest

from kibitz.errors import KibitzError
from kibitz.learning.noise_levels import candidate_of, described, spread, weights_of

LEVELS = {"noisy(MT, 0.0)": 0.5, "noisy(MT, 0.2)": 0.9, "noisy(ML, 0.0)": 0.3, "noisy(ML, 0.2)": 0.1}


def test_a_name_may_have_brackets_and_small_levels() -> None:
    assert candidate_of("noisy(mOT(missed=indifferent), 1e-05)") == ("mOT(missed=indifferent)", 1e-05)
    assert candidate_of("noisy(MT)") == ("noisy(MT)", 0.0)


def test_weights_are_spread_only_over_the_levels_of_the_same_candidates() -> None:
    assert spread({"MT": 0.75, "ML": 0.5}, list(LEVELS)) == {
        "noisy(MT, 0.0)": 0.75,
        "noisy(MT, 0.2)": 0.75,
        "noisy(ML, 0.0)": 0.5,
        "noisy(ML, 0.2)": 0.5,
    }
    for weights, names in (({"MT": 0.75}, list(LEVELS)), ({"MT": 0.75, "ML": 0.5}, ["MT", "ML"])):
        assert spread(weights, names) is weights


def test_fixed_noise_takes_the_nearest_level_and_no_noise_the_likeliest() -> None:
    assert weights_of(LEVELS, ["MT", "ML"], "Ann", 0.05) == {"MT": 0.5, "ML": 0.3}
    assert weights_of(LEVELS, ["MT", "ML"], "Ann", 0.15) == {"MT": 0.9, "ML": 0.1}
    assert weights_of(LEVELS, ["MT", "ML"], "Ann") == {"MT": 0.9, "ML": 0.3}
    assert weights_of(LEVELS, list(LEVELS), "Ann", 0.15) is LEVELS


def test_other_candidates_and_missing_levels_are_refused() -> None:
    message = "the memory knows Ann as one of MT, ML with noise 0, 0.2 and this player considers MT, mOT;"
    with pytest.raises(KibitzError, match=message):
        weights_of(LEVELS, ["MT", "mOT"], "Ann")
    missing = {name: weight for name, weight in LEVELS.items() if name != "noisy(ML, 0.2)"}
    with pytest.raises(KibitzError, match="or another memory"):
        weights_of(missing, ["MT", "ML"], "Ann")


def test_levels_are_told_only_if_there_are_any() -> None:
    assert described(["noisy(MT, 0.0)", "noisy(ML, 0.0)"]) == "MT, ML"
    assert described(["noisy(MT, 0.1)", "noisy(ML, 0.1)"]) == "MT, ML with noise 0.1"
