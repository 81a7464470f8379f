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


def registered(asked: Callable[[Any], Policy]) -> type[Model]:
    """A kind of model of its own for a function, known by the name of the function and written by it."""
    if not isinstance(getattr(asked, "__name__", None), str):
        raise SpecError(
            f"{asked!r} has no name to be known by: register a function, or a class derived from kibitz.Model"
        )
    known = asked.__name__.replace("_", "-")

    class Named(Function):
        name = known
        summary = ((asked.__doc__ or "").strip() or "a function of the view").splitlines()[0]

        def __init__(self) -> None:
            super().__init__(asked)

        @classmethod
        def read(cls, spec: Spec) -> Model:
            if spec.arguments or spec.options:
                raise SpecError(f"{spec}: {known} takes no options")
            return cls()

        def require_text(self) -> None:
            """Its name says it, wherever the function is registered."""

        def __str__(self) -> str:
            return known

    Named.__name__ = asked.__name__
    return Named
