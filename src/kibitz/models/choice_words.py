"""A choice in words: what it values, how far it looks, and how often it errs."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

OTHERS = "others_"  # the prefix of features that are averages over the other players
EACH = ("next_", "second_", "third_", "fourth_", "fifth_")
"""The prefix of the features of each other player, in turn order after the mover."""
HARDLY = 0.005  # one random move in 200
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
MOST = 3  # features that are named
SMALL = 0.05  # smaller weights, relative to the largest, are not mentioned
TIMES = {2: "twice", 3: "three times", 4: "four times", 5: "five times"}


def what_it_values(weights: Mapping[str, float], depth: int) -> str:
    """What a choice does, in words.

    >>> what_it_values({"men": 1, "kings": 3, "centre": -0.2}, depth=2)
    'values kings three times as high as men, avoids centre, looks two plies ahead'
    >>> what_it_values({"takes": -10, "others_distance": 5}, depth=1)
    'likes distance of the others, avoids takes, looks one ply ahead'
    """
    return ", ".join([*_valued(weights), _looks(depth)])


def errs_in(share: float) -> str:
    """How often somebody errs, in words; empty if hardly ever.

    >>> errs_in(0.1), errs_in(0.001)
    ('errs in one move of ten', '')
    """
    if share < HARDLY:
        return ""
    count = round(1 / share)
    return f"errs in one move of {NUMBERS.get(count, count)}" if count > 1 else "errs in most moves"


def looks_ahead(depth: int) -> str:
    """How far a player looks ahead, to be read after "you".

    >>> looks_ahead(1), looks_ahead(3)
    ('think about the next move only', 'think three moves ahead')
    """
    return "think about the next move only" if depth == 1 else f"think {NUMBERS.get(depth, depth)} moves ahead"


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
    whose = {OTHERS: " of the others", EACH[0]: " of the next player"}
    whose |= {begins: f" of the {begins[:-1]} player after it" for begins in EACH[1:]}
    for begins, words in whose.items():
        if name.startswith(begins):
            return name.removeprefix(begins).replace("_", " ") + words
    return name.replace("_", " ")


def _looks(depth: int) -> str:
    return "looks one ply ahead" if depth == 1 else f"looks {NUMBERS.get(depth, depth)} plies ahead"
