"""Lemma 1 of sturtevant2006, section 3.2: soft-max^n finds every equilibrium, and max^n finds one. Both are counted
over random trees.

Equilibria are subgame-perfect and in pure strategies; others need not be in the set.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.game import State
from kibitz.games.tree import Tree, leaf, node
from kibitz.games.tree.builder import Node
from kibitz.papers.claims import contradicted
from kibitz.papers.item import Findings, Setting
from kibitz.random import Random
from kibitz.searches.registry import search

RULE = (
    "A claim holds if no node contradicts it, and does not hold if one does. Intervals of the share of nodes count a "
    "tree as one observation, because the nodes of one tree are not independent."
)
TREES, QUICK_TREES = 1000, 100
DEPTH, WIDEST, MOST, PLAYERS = 4, 3, 2, 3
POINTS = "order(points, [2, 1], [1, 0])"
SOFT_MAXN = f"soft-maxn(own={POINTS}, others={POINTS})"
"""A player with only an order of outcomes keeps every move that is not dominated."""
Outcome = tuple[float, ...]


def drawn_tree(seed: int, number: int) -> Tree:
    """A tree of three players with scores from 0 to 2, so that there are many ties.

    >>> drawn_tree(1, 0) == drawn_tree(1, 0)
    True
    """
    random = Random(seed, "equilibria", number)

    def grown(depth: int) -> Node:
        if depth == 0:
            return leaf(*(float(random.below(MOST + 1)) for _ in range(PLAYERS)))
        return node(random.below(PLAYERS), *(grown(depth - 1) for _ in range(2 + random.below(WIDEST - 1))))

    return Tree.of(grown(DEPTH))


def equilibria(state: State) -> frozenset[Outcome]:
    """The outcomes of all equilibria: the possible outcomes if every subtree is played in an equilibrium.

    An outcome of a move is one of them if every other move has an equilibrium outcome that is not better for the mover.

    >>> tree = Tree.of(node(0, node(1, leaf(0, 1), leaf(1, 1)), leaf(0, 0)))
    >>> sorted(equilibria(tree.start()))
    [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
    """
    if state.over:
        return frozenset([tuple(state.scores)])
    mover, behind = state.to_move, [equilibria(state.play(move)) for move in state.moves()]
    least = max(min(outcome[mover] for outcome in outcomes) for outcomes in behind)
    return frozenset(outcome for outcomes in behind for outcome in outcomes if outcome[mover] >= least)


def _nodes(state: State) -> Iterator[State]:
    """All positions in which somebody chooses."""
    if not state.over:
        yield state
        for move in state.moves():
            yield from _nodes(state.play(move))


def lemma_1(setting: Setting) -> Findings:
    """At how many nodes soft-max^n's set lacks an equilibrium, and at how many max^n finds no equilibrium."""
    count = setting.times(TREES, QUICK_TREES)
    nodes, missing, other = ([0] * count for _ in range(3))  # one number for each tree
    more = several = 0
    for number in range(count):
        for state in _nodes(drawn_tree(setting.seed, number).start()):
            true, found = equilibria(state), search(SOFT_MAXN).analyse(state)
            kept = frozenset[Outcome]().union(*(found.values[move] for move in found.best))
            nodes[number] += 1
            missing[number] += not true <= kept
            more += true < kept
            several += len(true) > 1
            best = search("maxn").analyse(state)
            other[number] += tuple(best.values[best.best[0]]) not in true
        setting.say("trees", number + 1, count)
    notes = (
        f"{count:,} trees of three players, {DEPTH} plies deep and up to {WIDEST} moves wide, with {sum(nodes):,} "
        f"nodes, at {several:,} of which there are several equilibrium outcomes. At {more:,} the set holds more than "
        "these, as the paper says it may.",
    )
    rows = (
        contradicted("nodes at which soft-max^n lacks an equilibrium", missing, nodes, "trees"),
        contradicted("nodes at which max^n finds an outcome that is no equilibrium", other, nodes, "trees"),
    )
    return Findings(rows, notes)
