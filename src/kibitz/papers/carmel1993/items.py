"""Carmel & Markovitch, Learning Models of Opponent's Strategies in Game Playing, 1993: its figures and lemmas.

``docs/papers/carmel1993.md`` lists our choices for what the paper does not specify. Every experiment has a module of
its own beside this one.
"""

from __future__ import annotations

from kibitz.papers.carmel1993 import (
    agreed_cuts,
    depth_counters,
    depth_difference,
    depth_sessions,
    equal_time,
    example_tree,
    function_difference,
    learning_games,
    lemma_counts,
    strategy_accuracy,
    varying_depth,
)
from kibitz.papers.item import Item

PAPER = "carmel1993"

ITEMS = (
    Item(PAPER, "figure-2", "A tree on which minimax and M* differ", example_tree.figure_2, example_tree.RULE),
    Item(PAPER, "lemmas", "Lemmas 1 and 2, counted for every variant of M*", lemma_counts.lemmas, lemma_counts.RULE),
    Item(PAPER, "pruning", "Section 2.2: cuts in M* where both sides agree", agreed_cuts.pruning, agreed_cuts.RULE),
    Item(
        PAPER,
        "figure-3",
        "Points of M* and of minimax by depth difference",
        depth_difference.figure_3,
        depth_difference.FIGURE_3_RULE,
    ),
    Item(
        PAPER,
        "figure-4",
        "The benefit of a model by depth difference",
        depth_difference.figure_4,
        depth_difference.FIGURE_4_RULE,
    ),
    Item(
        PAPER,
        "figure-5",
        "The benefit of a model by function difference",
        function_difference.figure_5,
        function_difference.RULE,
    ),
    Item(
        PAPER,
        "figure-7",
        "LearnDepth: the counters after 100 examples",
        depth_sessions.figure_7,
        depth_sessions.FIGURE_7_RULE,
    ),
    Item(
        PAPER,
        "highest-counter",
        "Section 4.1: the true depth is always among the highest counters",
        depth_counters.highest_counter,
        depth_counters.RULE,
    ),
    Item(
        PAPER,
        "figure-8",
        "LearnDepth: the error rate by function difference",
        depth_sessions.figure_8,
        depth_sessions.FIGURE_8_RULE,
    ),
    Item(
        PAPER,
        "figure-10",
        "LearnStrategy: the accuracy by depth",
        strategy_accuracy.figure_10,
        strategy_accuracy.RULE,
    ),
    Item(
        PAPER,
        "figure-11",
        "The learning player by the number of learning games",
        learning_games.figure_11,
        learning_games.LEARNERS_RULE,
    ),
    Item(PAPER, "cost", "Beyond the paper: M* and minimax at equal time", equal_time.cost, equal_time.RULE),
    Item(
        PAPER,
        "varying-depth",
        "Beyond the paper: an opponent whose depth is not fixed",
        varying_depth.varying_depth,
        varying_depth.RULE,
    ),
)
