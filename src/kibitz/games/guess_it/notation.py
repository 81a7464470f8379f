"""Moves are ``ask 5`` and ``name 5``; a state is the hands as dealt and the moves so far: ``1 4 / 2 5 / ask 2``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kibitz.errors import NotationError

NAME = 32
"""The number that the core adds to a card for the move that names it."""


def move_text(code: int) -> str:
    """Write a move."""
    return f"name {code - NAME}" if code > NAME else f"ask {code}"


def move_code(text: str) -> int:
    """Read a move."""
    word, _, number = text.strip().lower().partition(" ")
    card = number.strip()
    if word not in ("ask", "name") or not (card.isascii() and card.isdigit() and len(card) <= 2 and int(card) < NAME):
        raise NotationError(f"guess-it: {text!r} is not a move; moves are such as 'ask 5' and 'name 5'")
    return int(card) + (NAME if word == "name" else 0)


def state_text(hands: Iterable[Iterable[int | None]], history: Iterable[str]) -> str:
    """Write the hands as dealt, an unknown card as ``?``, and the moves so far."""
    parts = [" ".join("?" if card is None else str(card) for card in hand) for hand in hands]
    moves = ", ".join(history)
    return " / ".join([*parts, moves] if moves else parts)


def read_state(text: str) -> dict[str, Any]:
    """Read the hands and the moves back."""
    parts = text.split("/")
    if len(parts) not in (2, 3):
        raise NotationError(f"guess-it: {text!r} is not two hands and the moves so far, such as '1 4 / 2 5 / ask 2'")
    hands = []
    for which, part in zip(("first", "second"), parts, strict=False):
        cards = part.split()
        if not all(card.isascii() and card.isdigit() and len(card) <= 2 for card in cards):
            raise NotationError(f"guess-it: the {which} hand {part.strip()!r} is not a list of cards such as '1 4'")
        hands.append([int(card) for card in cards])
    moves = parts[2].strip() if len(parts) == 3 else ""
    return {"hands": hands, "history": [move.strip() for move in moves.split(",")] if moves else []}
