"""The page under load: ``python -m benchmarks.page``.

Many people sit at separate tables, and each makes a move against a player every few seconds. The time from sending a
move to the arrival of the player's answer is measured. Then many connections watch one table. The server runs in a
process of its own, with a store on disk, and people are asyncio tasks that read server-sent events.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from kibitz.random import Random

PLAYER = "mcts(simulations=200)"
GAME = "checkers"
TARGET = 0.3


@contextmanager
def served(workers: int) -> Iterator[tuple[str, int]]:
    """A server in a process of its own: its address and its process."""
    with socket.create_server(("127.0.0.1", 0)) as place:
        port = place.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "tables.db"
        command = [sys.executable, "-m", "kibitz.cli", "serve", "--port", str(port), "--store", str(store)]
        process = subprocess.Popen([*command, "--workers", str(workers)], stdout=subprocess.DEVNULL)
        address = f"http://127.0.0.1:{port}"
        try:
            while True:
                try:
                    httpx.get(f"{address}/api/opponents", timeout=5)
                    break
                except httpx.TransportError:
                    time.sleep(0.2)
            yield address, process.pid
        finally:
            process.terminate()
            process.wait()


def resident(process: int) -> float:
    """The memory of a process in megabytes."""
    with open(f"/proc/{process}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_seconds(process: int) -> tuple[float, float]:
    """The processor time of a process, and that of all processes below it."""
    tick = os.sysconf("SC_CLK_TCK")

    def own(number: int) -> float:
        fields = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / tick

    def below(number: int) -> float:
        children = Path(f"/proc/{number}/task/{number}/children").read_text(encoding="ascii").split()
        return sum(own(int(child)) + below(int(child)) for child in children)

    return own(process), below(process)


class Connection:
    """A connection that sends requests as a browser does. It reads as little as possible, because only the server is
    measured."""

    def __init__(self, address: str) -> None:
        self.host, port = address.removeprefix("http://").split(":")
        self.port = int(port)

    async def open(self) -> Connection:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port, limit=2**20)
        return self

    def send(self, method: str, path: str, secret: str = "", body: object = None) -> None:
        """Send a question."""
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", "Content-Type: application/json"]
        lines += [f"Authorization: Bearer {secret}"] if secret else []
        lines += [f"Content-Length: {len(content)}"] if content else []
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + content)

    async def head(self) -> tuple[int, int]:
        """The status of an answer, and its length if it says one."""
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = re.search(rb"content-length: (\d+)", head)
        return int(head.split()[1]), int(length[1]) if length else 0

    async def ask(self, method: str, path: str, secret: str = "", body: object = None) -> tuple[int, bytes]:
        """Ask, and wait for the answer."""
        self.send(method, path, secret, body)
        status, length = await self.head()
        return status, await self.reader.readexactly(length)

    async def news(self, table: str, secret: str = "") -> AsyncIterator[Shown]:
        """What a table tells, as it comes."""
        self.send("GET", f"/api/tables/{table}/events", secret)
        status, _ = await self.head()
        if status != 200:
            raise RuntimeError(f"status {status}")
        while True:
            size = int(await self.reader.readuntil(b"\r\n"), 16)
            told = (await self.reader.readexactly(size + 2))[:-2]
            if told.startswith(b"data: "):
                yield Shown.read(told)


class Shown(NamedTuple):
    """What somebody at a table has to know."""

    ply: int
    over: bool
    moves: list[str]

    @classmethod
    def read(cls, told: bytes) -> Shown:
        """Read it from a frame without reading the picture."""
        ply = re.search(rb'"ply":(\d+),"svg"', told)
        assert ply
        return cls(int(ply[1]), b'"over":true' in told, json.loads(told[told.rindex(b'"moves":') + 8 : -3]))


async def person(address: str, number: int, end: float, pause: float, found: Found) -> None:
    """Play games until the end, a move every ``pause`` seconds."""
    random = Random(1, "person", number)
    await asyncio.sleep(pause * number / found.people)
    moving = await Connection(address).open()
    while time.perf_counter() < end:
        seats = [{"kind": "me"}, {"kind": "player", "spec": PLAYER}]
        status, told = await moving.ask("POST", "/api/tables", body={"game": GAME, "seats": seats})
        if status != 200:
            found.errors.append(told.decode())
            return
        made, sent = json.loads(told), 0.0
        watching = await Connection(address).open()
        async for shown in watching.news(made["table"], made["secret"]):
            if not (shown.over or shown.moves):
                continue
            if sent:
                found.seconds.append(time.perf_counter() - sent)
                sent = 0.0
            if shown.over or time.perf_counter() > end:
                break
            await asyncio.sleep(pause * (0.5 + random.next() % 1000 / 1000))
            sent = time.perf_counter()
            body = {"ply": shown.ply, "move": random.choice(shown.moves)}
            status, told = await moving.ask("POST", f"/api/tables/{made['table']}/moves", made["secret"], body)
            if status != 200:
                found.errors.append(told.decode())
                break
        watching.writer.close()
    moving.writer.close()


class Found:
    """What was measured."""

    def __init__(self, people: int) -> None:
        self.people = people
        self.seconds: list[float] = []
        self.errors: list[str] = []
        self.memory: list[float] = []

    def share(self, part: float) -> float:
        """The time that this share of the moves did not exceed (a quantile)."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


async def tables(address: str, process: int, people: int, seconds: float, pause: float) -> Found:
    """People at tables of their own."""
    found = Found(people)
    end = time.perf_counter() + seconds
    playing = [asyncio.create_task(person(address, number, end, pause, found)) for number in range(people)]
    while time.perf_counter() < end:
        await asyncio.sleep(min(10, seconds / 4))
        found.memory.append(resident(process))
    for result in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(result, BaseException):
            found.errors.append(repr(result))
    return found


async def watchers(address: str, count: int, moves: int) -> tuple[int, float]:
    """Watch one table with many connections. Return how many of them saw the last move, and the longest time until all
    had seen a move."""
    playing = await Connection(address).open()
    people = [{"kind": "me"}, {"kind": "link"}]
    _, told = await playing.ask("POST", "/api/tables", body={"game": GAME, "seats": people})
    made = json.loads(told)
    path, seen, arriving = f"/api/tables/{made['table']}", [-1] * count, asyncio.Semaphore(50)

    async def watch(number: int) -> None:
        async with arriving:
            tells = (await Connection(address).open()).news(made["table"])
            seen[number] = (await anext(tells)).ply
        async for shown in tells:
            seen[number] = shown.ply

    watching = [asyncio.create_task(watch(number)) for number in range(count)]
    while min(seen) < 0 and not any(task.done() for task in watching):
        await asyncio.sleep(0.1)
    secrets, slowest = [made["secret"], *made["links"].values()], 0.0
    for ply in range(moves):
        _, told = await playing.ask("GET", path, secrets[ply % 2])
        began = time.perf_counter()
        await playing.ask("POST", f"{path}/moves", secrets[ply % 2], {"ply": ply, "move": json.loads(told)["moves"][0]})
        while min(seen) < ply + 1 and time.perf_counter() - began < 30:
            await asyncio.sleep(0.01)
        slowest = max(slowest, time.perf_counter() - began)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return sum(ply == moves for ply in seen), slowest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--pause", type=float, default=3.0, help="seconds between two moves of a person")
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    with served(given.workers) as (address, process):
        before = processor_seconds(process)
        found = asyncio.run(tables(address, process, given.tables, given.seconds, given.pause))
        after = processor_seconds(process)
        server, workers = (1000 * (b - a) / max(1, len(found.seconds)) for a, b in zip(before, after, strict=True))
        print(
            f"{given.tables} tables of {GAME} against {PLAYER}, {given.seconds:g} s: {len(found.seconds)} moves, "
            f"p50 {1000 * found.share(0.5):.0f} ms, p99 {1000 * found.share(0.99):.0f} ms "
            f"(target {1000 * TARGET:.0f} ms), {len(found.errors)} errors",
            flush=True,
        )
        print(
            f"memory of the server: {found.memory[0]:.0f} MB at first, {found.memory[-1]:.0f} MB at the end", flush=True
        )
        print(f"processor time for a move: {server:.1f} ms of the server, {workers:.1f} ms of the workers", flush=True)
        if found.errors:
            print(f"first error: {found.errors[0]}")
        if given.watchers:
            saw, slowest = asyncio.run(watchers(address, given.watchers, 10))
            print(
                f"{saw} of {given.watchers} watchers saw 10 moves; slowest until all had one: {1000 * slowest:.0f} ms"
            )


if __name__ == "__main__":
    main()
