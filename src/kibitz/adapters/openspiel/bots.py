"""Bots and policies of OpenSpiel as players and models of Kibitz, and our players as bots of OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from kibitz import specs
from kibitz.adapters.openspiel.game import SpielGame, state_of
from kibitz.adapters.openspiel.library import pyspiel
from kibitz.errors import KibitzError, SpecError, nearest
from kibitz.games.game import CHANCE, Game, State
from kibitz.games.registry import game as game_named
from kibitz.players.player import Player, Policy, Position
from kibitz.players.registry import player as player_named
from kibitz.random import Random
from kibitz.specs import Option, Spec

SEEDS = 2**31 - 1  # OpenSpiel's bots take 32 bits


def _mcts(game: Any, seat: int, seed: int, options: Mapping[str, Any]) -> Any:
    library = pyspiel()
    evaluator = library.RandomRolloutEvaluator(1, seed)
    return library.MCTSBot(game, evaluator, options["exploration"], options["simulations"], 1000, False, seed, False)


def _is_mcts(game: Any, seat: int, seed: int, options: Mapping[str, Any]) -> Any:
    library = pyspiel()
    evaluator = library.RandomRolloutEvaluator(1, seed)
    return library.ISMCTSBot(seed, evaluator, options["exploration"], options["simulations"])


def _random(game: Any, seat: int, seed: int, options: Mapping[str, Any]) -> Any:
    return pyspiel().make_uniform_random_bot(seat, seed)


BOTS: dict[str, Callable[[Any, int, int, Mapping[str, Any]], Any]] = {
    "is_mcts": _is_mcts,
    "mcts": _mcts,
    "uniform_random": _random,
}
"""The bots that take a seed; others are found by OpenSpiel (``pyspiel.load_bot``)."""


class BotPlayer(Player):
    """A bot of OpenSpiel that plays a game of OpenSpiel: ``openspiel-bot(mcts, simulations=200)``.

    The bot is made anew for every move, with a seed that comes from the game's seed. So games can be repeated. If a bot
    remembers more than the position, it plays differently here than in OpenSpiel.

    >>> import kibitz
    >>> played = kibitz.play_game("openspiel(tic_tac_toe)", ["mcts", "openspiel-bot(mcts, simulations=100)"], seed=1)
    >>> played.players
    ('mcts', 'openspiel-bot(mcts, simulations=100)')
    """

    name = "openspiel-bot"
    summary = "a bot of OpenSpiel, for games of OpenSpiel: mcts, is_mcts, uniform_random or another registered bot"
    source = "Lanctot et al. 2019"
    watches = False
    arguments_taken = 1
    options_known = (
        Option("bot", "mcts", "the bot"),
        Option("simulations", 500, "mcts and is_mcts: number of simulated games for each move", 1, 10_000_000),
        Option("exploration", 2.0, "mcts and is_mcts: weight of rarely tried moves", 0, 1000),
    )

    def __init__(self, bot: str | Spec = "mcts", **options: Any) -> None:
        super().__init__(bot=str(bot), **options)

    @property
    def spec(self) -> Spec:
        """The specification, with the bot as its argument."""
        plain = super().spec
        return Spec(self.name, (self.options["bot"],), {k: v for k, v in plain.options.items() if k != "bot"})

    def policy(self, view: Position) -> Policy:
        """The move that the bot makes with seed 0, with probability 1."""
        return {self.act(view, 0): 1.0}

    def act(self, view: Position, seed: int = 0) -> str:
        """The move of the bot."""
        state = state_of(view)
        bot = self._bot(state.game.spiel, state.to_move, Random(seed, "bot").below(SEEDS))
        return state.by_action[int(bot.step(state.spiel))]

    def _bot(self, game: Any, seat: int, seed: int) -> Any:
        library, name = pyspiel(), self.options["bot"]
        if name in BOTS:
            return BOTS[name](game, seat, seed, self.options)
        known = [*BOTS, *library.registered_bots()]
        if name not in known:
            raise SpecError(f"openspiel-bot: there is no bot '{name}'; {nearest(name, known)}")
        return library.load_bot(name, game, seat)


def policy_model(policy: Any, name: str = "policy") -> Callable[[Position], Policy]:
    """Turn a policy of OpenSpiel into a model: a function that ``kibitz.model`` and ``kibitz.player`` accept.

    ``policy`` is a ``pyspiel.Policy`` such as the average of CFR, or one written in Python. It is asked about the
    position that the seat to move sees. Candidates of the same belief must have different names.
    """

    def asked(view: Position) -> Policy:
        state = state_of(view)
        found = policy.action_probabilities(state.spiel)
        shares = found if isinstance(found, Mapping) else dict(found)
        return {move: float(shares.get(action, 0.0)) for move, action in state.by_text.items()}

    asked.__name__ = name
    return asked


@cache
def _bot_class() -> type:
    """Our subclass of OpenSpiel's ``Bot``. It is created on first use, so OpenSpiel is not imported before."""
    library = pyspiel()

    class KibitzBot(library.Bot):  # type: ignore[misc, name-defined]
        """One of our players at one seat. It sees every move that its seat may see, and remembers from game to game."""

        def __init__(
            self, player: Player, game: Game, seat: int, seed: int, line: Callable[[Game, Any], Line | None]
        ) -> None:
            super().__init__()
            self.player, self.kibitz, self.seat, self.seed, self.line = player, game, seat, seed, line
            self.games = 0
            self._position: State | None = None

        def player_id(self) -> int:
            return self.seat

        def provides_policy(self) -> bool:
            return True

        def restart(self) -> None:
            self._position = None

        def restart_at(self, state: Any) -> None:
            self._position = None

        def inform_action(self, state: Any, player_id: int, action: int) -> None:
            self._watch(self.line(self.kibitz, state.child(action)))

        def get_policy(self, state: Any) -> list[tuple[int, float]]:
            self._watch(self.line(self.kibitz, state))
            return self._numbered(self.player.policy(self._seen()))

        def step(self, state: Any) -> int:
            self._watch(self.line(self.kibitz, state))
            move = self.player.act(self._seen(), Random(self.seed, "bot", self.games, len(state.history())).next())
            action = int(self._game().action_number(self._position, move))
            self._watch(self.line(self.kibitz, state.child(action)))
            return action

        def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
            return self.get_policy(state), self.step(state)

        def _game(self) -> Any:
            return self.kibitz

        def _seen(self) -> Any:
            assert self._position is not None
            return self._position.view(self.seat)

        def _numbered(self, policy: Policy) -> list[tuple[int, float]]:
            total = sum(policy.values())
            number = self._game().action_number
            return [(number(self._position, move), share / total) for move, share in policy.items() if share > 0]

        def _watch(self, line: Line | None) -> None:
            """Tell the player of the moves since the last call, of a new game, and of the end."""
            if line is None:
                return
            positions = [position for _, position in line]
            if self._position is None or self._position not in positions:
                self.games += 1
                self._position = positions[0]
                self.player.begin(self.kibitz, self.seat, self._position.view(self.seat))
            for move, after in line[positions.index(self._position) + 1 :]:
                self.player.see(self._position.event(move, self.seat))
                self._position = after
            if self._position.over:
                self.player.end(self._position.view(self.seat))
                self._position = None

    return KibitzBot


Line = list[tuple[str, State]]
"""Positions from the start of a game, each with the move that led to it."""


def _line_of_theirs(game: Game, state: Any) -> Line | None:
    """The line to a state of a game of OpenSpiel. Its actions, chance events included, are the numbers of our moves."""
    return _made([("", game.start(0))], state.history(), _numbered_move)


def _line_of_ours(game: Game, state: Any) -> Line | None:
    """The line to a state of one of our games that is registered in OpenSpiel; None before the deal."""
    actions = list(state.history())
    if state.deals and not actions:
        return None
    start = game.start(actions.pop(0) if state.deals else 0)
    return _made([("", start)], actions, _move_or_event)


def _made(line: Line, actions: Iterable[int], move_of: Callable[[Any, int], str]) -> Line:
    for action in actions:
        position = line[-1][1]
        move = move_of(position, action)
        line.append((move, position.play(move)))
    return line


def _numbered_move(position: Any, action: int) -> str:
    return str(position.game.numbered_move(position, action))


def _move_or_event(position: Any, action: int) -> str:
    """The move with a number; chance events are numbered in their order."""
    return str(position.moves()[action]) if position.to_move == CHANCE else _numbered_move(position, action)


def bot(spec: str | Spec | Player, game: Any, seat: int, seed: int = 0) -> Any:
    """One of our players as a ``pyspiel.Bot``, for a game of OpenSpiel or for one of ours that is registered there."""
    registered = getattr(game, "kibitz", None)
    ours = registered or SpielGame(specs.parse(str(game)))
    if not 0 <= seat < ours.players:
        raise KibitzError(f"{ours}: seat {seat} is not one of 0 to {ours.players - 1}")
    line = _line_of_theirs if registered is None else _line_of_ours
    return _bot_class()(player_named(spec), game_named(ours), seat, seed, line)
