"""soft-max^n: sets of outcomes, so that it does not have to guess how ties are broken."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import fsum, inf, isinf
from typing import Any

from kibitz import _core
from kibitz.errors import MissingCapability
from kibitz.games import capabilities
from kibitz.games.game import Game, State
from kibitz.searches.analysis import Analysis, tied_best
from kibitz.searches.limits import LIMITS, given, with_reach
from kibitz.searches.search import EXTEND, HEURISTIC_TIES, OTHERS, OWN, Search, core_of, moves_of
from kibitz.searches.speedups import SPEEDUPS
from kibitz.specs import Option
from kibitz.wants.evaluation import Evaluation
from kibitz.wants.registry import want
from kibitz.wants.score import Score
from kibitz.wants.want import Utility, Want

Outcome = tuple[float, ...]
Rule = Callable[[Collection[Outcome], Utility], float]
MOST_OUTCOMES = 1024
NO_RANGE = "buckets of scores need low= and high=, the range to divide"


def average(outcomes: Collection[Outcome], utility: Utility) -> float:
    """The mean utility, in which each outcome counts once: the paper's own rule."""
    return fsum(map(utility, outcomes)) / len(outcomes)


def worst(outcomes: Collection[Outcome], utility: Utility) -> float:
    """The utility of the worst outcome: a move with the least risk is best."""
    return min(map(utility, outcomes))


def best(outcomes: Collection[Outcome], utility: Utility) -> float:
    """The utility of the best outcome: a move with the most potential is best."""
    return max(map(utility, outcomes))


RULES: dict[str, Rule] = {"average": average, "worst": worst, "best": best}


class SoftMaxN(Search):
    """Every node has a set of possible outcomes: the union over the moves that are not dominated.

    Sturtevant & Bowling 2006 sections 3 and 4. If a seat does not order two outcomes, it may choose either. At the root
    a rule chooses among the moves that are not dominated for us: the best average, worst case or best case, or the best
    average of the moves that guarantee ``target`` (``guaranteed``). In Python, a rule may be any function of a set and
    our utility: ``SoftMaxN(rule=lambda outcomes, utility: ...)``. If we only have an order of outcomes, all these moves
    are equal. The search needs outcomes that can be listed, or ``buckets``. With buckets, the evaluation of each seat
    is divided into intervals, which are the outcomes. Each seat wants a high interval, and ``depth`` may be limited.

    >>> import kibitz
    >>> state = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(seed=1)
    >>> analysis = kibitz.search("soft-maxn(own=mOT, others=generic)").analyse(state)
    >>> sorted(analysis.values["2D"]), analysis.best
    ([(0, 1, 2), (0, 2, 1)], ('KD',))
    """

    name = "soft-maxn"
    summary = "sets of outcomes: all that the preferences of the seats do not rule out"
    source = "Sturtevant & Bowling 2006, sections 3 and 4"
    options_known = (
        OWN,
        OTHERS,
        Option(
            "dominance",
            "strict",
            "strict: a move is left out if all its outcomes are worse than all outcomes of another move; weak: also if "
            "some are worse and none is better",
            choices=("strict", "weak"),
        ),
        Option("rule", "average", "how sets are compared at the root", choices=(*RULES, "guaranteed")),
        Option("target", inf, "for guaranteed: the value to guarantee; default: the highest possible"),
        Option("buckets", 0, "divisions of the evaluation to use as outcomes; 0: the game's outcomes", 0, 1000),
        Option(
            "low", -inf, "with buckets: the lower end of the lowest bucket; default: from the bounds of the evaluation"
        ),
        Option("high", inf, "with buckets: the upper end of the highest bucket"),
        HEURISTIC_TIES,
        *LIMITS,
        EXTEND,
        *SPEEDUPS,
    )

    def __init__(self, **options: Any) -> None:
        self.function: Rule | None = None
        if callable(options.get("rule")):
            self.function = options.pop("rule")
        super().__init__(**options)
        if self.function is not None:
            self.options["rule"] = getattr(self.function, "__name__", "function")

    @property
    def needs_the_end(self) -> str:
        """Advice if the game is too long to be searched to its end. Limits are only possible with buckets."""
        advice = super().needs_the_end
        return f"with buckets=5 {advice}" if advice and not self.options["buckets"] else advice

    def refusal(self, state: State) -> str | None:
        """Refuse games with too many outcomes. Also refuse limits, because outcomes exist only at the end of a game."""
        game = state.game
        if self.options["buckets"]:
            return self._without_a_range(game)
        if "enumerable" not in game.capabilities:
            return f"{capabilities.missing(game, 'enumerable')}; with buckets=5 it compares evaluations instead"
        if not self.looks_to_the_end:
            return (
                "outcomes are known at the end of the game only; leave depth, nodes and seconds out, or use buckets=5"
            )
        count = len(game.outcomes())  # type: ignore[attr-defined]
        if count > MOST_OUTCOMES:
            return (
                f"{game} has {count:,} outcomes, but a set can hold only {MOST_OUTCOMES:,}; with buckets=5 it compares "
                "evaluations"
            )
        return None

    def examine(self, state: State) -> Analysis:
        """Search, drop what is dominated for us, and apply the rule."""
        return self._bucketed(state) if self.options["buckets"] else self._enumerated(state)

    def _enumerated(self, state: State) -> Analysis:
        options = self.options
        own = want(options["own"]) if options["own"] else Score()
        utility = None if self._only_orders(own) else own.utility_for(state, state.to_move)
        orders = [each.compiled_order(state, seat) for seat, each in enumerate(self.by_seat(state, own, want))]
        switches = {switch.name: options[switch.name] for switch in SPEEDUPS}
        found, kept, lines, nodes = core_of(state).soft_maxn(orders, options["dominance"] == "weak", **switches)
        outcomes: Sequence[Outcome] = state.game.outcomes()  # type: ignore[attr-defined]
        sets = [frozenset(outcomes[number] for number in numbers) for _, numbers in found]
        texts = moves_of(state, (code for code, _ in found))
        line_texts = [tuple(moves_of(state, line)) for line in lines]
        return self._decided(state, texts, sets, kept, line_texts, nodes, utility)

    def _only_orders(self, own: Want) -> bool:
        """Whether all moves that are not dominated are equally good."""
        usual = self.function is None and self.options["rule"] == "average"
        return own.only_orders and usual

    def _bucketed(self, state: State) -> Analysis:
        options, seat = self.options, state.to_move
        own = want(options["own"]) if options["own"] else self._default(state)
        models = self.by_seat(state, own, want)
        for wanted in models:
            if wanted.over_outcomes:
                raise MissingCapability(f"buckets divide numbers and {wanted} compares outcomes; leave buckets out")
        found, kept, looked, nodes = core_of(state).bucketed_soft_maxn(
            [model.compiled(state, each) for each, model in enumerate(models)],
            [self._range(state, model) for model in models],
            options["buckets"],
            options["dominance"] == "weak",
            **given(options),
            extend=options["extend"],
            merge=options["merge"],
        )
        sets = [frozenset(map(tuple, vectors)) for _, vectors in found]
        texts = moves_of(state, (code for code, _ in found))
        lines = [(text,) for text in texts]
        analysis = self._decided(state, texts, sets, kept, lines, nodes, lambda vector: vector[seat])
        return with_reach(analysis, options, looked)

    @staticmethod
    def _default(state: State) -> Want:
        return Evaluation() if "evaluated" in state.game.capabilities else Score()

    def _without_a_range(self, game: Game) -> str | None:
        """Why scores cannot be divided into buckets: nobody knows how high and how low they are."""
        scores = not self.options["own"] and not self.options["others"] and "evaluated" not in game.capabilities
        return NO_RANGE if scores and (isinf(self.options["low"]) or isinf(self.options["high"])) else None

    def _range(self, state: State, wanted: Want) -> tuple[float, float]:
        """The range of the buckets: from the options, or the bounds of the evaluation."""
        low, high = self.options["low"], self.options["high"]
        if isinf(low) or isinf(high):
            known = wanted.value_range(state.game)
            if known is None:
                raise MissingCapability(NO_RANGE)
            low = known[0] if isinf(low) else low
            high = known[1] if isinf(high) else high
        if not low < high:
            raise MissingCapability(f"buckets need a range to divide, but {low:g} to {high:g} is empty")
        return float(low), float(high)

    def _decided(
        self,
        state: State,
        moves: Sequence[str],
        sets: Sequence[frozenset[Outcome]],
        kept: Sequence[int],
        lines: Sequence[tuple[str, ...]],
        nodes: int,
        utility: Utility | None,
    ) -> Analysis:
        if utility is None:
            ranks = [float(place in kept) for place in range(len(sets))]
        else:
            ranks = self._ranks(sets, kept, utility)
        slack = 0.0
        if utility is not None:
            slack = _core.TIE_TOLERANCE * max(abs(utility(outcome)) for each in sets for outcome in each)
        best = self.told_apart(state, tied_best({moves[place]: ranks[place] for place in kept}, slack))
        top = max(ranks[place] for place in kept)
        chosen = [place for place in kept if moves[place] in best]
        dominated = [move for place, move in enumerate(moves) if place not in kept]
        return Analysis(
            state,
            str(self),
            state.to_move,
            dict(zip(moves, sets, strict=True)),
            dict(zip(moves, ranks, strict=True)),
            best,
            top if utility is None else max(worst(sets[place], utility) for place in chosen),
            lines[chosen[0]],
            nodes,
            (f"dominated: {' '.join(dominated)}",) if dominated else (),
            slack=slack,
        )

    def _ranks(self, sets: Sequence[frozenset[Outcome]], kept: Sequence[int], utility: Utility) -> list[float]:
        if self.options["rule"] != "guaranteed" or self.function is not None:
            rule = self.function or RULES[self.options["rule"]]
            return [rule(each, utility) for each in sets]
        surest = max(worst(sets[place], utility) for place in kept)
        aim = min(self.options["target"], surest)
        return [average(each, utility) if worst(each, utility) >= aim else -inf for each in sets]
