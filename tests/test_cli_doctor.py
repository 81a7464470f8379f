"""``kibitz doctor``: what works, what is missing, and how to get it."""

import json
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import doctor
from kibitz.cli.main import app

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_every_extra_is_a_part_or_for_developers() -> None:
    assert set(PROJECT["optional-dependencies"]) == set(doctor.PARTS) | doctor.FOR_DEVELOPERS
    assert not set(doctor.PARTS) & doctor.FOR_DEVELOPERS


def test_it_lists_versions_cores_and_parts() -> None:
    found = CliRunner().invoke(app, ["doctor", "--json"])
    assert found.exit_code == 0
    told = json.loads(found.stdout)
    assert told["versions"]["kibitz"] == PROJECT["version"]
    assert told["versions"]["python"] == sys.version.split()[0]
    assert told["versions"]["polars"] == metadata.version("polars")
    assert told["cores"] >= 1
    assert told["core"] == {"loads": True, "fault": None}
    assert [part["name"] for part in told["parts"]] == list(doctor.PARTS)


def test_what_is_missing_is_told_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = metadata.version

    def without_ray(package: str) -> str:
        if package == "ray":
            raise metadata.PackageNotFoundError(package)
        return real(package)

    monkeypatch.setattr(metadata, "version", without_ray)
    (part,) = [each for each in doctor.optional_parts() if each.name == "ray"]
    assert part.missing == ("ray>=2.40",)
    assert part.command == f"{sys.executable} -m pip install 'ray>=2.40'"
    shown = CliRunner().invoke(app, ["doctor"])
    assert shown.exit_code == 0
    assert f"to get ray:\n  {part.command}" in shown.stdout


def test_a_core_that_does_not_load_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kibitz._core", None)
    shown = CliRunner().invoke(app, ["doctor"])
    assert shown.exit_code == 1
    assert "does not load" in shown.stdout


def test_without_the_core_every_command_says_what_to_do() -> None:
    code = "import sys; sys.modules['kibitz._core'] = None; from kibitz.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "games"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "the native core of Kibitz does not load" in done.stderr
    assert "build it again" in done.stderr
    assert "Traceback" not in done.stderr
