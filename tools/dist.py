"""Build a wheel and a source distribution, and try each in an empty environment: ``make dist``.

The wheel is installed without a compiler: every compiler is replaced by a program that fails. The quick tests run
against what was installed, from a folder without the sources of the package.
"""

from __future__ import annotations

import argparse
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

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
COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++", "cmake", "ninja", "make")


def run(*command: str | Path, cwd: Path, **variables: str) -> None:
    """Run a command, show it, and end if it fails."""
    print("+", *command, flush=True)
    done = subprocess.run(list(map(str, command)), cwd=cwd, env={**os.environ, **variables}, check=False)
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
    print(f"{kind}: installed and tried in {perf_counter() - began:.0f} s")


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
