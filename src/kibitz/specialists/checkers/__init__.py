"""What is true of checkers only."""
