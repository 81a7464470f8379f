"""Sums over games, in one pass in the order of deals and seatings, so the memory needed does not grow with the number
of games.

A cluster is a deal: its games share cards or an opening. Where there are very many deals, neighbouring ones are put
together into groups; resampling groups is as valid as resampling deals, since groups are independent too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kibitz.arena.experiment import Experiment
from kibitz.arena.faults import TIME_OUT
from kibitz.arena.intervals import SHARE, Bounds
from kibitz.arena.points import counted
from kibitz.arena.session import GameResult
from kibitz.arena.store import StoredGame
from kibitz.errors import SpecError, nearest

GROUPS = 2000
COLUMNS = ("games", "points", "decided", "wins", "scored", "score", "place")
MEASURES = {
    "points": ("points", "games"),
    "wins": ("wins", "decided"),
    "score": ("score", "scored"),
    "place": ("place", "games"),
}
"""Every measure is a total divided by a number of cases; these are the names of both."""

WINS = ("full", "shared")


@dataclass
class Tallies:
    """Sums by group of deals, player and seat.

    >>> from kibitz.arena.session import GameResult
    >>> tallies = Tallies(Experiment.of("tic-tac-toe", ["random", "maxn"]), deals=1)
    >>> tallies.add(0, GameResult((1.0, -1.0), (0,), 5))
    >>> tallies.add(1, GameResult((0.0, 0.0), (), 9))
    >>> tallies.array("points").sum(axis=(0, 2)).tolist()
    [1.5, 0.5]
    """

    experiment: Experiment
    deals: int
    wins: str = "full"
    groups: int = 0
    """How many groups of neighbouring deals there are; 0: one for each deal, but at most 2,000."""
    games: int = 0
    undecided: int = 0
    crashes: list[int] = field(default_factory=list)
    time_outs: list[int] = field(default_factory=list)
    nobodys: int = 0
    """Games that could not be finished, where no player is to blame."""
    clocked: int = 0
    """Games in which a clock decided something."""
    first_faults: dict[int | None, tuple[int, str]] = field(default_factory=dict)
    """For each player, the deal and the reason of its first game that was lost by an error or a time-out. The key None
    is for games that no player is to blame for."""
    unknown: int = 0
    """Games for which it is unknown whether they are reproducible, because an earlier version of Kibitz did not record
    it."""

    def __post_init__(self) -> None:
        if self.wins not in WINS:
            raise SpecError(f"wins={self.wins!r} is not allowed; give {' or '.join(WINS)}")
        self.players, self.seats = len(self.experiment.players), self.experiment.played.players
        self.groups = self.groups or min(self.deals, GROUPS)
        self.crashes, self.time_outs = [0] * self.players, [0] * self.players
        self._sums = [0.0] * (self.groups * self.players * self.seats * len(COLUMNS))

    @property
    def failed(self) -> int:
        """Games that ended in a crash or a time-out, whoever is to blame."""
        return sum(self.crashes) + sum(self.time_outs) + self.nobodys

    def add_all(self, games: Iterable[StoredGame]) -> None:
        """Count games as they are stored."""
        for session, _, result in games:
            self.add(session, result)

    def add(self, session: int, result: GameResult) -> None:
        """Count one game."""
        deal, seating = self.experiment.address(session)
        self.games += 1
        self.clocked += bool(result.clocked)
        self.unknown += result.reproducible is None
        if result.fault is not None:
            at_fault = None if result.fault.seat is None else seating[result.fault.seat]
            self.first_faults.setdefault(at_fault, (deal, result.fault.text))
            if at_fault is not None:
                failed = self.time_outs if result.fault.kind == TIME_OUT else self.crashes
                failed[at_fault] += 1
        counts = counted(result, self.seats)
        if counts is None:
            self.nobodys += 1
            return
        points, places = counts
        winners, scores, full = result.winners, result.scores, self.wins == "full"
        self.undecided += not winners
        group = deal * self.groups // self.deals
        width, sums = len(COLUMNS), self._sums
        for seat, player in enumerate(seating):
            at = ((group * self.players + player) * self.seats + seat) * width
            sums[at] += 1
            sums[at + 1] += points[seat]
            if winners:
                sums[at + 2] += 1
                if seat in winners:
                    sums[at + 3] += 1.0 if full else points[seat]
            if scores is not None:
                sums[at + 4] += 1
                sums[at + 5] += scores[seat]
            sums[at + 6] += places[seat]

    def array(self, column: str) -> Any:
        """One sum by group, player and seat."""
        import numpy as np

        shaped = np.asarray(self._sums).reshape(self.groups, self.players, self.seats, len(COLUMNS))
        return shaped[..., COLUMNS.index(column)]

    def measured(self, measure: str, by_seat: bool = False) -> tuple[Any, Any]:
        """The numerator and the denominator of a measure: by group and player, and by seat if asked."""
        if measure not in MEASURES:
            raise SpecError(f"'{measure}' is not measured; {nearest(measure, MEASURES)}")
        above, below = (self.array(column) for column in MEASURES[measure])
        if by_seat:
            return above.reshape(self.groups, -1), below.reshape(self.groups, -1)
        return above.sum(axis=2), below.sum(axis=2)

    def most_games(self, by_seat: bool = False) -> Any:
        """The largest possible number of games in a group, by player, and by seat if asked."""
        import numpy as np

        experiment = self.experiment
        seated = np.array(experiment.listed_seatings)[:, None, :] == np.arange(self.players)[:, None]
        cases = seated.reshape(len(seated), -1) if by_seat else seated.sum(axis=2)
        drawn = np.sort(cases, axis=0)[len(cases) - experiment.sessions_a_deal :]
        return drawn.sum(axis=0) * experiment.series * -(-self.deals // self.groups)

    def bounds(self, measure: str) -> Bounds | None:
        """The lowest and highest possible value of a measure; not known for scores."""
        return {"points": SHARE, "wins": SHARE, "place": (1.0, float(self.seats))}.get(measure)
