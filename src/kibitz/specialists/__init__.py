"""What is true of one game only, a folder a game: plans, exact solutions, readers, networks, players, populations."""
