"""The example tree of carmel1993, Figure 2: minimax goes left, M* goes right.

Our copy of the paper has no picture, so the numbers at the leaves are ours; the caption fixes the depths and the moves.
"""

from __future__ import annotations

from kibitz.games.tree import Tree, leaf, node
from kibitz.papers.claims import FAILS, HOLDS, Row, as_finding, exactly
from kibitz.papers.item import Findings, Setting
from kibitz.searches.registry import search

RULE = (
    "A row holds if the search chooses the move that the caption of the figure names. Nothing is random. The "
    "recursive version (1996) and Korf's (1989) are not from this paper, so their choices are findings."
)
OTHERS = ("M*, recursive", "M*, korf")
"""Versions of which the caption says nothing."""
OWN, MODEL = "evaluation(f=1)", "evaluation(g=1)"
M_STAR = f"m-star(depth=2, own={OWN}, model={MODEL}, model_depth=1"
CAPTION = {
    "minimax": (f"alpha-beta(depth=2, own={OWN}, exact=true)", "left"),
    **{f"M*, {name}": (f"{M_STAR}, variant={name})", "right") for name in ("cautious", "plain", "recursive", "korf")},
}
"""The searches by name, each with the move that the caption names; the caption does not mention ``OTHERS``."""


def example_tree() -> Tree:
    """The tree of Figure 2, for S_player = (f, 2) and S_model = (g, 1). In the right subtree, the reply that g prefers
    is also good for f.

    >>> example_tree().start().moves()
    ['left', 'right']
    """

    left = node(1, leaf(0, name="a", f=5, g=-2), leaf(0, name="b", f=6, g=-1), name="left", f=5, g=0)
    right = node(1, leaf(0, name="c", f=3, g=-1), leaf(0, name="d", f=8, g=-4), name="right", f=3, g=0)
    return Tree.of(node(0, left, right, name="root"))


def figure_2(setting: Setting) -> Findings:
    """The choices of minimax and of the variants of M* in this tree."""
    state = example_tree().start()
    rows = []
    for name, (spec, chosen) in CAPTION.items():
        analysis = search(spec).analyse(state)
        agrees = analysis.best == (chosen,)
        rows += [
            Row(f"{name}: value of the move {move}", None, exactly(value)) for move, value in analysis.values.items()
        ]
        chooses = Row(f"{name}: chooses {chosen} (1 = yes)", 1.0, exactly(agrees), HOLDS if agrees else FAILS)
        rows.append(as_finding(chooses) if name in OTHERS else chooses)
    notes = (
        "Our copy of the paper shows no numbers in this picture, so we chose the values at the leaves. Both f and g "
        "are given from our side, so the opponent wants a low g. Values are those of the two moves at the root; 1 "
        "means that the move was chosen.",
    )
    return Findings(tuple(rows), notes, {"The tree, f ours and g the model's, both as we see them": state.svg(480)})
