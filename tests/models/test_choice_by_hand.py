"""A choice step by step: what counts at the end of a game, how many worlds it looks at, how it is written."""

from __future__ import annotations

from math import exp
from types import SimpleNamespace
from typing import Any, cast

import pytest

import kibitz
from kibitz.errors import SpecError
from kibitz.games.tree import Tree, leaf, node
from kibitz.models.choice import Choice, choice, described, described_after, worlds_seen
from kibitz.models.model import Policy, Position
from kibitz.specialists.hearts.habits import HeartsHabit

GAME = kibitz.game("tic-tac-toe")
WINS = GAME.start().play_all("b2, a1, c2, c1")  # x wins at a2; o threatens b1
OPEN_LINES = {"b1": 1, "a2": 1, "a3": 2, "b3": 1, "c3": 1}  # after a3: row 2, row 3 and column b against row 1


def told(weights: dict[str, float], temperature: float = 1.0) -> Policy:
    return choice(weights, temperature).policy(WINS)


def test_the_score_at_the_end_has_its_own_weight() -> None:
    """Of five moves, a2 ends the game with a score of 1, and no other move ends it."""
    policy = told({"end": 2.0})
    assert policy["a2"] == pytest.approx(exp(2) / (exp(2) + 4))
    assert policy["b1"] == pytest.approx(1 / (exp(2) + 4))
    assert told({"end": 0.0}) == pytest.approx(dict.fromkeys(WINS.moves(), 0.2))


def test_an_end_of_no_weight_leaves_the_features() -> None:
    rows = dict(zip(WINS.moves(), described(WINS), strict=True))
    assert {move: row[0] for move, row in rows.items()} == OPEN_LINES
    total = sum(exp(lines) for lines in OPEN_LINES.values())
    expected = {move: exp(lines) / total for move, lines in OPEN_LINES.items()}
    assert told({"open_lines": 1.0, "end": 0.0}) == pytest.approx(expected)


def test_features_without_a_weight_count_for_nothing_if_the_end_has_one() -> None:
    """Only kings count, and no move leads to one."""
    start = kibitz.game("checkers").start()
    policy = choice({"kings": 1.0, "end": 1.0}, 0.5).policy(start)
    assert policy == pytest.approx(dict.fromkeys(start.moves(), 1 / 7))


def test_without_a_weight_nothing_is_searched() -> None:
    """All moves are worth the same, so the position is the one after the move."""
    for weights in ({}, {"end": 0.0, "others_open_lines": 1.0}, {"others_open_lines": 1.0}):
        assert described_after(WINS, weights, 3) == described(WINS)
    assert described_after(WINS, {"open_lines": 1.0}, 1) == described(WINS)
    assert described_after(WINS, {"open_lines": 1.0}, 2) != described(WINS)


def test_among_equals_below_left_low_is_the_first_and_left_high_the_last() -> None:
    """Seat 1 chooses between 5, 3 and 4 for seat 0, and gets 1 from each."""
    game = Tree.of(node(0, node(1, leaf(5, 1, 0), leaf(3, 1, 0), leaf(4, 1, 0)), leaf(2, 0, 0)))
    for ties, value in (("left-low", 5), ("left-high", 4)):
        rows = described_after(game.start(), {"value": 1.0}, 2, ties)
        assert rows is not None
        assert [row[0] for row in rows] == [value, 2]
    assert described_after(game.start(), {"value": 1.0}, 2) == [[5, 0.5, 1, 5], [2, 0, 0, 2]]


class Seen:
    """A view that counts how many worlds are asked for; they are given in turn."""

    def __init__(self, *worlds: Any, python: bool = False) -> None:
        self.asked = 0
        self.worlds = worlds
        self.game = SimpleNamespace(written_in_python=python)

    def world(self, random: kibitz.Random) -> Any:
        self.asked += 1
        return self.worlds[(self.asked - 1) % len(self.worlds)]


@pytest.mark.parametrize(("depth", "worlds"), [(1, 1), (2, 12), (3, 12)])
def test_only_a_player_that_looks_ahead_samples_worlds(depth: int, worlds: int) -> None:
    view: Any = Seen(GAME.start())
    policy = choice({"open_lines": 1.0}, 1.0, depth).policy_over(view, 7, 0)
    assert view.asked == worlds
    assert sum(policy.values()) == pytest.approx(1)


def test_a_player_that_may_end_the_game_looks_at_all_worlds() -> None:
    """At Guess It, a player that looks only at its own move names every possible centre equally often."""
    view: Any = Seen(WINS)  # x may win
    choice({"open_lines": 1.0}, 1.0, 1).policy_over(view, 7, 0)
    assert view.asked == 12
    policy = choice({"won": 1.0}).policy(kibitz.game("guess-it(cards=2)").parse("1 2 / 3 4").view(0))
    assert {move: share for move, share in policy.items() if share} == {
        f"name {card}": pytest.approx(1 / 3) for card in (3, 4, 5)
    }


def test_where_there_are_few_worlds_each_has_the_same_share() -> None:
    """Twelve draws for each of the two worlds. Three different ones are not drawn again if three are enough, and
    positions that may have no hash are not compared."""
    view: Any = Seen("a", "b", "a")
    assert cast(Any, worlds_seen(view, 2, 3)) == [(1 / 2, "a"), (1 / 2, "b")]
    assert view.asked == 24
    view = Seen("a", "b", "c")
    assert cast(Any, worlds_seen(view, 2, 3)) == [(1 / 3, each) for each in ("a", "b", "c")]
    assert view.asked == 3
    view = Seen([], python=True)
    assert cast(Any, worlds_seen(view, 2, 3)) == [(1 / 3, [])] * 3


def test_a_view_is_looked_at_in_twenty_worlds_of_seed_0() -> None:
    state = kibitz.game("hearts").start(3)
    state = state.play(state.moves()[0])  # the first card is forced
    view: Position = state.view(state.to_move)
    made = choice({"penalties": 1.0, "danger": 0.1}, 1.0, 4)
    assert made.policy(view) == made.policy_over(view, 20, 0) != made.policy_over(view, 20, 1)


def test_only_depth_1_is_fast_enough_for_simulated_games() -> None:
    for depth, light in ((1, True), (2, False), (3, False)):
        compiled = choice({"open_lines": 1.0}, 0.0, depth).compiled(WINS, 0)
        assert compiled is not None
        assert compiled.light is light


def test_depths_are_1_to_20() -> None:
    assert [Choice((), 0.0, depth).depth for depth in (1, 20)] == [1, 20]
    for depth in (0, 21, True, 1.0, "1"):
        given: Any = depth
        with pytest.raises(SpecError, match="looks 1 to 20 plies"):
            Choice((), 0.0, given)


def test_what_is_not_said_is_depth_1_without_temperature() -> None:
    weights = (("takes", 1.0),)
    assert Choice(weights) == choice({"takes": 1}) == kibitz.model("choice(takes=1)") == Choice(weights, 0.0, 1)


def test_weights_of_0_are_left_out_except_that_of_the_end() -> None:
    assert choice({"takes": 0.0, "lead_rank": 2, "end": 0}).weights == (("lead_rank", 2.0), ("end", 0.0))


def test_only_what_differs_from_the_default_is_written() -> None:
    assert str(Choice((("takes", 1.0),))) == "choice(takes=1.0)"
    assert str(Choice((("takes", 1.0),), 0.5, 2)) == "choice(takes=1.0, depth=2, temperature=0.5)"


def test_facts_list_the_largest_weights_first() -> None:
    facts = choice({"takes": 1, "lead_rank": -3, "throw_rank": 2}, 0.5).facts()
    assert {name: text for name, text in facts.items() if "weight" in name or "temper" in name} == {
        "weight of lead_rank": "-3",
        "weight of throw_rank": "+2",
        "weight of takes": "+1",
        "temperature": "0.5",
    }
    assert list(facts)[-4:] == ["weight of lead_rank", "weight of throw_rank", "weight of takes", "temperature"]
    assert "temperature" not in choice({"takes": 1}).facts()


def test_a_habit_takes_a_temperature_only() -> None:
    made = kibitz.model("lowest-card(temperature=0.5)")
    assert isinstance(made, HeartsHabit)
    assert (made.temperature, made.depth, made.habit) == (0.5, 1, "lowest-card")
    assert str(made) == "lowest-card(temperature=0.5)"
    plain = kibitz.model("lowest-card")
    assert isinstance(plain, HeartsHabit)
    assert (plain.temperature, str(plain)) == (0.0, "lowest-card")
    assert plain.words == "always plays its lowest card"
    for text in ("lowest-card(1)", "lowest-card(takes=1)"):
        with pytest.raises(SpecError, match="takes a temperature only"):
            kibitz.model(text)


def test_a_habit_is_refused_in_games_without_its_features() -> None:
    ducks = kibitz.model("ducks")
    ducks.check(kibitz.game("hearts"))
    with pytest.raises(SpecError, match=r"other games .*: tic-tac-toe has no 'takes', 'lose_rank'"):
        ducks.check(GAME)
