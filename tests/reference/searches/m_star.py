"""M*: minimax with a model of the other side (carmel1993 section 2.2 and 2.3), for two players.

A strategy is an evaluation and a depth. Ours is S_player = (f_player, d_player), the model's S_model = (f_model,
d_model). f_player is our number of the evaluation ``player.evaluation``; f_model is the *opponent's* number of
``model.evaluation``, so the opponent maximises it and takes us to minimise it. Everything returned is in f_player.

In every variant: where several replies are equally good for the model, the opponent may make any of them, and the
value is the minimum of ours over that set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from reference.searches.minimax import minimax, root_values
from reference.searches.tree import Leaf, Node, Tree, best, evaluation


class Strategy(NamedTuple):
    """Definition 1: what is maximised, and how many plies it looks ahead."""

    evaluation: str
    depth: int


Search = Callable[[Tree, int, int, str], float]  # minimax(tree, depth, seat, evaluation) or an equal
INFINITE = float("inf")


def figure_1(
    tree: Tree, depth: int, seat: int, player: Strategy, model: Strategy, only_first_reply: bool = False
) -> tuple[float, float]:
    """Figure 1, line by line: (v_player, v_model) of a node with ``depth`` plies left; ``seat`` is MAX.

    The frontier test ``d_model + depth = d_player - 1`` is read with the successor's remaining depth. Sides alternate
    and 1 <= d_model <= d_player - 1. At MIN nodes beyond the model's frontier v_model comes from the leaves, as
    printed.

    ``only_first_reply`` is the modified version of section 2.3: at MIN nodes other than the children of the root
    v_player is the minimum over all successors; v_model is propagated as before.
    """
    f_player, f_model = evaluation(tree, player.evaluation)[seat], evaluation(tree, model.evaluation)[1 - seat]
    if depth == 0 or isinstance(tree, Leaf):
        return f_player, f_model
    maximise = tree.to_move == seat
    best_player, best_model = (-INFINITE, INFINITE) if maximise else (INFINITE, -INFINITE)
    for successor in tree.children:
        v_player, v_model = figure_1(successor, depth - 1, seat, player, model, only_first_reply)
        if model.depth + (depth - 1) == player.depth - 1:
            v_model = evaluation(successor, model.evaluation)[1 - seat]
        if maximise:
            best_player, best_model = max(best_player, v_player), min(best_model, v_model)
        elif only_first_reply and depth < player.depth - 1:
            best_player, best_model = min(best_player, v_player), max(best_model, v_model)
        elif best_model < v_model:
            best_player, best_model = v_player, v_model
        elif best_model == v_model:
            best_player = min(best_player, v_player)
    return best_player, best_model


def _figure_1_values(tree: Node, player: Strategy, model: Strategy, only_first_reply: bool) -> list[float]:
    if not 1 <= model.depth <= player.depth - 1:
        raise ValueError("Figure 1 needs 1 <= d_model <= d_player - 1")
    return [
        figure_1(child, player.depth - 1, tree.to_move, player, model, only_first_reply)[0] for child in tree.children
    ]


def plain(tree: Node, player: Strategy, model: Strategy) -> list[float]:
    """Figure 1: v_player of each root move; at each MIN node the minimum over the replies of highest v_model."""
    return _figure_1_values(tree, player, model, only_first_reply=False)


def cautious_by_figure_1(tree: Node, player: Strategy, model: Strategy) -> list[float]:
    """The modified version as one recursion: needs alternating sides and d_model <= d_player - 1."""
    return _figure_1_values(tree, player, model, only_first_reply=True)


def replies(tree: Node, model: Strategy, search: Search = minimax) -> list[Tree]:
    """The opponent's equally good replies: those of highest value in its own search to d_model plies from here."""
    values = [search(child, model.depth - 1, tree.to_move, model.evaluation) for child in tree.children]
    return [tree.children[index] for index in best(values)]


def cautious(tree: Node, player: Strategy, model: Strategy, search: Search = minimax) -> list[float]:
    """The modified version, split: the model's own search decides the opponent's first reply, minimax the rest.

    Each root move is worth the minimum, over the model's equally good replies, of the reply's minimax value in f_player
    to the plies that are left. Any d_model from 1. Where sides do not alternate, the first reply is made at the first
    opponent's node of each line; our nodes above it maximise.
    """

    def value(position: Tree, depth: int) -> float:
        if depth == 0 or isinstance(position, Leaf):
            return evaluation(position, player.evaluation)[tree.to_move]
        if position.to_move == tree.to_move:
            return max(value(child, depth - 1) for child in position.children)
        return min(
            search(reply, depth - 1, tree.to_move, player.evaluation) for reply in replies(position, model, search)
        )

    return [value(child, player.depth - 1) for child in tree.children]


def recursive(tree: Node, player: Strategy, model: Strategy) -> list[float]:
    """Carmel & Markovitch 1996, one level: at every opponent's node its own d_model search, from there, decides.

    A node is worth the minimum, over the model's equally good replies there, of the reply's value by this same rule.
    The opponent looks d_model plies from wherever it stands, also past our own horizon. Any d_model from 1.
    """

    def value(position: Tree, depth: int) -> float:
        if depth == 0 or isinstance(position, Leaf):
            return evaluation(position, player.evaluation)[tree.to_move]
        if position.to_move == tree.to_move:
            return max(value(child, depth - 1) for child in position.children)
        return min(value(reply, depth - 1) for reply in replies(position, model))

    return [value(child, player.depth - 1) for child in tree.children]


def korf(tree: Node, player: Strategy, model: Strategy) -> list[float]:
    """Korf 1989: both evaluations known to both; pairs (f_player, f_model) go up from our horizon, d_model unused.

    The mover takes the pair in which its own number is highest. Among equals it takes the one in which the other's is
    lowest, on either side: for the opponent's nodes that is the minimum for us; for ours it is our reading, since Korf
    does not say and the model's number we pass up decides what the opponent does above.
    """

    def pair(position: Tree, depth: int) -> tuple[float, float]:
        if depth == 0 or isinstance(position, Leaf):
            ours, theirs = evaluation(position, player.evaluation), evaluation(position, model.evaluation)
            return ours[tree.to_move], theirs[1 - tree.to_move]
        pairs = [pair(child, depth - 1) for child in position.children]
        if position.to_move == tree.to_move:
            return max(pairs, key=lambda each: (each[0], -each[1]))
        return max(pairs, key=lambda each: (each[1], -each[0]))

    return [pair(child, player.depth - 1)[0] for child in tree.children]


def tie_break(tree: Node, player: Strategy, model: Strategy) -> list[tuple[float, float]]:
    """Minimax decides; the model only chooses among minimax-equal moves (the Chinook story, sturtevant2006 1.3).

    Each root move is worth (its minimax value, its cautious M* value), compared in that order.
    """
    return list(zip(root_values(tree, player.depth, player.evaluation), cautious(tree, player, model), strict=True))
