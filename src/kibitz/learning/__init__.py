"""Learning: what the moves of a player tell about it."""
