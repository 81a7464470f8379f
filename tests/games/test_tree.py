"""Trees written by hand: figures of the papers typed in, JSON there and back, errors by field, limits."""

import json
import math
import pickle
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import _core
from kibitz.games.native_game import NativeState
from kibitz.games.tree import Tree, chance, leaf, node
from kibitz.games.tree.rules import EXAMPLE

# Figures. The searches come later; here each is worked out by a few lines that follow the papers' words.


def unbiased(state: NativeState) -> tuple[float, ...]:
    """The chances to win when all are unbiased rational agents (hashavit2011, section 2)."""
    if state.over:
        return tuple(float(seat in state.winners) for seat in range(state.game.players))
    values = [unbiased(state.play(move)) for move in state.moves()]
    best = max(value[state.to_move] for value in values)
    chosen = [value for value in values if value[state.to_move] == best]
    return tuple(sum(value[seat] for value in chosen) / len(chosen) for seat in range(state.game.players))


def test_hashavit2011_figure_1() -> None:
    game = Tree()
    start = game.start()
    assert unbiased(start.play("a")) == (0.5, 0, 0.5)
    assert unbiased(start.play("b")) == pytest.approx((2 / 3, 0, 2 / 3))
    # Section 2: of max^n's six ways to break the ties, two select b, one a, and three leave it to chance.
    ways = [
        (start.play("a").play(first).scores[0], start.play("b").play(second).scores[0])
        for first in "cd"
        for second in "efg"
    ]
    assert sorted((a > b) - (a < b) for a, b in ways) == [-1, -1, 0, 0, 0, 1]
    # Paranoid backs up 0 to both.
    assert [min(start.play(m).play(n).scores[0] for n in start.play(m).moves()) for m in "ab"] == [0, 0]
    assert game.adversarial


def test_hashavit2011_figure_2() -> None:
    """Rebuilt from the description: node b's intervals are in the text, the others only as what they lead to."""
    game = Tree.of(
        node(
            0,
            node(1, leaf((6, 8), (1, 4), (0, 3), name="a"), leaf((4, 6), (3, 5), (1, 2), name="b"), name="e"),
            node(1, leaf((2, 4), (1, 5), (3, 6), name="c"), leaf((3, 6), (1, 5), (2, 4), name="d"), name="f"),
        )
    )
    b = game.parse("b")
    assert b.over
    assert b.scores == (5, 4, 1.5)
    assert [b.interval(seat) for seat in range(3)] == [(4, 6), (3, 5), (1, 2)]
    grid = [(i + 0.5) / 200 for i in range(200)]
    (low_1, high_1), (low_2, high_2) = b.interval(0), b.interval(1)
    wins = [low_1 + x * (high_1 - low_1) > low_2 + y * (high_2 - low_2) for x in grid for y in grid]
    assert sum(wins) / len(wins) == pytest.approx(0.875, abs=0.005)
    assert game.start().interval(0) == (2, 8)
    assert game.parse("f").interval(2) == (2, 6)
    assert game.adversarial


def test_sturtevant2006_figure_2() -> None:
    """Rebuilt from section 3: tricks of players 1 and 2 who both bid 1; the third takes what is left of three."""
    tricks = {"a": [(1, 2), (0, 1)], "b": [(0, 2), (1, 1)], "c": [(1, 2), (1, 1)]}
    game = Tree.of(
        node(0, *(node(1, *(leaf(x, y, 3 - x - y) for x, y in pairs), name=name) for name, pairs in tricks.items()))
    )

    def replies(most: bool) -> dict[str, tuple[float, ...]]:
        choose = max if most else min
        ends = {move: [game.parse(move).play(reply).outcome for reply in game.parse(move).moves()] for move in "abc"}
        return {move: choose(outcomes, key=lambda outcome: outcome[1]) for move, outcomes in ends.items()}

    assert {move: outcome[:2] for move, outcome in replies(True).items()} == {"a": (1, 2), "b": (0, 2), "c": (1, 2)}
    assert {move: outcome[:2] for move, outcome in replies(False).items()} == {"a": (0, 1), "b": (1, 1), "c": (1, 1)}
    assert game.outcomes() == [(1, 2, 0), (0, 1, 2), (0, 2, 1), (1, 1, 1)]


def test_carmel1993_figure_2() -> None:
    """Two evaluations at the nodes. The numbers are ours, chosen so that the figure's sentence holds:
    M* chooses the right move while minimax chooses the left."""
    game = Tree.of(
        node(
            0,
            node(1, leaf(4, f_player=4, f_model=1), leaf(5, f_player=5, f_model=2), name="left"),
            node(1, leaf(2, f_player=2, f_model=3), leaf(8, f_player=8, f_model=9), name="right"),
        )
    )

    def value(state: NativeState, name: str) -> float:
        return state.evaluate(0, {name: 1})

    def reply(move: str, name: str, choose: Any) -> NativeState:
        after = game.start().play(move)
        found = choose((after.play(m) for m in after.moves()), key=lambda s: value(s, name))
        assert isinstance(found, NativeState)
        return found

    minimax = {move: value(reply(move, "f_player", min), "f_player") for move in ("left", "right")}
    modelled = {move: value(reply(move, "f_model", max), "f_player") for move in ("left", "right")}
    assert minimax["left"] > minimax["right"]
    assert modelled["right"] > modelled["left"]
    assert game.features == ("value", "f_player", "f_model")
    assert game.weights == {"value": 0, "f_player": 1, "f_model": 0}
    assert game.start().features(1) == {"value": 0, "f_player": 0, "f_model": 0}
    assert game.start().play_all("right, 1.1").features(1) == {"value": -8, "f_player": -8, "f_model": -9}


# Rules


def test_a_tree_with_everything() -> None:
    game = Tree.of(
        node(
            0,
            chance((0.25, leaf(1, name="win")), (0.75, leaf(-1, name="lose")), name="draw lots", f=0.5),
            leaf(0, name="stop", weight=3, outcome=(7, 7)),
            f=(2, 5),
        )
    )
    start = game.start()
    assert game.capabilities == {"evaluated", "enumerable", "chancy", "weighted", "numbered", "observed"}
    assert game.representatives(start) == [("draw lots", 1), ("stop", 3)]
    lots = start.play("draw lots")
    assert lots.to_move == kibitz.CHANCE
    assert game.chance(lots) == [0.25, 0.75]
    assert lots.features(1) == {"value": 0, "f": -0.5}
    assert start.features(1)["f"] == 5
    assert game.reachable(start, 0) == {"value": (-1, 1), "f": (-1, 1)}
    assert game.bounds == {"value": (-1, 1), "f": (-1, 5)}
    assert start.play("stop").outcome == (7, 7)
    assert start.play("stop").scores == (0, 0)
    assert game.outcomes() == [(1, -1), (-1, 1), (7, 7)]
    assert not game.adversarial, "at stop nobody wins"
    assert start.play("STOP") == start.play("stop")


def test_adversarial_asks_for_an_evaluation_that_tells_winners() -> None:
    assert Tree.of(node(0, leaf(1), leaf(-1))).adversarial
    assert Tree.of(node(0, leaf(1, f=2), leaf(-1))).adversarial
    assert not Tree.of(node(0, leaf(1, f=-2), leaf(-1))).adversarial
    assert not Tree.of(node(0, leaf(1, 1, 0, f=(2, 1, 0)), leaf(0, 1, 0))).adversarial
    assert not Tree.of(node(0, leaf((2, 2), (2, 2)), leaf(-1))).adversarial
    assert not Tree.of(leaf(5), players=1).adversarial


def test_a_tree_without_moves() -> None:
    state = Tree.of(leaf(1, 2, 3)).start()
    assert state.over
    assert state.moves() == []
    assert state.scores == (1, 2, 3)
    assert state.board() == "root: (1, 2, 3)  <- here"
    assert Tree.of(leaf(4), players=1).start().scores == (4,)


def test_names_that_differ_in_case_only() -> None:
    game = Tree.of(node(0, leaf(1, name="c"), leaf(2, name="C")))
    assert [game.start().play(move).scores[0] for move in ("c", "C", " C ")] == [1, 2, 2]


# Identity


def test_the_same_tree_is_the_same_game(tmp_path: Path) -> None:
    game = Tree.of(node(1, leaf(1, name="it's"), leaf(0.5, name='"ü" & <b>'), leaf((0, 1), (2, 2.5))))
    path = tmp_path / "a tree.json"
    path.write_text(game.tree_json(), encoding="utf-8")
    read = kibitz.game(f'tree(file="{path}")')
    for same in (kibitz.game(str(game)), pickle.loads(pickle.dumps(game)), read, Tree(json=game.tree_json(None))):
        assert same == game
        assert hash(same) == hash(game)
        assert str(same) == str(game)
        assert same.start() == game.start()
    path.unlink()
    assert pickle.loads(pickle.dumps(read)) == game, "a file counts for what was in it"
    assert Tree.of(node(0, leaf(1.0), leaf(2))) == Tree.of(
        {"to_move": 0, "children": [{"values": [1, -1]}, {"value": 2}]}
    )
    assert Tree.of(node(0, leaf(1), leaf(2))) != Tree.of(node(0, leaf(2), leaf(1)))
    assert Tree.of(node(0, leaf(1), leaf(2))).start() != Tree.of(node(0, leaf(2), leaf(1))).start()


def test_the_example_has_the_short_name() -> None:
    assert str(Tree(json=Tree().tree_json())) == "tree"
    assert len(EXAMPLE.nodes) == 8


# Errors


GOOD: dict[str, Any] = {"to_move": 0, "children": [{"value": 1}, {"value": 2}]}


@pytest.mark.parametrize(
    ("tree", "complaint"),
    [
        ([], "a tree is a JSON object with 'players' and 'root', not list"),
        ({"players": 2}, "root: missing"),
        ({"players": 2, "root": GOOD, "extra": 1}, "unknown field 'extra'"),
        ({"players": 9, "root": GOOD}, "players: expected a whole number from 1 to 8"),
        ({"players": True, "root": GOOD}, "players: expected a whole number from 1 to 8"),
        ({"players": None, "root": GOOD}, "players: expected a whole number from 1 to 8"),
        ({"root": 3}, "root: a node is a JSON object, not int"),
        ({"root": {**GOOD, "valeus": 1}}, "root: unknown field 'valeus'; did you mean 'values'?"),
        ({"root": {**GOOD, "children": []}}, "root.children: expected a list of one or more nodes"),
        ({"root": {**GOOD, "children": {}}}, "root.children: expected a list of one or more nodes"),
        ({"root": {**GOOD, "children": [{"value": 1}, []]}}, "root.children[1]: a node is a JSON object, not list"),
        ({"players": 3, "root": GOOD}, "root.children[0].values: expected 3 numbers"),
        (
            {"players": 3, "root": {**GOOD, "children": [{"values": [1, 2, 3]}, {"values": [1, 2]}]}},
            "root.children[1].values: expected 3 numbers",
        ),
        ({"root": {**GOOD, "children": [{"value": "3"}]}}, "root.children[0].value: expected a number, not '3'"),
        ({"root": {**GOOD, "children": [{"value": True}]}}, "root.children[0].value: expected a number, not True"),
        ({"root": {**GOOD, "children": [{"value": 1e999}]}}, "root.children[0].value: expected a finite number"),
        ({"root": {**GOOD, "children": [{"value": math.nan}]}}, "root.children[0].value: expected a finite number"),
        ({"root": {**GOOD, "children": [{"value": 10**400}]}}, "root.children[0].value: expected a finite number"),
        (
            {"root": {**GOOD, "children": [{}]}, "players": 2},
            "root.children[0]: a leaf has one of value, values, interv",
        ),
        (
            {"root": {**GOOD, "children": [{"value": 1, "values": [1, 1]}]}},
            "root.children[0]: a leaf has one of value, values, intervals; found value and values",
        ),
        ({"root": {**GOOD, "children": [{"value": 1, "to_move": 0}]}}, "root.children[0].to_move: nobody moves at a l"),
        ({"root": {**GOOD, "value": 1}}, "root.value: only a leaf has this"),
        ({"root": {**GOOD, "outcome": [1, 1]}}, "root.outcome: only a leaf has this"),
        ({"root": {"children": GOOD["children"]}}, "root.to_move: missing"),
        ({"root": {**GOOD, "to_move": 2}}, "root.to_move: expected a seat from 0 to 1"),
        ({"root": {**GOOD, "to_move": "0"}}, "root.to_move: expected a seat from 0 to 1"),
        ({"root": {**GOOD, "chance": [0.5, 0.5]}}, "root.to_move: at a chance node nobody is to move"),
        ({"root": {"chance": [1], "children": GOOD["children"]}}, "root.chance: expected 2 probabilities"),
        ({"root": {"chance": [0.5, 0.4], "children": GOOD["children"]}}, "root.chance: probabilities must sum to 1"),
        (
            {"root": {"chance": [-1, 2], "children": GOOD["children"]}},
            "root.chance: expected probabilities from 0 to 1",
        ),
        (
            {"root": {"chance": [1], "children": [{"value": 1, "weight": 2}]}},
            "root.children[0].weight: only the move of a player may have a weight, not the root or a chance move",
        ),
        ({"root": {**GOOD, "children": [{"value": 1, "weight": 0}]}}, "root.children[0].weight: expected a whole"),
        (
            {"root": {**GOOD, "children": [{"intervals": [[1, 2]]}]}, "players": 2},
            "root.children[0].intervals: expected 2",
        ),
        (
            {"root": {**GOOD, "children": [{"intervals": [[1, 2], 3]}]}},
            "root.children[0].intervals[1]: expected a pair",
        ),
        (
            {"root": {**GOOD, "children": [{"intervals": [[1, 2], [3, 1]]}]}},
            "root.children[0].intervals[1]: the low end",
        ),
        ({"root": {**GOOD, "evaluations": [1]}}, "root.evaluations: expected an object"),
        ({"root": {**GOOD, "evaluations": {"a b": 1}}}, "root.evaluations: 'a b' is not a name"),
        ({"root": {**GOOD, "evaluations": {"value": 1}}}, "root.evaluations.value: this name is reserved"),
        ({"root": {**GOOD, "evaluations": {"f": [1]}}}, "root.evaluations.f: expected 2 numbers"),
        ({"root": {**GOOD, "name": ""}}, "root.name: expected text"),
        ({"root": {**GOOD, "name": "a, b"}}, "root.name: expected text without commas"),
        ({"root": {**GOOD, "name": "a\nb"}}, "root.name: expected text"),
        ({"root": {**GOOD, "name": 3}}, "root.name: expected text"),
        ({"root": {**GOOD, "name": "x" * 101}}, "root.name: a name has at most 100 characters"),
        (
            {"root": {**GOOD, "children": [{"value": 1, "name": "a"}, {"value": 1, "name": "a"}]}},
            "root.children[1].name: 'a' is the name of root.children[0] already",
        ),
        (
            {"root": {**GOOD, "children": [{"value": 1, "name": "1"}, {"value": 2}]}},
            "root.children[1].name: '1' is the",
        ),
        ({"root": {**GOOD, "children": [{"value": 1}] * 257}}, "root.children: a node has at most 256 children"),
    ],
)
def test_errors_name_the_field(tree: Any, complaint: str) -> None:
    with pytest.raises(kibitz.NotationError, match=f"^tree: {re.escape(complaint)}"):
        Tree(json=json.dumps(tree))


def test_errors_outside_the_tree(tmp_path: Path) -> None:
    with pytest.raises(kibitz.NotationError, match="not JSON"):
        Tree(json="{")
    with pytest.raises(kibitz.SpecError, match=r"cannot read file 'nowhere\.json': No such file"):
        kibitz.game('tree(file="nowhere.json")')
    with pytest.raises(kibitz.SpecError, match="file or json, not both"):
        Tree(file="a", json="{}")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(kibitz.SpecError, match="not text in UTF-8"):
        Tree(file=str(tmp_path / "binary"))
    (tmp_path / "empty").write_text("")
    with pytest.raises(kibitz.NotationError, match="not JSON"):
        Tree(file=str(tmp_path / "empty"))
    with pytest.raises(kibitz.SpecError, match="file=3 is not allowed"):
        Tree(file=3)
    with pytest.raises(kibitz.NotationError, match="there is no node 'B1'; did you mean 'b'"):
        Tree().parse("B1")
    with pytest.raises(kibitz.NotationError, match="there is no node None"):
        Tree().from_json({"node": None})
    with pytest.raises(kibitz.IllegalMove, match="'c' is not legal here. Legal: a, b"):  # noqa: RUF043
        Tree().start().play("c")
    with pytest.raises(kibitz.MissingCapability, match="chancy"):
        Tree().chance(Tree().start())


def chain(levels: int) -> dict[str, Any]:
    written = leaf(1)
    for _ in range(levels - 1):
        written = node(0, written)
    return written


def test_the_deepest_tree_is_played_and_a_deeper_one_refused() -> None:
    deepest: int = _core.Tree.max_levels
    game = Tree.of(chain(deepest))
    assert kibitz.perft(game.start(), deepest - 1).leaves == 1
    state = game.start()
    while not state.over:
        state = state.play(state.moves()[0])
    assert pickle.loads(pickle.dumps(state)) == state == game.from_json(state.to_json())
    assert "<- here" in state.board()
    ElementTree.fromstring(state.svg())
    assert kibitz.game(str(game)) == game
    for levels in (deepest + 1, 10_000):
        with pytest.raises(kibitz.NotationError, match="at most 400 levels"):
            Tree.of(chain(levels))
        with pytest.raises(kibitz.NotationError, match="at most 400 levels"):
            Tree(json='{"root":' + '{"to_move":0,"children":[' * levels + '{"value":1}' + "]}" * levels + "}")


def test_a_tree_that_contains_itself_is_refused() -> None:
    written: dict[str, Any] = {"to_move": 0}
    written["children"] = [written]
    with pytest.raises(kibitz.NotationError, match="at most 400 levels"):
        Tree.of(written)
    written["children"] = [written] * 200
    with pytest.raises(kibitz.NotationError, match="at most 1000000 nodes"):
        Tree.of(written)


def test_the_widest_node() -> None:
    game = Tree.of(node(0, *(leaf(number) for number in range(256))))
    assert len(game.start().moves()) == 256
    assert set(re.findall('data-move="([^"]*)"', game.start().svg())) == set(game.start().moves())


# Any tree

numbers = st.integers(-9, 9) | st.floats(-1e6, 1e6, allow_nan=False).map(lambda x: round(x, 3))
names = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x250, exclude_characters=","), min_size=1, max_size=6
).filter(str.isprintable)


@st.composite
def trees(draw: st.DrawFn) -> dict[str, Any]:
    players = draw(st.integers(1, 4))
    each = st.lists(numbers, min_size=players, max_size=players)
    pair = st.tuples(numbers, numbers).map(sorted)
    common = st.fixed_dictionaries(
        {}, optional={"evaluations": st.dictionaries(st.sampled_from(["f", "g-1", "h.x"]), each, max_size=2)}
    )
    ends = st.one_of(
        st.fixed_dictionaries({"values": each}, optional={"outcome": each}),
        st.fixed_dictionaries({"intervals": st.lists(pair, min_size=players, max_size=players)}),
    )
    leaves = st.tuples(common, ends).map(lambda parts: {**parts[0], **parts[1]})

    def interior(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        some = st.lists(children, min_size=1, max_size=4)
        chosen = st.tuples(common, some, st.integers(0, players - 1)).map(
            lambda parts: {**parts[0], "to_move": parts[2], "children": parts[1]}
        )
        drawn = st.tuples(common, st.lists(children, min_size=1, max_size=3)).map(
            lambda parts: {**parts[0], "chance": [1 / len(parts[1])] * len(parts[1]), "children": parts[1]}
        )
        return chosen | drawn

    root = json.loads(json.dumps(draw(st.recursive(leaves, interior, max_leaves=12))))
    free = draw(st.lists(names, max_size=5, unique=True))
    waiting = [root]
    for here in waiting:
        named: bool = draw(st.booleans())
        if free and named:
            here["name"] = "n" + free.pop()
        for child in here.get("children", []):
            if "chance" not in here and draw(st.booleans()):
                child["weight"] = draw(st.integers(1, 5))
            waiting.append(child)
    return {"players": players, "root": root}


def slow_count(raw: dict[str, Any], depth: int) -> int:
    return 1 if depth == 0 else sum(slow_count(child, depth - 1) for child in raw.get("children", []))


def ends_of(raw: dict[str, Any]) -> list[dict[str, Any]]:
    return [raw] if "children" not in raw else [end for child in raw["children"] for end in ends_of(child)]


def middle(raw: dict[str, Any]) -> tuple[float, ...]:
    return tuple(raw["values"] if "values" in raw else (sum(pair) / 2 for pair in raw["intervals"]))


@settings(max_examples=150, deadline=None)
@given(trees())
def test_any_tree_is_what_was_written(tree: dict[str, Any]) -> None:
    game = Tree(json=json.dumps(tree))
    again = kibitz.game(str(game))
    assert again == game == Tree(json=game.tree_json())
    assert isinstance(again, Tree)
    assert again.tree_json() == game.tree_json()
    for depth in range(6):
        assert kibitz.perft(game.start(), depth).leaves == slow_count(tree["root"], depth)
        assert kibitz.perft(game.start(), depth, play_last=True).leaves == slow_count(tree["root"], depth)
    ends = ends_of(tree["root"])
    assert game.outcomes() == list(dict.fromkeys(tuple(end.get("outcome", middle(end))) for end in ends))
    waiting = [(tree["root"], game.start())]
    for raw, state in waiting:
        assert game.parse(str(state)) == state == again.parse(str(state))
        assert state.over == ("children" not in raw)
        if state.over:
            assert state.scores == pytest.approx(middle(raw))
        else:
            assert state.to_move == raw.get("to_move", kibitz.CHANCE)
            assert len(state.moves()) == len(raw["children"])
            assert [weight for _, weight in game.representatives(state)] == [
                child.get("weight", 1) for child in raw["children"]
            ]
        if "chance" in raw:
            assert game.chance(state) == raw["chance"]
        for seat in range(game.players):
            reachable, values = game.reachable(state, seat), state.features(seat)
            lows = [end["values"][seat] if "values" in end else end["intervals"][seat][0] for end in ends_of(raw)]
            highs = [end["values"][seat] if "values" in end else end["intervals"][seat][1] for end in ends_of(raw)]
            assert reachable["value"] == (min(lows), max(highs))
            for name, written in raw.get("evaluations", {}).items():
                assert values[name] == written[seat]
            for name, (low, high) in game.bounds.items():
                assert low <= values[name] <= high
                assert low <= reachable[name][0] <= reachable[name][1] <= high
        assert ElementTree.fromstring(state.svg(300)).get("width") == "300"
        assert state.board().count("<- here") == 1
        waiting += [
            (child, state.play(move)) for child, move in zip(raw.get("children", []), state.moves(), strict=True)
        ]


small = st.integers(-2, 4)
floats = st.sampled_from([0.0, 1.0, 0.5, -1.0, math.nan, math.inf])


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_the_core_refuses_parts_that_do_not_fit(data: st.DataObject) -> None:
    count, players = data.draw(st.integers(0, 4)), data.draw(st.sampled_from([1, 2, -1, 9, 2**31 - 1]))
    few = count * max(0, min(players, 4))

    def drawn(values: st.SearchStrategy[Any], size: int) -> list[Any]:
        size = max(0, size + data.draw(st.sampled_from([0, 0, 0, 0, 0, 0, 0, 0, 1, -1])))
        return data.draw(st.lists(values, min_size=size, max_size=size))

    plausible = st.sampled_from([0.0, 0.0, 0.0, 1.0]) if data.draw(st.booleans()) else floats
    parents = data.draw(st.sampled_from([[-1, *([0] * (count - 1))], list(range(-1, count - 1))]))[:count]
    try:
        game = _core.Tree(
            players=players,
            parents=parents if data.draw(st.booleans()) else drawn(small, count),
            to_move=[0] * count if data.draw(st.booleans()) else drawn(small, count),
            weights=[1] * count if data.draw(st.booleans()) else drawn(small, count),
            probabilities=drawn(plausible, count),
            lows=[0.0] * few if data.draw(st.booleans()) else drawn(plausible, few),
            highs=[0.0] * few if data.draw(st.booleans()) else drawn(plausible, few),
            outcomes=[0.0] * few if data.draw(st.booleans()) else drawn(plausible, few),
            evaluations=["f"],
            has_evaluation=drawn(st.integers(0, 1), count),
            evaluated=drawn(plausible, few),
        )
    except (ValueError, TypeError):
        return
    assert game.start(0).perft(5)[1] >= 1
    assert len(game.bounds) == 2
    for number in range(count):
        state = game.make(number)
        assert len(state.features(0)) == len(state.reachable(0)) == 2
    for number in (count, 2**32 - 1):
        with pytest.raises(ValueError, match="no such node"):
            game.make(number)


# Drawing


def test_notes_and_highlights() -> None:
    game = Tree()
    plain = game.picture()
    drawn = game.picture(notes={"a": "(0.5, 0, 0.5)", "c": "two\nlines"}, highlight="b", size=300)
    assert "(0.5, 0, 0.5)" in drawn
    assert ">lines<" in drawn
    assert drawn.count("<line") == plain.count("<line") + 1
    assert game.picture(game.parse("b")) == game.parse("b").svg(600)
    with pytest.raises(kibitz.NotationError, match="there is no node 'zz'"):
        game.picture(notes={"zz": "x"})
    with pytest.raises(kibitz.NotationError, match="there is no node 'zz'"):
        game.picture(highlight=["zz"])


def test_a_large_tree_is_shown_around_the_current_node() -> None:
    def grown(level: int) -> dict[str, Any]:
        return node(level % 2, *(grown(level - 1) for _ in range(4))) if level else leaf(1)

    game = Tree.of(grown(6))
    state = game.start().play_all("1, 1.2, 1.2.3, 1.2.3.0, 1.2.3.0.1")
    assert len(state.board().splitlines()) < 200
    assert state.board().startswith("...\n1: seat 1")
    assert {part.get("data-move") for part in ElementTree.fromstring(state.svg()).iter()} - {None} == set(state.moves())
    assert "... 4 moves" in game.start().board()
