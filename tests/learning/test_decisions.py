"""Decisions as text: what is read is what the mover saw, in every game, and damage is a sentence."""

import json

import pytest
import support.conformance_games  # noqa: F401  registers the games written in Python

import kibitz
from kibitz.errors import KibitzError
from kibitz.games.game import CHANCE
from kibitz.learning.decisions import Decision

GAMES = [
    "checkers",
    "hearts",
    "hearts(passing=left, hands=2)",
    "hearts(open=true)",
    "spades(hands=3)",
    "spades(limit=300, open=true)",
    "tic-tac-toe",
    "chinese-checkers(players=3)",
    "guess-it",
    "nim",
    "whist",
    "kuhn",
]


@pytest.mark.parametrize("spec", GAMES)
def test_a_decision_is_read_as_its_mover_saw_it(spec: str) -> None:
    """Also the hundredth of a long game, after secret moves and in the middle of a hand."""
    game, random, compared = kibitz.game(spec), kibitz.Random(1, spec), 0
    state = game.start(5)
    for _ in range(100):
        if state.over:
            break
        move = random.choice(state.moves())
        if state.to_move != CHANCE:
            part = game.part(state)
            seen = part.view(part.to_move)
            kept = Decision.of(seen, move, 0.25)
            assert kept.watched(part.game) == (seen, move)
            assert kept.watched(game) == (seen, move)
            compared += 1
        state = state.play(move)
    assert compared


def test_what_the_mover_did_not_see_is_not_stored() -> None:
    """Two deals that the mover cannot tell apart are written alike."""
    state = kibitz.game("hearts").start(1)
    seat = state.to_move
    other = state.view(seat).world(kibitz.Random(3))
    assert other != state
    assert Decision.of(other.view(seat), "2C") == Decision.of(state.view(seat), "2C")


@pytest.mark.parametrize(
    ("position", "move", "told"),
    [
        ("{", "b2", "not the JSON of a state"),
        ("[]", "b2", "not the JSON of a state"),
        ('{"game": "tic-tac-toe"}', "b2", "tic-tac-toe"),
        ('{"game": "nothing of the kind"}', "b2", "nothing of the kind"),
        (None, "d4", "'d4' is not legal here"),
    ],
)
def test_a_damaged_decision_is_a_sentence(position: str | None, move: str, told: str) -> None:
    state = kibitz.game("tic-tac-toe").start()
    with pytest.raises(KibitzError, match=told):
        Decision(position or state.to_json(), move).watched(state.game)


def test_a_decision_tells_nothing_unless_somebody_says_so() -> None:
    state = kibitz.game("tic-tac-toe").start()
    assert Decision.of(state, "b2").telling == Decision(state.to_json(), "b2").telling == 0.0


def test_positions_are_plain_json() -> None:
    written = Decision.of(kibitz.game("spades").start(3).view(0), "bid 2").position
    assert json.loads(written)["game"] == "spades"
