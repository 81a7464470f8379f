"""Ways of modelling at Guess It: readers of mixtures of the cardinal opponents (lockett2007)."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.game import Game
from kibitz.specialists.entrants import Entrant


def entrants(game: Game) -> Iterator[Entrant]:
    """The exact reader of mixtures; evolved networks are in files of their own (``network(file=...)``)."""
    yield Entrant("mixture-reader", "lockett2007", "bayes-reader(carry=true)")
