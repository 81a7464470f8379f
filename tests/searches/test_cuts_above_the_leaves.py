"""Cuts above the last ply leave every value, choice and expected line as they are."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import Random, _core

BOARDS = (
    "chinese-checkers(players=3)",
    "chinese-checkers(players=3, stop=anywhere)",
    "chinese-checkers(players=2)",
    "abalone(players=3)",
    "abalone(players=3, goal=2)",
    "abalone",
    "chinese-checkers(players=3, turns=20)",
    "abalone(players=3, turns=20)",
)
FEATURES = {"chinese-checkers": ("distance", "won"), "abalone": ("ejected", "lost", "centre", "cohesion")}
TIES = ("left-low", "left-high", "random", "average")

few = settings(max_examples=25, deadline=None)


@st.composite
def positions(draw: st.DrawFn, boards: tuple[str, ...] = BOARDS) -> kibitz.State:
    """Somewhere in a game in which greedy and random moves alternate by chance, so that contact and ends come up."""
    game = kibitz.game(draw(st.sampled_from(boards)))
    seed, plies, greed = draw(st.integers(0, 2**32)), draw(st.integers(0, 160)), draw(st.sampled_from((0.3, 0.8, 1.0)))
    state, greedy = game.start(seed), kibitz.search("greedy")
    for ply in range(plies):
        random = Random(seed, "cuts", ply)
        best = greedy.analyse(state).best if random.uniform() < greed else state.moves()
        after = state.play(random.choice(best))
        if after.over:
            break
        state = after
    return state


@st.composite
def evaluations(draw: st.DrawFn, state: kibitz.State) -> str:
    """The default weights, or any others."""
    features = FEATURES[state.game.name]
    number = st.sampled_from((-1.5, -0.01, 0.0, 0.01, 0.02, 1.0, 3.0)) | st.floats(-2, 2, width=16)
    if draw(st.booleans()):
        return ""
    return f"evaluation({', '.join(f'{feature}={draw(number)!r}' for feature in features)})"


def compare(name: str, state: kibitz.State, **options: Any) -> None:
    """With and without: the same to the last bit, but for values that are not meant to be exact."""
    found, plain = (kibitz.search(name, cut=cut, **options).analyse(state) for cut in (True, False))
    assert (found.best, found.line, found.depth) == (plain.best, plain.line, plain.depth)
    exact = found.best if options.get("values") == "best" else found.values
    assert [found.values[move] for move in exact] == [plain.values[move] for move in exact]


@few
@given(st.data())
def test_cuts_change_nothing_of_maxn(data: st.DataObject) -> None:
    state = data.draw(positions())
    own, ties = data.draw(evaluations(state)), data.draw(st.sampled_from(TIES))
    compare("maxn", state, own=own, ties=ties, depth=3, seed=data.draw(st.integers(0, 9)))


@few
@given(st.data())
def test_cuts_change_nothing_of_max_prob(data: st.DataObject) -> None:
    state = data.draw(positions())
    own, interval = data.draw(evaluations(state)), data.draw(st.sampled_from(("up", "down", "reachable")))
    compare("max-prob", state, own=own, interval=interval, depth=3, closed=data.draw(st.booleans()))


@few
@given(st.data())
def test_cuts_change_nothing_of_offensive(data: st.DataObject) -> None:
    state = data.draw(positions())
    own, ties = data.draw(evaluations(state)), data.draw(st.sampled_from(TIES))
    compare("offensive", state, own=own, ties=ties, depth=3, coalition=data.draw(st.booleans()))


@few
@given(st.data())
def test_cuts_change_nothing_of_paranoid(data: st.DataObject) -> None:
    """Our last move comes after the last of the others': with two players after the second ply."""
    state = data.draw(positions())
    own, values = data.draw(evaluations(state)), data.draw(st.sampled_from(("all", "best")))
    compare("paranoid", state, own=own, depth=state.game.players + 1, values=values)


@settings(max_examples=3, deadline=None)
@given(positions(("chinese-checkers(players=3)", "abalone(players=3)")), st.sampled_from(TIES), st.booleans())
def test_three_plies_above_the_horizon(state: kibitz.State, ties: str, attack: bool) -> None:
    """The second to move is at its only move within four plies; so is the third."""
    compare("max-prob", state, depth=4)
    compare("offensive" if attack else "maxn", state, depth=4, ties=ties)


@pytest.mark.parametrize("spec", ["chinese-checkers(players=3)", "abalone(players=3)"])
@pytest.mark.parametrize("name", ["maxn", "max-prob", "offensive", "mp-mix"])
def test_most_of_the_tree_is_cut(spec: str, name: str) -> None:
    state = kibitz.game(spec).start()
    plain, found = (kibitz.search(name, depth=3, line=False, cut=cut).analyse(state).nodes for cut in (False, True))
    assert found < plain / 2


@pytest.mark.parametrize("spec", ["tic-tac-toe", "checkers", "spades(players=4, scoring=tricks, open=true)"])
def test_games_that_tell_nothing_are_searched_as_before(spec: str) -> None:
    state = kibitz.game(spec).start(1)
    nodes = [kibitz.search("maxn", depth=4, cut=cut).analyse(state).nodes for cut in (True, False)]
    assert nodes[0] == nodes[1]


bounds = st.lists(st.floats(-5, 4, width=16), min_size=2, max_size=5)


@settings(max_examples=200, deadline=None)
@given(bounds, st.floats(0, 3, width=16), st.integers(0, 4), st.booleans())
def test_who_has_more_wins_more_and_the_others_less(values: list[float], more: float, seat: int, upper: bool) -> None:
    """What the cuts of Max-Prob rest on: of all with a shared end, as the search has them."""
    seat %= len(values)
    raised = [value + more * (other == seat) for other, value in enumerate(values)]
    low, high = -6.0, 8.0
    before, after = (
        _core.win_probabilities([(value, high) if upper else (low, value) for value in each], True)
        for each in (values, raised)
    )
    assert sum(before) == pytest.approx(1)
    assert after[seat] >= before[seat] - 1e-12
    assert all(after[other] <= before[other] + 1e-12 for other in range(len(values)) if other != seat)
