"""Spades: players that bid otherwise than usual."""
