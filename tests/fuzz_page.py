"""Mangled requests to the page: every answer is a page, a refusal with a sentence, or nothing; never a 500.

``python tests/fuzz_page.py --requests 100000``. Requests are made from good ones by changing methods, paths, headers
and bodies; a part of them goes through a socket as broken bytes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

import httpx

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent)]

from support.page_server import ME, asking, inline_app

from kibitz.random import Random

STRANGE: list[Any] = [
    None, True, -1, 0, 2**70, 1e308, "", " ", "\x00", "\ud800", "a" * 300, "../../etc/passwd", "<script>x()</script>",
    "tree(json='{}')", "tree(file=/etc/passwd)", "((((", "mcts(simulations=1e9)", "adaptive(memory=x)", [], {}, [[[]]],
    {"kind": "me"}, ["a1"], "' OR 1=1 --", "%s%n", "🂡", "\u202e", {"game": "hearts"}, "[" * 2000, 3.5, "nan", "seat",
]  # fmt: skip
PATHS = [
    "/", "/table/X", "/setup/checkers", "/static/table.js", "/static/../app.py", "/api/games", "/api/opponents",
    "/api/games/hearts/picture.svg", "/api/games/nothing/picture.svg", "/api/tables", "/api/tables/T",
    "/api/tables/T/moves", "/api/tables/T/undo", "/api/tables/T/hurry", "/api/tables/T/name", "/api/tables/T/again",
    "/api/tables/T/positions/0", "/api/tables/T/positions/-1", "/api/tables/T/positions/99999999999999999999",
    "/api/tables/T/reading", "/api/tables/T/record/jsonl", "/api/tables/T/record/pdn", "/api/tables/T/record/%00",
    "/api/tables/T/analysis/0", "/api/tables/T/worlds/0", "/api/tables/T/tree/0", "/api/people", "/api/people/Ann",
    "/api/people/Ann/games", "/api/people/Ann/portrait", "/api/people/Ann/download", "/api/results",
    "/api/results/exploit", "/api/results/../x", "/api/results/figures/x.svg", "/api/service/move",
    "/api/service/analysis", "/api/service/belief", "/api/service/picture", "/openapi.json", "/favicon.ico",
    "/api/tables/T/searches", "/api/tables/T/hint", "/api/trees",
]  # fmt: skip
BODIES: dict[str, dict[str, Any]] = {
    "/api/tables": {"game": "tic-tac-toe", "seats": [ME, ME], "undo": True, "hints": True, "clock": 0},
    "/api/tables/T/moves": {"ply": 0, "move": "a1"},
    "/api/tables/T/undo": {"ply": 0},
    "/api/tables/T/name": {"name": "Ann"},
    "/api/people": {"name": "Ann", "agreed": True},
    "/api/people/Ann/games": {"table": "T", "seat_secret": "x"},
    "/api/service/move": {"game": "tic-tac-toe", "moves": ["a1"], "player": "random", "seed": 1},
    "/api/service/analysis": {"game": "tic-tac-toe", "moves": ["a1"], "search": "greedy"},
    "/api/service/belief": {"game": "tic-tac-toe", "decisions": [{"moves": [], "move": "a1"}], "player": "mcts"},
    "/api/service/picture": {"game": "hearts", "seed": 1},
    "/api/trees": {"json": '{"root": {"to_move": 0, "children": [{"value": 1}, {"value": 2}]}}', "search": "maxn"},
}
METHODS = ("GET", "POST", "DELETE", "HEAD", "PUT", "OPTIONS", "PATCH", "GETT")


def mangled(random: Random, table: str, secret: str) -> tuple[str, str, dict[str, str], bytes | None]:
    """A request that was good once."""
    path = random.choice(PATHS)
    method = random.choice(METHODS) if random.next() % 4 == 0 else ("POST" if path in BODIES else "GET")
    body = dict(BODIES.get(path, {}))
    for _ in range(random.next() % 3):
        if body:
            body[random.choice(sorted(body))] = random.choice(STRANGE)
        if random.next() % 4 == 0:
            body[random.choice(["x", "game", "__proto__"])] = random.choice(STRANGE)
    content = json.dumps(body).encode("utf-8", "surrogatepass") if method != "GET" and body else None
    if content and random.next() % 5 == 0:
        place = random.next() % len(content)
        content = content[:place] + bytes([random.next() % 256]) + content[place + random.next() % 3 :]
    headers = {"Authorization": f"Bearer {secret}"} if random.next() % 2 else {}
    if random.next() % 6 == 0:
        name = random.choice(["Authorization", "Origin", "If-None-Match", "Content-Type", "Sec-Fetch-Site", "Range"])
        headers[name] = random.choice(["", "x" * 500, "Bearer", "Bearer ", "http://evil.example", "\x01", "bytes=0-"])
    if content is not None:
        headers.setdefault("Content-Type", "application/json")
    path = path.replace("/T", f"/{table}" if random.next() % 4 else "/nothing")
    if random.next() % 5 == 0:
        path += random.choice(
            ["?reading=true", "?reading=perhaps", "?game=%ff", "?search=((", "/", "//", "%00", "?" + "x" * 300]
        )
    return method, path, headers, content


async def through_the_application(count: int, seed: int) -> dict[int, int]:
    """Send mangled requests, and count the answers by status."""
    app, host = inline_app()
    counted: dict[int, int] = {}
    async with asking(app) as client:
        table, secret = await _table(client)
        for number in range(count):
            if number % 2_000 == 1_999:
                await host.stop()
                app, host = inline_app()
                table, secret = await _table(client)
            method, path, headers, content = mangled(Random(seed, "mangled", number), table, secret)
            try:
                answer = await client.request(method, path, headers=headers, content=content)
            except (httpx.InvalidURL, httpx.UnsupportedProtocol, UnicodeEncodeError):
                continue  # the client itself refuses to send it
            counted[answer.status_code] = counted.get(answer.status_code, 0) + 1
            if answer.status_code >= 500 and answer.status_code != 503:
                raise AssertionError(f"request {number}: {method} {path} {headers} {content!r}: {answer.text}")
            if b"Traceback" in answer.content:
                raise AssertionError(f"request {number}: {method} {path} shows a traceback")
            if answer.status_code >= 400 and method != "HEAD" and not answer.json()["error"]:
                raise AssertionError(f"request {number}: {method} {path} is refused without a sentence")
    await host.stop()
    return counted


async def _table(client: httpx.AsyncClient) -> tuple[str, str]:
    made = (await client.post("/api/tables", json=BODIES["/api/tables"])).json()
    return made["table"], made["secret"]


async def through_a_socket(address: tuple[str, int], count: int, seed: int) -> int:
    """Send broken frames to a server, and count those that it closed or answered; it must still answer afterwards."""
    good = b"GET /api/opponents HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    for number in range(count):
        random = Random(seed, "frame", number)
        frame = bytearray(good)
        for _ in range(1 + random.next() % 12):
            place = random.next() % len(frame)
            frame[place : place + random.next() % 4] = bytes(random.next() % 256 for _ in range(random.next() % 4))
        reader, writer = await asyncio.open_connection(*address)
        writer.write(bytes(frame))
        try:
            writer.write_eof()
            answer = await asyncio.wait_for(reader.read(200), 10)
        except (TimeoutError, ConnectionError):
            answer = b""
        writer.close()
        if b" 500 " in answer[:20]:
            raise AssertionError(f"frame {number}: {bytes(frame)!r}: {answer!r}")
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--frames", type=int, default=5_000, help="broken bytes through a socket")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    from support.page_server import running

    began = time.perf_counter()
    counted = asyncio.run(through_the_application(given.requests, given.seed))
    print(f"{sum(counted.values())} requests: {dict(sorted(counted.items()))}", flush=True)
    with running(":memory:") as server:
        host, port = server.address.removeprefix("http://").split(":")
        frames = asyncio.run(through_a_socket((host, int(port)), given.frames, given.seed))
        assert server.client.get("/api/opponents").status_code == 200
    print(f"{frames} broken frames; {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
