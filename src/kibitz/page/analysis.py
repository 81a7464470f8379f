"""What a search says of a position, as plain values: the value of every move, the line, the worlds, a small tree."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isfinite
from time import perf_counter
from typing import Any, cast

from kibitz.errors import KibitzError
from kibitz.games.capabilities import Evaluated
from kibitz.games.game import CHANCE, Game, State
from kibitz.games.registry import game as game_named
from kibitz.games.view import View
from kibitz.players.play_game import random_moves
from kibitz.players.searching import WORLDS
from kibitz.random import Random
from kibitz.searches.registry import REGISTRY as SEARCHES
from kibitz.searches.registry import search as search_named
from kibitz.searches.sampled import Sampled
from kibitz.searches.search import Search
from kibitz.specs import Spec

WORLDS_SHOWN = 4
LEAVES = 120
"""A tree with more leaves than this is not drawn."""
LIMITS = ("simulations=200", "depth=3")
"""Limits that make a search quick. Each search gets the first one that it has as an option."""
MODEL = "greedy"
"""The model of the other players, for searches that need one."""
LONGEST_START = 10
MISTAKES = 4
"""How many decisions are shown as mistakes."""
LONGEST_LOOK = 10.0
"""Seconds after which no further decision of a game is searched for mistakes."""
LEAST_CHANCE = 0.05
"""The smallest loss of a chance to win that is called a mistake."""
LEAST_POINTS = 1.0
"""The smallest loss of points that is called a mistake."""
NODES = 40
"""If a tree has at most this many nodes, all of them are searched; otherwise only the root."""


def analysed(position: State | View, spec: str) -> dict[str, Any]:
    """The analysis of a position by a search, from what the seat to move may know.

    >>> import kibitz
    >>> found = analysed(kibitz.game("tic-tac-toe").start().play_all("a1, b1, a2, b2"), "maxn")
    >>> found["best"], found["moves"][0]["value"]
    (['a3'], '-1')
    """
    chosen = search_named(spec)
    part = chosen.part_of(position)
    if isinstance(part, View) and not chosen.takes_views:
        chosen = Sampled(chosen, worlds=WORLDS, vote=bool(chosen.unaveraged))
    found = chosen.analyse(part)
    least, most = min(found.ranks.values()), max(found.ranks.values())
    return {
        "search": found.search,
        "unit": position.game.score_unit,
        "seat": position.to_move,
        "best": list(found.best),
        "line": list(found.line),
        "nodes": found.nodes,
        "why": found.why(),
        "moves": [
            {
                "move": move,
                "value": in_figures(own(found.values.get(move), found.seat)),
                "worth": worth(position.game, chosen, own(found.values.get(move), found.seat)),
                "rank": (rank - least) / (most - least) if isfinite(rank) and most > least else 1.0,
            }
            for move, rank in found.ranks.items()
        ],
    }


def worth(game: Game, search: Search, value: Any) -> float | None:
    """What a move is worth to a person: the chance to win, from 0 to 1 (a draw counts one half), or points.

    It is None unless the value is the average result of simulated games, and the game is won or lost or has points. If
    simulated games stop early, a finished game counts as much as ``Game.end_weight`` says.

    >>> import kibitz
    >>> game = kibitz.game("tic-tac-toe")
    >>> worth(game, kibitz.search("mcts"), 0.5), worth(game, kibitz.search("maxn"), 0.5)
    (0.75, None)
    """
    if not isinstance(value, (int, float)) or not game.score_unit or "simulations" not in search.options:
        return None
    if game.score_unit == "points":
        return float(value)
    scale = game.end_weight(cast("Evaluated", game).weights) if search.options.get("depth") else 1.0
    return min(1.0, max(0.0, (1 + value / (scale or 1.0)) / 2))


def mistakes(positions: Sequence[tuple[int, State | View, str]], spec: str) -> list[dict[str, Any]]:
    """The decisions that cost the most, by a search: what was played, what was better, and what that cost.

    Each position has its ply and the move that was made. The search looks at every position until the time is up.

    >>> import kibitz
    >>> start = kibitz.game("tic-tac-toe").start()
    >>> lost = start.play_all("a1, b2, c3, a3")
    >>> [each["better"] for each in mistakes([(4, lost, "b1")], "mcts(simulations=500)")]
    ['c1']
    """
    began, found = perf_counter(), []
    for ply, position, move in positions:
        if perf_counter() - began > LONGEST_LOOK:
            break
        seen = analysed(position, spec)
        by_move = {each["move"]: each for each in seen["moves"]}
        better = seen["best"][0]
        if move not in by_move or move in seen["best"]:
            continue
        worths = by_move[better]["worth"], by_move[move]["worth"]
        cost = worths[0] - worths[1] if None not in worths else by_move[better]["rank"] - by_move[move]["rank"]
        least = LEAST_CHANCE if position.game.score_unit == "win" or None in worths else LEAST_POINTS
        if cost >= least:
            unit = position.game.score_unit if None not in worths else ""
            found.append({"ply": ply, "move": move, "better": better, "cost": cost, "unit": unit})
    return sorted(found, key=lambda each: -each["cost"])[:MISTAKES]


@lru_cache(maxsize=64)
def searches_for(game: Game) -> tuple[str, ...]:
    """The searches that can value the moves of a game, each with a limit that makes it quick.

    >>> import kibitz
    >>> "alpha-beta(depth=3)" in searches_for(kibitz.game("checkers")), "m-star" in searches_for(kibitz.game("hearts"))
    (True, False)
    """
    start = next(state for state in random_moves(game.start(1), 1, LONGEST_START) if state.to_move != CHANCE)
    written = ([spec for spec in _quick(name) if _applies(spec, start)] for name in sorted(SEARCHES))
    return tuple(specs[0] for specs in written if specs)


def _quick(name: str) -> list[str]:
    """The specifications of a search with a limit: one without and one with a model of the others. The list is empty if
    the search takes another search as its argument, or would look to the end of the game."""
    kind = SEARCHES.kind(name)
    known = {option.name for option in kind.options_known}
    limit = [limit for limit in LIMITS if limit.partition("=")[0] in known][:1]
    if kind.arguments_taken or ("nodes" in known and not limit):  # the latter looks to the end
        return []
    ways = [limit, [f"others={MODEL}", *limit]] if "others" in known else [limit]
    return [f"{name}({', '.join(way)})" if way else name for way in ways]


def _applies(spec: str, start: State) -> bool:
    """Whether a search accepts a position and stops before the end of the game. This is checked without searching."""
    try:
        chosen = search_named(spec)
        endless = chosen.looks_to_the_end and not any(limit in spec for limit in LIMITS)
        return not endless and chosen.refusal(chosen.part_of(start)) is None
    except KibitzError:
        return False


def own(value: Any, seat: int) -> Any:
    """The part of a value that concerns a seat, if it has a part for each seat."""
    vector = isinstance(value, tuple) and seat < len(value)
    return value[seat] if vector and all(isinstance(each, (int, float)) for each in value) else value


def in_figures(value: Any) -> str:
    """A value of a search, rounded to a few digits.

    >>> in_figures(0.123456), in_figures((1.0, -1.0))
    ('0.12', '(1, -1)')
    """
    if isinstance(value, (int, float)):
        return f"{value:.2g}" if abs(value) < 100 else f"{value:.0f}"
    if isinstance(value, tuple):
        return f"({', '.join(map(in_figures, value))})"
    if isinstance(value, Mapping):
        likely = max(value.items(), key=lambda pair: pair[1])
        return f"{in_figures(likely[0])} {likely[1]:.0%}"
    return "" if value is None else f"{len(value)} outcomes" if isinstance(value, frozenset) else str(value)[:20]


def worlds(view: View, number: int = WORLDS_SHOWN) -> list[dict[str, str]]:
    """A few whole positions that the seat of a view cannot distinguish from the real one."""
    found = []
    for each in range(number):
        world = view.world(Random(0, "worlds shown", view.key, each))
        found.append({"text": world.board(), "svg": world.svg(size=320)})
    return found


def small_tree(position: State) -> dict[str, Any]:
    """Draw the tree of everything that can still happen; the picture is empty if it has too many leaves, because the
    inner nodes of a game have no values.

    >>> import kibitz
    >>> near_end = kibitz.game("tic-tac-toe").start().play_all("a1, b2, c3, b1, b3, a3")
    >>> small_tree(near_end)["plies"]
    3
    """
    nodes: dict[str, Any] | None = None
    for depth in range(1, 12):
        grown = _grown(position, depth, [LEAVES])
        if grown is None:
            return {"svg": "", "text": "", "plies": 0}
        whole, nodes = nodes == grown, grown
        if whole:
            plies = depth - 1
            break
    else:
        return {"svg": "", "text": "", "plies": 0}
    written = json.dumps({"players": position.game.players, "root": nodes})
    root = game_named(Spec("tree", (), {"json": written})).start()
    return {"svg": root.svg(size=900), "text": root.board(), "plies": plies}


def _grown(state: State, depth: int, left: list[int], path: str = "") -> dict[str, Any] | None:
    """The tree in the format of the game ``tree``; None if it has too many leaves."""
    named = {"name": path} if path else {}
    if state.over or depth == 0 or state.to_move == CHANCE:
        left[0] -= 1
        return {**named, "values": list(state.scores)} if left[0] >= 0 else None
    children = []
    for move in state.moves():
        child = _grown(state.play(move), depth - 1, left, f"{path} {move}".strip())
        if child is None:
            return None
        children.append(child)
    return {**named, "to_move": state.to_move, "children": children}


def look_at_tree(game: str, spec: str) -> dict[str, Any]:
    """Draw a tree with the value of every move for the player who makes it, and analyse its root.

    >>> tree = '{"root": {"to_move": 0, "children": [{"name": "a", "value": 3}, {"name": "b", "value": 8}]}}'
    >>> look_at_tree(f"tree(json='{tree}')", "maxn")["best"]
    ['b']
    """
    made: Any = game_named(game)
    start = made.start()
    found = analysed(start, spec)
    notes = {each["move"]: each["value"] for each in found["moves"]}
    if len(made.content.nodes) <= NODES:
        for state in _below(start):
            notes |= _values(state, spec)
    drawn = made.picture(start, size=900, highlight=found["best"], notes=notes)
    return {**found, "svg": drawn, "text": start.board()}


def _below(state: State) -> list[State]:
    """All later positions in which a player, not chance, is to move."""
    found = []
    for move in state.moves():
        after = state.play(move)
        if not after.over:
            found += [*([after] if after.to_move >= 0 else []), *_below(after)]
    return found


def _values(state: State, spec: str) -> dict[str, str]:
    """The value of every move for the seat to move; nothing if the search cannot play this position."""
    try:
        found = search_named(spec).analyse(state)
    except KibitzError:
        return {}
    return {move: in_figures(own(value, found.seat)) for move, value in found.values.items()}
