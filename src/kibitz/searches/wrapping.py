"""Searches that are made of another search."""

from __future__ import annotations

from typing import Any, Self

from kibitz.errors import SpecError
from kibitz.searches.registry import search
from kibitz.searches.search import Search
from kibitz.specs import Spec


class Wrapping(Search):
    """A search around another, which is the first argument of its specification."""

    arguments_taken = 1

    def __init__(self, inner: str | Spec | Search | None = None, **options: Any) -> None:
        if inner is None:
            raise SpecError(f"{self.name} takes a search, as in {self.example}")
        super().__init__(**options)
        self.inner = search(inner)

    @property
    def spec(self) -> Spec:
        """The specification, the inner search included."""
        plain = super().spec
        return Spec(plain.name, (self.inner.spec,), plain.options)

    def reseeded(self, seed: int) -> Self:
        """The same search, and the search inside it, with another seed.

        >>> import kibitz
        >>> kibitz.search("sampled(mcts(simulations=20), worlds=3)").reseeded(3)
        kibitz.search('sampled(mcts(simulations=20, seed=3), worlds=3, seed=3)')
        """
        inside = self.inner.reseeded(seed)
        changed = self if inside == self.inner else type(self)(inside, **self.spec.options)
        return super(Wrapping, changed).reseeded(seed)

    def _with(self, **options: Any) -> Self:
        """The same search around the same search, with some other options."""
        return type(self)(self.inner, **{**self.spec.options, **options})

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, Wrapping) and self.inner == other.inner

    __hash__ = Search.__hash__
