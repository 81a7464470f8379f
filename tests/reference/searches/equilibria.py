"""Pure equilibria of small trees, for sturtevant2006 Lemma 1.

A profile says which child is taken at every node, reached or not. Seats have preferences (``soft_maxn``): no seat may
have a deviation to an outcome it prefers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from reference.searches.soft_maxn import Outcomes, Preference
from reference.searches.tree import Leaf, Tree, Vector, nodes, outcome

Profile = dict[int, int]  # by the id() of the node, which lives as long as the tree


def profiles(tree: Tree) -> Iterator[Profile]:
    """Every way to choose a child at every node."""
    positions = list(nodes(tree))
    for choices in product(*(range(len(position.children)) for position in positions)):
        yield dict(zip(map(id, positions), choices, strict=True))


def played(tree: Tree, profile: Profile) -> Vector:
    """The outcome of a profile from a node on."""
    while not isinstance(tree, Leaf):
        tree = tree.children[profile[id(tree)]]
    return outcome(tree)


def is_subgame_perfect(tree: Tree, profile: Profile, preferences: Sequence[Preference]) -> bool:
    """No mover prefers, at any node, what another child leads to if everything below stays.

    For complete preferences this is subgame perfection (the one-shot deviation principle). For partial ones it allows
    more profiles than forbidding every deviation does, so that "all of them are in the set" claims more.
    """
    return not any(
        (played(child, profile), played(position, profile)) in preferences[position.to_move]
        for position in nodes(tree)
        for child in position.children
    )


def is_nash(tree: Tree, profile: Profile, preferences: Sequence[Preference]) -> bool:
    """No seat prefers the outcome of any other strategy of its own, from the root."""
    for seat, preference in enumerate(preferences):
        own = {id(position) for position in nodes(tree) if position.to_move == seat}
        for other in profiles(tree):
            deviation = {key: other[key] if key in own else choice for key, choice in profile.items()}
            if (played(tree, deviation), played(tree, profile)) in preference:
                return False
    return True


def by_enumeration(tree: Tree, preferences: Sequence[Preference]) -> Outcomes:
    """The outcomes of all subgame-perfect equilibria, by looking at every profile."""
    return frozenset(
        played(tree, profile) for profile in profiles(tree) if is_subgame_perfect(tree, profile, preferences)
    )


def outcomes(tree: Tree, preferences: Sequence[Preference]) -> Outcomes:
    """The same, level by level: an equilibrium of each child, and a child than which the mover prefers no other."""
    if isinstance(tree, Leaf):
        return frozenset([outcome(tree)])
    below = [outcomes(child, preferences) for child in tree.children]
    return frozenset(
        taken
        for reached in product(*below)
        for taken in reached
        if not any((other, taken) in preferences[tree.to_move] for other in reached)
    )
