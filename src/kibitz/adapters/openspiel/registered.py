"""Our games for OpenSpiel: ``register_all`` makes them known to ``pyspiel`` as ``kibitz_checkers`` and so on.

The parameters of such a game are ``options``, which are its options in Kibitz
(``kibitz_spades(options=players:4;cards:5)``), and ``deals``. OpenSpiel wants every chance event listed, and nobody can
list the deals of 52 cards. So a game that deals begins with a chance event of ``deals`` equally likely deals: those of
the seeds 0, 1, 2, ...
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from functools import cache
from math import inf
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from kibitz import specs
from kibitz.adapters.openspiel.library import pyspiel
from kibitz.errors import KibitzError, SpecError
from kibitz.games.arrays import observation, observation_parts, observation_size
from kibitz.games.capabilities import require
from kibitz.games.game import CHANCE, Game
from kibitz.games.numbering import legal_numbers
from kibitz.games.registry import game as game_named
from kibitz.games.registry import named_alone

PREFIX = "kibitz_"
DEALS = 1000
LONGEST = 100_000  # moves of a game, as in play_game
CHANCES = 1024  # the largest number of events at a chance move
UTILITY = 1_000_000.0  # larger than the scores of all games whose outcomes are not listed


def name_in_openspiel(name: str) -> str:
    """The name of one of our games in OpenSpiel.

    >>> name_in_openspiel("guess-it")
    'kibitz_guess_it'
    """
    return PREFIX + name.replace("-", "_")


def written(options: str) -> str:
    """Options as a parameter of OpenSpiel, in which neither a comma nor an equals sign may occur.

    >>> written("players=4, cards=5"), read(written("players=4, cards=5"))
    ('players:4;cards:5', 'players=4, cards=5')
    >>> read(written("json='{a: 1, b: 2}'"))
    "json='{a: 1, b: 2}'"
    """
    if set(options) & set(":;%()'\""):
        return quote(options, safe="")
    return options.replace(", ", ";").replace("=", ":")


def read(parameter: str) -> str:
    """Read options that ``written`` or a person wrote."""
    return unquote(parameter) if "%" in parameter else parameter.replace(";", ", ").replace(":", "=")


def register_all(names: Iterable[str] = ()) -> list[str]:
    """Register games with OpenSpiel, by default all games of Kibitz, and return their names in OpenSpiel.

    Games that are registered already are left as they are.
    """
    library = pyspiel()
    wanted = list(names) or named_alone()
    for name in wanted:
        if name_in_openspiel(name) not in library.registered_names():
            game = game_named(name)
            require(game, "numbered", "observed")
            kind = _kind(game, {"options": "", "deals": DEALS})
            maker = _Maker(name)
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(maker))  # OpenSpiel releases it after Python has ended
            library.register_game(kind, maker)
    return [name_in_openspiel(name) for name in wanted]


def load(spec: str | Game, deals: int = DEALS) -> Any:
    """One of our games as a game of OpenSpiel; the game is registered first if it has to be."""
    game = game_named(spec)
    register_all([game.name])
    options = ", ".join(f"{name}={specs.value_text(value)}" for name, value in game.spec.options.items())
    return pyspiel().load_game(name_in_openspiel(game.name), {"options": written(options), "deals": deals})


class _Maker:
    """Makes a game of OpenSpiel from its parameters."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, params: dict[str, Any] | None = None) -> Any:
        given = {"options": "", "deals": DEALS, **(params or {})}
        if not 1 <= given["deals"] <= 1_000_000:
            raise SpecError(f"{self.name}: deals={given['deals']} is not allowed, it takes 1 to 1000000")
        spec = f"{self.name}({read(given['options'])})" if given["options"] else self.name
        return _classes()[0](game_named(spec), given)


def _kind(game: Game, given: dict[str, Any]) -> Any:
    """The type of a game as OpenSpiel has it."""
    kind = pyspiel().GameType
    chance = deals(game) or "chancy" in game.capabilities
    return kind(
        short_name=name_in_openspiel(game.name),
        long_name=f"Kibitz {game.name}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if game.hidden else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if game.zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=given,
    )


def deals(game: Game) -> bool:
    """Whether the game begins with a deal: its starts differ from seed to seed."""
    return str(game.start(0)) != str(game.start(1))


def _utilities(game: Any) -> tuple[float, float]:
    """The lowest and the highest score: from the outcomes where they are listed, and else a wide range."""
    if "enumerable" not in game.capabilities:
        return -UTILITY, UTILITY
    low, high = inf, -inf
    for outcome in game.outcomes():
        try:
            scores = game.scores_of(game.start(0), outcome)
        except KibitzError:  # the score depends on what happens before, such as bids
            return -UTILITY, UTILITY
        low, high = min(low, *scores), max(high, *scores)
    return low, high


@cache
def _classes() -> tuple[type, type]:
    """Our subclasses of OpenSpiel's classes. They are created on first use, so OpenSpiel is not imported before."""
    library = pyspiel()

    class KibitzGame(library.Game):  # type: ignore[misc, name-defined]
        """One of our games."""

        def __init__(self, game: Game, given: dict[str, Any]) -> None:
            self.kibitz, self.deals = game, given["deals"] if deals(game) else 0
            numbers: Any = game
            low, high = _utilities(game)
            info = library.GameInfo(
                num_distinct_actions=numbers.action_count,
                max_chance_outcomes=max(self.deals, CHANCES if "chancy" in game.capabilities else 0),
                num_players=game.players,
                min_utility=low,
                max_utility=high,
                max_game_length=LONGEST,
                **({"utility_sum": 0.0} if game.zero_sum else {}),
            )
            super().__init__(_kind(game, given), info, given)

        def new_initial_state(self) -> Any:
            return KibitzState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            recall = iig_obs_type is not None and iig_obs_type.perfect_recall
            return Observer(self.kibitz, bool(recall))

    class KibitzState(library.State):  # type: ignore[misc, name-defined]
        """A position of one of our games; ``position`` is None before the deal."""

        def __init__(self, game: KibitzGame) -> None:
            super().__init__(game)
            self.kibitz, self.deals = game.kibitz, game.deals
            self.position: Any = None if self.deals else game.kibitz.start(0)
            self.told: tuple[tuple[str, ...], ...] = ((),) * game.kibitz.players
            """What each seat has seen of the moves so far."""

        def current_player(self) -> int:
            if self.position is None:
                return int(library.PlayerId.CHANCE)
            if self.position.over:
                return int(library.PlayerId.TERMINAL)
            mover = self.position.to_move
            return int(library.PlayerId.CHANCE) if mover == CHANCE else int(mover)

        def _legal_actions(self, player: int) -> list[int]:
            return sorted(legal_numbers(self.position))

        def chance_outcomes(self) -> list[tuple[int, float]]:
            if self.position is None:
                return [(seed, 1 / self.deals) for seed in range(self.deals)]
            return list(enumerate(self.position.game.chance(self.position)))

        def _apply_action(self, action: int) -> None:
            if self.position is None:
                self.position = self.kibitz.start(action)
                return
            move = self._move(action)
            events = [self.position.event(move, seat) for seat in range(self.kibitz.players)]
            self.told = tuple((*told, str(event)) for told, event in zip(self.told, events, strict=True))
            self.position = self.position.play(move)

        def _move(self, action: int) -> str:
            position = self.position
            if position.to_move == CHANCE:
                return str(position.moves()[action])
            return str(position.game.numbered_move(position, action))

        def _action_to_string(self, player: int, action: int) -> str:
            return f"deal {action}" if self.position is None else self._move(action)

        def is_terminal(self) -> bool:
            return self.position is not None and bool(self.position.over)

        def returns(self) -> list[float]:
            return list(self.position.scores) if self.is_terminal() else [0.0] * self.kibitz.players

        def __str__(self) -> str:
            return "before the deal" if self.position is None else str(self.position)

    return KibitzGame, KibitzState


class Observer:
    """What a seat sees: our arrays, and its view as text. For perfect recall, the text has the moves that it saw."""

    def __init__(self, game: Game, recall: bool) -> None:
        self.recall = recall
        self.tensor = np.zeros(observation_size(game), np.float32)
        self.dict = observation_parts(game, self.tensor)

    def set_from(self, state: Any, player: int) -> None:
        """Write the arrays."""
        self.tensor[:] = 0 if state.position is None else observation(state.position, player)

    def string_from(self, state: Any, player: int) -> str:
        """Write the text."""
        if state.position is None:
            return f"seat {player}: before the deal"
        seen = f"seat {player}: {state.position.view(player)}"
        return f"{seen}; {'; '.join(state.told[player])}" if self.recall else seen
