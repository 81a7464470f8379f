"""A player that helps those who helped it, and harms those who harmed it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.errors import MissingCapability
from kibitz.games.capabilities import require
from kibitz.games.core_states import core_of
from kibitz.games.game import Event, Game, State
from kibitz.models.choice import choice_features
from kibitz.models.rule import best_by
from kibitz.players.player import Player, Policy, Position
from kibitz.specs import Option


class Repaying(Player):
    """Remembers whose moves made its own best next move better or worse, and repays them.

    Every move of another seat changes what this player could reach with one move, by the game's evaluation. The changes
    are added up for each seat. The value of a move is the player's own evaluation after it, plus ``weight`` times the
    evaluation of every seat that has helped on the whole, minus ``weight`` times that of every seat that has harmed it.

    >>> import kibitz
    >>> player = kibitz.player("repaying(weight=2)")
    >>> played = kibitz.play_game("abalone(players=3, turns=3)", [player, "random", "random"], seed=1)
    >>> len(player.regard)
    2
    """

    name = "repaying"
    summary = "helps whoever helped it, and harms whoever harmed it, by the game's evaluation"
    options_known = (Option("weight", 1.0, "weight of the others' evaluations", 0, 1000),)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.regard: dict[int, float] = {}
        """By seat: above 0 if its moves have helped this player, below 0 if they have harmed it."""
        self._state: State | None = None

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Begin a game; nobody has helped or harmed it yet."""
        super().begin(game, seat, view, names)
        require(game, "evaluated", "turnable")
        if not isinstance(view, State):
            raise MissingCapability(f"{self} needs to see whole positions, but {game} hides parts of them")
        self.regard = {each: 0.0 for each in range(game.players) if each != seat}
        self._state = view

    def see(self, event: Event) -> None:
        """Note whether the move of another helped."""
        assert self._state is not None
        assert event.move is not None
        after = self._state.play(event.move)
        if event.seat in self.regard and not after.over:
            self.regard[event.seat] += self._reachable(after) - self._reachable(self._state)
        self._state = after

    def _reachable(self, state: State) -> float:
        """The best own evaluation after one move, if it were this player's turn."""
        turned: State = state.game.turned(state, self.seat)  # type: ignore[attr-defined]
        names = choice_features(state.game)
        weights = [(names.index(name), weight) for name, weight in state.game.weights.items()]  # type: ignore[attr-defined]
        rows: list[list[float]] = core_of(turned).moves_described()
        return float(max(sum(row[place] * weight for place, weight in weights) for row in rows))

    def policy(self, view: Position) -> Policy:
        """The best moves by its own evaluation and those of the seats that it repays."""
        assert isinstance(view, State)
        seat, weight = view.to_move, self.options["weight"]
        repaid = {other: weight if regard > 0 else -weight for other, regard in self.regard.items() if regard}

        def worth(move: str) -> float:
            after = view.play(move)
            return after.evaluate(seat) + float(sum(share * after.evaluate(other) for other, share in repaid.items()))

        return dict.fromkeys(best_by(view.moves(), worth), 1.0)
