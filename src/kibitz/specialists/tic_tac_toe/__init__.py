"""What is true of tic-tac-toe only."""
