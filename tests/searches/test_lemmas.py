"""The lemmas of the papers as properties, and the equalities between forms of one search."""

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches import equilibria, m_star, soft_maxn
from reference.searches.m_star import Strategy, figure_1
from reference.searches.maxn import own_score, own_scores
from reference.searches.minimax import alpha_beta, minimax, root_values
from reference.searches.mp_mix import mode
from reference.searches.soft_maxn import Outcomes, Preference, by_utility
from reference.searches.strategies import endings, preferences, trees
from reference.searches.tree import WHOLE, Leaf, Node, Tree, best, grow, height, leaf, node, nodes, players
from support.search_implementations import M_STAR, MAXN, MP_MIX, OFFENSIVE, PARANOID, SOFT_MAXN, Search

thorough = settings(max_examples=200, deadline=None)

two_sided = trees(players=(2, 2), deepest=5, evaluations=("f", "g"), turns="alternating")
depths = st.integers(2, 6)


def each(*variants: str) -> list[Search]:
    return [search for variant in variants for search in M_STAR[variant]]


# carmel1993.


@thorough
@given(two_sided, depths)
def test_carmel1993_figure_1_models_the_opponents_own_search(tree: Node, depth: int) -> None:
    """v_model of a child of the root is the opponent's search to d_model: what fixes the reading of the frontier."""
    for d_model in range(1, depth):
        for child in tree.children:
            _, v_model = figure_1(child, depth - 1, 0, Strategy("f", depth), Strategy("g", d_model))
            assert v_model == minimax(child, d_model, 1, "g")


@pytest.mark.parametrize("search", each("plain", "cautious", "korf"))
@thorough
@given(two_sided, depths)
def test_carmel1993_lemma_1(search: Search, tree: Node, depth: int) -> None:
    """S_model = (-f_player, d_player - 1) gives minimax; the opponent's number of f is -f_player here."""
    assert search(tree, Strategy("f", depth), Strategy("f", depth - 1)) == root_values(tree, depth, "f")


@pytest.mark.parametrize("search", each("recursive"))
@thorough
@given(two_sided)
def test_carmel1993_lemma_1_recursive(search: Search, tree: Node) -> None:
    """Deeper opponents look past our horizon in this variant, so the lemma holds where there is nothing past it."""
    depth = height(tree) + 1
    assert search(tree, Strategy("f", depth), Strategy("f", depth - 1)) == root_values(tree, depth, "f")


@pytest.mark.parametrize("search", each("plain", "cautious", "recursive", "korf"))
@thorough
@given(two_sided, depths, st.data())
def test_carmel1993_lemma_2(search: Search, tree: Node, depth: int, data: st.DataObject) -> None:
    """M* is never below minimax, move by move."""
    model = Strategy("g", data.draw(st.integers(1, depth - 1)))
    values = search(tree, Strategy("f", depth), model)
    assert all(value >= safe for value, safe in zip(values, root_values(tree, depth, "f"), strict=True))


@pytest.mark.parametrize("search", each("cautious"))
@thorough
@given(two_sided, depths)
def test_cautious_m_star_splits(search: Search, tree: Node, depth: int) -> None:
    """The model's replies and minimax on them equal the one recursion, for every d_model that it can handle."""
    for d_model in range(1, depth):
        player, model = Strategy("f", depth), Strategy("g", d_model)
        whole = m_star.cautious_by_figure_1(tree, player, model)
        assert search(tree, player, model) == whole
        assert m_star.cautious(tree, player, model, search=alpha_beta) == whole


@pytest.mark.parametrize("search", each("tie-break"))
@thorough
@given(two_sided, depths, st.integers(1, 7))
def test_tie_break_stays_with_minimax(search: Search, tree: Node, depth: int, d_model: int) -> None:
    chosen = best(search(tree, Strategy("f", depth), Strategy("g", d_model)))
    assert set(chosen) <= set(best(root_values(tree, depth, "f")))


@pytest.mark.parametrize("search", each("plain", "cautious", "recursive", "korf"))
@pytest.mark.parametrize("order", list(permutations([(4, 2), (1, 2), (0, 1)])))
def test_m_star_takes_the_least_of_equal_replies(search: Search, order: Sequence[tuple[int, int]]) -> None:
    """Two replies have the model's 2; of their 4 and 1 for us the value is 1, in any order."""
    replies = [leaf(0, 0, f=(ours, -ours), g=(-theirs, theirs)) for ours, theirs in order]
    assert search(node(0, node(1, *replies)), Strategy("f", 2), Strategy("g", 1)) == [1]


@pytest.mark.parametrize(
    ("variant", "value"), [("plain", 7), ("cautious", 0), ("recursive", 3), ("korf", 7), ("tie-break", (0, 0))]
)
def test_m_star_variants_differ_at_the_second_reply(variant: str, value: object) -> None:
    """The opponent, whose g sees one ply, is forced at first. Then g is highest on the way to f = 3 if it looks one ply
    from there, and at f = 7 if it is asked about the ends that we see."""

    def position(to_move: int, theirs: int, *children: Tree) -> Node:
        return node(to_move, *children, f=(0, 0), g=(-theirs, theirs))

    def end(ours: int, theirs: int) -> Leaf:
        return leaf(0, 0, f=(ours, -ours), g=(-theirs, theirs))

    later = position(1, 0, position(0, 2, end(3, 0)), position(0, 1, end(7, 5)), position(0, 0, end(0, 0)))
    tree = position(0, 0, position(1, 0, position(0, 0, later)))
    for search in M_STAR[variant]:
        assert search(tree, Strategy("f", 5), Strategy("g", 1)) == [value]


# sturtevant2006.


class Played(NamedTuple):
    """A node, what everybody wants, and the equilibrium outcomes of the node and of each child."""

    position: Node
    models: list[Preference]
    outcomes: Outcomes
    below: list[Outcomes]


@pytest.fixture(scope="module")
def played() -> list[Played]:
    """Nodes of 1,200 trees of three players, three plies and more, with several equilibrium outcomes at the root.

    Nodes that have only leaves below are left out: there, the set of a child is its one outcome.
    """
    counted, seed, found = 0, 0, list[Played]()
    while counted < 1200:
        seed += 1
        tree = grow(Random(seed).randint, seats=3, depth=3 + seed % 2, widest=3, most=2)
        models = [by_utility(endings(tree), own_score(seat)) for seat in range(3)]
        if height(tree) < 3 or len(equilibria.outcomes(tree, models)) < 2:
            continue
        counted += 1
        for position in (each for each in nodes(tree) if height(each) > 1):
            below = [equilibria.outcomes(child, models) for child in position.children]
            found.append(Played(position, models, equilibria.outcomes(position, models), below))
    return found


@pytest.mark.parametrize("search", SOFT_MAXN)
def test_sturtevant2006_lemma_1(search: Search, played: list[Played]) -> None:
    """Every pure subgame-perfect equilibrium is in the soft-max^n set of the node, found by its parent."""
    for position, models, _, below in played:
        for outcomes, found in zip(below, search(position, models), strict=True):
            assert outcomes <= found


def test_sturtevant2006_lemma_1_at_the_node_itself(played: list[Played]) -> None:
    for position, models, outcomes, _ in played:
        assert outcomes <= soft_maxn.value(position, models)


@thorough
@given(trees(players=(3, 3), deepest=3), st.data())
def test_sturtevant2006_lemma_1_partial_orders(tree: Node, data: st.DataObject) -> None:
    models = [data.draw(preferences(endings(tree))) for _ in range(3)]
    assert equilibria.outcomes(tree, models) <= soft_maxn.value(tree, models)


@thorough
@given(trees(players=(3, 3), deepest=3, widest=2), st.data())
def test_equilibria_level_by_level(tree: Node, data: st.DataObject) -> None:
    """The quick enumeration of equilibria finds what looking at every profile finds."""
    models = [data.draw(preferences(endings(tree))) for _ in range(3)]
    assert equilibria.outcomes(tree, models) == equilibria.by_enumeration(tree, models)


def test_sturtevant2006_lemma_1_is_about_subgames() -> None:
    """A Nash equilibrium held up by an empty threat need not be in the set."""
    tree = node(0, leaf(1, 2, 0), node(1, leaf(0, 0, 0), leaf(2, 1, 0)))
    models = [by_utility(endings(tree), own_score(seat)) for seat in range(3)]
    threat = {id(tree): 0, id(tree.children[1]): 0}
    assert equilibria.is_nash(tree, threat, models)
    assert not equilibria.is_subgame_perfect(tree, threat, models)
    assert equilibria.played(tree, threat) not in soft_maxn.value(tree, models)


def test_sturtevant2006_lemma_1_needs_strict_dominance() -> None:
    """Weak dominance loses an equilibrium: the first may go right, since the second may give it no more on the left."""
    tree = node(0, node(1, leaf(0, 1), leaf(1, 1)), leaf(0, 0))
    models = [by_utility(endings(tree), own_score(seat)) for seat in range(2)]
    assert (0, 0) in equilibria.outcomes(tree, models)
    assert (0, 0) in soft_maxn.value(tree, models)
    assert (0, 0) not in soft_maxn.value(tree, models, soft_maxn.weakly_dominates)


# MP-Mix.


@pytest.mark.parametrize(
    ("heuristic", "seat", "expected"),
    [
        ((5, 3, 1), 0, ("paranoid", 0)),  # we lead by more than T_d = 1
        ((4, 3, 1), 0, ("maxn", 0)),  # by exactly T_d
        ((5, 1, 1), 1, ("offensive", 0)),  # another leads by more than T_o = 3
        ((4, 1, 1), 1, ("maxn", 0)),  # by exactly T_o
        ((1, 6, 2), 2, ("offensive", 1)),
        ((3, 3, 0), 0, ("maxn", 0)),
        ((3, 3, 0), 1, ("maxn", 1)),
        ((3, 3, 0), 2, ("maxn", 0)),
    ],
)
def test_mp_mix_modes(heuristic: tuple[float, ...], seat: int, expected: tuple[str, int]) -> None:
    assert mode(heuristic, seat, defend=1, attack=3) == expected


def test_mp_mix_at_least() -> None:
    assert mode((4, 3, 1), 0, defend=1, attack=3, strict=False) == ("paranoid", 0)
    assert mode((4, 1, 1), 1, defend=1, attack=3, strict=False) == ("offensive", 0)


@pytest.mark.parametrize("search", MP_MIX)
@thorough
@given(trees(players=(3, 4), deepest=3), st.data())
def test_mp_mix_delegates(search: Search, tree: Node, data: st.DataObject) -> None:
    count = players(tree)
    heuristic = tuple(data.draw(st.lists(st.integers(0, 4), min_size=count, max_size=count)))
    chosen, leader, moves = search(tree, own_scores(count), heuristic, defend=1, attack=1)
    if chosen == "paranoid":
        assert moves == best(PARANOID[0](tree, own_score(0)))
    elif chosen == "offensive":
        assert moves == best([-had for had in OFFENSIVE[0](tree, own_scores(count), leader)])
    else:
        assert moves == best([vector[0] for vector in MAXN[0](tree, own_scores(count))])


@thorough
@given(trees(players=(2, 2), evaluations=("f",)))
def test_depth_beyond_the_tree_changes_nothing(tree: Node) -> None:
    assert root_values(tree, height(tree), "f") == root_values(tree, WHOLE, "f")
