"""Build a wheel and a source distribution, and try each in an empty environment: ``make dist``.

The wheel is installed without a compiler: every compiler is replaced by a program that fails. The quick tests run
against what was installed, from a folder without the sources of the package. The commands that the README and
docs/start.md show to a newcomer run too, some of them misspelled; at last the page is served and asked for its results.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
QUICK = [
    "test_random.py",
    "test_specs.py",
    "test_deals.py",
    "test_playthroughs.py",
    "games/test_tic_tac_toe.py",
    "games/test_records.py",
    "players/test_play_game.py",
]
"""Tests that take seconds and need no optional part except pytest. The games of the documentation are copied with
them."""
NEWCOMER = [
    "games",
    "games hearts",
    "players adaptive",
    "show tic-tac-toe",
    "demo",
    "match tic-tac-toe mcts greedy --deals 5 --seed 1 --records games.jsonl",
    "records games.jsonl",
    "learn tic-tac-toe --from games.jsonl --player greedy --out greedy.json",
    "play tic-tac-toe greedy.json",
    "league tic-tac-toe --scale quick --seed 1",
    "reproduce --list",
    "reproduce sturtevant2006 table-1 --scale quick",
    "doctor",
]
"""Commands for somebody who has only the wheel; each must succeed. Input ends at once, so a game is left."""
MISSPELLED = {
    "gmaes": "Did you mean 'games'",
    "match tictactoe mcts greedy": "did you mean 'tic-tac-toe'",
    "match tic-tac-toe mtcs greedy": "did you mean 'mcts'",
    "match tic-tac-toe mcts(simulation=5) greedy": "did you mean 'simulations'",
    "league tic-tac-toe --scale quikc": "did you mean 'quick'",
    "learn tic-tac-toe --from games.jsonl --player greddy": "did you mean 'greedy'",
    "reproduce sturtevant2006 tabel-1": "did you mean 'table-1'",
    "serve --prot 8000": "--port",
}
"""Misspelled commands, and a part of the answer that each must get."""
COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++", "cmake", "ninja", "make")


def run(*command: str | Path, cwd: Path, **variables: str) -> None:
    """Run a command, show it, and end if it fails."""
    print("+", *command, flush=True)
    environment = {**os.environ, **variables}
    done = subprocess.run(list(map(str, command)), cwd=cwd, stdin=subprocess.DEVNULL, env=environment, check=False)
    if done.returncode:
        sys.exit(f"dist: {command[0]} failed")


def build(dist: Path, only: str | None = None) -> None:
    """Build the source distribution, and the wheel from it, with the build tools of this environment.

    If only the source distribution is tried, no wheel is built: installing it compiles anyway."""
    shutil.rmtree(dist, ignore_errors=True)
    began = perf_counter()
    print("building the source distribution and, from it, the wheel; compiling takes two minutes on an idle machine")
    what = ["--sdist"] if only == "sdist" else []
    run(sys.executable, "-m", "build", "--no-isolation", *what, "--outdir", dist, ROOT, cwd=ROOT)
    print(f"built in {perf_counter() - began:.0f} s")
    for file in sorted(dist.iterdir()):
        print(f"{file.name}, {file.stat().st_size / 1e6:.1f} MB")


def without_compilers(folder: Path) -> str:
    """A search path on which every compiler is a program that fails."""
    folder.mkdir()
    for name in COMPILERS:
        fake = folder / name
        fake.write_text(f"#!/bin/sh\necho 'dist: {name} was called, but a wheel needs no compiler' >&2\nexit 1\n")
        fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def attempt(kind: str, file: Path, folder: Path) -> None:
    """Install a distribution into an empty environment, and run the quick tests there."""
    environment = folder / kind
    began = perf_counter()
    run(sys.executable, "-m", "venv", environment, cwd=folder)
    python = environment / "bin" / "python"
    path = {"PATH": without_compilers(folder / "no-compilers")} if kind == "wheel" else {}
    run(python, "-m", "pip", "install", "-q", file, "pytest>=8", "hypothesis>=6.100", cwd=folder, **path)
    tests = folder / f"{kind}-tests"
    shutil.copytree(ROOT / "tests", tests / "tests")
    shutil.copytree(ROOT / "docs" / "examples", tests / "docs" / "examples")
    files = [tests / "tests" / each for each in QUICK]
    run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files, cwd=tests, PYTHONPATH=str(tests / "tests"))
    run(
        python,
        "-c",
        f"import kibitz, pathlib; assert pathlib.Path(kibitz.__file__).is_relative_to({str(folder)!r})",
        cwd=folder,
    )
    run(python, "-c", "from kibitz.published import folder; assert list(folder('results').glob('*.json'))", cwd=folder)
    run(environment / "bin" / "kibitz", "--version", cwd=folder)
    if kind == "wheel":
        newcomer(environment / "bin", folder)
    print(f"{kind}: installed and tried in {perf_counter() - began:.0f} s")


def newcomer(programs: Path, folder: Path) -> None:
    """What somebody does who has only the wheel: the commands of the README, misspelled ones, and the page."""
    place = folder / "newcomer"
    place.mkdir()
    kibitz = programs / "kibitz"
    for line in NEWCOMER:
        run(kibitz, *line.split(), cwd=place)
    for line, answer in MISSPELLED.items():
        print("+", kibitz, line, flush=True)
        done = subprocess.run([kibitz, *line.split()], cwd=place, capture_output=True, text=True, check=False)
        if done.returncode != 2 or answer not in done.stderr:
            sys.exit(f"dist: the answer should contain {answer!r}, but it is:\n{done.stderr}")
        for page in re.findall(r"^see (.*\.md)$", done.stderr, re.MULTILINE):
            if not (place / page).is_file():
                sys.exit(f"dist: the answer names {page}, which is not installed")
    told = subprocess.run([kibitz, "doctor", "--json"], capture_output=True, text=True, check=True).stdout
    page = next(each["missing"] for each in json.loads(told)["parts"] if each["name"] == "page")
    run(programs / "python", "-m", "pip", "install", "-q", *page, cwd=place)
    with subprocess.Popen([kibitz, "serve", "--port", "0"], cwd=place, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address, "the server does not say its address"
            with urlopen(address[0]) as answered:
                assert b"<html" in answered.read(), "there is no page"
            with urlopen(f"{address[0]}api/results") as answered:
                print(f"the page shows {len(json.load(answered)) or sys.exit('dist: the page has no results')} results")
        finally:
            server.terminate()


def main() -> None:
    """Build, and try both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=["wheel", "sdist"], help="try only one of them")
    parser.add_argument("--built", action="store_true", help="try what is in dist/, without building it again")
    given = parser.parse_args()
    dist = ROOT / "dist"
    if not given.built:
        build(dist, given.only)
    with tempfile.TemporaryDirectory() as folder:
        for kind, pattern in {"wheel": "*.whl", "sdist": "*.tar.gz"}.items():
            if given.only in (None, kind):
                attempt(kind, next(dist.glob(pattern)), Path(folder))


if __name__ == "__main__":
    main()
