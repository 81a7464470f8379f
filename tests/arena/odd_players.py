"""Players that fail, dawdle or hold a grudge: what the arena has to cope with. Loaded as a file, as a user would."""

import os
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import kibitz
from kibitz.games.game import Event, Game
from kibitz.players.player import Player, Policy, Position
from kibitz.random import Random
from kibitz.searches.clocks import clock_decided
from kibitz.specs import Option


class Odd(Player):
    """Makes any move."""

    watches = False

    def policy(self, view: Position) -> Policy:
        return dict.fromkeys(view.moves(), 1.0)


@kibitz.register
class Crashing(Odd):
    name = "crashing"
    options_known = (Option("one_in", 3, "how seldom", 1, 1000),)

    def act(self, view: Position, seed: int = 0) -> str:
        if Random(seed, "crash").below(self.options["one_in"]) == 0:
            raise ZeroDivisionError("by design")
        return super().act(view, seed)


@kibitz.register
class Illegal(Odd):
    name = "illegal"

    def act(self, view: Position, seed: int = 0) -> str:
        return "castle"


@kibitz.register
class Slow(Odd):
    """Thinks for a while, in Python or in the core."""

    name = "slow"
    options_known = (Option("seconds", 10.0, "how long", 0), Option("native", False, "in the core"))

    def act(self, view: Position, seed: int = 0) -> str:
        if self.options["native"]:
            kibitz.perft(kibitz.game("checkers").start(), 40)
        time.sleep(self.options["seconds"])
        return super().act(view, seed)


@kibitz.register
class Timed(Odd):
    """Lets a clock of its own decide its very first move."""

    name = "timed"
    decided = False

    def act(self, view: Position, seed: int = 0) -> str:
        if not self.decided:
            clock_decided()
            self.decided = True
        return super().act(view, seed)


@kibitz.register
class Dying(Odd):
    name = "dying"
    options_known = (Option("one_in", 20, "how seldom", 1, 1000),)

    def act(self, view: Position, seed: int = 0) -> str:
        if Random(seed, "die").below(self.options["one_in"]) == 0:
            os._exit(1)
        return super().act(view, seed)


@kibitz.register
class Biased(Odd):
    """Chooses between winning and losing, and wins with a probability that is known."""

    name = "biased"
    options_known = (Option("wins", 0.5, "how often it makes the move that wins", 0, 1),)

    def policy(self, view: Position) -> Policy:
        assert isinstance(view, kibitz.State)
        wins = self.options["wins"]
        return {move: wins if view.to_move in view.play(move).winners else 1 - wins for move in view.moves()}


@kibitz.register
class Remembering(Player):
    """Makes the move that was made most often, by anybody in any game it saw: what it does depends on its memory."""

    name = "remembering"
    options_known = (Option("pause", 0.0, "seconds to wait before every move", 0),)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.seen: Counter[str] = Counter()

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        super().begin(game, seat, view, names)
        self.seen[names[0]] += 1

    def see(self, event: Event) -> None:
        if event.move is not None:
            self.seen[event.move] += 1

    def policy(self, view: Position) -> Policy:
        time.sleep(self.options["pause"])
        moves = view.moves()
        most = max(self.seen[move] for move in moves)
        return {move: 1.0 for move in moves if self.seen[move] == most}
