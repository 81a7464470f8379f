"""Opponents at Hearts, with open and with hidden hands."""

from __future__ import annotations

from kibitz.games.game import Game
from kibitz.specialists.card_rules import CardRule
from kibitz.specialists.hearts.habits import HeartsHabit
from kibitz.specialists.hearts.thumb_rules import HeartsRule
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
    searching,
    simulating,
    strategy,
)

RANGES = {
    "saves-high-cards": {"above": (6, 13)},
    "late-attack": {"tricks": (1, 8)},
    "fears-one-seat": {"seat": (1, 3)},
    "shoots-moon": {"points_needed": (1, 8)},
    "panics": {"limit": (1, 10)},
    "dodges-from": {"limit": (1, 5)},
}
"""The numbers from which the parameters of held-out rules are drawn."""
EXPRESSIBLE = frozenset(["hearts-last", "leads-long-suit", "leads-short-suit", "wins-if-last"])
"""Rules that can be described by weights of features; this was checked on sampled positions."""
FEATURES = ("lead_rank", "win_rank", "lose_rank", "throw_rank", "takes", "takes_last", "suit_left", "points_thrown")
"""The features of moves that get weights when a choice model is drawn at random."""


def members(game: Game) -> tuple[Member, ...]:
    """The opponents."""
    return (
        Member(
            "max-prob",
            searching(game, "max-prob(depth=2)"),
            "types",
            False,
            "Max-Prob of hashavit2011, looking 2 plies ahead",
        )
        if game.adversarial
        else Member("maxn-8", searching(game, "maxn(depth=8)"), "types", True, "max^n, 8 plies ahead"),
        Member(
            "mp-mix",
            searching(game, "mp-mix(depth=4, defend=0, attack=0)"),
            "types",
            False,
            "MP-Mix, looking one trick ahead",
        ),
        Member(
            "offensive",
            searching(game, "offensive(depth=4)"),
            "types",
            False,
            "harms whoever leads, looking one trick ahead",
        ),
        Member(
            "penalties-1",
            strategy(game, {"penalties": 1}, 1),
            "strategies",
            True,
            "counts penalty points, looking 1 ply ahead",
        ),
        Member(
            "usual-4",
            strategy(game, {"penalties": 1, "danger": 0.1}, 4),
            "strategies",
            True,
            "wants a high value of the game's usual evaluation, looking one trick ahead",
        ),
        Member(
            "fears-high-cards",
            strategy(game, {"danger": 1}, 4),
            "strategies",
            True,
            "gets rid of dangerous cards, looking one trick ahead",
        ),
        Member(
            "collects",
            strategy(game, {"penalties": -1}, 4),
            "strategies",
            True,
            "wants penalty points, looking one trick ahead",
        ),
        Member("random", "random", "choices", True, "plays random cards"),
        Member("ducks-warm", "ducks(temperature=3)", "choices", True, "usually avoids taking tricks"),
        Member(
            "low-warm",
            "choice(lead_rank=-1, win_rank=-1, lose_rank=-1, throw_rank=-1, temperature=2)",
            "choices",
            True,
            "plays random cards, lower ones more often",
        ),
        Member(
            "throws-points",
            "choice(points_thrown=1, points_taken=-1, temperature=0.5)",
            "choices",
            True,
            "usually gives points to others, and avoids taking them",
        ),
        Member(
            "erring-ducks",
            "noisy(ducks, 0.2)",
            "choices",
            True,
            "avoids taking tricks; a fifth of its cards are random",
        ),
        *(Member(name, name, "habits", True, words) for name, (words, _) in HeartsHabit.habits.items()),
        *rule_members(HeartsRule, expressible=EXPRESSIBLE),
        *rule_members(CardRule, expressible=EXPRESSIBLE),
        Member(
            "paranoid",
            searching(game, "paranoid(depth=4)"),
            "searches",
            False,
            "assumes that all others play against it, looking one trick ahead",
        ),
        Member("simulates-10", simulating(game, 10), "searches", False, "simulates 10 games for each card"),
        Member("simulates-40", simulating(game, 40), "searches", False, "simulates 40 games for each card"),
        Member(
            "tires",
            "changing(ducks, random, after=3)",
            "changing",
            False,
            "avoids taking tricks, and after 3 games plays at random",
        ),
        Member(
            "turns-mean",
            "changing(spares-friends, punishes-leader, after=5)",
            "changing",
            False,
            "spares those who gave it no points, and after 5 games gives points to the leader",
        ),
        Member(
            "late-caution",
            "changing(takes-tricks, ducks, moves=5)",
            "changing",
            False,
            "takes tricks for 5 moves of every game, and then avoids them",
        ),
        Member(
            "reads-habits",
            "adaptive(candidates=[ducks, highest-card], worlds=1, reply=exploit, simulations=5)",
            "learning",
            False,
            "learns which of two habits the others have, and replies in simulated games",
        ),
        Member(
            "shifts-after-losses",
            "win-stay(ducks, shoots-moon)",
            "learning",
            False,
            "avoids tricks until it loses, then shoots the moon until it loses, and so on",
        ),
    )


def population(game: Game) -> Population:
    """The opponents, and the families that held-out ones are drawn from."""
    rows = members(game)
    types = tuple((member.player, member.expressible, member.words) for member in rows if member.group == "types")
    names = (*HeartsRule.rules, *CardRule.rules)
    return Population.of(
        rows,
        drawn_noise("types", types),
        drawn_strategies(game, {"penalties": 1.0, "danger": 0.3}, (1, 2, 4)),
        drawn_choices(game, FEATURES),
        drawn_rules(HeartsRule, RANGES, tuple(HeartsRule.rules), EXPRESSIBLE),
        drawn_rules(CardRule, RANGES, tuple(CardRule.rules), EXPRESSIBLE),
        drawn_blend(names),
        drawn_simulations(game, 40),
    )
