"""Games written in Python get every search, and the answers are those of the same game in the core."""

import gc
import json
import weakref
from dataclasses import dataclass
from math import nan
from typing import Any

import nim
import pytest
from support.native_games_in_python import GameInPython, StateInPython, in_python
from support.small_searches import affordable, small

import kibitz
from kibitz.errors import GameError, MissingCapability
from kibitz.players.play_game import random_moves
from kibitz.searches.registry import REGISTRY

POSITIONS = [  # specification, seed, random moves played first
    ("tic-tac-toe", 0, 4),
    ("checkers", 1, 12),
    ("spades(players=3, cards=4, bids=[1, 2, 1], open=true)", 1, 2),
    ("spades(players=3, cards=4)", 1, 5),
    ("hearts(players=3, cards=4)", 1, 3),
    ("guess-it(cards=2)", 1, 0),
    ("chinese-checkers(players=2)", 1, 20),
    ("tree", 0, 0),
]
# A Python game draws its worlds with its own generator, so that the native search sees others.
OTHER_DRAWS = {"exploit-worlds", "hidden-mcts", "is-exploit", "is-mcts"}


@pytest.mark.parametrize("name", sorted(REGISTRY))
@pytest.mark.parametrize(("spec", "seed", "plies"), POSITIONS)
def test_the_same_game_in_python_has_the_same_values(name: str, spec: str, seed: int, plies: int) -> None:
    native = list(random_moves(kibitz.game(spec).start(seed), seed, plies))[-1]
    search, ours = small(name), in_python(native)
    assert (search.refusal(ours) is None) == (search.refusal(native) is None)
    if search.refusal(native) is not None or not affordable(name, native):
        return
    expected, found = search.analyse(native), search.analyse(ours)
    if name in OTHER_DRAWS:
        assert set(found.ranks) == set(native.moves())
        return
    assert found.values == expected.values
    assert found.ranks == expected.ranks
    assert found.best == expected.best
    assert found.line == expected.line


@pytest.mark.parametrize("spec", ["tic-tac-toe", "spades(open=true)", "tree", "guess-it(cards=2)"])
def test_perft_of_a_python_game_equals_the_native_one(spec: str) -> None:
    state = kibitz.game(spec).start(1)
    assert kibitz.perft(in_python(state), 3) == kibitz.perft(state, 3)


def test_chance_in_python() -> None:
    root = {"chance": [0.25, 0.75], "children": [{"values": [4, 0]}, {"values": [0, 4]}]}
    tree = {"players": 2, "root": {"to_move": 0, "children": [root, {"values": [2, 2]}]}}
    state = kibitz.game("tree", json=json.dumps(tree)).start()
    assert list(kibitz.search("maxn").analyse(in_python(state)).values.values()) == [(1, 3), (2, 2)]
    assert kibitz.search("mcts").choose(in_python(state)) == kibitz.search("mcts").choose(state)


class Broken(GameInPython):
    """Answers one question wrongly."""

    wrong: dict[str, Any]

    def __getattribute__(self, name: str) -> Any:
        wrong = object.__getattribute__(self, "__dict__").get("wrong", {})
        return (lambda *_: wrong[name]()) if name in wrong else super().__getattribute__(name)


def broken(**wrong: Any) -> kibitz.State:
    native = kibitz.game("tic-tac-toe").start()
    game = Broken(native.game)  # type: ignore[arg-type]
    game.wrong = wrong
    return StateInPython(game, native)  # type: ignore[arg-type]


def angry() -> Any:
    raise RuntimeError("the rules are unhappy")


@pytest.mark.parametrize("search", ["maxn(depth=2)", "paranoid(depth=2)", "mcts(simulations=5, depth=3)", "greedy"])
@pytest.mark.parametrize("method", ["play", "moves", "scores", "feature_values"])
def test_exceptions_of_the_game_come_through(search: str, method: str) -> None:
    own = "score" if method == "scores" else ""
    with pytest.raises(RuntimeError, match="the rules are unhappy"):
        kibitz.search(search, own=own).analyse(broken(**{method: angry}))


@pytest.mark.parametrize(
    ("method", "answer", "message"),
    [
        ("to_move", 7, "in-python: to_move returned 7, which is not a seat"),
        ("scores", (1.0,), "one number for each seat"),
        ("scores", (nan, 0.0), "nan is not a finite number"),
        ("scores", None, "which is a NoneType"),
        ("moves", [1, 2], "A move is a text"),
        ("moves", None, "not a list"),
    ],
)
@pytest.mark.parametrize("search", ["mcts(simulations=5, own=score)", "maxn(depth=2, own=score)"])
def test_a_wrong_answer_in_a_search_names_the_game(search: str, method: str, answer: Any, message: str) -> None:
    state = broken(**{method: lambda: answer})
    with pytest.raises(GameError, match=message):
        kibitz.search(search).analyse(state)


def test_a_game_with_too_many_moves_is_refused() -> None:
    state = broken(moves=lambda: [str(number) for number in range(2000)], play=lambda: broken())
    with pytest.raises(MissingCapability, match="mcts cannot play in-python: in-python has more than 1024 moves"):
        kibitz.search("mcts(simulations=5, own=score)").analyse(state)


@dataclass(frozen=True)
class EndlessState(kibitz.State):
    """A number."""

    game: "Endless"
    number: int


class Endless(kibitz.Game):
    """Never ends."""

    name = "endless"
    state_type = EndlessState
    players = 2

    def start(self, seed: int = 0) -> EndlessState:
        return EndlessState(self, 0)

    def to_move(self, state: EndlessState) -> int:
        return state.number % 2

    def moves(self, state: EndlessState) -> list[str]:
        return ["on"]

    def play(self, state: EndlessState, move: str) -> EndlessState:
        return EndlessState(self, state.number + 1)

    def over(self, state: EndlessState) -> bool:
        return False

    def scores(self, state: EndlessState) -> tuple[float, ...]:
        return (state.number, -state.number)


def test_a_game_without_end_needs_a_depth() -> None:
    state = Endless().start()
    with pytest.raises(ValueError, match="give the search a depth"):
        kibitz.search("maxn").analyse(state)
    assert kibitz.search("maxn(depth=3)").analyse(state).values == {"on": (3, -3)}
    far = kibitz.search("mcts(simulations=2, depth=5000)").analyse(state)  # a loop may go on for long
    assert far.values["on"][0] > 5000


def test_a_game_is_forgotten_when_nobody_needs_it() -> None:
    game = nim.Nim(players=2, heaps=[1, 1])
    kibitz.search("maxn").analyse(game.start())
    gone = weakref.ref(game)
    del game
    gc.collect()
    assert gone() is None
