"""The demonstrations: an adaptive player that learns how two opponents play Spades, and a random game of each kind."""

from __future__ import annotations

from collections.abc import Callable

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import kibitz
from kibitz.arena.card_sessions import Points, play_session
from kibitz.arena.intervals import Estimate, estimate
from kibitz.games.registry import REGISTRY
from kibitz.players.adaptive import Adaptive
from kibitz.players.player import Player
from kibitz.players.reading import Reading
from kibitz.players.table import random_moves
from kibitz.random import Random

PLIES = 400
HANDS = 12
SESSIONS = 40
TYPES = {
    "MT": "wants as many tricks as it can get",
    "mOT": "wants its bid, and then as few tricks above it as possible",
    "ML": "wants its bid, and that the others miss theirs",
}
NAMES = ("reader", "Ann", "Ben")
CANDIDATES = "candidates=[MT, mOT, ML]"
PLAYERS = {
    "reads them": f"adaptive(own=mOT, {CANDIDATES})",
    "believes that every type is equally likely, and never learns": f"adaptive(own=mOT, {CANDIDATES}, learner=none)",
    "believes that they want the same as itself": "maxn(own=mOT)",
}
BAR = 10

Watch = Callable[[int, Points], None]


def boards(out: Console, seed: int) -> None:
    """Play and draw one game of each kind."""
    out.print("[bold]Kibitz[/]: a random game of each kind.\n")
    for name in REGISTRY:
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
    """Show the belief of an adaptive player about two opponents hand by hand, then the same deals without learning."""
    random = Random(seed, "demonstration")
    types = [random.choice(list(TYPES)) for _ in range(2)]
    out.print(f"[bold]Kibitz[/] sits down at Spades with Ann and Ben: {HANDS} hands, all cards on the table.")
    out.print("It is not told how they decide. Each of them may be one of three:")
    for name, meaning in TYPES.items():
        out.print(f"  [bold]{name:<4}[/] {meaning}")
    out.print()
    reader = kibitz.player(PLAYERS["reads them"])
    assert isinstance(reader, Adaptive)
    totals = [0.0] * 3

    def watch(hand: int, points: Points) -> None:
        totals[:] = [total + gained for total, gained in zip(totals, points, strict=True)]
        standing = "  ".join(f"{name} {total:g}" for name, total in zip(NAMES, totals, strict=True))
        out.print(f"hand {hand:>2}   [dim]{standing}[/]")
        for each in reader.beliefs():
            out.print(f"   {each.opponent}  {bars(each)}")

    first = _session(reader, types, seed, watch)
    out.print("\n[bold]What it says, and why[/]")
    for each in reader.beliefs():
        out.print(str(each), markup=False)
    out.print(f"\n[bold]The truth[/]: Ann was {types[0]}, Ben was {types[1]}.\n")
    _compare(out, types, seed, sessions, [points[0] for points in first])


def bars(said: Reading) -> str:
    """A belief as bars, one for each candidate.

    >>> bars(Reading("Ann", {"MT": 0.75, "mOT": 0.25}, ()))
    'MT [green]████████[/][dim]··[/]  75%   mOT [green]██[/][dim]········[/]  25%'
    """
    parts = []
    for name, share in said.weights.items():
        full = round(share * BAR)
        parts.append(f"{name} [green]{'█' * full}[/][dim]{'·' * (BAR - full)}[/] {share:>4.0%}")
    return "   ".join(parts)


def _session(player: Player, types: list[str], seed: int, watch: Watch | None = None) -> list[Points]:
    game = kibitz.game("spades(open=true)", hands=HANDS)
    others = [kibitz.player(f"maxn(own={each})") for each in types]
    return play_session(game, [player, *others], NAMES, seed, turned=seed % 3, watch=watch)


def _compare(out: Console, types: list[str], seed: int, sessions: int, first: list[float]) -> None:
    """Play the same deals, and more, with players that do not learn. Intervals resample hands."""
    found: dict[str, list[float]] = {name: [] for name in PLAYERS}
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=out, transient=True) as progress:
        task = progress.add_task(f"the same {sessions * HANDS} deals for each", total=sessions * len(PLAYERS))
        for number in range(sessions):
            for name, spec in PLAYERS.items():
                again = number == 0 and name == "reads them"
                played = first if again else [p[0] for p in _session(kibitz.player(spec), types, seed + number)]
                found[name] += played
                progress.advance(task)
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column(f"mOT at the same {sessions * HANDS} deals")
    table.add_column("points a hand", justify="right")
    table.add_column("more than it by reading them", justify="right")
    for name, points in found.items():
        gains = [read - other for read, other in zip(found["reads them"], points, strict=True)]
        gain = "" if name == "reads them" else _words(estimate(gains, seed), "+")
        table.add_row(name, _words(estimate(points, seed)), gain)
    out.print(table)
    out.print("In brackets: 95% intervals, by deal.", style="dim")


def _words(found: Estimate, sign: str = "") -> str:
    ends = f"{found.low:{sign}.1f} to {found.high:{sign}.1f}" if found.has_interval else "no interval"
    return f"{found.mean:{sign}.1f} ({ends})"
