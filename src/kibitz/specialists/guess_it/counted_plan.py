"""The best reply at Guess It to any player, for somebody who knows how it decides: the clairvoyant of a league.

First, extra games are played in which the player's bluffs, calls and guesses are counted, separately for each pair of
numbers of secret cards. The best reply to these shares is exact (``exact.Reply``). So for players that decide by these
numbers alone, as stationary ones and the equilibrium do, it is the best reply, except for errors in the counts. For
others, it is the best reply to their averages. Simulated games over worlds are of no use here: in a world the centre
card is known, and naming it always wins.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kibitz.games.guess_it.secret_cards import secret_cards
from kibitz.games.registry import game
from kibitz.players.delegating import Delegating
from kibitz.players.play_game import play_game
from kibitz.players.player import Player, Policy, Position
from kibitz.players.registry import player
from kibitz.specialists.guess_it.exact import Reply
from kibitz.specialists.guess_it.plans import Choice, Plan
from kibitz.specialists.guess_it.play import answers, policy
from kibitz.specialists.guess_it.players import cards_of

GAMES = 150
"""The number of games in which the decisions of a player are counted."""
AGAINST = ("equilibrium", "stationary(bluff=0.5, call=0.1)", "stationary(bluff=0.1, call=0.5)")
"""The opponents in these games, in turn."""
KNOWN = 64
"""The number of players whose replies are cached."""

Where = tuple[int, int, bool]
"""The number of own secret cards, that of the opponent, and whether the player did not call a pending card."""


@dataclass(frozen=True, eq=False)
class CountedPlan(Plan):
    """Shares of calls and choices, by the numbers of secret cards; the average where nothing was counted."""

    name: str
    calls: Mapping[Where, float]
    choices: Mapping[Where, Choice]
    usual_call: float
    usual_choice: Choice

    def call(self, own: int, other: int, answering: bool, memory: Hashable) -> float:
        """The share of calls."""
        return self.calls.get((own, other, answering), self.usual_call)

    def choice(self, own: int, other: int, answering: bool, memory: Hashable) -> Choice:
        """The shares of bluffs and guesses."""
        return self.choices.get((own, other, answering), self.usual_choice)


class _Counted(Delegating):
    """Plays like another player, and adds up its probabilities."""

    name = "counted"

    def __init__(self, text: str) -> None:
        super().__init__(player(text))
        self.calls: dict[Where, list[float]] = defaultdict(list)
        self.choices: dict[Where, list[tuple[float, float]]] = defaultdict(list)

    def policy(self, view: Position) -> Policy:
        """The policy of the other player."""
        given = self.inner.policy(view)
        total = sum(given.values())
        shares = {move: share / total for move, share in given.items()}
        found = secret_cards(view)
        own, other = len(found.secret), len(found.unknown) - 1
        waited, call = found.pending is not None, 0.0
        if waited:
            call = shares.get(f"name {found.pending}", 0.0)
            self.calls[own, other + 1, answers(view, view.to_move)].append(call)
        if own and other and call < 1:
            bluff, guess = (
                sum(shares.get(f"{word} {card}", 0.0) for card in cards) / (1 - call)
                for word, cards in (("ask", found.secret), ("name", found.unknown))
            )
            self.choices[own, other, waited].append((min(1.0, bluff), min(1.0 - min(1.0, bluff), guess)))
        return shares


@lru_cache(maxsize=KNOWN)
def counted(text: str, cards: int) -> CountedPlan:
    """The plan of a player, counted in games against several others.

    >>> found = counted("stationary(bluff=0.2, call=0.3)", cards=3)
    >>> round(found.call(3, 3, False, ()), 3), round(found.choice(3, 3, False, ()).bluff, 3)
    (0.3, 0.2)
    """
    played = game(f"guess-it(cards={cards})")
    watched = _Counted(text)
    for seed in range(GAMES):
        other = player(AGAINST[seed % len(AGAINST)])
        seats: list[Player] = [watched, other] if seed % 2 else [other, watched]
        if watched.watches:
            watched.inner = player(text)  # a new player that has seen nothing
        play_game(played, seats, seed)
    every = [share for shares in watched.calls.values() for share in shares]
    chosen = [pair for pairs in watched.choices.values() for pair in pairs]
    return CountedPlan(
        text,
        {where: sum(shares) / len(shares) for where, shares in watched.calls.items()},
        {where: _mean(pairs) for where, pairs in watched.choices.items()},
        sum(every) / len(every) if every else 0.0,
        _mean(chosen) if chosen else Choice(0.0),
    )


def _mean(pairs: list[tuple[float, float]]) -> Choice:
    return Choice(*(sum(each) / len(pairs) for each in zip(*pairs, strict=True)))


@lru_cache(maxsize=KNOWN)
def _reply(text: str, cards: int) -> Reply:
    return Reply(counted(text, cards))


def best_reply(view: Position, opponent: str) -> Policy:
    """The probability of every move in the best reply to a player, by its specification.

    >>> import kibitz
    >>> view = kibitz.game("guess-it(cards=2)").parse("1 4 / 2 5 /").view(0)
    >>> {move: share for move, share in best_reply(view, "call-then-ask").items() if share}  # bluffs
    {'ask 1': 0.5, 'ask 4': 0.5}
    """
    return policy(_reply(opponent, cards_of(view.game)), view)
