"""Explicit game trees, written by hand in Python or read from JSON."""

from kibitz.games.tree.builder import chance, leaf, node
from kibitz.games.tree.rules import Tree

__all__ = ["Tree", "chance", "leaf", "node"]
