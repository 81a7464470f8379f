"""How much reading the opponents gains if hands are hidden, compared with open hands.

``python -m benchmarks.hidden_reading --sessions 150 --hands 6 --seed 1 --write docs/results/hidden-reading.json``

The opponents decide by habits that depend only on their own cards and the trick. So they play a hand in the same way,
whether hands are open or hidden. Four players take our seat in turn, on the same deals with the same opponents: a
search without models and a reader, each with open and with hidden hands. The reader has the opponents' models among its
candidates and learns in the session which of them each one is. All make the same number of simulations. What is
measured is our share of the win. The ratio of the two gains has Fieller's interval, by session.

``--times`` measures something else: how long the reader takes for a move at hidden Spades for three with bids.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Shown

import kibitz
from kibitz.arena.intervals import SHARE, Estimate, estimate
from kibitz.arena.league.statistics import fieller
from kibitz.games.game import Event, Game
from kibitz.players.player import Player, Policy, Position
from kibitz.progress import Bar
from kibitz.random import Random

TYPES = ("MT", "mOT", "ML")
ARMS = ("open, without models", "open, reader", "hidden, without models", "hidden, reader")


@dataclass(frozen=True)
class Setting:
    """A game, open and hidden, the candidates, and the search that models nobody in each of the two."""

    open: str
    hidden: str
    candidates: tuple[str, ...]
    open_baseline: str
    hidden_baseline: str

    def players(self, simulations: int) -> tuple[tuple[str, str], ...]:
        """The game and the player of every arm."""
        reader = f"adaptive(candidates=[{', '.join(self.candidates)}], simulations={simulations}, reply="
        return (
            (self.open, self.open_baseline.format(n=simulations)),
            (self.open, f"{reader}exploit)"),
            (self.hidden, self.hidden_baseline.format(n=simulations)),
            (self.hidden, f"{reader}exploit-worlds)"),
        )


SETTINGS = {
    "spades by tricks": Setting(
        "spades(players=4, scoring=tricks, open=true)",
        "spades(players=4, scoring=tricks)",
        ("cheap", "lowest-card", "highest-card"),
        "mcts(simulations={n}, own=win, exploration=0.7)",
        "hidden-mcts(simulations={n}, objective=game)",
    ),
    "spades with bids": Setting(
        "spades(open=true)",
        "spades",
        ("cheap", "lowest-card", "highest-card"),
        "mcts(simulations={n}, exploration=0.35)",
        "hidden-mcts(simulations={n}, objective=game)",
    ),
    "hearts": Setting(
        "hearts(open=true)",
        "hearts",
        ("ducks", "lowest-card", "takes-tricks"),
        "mcts(simulations={n}, exploration=0.35)",
        "hidden-mcts(simulations={n}, objective=game)",
    ),
}


@dataclass
class Clock:
    """Processor time of a player: for its own moves, and for watching the others."""

    moves: list[float] = field(default_factory=list)
    watching: float = 0.0

    def summary(self) -> dict[str, float]:
        """Milliseconds for each own move."""
        ordered, count = sorted(self.moves), len(self.moves)
        return {
            "ms a move": round(1000 * sum(ordered) / count, 2),
            "ms a move, 99th percentile": round(1000 * ordered[min(count - 1, int(0.99 * count))], 2),
            "ms watching for each own move": round(1000 * self.watching / count, 2),
        }


class Timed(Player):
    """A player whose processor time is measured. Forced moves do not count."""

    name = "timed"
    summary = "a player whose time is measured"

    def __init__(self, inner: Player, clock: Clock) -> None:
        super().__init__()
        self.inner, self.clock = inner, clock

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        self.inner.begin(game, seat, view, names)

    def see(self, event: Event) -> None:
        began = process_time()
        self.inner.see(event)
        self.clock.watching += process_time() - began

    def end(self, view: Position) -> None:
        began = process_time()
        self.inner.end(view)
        self.clock.watching += process_time() - began

    def policy(self, view: Position) -> Policy:
        began = process_time()
        found = self.inner.policy(view)
        if len(view.moves()) > 1:
            self.clock.moves.append(process_time() - began)
        return found


def session(game: str, spec: str, others: Sequence[str], hands: int, seed: int, clock: Clock) -> float:
    """Our mean share of the win over some hands with the same opponents. Our seat changes with every hand."""
    ours, opponents, total = Timed(kibitz.player(spec), clock), [kibitz.player(each) for each in others], 0.0
    names = ["we", *(f"opponent {number}" for number in range(len(others)))]
    for hand in range(hands):
        turned, players = hand % (1 + len(others)), [ours, *opponents]
        seated = [players[(seat - turned) % len(players)] for seat in range(len(players))]
        called = [names[(seat - turned) % len(players)] for seat in range(len(players))]
        end = kibitz.play_game(game, seated, Random(seed, "hand", hand).next(), called).end
        total += (turned in end.winners) / max(1, len(end.winners))
    return total / hands


def measured(name: str, sessions: int, hands: int, simulations: int, seed: int, shown: bool = True) -> dict[str, Any]:
    """The share of the win of every arm, what reading gains, open and hidden, and how much of the gain is kept."""
    setting, clocks = SETTINGS[name], [Clock() for _ in ARMS]
    seats = kibitz.game(setting.open).players - 1
    won: list[list[float]] = [[] for _ in ARMS]
    with Bar(name) as bar:
        for number in range(sessions):
            random = Random(seed, "opponents", name, number)
            others = [random.choice(setting.candidates) for _ in range(seats)]
            start = Random(seed, "session", name, number).next()
            for arm, (game, spec) in enumerate(setting.players(simulations)):
                won[arm].append(session(game, spec, others, hands, start, clocks[arm]))
            if shown:
                bar.update(number + 1, sessions)
    gains = [[reader - plain for plain, reader in zip(won[at], won[at + 1], strict=True)] for at in (0, 2)]
    return {
        "table": name,
        "sessions": sessions,
        "hands": hands,
        "simulations": simulations,
        "seed": seed,
        "arms": {
            arm: {"player": spec, "share of the win": numbers(estimate(won[at], seed, SHARE)), **clocks[at].summary()}
            for at, (arm, (_, spec)) in enumerate(zip(ARMS, setting.players(simulations), strict=True))
        },
        "gain, open": numbers(estimate(gains[0], seed)),
        "gain, hidden": numbers(estimate(gains[1], seed)),
        "share of the gain kept": numbers(fieller(gains[1], gains[0])),
    }


def numbers(found: Estimate) -> list[float | None]:
    """Mean, low and high; an end that is not bounded is None."""
    return [round(found.mean, 4), *(None if end is None else round(end, 4) for end in found.ends)]


def times(hands: int, seed: int) -> dict[str, Any]:
    """Processor time of readers at hidden Spades for three with bids, with 50 worlds."""
    given = f"candidates=[{', '.join(TYPES)}]"
    readers = {
        "candidates, weighed in the core": f"adaptive({given}, reply=exploit-worlds)",
        "candidates, weighed in Python": f"adaptive({given}, worlds=50)",
        "no candidates": "adaptive(reply=exploit-worlds)",
        "no candidates, as it is by default": "adaptive(worlds=50)",
    }
    found = {}
    for words, spec in readers.items():
        session("spades", spec, ["cheap", "lowest-card"], 1, seed, Clock())  # slow models are distilled once
        clock = Clock()
        session("spades", spec, ["cheap", "lowest-card"], hands, seed, clock)
        found[words] = {"player": spec, "moves": len(clock.moves), **clock.summary()}
    return found


def main(
    table: Annotated[list[str] | None, typer.Option(help="Tables; default: all.")] = None,
    sessions: Annotated[int, typer.Option(help="Sessions, each played by all four.")] = 20,
    hands: Annotated[int, typer.Option(help="Hands of a session.")] = 6,
    simulations: Annotated[int, typer.Option(help="Simulations per move.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of opponents, deals and moves.")] = 1,
    times_only: Annotated[bool, typer.Option("--times", help="Measure the time per move instead.")] = False,
    write: Annotated[Path | None, typer.Option(help="Add the results to this JSON file.")] = None,
) -> None:
    """Compare reading hidden hands with reading open ones."""
    console = Console()
    results: list[dict[str, Any]] = []
    if times_only:
        found = times(hands, seed)
        shown = Shown("reader", "moves", "ms a move", "99th percentile", "ms watching")
        for words, each in found.items():
            shown.add_row(words, *(str(each[key]) for key in list(each) if key != "player"))
        console.print(shown)
        results.append(
            {"command": f"python -m benchmarks.hidden_reading --times --hands {hands} --seed {seed}", **found}
        )
    else:
        for name in table or SETTINGS:
            command = (
                f"--table '{name}' --sessions {sessions} --hands {hands} --simulations {simulations} --seed {seed}"
            )
            results.append({"command": f"python -m benchmarks.hidden_reading {command}"})
            results[-1] |= measured(name, sessions, hands, simulations, seed)
            console.print_json(json.dumps(results[-1]))
    if write:
        known = json.loads(write.read_text()) if write.exists() else []
        write.write_text(json.dumps([*known, *results], indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
