"""Carmel & Markovitch 1993: M*, and learning models of an opponent's strategy."""
