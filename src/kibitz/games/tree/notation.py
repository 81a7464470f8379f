"""Trees as JSON: errors name the place in the tree, and the written form is canonical.

Nothing here recurses over the tree, and a tree that is too deep, too wide or too large is refused with a message.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NoReturn

from kibitz import _core
from kibitz.errors import NotationError, nearest

CHANCE = -1
_NODE_FIELDS = (
    "name",
    "to_move",
    "chance",
    "weight",
    "evaluations",
    "children",
    "value",
    "values",
    "intervals",
    "outcome",
)
_LEAF_FIELDS = ("value", "values", "intervals")
_EVALUATION = re.compile(r"[A-Za-z_][\w.-]*\Z")
_LONGEST_NAME = 100
_LARGEST = 1e100

Numbers = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a tree that was read. ``children`` are numbers of nodes; ``lows`` and ``highs`` differ where a leaf
    has intervals."""

    name: str
    parent: int
    position: int
    children: range
    to_move: int
    weight: int
    probability: float
    lows: Numbers
    highs: Numbers
    outcome: Numbers
    evaluations: dict[str, Numbers]

    @property
    def is_leaf(self) -> bool:
        """Whether the written tree ends here."""
        return not self.children


@dataclass(frozen=True, slots=True)
class Content:
    """A whole tree: its nodes level by level, the root first; ``named`` are those whose name is not just their path."""

    players: int
    nodes: tuple[Node, ...]
    evaluations: tuple[str, ...]
    numbers: dict[str, int]
    named: frozenset[int]


def read_text(text: str) -> Content:
    """Read a tree from JSON text."""
    try:
        source = json.loads(text)
    except json.JSONDecodeError as error:
        raise NotationError(f"tree: not JSON: {error}") from None
    except RecursionError:
        raise NotationError(f"tree: {_too_deep()}") from None
    return read(source)


read_canonical = lru_cache(maxsize=8)(read_text)
"""``read_text`` with a cache, so that unpickling many states of one tree reads it only once."""


def read(source: Any) -> Content:
    """Read a tree from the values that JSON gives."""
    return _Reader(source).content()


def _too_deep() -> str:
    return f"a tree has at most {_core.Tree.max_levels} levels; this one has more"


def climb(node: int, parents: Sequence[int], positions: Sequence[int]) -> list[int]:
    """The path from the root to a node, as the number of the child at each step."""
    steps = []
    while node > 0:
        steps.append(positions[node])
        node = parents[node]
    return steps[::-1]


class _Reader:
    """Reads the shape of the tree first, then what is written at each node."""

    def __init__(self, source: Any) -> None:
        if not isinstance(source, Mapping):
            raise NotationError(f"tree: a tree is a JSON object with 'players' and 'root', not {type(source).__name__}")
        for field in source:
            if field not in ("players", "root"):
                raise NotationError(f"tree: unknown field '{field}'; a tree has players, root")
        if "root" not in source:
            raise NotationError("tree: root: missing")
        self.raw: list[Mapping[str, Any]] = []
        self.parents: list[int] = []
        self.positions: list[int] = []
        self.children: list[range] = []
        self._shape(source["root"])
        self.players = self._players(source)

    def path(self, node: int) -> str:
        steps = climb(node, self.parents, self.positions)
        written = ".".join(["root", *(f"children[{step}]" for step in steps)])
        return written if len(written) <= 300 else f"{written[:100]} ... {written[-100:]}"

    def complain(self, node: int, field: str, complaint: str) -> NoReturn:
        place = f"{self.path(node)}.{field}" if field else self.path(node)
        raise NotationError(f"tree: {place}: {complaint}")

    # The shape.

    def _shape(self, root: Any) -> None:
        limits = _core.Tree
        waiting, levels = [root], [1]
        self.parents.append(-1)
        self.positions.append(0)
        for node, raw in enumerate(waiting):  # the list grows during the loop
            if not isinstance(raw, Mapping):
                self.complain(node, "", f"a node is a JSON object, not {type(raw).__name__}")
            for field in raw:
                if field not in _NODE_FIELDS:
                    self.complain(node, "", f"unknown field '{field}'; {nearest(str(field), _NODE_FIELDS)}")
            self.raw.append(raw)
            children = raw.get("children", ())
            if not isinstance(children, (list, tuple)) or ("children" in raw and not children):
                self.complain(node, "children", "expected a list of one or more nodes")
            if len(children) > limits.max_children:
                self.complain(node, "children", f"a node has at most {limits.max_children} children")
            if children and levels[node] == limits.max_levels:
                raise NotationError(f"tree: {_too_deep()}")
            if len(waiting) + len(children) > limits.max_nodes:
                raise NotationError(f"tree: a tree has at most {limits.max_nodes} nodes; this one has more")
            self.children.append(range(len(waiting), len(waiting) + len(children)))
            waiting.extend(children)
            levels.extend([levels[node] + 1] * len(children))
            self.parents.extend([node] * len(children))
            self.positions.extend(range(len(children)))

    def _players(self, source: Mapping[str, Any]) -> int:
        """How many seats there are: as written, or the number of values of the first leaf."""
        players = source.get("players")
        if "players" not in source:
            for raw in self.raw:
                written = next((raw[field] for field in ("values", "intervals") if field in raw), None)
                if isinstance(written, (list, tuple)):
                    players = len(written)
                    break
                if "value" in raw:
                    players = 2
                    break
        if type(players) is not int or not 1 <= players <= 8:
            raise NotationError("tree: players: expected a whole number from 1 to 8")
        return players

    # What is written at the nodes.

    def content(self) -> Content:
        paths = self._paths()
        names = self._names(paths)
        nodes = tuple(self._node(node, name) for node, name in enumerate(names))
        evaluations = tuple(dict.fromkeys(name for node in nodes for name in node.evaluations))
        return Content(
            self.players,
            nodes,
            evaluations,
            {name: i for i, name in enumerate(names)},
            frozenset(i for i, name in enumerate(names) if name != paths[i]),
        )

    def _paths(self) -> list[str]:
        """The default names of all nodes: their paths."""
        paths = ["root"]
        for parent, position in zip(self.parents[1:], self.positions[1:], strict=True):
            paths.append(f"{paths[parent]}.{position}" if parent else str(position))
        return paths

    def _names(self, paths: list[str]) -> list[str]:
        names: list[str] = []
        first: dict[str, int] = {}
        for node, raw in enumerate(self.raw):
            name = raw.get("name", paths[node])
            if not isinstance(name, str) or not name or name != name.strip() or not name.isprintable() or "," in name:
                self.complain(node, "name", "expected text without commas, line breaks and outer spaces")
            if "name" in raw and len(name) > _LONGEST_NAME:
                self.complain(node, "name", f"a name has at most {_LONGEST_NAME} characters")
            if name in first:
                self.complain(node, "name", f"'{name}' is the name of {self.path(first[name])} already")
            first[name] = node
            names.append(name)
        return names

    def _node(self, node: int, name: str) -> Node:
        raw = self.raw[node]
        lows, highs, outcome = self._leaf(node) if not self.children[node] else self._no_values(node)
        return Node(
            name=name,
            parent=self.parents[node],
            position=self.positions[node],
            children=self.children[node],
            to_move=self._to_move(node) if self.children[node] else 0,
            weight=self._weight(node),
            probability=self._probability(node),
            lows=lows,
            highs=highs,
            outcome=outcome,
            evaluations=self._evaluations(node, raw.get("evaluations", {})),
        )

    def _leaf(self, node: int) -> tuple[Numbers, Numbers, Numbers]:
        raw = self.raw[node]
        written = [field for field in _LEAF_FIELDS if field in raw]
        if len(written) != 1:
            found = f"found {' and '.join(written)}" if written else "found none of them, and no children"
            self.complain(node, "", f"a leaf has one of value, values, intervals; {found}")
        for field in ("to_move", "chance"):
            if field in raw:
                self.complain(node, field, "nobody moves at a leaf")
        (field,) = written
        if field == "intervals":
            lows, highs = self._intervals(node, raw[field])
        else:
            lows = highs = (
                self._each(node, field, raw[field], one=True)
                if field == "value"
                else self._each(node, field, raw[field])
            )
        middle = tuple((low + high) / 2 for low, high in zip(lows, highs, strict=True))
        return lows, highs, self._each(node, "outcome", raw["outcome"]) if "outcome" in raw else middle

    def _no_values(self, node: int) -> tuple[Numbers, Numbers, Numbers]:
        for field in (*_LEAF_FIELDS, "outcome"):
            if field in self.raw[node]:
                self.complain(node, field, "only a leaf has this; a node with children has evaluations")
        nothing = (0.0,) * self.players
        return nothing, nothing, nothing

    def _intervals(self, node: int, written: Any) -> tuple[Numbers, Numbers]:
        if not isinstance(written, (list, tuple)) or len(written) != self.players:
            self.complain(node, "intervals", f"expected {self.players} pairs of numbers")
        pairs = []
        for seat, pair in enumerate(written):
            field = f"intervals[{seat}]"
            if not isinstance(pair, (list, tuple)) or len(pair) != 2:
                self.complain(node, field, "expected a pair of numbers")
            low, high = (self._number(node, field, number) for number in pair)
            if low > high:
                self.complain(node, field, "the low end comes first")
            pairs.append((low, high))
        return tuple(low for low, _ in pairs), tuple(high for _, high in pairs)

    def _to_move(self, node: int) -> int:
        raw = self.raw[node]
        if "chance" in raw:
            if "to_move" in raw:
                self.complain(node, "to_move", "at a chance node nobody is to move")
            shares = raw["chance"]
            count = len(self.children[node])
            if not isinstance(shares, (list, tuple)) or len(shares) != count:
                self.complain(node, "chance", f"expected {count} probabilities, one for each child")
            numbers = [self._number(node, "chance", share) for share in shares]
            if not all(0 <= number <= 1 for number in numbers):
                self.complain(node, "chance", "expected probabilities from 0 to 1")
            if abs(math.fsum(numbers) - 1) > 1e-9:
                self.complain(node, "chance", f"probabilities must sum to 1; these sum to {math.fsum(numbers):g}")
            return CHANCE
        if "to_move" not in raw:
            self.complain(node, "to_move", "missing")
        seat = raw["to_move"]
        if type(seat) is not int or not 0 <= seat < self.players:
            self.complain(node, "to_move", f"expected a seat from 0 to {self.players - 1}")
        return seat

    def _probability(self, node: int) -> float:
        shares = self.raw[self.parents[node]].get("chance") if node else None
        return float(shares[self.positions[node]]) if shares else 0.0

    def _weight(self, node: int) -> int:
        weight = self.raw[node].get("weight", 1)
        most: int = _core.Tree.max_weight
        if type(weight) is not int or not 1 <= weight <= most:
            self.complain(node, "weight", f"expected a whole number from 1 to {most}")
        if "weight" in self.raw[node] and (node == 0 or "chance" in self.raw[self.parents[node]]):
            self.complain(node, "weight", "only the move of a player may have a weight, not the root or a chance move")
        return weight

    def _evaluations(self, node: int, written: Any) -> dict[str, Numbers]:
        if not isinstance(written, Mapping):
            self.complain(node, "evaluations", "expected an object that maps each name to one number for each seat")
        for name in written:
            if not isinstance(name, str) or not _EVALUATION.match(name):
                self.complain(node, "evaluations", f"{name!r} is not a name such as f_player")
            if name == "value":
                self.complain(node, "evaluations.value", "this name is reserved for the values of the leaves")
        return {name: self._each(node, f"evaluations.{name}", each, one=None) for name, each in written.items()}

    def _each(self, node: int, field: str, written: Any, *, one: bool | None = False) -> Numbers:
        """A number for each seat, from a list. With ``one=True`` it is read from a single number instead (two seats,
        zero-sum); with ``one=None`` both forms are allowed."""
        single = not isinstance(written, (list, tuple))
        if single and one is not False and self.players <= 2:
            number = self._number(node, field, written)
            return (number, 0.0 - number)[: self.players]
        if single or one or len(written) != self.players:
            number_s = "number" if self.players == 1 else "numbers"
            field = "values" if field == "value" else field
            self.complain(node, field, f"expected {self.players} {number_s}")
        return tuple(self._number(node, field, number) for number in written)

    def _number(self, node: int, field: str, written: Any) -> float:
        if isinstance(written, bool) or not isinstance(written, (int, float)):
            self.complain(node, field, f"expected a number, not {_shown(written)}")
        try:
            number = float(written)
        except OverflowError:
            number = math.inf
        if not abs(number) <= _LARGEST:
            self.complain(node, field, f"expected a finite number, at most {_LARGEST:g}")
        return number + 0.0  # turns -0.0 into 0.0


def _shown(written: Any) -> str:
    text = repr(written) if isinstance(written, (str, bool, int, float)) else type(written).__name__
    return text if len(text) <= 40 else f"{text[:40]}..."


# Writing.


def plain(number: float) -> int | float:
    """A number as a person would write it: without decimals if it is an integer."""
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def single(numbers: Numbers) -> bool:
    """Whether one number is enough: two seats, and one loses what the other wins."""
    return len(numbers) == 2 and numbers[1] == -numbers[0]


def write(content: Content, indent: int | None = None) -> str:
    """Write a tree as JSON: equal trees give equal text, without apostrophes, so that a specification can quote it."""
    written = [_written(content, node) for node in range(len(content.nodes))]
    for node, fields in enumerate(written[1:], 1):
        written[content.nodes[node].parent]["children"].append(fields)
    separators = (",", ":") if indent is None else None
    whole = {"players": content.players, "root": written[0]}
    return json.dumps(whole, ensure_ascii=False, separators=separators, indent=indent).replace("'", "\\u0027")


def _written(content: Content, number: int) -> dict[str, Any]:
    node = content.nodes[number]
    fields: dict[str, Any] = {}
    if number in content.named:
        fields["name"] = node.name
    if node.weight != 1:
        fields["weight"] = node.weight
    if node.evaluations:
        fields["evaluations"] = {
            name: plain(numbers[0]) if single(numbers) else [plain(number) for number in numbers]
            for name, numbers in node.evaluations.items()
        }
    if not node.is_leaf:
        if node.to_move == CHANCE:
            fields["chance"] = [plain(content.nodes[child].probability) for child in node.children]
        else:
            fields["to_move"] = node.to_move
        fields["children"] = []
    elif node.lows != node.highs:
        fields["intervals"] = [[plain(low), plain(high)] for low, high in zip(node.lows, node.highs, strict=True)]
    elif single(node.lows):
        fields["value"] = plain(node.lows[0])
    else:
        fields["values"] = [plain(number) for number in node.lows]
    middle = tuple((low + high) / 2 for low, high in zip(node.lows, node.highs, strict=True))
    if node.is_leaf and node.outcome != middle:
        fields["outcome"] = [plain(number) for number in node.outcome]
    return fields
