"""The demonstrations: an adaptive player that learns how three opponents play Hearts, and random games."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.table import Table

import kibitz
from kibitz.arena.card_sessions import Points, play_session
from kibitz.arena.intervals import SHARE, Estimate, estimate
from kibitz.arena.points import shares
from kibitz.games.registry import named_alone
from kibitz.players.belief_report import Reading
from kibitz.players.play_game import random_moves
from kibitz.players.player import Player
from kibitz.progress import Bar
from kibitz.random import Random
from kibitz.words import in_words

PLIES = 400
HANDS = 8
SESSIONS = 24
GAME = "hearts(open=true)"
HABITS = ("ducks", "lowest-card", "highest-card", "takes-tricks")
NAMES = ("reader", "Ann", "Ben", "Cleo")
READS = "reads them"
REPLY = f"candidates=[{', '.join(HABITS)}], reply=exploit, simulations=200"
PLAYERS = {
    READS: f"adaptive({REPLY})",
    "believes that every habit is equally likely": f"adaptive({REPLY}, learner=none)",
    "mcts: believes that they play like itself": "mcts(simulations=200)",
}
BAR = 8

Watch = Callable[[int, Points], None]


def boards(out: Console, seed: int) -> None:
    """Play and draw one game of each kind."""
    out.print("[bold]Kibitz[/]: a random game of each kind.\n")
    for name in named_alone():
        _show_game(out, kibitz.game(name), seed)


def _show_game(out: Console, game: kibitz.Game, seed: int) -> None:
    states = list(random_moves(game.start(seed), seed, PLIES))
    middle, last = states[len(states) // 2], states[-1]
    end = "the end" if last.over else f"after {len(states) - 1} moves"
    boards = [
        Panel(state.board(), title=title, border_style="dim", expand=False)
        for state, title in ((middle, f"move {len(states) // 2}"), (last, end))
    ]
    out.rule(f"[bold]{game.name}[/]: {game.summary}", align="left")
    out.print(Columns(boards))
    scores = ", ".join(f"seat {seat}: {score:g}" for seat, score in enumerate(last.scores))
    out.print(f"{len(states) - 1} moves; {scores}\n", style="dim")


def reading(out: Console, seed: int, sessions: int = SESSIONS) -> None:
    """Show the belief of an adaptive player about three opponents hand by hand, then the same without learning."""
    habits = _drawn(seed)
    out.print(f"[bold]Kibitz[/] sits down at Hearts with Ann, Ben and Cleo: {HANDS} hands, all cards open.")
    out.print("Hearts and the queen of spades cost points; the player with the fewest points wins the hand.")
    out.print("It is not told how the others decide. Each of them has one of four habits:")
    for name in HABITS:
        out.print(f"  [bold]{name:<13}[/] {_words_of(name)}")
    out.print()
    reader = kibitz.player(PLAYERS[READS])
    totals = [0.0] * len(NAMES)

    def watch(hand: int, points: Points) -> None:
        totals[:] = [total - gained for total, gained in zip(totals, points, strict=True)]
        standing = "  ".join(f"{name} {total:g}" for name, total in zip(NAMES, totals, strict=True))
        out.print(f"hand {hand}   [dim]points: {standing}[/]")
        for each in reader.beliefs():
            out.print(f"   {each.opponent:<5} {bars(each)}")

    first = _session(reader, habits, seed, watch)
    out.print("\n[bold]Its beliefs, and the evidence[/]")
    for each in reader.beliefs():
        out.print(str(each), markup=False)
    truth = ", ".join(f"{name} {_words_of(habit)}" for name, habit in zip(NAMES[1:], habits, strict=True))
    out.print(f"\n[bold]The truth[/]: {truth}.\n")
    _compare(out, seed, sessions, [_won(points) for points in first])


def _drawn(seed: int) -> list[str]:
    """The habits of Ann, Ben and Cleo."""
    random = Random(seed, "demonstration")
    return [random.choice(HABITS) for _ in NAMES[1:]]


def _words_of(habit: str) -> str:
    return kibitz.model(habit).words


def _won(points: Points) -> float:
    """Our share of a hand: one, or a part of it if several players tie for the fewest points."""
    best = max(points)
    return shares(tuple(number for number, each in enumerate(points) if each == best), len(points))[0]


def bars(said: Reading, most: int = 2) -> str:
    """A belief as bars: the likeliest candidates, without those that are all but ruled out.

    >>> bars(Reading("Ann", {"ducks": 0.25, "cheap": 0.75, "greedy": 0.0}, ()))
    'cheap [green]██████[/][dim]··[/]  75%   ducks [green]██[/][dim]······[/]  25%'
    """
    parts = []
    likeliest = sorted(said.weights.items(), key=lambda pair: -pair[1])[:most]
    for name, share in [pair for pair in likeliest if pair[1] >= 0.005]:
        full = round(share * BAR)
        parts.append(f"{in_words(name)} [green]{'█' * full}[/][dim]{'·' * (BAR - full)}[/] {share:>4.0%}")
    return "   ".join(parts)


def _session(player: Player, habits: list[str], seed: int, watch: Watch | None = None) -> list[Points]:
    game = kibitz.game(GAME, hands=HANDS)
    others = [kibitz.player(each) for each in habits]
    return play_session(game, [player, *others], NAMES, seed, turned=seed % game.players, watch=watch)


def _compare(out: Console, seed: int, sessions: int, first: list[float]) -> None:
    """Play the same deals, and more, with players that do not learn. Each session has opponents of its own."""
    found: dict[str, list[float]] = {name: [] for name in PLAYERS}
    with Bar(f"the same {sessions * HANDS} deals for each", console=out) as bar:
        for done, (number, name) in enumerate(product(range(sessions), PLAYERS)):
            bar.update(done, sessions * len(PLAYERS))
            won = first
            if number > 0 or name != READS:
                strangers = _drawn(seed + number)
                won = [_won(each) for each in _session(kibitz.player(PLAYERS[name]), strangers, seed + number)]
            found[name].append(sum(won) / len(won))
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column(f"{sessions} tables of strangers")
    table.add_column("hands won", justify="right")
    table.add_column("gained by learning", justify="right")
    for name, won in found.items():
        gains = [read - other for read, other in zip(found[READS], won, strict=True)]
        gain = "" if name == READS else _words(estimate(gains, seed, (-1.0, 1.0)), "+")
        table.add_row(name, _words(estimate(won, seed, SHARE)), gain)
    out.print(table)
    out.print(f"Percent of {HANDS} hands at each table. In brackets: 95% intervals, by table.", style="dim")


def _words(found: Estimate, sign: str = "") -> str:
    low, high = found.ends
    ends = "no interval" if low is None or high is None else f"{100 * low:{sign}.0f} to {100 * high:{sign}.0f}"
    return f"{100 * found.mean:{sign}.0f} ({ends})"
