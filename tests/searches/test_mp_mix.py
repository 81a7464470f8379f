"""MP-Mix: the mode is the twin's, and the search is the one the mode names."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches import mp_mix as twin
from reference.searches.tree import as_json, leaf, node
from support.short_positions import POSITIONS, position

import kibitz
from kibitz.games.tree.rules import Tree

CHILDREN = (node(1, leaf(3, 1, 2), leaf(1, 2, 4)), node(2, leaf(0, 4, 1), leaf(2, 0, 3)), leaf(1, 1, 1))


@settings(max_examples=150, deadline=None)
@given(
    st.tuples(*[st.integers(-3, 3)] * 3),
    st.integers(0, 3),
    st.integers(0, 3),
    st.booleans(),
    st.sampled_from(["left-low", "left-high", "average"]),
)
def test_as_mp_mix_of_the_twin(
    heuristic: tuple[int, int, int], defend: int, attack: int, strict: bool, ties: str
) -> None:
    tree = node(0, *CHILDREN, h=heuristic)
    state = Tree.of(as_json(tree)).start()
    utilities = [lambda ending, seat=seat: ending[seat] for seat in range(3)]
    expected = twin.choose(tree, utilities, heuristic, defend, attack, strict, ties)  # type: ignore[arg-type]
    search = kibitz.search(
        "mp-mix", defend=defend, attack=attack, strict=strict, ties=ties, depth=5, own="evaluation(h=1)"
    )
    analysis = search.analyse(state)
    assert analysis.notes[0].split(":")[0].replace("^", "") == expected.mode
    if expected.mode == "offensive":
        assert f"attacks seat {expected.leader}" in analysis.why()
    assert [list(analysis.values).index(move) for move in analysis.best] == expected.best


@pytest.mark.parametrize("spec", POSITIONS)
def test_it_plays_every_game(spec: str) -> None:
    state = position(spec)
    analysis = kibitz.search("mp-mix", depth=POSITIONS[spec]).analyse(state)
    assert analysis.choose() in state.moves()
    assert analysis.search.startswith("mp-mix")
    assert analysis.notes[0].startswith(("max^n:", "paranoid:", "offensive:"))


@pytest.mark.parametrize(
    ("spec", "lead"),
    [
        ("spades(players=4, scoring=tricks)", 1),
        ("spades", 10),
        ("hearts", 1),
        ("abalone(players=3)", 1),
        ("chinese-checkers", 3),
        ("tic-tac-toe", 0),
    ],
)
def test_the_lead_that_matters(spec: str, lead: float) -> None:
    """One trick, one penalty point, one marble, three steps: said by the game, in units of its evaluation."""
    assert kibitz.game(spec).lead_that_matters == lead
