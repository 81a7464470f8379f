"""The native searches over sets and distributions of outcomes with the signatures of their twins."""

from collections.abc import Mapping, Sequence
from typing import Any

from reference.searches import soft_maxn
from reference.searches.maxn import Utility
from reference.searches.prob_maxn import Model, Seat
from reference.searches.soft_maxn import Dominates, Outcomes, Preference, strictly_dominates, weakly_dominates
from reference.searches.tree import Node, Vector, as_json

from kibitz import _core
from kibitz.games.native_game import NativeState
from kibitz.games.tree import Tree

ON = {"merge": True, "table": True, "clip": True, "foresee": True}
OFF = dict.fromkeys(ON, False)


def position(tree: Node) -> NativeState:
    """The root of the tree as a state of the game ``tree``."""
    return Tree.of(as_json(tree)).start()


def order(outcomes: Sequence[Vector], model: Model) -> _core.OutcomeOrder:
    """A utility or a preference, ready for the core."""
    if not isinstance(model, frozenset):
        return _core.OutcomeOrder.utility([float(model(each)) for each in outcomes])
    return _core.OutcomeOrder.order([[j for j, v in enumerate(outcomes) if (u, v) in model] for u in outcomes])


def soft_search(tree: Node, models: Sequence[Preference], dominates: Dominates) -> tuple[list[Outcomes], list[int]]:
    state = position(tree)
    outcomes = state.game.outcomes()
    orders = [order(outcomes, model) for model in models]
    found, kept, _, _ = state.core.soft_maxn(orders, dominates is weakly_dominates, **ON)
    return [frozenset(outcomes[number] for number in numbers) for _, numbers in found], kept


def soft_sets(tree: Node, models: Sequence[Preference], dominates: Dominates = strictly_dominates) -> list[Outcomes]:
    return soft_search(tree, models, dominates)[0]


def soft_moves(
    tree: Node,
    models: Sequence[Preference],
    utility: Utility,
    rule: soft_maxn.Rule,
    dominates: Dominates = strictly_dominates,
) -> list[int]:
    sets, kept = soft_search(tree, models, dominates)
    return [kept[index] for index in rule([sets[move] for move in kept], utility)]


def prob_values(tree: Node, seats: Sequence[Seat]) -> list[dict[Vector, float]]:
    state = position(tree)
    outcomes = state.game.outcomes()
    mixed = [
        _core.MixedSeat([(float(weight), order(outcomes, model)) for weight, model in seat.models], float(seat.noise))
        for seat in seats
    ]
    found, _, _ = state.core.prob_maxn(mixed, **ON)
    return [{outcomes[number]: share for number, share in distribution} for _, distribution in found]


def alike(first: Mapping[Any, Any], second: Mapping[Any, Any]) -> bool:
    """Whether two distributions are equal but for rounding."""
    return first.keys() == second.keys() and all(abs(first[each] - second[each]) < 1e-9 for each in first)
