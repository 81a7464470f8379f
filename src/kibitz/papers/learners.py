"""What the paper could not do: players that learn whom they sit with while a whole game goes on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.arena.experiment import Experiment
from kibitz.arena.results import MatchResult
from kibitz.papers.item import Setting
from kibitz.papers.shared_hands import KeptScores, SharedHands
from kibitz.papers.spades_pairs import USUAL, Pairs
from kibitz.players.registry import player as player_named

CANDIDATES = "candidates=[MT, mOT, ML]"
LEARNERS = {
    "elimination": f"adaptive(own=mOT, {CANDIDATES}, learner=elimination)",
    "elimination, safe": f"adaptive(own=mOT, {CANDIDATES}, learner=elimination, margin=1)",
    "Bayes": f"adaptive(own=mOT, {CANDIDATES})",
    "Bayes, safe": f"adaptive(own=mOT, {CANDIDATES}, margin=1)",
    "Bayes that never learns": f"adaptive(own=mOT, {CANDIDATES}, learner=none)",
}
"""All search as mOT; soft-max^n after elimination, prob-max^n with posteriors. Who never learns shows what the search
alone is worth."""
OPPONENTS = ("MT_mOT", "MT_MT", "mOT_MT", "mOT_mOT")
HANDS_SHOWN = 10
"""Nearly every game to 300 has as many."""


@dataclass(frozen=True)
class Learned:
    """What a player came to against one type, a number a deal: games won in percent, and points in every hand."""

    wins: list[float]
    points: list[list[float]]


def learned(setting: Setting, what: str, player: str, opponent: str, deals: int, seatings: str) -> Learned:
    """Seat a player with one type of opponent, on the deals that every other such player gets."""
    other = USUAL.player(opponent)
    experiment = Experiment.of(USUAL.game, [player, other], seed=setting.seed, seatings=seatings)
    director = KeptScores if player_named(player).watches else SharedHands
    result = setting.played(f"{what} against {opponent}", experiment, deals, director, recorded=True)
    return Learned(Pairs(result, ("A", "B")).wins("A", "B"), _points_by_hand(result))


def _points_by_hand(result: MatchResult) -> list[list[float]]:
    """For every deal the mean points of the first player in each of the first hands."""
    found = []
    lines = result.store.record_lines(result.sessions)
    sessions = result.experiment.sessions_a_deal
    for deal in range(result.deals):
        games = []
        for number in range(deal * sessions, (deal + 1) * sessions):
            seating = result.experiment.address(number).seating
            hands = hand_points(json.loads(next(lines)))
            games += [[hand[seat] for hand in hands] for seat, who in enumerate(seating) if who == 0]
        found.append([_mean([game[hand] for game in games if hand < len(game)]) for hand in range(HANDS_SHOWN)])
    return found


def hand_points(scores: Sequence[Sequence[float]]) -> list[tuple[float, ...]]:
    """What every seat scored in each hand, from the scores after each.

    >>> hand_points([[20, -10], [41, 10]])
    [(20.0, -10.0), (21.0, 20.0)]
    """
    found: list[tuple[float, ...]] = []
    before: Sequence[float] = [0.0] * len(scores[0])
    for after in scores:
        found.append(tuple(float(now - then) for now, then in zip(after, before, strict=True)))
        before = after
    return found


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def averaged(columns: Sequence[Sequence[float]]) -> list[float]:
    """The mean of several numbers a deal, deal by deal.

    >>> averaged([[1.0, 2.0], [3.0, 6.0]])
    [2.0, 4.0]
    """
    return [_mean(values) for values in zip(*columns, strict=True)]
