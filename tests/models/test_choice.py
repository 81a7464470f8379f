"""Choices by what moves are like."""

import math
from typing import Any

import numpy as np
import pytest
from reference.choice import boards as by_definition

import kibitz
from kibitz.models.choice import choice_features, described, described_after
from kibitz.models.choice_words import EACH
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
                for begins, after_it in zip(EACH[: state.game.players - 2], range(1, 9), strict=False):
                    other = (seat + after_it) % state.game.players
                    for name, value in after.features(other).items():
                        assert told[begins + name] == pytest.approx(value)
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


DEEP = [
    ("tic-tac-toe", 3), ("checkers", 2), ("checkers", 5), ("hearts(open=true)", 4), ("abalone(players=3)", 2),
    ("spades(players=4, scoring=tricks, open=true)", 4), ("chinese-checkers(players=3)", 3), ("guess-it(cards=4)", 2),
]  # fmt: skip


def game_of(spec: Any) -> Any:
    return kibitz.game(spec)


def whole_weights(game: Any, seed: Any) -> Any:
    return {name: 1 + kibitz.Random(seed, name).below(9) for name in game_of(game).features}


def boards(*given: Any, **limits: Any) -> Any:
    return described_after(*given, **limits)


@pytest.mark.parametrize(("game", "depth"), DEEP)
def test_without_temperature_it_is_a_strategy(game: Any, depth: Any) -> None:
    weights = whole_weights(game, 3)
    strategy = kibitz.model(Spec("strategy", (), {**weights, "depth": depth}))
    made = kibitz.model(Spec("choice", (), {**weights, "depth": depth}))
    for state in positions(game, 8):
        assert dict(made.policy_in_whole(state)) == pytest.approx(dict(strategy.policy_in_whole(state)))


@pytest.mark.parametrize(("game", "depth"), DEEP)
def test_the_weighted_features_of_the_boards_are_what_the_search_says(game: Any, depth: Any) -> None:
    weights = whole_weights(game, 5)
    two = kibitz.game(game).players == 2
    search = kibitz.search(
        Spec("alpha-beta", (), {"depth": depth, "own": Spec("evaluation", (), weights), "exact": True})
        if two
        else Spec("maxn", (), {"depth": depth, "own": Spec("evaluation", (), weights), "ties": "left-low"})
    )
    for state in positions(game, 8):
        names = choice_features(state.game)
        end = state.game.end_weight(weights)
        values = [
            sum(weights.get(name, end if name == "end" else 0) * value for name, value in zip(names, row, strict=True))
            for row in boards(state, weights, depth)
        ]
        found = search.analyse(state).values.values()
        assert values == pytest.approx([each if two else each[state.to_move] for each in found])


@pytest.mark.parametrize(
    ("game", "depth"),
    [
        ("chinese-checkers(players=3)", 2),
        ("chinese-checkers(players=3)", 3),
        ("abalone(players=3)", 2),
        ("hearts(open=true, cards=4)", 4),
        ("spades(players=3, cards=3, open=true)", 3),
    ],
)
def test_boards_of_several_players_are_those_of_the_first_best_moves(game: Any, depth: Any) -> None:
    """With whole weights many moves are equally good, and the boards in which they end still differ."""
    weights = {name: float(1 + place % 2) for place, name in enumerate(game_of(game).features)}
    own = [name in weights for name in choice_features(game_of(game))]
    rounds = game_of(game).players if "staged" in game_of(game).capabilities else 2  # searches stop where a trick ends
    compared = 0
    for seed in (1, 2, 3):
        for place, state in enumerate(positions(game, 9, seed)):
            if len(state.moves()) > 1 and place % rounds == 0:
                told = np.array(boards(state, weights, depth))[:, own]
                expected = np.array(by_definition(state, weights, depth))[:, own]
                assert told == pytest.approx(expected)
                compared += 1
    assert compared > 3


def played_to_its_end(game: Any, weights: Any) -> Any:
    """Positions of a game between players with these weights, to its end."""
    state, random = game.start(), kibitz.Random(4, "test")
    made = kibitz.model(Spec("choice", (), {**weights, "temperature": 0.2}))
    while not state.over:
        yield state
        state = state.play(random.weighted(dict(made.policy(state))))


def test_who_knows_its_value_without_a_search_does_what_one_that_searches_does() -> None:
    """At Chinese Checkers others cannot change how far a player has come, unless the game ends."""
    game = game_of("chinese-checkers(players=3)")
    weights = {"distance": 1.0, "won": 3.0}
    own = Spec("evaluation", (), weights)
    states = list(played_to_its_end(game, weights))
    over = 0
    for state in states[:40:8] + states[-8:]:
        for depth in (2, 3):
            made = kibitz.model(Spec("choice", (), {**weights, "depth": depth, "temperature": 0.5}))
            policies = []
            for ties in ("left-low", "left-high"):
                search = kibitz.search(Spec("maxn", (), {"depth": depth, "own": own, "ties": ties}))
                values = [each[state.to_move] for each in search.analyse(state).values.values()]
                powers = [math.exp((value - max(values)) / 0.5) for value in values]
                policies.append([power / sum(powers) for power in powers])
            expected = [(one + other) / 2 for one, other in zip(*policies, strict=True)]
            assert list(made.policy(state).values()) == pytest.approx(expected)
            over += any(state.play(move).over for move in state.moves())
    assert over


def test_a_temperature_makes_better_moves_likelier_after_a_search() -> None:
    state = game_of("checkers").start(0).play_all("11-15, 23-19, 8-11, 22-17")
    values = kibitz.search("alpha-beta(depth=4, exact=true)").analyse(state).values
    policy = kibitz.model(Spec("choice", (), {**state.game.weights, "depth": 4, "temperature": 5})).policy(state)
    total = sum(math.exp(value / 5) for value in values.values())
    assert dict(policy) == pytest.approx({move: math.exp(value / 5) / total for move, value in values.items()})


def test_weights_of_the_others_count_at_the_end_of_the_search() -> None:
    state = game_of("abalone(players=3)").start(0)
    weights = {**state.game.weights, "others_centre": -0.5, "others_lost": 0.25, "next_cohesion": 0.3}
    policies = []
    for ties in ("left-low", "left-high"):
        rows = boards(state, weights, 2, ties)
        names = choice_features(state.game)
        values = [sum(weights.get(name, 0) * value for name, value in zip(names, row, strict=True)) for row in rows]
        total = sum(math.exp(value) for value in values)
        policies.append([math.exp(value) / total for value in values])
    expected = [(one + other) / 2 for one, other in zip(*policies, strict=True)]
    made = kibitz.model(Spec("choice", (), {**weights, "depth": 2, "temperature": 1}))
    assert list(made.policy(state).values()) == pytest.approx(expected)


def test_without_weights_every_move_is_as_likely() -> None:
    state = game_of("checkers").start(0)
    assert set(kibitz.model("choice(depth=3)").policy(state).values()) == {1 / 7}


def test_a_choice_with_a_depth_is_read_again() -> None:
    made = kibitz.model("choice(men=2, kings=3, depth=4, temperature=0.5)")
    assert kibitz.model(str(made)) == made == model_from_json(made.to_json())
    assert made.depth_looked == 4
    with pytest.raises(kibitz.SpecError, match="looks 1 to 20 plies"):
        kibitz.model("choice(men=1, depth=0)")


def test_a_search_that_takes_too_many_nodes_is_given_up() -> None:
    state = game_of("checkers").start(0)
    assert boards(state, state.game.weights, 6, nodes=100) is None
    assert boards(state, state.game.weights, 2, nodes=100) is not None


def test_where_hands_are_hidden_it_looks_ahead_in_worlds() -> None:
    state = kibitz.game("hearts").start(3)
    state = state.play(state.moves()[0])  # the first card is forced
    view = state.view(state.to_move)
    made = kibitz.model("choice(penalties=1, danger=0.1, depth=4, temperature=1)")
    few, many = made.policy_over(view, 1, 0), made.policy_over(view, 30, 0)
    assert sum(many.values()) == pytest.approx(1)
    assert many != few
    assert made.policy_over(view, 30, 0) == many


def test_named_habits_are_told_in_the_words_of_the_game() -> None:
    """A habit lists its names in an attribute of the class, which must not hide the method."""
    ducks = kibitz.model("lowest-card")
    assert ducks.habits_in(kibitz.game("hearts")) == (
        "lead low cards",
        "win tricks as cheaply as possible",
        "play low cards to lost tricks",
        "think about the next move only",
    )
