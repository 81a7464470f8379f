"""What every page of the documentation promises: it begins with words, links to what exists, and is listed."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path

import pytest

HOME = Path(__file__).parent.parent
DOCS = HOME / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)
NEW = [HOME / "README.md", DOCS / "index.md", DOCS / "start.md", DOCS / "specifications.md", *DOCS.glob("how-to/*.md")]
README_LINES = 100
CODE = re.compile(r"```.*?^```$|^(?: {4}|\t).*$|`[^`]*`|^---$.*?^---$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"(?<![\w.])[-+]?\d[\d,.]*%?(?!\w)")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


def paragraphs(path: Path) -> list[str]:
    """The paragraphs of a page without headings, tables, lists of links, pictures and code."""
    text = CODE.sub("", path.read_text(encoding="utf-8"))
    parts = [part.strip() for part in re.split(r"\n\s*\n", text)]
    return [part for part in parts if part and not part.startswith(("#", "|", "![", "<!--", ":", "["))]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(DOCS)))
def test_a_page_begins_with_words(path: Path) -> None:
    first = next(iter(paragraphs(path)), "")
    assert len(NUMBER.findall(first)) <= 2, first


@pytest.mark.parametrize("path", NEW, ids=lambda path: path.stem)
def test_no_paragraph_has_more_than_two_numbers(path: Path) -> None:
    crowded = [part for part in paragraphs(path) if len(NUMBER.findall(part)) > 2]
    assert not crowded


@pytest.mark.parametrize("path", [HOME / "README.md", *PAGES], ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    links = LINK.findall(CODE.sub("", path.read_text(encoding="utf-8")))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_the_readme_fits_two_screens() -> None:
    assert len((HOME / "README.md").read_text(encoding="utf-8").splitlines()) <= README_LINES


def test_every_page_is_listed() -> None:
    listed = set()
    for path in PAGES:
        for block in re.findall(r"```\{toctree\}\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL):
            entries = [line.strip() for line in block.splitlines() if line.strip() and not line.startswith(":")]
            listed |= {(path.parent / entry).relative_to(DOCS).as_posix() for entry in entries if "*" not in entry}
            for entry in entries:
                listed |= {found.relative_to(DOCS).with_suffix("").as_posix() for found in path.parent.glob(entry)}
    pages = {path.relative_to(DOCS).with_suffix("").as_posix() for path in PAGES} - {"index"}
    assert pages <= listed


def test_the_page_of_commands_is_up_to_date() -> None:
    page = run_path(str(HOME / "tools" / "commands_page.py"))["page"]
    assert page() == (DOCS / "commands.md").read_text(encoding="utf-8"), "run tools/commands_page.py"


def test_the_citation_is_of_this_version_and_says_the_same_everywhere() -> None:
    cff, page = (path.read_text(encoding="utf-8") for path in (HOME / "CITATION.cff", DOCS / "citing.md"))
    [version] = re.findall(r'^version = "(.+)"$', (HOME / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert re.findall(r"^version: (.+)$", cff, re.MULTILINE) == [version]
    assert re.findall(r"version = \{(.+)\}", page) == [version]
    for field, entry in (("title", "title"), ("collection-title", "booktitle"), ("year", "year")):
        written = re.findall(rf'^ *{field}: "?(.+?)"?$', cff, re.MULTILINE)
        assert set(re.findall(rf"\b{entry} *= \{{(.+)\}}", page)) - {"2026"} == set(written)


def test_the_tables_of_leagues_are_up_to_date() -> None:
    """Every table of measured gains follows from the stored results, on the front pages too."""
    tool = run_path(str(HOME / "tools" / "league_page.py"))
    stale = [path.name for path, text in tool["pages"](tool["leagues"]()).items() if text != path.read_text("utf-8")]
    assert stale == [], "run tools/league_page.py"


def test_the_tables_of_exploit_are_up_to_date() -> None:
    page = (HOME / "benchmarks" / "README.md").read_text(encoding="utf-8")
    filled = run_path(str(HOME / "tools" / "exploit_tables.py"))["filled"]
    assert filled(page) == page, "run tools/exploit_tables.py"


def test_the_tables_of_hidden_information_are_up_to_date() -> None:
    page = (HOME / "docs" / "hidden-information.md").read_text(encoding="utf-8")
    tool = run_path(str(HOME / "tools" / "hidden_tables.py"))
    assert tool["filled"](page) == page, "run tools/hidden_tables.py"
    assert [mark for mark in tool["MARKS"] if f"<!-- {mark} -->" not in page] == []


def test_the_front_pages_say_in_how_many_games_the_gain_is_certain() -> None:
    tool = run_path(str(HOME / "tools" / "league_page.py"))
    later = [values["later"]["gain"]["adaptive"] for values in tool["held_out"](tool["leagues"]()).values()]
    uncertain = [gain for gain in later if gain["interval"][0] <= 0]
    assert (len(later), len(uncertain)) == (8, 1), "README.md and docs/index.md say seven of eight"
