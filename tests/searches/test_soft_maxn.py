"""soft-max^n in the core against its twin, on real games, and what it refuses."""

from itertools import product
from math import fsum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches import equilibria, soft_maxn
from reference.searches.maxn import own_score
from reference.searches.soft_maxn import bucketed, by_utility, guaranteed, strictly_dominates, weakly_dominates
from reference.searches.strategies import endings, preferences, trees, utilities
from reference.searches.tree import Node, leaf, node, players
from support.native_outcome_set_searches import OFF, ON, order, position, soft_moves, soft_sets

import kibitz
from kibitz import _core
from kibitz.errors import KibitzError, MissingCapability, SpecError
from kibitz.games.native_game import NativeGame, NativeState
from kibitz.searches.soft_maxn import SoftMaxN
from kibitz.wants.preference import PREFERENCES, Preference, generalise
from kibitz.wants.registry import want

thorough = settings(max_examples=200, deadline=None)
DOMINANCES = {"strict": strictly_dominates, "weak": weakly_dominates}


@thorough
@given(trees(players=(2, 4), heaviest=2), st.data())
def test_native_equals_twin(tree: Node, data: st.DataObject) -> None:
    models = [data.draw(preferences(endings(tree))) for _ in range(players(tree))]
    utility = data.draw(utilities(endings(tree)))
    for dominates in DOMINANCES.values():
        assert soft_sets(tree, models, dominates) == soft_maxn.root_sets(tree, models, dominates)
        for rule in (soft_maxn.average, soft_maxn.worst, soft_maxn.optimistic, guaranteed(), guaranteed(1)):
            assert soft_moves(tree, models, utility, rule, dominates) == soft_maxn.best_moves(
                tree, models, utility, rule, dominates
            )


@thorough
@given(trees(players=(2, 4)), st.sampled_from(("strict", "weak")))
def test_search_equals_twin_with_every_rule(tree: Node, dominance: str) -> None:
    """Through ``kibitz.search``, every seat wanting its own number."""
    models = [by_utility(endings(tree), own_score(seat)) for seat in range(players(tree))]
    dominates, mine = DOMINANCES[dominance], own_score(0)
    state = position(tree)
    rules = {"average": soft_maxn.average, "worst": soft_maxn.worst, "best": soft_maxn.optimistic}
    for name, rule in (*rules.items(), ("guaranteed", guaranteed()), ("guaranteed(1)", guaranteed(1))):
        target = {"target": 1.0} if name.endswith("(1)") else {}
        search = kibitz.search("soft-maxn", own="MT", dominance=dominance, rule=name.split("(")[0], **target)
        analysis = search.analyse(state)
        assert list(analysis.values.values()) == soft_maxn.root_sets(tree, models, dominates)
        expected = soft_maxn.best_moves(tree, models, mine, rule, dominates)
        assert analysis.best == tuple(state.moves()[move] for move in expected)
        assert analysis.line[0] == analysis.best[0]


def test_more_outcomes_than_a_word_holds() -> None:
    """Sets of sixteen words find what the twin finds: 300 outcomes under one root."""
    ends = [leaf(first, (7 * first + second) % 20, second) for first in range(20) for second in range(15)]
    tree = node(0, *(node(1 + row % 2, *ends[15 * row : 15 * row + 15]) for row in range(20)))
    models = [by_utility([end.values for end in ends], own_score(seat)) for seat in range(3)]
    for dominates in DOMINANCES.values():
        assert soft_sets(tree, models, dominates) == soft_maxn.root_sets(tree, models, dominates)


def test_nodes_with_a_hundred_children_equal_the_twin() -> None:
    """More children than are compared at once."""
    tree = node(0, node(1, *(leaf(number, number % 40 // 2) for number in range(100))), leaf(0, 0))
    models = [by_utility(endings(tree), own_score(seat)) for seat in range(2)]
    assert soft_sets(tree, models) == soft_maxn.root_sets(tree, models)


@thorough
@given(trees(players=(2, 3)), st.integers(1, 6), st.sampled_from(("strict", "weak")))
def test_buckets_equal_twin(tree: Node, buckets: int, dominance: str) -> None:
    divided = bucketed(tree, 0, 4, buckets)
    assert isinstance(divided, Node)
    models = [by_utility(endings(divided), own_score(seat)) for seat in range(players(tree))]
    search = kibitz.search("soft-maxn", own="score", buckets=buckets, low=0, high=4, dominance=dominance)
    analysis = search.analyse(position(tree))
    assert list(analysis.values.values()) == soft_maxn.root_sets(divided, models, DOMINANCES[dominance])
    expected = soft_maxn.best_moves(divided, models, own_score(0), soft_maxn.average, DOMINANCES[dominance])
    assert [list(analysis.values).index(move) for move in analysis.best] == expected


@thorough
@given(trees(players=(3, 3), deepest=3), st.data())
def test_equilibria_are_in_the_sets(tree: Node, data: st.DataObject) -> None:
    """sturtevant2006 Lemma 1, move by move."""
    models = [data.draw(preferences(endings(tree))) for _ in range(3)]
    for child, found in zip(tree.children, soft_sets(tree, models), strict=True):
        assert equilibria.outcomes(child, models) <= found


# Real games.

WANTS = ["MT", "mOT", "mOT(missed=indifferent)", "ML", "generic", "generalise(MT, mOT)", "generalise(MT, mOT, ML)"]


def hands(cards: int, count: int, players: int = 3) -> list[NativeState]:
    game = kibitz.game("spades", players=players, cards=cards, bids=[1 + seat % 2 for seat in range(players)])
    assert isinstance(game, NativeGame)
    return [game.start(seed) for seed in range(count)]


@pytest.mark.parametrize("others", WANTS)
@pytest.mark.parametrize("dominance", ["strict", "weak"])
def test_switches_change_nothing_in_spades(others: str, dominance: str) -> None:
    for number, state in enumerate(hands(3, 12) + hands(4, 3)):
        own = ["MT", "mOT", "ML"][number % 3]
        plain = kibitz.search("soft-maxn", own=own, others=others, dominance=dominance, **OFF).analyse(state)
        for switch in (*ON, "all"):
            switches = ON if switch == "all" else {**OFF, switch: True, "table": switch in ("table", "clip")}
            fast = kibitz.search("soft-maxn", own=own, others=others, dominance=dominance, **switches).analyse(state)
            assert (fast.values, fast.ranks, fast.best) == (plain.values, plain.ranks, plain.best)
            assert fast.nodes <= plain.nodes


@pytest.mark.parametrize("options", ["", "moon=true", "moon=true, first_trick=no-points"])
def test_switches_change_nothing_in_hearts(options: str) -> None:
    game = kibitz.game(f"hearts(players=3, cards=3{', ' if options else ''}{options})")
    for seed in range(25):
        state = game.start(seed)
        plain = kibitz.search("soft-maxn", **OFF).analyse(state)
        fast = kibitz.search("soft-maxn", **ON).analyse(state)
        assert (fast.values, fast.best) == (plain.values, plain.best)


def test_the_line_is_played() -> None:
    for state in hands(4, 10):
        analysis = kibitz.search("soft-maxn(own=mOT, others=mOT)").analyse(state)
        after = state.play_all(", ".join(analysis.line))
        assert not after.over or tuple(after.outcome) in analysis.values[analysis.best[0]]


@pytest.mark.parametrize(
    "start",
    [
        kibitz.game("tic-tac-toe").start().play_all("a1, b2, c3, a3"),
        kibitz.game("tree").start(),
        kibitz.game("spades(players=2, cards=3, bids=[1, 1])").start(3),
        kibitz.game("spades(players=4, cards=3, scoring=tricks)").start(3),
        kibitz.game("hearts(players=3, cards=3)").start(3),
    ],
    ids=lambda state: state.game.name,
)
def test_plays_to_the_end(start: kibitz.State) -> None:
    search, state = kibitz.search("soft-maxn"), start
    while not state.over:
        state = state.play(search.choose(state, seed=1))


@pytest.mark.parametrize("name", ["checkers", "abalone", "chinese-checkers", "tic-tac-toe", "hearts"])
def test_buckets_play_every_game_with_an_evaluation(name: str) -> None:
    state = kibitz.game(name).start(1)
    for _ in range(3):
        state = state.play(kibitz.search("soft-maxn(buckets=4, depth=2)").choose(state, seed=1))


def test_a_tie_rule_may_be_a_function() -> None:
    state = hands(3, 1)[0]

    def median(outcomes: object, utility: object) -> float:
        numbers = sorted(map(utility, outcomes))  # type: ignore[call-overload]
        return float(numbers[len(numbers) // 2])

    search = SoftMaxN(own="mOT", others="generic", rule=median)
    analysis = search.analyse(state)
    assert "rule=median" in str(search)
    assert max(analysis.ranks.values()) == analysis.ranks[analysis.best[0]]


def test_own_preferences_in_code() -> None:
    state = hands(3, 1)[0]
    fewest = Preference("fewest", lambda outcome, seat, goals: -outcome[seat])
    analysis = kibitz.search("soft-maxn", own=fewest, others="MT").analyse(state)
    assert analysis.ranks[analysis.best[0]] == fsum(-o[0] for o in analysis.values[analysis.best[0]]) / len(
        analysis.values[analysis.best[0]]
    )


def test_generic_is_the_generalisation_where_a_missed_bid_is_indifferent() -> None:
    """NOTES: with "more tricks when missed" the generalisation has more edges."""
    state, seat = hands(4, 1)[0], 1  # which has bid two
    generic = PREFERENCES["generic"].order(state, seat)
    indifferent = want("mOT(missed=indifferent)")
    assert isinstance(indifferent, Preference)
    assert generalise([PREFERENCES["MT"], indifferent]).order(state, seat) == generic
    more = generalise([PREFERENCES["MT"], PREFERENCES["mOT"]]).order(state, seat)
    assert all(set(few) <= set(many) for few, many in zip(generic, more, strict=True))
    assert more != generic


def test_why_names_outcomes_and_nodes() -> None:
    text = kibitz.search("soft-maxn(own=mOT, others=generic)").analyse(hands(3, 1)[0]).why()
    assert "one of" in text
    assert "nodes" in text


# Refusals.


@pytest.mark.parametrize(
    ("spec", "game", "words"),
    [
        ("soft-maxn", "spades(hands=2)", "buckets=5"),
        ("soft-maxn(depth=3)", "tic-tac-toe", "end of the game only"),
        ("soft-maxn(own=mOT)", "spades", "about bids"),
        ("soft-maxn", "spades", "depends on the bids"),
        ("soft-maxn(own=evaluation)", "tic-tac-toe", "values positions"),
        ("soft-maxn(own=MT, buckets=3)", "tic-tac-toe", "leave buckets out"),
        ("soft-maxn(own=score, buckets=3)", "tic-tac-toe", "low= and high="),
        ("soft-maxn(own=score, buckets=3, low=2, high=1)", "tic-tac-toe", "range to divide"),
        ("soft-maxn", "hearts(cards=13)", "outcomes"),
    ],
)
def test_refusals_are_sentences(spec: str, game: str, words: str) -> None:
    with pytest.raises(KibitzError, match=words):
        kibitz.search(spec).analyse(kibitz.game(game).start(1))


@pytest.mark.parametrize(
    "spec", ["soft-maxn(rule=median)", "soft-maxn(dominance=some)", "soft-maxn(buckets=-1)", "soft-maxn(x=1)"]
)
def test_wrong_options_are_refused(spec: str) -> None:
    with pytest.raises(SpecError):
        kibitz.search(spec)


@pytest.mark.parametrize("own", ["mOT(missed=fewer)", "mOT(lost=more)", "generalise", "generalise(score)", "MT(3)"])
def test_wrong_wants_are_refused(own: str) -> None:
    with pytest.raises(SpecError):
        kibitz.search("soft-maxn", own=own).analyse(hands(3, 1)[0])


def test_the_core_refuses_what_does_not_fit() -> None:
    state = hands(3, 1)[0]
    outcomes = state.game.outcomes()
    fine = order(outcomes, own_score(0))
    orders = {
        "one order a seat": [fine],
        "every outcome": [_core.OutcomeOrder.utility([1.0])] * 3,
        "finite": [_core.OutcomeOrder.utility([float("nan")] * len(outcomes))] * 3,
        "do not exist": [_core.OutcomeOrder.order([[99]] * len(outcomes))] * 3,
        "to each other": [_core.OutcomeOrder.order([[1], [0], *[[] for _ in outcomes[2:]]])] * 3,
    }
    for words, given_orders in orders.items():
        for switches in (ON, OFF):
            with pytest.raises(ValueError, match=words):
                state.core.soft_maxn(given_orders, False, **switches)
    over = state
    while not over.over:
        over = over.play(over.moves()[0])
    with pytest.raises(ValueError, match="over"):
        over.core.soft_maxn([fine] * 3, False, **ON)
    with pytest.raises(MissingCapability):
        kibitz.search("soft-maxn(own=mOT)").analyse(kibitz.game("spades").start(1))
    wants = [_core.Want.score()] * 3
    for ranges, buckets in product(([(0.0, 1.0)], [(1.0, 1.0)] * 3, [(float("nan"), 1.0)] * 3), (0, 3)):
        with pytest.raises(ValueError, match=r"range|buckets"):
            state.core.bucketed_soft_maxn(wants, ranges, buckets, False, 0, 0, 0, False, True)


def test_one_who_only_orders_outcomes_makes_any_move_that_is_not_dominated() -> None:
    state = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(seed=1)
    analysis = kibitz.search("soft-maxn(own=generalise(MT, mOT), others=generic)").analyse(state)
    assert {move for move, rank in analysis.ranks.items() if rank == 1.0} == set(analysis.best)
    shares = kibitz.predict("generalise(MT, mOT)", state)
    assert set(shares) == set(state.moves())
    assert len({round(share, 12) for share in shares.values() if share}) == 1
    with pytest.raises(kibitz.MissingCapability, match="only orders outcomes"):
        kibitz.search("soft-maxn(own=generalise(MT, mOT), rule=worst)").analyse(state)
