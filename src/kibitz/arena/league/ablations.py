"""Players that get the true model among their candidates. They show what is lost without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kibitz.models.registry import UnknownModel, model
from kibitz.specs import Spec, parse

TRUTH = "truth"


def tells_truth(given: str) -> bool:
    """Whether a list in a specification has the item ``truth``.

    >>> tells_truth("adaptive(candidates=[truth, greedy])"), tells_truth("mcts")
    (True, False)
    """
    return any(isinstance(value, (list, tuple)) and TRUTH in value for value in parse(given).options.values())


def with_truth(given: str, opponents: Sequence[str]) -> str:
    """Replace the item ``truth`` in a specification by the opponents at the table. Opponents that are not models are
    left out, and nothing is listed twice. A list that becomes empty is left out.

    >>> with_truth("adaptive(candidates=[truth, greedy])", ["strategy(depth=2)", "greedy"])
    'adaptive(candidates=[strategy(depth=2), greedy])'
    """
    if not tells_truth(given):
        return given
    spec = parse(given)
    options = {
        name: _replaced(value, opponents) if isinstance(value, (list, tuple)) else value
        for name, value in spec.options.items()
    }
    return str(Spec(spec.name, spec.arguments, {name: value for name, value in options.items() if value != []}))


def _replaced(items: Sequence[Any], opponents: Sequence[str]) -> list[Any]:
    found: dict[str, Any] = {}
    for item in items:
        for each in _models(opponents) if item == TRUTH else (item,):
            found.setdefault(str(each), each)
    return list(found.values())


def _models(opponents: Sequence[str]) -> Iterator[Spec]:
    for each in opponents:
        try:
            yield parse(str(model(each)))
        except UnknownModel:
            continue
