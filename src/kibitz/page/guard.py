"""Checks every request before it is answered, and adds the headers of every answer."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect

from kibitz.page.strings import say

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
CONTENT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", CONTENT.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
READING = frozenset({"GET", "HEAD"})
METHODS = frozenset({"GET", "HEAD", "POST", "DELETE"})


class Guard:
    """Checks Host, Origin, the method and the length of the body, and adds the headers that browsers obey.

    The Host header must name this machine, or be one of ``names``. If the server is open to ``others``, it may also be
    an IP address: an attack from a page elsewhere (DNS rebinding) needs a name.
    """

    def __init__(self, app: App, body: int, names: Collection[str] = (), others: bool = False) -> None:
        self.app, self.body, self.names, self.others = app, body, LOCAL | set(names), others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # there are no websockets here
        refused = False

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        async def unless_refused(message: Message) -> None:
            if not refused:
                await guarded(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(guarded, *refusal)
            return
        left = self.body

        async def limited() -> Message:
            nonlocal left, refused
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0 and not refused:
                refused = True
                await _refuse(guarded, 413, say("body_too_long", most=self.body))
            return message if left >= 0 else {"type": "http.disconnect"}

        with suppress(ClientDisconnect):  # a client that left in the middle of a request gets no answer
            await self.app(scope, limited, unless_refused)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        if scope["method"] not in METHODS:
            return 405, say("wrong_method")
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value)
        hosts = headers.get(b"host", [])
        if len(hosts) != 1 or not self._known(hosts[0].decode("latin-1")):
            return 421, say("wrong_host")
        length = headers.get(b"content-length", [b"0"])[0]
        if not length.isdigit() or int(length[:12]) > self.body:
            return 413, say("body_too_long", most=self.body)
        if scope["method"] in READING:
            return None
        origins = headers.get(b"origin", [])
        here = hosts[0].decode("latin-1").lower()
        if any(urlsplit(origin.decode("latin-1")).netloc.lower() != here for origin in origins):
            return 403, say("wrong_origin")
        site = headers.get(b"sec-fetch-site", [b"same-origin"])[0]
        return (403, say("wrong_origin")) if site not in (b"same-origin", b"none") else None

    def _known(self, host: str) -> bool:
        """Whether a Host header names this server."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            _ = urlsplit(f"//{host}").port
        except ValueError:
            return False
        if name in self.names:
            return True
        if not self.others:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


async def _refuse(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"error": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
