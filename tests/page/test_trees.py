"""Trees of papers, and trees that are typed in, under any search."""

from __future__ import annotations

import pytest
from support.page_server import Running


def test_every_tree_of_a_paper_is_drawn_under_the_searches_of_the_paper(server: Running) -> None:
    found = server.client.get("/api/trees").json()
    assert len(found) == 5
    for tree in found:
        for search in tree["searches"]:
            answer = server.client.post("/api/trees", json={"json": tree["json"], "search": search})
            assert answer.status_code == 200, (tree["name"], search, answer.text)
            assert "<svg" in answer.json()["svg"]


@pytest.mark.parametrize(("search", "best"), [("alpha-beta", "left"), ("m-star", "right")])
def test_minimax_and_m_star_disagree_as_in_carmel1993(server: Running, search: str, best: str) -> None:
    tree = server.client.get("/api/trees").json()[0]
    spec = next(each for each in tree["searches"] if each.startswith(search))
    answer = server.client.post("/api/trees", json={"json": tree["json"], "search": spec}).json()
    assert answer["best"] == [best]


def test_every_node_has_the_value_that_the_search_gives_it(server: Running) -> None:
    a = '{"name": "a", "to_move": 1, "children": [{"value": 3}, {"value": -41}]}'
    tree = f'{{"root": {{"to_move": 0, "children": [{a}, {{"name": "b", "value": 7}}]}}}}'
    answer = server.client.post("/api/trees", json={"json": tree, "search": "maxn"}).json()
    assert answer["best"] == ["b"]
    assert answer["svg"].count("-41") >= 2  # the value of the leaf, and that of the move for seat 0


@pytest.mark.parametrize("tree", ["", "{}", "[]", "null", '{"root": {"file": "/etc/passwd"}}', "'", "a" * 20_001])
def test_what_is_no_tree_is_refused(server: Running, tree: str) -> None:
    answer = server.client.post("/api/trees", json={"json": tree, "search": "maxn"})
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_searches_from_the_web_are_limited_here_too(server: Running) -> None:
    tree = server.client.get("/api/trees").json()[0]["json"]
    answer = server.client.post("/api/trees", json={"json": tree, "search": "mcts(simulations=1000000)"})
    assert answer.status_code == 400
    assert "at most" in answer.json()["error"]
