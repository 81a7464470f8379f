"""``kibitz records`` and the schema of recorded games."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kibitz
from kibitz.cli.app import app
from kibitz.games import records

DOCS = Path(__file__).parent.parent / "docs"
STORED = Path(__file__).parent / "stored" / "0.1" / "records"
GOOD = {"game": "tic-tac-toe", "players": ["Ann", "Ben"], "moves": ["b2", "a1"]}


def schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DOCS / "record.schema.json").read_text(encoding="utf-8"))
    return found


def fits(value: Any, part: dict[str, Any]) -> bool:
    """Whether a value fits a part of the schema: the words of JSON Schema that ours uses."""
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "null": type(None)}
    named = part.get("type", [])
    wanted = [kinds[each] for each in ([named] if isinstance(named, str) else named)]
    if wanted and (isinstance(value, bool) or not any(isinstance(value, each) for each in wanted)):  # type: ignore[arg-type]
        return False
    if isinstance(value, dict):
        known = part["properties"]
        whole = set(part["required"]) <= value.keys() <= known.keys()
        forbidden = set(part["not"]["required"]) <= value.keys()
        return whole and not forbidden and all(fits(each, known[name]) for name, each in value.items())
    if isinstance(value, list):
        return len(value) >= int(part.get("minItems", 0)) and all(fits(each, part["items"]) for each in value)
    if isinstance(value, str):
        return len(value) >= int(part.get("minLength", 0))
    return value is None or bool(part.get("minimum", value) <= value <= part.get("maximum", value))


def test_every_record_that_is_written_fits_the_schema(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    kibitz.match("spades(players=3, cards=2, scoring=tricks)", ["random", "greedy", "random"], deals=2, records=file)
    lines = [*file.read_text().splitlines(), *(STORED / "games.jsonl").read_text().splitlines()]
    assert len(lines) > 10
    assert all(fits(json.loads(line), schema()) for line in lines)
    assert set(schema()["properties"]) == set(records.FIELDS)


@pytest.mark.parametrize(
    "change",
    [
        {"game": 3},
        {"game": ""},
        {"players": "Ann"},
        {"players": ["Ann", 2]},
        {"moves": [1]},
        {"moves": None},
        {"seed": -1},
        {"seed": 1.5},
        {"seed": 2**64},
        {"seed": 1, "start": ".../.../..."},
        {"scores": "1"},
        {"scores": ["1", "2"]},
        {"result": 1},
    ],
)
def test_schema_and_reader_refuse_the_same(change: dict[str, Any]) -> None:
    assert fits(GOOD, schema())
    records.read_line(json.dumps(GOOD))
    assert not fits({**GOOD, **change}, schema())
    with pytest.raises(kibitz.KibitzError):
        records.read_line(json.dumps({**GOOD, **change}))


@pytest.mark.parametrize("name", ["game", "players", "moves"])
def test_required_fields_are_required(name: str) -> None:
    short = {key: value for key, value in GOOD.items() if key != name}
    assert not fits(short, schema())
    with pytest.raises(kibitz.KibitzError):
        records.read_line(json.dumps(short))


def test_the_examples_of_the_page_are_valid() -> None:
    page = (DOCS / "records.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    for line in block.strip().splitlines():
        assert fits(json.loads(line), schema())
        records.read_line(line)


def test_the_command_names_every_game_that_is_not_valid(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join([json.dumps(GOOD), json.dumps({**GOOD, "moves": ["b2", "b2"]}), "{"]) + "\n")
    result = CliRunner().invoke(app, ["records", str(file)])
    assert result.exit_code == 1
    assert "3 games found, 1 valid, 2 not" in result.output
    assert "line 2: move 2: tic-tac-toe: 'b2' is not legal here" in result.output
    told = json.loads(CliRunner().invoke(app, ["records", str(file), "--json"]).output)
    assert (told["found"], told["valid"]) == (3, 1)
    assert [problem["reason"] for problem in told["problems"]] == ["illegal move", "not JSON"]


def test_the_command_accepts_files_of_0_1_and_pdn() -> None:
    runner = CliRunner()
    for arguments in ([str(STORED / "games.jsonl")], [str(STORED / "games.pdn"), "--game", "checkers"]):
        result = runner.invoke(app, ["records", *arguments])
        assert result.exit_code == 0, result.output
        assert " 0 not" in result.output
