"""Files of one's own: what is wrong in one is told with its name, every time."""

import sys
from pathlib import Path

import pytest

import kibitz
from kibitz.errors import GameError, KibitzError, SpecError
from kibitz.games.registry import REGISTRY as GAMES
from kibitz.models.registry import REGISTRY as MODELS
from kibitz.players.loading import load

GAME = """
import sys
sys.path.insert(0, {folder!r})
import kibitz
from support.countdown import countdown
kibitz.register(countdown(scores=lambda self, state: (1.0,)))
"""


def test_a_file_that_failed_is_not_taken_as_loaded(tmp_path: Path) -> None:
    file = tmp_path / "fails_at_first.py"
    file.write_text("1 / 0\n")
    for _ in range(2):
        with pytest.raises(KibitzError, match=r"fails_at_first.py: line 1: ZeroDivisionError"):
            load(file)
    file.write_text("import kibitz\nclass P(kibitz.Player):\n  name = 'My Player'\nkibitz.register(P)\n")
    with pytest.raises(SpecError, match=r"fails_at_first.py: P: name = 'My Player' cannot be the name of a player"):
        load(file)


def test_an_error_keeps_its_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {name: row for name, row in GAMES._rows.items() if name != "countdown"}  # another test may have it
    monkeypatch.setattr(GAMES, "_rows", known)
    file = tmp_path / "wrong_scores.py"
    file.write_text(GAME.format(folder=str(Path(__file__).parent.parent)))
    with pytest.raises(GameError, match=r"wrong_scores.py: countdown: scores returned \(1.0,\)"):
        load(file)
    with pytest.raises(SpecError, match="there is no game 'countdown'"):
        kibitz.game("countdown")


def test_a_file_finds_its_neighbours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(MODELS, "_rows", dict(MODELS._rows))
    (tmp_path / "kept_beside_it.py").write_text("PLACE = 0\n")
    (tmp_path / "random.py").write_text("raise ImportError('this is not the standard library')\n")
    file = tmp_path / "has_neighbours.py"
    file.write_text(
        "import random\nimport kibitz\nfrom kept_beside_it import PLACE\n@kibitz.register\n"
        "def beside(view):\n    return {view.moves()[PLACE]: 1.0}\n"
    )
    load(file)
    assert kibitz.model("beside").policy(kibitz.game("tic-tac-toe").start()) == {"a1": 1.0}
