"""Code for Chinese Checkers only: habits, rules of thumb and opponents."""
