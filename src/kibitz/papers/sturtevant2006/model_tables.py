"""Tables 2 and 4 of sturtevant2006 (the effect of opponent models), and the number of hands in a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kibitz.arena.figures import compared
from kibitz.arena.intervals import estimate
from kibitz.papers.claims import Claim, Row, decided, inside
from kibitz.papers.item import Findings, Setting
from kibitz.papers.paired import apart, averaged
from kibitz.papers.sturtevant2006.spades_pairs import Pairs, pairs_played

DEALS, QUICK_DEALS = 100, 8  # of the paper, and for a rough answer


class Printed(NamedTuple):
    """A row as it is printed: two types, the mean score of each, and how many games in a hundred the first wins."""

    letter: str
    first: str
    second: str
    first_score: float
    wins: float
    second_score: float

    @property
    def label(self) -> str:
        """The label of the row as in the paper, with g for generic."""
        return f"({self.letter}) {self.first} v. {self.second}".replace("generic", "g")


TABLE_2 = (
    Printed("a", "mOT_MT", "MT_mOT", 248.6, 74.7, 163.8),
    Printed("b", "mOT_MT", "MT_MT", 235.4, 59.0, 199.2),
    Printed("c", "mOT_mOT", "MT_mOT", 198.2, 53.5, 191.4),
    Printed("d", "mOT_mOT", "MT_MT", 178.2, 44.0, 207.3),
    Printed("e", "mOT_MT", "mOT_mOT", 212.4, 37.2, 250.8),
    Printed("f", "MT_mOT", "MT_MT", 157.3, 36.0, 218.4),
)
TABLE_4 = (
    Printed("a", "mOT_generic", "MT_mOT", 241.7, 68.5, 178.2),
    Printed("b", "mOT_generic", "MT_MT", 218.2, 53.5, 206.1),
    Printed("c", "mOT_generic", "mOT_MT", 242.2, 54.8, 228.7),
    Printed("d", "mOT_generic", "mOT_mOT", 230.6, 46.0, 243.8),
)
GAIN_LOSS = {"a": (15.0, 6.8), "b": (9.5, 5.5), "c": (4.8, 8.0), "d": (8.8, 4.0)}
"""Gains and losses in Table 4, in percentage points, as printed. The loss of (a), 6.8, is a misprint: 74.7 - 68.5 is
6.2."""

RIGHT = {"MT_mOT": "mOT_MT", "MT_MT": "mOT_MT", "mOT_MT": "mOT_mOT", "mOT_mOT": "mOT_mOT"}
WRONG = {"MT_mOT": "mOT_mOT", "MT_MT": "mOT_mOT", "mOT_MT": "mOT_MT", "mOT_mOT": "mOT_MT"}
"""For each opponent, the mOT player with the right model and the one with the wrong model."""
SLIP = "The paper prints 6.8 as the loss in (a), but the difference of its wins, 74.7 - 68.5, is 6.2."
DIFFERENCES = (
    "The paper prints wins and scores. We computed its differences from these; for (f), the score is compared with "
    "the mean of the others' scores."
)
SAME_TESTS = (
    "The gain in (c) is measured from mOT_MT against itself, and the loss in (d) from mOT_mOT against itself. A "
    "type wins exactly half of the games against itself. So these are the same tests as the wins in these rows, and "
    "Holm's correction is for 10 tests, not 12."
)


def table_2(setting: Setting) -> Findings:
    """Who wins with which model of the others, and what wrong models cost."""
    pairs = pairs_played(setting, setting.times(DEALS, QUICK_DEALS))
    wins = {row.letter: pairs.wins(row.first, row.second) for row in TABLE_2}
    scored = {row.letter: _both(pairs.scores, row) for row in TABLE_2}
    spread = {row.letter: _both(pairs.spreads, row) for row in TABLE_2}
    first_level = averaged([apart(wins["a"], wins["c"]), apart(wins["b"], wins["d"])])
    second_level = averaged([apart(wins["a"], wins["b"]), apart(wins["c"], wins["d"])])
    claims = [
        *(direction(row, wins[row.letter]) for row in TABLE_2),
        Claim("games that a wrong model of MT_mOT costs: (a) minus (c)", 21.2, apart(wins["a"], wins["c"]), unit="%"),
        Claim("games that a wrong model of MT_MT costs: (b) minus (d)", 15.0, apart(wins["b"], wins["d"]), unit="%"),
        Claim(
            "games that a wrong model of the other's model costs: (a) minus (b)",
            15.7,
            apart(wins["a"], wins["b"]),
            unit="%",
        ),
        Claim(
            "games that a wrong model of the other's model costs if the other's type is wrong too: (c) minus (d)",
            9.5,
            apart(wins["c"], wins["d"]),
            unit="%",
        ),
        Claim(
            "games that errors of the first level cost minus games that errors of the second level cost",
            5.5,
            apart(first_level, second_level),
            unit="%",
        ),
        Claim(
            "mean score in the other rows minus mean score in (f)",
            _printed_scores("abcde") - _printed_scores("f"),
            apart(averaged([scored[letter] for letter in "abcde"]), scored["f"]),
        ),
        Claim(
            "variance of scores in (f) minus variance in the other rows, in thousands",
            None,
            [more / 1000 for more in apart(spread["f"], averaged([spread[letter] for letter in "abcde"]))],
        ),
    ]
    rows = decided(claims, setting.seed)
    won, scores = rows[: len(TABLE_2)], _score_rows(pairs, TABLE_2, setting.seed)
    return Findings((*rows, *scores), (*_notes(pairs, (*won, *scores)), DIFFERENCES), _picture(won))


def table_4(setting: Setting) -> Findings:
    """The generic model against each type, what it gains compared with a wrong model, and what it loses compared with a
    right one.
    """
    pairs = pairs_played(setting, setting.times(DEALS, QUICK_DEALS))
    claims = [direction(row, pairs.wins(row.first, row.second)) for row in TABLE_4]
    for row in TABLE_4:
        gain, loss = GAIN_LOSS[row.letter]
        generic = pairs.wins(row.first, row.second)
        wrong, right = (_against(pairs, models[row.second], row.second) for models in (WRONG, RIGHT))
        claims += [
            Claim(f"{row.label}: games gained compared with a wrong model", gain, apart(generic, wrong), unit="%"),
            Claim(f"{row.label}: games lost compared with a right model", loss, apart(right, generic), unit="%"),
        ]
    rows = decided(claims, setting.seed)
    won, scores = rows[: len(TABLE_4)], _score_rows(pairs, TABLE_4, setting.seed)
    return Findings((*rows, *scores), (*_notes(pairs, (*won, *scores)), SLIP, SAME_TESTS), _picture(won))


def _against(pairs: Pairs, own: str, other: str) -> list[float]:
    """The percentage of games that a type wins from another; against itself it is 50."""
    return [50.0] * pairs.deals if own == other else pairs.wins(own, other)


def direction(row: Printed, wins: list[float], label: str = "") -> Claim:
    """The claim that the first type of a row wins more than half of the games, or less than half, as in the printed
    row.

    >>> direction(TABLE_2[3], [41.0, 45.0]).above
    False
    """
    return Claim(label or f"{row.label}: games won by the first", row.wins, wins, 50.0, row.wins > 50, "%")


def _both(measured: Callable[[str, str], list[float]], row: Printed) -> list[float]:
    """A quantity averaged over both types of a row."""
    return averaged([measured(row.first, row.second), measured(row.second, row.first)])


def _printed_scores(letters: str) -> float:
    """The mean of the printed scores in some rows of Table 2."""
    printed = [score for row in TABLE_2 if row.letter in letters for score in (row.first_score, row.second_score)]
    return sum(printed) / len(printed)


def _score_rows(pairs: Pairs, table: Sequence[Printed], seed: int) -> list[Row]:
    rows = []
    for row in table:
        sides = ((row.first, row.second, row.first_score), (row.second, row.first, row.second_score))
        for own, other, printed in sides:
            label = f"({row.letter}) mean score of {own.replace('generic', 'g')}"
            rows.append(Row(label, printed, estimate(pairs.scores(own, other), seed)))
    return rows


def _picture(rows: Sequence[Row]) -> dict[str, str]:
    drawn = [(row.label.split(":")[0], row.paper, row.ours) for row in rows]
    return {"Games won by the first, the paper's and ours": compared(drawn, "games won by the first, %", level=50)}


def _notes(pairs: Pairs, rows: Sequence[Row] = ()) -> tuple[str, ...]:
    widest = max(((row.ours.high - row.ours.low) / 2 for row in rows if row.ours.has_interval), default=None)
    said = "" if widest is None else f" The widest interval is ± {widest:.1f}; the paper reports ± 7.2 with 100 deals."
    return (
        f"{pairs.deals:,} deals. On each, every pair of types plays a game to 300 in each of the six arrangements. "
        f"Intervals and tests count a deal as one observation.{said}",
    )


HANDS_RULE = (
    "A row holds if its whole 95% interval lies within one hand of 15, does not hold if the whole interval lies "
    "outside, and is inconclusive otherwise."
)


HANDS_NOTE = (
    "The paper prints one number, the average over all its games (section 4.3). We compare each pair with it, and the "
    "limit of one hand is our choice."
)


def hands_per_game(setting: Setting) -> Findings:
    """How many hands a game to 300 takes."""
    pairs = pairs_played(setting, setting.times(DEALS, QUICK_DEALS))
    rows = []
    for row in (*TABLE_2, *TABLE_4):
        ours = estimate(pairs.hands(row.first, row.second), setting.seed)
        label = f"{'Table 2' if row in TABLE_2 else 'Table 4'} {row.label}: hands per game"
        rows.append(Row(label, 15.0, ours, inside(ours, 14, 16)))
    return Findings(tuple(rows), (*_notes(pairs), HANDS_NOTE))
