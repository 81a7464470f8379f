"""Whether the page gives hidden cards away: what a seat is answered must be the same, byte by byte, in every deal that
the seat cannot tell from the real one.

For each game, a position is reached by random moves. Two deals are drawn that fit what one seat has seen, and both are
put on a server of their own, with the same addresses and secrets. Then the seat and somebody who watches ask everything
that can be asked, and the answers are compared. ``python tests/page_leaks.py --games 10000`` for many games.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "docs" / "examples")]

import kuhn  # noqa: F401
import whist  # noqa: F401
from support.page_server import asking, inline_app

import kibitz
from kibitz.games.view import View, steps
from kibitz.page import tables
from kibitz.page.levels import READS, opponent
from kibitz.page.store import Rules, Seat, Stored, hashed
from kibitz.players.play_game import random_moves

GAMES = (
    "guess-it",
    "guess-it(cards=3)",
    "hearts(players=3, cards=5)",
    "hearts(passing=left, moon=true)",
    "hearts(players=3, cards=4, passing=rotate, hands=2)",
    "spades",
    "spades(players=4, cards=4, hands=2)",
    "spades(players=2, cards=5, bids=none, scoring=tricks)",
    "whist",
    "kuhn",
)
TABLE, SECRET = "A" * 24, "the secret of the seat that looks"
SEARCH = "is-mcts(simulations=20)"


class Leak(AssertionError):
    """Two answers differ, and the seat could tell two deals apart."""


def looked_at(spec: str, seed: int) -> View | None:
    """What a seat sees somewhere in a game, when it is to move or the game is over; None if chance has the first move
    only."""
    game = kibitz.game(spec)
    states = list(random_moves(game.start(seed), seed, 400))
    random = kibitz.Random(seed, "leak")
    over = random.next() % 3 == 0
    reached = [states[-1]] if over else [state for state in states[:-1] if state.to_move >= 0]
    if not reached:
        return None
    state = random.choice(reached)
    seat = random.next() % game.players if state.over else state.to_move
    view: View = state.view(seat)
    return view


def worlds(view: View, seed: int) -> Iterator[tuple[str, list[str]]]:
    """Two deals with the moves, as the seat could have seen them."""
    for number in range(2):
        random = kibitz.Random(seed, "deal", number)
        start = view.sample_deal(random)
        moves: list[str] = []
        for before, move, after in steps(start, view.game.history(view), random):
            moves.append(move or next(each for each in before.moves() if before.play(each) == after))
        yield str(start), moves


def stored(view: View, start: str, moves: list[str], people: bool) -> Stored:
    """A table at which the seat of the view is a person, and the others are people or readers."""
    game = view.game
    reader = opponent(READS, "gentle", game).spec
    seats = [
        Seat(True, "Ann", secret=hashed(SECRET))
        if seat == view.seat
        else Seat(True, "Ben", secret=hashed("another"))
        if people
        else Seat(False, f"Kibitz {seat}", reader, label="reads")
        for seat in range(game.players)
    ]
    return Stored(TABLE, 1.0, str(game), start, 1, seats, Rules(undo=True, hints=True, reading=True), moves=moves)


def questions(view: View, plies: int, thoroughly: bool) -> list[tuple[str, str, dict[str, object] | None]]:
    """Everything that can be asked about a table: method, path, body."""
    at = f"/api/tables/{TABLE}"
    some = sorted({0, plies // 2, max(0, plies - 1), plies})
    asked: list[tuple[str, str, dict[str, object] | None]] = [
        ("GET", at, None),
        *(("GET", f"{at}/positions/{ply}", None) for ply in some),
        ("GET", f"{at}/record/jsonl", None),
        ("GET", f"{at}/record/pdn", None),
        ("POST", f"{at}/moves", {"ply": plies, "move": "nothing"}),
        ("POST", f"{at}/undo", {"ply": plies}),
        *(("GET", f"{at}/{what}/{ply}", None) for what in ("worlds", "tree") for ply in some),
    ]
    if thoroughly:
        asked += [
            ("GET", f"{at}?reading=true", None),
            ("GET", f"{at}/reading", None),
            ("POST", f"{at}/hint", {}),
            *(("GET", f"{at}/analysis/{ply}?search={SEARCH}", None) for ply in some),
        ]
    return asked


async def answers(view: View, deal: tuple[str, list[str]], thoroughly: bool, people: bool) -> list[tuple[str, bytes]]:
    """What is answered to the seat, and to somebody who watches."""
    app, host = inline_app()
    host.store.add(stored(view, *deal, people))
    for ply, move in enumerate(deal[1]):
        host.store.move(TABLE, ply, move, 1.0)
    found = []
    async with asking(app) as client:
        for method, path, body in questions(view, len(deal[1]), thoroughly):
            for secret in (SECRET, "", "wrong") if path.endswith(TABLE) else (SECRET, ""):
                headers = {"Authorization": f"Bearer {secret}"} if secret else {}
                answer = await client.request(method, path, json=body, headers=headers)
                found.append((f"{method} {path} as {secret or 'a watcher'}", _whole(answer)))
    await host.stop()
    return found


def _whole(answer: httpx.Response) -> bytes:
    return repr((answer.status_code, sorted(answer.headers.items()))).encode() + answer.content


async def check(spec: str, seed: int, thoroughly: bool) -> int:
    """Compare the answers in two deals; how many were compared."""
    view = looked_at(spec, seed)
    if view is None:
        return 0
    people = seed % 4 == 3
    first, second = [await answers(view, deal, thoroughly, people) for deal in worlds(view, seed)]
    for (question, one), (_, other) in zip(first, second, strict=True):
        if one != other:
            raise Leak(f"{spec}, seed {seed}: {question} tells two deals apart:\n{one!r}\n{other!r}")
    return len(first)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="of every hidden game")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--thoroughly", type=int, default=50, help="one game of so many also with panels and searches")
    given = parser.parse_args()
    began = time.perf_counter()
    for spec in GAMES:
        compared = sum(
            asyncio.run(check(spec, seed, seed % given.thoroughly == 0))
            for seed in range(given.first, given.first + given.games)
        )
        tables._adapting.clear()
        seconds = time.perf_counter() - began
        print(f"{spec}: {given.games} games, {compared} answers, no leak; {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
