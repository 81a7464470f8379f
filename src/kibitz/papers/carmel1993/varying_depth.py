"""An opponent whose depth is not fixed, which carmel1993 leaves open (section 5).

It deepens its search iteratively up to a number of nodes, as programs do.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from kibitz.arena.figures import curves
from kibitz.arena.intervals import Estimate, estimate
from kibitz.papers.cached_work import spread
from kibitz.papers.carmel1993.depth_difference import THOUSANDTHS, UNIT
from kibitz.papers.carmel1993.depth_sessions import answer, session
from kibitz.papers.carmel1993.observed_games import games_of
from kibitz.papers.carmel1993.paired_points import function, m_star, minimax, openings, points_played
from kibitz.papers.carmel1993.strategy_accuracy import predicted, share
from kibitz.papers.claims import PERCENT, Row
from kibitz.papers.item import Findings, Setting
from kibitz.papers.paired import apart
from kibitz.searches.registry import search

RULE = (
    "There is no verdict: the paper leaves such opponents for later. There are three findings. The first is the lead "
    "of M* over minimax, in points, with the fixed depth that LearnDepth finds. The second is its lead with a perfect "
    "model, which stops at the same point as the opponent. The third is the difference of the two. One observation is "
    "an opening in intervals of points, a session in those of LearnDepth's answers, and a game in those of "
    "predictions."
)
FUNCTION, NODES = "f2", 300
OWN, OWN_DEPTH = "f1", 6
FARTHEST = 7
SESSIONS, QUICK_SESSIONS = 40, 2
GAMES, QUICK_GAMES = 60, 3
QUICK = 8  # openings


def opponent() -> str:
    """The opponent, which stops after ``NODES`` nodes.

    >>> opponent()[:20]
    'alpha-beta(nodes=300'
    """
    return str(search("alpha-beta", nodes=NODES, own=function(FUNCTION)))


def read(seed: int, number: int) -> dict[str, Any]:
    """One game of the opponent: its search depths at unforced moves, and how many of them each fixed depth predicts.

    >>> found = read(1, 0)
    >>> sum(found["looked"].values()) == found["moves"]
    True
    """
    watched = search(opponent())
    games = games_of(watched, seed, [number])
    looked = Counter(str(watched.analyse(example.state).depth) for example in games[0])
    hits = [predicted(games, function(FUNCTION), depth).hits[0] for depth in range(1, FARTHEST + 1)]
    return {"looked": dict(looked), "hits": hits, "moves": len(games[0])}


def varying_depth(setting: Setting) -> Findings:
    """The answers of LearnDepth, the predictions of a fixed depth, and the points of M*."""
    other, count = opponent(), openings(setting, QUICK)
    sessions, games = setting.times(SESSIONS, QUICK_SESSIONS), setting.times(GAMES, QUICK_GAMES)
    cases = [(other, number, setting.seed, FARTHEST, FUNCTION) for number in range(sessions)]
    ends = [found[-1] for found in spread(setting, "sessions of LearnDepth", session, cases)]
    answers = [answer(*marks) for marks in ends]
    fixed = max(sorted(answers), key=answers.count)
    told = spread(setting, "games of the opponent", read, [(setting.seed, number) for number in range(games)])
    points = {
        "minimax": minimax(OWN, OWN_DEPTH),
        f"M* with a model of depth {fixed}": m_star(OWN, OWN_DEPTH, FUNCTION, fixed),
        "M* with a perfect model": str(search(f"m-star-with({other}, plies={OWN_DEPTH}, own={function(OWN)})")),
    }
    found = {name: points_played(setting, name, spec, other, count) for name, spec in points.items()}
    plain, modelled, perfect = found.values()
    rows = [
        Row(label, None, estimate([THOUSANDTHS * each for each in apart(more, less)], setting.seed), finding=True)
        for label, more, less in (
            (
                f"M* with a model of fixed depth: its points minus points of minimax, {UNIT}",
                modelled,
                plain,
            ),
            (
                f"M* with a perfect model: its points minus points of minimax, {UNIT}",
                perfect,
                plain,
            ),
            (
                f"points of M* with a perfect model minus points with a model of fixed depth, {UNIT}",
                perfect,
                modelled,
            ),
        )
    ]
    rows += [Row(f"points a game of {name}", None, estimate(values, setting.seed)) for name, values in found.items()]
    rows += [_answered(depth, answers, setting.seed) for depth in range(1, FARTHEST + 1)]
    hit = [_share(told, depth, setting.seed) for depth in range(FARTHEST)]
    rows += [
        Row(f"share of moves that a model of depth {depth} predicts", None, ours, "", "%")
        for depth, ours in enumerate(hit, start=1)
    ]
    looked: Counter[str] = sum((Counter(each["looked"]) for each in told), Counter())
    reached = ", ".join(f"{depth} in {100 * looked[depth] / looked.total():.0f}%" for depth in sorted(looked, key=int))
    notes = (
        f"The opponent has {FUNCTION} and stops after {NODES} nodes. Its search depth at unforced moves, in plies: "
        f"{reached} (0: to the end of the game). LearnDepth knows {FUNCTION} and has {sessions} sessions of 100 moves. "
        f"Predictions are measured in {games} games. A row of points is {2 * count:,} games of ({OWN}, {OWN_DEPTH}), "
        f"from the same {count:,} openings. The model with the right number of nodes predicts every move.",
    )
    lines = {"a fixed depth": ([float(depth) for depth in range(1, FARTHEST + 1)], hit)}
    picture = curves(lines, "depth of the model", "moves predicted, %")
    return Findings(tuple(rows), notes, {"Predicting an opponent whose depth is not fixed": picture})


def _answered(depth: int, answers: list[int], seed: int) -> Row:
    ours = estimate([100.0 * (given == depth) for given in answers], seed, PERCENT)
    return Row(f"share of sessions in which LearnDepth answers {depth}", None, ours, "", "%")


def _share(told: list[dict[str, Any]], place: int, seed: int) -> Estimate:
    return share([[game["hits"][place] for game in told], [game["moves"] for game in told]], seed)
