"""Chinese Checkers against its slow twin, in games, in random set-ups and in set-ups made by hand."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import chinese_checkers as twin

import kibitz
from kibitz import NotationError, Random, SpecError, State, _core
from kibitz.games.chinese_checkers import drawing
from kibitz.games.native_game import NativeGame, NativeState

HOLES = list(twin.HOLES)


def make(**options: Any) -> NativeGame:
    game = kibitz.game("chinese-checkers", **options)
    assert isinstance(game, NativeGame)
    return game


def twin_of(game: NativeGame) -> twin.ChineseCheckers:
    return twin.ChineseCheckers(**game.options)


def twin_position(state: State) -> twin.Position:
    """The same position for the twin, whose seat to move follows from the plies."""
    fields = state.to_dict()
    assert fields["plies"] % state.game.players == fields["to_move"]
    winner = state.scores.index(1) if any(state.scores) else None
    return twin.Position(
        tuple(frozenset(twin.HOLES[hole] for hole in own) for own in fields["pawns"]), fields["plies"], winner
    )


def assert_same(state: State, slow: twin.ChineseCheckers, position: twin.Position) -> None:
    assert state.moves() == slow.moves(position)
    assert state.over == slow.over(position)
    assert state.to_move == slow.to_move(position)
    assert state.scores == state.outcome == slow.scores(position)
    assert [set(own) for own in state.to_dict()["pawns"]] == [
        {twin.NAMES[hole] for hole in own} for own in position.pawns
    ]


def greedy(state: State, random: Random) -> str:
    """Mostly forward, so that goals are filled."""
    return max(state.moves(), key=lambda move: state.play(move).evaluate(state.to_move) + 4 * random.uniform())


def at_random(state: State, random: Random) -> str:
    return random.choice(state.moves())


def with_pawns(game: NativeGame, *pawns: str, to_move: int = 0, plies: int | None = None) -> NativeState:
    """A set-up by the names of holes, 'nop*' for whole rows; pawns not named are at home, as far as there is room."""
    listed = [[hole for word in own.split() for hole in _holes(word)] for own in pawns]
    listed += [[] for _ in range(game.players - len(listed))]
    taken = {hole for own in listed for hole in own}
    for own, at_home in zip(listed, game.start().to_dict()["pawns"], strict=True):
        own += [hole for hole in at_home if hole not in taken][: 10 - len(own)]
    return game.from_fields({"pawns": listed, "to_move": to_move, "plies": to_move if plies is None else plies})


def _holes(word: str) -> list[str]:
    return [hole for hole in HOLES if hole[0] in word] if word.endswith("*") else [word]


@pytest.mark.parametrize(
    ("players", "counts"),
    [
        (2, (14, 196, 4648, 110224)),
        (3, (14, 196, 2744, 65072)),
        (4, (14, 197, 2758, 38809)),
        (6, (14, 197, 2772, 39005)),
    ],
)
def test_perft_gives_the_known_counts(players: int, counts: tuple[int, ...]) -> None:
    start = make(players=players).start()
    assert tuple(kibitz.perft(start, depth).leaves for depth in (1, 2, 3, 4)) == counts
    assert kibitz.perft(start, 4) == kibitz.perft(start, 4, play_last=True)


@pytest.mark.parametrize("stop", ["own", "anywhere"])
@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize(("mover", "turns"), [(at_random, 14), (greedy, 70)])
def test_games_like_the_twin(players: int, stop: str, mover: Callable[[State, Random], str], turns: int) -> None:
    game = make(players=players, stop=stop, turns=turns)
    slow = twin_of(game)
    state, position = game.start(), slow.start()
    random = Random(players, stop)
    for _ in range(160 if mover is greedy else 1000):
        assert_same(state, slow, position)
        if state.over:
            break
        move = mover(state, random)
        state, position = state.play(move), slow.play(position, move)
    assert_same(state, slow, position)
    assert state.over or mover is greedy


def random_setup(game: NativeGame, random: Random, crowded: bool) -> NativeState | None:
    """Pawns anywhere they may stand, crowded into fewer holes so that chains and full goals come about."""
    slow = twin_of(game)
    taken: set[str] = set()
    pawns: list[list[str]] = []
    for seat in range(game.players):
        goal = [twin.NAMES[hole] for hole in slow.goal(seat)]
        allowed = [
            name
            for name, hole in twin.HOLES.items()
            if game.options["stop"] == "anywhere"
            or twin.camp(hole) is None
            or hole in slow.home(seat) | slow.goal(seat)
        ]
        order = random.shuffled(goal)[: random.below(11)] * crowded + random.shuffled(allowed)
        own = [hole for hole in dict.fromkeys(order) if hole not in taken][:10]
        taken |= set(own)
        pawns.append(own)
    mover = random.below(game.players)
    try:
        return game.from_fields({"pawns": pawns, "to_move": mover, "plies": mover})
    except NotationError:
        assert crowded  # two full goals, which no game reaches
        return None


@pytest.mark.parametrize("stop", ["own", "anywhere"])
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_set_ups_like_the_twin(players: int, stop: str) -> None:
    game = make(players=players, stop=stop)
    slow = twin_of(game)
    for seed in range(24):
        random = Random(seed, "set-up", players, stop)
        state = random_setup(game, random, crowded=seed % 2 == 0)
        if state is None or state.over:
            continue
        position = twin_position(state)
        assert_same(state, slow, position)
        for move in random.shuffled(state.moves())[:3]:
            assert_same(state.play(move), slow, slow.play(position, move))


@pytest.mark.parametrize("stop", ["own", "anywhere"])
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_goals_filled_by_anybody_like_the_twin(players: int, stop: str) -> None:
    """A goal with one hole left, held by all who may stand there, and one of them steps in."""
    game = make(players=players, stop=stop)
    slow = twin_of(game)
    winners = set()
    for seed in range(20):
        random = Random(seed, "filled", players, stop)
        goal = slow.goal(random.below(players))
        guests = [seat for seat in range(players) if stop == "anywhere" or goal in (slow.home(seat), slow.goal(seat))]
        doors = [
            (outside, hole)
            for hole in sorted(goal)
            for outside in sorted(twin.steps(hole, frozenset()))
            if twin.camp(outside) is None
        ]
        outside, door = random.choice(doors)
        mover = random.choice(guests)
        pawns: list[list[twin.Hole]] = [[] for _ in range(players)]
        pawns[mover].append(outside)
        few = guests[: 1 + random.below(len(guests))]
        for hole in sorted(goal - {door}):
            pawns[random.choice(few)].append(hole)
        elsewhere = random.shuffled(sorted(h for h in twin.NAMES if twin.camp(h) is None and h != outside))
        for own in pawns:
            while len(own) < 10:
                own.append(elsewhere.pop())
        names = [[twin.NAMES[hole] for hole in own] for own in pawns]
        state = game.from_fields({"pawns": names, "to_move": mover, "plies": mover})
        position = twin_position(state)
        assert_same(state, slow, position)
        move = f"{twin.NAMES[outside]}-{twin.NAMES[door]}"
        after = state.play(move)
        assert_same(after, slow, slow.play(position, move))
        winners.add(after.scores)
        values = [after.evaluate(seat) for seat in range(players)]
        if after.over:
            assert {seat for seat in range(players) if values[seat] == max(values)} == after.winners
    assert len(winners) > 2 or players == 3


def test_greedy_games_are_won() -> None:
    """Also the sanity of the test above: goals really are filled, and the winner has the best evaluation."""
    decided = 0
    for seed in range(4):
        state = make(players=3).start()
        states = [state]
        random = Random(seed, "won")
        while not state.over and len(states) < 400:
            state = state.play(greedy(state, random))
            states.append(state)
        if not any(state.scores):
            continue
        decided += 1
        values = [state.evaluate(seat) for seat in range(3)]
        assert {seat for seat in range(3) if values[seat] == max(values)} == state.winners
        for earlier in states:
            for seat in range(3):
                for name, (low, high) in state.game.reachable(earlier, seat).items():
                    assert low <= state.features(seat)[name] <= high
    assert decided >= 3


def test_reachable_knows_the_last_plies() -> None:
    game = make(players=2, turns=2)
    one_short = with_pawns(game, "opq* n1 n2 n3 i1", "abc* e5 e6 e7 e8", plies=2)
    assert game.reachable(one_short, 0) == {"distance": (-16, 0), "won": (0, 1)}
    three_short = with_pawns(game, "opq* n1 i1 i2 i3", "abc* e5 e6 e7 e8", plies=2)
    assert game.reachable(three_short, 0)["won"] == (0, 0)
    assert game.reachable(three_short, 0)["distance"][1] == -1
    for move in three_short.moves():
        for end in map(three_short.play(move).play, three_short.play(move).moves()):
            assert end.over
            assert not any(end.scores)


# By hand.


def test_a_full_goal_wins_with_one_own_pawn_in_it() -> None:
    """Others' pawns count, on any move; the winner's own pawns may be far away and it is still on top."""
    game = make(players=2)
    slow = twin_of(game)
    assert not game.start().over  # full goals, but of others only
    waiting = with_pawns(game, "q1", "op* n1 n2 n3 m9 i1", to_move=1)
    won = waiting.play("m9-n4")
    assert (won.over, won.scores, won.winners) == (True, (1, 0), frozenset({0}))
    assert_same(won, slow, slow.play(twin_position(waiting), "m9-n4"))
    assert won.evaluate(0) > won.evaluate(1)
    assert won == with_pawns(game, "q1", "nop* i1", plies=2)


def test_a_win_counts_on_the_last_turn() -> None:
    game = make(players=2, turns=3)
    waiting = with_pawns(game, "opq* n1 n2 n3 m9", "abc* e5 e6 e7 e8", plies=4)
    assert waiting.play("m9-n4").scores == (1, 0)
    last = with_pawns(game, to_move=1, plies=5)
    end = last.play(last.moves()[0])
    assert (end.over, end.scores, end.winners) == (True, (0, 0), frozenset())


def test_no_pawn_hops_over_itself() -> None:
    game = make(players=2)
    state = with_pawns(game, "i5 i6")
    assert {"i5-i7", "i6-i4"} <= set(state.moves())
    assert "i5-i3" not in state.moves()
    assert_same(state, twin_of(game), twin_position(state))


def test_chains_lead_back_through_the_own_hole() -> None:
    game = make(players=2)
    state = with_pawns(game, "i5 i4 i6 i2 i8")
    ends = {move.split("-")[1] for move in state.moves() if move.startswith("i5-")}
    assert {"i1", "i3", "i7", "i9"} <= ends
    assert "i5" not in ends
    assert_same(state, twin_of(game), twin_position(state))


def test_stopping_in_other_camps() -> None:
    own, anywhere = (with_pawns(make(players=2, stop=stop), "e5") for stop in ("own", "anywhere"))
    assert "e5-e4" not in own.moves()  # e4 is in the upper left camp
    assert "e5-e4" in anywhere.moves()
    with pytest.raises(NotationError, match="none in a camp where it may not stop"):
        with_pawns(make(players=2), "e4")


@pytest.mark.parametrize("stop", ["own", "anywhere"])
def test_a_pawn_in_its_goal_stays_there(stop: str) -> None:
    state = with_pawns(make(players=2, stop=stop), "n2", "pq* i1 i2 i3 i4 i5 i6 i7")
    ends = {move.split("-")[1] for move in state.moves() if move.startswith("n2-")}
    assert ends == {"n1", "n3", "o1", "o2"}


def test_who_cannot_move_passes() -> None:
    state = with_pawns(make(), "abcd*", "e5 e6 e7 e8 e9 f4 f5 f6 f7 f8", "f9 m1 m2 m3 m4 l1 l2 l3 k1 k2")
    assert state.moves() == ["pass"]
    slow = twin_of(make())
    after = state.play("pass")
    assert_same(after, slow, slow.play(twin_position(state), "pass"))
    assert (after.to_move, after.to_dict()["plies"]) == (1, 1)
    assert 'data-move="pass"' in state.svg()


def test_turned_plays_on_from_the_other_seat() -> None:
    game = make()
    state = game.start().play("c1-e5")
    turned = game.turned(state, 0)
    assert turned.to_move == 0
    assert "e5-f5" in turned.moves()
    assert turned.play("e5-f5").to_move == 1
    assert turned.key != state.key


# The evaluation.


def test_distance() -> None:
    game = make(players=2)
    assert game.bounds == {"distance": (-120, 0), "won": (0, 1)}
    assert game.start().features(0) == {"distance": -120, "won": 0}
    assert game.start().play("d1-e5").features(0)["distance"] == -119
    assert game.outcomes() == [(1, 0), (0, 1), (0, 0)]
    assert game.adversarial


# Notation and errors.


def test_moves_as_people_write_them() -> None:
    state = make().start()
    assert state.play(" C1-E5 ") == state.play("c1-e5")
    for wrong in ("c1", "c1-e5-g5", "c1-z9", "c9-e5", "a1-a1", ""):
        with pytest.raises(kibitz.IllegalMove, match=r"is not legal here\. Legal: c1-e5"):
            state.play(wrong)


START = "A/AA/AAA/AAAA/13/12/11/10/9/C8B/CC7BB/CCC6BBB/CCCC5BBBB/4/3/2/1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{START} A", "a state is rows, seat to move and plies"),
        ("A/AA A 0", "the board has 17 rows separated by '/', not 2"),
        (f"{START} D 0", "'D' is not a seat to move; seats are A to C"),
        (f"{START} A x", "plies 'x' is not a whole number"),
        (f"{START} A 901", "plies must be from 0 to 900"),
        (f"{START.replace('13', '12')} A 0", "row e '12' has 12 cells, not 13"),
        (f"{START.replace('13', '?')} A 0", "row e '\\?' is not made of letters for seats and numbers"),
        (f"{START.replace('13', '1' * 5000)} A 0", "row e '1111"),
        (f"{START.replace('C8B', 'D8B')} A 0", "row j 'D8B': D is not one of 3 seats; seats are A to C"),
        (f"{START.replace('C8B', '9B')} A 0", "ten a seat"),
    ],
)
def test_wrong_text_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        make().parse(text)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"plies": True}, "plies True is not a whole number"),
        ({"plies": "5"}, "plies '5' is not a whole number"),
        ({"to_move": 3}, "seat 3 is not one of 0 to 2"),
        ({"pawns": "a1"}, "field 'pawns' is not a list with one list of cell names for each seat"),
        ({"pawns": [["a1"], ["z9"]]}, "field 'pawns', seat 1: there is no 'z9' on the board"),
        ({"pawns": [["a1"]]}, "pawns for every seat"),
        ({"pawns": [["a1", "a1"], [], []]}, "named twice"),
    ],
)
def test_wrong_fields_say_what_is_wrong(changed: dict[str, Any], message: str) -> None:
    game = make()
    with pytest.raises(NotationError, match=message):
        game.from_json({**game.start().to_dict(), **changed})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 5}, "players=5 is not allowed; give 2, 3, 4, 6"),
        ({"stop": "nowhere"}, "stop=nowhere is not allowed; give own, anywhere"),
        ({"turns": 0}, "turns=0 is not allowed; give a whole number from 1 to 10000"),
        ({"turns": 10001}, "turns=10001 is not allowed"),
    ],
)
def test_wrong_options_say_what_is_allowed(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        make(**options)


anything = st.one_of(st.none(), st.integers(), st.text(max_size=4), st.lists(st.integers(-5, 130), max_size=12))


@given(
    st.lists(st.one_of(st.lists(st.integers(-3, 130), max_size=12), anything), max_size=7),
    st.one_of(st.integers(-2, 9), anything),
    st.one_of(st.integers(-2, 1000), anything),
)
@settings(deadline=None, max_examples=200)
def test_the_core_refuses_garbage(pawns: Any, to_move: Any, plies: Any) -> None:
    with pytest.raises((ValueError, TypeError)):  # ten pawns each is too much for chance
        make().core.make(pawns, to_move, plies)


@given(st.integers(0, 2**32), st.sampled_from([2, 3, 4, 6]), st.sampled_from(["own", "anywhere"]), st.booleans())
@settings(deadline=None, max_examples=40)
def test_accepted_set_ups_are_written_and_played(seed: int, players: int, stop: str, crowded: bool) -> None:
    game = make(players=players, stop=stop)
    random = Random(seed, "accepted")
    state = random_setup(game, random, crowded)
    for _ in range(30):
        if state is None or state.over:
            break
        assert game.parse(str(state)) == state == game.from_json(json.loads(state.to_json()))
        for seat in range(players):
            for name, value in state.features(seat).items():
                assert game.bounds[name][0] <= value <= game.bounds[name][1]
                low, high = game.reachable(state, seat)[name]
                assert game.bounds[name][0] <= low <= high <= game.bounds[name][1]
        state = state.play(at_random(state, random))


@pytest.mark.parametrize("arguments", [(5, False, 300), (3, False, 0), (3, False, 10001), (-1, True, 1), (7, False, 1)])
def test_the_core_checks_options(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="must be"):
        _core.ChineseCheckers(*arguments)


# Drawing.


def test_the_way_of_a_chain_is_the_same_before_and_after() -> None:
    state = with_pawns(make(players=2), "i5 i6", "i8")
    seats = drawing.seats_by_hole(state.core.pawns)  # type: ignore[attr-defined]
    assert drawing.way("i5", "i9", seats) == ["i5", "i7", "i9"]
    after = drawing.seats_by_hole(state.play("i5-i9").core.pawns)  # type: ignore[attr-defined]
    assert drawing.way("i5", "i9", after) == ["i5", "i7", "i9"]
    assert drawing.way("i5", "i4", seats) == ["i5", "i4"]
    assert drawing.way("a1", "q1", seats) == ["a1", "q1"]  # no move at all: still something to draw


def test_every_move_can_be_clicked_from_its_start() -> None:
    state = make(players=6).start()
    for seat in (None, 0, 4):
        marks = [part for part in ElementTree.fromstring(state.svg(seat=seat)).iter() if part.get("data-move")]
        assert [part.get("data-move") for part in marks] == state.moves()
        assert all(part.get("data-move", "").startswith(f"{part.get('data-from')}-") for part in marks)
    with pytest.raises(ValueError, match="seat 6 is not one of 0 to 5"):
        state.svg(seat=6)


def test_the_board_says_how_it_stands() -> None:
    game = make(players=2, turns=1)
    assert game.start().board().endswith("seat 0 (A) to move")
    assert game.start().play("c1-e5").board().endswith("seat 1 (B) to move")
    filled = with_pawns(make(players=2), "nopq*", "abc* e5 e6 e7 e8", to_move=1)
    assert filled.board().endswith("seat 0 (A) has won")
    end = game.start().play("c1-e5")
    assert end.play(end.moves()[0]).board().endswith("over without a winner")
