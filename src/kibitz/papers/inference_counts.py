"""How often elimination rules a candidate out (sturtevant2006 section 4.3)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import product

from kibitz.games.game import Game
from kibitz.games.registry import game as game_named
from kibitz.learning.elimination import Elimination, InferenceTree, elimination, preferences
from kibitz.models.bidding import bid, bidding
from kibitz.models.preference import generalise
from kibitz.papers.item import Setting
from kibitz.random import stream
from kibitz.searches.registry import search
from kibitz.searches.search import Search

CANDIDATES = ("MT", "mOT", "ML")
GAME = "spades(players=3, cards=7, open=true)"
OBSERVER = None
COUNTED = (*CANDIDATES, "opponents", "decisions", "events")


@dataclass
class Counts:
    """Per hand: how many of two opponents each candidate was ruled out for, and how often anything was.

    ``opponents`` counts opponents about whom something was inferred, ``decisions`` the moves that told something,
    ``events`` every single inference, repeated ones too.
    """

    hands: int = 0
    wrong: int = 0
    """How often the truth was ruled out."""
    seen: int = 0
    """Decisions that were looked at."""
    per_hand: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in COUNTED})

    def add(self, types: list[str | None], learners: list[Elimination | None]) -> None:
        """Count a hand."""
        row: Counter[str] = Counter()
        for kind, learner in zip(types, learners, strict=True):
            if learner is None:
                continue
            out = {str(event.candidate) for event in learner.events}
            self.wrong += kind in out
            self.seen += learner.decisions
            row["opponents"] += bool(out)
            row["events"] += len(learner.events)
            row["decisions"] += len({event.state for event in learner.events})
            row.update(out)
        self.hands += 1
        for name, counts in self.per_hand.items():
            counts.append(row[name])


def seated(kind: str | None) -> Search:
    """An opponent of a type, who thinks that the others are like itself, or the one who observes."""
    if kind is OBSERVER:
        return search("soft-maxn", own="mOT", others=generalise(preferences(CANDIDATES)))
    return search("maxn", own=kind, others=kind)


def play_hand(
    game: Game, types: list[str | None], searches: dict[str | None, Search], tree: InferenceTree, seed: int
) -> list[Elimination | None]:
    """Play one hand, and return what each seat's decisions told."""
    learners = [None if kind is OBSERVER else elimination(CANDIDATES, tree) for kind in types]
    state = game.start(seed)
    while not state.over:
        seat = state.to_move
        move = bid(state) if bidding(state) else searches[types[seat]].choose(state, seed)
        learner = learners[seat]
        if learner is not None:
            learners[seat] = learner.see(state, move)
        state = state.play(move)
    return learners


def inferences(setting: Setting, hands: int) -> Counts:
    """Play so many hands for each of the nine ordered pairs of opponents, the observer in every seat in turn."""
    game, tree = game_named(GAME), InferenceTree(preferences(CANDIDATES))
    searches = {kind: seated(kind) for kind in (*CANDIDATES, OBSERVER)}
    pairs = list(product(CANDIDATES, CANDIDATES))
    found = Counts()
    for number in range(len(pairs) * hands):
        pair, place = pairs[number // hands], number % 3
        round_table = [OBSERVER, *pair]
        types = round_table[place:] + round_table[:place]
        seed = stream(("inference", setting.seed, number % hands, *map(str, pair)))
        found.add(types, play_hand(game, types, searches, tree, seed))
        setting.say("hands", number + 1, len(pairs) * hands)
    return found
