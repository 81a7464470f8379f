"""Endurance: ``make soak``. Kills matches, damages files and mutates input, and reports what was not survived.

    python tools/soak.py --kills 50 --mutations 100000 --seed 1

- A match is killed (SIGKILL) at a random moment and continued, until it is finished. Its results must be those of a
  match that nobody killed, byte by byte.
- A results file is cut short, or a byte of it is flipped. Reading it must end with a sentence or with the results,
  never with a traceback.
- Specifications, states, records and models are mutated. Each must be read or refused with a ``KibitzError``.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from time import sleep

import kibitz
from kibitz.errors import KibitzError
from kibitz.games import records
from kibitz.random import Random

COMMAND = [sys.executable, "-c", "from kibitz.cli import main; main()"]
MATCH = ["match", "tic-tac-toe", "mcts(simulations=60)", "random", "--deals", "60", "--seed", "3", "--jobs", "2"]
SPECIFICATIONS = [
    "checkers(quiet=10, repetitions=2)",
    "spades(players=4, cards=6, scoring=tricks, open=true, hands=3)",
    "hearts(players=3, passing=left, moon=true)",
    "chinese-checkers(players=4, stop=anywhere)",
    "abalone(start=daisy)",
    "guess-it(cards=2)",
    'tree(json=\'{"root": {"to_move": 0, "children": [{"value": 1}, {"value": 2}]}}\')',
]
MODELS = ["noisy(mOT_MT, 0.3)", "strategy(men=60, kings=90, depth=6)", "mixture(MT=2, MT_mOT=1)", "most-tricks"]
SEARCHES = ["sampled(maxn(own=MT), worlds=20)", "exploit(others=[greedy, random], simulations=200)", "mcts(seconds=1)"]


def kills(count: int, seed: int, folder: Path) -> list[str]:
    """Kill matches at random moments, continue them, and compare with one that was left alone."""
    whole = folder / "whole.kibitz"
    subprocess.run([*COMMAND, *MATCH, "--out", str(whole)], check=True, capture_output=True)
    expected, problems, done, number = told(whole), [], 0, 0
    while done < count:
        number += 1
        file = folder / f"killed-{number}.kibitz"
        while done < count:
            process = subprocess.Popen(
                [*COMMAND, *MATCH, "--out", str(file)],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            sleep(0.3 + 3 * Random(seed, "kill", done).uniform())
            if process.poll() is not None:
                break
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            done += 1
        subprocess.run([*COMMAND, *MATCH, "--out", str(file)], check=True, capture_output=True)
        if told(file) != expected:
            problems.append(f"match {number}: the results differ after a kill")
    return problems


def told(file: Path) -> str:
    """The results of a file, without the times that players took."""
    shown = subprocess.run(
        [*COMMAND, "results", str(file), "--json"], check=True, capture_output=True, text=True
    ).stdout
    found = json.loads(shown)
    return json.dumps(
        {key: value for key, value in found.items() if "second" not in key and key != "file"}, sort_keys=True
    )


def damage(count: int, seed: int, folder: Path) -> list[str]:
    """Cut a results file short or flip a byte of it, and read it."""
    whole, problems = folder / "whole.kibitz", []
    data = whole.read_bytes()
    for number in range(count):
        random = Random(seed, "damage", number)
        place = random.below(len(data))
        changed = (
            data[:place]
            if number % 2
            else data[:place] + bytes([data[place] ^ 1 << random.below(8)]) + data[place + 1 :]
        )
        file = folder / f"damaged-{number}.kibitz"
        file.write_bytes(changed)
        shown = subprocess.run([*COMMAND, "results", str(file)], capture_output=True, text=True, check=False)
        if "Traceback" in shown.stderr:
            problems.append(f"results file, damaged at byte {place}: {shown.stderr.strip().splitlines()[-1]}")
        file.unlink()
    return problems


def mutated(text: str, random: Random) -> str:
    """A text with one to three changes: characters left out, doubled, swapped, replaced or moved."""
    for _ in range(1 + random.below(3)):
        place = random.below(len(text) + 1)
        end = min(len(text), place + 1 + random.below(4))
        match random.below(5):
            case 0:
                text = text[:place] + text[end:]
            case 1:
                text = text[:end] + text[place:]
            case 2:
                text = text[:place] + random.choice("()[]{},=:\"'-0x9e. \n\0é∞") + text[place:]
            case 3:
                text = text[:place] + text[place:end][::-1] + text[end:]
            case _:
                text = text[place:] + text[:place]
    return text


def readers() -> dict[str, tuple[list[str], Callable[[str], object]]]:
    """What is mutated, and what reads it."""
    start = [kibitz.game(each).start(seed=1) for each in SPECIFICATIONS]
    played = [state.play(state.moves()[0]) for state in start]
    lines = [records.GameRecord(state, ("Ann",) * state.game.players, (state.moves()[0],)).to_json() for state in start]
    found: dict[str, tuple[list[str], Callable[[str], object]]] = {
        "specification": (SPECIFICATIONS, kibitz.game),
        "model": (MODELS, kibitz.model),
        "search": (SEARCHES, kibitz.search),
        "record": (lines, records.read_line),
    }
    for state in played:
        found[f"state of {state.game.name}"] = ([str(state)], state.game.parse)
        found[f"JSON of {state.game.name}"] = ([state.to_json()], state.game.from_json)
    return found


def mutations(count: int, seed: int) -> list[str]:
    """Mutate what users write, and look for errors that are not ours."""
    problems: list[str] = []
    kinds = list(readers().items())
    for number in range(count):
        kind, (texts, read) = kinds[number % len(kinds)]
        random = Random(seed, "mutation", number)
        text = mutated(random.choice(texts), random)
        try:
            read(text)
        except KibitzError:
            pass
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            problems.append(f"{kind}: {text!r}: {type(error).__name__}: {error} ({where.name})")
    return problems


def main() -> None:
    """Run all of it, and end with status 1 if something was not survived."""
    parser = argparse.ArgumentParser(description="Endurance tests.")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--damages", type=int, default=200)
    parser.add_argument("--mutations", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = {f"{given.mutations:,} mutations": mutations(given.mutations, given.seed)}
        print(
            f"{given.mutations:,} mutated texts: {len(found[f'{given.mutations:,} mutations'])} tracebacks", flush=True
        )
        found["kills"] = kills(given.kills, given.seed, folder)
        print(f"{given.kills} kills: {len(found['kills'])} matches with other results", flush=True)
        found["damage"] = damage(given.damages, given.seed, folder)
        print(f"{given.damages} damaged files: {len(found['damage'])} tracebacks", flush=True)
    problems = [each for listed in found.values() for each in listed]
    for each in problems[:100]:
        print(" ", each)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
