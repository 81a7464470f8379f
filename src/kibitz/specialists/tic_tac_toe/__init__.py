"""Code for tic-tac-toe only."""
