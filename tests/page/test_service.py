"""The service for game developers: its examples run, and its client is short."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from support.page_server import Running

import kibitz
from kibitz.models.registry import REGISTRY as MODELS
from kibitz.page.client import Client
from kibitz.page.reading import as_bars
from kibitz.players.adaptive import Adaptive


def examples(server: Running) -> list[tuple[str, dict[str, Any]]]:
    described = server.client.get("/openapi.json").json()
    found = []
    for path, methods in described["paths"].items():
        post = methods.get("post", {})
        if "service" not in post.get("tags", ()):
            continue
        name = post["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        found += [(path, each) for each in described["components"]["schemas"][name].get("examples", [])]
    return found


def test_the_examples_of_the_description_run(server: Running) -> None:
    found = examples(server)
    assert {path.rpartition("/")[2] for path, _ in found} >= {"move", "analysis", "belief", "picture"}
    for path, body in found:
        answer = server.client.post(path, json=body)
        assert answer.status_code == 200, (body, answer.text)


def test_a_program_plays_a_game_with_the_client(server: Running) -> None:
    asking, state = Client(server.address), kibitz.game("tic-tac-toe").start()
    while not state.over:
        found = asking.ask("move", game="tic-tac-toe", position=state.to_dict(), player="maxn")
        state = state.play(found["move"])
        assert found["position"] == state.to_dict()
    assert state.scores == (0.0, 0.0)


def test_the_client_is_a_dozen_lines() -> None:
    lines = [line.strip() for line in inspect.getsource(Client).splitlines()]
    assert len([line for line in lines if line and not line.startswith(('"""', "#"))]) <= 12


def test_a_belief_predicts_the_next_move(server: Running) -> None:
    start = kibitz.game("checkers").start()
    decisions, moves = [], list[str]()
    state = start
    for _ in range(8):
        move = kibitz.player("greedy").act(state, 1)
        decisions.append({"moves": list(moves), "move": move})
        moves.append(move)
        state = state.play(move)
    found = Client(server.address).ask("belief", game="checkers", decisions=decisions, next=state.to_dict())
    assert 4 <= found["decisions"] <= 8  # a forced move says nothing
    assert {each["move"] for each in found["expects"]} <= set(state.moves())


def test_the_client_raises_what_the_server_says(server: Running) -> None:
    with pytest.raises(ValueError, match=r"'b9' is not legal here. Legal: a1"):
        Client(server.address).ask("move", game="tic-tac-toe", moves=["b9"])


def test_the_docstring_of_a_registered_habit_is_its_description(monkeypatch: pytest.MonkeyPatch) -> None:
    def likes_corners(view: Any) -> dict[str, float]:
        """Takes the first free corner.

        Otherwise it takes what is left.
        """
        corners = [move for move in view.moves() if move in ("a1", "a3", "c1", "c3")]
        return {(corners or view.moves())[0]: 1.0}

    monkeypatch.setattr(MODELS, "_rows", dict(MODELS._rows))
    kibitz.register(likes_corners)
    reader = kibitz.player("adaptive(candidates=[likes-corners, random], simulations=20)")
    assert isinstance(reader, Adaptive)
    for number in range(3):
        kibitz.play_game("tic-tac-toe", [reader, kibitz.player("likes-corners")], number, ["me", "Ann"])
    assert "Ann: likes-corners (takes the first free corner)" in str(reader.explain())
    told = as_bars({"likes-corners": 0.9, "MT": 0.1}, kibitz.game("tic-tac-toe"))
    assert [(each["name"], each["words"]) for each in told] == [
        ("likes-corners", "takes the first free corner"),
        ("most-tricks", ""),
    ]


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("move", {"game": "tic-tac-toe", "position": {"game": "tic-tac-toe"}}),
        ("move", {"game": "tic-tac-toe", "moves": ["a1", "a1"]}),
        ("move", {"game": "tic-tac-toe", "player": "network(file=x)"}),
        ("move", {"game": "tic-tac-toe", "level": "divine"}),
        ("analysis", {"game": "hearts", "search": "max-prob(depth=4)", "position": "nonsense"}),
        ("belief", {"game": "tic-tac-toe", "decisions": [{"move": "z9"}]}),
        ("belief", {"game": "tic-tac-toe", "decisions": [], "player": "mcts"}),
        ("move", {"seed": -1, "game": "hearts"}),
    ],
)
def test_mistakes_are_answered_with_a_sentence(server: Running, what: str, body: dict[str, Any]) -> None:
    answer = server.client.post(f"/api/service/{what}", json=body)
    assert answer.status_code == 400
    assert len(answer.json()["error"]) > 10
