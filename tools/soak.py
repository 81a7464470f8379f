"""Endurance: ``make soak``. Kills long work, fills disks, damages files and mutates input; reports what went wrong.

    python tools/soak.py --kills 50 --damages 100 --mutations 100000 --seed 1
    python tools/soak.py --only kills --of league --kills 10

- kills: a match, a league, an evolution and an item of a paper are killed (SIGKILL, with all their processes) at random
  moments and continued, until they are finished. The results must be those of work that nobody killed, byte by byte;
  times are left out.
- disks: the same four on a disk that is full, and in a folder that is read-only. Each must end with a sentence. With
  more room, the same command must finish with the same results. This needs root, to mount a small tmpfs.
- nodes: the same four on a Ray cluster of three nodes on this machine; one that works on it is killed. The results must
  be the same.
- damages: a results file of a match or a league, or the checkpoint of an evolution, is cut short, or a bit of it is
  flipped. Reading or continuing it must end with the results or with a sentence, never with a traceback or with other
  results.
- mutations: specifications, states, records, models, searches and memories are mutated. Each must be read or refused
  with a ``KibitzError``.
- memory: a match of a million games. The memory of all its processes must not grow after the first tenth.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import kibitz
from kibitz.arena.progress import Progress
from kibitz.errors import KibitzError
from kibitz.games import records
from kibitz.learning.decisions import Decision
from kibitz.models.stored import model_of
from kibitz.players.memory import Memory, Profile, kept_decisions
from kibitz.random import Random

COMMAND = [sys.executable, "-m", "kibitz.cli"]
TIMES = ("second", "watching", "everybody", "file", "saved", "command", "address")
"""Parts of names of fields that are not results."""


@dataclass(frozen=True)
class Long:
    """A long command, and how its results are read when it is finished in a folder."""

    words: tuple[str, ...]
    result: Callable[[Path], str]
    spread: tuple[str, ...] = ("--jobs", "2")
    room: str = "16k"
    """The size of a disk on which it can begin but not finish."""

    def run(self, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
        """Run it in a folder to its end."""
        return subprocess.run(
            [*COMMAND, *self.words, *(more or self.spread)], cwd=folder, capture_output=True, text=True, check=False
        )

    def start(self, folder: Path) -> subprocess.Popen[bytes]:
        """Start it in a folder, in a group of processes of its own."""
        return subprocess.Popen(
            [*COMMAND, *self.words, *self.spread],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def shown(folder: Path, *words: str) -> str:
    """What a command prints as JSON, without times."""
    found = subprocess.run([*COMMAND, *words], cwd=folder, check=True, capture_output=True, text=True).stdout
    return json.dumps(timeless(json.loads(found)), sort_keys=True)


def timeless(value: Any) -> Any:
    """JSON without the fields that differ between two runs."""
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items() if not any(part in key for part in TIMES)}
    return [timeless(each) for each in value] if isinstance(value, list) else value


def stored_json(pattern: str) -> Callable[[Path], str]:
    """Reads the one JSON file of a name, without times."""
    return lambda folder: json.dumps(timeless(json.loads(next(folder.glob(pattern)).read_text())), sort_keys=True)


LEAGUE = (
    *("league", "tic-tac-toe", "--players", "mcts", "--opponents", "greedy", "random", "--baseline", "random"),
    *("--sessions", "12", "--games", "2", "--simulations", "150", "--clairvoyant", "none", "--out", "league.jsonl"),
)
LONG = {
    "match": Long(
        (
            *("match", "tic-tac-toe", "mcts(simulations=60)", "random", "--deals", "60", "--seed", "3"),
            *("--chunk", "4", "--out", "match.kibitz"),
        ),
        lambda folder: shown(folder, "results", "match.kibitz", "--json"),
        room="64k",
    ),
    "league": Long(LEAGUE, lambda folder: shown(folder, *LEAGUE, "--json"), room="8k"),
    "evolution": Long(
        (
            *("evolve", "ids-moves", "--population", "40", "--generations", "40"),
            *("--checkpoint", "evolution.checkpoint", "--out", "champion.json"),
        ),
        stored_json("champion.json"),
        spread=(),
        room="56k",
    ),
    "paper": Long(
        ("reproduce", "sturtevant2006", "table-2", "--scale", "quick", "--out", "report"),
        stored_json("report/*.json"),
        room="64k",
    ),
}
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


def whole(name: str, folder: Path) -> str:
    """The results of a command that nobody disturbed."""
    quiet = folder / name / "whole"
    if not quiet.exists():
        quiet.mkdir(parents=True)
        done = LONG[name].run(quiet)
        assert done.returncode == 0, done.stderr
    return LONG[name].result(quiet)


def kills(name: str, count: int, seed: int, folder: Path) -> list[str]:
    """Kill a command at random moments, continue it, and compare its results with those of a command that was not
    killed."""
    long, began = LONG[name], monotonic()
    expected, problems, done, number = whole(name, folder), [], 0, 0
    usual = monotonic() - began
    while done < count:
        number += 1
        place = folder / name / f"killed-{number}"
        place.mkdir()
        for start in itertools.count():
            if done == count:
                break
            began, process = monotonic(), long.start(place)
            try:
                process.wait(0.3 + usual * Random(seed, name, "kill", done, number).uniform())
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                done += 1
            else:
                usual = usual if start else min(usual, monotonic() - began)  # other work may have slowed the first one
                break
        finished = long.run(place)
        if finished.returncode or long.result(place) != expected:
            problems.append(f"{name} {number}: other results after a kill {finished.stderr[-300:]}")
        print(f"{name}: {done} of {count} kills, finished {number} times, {len(problems)} problems", flush=True)
    return problems


def sentence(finished: subprocess.CompletedProcess[str]) -> bool:
    """Whether a command ended with a sentence about what is wrong."""
    return finished.returncode == 2 and "error:" in finished.stderr and "Traceback" not in finished.stderr


def disks(name: str, folder: Path) -> list[str]:
    """Run a command on a full disk, then on a larger one; and in a folder that is read-only."""
    if os.geteuid() != 0:
        print("disks: skipped, because only root can mount a small disk")
        return []
    long, expected, problems = LONG[name], whole(name, folder), []
    disk = folder / name / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={long.room}", "tmpfs", disk], check=True)
    try:
        full = long.run(disk)
        if not sentence(full):
            problems.append(f"{name} on a full disk: status {full.returncode}, {full.stderr[-300:]}")
        kept = sum(file.stat().st_size for file in disk.rglob("*") if file.is_file())
        subprocess.run(["mount", "-o", "remount,size=16m", disk], check=True)
        more = long.run(disk)
        if more.returncode or long.result(disk) != expected:
            problems.append(f"{name} after a full disk: other results, {more.stderr[-300:]}")
        print(f"{name}, full disk: {full.stderr.strip().splitlines()[-1:]}, {kept:,} bytes were kept", flush=True)
        for file in disk.iterdir():
            shutil.rmtree(file) if file.is_dir() else file.unlink()
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        refused = long.run(disk)
        if not sentence(refused):
            problems.append(f"{name} in a read-only folder: status {refused.returncode}, {refused.stderr[-300:]}")
        print(f"{name}, read-only folder: {refused.stderr.strip().splitlines()[-1:]}", flush=True)
    finally:
        subprocess.run(["umount", disk], check=True)
    return problems


def nodes(names: Sequence[str], seed: int, folder: Path) -> list[str]:
    """Run the commands on a cluster of three nodes, and in the middle of each kill a node that works on it.

    The head has no worker: it cannot be killed, and evolution has only one chain of work, which might stay there.
    """
    clusters: Any = import_module("ray.cluster_utils")
    problems = []
    cluster = clusters.Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    try:
        for name in names:
            began = monotonic()
            expected, place = whole(name, folder), folder / name / "nodes"
            usual = monotonic() - began
            workers = [*cluster.worker_nodes]
            workers += [cluster.add_node(num_cpus=1) for _ in range(2 - len(workers))]
            place.mkdir()
            long = replace(LONG[name], spread=("--backend", "ray", "--address", cluster.address))
            process = long.start(place)
            lost = at_work(workers, process)
            sleep(usual / 2 * Random(seed, name, "node").uniform())
            lost = at_work(workers, process)
            if lost is None:
                problems.append(f"{name}: no node was seen at work, so none was killed")
            else:
                cluster.remove_node(lost, allow_graceful=False)
            if process.wait() or long.result(place) != expected:
                problems.append(f"{name}: other results after a node was killed")
            print(f"{name}: {'a' if lost else 'no'} node was killed while it worked on it", flush=True)
    finally:
        cluster.shutdown()
    return problems


def at_work(workers: Sequence[Any], process: subprocess.Popen[bytes]) -> Any:
    """Waits until one of the nodes has a worker that works on a task, and returns it. None: the command has ended."""
    while process.poll() is None:
        for node in workers:
            raylet = node.all_processes["raylet"][0].process.pid
            for each in descendants(raylet):
                with suppress(OSError):
                    if Path(f"/proc/{each}/cmdline").read_bytes().startswith(b"ray::_work_on_ray"):
                        return node
        sleep(0.01)
    return None


DAMAGED: dict[str, tuple[str, tuple[str, ...], str | None]] = {
    "match": ("match.kibitz", ("results", "match.kibitz", "--json"), None),
    "league": ("league.jsonl", (*LEAGUE, "--json"), None),
    "evolution": ("evolution.checkpoint", LONG["evolution"].words, "champion.json"),
}
"""The file that is damaged, the command that reads it, and where its results are then; None: it prints them."""


def damage(name: str, count: int, seed: int, folder: Path) -> list[str]:
    """Cut results files short or flip a bit of them, and read them, or continue them."""
    problems = []
    file, words, written = DAMAGED[name]
    expected, place = whole(name, folder), folder / name / "damaged"
    data = (folder / name / "whole" / file).read_bytes()
    place.mkdir()
    for number in range(count):
        random = Random(seed, name, "damage", number)
        at, bit = random.below(len(data)), random.below(8)
        flipped = data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]
        (place / file).write_bytes(data[:at] if number % 2 else flipped)
        done = subprocess.run([*COMMAND, *words], cwd=place, capture_output=True, text=True, check=False)
        what = f"{name}, {'cut off' if number % 2 else f'bit {bit} flipped'} at byte {at}"
        if not sentence(done):
            if done.returncode:
                problems.append(f"{what}: {done.stderr.strip().splitlines()[-1:]}")
                continue
            found = (place / written).read_text() if written else done.stdout
            if number % 2 == 0 and json.dumps(timeless(json.loads(found)), sort_keys=True) != expected:
                problems.append(f"{what}: other results")
    return problems


def memory(games: int, folder: Path) -> list[str]:
    """Play a match and measure the memory of this process and of all that it started, ten times and at the end."""
    before, shown = used(), list[float]()

    def watch(progress: Progress) -> None:
        if progress.done * 10 // games > len(shown):
            shown.append(used() - before)
            print(f"{progress.done:,} games, {progress.rate:,.0f} a second: {shown[-1]:.1f} MB more", flush=True)

    result = kibitz.match(
        "tic-tac-toe", ["random", "greedy"], deals=games // 2, out=folder / "memory.kibitz", jobs=2, progress=watch
    )
    print(f"{result.games:,} games, results computed: {used() - before:.1f} MB more", flush=True)
    result.summary()
    growth = max(shown[1:]) - shown[0]
    return [f"memory of a match: {growth:.1f} MB more after the first tenth"] if growth > GROWTH else []


GROWTH = 2.0  # MB that memory may vary


def used() -> float:
    """The memory in use (resident, MB) of this process and of those that it started."""
    pages = 0
    for each in descendants(os.getpid()):
        with suppress(OSError):
            pages += int(Path(f"/proc/{each}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def descendants(process: int) -> set[int]:
    """A process and all that it started, directly or not."""
    parents = dict[int, int]()
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(each.name)] = int((each / "stat").read_text().rpartition(")")[2].split()[1])
    found = {process}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


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


def memory_reader(folder: Path) -> tuple[list[str], Callable[[str], object]]:
    """A memory file as text, a character for each byte, and what reads it."""
    file, game = folder / "opponents.db", kibitz.game("checkers")
    state = game.start(seed=1)
    memory = Memory(file)
    memory.save(Profile(game.name, "Ann", {"maxn": 0.5, "greedy": 2.0}, decisions=9))
    memory.watch(*kept_decisions(game, "Ben", [Decision.of(state, state.moves()[0])], 0, "won"))
    text = file.read_bytes().decode("latin-1")

    def read(changed: str) -> object:
        file.write_bytes(changed.encode("latin-1", errors="replace"))
        return Memory(file).profiles(), Memory(file).all_decisions()

    return [text], read


def readers(folder: Path) -> dict[str, tuple[list[str], Callable[[str], object]]]:
    """What is mutated, and what reads it."""
    start = [kibitz.game(each).start(seed=1) for each in SPECIFICATIONS]
    played = [state.play(state.moves()[0]) for state in start]
    lines = [records.GameRecord(state, ("Ann",) * state.game.players, (state.moves()[0],)).to_json() for state in start]
    found: dict[str, tuple[list[str], Callable[[str], object]]] = {
        "specification": (SPECIFICATIONS, kibitz.game),
        "model": (MODELS, kibitz.model),
        "search": (SEARCHES, kibitz.search),
        "record": (lines, records.read_line),
        "learned model": (['{"game": "checkers", "model": "strategy(men=2, kings=3, depth=6)"}'], model_of),
        "memory": memory_reader(folder),
    }
    for state in played:
        found[f"state of {state.game.name}"] = ([str(state)], state.game.parse)
        found[f"JSON of {state.game.name}"] = ([state.to_json()], state.game.from_json)
    return found


def mutations(count: int, seed: int, folder: Path) -> list[str]:
    """Mutate what users write, and look for errors that are not ours."""
    problems: list[str] = []
    kinds = list(readers(folder).items())
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
            problems.append(f"{kind}: {text[:200]!r}: {type(error).__name__}: {error} ({where.name})")
    return problems


PARTS = ("mutations", "kills", "disks", "damages", "nodes", "memory")


def main() -> None:
    """Run all of it, and end with status 1 if something went wrong."""
    parser = argparse.ArgumentParser(description="Endurance tests.")
    parser.add_argument("--kills", type=int, default=50, help="how often each kind of work is killed")
    parser.add_argument("--damages", type=int, default=100, help="how many files of each kind are damaged")
    parser.add_argument("--games", type=int, default=1_000_000, help="games of the match whose memory is measured")
    parser.add_argument("--mutations", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=PARTS, action="append", help="only this part; may be repeated")
    parser.add_argument("--of", choices=list(LONG), action="append", help="only this kind of work; may be repeated")
    given = parser.parse_args()
    kinds = given.of or list(LONG)
    problems: list[str] = []

    def tell(what: str, found: list[str]) -> None:
        print(f"{what}: {len(found)} problems", flush=True)
        problems.extend(found)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in given.only or PARTS:
            if part == "mutations":
                tell(f"{given.mutations:,} mutated texts and files", mutations(given.mutations, given.seed, folder))
            elif part == "kills":
                for kind in kinds:
                    tell(f"{given.kills} kills, {kind}", kills(kind, given.kills, given.seed, folder))
            elif part == "disks":
                for kind in kinds:
                    tell(f"a full disk and a read-only folder, {kind}", disks(kind, folder))
            elif part == "damages":
                for kind in kinds:
                    if kind in DAMAGED:
                        tell(f"{given.damages} damaged files, {kind}", damage(kind, given.damages, given.seed, folder))
            elif part == "memory":
                tell(f"memory of a match of {given.games:,} games", memory(given.games, folder))
            else:
                tell("a killed node", nodes(kinds, given.seed, folder))
    for each in problems[:100]:
        print(" ", each)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
