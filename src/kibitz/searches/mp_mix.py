"""MP-Mix: defend a lead, attack a leader, play for oneself otherwise."""

from __future__ import annotations

from dataclasses import replace

from kibitz.games.exact_weights import decimal
from kibitz.games.game import State
from kibitz.searches.analysis import Analysis
from kibitz.searches.compiled import Compiled
from kibitz.searches.many_players import (
    ALL_VALUES,
    CUT,
    EACH_FOR_ITSELF,
    LINE,
    MERGE,
    PLAY_LAST,
    VALUES,
    against_others,
)
from kibitz.searches.maxn import MaxN
from kibitz.searches.offensive import COALITION, Offensive
from kibitz.searches.paranoid import Paranoid
from kibitz.searches.search import Search
from kibitz.specs import Option


class MPMix(Search):
    """Paranoid if we lead by enough, offensive if another does, else max^n (Zuckerman, Felner & Kraus 2009).

    The lead is the best heuristic value minus the second best in the current position. T_d is ``defend``, T_o is
    ``attack``. If several players share the best value, the lead is 0.

    >>> import kibitz
    >>> game = kibitz.game("spades(players=4, scoring=tricks, open=true)")
    >>> kibitz.search("mp-mix(depth=4)").analyse(game.start(1)).notes[0]
    'max^n: nobody leads by more than 1'
    """

    name = "mp-mix"
    summary = "paranoid when ahead, offensive when another is, else max^n"
    source = "Zuckerman, Felner & Kraus 2009; hashavit2011 section 4.1"
    options_known = (
        *EACH_FOR_ITSELF,
        Option("defend", -1.0, "T_d, the lead of our own that is worth defending; -1: the game's default", -1.0),
        Option("attack", -1.0, "T_o, the lead of another that is worth attacking; -1: the game's default", -1.0),
        Option("strict", True, "the lead must be larger than the threshold, not just as large"),
        COALITION,
        VALUES,
        MERGE,
        PLAY_LAST,
        CUT,
        LINE,
    )
    valuing_all = ALL_VALUES

    def refusal(self, state: State) -> str | None:
        """Say why this search cannot play this position, or None if it can."""
        if state.game.players < 2:
            return f"{state.game} has only one player, so there is no lead"
        return super().refusal(state)

    def mode(self, state: State) -> tuple[Search, str]:
        """The search for the current lead, and the reason."""
        seat = state.to_move
        standing = self._part(Offensive).standing(state)  # type: ignore[attr-defined]
        highest, second = sorted(standing, reverse=True)[:2]
        leader = seat if standing[seat] == highest else standing.index(highest)
        lead, threshold = (
            decimal(highest) - decimal(second),
            self.threshold(state, "defend" if leader == seat else "attack"),
        )
        more = "more than" if self.options["strict"] else "at least"
        if not (lead > decimal(threshold) or (lead == decimal(threshold) and not self.options["strict"])):
            return self._part(MaxN), f"max^n: nobody leads by {more} {threshold:g}"
        if leader == seat:
            return self._part(Paranoid), f"paranoid: we lead by {float(lead):g}, {more} {threshold:g}"
        return self._part(
            Offensive, target=leader
        ), f"offensive: seat {leader} leads by {float(lead):g}, {more} {threshold:g}"

    def threshold(self, state: State, which: str) -> float:
        """The given threshold, or the default of the game."""
        given = float(self.options[which])
        return given if given >= 0 else state.game.lead_that_matters

    def _part(self, kind: type[Search], **more: int) -> Search:
        known = {option.name for option in kind.options_known}
        shared = {name: value for name, value in self.options.items() if name in known and value != ""}
        return kind(**shared, **more)

    def compiled(self, state: State, seat: int, among: str = "even") -> Compiled | None:
        """This search as a behaviour that the core runs in simulated games; None if it has a limit other than depth."""
        if among != "even":
            return None
        return against_others(self, state, seat, self.threshold(state, "defend"), self.threshold(state, "attack"))

    def examine(self, state: State) -> Analysis:
        """Search with the algorithm that fits the current lead."""
        search, reason = self.mode(state)
        analysis = search.analyse(state)
        return replace(analysis, search=str(self), notes=(reason, *analysis.notes))
