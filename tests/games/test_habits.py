"""Habits: what people say of somebody who likes or avoids a feature."""

from __future__ import annotations

import pytest
from support.conformance_games import IN_PYTHON

import kibitz
from kibitz.games.habits import habits
from kibitz.games.registry import REGISTRY, named_alone
from kibitz.models.choice import choice_features

OPTIONS = ("spades(bids=none, scoring=tricks)", "spades(hands=2)", "hearts(passing=left)", "abalone(players=3)")
NATIVE = [name for name in named_alone() if name not in IN_PYTHON and name in REGISTRY]


@pytest.mark.parametrize("spec", [*NATIVE, *OPTIONS])
def test_every_feature_has_words_for_those_who_like_it_and_those_who_avoid_it(spec: str) -> None:
    game = kibitz.game(spec)
    for name in choice_features(game):
        if "_" in name and name.split("_")[0] in ("others", "next", "second", "third", "fourth", "fifth"):
            continue
        (liked,), (avoided,) = habits({name: 1.0}, game), habits({name: -1.0}, game)
        assert liked != avoided
        assert name == "end" or name in game.feature_habits, name


def test_small_weights_and_repetitions_are_left_out() -> None:
    game = kibitz.game("spades")
    found = habits({"bags": 1.0, "unwanted": 0.9, "lead_rank": 0.04, "trumps": -0.5}, game)
    assert found == ("take tricks that the bid does not need", "play spades early")


def test_features_of_others_are_told_as_theirs() -> None:
    game = kibitz.game("hearts")
    assert habits({"others_penalties": -1.0}, game) == ("make it hard for the others to avoid penalty points",)


def test_a_feature_without_words_is_told_by_its_name() -> None:
    assert habits({"open_lines": 1.0, "odd_thing": -1.0}, kibitz.game("tic-tac-toe")) == (
        "keep lines open",
        "avoid odd thing",
    )
