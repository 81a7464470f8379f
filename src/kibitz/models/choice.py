"""Players that weigh features of moves, and of the positions that a search of some plies reaches after them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from kibitz import _core, specs
from kibitz.errors import SpecError, nearest
from kibitz.finite_numbers import is_finite
from kibitz.games.core_states import core_of
from kibitz.games.game import Game, State
from kibitz.games.habits import habits
from kibitz.games.view import View
from kibitz.models.choice_words import EACH, OTHERS, looks_ahead, what_it_values
from kibitz.models.mixed import blended
from kibitz.models.model import WORLDS, Model, Policy, Position
from kibitz.random import Random
from kibitz.searches.compiled import Compiled
from kibitz.specs import Spec
from kibitz.wants.evaluation import Evaluation

END = "end"
DEEPEST = 20
DRAWS_EACH = 12
"""Draws for every different world that was found; if no other world was drawn until then, there is hardly any."""
NO_FEATURES = "this game has no features to learn from; write move_features, or give candidates"
"""What is said of a player in a game without features: all its moves look the same to a choice."""
NO_LIMIT = 0


def choice_features(game: Game) -> tuple[str, ...]:
    """The names of the features that explain choices, in the order of ``described``.

    First come the features of the move. Then come those of the position after it: the features of the game's evaluation
    for the mover, and their averages over the other players (``others_...``). The values of each single opponent follow
    in turn order (``next_...``, ``second_...``), except those of the last one, because the averages determine them.
    Last is the mover's score if the move ends the game (``end``).

    >>> import kibitz
    >>> choice_features(kibitz.game("chinese-checkers(players=3)"))[:5]
    ('advance', 'behind', 'sideways', 'distance', 'won')
    >>> choice_features(kibitz.game("chinese-checkers(players=3)"))[5:]
    ('others_distance', 'others_won', 'next_distance', 'next_won', 'end')
    """
    evaluated = evaluated_features(game)
    of_others = [OTHERS, *EACH[: game.players - 2]]
    return (*game.move_feature_names, *evaluated, *(begins + name for begins in of_others for name in evaluated), END)


def has_features(game: Game) -> bool:
    """Whether moves of the game differ in a feature, so that choices can be learned.

    >>> import kibitz
    >>> has_features(kibitz.game("hearts"))
    True
    """
    return choice_features(game) != (END,)


def described(state: State) -> list[list[float]]:
    """The features of every legal move, in move order: one number for each of ``choice_features``."""
    rows: list[list[float]] = core_of(state).moves_described()
    return rows


def described_after(
    state: State, weights: Mapping[str, float], depth: int, ties: str = "left-low", nodes: int = NO_LIMIT
) -> list[list[float]] | None:
    """The features of every legal move at the end of a search: those of the position that best play reaches after
    ``depth`` plies.

    Every player is assumed to have these weights; weights of the others' features are ignored. The position reached is
    the dominant board of carmel1993 section 4.2. Alpha-beta finds it for two players. For more players max^n finds it,
    with the given ``ties``. The result is None if the search takes more than ``nodes`` nodes.

    >>> import kibitz
    >>> state = kibitz.game("checkers").start().play_all("11-15, 22-18")
    >>> (forced,) = described_after(state, {"men": 1}, depth=2)  # to capture, and to be recaptured
    >>> dict(zip(choice_features(state.game), forced))["men"]
    0.0
    """
    rows = described_in_rows(state, weights, depth, ties, nodes)
    return None if rows is None else rows.tolist()


def described_in_rows(
    state: State, weights: Mapping[str, float], depth: int, ties: str = "left-low", nodes: int = NO_LIMIT
) -> np.ndarray | None:
    """The same as an array."""
    want = _want(tuple(weights.items()), state.game)
    if want is None or depth == 1:
        return np.array(described(state))
    rows, count, _ = core_of(state).boards_described(want, depth, ties == "left-high", nodes)
    return np.frombuffer(rows).reshape(count, -1) if rows else None


def worlds_seen(view: View, depth: int, most: int, seed: int = 0) -> list[tuple[float, State]]:
    """The worlds in which a choice of this depth looks ahead if it sees only a view, with their shares.

    They are drawn until so many different ones are found. If there are fewer, the draws end when there are
    ``DRAWS_EACH`` for each of them. Then these are all the worlds, and because deals are drawn uniformly, their shares
    are equal. A choice that looks only at its own move needs one world, because the features of a move hardly depend on
    what is hidden, unless a move may end the game.

    >>> import kibitz
    >>> view = kibitz.game("guess-it(cards=1)").parse("1 / 2").view(0)
    >>> [share for share, _ in worlds_seen(view, 2, 20)]  # the other holds the 2 or the 3
    [0.5, 0.5]
    >>> len(worlds_seen(kibitz.game("hearts").start(1).view(0), 1, 20))
    1
    """
    random = Random(seed, "choice")
    world = view.world(random)
    if depth == 1 and not _may_end(world):
        return [(1.0, world)]
    if view.game.written_in_python:  # its positions may have no hash
        return [(1 / most, each) for each in (world, *(view.world(random) for _ in range(most - 1)))]
    found, drawn = {world: True}, 1
    while len(found) < most and drawn < DRAWS_EACH * len(found):
        found[view.world(random)] = True
        drawn += 1
    return [(1 / len(found), each) for each in found]


def _may_end(state: State) -> bool:
    """Whether a move may end the game."""
    return any(row[-1] for row in described(state))


@dataclass(frozen=True, repr=False)
class Choice(Model):
    """Softmax: the probability of a move grows as exp(worth / ``temperature``); at 0, only best moves are made.

    The worth of a move is a weighted sum of ``choice_features``: of the move, such as the rank of a card, and of the
    position after it. With a ``depth`` above 1, it is the position that a search of ``depth`` plies reaches. The search
    assumes that everybody has the same weights. A feature that is not named has weight 0. At the end of a game the
    score outweighs all features, unless ``end`` gives it a weight.

    Without a temperature it plays like ``greedy`` with these weights at depth 1, and like ``strategy`` at greater
    depths. Without weights it plays like ``random``.

    >>> import kibitz
    >>> lowest = kibitz.model("choice(lead_rank=-1, win_rank=-1, lose_rank=-1, throw_rank=-1)")
    >>> state = kibitz.game("hearts(open=true)").start(seed=1)
    >>> sorted(state.play(state.moves()[0]).moves(), key=lowest.policy(state.play(state.moves()[0])).get)[-1]
    '3C'
    """

    weights: tuple[tuple[str, float], ...]
    temperature: float = 0.0
    depth: int = 1

    name = "choice"
    summary = "weighs features of a move and of the position it leads to; better moves are likelier"
    source = "McFadden 1974, carmel1993"
    example = "choice(lead_rank=-1, takes=-10, temperature=0.5)"

    def __post_init__(self) -> None:
        for name, weight in self.weights:
            if not is_finite(weight):
                raise SpecError(
                    f"choice: the weight of '{name}' is {specs.value_text(weight)}; it must be a finite number"
                )
        if not is_finite(self.temperature) or self.temperature < 0:
            raise SpecError(f"temperature={specs.value_text(self.temperature)} is not allowed; it must be 0 or more")
        if isinstance(self.depth, bool) or not isinstance(self.depth, int) or not 1 <= self.depth <= DEEPEST:
            refused = f"a choice looks 1 to {DEEPEST} plies ahead"
            raise SpecError(f"depth={specs.value_text(self.depth)} is not allowed; {refused}")

    @classmethod
    def read(cls, spec: Spec) -> Model:
        """Read weights and a temperature."""
        if spec.arguments:
            raise SpecError(f"{spec}: a choice takes feature=weight, depth and temperature, as in {cls.example}")
        options = dict(spec.options)
        temperature, depth = options.pop("temperature", 0.0), options.pop("depth", 1)
        return choice(options, temperature, depth)

    def check(self, game: Game) -> None:
        """Refuse features that the game does not have."""
        known = choice_features(game)
        for name, _ in self.weights:
            if name not in known:
                raise SpecError(f"{self}: {game} has no feature '{name}'; {nearest(name, known)}")

    def policy(self, position: Position) -> Policy:
        """The probability of every move, from what the mover sees."""
        return self.policy_over(position, WORLDS, 0)

    def policy_over(self, position: Position, worlds: int, seed: int) -> Policy:
        """The probability of every move. A player that looks further than its own move does so in sampled worlds that
        fit its view."""
        if isinstance(position, State):
            return self.policy_in_whole(position)
        seen = worlds_seen(position, self.depth, worlds, seed)
        return blended([(share, self.policy_in_whole(world)) for share, world in seen])

    def policy_in_whole(self, state: State) -> Policy:
        """The probability of every move in a whole position, which a player that looks ahead is assumed to see."""
        return dict(zip(state.moves(), core_of(state).behaves(self._behaviour(state.game)), strict=True))

    def compiled(self, state: State, seat: int) -> Compiled | None:
        """The model itself, which the core can run; only with depth 1 is it fast enough for simulated games."""
        return Compiled(self._behaviour(state.game), self.depth == 1)

    @property
    def depth_looked(self) -> int:
        """Its depth."""
        return self.depth

    @property
    def sentence(self) -> str:
        """What it values, and how far it looks."""
        return what_it_values(dict(self.weights), self.depth)

    def habits_in(self, game: Game) -> tuple[str, ...]:
        """What its largest weights mean, and how far it looks ahead.

        >>> import kibitz
        >>> kibitz.model("choice(bags=1, lead_rank=-0.5)").habits_in(kibitz.game("spades"))
        ('take tricks that the bid does not need', 'lead low cards', 'think about the next move only')
        """
        return (*habits(dict(self.weights), game), looks_ahead(self.depth))

    def facts(self) -> dict[str, str]:
        """The usual facts, and the weight of every feature, the largest first."""
        weights = sorted(self.weights, key=lambda pair: -abs(pair[1]))
        heat = {"temperature": f"{self.temperature:g}"} if self.temperature else {}
        return {**super().facts(), **{f"weight of {name}": f"{weight:+g}" for name, weight in weights}, **heat}

    def _behaviour(self, game: Game) -> _core.Behaviour:
        return _behaviour(self, game)

    @property
    def capabilities(self) -> frozenset[str]:
        """``compiled``: it runs in the core."""
        return frozenset({"compiled"})

    def __str__(self) -> str:
        depth = {"depth": self.depth} if self.depth > 1 else {}
        heat = {"temperature": self.temperature} if self.temperature else {}
        return str(Spec("choice", (), {**dict(self.weights), **depth, **heat}))


def choice(weights: Mapping[str, float], temperature: float = 0.0, depth: int = 1) -> Choice:
    """The model with these weights. Weights of 0 are left out, except that of the end."""
    kept = tuple((name, float(weight)) for name, weight in weights.items() if weight or name == END)
    return Choice(kept, float(temperature), depth)


@lru_cache(maxsize=4096)
def _behaviour(given: Choice, game: Game) -> _core.Behaviour:
    given.check(game)
    weights = dict(given.weights)
    moves = [weights.get(name, 0.0) for name in game.move_feature_names]
    others = [
        weights.get(OTHERS + name, 0.0) / (game.players - 1) + weights.get(begins + name, 0.0)
        for begins in EACH[: game.players - 1]
        for name in evaluated_features(game)
    ]
    if weights.get(END) and not others:
        raise SpecError(f"{given}: {game} has no evaluation, which the feature 'end' needs")
    want = _want(given.weights, game)
    return _core.Behaviour.logit(
        given.temperature,
        want,
        moves if any(moves) else [],
        others if any(others) else [],
        depth=1 if want is None else given.depth,
    )


def evaluated_features(game: Game) -> tuple[str, ...]:
    """The names of the features in the game's evaluation; none if it has no evaluation."""
    return tuple(game.features) if "evaluated" in game.capabilities else ()  # type: ignore[attr-defined]


@lru_cache(maxsize=4096)
def _want(given: tuple[tuple[str, float], ...], game: Game) -> _core.Want | None:
    """The weights of the features of a position, for the core; None if no such feature has a weight."""
    weights = dict(given)
    own = {name: weights[name] for name in evaluated_features(game) if weights.get(name)}
    if END not in weights:
        return Evaluation(own).compiled_for(game) if own else None
    if not own and not (weights[END] and evaluated_features(game)):
        return None
    return _core.Want.evaluation([own.get(name, 0.0) for name in evaluated_features(game)], weights[END], exact=False)


@dataclass(frozen=True, repr=False)
class Habit(Choice):
    """A choice with a name, such as a habit of people in a game; subclasses list their names in ``habits``."""

    habit: str = ""

    habits: ClassVar[Mapping[str, tuple[str, Mapping[str, float]]]] = {}
    """For each name, a description and the weights."""

    @classmethod
    def read(cls, spec: Spec) -> Model:
        """Read a name, and perhaps a temperature."""
        unknown = [name for name in spec.options if name != "temperature"]
        if spec.arguments or unknown:
            raise SpecError(f"{spec}: {spec.name} takes a temperature only, as in {spec.name}(temperature=0.5)")
        _, weights = cls.habits[spec.name]
        return cls(tuple(weights.items()), float(spec.options.get("temperature", 0.0)), habit=spec.name)

    def check(self, game: Game) -> None:
        """Refuse a game that does not have the features of the habit."""
        missing = [name for name, _ in self.weights if name not in choice_features(game)]
        if missing:
            lacks = ", ".join(f"'{name}'" for name in missing)
            raise SpecError(f"{self.habit} is a habit of other games ({type(self).summary}): {game} has no {lacks}")

    @property
    def words(self) -> str:
        """What it does."""
        return self.habits[self.habit][0]

    @property
    def sentence(self) -> str:
        """Its name."""
        return self.habit

    def __str__(self) -> str:
        heat = {"temperature": self.temperature} if self.temperature else {}
        return str(Spec(self.habit, (), heat))
