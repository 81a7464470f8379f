"""``python -m benchmarks.choice --log`` continues an interrupted measurement."""

import json
import runpy
from pathlib import Path

HOME = Path(__file__).parent.parent
SETTINGS = {"seed": 1, "watched": 10}


def test_a_log_gives_back_the_rows_of_the_same_settings(tmp_path: Path) -> None:
    logged = runpy.run_path(str(HOME / "benchmarks" / "choice.py"))["logged"]
    path = tmp_path / "log.jsonl"
    assert logged(path, SETTINGS) == {}
    whole = [{**SETTINGS, "game": "checkers", "number": number, "row": {"read": {"10": number}}} for number in (0, 1)]
    lines = [*whole, {**whole[0], "seed": 2, "number": 2}]
    text = "".join(json.dumps(each) + "\n" for each in lines)
    path.write_text(text + '{"seed": 1, "wat', encoding="utf-8")
    assert logged(path, SETTINGS) == {("checkers", number): {"read": {10: number}} for number in (0, 1)}
    assert path.read_text(encoding="utf-8") == text  # the line that was cut off is gone
