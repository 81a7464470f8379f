"""How soon an adaptive player recognises its opponents: the posterior probability of the true model after each hand.

``python -m benchmarks.reading --games 8 --hands 16 --seed 1 --out docs/results/reading``
"""

import argparse
import json
from itertools import product
from math import nan
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

import kibitz
from kibitz.arena.card_sessions import play_session
from kibitz.arena.figures import curves
from kibitz.arena.intervals import Estimate, estimate
from kibitz.players.adaptive import Adaptive
from kibitz.players.player import Player

TYPES = ("MT", "mOT", "ML")
READER = "adaptive(own=mOT, candidates=[MT, mOT, ML])"
WORLDS = 5  # where hands are hidden


def seated_reader(hidden: bool) -> Player:
    return kibitz.player(READER, worlds=WORLDS) if hidden else kibitz.player(READER)


def weights_by_hand(pair: tuple[str, str], game: kibitz.Game, place: int, seed: int) -> list[tuple[float, float]]:
    """Play one game with the reader in a given seat. Return the posterior probability of each opponent's true model
    after every hand."""
    reader = seated_reader(game.hidden)
    assert isinstance(reader, Adaptive)
    found: list[tuple[float, float]] = []

    def watch(hand: int, points: tuple[float, ...]) -> None:
        said = {reading.opponent: reading.weights for reading in reader.beliefs()}
        found.append((said["Ann"][pair[0]], said["Ben"][pair[1]]))

    others = [kibitz.player(f"maxn(own={kind})") for kind in pair]
    play_session(game, [reader, *others], ["reader", "Ann", "Ben"], seed, place, watch)
    return found


def measure(games: int, hands: int, seed: int, hidden: bool) -> dict[str, Any]:
    by_type: dict[str, list[list[list[float]]]] = {kind: [] for kind in TYPES}  # game, opponent, hand
    pairs = list(product(TYPES, TYPES))
    table = kibitz.game("spades", hands=hands, open=not hidden)
    for number in track(range(games * len(pairs)), description="games"):
        pair = pairs[number % len(pairs)]
        by_hand = weights_by_hand(pair, table, number // len(pairs) % 3, seed * 1_000_000 + number)
        for kind in set(pair):
            seats = [place for place, each in enumerate(pair) if each == kind]
            by_type[kind].append([[row[place] for row in by_hand] for place in seats])
    curve: dict[str, list[Estimate]] = {}
    for kind, played in by_type.items():
        means = [[sum(one[hand] for one in game) / len(game) for game in played] for hand in range(hands)]
        curve[kind] = [estimate(each, seed) for each in means]
    return {
        "game": str(table),
        "reader": str(seated_reader(hidden)),
        "opponents": "maxn(own=X), X of MT, mOT and ML, all nine pairs",
        "games": games * len(pairs),
        "seed": seed,
        "weight on the truth by hand": {
            kind: [dict(zip(("mean", "low", "high"), (each.mean, *each.ends), strict=True)) for each in found]
            for kind, found in curve.items()
        },
    }


def read(row: dict[str, float | None]) -> Estimate:
    """A point of the curve, read from the file."""
    mean, low, high = (nan if value is None else value for value in row.values())
    return Estimate(mean, low, high, clusters=0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reading", description=__doc__)
    for name, default in (("games", 8), ("hands", 16), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--hidden", action="store_true", help="nobody sees the others' cards")
    parser.add_argument("--out", type=Path, help="where to write NAME.json and NAME.svg")
    given = parser.parse_args()
    found = measure(given.games, given.hands, given.seed, given.hidden)
    arguments = f"--games {given.games} --hands {given.hands} --seed {given.seed}"
    arguments += " --hidden" if given.hidden else ""
    found = {"command": f"python -m benchmarks.reading {arguments}", **found}
    rows = found["weight on the truth by hand"]
    if given.out:
        given.out.with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        lines = {kind: (range(1, given.hands + 1), [read(each) for each in curve]) for kind, curve in rows.items()}
        picture = curves(lines, "hands seen", "weight on the truth", level=0.9)
        given.out.with_suffix(".svg").write_text(picture, encoding="utf-8")
    out = Console(highlight=False)
    for kind, curve in rows.items():
        for hand in sorted({1, 5, 10, 15, given.hands} & set(range(1, given.hands + 1))):
            out.print(f"{kind} after {hand} hands: {read(curve[hand - 1])}")


if __name__ == "__main__":
    main()
