"""Runs the server: ``kibitz serve``."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
from collections.abc import Callable, Sequence
from pathlib import Path

import uvicorn

from kibitz.errors import KibitzError
from kibitz.page.app import create_app
from kibitz.page.limits import Limits
from kibitz.page.strings import say

LOOPBACK = "127.0.0.1"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens, or an error that says what to do."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(2048)
    except OSError as error:
        raise KibitzError(say("cannot_listen", host=host, port=port, reason=error.strerror)) from None
    return made


def serve(
    store: Path,
    host: str,
    port: int,
    names: Sequence[str],
    files: Sequence[str],
    results: Path | None,
    workers: int | None,
    opened: Callable[[str], None],
) -> None:
    """Serve until somebody ends it. ``opened`` is called with the address of the page."""
    limits = Limits() if workers is None else Limits(workers=workers)
    app = create_app(store, limits, names, others=not is_loopback(host), files=files, results_folder=results)
    with listening(host, port) as place:
        shown = f"[{host}]" if ":" in host else host
        opened(f"http://{shown}:{place.getsockname()[1]}/")
        logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            timeout_keep_alive=30,
            h11_max_incomplete_event_size=32_768,
        )
        asyncio.run(uvicorn.Server(config).serve(sockets=[place]))
