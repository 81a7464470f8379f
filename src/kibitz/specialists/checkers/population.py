"""Opponents at checkers."""

from __future__ import annotations

from kibitz.games.checkers.features import F1, F2
from kibitz.games.game import Game
from kibitz.specialists.checkers.thumb_rules import CheckersRule
from kibitz.specialists.members import (
    Member,
    Population,
    drawn_blend,
    drawn_choices,
    drawn_noise,
    drawn_rules,
    drawn_simulations,
    drawn_strategies,
    rule_members,
    weights_text,
)

FIRST, SECOND = weights_text(F1), weights_text(F2)
RANGES = {
    "trades-when-ahead": {"lead": (-1, 3)},
    "keeps-back-row": {"until": (1, 10)},
    "sacrifices": {"every": (2, 6)},
}
"""The numbers from which the parameters of held-out rules are drawn."""
EXPRESSIBLE = frozenset(["keeps-back-row"])
"""Rules that can be described by weights of features; this was checked on sampled positions."""

ROWS = (
    Member(
        "f1", f"strategy({FIRST}, depth=3)", "types", True, "uses the function f1 of carmel1993, looking 3 plies ahead"
    ),
    Member(
        "f2", f"strategy({SECOND}, depth=3)", "types", True, "uses the function f2 of carmel1993, looking 3 plies ahead"
    ),
    Member(
        "f1-against-f2",
        f"strategy({FIRST}, depth=3, others=strategy({SECOND}, depth=2))",
        "types",
        False,
        "uses f1 of carmel1993 with M*, and expects that the other side uses f2",
    ),
    Member(
        "counts-pieces", "strategy(men=2, kings=3, depth=1)", "strategies", True, "counts pieces, looking 1 ply ahead"
    ),
    Member(
        "counts-pieces-4",
        "strategy(men=2, kings=3, depth=4)",
        "strategies",
        True,
        "counts pieces, looking 4 plies ahead",
    ),
    Member(
        "centre-2",
        "strategy(men=60, kings=90, centre=15, depth=2)",
        "strategies",
        True,
        "wants the centre, looking 2 plies ahead",
    ),
    Member(
        "runs-3",
        "strategy(men=60, advancement=12, depth=3)",
        "strategies",
        True,
        "wants to crown its men, looking 3 plies ahead",
    ),
    Member(
        "f1-deep",
        f"strategy({FIRST}, depth=5)",
        "strategies",
        True,
        "uses the function f1 of carmel1993, looking 5 plies ahead",
    ),
    Member("random", "random", "choices", True, "makes random moves"),
    Member(
        "f1-warm",
        f"choice({FIRST}, temperature=10)",
        "choices",
        True,
        "makes random moves, those that f1 finds better more often",
    ),
    Member(
        "f1-hot",
        f"choice({FIRST}, temperature=60)",
        "choices",
        True,
        "makes random moves, those that f1 finds better a little more often",
    ),
    Member(
        "f2-erring",
        f"noisy(strategy({SECOND}, depth=2), 0.2)",
        "choices",
        True,
        "uses f2; a fifth of its moves are random",
    ),
    Member(
        "loses-on-purpose",
        "choice(men=-60, kings=-90)",
        "choices",
        True,
        "wants to have as few pieces as it can, looking 1 ply ahead",
    ),
    Member("hugs-edge", "choice(sides=1)", "habits", True, "keeps its pieces on the left and right edge"),
    Member(
        "sits-in-corners",
        "choice(double_corners=10, kings=5, men=1)",
        "habits",
        True,
        "counts pieces, and keeps its kings in the double corners",
    ),
    Member("threatens", "choice(threats=1)", "habits", True, "threatens as many pieces as it can"),
    *rule_members(CheckersRule, expressible=EXPRESSIBLE),
    Member("mcts-20", "mcts(simulations=20)", "searches", False, "simulates 20 games for each move"),
    Member("mcts-100", "mcts(simulations=100)", "searches", False, "simulates 100 games for each move"),
    Member(
        "mcts-short",
        "mcts(simulations=50, depth=6)",
        "searches",
        False,
        "simulates 50 games of 6 plies for each move, and evaluates their ends",
    ),
    Member("alpha-beta-6", "alpha-beta(depth=6)", "searches", True, "searches 6 plies deep"),
    Member(
        "tires",
        f"changing(strategy({FIRST}, depth=4), random, after=3)",
        "changing",
        False,
        "uses f1, and after 3 games plays at random",
    ),
    Member(
        "turns-bold",
        "changing(never-trades, always-trades, after=5)",
        "changing",
        False,
        "avoids captures, and after 5 games trades whenever it can",
    ),
    Member(
        "opens-by-copying",
        "changing(mirrors, always-trades, moves=6)",
        "changing",
        False,
        "copies the other side for 6 moves of every game, and then trades",
    ),
    Member(
        "reads-strategies",
        f"adaptive(candidates=[strategy({FIRST}, depth=2), strategy({SECOND}, depth=2)], depth=3)",
        "learning",
        False,
        "learns whether the other side plays f1 or f2, and replies with M* (carmel1993)",
    ),
    Member(
        "reads-habits",
        "adaptive(candidates=[greedy, random, choice(sides=1)], reply=exploit, simulations=10)",
        "learning",
        False,
        "learns whether the other side is greedy, random or hugs the edge, and replies in simulated games",
    ),
    Member(
        "shifts-after-losses",
        "win-stay(always-trades, never-trades)",
        "learning",
        False,
        "trades until it loses, then avoids captures until it loses, and so on",
    ),
)
TYPES = tuple((member.player, member.expressible, member.words) for member in ROWS if member.group == "types")


def population(game: Game) -> Population:
    """The opponents, and the families that held-out ones are drawn from."""
    names = tuple(CheckersRule.rules)
    return Population.of(
        ROWS,
        drawn_noise("types", TYPES),
        drawn_strategies(game, F1, (1, 2, 3, 4)),
        drawn_strategies(game, F2, (1, 2, 3, 4)),
        drawn_choices(game),
        drawn_rules(CheckersRule, RANGES, names, EXPRESSIBLE),
        drawn_rules(CheckersRule, RANGES, tuple(RANGES), EXPRESSIBLE),
        drawn_blend(names),
        drawn_simulations(game, 100),
    )
