"""One seat of a game as an environment of Gymnasium; given players sit in the other seats.

An observation is a dict: ``observation``, the array of ``kibitz.games.arrays.observation``, and ``action_mask``. An
action is the number of a move. ``policy_model`` turns a trained policy into a model of Kibitz.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kibitz.errors import SpecError
from kibitz.games.arrays import action_mask, observation
from kibitz.games.capabilities import require
from kibitz.games.game import Game
from kibitz.games.numbering import legal_numbers
from kibitz.games.registry import game as game_named
from kibitz.players.player import Player, Policy, Position
from kibitz.players.registry import player as player_named
from kibitz.random import Random
from kibitz.specs import Spec

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise SpecError("this needs Gymnasium; install it with: pip install 'kibitz[gymnasium]'") from None

from kibitz.adapters.spaces import after_chance, observation_and_mask, observed

SEEDS = 2**63
ILLEGAL = "illegal"


class KibitzEnv(gymnasium.Env[dict[str, Any], Any]):
    """A seat at a game against given players.

    ``others`` are the players of the other seats, in turn order after ours; a single one is used for all other seats.
    They stay from game to game, so players that learn continue to learn. ``seat`` is our seat; with None, it is drawn
    at random for every game. The reward is our score at the end. An illegal move ends the game, and the reward is then
    ``illegal``.

    >>> env = KibitzEnv("tic-tac-toe", "random")
    >>> seen, _ = env.reset(seed=1)
    >>> seen["action_mask"].tolist()
    [1, 1, 1, 1, 1, 1, 1, 1, 1]
    >>> seen, reward, terminated, truncated, _ = env.step(4)
    >>> int(seen["action_mask"].sum()), reward, terminated
    (7, 0.0, False)
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        others: str | Spec | Player | Sequence[str | Spec | Player],
        seat: int | None = 0,
        illegal: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        found: Any = game_named(game)
        self.game = found
        require(self.game, "numbered", "observed")
        if seat is not None:
            self.game.check_seat(seat)
        count = self.game.players - 1
        listed = list(others) if isinstance(others, Sequence) and not isinstance(others, str) else [others] * count
        if len(listed) != count:
            raise SpecError(
                f"{self.game}: {len(listed)} players are given for {count} other seats; "
                "give one for all, or one for each"
            )
        self.others = [player_named(each) for each in listed]
        self.given_seat, self.illegal, self.render_mode = seat, illegal, render_mode
        self.observation_space = observation_and_mask(self.game)
        self.action_space = spaces.Discrete(self.game.action_count)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game. The seed determines deals, chance events and the others' choices in this game and in later
        ones.
        """
        super().reset(seed=seed)
        while True:  # a game may be over before it is our turn
            self._seed = int(self.np_random.integers(SEEDS))
            self.random = Random(self._seed, "environment")
            self._begin()
            self._others_move()
            if not self.state.over:
                return self._seen(), {"seat": self.seat}
            self._finish()

    def _begin(self) -> None:
        count = self.game.players
        self.seat = self.random.below(count) if self.given_seat is None else self.given_seat
        self._players = {(self.seat + step) % count: each for step, each in enumerate(self.others, start=1)}
        self.plies = 0
        self.state = self.game.start(self.random.next())
        names = ["learner" if seat == self.seat else str(self._players[seat]) for seat in range(count)]
        for seat, each in self._players.items():
            each.begin(self.game, seat, self.state.view(seat), names)
        self.state = after_chance(self.state, self.random, self._told)

    def _told(self, state: Any, move: str) -> None:
        for seat, each in self._players.items():
            each.see(state.event(move, seat))

    def _play(self, move: str) -> None:
        self._told(self.state, move)
        self.plies += 1
        self.state = after_chance(self.state.play(move), self.random, self._told)

    def _others_move(self) -> None:
        while not self.state.over and self.state.to_move != self.seat:
            mover = self.state.to_move
            seed = Random(self._seed, "move", self.plies).next()
            self._play(self._players[mover].act(self.state.view(mover), seed))

    def _finish(self) -> None:
        for seat, each in self._players.items():
            each.end(self.state.view(seat))

    def _seen(self) -> dict[str, Any]:
        return observed(self.state, self.seat)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make our move, and let the others move until it is our turn again."""
        if int(action) not in legal_numbers(self.state):
            return self._seen(), self.illegal, True, False, {ILLEGAL: True}
        self._play(self.game.numbered_move(self.state, int(action)))
        self._others_move()
        if not self.state.over:
            return self._seen(), 0.0, False, False, {}
        self._finish()
        return self._seen(), float(self.state.scores[self.seat]), True, False, {"scores": self.state.scores}

    def render(self) -> Any:
        """The position in plain text, as our seat sees it."""
        return self.state.board(self.seat) if self.render_mode == "ansi" else None


def policy_model(probabilities: Callable[[Any, Any], Any], name: str = "learned") -> Callable[[Position], Policy]:
    """Turn a trained policy into a model: a function that ``kibitz.model``, ``kibitz.player`` and ``register`` accept.

    ``probabilities(observation, action_mask)`` returns one number for each action; those of illegal moves are ignored.
    Candidates of the same belief must have different names.

    >>> import kibitz
    >>> even = policy_model(lambda seen, mask: mask / mask.sum())
    >>> kibitz.predict(even, kibitz.game("tic-tac-toe").start())["b2"]
    0.1111111111111111
    """

    def learned(view: Position) -> Policy:
        numbers = legal_numbers(view)
        mask = action_mask(view)
        given = np.asarray(probabilities(observation(view, view.to_move), mask), dtype=float)
        shares = {move: float(given[number]) for move, number in zip(view.moves(), numbers, strict=True)}
        return shares if sum(shares.values()) > 0 else dict.fromkeys(shares, 1.0)

    learned.__name__ = name
    return learned
