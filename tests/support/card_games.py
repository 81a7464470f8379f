"""Checks that spades and hearts share; each takes the game and, where needed, its slow twin."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from reference.cards import PACK
from reference.cards import Perft as ReferencePerft
from scipy.stats import chisquare

import kibitz
from kibitz.errors import KibitzError
from kibitz.games.cards.game import CardGame
from kibitz.games.cards.notation import cards_in, hand_text
from kibitz.games.native_game import NativeState
from kibitz.games.view import View
from kibitz.random import Random

LEAST_LIKELY = 1e-4


def card_game(spec: str, **options: Any) -> CardGame:
    game = kibitz.game(spec, **options)
    assert isinstance(game, CardGame)
    return game


def deal_of(state: NativeState) -> list[list[str]]:
    return [hand_text(hand).split() for hand in state.core.deal]


def random_line(game: CardGame, seed: int, most: int = 10_000) -> list[tuple[NativeState, str]]:
    """States of a random game, each with the move made there; the last with an empty one."""
    random = Random(seed, "line")
    state = game.start(seed)
    line: list[tuple[NativeState, str]] = []
    while not state.over and len(line) < most:
        move = random.choice(state.moves())
        line.append((state, move))
        state = state.play(move)
    return [*line, (state, "")]


def check_against_twin(game: CardGame, twin: Any, seed: int) -> None:
    """One random game: move lists, turn, scores and outcome agree throughout."""
    line = random_line(game, seed)
    deals = {state.core.hand: deal_of(state) for state, _ in line}
    position = twin.start([deals[hand] for hand in sorted(deals)])
    for state, move in line:
        assert state.moves() == twin.moves(position)
        assert state.over == twin.over(position)
        assert state.scores == twin.scores(position)
        assert state.outcome == twin.outcome(position)
        if move:
            assert state.to_move == twin.to_move(position)
            position = twin.play(position, move)


def state_of_deal(game: CardGame, deal: list[list[str]], **fields: Any) -> NativeState:
    zeros = [0] * game.players
    given = {"deal": [" ".join(hand) for hand in deal], "moves": [], "hand": 0, "seed": 0}
    given |= dict.fromkeys(game.numbers, zeros)
    return game.from_json(given | fields)  # type: ignore[return-value]


def check_perft(name: str, expected: ReferencePerft) -> None:
    """The pinned counts; of a game over several hands those of the first hand, as later deals come from a seed."""
    game = card_game(name, **expected.options)
    several = not isinstance(expected.deal[0][0], str)
    deal: Any = expected.deal[0] if several else expected.deal
    state = state_of_deal(game, deal)
    first_hand = sum(1 for _ in _moves_of_hand(state))
    for depth, count in enumerate(expected.counts, start=1):
        if several and depth > first_hand:
            break
        assert state.core.perft(depth, True)[0] == count
        assert state.core.perft(depth, False)[0] == count


def _moves_of_hand(state: NativeState) -> Iterator[str]:
    hand = state.core.hand
    while not state.over and state.core.hand == hand:
        yield state.moves()[0]
        state = state.play(state.moves()[0])


def check_round_trips(game: CardGame, seed: int) -> None:
    for state, _ in random_line(game, seed, most=150):
        assert game.parse(str(state)) == state
        assert game.from_json(state.to_json()) == state
        assert game.parse(str(state)).key == state.key


# What is hidden.


def positions_with_views(game: CardGame, seed: int) -> Iterator[tuple[NativeState, View]]:
    for state, _ in random_line(game, seed):
        for seat in range(game.players):
            view = state.view(seat)
            assert isinstance(view, View)
            yield state, view


def replay(game: CardGame, start: NativeState, view: View, random: Random) -> NativeState:
    """From a sampled start to where the view was taken; moves made in secret are made up."""
    for move in game.history(view):
        start = start.play(random.choice(start.moves()) if move is None else move)
    return start


def check_samples_give_the_view_back(game: CardGame, seed: int) -> int:
    """Also that views leak nothing: the sampled states differ in what is hidden and have the same view."""
    different = 0
    random = Random(seed, "replay")
    for number, (state, view) in enumerate(positions_with_views(game, seed)):
        sampled = replay(game, view.sample_deal(Random(seed, "sample", number)), view, random)
        assert sampled.view(view.seat) == view
        assert hash(sampled.view(view.seat)) == hash(view)
        assert str(sampled.view(view.seat)) == str(view)
        assert sampled.view(view.seat).to_json() == view.to_json()
        assert sampled.view(view.seat).svg() == view.svg()
        assert sampled.view(view.seat).board() == view.board()
        assert game.parse(str(sampled)) == sampled
        if view.to_move == view.seat and not view.over:
            assert view.moves() == state.moves()
        different += sampled != state
    return different


def starts_that_fit(game: CardGame, view: View, pack: list[str], agrees: Callable[[list[list[str]]], bool]) -> set[str]:
    """By trying them all: the deals of this hand that the twin agrees with, each as text."""
    plays = view.core.plays
    sizes = [game.cards] * game.players
    held: list[list[str]] = [[] for _ in range(game.players)]
    for seat, card in plays:
        sizes[seat] -= 1
        held[seat].append(hand_text(1 << card))
    own = hand_text(view.core.hands[view.seat]).split()
    held[view.seat] += own
    sizes[view.seat] = 0
    gone = {hand_text(1 << card) for _, card in plays} | set(own)
    fitting = set()

    def place(seat: int, left: list[str], hands: list[list[str]]) -> None:
        if seat == game.players:
            if agrees(hands):
                fitting.add(deal_text(hands))
            return
        for chosen in combinations(left, sizes[seat]):
            place(seat + 1, [card for card in left if card not in chosen], [*hands, [*held[seat], *chosen]])

    place(0, [card for card in pack if card not in gone], [])
    return fitting


def deal_text(hands: list[list[str]]) -> str:
    return " | ".join(" ".join(sorted(hand, key=PACK.index)) for hand in hands)


def check_uniform(view: View, expected: set[str], draws: int) -> None:
    """What sample_deal gives are exactly the deals expected, equally often."""
    seen: Counter[str] = Counter()
    for number in range(draws * len(expected)):
        start = view.core.sample_deal(number)
        seen[" | ".join(hand_text(hand) for hand in start.hands)] += 1
    assert set(seen) <= expected
    assert draws < 20 or set(seen) == expected
    if len(expected) > 1:
        assert chisquare([seen[deal] for deal in sorted(expected)]).pvalue > LEAST_LIKELY


# Capabilities.


@cache
def ends(state: NativeState) -> Counter[tuple[float, ...]]:
    """How many lines of play from here end in each outcome."""
    if state.over:
        return Counter([state.outcome])
    total: Counter[tuple[float, ...]] = Counter()
    for move in state.moves():
        total += ends(state.play(move))
    return total


def check_representatives(game: CardGame, state: NativeState) -> int:
    """Counting each class as often as it says gives all ends. Returns how many moves were merged."""
    if state.over:
        return 0
    moves = state.moves()
    classes = game.representatives(state)
    assert [move for move in moves if move in dict(classes)] == [move for move, _ in classes]
    assert sum(weight for _, weight in classes) == len(moves)
    total: Counter[tuple[float, ...]] = Counter()
    for move, weight in classes:
        for outcome, count in ends(state.play(move)).items():
            total[outcome] += weight * count
    assert total == ends(state)
    return len(moves) - len(classes)


def check_remainders(game: CardGame, seeds: range) -> int:
    """States with equal remainders have the same ends less what is settled. Returns how many met an equal."""
    known: dict[tuple[int, ...], Counter[tuple[float, ...]]] = {}
    met = 0
    for seed in seeds:
        for state, _ in random_line(game, seed):
            if not game.stage_end(state):
                continue
            settled = game.settled(state)
            rest = Counter(
                {
                    tuple(a - b for a, b in zip(outcome, settled, strict=True)): count
                    for outcome, count in ends(state).items()
                }
            )
            remainder = game.remainder(state)
            met += remainder in known
            assert known.setdefault(remainder, rest) == rest
    return met


def check_keys(game: CardGame, seeds: range) -> None:
    """States with equal keys have the same moves, scores and ends."""
    known: dict[int, tuple[Any, ...]] = {}
    for seed in seeds:
        for state, _ in random_line(game, seed):
            facts = (state.moves(), state.to_move, state.scores, ends(state))
            assert known.setdefault(state.key, facts) == facts


def check_features(game: CardGame, seed: int) -> None:
    """Features stay within bounds, and the intervals hold what each is at the end."""
    line = random_line(game, seed)
    last = line[-1][0]
    for seat in range(game.players):
        final = last.features(seat)
        for state, _ in line:
            values = state.features(seat)
            reachable = game.reachable(state, seat)
            for name, (low, high) in game.bounds.items():
                assert low <= values[name] <= high
                assert reachable[name][0] <= final[name] <= reachable[name][1], (name, str(state))
                assert low <= reachable[name][0]
                assert reachable[name][1] <= high


def check_evaluation_orders_the_end(game: CardGame, seed: int) -> None:
    """At the end the seats with the highest evaluation are those with the best score."""
    last = random_line(game, seed)[-1][0]
    values = [last.evaluate(seat) for seat in range(game.players)]
    order = sorted(range(game.players), key=lambda seat: values[seat])
    assert [last.scores[seat] for seat in order] == sorted(last.scores)
    best = max(last.scores)
    top = {seat for seat in range(game.players) if abs(values[seat] - max(values)) < 1e-9}
    assert top == {seat for seat in range(game.players) if last.scores[seat] == best}
    if game.adversarial:
        assert last.winners
        assert len(last.winners) < game.players


def check_deals_uniform(game: CardGame, pack: list[str], deals: int) -> None:
    """Every card is equally often with every seat, and undealt."""
    counts = [[0] * (game.players + 1) for _ in pack]
    index = {card: number for number, card in enumerate(pack)}
    for seed in range(deals):
        left = set(pack)
        for seat, hand in enumerate(game.core.start(seed).hands):
            for card in hand_text(hand).split():
                counts[index[card]][seat] += 1
                left.remove(card)
        for card in left:
            counts[index[card]][game.players] += 1
    rest = len(pack) - game.players * game.cards
    for seat in range(game.players):
        by_card = [row[seat] for row in counts]
        # Cards of one hand exclude each other, so the statistic is smaller than of independent draws: scale it.
        share = game.cards / len(pack)
        statistic = sum((n - deals * share) ** 2 for n in by_card) / (deals * share * (1 - share))
        assert abs(statistic - (len(pack) - 1) * len(pack) / (len(pack) - 1)) < 6 * (2 * len(pack)) ** 0.5
    assert all(sum(row) == deals for row in counts)
    assert sum(row[game.players] for row in counts) == deals * rest


# What comes from outside.


def check_garbage(game: CardGame, fields: dict[str, Any]) -> None:
    """Whatever is handed in is refused by name or is a state that can be played out."""
    try:
        state = game.from_json(fields)
    except KibitzError:
        return
    random = Random(1, "garbage")
    for _ in range(3000):
        if state.over:
            break
        state = state.play(random.choice(state.moves()))
    assert state.over or game.options["hands"] > 10


def check_make_refuses(game: CardGame, parts: dict[str, Any]) -> None:
    try:
        state = game.core.make(**parts)
    except (ValueError, TypeError):
        return
    assert len(cards_in(sum(state.hands))) == sum(hand.bit_count() for hand in state.hands)


def expect_error(message: str, call: Callable[[], object]) -> None:
    with pytest.raises(KibitzError) as caught:
        call()
    assert str(caught.value) == message
