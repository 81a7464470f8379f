"""Deals are uniform: every deal of a small pack equally often, and no card where it should not be in a large one."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from scipy import stats

import kibitz

THRESHOLD = 1e-3


game = cache(kibitz.game)


def deal(spec: str, seed: int) -> tuple[str, ...]:
    fields = game(spec).start(seed).to_dict()
    return tuple(str(hand) for hand in fields["deal" if "deal" in fields else "hands"])


@pytest.mark.parametrize(
    ("spec", "deals"),
    [
        ("guess-it(cards=1)", 3 * 2),  # a card for each seat, the third is the centre
        ("guess-it(cards=2)", 5 * 6),  # a centre, and two of the other four for seat 0
        ("spades(players=2, cards=1)", 52 * 51),
    ],
)
def test_every_deal_is_equally_likely(spec: str, deals: int) -> None:
    counts = Counter(deal(spec, seed) for seed in range(10 * deals))
    assert len(counts) <= deals
    never = [0] * (deals - len(counts))
    assert stats.chisquare([*counts.values(), *never]).pvalue > THRESHOLD


@pytest.mark.parametrize("spec", ["hearts", "spades(players=3, cards=7)", "spades(players=4, scoring=tricks)"])
def test_where_each_pair_of_cards_falls(spec: str) -> None:
    """Two cards at a time: for every pair, whether they come together is independent of which pair it is."""
    aces = ["AC", "AD", "AH", "AS", "2S", "3S"]
    together: Counter[tuple[str, str]] = Counter()
    games = 3000
    for seed in range(games):
        hands = deal(spec, seed)
        held = [{card for card in aces if card in hand.split()} for hand in hands]
        together.update((a, b) for hand in held for a in hand for b in hand if a < b)
    pairs = [together[a, b] for a in aces for b in aces if a < b]
    assert stats.chisquare(pairs).pvalue > THRESHOLD


def test_a_card_falls_to_every_seat_alike() -> None:
    for card in ("2C", "QS", "AH"):
        counts = Counter(
            next(s for s, hand in enumerate(deal("hearts", n)) if card in hand.split()) for n in range(4000)
        )
        assert stats.chisquare(list(counts.values())).pvalue > THRESHOLD


def test_later_hands_are_dealt_afresh_and_the_same_for_every_play() -> None:
    """The second deal depends on the seed alone: not on the moves of the first, and so not on who sits where."""
    twice = kibitz.game("spades(players=3, cards=2, hands=2, bids=[1, 1, 0])")
    for seed in range(20):
        first = second = twice.start(seed)
        for _ in range(6):
            first, second = first.play(first.moves()[0]), second.play(second.moves()[-1])
        assert first.to_dict()["deal"] == second.to_dict()["deal"]
        assert first.to_dict()["deal"] != twice.start(seed).to_dict()["deal"]
