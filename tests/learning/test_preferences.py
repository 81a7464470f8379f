"""Preferences learned from recorded hands."""

import json

import pytest

import kibitz
from kibitz.games.records import GameRecord, Recorded
from kibitz.learning.bayes import Bayes
from kibitz.learning.from_records import learn_player
from kibitz.learning.preferences import LearnedPreference
from kibitz.models.stored import model_of

NAMES = ("Ann", "Ben", "Cy")


def games(spec: str, count: int) -> Recorded:
    """Games played at a table, where everybody sees what its seat may know: Ann ducks, Ben and Cy take tricks."""
    game = kibitz.game(spec)
    found = []
    for number in range(count):
        played = kibitz.play_game(game, [kibitz.player(each) for each in ("mOT", "MT", "MT")], number, NAMES)
        found.append(GameRecord(played.start, NAMES, played.moves, played.scores))
    return Recorded(tuple(found))


@pytest.mark.parametrize(
    ("spec", "count"),
    [
        ("spades(cards=5, bids=[1, 2, 2])", 16),  # hidden: by the whole deal Ben would be read as ML
        ("spades(cards=5, bids=[1, 2, 2], open=true)", 24),
        ("spades(cards=5, hands=3)", 9),
        ("spades(cards=5, hands=3, open=true)", 8),
    ],
)
def test_who_ducks_overtricks_is_found_out(spec: str, count: int) -> None:
    recorded, game = games(spec, count), kibitz.game(spec)
    told: list[tuple[int, int]] = []
    learned = learn_player(recorded, "Ann", game, seed=1, report=lambda *step: told.append(step))
    assert isinstance(learned, LearnedPreference)
    assert str(learned.model) == "mOT"
    assert learned.belief.posterior["mOT"] > 0.9
    assert learned.fresh.share > learned.guess.share
    summary = learn_player(recorded, "Ben", game, seed=1).summary()
    assert summary.startswith(f"{game}: most-tricks, with probability")
    assert told[-1][0] == told[-1][1] < count
    assert model_of(learned.to_json(), game) == learned.model
    assert sum(json.loads(learned.to_json())["posterior"].values()) > 0.999
    assert "errs in about one move in" in learned.summary()
    assert json.loads(learned.to_json())["error_rate"] == learned.belief.error_rate


def test_a_hand_of_many_is_read_as_a_hand_alone() -> None:
    state = kibitz.game("spades(cards=5, hands=3, open=true)").start(4).play_all("bid 1, bid 2, bid 2")
    hand = state.game.part(state)
    move = state.moves()[0]
    assert Bayes(["MT", "mOT"]).see(state, move).logs == Bayes(["MT", "mOT"]).see(hand, move).logs
