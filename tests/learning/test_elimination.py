"""Elimination is sound for players drawn from the candidates, rules out the others, and never fails."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches.strategies import trees
from reference.searches.tree import Node, players
from support.native_outcome_set_searches import position

import kibitz
from kibitz.errors import IllegalMove, KibitzError, SpecError
from kibitz.learning.elimination import Elimination, InferenceTree, elimination, preferences
from kibitz.players.adaptive import Adaptive
from kibitz.wants.preference import PREFERENCES, Preference, generalise
from kibitz.words import in_words

NAMES = ("MT", "mOT", "ML")
BIDS = st.lists(st.integers(1, 3), min_size=3, max_size=3)


def game_with(bids: list[int], cards: int = 4) -> kibitz.Game:
    return kibitz.game("spades(open=true)", cards=cards, bids=bids)


@settings(max_examples=40, deadline=None)
@given(BIDS, st.integers(0, 1000), st.lists(st.sampled_from(list(product(NAMES, NAMES))), min_size=3, max_size=3))
def test_sturtevant2006_lemma_2_on_small_hands(bids: list[int], deal: int, types: list[tuple[str, str]]) -> None:
    """Players X_Y with X and Y among the candidates and random ties: nobody's own preference is ruled out."""
    state: kibitz.State = game_with(bids).start(deal)
    searches = [kibitz.search("maxn", own=own, others=others, ties="random", seed=deal) for own, others in types]
    tree = InferenceTree(preferences(NAMES))
    learners = [elimination(NAMES, tree) for _ in types]
    while not state.over:
        seat = state.to_move
        move = searches[seat].choose(state, seed=deal)
        learners[seat] = learners[seat].see(state, move)
        state = state.play(move)
    for learner, (own, _) in zip(learners, types, strict=True):
        assert own in map(str, learner.left)
        assert not learner.exhausted


@settings(max_examples=25, deadline=None)
@given(BIDS, st.integers(0, 1000), st.lists(st.sampled_from(NAMES), min_size=3, max_size=3))
def test_lemma_2_with_players_who_generalise(bids: list[int], deal: int, types: list[str]) -> None:
    """The same for soft-max^n players who think of the others what the tree assumes: all candidates, or less."""
    state: kibitz.State = game_with(bids).start(deal)
    assumed = PREFERENCES["generic"] if deal % 2 else generalise(preferences(NAMES))
    learners = [elimination(NAMES, InferenceTree(preferences(NAMES), assumed)) for _ in types]
    searches = [kibitz.search("soft-maxn", own=own, others=assumed) for own in types]
    while not state.over:
        seat = state.to_move
        move = searches[seat].choose(state, seed=deal)
        learners[seat] = learners[seat].see(state, move)
        state = state.play(move)
    for learner, own in zip(learners, types, strict=True):
        assert own in map(str, learner.left)


def high(seat_bonus: int) -> Preference:
    """Wants its own number, or its own and a share of the next seat's: cardinal orders over any vectors."""

    def utility(outcome: object, seat: int, goals: object) -> float:
        values = list(outcome)  # type: ignore[call-overload]
        return float(4 * values[seat] + seat_bonus * values[(seat + 1) % len(values)])

    return Preference(f"high{seat_bonus}", utility)


@settings(max_examples=150, deadline=None)
@given(trees(players=(2, 4)), st.integers(0, 2), st.integers(0, 2), st.integers(0, 50))
def test_lemma_2_on_random_trees(tree: Node, own: int, others: int, seed: int) -> None:
    candidates = [high(0), high(1), high(-3)]
    state: kibitz.State = position(tree)
    search = kibitz.search("maxn", own=candidates[own], others=candidates[others], ties="random", seed=seed)
    for _ in range(players(tree) * 4):
        if state.over:
            break
        learner = elimination(candidates)
        move = search.choose(state, seed)
        assert candidates[own] in learner.see(state, move).left
        state = state.play(move)


def decision(seed: int, bids: list[int], candidate: str) -> tuple[kibitz.State, str] | None:
    """A position of a small hand with a move that a candidate would certainly not make."""
    state: kibitz.State = game_with(bids).start(seed)
    tree = InferenceTree(preferences(NAMES))
    while not state.over:
        for move in state.moves():
            if tree.rather(preferences([candidate])[0], state, move) is not None:
                return state, move
        state = state.play(state.moves()[0])
    return None


@pytest.mark.parametrize("candidate", NAMES)
def test_a_contradicted_candidate_is_out_and_the_event_says_why(candidate: str) -> None:
    found = next(filter(None, (decision(seed, [1, 1, 1], candidate) for seed in range(20))))
    learner = elimination(NAMES)
    state, move = found
    learner = learner.see(state, move)
    assert candidate in [str(each.candidate) for each in learner.events]
    assert candidate not in map(str, learner.left) or learner.exhausted
    assert f"played {move} where {in_words(candidate)}" in " ".join(map(str, learner.events))
    assert str(learner.generalisation) == str(generalise(learner.left) if len(learner.left) > 1 else learner.left[0])


def test_when_nothing_is_left_it_says_so_and_considers_all_again() -> None:
    learner = elimination(["MT"])
    state, move = next(filter(None, (decision(seed, [1, 1, 1], "MT") for seed in range(20))))
    learner = learner.see(state, move)
    assert learner.exhausted
    assert list(map(str, learner.left)) == ["MT"]
    assert "none of most-tricks" in str(learner)
    assert "considered again" in str(learner)


def test_bids_and_forced_moves_say_nothing() -> None:
    start = kibitz.game("spades(cards=2, open=true)").start(1)
    assert elimination(NAMES).see(start, "bid 1").decisions == 0
    last = start.play_all("bid 1, bid 1, bid 1")
    while len(last.moves()) > 1:
        last = last.play(last.moves()[0])
    assert elimination(NAMES).see(last, last.moves()[0]).decisions == 0


def test_moves_are_read_as_people_write_them() -> None:
    state: kibitz.State = game_with([1, 1, 1]).start(3)
    move = state.moves()[0]
    assert elimination(NAMES).see(state, move.lower()) == elimination(NAMES).see(state, move)
    with pytest.raises(IllegalMove, match="'zz' is not legal here"):
        elimination(NAMES).see(state, "zz")


def test_bad_candidates_are_refused_with_a_sentence() -> None:
    with pytest.raises(SpecError, match="score is not a preference"):
        elimination(["score"])
    with pytest.raises(SpecError, match="at least one candidate"):
        elimination([])
    with pytest.raises(KibitzError, match="enumerable"):
        elimination(["MT"]).see(kibitz.game("spades(limit=300, open=true)").start(), "bid 1")


def test_sturtevant2006_4_3_wrong_candidates_are_ruled_out_and_the_truth_never() -> None:
    """A small share of the paper's 900 hands; kibitz reproduce sturtevant2006 inference plays all of them."""
    game, hands = kibitz.game("spades(open=true)", hands=4), 4
    told = 0
    for seed, pair in enumerate(product(NAMES, NAMES)):
        reader = kibitz.player("adaptive(own=mOT, candidates=[MT, mOT, ML], learner=elimination)")
        assert isinstance(reader, Adaptive)
        others = [kibitz.player(f"maxn(own={kind})") for kind in pair]
        kibitz.play_game(game, [reader, *others], seed, ["me", "Ann", "Ben"])
        for name, kind in zip(("Ann", "Ben"), pair, strict=True):
            belief = reader.belief(name)
            assert isinstance(belief, Elimination)
            assert kind in map(str, belief.left)
            told += len(belief.events)
    assert told >= 2 * 9 * hands / 8
