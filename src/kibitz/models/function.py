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
    """A model given by a function.

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
        """Raise an error: a function has no text."""
        raise SpecError(f"{spec}: a function has no specification as text; pass it in Python code")

    def policy(self, position: Position) -> Policy:
        """The result of the function."""
        return self.asked(position)

    def __str__(self) -> str:
        return getattr(self.asked, "__name__", "function").strip("<>")


_NAMES: dict[int, tuple[object, str]] = {}
"""Registered functions by identity, with their names."""


def name_of(asked: object) -> str | None:
    """The name under which a function is registered; None if it is not.

    >>> name_of(len) is None
    True
    """
    found, name = _NAMES.get(id(asked), (None, None))
    return name if found is asked else None


def registered(asked: Callable[[Any], Policy]) -> type[Model]:
    """Make a kind of model from a function, registered under the name of the function."""
    if not isinstance(getattr(asked, "__name__", None), str):
        raise SpecError(
            f"{asked!r} has no name to register it under: register a function, or a class derived from kibitz.Model"
        )
    known = asked.__name__.replace("_", "-")
    paragraph = " ".join((asked.__doc__ or "").strip().partition("\n\n")[0].split()).rstrip(".")
    told = paragraph[:1].lower() + paragraph[1:]

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

        @property
        def described(self) -> str:
            """The first paragraph of the docstring of the function, as a part of a sentence."""
            return told

        @property
        def sentence(self) -> str:
            return told or super().sentence

        def require_text(self) -> None:
            """The name of the function is enough if it is registered."""

        def __str__(self) -> str:
            return known

    Named.__name__ = asked.__name__
    _NAMES[id(asked)] = (asked, known)
    return Named
