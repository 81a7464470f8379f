"""Preferences: the ones that have names, orders listed by their edges, and their graphs."""

import math
import xml.etree.ElementTree as ElementTree
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches.soft_maxn import closure
from support.native_games_in_python import in_python

import kibitz
from kibitz.errors import SpecError
from kibitz.games.native_game import NativeGame
from kibitz.wants import graph
from kibitz.wants.edges import closed
from kibitz.wants.evaluation import Evaluation
from kibitz.wants.preference import PREFERENCES, Preference, generalise
from kibitz.wants.registry import want

EDGES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=10)


@settings(max_examples=300, deadline=None)
@given(EDGES)
def test_edges_are_closed_or_the_circle_is_shown(edges: list[tuple[int, int]]) -> None:
    whole = closure(((better,), (worse,)) for better, worse in edges)
    circular = any(better == worse for better, worse in whole)
    try:
        found = closed("listed", edges)
    except SpecError as error:
        assert circular
        shown = str(error).partition("circle: ")[2].partition(";")[0].split(" > ")
        circle = [int(word) for word in shown]
        assert circle[0] == circle[-1]
        assert set(pairwise(circle)) <= set(edges)
    else:
        assert not circular
        assert {((better,), (worse,)) for better, worse in found} == whole


def test_orders_are_written_as_they_are_read() -> None:
    for text in ("order(odd, [1, 3], [3, 2])", "order(whole, [[2, 0, 0], [0, 1, 1]])", 'order("my own", [1.5, 0])'):
        assert str(want(text)) == text
        assert want(text) == want(text)
    assert want("order(odd, [1, 3])") != want("order(odd, [3, 1])")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("order", "a name and pairs"),
        ("order([1, 2])", "a name and pairs"),
        ("order(x, [1, 2, 3])", "not a pair"),
        ("order(x, 3)", "not a pair"),
        ("order(x, [1, many])", "not a result"),
        ("order(x, [[1, 0], 2])", "not both"),
        ("order(x, [1, 1])", "circle: 1 > 1"),
        ("order(x, [[1, 0], [0, 1]], [[0, 1], [1, 0]])", r"circle: \[1, 0\] > \[0, 1\] > \[1, 0\]"),
        ("generalise(MT, win)", "one kind"),
        ("win(3)", "options as name=value"),
    ],
)
def test_wrong_preferences_say_why(text: str, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        want(text)


def test_numbers_that_are_not_finite_are_refused() -> None:
    with pytest.raises(SpecError, match="finite"):
        Preference.from_edges("x", [(float("nan"), 1)])
    for weight in (float("nan"), float("inf"), "heavy", True):
        with pytest.raises(SpecError, match="finite numbers"):
            Evaluation({"men": weight})  # type: ignore[dict-item]


def test_an_order_by_edges_decides_a_search() -> None:
    """One who wants exactly one trick plays as the utility that says so."""
    state = kibitz.game("spades(players=3, cards=4, bids=[1, 1, 1])").start(4)
    listed = "order(one, [1, 0], [1, 2], [1, 3], [1, 4])"
    exactly = Preference("exactly-one", lambda outcome, seat, goals: float(outcome[seat] == 1))
    expected = kibitz.search("soft-maxn", own="MT", others=exactly).analyse(state)
    assert kibitz.search("soft-maxn", own="MT", others=listed).analyse(state).values == expected.values


@pytest.mark.parametrize("scores", [(3, 1, 2), (2, 2, 1), (1, 1, 1), (0, 5, 5)])
def test_preferences_over_scores_by_hand(scores: tuple[int, ...]) -> None:
    for seat, score in enumerate(scores):
        others = [other for index, other in enumerate(scores) if index != seat]
        values = {name: PREFERENCES[name].utility(scores, seat, None) for name in ("win", "placement", "spite")}  # type: ignore[misc]
        assert values["win"] == float(score >= max(others) and score > min(others))
        assert values["placement"] == -sum(1.0 if other > score else 0.5 if other == score else 0.0 for other in others)
        assert values["spite"] == -max(others)


def test_win_is_about_scores_and_not_about_tricks() -> None:
    """Bid one and made it: two tricks win less than that when two were bid... and none is a loss."""
    state = kibitz.game("spades(players=3, cards=3, bids=[2, 1, 0])").start(1)
    assert isinstance(state.game, NativeGame)
    for own, outcome in product(("win", "placement", "spite"), state.game.outcomes()):
        utility = PREFERENCES[own].utility
        assert utility is not None
        scores = state.game.scores_of(state, outcome)
        place = state.game.outcomes().index(outcome)
        order = PREFERENCES[own].order(state, 0)
        for other in order[place]:
            rest = state.game.scores_of(state, state.game.outcomes()[other])
            assert utility(scores, 0, None) > utility(rest, 0, None)


@pytest.mark.parametrize("own", ["win", "placement", "spite"])
@pytest.mark.parametrize("name", ["tic-tac-toe", "hearts(players=3, cards=3)", "spades(cards=3, bids=[1, 1, 1])"])
def test_searches_take_every_preference_by_name(own: str, name: str) -> None:
    state = kibitz.game(name).start(2)
    moves = state.moves()
    assert set(kibitz.search("maxn", own=own).analyse(state).best) <= set(moves)


def test_equal_preferences_are_equal() -> None:
    first, second = (generalise([PREFERENCES["MT"], PREFERENCES["mOT"]]) for _ in range(2))
    assert (first, hash(first)) == (second, hash(second))
    assert Preference("x", lambda *_: 0.0) != Preference("x", lambda *_: 1.0)


# Graphs.


@settings(max_examples=200, deadline=None)
@given(EDGES)
def test_the_graph_says_the_same_as_the_order(edges: list[tuple[int, int]]) -> None:
    """Boxes, the edges between them and what follows from those give the order back."""
    try:
        pairs = closed("listed", edges)
    except SpecError:
        return
    order = [[worse for worse in range(7) if (better, worse) in pairs] for better in range(7)]
    boxes = graph.boxes(order)
    place = {outcome: box for box, group in enumerate(boxes) for outcome in group}
    below = [{place[worse] for worse in order[group[0]]} for group in boxes]
    drawn = graph.reduction(below)
    whole = closure(((upper,), (lower,)) for upper, lower in drawn)
    again = {(b, w) for (u,), (v,) in whole for b in boxes[int(u)] for w in boxes[int(v)]}
    assert again == set(pairs)
    for edge in drawn:  # none of them follows from the others
        rest = closure(((upper,), (lower,)) for upper, lower in drawn if (upper, lower) != edge)
        assert ((edge[0],), (edge[1],)) not in rest
    layers = graph.layers(below)
    assert all(layers[upper] < layers[lower] for upper, lower in drawn)
    assert ElementTree.fromstring(graph.picture("x", [(float(n),) for n in range(7)], order, 400)).tag.endswith("svg")


def test_sturtevant2006_figure_4_drawn() -> None:
    """Two boxes, one edge: making the bid above missing it."""
    state = kibitz.game("spades(players=3, cards=2, bids=[1, 1, 1])").start(1)
    drawn = PREFERENCES["generic"].svg(state, seat=0)
    assert drawn.count('class="outcomes"') == 2
    assert drawn.count("<polygon") == 1
    upper, lower = drawn.split('class="outcomes"')[1:]
    assert all(text in upper for text in ("(1,0,1)", "(1,1,0)", "(2,0,0)"))
    assert all(text in lower for text in ("(0,0,2)", "(0,1,1)", "(0,2,0)"))
    assert PREFERENCES["MT"].svg(state, seat=0).count('class="outcomes"') == 3


def test_a_function_that_is_no_order_is_refused() -> None:
    state = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(seed=1)
    circle = Preference("circle", None, better=lambda a, b, seat, goals: (a[seat] - b[seat]) % 3 == 1)
    with pytest.raises(kibitz.SpecError, match="circle is not transitive: it prefers"):
        circle.order(state, 0)
    with pytest.raises(kibitz.SpecError, match="is not transitive"):
        kibitz.search("soft-maxn", own="MT", others=circle).analyse(state)


@pytest.mark.parametrize("value", [math.nan, math.inf, None, 10**400])
@pytest.mark.parametrize("search", ["maxn", "soft-maxn", "prob-maxn", "paranoid"])
def test_a_utility_that_is_no_number_is_told_with_its_outcome(search: str, value: float) -> None:
    state = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(seed=1)
    mine = Preference("mine", lambda outcome, seat, goals: value if outcome[seat] == 2 else outcome[seat])
    with pytest.raises(
        kibitz.KibitzError, match=r"mine: the utility of \(.*\) to seat . is .*; return a finite number"
    ):
        kibitz.search(search, own=mine).analyse(state)


def test_what_is_compiled_once_follows_the_bids_and_the_rules() -> None:
    """The same game has other scores after other bids. A game written in Python may have others in any state."""
    game = kibitz.game("spades(players=2, cards=3)")
    for bids in ("bid 1, bid 3", "bid 3, bid 1", "bid 1, bid 1"):
        state = game.start(seed=3).play_all(bids)
        for goal in ("win", "fewest-overtricks"):
            search = kibitz.search("maxn", own=goal, others=goal)
            alone = kibitz.game("spades(players=2, cards=3, bag_limit=11)").start(seed=3).play_all(bids)
            assert search.analyse(state).values == search.analyse(alone).values
    assert kibitz.game("spades").scores_follow_goals
    assert not in_python(state).game.scores_follow_goals
