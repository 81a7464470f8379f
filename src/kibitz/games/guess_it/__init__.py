"""Guess It."""
