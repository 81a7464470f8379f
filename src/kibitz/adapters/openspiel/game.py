"""A game of OpenSpiel as a game of Kibitz: ``openspiel(kuhn_poker)``, ``openspiel(leduc_poker(players=3))``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

from kibitz import specs
from kibitz.adapters.openspiel import worlds
from kibitz.adapters.openspiel.library import load, pyspiel
from kibitz.errors import IllegalMove, KibitzError, NotationError, SpecError
from kibitz.games import encoding, svg
from kibitz.games.game import CHANCE, Event, Game, State, check_fields
from kibitz.games.view import View
from kibitz.random import Random
from kibitz.specs import Option, Spec

REMEMBERED = 200_000  # cached positions of a game; searches visit the same ones again


@dataclass(frozen=True, eq=False, repr=False)
class SpielState(State):
    """A position: the actions since the start. ``spiel`` is the state of OpenSpiel."""

    game: SpielGame
    actions: tuple[int, ...]
    moves_made: tuple[str, ...]
    spiel: Any = field(repr=False)
    before: SpielState | None = field(default=None, repr=False)
    """The position before the last move."""

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, SpielState) and self.actions == other.actions and self.game == other.game
        )

    def __hash__(self) -> int:
        return hash(self.actions)

    def __repr__(self) -> str:
        return f"<{self.game}: {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (self.game, self.actions)

    @cached_property
    def ended(self) -> bool:
        """Whether the game is over."""
        return bool(self.spiel.is_terminal())

    @cached_property
    def by_text(self) -> dict[str, int]:
        """The legal moves as text, in the order of OpenSpiel, each with its action."""
        spiel = self.spiel
        if spiel.is_terminal():
            return {}
        mover = spiel.current_player()
        actions = [action for action, _ in spiel.chance_outcomes()] if mover == CHANCE else spiel.legal_actions()
        texts = [_plain(spiel.action_to_string(mover, action)) for action in actions]
        count = Counter(texts)
        named = [
            text if text and count[text] == 1 else f"{text} #{action}".strip()
            for text, action in zip(texts, actions, strict=True)
        ]
        return dict(zip(named, actions, strict=True))

    @cached_property
    def by_action(self) -> dict[int, str]:
        """The text of every legal action."""
        return {action: text for text, action in self.by_text.items()}

    @cached_property
    def known(self) -> dict[int, str]:
        """A cache of what each seat knows here; ``worlds.information`` fills it."""
        return {}

    @cached_property
    def varies(self) -> dict[int, bool]:
        """A cache of whether OpenSpiel's resampling gives each seat several worlds; ``worlds`` fills it."""
        return {}

    @cached_property
    def heaviest(self) -> dict[int, float]:
        """A cache, by seat, of the highest weight of a sampled world (``worlds`` explains weights and fills the
        cache)."""
        return {}

    @cached_property
    def seen(self) -> dict[int, tuple[str | None, ...]]:
        """A cache of the moves as each seat saw them; ``worlds.moves_seen`` fills it."""
        return {}


@dataclass(frozen=True, repr=False)
class SpielView(View):
    """What a seat may know: its information state, and the moves that it has seen."""

    game: SpielGame
    seat: int
    seen: str
    """The information state of OpenSpiel, or all observations where it gives none."""
    made: tuple[str | None, ...]
    """The moves since the deal; None for those that the seat did not see."""
    to_move: int
    over: bool
    scores: tuple[float, ...]
    legal: tuple[str, ...] | None
    witness: SpielState = field(compare=False)
    """A position that looks like this to the seat; worlds are drawn from it, and nothing else reads it."""

    def moves(self) -> list[str]:
        """The seat's own legal moves; only when it is to move."""
        if self.legal is None:
            raise ValueError("a view knows the moves of its own seat only, and only when it is to move")
        return list(self.legal)

    def svg(self, size: int = 400, highlight: Any = ()) -> str:
        """The view as text, with a button for each move."""
        return svg.text_board(self.board(), self.legal or (), size, svg.moves_given(highlight))

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle another position that looks the same: it reveals nothing that the seat does not know.
        return _look, (worlds.world(self, Random(0, "pickle")), self.seat)


def _look(state: SpielState, seat: int) -> SpielView:
    return cast("SpielView", state.view(seat))


def _replayed(game: SpielGame, actions: Sequence[int]) -> SpielState:
    return game.replayed(actions)


def _plain(text: str) -> str:
    """A move on one line and without commas, which separate moves in text."""
    return " ".join(text.replace(",", " ").split())


class SpielGame(Game):
    """Any sequential game of OpenSpiel.

    Chance events are moves of ``CHANCE``. Where information is imperfect, a view is OpenSpiel's information state, and
    worlds come from its resampling or, where it has none, from moves that agree with all that the seat has observed.
    Scores are the returns at the end, and 0 before.

    >>> import kibitz
    >>> state = kibitz.game("openspiel(kuhn_poker)").start().play_all("Deal:0, Deal:2, Pass")
    >>> state.to_move, state.moves()
    (1, ['Pass', 'Bet'])
    >>> state.view(1).board(), state.view(1).made
    ('2p', ('Pass',))
    """

    name = "openspiel"
    summary = "any sequential game of OpenSpiel, by its name in OpenSpiel (needs the extra 'openspiel')"
    state_type = SpielState
    arguments_taken = 1
    options_known = (Option("game", "", "the game, as in openspiel(leduc_poker(players=3))"),)

    def __init__(self, game: str | Spec = "", **options: Any) -> None:
        if not game:
            raise SpecError("openspiel takes the name of one of its games, as in openspiel(kuhn_poker)")
        inner = specs.parse(game) if isinstance(game, str) and not game.isdigit() else game
        self.inner = inner if isinstance(inner, Spec) else Spec(str(inner))
        super().__init__(game=str(self.inner), **options)
        self.spiel = load(self.inner)
        self.kind = self.spiel.get_type()
        self.resamples = True  # until OpenSpiel says that it cannot
        self._positions: dict[tuple[int, ...], SpielState] = {}

    @property
    def spec(self) -> Spec:
        """The specification, with the game of OpenSpiel as its argument."""
        return Spec(self.name, (self.options["game"] if self.inner.name.isdigit() else self.inner,), {})

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.spiel.num_players())

    @property
    def players_allowed(self) -> str:
        """The same as in OpenSpiel."""
        return f"{self.kind.min_num_players}-{self.kind.max_num_players}"

    # The rules.

    def start(self, seed: int = 0) -> SpielState:
        """The first state; cards are dealt by chance moves."""
        found = self._positions.get(())
        if found is None:
            found = self._positions[()] = SpielState(self, (), (), self.spiel.new_initial_state())
        return found

    def replayed(self, actions: Sequence[int]) -> SpielState:
        """The position after these actions."""
        state = self.start()
        for action in actions:
            if action not in state.by_action:
                raise IllegalMove(f"{self}: action {action} is not legal after {state.actions}")
            state = self.play(state, state.by_action[action])
        return state

    def to_move(self, state: SpielState) -> int:
        """The seat to move, or ``CHANCE``."""
        return CHANCE if state.ended else int(state.spiel.current_player())

    def moves(self, state: SpielState) -> list[str]:
        """The legal moves, in the order of OpenSpiel."""
        return list(state.by_text)

    def play(self, state: SpielState, move: str) -> SpielState:
        """The state after a legal move."""
        action = state.by_text.get(move)
        if action is None:
            raise self.illegal(state, move)
        actions = (*state.actions, action)
        found = self._positions.get(actions)
        if found is None:
            if len(self._positions) >= REMEMBERED:
                self._positions.clear()
            after = state.spiel.child(action)
            found = SpielState(self, actions, (*state.moves_made, move), after, state)
            self._positions[actions] = found
        return found

    def over(self, state: SpielState) -> bool:
        """Whether the game has ended."""
        return state.ended

    def scores(self, state: SpielState) -> tuple[float, ...]:
        """The returns at the end; 0 before, because returns so far could reveal what is hidden."""
        return tuple(map(float, state.spiel.returns())) if self.over(state) else (0.0,) * self.players

    @property
    def adversarial(self) -> bool:
        """Whether one wins what the others lose."""
        return bool(self.kind.utility == pyspiel().GameType.Utility.ZERO_SUM)

    @property
    def zero_sum(self) -> bool:
        """Whether OpenSpiel says that the game is zero-sum."""
        return self.adversarial

    # Chance, numbers and an evaluation.

    @cached_property
    def capabilities(self) -> frozenset[str]:
        """The capabilities: chance only if the game has it, and arrays only if OpenSpiel gives them."""
        offered = super().capabilities
        if self.kind.chance_mode == pyspiel().GameType.ChanceMode.DETERMINISTIC:
            offered -= {"chancy"}
        return offered if self._tensor else offered - {"observed"}

    def chance(self, state: SpielState) -> list[float]:
        """The probability of each chance move."""
        return [float(probability) for _, probability in state.spiel.chance_outcomes()]

    features = ("result",)

    @property
    def weights(self) -> dict[str, float]:
        """The result is all that counts."""
        return {"result": 1.0}

    @property
    def bounds(self) -> dict[str, tuple[float, float]]:
        """The lowest and highest return."""
        return {"result": (float(self.spiel.min_utility()), float(self.spiel.max_utility()))}

    def feature_values(self, state: SpielState, seat: int) -> dict[str, float]:
        """The return of the seat at the end, and 0 before."""
        return {"result": self.scores(state)[seat]}

    @property
    def action_count(self) -> int:
        """The number of distinct actions of OpenSpiel."""
        return int(self.spiel.num_distinct_actions())

    def action_number(self, position: SpielState | SpielView, move: str) -> int:
        """The action of OpenSpiel."""
        found = state_of(position).by_text.get(move)
        if found is None:
            raise self.illegal(position, move)
        return found

    def numbered_move(self, position: SpielState | SpielView, number: int) -> str:
        """The text of an action that is legal here."""
        found = state_of(position).by_action.get(number)
        if found is None:
            raise IllegalMove(f"{self}: action {number} is not legal here")
        return found

    @cached_property
    def _tensor(self) -> str:
        """The name of the tensor that OpenSpiel gives: an observation, or an information state."""
        if self.kind.provides_observation_tensor:
            return "observation_tensor"
        return "information_state_tensor" if self.kind.provides_information_state_tensor else ""

    @property
    def observation_parts(self) -> Mapping[str, tuple[int, ...]]:
        """The tensor of OpenSpiel."""
        return {self._tensor: tuple(getattr(self.spiel, f"{self._tensor}_shape")())}

    def observe(self, position: SpielState | SpielView, seat: int) -> Mapping[str, Any]:
        """The tensor of OpenSpiel for this seat, squeezed between -1 and 1."""
        numbers = getattr(state_of(position).spiel, self._tensor)(seat)
        return {self._tensor: encoding.within_one(numbers)}

    # Hidden information.

    @property
    def hidden(self) -> bool:
        """Whether a seat sees less than the whole position."""
        return bool(self.kind.information == pyspiel().GameType.Information.IMPERFECT_INFORMATION)

    def view(self, state: SpielState, seat: int) -> Any:
        """What a seat may know: the state itself where nothing is hidden."""
        if not self.hidden:
            return state
        over = self.over(state)
        mover = CHANCE if over else self.to_move(state)
        return SpielView(
            self,
            seat,
            worlds.information(state, seat),
            worlds.moves_seen(state, seat)[worlds.deal_length(state) :],
            mover,
            over,
            self.scores(state),
            tuple(self.moves(state)) if mover == seat else None,
            state,
        )

    def event(self, state: SpielState, move: str, seat: int) -> Event:
        """What a seat sees of a move: the whole move, or only that somebody moved."""
        mover = self.to_move(state)
        if not self.hidden:
            return Event(mover, move, public=True)
        after = self.play(state, move)
        seen = [worlds.moves_seen(after, each)[-1] is not None for each in range(self.players)]
        return Event(mover, move if seen[seat] else None, public=all(seen))

    def sample_deal(self, view: SpielView, random: Random) -> SpielState:
        """A position from which the moves of ``history`` lead to a sampled world.

        It is the deal of the world, or the world itself if some moves were secret.
        """
        world = worlds.world(view, random)
        return world if None in view.made else self.dealt(world)

    def history(self, position: SpielState | SpielView) -> Sequence[str | None]:
        """The moves since the deal; none of them if some were secret (``sample_deal``)."""
        if isinstance(position, SpielState):
            return position.moves_made[worlds.deal_length(position) :]
        return () if None in position.made else position.made

    def dealt(self, state: SpielState) -> SpielState:
        """The position after the chance moves at the start."""
        return self.replayed(state.actions[: worlds.deal_length(state)])

    # Notation and drawing.

    def key(self, state: SpielState) -> int:
        """A key of the moves made."""
        return Random(0, "openspiel", *state.actions).next()

    def text(self, state: SpielState | SpielView) -> str:
        """The moves so far, separated by commas; for a view, its information state and the moves seen."""
        if isinstance(state, SpielState):
            return ", ".join(state.moves_made)
        return " | ".join([" ".join(state.seen.split()), ", ".join(move or "?" for move in state.made)])

    def parse(self, text: str) -> SpielState:
        """Read the moves, and make them."""
        return self.from_fields({"moves": [move.strip() for move in text.split(",")] if text.strip() else []})

    def to_fields(self, state: SpielState | SpielView) -> dict[str, Any]:
        """The moves so far; for a view, its information state and the moves seen."""
        if isinstance(state, SpielState):
            return {"moves": list(state.moves_made)}
        return {"information": state.seen, "moves": list(state.made)}

    def from_fields(self, fields: Mapping[str, Any]) -> SpielState:
        """Make the moves again."""
        check_fields(self.name, fields, ("moves",))
        moves = fields["moves"]
        if not isinstance(moves, (list, tuple)) or not all(isinstance(move, str) for move in moves):
            raise NotationError(f"{self.name}: field 'moves': expected a list of moves")
        try:
            return self.start().play_all(moves)
        except IllegalMove as error:
            raise NotationError(str(error)) from None

    def board(self, state: SpielState | SpielView, seat: int | None = None) -> str:
        """The position as OpenSpiel prints it."""
        if isinstance(state, SpielView):
            return state.seen.rstrip("\n")
        return str(state.spiel).rstrip("\n") or ", ".join(state.moves_made)


def state_of(position: Any) -> SpielState:
    """The state of OpenSpiel for a position or a view. If it is for a view, ask it only for what the seat knows: its
    legal actions, its information state, its tensor. These are the same in every position that the seat cannot
    distinguish.
    """
    if isinstance(position, SpielState):
        return position
    if not isinstance(position, SpielView):
        raise KibitzError(f"this needs a game of OpenSpiel, such as openspiel(kuhn_poker), not {position.game}")
    return position.witness
