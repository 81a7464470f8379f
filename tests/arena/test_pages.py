"""Reports as files: a folder is made where it is missing, and one that is there is written to again."""

from pathlib import Path

import pytest

from kibitz.arena.pages import write_files
from kibitz.errors import KibitzError


def test_files_are_written_into_a_new_folder_and_again(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    for text in ("first", "second, with ±"):
        assert write_files(folder, {"a.md": text, "b.html": "page"}) == [folder / "a.md", folder / "b.html"]
        assert (folder / "a.md").read_text(encoding="utf-8") == text
    assert (folder / "b.html").read_text(encoding="utf-8") == "page"


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(KibitzError, match=r"cannot write to .*report"):
        write_files(tmp_path / "file" / "report", {"a.md": ""})
