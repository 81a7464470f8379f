"""Mangled requests and frames: no 500, no traceback."""

from __future__ import annotations

import asyncio

import fuzz_page
from support.page_server import Running


def test_mangled_requests_are_answered_with_sentences() -> None:
    counted = asyncio.run(fuzz_page.through_the_application(1_500, seed=7))
    assert counted[200] > 100
    assert counted[400] > 100


def test_broken_frames_do_no_harm(server: Running) -> None:
    host, port = server.address.removeprefix("http://").split(":")
    assert asyncio.run(fuzz_page.through_a_socket((host, int(port)), 100, seed=7)) == 100
    assert server.client.get("/api/opponents").status_code == 200
