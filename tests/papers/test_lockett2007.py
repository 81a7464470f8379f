"""The exact part of lockett2007: what a program reads, and what the paper says."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from kibitz.cli.app import app
from kibitz.models.stationary import CARDINALS


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    printed = CliRunner().invoke(app, ["reproduce", "lockett2007", "relations", "--json"])
    assert printed.exit_code == 0, printed.output
    found = json.loads(printed.output)
    assert isinstance(found, dict)
    return found


def test_every_ordered_pair_moves_first_and_second(report: dict[str, Any]) -> None:
    rates = {(row["player"], row["opponent"]): row for row in report["values"]["win_rates"]}
    assert set(rates) == {(one, two) for one in CARDINALS for two in CARDINALS}
    for (one, two), row in rates.items():
        assert row["moving_first"] == pytest.approx(1 - rates[two, one]["moving_second"])
    # By hand: always-bluff has moved first, and guesses when three bluffs and three asks have used up its cards.
    assert rates["always-bluff", "always-ask"]["moving_first"] == pytest.approx(5 / 6 * 3 / 4 * 1 / 2 * 1 / 7)


def test_the_equilibrium_at_six_cards_each(report: dict[str, Any]) -> None:
    solved = report["values"]["equilibrium"]
    found = [round(solved[name], 4) for name in ("value", "bluff", "call")]
    assert found == [0.5353, 0.2003, 0.1854]


def test_section_3_holds_and_section_1_does_not(report: dict[str, Any]) -> None:
    verdicts = {row["label"]: row["verdict"] for row in report["rows"] if row["verdict"]}
    assert [label for label, verdict in verdicts.items() if verdict != "holds"] == [
        "a basic strategy beats the equilibrium with high probability",
        "a basic strategy beats stationary(bluff=0.28, call=0.24) with high probability",
    ]
    assert sum(" defeats " in label for label in verdicts) == 4
