"""``play_game``: plays a game between players, each of which gets only what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import NoReturn

from kibitz import _core
from kibitz._core import combine
from kibitz.errors import IllegalMove, KibitzError
from kibitz.games.capabilities import Chancy
from kibitz.games.checking import NOT_THE_GAMES, check_near, game_fault, naming, play_checked, position_moves
from kibitz.games.game import CHANCE, Game, State
from kibitz.games.native_game import NativeState
from kibitz.games.registry import game as game_named
from kibitz.players.player import Player
from kibitz.players.registry import player as player_named
from kibitz.random import Random, stream
from kibitz.searches.clocks import clock_decisions
from kibitz.specs import Spec

LONGEST = 100_000
_MOVE = stream(["move"])

Blame = Callable[[int, Exception], Exception]
"""Makes the error to raise, from the seat whose player failed and how it failed."""


@dataclass(frozen=True)
class PlayedGame:
    """A played game: its start, its players by seat, its moves and its end."""

    start: State
    players: tuple[str, ...]
    moves: tuple[str, ...]
    end: State
    seconds: tuple[float, ...] = field(default=(), compare=False)
    """The time that the player in each seat used."""
    clocked: bool = field(default=False, compare=False)
    """Whether a time limit had an effect, so that another run may differ."""

    @property
    def scores(self) -> tuple[float, ...]:
        """One number for each seat."""
        return self.end.scores


def play_game(
    game: str | Game,
    players: Sequence[str | Spec | Player],
    seed: int = 0,
    names: Sequence[str] = (),
    start: State | None = None,
    watch: Callable[[State], None] | None = None,
    blame: Blame | None = None,
    quick: bool = True,
    chance_seed: int | None = None,
) -> PlayedGame:
    """Play one game. The seed determines the deal and every random choice.

    Game and players are specifications or objects; a player object keeps what it remembers. The deal does not depend on
    who sits where. ``chance_seed`` determines chance moves instead of the seed, so that all seatings of a deal get the
    same chance moves. ``start`` is another first position. ``watch`` is called with every position, after the players
    have seen the last move. ``blame`` makes the error that is raised when a player fails or makes an illegal move; by
    default it is the player's own error. With ``quick``, the core runs the game up to a chance move if no player
    watches and nothing is hidden; the game is the same, but faster.

    The answers of a game written in Python are checked at every position. A wrong answer, or an error in its code,
    raises a ``GameError`` that names the game; no player is blamed.

    >>> record = play_game("tic-tac-toe", ["maxn", "maxn"], seed=1)
    >>> len(record.moves), record.scores
    (9, (0.0, 0.0))
    """
    game = game_named(game)
    if isinstance(players, str):
        raise KibitzError(f"give a list of players, one for each seat, not the text {players!r} alone")
    seated = [player_named(each) for each in players]
    chance_seed = seed if chance_seed is None else chance_seed
    with naming(game):
        return _play(game, seated, seed, names, start, watch, blame, quick, chance_seed)


def _play(
    game: Game,
    players: Sequence[Player],
    seed: int,
    names: Sequence[str],
    start: State | None,
    watch: Callable[[State], None] | None,
    blame: Blame | None,
    quick: bool,
    chance_seed: int,
) -> PlayedGame:
    if len(players) != game.players:
        raise KibitzError(f"{game} is for {game.players} players and {len(players)} were given")
    if len({id(player) for player in players}) < len(players):
        raise KibitzError("every seat needs a player of its own: make one for each from the same specification")
    if names and len(names) != len(players):
        raise KibitzError(f"{len(names)} names were given for {len(players)} players; give one for each seat, or none")
    names = tuple(names) or tuple(map(str, players))
    before = clock_decisions()
    state = first = game.start(seed) if start is None else start
    spent = [0.0] * game.players
    asked = partial(_put_down, game=game, blame=blame)
    native = isinstance(state, NativeState)
    watching = [(seat, player) for seat, player in enumerate(players) if player.watches]
    for seat, player in watching:
        with _asked(seat, spent, asked, state):
            player.begin(game, seat, state.view(seat), names)
    hidden, seeds, moves = game.hidden, act_seeds(seed, game.players), list[str]()
    acts = [player.act for player in players]
    if quick and not watching and watch is None and not hidden and type(state) is NativeState:
        last, spent = _core.play_out(state, acts, seeds, moves, LONGEST, IllegalMove, asked)
        assert isinstance(last, NativeState)
        state = last
    for ply in range(len(moves), LONGEST):
        legal = None if native else position_moves(state)
        if state.over:
            break
        seat = state.to_move
        if seat == CHANCE:
            move = chance_move(state, Random(chance_seed, "chance", ply))
        else:
            view = state.view(seat) if hidden else state
            began = perf_counter()
            try:  # consecutive keys are as good as any for Philox
                move = acts[seat](view, (seeds[seat] + ply) % 2**64)
            except Exception as error:
                asked(seat, error, position=state)
            spent[seat] += perf_counter() - began
        try:
            told = [(each, player, state.event(move, each)) for each, player in watching] if watching else ()
            state = state.play(move) if legal is None else play_checked(state, move, legal)
        except IllegalMove as error:
            asked(seat, error)
        for each, player, event in told:
            with _asked(each, spent, asked, state):
                player.see(event)
        moves.append(move)
        if watch is not None:
            watch(state)
    else:
        raise KibitzError(f"{game} did not end within {LONGEST:,} moves")
    for seat, player in watching:
        with _asked(seat, spent, asked, state):
            player.end(state.view(seat))
    return PlayedGame(first, names, tuple(moves), state, tuple(spent), clock_decisions() > before)


@contextmanager
def _asked(seat: int, spent: list[float], failed: Callable[..., NoReturn], position: State) -> Iterator[None]:
    """Measure the time that a player uses, and attribute errors to its seat."""
    began = perf_counter()
    try:
        yield
    except Exception as error:
        failed(seat, error, position=position)
    finally:
        spent[seat] += perf_counter() - began


def _put_down(seat: int, error: Exception, game: Game, blame: Blame | None, position: State | None = None) -> NoReturn:
    """Raise an error that names who is at fault: the game or the player.

    It is the game's fault if the game's own code raised the error, or gives a wrong answer in playouts from the
    position.
    """
    named = game_fault(game, error)
    if named is not None and named is not error:
        raise named from error
    if named is None and not isinstance(error, NOT_THE_GAMES) and not isinstance(position, NativeState | None):
        check_near(position)
    if named is not None or blame is None:
        raise error
    raise blame(seat, error) from error


def act_seeds(seed: int, seats: int) -> list[int]:
    """The key of the random choices of every seat in a game; the ply is added.

    >>> len(set(act_seeds(seed=1, seats=3)))
    3
    """
    own = combine(_MOVE, seed % 2**64)
    return [combine(own, seat) for seat in range(seats)]


def chance_move(state: State, random: Random) -> str:
    """Draw a chance move by its probability."""
    assert isinstance(state.game, Chancy)
    return random.weighted(dict(zip(state.moves(), state.game.chance(state), strict=True)))


def random_moves(state: State, seed: int, plies: int) -> Iterator[State]:
    """Play at most this many random moves, and yield every state, including the first."""
    yield state
    for ply in range(plies):
        if state.over:
            return
        random = Random(seed, "random move", ply)
        moves = state.moves() if isinstance(state, NativeState) else position_moves(state) or []
        state = state.play(random.choice(moves) if state.to_move != CHANCE else chance_move(state, random))
        yield state
