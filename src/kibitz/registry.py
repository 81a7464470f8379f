"""Registries: classes by name, loaded when first used; similar names are suggested for unknown ones."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar, cast

from kibitz import specs
from kibitz.errors import SpecError, nearest
from kibitz.specs import Spec, Specified
from kibitz.words import current

Made = TypeVar("Made")


def load_row(row: str) -> Any:
    """Load what a row of a registry names, as ``module:name``.

    >>> load_row("builtins:int")
    <class 'int'>
    """
    module, _, attribute = row.partition(":")
    return getattr(importlib.import_module(module), attribute)


def spelled(name: str) -> str:
    """A name as it is looked up: capitals and underscores do not matter.

    >>> spelled("Tic_Tac_Toe")
    'tic-tac-toe'
    """
    return name.lower().replace("_", "-")


def _require_writable(noun: str, name: str, kind: type) -> None:
    """Refuse a name that cannot be written in a specification."""
    try:
        fits = specs.parse(name).name == name == spelled(name)
    except SpecError:
        fits = False
    if not fits:
        better = re.sub(r"[^a-z0-9]+", "-", spelled(name)).strip("-").lstrip("-0123456789")
        example = better if better and better not in ("true", "false", "inf") else f"my-{noun}"
        raise SpecError(
            f"{kind.__name__}: name = {name!r} cannot be the name of a {noun}, because it cannot be written in a "
            f"specification. Use small letters, digits and hyphens, beginning with a letter, such as {example!r}"
        )


class Registry(Mapping[str, str | type[Made]], Generic[Made]):
    """Classes by name, each given as ``module:class`` or as the class itself.

    >>> Registry("number", {"whole": "builtins:int"}).kind("whole")
    <class 'int'>
    """

    def __init__(self, noun: str, rows: dict[str, str | type[Made]], yours: str = "") -> None:
        self.noun = noun
        self.yours = yours
        """What to do if the user has written the missing class; empty if that is not likely."""
        self._rows = rows

    def __getitem__(self, name: str) -> str | type[Made]:
        return self._rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, name: str, kind: type[Made]) -> None:
        """Register a class under an unused name that can be written in a specification."""
        self.require_free(name, kind)
        self._rows[name] = kind

    def require_free(self, name: str, kind: type[Made]) -> None:
        """Refuse a name that is used already, or that cannot be written in a specification."""
        _require_writable(self.noun, name, kind)
        if isinstance(self._rows.get(name), str):
            raise SpecError(f"'{name}' is the name of a built-in {self.noun}; choose another")

    def kind(self, name: str) -> type[Made]:
        """Find the class with a name."""
        found = self._rows.get(spelled(current(name)))
        if found is None:
            yours = f"; {self.yours}" if self.yours else ""
            raise SpecError(f"there is no {self.noun} '{name}'; {nearest(name, self._rows)}{yours}")
        if isinstance(found, str):
            found = load_row(found)
        assert isinstance(found, type)
        return found

    def make(self, spec: str | Spec, **options: Any) -> Made:
        """Make one from a specification, from keyword arguments, or both."""
        parsed = specs.parse(spec) if isinstance(spec, str) else spec
        if not isinstance(parsed, Spec):
            raise SpecError(f"a {self.noun} is named by text, not by {type(spec).__name__}")
        both = parsed.options.keys() & options.keys()
        if both:
            raise SpecError(f"{parsed.name}: option '{min(both)}' is given twice")
        found = self.kind(parsed.name)
        takes = cast("type[Specified]", found).arguments_taken
        if len(parsed.arguments) > takes:
            alone = specs.value_text(parsed.arguments[takes])
            raise SpecError(f"{parsed.name} takes options as name=value, not '{alone}' alone")
        return found(*parsed.arguments, **parsed.options, **options)
