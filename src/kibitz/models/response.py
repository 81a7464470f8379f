"""From what a search finds to what a player does."""

from __future__ import annotations

from collections.abc import Collection

from kibitz.searches.analysis import Analysis


def respond(analysis: Analysis, noise: float = 0.0, ties: str = "even") -> dict[str, float]:
    """Turn an analysis into the probability of every move: a best one, or with probability ``noise`` any.

    >>> import kibitz
    >>> analysis = kibitz.search("maxn").analyse(kibitz.game("tic-tac-toe").start().play_all("a1, b1, b2, c3"))
    >>> {move: round(share, 2) for move, share in respond(analysis, noise=0.1).items()}
    {'c1': 0.02, 'a2': 0.47, 'c2': 0.02, 'a3': 0.47, 'b3': 0.02}
    """
    best = analysis.best if ties == "even" else analysis.best[:1] if ties == "left-low" else analysis.best[-1:]
    share = (1 - noise) / len(best)
    anything = noise / len(analysis.values)
    return {move: anything + (share if move in best else 0.0) for move in analysis.values}


def any_move(moves: Collection[str]) -> dict[str, float]:
    """Every move as likely.

    >>> any_move(["a", "b"])
    {'a': 0.5, 'b': 0.5}
    """
    return dict.fromkeys(moves, 1 / len(moves))
