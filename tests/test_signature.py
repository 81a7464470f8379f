"""The node counts of a fixed set of searches are those kept in the repository."""

from pathlib import Path

from kibitz import signature

KEPT = Path(__file__).parent / "signature.txt"


def test_signature() -> None:
    """If a change is meant: ``kibitz bench --signature > tests/signature.txt``, and the commit says why."""
    assert signature.text(list(signature.rows())) == KEPT.read_text()
