"""The offensive search: attack the leader."""

from __future__ import annotations

from dataclasses import replace

from kibitz.games.game import State
from kibitz.searches.analysis import Analysis
from kibitz.searches.compiled import Compiled
from kibitz.searches.limits import given, with_reach
from kibitz.searches.many_players import (
    CUT,
    EACH_FOR_ITSELF,
    LINE,
    MERGE,
    PLAY_LAST,
    against_others,
    heuristic,
    vectors,
)
from kibitz.searches.search import Search, core_of, ranked, with_line
from kibitz.specs import Option

COALITION = Option(
    "coalition", False, "true: all seats except the target attack the target; false: the others play max^n"
)
SWITCHES = ("ties", "seed", "merge", "extend", "play_last", "cut", "coalition", "line")


class Offensive(Search):
    """The mover minimises the value of the leading opponent (Zuckerman, Felner & Kraus 2009, the attack of MP-Mix).

    The others, including the target, play max^n, unless they form a coalition. The leader has the highest current
    evaluation, or score if there is no evaluation. Of several leaders, the lowest seat is attacked.

    >>> import kibitz
    >>> kibitz.search("offensive(target=2)").analyse(kibitz.game("tree").start()).ranks
    {'a': 0.0, 'b': 0.0}
    """

    name = "offensive"
    summary = "minimise the value of the leading opponent"
    source = "Zuckerman, Felner & Kraus 2009"
    options_known = (
        *EACH_FOR_ITSELF,
        Option("target", -1, "the seat to attack; -1: the opponent who leads", -1, 7),
        COALITION,
        MERGE,
        PLAY_LAST,
        CUT,
        LINE,
    )

    def refusal(self, state: State) -> str | None:
        """Say why this search cannot play this position, or None if it can."""
        players, target = state.game.players, self.options["target"]
        if players < 2:
            return f"{state.game} has one player, and there is nobody to attack"
        if target >= players or target == state.to_move:
            return f"seat {target} is not an opponent here; target=-1 attacks the one who leads"
        return super().refusal(state)

    def standing(self, state: State) -> tuple[float, ...]:
        """The current heuristic value of every seat."""
        return heuristic(self).standing(state)

    def leader(self, state: State) -> int:
        """The opponent with the highest value."""
        standing = self.standing(state)
        others = [seat for seat in range(state.game.players) if seat != state.to_move]
        return max(others, key=lambda seat: standing[seat])

    def compiled(self, state: State, seat: int, among: str = "even") -> Compiled | None:
        """This search as a behaviour that the core runs in simulated games; None if it has a limit other than depth, or
        attacks a given seat."""
        return against_others(self, state, seat) if among == "even" and self.options["target"] < 0 else None

    def examine(self, state: State) -> Analysis:
        """Search, and rank the moves by the target's value, the lowest first."""
        options = self.options
        target = options["target"] if options["target"] >= 0 else self.leader(state)
        found, slack, line, looked, nodes = core_of(state).maxn(
            self.wants(state),
            **given(options),
            **{name: options[name] for name in SWITCHES},
            prune="none",
            all=True,
            target=target,
        )
        values = vectors(state, found)
        ranks = {text: 0.0 - vector[target] for text, vector in values.items()}
        analysis = ranked(self, state, values, ranks, nodes, slack)
        worst = min(values[move][state.to_move] for move in analysis.best)
        by = "everybody else attacks" if options["coalition"] else "the others play max^n"
        note = f"attacks seat {target}, {by}"
        return with_reach(with_line(replace(analysis, worst=worst, notes=(note,)), line), options, looked)
