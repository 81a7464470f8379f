"""PDN as other programs and people write it: what is read, how, and what is left out and why."""

import pickle
from pathlib import Path

import pytest

import kibitz
from kibitz.errors import KibitzError
from kibitz.games import records
from kibitz.games.broken_records import BrokenGame
from kibitz.games.checkers import pdn, pdn_games
from kibitz.games.checkers.notation import place
from kibitz.games.checkers.numbering import Numbering
from kibitz.games.checkers.rules import Checkers

GAME = Checkers()
OPENING = ["11-15", "23-19", "8-11", "22-17", "4-8", "17-13", "15-18", "24-20", "11-15", "28-24", "8-11", "26-23"]


def read_one(text: str) -> pdn.Record:
    (record,) = pdn.read(text)
    return record


def reason_of(text: str) -> str:
    found = pdn.read(text, strict=False)
    assert not found
    (problem,) = found.problems
    return problem.reason


def moved(moves: list[str], turn: str) -> str:
    """The moves in other numbers: turned by half a turn, mirrored, or both."""
    turned = []
    for move in moves:
        squares = []
        for square in map(int, move.replace("x", "-").split("-")):
            row, column = place(square)
            row, column = (7 - row, 7 - column) if "turned" in turn else (row, column)
            squares.append(4 * row + (3 - column // 2 if "mirrored" in turn else column // 2) + 1)
        turned.append(("x" if "x" in move else "-").join(map(str, squares)))
    return " ".join(turned)


@pytest.mark.parametrize(
    "movetext",
    [
        "1. 11–15 22—18 2. 15×22 25 x 18 *",
        "1. 1115 2218 2. 1522 2518 1-0",
        "1. 11-15(!) 22-18 (?!) 2. 15x22 $3 $140 25x18 += *",
        "1 11-15 22-18 2 15x22 25x18",
        "1. 11-15 ... 22-18 2. 15x22 2... 25x18",
        "1. 11-15 22-\n18 2. 15\nx22 25x18 ; 26x17 is as good\n% a line for programs\n*",
        "1. 11-15 22-18 (22-17 {[Event} 9-13 (e4 -- ? 1-0) 99-98) 2. 15x22 25x18 *",
        "1. 11-15, 22-18 2. 15x22 25x18 Drawn. Black's game, not \"White's\"",
        "1. 011-15 22-018 *\n\n1. 11-15 22-18 2. 15x22 25x18 *",
    ],
)
def test_movetext_as_people_write_it(movetext: str) -> None:
    assert pdn.read(movetext, strict=False)[0].moves == ("11-15", "22-18", "15x22", "25x18")


def test_programs_end_a_game_twice() -> None:
    games = pdn.read('[Event "a"] 1. 11-15 * 1-0\n[Event "b"] 1. 11-16 1-0 *\n*\n[Event "c"] 1. 9-13 0-1 1-0')
    assert [(game.tags["Event"], game.result) for game in games] == [("a", "1-0"), ("b", "1-0"), ("c", "*")]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ('[Result "1/2-1/2"] 1. 11-15 ½-½', "1/2-1/2"),
        ('[Result "1-0"] 1. 11-15 0-1', "*"),
        ('[Result "Black won on time"] 1. 11-15', "*"),
        ('[Result "1+ - 1-"] 1. 11-15 0 - 1', "0-1"),
        ("1. 11-15 0-0", "*"),
    ],
)
def test_results_that_say_nothing_cost_no_game(text: str, result: str) -> None:
    assert read_one(text).result == result


def test_jumps_one_by_one_in_short_and_in_full() -> None:
    for movetext in ("15x31", "15x22x31", "15x22 22x31", "15-22 22-31", "15:22:31", "1531"):
        assert read_one(f'[FEN "B:W18,26:B15"] 1. {movetext} *').moves == ("15x22x31",)


def test_an_ambiguous_jump_is_settled_by_what_follows_or_leaves_the_game_out() -> None:
    fen = '[FEN "B:W6,7,14,15,22,23,32:BK2"]'
    ways = [move for move in GAME.parse("B:W6,7,14,15,22,23,32:BK2").moves() if move.endswith("x25") or "x25" in move]
    assert len(ways) > 1
    assert reason_of(f"{fen} 1. 2x25 *") == "ambiguous move"
    told = [
        reply
        for way in ways
        for reply in GAME.parse("B:W6,7,14,15,22,23,32:BK2").play(way).moves()
        if sum(reply in GAME.parse("B:W6,7,14,15,22,23,32:BK2").play(other).moves() for other in ways) == 1
    ]
    record = read_one(f"{fen} 1. 2x25 {told[0]} *")
    assert record.moves[1] == told[0]
    assert record.moves[0] in ways


@pytest.mark.parametrize(
    ("game_type", "turn"),
    [("N2", "turned"), ("N0", "mirrored"), ("N3", "turned, mirrored"), ("N1", "")],
)
def test_numbers_from_every_corner(game_type: str, turn: str) -> None:
    usual = read_one(" ".join(OPENING))
    record = read_one(f'[GameType "21,B,8,8,{game_type},0"] {moved(OPENING, turn)} 1-0')
    assert (record.start, record.moves, record.result) == (GAME.start(), usual.moves, "1-0")


def test_a_set_up_is_in_the_numbers_of_its_game() -> None:
    (usual,) = pdn.read('[FEN "W:W18,26,K28:B15,K20"] 18x11 *')
    assert read_one('[GameType "21,B,8,8,N2,0"] [FEN "W:W15,7,K5:B18,K13"] 15x22 *') == usual
    assert read_one('[GameType "21,W,8,8,N2,0"] [FEN "W:W18,26,K28:B15,K20"] 18x11 *') == usual
    assert read_one('[GameType "21,W,8,8,A0,0"] [FEN "W:Wd4,d2,Kh2:Be5,Kh4"] d4:f6 *') == usual


def test_squares_named_as_in_chess() -> None:
    white = read_one('[GameType "21,W,8,8,A0,0"] 1. c3-d4 f6-e5 2. d4xf6 g7xe5 *')
    assert str(white.start).startswith("W:")
    assert white.moves == ("22-18", "11-15", "18x11", "8x15")
    black = read_one("1. c3-d4 f6g5 2. b2-c3 g5-h4 *")
    assert black.start == GAME.start()
    assert black.moves[0] == "11-15"


def test_white_begins_where_the_moves_or_the_tag_say_so() -> None:
    turned = moved(OPENING, "turned")
    for text in (f"{turned} 1-0", f'[GameType "21,W,8,8,N2,0"] {turned} 1-0'):
        record = read_one(text)
        assert record.start.to_move == 1
        assert record.moves[0] == "22-18"
        assert record.scores == (-1, 1)  # the first number is that of who begins
    assert read_one(f'[GameType "21,W,8,8,N1,0"] {" ".join(OPENING)} *').moves[0] == "22-18"


def test_other_numberings_are_believed_only_after_enough_moves() -> None:
    """A game that lost its first move looks like one that White began, for a while."""
    assert len(OPENING) - 1 > pdn_games.ENOUGH
    assert reason_of(" ".join(OPENING[1:6])) == "illegal move"


@pytest.mark.parametrize(
    "numbering", [Numbering(seat, kind, corner) for seat in (0, 1) for kind in "AN" for corner in range(4)]
)
def test_every_numbering_names_every_square_once(numbering: Numbering) -> None:
    texts = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)] + [str(number) for number in range(50)]
    squares = [numbering.square(text) for text in texts]
    assert sorted(square for square in squares if square) == list(range(1, 33))


def test_tags_as_people_write_them() -> None:
    record = read_one(
        '[Event "A "friendly" match"]\n[Red "Asa Long"]\n[WHITE "Tinsley"\n[Date 1985]\n[Site "C:\\"]\n'
        '[Setup "1"]\n[fen "w:wk28:bk1."]\n[Event "again"]\n28-32 *'
    )
    assert record.tags["Event"] == 'A "friendly" match'
    assert record.tags["Date"] == "1985"
    assert record.players == ("Asa Long", "Tinsley")
    assert record.start == GAME.parse("W:WK28:BK1")
    assert read_one('[Black ""] 1. 11-15').players == ("?", "?")


def test_games_of_tags_alone_are_told_apart_by_empty_lines() -> None:
    text = '[Event "a"]\n[Black "x"]\n\n[Event "b"]\n[Black "y"]\n1. 11-15\n\n\n[Event "c"]\n'
    assert [game.tags["Event"] for game in pdn.read(text)] == ["a", "b", "c"]


def test_an_open_comment_costs_one_game() -> None:
    text = (
        '[Event "a"] 1. 11-15 {oh\n\n[Event "b"]\n1. 11-15 {ah} *\n[Event "c"]\n1. 9-13 { *\n\n[Event "d"]\n1. 9-13 *'
    )
    found = pdn.read(text, strict=False)
    assert [game.tags["Event"] for game in found] == ["b", "d"]
    assert [problem.reason for problem in found.problems] == ["brackets that do not match"] * 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1. 11-15 22-19 *", "illegal move"),
        ('[GameType "20"] 1. 32-28 19-23 *', "another game"),
        ('[GameType "25,W,8,8,A0,0"] 1. c3-d4 *', "another game"),
        ("1. 32-28 19-23 2. 37-32 *", "another game"),
        ('[SetUp "1"] 1. 11-15 *', "bad set-up"),
        ('[FEN "B:W18:B31"] *', "bad set-up"),
        ('[FEN "?:W18:B1"] *', "bad set-up"),
        ('1. 11-15 /FEN "W:W18:B15"/ 18x11 *', "set-up in the middle of a game"),
        ('[FEN "W:W:B1"] 21-17 *', "moves after the end"),
        ("1. 11-15 (22-18 *", "brackets that do not match"),
        ("1. 11-15 ?? -- e4", "unreadable text"),
    ],
)
def test_why_a_game_is_left_out(text: str, reason: str) -> None:
    assert reason in pdn_games.REASONS
    assert reason_of(text) == reason


def test_sentences_stay_short() -> None:
    (problem,) = pdn.read(f'[FEN "{"x" * 100_000}"] *', strict=False).problems
    assert len(str(problem)) < 500


def test_nothing_of_a_broken_game_is_used() -> None:
    found = records.read_text('[Black "Ann"] 1. 11-15 22-18 2. 15x22 1-2 *\n[Black "Ann"] 1. 9-13 *', GAME)
    assert [record.moves for record in found.records] == [("9-13",)]
    assert (found.found, len(found.problems)) == (2, 1)


def test_where_a_game_was_played_out_the_rules_say_who_won() -> None:
    found = records.read_text('[FEN "B:W18:B15"] 1. 15x22 0-1', GAME)
    assert found.records[0].scores == (1, -1)


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
@pytest.mark.parametrize("lines", ["\n", "\r\n", "\r"])
def test_bytes_of_every_kind(code: str, lines: str, tmp_path: Path) -> None:
    text = '% by hand\n[Black "Müller"]\n[White "Lefèvre"]\n\n1. 11-15 ; so\n23-19 *\n'.replace("\n", lines)
    file = tmp_path / "games.pdn"
    file.write_bytes(text.encode(code))
    (record,) = records.read(file, GAME).records
    assert record.players == ("Müller", "Lefèvre")
    assert record.moves == ("11-15", "23-19")


def test_damaged_packed_files_are_told(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn.gz"
    records.write([records.GameRecord(GAME.start(), ("Ann", "Ben"), ("11-15",))] * 50, file)
    whole = file.read_bytes()
    for damaged in (whole[:-9], whole[:20] + b"\xff\xff\xff" + whole[23:]):
        file.write_bytes(damaged)
        with pytest.raises(KibitzError, match=r"games\.pdn\.gz"):
            records.read(file, GAME)


# Writing.


@pytest.mark.parametrize("name", ["games.pdn", "games.pdn.gz", "GAMES.PDN"])
def test_records_go_into_pdn_and_back(name: str, tmp_path: Path) -> None:
    white_begins = GAME.parse("W:W21-32:B1-12:H0")
    written = [
        records.GameRecord(GAME.start(), ("Ann", 'Ben "B" \\'), ("11-15", "23-19"), (1.0, -1.0)),
        records.GameRecord(white_begins, ("?", "Ann"), ("22-18",)),
        records.GameRecord(GAME.parse("B:W18:B15"), ("Ann", "Ben"), ("15x22",), (1.0, -1.0)),
    ]
    records.write(written, tmp_path / name)
    assert list(records.read(tmp_path / name, GAME).records) == written


def test_other_games_have_no_pdn(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match=r"PDN is for checkers; name the file games\.jsonl"):
        kibitz.match("tic-tac-toe", ["random", "random"], deals=1, records=tmp_path / "games.pdn")
    record = records.GameRecord(kibitz.game("tic-tac-toe").start(), ("Ann", "Ben"), ("b2",))
    with pytest.raises(KibitzError, match="PDN is for checkers"):
        records.write([record], tmp_path / "games.pdn")


def test_a_broken_game_survives_the_way_between_processes() -> None:
    again = pickle.loads(pickle.dumps(BrokenGame("line 1: no", "illegal move")))
    assert (str(again), again.reason) == ("line 1: no", "illegal move")


def test_a_long_game_with_numbers_without_dots_is_on_our_board() -> None:
    moves = ["32-28", "1-5", "28-32", "5-1"] * 18
    numbered = " ".join(f"{place // 2 + 1} {move}" if place % 2 == 0 else move for place, move in enumerate(moves))
    text = f'[SetUp "1"] [FEN "B:WK1:BK32"] {numbered} *'
    (record,) = pdn.read(text, game=Checkers(quiet=0, repetitions=0))
    assert list(record.moves) == moves  # the last number is 36, and there are 32 squares
