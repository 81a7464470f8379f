"""Players that want something and search for it: preferences, strategies and scores, with a model of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from kibitz import specs
from kibitz.errors import KibitzError, MissingCapability, SpecError, nearest
from kibitz.games.capabilities import bidding
from kibitz.games.game import Game, State
from kibitz.models.mixed import blended
from kibitz.models.model import WORLDS, Model, Policy, Position
from kibitz.models.move_probabilities import any_move, respond
from kibitz.searches.compiled import Compiled, one_of
from kibitz.searches.registry import REGISTRY
from kibitz.searches.sampled import Sampled
from kibitz.searches.search import Search
from kibitz.specs import Spec
from kibitz.wants.evaluation import Evaluation
from kibitz.wants.mixture import Mixture
from kibitz.wants.preference import PREFERENCES, Preference
from kibitz.wants.registry import want
from kibitz.wants.want import Want

TIES = ("even", "left-low", "left-high")
ORDERS = TIES[1:]
DEEPEST = 200
LOOKS: dict[str, Any] = {"search": "", "depth": 0, "ties": "even", "others": ""}
"""The defaults of a seeker's search."""


@dataclass(frozen=True, repr=False)
class Seeker(Model):
    """What a player wants, how it searches, and its model of the others.

    By default, ``search`` and ``depth`` depend on what it wants. ``ties`` says which of equally good moves a seat
    makes: the first or the last in move order, or ``even`` if that is unknown. ``others`` is its model of the other
    players; ``None`` means that they are like itself.

    >>> import kibitz
    >>> str(Seeker(want("MT"), others=Seeker(want("mOT"))))
    'MT_mOT'
    """

    wants: Want
    search: str = ""
    depth: int = 0
    ties: str = "even"
    others: Model | None = None

    name: ClassVar[str] = "model"
    summary = "wants something, and searches for it"
    source = "sturtevant2006 section 2, carmel1993"
    example = "model(fewest-overtricks, others=most-tricks, ties=left-high)"

    def __post_init__(self) -> None:
        if str(self.depth).lower() == "none":
            object.__setattr__(self, "depth", 0)
        object.__setattr__(self, "search", str(specs.parse(self.search)) if self.search else "")
        if self.ties not in TIES:
            raise SpecError(f"ties={specs.value_text(self.ties)} is not allowed in a model; give {', '.join(TIES)}")
        if isinstance(self.depth, bool) or not isinstance(self.depth, int) or not 0 <= self.depth <= DEEPEST:
            refused = f"a model searches 1 to {DEEPEST} plies deep, or to the end with depth=none"
            raise SpecError(f"depth={specs.value_text(self.depth)} is not allowed; {refused}")

    @classmethod
    def read(cls, spec: Spec) -> Model:
        """Read ``model(mOT, others=MT, ties=left-high)``."""
        if len(spec.arguments) != 1:
            raise SpecError(f"{spec}: a model wants one thing, as in model(fewest-overtricks, others=most-tricks)")
        return cls(want(_parsed(spec.arguments[0])), **looks_of(spec, spec.options))

    def habits_in(self, game: Game) -> tuple[str, ...]:
        """The habits of players who want this."""
        return self.wants.habits_in(game)

    # What it does.

    def policy(self, position: Position) -> Policy:
        """The moves that its searches find best, from its own seat and with its own model of the others.

        Equally good moves are equally likely. If its tie-breaking deeper in the tree is unknown, both orders are
        equally likely.
        """
        return self.policy_over(position, WORLDS, 0)

    def policy_over(self, position: Position, worlds: int, seed: int) -> Policy:
        """The probability of each move; if the player sees only a view, averaged over sampled worlds that fit it."""
        if self.wants.says_nothing_of_bids and bidding(position):
            return any_move(position.moves())
        return self._searched(position, worlds, seed)

    def _searched(self, position: Position, worlds: int, seed: int) -> Policy:
        searches = self.searches(position.game)
        if not isinstance(position, State):
            searches = tuple(Sampled(each.valued(), worlds=worlds, seed=seed) for each in searches)
        found = [respond(each.analyse(position), ties=self.ties) for each in searches]
        return blended([(1 / len(found), each) for each in found])

    def compiled(self, state: State, seat: int) -> Compiled | None:
        """One of its searches, all equally likely; None if one of them cannot be compiled."""
        searches = self.searches(state.game)
        return one_of([(1 / len(searches), each.compiled(state, seat, self.ties)) for each in searches])

    def finishes(self, state: State) -> bool:
        """Whether all its searches end here."""
        return all(each.finishes(state) for each in self.searches(state.game))

    def policy_in_whole(self, state: State) -> Policy:
        """The probability of each move in a whole position, which the player is assumed to see (sturtevant2006 section
        2)."""
        return self.policy(state)

    def searches(self, game: Game) -> tuple[Search, ...]:
        """The searches that it may use, all equally likely: one for every order in which it may break ties.

        sturtevant2006 section 2.2: the result of max^n depends on how ties are broken deeper in the tree, which is
        unknown for another player. Assuming one order would give wrong predictions for players with the other.

        >>> import kibitz
        >>> [str(search) for search in kibitz.model("MT_mOT").searches(kibitz.game("spades"))][0]
        'maxn(own=MT, others=mOT, values=best, line=false)'
        """
        return _searches(self, game.players)

    def usual_search(self, players: int) -> str:
        """Max^n for preferences, or soft-max^n if one is only an order; otherwise alpha-beta, M* or max^n."""
        known = self.others is not None and "looking" in self.others.capabilities
        thought = self.others.strategy[0] if self.others is not None and known else self.wants
        if self.wants.over_outcomes:
            return "maxn" if self.wants.weighs_risks and thought.weighs_risks else "soft-maxn"
        if players == 2:
            return "m-star" if self.others else "alpha-beta"
        return "maxn"

    def own_options(self) -> dict[str, Any]:
        """The option of its search that says what it wants."""
        return {"own": self.wants}

    def options_about_others(self, search: str) -> dict[str, Any]:
        """The options of its search that describe the others. Their model must not have a model of others itself."""
        if self.others is None:
            return {}
        if "looking" not in self.others.capabilities or self.others.thinks_of_others:
            raise SpecError(
                f"{self}: {search} needs others with a single want and no models of their own opponents, not "
                f"{self.others}"
            )
        wanted, depth = self.others.strategy
        return REGISTRY.kind(search).about_others(wanted, depth)

    def line_followed(self, game: Game) -> Search | None:
        """Its search, if it has only one, and that search breaks ties as the player does."""
        if self.ties == "even":
            return None
        first, *others = self.searches(game)
        sure = not others and first.line_of_everybody and first.options["ties"] == self.ties
        return first if sure else None

    # Its capabilities, and what they need.

    @property
    def capabilities(self) -> frozenset[str]:
        """``wanting`` and ``looking``; also ``preferring``, if it compares outcomes and neither ``search`` nor
        ``depth`` is set, so that it searches to the end."""
        plain = self.wants.over_outcomes and not self.search and not self.depth
        return frozenset({"wanting", "looking"} | ({"preferring"} if plain else set()))

    @property
    def thinks_of_others(self) -> bool:
        """Whether it assumes that the others differ from itself."""
        return self.others is not None

    @property
    def depth_looked(self) -> int:
        """Its depth."""
        return self.depth

    @property
    def strategy(self) -> tuple[Want, int]:
        """What it wants and its depth."""
        return self.wants, self.depth

    def wanted(self) -> Mixture[Want]:
        """What it wants, with probability 1."""
        return Mixture(((1.0, self.wants),))

    def preferences(self) -> Sequence[Preference]:
        """Its preference, then the preferences of its model of the others."""
        if not self.wants.over_outcomes:
            return super().preferences()  # raises an error
        if self.search or self.depth:
            raise SpecError(
                f"elimination assumes that players search to the end with max^n or soft-max^n, and {self} does not; "
                "try learner=bayes"
            )
        return (self.wants.as_preference(), *(self.others.preferences() if self.others is not None else ()))

    def check(self, game: Game) -> None:
        """Refuse weights of features that the game does not have."""
        if self.wants.evaluates:
            game.check_weights(self.wants.weights)
        if self.others is not None:
            self.others.check(game)

    # Text and JSON.

    def __str__(self) -> str:
        looks = self.looks_written()
        if self.wants.evaluates and self.depth and not set(LOOKS) & set(self.wants.weights or ()):
            return str(Spec("strategy", (), {**(self.wants.weights or {}), **looks}))
        short = "(" not in f"{self.wants}{self.others}" and "_" not in str(self.wants)
        if short and not self.wants.evaluates and set(looks) <= {"others"}:
            return str(self.wants) if self.others is None else f"{self.wants}_{self.others}"
        return str(Spec("model", (_parsed(self.wants),), looks))

    def looks_written(self) -> dict[str, Any]:
        """The options of its search, without defaults."""
        search = specs.parse(self.search) if self.search else ""
        looks = {"search": search, "depth": self.depth, "ties": self.ties, "others": _parsed(self.others or "")}
        return {name: value for name, value in looks.items() if value != LOOKS[name]}

    def to_dict(self) -> dict[str, Any]:
        """The model as plain values, without defaults."""
        self.require_text()
        rest = {name: getattr(self, name) for name in ("search", "depth", "ties")}
        written = {name: value for name, value in rest.items() if value != LOOKS[name]}
        return {"wants": self.wants_text(), **written, **({"others": self.others.to_dict()} if self.others else {})}

    def wants_text(self) -> str:
        """What it wants, as text for JSON."""
        return str(self.wants)

    def require_text(self) -> None:
        """Refuse a want that was made in code."""
        try:
            readable = want(str(self.wants)) == self.wants
        except SpecError:
            readable = False
        if not readable:
            raise KibitzError(f"'{self.wants}' was made in code and cannot be stored; use Preference.from_edges")


class Strategy(Seeker):
    """A name for seekers with an evaluation and a depth (carmel1993): ``strategy(men=60, kings=90, depth=6)``."""

    name = "strategy"
    summary = "weights of the game's features, and a depth in plies"
    source = "carmel1993"
    example = "strategy(men=60, kings=90, depth=6)"

    @classmethod
    def read(cls, spec: Spec) -> Model:
        """Read weights and search options."""
        if spec.arguments:
            raise SpecError(
                f"{spec}: a strategy takes feature=weight and depth, as in strategy(men=60, kings=90, depth=6)"
            )
        weights = {name: value for name, value in spec.options.items() if name not in LOOKS}
        looks = {name: value for name, value in spec.options.items() if name in LOOKS}
        evaluation = Evaluation(weights or None)
        if looks.get("depth") in (None, 0, "none"):
            raise SpecError(f"{spec}: a strategy needs a depth, as in strategy(men=60, depth=6)")
        return Seeker(evaluation, **looks_of(spec, looks))


@dataclass(frozen=True, repr=False)
class Rational(Seeker):
    """Wants only to win (hashavit2011): maximises its probability of winning, and is otherwise indifferent.

    >>> import kibitz
    >>> str(kibitz.model("rational(depth=4)").searches(kibitz.game("hearts"))[0])
    'max-prob(depth=4)'
    """

    wants: Want = PREFERENCES["win"]

    name = "rational"
    summary = "maximises its probability of winning"
    source = "hashavit2011"
    example = "rational(depth=4)"

    @classmethod
    def read(cls, spec: Spec) -> Model:
        """Read search options."""
        if spec.arguments:
            raise SpecError(f"{spec}: rational takes options as name=value, as in rational(depth=4)")
        return cls(**looks_of(spec, spec.options))

    def usual_search(self, players: int) -> str:
        """Max-Prob."""
        return "max-prob"

    def own_options(self) -> dict[str, Any]:
        """None: its search always maximises the probability of winning."""
        return {}

    def policy_over(self, position: Position, worlds: int, seed: int) -> Policy:
        """The probability of each move over sampled worlds. Bids are searched too, because they matter for winning."""
        return self._searched(position, worlds, seed)

    @property
    def capabilities(self) -> frozenset[str]:
        """``unbiased``, because it wants to win and is otherwise indifferent, and ``wanting``."""
        return frozenset({"wanting", "unbiased"})

    @property
    def strategy(self) -> tuple[Want, int]:
        """Raise an error: it has no evaluation of its own."""
        raise MissingCapability(f"{self} wants to win and has no evaluation ('looking'); try strategy(..., depth=...)")

    def preferences(self) -> Sequence[Preference]:
        """Raise an error: it wants a probability, not an outcome."""
        return Model.preferences(self)

    def __str__(self) -> str:
        return str(Spec("rational", (), self.looks_written()))

    def wants_text(self) -> str:
        """Its name in JSON."""
        return "rational"


def looks_of(spec: Spec, options: Mapping[str, Any]) -> dict[str, Any]:
    """The search options of a seeker, from a specification."""
    from kibitz.models.registry import model

    for name in options:
        if name not in LOOKS:
            raise SpecError(f"{spec}: a model has no option '{name}'; {nearest(name, LOOKS)}")
    looks = dict(options)
    if "search" in looks:
        looks["search"] = str(looks["search"])
    if "others" in looks:
        looks["others"] = model(looks["others"])
    return looks


@lru_cache(maxsize=4096)
def _searches(given: Seeker, players: int) -> tuple[Search, ...]:
    asked = specs.parse(given.search) if given.search else None
    name = asked.name if asked else given.usual_search(players)
    options: dict[str, Any] = {"depth": given.depth} if given.depth else {}
    options |= given.own_options() | given.options_about_others(name)
    kind = REGISTRY.kind(name)
    known = {option.name for option in kind.options_known}
    if "ties" not in known:
        orders: list[dict[str, Any]] = [{}]
    else:
        orders = [{"ties": order} for order in (ORDERS if given.ties == "even" else [given.ties])]
    made = [{**options, **kind.finding_best, **order, **(asked.options if asked else {})} for order in orders]
    return tuple(dict.fromkeys(REGISTRY.make(name, **each) for each in made))


def _parsed(given: object) -> Any:
    """A part of a specification, unless it is empty."""
    return specs.parse(str(given)) if str(given) else ""
