"""Draw the pictures of the pages about searches: ``.venv/bin/python tools/search_pictures.py``.

The pictures are small trees, drawn by the tree game, with the values that a search backs up. The values of exact
searches come from the slow reference searches in ``tests/reference``, which give the same values as the native ones.
The values of searches by simulation come from these searches themselves.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

HOME = Path(__file__).parent.parent
sys.path[:0] = [str(HOME / "tests")]

from reference.searches import m_star, max_prob, maxn, minimax, offensive, paranoid, prob_maxn, soft_maxn  # noqa: E402
from reference.searches.tree import Leaf, Node, Tree, as_json, leaf, leaves, node, unseen  # noqa: E402

import kibitz  # noqa: E402
from kibitz.games.tree import rules  # noqa: E402

FOLDER = HOME / "docs" / "pictures" / "searches"
SIZE = 560

THREE = node(
    0,
    node(1, node(2, leaf(4, 1, 1), leaf(1, 3, 1), name="a1"), leaf(2, 1, 3), name="a"),
    node(1, leaf(3, 2, 1), node(2, leaf(0, 2, 4), leaf(5, 2, 0), name="b2"), name="b"),
    name="root",
)
TWO = node(
    0,
    node(1, leaf(3, -3, own=(3, -3), theirs=(3, 2)), leaf(9, -9, own=(9, -9), theirs=(9, 5)), name="a"),
    node(1, leaf(5, -5, own=(5, -5), theirs=(5, 4)), leaf(4, -4, own=(4, -4), theirs=(4, 1)), name="b"),
    name="root",
)
PLAIN = node(0, node(1, leaf(3, -3), leaf(9, -9), name="a"), node(1, leaf(5, -5), leaf(4, -4), name="b"), name="root")
LEADER = node(
    0,
    node(1, leaf(4, 1, 3), leaf(2, 2, 2), name="a"),
    node(1, leaf(1, 3, 0), leaf(3, 2, 1), name="b"),
    name="root",
)
RACE = node(
    0,
    node(1, unseen((3, 10), (5, 10), (2, 10)), unseen((4, 10), (4, 10), (4, 10)), name="a"),
    node(1, unseen((6, 10), (2, 10), (6, 10)), unseen((7, 10), (2, 10), (1, 10)), name="b"),
    name="root",
)


def words(value: Any) -> str:
    """Write a value as a person would: fractions, vectors, sets, distributions."""
    if isinstance(value, Fraction):
        return str(value) if value.denominator <= 12 else f"{float(value):.2f}"
    if isinstance(value, (int, float)):
        return f"{value:g}"
    if isinstance(value, tuple):
        return f"({', '.join(map(words, value))})"
    if isinstance(value, frozenset):
        return "\n".join(words(item) for item in sorted(value))
    return "\n".join(f"{words(outcome)}: {words(share)}" for outcome, share in sorted(value.items()) if share)


def inner(tree: Tree) -> Iterable[Node]:
    """All nodes that are not leaves."""
    if isinstance(tree, Node):
        yield tree
        for child in tree.children:
            yield from inner(child)


def save(name: str, game: rules.Tree, notes: Mapping[str, str], highlight: Iterable[str] = ()) -> None:
    """Draw a tree with notes."""
    (FOLDER / f"{name}.svg").write_text(game.picture(size=SIZE, highlight=highlight, notes=notes), encoding="utf-8")


def game_of(tree: Tree, players: int) -> rules.Tree:
    """Load a tree into the tree game."""
    return rules.Tree(json=json.dumps({"players": players, "root": as_json(tree)}))


def backed_up(name: str, tree: Node, players: int, value: Callable[[Tree], Any], best: Iterable[int]) -> None:
    """Draw a tree with the value of every inner node, and the best moves marked."""
    notes = {each.name: words(value(each)) for each in inner(tree)}
    if notes["root"].count("\n") > 2:  # too high for its place; the root compares its moves
        del notes["root"]
    save(name, game_of(tree, players), notes, [tree.children[index].name for index in best])


def exact() -> None:
    """The searches that back up values from the leaves."""
    scores = maxn.own_scores(3)
    wants = [maxn.component(seat) for seat in range(3)]
    ends = {end.values for end in leaves(THREE)}
    backed_up(
        "alpha-beta", PLAIN, 2, lambda tree: minimax.minimax(tree, 9, 0, "value"), minimax.best_moves(PLAIN, 9, "value")
    )
    backed_up(
        "maxn",
        THREE,
        3,
        lambda tree: maxn.value(tree, scores, wants, "left-low", maxn.first),
        maxn.best_moves(THREE, scores),
    )
    backed_up(
        "paranoid", THREE, 3, lambda tree: paranoid.value(tree, 0, scores[0]), paranoid.best_moves(THREE, scores[0])
    )
    against = [offensive.attack(2), *wants[1:]]
    best = offensive.best_moves(LEADER, scores, 2)
    for name, remark in (("offensive", ""), ("mp-mix", "seat 2 leads: offensive\n")):
        notes = {each.name: words(maxn.value(each, scores, against, "left-low", maxn.first)) for each in inner(LEADER)}
        notes["root"] = remark + notes["root"]
        save(name, game_of(LEADER, 3), notes, [LEADER.children[index].name for index in best])
    orders = [soft_maxn.by_utility(ends, score) for score in scores]
    backed_up(
        "soft-maxn",
        THREE,
        3,
        lambda tree: soft_maxn.value(tree, orders),
        soft_maxn.best_moves(THREE, orders, scores[0], soft_maxn.average),
    )
    half = Fraction(1, 2)
    seats = [
        prob_maxn.certain(scores[0]),
        prob_maxn.Seat(((half, scores[1]), (half, lambda ending: -ending[0]))),
        prob_maxn.certain(scores[2]),
    ]
    backed_up(
        "prob-maxn", THREE, 3, lambda tree: prob_maxn.value(tree, seats), prob_maxn.best_moves(THREE, seats, scores[0])
    )
    backed_up("max-prob", RACE, 3, max_prob.value, max_prob.best_moves(RACE))


def with_a_model() -> None:
    """M* and ``safe``: the value of every move if the model of the opponent is right, and the value that is certain."""
    player, model = m_star.Strategy("own", 2), m_star.Strategy("theirs", 1)
    values = m_star.cautious(TWO, player, model)
    notes = {child.name: words(value) for child, value in zip(TWO.children, values, strict=True)}
    notes["root"] = words(max(values))
    save("m-star", game_of(TWO, 2), notes, [TWO.children[values.index(max(values))].name])
    sure = minimax.root_values(TWO, 2, "own")
    notes = {
        child.name: f"believed {words(value)}\nfor sure {words(least)}"
        for child, value, least in zip(TWO.children, values, sure, strict=True)
    }
    notes["root"] = "margin 0"
    save("safe", game_of(TWO, 2), notes, [TWO.children[sure.index(max(sure))].name])


def best_reply() -> None:
    """BRS+ on a tree: one opponent chooses, the others make their first move."""
    from reference.searches import best_reply as twin

    game = twin.TreeGame(3)
    values = twin.brs_plus_values(
        game, THREE, 9, lambda tree, seat: tree.values[seat] if isinstance(tree, Leaf) else 0.0
    )
    notes = {child.name: words(value) for child, value in zip(THREE.children, values, strict=True)}
    notes["root"] = words(max(values))
    save("best-reply", game_of(THREE, 3), notes, [THREE.children[values.index(max(values))].name])


def by_simulation() -> None:
    """The searches by simulation, and the baselines."""
    game = game_of(THREE, 3)
    for name, spec in (("mcts", "mcts(simulations=200)"), ("random", "random")):
        analysis = kibitz.search(spec).analyse(game.start())
        if name == "mcts":
            notes = {
                move: f"{analysis.ranks[move]:g} visits\n({', '.join(f'{part:.1f}' for part in analysis.values[move])})"
                for move in analysis.values
            }
        else:
            notes = {move: f"probability {share:g}" for move, share in analysis.values.items()}
        save(name, game, notes, analysis.best if name == "mcts" else ())
    judged = node(
        0,
        node(1, leaf(1, 2), leaf(2, 1), name="a", f=(4, 1)),
        node(1, leaf(5, 0), leaf(3, 2), name="b", f=(2, 3)),
        name="root",
        f=(0, 0),
    )
    analysis = kibitz.search("greedy").analyse(game_of(judged, 2).start())
    save(
        "greedy",
        game_of(judged, 2),
        {move: f"judged {value:g}" for move, value in analysis.values.items()},
        analysis.best,
    )


# Two worlds that the mover cannot tell apart: what each move is worth in each of them.
WORLDS = {"world 1": {"a": (4, 0), "b": (1, 3), "c": (3, 1)}, "world 2": {"a": (0, 4), "b": (4, 0), "c": (3, 1)}}


@dataclass(frozen=True)
class Hand(kibitz.State):
    """A world (none if it is not known), and the move that was made."""

    game: Deal
    world: str
    made: str = ""


@dataclass(frozen=True)
class Seen:
    """All that the mover knows: nothing."""

    game: Deal
    seat: int = 0
    to_move: int = 0
    over: bool = False
    key: int = 0

    def moves(self) -> list[str]:
        """The moves are the same in both worlds."""
        return ["a", "b", "c"]


class Deal(kibitz.Game):
    """The game of the picture, as one written in Python."""

    name = "deal"
    state_type = Hand
    players = 2
    hidden = True

    def start(self, seed: int = 0) -> Hand:
        """Deal one of the worlds."""
        return Hand(self, list(WORLDS)[seed % 2])

    def to_move(self, state: Hand) -> int:
        """The mover is always the first seat."""
        return 0

    def moves(self, state: Hand) -> list[str]:
        """One move, then the game is over."""
        return [] if state.made else ["a", "b", "c"]

    def play(self, state: Hand, move: str) -> Hand:
        """Make the move."""
        return Hand(self, state.world, move)

    def over(self, state: Hand) -> bool:
        """Say whether the move has been made."""
        return bool(state.made)

    def scores(self, state: Hand) -> tuple[float, ...]:
        """Look up what the move is worth."""
        return WORLDS[state.world][state.made] if state.made else (0.0, 0.0)

    def view(self, state: Hand, seat: int) -> Seen:
        """Hide the world."""
        return Seen(self)

    def sample_deal(self, view: Seen, random: kibitz.Random) -> Hand:
        """Draw a world."""
        return self.start(random.below(2))

    def history(self, view: Seen) -> list[str]:
        """Nothing has happened yet."""
        return []


def hidden_worlds() -> None:
    """The searches for hidden information, on two worlds drawn as the branches of a move by chance."""
    children = [
        {
            "name": world,
            "to_move": 0,
            "children": [{"name": f"{move}{place}", "values": list(ends[move])} for move in ends],
        }
        for place, (world, ends) in enumerate(WORLDS.items(), 1)
    ]
    written = {"players": 2, "root": {"name": "deal", "chance": [0.5, 0.5], "children": children}}
    game, state = rules.Tree(json=json.dumps(written)), Deal().start()
    sampled = kibitz.search("sampled(maxn, worlds=200)").analyse(state)
    notes = {world: f"best {max(ends, key=lambda move: ends[move])}" for world, ends in WORLDS.items()}
    notes["deal"] = "\n".join(f"{move}: mean {mean:.1f}" for move, mean in sampled.ranks.items())
    save("sampled", game, notes, [f"{sampled.best[0]}{place}" for place in (1, 2)])
    found = kibitz.search("is-mcts(simulations=200)").analyse(state)
    notes = {
        "deal": "\n".join(
            f"{move}: {visits:g} visits, mean {found.values[move][0]:.1f}" for move, visits in found.ranks.items()
        )
    }
    save("is-mcts", game, notes, [f"{found.best[0]}{place}" for place in (1, 2)])


def main() -> None:
    """Draw every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    exact()
    with_a_model()
    best_reply()
    by_simulation()
    hidden_worlds()


if __name__ == "__main__":
    main()
