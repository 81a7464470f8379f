"""The notebooks of the documentation run, cell by cell, and what they show can be shown."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.games.registry import REGISTRY as GAMES
from kibitz.models.registry import REGISTRY as MODELS
from kibitz.players.registry import REGISTRY as PLAYERS

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.md"))
CELL = re.compile(r"^```\{code-cell\} ipython3\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RICH = ("_repr_svg_", "_repr_html_")
SHOWN_AS_TEXT = (str, int, float, tuple, list, dict)


def test_there_are_six() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "a-league",
        "first-steps",
        "learn-from-game-files",
        "reproduce-a-table",
        "write-a-game",
        "write-an-opponent",
    ]


@pytest.fixture
def what_was_registered() -> Iterator[None]:
    """Forget the games and models that a notebook registers."""
    registries: tuple[Any, ...] = (GAMES, MODELS, PLAYERS)
    before = [(registry, dict(registry._rows)) for registry in registries]
    yield
    for registry, rows in before:
        registry._rows.clear()
        registry._rows.update(rows)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_results(path: Path, what_was_registered: None) -> None:
    cells = CELL.findall(path.read_text(encoding="utf-8"))
    assert cells
    shown = [value for value in run_cells(cells) if value is not None]
    rich = [value for value in shown if not isinstance(value, SHOWN_AS_TEXT)]
    assert rich
    for value in rich:
        pictured = next(getattr(value, name)() for name in RICH if hasattr(value, name))
        assert "<" in pictured, value


def run_cells(cells: list[str]) -> Iterator[Any]:
    """The value of the last expression of each cell, as a notebook shows it."""
    names: dict[str, Any] = {"__name__": "__main__", "display": lambda figure: None}
    for cell in cells:
        tree = ast.parse(cell)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            assert isinstance(last, ast.Expr)
            yield eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_kibitz_has_what_the_notebooks_use() -> None:
    used = {name for path in NOTEBOOKS for name in re.findall(r"kibitz\.(\w+)\(", path.read_text(encoding="utf-8"))}
    assert used <= set(kibitz.__all__) | {"register"}
