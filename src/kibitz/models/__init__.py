"""Models of players: what a player wants, how deep it searches, and its model of the others."""
