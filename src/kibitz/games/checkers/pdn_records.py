"""Reads recorded games from PDN and writes them (registered in ``games.records``)."""

from __future__ import annotations

from kibitz.games.checkers import pdn
from kibitz.games.checkers.rules import Checkers
from kibitz.games.game import Game
from kibitz.games.native_game import NativeState
from kibitz.games.records import GameRecord, Recorded, check_name


def read(text: str, game: Game) -> Recorded:
    """Read every game of a PDN file; a game that cannot be read becomes a problem with a reason."""
    assert isinstance(game, Checkers)
    found = pdn.read(text, strict=False, game=game)
    records = [GameRecord(each.start, each.players, each.moves, _judged(each)) for each in found]
    return Recorded(tuple(records), tuple(found.problems))


def write(record: GameRecord) -> str:
    """Write a game as PDN."""
    check_name("games.pdn", record.game)
    results: dict[tuple[float, ...] | None, str] = {scores: result for result, scores in pdn.SCORES.items()}
    tags = dict(zip(("Black", "White"), record.players, strict=True))
    assert isinstance(record.start, NativeState)  # as every state of checkers
    return pdn.write(pdn.Record(tags, record.start, record.moves, results.get(record.scores, "*")))


def _judged(record: pdn.Record) -> tuple[float, ...] | None:
    """If a game was played to its end, the result comes from the rules and not from the file."""
    end = record.states()[-1]
    return end.scores if end.over else record.scores
