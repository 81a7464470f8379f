"""The habits of players who like or avoid a feature, in the words of people who play the game.

A phrase is read after "you" or "tends to": ``take tricks that the bid does not need``. It has no pronouns, so that it
fits both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.games.game import Game

MOST = 3
"""At most this many habits are named."""
SMALL = 0.05
"""Weights below this share of the largest are not mentioned."""
END = "end"
OTHERS = ("others_", "next_", "second_", "third_", "fourth_", "fifth_")
"""The prefixes of the names of features of the other players."""
_WIN = ("play for the win", "play to lose")


def habits(weights: Mapping[str, float], game: Game) -> tuple[str, ...]:
    """The habits of a player with these weights, the largest weights first.

    >>> import kibitz
    >>> habits({"bags": 1, "lead_rank": -0.5}, kibitz.game("spades"))
    ('take tricks that the bid does not need', 'lead low cards')
    >>> habits({"others_men": -1}, kibitz.game("checkers"))
    ('make it hard for the others to gain or keep men',)
    """
    ordered = sorted(weights.items(), key=lambda pair: -abs(pair[1]))
    telling = [pair for pair in ordered if pair[1] and abs(pair[1]) >= SMALL * abs(ordered[0][1])]
    phrases = dict.fromkeys(_phrase(name, weight, game) for name, weight in telling)
    return tuple(phrases)[:MOST]


def tends_to(phrases: Sequence[str]) -> str:
    """Habits as the end of a sentence about a player; empty if there are none.

    >>> tends_to(["lead low cards", "avoid taking tricks", "think about the next move only"])
    'tends to lead low cards, avoid taking tricks and think about the next move only'
    """
    return f"tends to {listed(phrases)}" if phrases else ""


def listed(phrases: Sequence[str]) -> str:
    """Habits in one phrase; empty if there are none.

    >>> listed(["lead low cards", "avoid taking tricks"])
    'lead low cards and avoid taking tricks'
    """
    if not phrases:
        return ""
    *first, last = phrases
    return f"{', '.join(first)}{' and ' if first else ''}{last}"


def _phrase(name: str, weight: float, game: Game) -> str:
    for begins in OTHERS:
        if name.startswith(begins):
            liked, _ = _either(name.removeprefix(begins), game)
            return f"help the others to {liked}" if weight > 0 else f"make it hard for the others to {liked}"
    liked, avoided = _either(name, game)
    return liked if weight > 0 else avoided


def _either(name: str, game: Game) -> tuple[str, str]:
    if name == END:
        return _WIN
    plain = name.replace("_", " ")
    return game.feature_habits.get(name, (f"play for {plain}", f"avoid {plain}"))
