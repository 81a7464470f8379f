"""The core's searches for many players with the signatures of their twins: a tree goes in as the game ``tree``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from reference.searches import maxn as twin
from reference.searches import mp_mix as mp_mix_twin
from reference.searches.best_reply import Worth
from reference.searches.maxn import Pick, Ties, Utility, component, first
from reference.searches.mp_mix import Choice, mode
from reference.searches.tree import Interval, Leaf, Node, Tree, Vector, as_json, best, players

import kibitz
from kibitz import Game, State, _core
from kibitz.games.native_game import NativeState
from kibitz.games.tree.rules import Tree as TreeGame

Vectors = list[tuple[float, ...]]


def state_of(tree: Tree) -> NativeState:
    return TreeGame.of(as_json(_nameless(tree)), players(tree)).start()


def _nameless(tree: Tree) -> Tree:
    """Copies of a child share its name, which the game ``tree`` does not take."""
    if isinstance(tree, Leaf):
        return replace(tree, name="")
    return replace(tree, name="", children=tuple(map(_nameless, tree.children)))


def wants_of(state: NativeState, utilities: Sequence[Utility]) -> list[_core.Want]:
    outcomes = state.game.outcomes()
    return [_core.Want.utility([float(utility(outcome)) for outcome in outcomes]) for utility in utilities]


def maxn(
    tree: Node,
    utilities: Sequence[Utility],
    ties: Ties = "left-low",
    pick: Pick = first,
    prune: str = "all",
    seed: int | None = None,
    target: int = -1,
    coalition: bool = False,
) -> Vectors:
    """The core draws random ties by its own lots (``seed``); a ``pick`` is met by putting that child first."""
    if ties == "random" and seed is None:
        wants = [component(seat) for seat in range(len(utilities))]
        picked = [_picked_first(child, utilities, wants, pick) for child in tree.children]
        tree, ties = replace(tree, children=tuple(picked)), "left-low"
    state = state_of(tree)
    wants_compiled = wants_of(state, utilities)
    found, _, line, looked, _ = state.core.maxn(
        wants_compiled, 0, 0, 0, ties, seed or 0, True, False, False, True, prune, True, target, coalition, True
    )
    assert looked == (0, True, False)
    assert line[0] in [code for code, _ in found]
    return [tuple(vector) for _, vector in found]


def _picked_first(tree: Tree, utilities: Sequence[Utility], wants: Sequence[twin.Want], pick: Pick) -> Tree:
    if isinstance(tree, Leaf):
        return tree
    vectors = [twin.value(child, utilities, wants, "random", pick) for child in tree.children]
    (index,) = twin.chosen(tree, vectors, wants[tree.to_move], "random", pick)
    children = [_picked_first(child, utilities, wants, pick) for child in tree.children]
    return replace(tree, children=(children[index], *children[:index], *children[index + 1 :]))


def paranoid(tree: Node, utility: Utility, prune: bool = True, exact: bool = True) -> list[float]:
    state = state_of(tree)
    wants = wants_of(state, [utility] * players(tree))
    found, _, line, _, _ = state.core.paranoid(wants, 0, 0, 0, prune, prune, False, False, True, exact, True)
    assert line[0] in [code for code, _ in found]
    return [value for _, value in found]


def offensive(
    tree: Node,
    utilities: Sequence[Utility],
    target: int,
    ties: Ties = "left-low",
    pick: Pick = first,
    coalition: bool = False,
) -> list[float]:
    assert ties != "random"
    return [vector[target] for vector in maxn(tree, utilities, ties, target=target, coalition=coalition)]


def mp_mix(
    tree: Node,
    utilities: Sequence[Utility],
    heuristic: Vector,
    defend: float,
    attack: float,
    strict: bool = True,
    ties: Ties = "left-low",
    pick: Pick = first,
) -> Choice:
    """The mode is chosen in Python (test_mp_mix.py); the searches it chooses from are the core's."""
    chosen, leader = mode(heuristic, tree.to_move, defend, attack, strict)
    seat = tree.to_move
    if chosen == "paranoid":
        return mp_mix_twin.Choice(chosen, leader, best(paranoid(tree, utilities[seat])))
    if chosen == "offensive":
        had = offensive(tree, utilities, leader, ties, pick)
        return mp_mix_twin.Choice(chosen, leader, best([-value for value in had]))
    return mp_mix_twin.Choice(chosen, leader, best([vector[seat] for vector in maxn(tree, utilities, ties, pick)]))


def max_prob(tree: Node) -> Vectors:
    state = state_of(tree)
    score, on = _core.Want.score(), True
    off = {"extend": False, "play_last": False, "line": False}
    found, *_ = state.core.max_prob(score, 0, 0, 0, "up", (0, 0), False, merge=on, cut=on, closed=on, **off)
    return [tuple(vector) for _, vector in found]


def max_prob_bounded(tree: Node, depth: int, interval: str, limits: tuple[float, float], **switches: bool) -> Vectors:
    """Under the only named evaluation of the tree."""
    state = state_of(tree)
    play_last, closed = switches.get("play_last", False), switches.get("closed", True)
    want = _core.Want.evaluation([0, 1], 0)
    ways = {"merge": True, "extend": False, "play_last": play_last, "cut": True, "closed": closed, "line": False}
    found, *_ = state.core.max_prob(want, depth, 0, 0, interval, limits, False, **ways)
    return [tuple(vector) for _, vector in found]


def win_probabilities(intervals: Sequence[Interval]) -> list[float]:
    return list(_core.win_probabilities(intervals, True))


def win_probabilities_piecewise(intervals: Sequence[Interval]) -> list[float]:
    return list(_core.win_probabilities(intervals, False))


def best_reply(order: str) -> Callable[..., list[float]]:
    """Best-reply search as the twins have it: on a game of the twins, with the evaluation given."""

    def search(game: Any, position: Any, depth: int, worth: Worth[Any]) -> list[float]:
        state = DressedState(Dressed(game, worth), position)
        found = [
            list(kibitz.search("best-reply", order=order, depth=depth, prune=prune).analyse(state).values.values())
            for prune in (True, False)
        ]
        assert found[0] == found[1]
        return found[0]

    search.__name__ = f"native_{order}"
    return search


@dataclass(frozen=True)
class DressedState(State):
    """A position of a twin's game."""

    game: Dressed
    position: Any


class Dressed(Game):
    """A twin's game as a game written in Python: its evaluation is the only feature."""

    name = "dressed"
    state_type = DressedState
    features = ("worth",)
    weights: ClassVar[dict[str, float]] = {"worth": 1.0}
    bounds: ClassVar[dict[str, tuple[float, float]]] = {"worth": (-1e9, 1e9)}

    def __init__(self, game: Any, worth: Worth[Any]) -> None:
        super().__init__()
        self.twin, self.worth = game, worth

    @property
    def players(self) -> int:
        return int(self.twin.players)

    def start(self, seed: int = 0) -> DressedState:
        raise NotImplementedError("a twin's position is given")

    def to_move(self, state: DressedState) -> int:
        return int(self.twin.to_move(state.position))

    def moves(self, state: DressedState) -> list[str]:
        return [] if self.over(state) else list(self.twin.moves(state.position))

    def play(self, state: DressedState, move: str) -> DressedState:
        return DressedState(self, self.twin.play(state.position, move))

    def over(self, state: DressedState) -> bool:
        return bool(self.twin.over(state.position))

    def scores(self, state: DressedState) -> tuple[float, ...]:
        return (0.0,) * self.players

    def end_weight(self, weights: Mapping[str, float]) -> float:
        return 0.0

    def turned(self, state: DressedState, seat: int) -> DressedState:
        return DressedState(self, self.twin.turned(state.position, seat))

    def feature_values(self, state: DressedState, seat: int) -> dict[str, float]:
        return {"worth": float(self.worth(state.position, seat))}


def brs_plus(tree: Node, depth: int, prune: bool = True) -> list[float]:
    """Under the only named evaluation of the tree."""
    state = state_of(tree)
    wants = [_core.Want.evaluation([0, 1], 0)] * players(tree)
    found, *_ = state.core.best_reply(wants, depth, 0, 0, True, prune, True)
    return [value for _, value in found]
