"""What a model would do: the search that goes with it, the probabilities, and that moves give their player away."""

from dataclasses import replace
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.errors import KibitzError, SpecError
from kibitz.models.model import Model
from kibitz.models.move_probabilities import respond
from kibitz.models.noisy import noisy
from kibitz.models.prediction import predict, predict_from_view, search_for, searches_for
from kibitz.models.registry import model
from kibitz.models.want_seeker import Seeker
from kibitz.random import Random


@pytest.mark.parametrize(
    ("text", "game", "expected"),
    [
        ("MT", "spades", "maxn(own=MT, values=best, line=false)"),
        ("MT_mOT", "spades", "maxn(own=MT, others=mOT, values=best, line=false)"),
        ("mOT_generic", "spades", "soft-maxn(own=mOT, others=generic)"),
        ("model(MT, ties=left-high)", "spades", "maxn(own=MT, ties=left-high, values=best, line=false)"),
        ("model(MT, search=paranoid)", "spades", "paranoid(own=MT)"),
        ("rational(depth=4)", "hearts", "max-prob(depth=4)"),
        ("strategy(men=1, depth=3)", "checkers", "alpha-beta(depth=3, own=evaluation(men=1), exact=true)"),
        (
            "strategy(men=1, depth=5, others=strategy(kings=1, depth=3))",
            "checkers",
            "m-star(depth=5, own=evaluation(men=1), model=evaluation(kings=1), model_depth=3)",
        ),
        ("strategy(depth=2)", "abalone(players=3)", "maxn(depth=2, own=evaluation, values=best, line=false)"),
    ],
)
def test_the_search_that_goes_with_a_model(text: str, game: str, expected: str) -> None:
    assert str(search_for(text, kibitz.game(game))) == expected


@pytest.mark.parametrize(
    "text", ["MT_mOT_MT", "mixture(MT=1, mOT=1)", "MT_rational", "model(MT, others=mixture(MT=1, ML=1))"]
)
def test_what_no_search_can_do_is_refused(text: str) -> None:
    with pytest.raises(SpecError):
        search_for(text, kibitz.game("spades"))


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["MT", "mOT_MT", "ML", "MT_generic", "win", "mixture(MT=1, mOT=3)", "rational(depth=3)"]),
    st.floats(0, 1),
    st.sampled_from(["even", "left-low", "left-high"]),
    st.integers(0, 50),
)
def test_a_distribution_over_the_legal_moves(text: str, noise: float, ties: str, seed: int) -> None:
    game = kibitz.game("spades(players=4, cards=3, scoring=tricks)" if "rational" in text else SMALL)
    state, random = game.start(seed), Random(seed, "moves")
    for _ in range(random.below(6)):
        state = state.play(random.choice(state.moves()))
    plain = model(text)
    shares = predict(noisy(replace(plain, ties=ties) if isinstance(plain, Seeker) else plain, noise), state)
    assert set(shares) == set(state.moves())
    assert sum(shares.values()) == pytest.approx(1)
    assert all(share >= noise / len(shares) - 1e-12 for share in shares.values())


SMALL = "spades(players=3, cards=4, bids=[1, 1, 2])"


def test_ties_are_split_or_broken_as_the_model_says() -> None:
    analysis = kibitz.search("maxn").analyse(kibitz.game("tic-tac-toe").start().play_all("a1, b1, b2, c3"))
    assert analysis.best == ("a2", "a3")
    assert respond(analysis)["a2"] == 0.5
    assert respond(analysis, ties="left-low")["a2"] == 1
    assert respond(analysis, ties="left-high")["a3"] == 1


def test_a_mixture_is_the_mean_of_its_parts() -> None:
    state = kibitz.game(SMALL).start(3)
    parts = [predict(part, state) for part in ("MT", "mOT")]
    mixed = predict("noisy(mixture(MT=1, mOT=3), 0.2)", state)
    for move, share in mixed.items():
        assert share == pytest.approx(0.8 * (parts[0][move] / 4 + parts[1][move] * 3 / 4) + 0.2 / len(mixed))


def test_preferences_say_nothing_about_bids() -> None:
    state = kibitz.game("spades(players=3, cards=4)").start(1)
    for text in ("MT", "score", "win"):
        assert len(set(predict(text, state).values())) == 1


@pytest.mark.parametrize(
    ("text", "game", "moves"),
    [
        ("strategy(men=60, kings=90, mobility=3, depth=3)", "checkers", "11-15, 23-19, 8-11, 22-17"),
        ("strategy(men=60, depth=4, others=strategy(men=1, depth=2))", "checkers", "11-15, 23-19, 8-11, 22-17"),
        ("strategy(depth=2)", "abalone(players=3)", ""),
        ("rational(depth=4)", "hearts(open=true)", ""),
        ("score", "tic-tac-toe", "a1, b2, c3"),
    ],
)
def test_a_player_makes_one_of_the_moves_its_search_finds_best(text: str, game: str, moves: str) -> None:
    state = kibitz.game(game).start(1).play_all(moves.split(", ") if moves else [])
    shares = predict(text, state)
    found = [search.analyse(state).best for search in searches_for(text, state.game)]
    assert {move for move, share in shares.items() if share} == {move for best in found for move in best}
    assert sum(shares.values()) == pytest.approx(1)


def test_what_cannot_be_predicted() -> None:
    state = kibitz.game("tic-tac-toe").start().play_all("a1, a2, b1, b2, c1")
    with pytest.raises(KibitzError, match="a seat is to move"):
        predict("score", state)


# Moves tell who made them (issue: X_Y beats X_Z, whether or not player and model share a tie order).

TYPES = ["MT_MT", "MT_mOT", "mOT_MT", "mOT_mOT"]


def log_likelihoods(player: Model, candidates: list[str], hands: int) -> dict[str, float]:
    """How likely each candidate makes the moves of a seat that plays as ``player`` does among MT and mOT."""
    game = kibitz.game("spades(players=3, cards=7, bids=[2, 2, 2], open=true)")
    total = dict.fromkeys(candidates, 0.0)
    for hand in range(hands):
        state, random = game.start(hand), Random(hand, "play")
        seated = hand % 3
        while not state.over:
            here = player if state.to_move == seated else model("MT" if (state.to_move - seated) % 3 == 1 else "mOT")
            shares = predict(here, state)
            move = random.weighted(shares)
            if state.to_move == seated and len(shares) > 1:
                for candidate in candidates:
                    total[candidate] += log(predict(f"noisy({candidate}, 0.05)", state)[move])
            state = state.play(move)
    return total


@pytest.mark.parametrize("truth", TYPES)
@pytest.mark.parametrize(
    "order", ["", "search=maxn(ties=left-high)", "search=maxn(ties=random, seed=5)", "ties=left-high"]
)
def test_the_posterior_finds_the_model_of_the_others(truth: str, order: str) -> None:
    own, others = truth.split("_")
    player = model(f"model({own}, others={others}{', ' if order else ''}{order})")
    found = log_likelihoods(player, TYPES, hands=24)
    other = f"{own}_{'mOT' if others == 'MT' else 'MT'}"
    assert found[truth] > found[other] + 3  # twenty times as likely
    assert max(found, key=lambda candidate: found[candidate]) == truth


@pytest.mark.parametrize("text", ["MT", "mOT_MT", "mixture(MT=1, mOT=2)", "noisy(ML, 0.1)", "mOT_generic"])
def test_one_who_can_work_out_the_cards_decides_as_if_they_were_open(text: str) -> None:
    """Two players who hold the whole pack: whatever the one does not hold, the other does."""
    state: kibitz.State = kibitz.game("spades(players=2, cards=26, bids=[13, 13])").start(seed=5)
    while len(state.to_dict()["moves"]) < 46:
        state = state.play(Random(5, "move", state.key).choice(state.moves()))
    for _ in range(4):
        expected = predict(text, state)
        found = predict_from_view(text, state.view(state.to_move), worlds=2)
        assert found == pytest.approx(expected)
        state = state.play(state.moves()[0])


@pytest.mark.parametrize("game", ["spades(cards=3, limit=50, open=true)", "spades(cards=1, hands=2, open=true)"])
def test_in_games_of_many_hands_the_hand_is_asked_for(game: str) -> None:
    """A long one is too long to look to its end, a short one has no list of outcomes; either way a hand will do."""
    state = kibitz.game(game).start(seed=1)
    while state.game.bidding(state):  # type: ignore[attr-defined]
        state = state.play(state.moves()[0])
    if len(state.moves()) == 1:
        with pytest.raises(KibitzError, match=r"state\.game\.part\(state\)"):
            kibitz.search("soft-maxn(own=MT)").analyse(state)
        return
    with pytest.raises(KibitzError, match=r"state\.game\.part\(state\)"):
        predict("MT", state)
    assert predict("MT", state.game.part(state))
