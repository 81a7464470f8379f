"""How strong players of Spades play their cards while they want tricks: a logit over the legal cards.

``hidden-mcts(seen_as=strong)`` weighs worlds by it. The core has the same formula (core/evaluation/spades_evidence.hpp)
with numbers that ``python -m benchmarks.evidence`` fits to the moves of is-mcts and hidden-mcts. Here is the
definition, which the fit uses and with which the tests compare the core.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from kibitz import _core
from kibitz.games.cards.tricks import Table, rank, suit, table_of
from kibitz.games.game import State
from kibitz.games.view import View

KINDS = ("lead", "lead_trump", "win", "win_last", "ruff", "ruff_last", "lose", "discard", "under")
"""What a card does. ``under`` is a trump that does not win, ``last`` means that the seat plays the last card."""
TERMS = (
    "base",
    "rank",
    "rank_squared",
    "late",
    "rank_late",
    "lowest_of_suit",
    "highest_left",
    "second_highest",
    "cheapest",
    "though_it_could_win",
)
"""What counts for a card. Each kind of card has its own weights of these."""
TRUMP = "S"
HIGHEST = 12  # the rank of an ace
Fits = Mapping[str, Mapping[str, float]]
"""For every kind, the weights of the terms."""


def fits_of_core() -> dict[str, dict[str, float]]:
    """The weights in the core.

    >>> fits_of_core()["lead"]["highest_left"] > 0
    True
    """
    return {
        kind: dict(zip(TERMS, row, strict=True)) for kind, row in zip(KINDS, _core.spades_evidence(), strict=True)
    }


def kind_of(table: Table, card: str) -> str:
    """What a card does."""
    trump = suit(card) == TRUMP
    if table.leads:
        return "lead_trump" if trump else "lead"
    led = suit(table.trick.plays[0][1])
    if table.trick.beaten_by(card):
        return ("ruff" if trump and led != TRUMP else "win") + ("_last" if table.last else "")
    return "lose" if suit(card) == led else "under" if trump else "discard"


def terms_of(table: Table, card: str) -> dict[str, float]:
    """The values of the terms for a legal card."""
    of_suit = suit(card)
    played = [each for trick in (*table.past, table.trick) for _, each in trick.plays]
    gone = {rank(each) for each in (*played, *table.hand) if suit(each) == of_suit}
    higher = [place for place in range(rank(card) + 1, HIGHEST + 1) if place not in gone]
    place, late = rank(card) / HIGHEST, max(0, HIGHEST + 1 - len(table.hand)) / HIGHEST
    lower = [each for each in table.legal if suit(each) == of_suit and rank(each) < rank(card)]
    wins = not table.leads and table.trick.beaten_by(card)
    cheapest = wins and card == min(table.winning, key=table.trick.strength)
    return {
        "base": 1.0,
        "rank": place,
        "rank_squared": place**2,
        "late": late,
        "rank_late": place * late,
        "lowest_of_suit": float(not lower),
        "highest_left": float(not higher),
        "second_highest": float(table.leads and len(higher) == 1),
        "cheapest": float(cheapest),
        "though_it_could_win": float(not table.leads and not wins and bool(table.winning)),
    }


def likelihood(position: State | View, card: str, fits: Fits) -> float:
    """How likely a strong player that wants tricks plays a card, among its legal cards.

    >>> import kibitz
    >>> state = kibitz.game("spades(players=4, scoring=tricks)").start(seed=2)
    >>> fits = fits_of_core()
    >>> round(sum(likelihood(state, card, fits) for card in state.moves()), 6)
    1.0
    """
    table = table_of(position)
    if table is None:
        raise ValueError("no card is to be played")
    weights = {
        each: exp(sum(fits[kind_of(table, each)][term] * value for term, value in terms_of(table, each).items()))
        for each in table.legal
    }
    return weights[card] / sum(weights.values())
