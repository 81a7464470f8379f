"""What stands before every request: hosts, origins, lengths, headers, and what specifications may ask for."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import httpx
import pytest
from support.page_server import ME, asking, inline_app

import kibitz
from kibitz import published
from kibitz.errors import KibitzError
from kibitz.page.allowed import allowed_game, allowed_player
from kibitz.page.app import create_app
from kibitz.page.guard import HEADERS
from kibitz.page.jobs import Asked
from kibitz.page.limits import Limits
from kibitz.page.serving import is_loopback
from kibitz.page.workers import Pool, TookTooLong


def answer(method: str, path: str, others: bool = False, names: tuple[str, ...] = (), **how: object) -> httpx.Response:
    async def asked() -> httpx.Response:
        _, host = inline_app()
        guarded = create_app(names=names, others=others)
        guarded.app.state.host = host  # type: ignore[attr-defined]
        async with asking(guarded) as client:
            return await client.request(method, path, **how)  # type: ignore[arg-type]

    return asyncio.run(asked())


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a b", "[:"])
def test_other_names_are_refused(host: str) -> None:
    assert answer("GET", "/", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST:1"])
def test_this_machine_is_known(host: str) -> None:
    assert answer("GET", "/", headers={"Host": host}).status_code == 200


def test_an_open_server_is_asked_for_by_number_or_by_its_names() -> None:
    assert answer("GET", "/", headers={"Host": "192.0.2.7:8000"}).status_code == 421
    assert answer("GET", "/", others=True, headers={"Host": "192.0.2.7:8000"}).status_code == 200
    assert answer("GET", "/", others=True, headers={"Host": "evil.example"}).status_code == 421
    assert answer("GET", "/", names=("games.example",), headers={"Host": "games.example"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://"}],
)
def test_other_pages_cannot_post(headers: dict[str, str]) -> None:
    body = {"game": "tic-tac-toe", "seats": [ME, ME]}
    assert answer("POST", "/api/tables", json=body, headers=headers).status_code == 403


def test_the_own_page_can_post() -> None:
    body = {"game": "tic-tac-toe", "seats": [ME, ME]}
    assert answer("POST", "/api/tables", json=body, headers={"Origin": "http://localhost"}).status_code == 200


def test_long_bodies_are_refused() -> None:
    assert answer("POST", "/api/tables", content=b"x" * 70_000).status_code == 413

    async def pieces() -> object:
        for _ in range(80):
            yield b"x" * 1_000

    assert answer("POST", "/api/tables", content=pieces()).status_code == 413


@pytest.mark.parametrize("path", ["/", "/static/table.js", "/api/games", "/api/nothing", "/static/../app.py"])
def test_every_answer_has_the_headers(path: str) -> None:
    headers = answer("GET", path).headers
    for name, value in HEADERS:
        assert headers[name.decode()] == value.decode()
    assert "set-cookie" not in headers
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("method", ["PUT", "OPTIONS", "TRACE", "PATCH"])
def test_other_methods_are_refused(method: str) -> None:
    assert answer(method, "/").status_code == 405


def test_only_files_of_the_page_are_served() -> None:
    for path in ("/static/..%2fapp.py", "/static/%2e%2e/app.py", "/static/app.py", "/static//etc/passwd"):
        assert answer("GET", path).status_code == 404
    for path in ("/api/results/..%2f..%2fREADME", "/api/results/figures/../../x.svg", "/api/results/%2fetc%2fpasswd"):
        assert answer("GET", path).status_code == 404


def test_results_are_listed_where_there_is_no_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(answer("GET", "/api/results").json()) > 50
    monkeypatch.setattr(published, "PACKAGE", tmp_path / "lib" / "kibitz")
    assert answer("GET", "/api/results").json() == []
    installed = tmp_path / "lib" / "kibitz" / "published_files" / "results"
    installed.mkdir(parents=True)
    (installed / "a-table.json").write_text('{"paper": "carmel1993", "title": "A table"}')
    assert [each["title"] for each in answer("GET", "/api/results").json()] == ["A table"]


@pytest.mark.parametrize(
    "spec",
    [
        "adaptive(learner=choice, memory='x.db')",
        "adaptive(candidates=['model.json'])",
        "network(file=champion.json)",
        "model.json",
        "../model.json",
        "'/etc/passwd'",
        "mcts(simulations=20001)",
        "mcts(seconds=11)",
        "mcts(seconds=none, simulations=10000000)",
        "alpha-beta(depth=50)",
        "maxn(depth=none)",
        "sampled(mcts(simulations=1000000))",
        "changing(greedy, mcts(seconds=1000))",
        "noisy(strategy(depth=200), 0.1)",
        "nobody",
        "mcts(" * 60 + ")" * 60,
        "adaptive(candidates=[" + ", ".join(["greedy"] * 40) + "])",
        "mcts(exploration=1e300)",
        "x" * 1_000,
    ],
)
def test_what_a_specification_may_not_ask_for(spec: str) -> None:
    with pytest.raises(KibitzError):
        allowed_player(spec, Limits())


@pytest.mark.parametrize(
    "spec",
    [
        "mcts(simulations=200)",
        "adaptive(learner=choice, reply=exploit, seconds=2)",
        "adaptive(candidates=[most-tricks, fewest-overtricks_most-tricks, greedy])",
        "sampled(maxn(own=MT), worlds=20)",
        "soft-maxn(own=mOT, others=generic)",
        "noisy(strategy(men=1, kings=1.5, depth=4), 0.1)",
        "random",
        "ducks",
        "win-stay(greedy, random)",
        "safe(exploit(others=[ducks, greedy, greedy]), margin=1)",
    ],
)
def test_what_it_may_ask_for(spec: str) -> None:
    assert allowed_player(spec, Limits())


@pytest.mark.parametrize("spec", ["tree(file=x.json)", "hearts(hands=1000)", "nothing", "checkers(file=x)", "("])
def test_what_a_game_may_not_ask_for(spec: str) -> None:
    with pytest.raises(KibitzError):
        allowed_game(spec, Limits())


def test_a_search_that_takes_too_long_is_ended_and_others_go_on() -> None:
    async def both() -> float:
        pool = Pool(1, 10, 30)
        pool.start()
        start = kibitz.game("checkers").start()
        state = start.to_dict()
        await pool.run("answer", Asked("checkers", state, "random", 1))  # the process is there
        began = time.monotonic()
        with pytest.raises(TookTooLong):
            await pool.run("answer", Asked("checkers", state, "mcts(seconds=60)", 1), seconds=0.5)
        assert await pool.run("answer", Asked("checkers", state, "random", 1)) in [(move, "") for move in start.moves()]
        pool.stop()
        return time.monotonic() - began

    assert asyncio.run(both()) < 20


def test_long_answers_arrive_whole_where_the_event_loop_does_not_block() -> None:
    """As uvloop: it makes the pipes that it watches return at once."""

    async def asked() -> int:
        loop = asyncio.get_running_loop()
        watched = loop.add_reader

        def adding(place: int, *rest: object) -> None:
            os.set_blocking(place, False)
            watched(place, *rest)  # type: ignore[arg-type]

        loop.add_reader = adding  # type: ignore[assignment, method-assign]
        pool = Pool(1, 10, 60)
        pool.start()
        found = await pool.run("worlds", kibitz.game("spades").start(1).view(0), 80)
        pool.stop()
        return len(found)

    assert asyncio.run(asked()) == 80


def test_loopback_is_this_machine() -> None:
    assert is_loopback("::1")
    assert not is_loopback("0.0.0.0")
    assert not is_loopback("example.org")
