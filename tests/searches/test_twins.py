"""The twins against each other and against chance, where two definitions must meet."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches import max_prob, paranoid
from reference.searches.best_reply import TreeGame
from reference.searches.max_prob import common_upper_bound
from reference.searches.maxn import own_score, own_scores
from reference.searches.minimax import alpha_beta, minimax, principal_line, root_values
from reference.searches.prob_maxn import Seat, certain, expectation
from reference.searches.soft_maxn import (
    Outcomes,
    average,
    bucketed,
    by_utility,
    closure,
    guaranteed,
    optimistic,
    undominated,
    weakly_dominates,
    worst,
)
from reference.searches.strategies import (
    Heap,
    TakeAway,
    drawn_intervals,
    drawn_pick,
    endings,
    intervals,
    preferences,
    seats,
    take_away,
    trees,
    unrolled,
)
from reference.searches.tree import Leaf, Node, Tree, cut, evaluation, height, leaf, node, players
from support.native_outcome_set_searches import alike
from support.search_implementations import (
    BRS,
    BRS_PLUS,
    MAX_PROB,
    MAXN,
    OFFENSIVE,
    PARANOID,
    PROB_MAXN,
    SOFT_MAXN,
    WIN_PROBABILITIES,
    Search,
)

thorough = settings(max_examples=200, deadline=None)


@thorough
@given(trees(players=(2, 2), evaluations=("f",)), st.integers(1, 5))
def test_minimax_forms_agree(tree: Node, depth: int) -> None:
    value = minimax(tree, depth, 0, "f")
    assert value == alpha_beta(tree, depth, 0, "f") == max(root_values(tree, depth, "f"))
    assert value == paranoid.value(cut(tree, depth, "f"), 0, own_score(0))
    end: Tree = tree
    for move in principal_line(tree, depth, "f"):
        assert isinstance(end, Node)
        end = end.children[move]
    assert evaluation(end, "f")[0] == value


@pytest.mark.parametrize("search", WIN_PROBABILITIES)
@thorough
@given(st.lists(st.integers(0, 5), min_size=2, max_size=4))
def test_closed_form_equals_the_integral(search: Search, lows: list[int]) -> None:
    chances = search([(low, 6) for low in lows])
    assert [float(chance) for chance in chances] == pytest.approx([float(x) for x in common_upper_bound(lows, 6)])
    assert float(sum(chances)) == pytest.approx(1)


@pytest.mark.parametrize("search", WIN_PROBABILITIES)
@settings(max_examples=25, deadline=None)
@given(st.lists(intervals(), min_size=2, max_size=4), st.integers(0, 2**32))
def test_integral_equals_monte_carlo(search: Search, ends: list[tuple[float, float]], seed: int) -> None:
    random, games = Random(seed), 4000
    wins = [0] * len(ends)
    for _ in range(games):
        drawn = [low + (high - low) * random.random() for low, high in ends]
        for seat, value in enumerate(drawn):
            wins[seat] += value == max(drawn)
    assert all(abs(chance - won / games) < 0.05 for chance, won in zip(search(ends), wins, strict=True))


@pytest.mark.parametrize("search", MAX_PROB)
@thorough
@given(trees(players=(3, 4), heaviest=3), st.integers(1, 3), st.integers(0, 2**32))
def test_max_prob_weights_stand_for_copies(search: Search, tree: Node, depth: int, seed: int) -> None:
    bounded = max_prob.cut(tree, depth, drawn_intervals(seed))
    assert isinstance(bounded, Node)
    whole = copied(bounded)
    assert isinstance(whole, Node)
    once = [
        vector for vector, child in zip(search(bounded), bounded.children, strict=True) for _ in range(child.weight)
    ]
    for vector, other in zip(once, search(whole), strict=True):
        assert [float(chance) for chance in vector] == pytest.approx([float(chance) for chance in other])


def copied(tree: Tree) -> Tree:
    """The tree with every move written out as often as it stands for."""
    if isinstance(tree, Leaf):
        return tree
    children = [copied(child) for child in tree.children for _ in range(child.weight)]
    return node(tree.to_move, *[_single(child) for child in children], name=tree.name)


def _single(tree: Tree) -> Tree:
    if isinstance(tree, Leaf):
        return Leaf(tree.values, tree.name, tree.outcome, tree.evaluations, tree.intervals)
    return Node(tree.to_move, tree.children, tree.name, tree.evaluations)


@pytest.mark.parametrize(("search", "soft"), list(product(MAXN, SOFT_MAXN)))
@thorough
@given(trees(players=(2, 4)), st.integers(0, 2**32))
def test_maxn_is_in_the_soft_set(search: Search, soft: Search, tree: Node, seed: int) -> None:
    """However ties are broken, and without ties there is nothing else in it."""
    count = players(tree)
    models = [by_utility(endings(tree), own_score(seat)) for seat in range(count)]
    sets: list[Outcomes] = soft(tree, models)
    for ties in ("left-low", "left-high", "random"):
        vectors = search(tree, own_scores(count), ties, drawn_pick(seed))
        assert all(vector in found for vector, found in zip(vectors, sets, strict=True))


@pytest.mark.parametrize(("search", "likely"), list(product(MAXN, PROB_MAXN)))
@thorough
@given(trees(players=(2, 4), heaviest=2))
def test_average_maxn_is_certain_prob_maxn(search: Search, likely: Search, tree: Node) -> None:
    count = players(tree)
    known = [certain(own_score(seat)) for seat in range(count)]
    for vector, distribution in zip(search(tree, own_scores(count), "average"), likely(tree, known), strict=True):
        expected = [float(expectation(distribution, own_score(seat))) for seat in range(count)]
        assert [float(value) for value in vector] == pytest.approx(expected)


@pytest.mark.parametrize("search", PROB_MAXN)
@thorough
@given(trees(players=(2, 3), deepest=3), st.data())
def test_prob_maxn_is_a_distribution(search: Search, tree: Node, data: st.DataObject) -> None:
    modelled = [data.draw(seats(endings(tree))) for _ in range(players(tree))]
    for distribution in search(tree, modelled):
        assert float(sum(distribution.values())) == pytest.approx(1, abs=1e-9)
        assert set(distribution) <= set(endings(tree))


@pytest.mark.parametrize("search", PROB_MAXN)
def test_prob_maxn_by_hand(search: Search) -> None:
    """Two models with 3/4 and 1/4, the second indifferent; a fifth of the time any move."""
    tree = node(0, node(1, leaf(0, 1), leaf(1, 0), leaf(2, 1)))
    flat = frozenset[tuple[tuple[float, ...], tuple[float, ...]]]()
    seat = Seat(((Fraction(3), own_score(1)), (Fraction(1), flat)), Fraction(1, 5))
    (distribution,) = search(tree, [certain(own_score(0)), seat])
    middle = Fraction(4, 5) * Fraction(1, 4) / 3 + Fraction(1, 5) / 3
    assert alike(distribution, {(0, 1): (1 - middle) / 2, (1, 0): middle, (2, 1): (1 - middle) / 2})


@pytest.mark.parametrize(("search", "plus"), list(product(BRS, BRS_PLUS)))
@thorough
@given(take_away(players=(2, 2)), st.integers(1, 6))
def test_best_reply_with_two_players_is_minimax(
    search: Search, plus: Search, started: tuple[TakeAway, Heap], depth: int
) -> None:
    game, start = started
    tree = unrolled(game, start)
    assert isinstance(tree, Node)
    expected = root_values(tree, depth, "worth")
    assert search(game, start, depth, game.worth) == expected
    assert plus(game, start, depth, game.worth) == expected


@pytest.mark.parametrize(("plus", "coalition"), list(product(BRS_PLUS, PARANOID)))
@thorough
@given(trees(players=(3, 4), evaluations=("f",)), st.integers(1, 5))
def test_brs_plus_is_no_worse_than_paranoid(plus: Search, coalition: Search, tree: Node, depth: int) -> None:
    """Opponents of BRS+ have fewer ways to hurt us than a coalition has; with one of them to move, as many."""
    values = plus(TreeGame(players(tree)), tree, depth, lambda position, seat: evaluation(position, "f")[seat])
    bounds = coalition(cut(tree, depth, "f"), own_score(0))
    assert all(value >= bound for value, bound in zip(values, bounds, strict=True))
    if height(tree) <= 2 or depth <= 2:
        assert values == bounds


@pytest.mark.parametrize("search", BRS_PLUS)
def test_brs_plus_by_hand(search: Search) -> None:
    """Both opponents together could bring us to 0, either alone only to 2: the other keeps to its first move."""
    tree = node(0, node(1, node(2, leaf(9, 0, 0), leaf(3, 0, 0)), node(2, leaf(2, 0, 0), leaf(0, 0, 0))))
    assert search(TreeGame(3), tree, 3, lambda position, seat: evaluation(position, "value")[seat]) == [2]
    assert paranoid.root_values(tree, own_score(0)) == [0]


@pytest.mark.parametrize("search", BRS)
@thorough
@given(take_away(players=(3, 3)))
def test_brs_replies_once(search: Search, started: tuple[TakeAway, Heap]) -> None:
    """To two plies: our move, then the worst single move of either opponent."""
    game, start = started
    after = [game.play(start, move) for move in game.moves(start)]
    expected = [
        game.worth(here, 0)
        if game.over(here)
        else min(
            game.worth(game.play(game.turned(here, other), move), 0)
            for other in (1, 2)
            for move in game.moves(game.turned(here, other))
        )
        for here in after
    ]
    assert search(game, start, 2, game.worth) == expected


@pytest.mark.parametrize("search", OFFENSIVE)
def test_offensive_by_hand(search: Search) -> None:
    """The third seat plays for itself at the right node unless it has joined against the second."""
    tree = node(0, leaf(5, 4, 0), node(2, leaf(0, 9, 1), leaf(1, 3, 0)))
    assert search(tree, own_scores(3), 1) == [4, 9]
    assert search(tree, own_scores(3), 1, coalition=True) == [4, 3]


def test_rules_at_the_root() -> None:
    sets: list[Outcomes] = [
        frozenset([(0,), (9,)]),
        frozenset([(3,)]),
        frozenset([(3,), (4,)]),
        frozenset([(2,), (8,)]),
    ]
    mine = own_score(0)
    assert average(sets, mine) == [3]
    assert worst(sets, mine) == [1, 2]
    assert optimistic(sets, mine) == [0]
    assert guaranteed()(sets, mine) == guaranteed(7)(sets, mine) == [2]
    assert guaranteed(2)(sets, mine) == [3]


def test_weak_dominance_may_run_in_a_circle() -> None:
    a, b, c, d, e, f = ((number,) for number in range(6))
    sets: list[Outcomes] = [frozenset([a, b]), frozenset([c, d]), frozenset([e, f])]
    assert undominated(sets, closure([(a, c), (d, e), (f, b)]), weakly_dominates) == [0, 1, 2]


@thorough
@given(st.data())
def test_preferences_are_strict_partial_orders(data: st.DataObject) -> None:
    order = data.draw(preferences([(number,) for number in range(5)]))
    assert not any((v, u) in order for u, v in order)
    assert closure(order) == order


@thorough
@given(trees(players=(2, 3), deepest=2))
def test_one_bucket_tells_nothing_and_many_tell_all(tree: Node) -> None:
    assert len(endings(bucketed(tree, 0, 4, buckets=1))) == 1
    assert len(endings(bucketed(tree, 0, 4, buckets=5))) == len(endings(tree))
