"""Guess It: exact solutions, players that learn their opponent, and evolved networks (lockett2007)."""
