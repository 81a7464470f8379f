"""All sentences of the page are in one file, each of them is used, and there are no others."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import kibitz.page
from kibitz.page.strings import STATIC, sentences

PACKAGE = Path(kibitz.page.__file__).parent
SCRIPTS = sorted(STATIC.glob("*.js"))
PAGES = sorted(STATIC.glob("*.html"))
MADE = re.compile(r"(opponent|name|level|setup|kind|results|pace)_\w+\Z")
"""Sentences whose names are put together from a kind and a name."""


def used() -> set[str]:
    """The names of sentences that are asked for."""
    found = set[str]()
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'"([a-z]+(?:_[a-z]+)*)"', text))
    for path in PAGES:
        found |= set(re.findall(r'data-(?:text|label)="(\w+)"', path.read_text(encoding="utf-8")))
    for path in sorted(PACKAGE.glob("*.py")):
        found |= set(re.findall(r'say\(\s*"(\w+)"', path.read_text(encoding="utf-8")))
    return found


def test_every_sentence_that_is_asked_for_is_there() -> None:
    asked = set[str]()
    for path in SCRIPTS:
        asked |= set(re.findall(r'\bt\("(\w+)"', path.read_text(encoding="utf-8")))
    for path in PAGES:
        asked |= set(re.findall(r'data-(?:text|label)="(\w+)"', path.read_text(encoding="utf-8")))
    for path in sorted(PACKAGE.glob("*.py")):
        asked |= set(re.findall(r'say\(\s*"(\w+)"', path.read_text(encoding="utf-8")))
    assert asked <= set(sentences()), asked - set(sentences())


def test_every_sentence_is_used() -> None:
    unused = {name for name in sentences() if name not in used() and not MADE.match(name)}
    assert not unused


def test_no_sentence_is_there_twice() -> None:
    pairs = json.loads((STATIC / "strings.json").read_text(encoding="utf-8"), object_pairs_hook=list)
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names))


def test_the_page_refuses_nothing_in_words_of_its_own() -> None:
    """What a person is told comes from the file; what the library says is the library's."""
    own = []
    for path in sorted(PACKAGE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
                continue
            if any(isinstance(given, (ast.Constant, ast.JoinedStr)) for given in node.exc.args):
                own.append(f"{path.name}:{node.lineno}")
    assert not own


def test_scripts_and_pages_have_no_words_of_their_own() -> None:
    for path in PAGES:
        text = re.sub(r"<[^>]*>", " ", path.read_text(encoding="utf-8"))
        left = set(re.findall(r"[A-Za-z]{2,}", text)) - {"Kibitz", "main", "script"}
        assert not left, (path.name, left)
    for path in SCRIPTS:
        shown = re.findall(r'(?:text:|textContent =|placeholder:|alt:) "([^"]*)"', path.read_text(encoding="utf-8"))
        left = {each for each in shown if re.search(r"[A-Za-z]{2,}", each)} - {"mcts(simulations=200)"}
        assert not left, (path.name, left)
