"""How often elimination rules a candidate out (sturtevant2006 section 4.3), beside what the paper counts.

``python -m benchmarks.elimination --hands 100 --seed 1 --out docs/results/elimination.json``
"""

import argparse
import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

import kibitz
from kibitz.arena.intervals import estimate
from kibitz.learning.elimination import Elimination, InferenceTree, elimination, preferences
from kibitz.models.bidding import bid, bidding
from kibitz.models.preference import generalise
from kibitz.searches.search import Search

CANDIDATES = ("MT", "mOT", "ML")
PAPER = {"MT": 103, "mOT": 106, "ML": 51}
GAME = "spades(players=3, cards=7, open=true)"
OBSERVER = None


def player(kind: str | None, style: str) -> Search:
    """An opponent of a type, who thinks that the others are like itself or generalises; or the one who observes."""
    general = generalise(preferences(CANDIDATES))
    if kind is OBSERVER:
        return kibitz.search("soft-maxn", own="mOT", others=general)
    if style == "maxn":
        return kibitz.search("maxn", own=kind, others=kind)
    return kibitz.search("soft-maxn", own=kind, others=general)


def play_hand(
    game: kibitz.Game, types: list[str | None], searches: dict[str | None, Search], tree: InferenceTree, seed: int
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


def measure(hands: int, seed: int, style: str) -> dict[str, Any]:
    game = kibitz.game(GAME)
    tree = InferenceTree(preferences(CANDIDATES))
    searches = {kind: player(kind, style) for kind in (*CANDIDATES, OBSERVER)}
    per_hand: dict[str, list[float]] = {name: [] for name in (*CANDIDATES, "opponents", "decisions", "events")}
    by_truth: Counter[str] = Counter()
    wrong = seen = 0
    pairs = list(product(CANDIDATES, CANDIDATES))
    for number in track(range(len(pairs) * hands), description="hands"):
        pair, place = pairs[number // hands], number % 3
        seated = [OBSERVER, *pair]
        types = seated[place:] + seated[:place]
        learners = play_hand(game, types, searches, tree, seed * 1_000_000 + number)
        row: Counter[str] = Counter()
        for kind, learner in zip(types, learners, strict=True):
            if learner is None or kind is None:
                continue
            out = {str(event.candidate) for event in learner.events}
            wrong += kind in out
            seen += learner.decisions
            row["opponents"] += bool(out)
            row["events"] += len(learner.events)
            row["decisions"] += len({event.state for event in learner.events})
            row.update(out)
            by_truth.update(f"{kind} was not {name}" for name in out)
        for name, counts in per_hand.items():
            counts.append(row[name])
    total = len(pairs) * hands
    opponents = [count / 2 for count in per_hand["opponents"]]

    def counted(name: str) -> dict[str, Any]:
        found = estimate(per_hand[name], seed)
        return {"count": sum(per_hand[name]), "low": found.low * total, "high": found.high * total}

    share = estimate(opponents, seed)
    return {
        "game": GAME,
        "opponents": style,
        "hands": total,
        "seed": seed,
        "truth ruled out": wrong,
        "opponent-hands with an inference": {"share": share.mean, "low": share.low, "high": share.high},
        "ruled out, opponent-hands": {name: {**counted(name), "paper": PAPER[name]} for name in CANDIDATES},
        "decisions": seen,
        "decisions that ruled out": counted("decisions"),
        "raw inferences": {**counted("events"), "paper": 423},
        "by truth": dict(sorted(by_truth.items())),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.elimination", description=__doc__)
    parser.add_argument("--hands", type=int, default=100, help="hands for each ordered pair of opponents' types")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opponents", choices=("maxn", "soft-maxn"), default="maxn")
    parser.add_argument("--out", type=Path, help="where to write the numbers as JSON")
    given = parser.parse_args()
    found = measure(given.hands, given.seed, given.opponents)
    arguments = f"--hands {given.hands} --seed {given.seed} --opponents {given.opponents}"
    found = {"command": f"python -m benchmarks.elimination {arguments}", **found}
    if given.out:
        given.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    out = Console(highlight=False)
    out.print(f"{found['hands']} hands; the truth was ruled out {found['truth ruled out']} times")
    for name, row in found["ruled out, opponent-hands"].items():
        out.print(f"{name} ruled out {row['count']:.0f} ({row['low']:.0f} to {row['high']:.0f}); paper {row['paper']}")
    telling = found["decisions that ruled out"]
    out.print(
        f"{telling['count']:.0f} of {found['decisions']} decisions ({telling['low']:.0f} to {telling['high']:.0f})"
    )
    raw = found["raw inferences"]
    out.print(f"raw inferences {raw['count']:.0f} ({raw['low']:.0f} to {raw['high']:.0f}); paper {raw['paper']}")
    share = found["opponent-hands with an inference"]
    out.print(f"an inference in {share['share']:.1%} of opponent-hands ({share['low']:.1%} to {share['high']:.1%})")


if __name__ == "__main__":
    main()
