"""The games: what a game is, what it may offer beyond its rules, and a folder for each game."""
