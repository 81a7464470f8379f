"""What works on this machine: ``kibitz doctor``."""

from __future__ import annotations

import os
import platform
import re
import shlex
import sys
from dataclasses import dataclass
from importlib import metadata

import typer

import kibitz
from kibitz.cli.app import Json, app, escaped, out, print_json, table
from kibitz.cli.commands_here import checkout, serve_command
from kibitz.cli.core_fault import REBUILD, core_fault
from kibitz.published import page

PAGE = "page"
PARTS = {
    PAGE: "the page in the browser (kibitz serve)",
    "notebook": "notebooks, and results as data frames of pandas",
    "evolve": "evolved players (kibitz evolve)",
    "openspiel": "games and bots of OpenSpiel in Kibitz, and ours in OpenSpiel",
    "pettingzoo": "our games as environments of PettingZoo",
    "gymnasium": "our games as environments of Gymnasium",
    "ray": "matches and leagues on more than one machine (--backend ray)",
}
"""The optional parts by the name of their extra in pyproject.toml, and what each is for."""
FOR_DEVELOPERS = frozenset({"build", "test", "lint", "docs", "bench", "dist"})
"""Extras that ``make`` installs; they are not parts of the library."""
_NAME = re.compile(r"[\w.-]+")


@dataclass(frozen=True)
class Part:
    """An optional part: what it is for, and which of its requirements are missing, such as ``ray>=2.40``."""

    name: str
    purpose: str
    missing: tuple[str, ...]

    @property
    def command(self) -> str:
        """The command that installs what is missing; empty if nothing is."""
        if self.missing and self.name == PAGE and checkout() is not None:
            return serve_command()
        return shlex.join([sys.executable, "-m", "pip", "install", *self.missing]) if self.missing else ""


@app.command()
def doctor(as_json: Json = False) -> None:
    """Show versions, cores, whether the native core loads, and which optional parts are missing.

    The exit status is 1 if something that every command needs does not work.
    """
    fault = core_fault()
    found = optional_parts()
    versions = {
        "kibitz": kibitz.__version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        **{name: _version(name) or "missing" for name in needed_packages()},
    }
    if as_json:
        core = {"loads": not fault, "fault": fault or None}
        parts = [{**vars(each), "command": each.command or None} for each in found]
        print_json({"versions": versions, "cores": os.cpu_count(), "core": core, "parts": parts})
    else:
        _show(versions, fault, found)
    if fault:
        raise typer.Exit(1)


def _show(versions: dict[str, str], fault: str, found: list[Part]) -> None:
    listed = table("what", "found")
    for name, version in versions.items():
        listed.add_row(name, version)
    listed.add_row("cores", str(os.cpu_count()))
    listed.add_row("native core", f"does not load: {fault}; {REBUILD}" if fault else "loads")
    out.print(listed)
    listed = table("optional part", "", "what it is for")
    for part in found:
        listed.add_row(part.name, "missing" if part.missing else "there", part.purpose)
    out.print()
    out.print(listed)
    out.print(escaped(f"\ndocumentation: {page('docs/index.md')}"), soft_wrap=True)
    for part in found:
        if part.command:
            out.print(escaped(f"\nto get {part.name}:\n  {part.command}"), soft_wrap=True)


def page_command() -> str:
    """The command that installs what the page needs; empty if everything is there."""
    return next(part.command for part in optional_parts() if part.name == PAGE)


def needed_packages() -> list[str]:
    """The packages that Kibitz always needs, by name."""
    return [_named(line) for line in metadata.requires("kibitz") or () if "extra ==" not in line]


def optional_parts() -> list[Part]:
    """The optional parts, and which requirements of each are missing."""
    parts = []
    for extra, purpose in PARTS.items():
        lines = [line for line in metadata.requires("kibitz") or () if _extra(line) == extra]
        missing = [line.partition(";")[0].strip() for line in lines if _version(_named(line)) is None]
        parts.append(Part(extra, purpose, tuple(missing)))
    return parts


def _named(requirement: str) -> str:
    found = _NAME.match(requirement)
    assert found
    return found[0]


def _extra(requirement: str) -> str:
    found = re.search(r"extra == ['\"]([\w-]+)['\"]", requirement)
    return found[1] if found else ""


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
