"""Searches that are made of another search."""

from __future__ import annotations

from typing import Any

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

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, Wrapping) and self.inner == other.inner

    __hash__ = Search.__hash__
