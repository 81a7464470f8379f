"""Leagues: players at tables of strangers, measured against a baseline and a clairvoyant."""
