"""Opponents at Chinese Checkers."""

from __future__ import annotations

from kibitz.games.game import Game
from kibitz.specialists.chinese_checkers.thumb_rules import ChineseCheckersRule
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

SHORT = ", depth=6"  # simulated games of random moves hardly ever end
RANGES = {"blocks-leader": {"give": (0, 5)}, "rear-then-far": {"turns": (3, 25)}}
"""The numbers from which the parameters of held-out rules are drawn."""
EXPRESSIBLE = frozenset(["front-first"])
"""Rules that can be described by weights of features; this was checked on sampled positions."""

ROWS = (
    Member(
        "mp-mix",
        "mp-mix(depth=2, defend=0, attack=0)",
        "types",
        False,
        "MP-Mix, looking 2 plies ahead: paranoid when ahead, offensive when behind",
    ),
    Member("offensive", "offensive(depth=2)", "types", False, "harms whoever leads, looking 2 plies ahead"),
    Member("greedy", "strategy(distance=1, depth=1)", "strategies", True, "makes the move that gains the most rows"),
    Member(
        "rows-and-rear",
        "choice(advance=1, behind=0.3)",
        "strategies",
        True,
        "wants to gain rows, and slightly prefers to move its rearmost pawns",
    ),
    Member(
        "rows-and-front",
        "choice(advance=1, behind=-0.3)",
        "strategies",
        True,
        "wants to gain rows, and slightly prefers to move its foremost pawns",
    ),
    Member("selfless", "strategy(distance=-1, depth=1)", "strategies", True, "moves backwards whenever it can"),
    Member("random", "random", "choices", True, "makes random moves"),
    Member("warm", "choice(distance=1, temperature=1)", "choices", True, "makes random moves, longer ones more often"),
    Member(
        "hot",
        "choice(distance=1, temperature=3)",
        "choices",
        True,
        "makes random moves, longer ones a little more often",
    ),
    Member(
        "warm-rear",
        "choice(behind=1, advance=1, temperature=1)",
        "choices",
        True,
        "makes random moves, long ones and those of the last pawns more often",
    ),
    Member(
        "erring-greedy", "noisy(greedy, 0.2)", "choices", True, "gains the most rows; a fifth of its moves are random"
    ),
    Member("rear-first", "rear-first", "habits", True, "moves its rearmost marble, as far as it can"),
    *rule_members(ChineseCheckersRule, expressible=EXPRESSIBLE),
    Member(
        "repays",
        "repaying(weight=0.5)",
        "habits",
        False,
        "makes way for those who made way for it, and blocks the others",
    ),
    Member(
        "mcts-10", "mcts(simulations=10, depth=6)", "searches", False, "simulates 10 games of 6 plies for each move"
    ),
    Member(
        "mcts-40", "mcts(simulations=40, depth=6)", "searches", False, "simulates 40 games of 6 plies for each move"
    ),
    Member(
        "tires",
        "changing(greedy, steps-only, after=3)",
        "changing",
        False,
        "makes the longest moves, and after 3 games only steps",
    ),
    Member(
        "turns-mean",
        "changing(front-first, blocks-leader, after=4)",
        "changing",
        False,
        "moves its first pawn, and after 4 games blocks the leader",
    ),
    Member(
        "slow-start",
        "changing(keeps-together, longest-move, moves=8)",
        "changing",
        False,
        "keeps its pawns together for 8 moves of every game, and then makes the longest moves",
    ),
    Member(
        "reads-habits",
        "adaptive(candidates=[rear-first, longest-move], reply=exploit, simulations=5)",
        "learning",
        False,
        "learns which of two habits the others have, and replies in simulated games",
    ),
    Member(
        "shifts-after-losses",
        "win-stay(front-first, rear-first)",
        "learning",
        False,
        "moves its first pawn until it loses, then its last pawn until it loses, and so on",
    ),
)
TYPES = tuple((member.player, member.expressible, member.words) for member in ROWS if member.group == "types")


def population(game: Game) -> Population:
    """The opponents, and the families that held-out ones are drawn from."""
    names = tuple(ChineseCheckersRule.rules)
    return Population.of(
        ROWS,
        drawn_noise("types", TYPES),
        drawn_strategies(game, {"distance": 1.0, "won": 1.0}, (1, 2)),
        drawn_choices(game),
        drawn_rules(ChineseCheckersRule, RANGES, names, EXPRESSIBLE),
        drawn_rules(ChineseCheckersRule, RANGES, tuple(RANGES), EXPRESSIBLE),
        drawn_blend(names),
        drawn_simulations(game, 40, SHORT),
    )
