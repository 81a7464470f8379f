"""Wants by name: ``score``, ``evaluation(men=1, kings=1.5)``, and the preferences of ``preference.py``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from kibitz import specs
from kibitz.errors import SpecError, nearest
from kibitz.specs import Spec
from kibitz.wants.evaluation import Evaluation
from kibitz.wants.mixture import Mixture, read_mixture
from kibitz.wants.preference import PREFERENCES, Preference
from kibitz.wants.score import Score
from kibitz.wants.want import Want
from kibitz.words import in_words

Each = TypeVar("Each")


class UnknownWant(SpecError):
    """No want has this name."""


KINDS: dict[str, Callable[[Spec], Want]] = {
    "score": Score.read,
    "evaluation": Evaluation.read,
    **dict.fromkeys(("generalise", "order", *PREFERENCES), Preference.read),
}
"""The function that reads a want, by the first word of the specification."""
NAMES = tuple(KINDS)


def want(given: object) -> Want:
    """Read a want from a specification, a name or an object.

    >>> str(want("mOT")), str(want("evaluation(men=1)"))
    ('mOT', 'evaluation(men=1)')
    """
    if isinstance(given, Want):
        return given
    if not isinstance(given, (str, Spec)):
        known = in_words(", ".join(PREFERENCES))
        raise SpecError(f"{given!r} does not say what a player wants; try score, evaluation or {known}")
    return _named(str(given))


@lru_cache(maxsize=256)
def _named(text: str) -> Want:
    spec = specs.parse(text)
    if spec.name not in KINDS:
        raise UnknownWant(f"there is no want '{spec.name}'; {nearest(spec.name, map(in_words, NAMES))}")
    return KINDS[spec.name](spec)


def by_seat(own: Each, others: Each | Sequence[Each], mover: int, players: int, option: str = "others") -> list[Each]:
    """List what each seat wants: the mover's own want, and for the others the mover's model of them.

    ``others`` is one want for all of them, or a list in turn order that begins with the seat after the mover.
    ``option`` is the name of the option that gave it, for error messages.

    >>> by_seat("MT", ["mOT", "ML"], mover=1, players=3)
    ['ML', 'MT', 'mOT']
    """
    if isinstance(others, str) or not isinstance(others, Sequence):
        return [own if seat == mover else others for seat in range(players)]
    if len(others) != players - 1:
        listed = f"{option}=[{', '.join(map(str, others))}]"
        raise SpecError(
            f"{listed} lists {len(others)} for {players - 1} other seats; give one for each, or one for all"
        )
    return [own if seat == mover else others[(seat - mover - 1) % players] for seat in range(players)]


def mixture(given: object) -> Mixture[Want]:
    """Read what an opponent of prob-max^n may want: ``mixture(MT=0.5, mOT=0.5)``, or a single want.

    >>> str(mixture("mixture(MT=0.5, mOT=0.5)")), str(mixture("MT"))
    ('mixture(MT=0.5, mOT=0.5)', 'MT')
    """
    return read_mixture(given, want)
