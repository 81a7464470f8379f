"""Spades: players with other bids than the usual ones."""
