"""The names under which a memory stores pairs of a candidate and a noise level."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from kibitz.errors import KibitzError

_PAIR = re.compile(r"noisy\((?P<candidate>.*), (?P<level>[\d.e-]+)\)", re.DOTALL)


def pair(candidate: str, level: float) -> str:
    """The name of a candidate with a noise level in a memory.

    >>> pair("MT", 0.05)
    'noisy(MT, 0.05)'
    """
    return f"noisy({candidate}, {level})"


def candidate_of(name: str) -> tuple[str, float]:
    """The candidate and the noise level of a name in a memory; without a level, it is 0.

    >>> candidate_of("noisy(MT, 0.05)"), candidate_of("ML")
    (('MT', 0.05), ('ML', 0.0))
    """
    found = _PAIR.fullmatch(name)
    return (found["candidate"], float(found["level"])) if found else (name, 0.0)


def described(names: Iterable[str]) -> str:
    """The candidates and noise levels of a memory, in words.

    >>> described(["noisy(MT, 0.0)", "noisy(MT, 0.2)", "noisy(ML, 0.0)", "noisy(ML, 0.2)"])
    'MT, ML with noise 0, 0.2'
    """
    pairs = list(map(candidate_of, names))
    levels = sorted({level for _, level in pairs})
    candidates = ", ".join(dict.fromkeys(candidate for candidate, _ in pairs))
    return f"{candidates} with noise {', '.join(f'{level:g}' for level in levels)}" if any(levels) else candidates


def spread(weights: Mapping[str, float], names: Sequence[str]) -> Mapping[str, float]:
    """Give every noise level of a candidate the candidate's weight; other weights are not changed.

    Memories of early versions, and of players with fixed noise, have no noise levels.

    >>> spread({"MT": 0.75}, ["noisy(MT, 0.0)", "noisy(MT, 0.2)"])
    {'noisy(MT, 0.0)': 0.75, 'noisy(MT, 0.2)': 0.75}
    """
    if weights.keys() == set(names) or {candidate_of(name)[0] for name in names} != weights.keys():
        return weights
    return {name: weights[candidate_of(name)[0]] for name in names}


def weights_of(
    kept: Mapping[str, float], names: Sequence[str], opponent: str, level: float | None = None
) -> Mapping[str, float]:
    """The weights of these candidates in a memory, with or without noise levels.

    The weights of a memory without noise levels are used for all levels. From a memory with levels, a player with fixed
    noise uses the nearest level, and elimination the most likely one.

    >>> weights_of({"noisy(MT, 0.0)": 0.9, "noisy(MT, 0.2)": 0.4}, ["MT"], "Ann")
    {'MT': 0.9}
    """
    weights = spread(kept, names)
    pairs = {candidate_of(name): weight for name, weight in kept.items()}
    candidates, levels = {candidate for candidate, _ in pairs}, {own for _, own in pairs}
    if weights.keys() != set(names) and len(pairs) == len(candidates) * len(levels):
        chosen = levels if level is None else {min(levels, key=lambda own: abs(own - level))}
        weights = {each: max(pairs[each, own] for own in chosen) for each in candidates}
    if weights.keys() != set(names):
        raise KibitzError(
            f"the memory knows {opponent} as one of {described(kept)} and this player considers {described(names)}; "
            "use the same candidates and noise levels, or another memory"
        )
    return weights
