"""With what probability would this player make each legal move here?

The position is analysed from the player's own seat, as its model looks, with its model of the others (DESIGN: not from
inside our own tree), and what it finds equally good it is taken to make equally often. Where nothing is known of how it
breaks ties deeper down, either order is as likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from kibitz import specs
from kibitz.errors import KibitzError, SpecError
from kibitz.games.capabilities import bidding
from kibitz.games.game import CHANCE, Game, State
from kibitz.games.view import View
from kibitz.models.mixture import Mixture
from kibitz.models.model import Model, Rational, model
from kibitz.models.preference import Preference
from kibitz.models.wants import Score, Want
from kibitz.searches.analysis import Analysis
from kibitz.searches.registry import REGISTRY
from kibitz.searches.search import Search
from kibitz.specialists.guess_it.stationary import Stationary

USUAL: dict[str, dict[str, Any]] = {"maxn": {"exact": "best", "line": False}, "alpha-beta": {"exact": True}}
"""Options that find all moves of the best value, and no more than that."""

ORDERS = ("left-low", "left-high")


def search_for(given: Model | str, game: Game) -> Search:
    """The search by which a model looks for what it wants, in games of so many players as this.

    Preferences: max^n over whole hands, or soft-max^n where one is only an order. Evaluations and scores: for two
    players alpha-beta, or M* where it has a model of the other; for more, max^n. Rational: Max-Prob.

    >>> import kibitz
    >>> str(search_for("mOT_generic", kibitz.game("spades")))
    'soft-maxn(own=mOT, others=generic)'
    >>> str(search_for("strategy(men=60, kings=90, depth=6)", kibitz.game("checkers")))
    'alpha-beta(depth=6, own=evaluation(men=60, kings=90), exact=true)'
    """
    return _searches(model(given), game.players)[0]


def searches_for(given: Model | str, game: Game) -> tuple[Search, ...]:
    """The searches by which a model may look, each as likely: one for every order in which it may break ties.

    sturtevant2006 section 2.2: what max^n finds depends on how ties are broken deeper down, and nobody knows how
    another does that. Taking one order for certain misreads players who have the other.

    >>> import kibitz
    >>> [search.options["ties"] for search in searches_for("MT_mOT", kibitz.game("spades"))]
    ['left-low', 'left-high']
    """
    return _searches(model(given), game.players)


@lru_cache(maxsize=4096)
def _searches(given: Model, players: int) -> tuple[Search, ...]:
    if isinstance(given.wants, Mixture):
        raise SpecError(f"{given} has no search of its own: it is one of its parts at every move, and those have")
    if isinstance(given.wants, Stationary):
        raise SpecError(f"{given} has no search: it decides by chance alone")
    asked = specs.parse(given.search) if given.search else None
    name = asked.name if asked else _usual_search(given.wants, given.others, players)
    options: dict[str, Any] = {"depth": given.depth} if given.depth else {}
    if not isinstance(given.wants, Rational):
        options["own"] = given.wants
    if given.others is not None:
        options |= _seen(given, given.others, name)
    known = {option.name for option in REGISTRY.kind(name).options_known}
    if "ties" not in known:
        orders: list[dict[str, Any]] = [{}]
    else:
        orders = [{"ties": order} for order in (ORDERS if given.ties == "even" else [given.ties])]
    made = [{**options, **USUAL.get(name, {}), **order, **(asked.options if asked else {})} for order in orders]
    return tuple(dict.fromkeys(REGISTRY.make(name, **each) for each in made))


def _usual_search(wants: Want | Rational, others: Model | None, players: int) -> str:
    if isinstance(wants, Rational):
        return "max-prob"
    if isinstance(wants, Preference):
        both = [wants, others.wants if others else wants]
        return "maxn" if all(not isinstance(each, Preference) or each.cardinal for each in both) else "soft-maxn"
    if players == 2:
        return "m-star" if others else "alpha-beta"
    return "maxn"


def _seen(given: Model, others: Model, search: str) -> dict[str, Any]:
    """What a search is told of what the model thinks of the others: one level deep."""
    if isinstance(others.wants, (Rational, Stationary, Mixture)) or others.others is not None:
        raise SpecError(
            f"{given}: {search} takes others who want one thing and think that everybody does, not {others}"
        )
    if search == "m-star":
        return {"model": others.wants, "model_depth": others.depth}
    return {"others": others.wants}


def respond(analysis: Analysis, noise: float = 0.0, ties: str = "even") -> dict[str, float]:
    """Turn an analysis into the probability of every move: a best one, or with probability ``noise`` any.

    >>> import kibitz
    >>> analysis = kibitz.search("maxn").analyse(kibitz.game("tic-tac-toe").start().play_all("a1, b1, b2, c3"))
    >>> {move: round(share, 2) for move, share in respond(analysis, noise=0.1).items()}
    {'c1': 0.02, 'a2': 0.47, 'c2': 0.02, 'a3': 0.47, 'b3': 0.02}
    """
    best = analysis.best if ties == "even" else analysis.best[:1] if ties == "left-low" else analysis.best[-1:]
    share = (1 - noise) / len(best)
    any_move = noise / len(analysis.values)
    return {move: any_move + (share if move in best else 0.0) for move in analysis.values}


def predict(given: Model | str, state: State) -> dict[str, float]:
    """The probability with which the seat to move would make each legal move here, if it were as the model says.

    Preferences and scores are about the play and say nothing about bids: while those are made, all moves are as likely.

    >>> import kibitz
    >>> state = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(seed=1)
    >>> {move: round(share, 2) for move, share in predict("noisy(mOT_MT, 0.3)", state).items()}
    {'TC': 0.57, '2D': 0.22, 'KD': 0.22}
    """
    given = model(given)
    if not isinstance(state, State) or state.over or state.to_move == CHANCE:
        raise KibitzError("moves are predicted in a whole position in which somebody is to move")
    moves = state.moves()
    if len(moves) == 1:
        return {moves[0]: 1.0}
    if isinstance(given.wants, Mixture):
        parts = [(share, predict(part, state)) for share, part in given.wants.shares]
        return _mixed([*((share * (1 - given.noise), part) for share, part in parts), (given.noise, _any(moves))])
    if isinstance(given.wants, Stationary):
        return _by_chance(given, given.wants, state)
    if _bids(given, state):
        return _any(moves)
    found = [search.analyse(state) for search in searches_for(given, state.game)]
    return _mixed([(1 / len(found), respond(analysis, given.noise, given.ties)) for analysis in found])


def predict_from_view(given: Model | str, view: Any, worlds: int = 20, seed: int = 0) -> dict[str, float]:
    """The same for one who sees only this view, and searches worlds that fit it (sturtevant2006 section 2).

    >>> import kibitz
    >>> view = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(seed=1).view(0)
    >>> round(sum(predict_from_view("noisy(mOT_MT, 0.3)", view, worlds=5).values()), 6)
    1.0
    """
    from kibitz.searches.sampled import Sampled  # it takes searches from the registry, as this module does

    given = model(given)
    moves = view.moves()
    if len(moves) == 1:
        return {moves[0]: 1.0}
    if isinstance(given.wants, Mixture):
        parts = [(share, predict_from_view(part, view, worlds, seed)) for share, part in given.wants.shares]
        return _mixed([*((share * (1 - given.noise), part) for share, part in parts), (given.noise, _any(moves))])
    if isinstance(given.wants, Stationary):
        return _by_chance(given, given.wants, view)
    if _bids(given, view):
        return _any(moves)
    shares = []
    for search in searches_for(given, view.game):
        options = {name: value for name, value in search.spec.options.items() if name not in ("exact", "line")}
        exact = {"exact": True} if search.name == "alpha-beta" else {}
        inner = REGISTRY.make(search.name, **options, **exact)
        shares.append(respond(Sampled(inner, worlds=worlds, seed=seed).analyse(view), given.noise, given.ties))
    return _mixed([(1 / len(shares), share) for share in shares])


def _by_chance(given: Model, habit: Stationary, position: State | View) -> dict[str, float]:
    """What one does who bluffs and calls so often, and errs now and then."""
    from kibitz.games.guess_it.standing import standing  # its module is loaded with the game

    shares = standing(position).policy(habit.call, habit.bluff)
    return _mixed([(1 - given.noise, shares), (given.noise, _any(list(shares)))])


def _bids(given: Model, position: Any) -> bool:
    """Whether a bid is to be made by one whose wants say nothing about bids."""
    return isinstance(given.wants, (Preference, Score)) and bidding(position)


def _any(moves: list[str]) -> dict[str, float]:
    return dict.fromkeys(moves, 1 / len(moves))


def _mixed(parts: list[tuple[float, Mapping[str, float]]]) -> dict[str, float]:
    return {move: sum(share * part[move] for share, part in parts) for move in parts[0][1]}
