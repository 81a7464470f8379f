"""Opponents for a game without opponents of its own, such as a game of a user."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.game import Game
from kibitz.models.rule import ListRule
from kibitz.specialists.members import (
    Member,
    Population,
    drawn_blend,
    drawn_changes,
    drawn_choices,
    drawn_noise,
    drawn_rules,
    drawn_shifts,
    drawn_simulations,
    drawn_strategies,
    rule_members,
    simulating,
    strategy,
)

SIMULATIONS = (5, 10, 20, 50, 100)
DEPTHS = (1, 2)


def general_population(game: Game) -> Population:
    """Random moves, rules about the order in which moves are listed, searches by simulations, and strategies and choice
    models if there is an evaluation.

    >>> import kibitz
    >>> population = general_population(kibitz.game("tic-tac-toe"))
    >>> [member.name for member in population.members][:3]
    ['random', 'mostly-random', 'first-move']
    """
    members = tuple(_members(game))
    lists = tuple(ListRule.rules)
    families = [
        drawn_noise(
            "types", [(member.player, False, member.words) for member in members if member.group == "searches"]
        ),
        drawn_rules(ListRule, {}, lists),
        drawn_blend([*lists, "random"]),
        drawn_simulations(game, SIMULATIONS[-1]),
        drawn_changes(members),
        drawn_shifts(members),
    ]
    if "evaluated" in game.capabilities:
        families += [
            drawn_strategies(game, game.weights, DEPTHS),  # type: ignore[attr-defined]
            drawn_choices(game),
        ]
    return Population(members, tuple(families))


def _members(game: Game) -> Iterator[Member]:
    best, quick = simulating(game, 50), simulating(game, 20)
    yield Member("random", "random", "choices", True, "makes random moves")
    yield Member(
        "mostly-random",
        f"noisy({best}, 0.7)",
        "searches",
        False,
        "simulates 50 games for three moves in ten; the others are random",
    )
    yield from rule_members(ListRule)
    for count in SIMULATIONS:
        yield Member(
            f"mcts-{count}", simulating(game, count), "searches", False, f"simulates {count} games for each move"
        )
    for noise in (0.1, 0.3):
        words = f"simulates 50 games for each move; {noise:.0%} of its moves are random"
        yield Member(f"mcts-erring-{noise:.0%}"[:-1], f"noisy({best}, {noise})", "searches", False, words)
    yield Member(
        "mcts-bold",
        simulating(game, 50, ", exploration=0.1"),
        "searches",
        False,
        "simulates 50 games for each move, and hardly explores",
    )
    yield Member(
        "mcts-curious",
        simulating(game, 50, ", exploration=5"),
        "searches",
        False,
        "simulates 50 games for each move, and explores a lot",
    )
    for power in (1, 3):
        words = f"makes each move with a probability proportional to power {power} of its visits in 20 simulated games"
        yield Member(f"visits-{power}", f"visits({quick}, power={power})", "searches", False, words)
    yield Member(
        "half-first",
        "mixture(first-move=0.5, random=0.5)",
        "habits",
        False,
        "makes the first move of the list half of the time, and a random move otherwise",
    )
    yield Member(
        "half-last",
        "mixture(last-move=0.5, random=0.5)",
        "habits",
        False,
        "makes the last move of the list half of the time, and a random move otherwise",
    )
    yield Member(
        "first-or-last",
        "mixture(first-move=0.5, last-move=0.5)",
        "habits",
        False,
        "makes the first or the last move of the list, both equally often",
    )
    yield Member(
        "erring-first",
        "noisy(first-move, 0.2)",
        "habits",
        False,
        "makes the first move of the list; a fifth of its moves are random",
    )
    yield Member(
        "erring-last", "noisy(last-move, 0.2)", "habits", False, "makes the last move; a fifth of its moves are random"
    )
    yield Member(
        "tires",
        f"changing({best}, random, after=3)",
        "changing",
        False,
        "simulates 50 games for each move, and after 3 games plays at random",
    )
    yield Member(
        "wakes-up",
        f"changing(random, {best}, after=3)",
        "changing",
        False,
        "plays at random, and after 3 games simulates 50 games for each move",
    )
    yield Member(
        "opens-by-list",
        f"changing(first-move, {best}, moves=3)",
        "changing",
        False,
        "makes the first move of the list in its first three turns of every game, and then simulates games",
    )
    yield Member(
        "shifts",
        "win-stay(first-move, last-move)",
        "learning",
        False,
        "makes the first move of the list until it loses, then the last one until it loses, and so on",
    )
    yield Member(
        "shifts-up",
        f"win-stay(random, {quick})",
        "learning",
        False,
        "plays at random until it loses, then simulates games until it loses, and so on",
    )
    if "evaluated" in game.capabilities:
        yield from _evaluating(game)


def _evaluating(game: Game) -> Iterator[Member]:
    weights: dict[str, float] = game.weights  # type: ignore[attr-defined]
    largest = max(map(abs, weights.values())) or 1.0
    scaled = {name: weight / largest for name, weight in weights.items() if weight}
    words = "the best evaluation after one move"
    yield Member("greedy", strategy(game, weights, 1), "strategies", True, words)
    yield Member(
        "looks-2", strategy(game, weights, 2), "strategies", True, "wants the best evaluation, looking two plies ahead"
    )
    for temperature in (0.1, 1.0):
        listed = ", ".join(f"{name}={weight:.6g}" for name, weight in scaled.items())
        yield Member(
            f"warm-{temperature}",
            f"choice({listed}, temperature={temperature})",
            "choices",
            True,
            f"makes random moves, better ones more often (temperature {temperature})",
        )
