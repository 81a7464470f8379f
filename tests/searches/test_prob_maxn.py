"""prob-max^n in the core against its twin, on real games, and what it refuses."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches import prob_maxn
from reference.searches.maxn import own_score
from reference.searches.strategies import endings, seats, trees
from reference.searches.tree import Node, players
from support.native_outcome_set_searches import OFF, ON, alike, order, prob_values

import kibitz
from kibitz import _core
from kibitz.errors import KibitzError, SpecError
from kibitz.games.native_game import NativeState
from kibitz.searches.search import core_of
from kibitz.wants.registry import mixture, want

thorough = settings(max_examples=200, deadline=None)


@thorough
@given(trees(players=(2, 4), heaviest=2), st.data())
def test_native_equals_twin(tree: Node, data: st.DataObject) -> None:
    modelled = [data.draw(seats(endings(tree))) for _ in range(players(tree))]
    native, twin = prob_values(tree, modelled), prob_maxn.root_values(tree, modelled)
    assert all(alike(found, expected) for found, expected in zip(native, twin, strict=True))


OTHERS = ["MT", "generic", "mixture(MT=1, mOT=3)", "mixture([generalise(MT, mOT), 1], ML=0.5)"]


@pytest.mark.parametrize("others", OTHERS)
@pytest.mark.parametrize("noise", [0.0, 0.25])
def test_switches_change_nothing_in_spades(others: str, noise: float) -> None:
    game = kibitz.game("spades(players=3, cards=3, bids=[1, 1, 2])")
    for seed in range(12):
        state = game.start(seed)
        plain = kibitz.search("prob-maxn", own="mOT", others=others, noise=noise, **OFF).analyse(state)
        for switch in (*ON, "all"):
            switches = ON if switch == "all" else {**OFF, switch: True, "table": switch in ("table", "clip")}
            fast = kibitz.search("prob-maxn", own="mOT", others=others, noise=noise, **switches).analyse(state)
            assert fast.best == plain.best
            for move, distribution in plain.values.items():
                assert alike(fast.values[move], distribution)


def test_certain_models_and_average_ties_of_maxn_agree() -> None:
    game = kibitz.game("spades(players=3, cards=4, bids=[1, 1, 2])")
    for seed in range(10):
        state = game.start(seed)
        vectors = kibitz.search("maxn(own=mOT, others=MT, ties=average)").analyse(state).ranks
        expected = kibitz.search("prob-maxn(own=mOT, others=MT)").analyse(state).ranks
        assert vectors == pytest.approx(expected)


def test_every_opponent_may_err_as_often_as_it_does() -> None:
    """Noise by seat is that of the core's seats, counted from the mover."""
    state = kibitz.game("spades(players=3, cards=4, bids=[1, 1, 2])").start(5)
    state = state.play(state.moves()[0])
    assert state.to_move == 1
    alike_all, first, second = (
        kibitz.search("prob-maxn", own="mOT", others="MT", noise=noise).analyse(state)
        for noise in ([0.2, 0.2], [0.5, 0.0], [0.0, 0.5])
    )
    assert alike_all.values == kibitz.search("prob-maxn(own=mOT, others=MT, noise=0.2)").analyse(state).values
    assert first.values != second.values
    utilities = [want(wanted).compiled_utilities(state, seat) for seat, wanted in enumerate(["MT", "mOT", "MT"])]
    by_seat = [_core.MixedSeat([(1.0, each)], noise) for each, noise in zip(utilities, [0.0, 0.0, 0.5], strict=True)]
    outcomes = state.game.outcomes()  # type: ignore[attr-defined]
    found, _, _ = core_of(state).prob_maxn(by_seat, **ON)
    expected = [{outcomes[number]: share for number, share in distribution} for _, distribution in found]
    assert list(first.values.values()) == expected  # the seat after the mover is the third one
    with pytest.raises(SpecError, match=r"noise=\[0.1\] lists 1 for 2 other seats"):
        kibitz.search("prob-maxn(own=mOT, noise=[0.1])").analyse(state)
    assert str(kibitz.search("prob-maxn(noise=[0.1, 0.2])")) == "prob-maxn(noise=[0.1, 0.2])"


def test_noise_keeps_every_outcome_possible() -> None:
    state = kibitz.game("spades(players=3, cards=3, bids=[1, 1, 1])").start(2)
    quiet = kibitz.search("prob-maxn(own=MT)").analyse(state).values
    noisy = kibitz.search("prob-maxn(own=MT, noise=0.2)").analyse(state).values
    assert all(set(quiet[move]) <= set(noisy[move]) for move in quiet)
    assert all(sum(distribution.values()) == pytest.approx(1) for distribution in noisy.values())


@pytest.mark.parametrize(
    "start",
    [
        kibitz.game("tic-tac-toe").start().play_all("a1, b2, c3, a3"),
        kibitz.game("tree").start(),
        kibitz.game("spades(players=2, cards=3, bids=[1, 1])").start(3),
        kibitz.game("hearts(players=3, cards=3)").start(3),
    ],
    ids=lambda state: state.game.name,
)
def test_plays_to_the_end(start: kibitz.State) -> None:
    search, state = kibitz.search("prob-maxn(noise=0.1)"), start
    while not state.over:
        analysis = search.analyse(state)
        assert analysis.line[0] == analysis.best[0]
        state = state.play(analysis.choose(1))


def test_mixtures_are_written_as_they_are_read() -> None:
    for text in OTHERS:
        assert str(mixture(text)) == text
    search = kibitz.search("prob-maxn(own=mOT, others=mixture(MT=0.5, mOT=0.5), noise=0.1)")
    assert str(search) == "prob-maxn(own=mOT, others=mixture(MT=0.5, mOT=0.5), noise=0.1)"


@pytest.mark.parametrize(
    "others",
    ["mixture", "mixture(MT=-1)", "mixture(MT=0)", "mixture(MT=true)", "mixture(MT)", "mixture(tricks=1)", "nobody"],
)
def test_wrong_mixtures(others: str) -> None:
    with pytest.raises(SpecError):
        kibitz.search("prob-maxn", others=others)


@pytest.mark.parametrize(
    ("spec", "game", "words"),
    [
        ("prob-maxn", "spades(hands=2)", "enumerable"),
        ("prob-maxn(own=mOT)", "spades", "about bids"),
        ("prob-maxn(own='generalise(MT)')", "spades(bids=[1, 1, 1])", "only orders"),
        ("prob-maxn", "hearts(cards=13)", "outcomes"),
    ],
)
def test_refusals_are_sentences(spec: str, game: str, words: str) -> None:
    with pytest.raises(KibitzError, match=words):
        kibitz.search(spec).analyse(kibitz.game(game).start(1))


def test_the_core_refuses_what_does_not_fit() -> None:
    state = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(1)
    assert isinstance(state, NativeState)
    fine = order(state.game.outcomes(), own_score(0))
    for words, seat in {
        "positive weight": _core.MixedSeat([], 0.0),
        "from 0 upwards": _core.MixedSeat([(-1.0, fine)], 0.0),
        "noise": _core.MixedSeat([(1.0, fine)], float("nan")),
        "every outcome": _core.MixedSeat([(1.0, _core.OutcomeOrder.utility([]))], 0.0),
    }.items():
        with pytest.raises(ValueError, match=words):
            state.core.prob_maxn([seat] * 3, **ON)
