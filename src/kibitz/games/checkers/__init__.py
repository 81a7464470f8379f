"""Checkers (English draughts)."""
