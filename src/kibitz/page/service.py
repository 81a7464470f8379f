"""The service for game developers: send a position, and get a move, an analysis, or a belief about a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import FastAPI
from pydantic import BaseModel, Field

from kibitz.errors import KibitzError
from kibitz.games.game import Game, State
from kibitz.page import levels
from kibitz.page.allowed import allowed_game, allowed_player
from kibitz.page.limits import Limits
from kibitz.page.routes import TheHost
from kibitz.page.strings import say
from kibitz.page.tables import PICTURE

MOVES = 1_000
DECISIONS = 400


class PositionBody(BaseModel):
    """A position of a game: as JSON (``state.to_dict()``), as text (``str(state)``), or the start; then moves."""

    game: str = Field(max_length=25_000, description="a specification, such as checkers or spades(players=3)")
    position: dict[str, Any] | str | None = Field(None, description="the start of the game if it is left out")
    seed: int = Field(0, ge=0, lt=2**63, description="seed of the deal if no position is given, and seed of the move")
    moves: list[Annotated[str, Field(max_length=200)]] = Field(
        default_factory=list, max_length=MOVES, description="moves that are made first"
    )

    def read(self, limits: Limits) -> tuple[Game, State]:
        """The game and the position."""
        game = allowed_game(self.game, limits)
        if self.position is None:
            state = game.start(self.seed)
        else:
            state = game.parse(self.position) if isinstance(self.position, str) else game.from_json(self.position)
        return game, state.play_all(self.moves)

    model_config = {"json_schema_extra": {"examples": [{"game": "hearts", "seed": 3}]}}


class MoveAsked(PositionBody):
    """Ask for a move of a player."""

    player: str = Field("", max_length=1_000, description="any player; instead of it, an opponent and a level")
    opponent: str = Field(levels.SEARCHES, max_length=20)
    level: str = Field("", max_length=20, description=f"empty: {levels.USUAL}; a player that you name is not changed")
    seconds: float = Field(3.0, ge=0, le=60, description="for the level strongest")

    model_config = {
        "json_schema_extra": {
            "examples": [
                {"game": "checkers", "moves": ["11-15", "23-19"], "player": "mcts(simulations=200)"},
                {"game": "hearts", "seed": 7, "level": "easy"},
                {
                    "game": "tic-tac-toe",
                    "position": {"game": "tic-tac-toe", "board": ".../.x./o.."},
                    "player": "maxn",
                },
            ]
        }
    }


class AnalysisAsked(PositionBody):
    """Ask what every move is worth."""

    search: str = Field("", max_length=1_000, description="any search; a simulation if it is left out")

    model_config = {
        "json_schema_extra": {
            "examples": [
                {"game": "checkers", "moves": ["11-15"], "search": "alpha-beta(depth=4)"},
                {"game": "tic-tac-toe", "moves": ["b2", "a1"], "search": "maxn"},
            ]
        }
    }


class Decision(BaseModel):
    """A decision of somebody: a position and the move."""

    position: dict[str, Any] | str | None = None
    moves: list[Annotated[str, Field(max_length=200)]] = Field(default_factory=list, max_length=MOVES)
    move: str = Field(max_length=200)


class BeliefAsked(BaseModel):
    """Ask how a player plays, judging by its decisions, and what it will do next."""

    game: str = Field(max_length=25_000)
    seed: int = Field(0, ge=0, lt=2**63, description="seed of the deal where no position is given")
    decisions: list[Decision] = Field(max_length=DECISIONS)
    next: dict[str, Any] | str | None = Field(None, description="the next move in this position is predicted")
    player: str = Field("adaptive", max_length=1_000, description="the player whose learner is used")

    def at(self, position: dict[str, Any] | str | None, moves: Sequence[str] = ()) -> PositionBody:
        """A position of the game."""
        return PositionBody(game=self.game, position=position, seed=self.seed, moves=list(moves))

    model_config = {
        "json_schema_extra": {
            "examples": [
                {
                    "game": "tic-tac-toe",
                    "decisions": [{"moves": [], "move": "a1"}, {"moves": ["a1", "b2"], "move": "c3"}],
                    "next": {"game": "tic-tac-toe", "board": "..x/oo./x.."},
                }
            ]
        }
    }


class Moved(BaseModel):
    """A move, and the position after it."""

    move: str
    player: str
    position: dict[str, Any]
    over: bool
    scores: list[float]


def add(app: FastAPI) -> None:
    """Add the routes of the service."""

    @app.post("/api/service/move", tags=["service"], response_model=Moved)
    async def move(body: MoveAsked, host: TheHost) -> Moved:
        """The move of a player, from what the seat to move may know."""
        game, state = body.read(host.limits)
        _require_mover(state)
        if body.player:
            asked = allowed_player(body.player, host.limits)
            spec = str(levels.at_level(asked, body.level, body.seconds) if body.level else asked)
        else:
            spec = levels.opponent(body.opponent, body.level or levels.USUAL, game, body.seconds).spec
        found: str = await host.pool.run("answer", str(game), state.to_dict(), spec, body.seed, heavy=True)
        after = state.play(found)
        return Moved(move=found, player=spec, position=after.to_dict(), over=after.over, scores=list(after.scores))

    @app.post("/api/service/analysis", tags=["service"])
    async def analysis(body: AnalysisAsked, host: TheHost) -> dict[str, Any]:
        """The value of every move, the best ones, the line that is expected, and an explanation in words."""
        game, state = body.read(host.limits)
        _require_mover(state)
        spec = str(allowed_player(body.search, host.limits)) if body.search else levels.advisor(game)
        found: dict[str, Any] = await host.pool.run("explain", str(game), state.to_dict(), spec, heavy=True)
        return found

    @app.post("/api/service/belief", tags=["service"])
    async def belief(body: BeliefAsked, host: TheHost) -> dict[str, Any]:
        """The belief that follows from the decisions: as shares and in words, with the move that is expected next and
        how often the expected move was made."""
        limits = host.limits
        spec = str(allowed_player(body.player, limits))
        decided = []
        for each in body.decisions:
            game, state = body.at(each.position, each.moves).read(limits)
            _require_mover(state)
            if each.move not in state.moves():
                game.parse_move(state, each.move)
            decided.append((state.to_dict(), each.move))
        game = allowed_game(body.game, limits)
        ahead = None
        if body.next is not None:
            _, state = body.at(body.next).read(limits)
            _require_mover(state)
            ahead = state.to_dict()
        found: dict[str, Any] = await host.pool.run("believe", str(game), spec, tuple(decided), ahead, heavy=True)
        return found

    @app.post("/api/service/picture", tags=["service"])
    async def picture(body: PositionBody, host: TheHost) -> dict[str, Any]:
        """The whole position as SVG and as plain text. To draw the view of one seat, use the library."""
        game, state = body.read(host.limits)
        return {"game": str(game), "svg": state.svg(size=PICTURE), "text": state.board(), "over": state.over}


def _require_mover(state: State) -> None:
    if state.over or state.to_move < 0:
        raise KibitzError(say("nobody_to_move"))
