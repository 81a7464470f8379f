"""prob-max^n: distributions over outcomes, from weighted models of every seat."""

from __future__ import annotations

from dataclasses import replace
from math import fsum
from typing import Any

from kibitz import _core
from kibitz.games.game import State
from kibitz.searches.analysis import Analysis, tied_best
from kibitz.searches.search import OTHERS, OWN, Search, core_of, moves_of
from kibitz.searches.speedups import SPEEDUPS
from kibitz.specs import Option
from kibitz.wants.mixture import Mixture
from kibitz.wants.registry import by_seat, mixture, want
from kibitz.wants.score import Score
from kibitz.wants.want import Want

MOST_OUTCOMES = 1024


class ProbMaxN(Search):
    """Every opponent is a weighted set of models, and the value of a node is a distribution over outcomes.

    Sturtevant, Zinkevich & Bowling 2006; with two players it is PrOM (Donkers et al. 2001). Each model of a seat takes
    the move with its highest expected utility and splits ties evenly. A model that only orders outcomes splits evenly
    over all moves that are not strictly dominated. ``noise`` is the probability that an opponent makes a random move
    instead, one number or one for each. Our own moves have no noise. The search needs outcomes that can be listed, and
    goes to the end.

    >>> import kibitz
    >>> state = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(seed=1)
    >>> search = kibitz.search("prob-maxn(own=mOT, others=mixture(MT=0.5, mOT=0.5), noise=0.1)")
    >>> search.analyse(state).best
    ('TC',)
    """

    name = "prob-maxn"
    summary = "distributions over outcomes, every opponent a weighted set of models"
    source = "Sturtevant, Zinkevich & Bowling 2006"
    needs = ("enumerable",)
    options_known = (
        OWN,
        replace(OTHERS, help=OTHERS.help.replace("want:", "want, each a want or mixture(most-tricks=0.5, win=0.5):")),
        Option(
            "noise",
            0.0,
            "how often an opponent makes a random move: one number, or a list in turn order that begins with the "
            "seat after the mover",
            0,
            1,
            lists=True,
            numbers=True,
        ),
        *SPEEDUPS,
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        others = self.options["others"]
        for each in others if isinstance(others, (list, tuple)) else [others] if others else []:
            mixture(each)  # refuse wrong wants already here, before there is a position

    @property
    def needs_the_end(self) -> str:
        """It always searches to the end, so another search is advised."""
        return "choose a search that takes depth="

    def refusal(self, state: State) -> str | None:
        """Refuse games with too many outcomes."""
        refused = super().refusal(state)
        if refused is None and (count := len(state.game.outcomes())) > MOST_OUTCOMES:  # type: ignore[attr-defined]
            return f"{state.game} has {count:,} outcomes, but a distribution can hold only {MOST_OUTCOMES:,}"
        return refused

    def examine(self, state: State) -> Analysis:
        """Search, and rank the moves by our expected utility."""
        options, mover = self.options, state.to_move
        wanted = want(options["own"]) if options["own"] else Score()
        own: Mixture[Want] = Mixture(((1.0, wanted),))
        utility = wanted.utility_for(state, mover)
        noise = by_seat(0.0, options["noise"], mover, state.game.players, "noise")
        seats = [_seat(each, state, seat, noise[seat]) for seat, each in enumerate(self.by_seat(state, own, mixture))]
        switches = {switch.name: options[switch.name] for switch in SPEEDUPS}
        found, lines, nodes = core_of(state).prob_maxn(seats, **switches)
        outcomes = state.game.outcomes()  # type: ignore[attr-defined]
        texts = moves_of(state, (code for code, _ in found))
        values = {
            text: {outcomes[number]: probability for number, probability in distribution}
            for text, (_, distribution) in zip(texts, found, strict=True)
        }
        ranks = {
            text: fsum(probability * utility(outcome) for outcome, probability in value.items())
            for text, value in values.items()
        }
        slack = _core.TIE_TOLERANCE * max(abs(utility(outcome)) for value in values.values() for outcome in value)
        best = tuple(tied_best(ranks, slack))
        worst = max(min(map(utility, values[move])) for move in best)
        line = tuple(moves_of(state, lines[texts.index(best[0])]))
        return Analysis(state, str(self), mover, values, ranks, best, worst, line, nodes, slack=slack)


def _seat(wanted: Mixture[Want], state: State, seat: int, noise: float) -> _core.MixedSeat:
    return _core.MixedSeat([(weight, part.compiled_for_averages(state, seat)) for weight, part in wanted.parts], noise)
