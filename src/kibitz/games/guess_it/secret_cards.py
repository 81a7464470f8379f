"""What a decision in Guess It depends on: the number of secret cards, and the card that may be called.

To call is to name the card that the opponent has just asked for.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.errors import SpecError
from kibitz.games.game import State
from kibitz.games.guess_it.rules import GuessIt
from kibitz.games.native_game import NativeState
from kibitz.games.view import View


@dataclass(frozen=True)
class SecretCards:
    """The knowledge of the seat to move on which its decision depends.

    ``secret`` are its own cards that the opponent does not know of. ``pending`` is the card that the other player asked
    for: it is that player's own card or the centre. ``unknown`` are the other cards that may be the centre. A single
    unknown card with nothing pending is the centre for certain.
    """

    moves: tuple[str, ...]
    secret: tuple[int, ...]
    unknown: tuple[int, ...]
    pending: int | None

    def policy(self, call: float, bluff: float, guess: float = 0.0) -> dict[str, float]:
        """The probability of every move. ``call`` is the probability of a call; ``bluff`` and ``guess`` are those of a
        bluff and a guess if there is no call.

        The rules of lockett2007, section 3, come first: name the centre when it is known, and guess when
        there is no secret card left. Without a call, the pending card is assumed to be the opponent's. Cards are chosen
        uniformly.

        >>> import kibitz
        >>> state = kibitz.game("guess-it(cards=2)").parse("1 4 / 2 5 / ask 1")
        >>> shares = secret_cards(state).policy(call=0.5, bluff=0.4)
        >>> {move: round(share, 3) for move, share in shares.items() if share}
        {'ask 2': 0.1, 'ask 3': 0.15, 'ask 4': 0.15, 'ask 5': 0.1, 'name 1': 0.5}
        """
        shares = dict.fromkeys(self.moves, 0.0)
        left = 1.0
        if self.pending is not None:
            shares[f"name {self.pending}"] = call
            left -= call
        if len(self.unknown) == 1 or not self.secret:
            self._spread(shares, "name", self.unknown, left)
        else:
            self._spread(shares, "name", self.unknown, left * guess)
            self._spread(shares, "ask", self.secret, left * bluff)
            self._spread(shares, "ask", self.unknown, left * (1 - bluff - guess))
        return shares

    @staticmethod
    def _spread(shares: dict[str, float], word: str, cards: tuple[int, ...], share: float) -> None:
        for card in cards:
            shares[f"{word} {card}"] += share / len(cards)


def secret_cards(position: State | View) -> SecretCards:
    """The knowledge of the seat to move, from the whole position or from that seat's view.

    >>> import kibitz
    >>> state = kibitz.game("guess-it(cards=2)").parse("1 4 / 2 5 / ask 1, ask 3")
    >>> found = secret_cards(state)
    >>> found.secret, found.unknown, found.pending
    ((4,), (2, 5), 3)
    """
    game = position.game
    if not isinstance(game, GuessIt) or not isinstance(position, (NativeState, View)):
        raise SpecError(f"{game} has no bluffs and calls; this works only in guess-it")
    seat, core = position.to_move, position.core
    known = {*core.face_up, *core.history}  # the code of an ask is the number of its card
    candidates = game.candidates(position, seat)
    waits = core.pending in candidates and len(candidates) > 1
    return SecretCards(
        moves=tuple(position.moves()),
        secret=tuple(card for card in core.hands[seat] if card not in known),
        unknown=tuple(card for card in candidates if not (waits and card == core.pending)),
        pending=core.pending if waits else None,
    )
