"""Players of all kinds of games, learned from records by the learner ``choice``."""

import json
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
import whist  # noqa: F401  # registers the game

import kibitz
from kibitz.errors import KibitzError, MissingCapability
from kibitz.games.records import GameRecord, Recorded, read_text
from kibitz.learning.bayes import Bayes
from kibitz.learning.choice_player import LearnedChoice, learn_choice
from kibitz.learning.choice_versus import Versus
from kibitz.learning.examples import places, unforced
from kibitz.learning.from_records import compare_players, learn_player
from kibitz.learning.learned_figure import write_figure
from kibitz.models.distilled import distilled
from kibitz.models.stored import model_of, read_model

NAMES = ("Ann", "Ben", "Cy", "Di")
GAMES = {
    "tic-tac-toe": ("alpha-beta(depth=2, exact=true)", "random"),
    "hearts(passing=left, cards=5)": ("lowest-card", "random", "random", "random"),
    "spades(cards=5)": ("most-tricks", "random", "random"),
    "abalone(players=3)": ("greedy", "random", "random"),
    "whist": ("greedy", "random", "random"),
}


@cache
def recorded(spec: str, players: tuple[str, ...], count: int) -> Recorded:
    game, found = kibitz.game(spec), []
    for number in range(count):
        names = NAMES[: len(players)]
        played = kibitz.play_game(game, [kibitz.player(each) for each in players], number, names)
        found.append(GameRecord(played.start, names, played.moves, played.scores))
    return Recorded(tuple(found))


@cache
def learned(spec: str) -> LearnedChoice:
    found = learn_player(recorded(spec, GAMES[spec], 4), "Ann", kibitz.game(spec), 2, seed=1, learner="choice")
    assert isinstance(found, LearnedChoice)
    return found


@pytest.mark.parametrize("spec", GAMES)
def test_every_game_with_records_is_learned(spec: str) -> None:
    found, game = learned(spec), kibitz.game(spec)
    assert len(found.seen) == 3
    assert len(found.fresh) == 1
    assert list(found.measured) == ["belief", "stored model", "greedy", "uniform"]
    fields = json.loads(found.to_json())
    assert fields["fresh"]["belief"]["log_loss"] > 0
    assert fields["fresh"]["uniform"]["log_loss"] == pytest.approx(
        np.mean([np.log(len(each.state.moves())) for each in found.fresh[0]]), abs=1e-3
    )
    assert sum(fields["depths"].values()) == pytest.approx(1, abs=1e-4)
    assert fields["weights"].keys() == fields["standard_errors"].keys()
    assert max(map(abs, fields["weights"].values()), default=1) == 1
    assert model_of(found.to_json(), game) == found.model
    assert found.words in found.summary()


@pytest.mark.parametrize(
    ("spec", "move"), [("hearts(passing=left, cards=5)", "pass"), ("spades(cards=5)", "bid"), ("whist", "")]
)
def test_hidden_decisions_are_seen_by_the_mover_alone(spec: str, move: str) -> None:
    watched = learned(spec).belief.watched
    views = [each.position for each in watched if isinstance(each.position, kibitz.View)]
    assert len(views) == len(watched)
    assert all(view.seat == view.to_move for view in views)
    assert any(each.move.startswith(move) for each in watched)


def test_games_are_seen_in_the_order_of_the_records() -> None:
    spec = "tic-tac-toe"
    games = [unforced(record, "Ann") for record in recorded(spec, GAMES[spec], 4).records]
    held = places(4, seed=1).fresh
    kept = [each.move for place, examples in enumerate(games) if place not in held for each in examples]
    assert [each.move for each in learned(spec).belief.watched] == kept


def test_what_was_learned_is_a_model_like_others(tmp_path: Path) -> None:
    game, file = kibitz.game("tic-tac-toe"), tmp_path / "ann.json"
    file.write_text(learned("tic-tac-toe").to_json())
    model, start = kibitz.model(str(file)), game.start()
    assert model == read_model(file, game)
    assert sum(kibitz.predict(model, start).values()) == pytest.approx(1)
    assert model.compiled(start, 0) is not None
    assert distilled(model, game, games=10).decisions > 0
    belief = Bayes([model, "random"]).see(start, start.moves()[0])
    assert len(belief.posterior) == 2
    with pytest.raises(KibitzError, match="a player of tic-tac-toe, not of checkers"):
        read_model(file, kibitz.game("checkers"))


@cache
def one_ply(first: str, second: str) -> Versus:
    found = recorded("checkers(quiet=20)", (first, second), 12)
    return compare_players(found, "Ann", "Ben", kibitz.game("checkers(quiet=20)"), farthest=1, seed=1)


CENTRAL = "choice(centre=1, temperature=0.5)"
EAGER = "choice(advancement=1, temperature=0.5)"


def test_weights_come_with_errors_that_hold_the_true_ones() -> None:
    found = one_ply(CENTRAL, EAGER).first
    assert found.measured["belief"].loss < found.measured["greedy"].loss
    assert found.measured["belief"].loss < found.measured["uniform"].loss - 0.1
    errors, weights = found.weights.errors, found.weights.relative
    ratios = {name: abs(weight) / errors[name] for name, weight in weights.items()}
    assert max(ratios, key=ratios.__getitem__) == "centre"
    assert "centre" in found.weights.sure
    assert "hold the centre" in found.summary()
    assert found.depth == 1


def test_two_players_differ_in_what_they_value() -> None:
    versus = one_ply(CENTRAL, EAGER)
    differ = {each.name for each in versus.weights if each.significant}
    assert differ
    assert differ <= {"centre", "advancement"}
    assert versus.choices.likeliest > 0.3
    crossed = versus.crossed
    for name, other in (("Ann", "Ben"), ("Ben", "Ann")):
        own, foreign = crossed[name, name], crossed[other, name]
        assert own is not None
        assert foreign is not None
        assert own.loss < foreign.loss
    fields = versus.to_dict()
    assert fields["players"] == ["Ann", "Ben"]
    assert len(fields["predictions"]) == 4
    assert fields["choices"]["positions"] == versus.choices.positions
    assert "the belief about Ann on Ben" in versus.summary()


def test_the_same_player_under_two_names_does_not_differ() -> None:
    versus = one_ply(CENTRAL, CENTRAL)
    assert not [each.name for each in versus.weights if each.significant]
    assert versus.choices.distance < one_ply(CENTRAL, EAGER).choices.distance


@pytest.mark.parametrize("count", [1, 2])
def test_a_game_or_two_give_an_answer_that_was_not_measured(count: int) -> None:
    found = recorded("tic-tac-toe", GAMES["tic-tac-toe"], 4)
    few = Recorded(found.records[:count])
    answer = learn_player(few, "Ann", kibitz.game("tic-tac-toe"), learner="choice")
    assert "nothing was held back to measure the model on: 3 games are needed" in answer.summary()
    fields = json.loads(answer.to_json())
    assert fields["held_back"] == 0
    assert fields["fresh"] == {}
    assert fields["while_learning"]["log_loss"] > 0
    versus = compare_players(few, "Ann", "Ben", kibitz.game("tic-tac-toe"))
    assert versus.crossed["Ann", "Ann"] is None
    assert versus.crossed["Ann", "Ben"] is not None
    assert "not measured, because nothing was held back" in versus.summary()


def test_who_had_no_choice_is_refused() -> None:
    text = '{"game": "tic-tac-toe", "players": ["Ann", "Ben"], "moves": ["b2"]}'
    with pytest.raises(KibitzError, match="'Ben' had no choice in these games"):
        learn_player(read_text(text), "Ben", kibitz.game("tic-tac-toe"), learner="choice")


def test_mistakes_are_told() -> None:
    found, game = recorded("tic-tac-toe", GAMES["tic-tac-toe"], 4), kibitz.game("tic-tac-toe")
    with pytest.raises(KibitzError, match=r"nobody called 'Anne' .* did you mean 'Ann'"):
        learn_player(found, "Anne", game, learner="choice")
    with pytest.raises(KibitzError, match="there is no learner 'choise'; did you mean 'choice'"):
        learn_player(found, "Ann", game, learner="choise")
    with pytest.raises(MissingCapability, match="learner 'preference' takes a game with bids, not tic-tac-toe"):
        learn_player(found, "Ann", game, learner="preference")
    with pytest.raises(KibitzError, match="'Ann' cannot be compared with itself; name another player"):
        compare_players(found, "Ann", "Ann", game)


def test_pictures_are_the_same_every_time(tmp_path: Path) -> None:
    found = learned("abalone(players=3)")
    for name in ("first.svg", "second.svg"):
        write_figure(found.plot(), tmp_path / name)
    drawn = (tmp_path / "first.svg").read_bytes()
    assert drawn == (tmp_path / "second.svg").read_bytes()
    weights, depths = found.plot().axes
    assert len(weights.get_yticklabels()) == len(found.weights.names)
    assert depths.get_xlabel() == "depth (plies)"
    picture = BytesIO()
    one_ply(CENTRAL, EAGER).plot().savefig(picture, format="png")
    assert picture.getvalue().startswith(b"\x89PNG")
    with pytest.raises(KibitzError, match=r"ends in \.svg, \.png or \.pdf"):
        write_figure(found.plot(), tmp_path / "ann.gif")


def test_the_greatest_depth_is_kept() -> None:
    found = recorded("tic-tac-toe", GAMES["tic-tac-toe"], 4)
    games = [unforced(record, "Ann") for record in found.records]
    assert list(learn_choice(games, "Ann", farthest=1, seed=0).belief.depths) == [1]
    assert list(learn_choice(games, "Ann", farthest=3, seed=0).belief.depths) == [1, 2, 3]
