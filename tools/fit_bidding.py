"""Fit the bidding rule to MT_MT self-play: ``.venv/bin/python tools/fit_bidding.py --cards 7 --deals 3000 --seed 1``.

Prints the row for ``RULES`` in ``games/spades/bidding.py``, how well the estimate fits on deals that were set
aside, and what the three bids sum to for several thresholds.
"""

from __future__ import annotations

import argparse
from functools import partial

import numpy as np

import kibitz
from kibitz.games.spades.bidding import FEATURES, BiddingRule, hand_features

paired = partial(zip, strict=True)
WANTED = 0.9  # of all tricks, that the bids sum to: 6.2 to 6.4 of 7


def tricks_taken(game: kibitz.Game, deal: int) -> tuple[list[int], tuple[float, ...]]:
    """Deal, let three MT_MT players with random ties play, and return the hands and the tricks."""
    search = kibitz.search("maxn(own=MT, ties=random)", seed=deal)
    state = game.start(deal)
    hands = list(state.core.hands)  # type: ignore[attr-defined]
    while not state.over:
        state = state.play(search.choose(state, seed=deal))
    return hands, state.outcome


def main() -> None:
    """Fit, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("players", 3), ("cards", 7), ("deals", 3000), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    game = kibitz.game("spades(open=true)", players=given.players, cards=given.cards, bids=[1] * given.players)
    dealt = [tricks_taken(game, given.seed * 1_000_000 + number) for number in range(given.deals)]
    aside = dealt[: given.deals // 4]
    rows = [hand_features(hand) for hands, _ in dealt[len(aside) :] for hand in hands]
    taken = [tricks for _, outcome in dealt[len(aside) :] for tricks in outcome]
    found, *_ = np.linalg.lstsq(np.array(rows), np.array(taken), rcond=None)
    weights = tuple(round(float(weight), 3) for weight in found)
    plain = BiddingRule(weights, 0.0)
    errors = [tricks - plain.estimate(hand) for hands, outcome in aside for hand, tricks in paired(hands, outcome)]
    print(f"on {len(aside)} deals set aside: root mean square error {np.sqrt(np.mean(np.square(errors))):.3f} tricks")
    for feature, weight in zip(FEATURES, weights, strict=True):
        print(f"  {feature}: {weight}")
    sums = {}
    for step in range(21):
        threshold = step / 20
        rule = BiddingRule(weights, threshold)
        bids = [[rule.bid(hand, given.cards) for hand in hands] for hands, _ in aside]
        results = [outcome for _, outcome in aside]
        made = np.mean([tricks >= bid for each, taken in paired(bids, results) for bid, tricks in paired(each, taken)])
        sums[threshold] = float(np.mean([sum(each) for each in bids]))
        print(f"threshold {threshold:.2f}: the bids sum to {sums[threshold]:.2f}, made {made:.0%}")
    best = min(sums, key=lambda threshold: abs(sums[threshold] - WANTED * given.cards))
    print(f"({given.players}, {given.cards}): BiddingRule({weights}, {best}),")


if __name__ == "__main__":
    main()
