"""Wrote the samples in ``0.1``: everything that people may have stored with version 0.1.

It was run once, with 0.1 itself (commit 583329d), and is never run again: samples that a later version wrote would show
nothing. It is kept to say how the samples came about. ``python write_0_1.py`` wrote all but ``results/version-1*``;
these were written by ``python write_0_1.py version-1`` with the sources and the core of commit adbc178, the last one
whose results files have version 1.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import listed_0_1 as listed

import kibitz
from kibitz.games import records
from kibitz.players.loading import load

HERE = Path(__file__).parent
FOLDER = HERE / "0.1"
CHECKOUT = HERE.parent.parent
ELSEWHERE = Path(tempfile.gettempdir())  # for what is not kept
COMMAND = [sys.executable, "-c", "from kibitz.cli import main; main()"]
MATCHES: dict[str, dict[str, Any]] = {
    "finished": {
        "game": "spades(cards=5, open=true)",
        "players": ["maxn(own=MT)", "mOT", "soft-maxn(own=mOT, others=generic)", "random"],
        "deals": 3,
        "seed": 1,
        "seatings": 8,
    },
    "forfeits": {
        "game": "heaps",
        "players": ["crashing(one_in=6)", "last", "maxn(depth=2)"],
        "deals": 4,
        "seed": 2,
        "loads": ["own.py"],
    },
    "time-outs": {
        "game": "tic-tac-toe",
        "players": ["mcts(simulations=3000)", "random"],
        "deals": 4,
        "seed": 3,
        "move_seconds": 0.01,
    },
    "series": {
        "game": "spades(cards=5, hands=2)",
        "players": ["adaptive(own=mOT, candidates=[MT, mOT], worlds=2)", "sampled(maxn(own=MT), worlds=2)", "random"],
        "deals": 2,
        "seed": 4,
        "seatings": 2,
        "series": 2,
        "records": "series.jsonl",
    },
    "opening": {
        "game": "checkers(quiet=5)",
        "players": ["alpha-beta(depth=2)", "strategy(men=2, kings=3, mobility=0.1, depth=1)"],
        "deals": 2,
        "seed": 5,
        "opening": 6,
        "records": "opening.pdn",
    },
    "killed": {
        "game": "guess-it(cards=3)",
        "players": ["equilibrium", "always-ask", "stationary(bluff=0.2, call=0.3)"],
        "deals": 8,
        "seed": 6,
    },
}
KILLED_AFTER = 20  # games
OLDER: dict[str, dict[str, Any]] = {
    "version-1": {
        "game": "spades(cards=5, open=true)",
        "players": ["MT", "mOT", "random"],
        "deals": 2,
        "seed": 7,
        "records": "version-1.jsonl",
    },
    "version-1-killed": {"game": "tic-tac-toe", "players": ["maxn", "random", "greedy"], "deals": 6, "seed": 8},
}
REPRODUCED = {"figure-2": "carmel1993", "pushes": "hashavit2011"}


def main() -> None:
    """Write everything."""
    os.chdir(FOLDER)
    if sys.argv[1:] == ["version-1"]:
        write_matches(OLDER)
        return
    evolve()
    load("own.py")
    positions = {name: position(name) for name in listed.POSITIONS}
    keep("specifications.json", specifications())
    keep("analyses.json", analyses(positions))
    keep("predictions.json", predictions(positions))
    keep("played.json", played())
    keep("imports.json", imports())
    keep("names.json", names())
    keep("models.json", [{"spec": spec, "json": kibitz.model(spec).to_json()} for spec in listed.MODELS])
    keep("states.json", states())
    write_records()
    write_memories()
    learn()
    write_matches(MATCHES)
    reproduce()


def keep(name: str, values: Any) -> None:
    """Write values as JSON, one a line where there are many."""
    lines = ",\n".join(json.dumps(each) for each in values) if isinstance(values, list) else ""
    Path(name).write_text(f"[\n{lines}\n]\n" if lines else json.dumps(values, indent=1) + "\n", encoding="utf-8")


def command_line(*words: str) -> str:
    """What the command line prints."""
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=True)
    return done.stdout


# Specifications, and what is made of them.


def specifications() -> list[dict[str, str]]:
    """Every specification, and how 0.1 prints it."""
    from kibitz.models.wants import want

    kinds: list[tuple[str, Any, list[str]]] = [
        ("game", kibitz.game, listed.GAMES),
        ("want", want, listed.WANTS),
        ("model", kibitz.model, listed.MODELS),
        ("search", kibitz.search, [*listed.SEARCHES, *listed.CLOCKED]),
        ("player", kibitz.player, [*listed.SEARCHES, *listed.MODELS, *listed.PLAYERS]),
    ]
    return [{"kind": kind, "spec": spec, "printed": str(make(spec))} for kind, make, specs in kinds for spec in specs]


def position(name: str) -> Any:
    """A position, or what the seat to move sees of it."""
    game, seed, moves, seen = listed.POSITIONS[name]
    state = kibitz.game(game).start(seed)
    state = state.play_all(moves) if moves else state
    return state.view(state.to_move) if seen else state


def analyses(positions: dict[str, Any]) -> list[dict[str, Any]]:
    """The best moves of every search, and which of them a seed draws."""
    found = []
    for spec, names in listed.SEARCHES.items():
        for name in names:
            analysis = kibitz.search(spec).analyse(positions[name])
            drawn = [analysis.choose(seed) for seed in range(4)]
            found.append({"search": spec, "position": name, "best": list(analysis.best), "drawn": drawn})
    return found


def predictions(positions: dict[str, Any]) -> list[dict[str, Any]]:
    """What models would do."""
    return [
        {"model": spec, "position": name, "shares": dict(kibitz.predict(spec, positions[name]))}
        for name, specs in listed.PREDICTED.items()
        for spec in specs
    ]


def played() -> list[dict[str, Any]]:
    """Games from the first move to the last."""
    found = []
    for game, players, seed in listed.PLAYED:
        done = kibitz.play_game(kibitz.game(game), [kibitz.player(each) for each in players], seed)
        found.append(
            {"game": game, "players": players, "seed": seed, "moves": list(done.moves), "scores": list(done.scores)}
        )
    return found


def names() -> dict[str, list[str]]:
    """Every name that is registered."""
    from kibitz.games.registry import REGISTRY as GAMES
    from kibitz.players.registry import REGISTRY as PLAYERS
    from kibitz.searches.registry import REGISTRY as SEARCHES

    own = ("heaps", "last", "crashing")
    kinds: dict[str, Iterable[str]] = {"game": GAMES, "search": SEARCHES, "player": PLAYERS}
    return {kind: [name for name in found if name not in own] for kind, found in kinds.items()}


# Names that the documentation shows.


def imports() -> list[list[str]]:
    """A module, a name in it (empty: the module alone), and where it is shown: in the docs, or in docstrings only."""
    pages = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").rglob("*.md")), *(CHECKOUT / "docs").rglob("*.py")]
    docs = shown(page.read_text(encoding="utf-8") for page in pages)
    docs |= {("kibitz", name) for name in kibitz.__all__}
    docs |= set(referenced((CHECKOUT / "docs" / "api.md").read_text(encoding="utf-8")))
    docs |= {("kibitz.players.network", "write_network")}  # a message names it
    inside = shown(text for file in sorted((CHECKOUT / "src").rglob("*.py")) for text in docstrings(file))
    return sorted([*pair, "docs" if pair in docs else "docstrings"] for pair in docs | inside)


def shown(texts: Iterable[str]) -> set[tuple[str, str]]:
    """The names that texts import or mention."""
    return {pair for text in texts for pair in (*imported(text), *mentioned(text))}


def docstrings(file: Path) -> Iterator[str]:
    """The docstrings of a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield ast.get_docstring(node) or ""


def imported(text: str) -> Iterator[tuple[str, str]]:
    """What ``from kibitz... import ...`` asks for."""
    for module, names in re.findall(r"from (kibitz[\w.]*) import ([\w, ]+)", text):
        for name in names.split(","):
            if found := resolved(f"{module}.{name.split(' as ')[0].strip()}"):
                yield found


def mentioned(text: str) -> Iterator[tuple[str, str]]:
    """Dotted names."""
    for name in re.findall(r"\bkibitz(?:\.[A-Za-z_]\w*)+", text):
        if found := resolved(name):
            yield found


def resolved(name: str) -> tuple[str, str] | None:
    """A dotted name as a module and a name in it, or None if it is no name, such as a file's."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        module = ".".join(parts[:end])
        try:
            found = importlib.import_module(module)
        except ImportError:
            continue
        rest = parts[end : end + 1]
        if rest and not hasattr(found, rest[0]):
            return None
        return (module, rest[0] if rest else "") if module != "kibitz" or rest else None
    return None


def referenced(text: str) -> Iterator[tuple[str, str]]:
    """The names of the reference: those listed, or all public ones that a module defines."""
    for module, names in re.findall(r"automodule:: (\S+)\n +:members:([^\n]*)", text):
        found = importlib.import_module(module)
        defined = [
            name
            for name, value in vars(found).items()
            if not name.startswith("_")
            and (inspect.isclass(value) or inspect.isfunction(value))
            and value.__module__ == module
        ]
        yield from ((module, name) for name in ([each.strip() for each in names.split(",")] if names else defined))


# States and records.


def states() -> list[dict[str, Any]]:
    """Positions of every game: the first, some after random moves, and the last."""
    found = []
    for spec in listed.GAMES:
        state, ply = kibitz.game(spec).start(seed=11), 0
        while True:
            if ply in (0, 5, 17) or state.over:
                found.append(described(spec, state))
            if state.over or ply > 150:
                break
            state, ply = state.play(kibitz.Random(11, "stored", ply).choice(state.moves())), ply + 1
    return found


def described(spec: str, state: Any) -> dict[str, Any]:
    """A state as text and as JSON, and what is true of it."""
    facts = {"to_move": state.to_move, "moves": state.moves(), "scores": list(state.scores)}
    facts |= {"outcome": list(state.outcome), "over": state.over, "winners": sorted(state.winners)}
    views = [json.loads(state.view(seat).to_json()) for seat in range(state.game.players)] if state.game.hidden else []
    return {"game": spec, "text": str(state), "json": state.to_json(), **facts, "views": views}


def write_records() -> None:
    """Games as JSON lines, compressed and not, and checkers as PDN."""
    Path("records").mkdir(exist_ok=True)
    sat = [
        ("tic-tac-toe", ["maxn", "random"]),
        ("checkers(quiet=5)", ["alpha-beta(depth=2)", "random"]),
        ("spades(cards=5, hands=2)", ["sampled(maxn(own=MT), worlds=2)", "random", "random"]),
        ("hearts(cards=5, passing=left, moon=true)", ["random"] * 4),
        ("chinese-checkers(turns=3)", ["greedy"] * 3),
        ("abalone(turns=3)", ["greedy", "random"]),
        ("guess-it", ["equilibrium", "bayes-reader"]),
        ("tree", ["random"] * 3),
        ("spades(players=4, cards=4, scoring=tricks, open=true)", ["random"] * 4),
    ]
    found = []
    for number, (spec, players) in enumerate(sat):
        done = kibitz.play_game(kibitz.game(spec), [kibitz.player(each) for each in players], seed=number + 20)
        names = tuple(f"{name} {player}" for name, player in zip(("Ann", "Ben", "Cleo", "Dan"), players, strict=False))
        found.append(records.GameRecord(done.start, names, done.moves, done.scores))
    first = found[0]
    found.append(records.GameRecord(first.start, first.players, first.moves[:2]))  # not finished
    records.write(found, "records/games.jsonl")
    records.write(found, "records/games.jsonl.gz")
    chosen = [each for each in found if each.game.name == "checkers"]
    records.write(chosen, "records/games.pdn")
    facts = [
        {
            "game": str(each.game),
            "players": list(each.players),
            "moves": list(each.moves),
            "scores": None if each.scores is None else list(each.scores),
            "states": [str(state) for state in each.states()],
        }
        for each in found
    ]
    keep("records/games.json", facts)


# What was learned.


def write_memories() -> None:
    """Memories of all players that have one, and what they hold."""
    from kibitz.players.memory import Memory

    Path("memories").mkdir(exist_ok=True)
    open_hands, hidden = "spades(open=true, cards=5, hands=3)", "spades(cards=5, hands=2)"
    games = [
        ("bayes", "adaptive(own=mOT, candidates=[MT, mOT, ML]", open_hands, ["MT", "noisy(mOT, 0.2)"], 4),
        ("hidden", "adaptive(own=mOT, candidates=[MT, mOT], worlds=3", hidden, ["mOT", "random"], 1),
        ("elimination", "adaptive(own=mOT, candidates=[MT, mOT], learner=elimination", open_hands, ["MT", "mOT"], 2),
        (
            "strategies",
            "adaptive(candidates=[strategy(men=60, kings=90, depth=1), strategy(mobility=1, depth=1)], depth=2",
            "checkers(quiet=5)",
            ["strategy(men=60, kings=90, depth=1)"],
            1,
        ),
        ("counts", "bayes-reader(pure=0.333", "guess-it", ["always-ask"], 6),
    ]
    facts = []
    for name, player, spec, others, times in games:
        file = f"memories/{name}.db"
        reader: Any = kibitz.player(f'{player}, memory="{file}")')
        names = ["me", "Ann", "Ben"][: 1 + len(others)]
        for seed in range(times):
            kibitz.play_game(kibitz.game(spec), [reader, *map(kibitz.player, others)], seed, names)
        profiles = [vars(profile) for profile in Memory(file).profiles()]
        said = {reading.opponent: dict(reading.weights) for reading in reader.beliefs()}
        facts.append({"file": file, "player": f"{player})", "game": spec, "profiles": profiles, "beliefs": said})
    keep("memories/memories.json", facts)


def learn() -> None:
    """Models that ``kibitz learn`` saves: a strategy and a preference."""
    sys.path.insert(0, str(HERE.parent))
    from recorded_games import recorded

    Path("learned").mkdir(exist_ok=True)
    records.write(recorded(2, 12).records, str(ELSEWHERE / "checkers.jsonl"))
    words = ["--player", "Ann", "--limit-depth", "2", "--out", "learned/strategy.json"]
    command_line("learn", "checkers", "--from", str(ELSEWHERE / "checkers.jsonl"), *words)
    match = {"deals": 4, "seed": 9, "seatings": 2, "records": str(ELSEWHERE / "spades.jsonl")}
    kibitz.match("spades(cards=5, open=true)", ["mOT", "random"], **match)  # type: ignore[arg-type]
    words = ["--player", "mOT", "--out", "learned/preference.json"]
    command_line("learn", "spades(cards=5, open=true)", "--from", str(ELSEWHERE / "spades.jsonl"), *words)


def evolve() -> None:
    """Every kind of evolved player of Guess It, an identifier, and a checkpoint."""
    few = ["--population", "10", "--generations", "2", "--seed", "3", "--option", "champion=best"]
    for task in ("control", "predictor", "total-control", "identifier", "ids-moves"):
        command_line("evolve", task, *few, "--out", f"evolved-{task}.json")
    known = ["--identifier", "evolved-identifier.json"]
    command_line("evolve", "decision", *few, *known, "--out", "evolved-decision.json")
    half = ["--population", "4", "--generations", "1", "--seed", "3", "--out", str(ELSEWHERE / "id-only.json")]
    command_line("evolve", "id-only", *half, "--checkpoint", "id-only.checkpoint")


# Results.


def write_matches(matches: dict[str, dict[str, Any]]) -> None:
    """Play matches, one of which is killed, and keep what ``kibitz results`` says of each."""
    Path("results").mkdir(exist_ok=True)
    for name, asked in matches.items():
        file = Path("results") / f"{name}.kibitz"
        options = {**asked, "out": str(file), "chunk": 1}
        if "records" in options:
            options["records"] = f"results/{options['records']}"
        if "killed" in name:
            kill(options)
            file.with_name(f"{file.name}-shm").unlink()  # SQLite makes it anew
        else:
            kibitz.match(**options)
        copied = ELSEWHERE / "results"  # to read a file that was killed may change it
        shutil.rmtree(copied, ignore_errors=True)
        shutil.copytree("results", copied)
        table, said = f"results/{name}.csv", ["results", str(copied / file.name)]
        Path(f"results/{name}.txt").write_text(command_line(*said), encoding="utf-8")
        Path(f"results/{name}.json").write_text(command_line(*said, "--json", "--csv", table), encoding="utf-8")
        keep(f"results/{name}.match.json", asked)


def kill(options: dict[str, Any]) -> None:
    """Play a match in a process that is killed in the middle."""
    code = (
        "import json, os, signal, sys, kibitz\n"
        f"stop = lambda told: told.done >= {KILLED_AFTER} and os.kill(os.getpid(), signal.SIGKILL)\n"
        "kibitz.match(**json.loads(sys.argv[1]), progress=stop)"
    )
    done = subprocess.run([sys.executable, "-c", code, json.dumps(options)], check=False)
    assert done.returncode == -signal.SIGKILL


def reproduce() -> None:
    """Folders of reports."""
    for item, paper in REPRODUCED.items():
        shutil.rmtree(f"reproduced/{item}", ignore_errors=True)
        command_line("reproduce", paper, item, "--scale", "quick", "--jobs", "1", "--out", f"reproduced/{item}")
        for file in (*Path(f"reproduced/{item}").glob("*.svg"), *Path(f"reproduced/{item}").glob("*.html")):
            file.unlink()


if __name__ == "__main__":
    main()
