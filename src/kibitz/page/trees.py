"""Trees that people type in, and trees of the papers, drawn with the values that a search gives their nodes."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel, Field

from kibitz.errors import KibitzError
from kibitz.page.allowed import allowed_game, allowed_player
from kibitz.page.routes import TheHost
from kibitz.page.strings import say
from kibitz.registry import load_row
from kibitz.specs import Spec

PAPERS = {
    "carmel1993, Figure 2": "kibitz.papers.carmel1993.example_tree:example_tree",
    "sturtevant2006, Figure 1": "kibitz.papers.sturtevant2006.set_examples:tied_tree",
    "sturtevant2006, Figure 2": "kibitz.papers.sturtevant2006.set_examples:two_trick_tree",
    "hashavit2011, Figure 1": "kibitz.papers.hashavit2011.win_examples:complete_tree",
    "hashavit2011, Figure 2": "kibitz.papers.hashavit2011.win_examples:partial_tree",
}
"""The trees of the papers: where each of them is made."""
SEARCHES = {
    "carmel1993, Figure 2": (
        "alpha-beta(depth=2, own=evaluation(f=1), exact=true)",
        "m-star(depth=2, own=evaluation(f=1), model=evaluation(g=1), model_depth=1)",
    ),
    "sturtevant2006, Figure 1": ("maxn", "maxn(ties=left-high)", "soft-maxn"),
    "sturtevant2006, Figure 2": (
        "soft-maxn(others=order(MT, [2, 1], [1, 0]))",
        "soft-maxn(others=order(mOT, [1, 2], [2, 0]))",
        "soft-maxn(others=order(generic, [1, 0], [2, 0]))",
    ),
    "hashavit2011, Figure 1": ("max-prob", "paranoid", "maxn"),
    "hashavit2011, Figure 2": ("max-prob",),
}
"""The searches with which the papers look at their trees."""


NOT_PLAYED = frozenset({"tree"})
"""Games that the page offers for trying out searches, not for playing."""


class TreeBody(BaseModel):
    """A tree, and the search that looks at it."""

    json_text: str = Field(max_length=20_000, description="the tree as JSON, as in a file of a tree", alias="json")
    search: str = Field("maxn", max_length=1_000)

    model_config = {
        "json_schema_extra": {
            "examples": [{"json": '{"root": {"to_move": 0, "children": [{"value": 3}, {"value": 8}]}}'}]
        }
    }


def add(app: FastAPI) -> None:
    """Add the routes of trees."""

    @app.get("/api/trees", tags=["trees"])
    async def trees() -> list[dict[str, Any]]:
        """The trees of the papers, with the searches that look at them there."""
        return [
            {"name": name, "json": load_row(row)().tree_json(), "searches": list(SEARCHES[name])}
            for name, row in PAPERS.items()
        ]

    @app.post("/api/trees", tags=["trees"])
    async def tree(body: TreeBody, host: TheHost) -> dict[str, Any]:
        """A tree with the value of every move, as computed by a search."""
        spec = str(allowed_player(body.search, host.limits))
        text = body.json_text.replace("'", "").strip()  # a specification has one kind of quotes
        if not text:
            raise KibitzError(say("empty_tree"))
        game = allowed_game(str(Spec("tree", (), {"json": text})), host.limits)
        found: dict[str, Any] = await host.pool.run("look_at_tree", str(game), spec, heavy=True)
        return found
