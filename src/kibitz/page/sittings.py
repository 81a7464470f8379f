"""A player at a table, rebuilt from the record of the game. The record determines everything that the player has seen,
so nothing else is stored.

A worker keeps the players of the tables that it served last, and tells them only the moves since then.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import lru_cache

from kibitz.games.game import Game, State
from kibitz.games.registry import game as game_named
from kibitz.players.play_game import act_seeds
from kibitz.players.player import Player
from kibitz.players.registry import player as player_named

KEPT = 64
"""Players that a worker keeps."""


@dataclass(frozen=True)
class Played:
    """A game so far: its first position as text, its moves, and who sat where."""

    game: str
    start: str
    moves: tuple[str, ...]
    names: tuple[str, ...]
    seat: int
    """The seat whose view of the game is used: that of a player, or of the person in a portrait."""


@dataclass(frozen=True)
class Sat:
    """Everything that a player has seen: the game being played, and earlier ones at the same table."""

    key: str
    spec: str
    now: Played
    seed: int
    before: tuple[Played, ...] = ()


@lru_cache(maxsize=256)
def rules(spec: str) -> Game:
    """The game of a specification."""
    return game_named(spec)


def first(played: Played) -> State:
    """The first position of a game."""
    return rules(played.game).parse(played.start)


@dataclass
class Sitting:
    """A player, the position that it knows, and the moves that it was told."""

    sat: Sat
    player: Player
    state: State
    told: int = 0

    @classmethod
    def begun(cls, sat: Sat) -> Sitting:
        """Seat a player, and play the earlier games with it."""
        player = player_named(sat.spec)
        for earlier in sat.before:
            if not player.watches:
                break
            state = first(earlier)
            player.begin(state.game, earlier.seat, state.view(earlier.seat), earlier.names)
            state = tell(player, state, earlier.moves, earlier.seat)
            player.end(state.view(earlier.seat))
        state = first(sat.now)
        if player.watches:
            player.begin(state.game, sat.now.seat, state.view(sat.now.seat), sat.now.names)
        return cls(sat, player, state)

    def caught_up(self, sat: Sat) -> bool:
        """Tell the player the moves since the last call; false if this is not the same game any more."""
        mine, theirs = self.sat.now, sat.now
        same = (mine.game, mine.start, mine.names) == (theirs.game, theirs.start, theirs.names)
        if not same or self.sat.spec != sat.spec or theirs.moves[: self.told] != mine.moves[: self.told]:
            return False
        self.state = tell(self.player, self.state, theirs.moves[self.told :], theirs.seat)
        self.sat, self.told = sat, len(theirs.moves)
        return True

    def act(self) -> str:
        """The move of the player."""
        seat, ply = self.sat.now.seat, len(self.sat.now.moves)
        seed = (act_seeds(self.sat.seed, self.state.game.players)[seat] + ply) % 2**64
        return self.player.act(self.state.view(seat), seed)

    def act_and_explain(self) -> tuple[str, str]:
        """The move of the player, and why it made it."""
        move, now = self.act(), self.sat.now
        self.caught_up(replace(self.sat, now=replace(now, moves=(*now.moves, move))))
        return move, self.player.why()


def tell(player: Player, state: State, moves: tuple[str, ...], seat: int) -> State:
    """Tell a player the moves, as its seat sees them."""
    for move in moves:
        event = state.event(move, seat) if player.watches else None
        state = state.play(move)
        if event is not None:
            player.see(event)
    return state


_sittings: OrderedDict[str, Sitting] = OrderedDict()


def sitting(sat: Sat) -> Sitting:
    """The player at a table, after it was told all moves so far."""
    known = _sittings.pop(sat.key, None)
    if known is None or not known.caught_up(sat):
        known = Sitting.begun(sat)
        known.caught_up(sat)
    _sittings[sat.key] = known
    while len(_sittings) > KEPT:
        _sittings.popitem(last=False)
    return known
