"""Code for Spades only: players with unusual bids, habits, rules of thumb and opponents."""
