"""Code for checkers only."""
