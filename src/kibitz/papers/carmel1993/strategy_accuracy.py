"""How well LearnStrategy predicts, by depth, for the three strategies of carmel1993 section 4.3 (Figure 10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.arena.figures import curves
from kibitz.arena.intervals import Estimate, resampled
from kibitz.games.checkers.features import WEIGHTS
from kibitz.learning.accuracy import Accuracy, accuracy
from kibitz.learning.examples import Example, Games
from kibitz.learning.strategy import LearnStrategy
from kibitz.papers.cached_work import spread
from kibitz.papers.carmel1993.observed_games import games_of
from kibitz.papers.carmel1993.paired_points import function
from kibitz.papers.claims import FAILS, HOLDS, PERCENT, Row, exactly, inconclusive_with
from kibitz.papers.item import Findings, Setting
from kibitz.searches.alpha_beta import AlphaBeta
from kibitz.wants.evaluation import Evaluation

STRATEGIES = (("f1", 6), ("f1", 8), ("f2", 8))
FEATURES = (*WEIGHTS["f1"], "threats", "double_corners", "bridge", "sides")
"""The six features that the strategies use, and four that they do not."""
EXAMPLES, QUICK_EXAMPLES = 800, 60
"""At least this many moves in each of three sets: to fit, set aside, and fresh. Sets consist of whole games."""
LIMIT, QUICK_LIMIT = 10, 8
LEAST = 93.0
"""In percent, the lowest accuracy that the paper reports at a depth that it found."""
DIFFER = 20.0
"""f1 and f2 must choose different moves in at least this percentage of positions; otherwise the experiment shows
nothing."""
RULE = (
    "The depth found is the one with the highest accuracy on the games set aside; the row holds if it is the true "
    f"one. An accuracy on fresh games holds if its whole 95% interval is {LEAST:g}% or more (the lowest accuracy in "
    "the paper), does not hold if the whole interval is below, and is inconclusive otherwise. The paper measures "
    "accuracy on the examples that also chose the depth. The share of positions in which the two functions choose "
    f"different moves is a finding; below {DIFFER:g}% the experiment would show nothing. Intervals count a game as one "
    "observation."
)


def learned(name: str, depth: int, examples: int, seed: int, limit: int) -> dict[str, Any]:
    """Learn a strategy from its moves. Returns, for every depth, how many moves of every game were predicted and how
    many there were, for the games set aside and for fresh games.

    >>> found = learned("f1", 2, 30, 1, 2)
    >>> sorted(found), len(found["aside"])
    (['aside', 'depth', 'fresh', 'weights'], 2)
    """
    player = AlphaBeta(depth=depth, own=function(name))
    numbers, parts = 0, []
    for _ in range(3):
        part: list[list[Example]] = []
        while sum(map(len, part)) < examples:
            part += games_of(player, seed, [numbers])
            numbers += 1
        parts.append(part)
    fitting, aside, fresh = parts
    found = LearnStrategy(farthest=limit, features=FEATURES)(fitting, aside)
    return {
        "depth": found.depth,
        "weights": {name: weight for name, weight in found.weights.items() if weight},
        "aside": [[fit.accuracy.hits, fit.accuracy.examples] for fit in found.fits],
        "fresh": [_measured(fresh, Evaluation(dict(fit.weights)), fit.depth) for fit in found.fits],
    }


def _measured(games: Games, own: Evaluation, depth: int) -> list[Sequence[float]]:
    found = predicted(games, own, depth)
    return [found.hits, found.examples]


def predicted(games: Games, own: Evaluation, depth: int) -> Accuracy:
    """How many moves a strategy predicts, for each game. A move is predicted if it is the first of the strategy's best
    moves.

    >>> games = games_of(AlphaBeta(depth=2, own=function("f1")), seed=1, numbers=[0])
    >>> predicted(games, function("f1"), 2).share
    1.0
    """
    search = AlphaBeta(depth=depth, own=own)
    return accuracy(games, lambda examples: [search.analyse(example.state).best[0] for example in examples])


def differing(name: str, depth: int, games: int, seed: int) -> list[Sequence[float]]:
    """For every game of a strategy: how many of its unforced moves the other function would not have made, and how many
    unforced moves there are.

    >>> others, moves = differing("f1", 2, 2, 1)
    >>> all(0 < other < made for other, made in zip(others, moves))
    True
    """
    other = "f2" if name == "f1" else "f1"
    found = predicted(games_of(AlphaBeta(depth=depth, own=function(name)), seed, range(games)), function(other), depth)
    return [[made - hits for hits, made in zip(found.hits, found.examples, strict=True)], found.examples]


def share(counts: Sequence[Sequence[float]], seed: int) -> Estimate:
    """A percentage with its interval, from two counts of every game: the hits, and all cases.

    >>> share([[9, 8, 9], [10, 10, 10]], seed=1).mean
    86.66666666666667
    """
    import numpy

    part, whole = (numpy.array(each, dtype=float)[:, None] for each in counts)
    return resampled(100 * part, whole, seed, PERCENT)[0]


def figure_10(setting: Setting) -> Findings:
    """The accuracy of the models of three strategies by depth, on games set aside and on fresh games."""
    examples = setting.times(EXAMPLES, QUICK_EXAMPLES)
    quick = setting.scale == "quick"
    limit = QUICK_LIMIT if quick else LIMIT
    cases = [(name, depth, examples, setting.seed, limit) for name, depth in STRATEGIES]
    rows, details, notes, shown = [], [], [], {}
    for (name, depth), found in zip(STRATEGIES, spread(setting, "strategies", learned, cases), strict=True):
        label, best = f"({name}, {depth})", found["depth"]
        rows.append(Row(f"{label}: depth found", float(depth), exactly(best), HOLDS if best == depth else FAILS))
        fresh = share(found["fresh"][best - 1], setting.seed)
        rows.append(Row(f"{label}: share of moves predicted in fresh games", None, fresh, _at_least(fresh, LEAST), "%"))
        aside = [share(each, setting.seed) for each in found["aside"]]
        rows.append(
            Row(
                f"{label}: accuracy on the games set aside for choosing the depth",
                None,
                aside[best - 1],
                "",
                "%",
            )
        )
        for at, (chosen, counts) in enumerate(zip(aside, found["fresh"], strict=True), start=1):
            details.append(Row(f"{label}, model of depth {at}: accuracy on the games set aside", None, chosen, "", "%"))
            details.append(
                Row(
                    f"{label}, model of depth {at}: accuracy on fresh games", None, share(counts, setting.seed), "", "%"
                )
            )
        weights = ", ".join(f"{feature}={weight:g}" for feature, weight in found["weights"].items())
        notes.append(f"{label}: {weights}.")
        shown[label] = (
            [float(at) for at in range(1, limit + 1)],
            [share(each, setting.seed) for each in found["fresh"]],
        )
    rows += _differences(setting, quick)
    notes.append(
        f"At least {examples:,} unforced moves to fit, {examples:,} set aside and {examples:,} of fresh games; depths "
        f"1 to {limit}; the learner knows ten features: {', '.join(FEATURES)}. The paper reports 100% for two "
        "strategies and 93% for the third, on the examples by which it chose the depth."
    )
    return Findings((*rows, *details), tuple(notes), {"Accuracy on fresh games": curves(shown, "depth", "accuracy, %")})


def _differences(setting: Setting, quick: bool) -> list[Row]:
    cases = [(name, depth, 4 if quick else 40, setting.seed) for name, depth in STRATEGIES]
    rows = []
    for (name, depth, *_), counts in zip(cases, spread(setting, "positions", differing, cases), strict=True):
        ours = share(counts, setting.seed)
        label = f"({name}, {depth}): share of unforced positions in which the other function chooses another move"
        rows.append(Row(label, None, ours, unit="%", finding=True))
    return rows


def _at_least(ours: Estimate, level: float) -> str:
    if ours.low >= level:
        return HOLDS
    return FAILS if ours.high < level else inconclusive_with(ours.clusters, "games")
