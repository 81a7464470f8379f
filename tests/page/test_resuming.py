"""A server that is killed goes on where it was."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Browser
from support.browser_games import click, moved, next_turn
from support.browsers import page_of
from support.page_server import GENTLE, ME, READER, Running


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as place:
        return int(place.getsockname()[1])


@contextmanager
def served(store: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "kibitz.cli", "serve", "--port", str(port), "--store", str(store)]
    process = subprocess.Popen([*command, "--workers", "1"], cwd=store.parent, stdout=subprocess.PIPE)
    try:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                httpx.get(f"http://127.0.0.1:{port}/api/opponents")
                break
            except httpx.TransportError:
                assert process.poll() is None
                time.sleep(0.1)
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(20)


def test_a_game_goes_on_after_kill_9(tmp_path: Path) -> None:
    store, port = tmp_path / "tables.db", free_port()
    with served(store, port) as process:
        server = Running(f"http://127.0.0.1:{port}")
        table = server.open("checkers", [{**ME, "name": "Ann"}, READER])
        before = table.play_out(most=3)
        shown = table.my_turn()
        assert table.move(shown["moves"][0], shown["ply"]).status_code == 200
        os.kill(process.pid, signal.SIGKILL)
        process.wait(20)
    with served(store, port):
        after = table.my_turn()  # the player that was to move has moved
        assert after["ply"] >= shown["ply"] + 1
        assert after["log"][: shown["ply"]] == shown["log"]
        assert after["log"][shown["ply"]][1] == shown["moves"][0]
        assert after["seats"] == before["seats"]
        assert table.move(after["moves"][0], after["ply"]).status_code == 200
        assert table.my_turn()["ply"] == after["ply"] + 2


def test_an_open_page_goes_on_after_kill_9(tmp_path: Path, opened: Browser) -> None:
    store, port = tmp_path / "tables.db", free_port()
    with page_of(opened, "desktop") as (page, _):  # the browser itself reports the lost connection as an error
        with served(store, port) as process:
            table = Running(f"http://127.0.0.1:{port}").open("checkers", [ME, GENTLE])
            page.goto(f"http://127.0.0.1:{port}/table/{table.id}#{table.secret}")
            now = moved(page, click, int(str(next_turn(page, -1)["ply"])))
            os.kill(process.pid, signal.SIGKILL)
            process.wait(20)
            page.wait_for_function("() => document.querySelector('#status').textContent.includes('connection is lost')")
        with served(store, port):
            page.wait_for_function("() => document.querySelector('#status').textContent.includes('Your turn')")
            after = moved(page, click, int(str(now["ply"])))
            assert int(str(after["ply"])) == int(str(now["ply"])) + 2


def test_players_decide_alike_after_a_restart(tmp_path: Path) -> None:
    """A player is built again from the record, so it plays as it would have played."""
    from support.page_server import running

    with running(tmp_path / "one.db") as server:
        table = server.open("checkers", [ME, GENTLE])
        table.play_out(most=2)
        shown = table.my_turn()
    with running(tmp_path / "one.db") as server:
        table.server = server
        assert table.my_turn()["log"] == shown["log"]


def test_the_workers_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db", free_port()) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        assert children
        os.kill(process.pid, signal.SIGKILL)
        process.wait(20)
    end = time.monotonic() + 20
    while any(Path(f"/proc/{child}").exists() for child in children) and time.monotonic() < end:
        time.sleep(0.1)
    assert not any(Path(f"/proc/{child}").exists() for child in children)
