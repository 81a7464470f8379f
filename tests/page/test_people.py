"""People whose games are kept: only with consent and a secret, and deleted when they ask."""

from __future__ import annotations

import json

import pytest
from support.page_server import GENTLE, ME, Running
from support.race import Race

import kibitz
from kibitz.games.registry import REGISTRY
from kibitz.page.portraits import portrait
from kibitz.page.sittings import Played


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def test_a_portrait_from_kept_games_and_its_end(server: Running) -> None:
    ask = server.client
    assert ask.post("/api/people", json={"name": "Ann", "agreed": False}).status_code == 400
    ann = ask.post("/api/people", json={"name": " Ann ", "agreed": True}).json()
    assert ann["name"] == "Ann"
    assert ask.post("/api/people", json={"name": "Ann", "agreed": True}).status_code == 409
    for number in range(2):
        table = server.open("tic-tac-toe", [{**ME, "name": "Ann"}, GENTLE])
        table.play_out()
        body = {"table": table.id, "seat_secret": table.secret}
        assert ask.post("/api/people/Ann/games", json=body).status_code == 403
        assert ask.post("/api/people/Ann/games", json=body, headers=bearer("guessed")).status_code == 403
        wrong = {**body, "seat_secret": "guessed"}
        assert ask.post("/api/people/Ann/games", json=wrong, headers=bearer(ann["secret"])).status_code == 403
        kept = ask.post("/api/people/Ann/games", json=body, headers=bearer(ann["secret"])).json()
        assert kept["games"] == number + 1
    for path in ("/api/people/Ann", "/api/people/Ann/portrait?game=tic-tac-toe", "/api/people/Ann/download"):
        assert ask.get(path).status_code == 403
        assert ask.get(path, headers=bearer("guessed")).status_code == 403
    assert ask.get("/api/people/Ann", headers=bearer(ann["secret"])).json()["games"] == {"tic-tac-toe": 2}
    found = ask.get("/api/people/Ann/portrait?game=tic-tac-toe", headers=bearer(ann["secret"])).json()
    assert found["decisions"] >= 4
    assert found["words"]
    assert found["beaten_by"]["games"] > 0
    lines = ask.get("/api/people/Ann/download", headers=bearer(ann["secret"])).text.splitlines()
    assert all(json.loads(line)["players"][0] == "Ann" for line in lines)
    assert ask.delete("/api/people/Ann", headers=bearer("guessed")).status_code == 403
    assert ask.delete("/api/people/Ann", headers=bearer(ann["secret"])).status_code == 200
    assert ask.get("/api/people/Ann", headers=bearer(ann["secret"])).status_code == 403
    assert table.look()["seats"][0]["name"] == ""


def test_a_game_without_features_has_no_portrait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY._rows, "race", Race)
    played = kibitz.play_game("race", ["first-move", "first-move"])
    games = (Played("race", str(played.start), played.moves, ("Ann", "Ben"), 0),) * 2
    with pytest.raises(kibitz.KibitzError, match="no features to learn from"):
        portrait("Ann", games)
