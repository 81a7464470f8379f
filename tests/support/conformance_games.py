"""Which games and options the shared tests run on: a row a game, and one for every option that changes rules."""

import discard
import kuhn
import nim
import whist

# The games written in Python that the documentation shows; importing them registers them.
IN_PYTHON = {kind.name for kind in (discard.Discard, kuhn.Kuhn, nim.Nim, whist.Whist)}

SPECS = [
    "tic-tac-toe",
    "checkers",
    "checkers(quiet=10, repetitions=2)",
    "spades",
    "spades(open=true)",
    "spades(players=2, cards=5)",
    "spades(players=4, scoring=tricks)",
    "spades(players=4, cards=6, scoring=tricks, open=true, hands=3)",
    "spades(cards=4, bids=[2, 1, 1], lead=any)",
    "spades(cards=3, limit=30, hands=8)",
    "hearts",
    "hearts(open=true)",
    "hearts(players=3, passing=left, moon=true)",
    "hearts(players=5, first_trick=no-points)",
    "hearts(cards=4, passing=rotate, hands=4)",
    "chinese-checkers(players=2)",
    "chinese-checkers",
    "chinese-checkers(players=4, stop=anywhere)",
    "chinese-checkers(players=6, turns=40)",
    "abalone",
    "abalone(start=daisy)",
    "abalone(players=3)",
    "guess-it",
    "guess-it(cards=2)",
    "tree",
    """tree(json='{"players": 2, "root": {"chance": [0.25, 0.75], "children": [{"to_move": 1, "children": [
        {"value": 3}, {"value": -1}]}, {"to_move": 0, "children": [{"value": 0}, {"value": 2}]}]}}')""",
    "nim",
    "nim(players=2, heaps=[2, 2])",
    "discard",
    "kuhn",
    "whist",
    "whist(cards=2)",
]
