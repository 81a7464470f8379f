"""Spades: the core against its slow twin, what views hide, what capabilities claim."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.cards import PACK
from reference.spades import PERFT, Spades
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
    starts_that_fit,
    state_of_deal,
)

import kibitz
from kibitz.games.native_game import NativeState
from kibitz.random import Random

OPTIONS: list[dict[str, Any]] = [
    {},
    {"players": 2, "cards": 5, "lowest_bid": 0},
    {"players": 4},
    {"players": 4, "scoring": "tricks", "open": True},
    {"players": 3, "cards": 4, "bids": [2, 0, 4], "lead": "any"},
    {"players": 3, "cards": 3, "hands": 7, "bag_limit": 2, "bag_penalty": 15},
    {"players": 2, "cards": 26, "limit": 200, "hands": 2},
    {"players": 3, "cards": 2, "limit": 30, "hands": 9, "bag_limit": 0},
    {"players": 2, "cards": 1, "hands": 1000, "bag_limit": 1, "lowest_bid": 0},
    {"players": 3, "scoring": "tricks", "limit": 100},
]
SHORT = [options for options in OPTIONS if options.get("hands") != 1000]


@pytest.fixture(autouse=True)
def _forget_ends() -> Iterator[None]:
    yield
    ends.cache_clear()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_games_against_the_twin(options: dict[str, Any]) -> None:
    for seed in range(3 if options.get("hands") == 1000 else 12):
        if options.get("hands") == 1000:
            options = options | {"hands": 30}
        check_against_twin(card_game("spades", **options), Spades(**options), seed)


@pytest.mark.parametrize("name", PERFT)
def test_perft_gives_the_known_counts(name: str) -> None:
    check_perft("spades", PERFT[name])


def test_state_is_small() -> None:
    assert card_game("spades").core.state_bytes <= 128


@pytest.mark.parametrize("options", SHORT, ids=str)
def test_states_are_read_back_from_text_and_json(options: dict[str, Any]) -> None:
    game = card_game("spades", **options)
    assert kibitz.game(str(game)) == game
    check_round_trips(game, 5)


def test_specification_leaves_out_what_follows_from_the_rest() -> None:
    assert str(card_game("spades(players=4, cards=13, hands=1, bids=play)")) == "spades(players=4)"
    assert str(card_game("spades", limit=300, hands=1)) == "spades(hands=1, limit=300)"
    assert str(card_game("spades", bids=[1, 2, 3])) == "spades(bids=[1, 2, 3])"


def test_hands_are_dealt_from_seed_and_number() -> None:
    game = card_game("spades", cards=2, hands=3, scoring="tricks")
    by_hand = [{state.core.hand: deal_of(state) for state, _ in random_line(game, seed)} for seed in (4, 4, 5)]
    other = game.start(4)
    while other.core.hand < 1:
        other = other.play(other.moves()[-1])
    assert deal_of(other) == by_hand[0][1]
    assert by_hand[0] == by_hand[1] != by_hand[2]
    assert len({deal_text(deal) for deal in by_hand[0].values()}) == 3


def test_deals_are_uniform() -> None:
    check_deals_uniform(card_game("spades"), list(PACK), 3000)


# What is hidden.


@pytest.mark.parametrize("options", [o for o in SHORT if not o.get("open")], ids=str)
def test_sampled_deals_give_the_view_back(options: dict[str, Any]) -> None:
    assert check_samples_give_the_view_back(card_game("spades", **options), 3) > 0 or options["players"] == 2


@pytest.mark.parametrize(
    ("options", "left", "draws"),
    [
        ({"players": 4}, 2, 40),
        ({"players": 4, "lead": "any", "scoring": "tricks"}, 3, 12),
        ({"players": 3, "cards": 17}, 3, 40),
        ({"players": 3, "cards": 16, "bids": [5, 5, 5]}, 2, 30),
        ({"players": 2, "cards": 23}, 3, 30),
    ],
)
def test_sampler_is_uniform_late_in_a_hand(options: dict[str, Any], left: int, draws: int) -> None:
    game, twin = card_game("spades", **options), Spades(**options)
    sizes = set()
    for seed in range(4):
        state = next(s for s, _ in random_line(game, seed) if min(h.bit_count() for h in s.core.hands) < left)
        seat = seed % game.players
        view = state.view(seat)
        expected = starts_that_fit(game, view, list(PACK), partial(_agrees, twin, _events(state)))
        sizes.add(len(expected))
        check_uniform(view, expected, draws)
    assert max(sizes) > 1


@pytest.mark.parametrize("plays", range(5))
def test_sampler_is_uniform_with_most_cards_undealt(plays: int) -> None:
    game, twin = card_game("spades", players=2, cards=2), Spades(players=2, cards=2)
    state = random_line(game, 40 + plays, most=2 + plays)[-1][0]
    for seat in (0, 1):
        own = deal_of(state)[seat]
        expected = {
            deal_text([list(h) for h in deal.hands]) for deal in twin.consistent_deals(seat, own, _events(state))
        }
        check_uniform(state.view(seat), expected, 10)


def _events(state: NativeState) -> list[tuple[int, str]]:
    game = state.game
    bids = [move for move in game.to_fields(state)["moves"] if move.startswith("bid")]
    made = [((state.core.hand + turn) % game.players, move) for turn, move in enumerate(bids)]
    return made + [(seat, PACK[card]) for seat, card in state.core.plays]


def _agrees(twin: Spades, events: list[tuple[int, str]], deal: list[list[str]]) -> bool:
    return twin.agrees(twin.new_hand(0, tuple(map(tuple, deal))), events)


def test_a_lead_of_spades_before_they_are_broken_shows_a_hand_of_spades() -> None:
    game = card_game("spades", cards=2, bids=[1, 1, 1])
    state = state_of_deal(game, [["2S", "3S"], ["2C", "3C"], ["2D", "3D"]], moves=["2S"])
    for number in range(200):
        assert game.sample_deal(state.view(1), Random(number)).core.hands[0] >> 39


def test_bids_and_cards_are_public() -> None:
    state = card_game("spades").start(1)
    assert state.event("bid 2", 1).public
    assert state.event("bid 2", 1).move == "bid 2"


def test_a_view_knows_its_own_moves_only() -> None:
    state = card_game("spades").start(1)
    with pytest.raises(ValueError, match="own seat only"):
        state.view(1).moves()
    assert state.view(1).to_dict()["seed"] is None


def test_seed_of_later_hands_is_hidden() -> None:
    game = card_game("spades", cards=1, hands=3, scoring="tricks")
    state = game.start(77)
    assert state.core.seed == 77
    assert state.view(0).core.seed == 0
    assert len({game.sample_deal(state.view(0), Random(n)).core.seed for n in range(20)}) == 20
    last = random_line(game, 77)[-1][0]
    assert last.core.seed == 0


# Capabilities.


def test_every_split_of_tricks_is_an_outcome_and_occurs() -> None:
    game = card_game("spades", players=3, cards=2, scoring="tricks")
    seen = {random_line(game, seed)[-1][0].outcome for seed in range(300)}
    assert set(game.outcomes()) == seen
    assert len(card_game("spades", players=4).outcomes()) == 560
    assert "enumerable" not in card_game("spades", hands=2).capabilities


def test_equivalent_cards_have_the_same_ends() -> None:
    merged = 0
    for options in ({"players": 3, "cards": 4, "bids": [1, 1, 1]}, {"players": 2, "cards": 4, "scoring": "tricks"}):
        game = card_game("spades", **options)
        for seed in range(10):
            merged += sum(check_representatives(game, state) for state, _ in random_line(game, seed))
    assert merged > 50


def test_cards_on_the_table_separate() -> None:
    game = card_game("spades", players=2, cards=3, scoring="tricks")
    state = state_of_deal(game, [["5C", "2D", "3D"], ["4C", "6C", "9C"]])
    assert game.representatives(state) == [("5C", 1), ("2D", 2)]
    assert game.representatives(state.play("5C")) == [("4C", 1), ("6C", 2)]


def test_equal_remainders_have_equal_values() -> None:
    game = card_game("spades", players=2, cards=4, scoring="tricks")
    assert check_remainders(game, range(120)) > 50
    check_remainders(card_game("spades", players=3, cards=2, lowest_bid=2), range(60))
    assert "remainder" not in card_game("spades", hands=2).capabilities
    with pytest.raises(ValueError, match="end of a stage"):
        _ = game.start(0).play(game.start(0).moves()[0]).core.remainder


def test_positions_with_equal_keys_go_on_alike() -> None:
    check_keys(card_game("spades", players=2, cards=3, scoring="tricks"), range(150))
    check_keys(card_game("spades", players=2, cards=2, hands=2), range(20))
    game = card_game("spades", players=2, cards=3, scoring="tricks")
    start = state_of_deal(game, [["AC", "AD", "3H"], ["2C", "2D", "4H"]])
    one, other = start.play_all("AC, 2C, AD, 2D"), start.play_all("AD, 2D, AC, 2C")
    assert one != other
    assert one.key == other.key


def test_a_stage_ends_with_each_trick() -> None:
    game = card_game("spades", cards=2)
    flags = [game.stage_end(state) for state, _ in random_line(game, 1)]
    assert flags == [True, False, False, True, False, False, True, False, False, True]


@pytest.mark.parametrize("options", SHORT, ids=str)
def test_features_stay_in_their_bounds_and_order_the_ends(options: dict[str, Any]) -> None:
    game = card_game("spades", **options)
    assert set(game.features) <= set(game.feature_help)
    for seed in range(4):
        check_features(game, seed)
        check_evaluation_orders_the_end(game, seed)


def test_adversarial() -> None:
    assert card_game("spades", scoring="tricks").adversarial
    assert not card_game("spades", scoring="tricks", cards=6).adversarial
    assert not card_game("spades").adversarial
    for seed in range(200):
        check_evaluation_orders_the_end(card_game("spades", scoring="tricks", cards=4), seed)


# What comes from outside.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 5}, "spades: players=5 is not allowed; give a whole number from 2 to 4"),
        ({"players": 4, "cards": 14}, "spades: cards=14 is not allowed; 4 players get 1 to 13 each"),
        ({"bids": "none"}, "spades: scoring=bids needs bids=play or a list with the bid of each seat"),
        ({"bids": [1, 2]}, "spades: bids=[1, 2] has 2 bids for 3 players"),
        ({"bids": [1, 2, 8]}, "spades: bids=[1, 2, 8]: a bid is from 0 to 7, the number of cards in a hand"),
        (
            {"scoring": "tricks", "bids": "play"},
            "spades: scoring=tricks needs bids=none, because bids do not count",
        ),
        ({"cards": 3, "lowest_bid": 4}, "spades: lowest_bid=4 is more than the 3 cards each"),
        ({"lead": "brokn"}, "spades: lead=brokn is not allowed; give broken, any; did you mean 'broken'?"),
        ({"hands": 0}, "spades: hands=0 is not allowed; give a whole number from 1 to 1000"),
    ],
)
def test_options_out_of_range(options: dict[str, Any], message: str) -> None:
    expect_error(message, lambda: card_game("spades", **options))


GOOD = {
    "deal": ["4C KC", "9C AS", "2D 2S"],
    "moves": ["KC", "9C"],
    "hand": 0,
    "points": [0, 0, 0],
    "bags": [0, 0, 0],
    "seed": 0,
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"deal": "4C"}, "field 'deal': expected a list with the text of each hand, such as ['2C QS', '3C KS']"),
        ({"deal": ["4C KC", "9C AS"]}, "field 'deal': 3 hands are needed, not 2"),
        ({"deal": ["4C KC", "9C", "2D 2S"]}, "field 'deal', seat 1: 2 cards are needed, not 1"),
        ({"deal": ["4C KC", "9C KC", "2D 2S"]}, "field 'deal': seat 0 and seat 1 both have KC"),
        ({"deal": ["4C 4C", "9C KC", "2D 2S"]}, "field 'deal', seat 0: 4C is given twice"),
        (
            {"deal": ["4C 1C", "9C KC", "2D 2S"]},
            "field 'deal', seat 0: '1C' is not a card; cards are rank then suit, such as 2C, TD, QS",
        ),
        ({"moves": 3}, "field 'moves': expected a list of moves, such as ['QS', '2S']"),
        ({"moves": ["KC", "bid x"]}, "field 'moves', number 2: 'bid x' is not a bid such as 'bid 3'"),
        ({"moves": ["KC", "AS"]}, "moves: number 2 is not legal"),
        ({"hand": 1}, "field 'hand': expected a whole number from 0 to 0, not 1"),
        ({"points": [0, 10, 0]}, "points, bags, seed: no game has these before this hand"),
        ({"points": [0, 10]}, "field 'points': expected a list with one number for each of 3 seats"),
        ({"bags": [0, 0, True]}, "field 'bags': expected a whole number from -2147483648 to 2147483647, not True"),
        ({"seed": 5}, "points, bags, seed: no game has these before this hand"),
    ],
)
def test_states_that_are_refused(change: dict[str, Any], message: str) -> None:
    game = card_game("spades", cards=2, bids=[1, 1, 1])
    game.from_json(GOOD)
    expect_error(f"spades: {message}", lambda: game.from_json(GOOD | change))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "spades: '' is not a part of a state; the parts are deal, moves, hand, points, bags, seed"),
        ("deal 4C | 5C; deal 4C | 5C", "spades: 'deal' is given twice"),
        ("deal 4C | 5C; seed x", "spades: field 'seed': 'x' is not a whole number"),
        ("deal 4C | 5C; hand 1 2", "spades: field 'hand': expected one number"),
        ("moves 4C", "spades: field 'deal' is missing"),
        (
            "deal ? | 5C",
            "spades: field 'deal', seat 0: '?' is not a card; cards are rank then suit, such as 2C, TD, QS",
        ),
    ],
)
def test_text_that_is_refused(text: str, message: str) -> None:
    expect_error(message, lambda: card_game("spades", players=2, cards=1).parse(text))


@pytest.mark.parametrize(
    ("played", "message"),
    [
        ("4C, 5C", "spades: moves: this hand is over and the next one has been dealt"),
        ("4C, 5C, 6C", "spades: moves: number 3 belongs to the next hand"),
    ],
)
def test_a_finished_hand_belongs_to_the_next(played: str, message: str) -> None:
    game = card_game("spades", players=2, cards=1, scoring="tricks", hands=2)
    expect_error(message, lambda: game.parse(f"deal 4C | 5C; moves {played}"))


numbers = st.lists(st.integers(-50, 400) | st.just(2**40), min_size=2, max_size=4)
moves = st.lists(st.sampled_from([*PACK[:6], *PACK[-6:], "bid 1", "bid 0", "bid 2", "x"]), max_size=7)


@given(
    deal=st.lists(st.lists(st.sampled_from([*PACK[:6], *PACK[-6:]]), max_size=3).map(" ".join), min_size=2, max_size=3),
    moves=moves,
    hand=st.integers(-1, 5) | st.none(),
    points=numbers,
    bags=numbers,
    seed=st.integers(-1, 2**65),
)
@settings(max_examples=300, deadline=None)
def test_damaged_fields_are_refused(**fields: Any) -> None:
    check_garbage(card_game("spades", players=2, cards=2, hands=4), fields)


@given(
    deal=st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 15), max_size=3),
    moves=st.lists(st.integers(0, 80) | st.just(2**64 - 1), max_size=6),
    hand=st.integers(-2, 6),
    points=st.lists(st.integers(-(2**31), 2**31 - 1) | st.just(0), min_size=2, max_size=2),
    bags=st.lists(st.integers(-300, 300) | st.just(0), min_size=2, max_size=2),
    seed=st.integers(0, 2**64 - 1),
)
@settings(max_examples=300, deadline=None)
def test_make_hammered(**parts: Any) -> None:
    check_make_refuses(card_game("spades", players=2, cards=2, hands=4), parts)


# Drawing.


@pytest.mark.parametrize("options", SHORT, ids=str)
def test_every_legal_move_can_be_clicked(options: dict[str, Any]) -> None:
    game = card_game("spades", **options)
    for state, move in random_line(game, 2, most=12):
        for picture in (state.svg(), state.svg(200, seat=state.to_move, highlight=move)):
            assert all(f'data-move="{legal}"' in picture for legal in state.moves())
    if game.hidden:
        state = game.start(1)
        other = 1 - min(1, state.to_move)
        assert "data-move" not in state.svg(seat=other)


def test_bids_that_only_fit_more_cards_than_usual_are_written_with_the_cards() -> None:
    game = kibitz.game("spades(players=2, cards=26, bids=[13, 13])")
    assert kibitz.game(str(game)) == game
