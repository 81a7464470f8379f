"""Evolved players of Guess It: neat-python breeds them, the core plays their games (lockett2007)."""
