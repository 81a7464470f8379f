"""Sessions of LearnDepth with a function that differs from the opponent's (carmel1993 section 4.1, Figures 7 and 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.arena.figures import curves
from kibitz.arena.intervals import Estimate, estimate
from kibitz.games.checkers.features import WEIGHTS
from kibitz.learning.depth import FARTHEST, DepthCounts
from kibitz.papers.cached_work import spread
from kibitz.papers.carmel1993.function_difference import WITHIN, distance, opponent
from kibitz.papers.carmel1993.observed_games import examples_of
from kibitz.papers.carmel1993.paired_points import function
from kibitz.papers.claims import FINDINGS_RULE, PERCENT, Claim, Row, decided, rule_over
from kibitz.papers.item import Findings, Setting
from kibitz.papers.paired import apart
from kibitz.searches.clipped_minimax import EVERYTHING
from kibitz.searches.registry import search

EXAMPLES = 100
APART = 1000  # the distance between the first game numbers of two sessions
SESSIONS_RULE = rule_over("sessions")
MODEL = "f1"
"""The function that the learner assumes for every opponent."""


def session(player: str, number: int, seed: int, farthest: int, model: str = MODEL) -> list[list[list[int]]]:
    """After every example of a session, for every depth: its counter, and how often the player made the move that is
    first among the best moves of that depth.

    ``model`` is the function that the learner assumes.

    >>> [[counts, firsts]] = session("alpha-beta(depth=2)", 0, 1, 2)[:1]
    >>> len(counts), len(firsts)
    (2, 2)
    """
    seen, found = DepthCounts(WEIGHTS[model], farthest), []
    for example in examples_of(player, seed, APART * (number + 1), EXAMPLES):
        seen = seen.see(example)
        found.append([list(seen.counts), list(seen.firsts)])
    return found


def answer(counts: Sequence[int], firsts: Sequence[int]) -> int:
    """The depth that LearnDepth gives, from its counters and how often the first best move was made.

    >>> answer([10, 12, 12], [5, 6, 7])
    3
    """
    return DepthCounts({}, len(counts), tuple(counts), tuple(firsts)).depth


# Figure 7.

FIGURE_7_RULE = (
    f"{SESSIONS_RULE} The claim: after {EXAMPLES} examples with an imperfect function, the true depth has a higher "
    "counter than every other depth, so the depth is found. With the right function the paper says that the true "
    "depth has one of the highest counters (see highest-counter). There are two findings: how far the counter of the "
    "true depth is ahead with the right function, and the share of sessions in which the true depth alone has the "
    f"highest counter. {FINDINGS_RULE}"
)
TRUE_DEPTH = 6
RIGHT = "right function"
FUNCTIONS = {"f1": RIGHT, "f2": "imperfect function"}
SESSIONS, QUICK_SESSIONS = 60, 3


def figure_7(setting: Setting) -> Findings:
    """The counters of all depths after a hundred examples of a strategy of depth 6."""
    count = setting.times(SESSIONS, QUICK_SESSIONS)
    claims, rows, shown = [], [], {}
    for name, words in FUNCTIONS.items():
        player = str(search("alpha-beta", depth=TRUE_DEPTH, own=function(name)))
        cases = [(player, number, setting.seed, FARTHEST) for number in range(count)]
        counts = [found[-1][0] for found in spread(setting, f"sessions, {words}", session, cases)]
        ahead = [float(own[TRUE_DEPTH - 1] - max(_others(own))) for own in counts]
        claims.append(
            Claim(
                f"{words}: counter of the true depth minus the highest other counter",
                None,
                ahead,
                finding=words == RIGHT,
            )
        )
        first = estimate([100.0 * (lead > 0) for lead in ahead], setting.seed, PERCENT)
        alone = f"{words}: share of sessions in which the true depth alone has the highest counter"
        rows.append(Row(alone, None, first, unit="%", finding=True))
        by_depth = [estimate([float(each[depth]) for each in counts], setting.seed) for depth in range(FARTHEST)]
        rows += [
            Row(f"{words}: counter of depth {depth} after 100 examples", None, ours)
            for depth, ours in enumerate(by_depth, start=1)
        ]
        shown[f"{words} (opponent: {name})"] = (list(map(float, range(1, FARTHEST + 1))), by_depth)
    notes = (
        f"{count} sessions of {EXAMPLES} unforced moves of (f1, {TRUE_DEPTH}) and of (f2, {TRUE_DEPTH}); the learner "
        "counts with f1 in both.",
    )
    picture = curves(shown, "depth", "counter")
    return Findings(
        (*decided(claims, setting.seed, "sessions"), *rows), notes, {"Counters after 100 examples": picture}
    )


def _others(counts: Sequence[int]) -> list[int]:
    return [count for depth, count in enumerate(counts, start=1) if depth != TRUE_DEPTH]


# Figure 8.

FIGURE_8_RULE = (
    f"{SESSIONS_RULE} There are two claims. With the whole function the depth is found after a few examples; we read "
    "this as a wrong answer for less than a tenth of a session. With the widest range, where the functions differ "
    "slightly, the answer is wrong for longer. Findings: the smallest range is worse still, and zeroing is worse than "
    f"clamping on average over the ranges. {FINDINGS_RULE}"
)
FEW = 10.0
"""Percent of a session: our reading of "after a few examples", for which the paper prints no number."""
WRONG = "share of the session with a wrong depth"
DONE = {"zero": "zeroed", "clamp": "clamped"}
TRUE_DEPTHS = (2, 3, 4, 5)
TRIED = 7
QUICK_WITHIN = (EVERYTHING, WITHIN[1], WITHIN[-1])
FIGURE_8_SESSIONS, QUICK_FIGURE_8_SESSIONS = 40, 4


def wrong_share(player: str, number: int, seed: int, farthest: int, true_depth: int) -> float:
    """The share of a session, in percent, in which the depth that the counters give is wrong.

    >>> wrong_share("alpha-beta(depth=1)", 0, 1, 2, true_depth=1) < 50
    True
    """
    answers = [answer(*marks) for marks in session(player, number, seed, farthest)]
    return 100 * sum(depth != true_depth for depth in answers) / len(answers)


def figure_8(setting: Setting) -> Findings:
    """The share of a learning session with a wrong depth, by how far the opponent's function is from the model."""
    count = setting.times(FIGURE_8_SESSIONS, QUICK_FIGURE_8_SESSIONS)
    ranges = WITHIN if setting.scale != "quick" else QUICK_WITHIN
    wrong: dict[str, dict[float, list[float]]] = {"zero": {}, "clamp": {}}
    for outside, found in wrong.items():
        for within in ranges:
            cases = []
            for number in range(count):
                depth = TRUE_DEPTHS[number % len(TRUE_DEPTHS)]
                cases.append((opponent(within, outside, depth), number, setting.seed, TRIED, depth))
            found[within] = spread(setting, f"sessions, {outside} outside {within:g}", wrong_share, cases)
    whole, widest, smallest = ranges[0], ranges[1], ranges[-1]
    claims = [
        Claim(
            f"whole function: {WRONG} (claim: below {FEW:g}%)", None, wrong["zero"][whole], FEW, above=False, unit="%"
        )
    ]
    for outside, found in wrong.items():
        claims += [
            Claim(
                f"{DONE[outside]} outside the widest range minus whole function: {WRONG}",
                None,
                apart(found[widest], found[whole]),
                unit="%",
            ),
            Claim(
                f"{DONE[outside]} outside the smallest range minus outside the widest range: {WRONG}",
                None,
                apart(found[smallest], found[widest]),
                unit="%",
                finding=True,
            ),
        ]
    more = [apart(wrong["zero"][within], wrong["clamp"][within]) for within in ranges[1:]]
    zeroed = [sum(each) / len(more) for each in zip(*more, strict=True)]
    claims.append(Claim(f"zeroed minus clamped, mean over the ranges: {WRONG}", None, zeroed, unit="%", finding=True))
    measured = {
        outside: {within: estimate(values, setting.seed) for within, values in found.items()}
        for outside, found in wrong.items()
    }
    rows = [
        Row(f"{_destroyed(outside, within)}: {WRONG}", None, ours, unit="%")
        for outside, curve in measured.items()
        for within, ours in curve.items()
    ]
    notes = (
        f"A point is {count} sessions of {EXAMPLES} unforced moves. True depths are 2 to 5 in turn, and depths 1 to "
        f"{TRIED} are tried. The opponent's f1 is destroyed outside the range (zeroed or clamped); the learner counts "
        "with the whole f1. The paper says «after a few examples»; less than a tenth of a session is our reading of "
        "that.",
    )
    return Findings(
        (*decided(claims, setting.seed, "sessions"), *rows),
        notes,
        {"Share of a session with a wrong depth": _drawn(measured, setting)},
    )


def _destroyed(outside: str, within: float) -> str:
    """The words for a destroyed function.

    >>> _destroyed("zero", 240), _destroyed("clamp", EVERYTHING)
    ('zeroed outside 240', 'nothing clamped (whole function)')
    """
    return (
        f"nothing {DONE[outside]} (whole function)" if within == EVERYTHING else f"{DONE[outside]} outside {within:g}"
    )


def _drawn(measured: Mapping[str, Mapping[float, Estimate]], setting: Setting) -> str:
    lines = {}
    for outside, curve in measured.items():
        lines[outside] = ([distance(within, setting.seed, outside) for within in curve], list(curve.values()))
    return curves(lines, "difference of the functions, men", "wrong, % of the session")
