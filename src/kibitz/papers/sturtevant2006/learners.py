"""Beyond the paper: players that learn about their opponents during a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.arena.experiment import Experiment
from kibitz.arena.results import MatchResult
from kibitz.papers.item import Setting
from kibitz.papers.paired import ratios
from kibitz.papers.sturtevant2006.shared_hands import KeptScores, SharedHands
from kibitz.papers.sturtevant2006.spades_pairs import USUAL, Pairs
from kibitz.players.registry import player as player_named

CANDIDATES = "candidates=[MT, mOT, ML]"
NOISE = 0.05
"""The noise that learners assume. Their opponents here never err, so the only thing to learn is what they
want."""
LEARNERS = {
    "elimination": f"adaptive(own=mOT, {CANDIDATES}, learner=elimination)",
    "safe elimination": f"adaptive(own=mOT, {CANDIDATES}, learner=elimination, margin=1)",
    "Bayes": f"adaptive(own=mOT, {CANDIDATES}, noise={NOISE})",
    "safe Bayes": f"adaptive(own=mOT, {CANDIDATES}, noise={NOISE}, margin=1)",
    "Bayes that never learns": f"adaptive(own=mOT, {CANDIDATES}, noise={NOISE}, learner=none)",
}
"""All players want mOT. Players that learn by elimination use the search soft-max^n; players that have a posterior use
prob-max^n. The last one shows the effect of the search alone."""
OPPONENTS = ("MT_mOT", "MT_MT", "mOT_MT", "mOT_mOT")
HANDS_SHOWN = 10
"""Nearly every game to 300 has this many hands."""


@dataclass(frozen=True)
class HandsReached:
    """The points of a player in some hands, and the number of these hands; both have one number for each deal.

    If the player has two seats in a game, every hand counts for both. For each hand, only the games count that reached
    it.
    """

    points: list[float]
    hands: list[int]

    @property
    def means(self) -> list[float]:
        """Points a hand, by deal."""
        return ratios(self.points, self.hands)


@dataclass(frozen=True)
class LearnerGames:
    """The results of a player against one type: games won in percent, by deal, and its points in every hand."""

    wins: list[float]
    by_hand: list[HandsReached]

    @property
    def all_hands(self) -> HandsReached:
        """The points of all shown hands together."""
        points = [sum(deal) for deal in zip(*(each.points for each in self.by_hand), strict=True)]
        return HandsReached(points, [sum(deal) for deal in zip(*(each.hands for each in self.by_hand), strict=True)])


def learned(setting: Setting, what: str, player: str, opponent: str, deals: int, seatings: str) -> LearnerGames:
    """Play a player against one type of opponent, on the same deals as every other such player."""
    other = USUAL.player(opponent)
    experiment = Experiment.of(USUAL.game, [player, other], seed=setting.seed, seatings=seatings)
    director = KeptScores if player_named(player).watches else SharedHands
    result = setting.played(f"{what} against {opponent}", experiment, deals, director, recorded=True)
    return LearnerGames(Pairs(result, ("A", "B")).wins("A", "B"), _points_by_hand(result))


def _points_by_hand(result: MatchResult) -> list[HandsReached]:
    """The points of the first player in each of the first hands, over the games that reached it."""
    found = [HandsReached([0.0] * result.deals, [0] * result.deals) for _ in range(HANDS_SHOWN)]
    for session, line in enumerate(result.store.record_lines(result.sessions)):
        deal, seating = result.experiment.address(session)
        for reached, hand in zip(found, hand_points(json.loads(line)), strict=False):
            own = [points for points, who in zip(hand, seating, strict=True) if who == 0]
            reached.points[deal] += sum(own)
            reached.hands[deal] += len(own)
    return found


def hand_points(scores: Sequence[Sequence[float]]) -> list[tuple[float, ...]]:
    """The points of every seat in each hand, from the scores after each hand.

    >>> hand_points([[20, -10], [41, 10]])
    [(20.0, -10.0), (21.0, 20.0)]
    """
    found: list[tuple[float, ...]] = []
    before: Sequence[float] = [0.0] * len(scores[0])
    for after in scores:
        found.append(tuple(float(now - then) for now, then in zip(after, before, strict=True)))
        before = after
    return found
