"""Weighted sets of wants (for prob-max^n) or of models (for the mixtures of lockett2007)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from kibitz import specs
from kibitz.errors import SpecError
from kibitz.finite_numbers import is_finite
from kibitz.specs import Finished, Spec

Part = TypeVar("Part", covariant=True)
Read = TypeVar("Read")


@dataclass(frozen=True)
class Mixture(Finished, Generic[Part]):
    """Several possible descriptions of one player (wants or models), each with a weight; the weights need not sum to
    one.

    >>> str(Mixture(((0.5, "MT"), (0.5, "mOT"))))
    'mixture(MT=0.5, mOT=0.5)'
    """

    parts: tuple[tuple[float, Part], ...]

    @property
    def shares(self) -> tuple[tuple[float, Part], ...]:
        """The parts with weights that sum to one."""
        most = max(weight for weight, _ in self.parts)  # divide by it first, so that the sum of large weights is finite
        total = sum(weight / most for weight, _ in self.parts)
        return tuple((weight / most / total, part) for weight, part in self.parts)

    def __str__(self) -> str:
        if len(self.parts) == 1:
            return str(self.parts[0][1])
        texts = [str(part) for _, part in self.parts]
        awkward = [place for place, text in enumerate(texts) if "(" in text or text in texts[place + 1 :]]
        # Pairs come first in a specification, so all parts up to here are written as pairs.
        paired = max(awkward, default=-1)
        written = [
            f"[{text}, {_number(weight)}]" if place <= paired else f"{text}={_number(weight)}"
            for place, ((weight, _), text) in enumerate(zip(self.parts, texts, strict=True))
        ]
        return f"mixture({', '.join(written)})"


def read_mixture(given: object, read: Callable[[object], Read]) -> Mixture[Read]:
    """Read a mixture, such as ``mixture(MT=0.5, mOT=0.5)``. A part with options is written as a pair. A single part is
    read as a mixture of one.

    >>> str(read_mixture("mixture([mOT(missed=indifferent), 1], MT=3)", str))
    'mixture([mOT(missed=indifferent), 1], MT=3)'
    """
    if isinstance(given, Mixture):
        return given
    spec = specs.parse(given) if isinstance(given, str) else given
    if not isinstance(spec, Spec) or spec.name != "mixture":
        return Mixture(((1.0, read(given)),))
    parts = []
    for pair in spec.arguments:
        if not (isinstance(pair, list) and len(pair) == 2):
            raise SpecError(f"{spec}: a part of a mixture is name=weight, or [part, weight]")
        parts.append((check_weight(spec, pair[1]), read(pair[0])))
    parts += [(check_weight(spec, weight), read(name)) for name, weight in spec.options.items()]
    return Mixture(check_parts(spec, parts))


def check_parts(owner: object, parts: list[tuple[float, Read]]) -> tuple[tuple[float, Read], ...]:
    """Refuse a mixture in which no part has a weight above 0."""
    if not any(weight > 0 for weight, _ in parts):
        raise SpecError(f"{owner}: a mixture needs at least one part with a weight above 0")
    return tuple(parts)


def check_weight(owner: object, weight: object) -> float:
    """Return the weight of a part, or raise an error that says what a weight is."""
    if not is_finite(weight) or weight < 0:
        raise SpecError(f"{owner}: {specs.value_text(weight)} is not a weight; it must be a number of 0 or more")
    return float(weight)


def _number(weight: float) -> str:
    return f"{weight:g}" if float(f"{weight:g}") == weight else repr(weight)
