"""How much time the arena adds to its players, and how much a second process saves.

A match takes longer than its players, whose time is measured around every decision. Half of the rest is the rules of
the game, which every program has to run. To separate the two, the same games are also played, move for move, by a plain
loop: ask the player to move, play the move, add up the scores. The players are timed in the same way there. The first
row of each game is what the arena adds to players and rules: the difference of the two overheads, each a ratio within
one run. The second row is the whole overhead of the match over its players, including rules, results and intervals. It
should be at most 5%. The median of all rounds counts. The last row plays one match of about a minute with one process
and with two. Run this on a machine that does nothing else.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Sequence

import kibitz
from benchmarks.rows import Measure
from kibitz.arena.experiment import Experiment
from kibitz.arena.session import Director
from kibitz.players.play_game import act_seeds

CHEAP = {
    "checkers": ["random", "greedy", "alpha-beta(depth=4)"],
    "hearts(open=true)": ["random", "greedy", "maxn(depth=4)", "paranoid(depth=4)"],
}
GAMES = 9000
ROUNDS = 9
MINUTE = 60.0

Prepared = tuple[kibitz.State, tuple[int, ...], list[int]]
"""A first position, who sits where, and the seed of every seat."""


def on_top(game: str, players: list[str], games: int) -> list[Measure]:
    """How much longer a match takes than players and rules, and than its players alone."""
    experiment = Experiment.of(game, players, seed=1)
    deals = max(1, games // ROUNDS // experiment.sessions_a_deal)
    prepared = [_prepared(experiment, number) for number in range(deals * experiment.sessions_a_deal)]
    kibitz.match(game, players, deals=1, opening=0).summary()  # loads what is needed later
    arena, whole = [], []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        result = kibitz.match(game, players, deals=deals, seed=1, opening=0)
        scores = {row.player: row.score.mean * row.games for row in result.standings}
        beyond = (time.perf_counter() - began) / result.store.seconds()[1] - 1
        began = time.perf_counter()
        bare, own = bare_loop(prepared, players)
        rules = (time.perf_counter() - began) / own - 1
        assert all(abs(bare[label] - score) < 1e-6 for label, score in scores.items()), "not the same games"
        arena.append(beyond - rules)
        whole.append(beyond)
    who = f"{', '.join(players)} at {game}"
    return [_row(f"{who}: beyond players and rules", arena), _row(f"{who}: beyond the players alone", whole)]


def _row(what: str, shares: list[float]) -> Measure:
    spread = f"{len(shares)} rounds: {min(shares):.3f} to {max(shares):.3f}"
    return Measure(what, statistics.median(shares), 0.05, True, spread)


def _prepared(experiment: Experiment, number: int) -> Prepared:
    director, (deal, seating) = Director(experiment), experiment.address(number)
    return director.start(deal), seating, act_seeds(director.play_seed(deal, seating), len(seating))


def bare_loop(prepared: Sequence[Prepared], specs: Sequence[str]) -> tuple[Counter[str], float]:
    """Play, and add up the scores and the time that the players took."""
    players, scores, own = [kibitz.player(spec) for spec in specs], Counter[str](), 0.0
    for start, seating, seeds in prepared:
        state, ply = start, 0
        while not state.over:
            seat = state.to_move
            began = time.perf_counter()
            move = players[seating[seat]].act(state, (seeds[seat] + ply) % 2**64)
            own += time.perf_counter() - began
            state = state.play(move)
            ply += 1
        for seat, score in enumerate(state.scores):
            scores[specs[seating[seat]]] += score  # type: ignore[assignment]
    return scores, own


def two_processes(seconds: float = MINUTE) -> Measure:
    """How much sooner a match ends with two processes."""
    game, players = "checkers", ["alpha-beta(depth=6)", "alpha-beta(depth=5)"]
    deals = 4
    while (one := _timed(game, players, deals, 1)) < seconds / 3:
        deals = max(deals + 1, round(deals * min(8.0, seconds / max(one, 0.1))))
    deals = max(1, round(deals * seconds / one))
    one, two = _timed(game, players, deals, 1), _timed(game, players, deals, 2)
    return Measure("a match with two processes in place of one", one / two, 1.8, False, f"{one:.0f} s and {two:.0f} s")


def _timed(game: str, players: list[str], deals: int, jobs: int) -> float:
    began = time.perf_counter()
    kibitz.match(game, players, deals=deals, seed=1, opening=4, jobs=jobs)
    return time.perf_counter() - began


def run() -> list[Measure]:
    rows = [row for game, players in CHEAP.items() for row in on_top(game, players, GAMES)]
    return [*rows, two_processes()]
