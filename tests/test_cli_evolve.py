"""``kibitz evolve``: champions that can be played against, runs that go on, and what is answered to slips."""

import json
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import kibitz
from kibitz.cli.app import app
from kibitz.papers.item import Setting
from kibitz.papers.lockett2007.training import trained
from kibitz.pool import backends
from kibitz.specialists.guess_it.evolution import champions
from kibitz.specialists.guess_it.evolution import run as runs
from kibitz.specialists.guess_it.evolution.network_runs import Size
from kibitz.specialists.guess_it.evolution.tasks import Choices
from kibitz.specialists.guess_it.network_player import read_network

pytest.importorskip("neat")

SMALL = ["--population", "8", "--generations", "2", "--seed", "3"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of its own, and in this process: another takes longer to start than to work."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(backends, "processes", lambda jobs: backends.here)


def typed(*words: str) -> Result:
    return CliRunner().invoke(app, ["evolve", *words])


def refusal(*words: str) -> str:
    found = typed(*words)
    assert isinstance(found.exception, kibitz.KibitzError)
    return str(found.exception)


def test_a_champion_is_that_of_the_first_trial_and_sits_down_to_play() -> None:
    found = typed("ids-moves", *SMALL, "--option", "steps=3", "--out", "my player.json")
    assert found.exit_code == 0, found.output
    champion = read_network("my player.json")
    size = Size(population=8, generations=2)
    [trial] = trained(Setting(seed=3), "IDs + Moves", Choices(steps=3), 1, size)
    assert champion.network == trial.network
    assert champion.steps == 3
    assert f"best {trial.best:g} in generation {trial.best_generation}" in found.output
    said = re.search(r"kibitz play guess-it '(.*)' plays against it", found.output)
    assert said is not None
    result = kibitz.match("guess-it", [said[1], "always-ask"], deals=2, seed=1)
    assert result.deals == 2


def test_a_run_goes_on_from_its_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = json.loads(typed("Cards + Moves", *SMALL, "--json").output)
    assert [generation["number"] for generation in whole["history"]] == [0, 1]
    assert all(generation["best"] >= generation["mean"] > 0 < generation["species"] for generation in whole["history"])
    assert whole["saved"] == "cards-moves.json"
    first = Path("cards-moves.json").read_text()
    line = champions.told

    def killed(generation: runs.Generation) -> str:
        raise KeyboardInterrupt(line(generation))

    monkeypatch.setattr(champions, "told", killed)
    assert typed("cards-moves", *SMALL, "--checkpoint", "run", "--out", "again.json").exit_code != 0
    assert Path("run").exists()
    assert not Path("again.json").exists()
    lines: list[str] = []

    def noted(generation: runs.Generation) -> str:
        lines.append(line(generation))
        return lines[-1]

    monkeypatch.setattr(champions, "told", noted)
    assert typed("cards-moves", *SMALL, "--checkpoint", "run", "--out", "again.json").exit_code == 0
    assert Path("again.json").read_text() == first
    assert [text.split(":")[0] for text in lines] == ["generation 1"]
    assert "another run" in refusal("cards-moves", *SMALL[:-1], "4", "--checkpoint", "run")


def test_an_identifier_is_evolved_first_or_taken_from_a_file() -> None:
    found = typed("identifier", *SMALL)
    assert "kibitz evolve decision --identifier identifier.json" in found.output
    for more in ([], ["--identifier", "identifier.json"]):
        assert typed("decision", *SMALL, *more, "--out", f"decision-{len(more)}.json").exit_code == 0
    both = [read_network(f"decision-{many}.json") for many in (0, 2)]
    assert both[0] == both[1]
    assert both[0].identifier is not None
    assert "write one with kibitz evolve identifier" in refusal("decision", *SMALL, "--identifier", "decision-0.json")


def test_slips_are_answered() -> None:
    assert "did you mean 'total-control'? known: cards, cards-ids" in refusal("total-contol")
    assert "did you mean 'champion'?" in refusal("control", "--option", "champoin=last")
    assert "--identifier is for the task decision" in refusal("control", "--identifier", "identifier.json")
    assert "there is no folder" in refusal("control", "--out", "nowhere/control.json")


def test_without_neat_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "neat", None)
    assert "pip install 'kibitz[evolve]'" in refusal("control", *SMALL)
