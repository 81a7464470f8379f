"""Pages and results of this version, found in an installed package and in a checkout."""

from pathlib import Path

import pytest

from kibitz import published
from kibitz.cli.commands_here import next_steps
from kibitz.errors import KibitzError, SpecError


def test_messages_name_a_page_that_the_reader_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert published.page("docs/start.md") == "docs/start.md"  # in a checkout
    (tmp_path / "published_files").mkdir()
    installed = tmp_path / "published_files" / "specifications.md"
    installed.touch()
    monkeypatch.setattr(published, "PACKAGE", tmp_path)
    assert published.page(SpecError.page) == str(installed)
    assert published.page("docs/start.md") == "docs/start.md"  # not installed


def test_all_pages_that_messages_name_exist() -> None:
    docs = Path(__file__).parent.parent
    pages = {kind.page for kind in _below(KibitzError) if kind.page}
    assert len(pages) > 5
    assert [page for page in pages if not (docs / page).is_file()] == []
    assert any(step.endswith("docs/start.md") for step in next_steps())


def test_installed_results_come_before_those_of_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "src" / "kibitz"
    (tmp_path / "docs" / "results").mkdir(parents=True)
    monkeypatch.setattr(published, "PACKAGE", package)
    assert published.folder("results") == tmp_path / "docs" / "results"
    (package / "published_files" / "results").mkdir(parents=True)
    assert published.folder("results") == package / "published_files" / "results"
    with pytest.raises(KibitzError, match="does not contain the published pictures"):
        published.folder("pictures")


def _below(kind: type[KibitzError]) -> list[type[KibitzError]]:
    return [each for child in kind.__subclasses__() for each in (child, *_below(child))]
