"""Code for Hearts only: habits, rules of thumb and opponents."""
