"""Measurements, each a ratio against something a user would pick instead, taken in one run. See README.md."""
