"""Hearts: the core against its slow twin, what views hide, what capabilities claim."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.cards import PACK
from reference.hearts import PERFT, Hand, Hearts
from support.card_games import (
    card_game,
    check_against_twin,
    check_deals_uniform,
    check_evaluation_orders_the_end,
    check_features,
    check_garbage,
    check_keys,
    check_make_refuses,
    check_perft,
    check_remainders,
    check_representatives,
    check_round_trips,
    check_samples_give_the_view_back,
    check_uniform,
    deal_of,
    deal_text,
    ends,
    expect_error,
    random_line,
    replay,
    starts_that_fit,
    state_of_deal,
)

import kibitz
from kibitz.games.native_game import NativeState
from kibitz.random import Random

OPTIONS: list[dict[str, Any]] = [
    {},
    {"players": 3, "moon": True, "first_trick": "no-points"},
    {"players": 5, "passing": "left"},
    {"passing": "across", "moon": True, "open": True},
    {"players": 3, "cards": 4, "passing": "rotate", "hands": 5, "moon": True},
    {"players": 4, "cards": 3, "passing": "rotate", "hands": 6, "first_trick": "no-points"},
    {"players": 5, "cards": 2, "passing": "right", "moon": True},
    {"players": 4, "cards": 12, "passing": "right"},
    {"players": 3, "cards": 1, "hands": 3},
    {"players": 4, "limit": 40, "passing": "rotate"},
]


@pytest.fixture(autouse=True)
def _forget_ends() -> Iterator[None]:
    yield
    ends.cache_clear()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_games_against_the_twin(options: dict[str, Any]) -> None:
    for seed in range(10):
        check_against_twin(card_game("hearts", **options), Hearts(**options), seed)


@pytest.mark.parametrize("name", PERFT)
def test_perft_gives_the_known_counts(name: str) -> None:
    check_perft("hearts", PERFT[name])


def test_state_is_small() -> None:
    assert card_game("hearts").core.state_bytes <= 128


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_states_are_read_back_from_text_and_json(options: dict[str, Any]) -> None:
    game = card_game("hearts", **options)
    assert kibitz.game(str(game)) == game
    check_round_trips(game, 5)


def test_deals_are_uniform() -> None:
    check_deals_uniform(card_game("hearts", cards=6), list(PACK), 3000)


def test_cards_passed_change_hands() -> None:
    game = card_game("hearts", players=3, cards=3, passing="left")
    state = state_of_deal(game, [["4C", "5C", "2H"], ["6C", "7C", "3H"], ["8C", "9C", "4H"]])
    state = state.play_all(["pass 2H 5C 4C", "pass 6C 7C 3H", "pass 8C 9C 4H"])
    assert [state.to_move, state.moves()] == [1, ["4C"]]
    assert game.to_fields(state)["moves"][0] == "pass 4C 5C 2H"


def test_shooting_the_moon_gives_the_points_to_the_others() -> None:
    game = card_game("hearts", players=3, cards=2, moon=True)
    state = state_of_deal(game, [["AC", "AH"], ["2C", "2H"], ["3C", "QS"]])
    assert state.play_all("2C, 3C, AC, AH, 2H, QS").outcome == (0, 15, 15)
    assert state.play_all("2C, 3C, AC").outcome == (0, 0, 0)


# What is hidden.


def _pack(game: Any) -> list[str]:
    out = {3: {"2D"}, 4: set(), 5: {"2C", "2D"}}[game.players]
    return [card for card in PACK if card not in out]


def _events(state: NativeState) -> list[tuple[int, str]]:
    return [(seat, PACK[card]) for seat, card in state.core.plays]


def _turn(state: NativeState) -> int | None:
    return None if state.over else state.to_move


def _agrees(
    twin: Hearts, events: list[tuple[int, str]], turn: int | None, given: set[str], receiver: int, deal: list[list[str]]
) -> bool:
    hand = Hand(shift=0, deal=tuple(map(tuple, deal)), passes=(), tricks=())
    return given <= set(deal[receiver]) and twin.agrees(hand, events, turn)


@pytest.mark.parametrize("options", [o for o in OPTIONS if not o.get("open")], ids=str)
def test_sampled_deals_give_the_view_back(options: dict[str, Any]) -> None:
    assert check_samples_give_the_view_back(card_game("hearts", **options), 3) > 0


@pytest.mark.parametrize(
    ("options", "left", "draws"),
    [
        ({}, 2, 40),
        ({"first_trick": "no-points"}, 2, 20),
        ({"players": 3, "passing": "right"}, 3, 40),
        ({"passing": "left"}, 2, 20),
        ({"players": 4, "cards": 12}, 1, 30),
        ({"players": 5}, 1, 30),
        ({"players": 3, "cards": 16, "passing": "left"}, 2, 30),
    ],
)
def test_sampler_is_uniform_late_in_a_hand(options: dict[str, Any], left: int, draws: int) -> None:
    game, twin = card_game("hearts", **options), Hearts(**options)
    sizes = []
    for seed in range(4):
        state = next(s for s, _ in random_line(game, seed) if min(h.bit_count() for h in s.core.hands) < left)
        seat = seed % game.players
        moves = game.to_fields(state)["moves"]
        given = set(moves[seat].split()[1:]) if state.core.shift else set()
        receiver = (seat + state.core.shift) % game.players
        agrees = partial(_agrees, twin, _events(state), _turn(state), given, receiver)
        expected = starts_that_fit(game, state.view(seat), _pack(game), agrees)
        sizes.append(len(expected))
        check_uniform(state.view(seat), expected, draws)
    assert max(sizes) > 1


@pytest.mark.parametrize("plays", range(4))
@pytest.mark.parametrize("first_trick", ["points", "no-points"])
def test_sampler_is_uniform_with_most_cards_undealt(plays: int, first_trick: str) -> None:
    """Before the first lead only the turn tells of clubs: that seat has the lowest, or there is none."""
    options: dict[str, Any] = {"players": 3, "cards": 1, "first_trick": first_trick}
    game, twin = card_game("hearts", **options), Hearts(**options)
    for seed in range(2):
        state = random_line(game, seed + 10 * plays, most=plays)[-1][0]
        for seat in range(3):
            own = deal_of(state)[seat]
            deals = twin.consistent_deals(seat, own, _events(state), turn=_turn(state))
            expected = {deal_text([list(hand) for hand in deal.hands]) for deal in deals}
            check_uniform(state.view(seat), expected, 6)


def test_cards_given_sit_with_their_receiver() -> None:
    game = card_game("hearts", passing="left")
    state = game.start(8)
    while state.core.choosing:
        state = state.play(state.moves()[5])
    given = game.to_fields(state)["moves"][2].split()[1:]
    for number in range(50):
        start = game.sample_deal(state.view(2), Random(number))
        assert set(given) <= set(" ".join(card for card in PACK if start.core.hands[3] >> PACK.index(card) & 1).split())


def test_passes_are_secret() -> None:
    game = card_game("hearts", passing="left")
    state = game.start(4)
    move = state.moves()[7]
    assert state.event(move, 0).move == move
    assert state.event(move, 1).move is None
    assert not state.event(move, 0).public
    after = state.play(move)
    assert after.view(1) == state.play(state.moves()[0]).view(1)
    assert game.history(after.view(1)) == [None]
    assert game.history(after.view(0)) == [move]
    for other in after.moves()[:1]:
        after = after.play(other)
    after = after.play(after.moves()[0])
    after = after.play(after.moves()[0])
    assert after.view(1).to_dict()["moves"][:2] == [move, other]
    assert after.view(1).to_dict()["moves"][2:] == [None, None]


def test_choices_can_be_replayed_while_others_choose() -> None:
    game = card_game("hearts", passing="rotate", hands=3)
    state = game.start(4).play_all([])
    for _ in range(3):
        state = state.play(state.moves()[11])
    view = state.view(1)
    random = Random(3)
    start = view.sample_deal(random)
    assert start.core.deal[1] == state.core.deal[1]
    assert replay(game, start, view, random).view(1) == view


# Capabilities.


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3, "cards": 1},
        {"players": 3, "cards": 2, "moon": True},
        {"players": 4, "cards": 2},
        {"players": 5, "cards": 10, "moon": True},
        {},
    ],
)
def test_outcomes_hold_whatever_occurs(options: dict[str, Any]) -> None:
    game = card_game("hearts", **options)
    listed = set(game.outcomes())
    assert len(listed) == len(game.outcomes())
    for seed in range(100):
        assert random_line(game, seed)[-1][0].outcome in listed


def test_every_outcome_of_one_card_each_occurs() -> None:
    """All deals of the cards that matter: low and high clubs, spades around the queen, some hearts and diamonds."""
    game = card_game("hearts", players=3, cards=1)
    cards = ["2C", "3C", "4C", "JS", "QS", "KS", "AS", "2H", "3H", "4H", "3D", "4D", "5D"]
    seen = set()
    for first in cards:
        for second in cards:
            for third in cards:
                if len({first, second, third}) == 3:
                    seen |= set(ends(state_of_deal(game, [[first], [second], [third]])))
    assert set(game.outcomes()) == seen


def test_outcomes_of_the_whole_pack() -> None:
    """26 points, of which somebody has the queen's 13: four times the ways to share 13 hearts, less pairs."""
    assert len(card_game("hearts").outcomes()) == 4 * 560 - 6
    assert (0, 26, 26, 26) in card_game("hearts", moon=True).outcomes()
    assert (26, 0, 0, 0) not in card_game("hearts", moon=True).outcomes()
    assert "enumerable" not in card_game("hearts", hands=2).capabilities


def test_equivalent_cards_have_the_same_ends() -> None:
    merged = 0
    for options in ({"players": 3, "cards": 4}, {"players": 4, "cards": 3, "first_trick": "no-points"}):
        game = card_game("hearts", **options)
        for seed in range(10):
            merged += sum(check_representatives(game, state) for state, _ in random_line(game, seed))
    assert merged > 20


def test_the_queen_of_spades_stands_for_itself() -> None:
    game = card_game("hearts", players=3, cards=4)
    deal = [["2C", "JS", "QS", "KS"], ["3C", "4C", "2S", "2H"], ["5C", "6C", "AS", "3H"]]
    state = state_of_deal(game, deal).play_all("2C, 3C, 5C, 6C")
    assert state.to_move == 0
    assert game.representatives(state) == [("JS", 1), ("QS", 1), ("KS", 1)]
    check_representatives(game, state)


def test_equal_remainders_have_equal_values() -> None:
    assert check_remainders(card_game("hearts", players=3, cards=3), range(120)) > 20
    assert check_remainders(card_game("hearts", players=3, cards=3, moon=True), range(120)) > 20
    assert (
        check_remainders(card_game("hearts", players=3, cards=2, moon=True, first_trick="no-points"), range(200)) > 20
    )
    assert "remainder" not in card_game("hearts", hands=2).capabilities


def test_positions_with_equal_keys_go_on_alike() -> None:
    check_keys(card_game("hearts", players=3, cards=2, moon=True), range(150))
    check_keys(card_game("hearts", players=3, cards=3, passing="left"), range(5))


def test_a_stage_ends_with_each_trick() -> None:
    game = card_game("hearts", players=3, cards=3, passing="left")
    flags = [game.stage_end(state) for state, _ in random_line(game, 1)]
    assert flags == [True, False, False] * 4 + [True]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_features_stay_in_their_bounds_and_order_the_ends(options: dict[str, Any]) -> None:
    game = card_game("hearts", **options)
    assert set(game.features) == set(game.feature_help)
    for seed in range(4):
        check_features(game, seed)
        check_evaluation_orders_the_end(game, seed)


def test_features_when_the_moon_is_likely() -> None:
    for seed in range(300):
        check_features(card_game("hearts", players=3, cards=2, moon=True, hands=2), seed)


def test_adversarial() -> None:
    for players in (3, 4, 5):
        game = card_game("hearts", players=players, moon=True)
        assert game.adversarial
        for seed in range(20):
            check_evaluation_orders_the_end(game, seed)
    assert not card_game("hearts", cards=12).adversarial
    assert not card_game("hearts", hands=2).adversarial
    assert card_game("hearts", hands=3).adversarial
    assert not card_game("hearts", limit=100).adversarial


# What comes from outside.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 2}, "hearts: players=2 is not allowed; give a whole number from 3 to 5"),
        ({"cards": 14}, "hearts: cards=14 is not allowed; 4 players get 1 to 13 each"),
        ({"players": 3, "passing": "across"}, "hearts: passing=across needs an even number of players, not 3"),
        ({"moon": 1}, "hearts: moon=1 is not allowed; give true, false"),
    ],
)
def test_options_out_of_range(options: dict[str, Any], message: str) -> None:
    expect_error(message, lambda: card_game("hearts", **options))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deal 2D 3C 4C | 5C 6C 7C | 8C 9C TC", "deal: these hands cannot be dealt"),
        (
            "deal 2C 3C 4C | 5C 6C 7C | 8C 9C TC; moves pass 2C",
            "field 'moves', number 1: 'pass 2C' does not pass three cards, as 'pass 2C QS AS' does",
        ),
        ("deal 2C 3C 4C | 5C 6C 7C | 8C 9C TC; moves 2C", "moves: number 1 is not legal"),
        ("deal 2C 3C 4C | 5C 6C 7C | 8C 9C TC; points 1 0 0", "points, seed: no game has these before this hand"),
        (
            "deal 2C 3C 4C | 5C 6C 7C | 8C 9C TC; points -1 0 0; hand 0",
            "points: -1 is out of range",
        ),
    ],
)
def test_text_that_is_refused(text: str, message: str) -> None:
    game = card_game("hearts", players=3, cards=3, passing="left")
    expect_error(f"hearts: {message}", lambda: game.parse(text))


SOME = [*PACK[:5], "2H", "3H", "JS", "QS", "KS"]


@given(
    deal=st.lists(st.lists(st.sampled_from(SOME), min_size=2, max_size=3).map(" ".join), min_size=3, max_size=3),
    moves=st.lists(st.sampled_from([*SOME, "pass 3C 4C 5C", "pass 2H", "x"]), max_size=7),
    hand=st.integers(-1, 5),
    points=st.lists(st.integers(-2, 60) | st.just(2**40), min_size=3, max_size=3),
    seed=st.integers(-1, 2**65),
)
@settings(max_examples=300, deadline=None)
def test_damaged_fields_are_refused(**fields: Any) -> None:
    check_garbage(card_game("hearts", players=3, cards=3, hands=4, passing="rotate"), fields)


@given(
    deal=st.lists(st.integers(0, 2**64 - 1) | st.sampled_from([7, 56, 448]), min_size=3, max_size=3),
    moves=st.lists(st.integers(0, 80) | st.just(2**64 - 1) | st.integers(2**24, 2**25), max_size=6),
    hand=st.integers(-2, 6),
    points=st.lists(st.integers(-(2**31), 2**31 - 1) | st.just(0), min_size=3, max_size=3),
    seed=st.integers(0, 2**64 - 1),
)
@settings(max_examples=300, deadline=None)
def test_make_hammered(**parts: Any) -> None:
    check_make_refuses(card_game("hearts", players=3, cards=3, hands=4, passing="rotate"), parts)


# Drawing.


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_legal_move_can_be_clicked(options: dict[str, Any]) -> None:
    game = card_game("hearts", **options)
    for state, move in random_line(game, 2, most=12):
        for picture in (state.svg(), state.svg(200, seat=state.to_move, highlight=move)):
            assert all(f'data-move="{legal}"' in picture for legal in state.moves())
