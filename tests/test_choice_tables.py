"""The tables of the page on reading strangers are those of the stored results."""

import sys
from pathlib import Path

HOME = Path(__file__).parent.parent
sys.path.insert(0, str(HOME / "tools"))


def test_the_page_has_the_tables_of_the_results() -> None:
    import choice_tables

    page = choice_tables.PAGE.read_text(encoding="utf-8")
    assert choice_tables.text(choice_tables.load(choice_tables.RESULTS)) in page
