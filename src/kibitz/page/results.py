"""The results of the project as pages: leagues, papers and benchmarks, from the reports in a folder."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import Response

from kibitz import published
from kibitz.errors import KibitzError
from kibitz.page.host import NotFound
from kibitz.page.strings import say

LARGEST = 4_000_000
LEAGUES, PAPERS, OTHERS = "leagues", "papers", "others"
_NAME = re.compile(r"(?:league/)?[a-z0-9][a-z0-9-]{0,80}\Z")


def folder(app: FastAPI) -> Path | None:
    """The folder with the reports, if there is one: the given one, or what was published with this version."""
    given: Path | None = app.state.results
    if given is None:
        with suppress(KibitzError):
            return published.folder("results")
    return given if given is not None and given.is_dir() else None


def add(app: FastAPI) -> None:
    """Add the routes of results."""

    @app.get("/api/results", tags=["results"])
    async def listed(request: Request) -> list[dict[str, Any]]:
        """All reports, with their figures."""
        place = folder(request.app)
        if place is None:
            return []
        found = []
        for path in sorted(place.rglob("*.json")):
            name = path.relative_to(place).with_suffix("").as_posix()
            if _NAME.match(name) and path.stat().st_size <= LARGEST:
                about = _about(path, path.stat().st_mtime_ns)
                found.append({"name": name, **about, "figures": _figures(place, name)})
        return found

    @app.get("/api/results/figures/{name:path}", include_in_schema=False)
    async def figure(name: str, request: Request) -> Response:
        path = _file(folder(request.app), name.removesuffix(".svg"), ".svg")
        return Response(path.read_bytes(), media_type="image/svg+xml")

    @app.get("/api/results/{name:path}", tags=["results"])
    async def report(name: str, request: Request) -> Any:
        """One report."""
        path = _file(folder(request.app), name, ".json")
        if path.stat().st_size > LARGEST:
            raise NotFound(say("no_result"))
        return json.loads(path.read_text(encoding="utf-8"))


@lru_cache(maxsize=512)
def _about(path: Path, changed: int) -> dict[str, str]:
    """What a report is about: its group, its title, and its verdict if it has one."""
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        report = None
    if not isinstance(report, dict):
        report = {}
    group = PAPERS if "paper" in report else LEAGUES if path.parent.name == "league" else OTHERS
    return {
        "group": group,
        "title": _title(report, path.stem),
        "verdict": str(report.get("verdict", "")),
        "gain": _gain(report) if group == LEAGUES else "",
    }


def _title(report: dict[str, Any], name: str) -> str:
    """The title in words: of a league, the game and what is special; otherwise that of the report, or its name.

    >>> _title({"game": "checkers", "handicap": "men=3"}, "checkers-equal-time")
    'Checkers equal time (handicap men=3)'
    """
    if report.get("title"):
        return str(report["title"])
    words = name.replace("-", " ").capitalize()
    return f"{words} (handicap {report['handicap']})" if report.get("handicap") else words


def _gain(report: dict[str, Any]) -> str:
    """What the players of a league gain over the baseline, in percentage points of the points of a game.

    >>> _gain({"gain": {"adaptive": {"mean": 0.082, "interval": [0.046, 0.118]}}})
    '+8.2 points of 100 (95% interval +4.6 to +11.8) for adaptive'
    """
    found = []
    for player, gain in (report.get("gain") or {}).items():
        if isinstance(gain, dict) and gain.get("mean") is not None:
            low, high = gain["interval"]
            interval = f"95% interval {100 * low:+.1f} to {100 * high:+.1f}"
            found.append(f"{100 * gain['mean']:+.1f} points of 100 ({interval}) for {player}")
    return "; ".join(found)


def _file(place: Path | None, name: str, ending: str) -> Path:
    """A file of a report; only names that reports have, so nothing else can be read."""
    if place is None or not _NAME.match(name):
        raise NotFound(say("no_result"))
    path = place / f"{name}{ending}"
    if not path.is_file():
        raise NotFound(say("no_result"))
    return path


def _figures(place: Path, name: str) -> list[str]:
    """The figures of a report, by the beginning of their names."""
    stem = (place / name).parent
    found = [*stem.glob(f"{Path(name).name}-[0-9].svg"), *stem.glob(f"{Path(name).name}.svg")]
    found += stem.glob(f"{Path(name).name}-gain.svg")
    return [path.relative_to(place).as_posix() for path in sorted(found)]
