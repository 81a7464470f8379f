"""The node counts of a fixed set of searches are those kept in the repository."""

from pathlib import Path

from kibitz import node_counts

KEPT = Path(__file__).parent / "node_counts.txt"


def test_the_signature_is_that_of_node_counts() -> None:
    """If a change is meant: ``kibitz bench --signature > tests/node_counts.txt``, and the commit says why."""
    assert node_counts.text(list(node_counts.rows())) == KEPT.read_text()
