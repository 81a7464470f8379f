"""The worked examples of hashavit2011, sections 2 and 3: two trees, and the result of each search on them.

Our copy of the paper has no pictures. Numbers that the text does not give are ours, and are marked as ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from kibitz.games.tree import Tree, leaf, node
from kibitz.games.tree.builder import Node
from kibitz.papers.claims import agreed
from kibitz.papers.item import Findings, Setting
from kibitz.searches.registry import search

ROUNDING = 0.01
"""The paper cuts 2/3 to 0.66 and calls 43/72 about 0.6."""
UNBIASED = {"a": 1 / 2, "b": 2 / 3}
"""The value of each move of Figure 1 for the first agent, if the second chooses evenly among its equal moves."""


def complete_tree(first_at_a: int = 0, first_at_b: int = 0) -> Tree:
    """Figure 1 with a chosen child first at a and b, because max^n takes the first of equal children.

    >>> complete_tree().start().moves()
    ['a', 'b']
    """
    at_a = [leaf(1, 0, 0, name="c"), leaf(0, 0, 1, name="d")]
    at_b = [leaf(1, 0, 0, name="e"), leaf(0, 0, 1, name="f"), leaf(1, 0, 1, name="g")]
    return Tree.of(
        node(
            0,
            node(1, *_turned(at_a, first_at_a), name="a"),
            node(1, *_turned(at_b, first_at_b), name="b"),
            name="root",
        )
    )


def _turned(children: list[Node], first: int) -> list[Node]:
    return children[first:] + children[:first]


def figure_1(setting: Setting) -> Findings:
    """The winning probabilities of Max-Prob, and the expected results of Max-Prob, Paranoid and max^n against unbiased
    rational agents."""
    state = complete_tree().start()
    max_prob, paranoid = (search(name).analyse(state) for name in ("max-prob", "paranoid"))
    printed = {"a": (0.5, 0, 0.5), "b": (0.66, 0, 0.66)}
    rows = [
        agreed(
            f"Max-Prob: probability that agent {agent} wins at {move}",
            paper,
            max_prob.values[move][agent - 1],
            ROUNDING,
        )
        for move, vector in printed.items()
        for agent, paper in enumerate(vector, start=1)
    ]
    rows += [agreed(f"Paranoid: value of {move}", 0, paranoid.values[move]) for move in printed]
    chosen = [search("maxn(ties=left-low)").analyse(complete_tree(*first).start()).best for first in _ties()]
    rows += [
        agreed("MaxN: number of ways to break ties in which it takes b", 2, chosen.count(("b",))),
        agreed("MaxN: number of ways to break ties in which it takes a", 1, chosen.count(("a",))),
        agreed("MaxN: number of ways to break ties in which it takes either", 3, chosen.count(("a", "b"))),
        agreed(
            "MaxN: probability that it takes a", 5 / 12, sum(("a" in best) / len(best) for best in chosen) / len(chosen)
        ),
        agreed("Max-Prob: expected utility", 0.66, _expected([max_prob.best]), ROUNDING),
        agreed("Paranoid: expected utility", 7 / 12, _expected([paranoid.best])),
        agreed("MaxN: expected utility", 0.6, _expected(chosen), ROUNDING),
    ]
    notes = (
        "Expected utilities are those of the first agent against unbiased rational agents, and every tie at the root "
        "is broken evenly. The text says who wins at every leaf, with one exception: whether the third agent wins at "
        "g or at e. We chose g; the results are the same with e.",
    )
    return Findings(tuple(rows), notes, {"The tree of Figure 1": state.svg(480)})


def _ties() -> list[tuple[int, int]]:
    """All ways in which max^n may break the ties at a and at b."""
    return list(product(range(2), range(3)))


def _expected(chosen: Sequence[tuple[str, ...]]) -> float:
    """The mean over equally likely sets of moves, with uniform choice within a set."""
    return sum(sum(UNBIASED[move] for move in best) / len(best) for best in chosen) / len(chosen)


def partial_tree() -> Tree:
    """Figure 2: values at the leaves lie on intervals. The text gives those of b; the others are ours.

    >>> partial_tree().start().play("e").moves()
    ['a', 'b']
    """
    at_e = node(1, leaf((6, 8), (3, 5), (1, 2), name="a"), leaf((4, 6), (3, 5), (0, 2), name="b"), name="e")
    at_f = node(1, leaf((4, 6), (3, 5), (0, 2), name="c"), leaf((0, 2), (3, 5), (4, 6), name="d"), name="f")
    return Tree.of(node(0, at_e, at_f, name="root"))


def figure_2(setting: Setting) -> Findings:
    """The probabilities that Max-Prob computes from intervals, and their propagation up the tree."""
    state = partial_tree().start()
    root, at_e, at_f = (search("max-prob").analyse(each) for each in (state, state.play("e"), state.play("f")))
    second = [at_f.values[move][1] for move in ("c", "d")]
    rows = [
        *(
            agreed(f"node a: probability that agent {agent} wins", agent == 1, at_e.values["a"][agent - 1])
            for agent in (1, 2, 3)
        ),
        agreed("node b: probability that agent 1 wins", 0.875, at_e.values["b"][0]),
        agreed("node b: probability that agent 3 wins", 0, at_e.values["b"][2]),
        agreed("node e: number of best children for agent 2", 1, len(at_e.best)),
        agreed("node f: difference between the values of its two children for agent 2", 0, abs(second[0] - second[1])),
        agreed("node f: number of best children for agent 2", 2, len(at_f.best)),
        *(
            agreed(
                f"node f: agent {agent}'s probability of winning differs from that at both children (1 = yes)",
                True,
                all(abs(root.values["f"][agent - 1] - at_f.values[move][agent - 1]) > ROUNDING for move in ("c", "d")),
            )
            for agent in (1, 3)
        ),
    ]
    notes = (
        "The text gives the intervals of node b. It also says that the first agent is above all others at a, that e "
        "has one best child, and that f has two equally good children for the second agent, which differ for the "
        "other agents. The numbers at a, c and d are ours. Equation 1 as printed would give 1 at b. Its inner term "
        "is a distribution function, so we limit it to the range from 0 to 1. Where a row asks whether something is "
        "so, 1 means yes.",
    )
    return Findings(tuple(rows), notes, {"The tree of Figure 2": state.svg(480)})
