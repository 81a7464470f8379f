"""M* with cuts where both sides agree: its values without cuts are the library's, and with them they may be wrong."""

import pytest

from kibitz.games.tree import Tree, leaf, node
from kibitz.games.tree.builder import Node
from kibitz.papers.carmel1993.agreed_cuts import Branch, Leaf, Search, drawn_tree
from kibitz.random import Random
from kibitz.searches.registry import search


def as_tree(branch: Branch, ply: int = 0) -> Node:
    """Both functions from our side, as the library's searches take them."""
    if isinstance(branch, Leaf):
        return leaf(0, f=branch.own, g=-branch.model)
    return node(ply % 2, *(as_tree(child, ply + 1) for child in branch), f=0, g=0)


@pytest.mark.parametrize("number", range(25))
def test_values_of_drawn_trees_are_those_of_the_searches(number: int) -> None:
    random = Random(number, "drawn trees")
    drawn = drawn_tree(random, lambda own, random: random.below(4) if number % 2 else -own)
    if number % 3 == 0:
        drawn = rounded(drawn)  # many ties
    state = Tree.of(as_tree(drawn)).start()
    evaluations = {"own": "evaluation(f=1)", "model": "evaluation(g=1)"}
    found = search("m-star", depth=4, model_depth=3, variant="plain", prune=False, **evaluations).analyse(state)
    assert Search().m_star(drawn, cut=False).own == max(found.values.values())
    minimax = search("alpha-beta", depth=4, own="evaluation(f=1)", exact=True).analyse(state)
    assert Search().alpha_beta(drawn) == max(minimax.values.values())


def rounded(branch: Branch) -> Branch:
    if isinstance(branch, Leaf):
        return Leaf(branch.own // 300, branch.model // 300)
    return [rounded(child) for child in branch]


def test_a_cut_where_both_agree_can_hide_the_reply_that_the_model_makes() -> None:
    """The tree is small enough to follow by hand: see the page about the paper."""
    tree: Branch = [[Leaf(5, 5)], [Leaf(4, 6), Leaf(9, 9)]]
    assert Search().m_star(tree, cut=False) == Leaf(9, 5)
    pruned = Search()
    assert pruned.m_star(tree, cut=True) == Leaf(5, 5)
    assert (1, 1) not in pruned.leaves
