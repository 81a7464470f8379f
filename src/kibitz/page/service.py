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
from kibitz.page.jobs import Asked
from kibitz.page.limits import Limits
from kibitz.page.routes import TheHost
from kibitz.page.strings import say
from kibitz.page.tables import PICTURE

MOVES = 1_000
DECISIONS = 400
NAME = 24
"""The longest name of a player."""


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
        game, state = self.first(limits)
        return game, state.play_all(self.moves)

    def first(self, limits: Limits) -> tuple[Game, State]:
        """The game and the position before the moves."""
        game = allowed_game(self.game, limits)
        if self.position is None:
            return game, game.start(self.seed)
        return game, game.parse(self.position) if isinstance(self.position, str) else game.from_json(self.position)

    model_config = {"json_schema_extra": {"examples": [{"game": "hearts", "seed": 3}]}}


class Decision(BaseModel):
    """A decision of somebody: a position and the move."""

    position: dict[str, Any] | str | None = None
    seed: int | None = Field(None, ge=0, lt=2**63, description="seed of the deal, if it is not that of the question")
    moves: list[Annotated[str, Field(max_length=200)]] = Field(default_factory=list, max_length=MOVES)
    move: str = Field(max_length=200)
    name: str = Field("", max_length=NAME, description="who decided; needed only if there are several opponents")


class MoveAsked(PositionBody):
    """Ask for a move of a player. An opponent that reads needs to know what the others did: send the moves of this game
    in ``moves``, and what they decided in earlier games in ``decisions``."""

    decisions: list[Decision] = Field(
        default_factory=list, max_length=DECISIONS, description="what the opponents did in earlier games"
    )
    names: list[Annotated[str, Field(min_length=1, max_length=NAME)]] = Field(
        default_factory=list, max_length=8, description="the players by seat; empty: seat 0, seat 1, ..."
    )
    player: str = Field("", max_length=1_000, description="any player; instead of it, an opponent and a level")
    opponent: str = Field(levels.SEARCHES, max_length=20)
    level: str = Field("", max_length=20, description=f"empty: {levels.USUAL}; a player that you name is not changed")
    seconds: float = Field(3.0, ge=0, le=60, description="for the level strongest")

    model_config = {
        "json_schema_extra": {
            "examples": [
                {
                    "game": "tic-tac-toe",
                    "moves": ["a1"],
                    "opponent": "reads",
                    "level": "medium",
                    "names": ["Ann", "it"],
                    "decisions": [
                        {"moves": [], "move": "a1"},
                        {"moves": ["a1", "b2"], "move": "a2"},
                        {"moves": ["a1", "b2", "a2", "a3"], "move": "b1"},
                    ],
                },
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


class BeliefAsked(BaseModel):
    """Ask how a player plays, judging by its decisions, and what it will do next."""

    game: str = Field(max_length=25_000)
    seed: int = Field(0, ge=0, lt=2**63, description="seed of the deal where no position is given")
    decisions: list[Decision] = Field(max_length=DECISIONS)
    next: dict[str, Any] | str | None = Field(None, description="the next move in this position is predicted")
    player: str = Field("adaptive", max_length=1_000, description="the player whose learner is used")

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
    """A move, why the player made it, and the position after it."""

    move: str
    why: str = Field(description="what an opponent that reads believes and expects; empty for other players")
    player: str
    position: dict[str, Any]
    over: bool
    scores: list[float]


def add(app: FastAPI) -> None:
    """Add the routes of the service."""

    @app.post("/api/service/move", tags=["service"], response_model=Moved)
    async def move(body: MoveAsked, host: TheHost) -> Moved:
        """The move of a player, from what the seat to move may know, and why the player makes it.

        The service keeps nothing: send the moves of this game and the decisions of earlier games with every question.
        """
        game, first = body.first(host.limits)
        state = first.play_all(body.moves)
        _require_mover(state)
        names = _names(body.names, game)
        studied: dict[str, list[tuple[dict[str, Any], str]]] = {}
        for each in body.decisions:
            seat, decided = _decision(body.game, each, body.seed, host.limits)
            studied.setdefault(_who(each.name, seat, names, state.to_move), []).append(decided)
        if body.player:
            asked = allowed_player(body.player, host.limits)
            spec = str(levels.at_level(asked, body.level, body.seconds) if body.level else asked)
        else:
            spec = levels.opponent(body.opponent, body.level or levels.USUAL, game, body.seconds).spec
        question = Asked(
            str(game), first.to_dict(), spec, body.seed, tuple(body.moves), body.position is None, names, studied
        )
        found, why = await host.pool.run("answer", question, heavy=True)
        after = state.play(found)
        return Moved(
            move=found, why=why, player=spec, position=after.to_dict(), over=after.over, scores=list(after.scores)
        )

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
        decided = [_decision(body.game, each, body.seed, limits)[1] for each in body.decisions]
        game = allowed_game(body.game, limits)
        ahead = None
        if body.next is not None:
            _, state = PositionBody(game=body.game, position=body.next, seed=body.seed).read(limits)
            _require_mover(state)
            ahead = state.to_dict()
        found: dict[str, Any] = await host.pool.run("believe", str(game), spec, tuple(decided), ahead, heavy=True)
        return found

    @app.post("/api/service/picture", tags=["service"])
    async def picture(body: PositionBody, host: TheHost) -> dict[str, Any]:
        """The whole position as SVG and as plain text. To draw the view of one seat, use the library."""
        game, state = body.read(host.limits)
        return {"game": str(game), "svg": state.svg(size=PICTURE), "text": state.board(), "over": state.over}


def _decision(game: str, given: Decision, seed: int, limits: Limits) -> tuple[int, tuple[dict[str, Any], str]]:
    """The seat that decided, and the position and the move, after checking that the move is legal."""
    dealt = seed if given.seed is None else given.seed
    _, state = PositionBody(game=game, position=given.position, seed=dealt, moves=given.moves).read(limits)
    _require_mover(state)
    move = given.move if given.move in state.moves() else state.game.parse_move(state, given.move)
    return state.to_move, (state.to_dict(), move)


def _names(given: Sequence[str], game: Game) -> tuple[str, ...]:
    """The names of the players by seat, each once."""
    names = tuple(given) or tuple(f"seat {seat}" for seat in range(game.players))
    if len(names) != game.players or len(set(names)) < len(names):
        raise KibitzError(say("names_by_seat", players=game.players))
    return names


def _who(name: str, seat: int, names: Sequence[str], mover: int) -> str:
    """Who made a decision of an earlier game: the name that was sent, or else the only opponent, or the player who
    sits where the decision was made."""
    others = [each for place, each in enumerate(names) if place != mover]
    found = name or (others[0] if len(others) == 1 else names[seat])
    if found not in others:
        raise KibitzError(say("not_an_opponent", name=found, known=", ".join(others)))
    return found


def _require_mover(state: State) -> None:
    if state.over or state.to_move < 0:
        raise KibitzError(say("nobody_to_move"))
