"""The demonstrations: an adaptive player that learns how three opponents play Hearts, and random games."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from itertools import product
from statistics import fmean
from typing import TYPE_CHECKING, cast

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
from kibitz.pool.backends import backend_named
from kibitz.pool.lines import applied
from kibitz.pool.work import Chunks, Work
from kibitz.progress import Bar
from kibitz.random import Random
from kibitz.words import in_words

if TYPE_CHECKING:
    from kibitz.players.adaptive import Adaptive

PLIES = 400
HANDS = 8
SESSIONS = 40
TRICKS = 6
"""How many tricks of the first hand are shown."""
IN_A_HAND = 13
WORTH_TELLING = 0.05
"""If the beliefs lead to another move, it is explained only if its expected share of hands won is higher by at least
this."""
GAME = "hearts(open=true)"
HABITS = ("ducks", "lowest-card", "highest-card", "takes-tricks")
NAMES = ("Kibitz", "Ann", "Ben", "Cleo")
READS = "Kibitz, which reads them"
PLAIN = "mcts(simulations=200)"
"""The player that models nobody. What it would play is shown where the beliefs lead to another move."""
REPLY = f"candidates=[{', '.join(HABITS)}], reply=exploit, simulations=200, baseline={PLAIN}"
PLAYERS = {
    READS: f"adaptive({REPLY})",
    "the same, but it never learns": f"adaptive({REPLY}, learner=none)",
    "mcts, which models nobody": PLAIN,
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
    """Show how an adaptive player reads three opponents in a hand, what that changes, and what it gains."""
    habits = _drawn(seed)
    out.print("[bold]Kibitz[/] sits down at Hearts, with open cards, with Ann, Ben and Cleo.")
    out.print("Hearts and the queen of spades cost points. The fewest points win a hand.")
    out.print("Each stranger has one of four habits. Kibitz is not told which.")
    for name in HABITS:
        out.print(f"  [bold]{name:<13}[/] {_words_of(name)}")
    out.print("\n[bold]The first hand, as Kibitz sees it[/]")
    reader = cast("Adaptive", kibitz.player(PLAYERS[READS]))
    scores = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("points after hand", *NAMES):
        scores.add_column(heading, justify="right")
    totals = [0.0] * len(NAMES)

    def watch(hand: int, points: Points) -> None:
        totals[:] = [total - gained for total, gained in zip(totals, points, strict=True)]
        scores.add_row(str(hand), *(f"{total:g}" for total in totals))

    first = _session(reader, habits, seed, watch, FirstHand(out, reader, seed).see)
    out.print(f"\n[bold]{HANDS} hands with the same strangers[/]")
    out.print(scores)
    out.print("\n[bold]What Kibitz believes, and the truth[/]")
    _show_truth(out, reader, habits)
    out.print(f"\n[bold]What reading gains[/], measured at {sessions} tables of strangers")
    _compare(out, seed, sessions, [_won(points) for points in first])


class FirstHand:
    """Prints the first tricks, how the beliefs change, and which moves they change."""

    def __init__(self, out: Console, reader: Adaptive, seed: int) -> None:
        game = kibitz.game(GAME, hands=HANDS)
        self.out, self.reader = out, reader
        self.before = game.start(seed)
        self.names = [NAMES[(seed + seat) % len(NAMES)] for seat in range(game.players)]
        self.played: list[str] = []
        self.why: list[str] = []
        self.told: dict[str, str] = {}
        self.tricks = 0

    def see(self, state: kibitz.State) -> None:
        """Take note of a move, and print the trick that it completes."""
        if self.tricks == TRICKS:
            return
        before, self.before = self.before, state
        name = self.names[before.to_move]
        move = next(move for move in before.moves() if before.play(move) == state)
        self.played.append(f"{name} [bold]{move}[/]")
        if name == NAMES[0]:
            explained = self.reader.explain()
            if explained.without != move and (explained.gain or 0.0) >= WORTH_TELLING:
                more = f"wins {explained.gain:.0%} more of such hands"
                self.why.append(f"Kibitz plays {move}, not {explained.without}: given its beliefs, that {more}")
        if len(self.played) == len(self.names):
            self._print_trick()

    def _print_trick(self) -> None:
        self.tricks += 1
        self.out.print(f"trick {self.tricks}   {'   '.join(self.played)}")
        for why in self.why:
            self.out.print(f"   [yellow]{why}[/]")
        for each in sorted(self.reader.beliefs(), key=lambda each: each.opponent):
            shown = bars(each)
            if shown != self.told.get(each.opponent):
                self.out.print(f"   {each.opponent:<5} {shown}")
            self.told[each.opponent] = shown
        self.played, self.why = [], []
        if self.tricks == TRICKS:
            self.out.print(f"   (the other {IN_A_HAND - TRICKS} tricks of this hand are not shown)", style="dim")


def _show_truth(out: Console, reader: Adaptive, habits: list[str]) -> None:
    """Print what each stranger is taken for, what it really is, and the move that was the strongest evidence."""
    told = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("who", "believed", "the truth", "the strongest evidence"):
        told.add_column(heading)
    truth = dict(zip(NAMES[1:], habits, strict=True))
    for each in sorted(reader.beliefs(), key=lambda each: each.opponent):
        believed = f"{each.likeliest} {max(each.weights.values()):.0%}"
        told.add_row(each.opponent, believed, truth[each.opponent], each.reasons[0] if each.reasons else "")
    out.print(told)


def say_next(out: Console, steps: Mapping[str, str]) -> None:
    """Print what to try next: commands, each with its purpose."""
    out.print("\n[bold]Next[/]")
    for command, what in steps.items():
        out.print(f"  [bold green]{command:<{max(map(len, steps))}}[/] {what}", soft_wrap=True)


def _drawn(seed: int) -> list[str]:
    """The habits of Ann, Ben and Cleo."""
    random = Random(seed, "demonstration")
    return [random.choice(HABITS) for _ in NAMES[1:]]


def _words_of(habit: str) -> str:
    return kibitz.model(habit).words


def _won(points: Points) -> float:
    """Our share of a won hand: 1, a part of it if several players tie for the fewest points, or 0."""
    best = max(points)
    return shares(tuple(number for number, each in enumerate(points) if each == best), len(points))[0]


def bars(said: Reading, most: int = 2) -> str:
    """A belief as bars: the likeliest candidates, without those that are nearly ruled out.

    >>> bars(Reading("Ann", {"ducks": 0.25, "cheap": 0.75, "greedy": 0.0}, ()))
    'cheap [green]██████[/][dim]··[/]  75%   ducks [green]██[/][dim]······[/]  25%'
    """
    parts = []
    likeliest = sorted(said.weights.items(), key=lambda pair: -pair[1])[:most]
    for name, share in [pair for pair in likeliest if pair[1] >= 0.005]:
        full = round(share * BAR)
        parts.append(f"{in_words(name)} [green]{'█' * full}[/][dim]{'·' * (BAR - full)}[/] {share:>4.0%}")
    return "   ".join(parts)


def _session(
    player: Player,
    habits: list[str],
    seed: int,
    watch: Watch | None = None,
    watch_moves: Callable[[kibitz.State], None] | None = None,
) -> list[Points]:
    game = kibitz.game(GAME, hands=HANDS)
    others = [kibitz.player(each) for each in habits]
    return play_session(game, [player, *others], NAMES, seed, seed % game.players, watch, watch_moves)


def _compare(out: Console, seed: int, sessions: int, first: list[float]) -> None:
    """Play the same deals with players that do not learn, and then more deals with all players, on all cores. Each
    session has opponents of its own."""
    found = {(seed, READS): first}
    missing = [case for case in product(range(seed, seed + sessions), PLAYERS) if case not in found]
    work = Work(applied, (_won_at,), what="demonstration")
    with (
        Bar(f"the same {sessions * HANDS} deals for each", console=out) as bar,
        backend_named(jobs=min(os.cpu_count() or 1, len(missing)))(work) as workers,
    ):
        for chunk, results in workers(Chunks([missing], size=1)):
            found.update(zip(chunk, results, strict=True))
            bar.update(len(found) - 1, len(missing))
    won_by = {name: [fmean(found[seed + number, name]) for number in range(sessions)] for name in PLAYERS}
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("who sits down")
    table.add_column("hands won, %", justify="right")
    table.add_column("gained by reading", justify="right")
    for name, won in won_by.items():
        gains = [read - other for read, other in zip(won_by[READS], won, strict=True)]
        gain = "" if name == READS else _words(estimate(gains, seed, (-1.0, 1.0)), "+")
        table.add_row(name, _words(estimate(won, seed, SHARE)), gain)
    out.print(table)
    out.print(f"{HANDS} hands a table, the same deals for each; 95% intervals, by table.", style="dim")


def _won_at(number: int, name: str) -> list[float]:
    """Our share of every hand at the table with this number, for the player with this name."""
    return [_won(each) for each in _session(kibitz.player(PLAYERS[name]), _drawn(number), number)]


def _words(found: Estimate, sign: str = "") -> str:
    low, high = found.ends
    ends = "no interval" if low is None or high is None else f"{100 * low:{sign}.1f} to {100 * high:{sign}.1f}"
    return f"{100 * found.mean:{sign}.1f} ({ends})"
