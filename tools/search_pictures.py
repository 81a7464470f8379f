"""Draw the pictures of the pages about searches: ``.venv/bin/python tools/search_pictures.py``.

Small trees, drawn by the tree game, with the values that go up. Those of the exact searches come from the slow twins in
``tests/reference``, which the native searches must equal; those by simulation from the searches themselves.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
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
    save(name, game_of(tree, players), notes, [tree.children[index].name for index in best])


def exact() -> None:
    """The searches that back up values from the leaves."""
    scores = maxn.own_scores(3)
    wants = [maxn.component(seat) for seat in range(3)]
    ends = {end.values for end in leaves(THREE)}
    backed_up("alpha-beta", TWO, 2, lambda tree: minimax.minimax(tree, 9, 0, "own"), minimax.best_moves(TWO, 9, "own"))
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
    attack = [offensive.attack(2)(vector) for vector in offensive.root_vectors(THREE, scores, 2)]
    best = [index for index, each in enumerate(attack) if each == max(attack)]
    for name in ("offensive", "mp-mix"):
        backed_up(name, THREE, 3, lambda tree: maxn.value(tree, scores, against, "left-low", maxn.first), best)
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
    """M*: what the opponent wants by the model, and what is left of ours."""
    player, model = m_star.Strategy("own", 2), m_star.Strategy("theirs", 1)
    values = m_star.cautious(TWO, player, model)
    notes = {child.name: words(value) for child, value in zip(TWO.children, values, strict=True)}
    notes["root"] = words(max(values))
    save("m-star", game_of(TWO, 2), notes, [TWO.children[values.index(max(values))].name])


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
    """The searches that count, and the baselines."""
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


def hidden_worlds() -> None:
    """Two worlds that the mover cannot tell apart, as the branches of a move by chance."""
    first = node(0, leaf(4, 0), leaf(1, 3), leaf(3, 1), name="world 1")
    second = node(0, leaf(0, 4), leaf(4, 0), leaf(3, 1), name="world 2")
    for place, world in enumerate((first, second), 1):
        for move, end in zip("abc", world.children, strict=True):
            object.__setattr__(end, "name", f"{move}{place}")
    written = {
        "players": 2,
        "root": {"name": "deal", "chance": [0.5, 0.5], "children": [as_json(first), as_json(second)]},
    }
    game = rules.Tree(json=json.dumps(written))
    found = [kibitz.search("maxn").analyse(game.parse(name)) for name in ("world 1", "world 2")]
    notes = {f"world {place}": f"best {analysis.best[0]}" for place, analysis in enumerate(found, 1)}
    means = {
        move: sum(analysis.ranks[f"{move}{place}"] for place, analysis in enumerate(found, 1)) / 2 for move in "abc"
    }
    notes["deal"] = "\n".join(f"{move}: mean {mean:g}" for move, mean in means.items())
    best = max(means, key=lambda move: means[move])
    save("sampled", game, notes, [f"{best}1", f"{best}2"])
    save("is-mcts", game, {"deal": "every simulation\ndraws a world", **shared(found)}, [f"{best}1", f"{best}2"])


def shared(found: list[Any]) -> dict[str, str]:
    """Say what one tree for both worlds has in common."""
    return {f"world {place}": "a, b, c: one count\nfor both worlds" for place, _ in enumerate(found, 1)}


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
