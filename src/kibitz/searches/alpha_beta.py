"""Alpha-beta: the other side wants the opposite."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import Any

from kibitz import _core
from kibitz.games.game import State
from kibitz.searches.analysis import Analysis, tied_best
from kibitz.searches.compiled import Compiled
from kibitz.searches.limits import LIMITS, deepens, given, reach_in_words, with_reach
from kibitz.searches.search import EXTEND, OWN, Position, Search, core_of, moves_of
from kibitz.specs import Option

SWITCHES = (
    Option("prune", True, "prune branches that cannot change the value"),
    Option("table", True, "remember positions; off: search them again"),
    Option("order", True, "first try moves that caused a cut before"),
    Option("deepen", True, "deepen iteratively, to order moves better"),
)


class AtMost(float):
    """A bound: the value is this or lower.

    >>> f"{AtMost(3):g}"
    'at most 3'
    """

    def __format__(self, form: str) -> str:
        return f"at most {float(self):{form}}"

    def __repr__(self) -> str:
        return f"at most {float(self)!r}"


def not_two(state: State, search: str) -> str | None:
    """The message that a search is for two players, if the game has more."""
    players = state.game.players
    if players == 2:
        return None
    return f"{search} is for two players and {state.game} has {players}; maxn and paranoid take any number"


class AlphaBeta(Search):
    """Minimax to a depth for two players, by alpha-beta (Shannon 1950; Knuth & Moore 1975).

    The seat to move maximises its own value, and the other seat is assumed to minimise it. Other names: minimax,
    negamax. Without ``exact``, only the best move (the first in move order if several are equal) has its exact value,
    and the others are not better. With ``exact``, every move has its exact value and all ties are found. Limits:
    ``depth``, ``nodes``, ``seconds``; the result is that of the deepest finished iteration, which is at least 1 ply.

    >>> import kibitz
    >>> state = kibitz.game("tic-tac-toe").start().play_all("a1, b2, c3")
    >>> kibitz.search("alpha-beta(exact=true)").analyse(state).best
    ('b1', 'a2', 'c2', 'b3')
    >>> analysis = kibitz.search("alpha-beta").analyse(state)
    >>> analysis.best, analysis.line
    (('b1',), ('b1', 'b3', 'a3', 'c1', 'c2', 'a2'))
    >>> print(analysis.why().splitlines()[2])
      c1: at most 0
    """

    name = "alpha-beta"
    summary = "minimax for two players: the other side wants the opposite"
    source = "Knuth & Moore 1975"
    options_known = (
        *LIMITS,
        OWN,
        Option("exact", False, "the exact value of every move, so that all ties are found"),
        EXTEND,
        *SWITCHES,
    )
    valuing_all = finding_best = MappingProxyType({"exact": True})

    def refusal(self, state: State) -> str | None:
        """Refuse games that are not for two players."""
        return not_two(state, self.name) or super().refusal(state)

    def wants(self, state: Position, mover: int | None = None) -> list[_core.Want]:
        """Only the want of the seat to move is used."""
        position: Any = state
        own = self._want("own", state)
        return [own.compiled(position, state.to_move if mover is None else mover)] * 2

    def compiled(self, state: State, seat: int, among: str = "even") -> Compiled | None:
        """This search as a behaviour that the core runs in simulated games; None if it has a limit other than depth."""
        options = self.options
        if state.game.players != 2 or options["extend"] or deepens(options):
            return None
        chosen = among if options["exact"] else "left-low"
        behaviour = _core.Behaviour.search(self.wants(state, seat), options["depth"], [], chosen)
        return Compiled(behaviour, False, endless=not options["depth"])

    def examine(self, state: State) -> Analysis:
        """Search, and rank the moves by what they guarantee."""
        options = self.options
        found, slack, best, line, looked, nodes = core_of(state).alpha_beta(
            self.wants(state),
            **given(options),
            **{name: options[name] for name in ("exact", "extend")},
            **{switch.name: options[switch.name] for switch in SWITCHES},
        )
        texts = moves_of(state, (code for code, _ in found))
        value = found[best][1]
        notes = [] if deepens(options) else [reach_in_words(*looked[:2])]
        if options["exact"]:
            values = {text: value for text, (_, value) in zip(texts, found, strict=True)}
            ranks = values
            tied = tuple(tied_best(values, slack))
        else:
            tied = (texts[best],)
            values = {text: value if text in tied else AtMost(value) for text in texts}
            ranks = {text: value if text in tied else math.nextafter(value, -math.inf) for text in texts}
            if len(texts) > 1:
                notes.append(
                    "the value of the best move is exact, the others are no better; exact=true tells how they differ"
                )
        analysis = Analysis(
            state,
            str(self),
            state.to_move,
            values,
            ranks,
            tied,
            value,
            tuple(moves_of(state, line)),
            nodes,
            tuple(notes),
            slack=slack,
        )
        return with_reach(analysis, options, looked)

    @property
    def unaveraged(self) -> str:
        """Without exact=true only the best move has an exact value."""
        return (
            ""
            if self.options["exact"]
            else "only the best move has an exact value; exact=true computes the exact value of every move"
        )
