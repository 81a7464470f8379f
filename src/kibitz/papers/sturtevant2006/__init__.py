"""Sturtevant & Bowling 2006: soft-max^n, and play against unknown opponents."""
