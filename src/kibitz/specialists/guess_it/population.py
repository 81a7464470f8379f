"""Opponents at Guess It."""

from __future__ import annotations

from kibitz.games.game import Game
from kibitz.random import Random
from kibitz.specialists.guess_it.stationary import CARDINALS
from kibitz.specialists.guess_it.thumb_rules import GuessItRule
from kibitz.specialists.members import (
    ROUNDED,
    Drawn,
    Family,
    Member,
    Population,
    drawn_blend,
    drawn_choices,
    drawn_rules,
    drawn_simulations,
    drawn_strategies,
    rule_members,
    strategy,
)

RANGES = {
    "opens-with-bluffs": {"bluffs": (1, 5)},
    "bluffs-at-the-end": {"left": (1, 5)},
    "once-bitten": {"bluffs": (1, 4)},
    "calls-late": {"asked": (1, 8)},
    "impatient": {"left": (2, 6)},
}
"""The numbers from which the parameters of held-out rules are drawn."""
FEATURES = ("hidden", "certain", "others_hidden", "others_certain")
"""The features that get weights when a choice model is drawn at random, besides the end of the game."""
CARDINAL_WORDS = {
    "always-ask": "asks for cards that it does not know, and never bluffs or calls",
    "always-bluff": "bluffs as long as it can, and never calls",
    "call-then-ask": "calls every card, and never bluffs",
    "call-then-bluff": "calls every card, and otherwise bluffs as long as it can",
}


def members(game: Game) -> tuple[Member, ...]:
    """The opponents."""
    return (
        *(Member(name, name, "types", False, CARDINAL_WORDS[name]) for name in CARDINALS),
        Member(
            "even-mixture",
            "mixture(always-ask=0.25, always-bluff=0.25, call-then-ask=0.25, call-then-bluff=0.25)",
            "types",
            False,
            "becomes one of the four cardinal opponents of lockett2007 at every move",
        ),
        Member(
            "equilibrium",
            "equilibrium",
            "types",
            False,
            "plays the equilibrium, so nobody wins more than half of the games against it",
        ),
        Member(
            "mostly-asks", "stationary(bluff=0.1, call=0.3)", "types", False, "bluffs 10% and calls 30% of the time"
        ),
        Member(
            "mostly-bluffs", "stationary(bluff=0.7, call=0.5)", "types", False, "bluffs 70% and calls 50% of the time"
        ),
        Member(
            "weighs-cards",
            strategy(game, {"hidden": 1, "certain": 5, "won": 100}, 1),
            "strategies",
            True,
            "wants a high value of the game's usual evaluation, looking 1 ply ahead",
        ),
        Member(
            "hides",
            strategy(game, {"hidden": 1, "won": 5}, 2),
            "strategies",
            True,
            "keeps its cards secret, looking 2 plies ahead",
        ),
        Member(
            "seeks",
            strategy(game, {"certain": 5, "won": 5}, 2),
            "strategies",
            True,
            "wants to know the hidden card, looking 2 plies ahead",
        ),
        Member("random", "random", "choices", True, "makes random moves, and so also names cards at random"),
        Member(
            "hides-warm",
            "choice(hidden=1, end=0.5, temperature=0.5)",
            "choices",
            True,
            "usually keeps its cards secret",
        ),
        Member(
            "all-warm",
            "choice(hidden=1, certain=5, end=3, temperature=2)",
            "choices",
            True,
            "makes random moves, those with a better usual evaluation more often",
        ),
        Member("shows", "choice(hidden=-1, end=0, temperature=0.3)", "choices", True, "usually shows its cards"),
        *rule_members(GuessItRule),
        Member("is-mcts-20", "is-mcts(simulations=20)", "searches", False, "simulates 20 games for each move"),
        Member("is-mcts-100", "is-mcts(simulations=100)", "searches", False, "simulates 100 games for each move"),
        Member(
            "turns-liar",
            "changing(always-ask, always-bluff, after=5)",
            "changing",
            False,
            "asks, and after 5 games bluffs",
        ),
        Member(
            "turns-sceptic",
            "changing(call-then-ask, stationary(bluff=0.5, call=0), after=4)",
            "changing",
            False,
            "calls and asks, and after 4 games bluffs half of the time and never calls",
        ),
        Member(
            "bold-opening",
            "changing(always-bluff, call-then-ask, moves=2)",
            "changing",
            False,
            "bluffs twice in every game, and then calls every card and never bluffs",
        ),
        Member(
            "reader",
            "bayes-reader(carry=true)",
            "learning",
            False,
            "learns which mixture of the cardinal opponents it plays against (lockett2007)",
        ),
        Member(
            "reader-of-habits",
            "bayes-reader(carry=true, prior=habits)",
            "learning",
            False,
            "learns how often the other bluffs and calls, and plays the best reply",
        ),
        Member(
            "forgetful-reader",
            "bayes-reader(carry=true, forgetting=0.8)",
            "learning",
            False,
            "learns which mixture it plays against, and forgets old moves",
        ),
        Member(
            "shifts-after-losses",
            "win-stay(always-ask, call-then-bluff)",
            "learning",
            False,
            "only asks until it loses, then calls and bluffs until it loses, and so on",
        ),
    )


def drawn_stationary(random: Random) -> Drawn:
    """Bluffs and calls with drawn probabilities."""
    bluff, call = (round(random.uniform(), ROUNDED) for _ in range(2))
    return Drawn(
        f"stationary(bluff={bluff}, call={call})", False, f"bluffs with probability {bluff} and calls with {call}"
    )


def drawn_mixture(random: Random) -> Drawn:
    """The cardinal opponents with drawn weights."""
    weights = {name: round(random.uniform(), ROUNDED) + 0.001 for name in CARDINALS}
    listed = ", ".join(f"{name}={weight:.3f}" for name, weight in weights.items())
    return Drawn(f"mixture({listed})", False, "a drawn mixture of the cardinal opponents")


def population(game: Game) -> Population:
    """The opponents, and the families that held-out ones are drawn from."""
    rows, names = members(game), tuple(GuessItRule.rules)
    return Population.of(
        rows,
        Family("types", drawn_stationary),
        Family("types", drawn_mixture),
        drawn_strategies(game, game.weights, (1, 2)),  # type: ignore[attr-defined]
        drawn_choices(game, FEATURES, end=True),
        drawn_rules(GuessItRule, RANGES, names),
        drawn_rules(GuessItRule, RANGES, tuple(RANGES)),
        drawn_blend(names),
        drawn_simulations(game, 100),
    )
