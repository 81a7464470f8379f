"""Guess It as numbers: a place for each card of the pack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.games.encoding import marked
from kibitz.games.guess_it.notation import NAME


def codes(cards: int) -> tuple[int, ...]:
    """The code of every move: asks, then names."""
    pack = range(1, 2 * cards + 2)
    return (*pack, *(NAME + card for card in pack))


def parts(game: Any) -> dict[str, tuple[int, ...]]:
    """Our hand; the cards that lie face up, those that we asked for, those that the opponent asked for, the pending
    card, and those that may be the centre; whether it is our turn.
    """
    pack = 2 * game.options["cards"] + 1
    names = ("hand", "face_up", "asked", "asked_by_other", "pending", "candidates")
    return {**dict.fromkeys(names, (pack,)), "turn": (1,)}


def observed(game: Any, core: Any, seat: int) -> Mapping[str, Any]:
    """What a seat sees, as numbers."""
    pack = 2 * game.options["cards"] + 1

    def cards(numbers: Any) -> list[float]:
        return marked((number - 1 for number in numbers), pack)

    asked = [[code for code in core.history[side::2] if code < NAME] for side in (0, 1)]
    return {
        "hand": cards(core.hands[seat]),
        "face_up": cards(core.face_up),
        "asked": cards(asked[seat]),
        "asked_by_other": cards(asked[1 - seat]),
        "pending": cards([core.pending] if core.pending else []),
        "candidates": cards(core.candidates(seat)),
        "turn": [float(not core.over and core.to_move == seat)],
    }
