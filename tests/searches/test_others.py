"""A model for each opponent: ``others=[...]`` in turn order after the mover, as the twins have it seat by seat."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches import maxn, offensive, prob_maxn, soft_maxn
from reference.searches.maxn import Utility
from reference.searches.soft_maxn import by_utility
from reference.searches.strategies import endings, trees, utilities
from reference.searches.tree import Node, as_json, players
from support.native_outcome_set_searches import alike

import kibitz
from kibitz.errors import SpecError
from kibitz.games.tree import Tree
from kibitz.wants.mixture import Mixture
from kibitz.wants.preference import Preference

thorough = settings(max_examples=100, deadline=None)


def wanting(utility: Utility, name: str) -> Preference:
    """A utility of the twins as a preference that a search takes."""
    return Preference(name, lambda outcome, seat, goals: float(utility(tuple(outcome))))


def after(mover: int, wanted: Sequence[object]) -> list[object]:
    """What the others want, in turn order after the mover."""
    return [*wanted[mover + 1 :], *wanted[:mover]]


def positions(tree: Node) -> list[tuple[kibitz.State, Node]]:
    """The root and the inner nodes below it, so that every seat is mover somewhere."""
    start = Tree.of(as_json(tree), players(tree)).start()
    children = zip(start.moves(), tree.children, strict=True)
    return [(start, tree), *((start.play(move), child) for move, child in children if isinstance(child, Node))]


@thorough
@given(trees(players=(2, 4)), st.data())
def test_every_search_as_its_twin(tree: Node, data: st.DataObject) -> None:
    count = players(tree)
    drawn = [data.draw(utilities(endings(tree))) for _ in range(count)]
    wanted = [wanting(utility, f"want-{seat}") for seat, utility in enumerate(drawn)]
    orders = [by_utility(endings(tree), utility) for utility in drawn]
    for state, node in positions(tree):
        mover = state.to_move
        given = {"own": wanted[mover], "others": after(mover, wanted)}
        for ties in ("left-low", "left-high", "average"):
            found = kibitz.search("maxn", **given, ties=ties).analyse(state).values
            expected = [tuple(map(float, vector)) for vector in maxn.root_values(node, drawn, ties)]
            assert list(found.values()) == [pytest.approx(vector) for vector in expected]
        target = (mover + 1) % count
        attack = kibitz.search("offensive", **given, target=target).analyse(state)
        assert list(attack.ranks.values()) == [-value for value in offensive.root_values(node, drawn, target)]
        sets = kibitz.search("soft-maxn", **given).analyse(state).values
        assert list(sets.values()) == soft_maxn.root_sets(node, orders)


@thorough
@given(trees(players=(3, 4)), st.data())
def test_mixtures_as_the_twin(tree: Node, data: st.DataObject) -> None:
    count = players(tree)
    pairs = [[data.draw(utilities(endings(tree))) for _ in range(2)] for _ in range(count)]
    shares = [data.draw(st.integers(1, 5)) for _ in range(count)]
    for state, node in positions(tree):
        mover = state.to_move
        noise = [Fraction(0) if seat == mover else Fraction(1, 4) for seat in range(count)]
        seats = [
            prob_maxn.Seat(((Fraction(share), first), (Fraction(1), second)), quiet)
            for (first, second), share, quiet in zip(pairs, shares, noise, strict=True)
        ]
        seats[mover] = prob_maxn.certain(pairs[mover][0])
        mixed = [
            Mixture(((float(share), wanting(first, "first")), (1.0, wanting(second, "second"))))
            for (first, second), share in zip(pairs, shares, strict=True)
        ]
        own = wanting(pairs[mover][0], "own")
        search = kibitz.search("prob-maxn", own=own, others=after(mover, mixed), noise=0.25)
        found = search.analyse(state).values.values()
        assert all(map(alike, found, prob_maxn.root_values(node, seats)))


def test_buckets_take_a_list() -> None:
    """Who wants what matters; a list of the same is the same as one for all."""
    state = kibitz.game("abalone(players=3)").start()
    centre, marbles = "evaluation(centre=1)", "evaluation(cohesion=1)"

    def found(*others: str) -> object:
        given = list(others) if len(others) > 1 else others[0]
        return kibitz.search("soft-maxn", own=marbles, others=given, buckets=9, depth=3).analyse(state).values

    assert found(centre, centre) == found(centre)
    assert found(centre, marbles) != found(marbles, centre)


def test_lists_are_written_as_they_are_read() -> None:
    for spec in ("maxn(own=MT, others=[mOT, ML])", "prob-maxn(others=[mixture(MT=0.5, mOT=0.5), generalise(MT, ML)])"):
        assert str(kibitz.search(spec)) == spec


@pytest.mark.parametrize("name", ["maxn", "soft-maxn", "prob-maxn", "offensive", "mp-mix"])
@pytest.mark.parametrize("others", [["MT"], ["MT", "MT", "MT"]])
def test_a_list_of_another_length_is_refused(name: str, others: list[str]) -> None:
    state = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(1)
    with pytest.raises(SpecError, match=f"lists {len(others)} for 2 other seats; give one for each, or one for all"):
        kibitz.search(name, own="MT", others=others).analyse(state)


@pytest.mark.parametrize("others", [[], [1], [["MT"]], 3])
def test_what_is_no_list_of_models_is_refused(others: object) -> None:
    with pytest.raises(SpecError, match="a name or a specification or a list of them"):
        kibitz.search("maxn", others=others)
