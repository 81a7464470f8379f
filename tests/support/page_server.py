"""Servers of the page for tests: one without processes and sockets, one in a thread with everything."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from kibitz.page.app import create_app
from kibitz.page.draws import Draws
from kibitz.page.guard import Guard
from kibitz.page.host import Host
from kibitz.page.jobs import JOBS
from kibitz.page.limits import Limits

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


class InlinePool:
    """Does every job at once in this process, so that thousands of games can be looked at quickly."""

    async def run(self, job: str, *arguments: Any, **how: Any) -> Any:
        return JOBS[job](*arguments)

    def submit(self, *arguments: Any, **how: Any) -> Any:
        raise AssertionError("no player is to move in these tests")

    def stop(self) -> None:
        pass


def inline_app(seed: int = 1) -> tuple[Guard, Host]:
    """An application without processes, and its new host. Call it where an event loop runs; the last call counts."""
    host = Host(":memory:", Limits(), Draws(seed))
    host.pool = InlinePool()  # type: ignore[assignment]
    _application().app.state.host = host  # type: ignore[attr-defined]
    return _application(), host


@cache
def _application() -> Guard:
    return create_app(limits=Limits())


def asking(app: Guard) -> httpx.AsyncClient:
    """A client of an application in this process."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")


class Running:
    """A server that runs, and a client of it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.client = httpx.Client(base_url=address, timeout=180)

    def open(self, game: str, seats: Sequence[dict[str, Any]], **rules: Any) -> Seated:
        """Open a table."""
        answer = self.client.post("/api/tables", json={"game": game, "seats": list(seats), **rules})
        assert answer.status_code == 200, answer.text
        return Seated(self, answer.json())


class Seated:
    """Somebody at a table."""

    def __init__(self, server: Running, made: dict[str, Any]) -> None:
        self.server, self.id, self.secret, self.links = server, made["table"], made["secret"], made["links"]

    @property
    def path(self) -> str:
        return f"/api/tables/{self.id}"

    def ask(self, method: str, rest: str = "", secret: str | None = "own", **how: Any) -> httpx.Response:
        """Ask something of the table, with the own secret unless another is given."""
        given = self.secret if secret == "own" else secret
        headers = {"Authorization": f"Bearer {given}"} if given else {}
        return self.server.client.request(method, self.path + rest, headers=headers, **how)

    def look(self, secret: str | None = "own", **parameters: Any) -> dict[str, Any]:
        """What is shown now."""
        answer = self.ask("GET", secret=secret, params=parameters)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def my_turn(self, seconds: float = 120.0) -> dict[str, Any]:
        """Wait until it is the own turn or the game is over."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            shown = self.look()
            if shown["over"] or shown["moves"]:
                return shown
            time.sleep(0.02)
        raise AssertionError(f"nobody moved for {seconds} seconds")

    def move(self, move: str, ply: int, secret: str | None = "own") -> httpx.Response:
        """Make a move."""
        return self.ask("POST", "/moves", secret, json={"ply": ply, "move": move})

    def play_out(self, most: int = 400) -> dict[str, Any]:
        """Play first moves until the game is over, or for some moves."""
        for _ in range(most):
            shown = self.my_turn()
            if shown["over"]:
                break
            answer = self.move(shown["moves"][0], shown["ply"])
            assert answer.status_code == 200, answer.text
        return self.look()


ME: dict[str, Any] = {"kind": "me"}
LINK: dict[str, Any] = {"kind": "link"}
GENTLE: dict[str, Any] = {"kind": "player", "opponent": "searches", "level": "gentle"}
READER: dict[str, Any] = {"kind": "player", "opponent": "reads", "level": "gentle"}
RANDOM: dict[str, Any] = {"kind": "player", "opponent": "random"}


@contextmanager
def running(store: Path | str, limits: Limits | None = None, files: Sequence[str] = ()) -> Iterator[Running]:
    """A server in a thread, with its processes."""
    app = create_app(store, limits or Limits(workers=2, pace=0.01), files=files)
    place = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [place]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.02)
    try:
        yield Running(f"http://127.0.0.1:{place.getsockname()[1]}")
    finally:
        server.should_exit = True
        thread.join(20)
