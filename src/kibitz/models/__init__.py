"""What a player may be: what it wants, how far it looks, what it thinks of the others. Plain data."""
