"""Searches: analyse a position for the seat to move, given what every seat is thought to want."""
