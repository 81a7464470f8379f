"""How often elimination rules a candidate out (sturtevant2006 section 4.3)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import ClassVar

from kibitz.arena.experiment import Experiment
from kibitz.arena.intervals import estimate
from kibitz.arena.session import Director
from kibitz.learning.elimination import InferenceTree, elimination, preferences
from kibitz.papers.claims import RULE, Claim, Row, contradicted, decided, inside
from kibitz.papers.item import Findings, Setting
from kibitz.papers.paired import apart
from kibitz.players.play_game import PlayedGame
from kibitz.random import stream
from kibitz.searches.registry import search
from kibitz.wants.preference import generalise

CANDIDATES = ("MT", "mOT", "ML")
GAME = "spades(players=3, cards=7, open=true)"
PAIRS = tuple(product(CANDIDATES, CANDIDATES))
OBSERVER = f"soft-maxn(own=mOT, others={generalise(preferences(CANDIDATES))})"
COUNTED = (*CANDIDATES, "opponents", "decisions", "events")
WRONG, SEEN = "wrong", "seen"


class ObservedHands(Director):
    """Plays hands, and counts the inferences from the decisions of the first player's opponents.

    A candidate is counted for every opponent for whom it was ruled out. ``opponents`` counts opponents with an
    inference, ``decisions`` the moves that led to one, and ``events`` all inferences, including repeated ones. ``seen``
    counts all decisions, and ``wrong`` the opponents whose true type was ruled out.
    """

    kept: ClassVar[str] = "inferences"

    def __init__(self, experiment: Experiment, records: bool = False) -> None:
        super().__init__(experiment, records)
        self._tree = InferenceTree(preferences(CANDIDATES))
        self._wants = [str(search(each).options["own"]) for each in experiment.players]

    def record(self, played: PlayedGame, names: Sequence[str]) -> str:
        """The number of inferences from the opponents' decisions."""
        seated = [self.experiment.labels.index(name) for name in names]
        learners = {seat: elimination(CANDIDATES, self._tree) for seat, number in enumerate(seated) if number}
        state = played.start
        for move in played.moves:
            learner = learners.get(state.to_move)
            if learner is not None:
                learners[state.to_move] = learner.see(state, move)
            state = state.play(move)
        counts: Counter[str] = Counter()
        for seat, learner in learners.items():
            out = {str(event.candidate) for event in learner.events}
            counts[WRONG] += self._wants[seated[seat]] in out
            counts[SEEN] += learner.decisions
            counts["opponents"] += bool(out)
            counts["events"] += len(learner.events)
            counts["decisions"] += len({event.state for event in learner.events})
            counts.update(out)
        return json.dumps(counts)


@dataclass
class Counts:
    """The counts of every hand, over two opponents."""

    wrong: list[int] = field(default_factory=list)
    """For each hand, how many opponents had their true type ruled out."""
    seen: int = 0
    """The number of all decisions."""
    per_hand: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in COUNTED})

    def add(self, counted: dict[str, int]) -> None:
        """Add a hand."""
        self.wrong.append(counted[WRONG])
        self.seen += counted[SEEN]
        for name, counts in self.per_hand.items():
            counts.append(counted.get(name, 0))


def inferences(setting: Setting, hands: int) -> Counts:
    """Play this many hands for each of the nine ordered pairs of opponents, with a random seating for every hand."""
    found = Counts()
    for pair in PAIRS:
        seed = stream(("inference", setting.seed, *pair))  # deals of their own, so that every hand is a cluster
        seated = [OBSERVER, *(f"maxn(own={kind}, others={kind})" for kind in pair)]
        experiment = Experiment.of(GAME, seated, seed=seed, seatings="1")
        what = f"hands with {' and '.join(pair)}"
        result = setting.played(what, experiment, hands, ObservedHands, recorded=True)
        for line in result.store.record_lines(result.sessions):
            found.add(json.loads(line))
    return found


INFERENCE_RULE = (
    f"{RULE} We read «in about one in six hands» so that every hand counts once for each opponent. We read «about» as "
    "from one in seven to one in five. The claim holds if our whole 95% interval is in that range. «Sound» holds if "
    "the true type is never ruled out; the interval of the share of opponents counts a hand as one observation."
)
COUNTS = {"MT": 103, "mOT": 106, "ML": 51}
EVENTS = 423
HANDS_EACH, PAIRS_OF_OPPONENTS = 100, 9


def inference(setting: Setting) -> Findings:
    """How often one of three candidates is ruled out, per 900 hands as the paper counts."""
    found = inferences(setting, setting.times(HANDS_EACH, 10))
    per_hand = found.per_hand
    printed = HANDS_EACH * PAIRS_OF_OPPONENTS

    def counted(name: str) -> list[float]:
        return [printed * count for count in per_hand[name]]

    claims = [
        Claim(
            f"times that {name} is ruled out minus times that ML is, per 900 hands",
            COUNTS[name] - COUNTS["ML"],
            apart(counted(name), counted("ML")),
        )
        for name in ("MT", "mOT")
    ]
    share = estimate([50 * count for count in per_hand["opponents"]], setting.seed)
    rows = [
        *decided(claims, setting.seed),
        Row("hands of an opponent in which a type is ruled out", 100 / 6, share, inside(share, 100 / 7, 100 / 5), "%"),
        contradicted("sound: opponents whose true type is ruled out", found.wrong, [2] * len(found.wrong), "hands"),
        *(
            Row(
                f"times that {name} is ruled out for an opponent, per 900 hands",
                COUNTS[name],
                estimate(counted(name), setting.seed),
            )
            for name in COUNTS
        ),
        Row("inferences, repeated ones included, per 900 hands", EVENTS, estimate(counted("events"), setting.seed)),
        Row("decisions that ruled a type out, per 900 hands", None, estimate(counted("decisions"), setting.seed)),
    ]
    notes = (
        f"{len(found.wrong):,} hands with {found.seen:,} decisions of opponents; counts are per {printed} hands. "
        "Intervals count a hand as one observation. The paper says «in about one in six hands» and prints how often "
        "each candidate was ruled out. We computed the differences from these numbers.",
    )
    return Findings(tuple(rows), notes)
