"""The benefit of a model against an opponent with a smaller depth (carmel1993 section 3.2, Figures 3 and 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.arena.figures import curves
from kibitz.arena.intervals import Estimate, estimate
from kibitz.papers.carmel1993.exact_points import FUNCTIONS, ExactPoints, modelling, strategy
from kibitz.papers.carmel1993.paired_points import m_star, minimax, openings, points_played
from kibitz.papers.claims import FAILS, HOLDS, Claim, Row, decided, exactly, rule_over
from kibitz.papers.item import Findings, Setting
from kibitz.papers.paired import apart, averaged

DIFFERENCES = tuple(range(7))
MIDDLE = (2, 3, 4)
OPPONENT_DEPTH = 2
"""The opponent's depth at checkers; at tic-tac-toe all of ``EXACT_DEPTHS`` are computed."""
EXACT_DEPTHS = (1, 2, 3)
QUICK = 10  # openings
THOUSANDTHS, UNIT = 1000.0, "thousandths of a point a game"  # as in the figures
OPENINGS_RULE = rule_over("openings")

FIGURE_3_RULE = f"{OPENINGS_RULE} The claims: M* has more points than minimax, at each difference above 0."
FIGURE_4_RULE = (
    f"{OPENINGS_RULE} There are three claims about every curve. M* has more points than minimax on average over the "
    "differences 1 to 6. The benefit rises from difference 0 to the middle (2 to 4). It falls from there to 6. The "
    "paper says that the benefit rises «up to a certain point»; the middle is our reading of it. At tic-tac-toe every "
    "number is an expectation that is computed exactly: a claim holds if the number is positive, and does not hold "
    "otherwise."
)
Curve = dict[int, list[float]]
"""By depth difference, one number for each opening."""


class Played:
    """Points of minimax and of M* with a perfect model against a strategy, by depth difference."""

    def __init__(self, setting: Setting, opponent: str, count: int, differences: Sequence[int] = DIFFERENCES) -> None:
        self.minimax: Curve = {}
        self.m_star: Curve = {}
        other = minimax(opponent, OPPONENT_DEPTH)
        for difference in differences:
            depth = OPPONENT_DEPTH + difference
            what = f"(f1, {depth}) v. ({opponent}, {OPPONENT_DEPTH})"
            self.minimax[difference] = points_played(setting, f"minimax {what}", minimax("f1", depth), other, count)
            modelled = m_star("f1", depth, opponent, OPPONENT_DEPTH)
            self.m_star[difference] = points_played(setting, f"M* {what}", modelled, other, count)

    @property
    def benefit(self) -> Curve:
        """How many thousandths of a point a game M* is ahead, from the same openings."""
        return {
            difference: [THOUSANDTHS * each for each in apart(self.m_star[difference], points)]
            for difference, points in self.minimax.items()
        }


def figure_3(setting: Setting) -> Findings:
    """The points a game of M* and of minimax at checkers, f1 against f2."""
    count = openings(setting, QUICK)
    played = Played(setting, "f2", count, DIFFERENCES[1:])
    claims = [
        Claim(
            f"depth difference {difference}: points of M* minus points of minimax, {UNIT}",
            None,
            values,
        )
        for difference, values in played.benefit.items()
    ]
    both = {"M*": played.m_star, "minimax": played.minimax}
    measured = {
        name: {at: estimate(values, setting.seed) for at, values in curve.items()} for name, curve in both.items()
    }
    rows = [
        Row(f"depth difference {at}: points a game of {name}", None, ours)
        for name, curve in measured.items()
        for at, ours in curve.items()
    ]
    return Findings(
        (*decided(claims, setting.seed, "openings"), *rows),
        (_notes(count),),
        {"Points a game at checkers, f1 against f2": _drawn(measured, "points a game")},
    )


def figure_4(setting: Setting) -> Findings:
    """The benefit at tic-tac-toe, exactly, and at checkers, for equal and for different functions."""
    count = openings(setting, QUICK)
    benefits = {f"f1 - {opponent}": Played(setting, opponent, count).benefit for opponent in ("f1", "f2")}
    claims = [claim for name, curve in benefits.items() for claim in _shape(f"checkers, {name}", curve)]
    measured = {
        name: {at: estimate(values, setting.seed) for at, values in curve.items()} for name, curve in benefits.items()
    }
    rows = decided(claims, setting.seed, "openings")
    rows += [
        Row(f"checkers, {name}, depth difference {at}: benefit of M*, {UNIT}", None, ours)
        for name, curve in measured.items()
        for at, ours in curve.items()
    ]
    pictures = {"The benefit at checkers": _drawn(measured, "benefit, thousandths of a point", level=0)}
    exact_rows, exact_pictures = _exact_figure_4()
    return Findings((*rows, *exact_rows), (_notes(count), EXACT_NOTE), {**exact_pictures, **pictures})


EXACT_NOTE = (
    "At tic-tac-toe f1 is the paper's open lines advantage, f2 knows only wins and losses, f3 wants closed lines. "
    "Numbers are expectations over all random choices among equally good moves, over both colours."
)


def _notes(count: int) -> str:
    return (
        f"Checkers: for each point, M* and minimax play {2 * count:,} games each, from the same {count:,} openings of "
        f"six random plies, with both colours; ties are random. The opponent searches {OPPONENT_DEPTH} plies deep. "
        "Intervals and tests count an opening as one observation."
    )


def _shape(name: str, benefit: Curve) -> list[Claim]:
    """The three claims of a curve."""
    last, middle = benefit[DIFFERENCES[-1]], averaged([benefit[at] for at in MIDDLE])
    return [
        Claim(
            f"{name}: mean benefit of M* at depth differences 1 to 6, {UNIT}",
            None,
            averaged([benefit[at] for at in DIFFERENCES[1:]]),
        ),
        Claim(
            f"{name}: rise of the benefit from depth difference 0 to 2-4, {UNIT}",
            None,
            apart(middle, benefit[0]),
        ),
        Claim(
            f"{name}: fall of the benefit from depth difference 2-4 to 6, {UNIT}",
            None,
            apart(middle, last),
        ),
    ]


def _exact_figure_4() -> tuple[list[Row], dict[str, str]]:
    exact, rows, pictures = ExactPoints(), [], {}
    for depth in EXACT_DEPTHS:
        curves_here = {f"f1 - {opponent}": exact_benefit(exact, opponent, depth) for opponent in FUNCTIONS}
        for name, curve in curves_here.items():
            label = f"tic-tac-toe, {name}, opponent's depth {depth}"
            for claim in _shape(label, {at: [value] for at, value in curve.items()}):
                value = claim.values[0]
                rows.append(Row(claim.label, None, exactly(value), HOLDS if value > ROUNDING else FAILS))
            rows += [
                Row(
                    f"{label}, depth difference {at}: benefit of M*, {UNIT}",
                    None,
                    exactly(value),
                )
                for at, value in curve.items()
            ]
        measured = {name: {at: exactly(value) for at, value in curve.items()} for name, curve in curves_here.items()}
        title = f"The benefit at tic-tac-toe, opponent's depth {depth}"
        pictures[title] = _drawn(measured, "benefit, thousandths of a point", level=0)
    return rows, pictures


ROUNDING = 1e-6  # rounding errors of sums of probabilities, in thousandths of a point


def exact_benefit(exact: ExactPoints, opponent: str, opponent_depth: int) -> dict[int, float]:
    """By depth difference, how many thousandths of a point M* is ahead of minimax at tic-tac-toe.

    >>> round(exact_benefit(ExactPoints(), "f1", 1)[4])
    181
    """
    other, found = strategy(opponent, opponent_depth), {}
    for difference in DIFFERENCES:
        depth = opponent_depth + difference
        modelled = exact.points(modelling("f1", depth, opponent, opponent_depth), other)
        ahead = THOUSANDTHS * (modelled - exact.points(strategy("f1", depth), other))
        found[difference] = ahead if abs(ahead) > ROUNDING else 0.0
    return found


def _drawn(measured: Mapping[str, Mapping[int, Estimate]], up: str, **more: float) -> str:
    lines = {name: (list(map(float, curve)), list(curve.values())) for name, curve in measured.items()}
    return curves(lines, "depth difference", up, **more)
