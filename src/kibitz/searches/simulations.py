"""What the searches by simulation share: their limits, how they play a game to its end, and how they report."""

from __future__ import annotations

from typing import Any

from kibitz import _core
from kibitz.searches.analysis import VISITS, Analysis
from kibitz.searches.clocks import clocked
from kibitz.searches.search import OTHERS, OWN, Search, moves_of
from kibitz.specs import Option
from kibitz.wants.evaluation import Evaluation
from kibitz.wants.score import Score

RANDOM, GREEDY, LIGHT = "random", "greedy", "light"
"""Ways to continue a simulated game below the tree. ``light`` follows simple rules of the game."""


def options(exploration: float, rollouts: tuple[str, ...] = (RANDOM, GREEDY)) -> tuple[Option, ...]:
    """The options of a search: its default exploration constant, and its rollouts; the first one is the default."""
    return (
        Option("simulations", 1000, "how many games are simulated", 1, 10_000_000),
        Option("seconds", 0.0, "simulate for this many seconds instead; not reproducible", 0, 86_400, none=0.0),
        Option(
            "exploration",
            exploration,
            "weight of rarely tried moves; values of moves are scaled to 0 to 1 before they are compared with it",
            0,
            1000,
        ),
        Option("rollout", rollouts[0], "how a simulated game continues below the tree", choices=rollouts),
        Option(
            "depth",
            0,
            "plies after which a rollout is evaluated; none: the end of the game, or 100,000 plies",
            0,
            100_000,
            none=0,
        ),
        Option("low", 0.0, "the lowest possible value; if low and high are equal, the range of values seen is used"),
        Option("high", 0.0, "the highest possible value"),
        OWN,
        OTHERS,
        Option("seed", 0, "seed; with the position, it determines all random choices", 0, 2**64 - 1),
    )


def guides(state: Any) -> list[_core.Want]:
    """The wants that judge an unfinished game: its evaluation, or the score if it has none."""
    guide = Evaluation() if "evaluated" in state.game.capabilities else Score()
    return [guide.compiled(state, seat) for seat in range(state.game.players)]


class Simulating(Search):
    """A search that simulates games."""

    @property
    def looks_to_the_end(self) -> bool:
        """Whether rollouts go to the end of the game. (If seconds run out, only the rollout in progress is cut
        short.)"""
        return bool(self.options["depth"] == 0)

    def core_options(self, state: Any, mover: int | None = None) -> dict[str, Any]:
        """The options under the names that the core uses. ``mover`` searches; None means the seat to move."""
        given = self.options
        names = ("simulations", "seconds", "exploration", "low", "high", "seed")
        return {
            "wants": self.wants(state, mover),
            "guides": guides(state) if given["rollout"] == GREEDY else [],
            "rollout_depth": given["depth"],
            **{name: given[name] for name in names},
        }

    def report(self, state: Any, found: Any) -> Analysis:
        """Rank the moves by how often they were tried; their values are the mean results."""
        tried, line, simulations, nodes = found
        texts = moves_of(state, (code for code, _, _ in tried))
        values = {text: tuple(mean) for text, (_, _, mean) in zip(texts, tried, strict=True)}
        ranks = {text: float(visits) for text, (_, visits, _) in zip(texts, tried, strict=True)}
        most = max(ranks.values())
        best = tuple(move for move, visits in ranks.items() if visits == most)
        seat = state.to_move
        notes = [f"{simulations:,} simulations, {most:.0f} of them with {best[0]}"]
        missed = sum(visits == 0 for visits in ranks.values())
        if missed:
            notes.append(f"{missed} moves were never tried and get the average value")
        expected = tuple(moves_of(state, line))
        worst = min(values[move][seat] for move in best)
        analysis = Analysis(
            state, str(self), seat, values, ranks, best, worst, expected, nodes, tuple(notes), ranked_by=VISITS
        )
        return clocked(analysis) if self.options["seconds"] else analysis
