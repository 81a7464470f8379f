"""The items of lockett2007 that evolve networks, at a size that says nothing but that they run and add up."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from support.published_reports import disagreements
from typer.testing import CliRunner

from kibitz.cli.app import app
from kibitz.errors import SpecError
from kibitz.papers.item import Setting
from kibitz.papers.lockett2007 import mixtures as mixture_items
from kibitz.papers.lockett2007 import reader_games, switching, training
from kibitz.papers.lockett2007.mixtures import TINY, constant_fitness
from kibitz.papers.lockett2007.training import other_choices, trained
from kibitz.papers.registry import items
from kibitz.specialists.guess_it.evolution.contests import EVEN
from kibitz.specialists.guess_it.evolution.network_runs import CONTROL, IDENTIFIER, TOTAL
from kibitz.specialists.guess_it.evolution.tasks import Choices, mixtures
from kibitz.specs import options_typed

pytest.importorskip("neat")


@pytest.fixture
def setting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Setting:
    monkeypatch.setattr(training, "QUICK", TINY)
    monkeypatch.setattr(training, "QUICK_TRIALS", 2)
    monkeypatch.setattr(reader_games, "REPLANS", (1,))
    fewer = {"FORGETTING": (1.0, 0.5), "GAMES_BEFORE": 1, "GAMES_AFTER": 1, "SHOWN_AFTER": (0, 1)}
    for name, value in fewer.items():
        monkeypatch.setattr(switching, name, value)
    return Setting("quick", seed=3, folder=tmp_path)


def test_every_item_runs_and_networks_are_trained_once(setting: Setting) -> None:
    evolving = ["table-1", "predictor", "total-control", "identifier", "modules"]
    evolving += ["evaluation", "head-to-head", "figure-2", "switching"]
    reports = {name: items("lockett2007")[name].run(setting) for name in evolving}
    assert setting.folder is not None
    lines = [line for file in setting.folder.glob("*.jsonl") for line in file.read_text().splitlines()]
    trainings = [line for line in lines if "best_generation" in line]
    assert len(trainings) == 2 * 11  # six rows, predictor, total control, identifier, decision module, control
    assert len(reports["figure-2"].figures) == 4
    wins = {row.label: row.ours.mean for row in reports["evaluation"].rows}
    of_each = [share for label, share in wins.items() if label.startswith("control v.")]
    assert wins["control: all eleven"] == pytest.approx(sum(of_each) / 11)
    assert wins["control: unseen"] == pytest.approx(sum(of_each[4:]) / 7)
    assert wins["reader within a game v. always-bluff"] == 100
    assert wins["the best reply v. ID Only"] >= wins["reader across games v. ID Only"] - 10
    changes = {row.label: row.ours.mean for row in reports["switching"].rows}
    assert changes["reader: asks until the change is noticed"] == 3
    assert changes["reader(forgetting=0.5): asks until the change is noticed"] == 1
    assert all(report.verdict for report in reports.values())
    for report in reports.values():
        assert not disagreements(report)


def test_the_constant_scores_what_the_notes_say() -> None:
    """A quarter of each is about 0.257 away from a mixture of the prior: 297 of 400."""
    found = [constant_fitness(400, seed) for seed in range(30)]
    assert 295 < sum(found) / len(found) < 299
    assert all(abs(sum(weights) - 1) < 1e-12 for weights in mixtures(10, seed=1))
    assert sum(EVEN) == 1


def test_choices_that_do_not_matter_train_nothing_anew(setting: Setting) -> None:
    plain = trained(setting, IDENTIFIER, Choices(), 1, TINY)
    assert trained(setting, IDENTIFIER, Choices(control="absent", outputs="threshold"), 1, TINY) == plain
    assert trained(setting, CONTROL, Choices(control="absent"), 1, TINY)[0].network.inputs == 7
    assert len(other_choices(Choices())) == len({str(choices) for _, choices in other_choices(Choices())})


def test_the_headline_under_other_choices(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    few = other_choices(Choices())[:1]
    monkeypatch.setattr(training, "other_choices", lambda _: few)
    least = replace(TINY, population=8, generations=1, identifier_generations=1, evaluation_games=20)
    monkeypatch.setattr(mixture_items, "TINY", least)
    rows = items("lockett2007")["choices"].run(setting).rows
    ways = ["as in all other items", few[0][0], "population=4", "champion=best", "champion=last"]
    assert [row.label.split(":")[0] for row in rows[::2]] == [row.label.split(":")[0] for row in rows[1::2]] == ways
    assert setting.folder is not None
    lines = [line for file in setting.folder.glob("*.jsonl") for line in file.read_text().splitlines()]
    assert len(lines) == len({str(json.loads(line)[0]) for line in lines}) == 2 * 10 * len(ways)


def test_options_are_taken_told_and_kept_apart(setting: Setting) -> None:
    plain = trained(setting, TOTAL, Choices(), 2, TINY)
    asked = replace(setting, options=(("total_generations", 3), ("champion", "last"), ("watcher", "always-ask")))
    report = items("lockett2007")["total-control"].run(asked)
    told = "--scale quick --seed 3 --option total_generations=3 --option champion=last --option watcher=always-ask"
    assert report.command.endswith(told)
    assert "ours is after 3" in report.notes[1]
    assert "watcher=always-ask" in report.notes[0]
    assert "the champion is the best of the last generation" in report.notes[0]
    shown = {row.label: row.ours.mean for row in report.rows}
    size = replace(TINY, total_generations=3, champion="last")
    longer = trained(setting, TOTAL, Choices(), 2, size)
    assert shown["total control: best fitness"] == pytest.approx(sum(each.best for each in longer) / 2)
    assert [each.generations for each in (*plain, *longer)] == [1, 1, 3, 3]
    assert trained(setting, TOTAL, Choices(), 2, TINY) == plain


@pytest.mark.parametrize(
    ("name", "option", "answer"),
    [
        ("table-1", "step=4", "did you mean 'steps'? known: calls, cards, champion"),
        ("table-1", "steps=many", "steps=many is not allowed; give a whole number from 1 to 100"),
        ("table-1", "outputs=treshold", "did you mean 'threshold'?"),
        ("table-1", "population=3", "a whole number from 4 to 100000"),
        ("table-1", "steps", "write name=value"),
        ("switching", "cards=4", "has no option 'cards'"),
        ("relations", "steps=4", "takes no options"),
    ],
)
def test_options_that_there_are_not_are_refused(name: str, option: str, answer: str) -> None:
    refused = CliRunner().invoke(app, ["reproduce", "lockett2007", name, "--option", option])
    assert isinstance(refused.exception, SpecError)
    assert answer in str(refused.exception)


def test_a_command_with_options_is_one_that_can_be_typed() -> None:
    typed = ["steps=4", "watcher=stationary(bluff=0.5, call=0.5)"]
    item = items("lockett2007")["table-1"]
    given = item.checked(Setting(options=tuple(options_typed(typed).items())))
    words = shlex.split(item.command(given))
    assert options_typed(words[-3::2]) == options_typed(typed)
