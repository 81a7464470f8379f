"""The golden playthroughs, replayed."""

import pytest
from support.golden_games import FOLDER, GAMES, transcript


@pytest.mark.parametrize("name", GAMES)
def test_golden_playthrough(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text().splitlines()
    for number, (written, now) in enumerate(zip(golden, transcript(GAMES[name]), strict=True), start=1):
        assert now.rstrip() == written, (
            f"line {number}; if the change is meant, run python tests/support/golden_games.py"
        )


def test_every_playthrough_is_replayed() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
