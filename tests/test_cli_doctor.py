"""``kibitz doctor``: what works, what is missing, and how to get it."""

import json
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import commands_here, doctor
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


# Commands that work where the person is.


def test_a_checkout_is_served_by_make(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    root = commands_here.checkout()
    assert root == Path(__file__).parent.parent
    monkeypatch.chdir(root)
    assert commands_here.serve_command() == "make serve"
    assert list(commands_here.next_steps())[1].endswith("kibitz play checkers adaptive")
    monkeypatch.chdir(tmp_path)
    assert commands_here.serve_command() == f"make -C {root} serve"


def test_an_installed_kibitz_is_called_by_a_path_that_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    binary = tmp_path / "bin" / "kibitz"
    binary.parent.mkdir()
    binary.write_text("")
    binary.chmod(0o755)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(binary.with_name("python")))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "/nowhere")
    assert commands_here.serve_command() == "bin/kibitz serve --open"
    monkeypatch.setenv("PATH", str(binary.parent))
    assert commands_here.serve_command() == "kibitz serve --open"


@pytest.mark.parametrize("inside", [True, False])
def test_a_page_without_uvicorn_gives_the_command_of_doctor(monkeypatch: pytest.MonkeyPatch, inside: bool) -> None:
    real = metadata.version

    def without_uvicorn(package: str) -> str:
        if package == "uvicorn":
            raise metadata.PackageNotFoundError(package)
        return real(package)

    monkeypatch.setattr(metadata, "version", without_uvicorn)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "kibitz.page.serving", raising=False)
    if not inside:
        monkeypatch.setattr(doctor, "checkout", lambda: None)
    install = commands_here.serve_command() if inside else f"{sys.executable} -m pip install 'uvicorn>=0.30'"
    assert f"to get page:\n  {install}" in CliRunner().invoke(app, ["doctor"]).stdout
    failed = CliRunner().invoke(app, ["serve", "--port", "0"])
    assert str(failed.exception) == f"the page needs uvicorn: {install}"


def test_make_serve_loads_games_and_says_what_it_installs() -> None:
    dry = ["make", "-n", "-C", str(Path(__file__).parent.parent), "serve", "LOAD=one.py two.py", "SERVE=--port 9000"]
    done = subprocess.run(dry, capture_output=True, text=True, check=True)
    assert "kibitz --load one.py --load two.py serve --port 9000" in done.stdout
    anew = subprocess.run([*dry, "-W", "pyproject.toml"], capture_output=True, text=True, check=True)
    assert "installing what 'make serve' needs" in anew.stdout
