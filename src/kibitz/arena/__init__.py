"""Seats players and measures them."""
