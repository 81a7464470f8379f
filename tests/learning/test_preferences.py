"""Preferences learned from recorded hands."""

import json

import kibitz
from kibitz import Random
from kibitz.games.records import GameRecord, Recorded
from kibitz.learning.from_records import learn_player
from kibitz.learning.preferences import LearnedPreference
from kibitz.learning.saved import model_of

SPADES = "spades(cards=5, bids=[1, 2, 2])"


def hands(count: int) -> Recorded:
    """Ann, in the first seat, wants few overtricks; the others want tricks."""
    game = kibitz.game(SPADES)
    found = []
    for number in range(count):
        state, moves = game.start(number), list[str]()
        while not state.over:
            shares = kibitz.predict("mOT_MT" if state.to_move == 0 else "MT", state)
            likely = [move for move, share in shares.items() if share == max(shares.values())]
            moves.append(Random(number, "hand", len(moves)).choice(likely))
            state = state.play(moves[-1])
        found.append(GameRecord(game.start(number), ("Ann", "Ben", "Cy"), tuple(moves), state.scores))
    return Recorded(tuple(found))


def test_who_ducks_overtricks_is_found_out() -> None:
    recorded, game = hands(24), kibitz.game(SPADES)
    told: list[tuple[int, int]] = []
    learned = learn_player(recorded, "Ann", game, seed=1, report=lambda *step: told.append(step))
    assert isinstance(learned, LearnedPreference)
    assert str(learned.model) == "mOT"
    assert learned.belief.posterior["mOT"] > 0.9
    assert learned.fresh.share > learned.guess.share
    assert str(learn_player(recorded, "Ben", game, seed=1).summary()).startswith(f"{SPADES}: MT, with probability")
    assert told[-1] == (18, 18)
    assert model_of(learned.to_json(), game) == learned.model
    assert sum(json.loads(learned.to_json())["posterior"].values()) > 0.999
