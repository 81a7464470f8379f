"""Plans of Guess It as tables for the core, for thousands of games against networks that see cards.

Against opponents with a plan, win rates are exact and need no games (``specialists.guess_it.exact``).
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from kibitz import _core
from kibitz.errors import SpecError
from kibitz.specialists.guess_it.plans import KINDS, Happening, Plan

Counts = tuple[int, int, int, int]
UNSEEN: Counts = (0, 0, 0, 0)


class Turn(NamedTuple):
    """A turn: whose it is, the secret cards, the memory of the plan, and the opponent's moves by kind."""

    mine: bool
    own: int
    other: int
    answering: bool
    memory: Hashable
    seen: Counts


def plan_table(plan: Plan, cards: int = 6) -> Any:
    """The decisions of a plan in every situation that it can reach against any opponent.

    >>> from kibitz.specialists.guess_it.exact import plan
    >>> plan_table(plan("equilibrium"))
    <kibitz._core.GuessItPlan object at ...>
    """
    calls, choices = _standings(plan, cards)
    entries = [
        ((own, other), answering, seen, (calls.get(key, 0.0), *choices.get(key, (0.0, 0.0))))
        for key in calls.keys() | choices.keys()
        for own, other, answering, seen in [key]
    ]
    return _core.GuessItPlan(True, entries)


def _standings(plan: Plan, cards: int) -> tuple[dict[Any, float], dict[Any, Any]]:
    calls: dict[Any, float] = {}
    choices: dict[Any, Any] = {}
    waiting = [Turn(mine, cards, cards, False, plan.first, UNSEEN) for mine in (True, False)]
    known = set(waiting)
    while waiting:
        turn = waiting.pop()
        key = turn.own, turn.other, turn.answering, turn.seen
        if turn.mine:
            _agree(plan, choices, key, plan.choice(turn.own, turn.other, turn.answering, turn.memory))
        else:
            _agree(plan, calls, key, plan.call(turn.own, turn.other, turn.answering, turn.memory))
        for then in (_moved(plan, turn, bluff) for bluff in (True, False)):
            if then.own > 0 and then.other > 0 and then not in known:
                known.add(then)
                waiting.append(then)
    return calls, choices


def _moved(plan: Plan, turn: Turn, bluff: bool) -> Turn:
    """The next turn, of the other player, after a bluff that was not called or an ask after which the card was
    shown."""
    happening = Happening(bluff, turn.answering)
    mine_lost = turn.mine == bluff
    own, other = (turn.own - 1, turn.other) if mine_lost else (turn.own, turn.other - 1)
    memory = plan.after(turn.memory, happening, turn.mine)
    seen = turn.seen
    if not turn.mine:
        place = list(KINDS).index(happening)
        first, second, third, fourth = (count + (number == place) for number, count in enumerate(seen))
        seen = first, second, third, fourth
    return Turn(not turn.mine, own, other, bluff, memory, seen)


def _agree(plan: Plan, table: dict[Any, Any], key: Any, value: Any) -> None:
    if table.setdefault(key, value) != value:
        raise SpecError(f"{plan} uses more than counts of the opponent's moves, so it has no table; play it in Python")
