"""Opponents at tic-tac-toe."""

from __future__ import annotations

from kibitz.games.game import Game
from kibitz.models.rule import ListRule
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
)
from kibitz.specialists.tic_tac_toe.thumb_rules import TicTacToeRule

RANGES = {"blocks-late": {"marks_needed": (3, 8)}}
"""The numbers from which the parameters of held-out rules are drawn."""
EXPRESSIBLE = frozenset(["wins-only"])
"""Rules that can be described by weights of features; this was checked on sampled positions."""

ROWS = (
    Member("perfect", "alpha-beta", "types", True, "searches to the end, and never loses"),
    Member(
        "nearly-perfect",
        "noisy(alpha-beta, 0.1)",
        "types",
        True,
        "searches to the end; a tenth of its moves are random",
    ),
    Member(
        "perfect-against-lines",
        "strategy(open_lines=1, depth=4, others=strategy(open_lines=1, depth=1))",
        "types",
        False,
        "M* of carmel1993, which expects that the other counts open lines",
    ),
    Member(
        "counts-lines", "strategy(open_lines=1, depth=1)", "strategies", True, "counts open lines, looking 1 ply ahead"
    ),
    Member(
        "counts-lines-2",
        "strategy(open_lines=1, depth=2)",
        "strategies",
        True,
        "counts open lines, looking 2 plies ahead",
    ),
    Member(
        "counts-lines-3",
        "strategy(open_lines=1, depth=3)",
        "strategies",
        True,
        "counts open lines, looking 3 plies ahead",
    ),
    Member(
        "gives-lines",
        "strategy(open_lines=-1, depth=2)",
        "strategies",
        True,
        "wants few open lines, looking 2 plies ahead",
    ),
    Member("random", "random", "choices", True, "takes random squares"),
    Member(
        "lines-warm",
        "choice(open_lines=1, temperature=0.5)",
        "choices",
        True,
        "takes random squares, those on open lines more often",
    ),
    Member(
        "lines-hot",
        "choice(open_lines=1, temperature=2)",
        "choices",
        True,
        "takes random squares, those on open lines a little more often",
    ),
    Member("avoids-lines", "choice(open_lines=-1, end=0)", "choices", True, "avoids open lines, and overlooks wins"),
    *rule_members(TicTacToeRule, expressible=EXPRESSIBLE),
    *rule_members(ListRule),
    Member("mcts-10", "mcts(simulations=10)", "searches", False, "simulates 10 games for each move"),
    Member("mcts-40", "mcts(simulations=40)", "searches", False, "simulates 40 games for each move"),
    Member(
        "visits-20",
        "visits(mcts(simulations=20))",
        "searches",
        False,
        "makes each move with a probability proportional to its visits in 20 simulated games",
    ),
    Member(
        "learns-to-block",
        "changing(wins-only, wins-and-blocks, after=3)",
        "changing",
        False,
        "completes lines, and after 3 games also blocks them",
    ),
    Member(
        "tires",
        "changing(alpha-beta, random, after=4)",
        "changing",
        False,
        "plays perfectly, and after 4 games at random",
    ),
    Member(
        "opens-on-edges",
        "changing(edges-first, by-the-book, moves=1)",
        "changing",
        False,
        "takes the middle of an edge first, and then completes, blocks, and takes the centre and corners",
    ),
    Member(
        "reads-habits",
        "adaptive(candidates=[random, greedy, alpha-beta(depth=2)], reply=exploit, simulations=10)",
        "learning",
        False,
        "learns whether the other is random, greedy or looks 2 plies ahead, and replies in simulated games",
    ),
    Member(
        "shifts-after-losses",
        "win-stay(corners-first, builds-lines)",
        "learning",
        False,
        "takes corners until it loses, then builds lines until it loses, and so on",
    ),
)
TYPES = (
    *((member.player, member.expressible, member.words) for member in ROWS if member.group == "types"),
    *((f"alpha-beta(depth={depth})", True, f"searches {depth} plies deep") for depth in (4, 5, 6, 7)),
)


def population(game: Game) -> Population:
    """The opponents, and the families that held-out ones are drawn from."""
    names = tuple(TicTacToeRule.rules)
    return Population.of(
        ROWS,
        drawn_noise("types", TYPES),
        drawn_strategies(game, {"open_lines": 1.0}, (1, 2, 3, 4, 5)),
        drawn_choices(game),
        drawn_rules(TicTacToeRule, RANGES, names, EXPRESSIBLE),
        drawn_blend(names),
        drawn_simulations(game, 60),
    )
