"""The cost of a model, and whether the time is better spent on searching deeper (carmel1993 section 2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.arena.figures import compared
from kibitz.arena.intervals import Estimate, estimate, resampled
from kibitz.games.game import State
from kibitz.papers.cached_work import spread
from kibitz.papers.carmel1993.depth_difference import THOUSANDTHS, UNIT
from kibitz.papers.carmel1993.observed_games import examples_of
from kibitz.papers.carmel1993.paired_points import function, m_star, minimax, openings, points_played
from kibitz.papers.claims import Row
from kibitz.papers.item import Findings, Setting
from kibitz.papers.paired import apart
from kibitz.searches.registry import search

RULE = (
    "There is no verdict: the paper gives both players the same search resources, and its figures measure these by "
    "depth. The findings are how many points M* is ahead of minimax against each opponent at equal time. Equal time "
    "means that minimax may visit as many nodes as fit into the mean time of M*. Intervals of points count an opening "
    "as one observation; intervals of nodes count a position as one."
)
VARIANTS = ("cautious", "plain", "recursive", "korf", "tie-break")
POSITIONS, QUICK_POSITIONS = 400, 40
QUICK = 6  # openings


class Match(NamedTuple):
    """Depths of the player, who has f1, and of the opponent, who has f2.

    ``per_node`` is how many nodes alpha-beta visits in the time of one node of M*.
    """

    depth: int
    opponent_depth: int
    per_node: float

    @property
    def label(self) -> str:
        """The label of a row."""
        return f"(f1, {self.depth}) v. (f2, {self.opponent_depth})"


MATCHES = (Match(4, 2, 1.1), Match(6, 2, 0.98), Match(6, 4, 0.93))
"""The matches. ``python -m benchmarks.equal_time`` measured how long a node takes."""
DEEPER = (1,)
"""How many plies deeper minimax searches in the comparison without a node limit."""


def nodes_visited(spec: str, positions: int, seed: int) -> list[int]:
    """The nodes that a search visits in positions of games, for positions with more than one legal move.

    >>> few, many = (sum(nodes_visited(f"alpha-beta(depth={depth})", 5, 1)) for depth in (2, 4))
    >>> few < many
    True
    """
    made = search(spec)
    return [made.analyse(state).nodes for state in positions_met(positions, seed)]


def positions_met(count: int, seed: int) -> list[State]:
    """Positions in which a strategy of medium depth was to move."""
    watched = search("alpha-beta", depth=4, own=function("f1"))
    return [example.state for example in examples_of(watched, seed, 0, count)]


def first_best(depth: int) -> str:
    """Minimax that finds only the first of its best moves, which is faster than finding all ties.

    >>> first_best(4)[:24]
    'alpha-beta(depth=4, own='
    """
    return str(search("alpha-beta", depth=depth, own=function("f1")))


def within_nodes(nodes: int) -> str:
    """Minimax that finds only the first of its best moves, with a node limit instead of a depth.

    >>> within_nodes(500)[:24]
    'alpha-beta(nodes=500, ow'
    """
    return str(search("alpha-beta", nodes=nodes, own=function("f1")))


def cost(setting: Setting) -> Findings:
    """Nodes of the variants, and points at equal time."""
    positions, count = setting.times(POSITIONS, QUICK_POSITIONS), openings(setting, QUICK)
    rows = _nodes_rows(setting, positions)
    findings, points, drawn = [], [], []
    for match in MATCHES:
        other = minimax("f2", match.opponent_depth)
        knowing = m_star("f1", match.depth, "f2", match.opponent_depth)
        [visited] = spread(setting, "positions", nodes_visited, [(knowing, positions, setting.seed)])
        mean = sum(visited) / len(visited)
        limit = round(match.per_node * mean)
        players = {
            f"M* with {mean:,.0f} nodes on average": knowing,
            f"minimax with at most {limit:,} nodes": within_nodes(limit),
            "minimax of the same depth": minimax("f1", match.depth),
            **{f"minimax {more} ply deeper": first_best(match.depth + more) for more in DEEPER},
        }
        found = {
            name: points_played(setting, f"{name}, {match.label}", spec, other, count) for name, spec in players.items()
        }
        (_, ours), (_, theirs), *_ = found.items()
        ahead = estimate([THOUSANDTHS * each for each in apart(ours, theirs)], setting.seed)
        findings.append(
            Row(
                f"{match.label}: lead of M* over minimax at equal time, {UNIT}",
                None,
                ahead,
                finding=True,
            )
        )
        for name, values in found.items():
            measured = estimate(values, setting.seed)
            points.append(Row(f"{match.label}: points a game of {name}", None, measured))
            drawn.append((f"{match.depth}-{match.opponent_depth} {name}", None, measured))
        for more in DEEPER:
            [spent] = spread(
                setting, "positions", nodes_visited, [(first_best(match.depth + more), positions, setting.seed)]
            )
            ratio = ratio_of_sums(spent, visited, setting.seed)
            label = f"{match.label}: nodes of minimax that searches {more} ply deeper, divided by nodes of M*"
            points.append(Row(label, None, ratio))
    per_node = ", ".join(f"{match.per_node:g}" for match in MATCHES)
    notes = (
        f"Nodes: {positions} unforced positions of a strategy's games. Points: {2 * count:,} games each, from the "
        f"same {count:,} openings, both colours. Equal time is given as a node limit, so that results are "
        f"reproducible: in the time of one node of M*, alpha-beta visits {per_node} nodes in the three matches "
        "(`python -m benchmarks.equal_time`). Minimax with a node limit deepens iteratively, and its last finished "
        "iteration counts.",
    )
    picture = compared(drawn, "points a game")
    return Findings(
        (*findings, *points, *rows),
        notes,
        {"Points at equal time and deeper": picture},
    )


def _nodes_rows(setting: Setting, positions: int) -> list[Row]:
    """Nodes of every variant of M*, and of alpha-beta with all ties, relative to alpha-beta of the same depth."""
    rows = []
    for depth, model_depth in ((4, 2), (6, 4)):
        specs = {variant: m_star("f1", depth, "f2", model_depth, variant) for variant in VARIANTS}
        plain, exact = first_best(depth), minimax("f1", depth)
        cases = [(spec, positions, setting.seed) for spec in (plain, exact, *specs.values())]
        base, ties, *found = spread(setting, "positions", nodes_visited, cases)
        counts = {"alpha-beta (all best moves)": ties}
        counts |= {f"M* ({variant})": nodes for variant, nodes in zip(specs, found, strict=True)}
        for who, nodes in counts.items():
            label = f"depth {depth}, model's depth {model_depth}: nodes of {who} divided by nodes of alpha-beta"
            rows.append(Row(label, None, ratio_of_sums(nodes, base, setting.seed)))
    return rows


def ratio_of_sums(above: Sequence[float], below: Sequence[float], seed: int) -> Estimate:
    """The ratio of two node counts, with an interval over positions.

    >>> ratio_of_sums([4, 8], [2, 4], seed=1).mean
    2.0
    """
    import numpy

    first, second = (numpy.array(each, dtype=float)[:, None] for each in (above, below))
    return resampled(first, second, seed)[0]
