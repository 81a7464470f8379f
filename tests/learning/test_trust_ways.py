"""Ways to decide how far a reply may rely on models."""

from dataclasses import dataclass, field

import pytest

import kibitz
from kibitz.learning.choice_belief import ChoiceBelief
from kibitz.learning.learners import OTHER_WAYS
from kibitz.learning.trust import WAYS


@dataclass
class Seen:
    moves: int = 100
    losses: tuple[float, float] = (50.0, 80.0)
    saved: float = 0.3
    depths: dict[int, float] = field(default_factory=lambda: {1: 1.0})
    searching: float = 0.0


@pytest.mark.parametrize(
    ("way", "seen", "trust"),
    [
        ("earned", Seen(moves=7), 0.0),
        ("earned", Seen(moves=8), 1.0),
        ("earned", Seen(saved=-0.1), 0.5),  # half of the way from -0.15 to -0.05
        ("earned", Seen(saved=-0.2), 0.0),
        ("earned", Seen(searching=0.25), 0.75),
        ("earned", Seen(depths={4: 0.0, 5: 1.0}, saved=0.3), 0.5),  # from 0.25 to 0.35
        ("earned", Seen(depths={4: 1.0, 5: 0.0}, saved=0.3), 1.0),
        ("restricted", Seen(moves=0), 0.75),
        ("restricted", Seen(searching=1.0, saved=-1.0), 0.75),
        ("data-biased", Seen(moves=0), 0.0),
        ("data-biased", Seen(moves=10), 0.5),
        ("data-biased", Seen(moves=90, saved=-1.0), 0.9),
        ("by-likelihood", Seen(losses=(0.0, 0.0)), 0.5),
        ("by-likelihood", Seen(losses=(50.0, 51.0)), 1 / (1 + 2.718281828**-1)),
        ("by-likelihood", Seen(losses=(9000.0, 0.0)), 0.0),
    ],
)
def test_trust_by_hand(way: str, seen: Seen, trust: float) -> None:
    assert WAYS[way](seen) == pytest.approx(trust)


def test_every_way_has_a_learner() -> None:
    assert {"earned", *OTHER_WAYS} == set(WAYS)
    for way in OTHER_WAYS:
        belief = kibitz.player(f"adaptive(learner=choice-{way})")._first  # type: ignore[attr-defined]
        assert isinstance(belief, ChoiceBelief)
        assert belief.trusting == way
        assert belief.at(kibitz.game("tic-tac-toe")).trusting == way


def test_a_restricted_reply_relies_on_models_before_anything_was_seen() -> None:
    game = kibitz.game("checkers")
    usual, fixed = (ChoiceBelief(trusting=each).at(game) for each in ("earned", "restricted"))
    assert usual.opponent.itself == 1.0
    assert fixed.opponent.itself == 0.25
