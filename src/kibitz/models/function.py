"""A plain function as a model: ``policy(view) -> {move: probability}``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.errors import SpecError
from kibitz.models.model import MadeInCode, Model, Policy, Position
from kibitz.specs import Spec


@dataclass(frozen=True, repr=False)
class Function(MadeInCode):
    """What a function says that somebody does.

    >>> import kibitz
    >>> def first(view):
    ...     return {view.moves()[0]: 1.0}
    >>> kibitz.predict(first, kibitz.game("tic-tac-toe").start())["a1"]
    1.0
    """

    asked: Callable[[Any], Policy]

    name = "function"
    summary = "a function from a view to the probability of every move, in code"

    @classmethod
    def read(cls, spec: Spec) -> Model:
        """A function has no text."""
        raise SpecError(f"{spec}: give the function itself, in code")

    def policy(self, position: Position) -> Policy:
        """What the function says."""
        return self.asked(position)

    def __str__(self) -> str:
        return getattr(self.asked, "__name__", "function").strip("<>")
