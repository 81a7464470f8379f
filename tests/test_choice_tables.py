"""The tables of the page on reading strangers are those of the stored results."""

import runpy
from pathlib import Path

HOME = Path(__file__).parent.parent


def test_the_page_has_the_tables_of_the_results() -> None:
    tool = runpy.run_path(str(HOME / "tools" / "choice_tables.py"))
    page = tool["PAGE"].read_text(encoding="utf-8")
    for mark, made in tool["tables"]().items():
        assert f"<!-- {mark} -->\n{made}\n<!-- /{mark} -->" in page
