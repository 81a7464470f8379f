"""Opponents at Abalone."""

from __future__ import annotations

from kibitz.games.game import Game
from kibitz.specialists.abalone.thumb_rules import AbaloneRule
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
RANGES = {"rests-when-ahead": {"lead": (0, 4)}}
"""The numbers from which the parameters of held-out rules are drawn."""
OF_SEVERAL = ("attacks-leader", "attacks-weakest")
"""Rules that differ from pushes-always only if there are several opponents."""


def members(game: Game) -> tuple[Member, ...]:
    """The opponents."""
    several = game.players > 2
    search = "paranoid" if several else "alpha-beta"
    return (
        Member("max-prob-1", "max-prob(depth=1)", "types", False, "Max-Prob of hashavit2011, looking 1 ply ahead"),
        Member(
            "mp-mix",
            "mp-mix(depth=2, defend=0, attack=0)",
            "types",
            False,
            "MP-Mix, looking 2 plies ahead: paranoid when ahead, offensive when behind",
        ),
        Member(
            "direct",
            "strategy(ejected=1, depth=1)",
            "types",
            True,
            "counts only the marbles that it pushed off (the direct part of hashavit2011), looking 1 ply ahead",
        ),
        Member(
            "usual",
            "strategy(ejected=1, lost=0.02, centre=0.01, cohesion=0.01, depth=1)",
            "strategies",
            True,
            "wants a high value of the game's usual evaluation, looking 1 ply ahead",
        ),
        Member(
            "careful",
            "strategy(ejected=1, lost=1, centre=0.1, depth=2)",
            "strategies",
            True,
            "counts its own marbles as much as the others', looking 2 plies ahead",
        ),
        Member(
            "central",
            "strategy(ejected=1, centre=1, depth=1)",
            "strategies",
            True,
            "wants the centre, looking 1 ply ahead",
        ),
        Member(
            "sticks-together",
            "strategy(ejected=1, cohesion=1, depth=1)",
            "strategies",
            True,
            "keeps its marbles in one group, looking 1 ply ahead",
        ),
        Member("random", "random", "choices", True, "makes random moves"),
        Member(
            "warm",
            "choice(ejected=20, centre=1, cohesion=1, temperature=1)",
            "choices",
            True,
            "makes random moves, better ones more often",
        ),
        Member(
            "hot",
            "choice(ejected=20, centre=1, cohesion=1, temperature=4)",
            "choices",
            True,
            "makes random moves, better ones a little more often",
        ),
        Member(
            "erring-usual",
            "noisy(strategy(ejected=1, centre=0.01, depth=1), 0.2)",
            "choices",
            True,
            "wants marbles and the centre; a fifth of its moves are random",
        ),
        Member("hugs-edge", "choice(ejected=20, centre=-1)", "habits", True, "keeps its marbles at the edge"),
        Member("scatters", "choice(ejected=20, cohesion=-1)", "habits", True, "keeps its marbles apart"),
        Member(
            "crowds-others", "choice(ejected=20, others_centre=-1)", "habits", True, "drives the others from the centre"
        ),
        *rule_members(AbaloneRule, _rules(game)),
        *_of_several(several),
        Member(
            f"{search}-2",
            f"{search}(depth=2)",
            "searches",
            not several,
            "searches 2 plies deep, and assumes that all others play against it",
        ),
        Member(
            "mcts-10", "mcts(simulations=10, depth=6)", "searches", False, "simulates 10 games of 6 plies for each move"
        ),
        Member(
            "mcts-40", "mcts(simulations=40, depth=6)", "searches", False, "simulates 40 games of 6 plies for each move"
        ),
        Member(
            "turns-bold",
            "changing(backs-off, pushes-always, after=4)",
            "changing",
            False,
            "keeps away from the others, and after 4 games pushes whenever it can",
        ),
        Member(
            "tires",
            "changing(greedy, single-marbles, after=3)",
            "changing",
            False,
            "makes the move with the best evaluation, and after 3 games moves single marbles",
        ),
        Member(
            "gathers-first",
            "changing(stays-round, pushes-always, moves=10)",
            "changing",
            False,
            "gathers its marbles for 10 moves of every game, and then pushes",
        ),
        Member(
            "reads-strategies",
            "adaptive(candidates=[strategy(ejected=1, centre=0.1, depth=1), "
            "strategy(ejected=1, cohesion=0.1, depth=1)], "
            "depth=1)",
            "learning",
            False,
            "learns whether the others want the centre or one group, and plays the best reply",
        ),
        Member(
            "shifts-after-losses",
            "win-stay(pushes-always, stays-round)",
            "learning",
            False,
            "pushes until it loses, then gathers its marbles until it loses, and so on",
        ),
    )


def _rules(game: Game) -> tuple[str, ...]:
    return tuple(name for name in AbaloneRule.rules if game.players > 2 or name not in OF_SEVERAL)


def _of_several(several: bool) -> tuple[Member, ...]:
    words = (
        "helps those who helped it, and harms those who harmed it"
        if several
        else "harms the other player if that player has harmed it"
    )
    return (Member("repays", "repaying(weight=1.0)", "habits", False, words),)


def population(game: Game) -> Population:
    """The opponents, and the families that held-out ones are drawn from."""
    rows, names = members(game), _rules(game)
    types = tuple((member.player, member.expressible, member.words) for member in rows if member.group == "types")
    return Population.of(
        rows,
        drawn_noise("types", types),
        drawn_strategies(game, {"ejected": 1.0, "lost": 0.2, "centre": 0.1, "cohesion": 0.1}, (1, 2)),
        drawn_choices(game),
        drawn_rules(AbaloneRule, RANGES, names),
        drawn_blend(names),
        drawn_simulations(game, 40, SHORT),
    )
