"""Code for a single game, a folder for each: plans, exact solutions, readers, networks, players, populations."""
