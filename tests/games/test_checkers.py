"""Checkers against its slow twin, known counts and positions, and everything that comes from outside."""

from __future__ import annotations

import json
import pickle
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.checkers import Checkers as Twin
from reference.checkers import Position as TwinPosition

import kibitz
from kibitz.errors import IllegalMove, NotationError, SpecError
from kibitz.games.checkers import features, notation
from kibitz.games.checkers.rules import Checkers
from kibitz.games.native_game import NativeState

GAME = Checkers()
UNLIMITED = Checkers(quiet=0, repetitions=0)


def position(fen: str, game: Checkers = GAME) -> NativeState:
    return game.parse(fen)


# The rules.


@pytest.mark.parametrize(
    ("depth", "leaves"),
    list(enumerate([1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931])),
)
def test_perft_from_the_start(depth: int, leaves: int) -> None:
    assert kibitz.perft(GAME.start(), depth).leaves == leaves
    assert kibitz.perft(GAME.start(), depth, play_last=True).leaves == leaves


OPTIONS = [
    {},
    {"quiet": 3},
    {"quiet": 1, "repetitions": 2},
    {"quiet": 0},
    {"quiet": 40, "repetitions": 0},
    {"quiet": 0, "repetitions": 2},
    {"quiet": 20, "repetitions": 5},
]


def compare(game: Checkers, twin: Twin, state: NativeState, slow: TwinPosition, random: kibitz.Random) -> NativeState:
    """Play one random game on both sides and compare every position."""
    for _ in range(400):
        assert state.moves() == twin.moves(slow)
        assert state.over == twin.over(slow)
        assert state.scores == twin.scores(slow)
        assert state.outcome == twin.outcome(slow)
        assert state.to_move == twin.to_move(slow)
        if state.over or (game.options["quiet"] == 0 and slow.quiet_plies == 80):
            break
        move = random.choice(state.moves())
        state, slow = state.play(move), twin.play(slow, move)
    return state


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_whole_games_agree_with_the_twin(options: dict[str, int]) -> None:
    game, twin = Checkers(**options), Twin(**options)
    for number in range(20):
        compare(game, twin, game.start(), twin.start(), kibitz.Random(number, "checkers", str(options)))


def random_setup(random: kibitz.Random) -> dict[str, list[int]]:
    """Some pieces anywhere they may stand, kings more than men so that long chains and repetitions occur."""
    squares = random.shuffled(range(1, 33))
    setup: dict[str, list[int]] = {"black_men": [], "black_kings": [], "white_men": [], "white_kings": []}
    for side, count in (("black", 1 + random.below(5)), ("white", 1 + random.below(12))):
        far_row = range(29, 33) if side == "black" else range(1, 5)
        for _ in range(count):
            square = squares.pop()
            setup[side + ("_kings" if square in far_row or random.below(3) else "_men")].append(square)
    return setup


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_games_from_odd_positions_agree_with_the_twin(options: dict[str, int]) -> None:
    game, twin = Checkers(**options), Twin(**options)
    for number in range(120):
        random = kibitz.Random(number, "setup", str(options))
        setup, seat = random_setup(random), random.below(2)
        fields: dict[str, Any] = {**setup, "to_move": ("black", "white")[seat], "quiet_plies": 0, "record": []}
        compare(game, twin, game.from_fields(fields), twin.setup(**setup, seat=seat), random)


def test_a_king_may_come_back_to_where_it_started() -> None:
    state = position("B:W9,10,17,18:BK6")
    assert state.moves() == ["6x13x22x15x6"]
    after = state.play("6x13x22x15x6")
    assert str(after) == "W:W:BK6"
    assert after.over
    assert after.scores == (1, -1)


def test_crowning_ends_the_move() -> None:
    state = position("B:W26,27,19,K32:B22")
    assert state.moves() == ["22x31"]
    assert str(state.play("22x31")) == "W:W19,27,K32:BK31"


def test_two_ways_through_the_same_captures_are_one_move() -> None:
    state = position("B:W6,7,14,15:BK2")
    assert state.moves() == ["2x9x18x11x2"]
    assert state.play("2x11x18x9x2") == state.play("2x9x18x11x2")
    assert GAME.parse_move(state, "2x11x18x9x2") == "2x9x18x11x2"
    assert GAME.move_code("2x11x18x9x2") == GAME.move_code("2x9x18x11x2")


def test_lone_kings_draw_by_repetition_at_ply_eight() -> None:
    state = position("B:WK32:BK1")
    for ply, move in enumerate(["1-5", "32-28", "5-1", "28-32"] * 2):
        assert not state.over, ply
        state = state.play(move)
    assert state.over
    assert state.scores == (0, 0)
    assert state.winners == frozenset()
    assert state.moves() == []


def test_lone_kings_draw_by_the_quiet_rule_at_ply_eighty() -> None:
    state = position("B:WK32:BK1", Checkers(repetitions=0))
    for ply, move in enumerate(["1-5", "32-28", "5-1", "28-32"] * 20):
        assert not state.over, ply
        state = state.play(move)
    assert state.over
    assert state.scores == (0, 0)


def test_a_full_record_forgets_its_oldest_ply() -> None:
    game = Checkers(quiet=0, repetitions=9)
    tour = ["1-6", "32-27", "6-9", "27-24", "9-5", "24-28", "5-1", "28-32"]
    assert position("B:WK32:BK1", game).play_all(tour * 8).over  # the ninth occurrence, 64 plies after the first
    state = position("B:WK32,K4:BK1,K29", game)
    for number in range(300):
        harmless = [next for next in map(state.play, state.moves()) if not any("x" in move for move in next.moves())]
        state = kibitz.Random(number, "wander").choice(harmless)
        assert len(state.core.record) == min(80, number + 1)
        assert game.parse(str(state)) == state


def test_who_cannot_move_has_lost_whatever_the_clock_says() -> None:
    state = position("B:W13:B6,K14:H79").play("14-9")
    assert state.core.clock == 80
    assert state.over
    assert state.scores == (1, -1)
    drawn = position("B:W13:B6,K14:H79").play("14-18")
    assert drawn.over
    assert drawn.scores == (0, 0)


def test_a_record_without_a_clock_sets_it() -> None:
    assert str(position("B:WK32:BK1:R28-32")) == "B:WK32:BK1:H1:R28-32"


def test_a_clock_without_a_past_counts_on() -> None:
    state = position("B:WK32:BK1:H25:F30")
    assert str(state) == "B:WK32:BK1:H25"
    assert str(state.play("1-5")) == "W:WK32:BK5:H26:R1-5"


# Moves as people write them.


def test_short_forms_and_other_spellings() -> None:
    state = position("B:W18,26:B15")
    assert state.moves() == ["15x22x31"]
    for text in ("15x31", "15-31", "15:22:31", "15 22 31", " 15X22X31 ", "15-22-31"):
        assert state.play(text) == state.play("15x22x31")
    assert GAME.start().play("11x15") == GAME.start().play("11-15") == GAME.start().play("11 15")


def test_a_short_form_that_fits_two_moves_is_refused() -> None:
    state = position("B:W6,7,14,15,22,23:BK2")
    assert {"2x9x18x25", "2x11x18x25"} <= set(state.moves())
    with pytest.raises(IllegalMove, match="'2x25' may mean 2x9x18x25 or 2x11x18x25; name the squares between"):
        state.play("2x25")
    assert state.play("2x9x25") == state.play("2x9x18x25")


@pytest.mark.parametrize("text", ["", "11", "e4", "11-14", "11-33", "0-4", "11x15x18", "15x22", "11--15", "1" * 99])
def test_moves_that_are_not_legal(text: str) -> None:
    with pytest.raises(IllegalMove, match=r"not legal here\. Legal: 9-13, 9-14, 10-14, 10-15, 11-15, 11-16, 12-16"):
        GAME.start().play(text)


@pytest.mark.parametrize("text", ["", "11", "e4", "11-33", "0-4", "11-18x25x18x11", "11-31"])
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.move_code(text)


def test_an_unfinished_chain_is_not_a_move() -> None:
    with pytest.raises(IllegalMove):
        position("B:W18,26:B15").play("15x22")


def test_a_finished_game_takes_no_move() -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        position("W:W:BK6").play("6-1")


# Positions as text and as JSON.


def random_states(game: Checkers, seed: int) -> list[NativeState]:
    random = kibitz.Random(seed, "states")
    setup = random_setup(random)
    state = (
        game.from_fields({**setup, "to_move": "black", "quiet_plies": 0, "record": []}) if seed % 2 else game.start()
    )
    states = [state]
    while not state.over and len(states) < 120:
        state = state.play(random.choice(state.moves()))
        states.append(state)
    return states


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_round_trips(options: dict[str, int]) -> None:
    game = Checkers(**options)
    for seed in range(6):
        for state in random_states(game, seed):
            assert game.parse(str(state)) == state
            assert game.from_json(state.to_json()) == state
            again = pickle.loads(pickle.dumps(state))
            assert again == state
            assert (hash(again), again.key) == (hash(state), state.key)


def test_fields_are_readable() -> None:
    state = position("W:W30,K18:B1,K9:H1")
    assert json.loads(state.to_json()) == {
        "game": "checkers",
        "to_move": "white",
        "black_men": [1],
        "black_kings": [9],
        "white_men": [30],
        "white_kings": [18],
        "quiet_plies": 1,
        "record": [],
    }


@pytest.mark.parametrize(
    "text",
    ["B:W21-32:B1-12.", " b : w21-32 : b1-12 ", "B:B1-12:W21-32", "B:W21,22,23-32:B1,2-12:H0:F1"],
)
def test_dialects_of_the_start(text: str) -> None:
    assert position(text) == GAME.start()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "begins with the side to move"),
        ("X:W1:B2", "begins with the side to move, B or W, not 'X'"),
        ("B:W21", "names the pieces of both sides"),
        ("B:W21:W22:B1", "field W is given twice"),
        ("B:W21:B1,x", "'X' is not a square"),
        ("B:W21:B33", "33 is not a square; squares are 1 to 32"),
        ("B:W21:B0", "0 is not a square"),
        ("B:W21:B21", "square 21 is given twice"),
        ("B:W21:B5-2", "the range '5-2' is empty"),
        ("B:W21:B30", "a man of black on square 30 would be a king"),
        ("B:W3:B12", "a man of white on square 3 would be a king"),
        ("B:W21:B1-13", "black has 13 pieces; a side has at most 12"),
        ("B:W:B", "no piece on the board"),
        ("B:WK32:BK1:H81", "81 quiet plies are too many: the game is drawn after 80"),
        ("B:WK32:BK1:Hx", "should have a number"),
        ("B:WK32:BK1:Q4", "begins with none of B, W, H, F and R"),
        ("B:WK32:BK1:H1:R1-5,32-28", "more plies than the count of quiet plies"),
        ("B:WK32:BK1:R1-9", "'1-9' in the record is not a step such as 1-5"),
        ("B:WK32:BK1:R1-5,32-28", "they must lead to this position"),
        ("B:WK32:B6:R28-32,2-6", "king moves without captures"),
    ],
)
def test_positions_that_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=re.escape(complaint)):
        position(text)


def test_a_record_with_a_capture_left_out_is_refused() -> None:
    assert not position("W:W10,K32:BK5:R1-5").over
    with pytest.raises(NotationError, match="record"):
        position("W:W6,K32:BK5:R1-5")  # 1x10 was there to be made


def test_a_record_that_goes_on_after_a_draw_is_refused() -> None:
    cycle = "1-5,32-28,5-1,28-32"
    assert position(f"B:WK32:BK1:R{cycle},{cycle}").over
    with pytest.raises(NotationError, match="with no draw on the way"):
        position(f"W:WK32:BK5:R{cycle},{cycle},1-5")


def test_what_the_rules_do_not_count_is_not_kept() -> None:
    text = "B:WK32:BK1:H4:R1-5,32-28,5-1,28-32"
    assert str(position(text, UNLIMITED)) == "B:WK32:BK1"
    assert str(position(text, Checkers(repetitions=0))) == "B:WK32:BK1:H4"
    assert str(position(text, Checkers(quiet=0))) == "B:WK32:BK1:R1-5,32-28,5-1,28-32"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("to_move", "red"),
        ("to_move", 0),
        ("to_move", None),
        ("black_men", "1,2"),
        ("black_men", [1.5]),
        ("black_kings", [True]),
        ("white_men", [99]),
        ("white_kings", [-1]),
        ("quiet_plies", "4"),
        ("quiet_plies", 10**30),
        ("quiet_plies", -1),
        ("record", "1-5"),
        ("record", [15]),
        ("record", ["1-5"] * 200),
    ],
)
def test_fields_that_are_refused(name: str, value: object) -> None:
    with pytest.raises(NotationError):
        GAME.from_fields({**GAME.to_fields(GAME.start()), name: value})


# Through the core's own door.


def play_out(state: Any, random: kibitz.Random, plies: int = 60) -> None:
    for _ in range(plies):
        moves = state.moves()
        assert state.over == (not moves)
        assert len(set(moves)) == len(moves)
        for code in moves:
            assert notation.move_code(notation.move_text(code)) == code
        if not moves:
            break
        state = state.play(random.choice(moves))


squares32 = st.integers(0, 2**32 - 1)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(st.integers(), squares32),
    st.one_of(st.integers(), squares32),
    st.one_of(st.integers(), squares32),
    st.integers(-1, 3),
    st.integers(-1, 300),
    st.lists(st.integers(-1, 260), max_size=90),
)
def test_the_core_refuses_garbage(black: int, white: int, kings: int, seat: int, clock: int, record: list[int]) -> None:
    for game in (GAME, UNLIMITED):
        try:
            state = game.core.make(black, white, kings, seat, clock, record)
        except (ValueError, TypeError):
            continue
        play_out(state, kibitz.Random(1))


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.integers(0, 31), max_size=24, unique=True),
    squares32,
    st.integers(0, 1),
    st.integers(0, 80),
    st.lists(st.integers(0, 127), max_size=3),
    st.integers(0, 2**32),
)
def test_positions_that_are_accepted_play_on(
    squares: list[int], kings: int, seat: int, clock: int, record: list[int], seed: int
) -> None:
    black, white = (sum(1 << square for square in squares[half::2]) for half in (0, 1))
    kings = (kings | 0xF000000F) & (black | white)
    for steps in (record, []):
        try:
            state = GAME.core.make(black, white, kings, seat, clock, steps)
        except ValueError:
            assert steps or not squares
            continue
        play_out(state, kibitz.Random(seed), 30)


@given(st.integers())
def test_the_core_refuses_moves_that_are_not_legal(code: int) -> None:
    start = GAME.core.start(0)
    if code not in start.moves():
        with pytest.raises((ValueError, TypeError, OverflowError)):
            start.play(code)


@pytest.mark.parametrize(("quiet", "repetitions"), [(-1, 3), (41, 3), (2**31 - 1, 3), (40, 1), (40, -1), (40, 10)])
def test_the_core_refuses_options(quiet: int, repetitions: int) -> None:
    with pytest.raises(ValueError):
        kibitz._core.Checkers(quiet, repetitions)


@pytest.mark.parametrize("first", [0b0100000, 0b1111111, 128, 255])  # off the board, or no direction at all
def test_the_core_looks_at_the_whole_record_before_it_follows_it(first: int) -> None:
    with pytest.raises(ValueError, match="no game of checkers"):
        GAME.core.make(1, 1 << 31, 1 | 1 << 31, 0, 20, [first] * 19 + [27 | 3 << 5])


# Options.


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("checkers(quiet=41)", "quiet=41 is not allowed; give a whole number from 1 to 40 or none"),
        ("checkers(quiet=-1)", "give a whole number from 1 to 40 or none"),
        ("checkers(repetitions=1)", "repetitions=1 would draw every game at once; give 0, or 2 to 9"),
        ("checkers(repetitions=10)", "give a whole number from 1 to 9 or none"),
        ("checkers(repetition=3)", "did you mean 'repetitions'"),
        ("checkers(quiet=true)", "give a whole number from 1 to 40 or none"),
    ],
)
def test_options_out_of_range(spec: str, complaint: str) -> None:
    with pytest.raises(SpecError, match=re.escape(complaint)):
        kibitz.game(spec)


# Keys.


def test_the_order_of_past_positions_does_not_matter_to_the_key() -> None:
    game = Checkers(repetitions=4)
    start = position("B:WK32:BK1", game)
    one, other = ["1-5", "32-28", "5-1", "28-32"], ["1-6", "32-28", "6-1", "28-32"]
    assert start.play_all(one + other) != start.play_all(other + one)
    assert start.play_all(one + other).key == start.play_all(other + one).key
    assert start.play_all(one + other).key != start.play_all(one + one).key


def test_the_key_tells_apart_what_plays_on_differently() -> None:
    texts = ["B:WK32:BK1", "W:WK32:BK1", "B:WK32:BK1:H1", "B:W32:BK1", "B:WK32:B1", "B:WK31:BK1", "B:WK32:BK1:R28-32"]
    assert len({position(text).key for text in texts}) == len(texts)
    assert position(texts[0], UNLIMITED).key == position(texts[2], UNLIMITED).key


# The evaluation.


def mirrored(state: NativeState) -> NativeState:
    """The same position with colours and sides of the board exchanged."""
    fields: dict[str, Any] = GAME.to_fields(state)
    turned = {
        name: sorted(33 - square for square in fields[name]) for name in fields if name.endswith(("men", "kings"))
    }
    swapped = {
        name.replace("black", "w").replace("white", "black").replace("w_", "white_"): turned[name] for name in turned
    }
    seat = {"black": "white", "white": "black"}[fields["to_move"]]
    return GAME.from_fields({**swapped, "to_move": seat, "quiet_plies": 0, "record": []})


@pytest.mark.parametrize("seed", range(12))
def test_features_keep_their_promises(seed: int) -> None:
    states = random_states(GAME, seed)
    last = states[-1]
    for state in states:
        black, white = state.features(0), state.features(1)
        assert black == {name: -value for name, value in white.items()}
        assert mirrored(state).features(1) == black
        for name, (low, high) in GAME.bounds.items():
            assert low <= black[name] <= high, name
        for seat in (0, 1):
            for name, (low, high) in GAME.reachable(state, seat).items():
                assert GAME.bounds[name][0] <= low <= high <= GAME.bounds[name][1], name
                if last.over:
                    assert low <= last.features(seat)[name] <= high, name


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        (
            "B:W18,24,27,K28:B1,3,14,K20",
            {
                "men": 0,
                "kings": 0,
                "back_row": 2,
                "centre": 0,  # 14 against 18
                "advancement": 3 - (3 + 2 + 1),
                "mobility": 6 - 4,  # 2, 2, 1 and 1 steps against one of each
                "bridge": 1,
                "sides": 0,
            },
        ),
        ("B:W32,21:B28,1", {"dog_hole": -1, "sides": 0, "back_row": 0}),
        ("B:WK29,30:BK5,K32", {"double_corners": 2, "kings": 1, "men": -1}),
        ("B:W18:B15,2", {"threats": 0}),
        ("B:W18,26:B11,15", {"threats": 1}),
        ("W:W5,6,9,10:BK1,K31", {"trapped_kings": -1}),
    ],
)
def test_features_counted_by_hand(fen: str, expected: dict[str, float]) -> None:
    values = position(fen).features(0)
    assert {name: values[name] for name in expected} == expected


def test_the_weights_of_the_experiments() -> None:
    assert {name: weight for name, weight in GAME.weights.items() if weight} == features.F1
    assert list(features.F2.values()) == [50, 85, 2, -4, 7, 6]
    assert set(features.HELP) == set(GAME.features)
    state = GAME.start().play_all("11-15, 22-18, 15x22")
    assert state.evaluate(0, features.WEIGHTS["f2"]) == sum(
        weight * state.features(0)[name] for name, weight in features.F2.items()
    )


def test_capabilities() -> None:
    assert GAME.capabilities == {"evaluated", "enumerable", "handicapping", "numbered", "observed"}
    assert GAME.outcomes() == [(1, -1), (0, 0), (-1, 1)]
    assert not GAME.adversarial
    assert kibitz._core.Checkers.state_bytes <= 128


# Drawing.


def test_the_board_turns_with_the_seat() -> None:
    state = position("B:W32:BK1")
    assert state.board().splitlines()[0] == "  B   .   .   .   1-4"
    assert state.board(0).splitlines()[0] == "  w   .   .   .   32-29"
    assert state.board().splitlines()[-1].startswith("Black to move")
    assert "17" in GAME.board(state, numbers=True)


@pytest.mark.parametrize("fen", ["B:W6,7,14,15,22,23:BK2,K27", "B:W9,10,17,18:BK6", "B:W21-32:B1-12"])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_every_move_can_be_clicked(fen: str, seat: int | None) -> None:
    state = position(fen)
    picture = state.svg(300, seat, state.moves()[:1])
    assert sorted(re.findall('data-move="([^"]*)"', picture)) == sorted(state.moves())


def test_a_finished_game_says_who_won() -> None:
    assert "Black wins" in position("W:W:BK6").svg()
    assert "Draw" in position("B:WK32:BK1:H80").svg()
