"""People who want their games to be kept: a name with a secret of its own, a portrait, a download, and deletion."""

from __future__ import annotations

import time
from typing import Any

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from kibitz.errors import KibitzError
from kibitz.page.host import Conflict, Forbidden, Host, clean
from kibitz.page.records import as_lines
from kibitz.page.routes import Secret, TheHost
from kibitz.page.sittings import Played
from kibitz.page.strings import say

GAMES = 60
"""How many of the newest games a portrait uses."""


class PersonBody(BaseModel):
    """A name to be kept, with consent."""

    name: str = Field(min_length=1, max_length=200)
    agreed: bool = Field(description="whether the person agrees that games under this name are kept")


class KeepBody(BaseModel):
    """A game to be kept: the table, and the secret of the person's seat there."""

    table: str = Field(max_length=100)
    seat_secret: str = Field(max_length=200)


def require_person(host: Host, name: str, secret: str | None) -> None:
    """Refuse somebody who does not know the secret of a name, whether or not the name is kept."""
    if not secret or not host.store.is_person(name, secret):
        raise Forbidden(say("wrong_name_secret"))


def add(app: FastAPI) -> None:
    """Add the routes about people."""

    @app.post("/api/people", tags=["people"])
    async def join(body: PersonBody, host: TheHost) -> dict[str, str]:
        """Keep a name. The secret is shown once. Anyone who has it can use the name."""
        if not body.agreed:
            raise KibitzError(say("must_agree"))
        name, secret = clean(body.name, host.limits), host.draws.address()
        if not name:
            raise KibitzError(say("empty_name"))
        if not host.store.add_person(name, secret, time.time()):
            raise Conflict(say("name_taken", name=name))
        return {"name": name, "secret": secret}

    @app.post("/api/people/{name}/games", tags=["people"])
    async def keep(name: str, body: KeepBody, host: TheHost, secret: Secret) -> dict[str, Any]:
        """Keep a game under a name; needs the secret of the name and that of the seat."""
        require_person(host, name, secret)
        table = host.table(body.table)
        seat = host.seat_of(table, body.seat_secret)
        host.store.keep_game(name, table.id, seat)
        return {"games": len(host.store.games_of(name))}

    @app.get("/api/people/{name}", tags=["people"])
    async def about(name: str, host: TheHost, secret: Secret) -> dict[str, Any]:
        """The games that are kept under a name, by game."""
        require_person(host, name, secret)
        games: dict[str, int] = {}
        for table_id, _ in host.store.games_of(name):
            stored = host.store.find(table_id)
            if stored is not None:
                games[stored.game] = games.get(stored.game, 0) + 1
        return {"name": name, "games": games}

    @app.get("/api/people/{name}/portrait", tags=["people"])
    async def portrait(name: str, game: str, host: TheHost, secret: Secret) -> dict[str, Any]:
        """How the person plays one game, from all games that are kept."""
        require_person(host, name, secret)
        played = tuple(each for each in _played(host, name) if each.game == game)[-GAMES:]
        if not played:
            raise KibitzError(say("no_games_kept"))
        patience = host.limits.portrait
        found: dict[str, Any] = await host.pool.run("portrait", name, played, seconds=patience, heavy=True)
        return found

    @app.get("/api/people/{name}/download", tags=["people"])
    async def download(name: str, host: TheHost, secret: Secret) -> PlainTextResponse:
        """Everything that is kept under a name: the games as JSON lines, as the person saw them."""
        require_person(host, name, secret)
        lines = [as_lines(host.table(table_id), seat) for table_id, seat in host.store.games_of(name)]
        return PlainTextResponse("".join(lines), headers={"content-disposition": 'attachment; filename="games.jsonl"'})

    @app.delete("/api/people/{name}", tags=["people"])
    async def forget(name: str, host: TheHost, secret: Secret) -> dict[str, Any]:
        """Delete the name, its secret, and what was kept under it."""
        require_person(host, name, secret)
        host.forget(name)
        return {}


def _played(host: Host, name: str) -> list[Played]:
    """The games of a person, as the person saw them."""
    return [host.table(table_id).as_played(seat) for table_id, seat in host.store.games_of(name)]
