"""The worked examples of sturtevant2006: its arrangements, trees, opponent models and sets.

Our copies of the paper have no pictures. Numbers that the text does not give are ours, and are marked as ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from kibitz.errors import KibitzError
from kibitz.games.registry import game
from kibitz.games.tree import Tree, leaf, node
from kibitz.papers.claims import agreed
from kibitz.papers.item import Findings, Setting
from kibitz.papers.sturtevant2006.spades_pairs import USUAL
from kibitz.searches.registry import search
from kibitz.specs import parse
from kibitz.wants.preference import Preference, preference

YES = "1 means that the statement holds."


# Table 1.

ARRANGEMENTS = ("AAB", "ABA", "ABB", "BAA", "BAB", "BBA")


def table_1(setting: Setting) -> Findings:
    """Whether two types sit as in the paper, in games of the same cards."""
    experiment = USUAL.experiment(setting.seed)
    first, second = min(set(experiment.address(0).seating)), max(set(experiment.address(0).seating))
    seated = [experiment.address(number).seating for number in range(experiment.sessions_a_deal)]
    ours = ["".join("AB"[who == second] for who in each) for each in seated if set(each) == {first, second}]
    rows = [
        agreed(f"the arrangement {arrangement} is played (1 = yes)", 1, ours.count(arrangement))
        for arrangement in ARRANGEMENTS
    ]
    rows.append(agreed("number of arrangements of two types", len(ARRANGEMENTS), len(ours)))
    return Findings(tuple(rows), ("How often two types sit like this on the cards of one deal.",))


# Figures 1 and 2.


def tied_tree() -> Tree:
    """Figure 1: the text gives (1, 3, 5), what is taken at (b), and the tie at (c); other numbers are ours.

    >>> tied_tree().start().moves()
    ['a', 'b', 'c']
    """
    at_a = node(1, leaf(1, 3, 5), leaf(6, 1, 3), name="a")
    at_b = node(1, leaf(6, 3, 1), leaf(3, 4, 3), name="b")
    at_c = node(1, leaf(6, 2, 2), leaf(1, 2, 7), name="c")
    return Tree.of(node(0, at_a, at_b, at_c, name="root"))


def figure_1(setting: Setting) -> Findings:
    """The values that max^n backs up, and the risk at a tie, which only soft-max^n shows."""
    state = tied_tree().start()
    left, right = (search(f"maxn(ties={ties})").analyse(state) for ties in ("left-low", "left-high"))
    soft = search("soft-maxn").analyse(state)
    ours = [outcome[0] for outcome in soft.values["c"]]
    rows = [
        *(
            agreed(f"max^n: Player {seat} gets at (a)", paper, left.values["a"][seat - 1])
            for seat, paper in enumerate((1, 3, 5), start=1)
        ),
        agreed("max^n: Player 1 gets at (b)", 3, left.values["b"][0]),
        agreed("max^n: Player 1 gets at (c), the tie broken to the left", 6, left.values["c"][0]),
        agreed("max^n chooses (c)", 1, left.best == ("c",)),
        agreed("max^n: Player 1 gets at (c), the tie broken to the right", 1, right.values["c"][0]),
        agreed("soft-max^n: number of outcomes at (c)", 2, len(ours)),
        agreed("soft-max^n: the most that Player 1 may get at (c)", 6, max(ours)),
        agreed("soft-max^n: the least that Player 1 may get at (c)", 1, min(ours)),
    ]
    return Findings(tuple(rows), (YES,), {"The tree of Figure 1": state.svg(480)})


BIDS_ONE = {"MT": "order(MT, [2, 1], [1, 0])", "mOT": "order(mOT, [1, 2], [2, 0])", "g": "order(g, [1, 0], [2, 0])"}
"""The preferences of a player who bid one, as orders over the number of its tricks."""


def two_trick_tree() -> Tree:
    """Figure 2 without the third player, as in the text: tricks of two players who both bid one.

    >>> two_trick_tree().start().moves()
    ['a', 'b', 'c']
    """
    at_a = node(1, leaf(1, 2), leaf(0, 1), name="a")
    at_b = node(1, leaf(0, 2), leaf(1, 1), name="b")
    at_c = node(1, leaf(1, 2), leaf(1, 1), name="c")
    return Tree.of(node(0, at_a, at_b, at_c, name="root"))


REACHED = {
    "MT": {"a": [(1, 2)], "b": [(0, 2)], "c": [(1, 2)]},
    "mOT": {"a": [(0, 1)], "b": [(1, 1)], "c": [(1, 1)]},
    "g": {"a": [(1, 2), (0, 1)], "b": [(0, 2), (1, 1)], "c": [(1, 2), (1, 1)]},
}
"""The possible outcomes of every move according to the text, by what Player 2 is assumed to want."""
CHOSEN = {"MT": ("a", "c"), "mOT": ("b", "c"), "g": ("c",)}


def figure_2(setting: Setting) -> Findings:
    """Under either specific model two moves are equal, and one of them is a trap if the model is wrong. The generic
    model avoids it."""
    state = two_trick_tree().start()
    rows = []
    for name, reached in REACHED.items():
        found = search(f"soft-maxn(others={BIDS_ONE[name]})").analyse(state)
        for move, outcomes in reached.items():
            label = f"Player 2 assumed to be {name}: ({move}) may lead to {' or '.join(map(str, outcomes))}"
            rows.append(agreed(label, 1, found.values[move] == set(outcomes)))
        label = f"Player 2 assumed to be {name}: Player 1 chooses {' or '.join(f'({move})' for move in CHOSEN[name])}"
        rows.append(agreed(label, 1, found.best == CHOSEN[name]))
    return Findings(tuple(rows), (YES,), {"The tree of Figure 2, tricks of two players": state.svg(480)})


# Figures 3 and 4.

Edges = set[tuple[int, int]]
OUTCOMES = {1: (0, 0, 2), 2: (0, 1, 1), 3: (0, 2, 0), 4: (1, 0, 1), 5: (1, 1, 0), 6: (2, 0, 0)}
"""The outcomes of two tricks among three players, with the numbers of the text, which grow with the tricks of Player
1."""


def _edges(*pairs: tuple[Iterable[int], Iterable[int]]) -> Edges:
    return {edge for better, worse in pairs for edge in product(better, worse)}


FIGURE_3 = {
    "MT": _edges(([6], range(1, 6)), ([4, 5], [1, 2, 3])),
    "mOT(missed=indifferent)": _edges(([4, 5], [1, 2, 3, 6]), ([6], [1, 2, 3])),
}
FIGURE_4 = dict.fromkeys(("generalise(MT, mOT(missed=indifferent))", "generic"), _edges(([4, 5, 6], [1, 2, 3])))
BIDDING_ONE = "spades(players=3, cards=2, bids=[1, 1, 1])"


def figure_3(setting: Setting) -> Findings:
    """Maximising tricks and minimising overtricks, as orders over outcomes."""
    return _opponent_models(FIGURE_3)


def figure_4(setting: Setting) -> Findings:
    """The preference on which both models agree, which is the generic model."""
    return _opponent_models(FIGURE_4)


def _opponent_models(printed: dict[str, Edges]) -> Findings:
    """The edges of opponent models of Player 1, who bid one: their number, and how many of them are in the paper."""
    state = game(BIDDING_ONE).start(1)
    numbers = {outcome: number for number, outcome in OUTCOMES.items()}
    named = [numbers[tuple(outcome)] for outcome in state.game.outcomes()]  # type: ignore[attr-defined]
    rows, pictures = [], {}
    for name, edges in printed.items():
        model = _preference(name)
        ours = {
            (named[better], named[worse]) for better, all_of in enumerate(model.order(state, 0)) for worse in all_of
        }
        rows += [
            agreed(f"{name}: number of edges", len(edges), len(ours)),
            agreed(f"{name}: number of edges that are in the paper", len(edges), len(ours & edges)),
        ]
        pictures[f"What {name} prefers with a bid of one"] = model.svg(state, 0)
    return Findings(tuple(rows), (), pictures)


def _preference(name: str) -> Preference:
    found = preference(parse(name))
    if found is None:
        raise KibitzError(f"{name} is not a preference over outcomes")
    return found


# Table 3.

TABLE_3: dict[str, tuple[tuple[int, ...], ...]] = {
    "a": ((3, 4, 3),),
    "b": ((2, 1, 7), (4, 2, 4)),
    "c": ((4, 1, 5), (3, 2, 5)),
    "d": ((10, 0, 0), (0, 10, 0), (0, 0, 10)),
}
SAID = {
    ("weakly", 1, "c", "a"): True,
    ("strictly", 1, "c", "a"): False,
    ("strictly", 2, "a", "b"): True,
    ("strictly", 2, "a", "c"): True,
    ("strictly", 3, "b", "a"): True,
    ("strictly", 3, "b", "c"): False,
    **{("strictly", seat, *pair): False for seat in (1, 2, 3) for pair in (("d", "a"), ("a", "d"), ("d", "b"))},
}
"""The dominance relations that the text states; its sentence about (d) gives three pairs."""


MOST_POINTS = 10
DOMINANCE = {"strictly": "strict", "weakly": "weak"}


def dominates(how: str, seat: int, first: str, second: str) -> bool:
    """Whether soft-max^n drops the second of two sets if a player can choose between them.

    Each set is produced by the ties of a fourth player, who is indifferent between all outcomes.

    >>> dominates("strictly", 2, "a", "b")
    True
    """
    sets = [node(3, *(leaf(*each, 0) for each in TABLE_3[name]), name=name) for name in (first, second)]
    state = Tree.of(node(seat - 1, *sets)).start()
    points = f"order(points, {', '.join(f'[{more + 1}, {more}]' for more in range(MOST_POINTS))})"
    spec = f"soft-maxn(own={points}, others={points}, dominance={DOMINANCE[how]})"
    # A player with only an order keeps every set that is not dominated.
    return search(spec).analyse(state).best == (first,)


def table_3(setting: Setting) -> Findings:
    """Which sets dominate which."""
    rows = [
        agreed(f"Player {seat}: ({first}) {how} dominates ({second})", so, dominates(how, seat, first, second))
        for (how, seat, first, second), so in SAID.items()
    ]
    return Findings(tuple(rows), (f"{YES} 0 means that it does not.",))
