"""Searches: analyse a position for the seat to move, under an assumption about what every seat wants."""
