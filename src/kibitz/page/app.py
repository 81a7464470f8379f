"""The server: routes for the page and for its tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

import kibitz
from kibitz.errors import KibitzError
from kibitz.games.game import CHANCE, rules_of
from kibitz.games.registry import REGISTRY as GAMES
from kibitz.games.registry import game as game_named
from kibitz.games.view import View
from kibitz.models.registry import REGISTRY as MODELS
from kibitz.page import levels, people, results, service, trees
from kibitz.page.allowed import allowed_player
from kibitz.page.analysis import searches_for
from kibitz.page.draws import Draws
from kibitz.page.guard import Guard, Receive, Scope, Send
from kibitz.page.host import Conflict, Forbidden, Host, NotFound, SeatAsked
from kibitz.page.limits import Limits
from kibitz.page.records import as_lines, in_notation
from kibitz.page.routes import Secret, TheHost
from kibitz.page.store import Rules
from kibitz.page.strings import STATIC, say
from kibitz.page.tables import Table, file_endings
from kibitz.page.workers import ServerFull, TookTooLong, WorkerFailed
from kibitz.players.registry import REGISTRY as PLAYERS
from kibitz.searches.registry import REGISTRY as SEARCHES
from kibitz.words import in_words

log = logging.getLogger("kibitz.page")
STATUS: dict[type[KibitzError], int] = {
    NotFound: 404,
    Forbidden: 403,
    Conflict: 409,
    ServerFull: 503,
    TookTooLong: 504,
    WorkerFailed: 500,
}
TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}
PAGES = ("", "setup", "table", "results", "you", "service", "tree")
HEARTBEAT = 15.0
"""Seconds after which an idle connection is sent a line, so that a lost connection is noticed."""
THUMBNAIL = 240
AS_USUAL = f"{levels.USUAL}; a player that is given by its specification is not changed"


class SeatBody(BaseModel):
    """Who sits at a seat."""

    kind: str = Field("me", max_length=20, description="me, link or player")
    name: str = Field("", max_length=200)
    opponent: str = Field(levels.READS, max_length=20, description="reads, searches or random")
    level: str = Field("", max_length=20, description=f"{', '.join(levels.LEVELS)}; empty: {AS_USUAL}")
    seconds: float = Field(3.0, ge=0, le=60, description="for the level strongest")
    spec: str = Field("", max_length=1_000, description="any player, instead of an opponent")


class TableBody(BaseModel):
    """A table to be opened."""

    game: str = Field(max_length=25_000, examples=["checkers"])
    seats: list[SeatBody] = Field(max_length=8)
    undo: bool = True
    hints: bool = True
    clock: float = Field(0.0, ge=0, le=3_600)
    reading: bool = False


class MoveBody(BaseModel):
    """A move at a ply."""

    ply: int = Field(ge=0, le=1_000_000)
    move: str = Field(min_length=1, max_length=200)


class PlyBody(BaseModel):
    """The ply that the page shows."""

    ply: int = Field(ge=0, le=1_000_000)


class NameBody(BaseModel):
    """A name."""

    name: str = Field(max_length=200)


def create_app(
    store: str | Path = ":memory:",
    limits: Limits | None = None,
    names: Sequence[str] = (),
    others: bool = False,
    files: Sequence[str] = (),
    seed: int | None = None,
    results_folder: Path | None = None,
) -> Guard:
    """The application. ``seed`` determines addresses and deals and is only for tests."""
    limits = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.host = Host(store, limits, Draws(seed), files)
        app.state.host.start()
        yield
        await app.state.host.stop()

    app = FastAPI(
        title="Kibitz",
        version=kibitz.__version__,
        summary="Moves, analyses and beliefs for positions of any game",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.limits = limits
    app.state.results = results_folder
    _add_errors(app)
    _add_pages(app)
    _add_tables(app)
    _add_watching(app)
    service.add(app)
    people.add(app)
    results.add(app)
    trees.add(app)
    return Guard(app, limits.body, names, others)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(KibitzError)
    async def refused(request: Request, error: KibitzError) -> JSONResponse:
        status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
        return JSONResponse({"error": in_words(error)[:2_000]}, status)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return JSONResponse({"error": say("malformed", where=where[:200], what=str(first["msg"])[:200])}, 400)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> JSONResponse:
        return JSONResponse(
            {"error": say("no_page") if error.status_code == 404 else str(error.detail)}, error.status_code
        )

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> JSONResponse:
        log.error("a request failed", exc_info=error)
        return JSONResponse({"error": say("failed")}, 500)


# Files of the page.


@lru_cache(maxsize=64)
def _file(name: str) -> tuple[bytes, str, str] | None:
    """A file of the page, its type and its tag."""
    path = STATIC / name
    if path.parent != STATIC or not path.is_file():
        return None
    body = path.read_bytes()
    if path.suffix == ".html":  # insert the frame that all pages share
        frame = (STATIC / "frame.html").read_bytes()
        body = frame.replace(b"{script}", f"{path.stem}.js".encode()).replace(b"{main}", body)
    return body, TYPES[path.suffix[1:]], f'"{sha256(body).hexdigest()[:16]}"'


def _served(name: str, request: Request) -> Response:
    found = _file(name)
    if found is None:
        raise NotFound(say("no_page"))
    body, kind, tag = found
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)


def _add_pages(app: FastAPI) -> None:
    known = {path.name for path in STATIC.iterdir() if path.suffix != ".html"}

    @app.get("/static/{name}", include_in_schema=False)
    async def static(name: str, request: Request) -> Response:
        if name not in known:
            raise NotFound(say("no_page"))
        return _served(name, request)

    @app.get("/favicon.ico", include_in_schema=False)
    async def icon(request: Request) -> Response:
        return _served("icon.svg", request)

    for page in PAGES:
        _add_page(app, page)


def _add_page(app: FastAPI, page: str) -> None:
    file = f"{page or 'home'}.html"

    async def shown(request: Request) -> Response:
        return _served(file, request)

    app.add_api_route(f"/{page}", shown, methods=["GET", "HEAD"], include_in_schema=False, name=f"page {page}")
    if page in ("table", "setup", "results"):
        app.add_api_route(
            f"/{page}/{{name}}", shown, methods=["GET", "HEAD"], include_in_schema=False, name=f"page of one {page}"
        )


# Games and tables.


@lru_cache(maxsize=64)
def _by_name_alone(name: str) -> bool:
    """Whether a game can be made from its name alone. A game that stands for the games of another library cannot."""
    try:
        return bool(game_named(name))
    except KibitzError:
        return False


def _described(name: str) -> dict[str, Any]:
    game = kibitz.game(name)
    return {
        "name": name,
        "summary": game.summary,
        "rules": rules_of(game),
        "players": game.players,
        "allowed": game.players_allowed,
        "hidden": game.hidden,
        "options": [
            {
                "name": option.name,
                "help": option.help,
                "takes": option.range,
                "value": option.text(game.options[option.name]),
                "choices": [
                    str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in option.choices
                ]
                or (["false", "true"] if isinstance(option.default, bool) else []),
            }
            for option in game.options_known
            if option.name not in ("file", "json")
        ],
    }


@lru_cache(maxsize=64)
def _thumbnail(name: str) -> bytes:
    """The start of a game in a small picture, as the first seat sees it; the deal is always the same one."""
    state = kibitz.game(name).start(3)
    seen = state.view(max(0, state.to_move))
    return (seen.svg(THUMBNAIL) if isinstance(seen, View) else state.svg(THUMBNAIL)).encode()


def _add_tables(app: FastAPI) -> None:
    @app.get("/api/games", tags=["games"])
    async def games() -> list[dict[str, Any]]:
        """All games, with their options."""
        return [_described(name) for name in sorted(GAMES) if _by_name_alone(name)]

    @app.get("/api/games/{name}/picture.svg", include_in_schema=False)
    async def picture(name: str) -> Response:
        if name not in GAMES:
            raise NotFound(say("no_page"))
        return Response(_thumbnail(name), media_type=TYPES["svg"], headers={"cache-control": "max-age=3600"})

    @app.get("/api/opponents", tags=["games"])
    async def opponents() -> dict[str, Any]:
        """The opponents of the page, and their levels."""
        return {
            "opponents": [levels.READS, levels.SEARCHES, levels.RANDOM],
            "levels": list(levels.LEVELS),
            "usual": levels.USUAL,
            "longest": levels.LONGEST,
            "players": sorted({*PLAYERS, *SEARCHES, *MODELS}),
        }

    @app.post("/api/tables", tags=["tables"])
    async def create(body: TableBody, host: TheHost) -> dict[str, Any]:
        """Open a table. The secrets open the seats of people."""
        asked = [SeatAsked(**each.model_dump()) for each in body.seats]
        rules = Rules(undo=body.undo, hints=body.hints, clock=body.clock, reading=body.reading)
        table, secrets = await host.create(body.game, asked, rules)
        mine = next((seat for seat in secrets if asked[seat].kind == "me"), None)
        return {
            "table": table.id,
            "seat": mine,
            "secret": None if mine is None else secrets[mine],
            "links": {str(seat): secret for seat, secret in secrets.items() if seat != mine},
        }

    @app.post("/api/tables/{table_id}/moves", tags=["tables"])
    async def move(table_id: str, body: MoveBody, host: TheHost, secret: Secret) -> dict[str, Any]:
        """Make a move."""
        table = host.table(table_id)
        host.move(table, secret, body.ply, body.move)
        return {"ply": table.ply}

    @app.post("/api/tables/{table_id}/undo", tags=["tables"])
    async def undo(table_id: str, body: PlyBody, host: TheHost, secret: Secret) -> dict[str, Any]:
        """Take back the last move of a person, and the moves after it."""
        table = host.table(table_id)
        host.take_back(table, secret, body.ply)
        return {"ply": table.ply}

    @app.post("/api/tables/{table_id}/hurry", tags=["tables"])
    async def hurry(table_id: str, host: TheHost, secret: Secret) -> dict[str, Any]:
        """Make the player whose turn it is stop thinking and move at once."""
        host.hurry(host.table(table_id), secret)
        return {}

    @app.post("/api/tables/{table_id}/name", tags=["tables"])
    async def name(table_id: str, body: NameBody, host: TheHost, secret: Secret) -> dict[str, Any]:
        """Set the name of the person at a seat."""
        host.rename(host.table(table_id), secret, body.name)
        return {}

    @app.post("/api/tables/{table_id}/again", tags=["tables"])
    async def again(table_id: str, host: TheHost, secret: Secret) -> dict[str, Any]:
        """Another game with the same players; the secrets stay the same."""
        return {"table": host.again(host.table(table_id), secret).id}

    @app.post("/api/tables/{table_id}/hint", tags=["tables"])
    async def hint(table_id: str, host: TheHost, secret: Secret) -> dict[str, Any]:
        """The move that a search would make, given what the seat sees."""
        table = host.table(table_id)
        seat = host.seat_of(table, secret)
        if not table.stored.rules.hints:
            raise Forbidden(say("no_hints"))
        if table.state.over or table.state.to_move != seat:
            raise Conflict(say("not_your_turn"))
        found: dict[str, Any] = await host.pool.run("analyse", table.state.view(seat), levels.advisor(table.game))
        return found


# Watching a table.


def _add_watching(app: FastAPI) -> None:
    @app.get("/api/tables/{table_id}", tags=["tables"])
    async def look(table_id: str, host: TheHost, secret: Secret, reading: bool = False) -> Response:
        """What the viewer may see of a table now."""
        table = host.table(table_id)
        viewer = host.viewer(table, secret)
        if reading:
            await host.reading(table, viewer)
        if not table.stored.rules.kibitz:
            host.resume(table)
        return Response(table.frame(viewer, reading), media_type="application/json")

    @app.get("/api/tables/{table_id}/events", tags=["tables"])
    async def events(table_id: str, host: TheHost, secret: Secret, reading: bool = False) -> Response:
        """What the viewer may see of a table, whenever it changes, as server-sent events."""
        table = host.table(table_id)
        viewer = host.viewer(table, secret)
        host.check_room()
        return News(host, table, viewer, reading)

    @app.get("/api/tables/{table_id}/positions/{ply}", tags=["tables"])
    async def position(table_id: str, ply: int, host: TheHost, secret: Secret) -> dict[str, Any]:
        """An earlier position, as the viewer saw it."""
        table = host.table(table_id)
        viewer = host.viewer(table, secret)
        _require_ply(table, ply)
        return table.picture(viewer, ply)

    @app.get("/api/tables/{table_id}/reading", tags=["tables"])
    async def reading(table_id: str, host: TheHost, secret: Secret) -> list[dict[str, Any]]:
        """What opponents that adapt think of the viewer; where hands are hidden, from the viewer's own cards."""
        table = host.table(table_id)
        return await host.reading(table, host.viewer(table, secret))

    @app.get("/api/tables/{table_id}/record/{ending}", tags=["tables"])
    async def record(table_id: str, ending: str, host: TheHost, secret: Secret) -> PlainTextResponse:
        """The game as a file: jsonl, or pdn where the game has that notation."""
        table = host.table(table_id)
        viewer = host.viewer(table, secret)
        if ending not in file_endings(table.game):
            raise NotFound(say("no_notation", known=", ".join(file_endings(table.game))))
        text = as_lines(table, viewer) if ending == "jsonl" else in_notation(table, viewer, ending)
        name = f'attachment; filename="{table.game.name}.{ending}"'
        return PlainTextResponse(text, headers={"content-disposition": name, "cache-control": "no-store"})

    @app.get("/api/tables/{table_id}/analysis/{ply}", tags=["tables"])
    async def analysis(table_id: str, ply: int, host: TheHost, secret: Secret, search: str = "") -> dict[str, Any]:
        """The analysis of a position by a search. It is allowed at tables without people, and after a game."""
        table, view = _analysable(host, table_id, ply, secret)
        spec = str(allowed_player(search, host.limits)) if search else levels.advisor(table.game)
        found: dict[str, Any] = await host.pool.run("analyse", view, spec, heavy=True)
        return found

    @app.get("/api/tables/{table_id}/searches", tags=["tables"])
    async def searches(table_id: str, host: TheHost) -> list[str]:
        """The searches that can value moves, each with a limit that makes it quick."""
        return list(searches_for(host.table(table_id).game))

    @app.get("/api/tables/{table_id}/worlds/{ply}", tags=["tables"])
    async def worlds(table_id: str, ply: int, host: TheHost, secret: Secret) -> list[dict[str, Any]]:
        """Deals that the seat to move considers possible."""
        _, view = _analysable(host, table_id, ply, secret)
        if not isinstance(view, View):
            raise KibitzError(say("nothing_hidden"))
        found: list[dict[str, Any]] = await host.pool.run("worlds", view)
        return found

    @app.get("/api/tables/{table_id}/tree/{ply}", tags=["tables"])
    async def tree(table_id: str, ply: int, host: TheHost, secret: Secret) -> dict[str, Any]:
        """The tree below a small position, drawn."""
        table, view = _analysable(host, table_id, ply, secret)
        if table.game.hidden:
            raise KibitzError(say("tree_of_open"))
        found: dict[str, Any] = await host.pool.run("tree", view, heavy=True)
        return found


def _require_ply(table: Table, ply: int) -> None:
    if not 0 <= ply <= table.ply:
        raise NotFound(say("no_ply", plies=table.ply))


def _analysable(host: Host, table_id: str, ply: int, secret: str | None) -> tuple[Table, Any]:
    """A position that may be analysed, as the seat to move saw it. A person who played with hidden hands gets only what
    their own seat saw.
    """
    table = host.table(table_id)
    viewer = host.viewer(table, secret)
    _require_ply(table, ply)
    if not table.stored.rules.kibitz and not table.state.over:
        raise Forbidden(say("no_analysis_yet"))
    shown = table.place(viewer, ply).state
    if shown is None:
        raise Forbidden(say("record_for_players"))
    if shown.over or shown.to_move == CHANCE:
        raise KibitzError(say("nobody_to_move"))
    if not isinstance(shown, View):
        return table, shown.view(shown.to_move)
    if shown.to_move != viewer:
        raise Forbidden(say("not_your_position"))
    return table, shown


class News(Response):
    """News of a table as server-sent events until the viewer leaves. A slow viewer gets only the newest."""

    def __init__(self, host: Host, table: Table, viewer: int, reading: bool) -> None:
        super().__init__(media_type="text/event-stream", headers={"cache-control": "no-store"})
        del self.headers["content-length"]
        self._host, self._table, self._viewer, self._reading = host, table, viewer, reading

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the connection is closed."""
        self._host.arrive(self._table, self._viewer)
        tasks = [asyncio.create_task(_until_gone(receive)), asyncio.create_task(self._push(send))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._host.leave(self._table, self._viewer)

    async def _push(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        table, sent = self._table, -1
        while True:
            changed = table.changed
            if self._reading:
                self._host.wants_reading(table, self._viewer)
            if sent != table.version:
                sent = table.version
                await _send(send, b"data: " + table.frame(self._viewer, self._reading) + b"\n\n")
                continue
            try:
                await asyncio.wait_for(changed.wait(), HEARTBEAT)
            except TimeoutError:
                await _send(send, b": still here\n\n")


async def _send(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


__all__ = ["create_app"]
