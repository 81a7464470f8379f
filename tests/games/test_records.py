"""Recorded games: read what was written, and say in a sentence what cannot be read."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.conformance_games import SPECS

import kibitz
from kibitz import Random
from kibitz.errors import KibitzError, NotationError
from kibitz.games import records
from kibitz.games.records import GameRecord, Recorded

LINE = '{"game": "checkers", "players": ["Ann", "Ben"], "moves": ["11-15", "22-18", "15x22"]}'


def random_record(spec: str, seed: int, plies: int) -> GameRecord:
    start = state = kibitz.game(spec).start(seed)
    moves: list[str] = []
    while not state.over and len(moves) < plies:
        moves.append(Random(seed, "record", len(moves)).choice(state.moves()))
        state = state.play(moves[-1])
    players = tuple(f"player {seat}" for seat in range(start.game.players))
    return GameRecord(start, players, tuple(moves), state.scores if state.over else None)


@pytest.mark.parametrize("spec", SPECS)
def test_what_is_written_is_read(spec: str, tmp_path: Path) -> None:
    written = [random_record(spec, seed, plies) for seed, plies in ((0, 0), (1, 5), (2, 400))]
    file = tmp_path / "games.jsonl"
    records.write(written, file)
    found = records.read(file, kibitz.game(spec))
    assert list(found.records) == written
    assert not found.problems


def test_a_seed_is_a_deal() -> None:
    fields = {"game": "spades(players=3, cards=7)", "players": list("abc"), "seed": 5, "moves": []}
    assert records.read_line(json.dumps(fields)).start == kibitz.game("spades(players=3, cards=7)").start(5)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ("[1]", "a record is a JSON object, not list"),
        (LINE.replace("15x22", "15x23"), "move 3: checkers: '15x23' is not legal here. Legal: 15x22"),
        (LINE.replace("checkers", "checkrs"), "did you mean 'checkers'?"),
        (LINE.replace("checkers", "spades"), "field 'game': this is a game of spades, not of checkers"),
        (LINE.replace("checkers", "checkers(quiet=9)"), "a game of checkers(quiet=9), not of checkers"),
        (LINE.replace(', "Ben"', ""), "field 'players': checkers has 2 seats, and there are 1 names"),
        (LINE.replace('["Ann", "Ben"]', '"Ann"'), "field 'players' must be a list of texts"),
        (LINE.replace('"11-15"', "1115"), "field 'moves' must be a list of texts"),
        (LINE.replace('"moves"', '"move"'), "did you mean 'moves'?"),
        (LINE[:-1] + ', "start": "nonsense"}', "checkers"),
        (LINE[:-1] + ', "seed": -1}', "field 'seed' must be a whole number"),
        (LINE[:-1] + ', "seed": 1, "start": "x"}', "give 'start' or 'seed', not both"),
        (LINE[:-1] + ', "scores": [1]}', "field 'scores' must be a list of 2 finite numbers"),
        (LINE[:-1] + ', "scores": [NaN, 0]}', "2 finite numbers, not ["),
        (LINE[:-1] + f', "scores": [{10**400}, 0]}}', "2 finite numbers, not ["),
        (LINE[:-1] + ', "scores": [1, "lost"]}', "field 'scores' must be a list of 2 finite numbers"),
    ],
)
def test_a_broken_record_is_left_out_with_its_line(line: str, message: str) -> None:
    found = records.read_text(f"{LINE}\n\n{line}\n{LINE}\n", kibitz.game("checkers"))
    assert len(found.records) == 2
    (problem,) = found.problems
    assert str(problem).startswith("line 3: ")
    assert message in str(problem)


def test_scores_that_the_rules_contradict_are_refused() -> None:
    moves = ["a1", "b1", "a2", "b2", "a3"]
    line = json.dumps({"game": "tic-tac-toe", "players": ["x", "o"], "moves": moves, "scores": [0, 0]})
    assert "by the rules the game ends [1.0, -1.0]" in str(records.read_text(line).problems[0])
    assert records.read_text(line.replace("[0, 0]", "[1, -1]")).records[0].scores == (1.0, -1.0)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_damage_is_a_problem_or_a_record(data: st.DataObject) -> None:
    """No text whatever raises anything: it is read or told."""
    place = data.draw(st.integers(0, len(LINE)))
    damaged = LINE[:place] + data.draw(st.text(max_size=3)) + LINE[place + data.draw(st.integers(0, 3)) :]
    found = records.read_text(damaged, kibitz.game("checkers"))
    assert isinstance(found, Recorded)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "none.jsonl"
    for text in ("", "\n \n"):
        file.write_text(text)
        with pytest.raises(NotationError, match=r"none.jsonl is empty: one recorded game a line is expected"):
            records.read(file, kibitz.game("checkers"))


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match=r"cannot read .*: No such file"):
        records.read(tmp_path / "nowhere")
    with pytest.raises(KibitzError, match=r"cannot write .*: Is a directory"):
        records.write([], tmp_path)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(NotationError, match="is not text in UTF-8"):
        records.read(tmp_path / "bytes")


def test_checkers_are_read_from_pdn_too() -> None:
    text = '[Black "Ann"]\n[White "Ben"]\n1. 11-15 23-19 1-0\n\n[Black "Cy"]\n1. 11-15 11-15 *\n'
    found = records.read_text(text, kibitz.game("checkers"))
    (record,) = found.records
    assert (record.players, record.moves, record.scores) == (("Ann", "Ben"), ("11-15", "23-19"), (1.0, -1.0))
    assert len(found.problems) == 1
    assert "line 6" in str(found.problems[0])


@pytest.mark.parametrize("first", ["x" + LINE, LINE[1:], "[]", "nonsense", '"', "{", "# games of 1993"])
def test_a_broken_first_line_loses_nothing_else(first: str) -> None:
    found = records.read_text(f"{first}\n{LINE}\n{LINE}\n", kibitz.game("checkers"))
    assert len(found.records) == 2
    (problem,) = found.problems
    assert str(problem).startswith("line 1: ")


def test_pdn_may_begin_with_a_comment() -> None:
    text = '{games of 1993}\n[Black "Ann"]\n[White "Ben"]\n1. 11-15 23-19 1-0\n'
    (record,) = records.read_text(text, kibitz.game("checkers")).records
    assert record.players == ("Ann", "Ben")


def test_an_unknown_player_is_told_the_nearest() -> None:
    found = records.read_text(LINE)
    found.require_player("Ann")
    with pytest.raises(KibitzError, match=r"nobody called 'Anne' plays in these games; did you mean 'Ann'\?"):
        found.require_player("Anne")


def test_a_file_of_many_players_does_not_list_them_all() -> None:
    found = records.read_text("\n".join(LINE.replace("Ann", f"Ann {number}") for number in range(30)))
    with pytest.raises(
        KibitzError, match=r"'Anne' plays in these games; did you mean 'Ann .*'\? 31 players are named in them$"
    ):
        found.require_player("Anne")


def test_a_text_without_games_is_told_from_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann, no games this time.\n")
    with pytest.raises(NotationError, match=r"letter\.txt holds no game: one recorded game a line is expected, or PDN"):
        records.read(tmp_path / "letter.txt", kibitz.game("checkers"))
