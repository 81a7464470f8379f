"""Types of players at three-handed Spades, two at a table in all six arrangements (sturtevant2006 section 2)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kibitz.arena.experiment import Experiment
from kibitz.arena.points import shares
from kibitz.arena.results import MatchResult
from kibitz.arena.session import GameResult
from kibitz.papers.item import Setting, finished
from kibitz.papers.sturtevant2006.shared_hands import SharedHands

TYPES = ("mOT_MT", "MT_mOT", "mOT_mOT", "MT_MT", "mOT_generic")
"""A type X_Y: wants X and believes that the others want Y; the paper writes generic as g."""
MOST_HANDS = 1000
Pair = tuple[str, str]


@dataclass(frozen=True)
class Variant:
    """Settings that the paper does not specify or calls irrelevant; the defaults are those of the tables.

    ``ties``: which of equally good moves a player makes, and assumes that others make. ``threshold``: the threshold of
    the bidding rule. ``lead``: when spades may be led. ``missed``: what mOT wants when its bid is lost. ``cards``: the
    cards of each player. ``limit``: the points that end a game.
    """

    ties: str = "left-low"
    threshold: float | None = None
    lead: str = "broken"
    missed: str = "more"
    cards: int = 7
    limit: int = 300

    @property
    def game(self) -> str:
        """The specification of the game."""
        rules = f"lead={self.lead}, hands={MOST_HANDS}, limit={self.limit}"
        return f"spades(players=3, cards={self.cards}, {rules}, open=true)"

    def player(self, kind: str) -> str:
        """The specification of a player of a type.

        >>> Variant().player("mOT_MT")
        'model(mOT, others=MT, ties=left-low)'
        >>> Variant(ties="random", threshold=0.5).player("MT_mOT")
        'bids(model(MT, others=mOT, search=maxn(ties=random)), threshold=0.5)'
        """
        own, others = (self._want(each) for each in kind.split("_"))
        ties = f"ties={self.ties}"
        if self.ties == "random":
            ties = "" if others == "generic" else "search=maxn(ties=random)"
        made = f"model({', '.join(filter(None, (own, f'others={others}', ties)))})"
        return made if self.threshold is None else f"bids({made}, threshold={self.threshold})"

    def _want(self, name: str) -> str:
        return f"mOT(missed={self.missed})" if name == "mOT" and self.missed != "more" else name

    def experiment(self, seed: int) -> Experiment:
        """Every pair of types, in all six arrangements, on the same deals."""
        return Experiment.of(self.game, [self.player(kind) for kind in TYPES], seed=seed, seatings="round-robin")

    def deals(self, wanted: int) -> int:
        """The number of deals that are played: a quarter of the given number if ties are random.

        With random ties, seatings share hardly any positions, and a deal takes ten times as long.

        >>> Variant().deals(100), Variant(ties="random").deals(100)
        (100, 25)
        """
        return wanted if self.ties != "random" else max(2, wanted // 4)


USUAL = Variant()
"""The variant that is played in the tables."""


class Pairs:
    """The results of every pair of types, one number for each deal. A deal is one cluster, because its six games have
    the same cards.

    With a ``limit``, games are counted as if they had ended at that score; it must be lower than the limit with which
    they were played.
    """

    def __init__(self, result: MatchResult, kinds: tuple[str, ...] = TYPES, limit: int | None = None) -> None:
        self.deals = result.deals
        self._wins: dict[Pair, list[float]] = defaultdict(lambda: [0.0] * self.deals)
        self._scores: dict[Pair, list[float]] = defaultdict(lambda: [0.0] * self.deals)
        self._squares: dict[Pair, list[float]] = defaultdict(lambda: [0.0] * self.deals)
        self._moves: dict[Pair, list[float]] = defaultdict(lambda: [0.0] * self.deals)
        self._games: dict[tuple[Pair, int], int] = defaultdict(int)
        self._seats: dict[tuple[Pair, int], int] = defaultdict(int)
        cards = result.experiment.played.cards  # type: ignore[attr-defined]
        self._hand = result.experiment.played.players * (cards + 1)  # a bid and the cards of each
        kept = None if limit is None else result.store.record_lines(result.sessions)
        for stored in result.store.games(result.sessions):
            deal, seating = result.experiment.address(stored.session)
            game = finished(stored)
            if kept is not None and limit is not None:
                game = ended_at(limit, json.loads(next(kept)), self._hand)
            self._count(deal, [kinds[number] for number in seating], game)

    def _count(self, deal: int, seated: list[str], game: GameResult) -> None:
        scores = game.scores or ()
        points = shares(game.winners, len(seated))
        first, second = sorted(set(seated))
        for own, other in ((first, second), (second, first)):
            pair, seats = (own, other), [seat for seat, kind in enumerate(seated) if kind == own]
            self._games[pair, deal] += 1
            self._seats[pair, deal] += len(seats)
            self._wins[pair][deal] += sum(points[seat] for seat in seats)
            self._scores[pair][deal] += sum(scores[seat] for seat in seats)
            self._squares[pair][deal] += sum(scores[seat] ** 2 for seat in seats)
            self._moves[pair][deal] += game.moves

    def wins(self, own: str, other: str) -> list[float]:
        """The percentage of games that a type wins from another; ties are shared."""
        pair = (own, other)
        return [100 * won / self._games[pair, deal] for deal, won in enumerate(self._wins[pair])]

    def scores(self, own: str, other: str) -> list[float]:
        """The mean score of a type against another."""
        pair = (own, other)
        return [total / self._seats[pair, deal] for deal, total in enumerate(self._scores[pair])]

    def spreads(self, own: str, other: str) -> list[float]:
        """The variance of a type's scores against another: squared differences from the mean over all deals."""
        pair, scores = (own, other), self.scores(own, other)
        mean = sum(scores) / len(scores)
        squares = [total / self._seats[pair, deal] for deal, total in enumerate(self._squares[pair])]
        return [square - 2 * mean * score + mean**2 for square, score in zip(squares, scores, strict=True)]

    def hands(self, own: str, other: str) -> list[float]:
        """How many hands a game takes, computed from its number of moves."""
        pair = (own, other)
        return [moves / self._hand / self._games[pair, deal] for deal, moves in enumerate(self._moves[pair])]


def ended_at(limit: int, scores: Sequence[Sequence[float]], hand: int) -> GameResult:
    """The result of a game under a lower limit, from its scores after every hand; up to that limit both games are the
    same.

    >>> ended_at(50, [[20, 30, -10], [50, 52, 10], [90, 72, 30]], hand=24)
    GameResult(scores=(50, 52, 10), winners=(1,), moves=48, fault=None, record=None, clocked=False, line=None)
    """
    hands = next((number for number, after in enumerate(scores, 1) if max(after) >= limit), len(scores))
    last = tuple(scores[hands - 1])
    winners = tuple(seat for seat, score in enumerate(last) if score == max(last))
    return GameResult(last, winners, hands * hand)


def pairs_played(setting: Setting, deals: int, variant: Variant = USUAL, what: str = "games") -> Pairs:
    """Play every pair of types on this many deals."""
    return Pairs(setting.played(what, variant.experiment(setting.seed), deals, SharedHands))


def variants_played(setting: Setting, deals: int, variants: Mapping[str, Variant]) -> dict[str, Pairs]:
    """Play every pair of types under several variants. Variants that differ only in the limit share games, which are
    played to the highest limit."""
    alike: dict[Variant, dict[str, Variant]] = defaultdict(dict)
    for name, variant in variants.items():
        alike[replace(variant, limit=0)][name] = variant
    found = {}
    for group in alike.values():
        what, longest = f"games, {' and '.join(group)}", max(group.values(), key=lambda each: each.limit)
        if len(group) == 1:
            found.update(dict.fromkeys(group, pairs_played(setting, longest.deals(deals), longest, what)))
            continue
        played = setting.played(
            what, longest.experiment(setting.seed), longest.deals(deals), SharedHands, recorded=True
        )
        found.update({name: Pairs(played, limit=variant.limit) for name, variant in group.items()})
    return {name: found[name] for name in variants}
