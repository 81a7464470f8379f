"""A choice in words: what it values, how far it looks, and how often it errs."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from kibitz.games.game import Game
from kibitz.learning.bayes import HARDLY, NUMBERS
from kibitz.models.choice import OTHERS, Choice
from kibitz.models.model import Model

MOST = 3  # features that are named
SMALL = 0.05  # of the largest: not worth a word
TIMES = {2: "twice", 3: "three times", 4: "four times", 5: "five times"}


def described_choice(given: Model, game: Game, errs: float = 0.0) -> str:
    """What a player does, in a sentence.

    >>> import kibitz
    >>> learned = kibitz.model("noisy(choice(men=1, kings=3, centre=-0.2, depth=2), 0.1)")
    >>> described_choice(learned, kibitz.game("checkers"))
    'values kings three times as high as men, avoids centre, looks two plies ahead, errs in one move of ten'
    >>> described_choice(kibitz.model("greedy"), kibitz.game("checkers"))
    'greedy'
    """
    quiet, errs = given.quiet, 1 - (1 - given.noise) * (1 - errs)
    parts = [*_valued(dict(quiet.weights)), _looks(quiet.depth)] if isinstance(quiet, Choice) else [str(quiet)]
    return ", ".join([*parts, *([_errs(errs)] if errs >= HARDLY else [])])


def _valued(weights: Mapping[str, float]) -> list[str]:
    """The features with the largest weights, compared with the largest positive one."""
    ordered = sorted(weights.items(), key=lambda pair: -abs(pair[1]))
    if not ordered:
        return ["makes any move"]
    largest = abs(ordered[0][1])
    counting = [(name, weight) for name, weight in ordered[: MOST + 1] if abs(weight) >= SMALL * largest]
    liked = [(name, weight) for name, weight in counting if weight > 0]
    avoided = [f"avoids {_plain(name)}" for name, weight in counting if weight < 0]
    if len(liked) >= 2:
        (first, high), (second, low) = liked[:2]
        told = [f"values {_plain(first)} {_ratio(high / low)} {_plain(second)}"]
        told += [f"likes {_plain(name)}" for name, _ in liked[2:]]
    else:
        told = [f"likes {_plain(name)}" for name, _ in liked]
    return [*told, *avoided][:MOST]


def _ratio(ratio: float) -> str:
    if ratio < 1.25 or not isfinite(ratio):
        return "as high as"
    if ratio < 1.75:
        return "one and a half times as high as"
    return f"{TIMES.get(round(ratio), f'{ratio:.0f} times')} as high as"


def _plain(name: str) -> str:
    of_others = name.startswith(OTHERS)
    return name.removeprefix(OTHERS).replace("_", " ") + (" of the others" if of_others else "")


def _looks(depth: int) -> str:
    return "looks one ply ahead" if depth == 1 else f"looks {NUMBERS.get(depth, depth)} plies ahead"


def _errs(share: float) -> str:
    count = round(1 / share)
    return f"errs in one move of {NUMBERS.get(count, count)}" if count > 1 else "errs in most moves"
