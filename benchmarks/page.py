"""The page under load: ``python -m benchmarks.page``.

So many people sit at tables of their own, and each moves every few seconds against a player; the time from sending a
move until the player's answer arrives is measured. Then many connections watch one table. The server runs in a process
of its own, with a store on disk, and people are asyncio tasks that read server-sent events as a browser does.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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


async def news(client: httpx.AsyncClient, table: str, headers: dict[str, str]) -> AsyncIterator[dict[str, Any]]:
    """What a table tells, as it comes."""
    async with client.stream("GET", f"/api/tables/{table}/events", headers=headers, timeout=None) as reply:
        if reply.status_code != 200:
            raise RuntimeError(f"status {reply.status_code}")
        async for line in reply.aiter_lines():
            if line.startswith("data: "):
                yield json.loads(line[6:])


async def person(client: httpx.AsyncClient, number: int, end: float, pause: float, found: Found) -> None:
    """Play games until the end, a move every ``pause`` seconds."""
    random = Random(1, "person", number)
    await asyncio.sleep(pause * number / found.people)
    while time.perf_counter() < end:
        seats = [{"kind": "me"}, {"kind": "player", "spec": PLAYER}]
        made = (await client.post("/api/tables", json={"game": GAME, "seats": seats})).json()
        headers = {"Authorization": f"Bearer {made['secret']}"}
        sent = 0.0
        async for shown in news(client, made["table"], headers):
            if not (shown["over"] or shown["moves"]):
                continue
            if sent:
                found.seconds.append(time.perf_counter() - sent)
                sent = 0.0
            if shown["over"] or time.perf_counter() > end:
                break
            await asyncio.sleep(pause * (0.5 + random.next() % 1000 / 1000))
            sent = time.perf_counter()
            body = {"ply": shown["ply"], "move": random.choice(shown["moves"])}
            answer = await client.post(f"/api/tables/{made['table']}/moves", json=body, headers=headers)
            if answer.status_code != 200:
                found.errors.append(answer.text)
                break


class Found:
    """What was measured."""

    def __init__(self, people: int) -> None:
        self.people = people
        self.seconds: list[float] = []
        self.errors: list[str] = []
        self.memory: list[float] = []

    def share(self, part: float) -> float:
        """The time that this part of the moves did not exceed."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


async def tables(address: str, process: int, people: int, seconds: float, pause: float) -> Found:
    """People at tables of their own."""
    found = Found(people)
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=60) as client:
        end = time.perf_counter() + seconds
        playing = [asyncio.create_task(person(client, number, end, pause, found)) for number in range(people)]
        while time.perf_counter() < end:
            await asyncio.sleep(min(10, seconds / 4))
            found.memory.append(resident(process))
        for task in asyncio.as_completed(playing):
            try:
                await asyncio.wait_for(task, 60)
            except Exception as error:
                found.errors.append(repr(error))
    return found


async def watchers(address: str, count: int, moves: int) -> tuple[int, float]:
    """Many connections that watch one table: how many saw every last move, and the slowest time until all had it."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=60) as client:
        made = (
            await client.post("/api/tables", json={"game": GAME, "seats": [{"kind": "me"}, {"kind": "link"}]})
        ).json()
        seen = [-1] * count
        arriving = asyncio.Semaphore(50)

        async def watch(number: int) -> None:
            async with arriving:
                tells = news(client, made["table"], {})
                seen[number] = (await anext(tells))["ply"]
            async for shown in tells:
                seen[number] = shown["ply"]

        watching = [asyncio.create_task(watch(number)) for number in range(count)]
        while min(seen) < 0 and not any(task.done() for task in watching):
            await asyncio.sleep(0.1)
        secrets = [made["secret"], *made["links"].values()]
        slowest = 0.0
        for ply in range(moves):
            headers = {"Authorization": f"Bearer {secrets[ply % 2]}"}
            legal = (await client.get(f"/api/tables/{made['table']}", headers=headers)).json()["moves"]
            began = time.perf_counter()
            await client.post(
                f"/api/tables/{made['table']}/moves", json={"ply": ply, "move": legal[0]}, headers=headers
            )
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
