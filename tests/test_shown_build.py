"""A long build shows how far it is, and everything that it printed if it fails."""

import subprocess
import sys
from pathlib import Path
from runpy import run_path

import pytest

TOOL = Path(__file__).parent.parent / "tools" / "shown_build.py"


def shown(script: str) -> subprocess.CompletedProcess[str]:
    """Run a build that is a Python script."""
    return subprocess.run(
        [sys.executable, str(TOOL), sys.executable, "-c", script], capture_output=True, text=True, check=False
    )


def test_only_the_steps_are_shown() -> None:
    run = shown("print('[1/2] Building a.o'); print('much more'); print('[2/2] Linking')")
    first, second = run.stdout.splitlines()
    assert first.startswith("  step 1 of 2, ")
    assert second.startswith("  step 2 of 2, ")
    assert run.returncode == 0


def test_a_build_that_fails_shows_everything_and_fails() -> None:
    run = shown("print('[1/2] Building a.o'); print('error: no compiler'); raise SystemExit(3)")
    assert "error: no compiler" in run.stdout
    assert run.returncode == 3


def test_a_long_step_shows_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    silent = [sys.executable, "-c", "import time; time.sleep(1)"]
    assert run_path(str(TOOL))["main"](silent, every=0.2) == 0
    assert "seconds" in capsys.readouterr().out
