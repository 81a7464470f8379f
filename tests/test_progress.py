"""The one bar: what people see of it in a terminal, and that nobody sees it elsewhere."""

import re
from io import StringIO

from rich.console import Console

from kibitz.progress import Bar


def shown(terminal: bool, quiet: bool = False, said: str = "reading [MT, mOT]") -> str:
    """All that a bar writes, without colours and the time it took."""
    console = Console(file=StringIO(), force_terminal=terminal, width=120)
    with Bar("starting", quiet, console) as bar:
        bar.update(0, 1200)
        bar.update(300, 1200, said)
    written = console.file.getvalue()  # type: ignore[attr-defined]
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\d:\d\d:\d\d", "", written)


def test_a_terminal_shows_how_much_is_done_and_what_it_says() -> None:
    written = shown(terminal=True)
    assert re.search(r"━+.* +300/1200 +reading \[MT, mOT\]", written)


def test_nothing_is_counted_before_it_is_known_of_how_many() -> None:
    console = Console(file=StringIO(), force_terminal=True, width=120)
    with Bar("counting", console=console):
        pass
    written = console.file.getvalue()  # type: ignore[attr-defined]
    assert "counting" in written
    assert "0/" not in written
    assert "?" not in re.sub(r"\x1b\[\?", "", written)


def test_nobody_sees_it_where_there_is_no_terminal_or_json_is_asked_for() -> None:
    assert shown(terminal=False) == ""
    assert shown(terminal=True, quiet=True) == ""
