"""Whether the page gives hidden cards away: what a seat is answered must be the same, byte by byte, in every deal that
the seat cannot tell from the real one.

For each game, a position is reached by random moves. Two different deals are drawn that fit what one seat has seen, and
both are put on a server of their own, with the same addresses and secrets. Then the seat and somebody who watches ask
everything that can be asked, and the answers are compared. Where nothing is hidden from the seat any more, as after the
last card of most games, there is only one such deal and nothing to compare. ``python tests/page_leaks.py --games
10000`` for many games; with ``--log FILE`` it can be ended, and goes on where it was when it is started again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Iterator, MutableMapping
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import suppress
from itertools import islice
from math import inf
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "docs" / "examples")]

import discard  # noqa: F401
import kuhn  # noqa: F401
import whist  # noqa: F401
from support.page_server import inline_app

import kibitz
from kibitz.games.view import View, steps
from kibitz.page import portraits, tables
from kibitz.page.guard import Guard
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
    "discard",
)
TABLE, SECRET = "A" * 24, "the secret of the seat that looks"
SEARCH = "is-mcts(simulations=20)"
DRAWN = 12  # deals, until one differs from the first
portraits.LONGEST = 0.0  # trial games do not depend on the table, and take long


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
    """Deals with the moves, as the seat could have seen them."""
    for number in range(DRAWN):
        random = kibitz.Random(seed, "deal", number)
        start = view.sample_deal(random)
        moves: list[str] = []
        for before, move, after in steps(start, view.game.history(view), random):
            moves.append(move or next(each for each in before.moves() if before.play(each) == after))
        yield str(start), moves


def two_worlds(view: View, seed: int) -> tuple[tuple[str, list[str]], ...]:
    """Two deals that differ; nothing if all that were drawn are the same."""
    drawn = worlds(view, seed)
    first = next(drawn)
    second = next((each for each in drawn if each != first), None)
    return () if second is None else (first, second)


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
        ("GET", f"{at}/searches", None),
        *(("GET", f"{at}/{what}/{ply}", None) for what in ("worlds", "tree") for ply in some),
    ]
    if thoroughly:
        asked += [
            ("GET", f"{at}?reading=true", None),
            ("GET", f"{at}/reading", None),
            ("POST", f"{at}/hint", {}),
            *(("GET", f"{at}/analysis/{ply}?search={SEARCH}", None) for ply in some),
            ("GET", f"{at}/mistakes", None),
            ("GET", "/api/people/Ann", None),
            ("GET", "/api/people/Ann/download", None),
            ("GET", f"/api/people/Ann/portrait?game={quote(str(view.game))}", None),
        ]
    return asked


async def answers(view: View, deal: tuple[str, list[str]], thoroughly: bool, people: bool) -> list[tuple[str, bytes]]:
    """What is answered to the seat, and to somebody who watches."""
    app, host = inline_app()
    host.store.add(stored(view, *deal, people))
    for ply, move in enumerate(deal[1]):
        host.store.move(TABLE, ply, move, 1.0)
    host.store.add_person("Ann", SECRET, 1.0)
    host.store.keep_game("Ann", TABLE, view.seat)
    found = [
        (f"{method} {path} as {secret or 'a watcher'}", await asked(app, method, path, body, secret))
        for method, path, body in questions(view, len(deal[1]), thoroughly)
        for secret in ((SECRET, "", "wrong") if path.endswith(TABLE) else (SECRET, ""))
    ]
    await host.stop()
    return found


async def asked(app: Guard, method: str, path: str, body: dict[str, object] | None, secret: str) -> bytes:
    """A whole answer, with its status and headers; without a client, which would take longer than the application."""
    content = b"" if body is None else json.dumps(body).encode()
    headers = [(b"host", b"localhost"), (b"content-length", str(len(content)).encode())]
    headers += [(b"content-type", b"application/json")] if content else []
    headers += [(b"authorization", f"Bearer {secret}".encode())] if secret else []
    where, _, query = path.partition("?")
    scope = {
        "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": unquote(where),
        "raw_path": where.encode(), "query_string": query.encode(), "root_path": "", "headers": headers,
        "client": ("127.0.0.1", 1), "server": ("localhost", 80),
    }  # fmt: skip
    parts: list[bytes] = []

    async def receive() -> MutableMapping[str, object]:
        return {"type": "http.request", "body": content, "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            parts.append(repr((message["status"], sorted(message["headers"]))).encode())
        else:
            parts.append(message["body"])

    await app(scope, receive, send)
    return b"".join(parts)


async def check(spec: str, seed: int, thoroughly: bool) -> int:
    """Compare the answers in two deals; how many were compared."""
    view = looked_at(spec, seed)
    deals = two_worlds(view, seed) if view is not None else ()
    if view is None or not deals:
        return 0
    people = seed % 4 == 3
    first, second = [await answers(view, deal, thoroughly, people) for deal in deals]
    for (question, one), (_, other) in zip(first, second, strict=True):
        if one != other:
            raise Leak(f"{spec}, seed {seed}: {question} tells two deals apart:\n{one!r}\n{other!r}")
    return len(first)


BLOCK = 50


def block(spec: str, first: int, games: int, thoroughly: int) -> dict[str, object]:
    """Some games of one specification; what is written into the file of finished blocks."""
    began = time.perf_counter()
    compared = [asyncio.run(check(spec, seed, seed % thoroughly == 0)) for seed in range(first, first + games)]
    tables._adapting.clear()
    seconds = round(time.perf_counter() - began, 1)
    hidden = sum(count > 0 for count in compared)
    return {
        "game": spec,
        "first": first,
        "games": games,
        "compared": hidden,
        "answers": sum(compared),
        "seconds": seconds,
    }


def finished(log: Path | None) -> list[dict[str, object]]:
    """The blocks that are in the file already; a line that was cut off does not count."""
    found = []
    for line in log.read_text().splitlines() if log is not None and log.exists() else ():
        with suppress(json.JSONDecodeError):
            found.append(json.loads(line))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="of every hidden game")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--thoroughly", type=int, default=50, help="one game of so many also with panels and searches")
    parser.add_argument("--minutes", type=float, default=inf, help="stop after so many minutes")
    parser.add_argument("--log", type=Path, help="a file of finished blocks: the run goes on where it was")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    done = finished(given.log)
    known = {(each["game"], each["first"], each["games"]) for each in done}
    firsts = range(given.first, given.first + given.games, BLOCK)
    sizes = [min(BLOCK, given.first + given.games - first) for first in firsts]
    wanted = [(spec, first, size) for first, size in zip(firsts, sizes, strict=True) for spec in GAMES]
    left = [each for each in wanted if each not in known]
    until = time.perf_counter() + 60 * given.minutes
    with ProcessPoolExecutor(given.processes, mp_context=get_context("spawn")) as pool:
        waiting = iter(left)
        running = {pool.submit(block, *each, given.thoroughly) for each in islice(waiting, given.processes)}
        while running:
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            for each in ended:
                done.append(each.result())
                if given.log is not None:
                    with given.log.open("a") as file:
                        file.write(json.dumps(done[-1]) + "\n")
                if time.perf_counter() < until:
                    running |= {pool.submit(block, *one, given.thoroughly) for one in islice(waiting, 1)}
    for spec in GAMES:
        blocks = [each for each in done if each["game"] == spec]
        games, compared, answers = (
            sum(int(str(each[name])) for each in blocks) for name in ("games", "compared", "answers")
        )
        print(f"{spec}: {games} games, in {compared} of them something was hidden, {answers} answers, no leak")


if __name__ == "__main__":
    main()
