"""The benefit of a model against an opponent with a worse function (carmel1993 section 3.2, Figure 5)."""

from __future__ import annotations

from kibitz.arena.figures import curves
from kibitz.arena.intervals import Estimate, estimate
from kibitz.games.checkers.features import F1
from kibitz.games.registry import game
from kibitz.papers.carmel1993.depth_difference import OPENINGS_RULE, THOUSANDTHS, UNIT
from kibitz.papers.carmel1993.paired_points import GAME, OPENING, function, minimax, openings, points_played
from kibitz.papers.claims import Claim, Row, decided
from kibitz.papers.item import Findings, Setting
from kibitz.papers.paired import apart, averaged
from kibitz.players.play_game import random_moves
from kibitz.random import stream
from kibitz.searches.clipped_minimax import EVERYTHING
from kibitz.searches.registry import search

WITHIN = (EVERYTHING, 240.0, 180.0, 120.0, 60.0, 30.0)
"""The function is kept inside each of these ranges and destroyed outside. The first range is unlimited, so nothing is
destroyed; the last is small. A man is worth 60."""
FUNCTION = "f1"
OWN_DEPTH, OPPONENT_DEPTH = 3, 2
QUICK = 6  # openings
BOARDS = 300  # games from which boards are taken for the distance
RULE = (
    f"{OPENINGS_RULE} There are three claims. M* has more points than minimax at each range; with the whole function "
    "it cannot gain, by Lemma 1. The benefit rises from the whole function to the mean of the middle ranges. It falls "
    "from there to the smallest range, which is our reading of «up to a certain point»."
)


def opponent(within: float, outside: str = "zero", plies: int = OPPONENT_DEPTH) -> str:
    """A strategy with f1 destroyed outside a range.

    >>> opponent(30.0)[-13:]
    ' within=30.0)'
    """
    return str(search("clipped-minimax", plies=plies, own=function(FUNCTION), within=within, outside=outside))


def distance(within: float, seed: int, outside: str = "zero") -> float:
    """The mean difference between f1 and the destroyed f1, in units of a man, over boards of random games.

    >>> distance(EVERYTHING, seed=1)
    0.0
    """
    total = boards = 0.0
    for number in range(BOARDS):
        for state in list(random_moves(game(GAME).start(), stream(("boards", seed, number)), 60))[OPENING:]:
            features = state.game.feature_values(state, 0)  # type: ignore[attr-defined]
            value = abs(sum(weight * features[name] for name, weight in F1.items()))
            left = value if value <= within else 0.0 if outside == "zero" else within
            total += value - left
            boards += 1
    return total / boards / F1["men"]


def figure_5(setting: Setting) -> Findings:
    """The benefit of a perfect model at checkers, by how much of the opponent's function is destroyed."""
    count, mm = openings(setting, QUICK), minimax(FUNCTION, OWN_DEPTH)
    benefit: dict[float, list[float]] = {}
    rows = []
    for within in WITHIN:
        name = "whole function" if within == EVERYTHING else f"values kept within {within:g}"
        other = opponent(within)
        knows = str(search(f"m-star-with({other}, plies={OWN_DEPTH}, own={function(FUNCTION)})"))
        plain = points_played(setting, f"minimax, {name}", mm, other, count)
        modelled = points_played(setting, f"M*, {name}", knows, other, count)
        benefit[within] = [THOUSANDTHS * each for each in apart(modelled, plain)]
        rows += [
            Row(f"{name}: points a game of minimax", None, estimate(plain, setting.seed)),
            Row(f"{name}: points a game of M*", None, estimate(modelled, setting.seed)),
        ]
    between = averaged([benefit[within] for within in WITHIN[1:-1]])
    named = {within: f"values kept within {within:g}" if within < EVERYTHING else "whole function" for within in WITHIN}
    claims = [
        Claim(
            f"{named[within]}: points of M* minus points of minimax, {UNIT}",
            None,
            benefit[within],
        )
        for within in WITHIN[1:]
    ]
    claims += [
        Claim(
            f"rise of the benefit from the whole function to the mean of the middle ranges, {UNIT}",
            None,
            apart(between, benefit[WITHIN[0]]),
        ),
        Claim(
            f"fall of the benefit from the mean of the middle ranges to the smallest range, {UNIT}",
            None,
            apart(between, benefit[WITHIN[-1]]),
        ),
    ]
    whole = estimate(benefit[WITHIN[0]], setting.seed)
    rows.insert(
        0, Row(f"{named[WITHIN[0]]}: points of M* minus points of minimax, {UNIT}", None, whole)
    )  # 0 by Lemma 1, so nothing to claim
    apart_by = {within: distance(within, setting.seed) for within in WITHIN}
    shown: dict[str, tuple[list[float], list[Estimate]]] = {
        "f1 destroyed": (list(apart_by.values()), [estimate(values, setting.seed) for values in benefit.values()])
    }
    distances = ", ".join(f"{named[within]}: {far:.2f}" for within, far in apart_by.items())
    notes = (
        f"For each point, M* and minimax play {2 * count:,} games each, from the same {count:,} openings, with both "
        f"colours. We search {OWN_DEPTH} plies deep with f1, the opponent {OPPONENT_DEPTH} plies with a destroyed f1: "
        "values outside the range count as 0. The mean difference between f1 and the destroyed f1, in units of a "
        f"man, over boards of random games: {distances}.",
    )
    picture = curves(shown, "difference of the functions, men", "benefit, thousandths of a point", level=0)
    return Findings(
        (*decided(claims, setting.seed, "openings"), *rows), notes, {"The benefit by function difference": picture}
    )
