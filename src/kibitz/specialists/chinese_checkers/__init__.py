"""What is true of Chinese Checkers only: habits that people have."""
