"""Shared code of the replies that take any model: the models of the others, our objective, and bids."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from kibitz import _core
from kibitz.errors import MissingCapability, SpecError
from kibitz.games.capabilities import bidding
from kibitz.games.core_states import state_of
from kibitz.games.game import Game, State
from kibitz.models.distilled import Distilled, distilled
from kibitz.models.model import Model, Policy
from kibitz.models.move_probabilities import completed, erring
from kibitz.models.registry import model
from kibitz.replies.opponent import Opponent
from kibitz.searches.search import OWN, Search
from kibitz.specs import Option
from kibitz.wants.registry import want
from kibitz.wants.score import Score
from kibitz.wants.want import Want

OTHERS = Option(
    "others",
    "",
    "models of the others: one for all, or a list in turn order that begins with the seat after ours",
    spec=True,
    lists=True,
)
OBJECTIVE = Option(
    "objective",
    "blend",
    "what counts at the end; win: the share of the win; score: the score; own: the want given by own; blend: nine "
    "tenths win and one tenth own",
    choices=("blend", "win", "score", "own"),
)
WIN_WEIGHT = {"blend": 0.9, "win": 1.0, "score": 0.0, "own": 0.0}
Candidate = tuple[float, _core.Behaviour, _core.Behaviour]
"""The weight of a model, its behaviour in the tree, and its behaviour below the tree."""
ASKED_AT_MOST = 100_000  # cached answers of models


class Seen(NamedTuple):
    """How one candidate of a seat is run: in the tree, and in simulated games below it."""

    model: str
    compiled: bool
    below: Distilled | Model | None
    """The behaviour that replaces it below the tree; None: itself."""

    def words(self) -> str:
        """Describe in words how the candidate is run."""
        tree = "runs in the core" if self.compiled else "asked in Python"
        if self.below is None:
            return f"{self.model} {tree}"
        below = self.below if isinstance(self.below, Model) else f"a fitted model that {self.below}"
        return f"{self.model} {tree}; below the tree, {below}"


@dataclass
class Ready:
    """The input of the core: the candidates of every seat, and a function to call for those it cannot run."""

    given: list[tuple[list[Candidate], float]]
    asked: int
    ask: Callable[[int, Any], list[float]] | None
    seen: dict[int, list[Seen]]


class AgainstModels(Search):
    """A search for the best move against models of the others."""

    chooses_bids = True
    explores = False
    """Whether one of the candidates can be a player that searches for itself (decides by a tree search of its own)."""
    options_known: ClassVar[tuple[Option, ...]] = (OTHERS, OBJECTIVE, OWN)

    def __init__(self, opponents: Sequence[Opponent] = (), **options: Any) -> None:
        super().__init__(**options)
        self.opponents = tuple(opponents)
        self._memory: dict[tuple[Model, State], Policy] = {}
        given = self.options["others"]
        if not given and not opponents:
            raise SpecError(f"{self.name} needs models of the others, as in {self.name}(others=greedy)")
        self._models = None if opponents else _models(given)
        self._others: dict[int, tuple[Opponent, ...]] = {}  # by the number of the others
        self._names: dict[int, list[list[str]]] = {}

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, AgainstModels) and self.opponents == other.opponents

    __hash__ = Search.__hash__

    def of(self, game: Game) -> tuple[Opponent, ...]:
        """The others in turn order after the mover."""
        if self._models is None:
            return self.opponents
        count = game.players - 1
        if count not in self._others:
            models = self._models if isinstance(self._models, list) else [self._models] * count
            self._others[count] = tuple(Opponent(((1.0, each),)) for each in models)
        return self._others[count]

    def _named(self, game: Game) -> list[list[str]]:
        """The names of the models of each of the others; they are part of every report."""
        if game.players not in self._names:
            self._names[game.players] = [[str(each) for _, each in opponent.models] for opponent in self.of(game)]
        return self._names[game.players]

    def refusal(self, state: Any) -> str | None:
        """Why this search cannot play the position, or None if it can."""
        count = len(self.of(state.game))
        if count != state.game.players - 1:
            return f"{count} models are given for {state.game.players - 1} other seats"
        if self.own.only_orders:
            return f"own={self.own} only orders outcomes, but averages over games need numbers"
        for opponent in self.of(state.game):
            for _, each in opponent.models:
                each.check(state.game)
        if bidding(state):
            try:
                state.game.usual_bid(state)
            except MissingCapability as error:
                return f"the bids of the others cannot be predicted: {error}"
        return super().refusal(state)

    @property
    def own(self) -> Want:
        """What we want besides winning."""
        given = self.options["own"] if self.options["objective"] != "score" else ""
        return want(given) if given else Score()

    @property
    def win_weight(self) -> float:
        """The weight of the share of the win in the objective."""
        return WIN_WEIGHT[self.options["objective"]]

    def compiled_wants(self, state: State, seat: int) -> list[_core.Want]:
        """The wants of all seats in the form of the core, which uses only ours."""
        own = self.own.compiled(state, seat)
        return [own if each == seat else _core.Want.score() for each in range(state.game.players)]

    def ready(self, state: State, seat: int, distil: bool, likeliest: bool = False, everywhere: bool = False) -> Ready:
        """Convert the models to the form that the core takes, for this position and our seat.

        With ``distil``, slow models are replaced below the tree, and with ``everywhere`` also in the tree.
        """
        game = state.game
        asked: list[Model] = []
        seen: dict[int, list[Seen]] = {}
        given: list[tuple[list[Candidate], float]] = [([], 0.0) for _ in range(game.players)]
        for step, (opponent, names) in enumerate(zip(self.of(game), self._named(game), strict=True), start=1):
            where = (seat + step) % game.players
            candidates = []
            for (weight, each), name in zip(opponent.models, names, strict=True):
                if weight <= 0 or (likeliest and each is not opponent.likeliest):
                    continue
                tree = each.compiled(state, where)
                behaviour = tree.behaviour if tree else _core.Behaviour.asked(len(asked))
                if not tree:
                    asked.append(each)
                below: _core.Behaviour = behaviour
                fit: Distilled | Model | None = None
                if distil and not (tree and tree.light):
                    below, fit = self._below(each, opponent.below, state, where)
                seen.setdefault(where, []).append(Seen(name, tree is not None, fit))
                candidates.append((weight, below if everywhere else behaviour, below))
            given[where] = (self._with_itself(opponent, candidates), opponent.noise)
        return Ready(given, len(asked), self._asking(asked, game) if asked else None, seen)

    def _with_itself(self, opponent: Opponent, candidates: list[Candidate]) -> list[Candidate]:
        """The candidates, and one more that explores for itself in the tree. Below the tree, it moves like the
        likeliest candidate.
        """
        if not opponent.itself or not self.explores:
            return candidates
        total = sum(weight for weight, _, _ in candidates)
        kept = [(weight / total * (1 - opponent.itself), tree, below) for weight, tree, below in candidates]
        below = max(candidates, key=lambda each: each[0])[2]
        return [*(each for each in kept if each[0] > 0), (opponent.itself, _core.Behaviour.itself(), below)]

    def _below(
        self, each: Model, given: Model | None, state: State, where: int
    ) -> tuple[_core.Behaviour, Distilled | Model]:
        """How a slow model moves in simulated games: by the fast model that was given for it, or by a choice that is
        fitted to it.
        """
        quick = given.compiled(state, where) if given else None
        if given and quick and quick.light:
            return quick.behaviour, given
        fit = distilled(each.stand_in, state.game)
        ready = fit.choice.compiled(state.game.start(0), 0)
        assert ready is not None
        return ready.behaviour, fit

    def _asking(self, models: Sequence[Model], game: Game) -> Callable[[int, Any], list[float]]:
        def ask(number: int, core: Any) -> list[float]:
            state, who = state_of(game, core), models[number]
            policy = self._policy(who, state)
            return [policy[move] for move in state.moves()]

        return ask

    def _policy(self, who: Model, state: State) -> Policy:
        """The policy of a model here, computed once."""
        key = who, state
        if key not in self._memory:
            if len(self._memory) >= ASKED_AT_MOST:
                self._memory.clear()
            self._memory[key] = completed(who, who.policy_in_whole(state), state.moves())
        return self._memory[key]

    # Bids: ours is chosen by its results, and the others make the usual bids.

    def after_bids(self, state: State, seat: int) -> dict[str, State]:
        """For each bid that we can make, the position in which play begins."""
        found = {}
        for bid in state.moves():
            after: Any = state.play(bid)
            while bidding(after) and after.to_move != seat:
                after = after.play(after.game.usual_bid(after))
            found[bid] = after
        return found

    def bids_compared(self, wins_and_owns: Mapping[str, tuple[float, float]]) -> dict[str, float]:
        """The objective of every bid, from the share of the win and the value of the want. The want is scaled so that 0
        is its lowest and 1 its highest value over all bids.

        A search scales the want for its own position only, so values that two searches report cannot be compared.
        """
        owns = [own for _, own in wins_and_owns.values()]
        low, width = min(owns), (max(owns) - min(owns)) or 1.0
        weight = self.win_weight
        return {bid: weight * win + (1 - weight) * (own - low) / width for bid, (win, own) in wins_and_owns.items()}

    def expected(self, state: State, seat: int) -> Mapping[str, float]:
        """The expected policy of the seat to move, averaged over its candidates."""
        opponent = self.of(state.game)[(state.to_move - seat) % state.game.players - 1]
        moves = state.moves()
        total = sum(weight for weight, _ in opponent.models)
        shares = dict.fromkeys(moves, 0.0)
        for weight, each in opponent.models:
            policy = self._policy(each, state)
            for move in moves:
                shares[move] += weight / total * policy[move]
        return erring(shares, opponent.noise)


def _models(given: Any) -> Model | list[Model]:
    if isinstance(given, (list, tuple)):
        return [model(each) for each in given]
    return model(given)


def likely(shares: Mapping[str, float], most: int = 3) -> str:
    """The likeliest moves in words.

    >>> likely({"a": 0.1, "b": 0.7, "c": 0.2})
    'b 70%, c 20%, a 10%'
    """
    ordered = sorted(shares.items(), key=lambda pair: -pair[1])[:most]
    return ", ".join(f"{move} {share:.0%}" for move, share in ordered if share >= 0.005)
