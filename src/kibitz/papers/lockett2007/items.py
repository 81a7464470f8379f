"""Lockett, Chen & Miikkulainen, Evolving Explicit Opponent Models in Game Playing, 2007: its tables and claims.

``docs/papers/lockett2007.md`` lists our choices for what the paper does not specify.
"""

from __future__ import annotations

from kibitz.papers.item import Item
from kibitz.papers.lockett2007.across_games import ACROSS_RULE, across_games
from kibitz.papers.lockett2007.ceilings import CEILINGS_RULE, IDENTIFIER_RULE, ceilings, identifier_ceiling
from kibitz.papers.lockett2007.mixtures import MIXTURES
from kibitz.papers.lockett2007.relations import RELATIONS_RULE, relations
from kibitz.papers.lockett2007.validation import PAPER, VALIDATION

ITEMS = (
    Item(PAPER, "relations", "Sections 1 and 3: who defeats whom, and the equilibrium", relations, RELATIONS_RULE),
    Item(
        PAPER,
        "ceilings",
        "Sections 4 and 6: the highest possible fitness, and the printed one",
        ceilings,
        CEILINGS_RULE,
    ),
    Item(
        PAPER,
        "identifier-ceiling",
        "Section 5: how well a mixture can be identified",
        identifier_ceiling,
        IDENTIFIER_RULE,
    ),
    Item(PAPER, "across-games", "Beyond the paper: a Bayesian reader across games", across_games, ACROSS_RULE),
    *VALIDATION,
    *MIXTURES,
)
