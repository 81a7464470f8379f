"""What a belief does unless its kind says otherwise: how it is shown, and how a player uses it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import kibitz
from kibitz.errors import MissingCapability
from kibitz.learning import learners
from kibitz.learning.belief import Belief, Told
from kibitz.learning.learners import Learner
from kibitz.models.model import Position
from kibitz.replies.opponent import Opponent


class Watching(Belief):
    """Notes what it sees, and believes in random moves."""

    def __init__(
        self, shares: Mapping[str, float], errs: str = "", seen: tuple[tuple[Position, str], ...] = ()
    ) -> None:
        self.shares, self.errs, self.seen = dict(shares), errs, seen
        self.started_with: Mapping[str, float] = {}

    def see(self, position: Position, move: str, worlds: int = 20) -> Watching:
        return Watching(self.shares, self.errs, (*self.seen, (position, move)))

    @property
    def opponent(self) -> Opponent:
        return Opponent(((1.0, kibitz.model("random")),))

    def told(self, most: int = 3) -> Told:
        return Told(self.shares, ("it played high",), self.errs)

    def remembered(self, weights: Mapping[str, float], opponent: str) -> Watching:
        found = Watching(self.shares, self.errs)
        found.started_with = weights
        return found

    def learned_since(self, before: Watching) -> tuple[dict[str, float], int]:
        return {"random": 1.0}, len(self.seen) - len(before.seen)


@pytest.fixture(autouse=True)
def watching(monkeypatch: pytest.MonkeyPatch) -> list[Watching]:
    """The learner ``none`` is this one. Returns its first beliefs."""
    made: list[Watching] = []

    def begin(*_: object) -> Watching:
        made.append(Watching({"random": 1.0}))
        return made[-1]

    monkeypatch.setitem(learners.LEARNERS, "none", Learner(begin, needs_candidates=False))
    return made


def test_the_description_is_the_likeliest_kind() -> None:
    assert Watching({"lowest-card": 0.3, "ducks": 0.7}).description == "ducks"
    assert Watching({}).description == "nothing is known yet"


def test_notebooks_show_the_error_rate_where_there_is_one() -> None:
    shown = Watching({"ducks": 1.0}, errs="errs in one move of ten")._repr_html_()
    assert shown.endswith("<p>errs in one move of ten<br>it played high</p></div>")
    assert Watching({"ducks": 1.0})._repr_html_().endswith("<p>it played high</p></div>")


def test_it_is_trusted_from_the_first_move_on() -> None:
    assert not Watching({}).gated


def test_in_open_games_it_sees_cards_but_no_bids() -> None:
    player = kibitz.player("adaptive(learner=none, simulations=10)")
    game = kibitz.game("spades(players=3, cards=3, open=true)")
    record = kibitz.play_game(game, [player, "random", "random"], seed=1, names=["me", "Ann", "Ben"])
    assert any(move.startswith("bid") for move in record.moves)  # bids
    seen = [move for name in ("Ann", "Ben") for _, move in player._known[name].seen]  # type: ignore[attr-defined]
    assert seen
    assert not any(move.startswith("bid") for move in seen)


def test_with_hidden_hands_it_must_learn_in_worlds() -> None:
    """It may read views, so it is not refused at once; but it cannot say how likely a move is in a world."""
    game = kibitz.game("spades(players=3, cards=3)")
    player = kibitz.player("adaptive(learner=none, simulations=10)")
    with pytest.raises(MissingCapability, match="cannot weight worlds"):
        kibitz.play_game(game, [player, "random", "random"], seed=1)


def test_a_memory_keeps_its_weights(tmp_path: Path) -> None:
    player = f"adaptive(learner=none, simulations=10, memory='{tmp_path / 'memory.db'}')"
    kibitz.play_game("tic-tac-toe", [player, "random"], seed=1, names=["me", "Ann"])
    again = kibitz.player(player)
    kibitz.play_game("tic-tac-toe", [again, "random"], seed=1, names=["me", "Ann"])
    assert again._before["Ann"].started_with == {"random": 1.0}  # type: ignore[attr-defined]
