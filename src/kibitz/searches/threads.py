"""Searches of many positions in several threads; the core releases the interpreter lock while it searches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from kibitz import _core

Given = TypeVar("Given")
Result = TypeVar("Result")


def in_threads(work: Callable[[Given], Result], batch: Iterable[Given], jobs: int) -> list[Result]:
    """The results of the work for every item, in order. An interruption such as Ctrl-C also stops the running searches.

    >>> in_threads(abs, [-1, 2, -3], jobs=2)
    [1, 2, 3]
    """
    from concurrent.futures import ThreadPoolExecutor

    sign = _core.StopSign()
    with ThreadPoolExecutor(jobs, initializer=sign.obey) as pool:
        try:
            return list(pool.map(work, batch))
        except BaseException:
            sign.stop()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
