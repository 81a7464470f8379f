"""What every game promises, whatever it is: one battery, run on every game and on every option that changes rules."""

from __future__ import annotations

import json
import math
import pickle
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from support.conformance_games import SPECS

import kibitz
from kibitz import CHANCE, IllegalMove, MissingCapability, NotationError, Random, State
from kibitz.games.capabilities import (
    CAPABILITIES,
    Chancy,
    Enumerable,
    Evaluated,
    Hidden,
    Remainder,
    Staged,
    Turnable,
    Weighted,
)
from kibitz.games.native_game import NativeGame
from kibitz.games.registry import REGISTRY
from kibitz.games.view import View

GAMES = 4  # random games each
PLIES = 300  # of each game at the most
SAMPLE = 24  # states of a game looked at where looking is slow


@cache
def playout(spec: str, seed: int) -> tuple[State, ...]:
    state = kibitz.game(spec).start(seed)
    states = [state]
    for ply in range(PLIES):
        if state.over:
            break
        state = state.play(Random(seed, "conformance", ply).choice(state.moves()))
        states.append(state)
    return tuple(states)


def spread(spec: str, seed: int = 0) -> list[State]:
    """A few states of one game, from the first to the last."""
    states = playout(spec, seed)
    step = max(1, len(states) // SAMPLE)
    return [*states[::step], states[-1]]


def greedy_move(state: State, seed: int, ply: int) -> State:
    """Mostly towards the best evaluation, so that games come to an end; one move in four is random."""
    random = Random(seed, "greedy", ply)
    after = [state.play(move) for move in state.moves()]
    if state.to_move == CHANCE or random.below(4) == 0:
        return random.choice(after)
    mover = state.to_move
    return max(after, key=lambda child: (child.evaluate(mover), random.next()))


def ends(spec: str) -> list[State]:
    return [states[-1] for states in (playout(spec, seed) for seed in range(GAMES)) if states[-1].over]


every_game = pytest.mark.parametrize("spec", SPECS)


def offering(capability: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("spec", [spec for spec in SPECS if capability in kibitz.game(spec).capabilities])


def test_every_game_is_listed() -> None:
    assert {kibitz.game(spec).name for spec in SPECS} == set(REGISTRY) - {"openspiel"}  # tested with the adapters


@every_game
def test_random_games_follow_the_interface(spec: str) -> None:
    game = kibitz.game(spec)
    for seed in range(GAMES):
        for state in playout(spec, seed):
            moves = state.moves()
            assert (not moves) == state.over
            assert len(set(moves)) == len(moves)
            assert all(isinstance(move, str) for move in moves)
            assert state.over or state.to_move == CHANCE or 0 <= state.to_move < game.players
            assert len(state.scores) == len(state.outcome) == game.players
            assert all(math.isfinite(number) for number in (*state.scores, *state.outcome))
            assert 0 <= state.key < 2**64


@every_game
def test_a_state_answers_what_its_game_does(spec: str) -> None:
    """States of the core answer by themselves what is asked at every move; the game's own methods are the slow way."""
    game = kibitz.game(spec)
    for state in playout(spec, 0):
        assert state.over == game.over(state)
        if not state.over:
            assert state.to_move == game.to_move(state)
        for move in state.moves():
            after = state.play(move)
            assert (type(after), after) == (type(state), game.play(state, move))
            assert after.game is game or after.game == game


@every_game
def test_states_are_immutable(spec: str) -> None:
    state = kibitz.game(spec).start(1)
    before = str(state), state.key
    state.play(state.moves()[0])
    assert (str(state), state.key) == before
    with pytest.raises(AttributeError):
        state.game = None  # type: ignore[assignment, misc]
    with pytest.raises((AttributeError, TypeError)):
        state.anything = 1  # type: ignore[attr-defined]


@every_game
def test_text_json_and_pickle_round_trip(spec: str) -> None:
    game = kibitz.game(spec)
    for seed in range(GAMES):
        for state in spread(spec, seed):
            for copy in (
                game.parse(str(state)),
                game.from_json(state.to_json()),
                game.from_json(json.loads(state.to_json())),
                pickle.loads(pickle.dumps(state)),
            ):
                assert copy == state
                assert hash(copy) == hash(state)
                assert (str(copy), copy.key, copy.moves()) == (str(state), state.key, state.moves())
            assert "\n" not in str(state)
            for move in state.moves():
                assert game.parse_move(state, move) == move
                assert game.parse_move(state, f" {move.upper()} ") == move


@every_game
def test_a_game_is_its_specification(spec: str) -> None:
    game = kibitz.game(spec)
    again = kibitz.game(str(game))
    assert again == game
    assert hash(again) == hash(game)
    assert str(again) == str(game)
    assert pickle.loads(pickle.dumps(game)) == game
    assert game.start(3) == again.start(3)
    assert game != "a string"


@every_game
def test_seeds_reproduce(spec: str) -> None:
    game = kibitz.game(spec)
    assert [game.start(seed) for seed in range(8)] == [game.start(seed) for seed in range(8)]
    if game.hidden and game.start(0).to_move != CHANCE:  # the seed deals
        assert len({str(game.start(seed)) for seed in range(32)}) > 4


@every_game
def test_equal_keys_play_on_identically(spec: str) -> None:
    """Nearby states: all that are two moves away, and those along a game."""
    near = [state for state in spread(spec)[:4] if not state.over]
    found = list(spread(spec))
    for state in near:
        for first in state.moves()[:12]:
            after = state.play(first)
            found += [after, *(after.play(second) for second in after.moves()[:12])]
    by_key: dict[int, State] = {}
    for state in found:
        other = by_key.setdefault(state.key, state)
        assert state != other or state.key == other.key
        if other is not state:
            assert other.moves() == state.moves()
            assert other.over == state.over
            assert other.over or other.to_move == state.to_move
            for move in state.moves()[:4]:
                assert other.play(move).key == state.play(move).key
                assert other.play(move).moves() == state.play(move).moves()
    assert len(by_key) > len({str(state) for state in found}) // 8


@every_game
def test_an_illegal_move_says_what_is_legal(spec: str) -> None:
    state = kibitz.game(spec).start(2)
    for wrong in ("no such move", "", "99x99", "play AS", "\x00", "z9-z9", "bid 1000000000000000000000"):
        with pytest.raises(IllegalMove) as caught:
            state.play(wrong)
        assert state.moves()[0] in str(caught.value)
    for end in ends(spec):
        with pytest.raises(IllegalMove, match="the game is over"):
            end.play(state.moves()[0])


@every_game
def test_malformed_states_are_refused(spec: str) -> None:
    game = kibitz.game(spec)
    good = game.start(1).to_dict()
    for wrong in ("", "nonsense", "{", "[]", "null", "{}", json.dumps({**good, "surprise": 1}), "[" * 2000):
        with pytest.raises(NotationError):
            game.from_json(wrong)
    with pytest.raises(NotationError):
        game.parse("nonsense")
    with pytest.raises(NotationError, match="field 'game'"):
        game.from_json({**good, "game": "another"})
    for name in good:
        if name != "game":
            with pytest.raises(NotationError, match=name):
                game.from_json({key: value for key, value in good.items() if key != name})


GARBAGE: tuple[Any, ...] = (
    None,
    -1,
    10**30,
    1.5,
    "x",
    "",
    [],
    [[]],
    [-1],
    [10**9],
    {},
    True,
    [None],
    ["x"],
    [[10**30]],
    "9" * 400,
)


@every_game
def test_garbage_in_any_field_never_crashes(spec: str) -> None:
    game = kibitz.game(spec)
    good = spread(spec)[len(spread(spec)) // 2].to_dict()
    for name in good:
        for value in GARBAGE:
            try:
                state = game.from_json({**good, name: value})
            except NotationError:
                continue
            for _ in range(20):  # what is accepted can be played
                if state.over:
                    break
                state = state.play(state.moves()[-1])


@every_game
def test_boards_are_drawn(spec: str) -> None:
    game = kibitz.game(spec)
    for state in spread(spec):
        assert state.board().strip()
        for seat in (None, *range(game.players)):
            for size in (200, 700):
                picture = ElementTree.fromstring(state.svg(size=size, seat=seat, highlight=state.moves()[:1]))
                assert picture.get("width") == str(size)
        clickable = {part.get("data-move") for part in ElementTree.fromstring(state.svg()).iter()} - {None}
        assert clickable == set(state.moves())
    assert game.start(1)._repr_svg_().startswith("<svg")
    with pytest.raises(ValueError, match="size"):
        game.start(1).svg(size=1)


@every_game
def test_seats_out_of_range_are_refused(spec: str) -> None:
    game = kibitz.game(spec)
    state = game.start(1)
    asks: list[Callable[[int], object]] = [
        state.view,
        state.board,
        lambda seat: state.svg(seat=seat),
        lambda seat: state.event(state.moves()[0], seat),
    ]
    if "evaluated" in game.capabilities:
        asks += [state.features, state.evaluate, state.interval]
    for ask in asks:
        for seat in (-1, game.players, 10**12):
            with pytest.raises(ValueError, match="seat"):
                ask(seat)


@every_game
def test_perft_agrees_with_playing_every_move(spec: str) -> None:
    def count(state: State, depth: int) -> int:
        return 1 if depth == 0 else sum(count(state.play(move), depth - 1) for move in state.moves())

    state = spread(spec)[len(spread(spec)) // 3]
    for depth in range(3):
        counted = kibitz.perft(state, depth)
        assert counted.leaves == count(state, depth)
        assert counted == kibitz.perft(state, depth, play_last=True)
    with pytest.raises(ValueError, match="depth must be a whole number from 0"):
        kibitz.perft(state, -1)


@every_game
def test_what_is_not_offered_is_refused_with_a_sentence(spec: str) -> None:
    game = kibitz.game(spec)
    assert game.capabilities <= set(CAPABILITIES)
    state = game.start(1)
    asks: dict[str, Callable[[], object]] = {
        "evaluated": lambda: state.evaluate(0),
        "enumerable": lambda: game.outcomes(),  # type: ignore[attr-defined]
        "hidden": lambda: game.sample_deal(state, Random(1)),  # type: ignore[attr-defined]
        "staged": lambda: game.stage_end(state),  # type: ignore[attr-defined]
        "weighted": lambda: game.representatives(state),  # type: ignore[attr-defined]
        "remainder": lambda: game.remainder(state),  # type: ignore[attr-defined]
        "chancy": lambda: game.chance(state),  # type: ignore[attr-defined]
        "turnable": lambda: game.turned(state, 0),  # type: ignore[attr-defined]
        "bidding": lambda: game.usual_bid(state),  # type: ignore[attr-defined]
        "goals": lambda: game.goals(state),  # type: ignore[attr-defined]
        "parts": lambda: game.rules_of_part(0),  # type: ignore[attr-defined]
        "dealt": lambda: game.dealt(state),  # type: ignore[attr-defined]
    }
    for capability, ask in asks.items():
        if capability not in game.capabilities:
            with pytest.raises(MissingCapability, match=f"does not offer '{capability}'"):
                ask()


# The capabilities: every claim is checked.


@offering("evaluated")
def test_evaluated_games_have_features_within_bounds(spec: str) -> None:
    game = kibitz.game(spec)
    assert isinstance(game, Evaluated)
    assert set(game.weights) == set(game.bounds) == set(game.features)
    for seed in range(GAMES):
        states = playout(spec, seed)
        for seat in range(game.players):
            final = states[-1].features(seat)
            for state in states:
                values = state.features(seat)
                for name, (low, high) in game.bounds.items():
                    assert low <= values[name] <= high, (name, str(state))
                if states[-1].over:
                    at_end = states[-1].game.reachable(states[-1], seat)
                    assert at_end == {name: (value, value) for name, value in final.items()}
                    for name, (low, high) in game.reachable(state, seat).items():
                        assert low <= final[name] <= high, (name, str(state))
                    low, high = state.interval(seat)
                    assert low - 1e-9 <= states[-1].evaluate(seat) <= high + 1e-9
    start = game.start(0)
    assert start.evaluate(0, dict.fromkeys(game.features, 0.0)) == 0
    with pytest.raises(kibitz.SpecError, match="has no feature 'no_such'"):
        start.evaluate(0, {"no_such": 1.0})


@pytest.mark.parametrize("spec", [spec for spec in SPECS if kibitz.game(spec).adversarial])
def test_offered_to_max_prob(spec: str) -> None:
    """Every decided end has a winner and a loser; the evaluation is win-distinguishing (hashavit2011 Definition 1)."""
    game = kibitz.game(spec)
    decided = 0
    for seed in range(12):
        state = game.start(seed)
        for ply in range(1000):
            if state.over:
                break
            state = greedy_move(state, seed, ply)
        if not state.over or not any(state.scores):
            continue  # the turn limit ends a game without a winner; such games are counted apart
        decided += 1
        values = [state.evaluate(seat) for seat in range(game.players)]
        assert 0 < len(state.winners) < game.players
        assert {seat for seat, value in enumerate(values) if value == max(values)} == state.winners
    assert decided


@offering("enumerable")
def test_enumerable_games_list_every_outcome(spec: str) -> None:
    game = kibitz.game(spec)
    assert isinstance(game, Enumerable)
    outcomes = game.outcomes()
    assert len(set(outcomes)) == len(outcomes)
    assert all(len(outcome) == game.players for outcome in outcomes)
    for end in ends(spec):
        assert end.outcome in outcomes


@offering("staged")
def test_staged_games_mark_where_stages_end(spec: str) -> None:
    game = kibitz.game(spec)
    assert isinstance(game, Staged)
    marks = [game.stage_end(state) for state in playout(spec, 0)]
    assert marks[0]
    assert not all(marks)
    assert marks[-1]


@offering("weighted")
def test_weighted_games_count_equivalent_moves(spec: str) -> None:
    game = kibitz.game(spec)
    assert isinstance(game, Weighted)
    for state in spread(spec):
        if state.over:
            continue
        representatives = game.representatives(state)
        moves = state.moves()
        assert sum(weight for _, weight in representatives) >= len(moves)
        assert all(weight >= 1 for _, weight in representatives)
        assert [move for move in moves if move in dict(representatives)] == [move for move, _ in representatives]


@offering("remainder")
def test_games_with_remainders_settle_every_end(spec: str) -> None:
    game = kibitz.game(spec)
    assert isinstance(game, Remainder)
    assert isinstance(game, Staged)
    for end in ends(spec):
        assert game.settled(end) == end.outcome


@offering("chancy")
def test_chancy_games_give_a_probability_for_every_chance_move(spec: str) -> None:
    game = kibitz.game(spec)
    assert isinstance(game, Chancy)
    for state in spread(spec):
        if not state.over and state.to_move == CHANCE:
            probabilities = game.chance(state)
            assert len(probabilities) == len(state.moves())
            assert math.isclose(sum(probabilities), 1)
            assert min(probabilities) >= 0


@offering("turnable")
def test_turnable_games_turn_a_position_to_every_seat(spec: str) -> None:
    game = kibitz.game(spec)
    assert isinstance(game, Turnable)
    for state in spread(spec):
        if state.over:
            continue
        for seat in range(game.players):
            turned = game.turned(state, seat)
            assert turned.to_move == seat
            assert game.turned(turned, state.to_move) == state
        assert game.turned(state, state.to_move) == state


# Hidden information.


@offering("hidden")
def test_views_show_own_moves_and_nothing_else(spec: str) -> None:
    game = kibitz.game(spec)
    assert isinstance(game, Hidden)
    for state in spread(spec):
        for seat in range(game.players):
            view = state.view(seat)
            assert isinstance(view, View)
            assert (view.seat, view.over, view.scores) == (seat, state.over, state.scores)
            assert view.board()
            ElementTree.fromstring(view.svg())
            if not state.over:
                assert view.to_move == state.to_move
                if seat == state.to_move:
                    assert view.moves() == state.moves()
                else:
                    with pytest.raises(ValueError, match="own seat"):
                        view.moves()


@offering("hidden")
def test_sampled_worlds_look_the_same_to_the_seat(spec: str) -> None:
    """A start that fits a view, played on with the same moves, leads to the same view in every respect."""
    game = kibitz.game(spec)
    assert isinstance(game, Hidden)
    different = 0
    for seed in range(2):
        for state in spread(spec, seed)[:-1]:
            for seat in range(game.players):
                view = state.view(seat)
                world = view.world(Random(seed, "world", seat))
                other = world.view(seat)
                assert pickle.loads(pickle.dumps(view)) == view
                assert world.board(seat) == state.board(seat)
                assert world.svg(seat=seat) == state.svg(seat=seat)
                different += world != state
                assert other == view
                assert hash(other) == hash(view)
                assert (str(other), other.to_json(), other.board()) == (str(view), view.to_json(), view.board())
                assert other.svg() == view.svg()
                if not state.over and state.to_move == seat:
                    assert other.moves() == view.moves()
    assert different


@offering("hidden")
def test_events_hide_what_is_secret(spec: str) -> None:
    game = kibitz.game(spec)
    for state in spread(spec):
        if state.over:
            continue
        move = state.moves()[0]
        events = [state.event(move, seat) for seat in range(game.players)]
        assert state.to_move == CHANCE or events[state.to_move].move == move
        assert all(event.seat == state.to_move for event in events)
        assert events[0].public == all(event.move == move for event in events)
        with pytest.raises(IllegalMove):
            state.event("no such move", 0)


@every_game
def test_a_state_of_another_game_is_refused(spec: str) -> None:
    game = kibitz.game(spec)
    other = kibitz.game("abalone" if game.name != "abalone" else "checkers").start()
    if isinstance(game, NativeGame):
        for ask in (game.moves, game.scores, game.key, game.to_move, game.over, game.outcome):
            with pytest.raises(kibitz.KibitzError, match="was given to"):
                ask(other)  # type: ignore[arg-type]


@every_game
def test_arguments_of_the_wrong_type_are_refused(spec: str) -> None:
    game = kibitz.game(spec)
    state = game.start(1)
    for wrong in (None, 5, b"x", ["a"]):
        with pytest.raises(IllegalMove):
            state.play(wrong)  # type: ignore[arg-type]
    for depth in (1.5, "2", None, 501, 10**17):
        with pytest.raises(ValueError, match="depth must be a whole number from 0 to 500"):
            kibitz.perft(state, depth)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="size"):
        state.svg(size="x")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        game.options["anything"] = 1  # type: ignore[index]


@every_game
def test_an_open_view_is_the_state(spec: str) -> None:
    state = kibitz.game(spec).start(1)
    if not state.game.hidden:
        assert state.view(0) is state
        assert state.event(state.moves()[0], 0).public
