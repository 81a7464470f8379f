"""Run a build that prints much, and show only how far it is: ``python tools/shown_build.py COMMAND...``.

Ninja prints ``[3/23] Building ...`` when it has finished a step. Of each such line, only the two numbers are shown, and
the time so far. A step may take a minute, so the time is also shown every few seconds. If the command fails, everything
that it printed follows, and the exit code is that of the command.
"""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time

STEP = re.compile(r"\[(\d+)/(\d+)\]")
EVERY = 10.0
"""Seconds after which the time is shown again."""


class Shown:
    """The line that says how far the build is; a terminal shows it in place."""

    def __init__(self) -> None:
        self.began, self.steps = time.monotonic(), ""
        self.in_place = sys.stdout.isatty()

    def show(self) -> None:
        """Show the steps and the time."""
        text = f"  {self.steps}{time.monotonic() - self.began:.0f} seconds"
        sys.stdout.write(f"\r{text}" if self.in_place else f"{text}\n")
        sys.stdout.flush()


def main(command: list[str], every: float = EVERY) -> int:
    """Run the command, show its steps, and return its exit code."""
    printed, shown, ended = [], Shown(), threading.Event()

    def tick() -> None:
        while not ended.wait(every):
            shown.show()

    threading.Thread(target=tick, daemon=True).start()
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=subprocess.STDOUT, text=True, errors="replace") as run:
        for line in run.stdout or ():
            printed.append(line)
            found = STEP.search(line)
            if found and found[1] != "0":
                shown.steps = f"step {found[1]} of {found[2]}, "
                shown.show()
    ended.set()
    if shown.in_place:
        sys.stdout.write("\n")
    if run.returncode:
        sys.stdout.write("".join(printed))
    return run.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
