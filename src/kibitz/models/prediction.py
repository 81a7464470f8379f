"""``predict``: the probability of each legal move of a player, by a model."""

from __future__ import annotations

from typing import Any

from kibitz.errors import KibitzError
from kibitz.games.game import CHANCE, Game, State
from kibitz.models.model import WORLDS
from kibitz.models.move_probabilities import completed, respond
from kibitz.models.registry import model
from kibitz.searches.search import Search
from kibitz.wants.mixture import Mixture
from kibitz.wants.want import Want

__all__ = ["predict", "predict_from_view", "respond", "search_for", "searches_for", "wants_of"]


def search_for(given: object, game: Game) -> Search:
    """The search that a model uses in a game with this number of players.

    A model with preferences uses max^n over whole hands, or soft-max^n if one of them is only an order of outcomes. A
    model with an evaluation or a score uses max^n if more than two play. If two play, it uses alpha-beta, or M* if it
    has a model of the opponent. A rational player uses Max-Prob.

    >>> import kibitz
    >>> str(search_for("mOT_generic", kibitz.game("spades")))
    'soft-maxn(own=mOT, others=generic)'
    >>> str(search_for("strategy(men=60, kings=90, depth=6)", kibitz.game("checkers")))
    'alpha-beta(depth=6, own=evaluation(men=60, kings=90), exact=true)'
    """
    return searches_for(given, game)[0]


def searches_for(given: object, game: Game) -> tuple[Search, ...]:
    """The searches that a model may use, all equally likely: one for every order in which it may break ties.

    >>> import kibitz
    >>> [search.options["ties"] for search in searches_for("MT_mOT", kibitz.game("spades"))]
    ['left-low', 'left-high']
    """
    return model(given).searches(game)


def wants_of(given: object) -> Mixture[Want]:
    """What a player may want, for prob-max^n, which ignores the player's model of the others.

    >>> str(wants_of("mixture(MT=2, MT_mOT=1, rational=1)"))
    'mixture(MT=0.75, win=0.25)'
    """
    return model(given).wanted()


def predict(given: object, state: State) -> dict[str, float]:
    """The probability of each legal move of the seat to move, under the model.

    The model is anything that ``kibitz.model`` takes: a text, a model, a file, or a function of the position.
    Preferences and scores say nothing about bids, so during the bidding all moves are equally likely.

    >>> import kibitz
    >>> state = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(seed=1)
    >>> {move: round(share, 2) for move, share in predict("noisy(mOT_MT, 0.3)", state).items()}
    {'TC': 0.57, '2D': 0.22, 'KD': 0.22}
    """
    if not isinstance(state, State) or state.over or state.to_move == CHANCE:
        raise KibitzError("predict needs a whole position in which a seat is to move")
    found = model(given)
    moves = state.moves()
    return {moves[0]: 1.0} if len(moves) == 1 else completed(found, found.policy_in_whole(state), moves)


def predict_from_view(given: object, view: Any, worlds: int = WORLDS, seed: int = 0) -> dict[str, float]:
    """The predicted move probabilities of a player that sees only this view and searches worlds that fit it
    (sturtevant2006 section 2).

    >>> import kibitz
    >>> view = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(seed=1).view(0)
    >>> round(sum(predict_from_view("noisy(mOT_MT, 0.3)", view, worlds=5).values()), 6)
    1.0
    """
    found = model(given)
    moves = view.moves()
    return {moves[0]: 1.0} if len(moves) == 1 else completed(found, found.policy_over(view, worlds, seed), moves)
