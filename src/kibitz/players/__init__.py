"""Players: they choose moves, and may remember what they have seen."""
