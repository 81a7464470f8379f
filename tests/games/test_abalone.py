"""Abalone against its slow twin, in games, in random set-ups and in set-ups made by hand."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import abalone as twin

import kibitz
from kibitz import NotationError, Random, SpecError, State, _core
from kibitz.games.native_game import NativeGame, NativeState

CELLS = [twin.name(cell) for cell in twin.CELLS]
OPTIONS: list[dict[str, Any]] = [{}, {"start": "daisy"}, {"players": 3}]


def make(**options: Any) -> NativeGame:
    game = kibitz.game("abalone", **options)
    assert isinstance(game, NativeGame)
    return game


def twin_of(game: NativeGame) -> twin.Abalone:
    return twin.Abalone(**game.options)


def twin_position(state: State) -> twin.Position:
    """The same position for the twin, whose seat to move follows from the plies."""
    fields = state.to_dict()
    assert fields["plies"] % state.game.players == fields["to_move"]
    marbles = tuple(frozenset(twin.named(cell) for cell in own) for own in fields["marbles"])
    return twin.Position(marbles, tuple(fields["ejected"]), fields["plies"])


def assert_same(state: State, slow: twin.Abalone, position: twin.Position) -> None:
    assert state.moves() == slow.moves(position)
    assert state.over == slow.over(position)
    assert state.to_move == slow.to_move(position)
    assert state.scores == state.outcome == slow.scores(position)
    assert twin_position(state) == position


def greedy(state: State, random: Random) -> str:
    """Pushes off what it can, else keeps together, so that games are decided."""
    return max(state.moves(), key=lambda move: state.play(move).evaluate(state.to_move) + 0.1 * random.uniform())


def at_random(state: State, random: Random) -> str:
    return random.choice(state.moves())


def with_marbles(*marbles: str, to_move: int = 0) -> NativeState:
    """A set-up in which the marbles not named have been ejected, by the others in equal parts as far as possible."""
    players = len(marbles)
    game = make(players=players, goal=14 if players == 2 else 22)
    listed = [own.split() for own in marbles]
    gone = [(14 if players == 2 else 11) - len(own) for own in listed]
    ejected = [0] * players
    for seat in range(players):
        others = [other for other in range(players) if other != seat]
        for i in range(gone[seat]):
            ejected[others[i % len(others)]] += 1
    fields = {"marbles": listed, "ejected": ejected, "to_move": to_move, "plies": to_move}
    return game.from_fields(fields)


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, (44, 1936, 98912)),
        ({"start": "daisy"}, (52, 2692, 149322)),
        ({"players": 3}, (40, 1587, 62440)),
    ],
)
def test_perft_gives_the_known_counts(options: dict[str, Any], counts: tuple[int, ...]) -> None:
    start = make(**options).start()
    assert tuple(kibitz.perft(start, depth).leaves for depth in (1, 2, 3)) == counts
    assert kibitz.perft(start, 3) == kibitz.perft(start, 3, play_last=True)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize(
    ("mover", "goal", "turns"), [(at_random, 6, 60), (at_random, 1, 200), (greedy, 6, 100), (greedy, 3, 40)]
)
def test_games_like_the_twin(
    options: dict[str, Any], mover: Callable[[State, Random], str], goal: int, turns: int
) -> None:
    game = make(**options, goal=goal, turns=turns)
    slow = twin_of(game)
    state, position = game.start(), slow.start()
    random = Random(goal, turns)
    states = [state]
    while not state.over:
        assert_same(state, slow, position)
        move = mover(state, random)
        state, position = game.play(state, move), slow.play(position, move)
        states.append(state)
    assert_same(state, slow, position)
    for earlier in states:
        for seat in range(game.players):
            values, final = earlier.features(seat), state.features(seat)
            for name, (low, high) in game.reachable(earlier, seat).items():
                assert game.bounds[name][0] <= values[name] <= game.bounds[name][1]
                assert low <= final[name] <= high


def random_setup(game: NativeGame, random: Random) -> NativeState:
    """Marbles anywhere, some of them gone, most often in a heap: that is where pushing happens."""
    players, goal = game.players, game.options["goal"]
    ejected, lost = [0] * players, [0] * players
    each = 14 if players == 2 else 11
    for _ in range(random.below(12)):
        seat, victim = random.shuffled(range(players))[:2]
        if ejected[seat] < goal - 1 and lost[victim] < each:
            ejected[seat] += 1
            lost[victim] += 1
    room = CELLS if random.below(2) else CELLS[: (each + 1) * players + 2]
    cells = random.shuffled(room)
    marbles = [[cells.pop() for _ in range(each - lost[seat])] for seat in range(players)]
    mover = random.below(players)
    return game.from_fields({"marbles": marbles, "ejected": ejected, "to_move": mover, "plies": mover})


@pytest.mark.parametrize("players", [2, 3])
def test_set_ups_like_the_twin(players: int) -> None:
    game = make(players=players)
    slow = twin_of(game)
    for seed in range(60):
        random = Random(seed, "set-up", players)
        state = random_setup(game, random)
        position = twin_position(state)
        assert_same(state, slow, position)
        for move in random.shuffled(state.moves())[:8]:
            assert_same(state.play(move), slow, slow.play(position, move))


def test_greedy_games_are_decided_and_the_winner_is_on_top() -> None:
    for options in OPTIONS:
        decided = 0
        for seed in range(3):
            game = make(**options, goal=2, turns=100)
            state, random = game.start(), Random(seed, "decided")
            while not state.over:
                state = game.play(state, greedy(state, random))
            if not state.winners:
                continue
            decided += 1
            values = [state.evaluate(seat) for seat in range(game.players)]
            assert {seat for seat, value in enumerate(values) if value == max(values)} == state.winners
        assert decided >= 1


@pytest.mark.parametrize("options", [*OPTIONS, {"goal": 14}, {"players": 3, "goal": 22}])
def test_the_arrangement_is_worth_less_than_a_marble(options: dict[str, Any]) -> None:
    game = make(**options)
    weights, bounds = game.weights, game.bounds
    spread = sum(weights[name] * (bounds[name][1] - bounds[name][0]) for name in ("lost", "centre", "cohesion"))
    assert spread < weights["ejected"]
    assert game.adversarial


# By hand.


def test_three_push_two_of_different_opponents_and_eject_the_last() -> None:
    state = with_marbles("a1 a2 a3", "a4 e5", "a5 i9")
    before = state.to_dict()["ejected"]
    after = state.play("a1-a2").to_dict()
    assert after["marbles"] == [["a2", "a3", "a4"], ["a5", "e5"], ["i9"]]
    assert after["ejected"] == [before[0] + 1, before[1], before[2]]
    again = with_marbles("b1 b2 b3", "b4 e5", "b5 i9").play("b1-b2").to_dict()
    assert again["marbles"] == [["b2", "b3", "b4"], ["b5", "e5"], ["b6", "i9"]]


@pytest.mark.parametrize(
    ("marbles", "move", "legal"),
    [
        (("e1", "e2"), "e1-e2", False),  # one against one
        (("e1 e2", "e3"), "e1-e2", True),
        (("e1 e2", "e3 e4"), "e1-e2", False),
        (("e1 e2 e3", "e4 e5"), "e1-e2", True),
        (("e1 e2 e3", "e4 e5 e6"), "e1-e2", False),
        (("e1 e2 e4", "e3"), "e1-e2", False),  # an own marble behind
        (("e1 e2 e3 e6", "e4 e5"), "e1-e2", False),
        (("e1 e2", "e3 e5"), "e1-e2", True),  # a gap behind
        (("e1 e2 e3 e4", "i9"), "e1-e2", False),  # the fourth blocks
        (("e1 e2 e3 e4", "i9"), "e2-e3", True),
        (("e1 e2 e3 e4", "e5 e6"), "e2-e3", True),
        (("e8 e9", "a1"), "e8-e9", False),  # no own marble leaves the board
        (("e7 e8", "e9"), "e7-e8", True),  # but others do
        (("e6 e7", "e8 e9"), "e6-e7", False),
        (("e5 e6 e7", "e8 e9"), "e5-e6", True),
        (("e1 e2", "i9"), "e1-e2-f2", True),
        (("e1 e2", "f3"), "e1-e2-f2", False),  # one of the cells is taken
        (("e1 e2", "i9 f3"), "e1-e2-d1", True),
        (("e1 e2 e3", "i9"), "e1-e3-f2", True),
        (("e1 e3", "i9"), "e1-e3-f2", False),
        (("a1 a2", "i9"), "a1-a2-b1", True),
        (("b2 c3 d4", "i9"), "b2-d4-b3", True),
    ],
)
def test_pushes_and_broadsides(marbles: tuple[str, ...], move: str, legal: bool) -> None:
    state = with_marbles(*marbles)
    assert (move in state.moves()) == legal
    slow = twin_of(state.game)
    assert_same(state, slow, twin_position(state))
    if legal:
        assert_same(state.play(move), slow, slow.play(twin_position(state), move))


def test_who_cannot_move_passes() -> None:
    state = with_marbles("", "a1", "i9")
    assert state.moves() == ["pass"]
    assert state.play("pass").to_move == 1
    assert 'data-move="pass"' in state.svg()
    # Cornered: every way is off the board, one against one, or into two.
    cornered = with_marbles("a1", "a2 a3 b1 b2 c1 c3")
    assert cornered.moves() == ["pass"]
    assert_same(cornered, twin_of(cornered.game), twin_position(cornered))


def test_turned_plays_on_from_the_other_seat() -> None:
    game = make(players=3)
    state = game.start().play("a1-b2")
    turned = game.turned(state, 0)
    assert (turned.to_move, turned.to_dict()["plies"]) == (0, 1)
    assert turned.play(turned.moves()[0]).to_move == 1
    assert turned.key != state.key


def test_the_end_of_the_turns_has_no_winner() -> None:
    state = make(turns=1).start().play("a1-b2")
    end = state.play(state.moves()[0])
    assert (end.over, end.scores, end.winners) == (True, (0, 0), frozenset())
    assert "over without a winner" in end.board()


# The evaluation.


def test_features() -> None:
    game = make()
    assert game.start().features(0) == game.start().features(1)
    assert game.start().features(0) == {"ejected": 0, "lost": 0, "centre": 10, "cohesion": 27}
    heap = with_marbles("e5 e4 e6 d4 d5 f5 f6", "a1 i9")
    assert heap.features(0) == {"ejected": 12, "lost": -7, "centre": 22, "cohesion": 12}
    assert heap.features(1) == {"ejected": 7, "lost": -12, "centre": 0, "cohesion": 0}
    assert make(players=3).bounds["lost"] == (-11, 0)
    assert make(players=3, goal=2).bounds["lost"] == (-3, 0)
    assert make(players=3).outcomes() == [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0)]


def test_reachable_counts_turns_and_marbles() -> None:
    game = make(turns=2)
    start = game.start()
    assert game.reachable(start, 0)["ejected"] == (0, 2)
    last = start.play_all(["a1-b2", "i5-h4", "a2-b3"])
    assert game.reachable(last, 0)["ejected"] == (0, 0)
    assert game.reachable(last, 1)["ejected"] == (0, 1)
    assert game.reachable(last, 0)["lost"] == (-1, 0)
    near = with_marbles("e5 e4", "a1")
    assert near.game.reachable(near, 0)["ejected"] == (13, 14)
    assert near.game.reachable(near, 0)["cohesion"] == (0, 1)
    three = make(players=3, goal=2).start()
    assert three.game.reachable(three, 1)["lost"] == (-3, 0)


# Notation and errors.


def test_every_move_is_read_back() -> None:
    game = make()
    for direction in range(6):
        for number in range(61):
            for code in (number << 3 | direction, 1 << 12 | number << 6 | 1 << 5 | direction):
                text = game.move_text(code)
                if all(cell in CELLS for cell in text.split("-")) and len(set(text.split("-"))) == len(text.split("-")):
                    assert game.move_text(game.move_code(text)) == text


def test_moves_as_people_write_them() -> None:
    state = make().start()
    assert state.play(" A1-B2 ") == state.play("a1-b2")
    for wrong in ("a1", "a1-a1", "a1-z9", "a1-a9-b1", "a1-c3", "a1-a2-a3-a4", "-", ""):
        with pytest.raises(kibitz.IllegalMove, match=r"is not legal here\. Legal: a1-b2"):
            state.play(wrong)


START = "BBBBB/BBBBBB/2BBB2/8/9/8/2AAA2/AAAAAA/AAAAA"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{START} A 0", "a state is rows, seat to move, plies and ejected marbles"),
        ("A/AA A 0 0-0", "the board has 9 rows separated by '/', not 2"),
        (f"{START} C 0 0-0", "'C' is not a seat to move; seats are A to B"),
        (f"{START} A 0 0", "a number ejected for every seat"),
        (f"{START} A 0 0-x", "ejected 'x' is not a whole number"),
        (f"{START} A 401 0-0", "plies must be from 0 to 400"),
        (f"{START} A 0 0-7", "ejected must be from 0 to 6"),
        (f"{START} A 0 0-1", "no game reaches these marbles"),
        (f"{START.replace('9', '8A')} A 0 0-0", "no game reaches these marbles"),
        (f"{START.replace('9', '8')} A 0 0-0", "row e '8' has 8 cells, not 9"),
        (f"{START.replace('9', '8C')} A 0 0-0", "row e '8C': C is not one of 2 seats; seats are A to B"),
    ],
)
def test_wrong_text_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        make().parse(text)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"ejected": 3}, "field 'ejected' is not a list"),
        ({"ejected": [0, True]}, "ejected True is not a whole number"),
        ({"to_move": 2}, "seat 2 is not one of 0 to 1"),
        ({"marbles": [["a1"], ["a1", 5]]}, "field 'marbles', seat 1: there is no 5 on the board"),
        ({"marbles": [["a1", "a1"], []]}, "named twice"),
    ],
)
def test_wrong_fields_say_what_is_wrong(changed: dict[str, Any], message: str) -> None:
    game = make()
    with pytest.raises(NotationError, match=message):
        game.from_json({**game.start().to_dict(), **changed})


def test_marbles_are_ejected_by_others_only() -> None:
    """Three gone from seat 0 cannot have been pushed off by seat 0 itself."""
    game = make(players=3)
    fields = game.start().to_dict()
    fields["marbles"][0] = fields["marbles"][0][3:]
    assert game.from_json({**fields, "ejected": [0, 1, 2]}).to_dict()["ejected"] == [0, 1, 2]
    for wrong in ([3, 0, 0], [1, 1, 1], [0, 1, 1], [0, 2, 2]):
        with pytest.raises(NotationError, match="ejected by another seat"):
            game.from_json({**fields, "ejected": wrong})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 4}, "players=4 is not allowed; give 2, 3"),
        ({"start": "rose"}, "start=rose is not allowed; give standard, daisy"),
        ({"players": 3, "start": "daisy"}, "start=daisy is for two players"),
        ({"goal": 0}, "goal=0 is not allowed; give a whole number from 1 to 22"),
        ({"goal": 15}, "goal=15 is more than the 14 marbles of the one opponent"),
        ({"turns": 0}, "turns=0 is not allowed; give a whole number from 1 to 10000"),
    ],
)
def test_wrong_options_say_what_is_allowed(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        make(**options)


anything = st.one_of(st.none(), st.integers(), st.text(max_size=4), st.lists(st.integers(-5, 70), max_size=14))


@given(
    st.one_of(st.lists(st.lists(st.integers(-1, 62), max_size=15, unique=True), min_size=2, max_size=3), anything),
    st.one_of(st.lists(st.integers(-1, 15), min_size=2, max_size=3), anything),
    st.one_of(st.integers(-1, 2), anything),
    st.one_of(st.integers(-1, 401), anything),
)
@settings(deadline=None, max_examples=300)
def test_the_core_refuses_garbage_and_plays_the_rest(marbles: Any, ejected: Any, to_move: Any, plies: Any) -> None:
    game = make(goal=14)
    try:
        core = game.core.make(marbles, ejected, to_move, plies)
    except (ValueError, TypeError):
        return
    for _ in range(20):
        if core.over:
            break
        core = core.play(core.moves()[-1])


@given(st.integers(0, 2**32), st.sampled_from([2, 3]))
@settings(deadline=None, max_examples=40)
def test_accepted_set_ups_are_written_and_played(seed: int, players: int) -> None:
    game = make(players=players)
    random = Random(seed, "accepted")
    state = random_setup(game, random)
    for _ in range(30):
        if state.over:
            break
        assert game.parse(str(state)) == state == game.from_json(json.loads(state.to_json()))
        for seat in range(players):
            for name, value in state.features(seat).items():
                assert game.bounds[name][0] <= value <= game.bounds[name][1]
                low, high = game.reachable(state, seat)[name]
                assert game.bounds[name][0] <= low <= high <= game.bounds[name][1]
        state = game.play(state, at_random(state, random))


@pytest.mark.parametrize(
    "arguments",
    [(4, False, 6, 9), (3, True, 6, 9), (2, False, 15, 9), (3, False, 23, 9), (2, False, 0, 9), (2, True, 6, 0)],
)
def test_the_core_checks_options(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r"must be|for two"):
        _core.Abalone(*arguments)


# Drawing.


def test_every_move_has_a_mark_of_its_own() -> None:
    """In a crowd too: no two moves from the same start lie on the same place."""
    for seed in range(12):
        random = Random(seed, "marks")
        state = random_setup(make(players=2 + seed % 2), random)
        if state.over:
            continue
        marks = [part for part in ElementTree.fromstring(state.svg()).iter() if part.get("data-move")]
        places = {(part.get("data-from"), part.get("cx"), part.get("cy")) for part in marks}
        assert len(places) == len(marks)
        assert {part.get("data-move") for part in marks} == set(state.moves())


def test_a_seat_sits_at_the_bottom() -> None:
    def heights(state: State, seat: int) -> list[float]:
        marks = ElementTree.fromstring(state.svg(seat=seat)).iter()
        return [float(part.get("cy", 0)) for part in marks if part.get("data-move")]

    game = make(players=3)
    for seat in range(3):
        state = game.turned(game.start(), seat)
        assert min(heights(state, seat)) > min(heights(state, (seat + 1) % 3))
    with pytest.raises(ValueError, match="seat 3 is not one of 0 to 2"):
        game.start().svg(seat=3)
