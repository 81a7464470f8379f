"""What is true of Abalone only."""
