"""The help of every command: its examples run, in the order in which they are listed."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kibitz
from kibitz import errors
from kibitz.cli import app as shared
from kibitz.cli.commands import COMMANDS
from kibitz.cli.examples import EXAMPLES
from kibitz.cli.main import app

HOME = Path(__file__).parent.parent
LONGEST = 110
TYPED = {"play": "quit\n"}  # what a person types at the prompt


def test_every_command_has_examples() -> None:
    assert set(EXAMPLES) == set(COMMANDS)
    assert all(f"kibitz {name}" in line or f" {name} " in line for name, lines in EXAMPLES.items() for line in lines)


@pytest.mark.parametrize("name", EXAMPLES)
def test_help_shows_the_examples(name: str) -> None:
    shown = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "160", "TERMINAL_WIDTH": "160"})
    assert shown.exit_code == 0
    text = re.sub(r"\x1b\[[0-9;]*m", "", shown.stdout)
    for line in EXAMPLES[name]:
        assert line in text
        assert len(line) <= LONGEST


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in which all examples run, one after the other, with a game of one's own in it."""
    made = tmp_path_factory.mktemp("examples")
    shutil.copy(HOME / "docs" / "examples" / "nim.py", made / "my_game.py")
    yield made
    shared.loaded.clear()


@pytest.mark.parametrize(("name", "line"), [(name, line) for name, lines in EXAMPLES.items() for line in lines])
def test_the_example_runs(name: str, line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Any] = []
    monkeypatch.chdir(folder)
    monkeypatch.setattr("kibitz.page.serving.serve", lambda *given: served.append(given))
    monkeypatch.setattr("os.cpu_count", lambda: 1)  # no processes: the examples are small
    done = CliRunner().invoke(app, shlex.split(line)[1:], input=TYPED.get(name))
    assert done.exit_code == 0, (done.output, done.exception)
    assert done.stdout or served
    assert bool(served) == (name == "serve")


def kinds(parent: type[kibitz.KibitzError]) -> Iterator[type[kibitz.KibitzError]]:
    yield parent
    for kind in parent.__subclasses__():
        yield from kinds(kind)


def test_every_kind_of_error_names_a_page_that_exists() -> None:
    named = {kind: kind.page for kind in kinds(kibitz.KibitzError) if kind.__module__ == errors.__name__}
    assert {kind for kind, page in named.items() if not page} == {kibitz.KibitzError}
    assert all((HOME / page).is_file() for page in named.values() if page)
