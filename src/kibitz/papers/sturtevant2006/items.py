"""Sturtevant & Bowling, Robust Game Play Against Unknown Opponents, 2006: its tables and claims.

``docs/papers/sturtevant2006.md`` lists our choices for what the paper does not specify.
"""

from __future__ import annotations

from kibitz.papers.claims import EXACT_RULE
from kibitz.papers.item import Item
from kibitz.papers.sturtevant2006 import equilibrium_counts, set_examples
from kibitz.papers.sturtevant2006.inference_counts import INFERENCE_RULE, inference
from kibitz.papers.sturtevant2006.model_tables import HANDS_RULE, hands_per_game, table_2, table_4
from kibitz.papers.sturtevant2006.other_games import OTHER_RULE, other_games
from kibitz.papers.sturtevant2006.trends import SENSITIVE_RULE, TRENDS_RULE, VARIANTS, sensitivity, similar_trends
from kibitz.papers.sturtevant2006.won_back import LEARNING_RULE, learning

PAPER = "sturtevant2006"


ITEMS = (
    Item(PAPER, "table-1", "The six arrangements of two types", set_examples.table_1, EXACT_RULE),
    Item(PAPER, "table-2", "The effect of opponent models on play", table_2),
    Item(PAPER, "table-3", "Dominance relations in max^n sets", set_examples.table_3, EXACT_RULE),
    Item(PAPER, "table-4", "The effect of generalised opponent models on play, gain and loss", table_4),
    Item(PAPER, "figure-1", "A max^n tree, and the tie in it", set_examples.figure_1, EXACT_RULE),
    Item(PAPER, "figure-2", "A tree in which special models set a trap", set_examples.figure_2, EXACT_RULE),
    Item(PAPER, "figure-3", "Two opponent models for two tricks", set_examples.figure_3, EXACT_RULE),
    Item(PAPER, "figure-4", "The generalisation of both", set_examples.figure_4, EXACT_RULE),
    Item(
        PAPER,
        "lemma-1",
        "Section 3.2: soft-max^n finds all equilibria",
        equilibrium_counts.lemma_1,
        equilibrium_counts.RULE,
    ),
    Item(PAPER, "inference", "Section 4.3 and Lemma 2: how often a type is ruled out", inference, INFERENCE_RULE),
    Item(PAPER, "hands-per-game", "Section 4.3: 15 hands a game", hands_per_game, HANDS_RULE),
    Item(PAPER, "learning", "Beyond the paper: how much of the loss learners win back", learning, LEARNING_RULE),
    *(Item(PAPER, name, title, sensitivity(variants), SENSITIVE_RULE) for name, (title, variants) in VARIANTS.items()),
    Item(PAPER, "similar-trends", "Section 2: similar trends regardless", similar_trends, TRENDS_RULE),
    Item(PAPER, "other-games", "Section 2: similar results in other card games", other_games, OTHER_RULE),
)
