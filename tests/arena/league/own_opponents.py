"""Opponents and players as a user writes them, loaded from this file."""

from collections.abc import Sequence

import kibitz
from kibitz.games.game import Game
from kibitz.players.belief_report import Reading
from kibitz.players.player import Player, Policy, Position


@kibitz.register
def first_listed(view: Position) -> Policy:
    """Makes the first move of the list."""
    return {view.moves()[0]: 1.0}


@kibitz.register
class Turning(Player):
    """Makes the first move of the list in its first game, the last one in its second, and so on."""

    name = "turning"

    def __init__(self) -> None:
        super().__init__()
        self.games = 0

    def end(self, view: Position) -> None:
        self.games += 1

    def policy(self, view: Position) -> Policy:
        return {view.moves()[-(self.games % 2)]: 1.0}


@kibitz.register
class AnyMove(Player):
    """Makes any move, as random does."""

    name = "any-move"
    watches = False

    def policy(self, view: Position) -> Policy:
        return dict.fromkeys(view.moves(), 1.0)


@kibitz.register
class Diary(AnyMove):
    """Believes that everybody is a number: how many games it has begun."""

    name = "diary"
    watches = True

    def __init__(self) -> None:
        super().__init__()
        self.begun = 0
        self.names: Sequence[str] = ()

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        super().begin(game, seat, view, names)
        self.begun, self.names = self.begun + 1, names

    def beliefs(self) -> list[Reading]:
        others = sorted({*self.names} - {self.names[self.seat]})
        return [Reading(name, {f"game {self.begun} in seat {self.seat}": 1.0}, ()) for name in others]


@kibitz.register
class Failing(AnyMove):
    """Fails in every third decision."""

    name = "failing"
    watches = False

    def act(self, view: Position, seed: int = 0) -> str:
        if seed % 3 == 0:
            raise ZeroDivisionError("by design")
        return super().act(view, seed)


@kibitz.register
class Broken(AnyMove):
    """Fails in every decision."""

    name = "broken"
    watches = False

    def act(self, view: Position, seed: int = 0) -> str:
        raise ZeroDivisionError("by design")
