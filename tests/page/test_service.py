"""The service for game developers: its examples run, and its client is short."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from support.page_server import Running

import kibitz
from kibitz.models.registry import REGISTRY as MODELS
from kibitz.page import levels
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


# An opponent that reads.

PAGE = Path(__file__).parents[2] / "docs" / "adaptive-opponent.md"


def decisions_of(spec: str, game: str, games: int, **more: Any) -> list[dict[str, Any]]:
    """What a player in seat 0 decides in some games against a player that moves at random."""
    found = []
    for seed in range(games):
        state = kibitz.play_game(game, [spec, "random"], seed)
        found += [
            {"moves": state.moves[:ply], "move": move, **more} for ply, move in enumerate(state.moves) if ply % 2 == 0
        ]
    return found


def test_an_opponent_that_reads_learns_from_earlier_games_and_from_this_one(server: Running) -> None:
    ask = Client(server.address).ask
    question = {"game": "tic-tac-toe", "opponent": "reads", "level": "medium", "names": ["Ann", "it"]}
    fresh = ask("move", **question, moves=["c3"])
    assert "Ann: nothing is known yet" not in fresh["why"]  # it has seen one decision of this game
    assert (
        "Ann: nothing is known yet"
        in ask("move", **question, position=fresh["position"] | {"board": "..x/.../..."})["why"]
    )
    before = decisions_of("last-move", "tic-tac-toe", 6)
    informed = ask("move", **question, moves=["c3"], decisions=before)
    assert informed["why"].startswith(f"I played {informed['move']}.\nAnn tends to ")
    assert informed["why"] != fresh["why"]
    question = {**question, "level": "", "player": "adaptive(candidates=[last-move, first-move], simulations=50)"}
    assert (
        "Ann: last-move (makes the last move that the game lists) (50% sure)"
        not in ask("move", **question, moves=["c3"])["why"]
    )
    sure = ask("move", **question, moves=["c3"], decisions=before)["why"]
    assert "Ann: last-move (makes the last move that the game lists) (100% sure)" in sure
    assert "I expect Ann to answer" in sure


def test_the_moves_of_a_hidden_game_are_told_from_the_deal_on(server: Running) -> None:
    state = kibitz.game("hearts(cards=3)").start(5)
    moves = list[str]()
    for _ in range(5):
        moves.append(state.moves()[0])
        state = state.play(moves[-1])
    ask = Client(server.address).ask
    question = {"game": "hearts(cards=3)", "opponent": "reads", "level": "easy"}
    told = ask("move", **question, seed=5, moves=moves)
    assert told["move"] in state.moves()
    assert ask("move", **question, position=state.to_dict())["move"] in state.moves()
    decided = [{"seed": 5, "moves": moves[:place], "move": move} for place, move in enumerate(moves[:4])]
    decided = [each for each, seat in zip(decided, range(4), strict=True) if seat != state.to_move]
    assert "seat" in ask("move", **question, seed=5, moves=moves, decisions=decided)["why"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"game": "tic-tac-toe", "names": ["Ann", "Ann"]}, "one name for each of the 2 seats"),
        ({"game": "tic-tac-toe", "decisions": [{"move": "a1", "name": "Ben"}]}, "'Ben' is not an opponent"),
        ({"game": "tic-tac-toe", "decisions": [{"move": "z9"}]}, "'z9' is not legal"),
        ({"game": "tic-tac-toe", "decisions": [{"move": "a1"}], "opponent": "searches"}, "cannot learn from single"),
        ({"game": "guess-it", "player": "adaptive", "level": ""}, "learns from whole games"),
    ],
)
def test_what_cannot_be_studied_is_refused(server: Running, body: dict[str, Any], message: str) -> None:
    if body["game"] == "guess-it":
        body["decisions"] = [{"move": kibitz.game("guess-it").start(0).moves()[0]}]
    answer = server.client.post("/api/service/move", json={"opponent": "reads", "level": "easy", **body})
    assert answer.status_code == 400
    assert message in answer.json()["error"]


def test_the_first_example_of_the_page_reads(server: Running) -> None:
    first = next(body for path, body in examples(server) if path.endswith("/move"))
    answer = server.client.post("/api/service/move", json=first).json()
    assert first["opponent"] == "reads"
    assert "\nAnn" in answer["why"]


def test_the_programs_of_the_page_for_developers_run(server: Running, capsys: pytest.CaptureFixture[str]) -> None:
    programs = re.findall(r"```python\n(?!>>>)(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(programs) == 2
    for program in programs:
        exec(program.replace("http://127.0.0.1:8000", server.address), {"__name__": "program"})
    printed = capsys.readouterr().out
    assert "I played" in printed
    assert "Ann tends to" in printed


def test_the_table_of_levels_is_that_of_the_code() -> None:
    rows = re.findall(
        r"^\| `(\w+)`.*? \| `level=(\d+)`.*? \| ([\d,]+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert {name: int(level) for name, level, _ in rows} == levels.STRENGTHS
    assert {name: int(count.replace(",", "")) for name, _, count in rows} == levels.SIMULATIONS
