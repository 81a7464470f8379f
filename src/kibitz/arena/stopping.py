"""Matches that stop when they are decided. The rule is applied to the finished deals of a results file, in their order.

The rule is checked after every deal, in the order of the deals, and never in the order in which processes finish them.
So the match stops after the same deal in one process and in many, and after it was killed and continued.
"""

from __future__ import annotations

from itertools import groupby

from kibitz.arena.experiment import Experiment
from kibitz.arena.points import counted
from kibitz.arena.sequential import Comparison, stops_after
from kibitz.arena.store import Store, StoredGame
from kibitz.errors import KibitzError, SpecError, nearest

DECIDED = "decided"
STOPS = (DECIDED,)
"""The rules by which a match may stop before all its deals are played."""


class Decision:
    """Follows the results of a match, and says after which deal it stops.

    If games start from several ``positions`` in turn, deals do not all have the same mean, so a whole round through the
    positions is one observation, and the match stops only at the end of a round.

    >>> import kibitz
    >>> store = kibitz.match("tic-tac-toe", ["maxn", "random"], deals=40, seed=1).store
    >>> Decision(store).stops_after()
    9
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.experiment: Experiment = store.experiment
        self._comparison = Comparison(len(self.experiment.players))
        self._behind = 0
        self._stopped: int | None = None

    def stops_after(self) -> int | None:
        """After how many deals the match stops, judged by the deals that are complete now. None: it continues."""
        a_round = self.experiment.sessions_a_deal * self.experiment.deals_a_round
        complete = self.store.complete_sessions() // a_round * a_round
        if self._stopped is None and complete > self._behind:
            games = self.store.games(complete, self._behind)
            rounds = (list(each) for _, each in groupby(games, lambda game: game.session // a_round))
            stopped = stops_after(map(self._counted, rounds), self._comparison)
            self._stopped = None if stopped is None else stopped * self.experiment.deals_a_round
            self._behind = complete
        return self._stopped

    def _counted(self, games: list[StoredGame]) -> tuple[list[float], list[int]]:
        """Every player's points and number of games."""
        points, number = [0.0] * len(self.experiment.players), [0] * len(self.experiment.players)
        for game in games:
            seating = self.experiment.address(game.session).seating
            counts = counted(game.result, len(seating))
            if counts is None:
                continue
            for player, won in zip(seating, counts.points, strict=True):
                points[player] += won
                number[player] += 1
        return points, number


def require_rule(stop: str | None, experiment: Experiment, deals: int) -> None:
    """Refuse an unknown stopping rule, and a rule that this match cannot use."""
    if stop is None:
        return
    if stop not in STOPS:
        raise SpecError(f"there is no stopping rule '{stop}'; {nearest(stop, STOPS)}")
    if len(experiment.players) < 2:
        raise SpecError("a match of one player cannot be decided: name two players or more, or leave out the rule")
    if deals % experiment.deals_a_round:
        raise SpecError(
            f"deals={deals} is not allowed here: a match that stops when it is decided plays all "
            f"{experiment.deals_a_round} positions equally often, so give a multiple of {experiment.deals_a_round}"
        )


def begin(store: Store, stop: str | None) -> Decision | None:
    """The ``Decision`` when to stop, for a new or an unfinished results file; None if the number of deals is fixed.

    A file with a stopping rule can be continued only with that rule: its number of deals depends on its results, so
    intervals for a fixed number would be too narrow. A file without one may be continued with the rule, because a
    confidence sequence is correct whatever was looked at before. It is refused only if its deals are already decided.
    Then nothing more has to be played, and its intervals are correct for its number of deals.
    """
    if stop is None:
        if store.stop is None:
            return None
        raise KibitzError(
            f"{store.path} is a match that stops when it is decided, so it cannot go on with a fixed number of deals: "
            "its intervals would be too narrow. Nothing was changed; add --until-decided (stop='decided' in Python), "
            "or give another results file"
        )
    decision = Decision(store)
    if store.stop is None and decision.stops_after() is not None:
        raise KibitzError(
            f"{store.path} has a match of a fixed number of deals, and it is decided after "
            f"{decision.stops_after():,} of them: nothing more has to be played. Nothing was changed; kibitz results "
            f"{store.path} shows it"
        )
    return decision
