"""Kibitz and other libraries: their games and players here, ours there. Each module needs an extra (``pyproject``)."""
