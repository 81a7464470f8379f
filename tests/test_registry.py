"""Names that nobody could write in a specification are refused where they are registered."""

import pytest

import kibitz
from kibitz.errors import SpecError
from kibitz.players.registry import REGISTRY
from kibitz.players.searching import Searching
from kibitz.registry import Registry


@pytest.mark.parametrize(
    ("name", "better"),
    [
        ("my bot", "my-bot"),
        ("my_bot", "my-bot"),
        ("MyBot", "mybot"),
        ("bot(1)", "bot-1"),
        ("7up", "up"),
        ("true", "my-player"),
        ("inf", "my-player"),
        ("", "my-player"),
        (" bot", "bot"),
    ],
)
def test_a_name_that_cannot_be_written(name: str, better: str) -> None:
    kind = type("Bot", (kibitz.Player,), {"name": name})
    with pytest.raises(SpecError, match=f"Bot: name = .* cannot be the name of a player.*such as '{better}"):
        kibitz.register(kind)
    assert name not in REGISTRY


@pytest.mark.parametrize("name", ["bot", "my-bot", "bot2", "a*"])
def test_a_name_that_can_be_written(name: str) -> None:
    registry: Registry[kibitz.Player] = Registry("player", {})
    registry.add(name, Searching)
    assert registry.kind(name.upper().replace("-", "_")) is Searching
