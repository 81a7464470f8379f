"""The command line in a process of its own for each command, without starting Python and importing Kibitz each time.

A process that has imported the command line forks for every command. What the tests have loaded or registered is not
there, as in a process that was started anew. ``tests/test_cli.py`` compares it with a new interpreter.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

FORKING = """
import json, os, signal, sys, traceback
sys.argv = ["kibitz"]
import pydantic, scipy.optimize, scipy.stats
import kibitz.arena.league, kibitz.arena.match, kibitz.arena.results, kibitz.learning.choice_player
from kibitz.cli import main

def run(asked):
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.setsid()
    signal.alarm(asked["seconds"])
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(asked["out"], os.O_WRONLY), 1)
    os.dup2(os.open(asked["err"], os.O_WRONLY), 2)
    sys.argv[1:] = asked["words"]
    try:
        main()
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0

answers = os.fdopen(os.dup(1), "w")
for line in sys.stdin:
    child = os.fork()
    if not child:
        import atexit
        answers.close()
        code = run(json.loads(line))
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    print(child, file=answers, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), file=answers, flush=True)
"""


@cache
def _forking() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", FORKING]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)  # for select
    atexit.register(process.wait)
    atexit.register(process.kill)
    return process


@dataclass
class Command:
    """A command that was started. There is one at a time: wait for it before you start another."""

    words: tuple[str, ...]
    pid: int
    kept: Path
    returncode: int | None = None

    def poll(self) -> int | None:
        """The exit code, or None while it runs."""
        answers = _forking().stdout
        assert answers is not None
        if self.returncode is None and select.select([answers], [], [], 0)[0]:
            self.returncode = int(answers.readline())
        return self.returncode

    def kill(self) -> None:
        """Kill it, but not the processes that it has started, and wait for that."""
        os.kill(self.pid, signal.SIGKILL)
        self.finished()

    def kill_all(self) -> None:
        """Kill it and the processes that it has started, and wait for that."""
        with suppress(ProcessLookupError):  # it may end at this moment
            os.killpg(self.pid, signal.SIGKILL)
        self.finished()

    def finished(self) -> subprocess.CompletedProcess[str]:
        """Wait for its end."""
        answers = _forking().stdout
        assert answers is not None
        if self.returncode is None:
            self.returncode = int(answers.readline())
        out, err = ((self.kept / name).read_text() for name in ("out", "err"))
        atexit.register(rmtree, self.kept, ignore_errors=True)
        return subprocess.CompletedProcess(["kibitz", *self.words], self.returncode, out, err)


def started(*words: str, folder: Path | None = None, seconds: int = 120) -> Command:
    """Start ``kibitz`` with these words in a folder; it is ended after so many seconds."""
    process, kept = _forking(), Path(mkdtemp(prefix="kibitz-command-"))
    assert process.stdin is not None
    assert process.stdout is not None
    for name in ("out", "err"):
        (kept / name).touch()
    asked = {
        "words": words,
        "folder": str(folder or Path.cwd()),
        "environment": dict(os.environ),
        "seconds": seconds,
        "out": str(kept / "out"),
        "err": str(kept / "err"),
    }
    process.stdin.write(json.dumps(asked).encode() + b"\n")
    return Command(words, int(process.stdout.readline()), kept)


def command(*words: str, folder: Path | None = None, seconds: int = 120) -> subprocess.CompletedProcess[str]:
    """Run ``kibitz`` with these words in a folder."""
    return started(*words, folder=folder, seconds=seconds).finished()


def answer(*words: str, folder: Path | None = None) -> str:
    """What a command prints that succeeds."""
    done = command(*words, folder=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout
