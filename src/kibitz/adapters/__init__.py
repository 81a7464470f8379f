"""Adapters: games and players of other libraries in Kibitz, and ours in theirs. Each needs an extra of
``pyproject.toml``.
"""
