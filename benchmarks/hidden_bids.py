"""What ways to choose a bid are worth where hands are hidden, on duplicate deals.

``python -m benchmarks.hidden_bids --deals 1000 --seed 7201``

At hidden Spades for three with bids, one seat replies to models of the others with ``exploit-worlds``. On every deal,
each way chooses its bid. The cards are then played by the same search, whatever the way. So ways that choose the same
bid have the same result, and the hand is played once for each bid. The others are drawn from five types. On every
second deal, the reader is told their types if they are among its candidates; otherwise all candidates are equally
likely.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import process_time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Shown

import kibitz
from kibitz.arena.intervals import estimate
from kibitz.models.registry import model
from kibitz.players.baseline import budget_for
from kibitz.progress import Bar
from kibitz.random import Random
from kibitz.replies.exploit_worlds import ExploitWorlds
from kibitz.replies.opponent import Opponent

GAME = "spades"
CANDIDATES = ("MT", "mOT", "ML")
TYPES = (*CANDIDATES, "cheap", "lowest-card")
BEFORE = "worlds, models asked"
WAYS: dict[str, dict[str, str]] = {
    BEFORE: {"bids": "worlds", "distil": "below"},
    "worlds": {"bids": "worlds"},
    "tree": {"bids": "tree"},
}
"""The ways to choose a bid that are searched; the first one is the one that the others are compared with."""
USUAL = "usual bid"


def opponents(types: Sequence[str], told: bool) -> list[Opponent]:
    """What the reader believes of players of these types."""
    every = tuple((1.0, model(each)) for each in CANDIDATES)
    return [
        Opponent(((1.0, model(each)),), 0.03) if told and each in CANDIDATES else Opponent(every, 0.1) for each in types
    ]


def played(state: Any, seat: int, bid: str, search: ExploitWorlds, types: Sequence[str], seed: int) -> list[float]:
    """Our share of the win and our points if we make this bid."""
    others = {(seat + step) % 3: kibitz.player(each) for step, each in enumerate(types, start=1)}
    for where, each in others.items():
        each.begin(state.game, where, state.view(where))
    number, state = 0, state.play(bid)
    while not state.over:
        view, number = state.view(state.to_move), number + 1
        if state.to_move == seat:
            move = search.choose(view)
        else:
            move = others[state.to_move].act(view, seed=Random(seed, "other", number).next())
        state = state.play(move)
    best = max(state.scores)
    return [(state.scores[seat] == best) / state.scores.count(best), state.scores[seat]]


def deal(number: int, seed: int) -> dict[str, Any]:
    """The bid of every way on one deal, what it leads to, and its processor time in milliseconds."""
    game: Any = kibitz.game(GAME)
    random, seat = Random(seed, "deal", number), number % 3
    types = [random.choice(TYPES) for _ in range(2)]
    state = game.start(random.next())
    while state.to_move != seat:
        state = state.play(game.usual_bid(state))
    models, count = opponents(types, told=number % 2 == 1), budget_for(game).positions
    given = {"objective": "win", "simulations": count, "positions": count}
    bids, took = {USUAL: game.usual_bid(state)}, {}
    for way, options in WAYS.items():
        began = process_time()
        bids[way] = ExploitWorlds(models, **given, **options).analyse(state.view(seat)).best[0]
        took[way] = round(1000 * (process_time() - began), 2)
    search, differ = ExploitWorlds(models, **given), len(set(bids.values())) > 1
    ends = {bid: played(state, seat, bid, search, types, seed) if differ else [0.0, 0.0] for bid in {*bids.values()}}
    return {
        way: {"bid": bid, "win": ends[bid][0], "points": ends[bid][1], "ms": took.get(way, 0.0)}
        for way, bid in bids.items()
    }


def compared(rows: Sequence[Mapping[str, Any]], seed: int) -> dict[str, Any]:
    """Every way compared with the first one."""
    found = {}
    for way in (*WAYS, USUAL):
        gains = {
            each: estimate([row[way][each] - row[BEFORE][each] for row in rows], seed) for each in ("win", "points")
        }
        found[way] = {
            "ms a bid": round(sum(row[way]["ms"] for row in rows) / len(rows), 1),
            "another bid": round(sum(row[way]["bid"] != row[BEFORE]["bid"] for row in rows) / len(rows), 3),
            **{
                each: [round(gain.mean, 4), *(round(end or 0.0, 4) for end in gain.ends)]
                for each, gain in gains.items()
            },
        }
    return found


def main(
    deals: Annotated[int, typer.Option(help="Deals.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of deals, opponents and moves.")] = 7201,
) -> None:
    """Compare ways to choose a bid."""
    rows = []
    with Bar("deals") as bar:
        for number in range(deals):
            rows.append(deal(number, seed))
            bar.update(number + 1, deals)
    shown = Shown("bid", "ms a bid", "another bid", "share of the win", "points")
    for way, each in compared(rows, seed).items():
        gains = [f"{each[key][0]:+.4f} ({each[key][1]:.4f} to {each[key][2]:.4f})" for key in ("win", "points")]
        shown.add_row(way, str(each["ms a bid"]), f"{each['another bid']:.1%}", *gains)
    Console().print(shown)


if __name__ == "__main__":
    typer.run(main)
