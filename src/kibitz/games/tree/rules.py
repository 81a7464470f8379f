"""A tree written by hand: every search runs on it, so the figures of papers can be typed in and looked at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz import _core
from kibitz.errors import NotationError, SpecError, nearest
from kibitz.games.encoding import marked
from kibitz.games.native_game import NativeGame, NativeState
from kibitz.games.tree import drawing, features, notation
from kibitz.games.tree.builder import Node, leaf, node
from kibitz.games.tree.how_to_play import HOW_TO_PLAY
from kibitz.games.view import View
from kibitz.specs import Option

EXAMPLE = notation.read(
    {
        "players": 3,
        "root": node(
            0,
            node(1, leaf(1, 0, 0, name="c"), leaf(0, 0, 1, name="d"), name="a"),
            node(1, leaf(1, 0, 0, name="e"), leaf(0, 0, 1, name="f"), leaf(1, 0, 1, name="g"), name="b"),
        ),
    }
)
"""Figure 1 of hashavit2011, rebuilt from the text that describes it, because our copy lacks the picture. The second
agent never wins and chooses at random. The other two win with probability 1/2 each at a and 2/3 each at b, where both
win at g. The first wins at c, e and g. That the third wins at g and not at e is our choice."""


class Tree(NativeGame):
    """An explicit tree, from JSON or from Python; a move is the name of the child it leads to.

    Leaves have a value for each seat, or an interval if the tree ends before the game would: the score is then the
    middle of the interval, and ``reachable`` gives the interval. Nodes may have named evaluations, which are the game's
    features beside ``value``; by default only the first of them has a weight. Without ``file`` and ``json`` it is
    Figure 1 of hashavit2011.

    >>> from kibitz.games.tree import Tree, chance, leaf, node
    >>> game = Tree.of(node(0, node(1, leaf(3), leaf(-1), name="left"), leaf(2, name="right"), name="start"))
    >>> game.start().moves(), game.start().play("right").scores
    (['left', 'right'], (2.0, -2.0))
    >>> print(game.start().play("left").board())
    start: seat 0
    ├─ left: seat 1  <- here
    │  ├─ 0.0: 3
    │  └─ 0.1: -1
    └─ right: 2
    >>> print(game)
    tree(json='{"players":2,"root":{"name":"start","to_move":0,"children":[{"name":"left","to_move":1,"children":[{"value":3},{"value":-1}]},{"name":"right","value":2}]}}')
    """

    name = "tree"
    summary = "a tree written by hand or read from a file"
    how_to_play = HOW_TO_PLAY
    options_known = (
        Option("file", "", "a JSON file to read the tree from; the game keeps the tree, not the name of the file"),
        Option("json", "", "the tree as JSON text"),
    )
    fields = ("node",)
    feature_help = features.HELP
    feature_habits = features.HABITS
    content: notation.Content

    @classmethod
    def of(cls, root: Node | Mapping[str, Any], players: int | None = None) -> Tree:
        """Make a game from a root node, written with ``node``, ``leaf`` and ``chance`` or in the JSON form.

        The number of players may be left out if the leaves determine it.
        """
        whole = {"root": root} if players is None else {"players": players, "root": root}
        return cls(json=notation.write(notation.read(whole)))

    def completed(self, options: dict[str, Any]) -> dict[str, Any]:
        """Read the tree. Two games are equal when their trees are, whatever files they were read from."""
        text, file = options["json"], options["file"]
        if text and file:
            raise SpecError("tree: give file or json, not both")
        if file:
            try:
                text = Path(file).read_text(encoding="utf-8")
            except (OSError, ValueError) as error:
                reason = error.strerror if isinstance(error, OSError) else "not text in UTF-8"
                raise SpecError(f"tree: cannot read file {file!r}: {reason}") from None
        self.content = notation.read_canonical(text) if text or file else EXAMPLE
        canonical = notation.write(self.content)
        return {"file": "", "json": "" if canonical == notation.write(EXAMPLE) else canonical}

    def core_game(self) -> Any:
        """Give the nodes to the core, in the order of their numbers."""
        content, nodes = self.content, self.content.nodes
        nothing = (0.0,) * content.players
        return _core.Tree(
            players=content.players,
            parents=[node.parent for node in nodes],
            to_move=[node.to_move for node in nodes],
            weights=[node.weight for node in nodes],
            probabilities=[node.probability for node in nodes],
            lows=[number for node in nodes for number in node.lows],
            highs=[number for node in nodes for number in node.highs],
            outcomes=[number for node in nodes for number in node.outcome],
            evaluations=list(content.evaluations),
            has_evaluation=[int(name in node.evaluations) for node in nodes for name in content.evaluations],
            evaluated=[
                number
                for node in nodes
                for name in content.evaluations
                for number in node.evaluations.get(name, nothing)
            ],
        )

    def tree_json(self, indent: int | None = 2) -> str:
        """The whole tree as JSON, as in a file."""
        return notation.write(self.content, indent)

    @property
    def adversarial(self) -> bool:
        """Whether every leaf has a winner and a loser, and the evaluation with the default weight distinguishes
        them."""
        return bool(self.core.adversarial)

    @property
    def capabilities(self) -> frozenset[str]:
        """The capabilities of this tree; ``chancy`` only if it has a chance move."""
        return super().capabilities - (frozenset() if self.core.has_chance else {"chancy"})

    @property
    def players_allowed(self) -> str:
        """Any number: the tree determines it."""
        return "any"

    def end_weight(self, weights: Mapping[str, float]) -> float:
        """0, because the evaluation of a leaf already contains its result: the number written there, or else the value
        of the leaf."""
        return 0.0

    @property
    def zero_sum(self) -> bool:
        """Whether the values of every leaf sum to 0."""
        leaves = [node for node in self.content.nodes if node.is_leaf]
        return all(sum(low + high for low, high in zip(leaf.lows, leaf.highs, strict=True)) == 0 for leaf in leaves)

    def all_codes(self) -> Iterable[int]:
        """The code of every move."""
        return range(1, len(self.content.nodes))

    @property
    def observation_parts(self) -> Mapping[str, tuple[int, ...]]:
        """Which node it is."""
        return {"node": (len(self.content.nodes),)}

    def observe(self, position: NativeState | View, seat: int) -> Mapping[str, Any]:
        """A one at the place of the node."""
        return {"node": marked([position.core.node], len(self.content.nodes))}

    def move_text(self, code: int) -> str:
        """Write a move: the name of the child."""
        return self.content.nodes[code].name

    def move_code(self, text: str) -> int:
        """Read a move."""
        return self._number(text)

    def parse_move(self, state: NativeState, text: str) -> str:
        """Find the move a person wrote: two names may differ only in case, so an exact match is preferred."""
        wanted = str(text).strip()
        return wanted if wanted in self.moves(state) else super().parse_move(state, text)

    def _number(self, name: object) -> int:
        number = self.content.numbers.get(name) if isinstance(name, str) else None
        if number is None:
            known = list(self.content.numbers)[:1000]
            raise NotationError(f"tree: there is no node {name!r}; {_short(nearest(str(name)[:100], known))}")
        return number

    def text(self, state: NativeState | View) -> str:
        """Write the state: the name of its node."""
        return self.move_text(state.core.node)

    def parse(self, text: str) -> NativeState:
        """Find the node of that name."""
        return self.from_fields({"node": text.strip()})

    def core_fields(self, core: Any) -> dict[str, Any]:
        """The name of the node."""
        return {"node": self.content.nodes[core.node].name}

    def core_state(self, fields: Mapping[str, Any]) -> Any:
        """Find the node."""
        return self.core.make(self._number(fields["node"]))

    def board(self, state: NativeState | View, seat: int | None = None) -> str:
        """Draw the tree in plain text, with the current node marked."""
        return drawing.board(self.content, state.core.node)

    def svg(self, state: NativeState | View, size: int, seat: int | None, highlight: Sequence[str]) -> str:
        """Draw the tree as SVG."""
        return drawing.picture(self.content, state.core.node, size, highlight)

    def picture(
        self,
        state: NativeState | None = None,
        size: int = 600,
        highlight: Iterable[str] = (),
        notes: Mapping[str, str] | None = None,
    ) -> str:
        """Draw the tree as SVG with a note beside each named node, for example its value, or that it was cut off.

        >>> game = Tree()
        >>> "(0.5, 0, 0.5)" in game.picture(notes={"a": "(0.5, 0, 0.5)"}, highlight=["b"])
        True
        """
        known = {self._number(name): str(text) for name, text in (notes or {}).items()}
        marked = [highlight] if isinstance(highlight, str) else list(highlight)
        for name in marked:
            self._number(name)
        return drawing.picture(self.content, state.core.node if state else 0, size, marked, known)


def _short(text: str) -> str:
    return text if len(text) <= 300 else f"{text[:300]} ..."
