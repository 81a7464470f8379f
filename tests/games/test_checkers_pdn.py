"""PDN: what people write, what we write, and what nobody should."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.errors import NotationError
from kibitz.games.checkers import pdn, pdn_games
from kibitz.games.checkers.rules import Checkers
from kibitz.games.native_game import NativeState

GAME = Checkers()

TWO_GAMES = """\
% written by hand
[Event "A match, \\"friendly\\""]
[Black "Some \\\\ One"]
[White "Other, An"]
[Result "1-0"]
[GameType "21,B,8,8,N1,0"]

1. 11-15 23-18! {a comment
over (two) lines} 2. 8-11 27-23 $5 ; the rest 9-9 [is] ignored
3. 4-8 23-19 (3... 32-27 4. 10-14 (4. 9-14 18x9) 19x10) 4. 10-14 19x10
5. 14x23 26x19 6. 7x14 1-0

[Event "Another"]
[SetUp "1"]
[FEN "W:W18,26,K28:B15,K20."]
1... 18x11 2. 20-16 11-7 1/2-1/2
"""


def test_a_file_of_two_games() -> None:
    first, second = pdn.read(TWO_GAMES)
    assert first.tags == {"Event": 'A match, "friendly"', "Black": "Some \\ One", "White": "Other, An"}
    assert first.start == GAME.start()
    assert " ".join(first.moves) == "11-15 23-18 8-11 27-23 4-8 23-19 10-14 19x10 14x23 26x19 7x14"
    assert first.result == "1-0"
    assert second.start == GAME.parse("W:W18,26,K28:B15,K20")
    assert second.moves == ("18x11", "20-16", "11-7")
    assert [str(state) for state in second.states()] == [
        "W:W18,26,K28:B15,K20",
        "B:W11,26,K28:BK20",
        "W:W11,26,K28:BK16:H1:R20-16",
        "B:W7,26,K28:BK16",
    ]
    assert second.result == "1/2-1/2"


def test_black_begins_and_comes_first_in_results() -> None:
    scores = {result: pdn.Record({}, GAME.start(), (), result).scores for result in ("1-0", "0-1", "1/2-1/2", "*")}
    assert scores == {"1-0": (1, -1), "0-1": (-1, 1), "1/2-1/2": (0, 0), "*": None}
    (won,) = pdn.read('[FEN "B:W18:B15"] 1. 15x22 1-0')
    assert won.scores == won.states()[-1].scores


@pytest.mark.parametrize(
    ("written", "meant"),
    [("2-0", "1-0"), ("0-2", "0-1"), ("1-1", "1/2-1/2"), ("1/2 - 1/2", "1/2-1/2"), ("1-0", "1-0"), ("*", "*")],
)
def test_results_in_all_spellings(written: str, meant: str) -> None:
    (record,) = pdn.read(f"1. 11-15 23-19 {written}")
    assert record.result == meant
    (tagged,) = pdn.read(f'[Result "{written}"] 1. 11-15 23-19')
    assert tagged.result == meant


@pytest.mark.parametrize(
    "movetext",
    [
        "1. 11-15 22-18 2. 15x22 25x18",
        "1.11-15 22-18 2.15-22 25-18",
        "11x15 22x18 15x22 25x18 *",
        "1 . 11 - 15 22 - 18 2 . 15 x 22 25 x 18",
        "1. 11-15! 22-18?? 2. 15x22* 25x18!? *",
        "1. 11-15 1... 22-18 2. 15X22 2... 25:18 *",
        "\ufeff1. 11-15\r\n22-18\r\n2. 15x22\r\n25x18\r\n*\r\n",
    ],
)
def test_movetext_in_all_spellings(movetext: str) -> None:
    (record,) = pdn.read(movetext)
    assert record.moves == ("11-15", "22-18", "15x22", "25x18")


def test_short_forms_of_long_jumps() -> None:
    (record,) = pdn.read('[FEN "B:W18,26:B15"] 1. 15x31 *')
    assert record.moves == ("15x22x31",)


def test_games_without_a_result_end_where_the_next_begins() -> None:
    games = pdn.read('[Event "a"] 1. 11-15 [Event "b"] 1. 11-16 22-18')
    assert [(game.tags["Event"], len(game.moves), game.result) for game in games] == [("a", 1, "*"), ("b", 2, "*")]


def test_nothing_is_no_game() -> None:
    assert pdn.read(" \n{only a comment} ; and another\n") == []


def test_the_clock_of_a_set_up_position_is_kept() -> None:
    (record,) = pdn.read('[SetUp "1"][FEN "W:WK28:BK1:H25:F30"] 1... 28-32 *')
    assert record.start.core.clock == 25
    assert pdn.read(pdn.write(record)) == [record]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1. 11-15\n22-19 *", "line 2: '22-19' is not legal here. Legal: 21-17"),
        ('[FEN "B:W6,7,14,15,22,23:BK2"] 1. 2x25 *', "line 1: '2x25' may mean"),
        ("1. 11-15 e4 *", "line 1: expected a move such as 11-15 or 15x22, a comment or a result, found 'e4'"),
        ("\n\n1. 11-15 {never closed", "line 3: a comment begins with '{' that never ends"),
        ("1. 11-15 (1. 11-16 *", "line 1: a variation begins with '(' that never ends; ')' is expected"),
        ("1. 11-15 ) *", "line 1: a variation ends with ')' that never began"),
        ("1. 11-15 [clk 5] *", "line 1: expected a tag such as [Event \"Name\"], found '[clk 5] *'"),
        ('[Event "x"]\n[GameType "20"] *', "line 2: GameType '20' is another game"),
        ('\n[FEN "B:W40:B1"] *', "line 2: 40 is not a square"),
        ('[SetUp "1"] *', "line 1: SetUp is 1, so a FEN tag"),
        ('1. 11-15 /FEN "W:W18:B15"/ 18x11 *', "line 1: a new position is set up in the middle of the game"),
        ("1. 32-28 19-23 2. 37-32 *", "line 1: '37-32' is on a larger board than that of 32 squares"),
        ("1. 11-15 0-22 *", "line 1: '0-22' names a square that English draughts does not have"),
        ("1. 11-15 - -", "line 1: expected a move such as 11-15 or 15x22, a comment or a result, found '-'"),
        ("1. 11-15 7 23-19", "line 1: expected a move such as 11-15, found '7'"),
        ("1. 11-15 {a {b} c} 23-19", "line 1: a comment ends with '}' that never began"),
        ('[FEN "W:W:B1"] 1... 21-17', "cannot be played, because the game is over"),
        (
            '[FEN "B:WK32:BK1"]' + " 1-5 32-28 5-1 28-32" * 3,
            "line 1: '1-5' cannot be played, because the game is over; checkers(quiet=0, repetitions=0) has no draws "
            "by rule",
        ),
    ],
)
def test_what_is_wrong_and_where(text: str, complaint: str) -> None:
    with pytest.raises(
        NotationError, match="^PDN, " + (".*" if complaint[:4] != "line" else "") + re.escape(complaint)
    ):
        pdn.read(text)


def test_games_that_went_on_after_a_draw_by_rule() -> None:
    text = '[FEN "B:WK32:BK1"]' + " 1-5 32-28 5-1 28-32" * 30
    (record,) = pdn.read(text, game=Checkers(quiet=0, repetitions=0))
    assert len(record.moves) == 120


def test_bad_games_are_left_out_and_reported() -> None:
    text = '[Event "a"] 1. 11-15 *\n[Event "b"] 1. 11-14 22-18 1-0\n[Event "c"] 1. e4 *\n[Event "d"] 1. 9-13 *'
    games = pdn.read(text, strict=False)
    assert [game.tags["Event"] for game in games] == ["a", "d"]
    assert len(games.problems) == 2
    assert str(games.problems[0]).startswith("PDN, line 2: '11-14' is not legal here")
    assert str(games.problems[1]).startswith("PDN, line 3: expected a move")
    assert [problem.reason for problem in games.problems] == ["illegal move", "unreadable text"]
    assert pdn.read("1. 11-15 *").problems == []


# Writing.


def random_record(seed: int) -> pdn.Record:
    random = kibitz.Random(seed, "pdn")
    start: NativeState = [GAME.start(), GAME.parse("W:WK32,30,K4:BK1,2,K29:H3"), GAME.parse("B:WK32:BK1")][seed % 3]
    state, moves = start, []
    for _ in range(random.below(150)):
        if state.over:
            break
        moves.append(random.choice(state.moves()))
        state = state.play(moves[-1])
    result = {1: "1-0", -1: "0-1", 0: "1/2-1/2"}[int(state.scores[0])] if state.over else "*"
    return pdn.Record({"Event": f"game {seed}", "Round": str(seed)}, start, tuple(moves), result)


def test_random_games_round_trip() -> None:
    records = [random_record(seed) for seed in range(30)]
    assert {record.result for record in records} >= {"*", "1/2-1/2"}
    text = "\n".join(map(pdn.write, records))
    assert pdn.read(text) == records


@settings(max_examples=100)
@given(
    st.dictionaries(st.from_regex(r"[A-Z][A-Za-z0-9_]{0,9}", fullmatch=True), st.text(max_size=20), max_size=4),
    st.sampled_from(sorted(pdn_games.RESULTS)),
)
def test_any_tags_round_trip_or_are_refused(tags: dict[str, str], result: str) -> None:
    record = pdn.Record(tags, GAME.start(), ("11-15",), result)
    try:
        text = pdn.write(record)
    except NotationError:
        assert any(len(value.splitlines()) > 1 or value.splitlines() != [value] for value in tags.values() if value)
        return
    (again,) = pdn.read(text)
    assert again.moves == record.moves
    assert again.result == pdn_games.RESULTS[result]
    assert again.tags == {n: v for n, v in tags.items() if n not in ("Result", "SetUp", "FEN", "GameType")}


@pytest.mark.parametrize(
    ("tags", "result", "complaint"),
    [
        ({"No name": "x"}, "*", "'No name' cannot name a tag"),
        ({"Event": "two\nlines"}, "*", "the value of tag Event must be text on one line"),
        ({}, "won", "field 'result': 'won' is not a result"),
    ],
)
def test_records_that_cannot_be_written(tags: dict[str, str], result: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        pdn.write(pdn.Record(tags, GAME.start(), (), result))


# Fuzz.

PIECES = [
    *('[Event "x"]', '[FEN "B:W18:B15"]', '[FEN "', '[Result "1-0"]', '[SetUp "1"]', '[GameType "21"]', "[", "]", '"'),
    *("1.", "1...", "11-15", "22-18", "15x22", "25x18", "1-0", "0-1", "1/2-1/2", "1/2", "*", "(", ")", "{", "}", ";"),
    *("$1", "!", "?", "%", "-", "x", ":", ".", "\\", "99-98", "0", "\n", "\r\n", "\t", "é", "١-٢", "\x00", "\x85"),
]


@settings(max_examples=400, deadline=None)
@given(
    st.one_of(
        st.text(), st.lists(st.sampled_from(PIECES)).map(" ".join), st.lists(st.sampled_from(PIECES)).map("".join)
    )
)
def test_any_text_is_read_or_refused(text: str) -> None:
    problems = pdn.read(text, strict=False).problems
    if problems:
        assert str(problems[0]).startswith("PDN, line ")
        with pytest.raises(NotationError, match=re.escape(str(problems[0]))):
            pdn.read(text)
    else:
        pdn.read(text)


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(), st.lists(st.sampled_from([*"BWKHFR:,-. 0123456789", "B:W", ":B"])).map("".join)))
def test_any_position_text_is_read_or_refused(text: str) -> None:
    try:
        state = GAME.parse(text)
    except NotationError:
        return
    assert GAME.parse(str(state)) == state
