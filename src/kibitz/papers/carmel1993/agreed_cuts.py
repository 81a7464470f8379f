"""Alpha-beta cuts in M* where both sides agree (carmel1993, section 2.2), counted over random trees.

The paper passes down two windows, one for each function, and prunes a node when both are closed. This module tests
on random trees, with two numbers at every leaf, whether pruning changes the value of the root, and how much is
pruned. The documentation of ``m-star`` says what it prunes instead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple, Union

from kibitz.arena.intervals import estimate
from kibitz.papers.claims import Claim, Row, contradicted, decided, rule_over
from kibitz.papers.item import Findings, Setting
from kibitz.papers.paired import apart
from kibitz.random import Random

RULE = (
    "Three claims are about every tree: a claim holds if no tree contradicts it, and does not hold if one does. "
    "First, cuts where both sides agree do not change the value of the root. Second, M* visits the same leaves as "
    "alpha-beta if the functions agree on the order of all positions. Third, M* visits all leaves if they always "
    "disagree. Intervals are Clopper-Pearson intervals of the share of trees. The claim that M* otherwise visits "
    f"more leaves than alpha-beta is about the mean. {rule_over('trees')}"
)
TREES, QUICK_TREES = 2000, 200
DEPTH, WIDTH, VALUES = 4, 3, 1000


class Leaf(NamedTuple):
    """The value of a leaf by our function, and by the model's function, which the model maximises."""

    own: float
    model: float


Branch = Union[Leaf, "list[Branch]"]
Worth = Leaf
"""The value of a position by our function and by the model's."""


@dataclass
class Search:
    """The values of a tree in which we move first, and the leaves that the search visited, each as its path."""

    leaves: set[tuple[int, ...]] = field(default_factory=set)

    def m_star(self, branch: Branch, cut: bool) -> Worth:
        """M* as in the paper's Figure 1, with a model that evaluates the same leaves, with cuts or without."""
        return self._m_star(branch, (), Leaf(-inf, -inf), Leaf(inf, inf), cut)

    def _m_star(self, branch: Branch, way: tuple[int, ...], low: Worth, high: Worth, cut: bool) -> Worth:
        if isinstance(branch, Leaf):
            self.leaves.add(way)
            return branch
        ours = len(way) % 2 == 0
        best, below, above = Leaf(-inf, inf) if ours else Leaf(inf, -inf), low, high
        for number, child in enumerate(branch):
            found = self._m_star(child, (*way, number), below, above, cut)
            best = (_after_ours if ours else _after_theirs)(best, found)
            if ours:
                below, above = Leaf(max(low.own, best.own), low.model), Leaf(high.own, min(high.model, best.model))
            else:
                below, above = Leaf(low.own, max(low.model, best.model)), Leaf(min(high.own, best.own), high.model)
            if cut and below.own >= above.own and below.model >= above.model:
                break
        return best

    def alpha_beta(self, branch: Branch) -> float:
        """Minimax by our function, with the usual cuts."""
        return self._alpha_beta(branch, (), -inf, inf)

    def _alpha_beta(self, branch: Branch, way: tuple[int, ...], low: float, high: float) -> float:
        if isinstance(branch, Leaf):
            self.leaves.add(way)
            return branch.own
        ours = len(way) % 2 == 0
        for number, child in enumerate(branch):
            found = self._alpha_beta(child, (*way, number), low, high)
            if ours:
                low = max(low, found)
            else:
                high = min(high, found)
            if low >= high:
                break
        return low if ours else high


def _after_ours(best: Worth, found: Worth) -> Worth:
    """We choose what is best for us; the model assumes that we choose what is worst for it."""
    return Leaf(max(best.own, found.own), min(best.model, found.model))


def _after_theirs(best: Worth, found: Worth) -> Worth:
    """The model takes its best move; among equals, the one that is worst for us."""
    if found.model == best.model:
        return Leaf(min(best.own, found.own), best.model)
    return found if found.model > best.model else best


def drawn_tree(random: Random, model: Callable[[float, Random], float], depth: int = DEPTH) -> Branch:
    """A full tree with random values at the leaves.

    >>> drawn_tree(Random(1, "tree"), lambda own, random: -own, depth=0)
    Leaf(own=221, model=-221)
    """
    if depth == 0:
        own = random.below(VALUES)
        return Leaf(own, model(own, random))
    return [drawn_tree(random, model, depth - 1) for _ in range(WIDTH)]


AGREE, DISAGREE = "functions that agree", "functions that disagree"
MODELS: dict[str, Callable[[float, Random], float]] = {
    AGREE: lambda own, random: -own,
    "functions that agree nearly": lambda own, random: random.below(VALUES // 5) - own,
    "unrelated functions": lambda own, random: random.below(VALUES),
    DISAGREE: lambda own, random: own,
}
"""How the model's value of a leaf is drawn. Each side maximises its own function. We say that the functions agree if
every leaf that is better for us is worse for the model, so that they order the leaves in opposite ways."""


class Looked(NamedTuple):
    """The result for one tree: whether cuts changed the value of its root, and how many leaves each search visited."""

    changed: bool
    m_star: set[tuple[int, ...]]
    alpha_beta: set[tuple[int, ...]]


def looked(tree: Branch) -> Looked:
    """Search a tree with cuts, without, and by alpha-beta."""
    whole, cut, minimax = Search(), Search(), Search()
    value = whole.m_star(tree, cut=False).own
    minimax.alpha_beta(tree)
    return Looked(cut.m_star(tree, cut=True).own != value, cut.leaves, minimax.leaves)


def pruning(setting: Setting) -> Findings:
    """How often cuts where both sides agree change the value of the root, and how many leaves they leave out."""
    count, leaves = setting.times(TREES, QUICK_TREES), WIDTH**DEPTH
    rows: list[Row] = []
    claims: list[Claim] = []
    shares: list[Row] = []
    for name, model in MODELS.items():
        found = []
        for number in range(count):
            found.append(looked(drawn_tree(Random(setting.seed, "pruning", name, number), model)))
            if number % 50 == 0:
                setting.say(f"trees, {name}", number, count)
        rows.append(contradicted(f"{name}: trees in which the root's value changes", [each.changed for each in found]))
        if name == AGREE:
            other = [each.m_star != each.alpha_beta for each in found]
            rows.append(contradicted(f"{name}: trees in which M* looks at other leaves than alpha-beta", other))
        if name == DISAGREE:
            cut = [len(each.m_star) < leaves for each in found]
            rows.append(contradicted(f"{name}: trees in which M* skips at least one leaf", cut))
        parts = {
            "M*": [100 * len(each.m_star) / leaves for each in found],
            "alpha-beta": [100 * len(each.alpha_beta) / leaves for each in found],
        }
        if name != AGREE:
            more = apart(parts["M*"], parts["alpha-beta"])
            claims.append(
                Claim(f"{name}: share of leaves that M* looks at minus that of alpha-beta", None, more, unit="%")
            )
        shares += [
            Row(f"{name}: share of leaves that {who} looks at", None, estimate(part, setting.seed), "", "%")
            for who, part in parts.items()
        ]
    said = (
        f"{count:,} trees for each relation between the functions. A tree is {DEPTH} plies deep and {WIDTH} moves "
        f"wide, and our values are drawn from {VALUES:,} numbers. If the functions agree, the model's value is the "
        "negative of ours. If they nearly agree, up to a fifth of the range is added to the negative. If they "
        "disagree, the model's value equals ours.",
    )
    return Findings((*rows, *decided(claims, setting.seed, "trees"), *shares), said)
