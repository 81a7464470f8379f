"""Which search finds the reply to given models: the first row of a table that applies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.errors import MissingCapability
from kibitz.games.game import Game
from kibitz.models.model import Model
from kibitz.replies.best_response import BestResponse
from kibitz.replies.exploit import Exploit, call_costs
from kibitz.replies.exploit_worlds import ExploitWorlds
from kibitz.replies.opponent import Opponent
from kibitz.replies.question import PATIENCE, Question, Reply
from kibitz.searches.registry import search
from kibitz.searches.search import Search
from kibitz.wants.preference import Preference, generalise
from kibitz.wants.score import Score
from kibitz.wants.want import Want

AUTO = "auto"


def reply_to(
    own: Want,
    opponents: Sequence[Opponent],
    game: Game,
    depth: int = 0,
    reply: str = AUTO,
    simulations: int = 0,
    seconds: float = 0.0,
    reuse: bool = False,
    positions: int = 0,
    patience: float = PATIENCE,
) -> Search:
    """The search for the best reply, by the first row of ``REPLIES`` that applies, or by the one that is named.

    ``simulations`` and ``seconds`` limit a reply that simulates games; 0 means the default. With ``reuse`` such a reply
    continues from move to move (``Search.following``).

    >>> import kibitz
    >>> from kibitz.wants.registry import want
    >>> shallow, deep = (kibitz.model(f"strategy(men=1, depth={depth})") for depth in (2, 4))
    >>> about = Opponent(((1.0, shallow), (3.0, deep)))
    >>> str(reply_to(want("evaluation(men=1)"), [about], kibitz.game("checkers"), depth=6))
    'm-star(depth=6, own=evaluation(men=1), model=evaluation(men=1), model_depth=4)'
    """
    asked = Question(own, opponents, game, depth, simulations, seconds, reuse, positions, patience)
    if reply == AUTO:
        return next(row for row in REPLIES if row.applies(asked)).search(asked)
    row = next(row for row in REPLIES if row.name == reply)
    if not row.applies(asked):
        raise MissingCapability(f"reply={reply} cannot be used here; it requires {row.needs}")
    return row.search(asked)


def _only_possible(asked: Question) -> bool:
    return not any(opponent.weighted for opponent in asked.opponents) and asked.all_can(asked.candidates, "preferring")


def _soft_maxn(asked: Question) -> Search:
    left = [[model.preferences()[0] for _, model in opponent.models] for opponent in asked.opponents]
    return search("soft-maxn", own=asked.own, others=[_agreed(preferences) for preferences in left])


def _agreed(preferences: Sequence[Preference]) -> Preference:
    return preferences[0] if len(preferences) == 1 else generalise(preferences)


def _outcomes_wanted(asked: Question) -> bool:
    listed = "enumerable" in asked.game.capabilities and asked.depth == 0
    return listed and _known(asked) and all(_wants_outcomes(model) for model in asked.candidates)


def _wants_outcomes(model: Model) -> bool:
    return "wanting" in model.capabilities and not any(wanted.evaluates for _, wanted in model.wanted().parts)


def _prob_maxn(asked: Question) -> Search:
    mixed = [opponent.mixture.wanted() for opponent in asked.opponents]
    return search("prob-maxn", own=asked.own, others=mixed, noise=[opponent.noise for opponent in asked.opponents])


def _max_prob(asked: Question) -> Search:
    return search("max-prob", **({"own": asked.own} if asked.own.evaluates else {}), **asked.limits)


def _m_star(asked: Question) -> Search:
    wanted, depth = asked.likeliest[0].strategy
    return search("m-star", own=asked.own, model=wanted, model_depth=depth, **asked.limits)


def _maxn(asked: Question) -> Search:
    return search("maxn", own=asked.own, others=[model.strategy[0] for model in asked.likeliest], **asked.limits)


def _exploit(asked: Question) -> Search:
    given: dict[str, Any] = {"simulations": asked.simulations} if asked.simulations else {}
    limited = {"depth": asked.depth} if asked.depth else {}
    return Exploit(
        asked.opponents,
        seconds=asked.seconds,
        positions=asked.positions,
        reuse=asked.reuse,
        patience=asked.patience,
        calls=call_costs(asked.game),  # whoever replies is compared with others by its time
        **given,
        **_wanted(asked),
        **limited,
    )


def _exploit_worlds(asked: Question) -> Search:
    given: dict[str, Any] = {"simulations": asked.simulations} if asked.simulations else {}
    wanted = {"objective": "win"} if asked.own == Score() else {"own": asked.own}
    return ExploitWorlds(asked.opponents, seconds=asked.seconds, positions=asked.positions, **given, **wanted)


def _known(asked: Question) -> bool:
    """Whether each of the others is one of the given models."""
    return not any(opponent.itself for opponent in asked.opponents)


def _search_for_themselves(asked: Question) -> bool:
    return sum(opponent.itself for opponent in asked.opponents) > len(asked.opponents) / 2


def _mcts(asked: Question) -> Search:
    given: dict[str, Any] = {"simulations": asked.simulations} if asked.simulations else {}
    own = {} if asked.own == Score() else {"own": asked.own}
    return search("mcts", seconds=asked.seconds, **given, **own)


def _best_response(asked: Question) -> Search:
    return BestResponse(asked.opponents, **_wanted(asked))


def _wanted(asked: Question) -> dict[str, Any]:
    """What we want: to win, unless something else is given."""
    return {} if asked.own == Score() else {"own": asked.own, "objective": "own"}


REPLIES: list[Reply] = [
    Reply(
        "soft-maxn",
        "candidates that are all preferences, without probabilities",
        _only_possible,
        _soft_maxn,
    ),
    Reply(
        "prob-maxn",
        "models that want certain outcomes, in a game that can list its outcomes, without a depth limit",
        _outcomes_wanted,
        _prob_maxn,
    ),
    Reply(
        "max-prob",
        "opponents whose likeliest models only want to win",
        lambda asked: _known(asked) and asked.all_can(asked.likeliest, "unbiased"),
        _max_prob,
    ),
    Reply(
        "m-star",
        "a single opponent, whose likeliest model is a strategy",
        lambda asked: asked.game.players == 2 and _known(asked) and asked.all_can(asked.likeliest, "looking"),
        _m_star,
    ),
    Reply(
        "maxn",
        "opponents whose likeliest models are strategies",
        lambda asked: _known(asked) and asked.all_can(asked.likeliest, "looking"),
        _maxn,
    ),
    Reply(
        "mcts",
        "opponents that most likely decide by a search of their own, so that no model of them is trusted",
        _search_for_themselves,
        _mcts,
    ),
    Reply("exploit", "nothing: it works with any models", lambda asked: True, _exploit),
    Reply("best-response", "a game that is nearly over", lambda asked: True, _best_response),
    Reply("exploit-worlds", "hidden hands", lambda asked: asked.game.hidden, _exploit_worlds),
]
"""The rows in the order in which they are tried. More exact replies come first; ``exploit`` works for every
model. The last two are taken only by name: ``best-response`` needs a game that is nearly over, and ``exploit-worlds``
needs a view. All other replies take one world at a time."""


def worst_case(candidates: Sequence[Model], game: Game, own: Want, depth: int = 0) -> Search:
    """The baseline of ``safe``: a value of each move that holds against every type of opponent.

    With preferences, it is the worst outcome over everything that any candidate might do. Otherwise it is minimax or
    paranoid.

    >>> import kibitz
    >>> from kibitz.wants.registry import want
    >>> str(worst_case([kibitz.model("MT"), kibitz.model("mOT")], kibitz.game("spades"), want("mOT")))
    'soft-maxn(own=mOT, others=generalise(MT, mOT), rule=worst)'
    """
    listed = "enumerable" in game.capabilities and depth == 0
    if candidates and listed and all("wanting" in each.capabilities for each in candidates):
        wanted = list(dict.fromkeys(part for candidate in candidates for _, part in candidate.wanted().parts))
        if all(part.over_outcomes for part in wanted):
            return search("soft-maxn", own=own, others=generalise(wanted), rule="worst")  # type: ignore[arg-type]
    limited: dict[str, Any] = {"depth": depth} if depth else {}
    return search("alpha-beta" if game.players == 2 else "paranoid", own=own, **limited)
