"""Tables: who may do what, and what happens then."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from support.page_server import GENTLE, LINK, ME, RANDOM, READER, Running, running

import kibitz
from kibitz.games.records import read_line
from kibitz.page.limits import Limits


def test_a_person_plays_a_whole_game_against_a_player(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, GENTLE])
    end = table.play_out()
    assert end["over"]
    assert len(end["log"]) == end["ply"]
    record = read_line(table.ask("GET", "/record/jsonl").text)
    assert list(record.moves) == [move for _, move, _ in end["log"]]


def test_a_light_player_answers_in_a_fraction_of_a_second(server: Running) -> None:
    table = server.open("checkers", [ME, {**GENTLE, "level": "medium"}])
    shown, slowest = table.my_turn(), 0.0
    for _ in range(5):
        began = time.monotonic()
        table.move(shown["moves"][0], shown["ply"])
        shown = table.my_turn()
        slowest = max(slowest, time.monotonic() - began)
    assert slowest < 2.0  # on a busy machine; the load test measures it


def test_nobody_moves_for_another(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, LINK])
    (other,) = table.links.values()
    assert table.move("a1", 0, other).status_code == 403
    assert table.move("a1", 0, "guessed").status_code == 403
    assert table.move("a1", 0, None).status_code == 403
    assert table.move("a1", 0).status_code == 200
    assert table.move("b1", 1).status_code == 403
    assert table.move("b1", 1, other).status_code == 200


def test_a_move_is_made_once_by_two_tabs(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, LINK])
    assert table.move("a1", 0).status_code == 200
    again = table.move("a1", 0)
    assert again.status_code == 409
    assert "moved on" in again.json()["error"]
    assert table.look()["ply"] == 1


def test_an_illegal_move_is_refused_with_the_sentence_of_the_game(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, LINK])
    answer = table.move("z9", 0)
    assert answer.status_code == 400
    assert answer.json()["error"] == "That move is not legal now."
    table = server.open("checkers", [ME, LINK])
    for ply, move in enumerate(("11-15", "22-18")):
        table.move(move, ply, table.secret if ply == 0 else table.links["1"])
    assert table.move("12-16", 2).json()["error"] == "You must capture."


def test_only_the_loss_of_a_finished_game_is_looked_for_and_only_by_its_player(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, LINK])
    assert table.ask("GET", "/mistakes").status_code == 409
    for ply, move in enumerate(("a1", "b2", "c1", "a3", "b1")):
        table.move(move, ply, table.secret if ply % 2 == 0 else table.links["1"])
    assert table.look()["over"]
    assert table.ask("GET", "/mistakes", None).status_code == 403
    lost = table.ask("GET", "/mistakes", table.links["1"]).json()
    assert [each["better"] for each in lost] == ["b1"]
    assert lost[0]["ply"] == 3
    assert lost[0]["unit"] == "win"


def test_the_next_game_knows_the_score_of_the_series(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, LINK])
    for ply, move in enumerate(("a1", "b2", "c1", "a3", "b1")):
        table.move(move, ply, table.secret if ply % 2 == 0 else table.links["1"])
    following = table.ask("POST", "/again").json()["table"]
    shown = server.client.get(f"/api/tables/{following}").json()
    assert (shown["earlier"], shown["series"]) == (1, [0.0, 1.0])


def test_a_move_can_be_typed_as_people_write_it(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, LINK])
    assert table.move(" B2 ", 0).status_code == 200
    assert table.look()["last"] == "b2"


def test_moves_are_taken_back_to_the_own_last_move(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, GENTLE])
    table.move("a1", 0)
    shown = table.my_turn()
    assert shown["undo"]
    assert table.ask("POST", "/undo", json={"ply": shown["ply"]}).status_code == 200
    assert table.look()["ply"] == 0


@pytest.mark.parametrize(("game", "seats"), [("guess-it", [ME, GENTLE]), ("tic-tac-toe", [ME, LINK])])
def test_moves_are_not_taken_back_in_hidden_games_nor_from_people(
    server: Running, game: str, seats: list[dict[str, str]]
) -> None:
    table = server.open(game, seats)
    shown = table.my_turn()
    table.move(shown["moves"][0], shown["ply"])
    answer = table.ask("POST", "/undo", json={"ply": table.look()["ply"]})
    assert answer.status_code in (403, 409)
    assert not table.look()["undo"]


def test_a_hint_values_every_move(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, LINK])
    found = table.ask("POST", "/hint").json()
    assert {each["move"] for each in found["moves"]} == set(table.look()["moves"])
    without = server.open("tic-tac-toe", [ME, LINK], hints=False)
    assert without.ask("POST", "/hint").status_code == 403


def test_those_who_watch_hidden_hands_see_what_everybody_sees(server: Running) -> None:
    table = server.open("spades", [ME, RANDOM, RANDOM])
    shown = table.my_turn()
    while shown["moves"][0].startswith("bid"):
        table.move(shown["moves"][0], shown["ply"])
        shown = table.my_turn()
    table.move(shown["moves"][0], shown["ply"])
    watched = table.look(secret=None)
    assert "cards" in watched["text"]
    assert "bid 1" in watched["text"]
    assert set(re.findall(r'data-piece="(\w\w)"', watched["svg"])) <= {move for _, move, _ in watched["log"]}
    assert watched["moves"] == []
    assert watched["log"]
    assert table.ask("GET", "/record/jsonl", None).status_code == 400
    assert table.ask("GET", "/analysis/0", None).status_code == 403
    assert table.ask("GET", "/reading", None).json() == []


def test_those_who_watch_an_open_game_see_it(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, LINK])
    table.move("b2", 0)
    watched = table.look(secret=None)
    assert "<svg" in watched["svg"]
    assert watched["moves"] == []


def test_another_game_turns_the_seats_and_keeps_the_secrets(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, GENTLE])
    assert table.ask("POST", "/again").status_code == 409
    table.play_out()
    following = table.ask("POST", "/again").json()["table"]
    assert table.ask("POST", "/again").json()["table"] == following
    assert table.look()["next"] == following
    table.id = following
    assert table.my_turn()["seat"] == 1


def test_a_reader_remembers_the_games_before(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, READER])
    table.play_out()
    before = table.ask("GET", "/reading").json()[0]["decisions"]
    table.id = table.ask("POST", "/again").json()["table"]
    table.my_turn()
    assert table.ask("GET", "/reading").json()[0]["decisions"] >= before > 0


def test_the_panel_says_what_is_believed_and_why(server: Running) -> None:
    table = server.open("checkers", [ME, READER])
    table.play_out(most=8)
    table.my_turn()
    (found,) = table.ask("GET", "/reading").json()
    assert found["decisions"] >= 4  # of eight moves; a forced capture is no decision
    assert sum(bar["share"] for bar in found["bars"]) == pytest.approx(1.0)
    assert {each["move"] for each in found["expects"]} <= set(table.look()["moves"])
    assert 0 <= found["right"] <= found["decisions"]
    assert found["words"]
    assert [each["ply"] for each in found["history"]] == sorted(each["ply"] for each in found["history"])
    assert all(each["share"] <= each["expected_share"] for each in found["history"])


def test_those_who_watch_a_fair_game_are_not_told_what_is_thought_of_its_players(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, READER])
    table.move("a1", 0)
    assert table.ask("GET", "/reading", None).json() == []
    shared = server.open("tic-tac-toe", [ME, READER], reading=True)
    shared.move("a1", 0)
    assert shared.ask("GET", "/reading", None).json()


def test_a_clock_moves_for_somebody_who_is_away(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, LINK], clock=0.2)
    table.look()
    end = time.monotonic() + 20
    while table.look()["ply"] < 2 and time.monotonic() < end:
        time.sleep(0.1)
    shown = table.look()
    assert shown["ply"] >= 2
    assert "time ran out" in shown["remarks"]["0"]


def test_a_thinking_player_can_be_hurried(server: Running) -> None:
    table = server.open("checkers", [ME, {**GENTLE, "level": "strongest", "seconds": 10}])
    shown = table.my_turn()
    table.move(shown["moves"][0], shown["ply"])
    began = time.monotonic()
    while table.look()["thinking"] is None:
        assert time.monotonic() < began + 9
        time.sleep(0.02)
    assert table.ask("POST", "/hurry").status_code == 200
    shown = table.my_turn()
    assert time.monotonic() < began + 9
    assert "hurried" in shown["remarks"]["1"]


def test_a_table_of_players_goes_on_while_somebody_looks(server: Running) -> None:
    table = server.open("tic-tac-toe", [GENTLE, RANDOM])
    assert table.secret is None
    with server.client.stream("GET", table.path + "/events") as news:
        for line in news.iter_lines():
            if line.startswith("data: ") and json.loads(line[6:])["over"]:
                break
    end = table.look(secret=None)
    assert end["kibitz"]
    first = table.ask("GET", "/positions/0", None).json()
    assert first["ply"] == 0
    assert "<svg" in first["svg"]
    assert table.ask("GET", f"/analysis/{end['ply'] - 1}?search=maxn", None).json()["why"]
    assert table.ask("GET", f"/tree/{end['ply'] - 1}", None).json()["plies"] >= 1
    assert table.ask("GET", "/tree/0", None).json()["svg"] == ""  # all that can follow is too much


def test_worlds_are_shown_at_a_table_of_players(server: Running) -> None:
    table = server.open("spades", [RANDOM, RANDOM, RANDOM])
    answer = table.ask("GET", "/worlds/0", None)
    assert answer.status_code == 200, answer.text
    assert len({world["text"] for world in answer.json()}) > 1


def test_a_game_of_people_is_analysed_when_it_is_over(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, GENTLE])
    assert table.ask("GET", "/analysis/0").status_code == 403
    table.play_out()
    assert table.ask("GET", "/analysis/0").status_code == 200


def test_names_are_cleaned_and_shown_as_text(server: Running) -> None:
    table = server.open("tic-tac-toe", [{**ME, "name": "  <b>Ann</b>\u202e\x07 " + "x" * 90}, LINK])
    name = table.look()["seats"][0]["name"]
    assert name.startswith("<b>Ann</b> xxx")
    assert len(name) <= 24


def test_a_game_that_is_loaded_can_be_played(tmp_path: Path) -> None:
    from support.page_server import EXAMPLES

    from kibitz.players.loading import load

    load(EXAMPLES / "nim.py")
    with running(tmp_path / "t.db", files=[str(EXAMPLES / "nim.py")]) as server:
        table = server.open("nim", [ME, READER, GENTLE])
        assert table.look()["rules"] == ["Take any number of stones from one heap; whoever takes the last stone wins."]
        assert table.play_out()["over"]


def test_a_full_server_says_so(tmp_path: Path) -> None:
    with running(tmp_path / "t.db", Limits(tables=1, workers=1)) as server:
        server.open("tic-tac-toe", [ME, LINK])
        refused = server.client.post("/api/tables", json={"game": "tic-tac-toe", "seats": [ME, LINK]})
        assert refused.status_code == 503
        assert "full" in refused.json()["error"]


def test_pdn_is_offered_where_there_is_pdn(server: Running) -> None:
    table = server.open("checkers", [ME, LINK])
    table.move("11-15", 0)
    assert "1. 11-15" in table.ask("GET", "/record/pdn").text
    other = server.open("tic-tac-toe", [ME, LINK])
    assert other.ask("GET", "/record/pdn").status_code == 404


def test_the_record_of_hidden_hands_can_be_replayed(server: Running) -> None:
    table = server.open("hearts(players=3, cards=4, passing=left, hands=2)", [ME, RANDOM, RANDOM])
    table.play_out()
    lines = table.ask("GET", "/record/jsonl").text.splitlines()
    assert len(lines) == 2
    for line in lines:
        record = read_line(line)
        assert record.game == kibitz.game("hearts(players=3, cards=4, passing=left, hands=2)")
        assert len([move for move in record.moves if not move.startswith("pass")]) == 12


def test_players_that_adapt_say_after_each_move_why_they_made_it(tmp_path: Path) -> None:
    with running(tmp_path / "tables.db") as server:
        table = server.open("tic-tac-toe", [READER, READER])
        with server.client.stream("GET", f"{table.path}/events") as news:
            for line in news.iter_lines():
                if line.startswith("data: ") and (shown := json.loads(line[6:]))["over"]:
                    break
        positions = [table.ask("GET", f"/positions/{ply}").json() for ply in range(shown["ply"] + 1)]
    assert positions[0]["why"] == ""
    for ply, place in enumerate(positions[1:], start=1):
        assert place["why"].startswith(f"I played {shown['log'][ply - 1][1]}.\nKibitz {ply % 2}"), place["why"]
    with running(tmp_path / "tables.db") as server:
        table.server = server
        assert table.look()["why"] == positions[-1]["why"]


def test_a_person_is_not_told_why_an_opponent_moved(server: Running) -> None:
    """The reason depends on the opponent's own cards."""
    table = server.open("spades", [ME, READER, READER])
    shown = table.play_out(most=3)
    assert shown["ply"] > 3
    assert not any(table.ask("GET", f"/positions/{ply}").json()["why"] for ply in range(shown["ply"] + 1))


def test_the_panel_uses_the_words_of_players(server: Running) -> None:
    table = server.open("checkers", [ME, READER])
    table.play_out(most=6)
    (found,) = table.ask("GET", "/reading").json()
    assert found["habits"]
    assert all(bar["does"] for bar in found["bars"])
    assert not any("_" in habit for habit in found["habits"])


def test_in_an_open_game_a_person_who_opens_the_panel_is_told_why_an_opponent_moved(server: Running) -> None:
    table = server.open("tic-tac-toe", [ME, READER])
    table.play_out(most=1)
    shown = table.my_turn()
    assert not shown["why"]
    table.look(reading=True)
    table.move(shown["moves"][0], shown["ply"])
    shown = table.my_turn()
    assert shown["why"].startswith(f"I played {shown['last']}.")
    assert not table.look(secret=None)["why"]  # those who watch a fair game are not told
    assert table.ask("POST", "/undo", json={"ply": shown["ply"]}).status_code == 200
    shown = table.my_turn()
    table.move(shown["moves"][0], shown["ply"])  # the same ply once more
    assert table.my_turn()["why"].startswith("I played")


def test_with_another_person_at_the_table_nobody_is_told_why(server: Running) -> None:
    table = server.open("spades(open=true)", [ME, LINK, READER], reading=True)
    for secret in (table.secret, table.links["1"]):
        table.move("bid 1", table.look()["ply"], secret)
    end = time.monotonic() + 60
    while (shown := table.look())["ply"] < 3 and time.monotonic() < end:
        time.sleep(0.05)
    assert shown["ply"] == 3
    assert shown["why"] == ""


@pytest.mark.parametrize(
    ("game", "spec"),
    [("checkers", "alpha-beta(depth=2)"), ("hearts", "ducks"), ("checkers", "adaptive"), ("spades", "maxn(depth=3)")],
)
@pytest.mark.parametrize("level", ["gentle", "easy", "medium", "strong", "strongest"])
def test_any_player_has_levels(server: Running, game: str, spec: str, level: str) -> None:
    weaker = {"kind": "player", "spec": spec, "level": level, "seconds": 0.2}
    players = kibitz.game(game).players
    table = server.open(game, [ME, *[weaker] * (players - 1)])
    assert table.look()["seats"][1]["label"]


def test_a_player_without_levels_says_so(server: Running) -> None:
    seats = [ME, {"kind": "player", "spec": "equilibrium", "level": "gentle"}]
    refused = server.client.post("/api/tables", json={"game": "guess-it", "seats": seats})
    assert refused.status_code == 400
    assert "no levels" in refused.json()["error"]


def test_every_search_that_is_offered_values_the_moves(server: Running) -> None:
    for game in ("tic-tac-toe", "checkers", "hearts", "spades", "guess-it"):
        table = server.open(game, [RANDOM] * kibitz.game(game).players)
        offered = table.ask("GET", "/searches", None).json()
        assert len(offered) >= 6, (game, offered)
        for search in offered:
            answer = table.ask("GET", "/analysis/0", None, params={"search": search})
            assert answer.status_code == 200, (game, search, answer.text)
            assert answer.json()["moves"]
