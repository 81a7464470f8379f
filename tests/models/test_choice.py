"""Choices by what moves are like."""

import math
from typing import Any

import pytest

import kibitz
from kibitz.models.choice import choice_features, described
from kibitz.models.distilled import distilled
from kibitz.models.registry import model_from_json
from kibitz.specs import Spec

GAMES = [
    "tic-tac-toe", "checkers", "hearts(open=true)", "hearts(open=true, passing=left)", "abalone(players=3)",
    "spades(players=4, scoring=tricks, open=true)", "spades(open=true)", "chinese-checkers", "guess-it", "tree",
]  # fmt: skip


def positions(game: Any, count: Any = 6, seed: Any = 1) -> Any:
    state, random = kibitz.game(game).start(seed), kibitz.Random(seed, "test")
    for _ in range(count):
        if state.over:
            return
        yield state
        state = state.play(random.choice(state.moves()))


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_described_by_name_and_by_the_position_after_them(game: Any) -> None:
    for state in positions(game):
        names, rows = choice_features(state.game), described(state)
        assert len(rows) == len(state.moves())
        for move, row in zip(state.moves(), rows, strict=True):
            told = dict(zip(names, row, strict=True))
            after, seat, others = state.play(move), state.to_move, range(state.game.players)
            if "evaluated" in state.game.capabilities:
                for name, value in after.features(seat).items():
                    assert told[name] == pytest.approx(value)
                    rest = [after.features(other)[name] for other in others if other != seat]
                    assert told["others_" + name] == pytest.approx(sum(rest) / len(rest))
            assert told["end"] == (after.scores[seat] if after.over else 0)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("temperature", [0, 0.4, 3])
def test_a_choice_is_a_softmax_of_weighted_features(game: Any, temperature: Any) -> None:
    evaluated = "evaluated" in kibitz.game(game).capabilities
    names = [name for name in choice_features(kibitz.game(game)) if evaluated or name != "end"]
    weights = {name: kibitz.Random(7, name).uniform() - 0.5 for name in names}
    made = kibitz.model(Spec("choice", (), {**weights, "temperature": temperature}))
    for state in positions(game):
        values = [
            sum(weights.get(name, 0) * value for name, value in zip(choice_features(state.game), row, strict=True))
            for row in described(state)
        ]
        best = max(values)
        powers = [math.exp((v - best) / temperature) if temperature else float(v > best - 1e-9) for v in values]
        expected = {move: power / sum(powers) for move, power in zip(state.moves(), powers, strict=True)}
        assert dict(made.policy(state)) == pytest.approx(expected, abs=1e-6)


def test_a_choice_is_written_and_read() -> None:
    text = "choice(takes=-10, lead_rank=1.5, temperature=0.5)"
    assert str(kibitz.model(text)) == str(kibitz.model(str(kibitz.model(text))))
    assert kibitz.model(text) == model_from_json(kibitz.model(text).to_json())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("choice(1)", "takes feature=weight"),
        ("choice(takes=1, temperature=-1)", "0 or more"),
        ("choice(tricks=1)", "no feature 'tricks'"),
    ],
)
def test_a_choice_that_makes_no_sense_is_refused(text: Any, says: Any) -> None:
    with pytest.raises(kibitz.KibitzError, match=says):
        kibitz.model(text).policy(kibitz.game("hearts(open=true)").start(1))


def test_what_a_view_hides_does_not_matter() -> None:
    game = kibitz.game("hearts")
    ducks = kibitz.model("choice(takes=-10, lose_rank=1, throw_rank=1, points_thrown=5, lead_rank=-1)")
    state = game.start(2)
    for _ in range(20):
        assert ducks.policy(state.view(state.to_move)) == ducks.policy(state)
        shares = ducks.policy(state)
        state = state.play(max(shares, key=lambda move: shares[move]))


def test_distilling_a_choice_finds_it_again() -> None:
    game = kibitz.game("spades(players=4, scoring=tricks, open=true)")
    found = distilled(
        kibitz.model("choice(lead_rank=0.5, takes=3, win_rank=-0.4, lose_rank=-0.3, temperature=1)"), game
    )
    weights = dict(found.choice.weights)
    assert weights["lead_rank"] == pytest.approx(0.5, abs=0.1)
    assert weights["lose_rank"] == pytest.approx(-0.3, abs=0.1)
    assert found.decisions > 200


def test_distilling_says_how_good_it_is_on_moves_that_did_not_fit_it() -> None:
    game = kibitz.game("hearts(open=true)")
    good = distilled(kibitz.model("choice(lead_rank=-1, win_rank=-1, lose_rank=-1, throw_rank=-1)"), game)
    poor = distilled(kibitz.model("random"), game)
    assert good.accuracy > 0.9 > 0.5 > poor.accuracy
    assert good.loss < poor.loss


def test_distilling_is_done_once_for_models_of_the_same_text() -> None:
    game = kibitz.game("tic-tac-toe")
    first = distilled(kibitz.model("maxn(depth=2)"), game, games=5)
    assert distilled(kibitz.model("maxn(depth=2)"), kibitz.game("tic-tac-toe"), games=5) is first
