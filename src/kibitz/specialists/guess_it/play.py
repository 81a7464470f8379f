"""Translates positions of Guess It into the numbers that plans use, and plans into move probabilities."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.games.game import State
from kibitz.games.guess_it.rules import GuessIt
from kibitz.games.guess_it.secret_cards import secret_cards
from kibitz.games.view import View
from kibitz.specialists.guess_it.plans import Happening, Plan

ASKS = 32  # codes from this number on name a card


class Known(NamedTuple):
    """A move that a seat can interpret, and whether it was its own."""

    happening: Happening
    mine: bool


def seen_by(position: State | View, seat: int) -> View:
    """The view of a seat, from a state or a view.

    >>> import kibitz
    >>> seen_by(kibitz.game("guess-it(cards=1)").start(seed=1), 1).seat
    1
    """
    view = position if isinstance(position, View) else position.view(seat)
    assert isinstance(view, View)
    return view


def happenings(position: State | View, seat: int) -> list[Known]:
    """What a seat knows of all asks so far, in order: which were bluffs, and which followed a card that was not called.

    The opponent's pending card is left out, and so is a card that was never revealed.

    >>> import kibitz
    >>> state = kibitz.game("guess-it(cards=3)").parse("1 4 6 / 2 5 7 / ask 1, ask 2, ask 5, ask 3")
    >>> [(each.mine, each.happening.bluffed) for each in happenings(state, 0)]
    [(True, True), (False, True), (True, False)]
    """
    view = seen_by(position, seat)
    game, core = view.game, view.core
    assert isinstance(game, GuessIt)
    mine, theirs = core.hands[seat], core.hands[1 - seat]
    candidates = game.candidates(view, seat)
    found = []
    waits = False  # whether the card of the last ask stayed pending
    for number, card in enumerate(code for code in core.history if code < ASKS):
        own = number % 2 == seat
        if own or card in mine or card not in candidates or len(candidates) == 1:
            bluffed = card in mine if own else card not in mine and card not in candidates
            found.append(Known(Happening(bluffed, waits), own))
        waits = card not in (theirs if own else mine)
    return found


def answers(position: State | View, seat: int) -> bool:
    """Whether the last ask was made by a player that had not called a pending card.

    >>> import kibitz
    >>> game = kibitz.game("guess-it(cards=2)")
    >>> answers(game.parse("1 4 / 2 5 / ask 1, ask 2"), 0), answers(game.parse("1 4 / 2 5 / ask 2, ask 5"), 0)
    (True, False)
    """
    core = seen_by(position, seat).core
    asks = [code for code in core.history if code < ASKS]
    return len(asks) > 1 and asks[-2] not in core.hands[(len(asks) - 1) % 2]


def policy(plan: Plan, position: State | View) -> dict[str, float]:
    """The probability of every move under a plan, given what the player has seen in this game.

    >>> import kibitz
    >>> from kibitz.specialists.guess_it.exact import plan
    >>> state = kibitz.game("guess-it(cards=2)").parse("1 4 / 2 5 / ask 1")
    >>> {move: round(share, 3) for move, share in policy(plan("equilibrium", cards=2), state).items() if share}
    {'ask 2': 0.167, 'ask 3': 0.167, 'ask 4': 0.167, 'ask 5': 0.167, 'name 1': 0.333}
    """
    found = secret_cards(position)
    seat, own, other = position.to_move, len(found.secret), len(found.unknown) - 1
    if own == 0 or (other == 0 and found.pending is None):
        return found.policy(0.0, 0.0)
    memory = plan.first
    for known in happenings(position, seat):
        memory = plan.after(memory, *known)
    call, waited = 0.0, found.pending is not None
    if waited:
        before = answers(position, seat)
        call = plan.call(own, other + 1, before, memory)
        memory = plan.after(memory, Happening(bluffed=True, answering=before), mine=False)
    if other == 0:
        return found.policy(call, 0.0)
    return found.policy(call, *plan.choice(own, other, waited, memory))
