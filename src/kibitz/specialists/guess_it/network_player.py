"""Evolved players of Guess It: a network from a file as a player."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kibitz import _core
from kibitz.errors import KibitzError, SpecError
from kibitz.games.game import Game
from kibitz.games.guess_it.notation import move_text
from kibitz.games.guess_it.secret_cards import secret_cards
from kibitz.players.player import Player, Policy, Position
from kibitz.specialists.guess_it.evolution.contests import Contestant, saved_contestant
from kibitz.specialists.guess_it.players import cards_of
from kibitz.specs import Option

NETWORKS = ("network", "predictor", "total")


def write_network(contestant: Contestant, file: str | Path) -> None:
    """Write an evolved player to a file, for ``network(file=...)``."""
    if contestant.kind not in NETWORKS:
        raise SpecError(f"{contestant.kind} is not a network; a file contains one of {', '.join(NETWORKS)}")
    Path(file).write_text(json.dumps(contestant.data()) + "\n", encoding="utf-8")


def read_network(file: str | Path) -> Contestant:
    """Read an evolved player from a file.

    >>> read_network("missing.json")
    Traceback (most recent call last):
    kibitz.errors.KibitzError: there is no network in missing.json: ...
    """
    try:
        data = json.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise KibitzError(f"there is no network in {file}: {error}") from None
    if not isinstance(data, dict):
        raise KibitzError(
            f"there is no network in {file}: write one with kibitz evolve, or with network_player.write_network"
        )
    return saved_contestant(data)


class NetworkPlayer(Player):
    """Plays by an evolved network, whose outputs are probabilities of a bluff and a call, a prediction, or cards.

    Networks remember only the current game. Whether an opponent has ever called is remembered by name for the next
    games, unless ``carry`` is off. If a network with total control chooses an illegal move, the first legal move is
    made instead.
    """

    name = "network"
    summary = "guess-it: an evolved network from a file"
    source = "lockett2007 4 and 5"
    options_known = (
        Option("file", "", "the file that holds the network"),
        Option("carry", True, "whether the player remembers in later games that an opponent has called"),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if not self.options["file"]:
            raise SpecError("network: say which file holds it, as in network(file=player.json)")
        self._contestant = read_network(self.options["file"])
        self._mind: Any = None
        self._callers: set[str] = set()
        self._other = ""

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Begin a game, with what is known about the opponent."""
        super().begin(game, seat, view, names)
        self._other = names[1 - seat] if len(names) == 2 else ""
        try:
            self._mind = _core.GuessItMind(cards_of(game), self._contestant.core)
        except ValueError as error:
            raise SpecError(f"{self.options['file']}: {error}") from None
        self._mind.begin(seat, self.options["carry"] and self._other in self._callers)

    def end(self, view: Position) -> None:
        """Record whether the opponent called."""
        moves: list[str] = getattr(view.game, "history")(view)  # noqa: B009
        *before, last = moves or [""]
        called = before and last == before[-1].replace("ask", "name")
        if called and (len(moves) - 1) % 2 != self.seat:
            self._callers.add(self._other)

    def policy(self, view: Position) -> Policy:
        """The policy of the network, which is queried once a turn."""
        seen: Any = view
        if self._contestant.kind == "total":
            code = self._mind.unaided(seen.core)
            return {move_text(code) if code else view.moves()[0]: 1.0}
        call, bluff, guess = self._mind.intent(seen.core)
        return secret_cards(seen).policy(call, bluff, guess)
