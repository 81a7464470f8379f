"""What the papers work out by hand: every row holds, and would not if the search did something else."""

from collections.abc import Iterator
from itertools import product

import pytest

from kibitz.games.game import State
from kibitz.papers.claims import FAILS, HOLDS
from kibitz.papers.hashavit2011 import one_adversary, win_examples
from kibitz.papers.item import Setting
from kibitz.papers.registry import item
from kibitz.papers.sturtevant2006 import equilibrium_counts, set_examples
from kibitz.papers.sturtevant2006.equilibrium_counts import drawn_tree, equilibria
from kibitz.searches import registry

EXAMPLES = [
    ("hashavit2011", "figure-1"),
    ("hashavit2011", "figure-2"),
    ("hashavit2011", "one-adversary"),
    ("sturtevant2006", "table-1"),
    ("sturtevant2006", "table-3"),
    ("sturtevant2006", "figure-1"),
    ("sturtevant2006", "figure-2"),
    ("sturtevant2006", "figure-3"),
    ("sturtevant2006", "figure-4"),
    ("sturtevant2006", "lemma-1"),
]


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equilibrium_counts, "QUICK_TREES", 12)
    monkeypatch.setattr(one_adversary, "QUICK_TREES", 40)


@pytest.mark.parametrize(("paper", "name"), EXAMPLES)
def test_what_is_worked_out_by_hand_holds(paper: str, name: str) -> None:
    report = item(paper, name).run(Setting("quick"))
    assert {row.verdict for row in report.rows} == {HOLDS}, report.text()


@pytest.mark.parametrize(
    ("module", "name", "taken", "instead"),
    [
        (win_examples, "figure_1", "max-prob", "maxn"),
        (win_examples, "figure_2", "max-prob", "maxn"),
        (set_examples, "figure_1", "maxn(ties=left-low)", "maxn(ties=left-high)"),
        (one_adversary, "one_adversary", "paranoid", "paranoid(depth=1)"),
        (equilibrium_counts, "lemma_1", "maxn", "maxn(own=spite)"),
    ],
)
def test_another_search_would_be_noticed(
    module: object, name: str, taken: str, instead: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def swapped(spec: str) -> object:
        return registry.search(instead if spec == taken else spec)

    monkeypatch.setattr(module, "search", swapped)
    found = getattr(module, name)(Setting("quick"))
    assert FAILS in {row.verdict for row in found.rows}


def profiles(state: State) -> Iterator[dict[State, str]]:
    """Every way to choose a move at every node."""
    if state.over:
        yield {}
        return
    for below in product(*(list(profiles(state.play(move))) for move in state.moves())):
        merged = {key: move for each in below for key, move in each.items()}
        for move in state.moves():
            yield {**merged, state: move}


def played(state: State, profile: dict[State, str]) -> tuple[float, ...]:
    while not state.over:
        state = state.play(profile[state])
    return tuple(state.scores)


def subgame_perfect(profile: dict[State, str]) -> bool:
    """Nobody gains by another move at one node, which is enough in a finite tree."""
    return all(
        played(state.play(move), profile)[state.to_move] >= played(state.play(other), profile)[state.to_move]
        for state, move in profile.items()
        for other in state.moves()
    )


def test_equilibria_are_those_found_by_trying_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equilibrium_counts, "DEPTH", 2)
    several = 0
    for number in range(25):
        start = drawn_tree(3, number).start()
        found = {played(start, profile) for profile in profiles(start) if subgame_perfect(profile)}
        assert equilibria(start) == found
        several += len(found) > 1
    assert several > 3
