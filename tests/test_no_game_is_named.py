"""General code names no game: what is true of one stands in its folders, what is asked of any is a capability.

Names in code and in texts count; docstrings and comments may give examples. The linter's contracts in pyproject.toml
hold the imports.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz.games.registry import REGISTRY

PACKAGE = Path(kibitz.__file__).parent
GAMES = sorted(path.parent.name for path in PACKAGE.glob("games/*/rules.py"))
SPECIALISTS = sorted(path.parent.name for path in PACKAGE.glob("specialists/*/__init__.py"))
ROOMS = [*(f"games/{name}" for name in GAMES), *(f"specialists/{name}" for name in GAMES), "papers"]

ROWS = ".*"
ALLOWED = {
    "games/registry.py": ROWS,
    "games/cards/game.py": "hearts|spades",  # the suits
    "games/cards/habits.py": r"[a-z ]*\b(hearts|spades)\b[a-z ]*",  # the suits
    "games/records.py": r"checkers|kibitz\.games\.checkers\.pdn_records",  # the row of a notation
    "players/registry.py": ROWS,
    "adapters/pettingzoo.py": r"tictactoe_v3|tic_tac_toe",  # a row: what another library calls it
    "specialists/registry.py": ROWS,
    "moved.py": ROWS,
    "node_counts.py": ROWS,  # the positions that are searched
    "demonstration.py": ROWS,  # an experiment, as those of the papers are
    "learning/calibration.py": r"spades\(players=3, cards=7, open=true\)",  # the default of an experiment
    "specs.py": r".*expected a name such as 'checkers' or 'spades\(players=3\)'",
    "page/service.py": "checkers|hearts|tic-tac-toe|.*such as checkers or .*",  # examples of the service, run in tests
    "page/app.py": "checkers",  # an example of the service
    "cli/commands_here.py": r" play checkers adaptive",  # a command to try
    "cli/app.py": r"A game, such as checkers or .*",
    "cli/commands.py": r"Evolve a player of Guess It, .*",
    "cli/examples.py": ROWS,  # commands as people type them, run in tests
    "cli/learning.py": r"Recorded games, as JSON lines; for checkers also as PDN\.",
    "models/registry.py": ".*",
    "specialists/card_rules.py": r"never[-_]leads[-_]spades|.*leads spades only.*",  # the suit
    "searches/prediction.py": r"kibitz\.specialists\.guess_it\.stationary.*|kibitz\.games\.guess_it\.standing.*",
    "players/reply.py": r"kibitz\.specialists\.guess_it\.stationary.*",
}
"""The only files that name a game, and the texts in which they do."""


def words(name: str) -> str:
    """A name as it may be written: guess_it, guess-it, Guess It, GuessIt. A tree is mostly something else."""
    if name == "tree":
        return r"games\.tree\b"
    return "[-_ ]?".join(name.split("_"))


NAMED = re.compile("|".join(map(words, GAMES)), re.IGNORECASE)


def docstrings(tree: ast.Module) -> set[ast.expr]:
    """Texts that stand alone: of modules, classes, functions, and of what is above them."""
    return {
        node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def written(tree: ast.Module) -> Iterator[str]:
    """Every name and every text in a module, but for docstrings."""
    skipped = docstrings(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.ImportFrom(module=str(name)):
                yield name
                yield from (f"{name}.{each.name}" for each in node.names)
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.Constant(value=str(text)) if node not in skipped:
                yield text


def named_in(path: Path) -> list[str]:
    return [text for text in written(ast.parse(path.read_text(encoding="utf-8"))) if NAMED.search(text)]


def general() -> list[str]:
    files = [path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py")]
    return sorted(file for file in files if not any(file.startswith(f"{room}/") for room in ROOMS))


@pytest.mark.parametrize("file", general())
def test_general_code_names_no_game(file: str) -> None:
    found = named_in(PACKAGE / file)
    others = [text for text in found if not re.fullmatch(ALLOWED.get(file, "nothing"), text, re.DOTALL)]
    assert not others, f"{file} names a game: ask for a capability (games/capabilities.py), or add a registry's row"
    assert found or file not in ALLOWED, f"{file} names no game any more: take it off the list"


def test_every_game_is_looked_for() -> None:
    assert {name.replace("_", "-") for name in GAMES} == {
        name for name, row in REGISTRY.items() if isinstance(row, str) and row.startswith("kibitz.games.")
    }
    for text in (
        "guess-it(cards=2)",
        "GuessItKind",
        "Guess It",
        "spades",
        "chinese-checkers",
        "kibitz.games.tree.rules",
    ):
        assert NAMED.search(text), text
    assert not NAMED.search("a tree of hidden cards")


def test_the_contracts_of_the_linter_list_every_game_and_all_general_code() -> None:
    settings = tomllib.loads((PACKAGE.parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {each["name"]: each for each in settings["tool"]["importlinter"]["contracts"]}
    forbidden = contracts["general code imports no game"]
    games = {f"kibitz.games.{name}" for name in GAMES}
    specialists = {f"kibitz.specialists.{name}" for name in SPECIALISTS}
    assert set(forbidden["forbidden_modules"]) == games | specialists
    assert set(contracts["no game knows another"]["modules"]) == games
    assert set(contracts["no specialist knows another"]["modules"]) == specialists
    held = tuple(forbidden["source_modules"])
    for file in general():
        module = "kibitz." + file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if file not in ("__init__.py", "games/__init__.py", "specialists/__init__.py"):
            assert any(f"{module}.".startswith(f"{each}.") for each in held), f"{module} is in no contract"


def core_files() -> list[str]:
    """The headers and sources of the core that belong to no game."""
    core = PACKAGE.parent.parent / "core"
    files = [path.relative_to(core).as_posix() for path in (*core.rglob("*.hpp"), *core.rglob("*.cpp"))]
    own = tuple(f"{folder}/{name}" for name in GAMES for folder in ("games", "evaluation", "bind", "specialists"))
    return sorted(file for file in files if not file.startswith(own))


CORE_ALLOWED = {
    "bind/games.hpp": r"bind_\w+",
    "bind/module.cpp": r"bind_\w+|bind/\w+",
    "games/cards.hpp": "hearts|spades",  # the suits
    "evaluation/card_situations.hpp": "spades",  # the suit
}


@pytest.mark.parametrize("file", core_files())
def test_general_code_of_the_core_names_no_game(file: str) -> None:
    text = (PACKAGE.parent.parent / "core" / file).read_text(encoding="utf-8")
    code = re.sub(r"//.*", "", text)
    found = [word for word in re.findall(r"[\w/]+", code) if NAMED.search(word)]
    assert all(re.fullmatch(CORE_ALLOWED.get(file, "nothing"), word) for word in found), found
