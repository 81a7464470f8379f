"""What a player wants, as plain data: scores, evaluations, preferences over outcomes, and weighted sets of them."""
