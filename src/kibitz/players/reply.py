"""The search that replies to beliefs about the others, and what values moves without them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.errors import SpecError
from kibitz.games.game import Game
from kibitz.learning.bayes import Bayes
from kibitz.learning.elimination import Elimination
from kibitz.models.mixture import Mixture
from kibitz.models.model import Model, Rational, wants_of
from kibitz.models.preference import Preference, generalise
from kibitz.models.stationary import Stationary
from kibitz.models.wants import Evaluation, Score, Want
from kibitz.searches.registry import search
from kibitz.searches.search import Search

Belief = Bayes | Elimination


def reply_to(beliefs: Sequence[Belief], game: Game, own: Want, depth: int = 0) -> Search:
    """The search for the best reply to what is believed of each opponent, in turn order after the mover.

    After elimination: soft-max^n with the generalisation of what is left. With posteriors: prob-max^n where the
    candidates want outcomes that can be listed, each opponent erring as often as is expected of it; M* with the
    likeliest strategy of a single opponent, max^n with the likeliest strategy of each of several, and Max-Prob where
    nobody is thought to want more than to win. Where no depth is given it looks a ply further than they do.

    >>> import kibitz
    >>> from kibitz.models.wants import want
    >>> about = Bayes(["strategy(men=1, depth=2)", "strategy(men=1, depth=4)"], prior=[1, 3])
    >>> str(reply_to([about], kibitz.game("checkers"), want("evaluation(men=1)"), depth=6))
    'm-star(depth=6, own=evaluation(men=1), model=evaluation(men=1), model_depth=4)'
    """
    if all(isinstance(belief, Elimination) for belief in beliefs):
        left = [belief.generalisation for belief in beliefs if isinstance(belief, Elimination)]
        return search("soft-maxn", own=own, others=left)
    posteriors = [belief for belief in beliefs if isinstance(belief, Bayes)]
    candidates = [candidate for belief in posteriors for candidate in belief.models]
    if "enumerable" in game.capabilities and depth == 0 and all(map(_wants_outcomes, candidates)):
        mixed = [wants_of(belief.mixture) for belief in posteriors]
        return search("prob-maxn", own=own, others=mixed, noise=[belief.error_rate for belief in posteriors])
    likeliest = [belief.likeliest for belief in posteriors]
    depth = depth or _one_more(likeliest)
    limited: dict[str, Any] = {"depth": depth} if depth else {}
    if all(isinstance(each.wants, Rational) for each in likeliest):
        evaluated = {"own": own} if isinstance(own, Evaluation) else {}
        return search("max-prob", **evaluated, **limited)
    if any(isinstance(each.wants, (Rational, Stationary, Mixture)) for each in likeliest):
        raise SpecError(
            f"no search replies to {', '.join(map(str, likeliest))} together; choose candidates of one kind"
        )
    if game.players == 2:
        return search("m-star", own=own, model=likeliest[0].wants, model_depth=likeliest[0].depth, **limited)
    return search("maxn", own=own, others=[each.wants for each in likeliest], **limited)


def _one_more(models: Sequence[Model]) -> int:
    """A ply more than the deepest of them looks; 0, to the end, where one of them looks to the end."""
    depths = [each.depth for each in models]
    return 1 + max(depths) if all(depths) else 0


def _wants_outcomes(candidate: Model) -> bool:
    if isinstance(candidate.wants, Mixture):
        return all(_wants_outcomes(part) for _, part in candidate.wants.parts)
    return isinstance(candidate.wants, (Preference, Score, Rational))


def worst_case(candidates: Sequence[Model], game: Game, own: Want, depth: int = 0) -> Search:
    """What moves are worth whatever the others are: the baseline for staying safe.

    With preferences, the worst outcome over everything that any candidate might do; otherwise minimax or paranoid.

    >>> import kibitz
    >>> from kibitz.models.model import model
    >>> from kibitz.models.wants import want
    >>> str(worst_case([model("MT"), model("mOT")], kibitz.game("spades"), want("mOT")))
    'soft-maxn(own=mOT, others=generalise(MT, mOT), rule=worst)'
    """
    wanted = [part for candidate in candidates for _, part in wants_of(candidate).parts]
    orders = [part for part in dict.fromkeys(wanted) if isinstance(part, Preference)]
    if "enumerable" in game.capabilities and depth == 0 and orders and len(orders) == len(dict.fromkeys(wanted)):
        return search("soft-maxn", own=own, others=generalise(orders), rule="worst")
    limited: dict[str, Any] = {"depth": depth} if depth else {}
    return search("alpha-beta" if game.players == 2 else "paranoid", own=own, **limited)
