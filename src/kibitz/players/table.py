"""A table: seats players, tells each what its seat may know, and plays a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kibitz.errors import KibitzError
from kibitz.games.capabilities import Chancy
from kibitz.games.game import CHANCE, Game, State
from kibitz.players.player import Player
from kibitz.random import Random, combine, stream

LONGEST = 100_000


@dataclass(frozen=True)
class PlayedGame:
    """How it began, who sat where, what was played, and how it ended."""

    start: State
    players: tuple[str, ...]
    moves: tuple[str, ...]
    end: State

    @property
    def scores(self) -> tuple[float, ...]:
        """One number a seat."""
        return self.end.scores


def play_game(
    game: Game,
    players: Sequence[Player],
    seed: int = 0,
    names: Sequence[str] = (),
    start: State | None = None,
    watch: Callable[[State], None] | None = None,
) -> PlayedGame:
    """Play one game: the seed decides the deal and every draw, each by seat and ply.

    The deal does not depend on who sits where. ``start`` is another first position than the game's own;
    ``watch`` is called with every position after the players have seen the move that led to it.

    >>> import kibitz
    >>> record = play_game(kibitz.game("tic-tac-toe"), [kibitz.player("maxn"), kibitz.player("maxn")], seed=1)
    >>> len(record.moves), record.scores
    (9, (0.0, 0.0))
    """
    if len(players) != game.players:
        raise KibitzError(f"{game} is for {game.players} players and {len(players)} were given")
    if len({id(player) for player in players}) < len(players):
        raise KibitzError("every seat needs a player of its own: make one for each from the same specification")
    if names and len(names) != len(players):
        raise KibitzError(f"{len(names)} names were given for {len(players)} players; give one for each seat, or none")
    names = tuple(names) or tuple(map(str, players))
    state = first = game.start(seed) if start is None else start
    watching = [(seat, player) for seat, player in enumerate(players) if player.watches]
    for seat, player in watching:
        player.begin(game, seat, state.view(seat), names)
    hidden, seeds = game.hidden, act_seeds(seed, game.players)
    acts, moves = [player.act for player in players], []
    for ply in range(LONGEST):
        if state.over:
            break
        seat = state.to_move
        if seat == CHANCE:
            move = chance_move(state, Random(seed, "chance", ply))
        else:  # keys next to each other are as good as any for Philox
            move = acts[seat](state.view(seat) if hidden else state, (seeds[seat] + ply) % 2**64)
        if watching:
            told = [(player, state.event(move, seat)) for seat, player in watching]
            state = state.play(move)
            for player, event in told:
                player.see(event)
        else:
            state = state.play(move)
        moves.append(move)
        if watch is not None:
            watch(state)
    else:
        raise KibitzError(f"{game} did not end within {LONGEST:,} moves")
    for seat, player in watching:
        player.end(state.view(seat))
    return PlayedGame(first, names, tuple(moves), state)


def act_seeds(seed: int, seats: int) -> list[int]:
    """What decides the draws of every seat in a game; the ply is added to it.

    >>> len(set(act_seeds(seed=1, seats=3)))
    3
    """
    own = stream(("move", seed))
    return [combine(own, seat) for seat in range(seats)]


def chance_move(state: State, random: Random) -> str:
    """Draw a chance move by its probability."""
    assert isinstance(state.game, Chancy)
    return random.weighted(dict(zip(state.moves(), state.game.chance(state), strict=True)))


def random_moves(state: State, seed: int, plies: int) -> Iterator[State]:
    """Play random moves, at most so many, and yield every state, the first one too."""
    yield state
    for ply in range(plies):
        if state.over:
            return
        random = Random(seed, "random move", ply)
        state = state.play(random.choice(state.moves()) if state.to_move != CHANCE else chance_move(state, random))
        yield state
