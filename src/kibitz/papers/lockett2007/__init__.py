"""Lockett, Chen & Miikkulainen 2007: evolved players of Guess It, and mixtures of cardinal opponents."""
