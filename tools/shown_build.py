"""Run a build that prints much, and show only how far it is: ``python tools/shown_build.py COMMAND...``.

Ninja prints ``[3/23] Building ...`` for each step. Of each such line, only the two numbers are shown. If the command
fails, everything that it printed follows, and the exit code is that of the command.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time

STEP = re.compile(r"\[(\d+)/(\d+)\]")


def main(command: list[str]) -> int:
    """Run the command, show its steps, and return its exit code."""
    printed, began, shown = [], time.monotonic(), 0
    in_place = sys.stdout.isatty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace") as run:
        for line in run.stdout or ():
            printed.append(line)
            found = STEP.search(line)
            if found and found[1] != "0":
                shown += 1
                text = f"  step {found[1]} of {found[2]}, {time.monotonic() - began:.0f} seconds"
                sys.stdout.write(f"\r{text}" if in_place else f"{text}\n")
                sys.stdout.flush()
    if shown and in_place:
        sys.stdout.write("\n")
    if run.returncode:
        sys.stdout.write("".join(printed))
    return run.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
