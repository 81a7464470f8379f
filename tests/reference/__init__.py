"""Slow, obvious twins of the native games, written from docs/games.md alone."""
