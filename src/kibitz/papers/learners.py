"""What the paper could not do: players that learn whom they sit with while a whole game goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.arena.experiment import Experiment
from kibitz.arena.hands import hands_finished
from kibitz.arena.results import MatchResult
from kibitz.games.records import GameRecord, read_line
from kibitz.papers.item import Setting
from kibitz.papers.spades_pairs import USUAL, Pairs

CANDIDATES = "candidates=[MT, mOT, ML]"
LEARNERS = {
    "elimination": f"adaptive(own=mOT, {CANDIDATES}, learner=elimination)",
    "Bayes": f"adaptive(own=mOT, {CANDIDATES})",
    "Bayes, safe": f"adaptive(own=mOT, {CANDIDATES}, margin=1)",
    "Bayes that never learns": f"adaptive(own=mOT, {CANDIDATES}, learner=none)",
}
"""All search as mOT; soft-max^n after elimination, prob-max^n with posteriors."""
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
    result = setting.played(f"{what} against {opponent}", experiment, deals, recorded=True)
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
            hands = hand_points(read_line(next(lines)))
            games += [[hand[seat] for hand in hands] for seat, who in enumerate(seating) if who == 0]
        found.append([_mean([game[hand] for game in games if hand < len(game)]) for hand in range(HANDS_SHOWN)])
    return found


def hand_points(record: GameRecord) -> list[tuple[float, ...]]:
    """What every seat scored in each hand of a game.

    >>> import kibitz
    >>> game = kibitz.game("spades(hands=2, cards=1, bids=[1, 1, 1], open=true)")
    >>> played = kibitz.play_game(game, [kibitz.player("MT") for _ in range(3)], seed=1)
    >>> hand_points(GameRecord(played.start, played.players, played.moves, played.scores))
    [(10.0, -10.0, -10.0), (-10.0, -10.0, 10.0)]
    """
    found: list[tuple[float, ...]] = []
    before = (0.0,) * record.game.players
    for state in record.states():
        if hands_finished(state) > len(found):
            found.append(tuple(now - then for now, then in zip(state.scores, before, strict=True)))
            before = state.scores
    return found


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def averaged(columns: Sequence[Sequence[float]]) -> list[float]:
    """The mean of several numbers a deal, deal by deal.

    >>> averaged([[1.0, 2.0], [3.0, 6.0]])
    [2.0, 4.0]
    """
    return [_mean(values) for values in zip(*columns, strict=True)]
