"""One server, and where it is needed one browser, for all tests of a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support.browser_games import LOADED
from support.browsers import browser
from support.page_server import EXAMPLES, Running, running

from kibitz.players.loading import load


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("page")
    with running(folder / "tables.db") as found:
        yield found


@pytest.fixture(scope="module")
def opened() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    examples = [str(EXAMPLES / f"{name}.py") for name in LOADED]
    for file in examples:
        load(file)
    with running(tmp_path_factory.mktemp("browser") / "tables.db", files=examples) as found:
        yield found
