"""Hashavit & Markovitch, Max-Prob, 2011: Table 1, its claims, and what the paper leaves open.

``docs/papers/hashavit2011.md`` lists our choices for what the paper does not specify.
"""

from __future__ import annotations

from kibitz.papers.claims import EXACT_RULE
from kibitz.papers.hashavit2011 import one_adversary, pushes, win_examples
from kibitz.papers.hashavit2011.contest_table import ROW_RULE, TABLE_RULE, one_row, table_1
from kibitz.papers.hashavit2011.contests import CONTESTS
from kibitz.papers.hashavit2011.more_columns import MORE_RULE, more_columns
from kibitz.papers.hashavit2011.variations import (
    INDIRECT_RULE,
    INTERVALS_RULE,
    TUNED_RULE,
    indirect,
    intervals,
    mp_mix_tuned,
)
from kibitz.papers.item import Item

PAPER = "hashavit2011"

ITEMS = (
    Item(PAPER, "figure-1", "A complete tree: Max-Prob, Paranoid and MaxN", win_examples.figure_1, EXACT_RULE),
    Item(PAPER, "figure-2", "A partial tree: probabilities from intervals", win_examples.figure_2, EXACT_RULE),
    Item(
        PAPER,
        "one-adversary",
        "Abstract: with one adversary Max-Prob is minimax",
        one_adversary.one_adversary,
        one_adversary.RULE,
    ),
    Item(PAPER, "table-1", "Shares of the victory points, six games and four players", table_1, TABLE_RULE),
    *(
        Item(
            PAPER,
            contest.label.lower().replace(" ", "-"),
            f"Table 1, one row: {contest.label}",
            one_row(contest),
            ROW_RULE,
        )
        for contest in CONTESTS
    ),
    Item(
        PAPER,
        "intervals",
        "What the paper leaves open: the interval of final values, at Hearts and Spades",
        intervals,
        INTERVALS_RULE,
    ),
    Item(
        PAPER,
        "indirect",
        "Section 4.2: Max-Prob does better if heuristics have a smaller indirect part",
        indirect,
        INDIRECT_RULE,
    ),
    Item(PAPER, "pushes", "Section 4.2: few moves push a marble off at Abalone", pushes.pushes, pushes.RULE),
    Item(PAPER, "mp-mix-tuned", "Section 4.2: MP-Mix can do much better when tuned", mp_mix_tuned, TUNED_RULE),
    Item(
        PAPER, "more-columns", "Beyond the paper: best-reply, mcts at equal time, soft-max^n", more_columns, MORE_RULE
    ),
)
