"""Where there is one adversary, winning probabilities stay 0 or 1 and Max-Prob is minimax (hashavit2011, abstract)."""

from __future__ import annotations

from kibitz.games.tree import Tree, leaf, node
from kibitz.games.tree.builder import Node
from kibitz.papers.claims import contradicted
from kibitz.papers.item import Findings, Setting
from kibitz.random import Random
from kibitz.searches.registry import search

RULE = (
    "A claim holds if no tree contradicts it, and does not hold if one does. Intervals are Clopper-Pearson "
    "intervals of the share of trees."
)
TREES, QUICK_TREES = 2000, 200
DEEPEST, WIDEST = 5, 3


def drawn_tree(seed: int, number: int) -> Tree:
    """A tree of two players, one of whom wins at every end; depths, widths, movers and winners are drawn.

    >>> drawn_tree(1, 0) == drawn_tree(1, 0)
    True
    """
    random = Random(seed, "one adversary", number)

    def grown(depth: int) -> Node:
        if depth == 0 or (depth < DEEPEST and random.below(5) == 0):
            winner = random.below(2)
            return leaf(*(float(seat == winner) for seat in range(2)))
        return node(random.below(2), *(grown(depth - 1) for _ in range(2 + random.below(WIDEST - 1))))

    return Tree.of(grown(DEEPEST))


def one_adversary(setting: Setting) -> Findings:
    """How many trees have probabilities between 0 and 1, or moves that minimax does not make."""
    count = setting.times(TREES, QUICK_TREES)
    between, worth, other = ([0] * count for _ in range(3))  # one number for each tree
    for number in range(count):
        state = drawn_tree(setting.seed, number).start()
        found, minimax = search("max-prob").analyse(state), search("paranoid").analyse(state)
        between[number] += any(min(value, 1 - value) > 1e-9 for vector in found.values.values() for value in vector)
        worth[number] += any(
            abs(found.values[move][state.to_move] - value) > 1e-9 for move, value in minimax.values.items()
        )
        other[number] += not set(found.best) <= set(minimax.best)
        if number % 50 == 0:
            setting.say("trees", number, count)
    rows = (
        contradicted("trees with a winning probability other than 0 and 1", between),
        contradicted("trees in which a move has another value than in minimax", worth),
        contradicted("trees in which Max-Prob chooses a move that minimax would not", other),
    )
    return Findings(rows, (f"{count:,} trees, up to {DEEPEST} plies deep and {WIDEST} moves wide.",))
