"""Guess It: decided exactly by counts of secret cards, read, replied to and evolved (lockett2007)."""
