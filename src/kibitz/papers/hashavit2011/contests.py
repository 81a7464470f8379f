"""The games of hashavit2011: who plays them, how far everybody looks ahead, and what is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kibitz.arena.experiment import Experiment
from kibitz.arena.intervals import Estimate, resampled
from kibitz.arena.points import shares
from kibitz.arena.results import MatchResult
from kibitz.errors import KibitzError
from kibitz.papers.item import QUICK, Setting, finished
from kibitz.papers.paired import ratios

MAX_PROB, MAXN, PARANOID, MP_MIX = "Max-Prob", "MaxN", "Paranoid", "MP-Mix"
COLUMNS = (MAX_PROB, MAXN, PARANOID, MP_MIX)
SEARCHES = {MAX_PROB: "max-prob", MAXN: "maxn", PARANOID: "paranoid", MP_MIX: "mp-mix"}
ONLY_BEST = {"heuristic_ties": "true", "values": "best", "line": "false"}
"""Ties at the root are broken as in section 4.1. Only best moves need exact values, and no expected line is
computed."""
SWITCHES = dict.fromkeys(COLUMNS, ONLY_BEST) | {MAX_PROB: {"line": "false"}}

TOURNAMENT_HANDS = 101
"""With the paper's 100 hands all four can tie; then nobody wins or loses, and Max-Prob refuses such games."""
QUICK_HANDS = 5
OPENINGS_BEYOND, QUICK_BEYOND = 10, 2


@dataclass(frozen=True)
class Contest:
    """A row of Table 1: a game, plies to look ahead, random moves before, and how many deals or openings are played.

    ``deals`` is the number of deals at scale 1. A quick run may play another ``quick_game`` and search less deeply.
    ``direct`` is the heuristic without its indirect part, if there is one; ``heavy`` has five times the indirect part.
    """

    label: str
    game: str
    depth: int
    deals: int
    quick_deals: int
    opening: int = 0
    quick_game: str = ""
    quick_depth: int = 0
    direct: str = ""
    heavy: str = ""

    def sized(self, setting: Setting) -> Contest:
        """The contest as this setting plays it."""
        if setting.scale != QUICK:
            return self
        return replace(self, game=self.quick_game or self.game, depth=self.quick_depth or self.depth)

    def times(self, setting: Setting) -> int:
        """How many deals or openings are played for Table 1."""
        return setting.times(self.deals, self.quick_deals)

    def times_beyond(self, setting: Setting) -> int:
        """The number of deals for items beyond Table 1: as many hands as in Table 1, but ten times the openings.

        The paper gives no number for them, and with one opening there would be no interval.
        """
        return setting.times(OPENINGS_BEYOND if self.opening else self.deals, QUICK_BEYOND)

    def player(self, column: str, **options: object) -> str:
        """The specification of a player of Table 1, with other options than usual.

        >>> SPADES.player("MaxN", own="evaluation(tricks=1)")
        'maxn(depth=8, heuristic_ties=true, values=best, line=false, own=evaluation(tricks=1))'
        """
        return self.searched(SEARCHES[column], **{**SWITCHES[column], **options})

    def searched(self, search: str, **options: object) -> str:
        """A search with the depth that all players of this contest have."""
        given = {"depth": self.depth, **options}
        return f"{search}({', '.join(f'{name}={value}' for name, value in given.items())})"

    def seated(self, **options: object) -> dict[str, str]:
        """The four players of Table 1."""
        return {column: self.player(column, **options) for column in COLUMNS}

    def experiment(self, players: Mapping[str, str], seed: int) -> Experiment:
        """All players in every order on the same deals; if there are fewer seats than players, every choice of players
        too."""
        return Experiment.of(self.game, list(players.values()), seed=seed, opening=self.opening)

    def played(
        self, setting: Setting, players: Mapping[str, str], deals: int, seed: int | None = None
    ) -> VictoryPoints:
        """Play this many deals, from the seed of the setting or another one, and count victory points."""
        experiment = self.experiment(players, setting.seed if seed is None else seed)
        return VictoryPoints(setting.played(self.label, experiment, deals), tuple(players))


OPENING = 12
"""Random legal moves before a board game, four of each player: without them its games would repeat."""

SPADES = Contest(
    "Spades",
    "spades(players=4, scoring=tricks, open=true)",
    8,
    100,
    4,
    direct="evaluation(tricks=1)",
    heavy="evaluation(tricks=1, high_cards=0.25, trumps=0.25)",
)
HEARTS = Contest(
    "Hearts",
    "hearts(open=true)",
    8,
    100,
    4,
    direct="evaluation(penalties=1)",
    heavy="evaluation(penalties=1, danger=0.5)",
)
CHINESE_CHECKERS = Contest(
    "Chinese Checkers", "chinese-checkers(players=3, turns=100)", 4, 1, 2, OPENING, quick_depth=2
)
ABALONE = Contest(
    "Abalone", "abalone(players=3, turns=120)", 4, 1, 2, OPENING, quick_depth=2, direct="evaluation(ejected=1)"
)


def _tournament(single: Contest) -> Contest:
    """Many hands as one game; the points of earlier hands are part of the heuristic."""
    long, short = (f"{single.game[:-1]}, hands={hands})" for hands in (TOURNAMENT_HANDS, QUICK_HANDS))
    return Contest(f"Tournament {single.label}", long, single.depth, 1, 2, quick_game=short)


TOURNAMENT_SPADES, TOURNAMENT_HEARTS = _tournament(SPADES), _tournament(HEARTS)
CONTESTS = (CHINESE_CHECKERS, ABALONE, SPADES, HEARTS, TOURNAMENT_SPADES, TOURNAMENT_HEARTS)
SINGLE = (SPADES, HEARTS, CHINESE_CHECKERS, ABALONE)


class VictoryPoints:
    """Who won how often, deal by deal: a deal or an opening is one cluster, because its games share cards or first
    moves.

    Each co-winner gets a full victory point (section 4.1); with ``shared``, the co-winners divide one point. What the
    paper prints is everybody's share of all victory points, since its rows sum to 100. Games without a winner count for
    nobody.
    """

    def __init__(self, result: MatchResult, columns: Sequence[str]) -> None:
        self.columns, self.deals = tuple(columns), result.deals
        self.games = self.undecided = self.longest = 0
        self._points = {shared: {column: [0.0] * self.deals for column in self.columns} for shared in (False, True)}
        for stored in result.store.games(result.sessions):
            game = finished(stored)
            deal, seating = result.experiment.address(stored.session)
            self.games += 1
            self.undecided += not game.winners
            self.longest = max(self.longest, game.moves if game.winners else 0)
            points = shares(game.winners, len(seating))
            for seat in game.winners:
                column = self.columns[seating[seat]]
                self._points[False][column][deal] += 1
                self._points[True][column][deal] += points[seat]

    def points(self, column: str, shared: bool = False) -> list[float]:
        """Victory points in every deal."""
        return self._points[shared][column]

    def totals(self, shared: bool = False) -> list[float]:
        """Everybody's victory points together, in every deal."""
        return [sum(deal) for deal in zip(*self._points[shared].values(), strict=True)]

    def share(self, column: str, seed: int, shared: bool = False) -> Estimate:
        """The share of all victory points, in percent, with its interval over deals."""
        import numpy as np

        totals = np.asarray(self.totals(shared))[:, None]
        if not totals.any():
            raise KibitzError("nobody won a game: there is nothing to share, so play more or longer games")
        [found] = resampled(100 * np.asarray(self.points(column, shared))[:, None], totals, seed)
        return found

    def shares(self, column: str) -> list[float]:
        """One number for each deal, for paired comparisons: their mean is the share of all victory points in percent.

        Their variance is that of the share. The total of victory points differs between deals, so the share is a ratio,
        and these numbers are its linear approximation.
        """
        return ratios([100 * points for points in self.points(column)], self.totals())


def grouped(values: Sequence[float], groups: int) -> list[float]:
    """The means of ``groups`` groups of neighbouring deals, to compare rows that have different numbers of deals.

    If groups differ in size, they are weighted by size, so that the overall mean does not change.

    >>> grouped([1.0, 3.0, 5.0, 7.0], 2), grouped([2.0, 4.0, 6.0], 2)
    ([2.0, 6.0], [4.0, 4.0])
    """
    ends = [round(number * len(values) / groups) for number in range(groups + 1)]
    return [sum(values[low:high]) * groups / len(values) for low, high in pairwise(ends)]
