"""Max-Prob: every player maximises its probability of winning."""

from __future__ import annotations

from kibitz import _core
from kibitz.games.game import State
from kibitz.searches.analysis import Analysis
from kibitz.searches.compiled import Compiled
from kibitz.searches.limits import LIMITS, given, with_reach
from kibitz.searches.many_players import CUT, LINE, MERGE, PLAY_LAST, heuristic, same_wants, vectors
from kibitz.searches.search import EXTEND, OWN, Search, core_of, moves_of
from kibitz.specs import Option


class MaxProb(Search):
    """Every seat maximises its probability of winning and takes any of several best moves equally often.

    From Hashavit & Markovitch 2011. All players who share the best score win. If the search stops before the end, each
    seat's final value is assumed to be uniform on an interval. The interval reaches from the current heuristic value to
    its upper bound; or from its lower bound to the current value (for values that only fall, as in Hearts); or over
    what the game declares as reachable. At the root, equal probabilities are decided by the heuristic value after the
    move.

    It needs a game in which every end has a winner and a loser that the evaluation distinguishes.

    >>> import kibitz
    >>> analysis = kibitz.search("max-prob").analyse(kibitz.game("tree").start())
    >>> {move: f"{chances[0]:.3f}" for move, chances in analysis.values.items()}
    {'a': '0.500', 'b': '0.667'}
    """

    name = "max-prob"
    summary = "every seat plays for the highest probability of winning"
    source = "hashavit2011"
    options_known = (
        *LIMITS,
        OWN,
        EXTEND,
        Option(
            "interval",
            "up",
            "where final values are assumed to lie: above the heuristic value, below it, or within what is reachable",
            choices=("up", "down", "reachable"),
        ),
        Option("heuristic_ties", True, "at the root, of equal probabilities take the higher heuristic value"),
        Option("closed", True, "use the closed forms of the winning probability where intervals share an end"),
        MERGE,
        PLAY_LAST,
        CUT,
        LINE,
    )

    def refusal(self, state: State) -> str | None:
        """Say why this search cannot play this position, or None if it can."""
        if not state.game.adversarial:
            return (
                f"{state.game} may end without a winner and a loser that its evaluation distinguishes, so there is no "
                "probability of winning; use maxn or paranoid"
            )
        if not self.looks_to_the_end and "evaluated" not in state.game.capabilities:
            return f"{state.game} has no evaluation for a limited depth; use depth=none, which searches to the end"
        if not heuristic(self).evaluates:
            return "own must be an evaluation, such as own=evaluation(...); or leave it out"
        return super().refusal(state)

    def compiled(self, state: State, seat: int, among: str = "even") -> Compiled | None:
        """This search as a behaviour that the core runs in simulated games; None if it has a limit other than depth."""
        wants = same_wants(self, state, seat) if among == "even" and state.game.adversarial else None
        if wants is None:
            return None
        low, high = heuristic(self).value_range(state.game) or (0.0, 0.0)
        options = self.options
        behaviour = _core.Behaviour.max_prob(
            wants, options["depth"], options["interval"], low, high, options["heuristic_ties"]
        )
        return Compiled(behaviour, False)

    def examine(self, state: State) -> Analysis:
        """Search, and rank the moves by the mover's probability of winning."""
        game, seat, options = state.game, state.to_move, self.options
        valued = heuristic(self)
        evaluated = "evaluated" in game.capabilities
        limits = (valued.value_range(game) if evaluated else None) or (0.0, 0.0)
        found, tied, places, line, looked, nodes = core_of(state).max_prob(
            valued.compiled(state, seat) if evaluated else _core.Want.score(),
            **given(options),
            **{name: options[name] for name in ("interval", "merge", "extend", "play_last", "cut", "closed", "line")},
            limits=limits,
            heuristic_ties=options["heuristic_ties"] and evaluated,
        )
        values = vectors(state, found)
        moves = list(values)
        ranks = {move: chances[seat] for move, chances in values.items()}
        best = tuple(moves[place] for place in places)
        told_apart = f"{tied} moves have the same probability of winning; the heuristic value decides"
        notes = (told_apart,) if len(best) < tied else ()
        line = tuple(moves_of(state, line)) or best[:1]
        top = max(ranks.values())
        analysis = Analysis(
            state, str(self), seat, values, ranks, best, top, line, nodes, notes, slack=_core.TIE_TOLERANCE
        )
        return with_reach(analysis, options, looked)
