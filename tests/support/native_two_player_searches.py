"""The native searches for two players with the signatures of their twins, and what their tests share."""

from itertools import product
from typing import Any

from reference.searches.m_star import Strategy
from reference.searches.tree import Node, as_json

import kibitz
from kibitz import Random, State
from kibitz.games.tree import Tree
from kibitz.searches.alpha_beta import SWITCHES
from support.conformance_games import IN_PYTHON, SPECS

FARTHEST = 200
NAMES = [switch.name for switch in SWITCHES]
ALL_SWITCHES = [dict(zip(NAMES, values, strict=True)) for values in product((True, False), repeat=len(NAMES))]
ONE_OFF = [{name: False} for name in NAMES] + [dict.fromkeys(NAMES, False)]
TWO = [spec for spec in SPECS if kibitz.game(spec).players == 2 and kibitz.game(spec).name not in IN_PYTHON]
MORE = [spec for spec in SPECS if kibitz.game(spec).players != 2]


def position(tree: Node) -> State:
    """The root of the tree as a state of the game ``tree``."""
    return Tree.of(as_json(tree)).start()


def _plies(depth: int) -> int:
    return depth if depth <= FARTHEST else 0


def alpha_beta(tree: Node, depth: int, name: str, **switches: bool) -> list[float]:
    search = kibitz.search("alpha-beta", depth=_plies(depth), own=f"evaluation({name}=1)", exact=True, **switches)
    return list(search.analyse(position(tree)).values.values())


def m_star(variant: str, **switches: bool) -> Any:
    def search(tree: Node, player: Strategy, model: Strategy) -> list[Any]:
        native = kibitz.search(
            "m-star",
            variant=variant,
            depth=_plies(player.depth),
            own=f"evaluation({player.evaluation}=1)",
            model=f"evaluation({model.evaluation}=1)",
            model_depth=_plies(model.depth),
            **switches,
        )
        return list(native.analyse(position(tree)).values.values())

    search.__name__ = f"native_{variant}"
    return search


def positions(spec: str, plies: list[int]) -> list[State]:
    """Positions of a game some random moves after the start."""
    found = []
    for number, count in enumerate(plies):
        state = kibitz.game(spec).start(number)
        for ply in range(count):
            if not state.over:
                state = state.play(Random(number, "alpha-beta", ply).choice(state.moves()))
        if not state.over and state.to_move >= 0:
            found.append(state)
    return found
