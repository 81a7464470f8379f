"""Code for Abalone only."""
