"""Whether a wrong model of the others costs something in other card games than the paper's (sturtevant2006, section 2).

The paper says that results in other games were similar. It does not say in which games, or in how many. We use two
games that have no bids. There are two goals: to have a score as high as possible (``score``), and to have a score that
nobody beats (``win``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kibitz.arena.experiment import Experiment
from kibitz.arena.intervals import estimate
from kibitz.papers.claims import RULE, Claim, Row, decided
from kibitz.papers.item import Findings, Setting
from kibitz.papers.paired import apart
from kibitz.papers.sturtevant2006.model_tables import DEALS
from kibitz.papers.sturtevant2006.shared_hands import SharedHands
from kibitz.papers.sturtevant2006.spades_pairs import USUAL, Pairs

GAMES = {
    "Hearts": "hearts(players=3, cards=7, open=true)",
    "Spades without bids": "spades(players=3, cards=7, scoring=tricks, open=true)",
}
QUICK_DEALS = 20


class Met(NamedTuple):
    """A row of Table 2 with other goals: two types, each of which wants X and thinks that the others want Y."""

    letter: str
    first: str
    second: str

    @property
    def label(self) -> str:
        """The label of the row, in the style of Table 2."""
        return f"({self.letter}) {self.first} v. {self.second}"


ROWS = (
    Met("a", "score_win", "win_score"),
    Met("b", "score_win", "win_win"),
    Met("c", "score_score", "win_score"),
    Met("d", "score_score", "win_win"),
    Met("e", "score_win", "score_score"),
    Met("f", "win_score", "win_win"),
)
"""The rows of Table 2, with score instead of mOT and win instead of MT."""
TYPES = tuple(dict.fromkeys(kind for row in ROWS for kind in (row.first, row.second)))
OTHER_RULE = (
    f"{RULE} There are two claims for each game. A player that wants a high score wins more hands with a right model "
    "of the others than with a wrong one: more in (a) than in (c), and more in (b) than in (d). Of two players with "
    "the same goal, the one with the right model is ahead: the second player in (e) and (f). Games and goals were "
    "chosen before any game was played."
)


def experiment(game: str, seed: int) -> Experiment:
    """Every pair of types at this game, in all six arrangements, on the same deals.

    >>> experiment(GAMES["Hearts"], seed=1).sessions_a_deal
    36
    """
    return Experiment.of(game, [USUAL.player(kind) for kind in TYPES], seed=seed, seatings="round-robin")


def other_games(setting: Setting) -> Findings:
    """What wrong models cost at Hearts, and at Spades without bids."""
    deals = setting.times(DEALS, QUICK_DEALS)
    shares: list[Row] = []
    claims: list[Claim] = []
    for name, game in GAMES.items():
        pairs = Pairs(setting.played(name, experiment(game, setting.seed), deals, SharedHands), TYPES)
        wins = {row.letter: pairs.wins(row.first, row.second) for row in ROWS}
        shares += [
            Row(f"{name} {row.label}: hands won by the first", None, estimate(wins[row.letter], setting.seed), "", "%")
            for row in ROWS
        ]
        claims += _claims(name, wins)
    said = (
        f"{deals:,} deals of each game. On each, every pair of types plays a single hand in each of the six "
        "arrangements; the player with the best score wins the hand, and ties are shared. Three players have seven "
        "cards each, and everybody sees all hands."
    )
    return Findings((*shares, *decided(claims, setting.seed)), (said,))


def _claims(name: str, wins: Mapping[str, list[float]]) -> list[Claim]:
    """The rows of Table 2 for this game."""
    return [
        Claim(
            f"{name}: hands that a wrong model of win_score costs, (a) minus (c)",
            None,
            apart(wins["a"], wins["c"]),
            unit="%",
        ),
        Claim(
            f"{name}: hands that a wrong model of win_win costs, (b) minus (d)",
            None,
            apart(wins["b"], wins["d"]),
            unit="%",
        ),
        *(
            Claim(
                f"{name} ({letter}): hands won by the second, whose model is right, minus hands won by the first",
                None,
                _ahead(wins[letter]),
                unit="%",
            )
            for letter in "ef"
        ),
    ]


def _ahead(wins: list[float]) -> list[float]:
    """By how much the second of a row is ahead of the first.

    >>> _ahead([40.0, 55.0])
    [20.0, -10.0]
    """
    return [100 - 2 * share for share in wins]
