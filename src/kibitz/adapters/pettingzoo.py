"""Our games as environments of PettingZoo, one agent for each seat, and its classic games as games of Kibitz.

An observation is a dict: ``observation``, the array of ``kibitz.games.arrays.observation``, and ``action_mask``. An
action is the number of a move (the capability ``numbered``).
"""

from __future__ import annotations

from typing import Any

from kibitz.errors import KibitzError, SpecError, nearest
from kibitz.games.capabilities import require
from kibitz.games.game import Game
from kibitz.games.registry import game as game_named
from kibitz.random import Random

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv
except ImportError:
    raise SpecError("this needs PettingZoo; install it with: pip install 'kibitz[pettingzoo]'") from None

from kibitz.adapters.spaces import after_chance, observation_and_mask, observed

SEEDS = 2**63

CLASSICS = {
    "chess_v6": "chess",
    "connect_four_v3": "connect_four",
    "gin_rummy_v4": "gin_rummy",
    "go_v5": "go(board_size=19)",
    "hanabi_v5": "hanabi",
    "leduc_holdem_v4": "leduc_poker",
    "texas_holdem_v4": "universal_poker(betting=limit, numPlayers=2, numRounds=4, blind='1 2', raiseSize='2 2 4 4', "
    "firstPlayer='1', maxRaises='4 4 4 4', numSuits=4, numRanks=13, numHoleCards=2, numBoardCards='0 3 1 1')",
    "texas_holdem_no_limit_v6": "universal_poker(betting=nolimit, numPlayers=2, numRounds=4, blind='1 2', "
    "stack='100 100', firstPlayer='1', numSuits=4, numRanks=13, numHoleCards=2, numBoardCards='0 3 1 1', "
    "bettingAbstraction=fcpa)",
    "tictactoe_v3": "tic_tac_toe",
}
"""PettingZoo's classic games as games of OpenSpiel, which can be copied and searched; environments cannot."""
SIMULTANEOUS = ("rps_v2",)


def classic(name: str) -> Game:
    """One of PettingZoo's classic games as a game of Kibitz, played by OpenSpiel.

    The rules are those of OpenSpiel. In Leduc and Texas hold'em, the stakes and limits are close to those of
    PettingZoo's games, but not all details are the same; actions may have other numbers.

    >>> classic("tictactoe_v3")
    kibitz.game('openspiel(tic_tac_toe)')
    """
    if name in SIMULTANEOUS:
        raise SpecError(f"{name} cannot be played here: its players move at the same time")
    if name not in CLASSICS:
        raise SpecError(f"PettingZoo has no classic game '{name}' that is played here; {nearest(name, CLASSICS)}")
    return game_named(f"openspiel({CLASSICS[name]})")


class KibitzEnv(EzPickle, AECEnv):  # type: ignore[misc]
    """A game as an environment in which the agents take turns.

    ``game`` is a game or its specification. Agents are ``seat_0``, ``seat_1`` and so on. Rewards are the scores, given
    at the end. Chance moves and deals come from the seed of ``reset``.

    >>> env = KibitzEnv("tic-tac-toe")
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.observe("seat_0")["action_mask"].sum()
    ('seat_0', np.int64(9))
    >>> env.step(4)
    >>> print(env.render())
    3  . . .
    2  . x .
    1  . . .
       a b c
    """

    metadata = {"render_modes": ["ansi"], "name": "kibitz", "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: str | Game, render_mode: str | None = "ansi") -> None:
        EzPickle.__init__(self, str(game), render_mode)
        AECEnv.__init__(self)
        found: Any = game_named(game)
        self.game = found
        require(self.game, "numbered", "observed")
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "name": str(self.game)}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = observation_and_mask(self.game)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(self.game.action_count) for agent in self.possible_agents}
        self._randomness: Any = None
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """What observations of an agent look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of the moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a game. The seed determines deals and chance moves in this game and in later ones."""
        if seed is not None or self._randomness is None:
            self._randomness, _ = seeding.np_random(seed)
        self.random = Random(int(self._randomness.integers(SEEDS)), "environment")
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.state_of_game = after_chance(self.game.start(self.random.next()), self.random)
        self.agent_selection = self._to_move()

    def _to_move(self) -> str:
        return self.possible_agents[0 if self.state_of_game.over else self.state_of_game.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees, and its legal moves if it is to move."""
        return observed(self.state_of_game, self._seats[agent])

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise KibitzError(f"{self.game}: it is the turn of {agent}, which has to give a number as its action")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        move = self.game.numbered_move(self.state_of_game, int(action))
        self.state_of_game = after_chance(self.state_of_game.play(move), self.random)
        if self.state_of_game.over:
            self.rewards = {each: self.state_of_game.scores[self._seats[each]] for each in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._to_move()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position in plain text."""
        return str(self.state_of_game.board()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: the environment holds nothing open."""
