"""The native searches for two players with the signatures of their twins."""

from typing import Any

from reference.searches.m_star import Strategy
from reference.searches.tree import Node, as_json

import kibitz
from kibitz.games.tree import Tree

FARTHEST = 200


def position(tree: Node) -> kibitz.State:
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
