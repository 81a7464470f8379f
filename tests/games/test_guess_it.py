"""Guess It against its slow twin, and what a seat can know against brute force."""

import json
import pickle
import re
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.guess_it import PERFT
from reference.guess_it import GuessIt as Twin
from reference.guess_it import Position as TwinPosition
from scipy.stats import chisquare

import kibitz
from kibitz.games.guess_it.rules import GuessIt
from kibitz.games.native_game import NativeState

SIZES = range(1, 9)


def twin_of(state: NativeState) -> TwinPosition:
    twin = Twin(cards=state.game.options["cards"])
    first, second = state.core.hands
    return twin.start((first, second))


def random_game(cards: int, seed: int) -> list[NativeState]:
    """Every state of a game in which names are rare, so that most of it is asks."""
    random = kibitz.Random(seed, "guess-it", cards)
    states = [GuessIt(cards=cards).start(random.next())]
    while not states[-1].over:
        moves = states[-1].moves()
        asks = [move for move in moves if move.startswith("ask")]
        states.append(states[-1].play(random.choice(asks if asks and random.below(10) else moves)))
    return states


@pytest.mark.parametrize("case", PERFT.values(), ids=PERFT.keys())
def test_perft_gives_the_known_counts(case: Any) -> None:
    game = GuessIt(**case.options)
    start = game.from_json(
        {"hands": list(case.deal), "centre": Twin(**case.options).start(case.deal).centre, "history": []}
    )
    for depth, count in enumerate(case.counts, 1):
        assert kibitz.perft(start, depth).leaves == count
        assert kibitz.perft(start, depth, play_last=True).leaves == count
    if len(case.counts) > 4:
        assert kibitz.perft(start, len(case.counts)).leaves > kibitz.perft(start, len(case.counts) + 1).leaves == 0


@pytest.mark.parametrize("cards", SIZES)
def test_plays_like_the_slow_twin(cards: int) -> None:
    twin = Twin(cards=cards)
    for seed in range(30):
        states = random_game(cards, seed)
        position = twin_of(states[0])
        for state in states:
            game = state.game
            assert isinstance(game, GuessIt)
            position = position._replace(history=tuple(game.history(state)))
            table = twin.table(position)
            assert state.moves() == twin.moves(position)
            assert state.over == twin.over(position)
            assert state.to_move == twin.to_move(position)
            assert state.scores == twin.scores(position) == state.outcome
            assert tuple(state.core.face_up) == table.face_up
            assert (state.core.pending or None) == table.pending
            assert game.centre(state) == position.centre


@pytest.mark.parametrize("cards", SIZES)
def test_deals_are_fair(cards: int) -> None:
    game = GuessIt(cards=cards)
    centres = Counter(game.centre(game.start(seed)) for seed in range(300))
    assert set(centres) == set(range(1, 2 * cards + 2))
    assert chisquare(list(centres.values())).pvalue > 0.001


# What a seat can know


@pytest.mark.parametrize("cards", range(1, 6))
def test_sampled_deals_are_those_that_agree(cards: int) -> None:
    twin = Twin(cards=cards)
    for seed in range(12):
        for state in random_game(cards, seed):
            game = state.game
            assert isinstance(game, GuessIt)
            position = twin_of(state)._replace(history=tuple(game.history(state)))
            for seat in (0, 1):
                view = state.view(seat)
                agreeing = {
                    deal.undealt[0] for deal in twin.consistent_deals(seat, position.hands[seat], twin.events(position))
                }
                assert set(game.candidates(view, seat)) == set(game.candidates(state, seat)) == agreeing
                random = kibitz.Random(seed, "sample", seat)
                for _ in range(3):
                    start = view.sample_deal(random)
                    assert game.centre(start) in agreeing
                    assert start.play_all(game.history(view)).view(seat) == view


@pytest.mark.parametrize(
    "text", ["1 4 6 / 2 5 7", "1 4 6 / 2 5 7 / ask 2", "1 4 6 / 2 5 7 / ask 2, ask 7", "1 4 6 / 2 5 7 / ask 4"]
)
def test_sampled_deals_are_uniform(text: str) -> None:
    game = GuessIt(cards=3)
    state = game.parse(text)
    for seat in (0, 1):
        view = state.view(seat)
        random = kibitz.Random(7, "uniform", seat)
        counts = Counter(str(view.sample_deal(random)) for _ in range(1500))
        assert len(counts) == len(game.candidates(view, seat))
        assert chisquare(list(counts.values())).pvalue > 0.001


def test_known_cases_of_knowing() -> None:
    game = GuessIt(cards=2)
    state = game.parse("1 2 / 3 4 / ask 5")
    assert game.candidates(state, 0) == [5], "the asker knows when an ask for a card it does not hold misses"
    assert game.candidates(state, 1) == [1, 2, 5], "the other cannot tell it from a bluff"
    assert game.candidates(state.play("ask 3"), 1) == [5], "a bluff would have been turned up by now"
    assert game.candidates(game.parse("1 2 / 3 4 / ask 1, ask 3"), 0) == [3, 4, 5], "a bluff of the other"
    assert game.candidates(state.play("name 1"), 1) == [2, 5], "a wrong name excludes one card"
    assert game.candidates(state.play("name 5"), 1) == [5]


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_views_are_equal_exactly_when_the_seat_cannot_tell_the_deals_apart(cards: int) -> None:
    game, twin = GuessIt(cards=cards), Twin(cards=cards)
    pack = set(twin.pack)
    for seed in range(15):
        for state in random_game(cards, seed):
            position = twin_of(state)._replace(history=tuple(game.history(state)))
            for seat in (0, 1):
                view, own = state.view(seat), position.hands[seat]
                for other in combinations(sorted(pack - set(own)), cards):
                    deal = (own, other) if seat == 0 else (other, own)
                    same = twin.agrees(twin.start(deal), twin.events(position))
                    try:
                        twice = game.parse(
                            " / ".join([*(" ".join(map(str, hand)) for hand in deal), ", ".join(position.history)])
                        )
                    except kibitz.NotationError:
                        assert not same
                        continue
                    assert (twice.view(seat) == view) == same
                    if same:
                        assert hash(twice.view(seat)) == hash(view)
                        assert twice.view(seat).to_json() == view.to_json()
                        assert twice.view(seat).svg() == view.svg()
                        assert twice.board(seat) == view.board() == state.board(seat)
                        assert twice.svg(seat=seat) == view.svg() == state.svg(seat=seat)


def test_a_view_gives_moves_to_its_own_seat_only() -> None:
    state = GuessIt(cards=2).start(4)
    assert state.view(0).moves() == state.moves()
    with pytest.raises(ValueError, match="own seat"):
        state.view(1).moves()
    with pytest.raises(ValueError, match="own seat"):
        state.view(1).core.candidates(0)
    assert "data-move" not in state.view(1).svg()
    assert state.event("ask 1", 1) == kibitz.Event(0, "ask 1", public=True)


# Notation


@pytest.mark.parametrize("cards", SIZES)
def test_round_trips(cards: int) -> None:
    for state in random_game(cards, 99):
        again = state.game.parse(str(state))
        assert again == state == state.game.from_json(state.to_json()) == pickle.loads(pickle.dumps(state))
        assert hash(again) == hash(state)
        assert again.key == state.key


def test_the_key_forgets_the_order_of_asks_that_are_done() -> None:
    game = GuessIt(cards=3)
    one = game.parse("1 4 6 / 2 5 7 / ask 2, ask 1, ask 5, ask 4")
    two = game.parse("1 4 6 / 2 5 7 / ask 5, ask 4, ask 2, ask 1")
    assert one != two
    assert one.key == two.key
    assert one.key != game.parse("1 4 6 / 2 5 7 / ask 2, ask 4, ask 7, ask 1").key


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1 4", "two hands and the moves"),
        ("1 x / 2 5", "the first hand '1 x'"),
        ("1 4 / 2", "each hand has 2 different cards"),
        ("1 1 / 2 5", "each hand has 2 different cards"),
        ("1 4 / 2 4", "a card is in both"),
        ("1 4 / 2 6", "6 is not a card from 1 to 5"),
        ("1 4 / 2 5 / pass", "'pass' is not a move"),
        ("1 4 / 2 5 / ask 2, ask 2", "move 2 is not legal"),
        ("1 4 / 2 5 / ask 2, name 1, ask 3", "move 3 is not legal"),
        ("1 4 / 2 5 / ask 99", "'ask 99' is not a move"),
    ],
)
def test_errors_in_text(text: str, complaint: str) -> None:
    with pytest.raises(kibitz.NotationError, match=re.escape(complaint)):
        GuessIt(cards=2).parse(text)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"hands": 3}, "field 'hands'"),
        ({"hands": [[1, 4], [2, None]]}, "field 'hands'"),
        ({"hands": [[1, True], [2, 5]]}, "field 'hands'"),
        ({"history": "ask 2"}, "field 'history'"),
        ({"history": [2]}, "field 'history'"),
        ({"centre": 4}, "field 'centre': the card in neither hand is 3, not 4"),
        ({"extra": 1}, "unknown field 'extra'"),
    ],
)
def test_errors_in_json(change: dict[str, Any], complaint: str) -> None:
    fields = {"hands": [[1, 4], [2, 5]], "centre": 3, "history": ["ask 2"], **change}
    with pytest.raises(kibitz.NotationError, match=re.escape(complaint)):
        GuessIt(cards=2).from_json(json.dumps(fields))


def test_errors_in_options_and_moves() -> None:
    with pytest.raises(kibitz.SpecError, match="cards=9 is not allowed; give a whole number from 1 to 8"):
        kibitz.game("guess-it(cards=9)")
    with pytest.raises(kibitz.IllegalMove, match=r"'name 1' is not legal here\. Legal: ask 1"):
        GuessIt(cards=2).parse("1 4 / 2 5").play("name 1")
    assert GuessIt(cards=2).parse("1 4 / 2 5").play(" ASK 2 ") == GuessIt(cards=2).parse("1 4 / 2 5 / ask 2")


cards_from_anywhere = st.lists(st.integers(-1, 6) | st.integers(), max_size=4)


@settings(max_examples=400, deadline=None)
@given(cards_from_anywhere, cards_from_anywhere, st.lists(st.integers(-1, 70) | st.integers(0, 2**64), max_size=7))
def test_whatever_the_core_takes_can_be_played_out(first: list[int], second: list[int], history: list[int]) -> None:
    game = GuessIt(cards=2)
    try:
        core = game.core.make(first, second, history)
    except (ValueError, TypeError, OverflowError):
        return
    assert core.perft(7)[1] >= 1
    assert game.parse(str(NativeState(game, core))).core == core


# Evaluation


@pytest.mark.parametrize("cards", SIZES)
def test_features_stay_within_what_was_promised(cards: int) -> None:
    for seed in range(20):
        states = random_game(cards, seed)
        game, end = states[0].game, states[-1]
        assert isinstance(game, GuessIt)
        assert game.capabilities == {"dealt", "evaluated", "enumerable", "hidden", "numbered", "observed"}
        assert end.outcome in game.outcomes()
        for seat in (0, 1):
            final = end.features(seat)
            assert (end.evaluate(seat) > end.evaluate(1 - seat)) == (seat in end.winners)
            for state in states:
                reachable, values = game.reachable(state, seat), state.features(seat)
                assert values == {name: -value for name, value in state.features(1 - seat).items()}
                for name, (low, high) in game.bounds.items():
                    assert low <= reachable[name][0] <= final[name] <= reachable[name][1] <= high
                    assert low <= values[name] <= high
    assert game.adversarial


# Drawing


@pytest.mark.parametrize("cards", SIZES)
def test_every_legal_move_can_be_clicked_once(cards: int) -> None:
    for state in random_game(cards, 5):
        for seat in (None, state.to_move):
            assert sorted(re.findall('data-move="([^"]*)"', state.svg(seat=seat))) == sorted(state.moves())
        if not state.over:
            assert "data-move" not in state.svg(seat=1 - state.to_move)


def test_highlights_that_say_nothing_are_left_out() -> None:
    state = GuessIt(cards=2).start(1)
    assert state.svg(highlight=["pass", "ask", "a b 3", "ask x"]) == state.svg()
    assert state.svg(highlight="ask 1") != state.svg()


def test_the_board_shows_what_a_seat_knows() -> None:
    state = GuessIt(cards=6).parse("1 3 4 8 10 12 / 2 5 6 9 11 13 / ask 11, ask 6, ask 1, name 1")
    assert state.board(1).splitlines() == [
        "seat 0   ?   ?   ?   ?   ?   ?    won",
        "centre   ?                        1 was named by seat 1",
        "seat 1   2   5  [6]  9 [11] 13    lost",
    ]


@pytest.mark.parametrize("cards", [1, 3, 6])
def test_what_a_move_does_by_what_its_mover_knows(cards: int) -> None:
    """By the definition, from the list of cards that may be the centre: every move is one of six kinds."""
    seen: Counter[str] = Counter()
    for seed in range(20):
        for state in random_game(cards, seed)[:-1]:
            game: Any = state.game
            seat = state.to_move
            possible, own = game.candidates(state, seat), game.hands(state)[seat]
            for move in state.moves():
                word, card = move.split()
                if word == "ask":
                    kind = "bluff" if int(card) in own else "ask"
                elif possible == [int(card)]:
                    kind = "sure"
                elif int(card) == state.core.pending and int(card) in possible:
                    kind = "call"
                else:
                    kind = "doubt" if set(possible) == {state.core.pending, int(card)} else "guess"
                expected = {name: float(name == kind) for name in ("bluff", "call", "guess", "sure", "doubt")}
                assert game.move_features(state, move) == expected
                seen[kind] += 1
    assert set(seen) == {"ask", "bluff", "call", "guess", "sure", "doubt"}
