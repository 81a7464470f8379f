"""Results as data frames: ``to_polars`` and ``to_pandas`` of everything that has rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.errors import KibitzError

if TYPE_CHECKING:
    import pandas
    import polars

BATCH = 50_000
NULLABLE = {int: "Int64", float: "float64", str: "object", bool: "boolean"}
"""The pandas types of columns, in which every value may be missing."""

Row = tuple[Any, ...]


class Framed(ABC):
    """Something with rows: it can be a data frame of polars or of pandas."""

    columns: ClassVar[Mapping[str, type]]
    """The columns by name, with their types: int, float, str or bool."""

    @abstractmethod
    def framed_rows(self) -> Iterable[Row]:
        """The rows of the data frame; a missing value is None."""

    def to_polars(self) -> polars.DataFrame:
        """The rows as a data frame of polars."""
        frames = _library("polars")
        made = [frames.DataFrame(part, schema=dict(self.columns), orient="row") for part in _parts(self.framed_rows())]
        found: polars.DataFrame = frames.concat(made)
        return found

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a data frame of pandas, which is installed by ``pip install 'kibitz[notebook]'``."""
        frames = _library("pandas")
        made: pandas.DataFrame = frames.DataFrame(list(self.framed_rows()), columns=list(self.columns), dtype=object)
        return made.astype({name: NULLABLE[kind] for name, kind in self.columns.items()})


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise KibitzError(
            f"to_{name} needs {name}, which is not installed: pip install 'kibitz[notebook]', or pip install {name}"
        ) from None


def _parts(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows in parts, so that they need not all be held as Python objects; at least one part."""
    remaining = iter(rows)
    part = list(islice(remaining, BATCH))
    yield part
    while part := list(islice(remaining, BATCH)):
        yield part
