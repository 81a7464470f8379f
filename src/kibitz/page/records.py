"""The record of a game for one viewer, as JSON lines or in the game's own notation.

Where hands are hidden, the record is made from what the viewer saw. Cards that stayed hidden are replaced by a deal
that fits. So the record can be replayed, and gives nothing away.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from kibitz.errors import KibitzError
from kibitz.games.game import State
from kibitz.games.records import GameRecord, check_name, write
from kibitz.games.view import View, steps
from kibitz.page.strings import say
from kibitz.page.tables import WATCHER, Table
from kibitz.random import Random

DRAWN = 1_000
"""How many deals are drawn at most, to find one that allows the last move of a hand."""


def game_records(table: Table, viewer: int) -> list[GameRecord]:
    """The game as a viewer may record it; one record for each hand where hands are hidden."""
    names = tuple(seat.name or seat.label or f"seat {number}" for number, seat in enumerate(table.seats))
    if not table.secretive:
        start = table.game.parse(table.stored.start)
        return [GameRecord(start, names, tuple(table.stored.moves), table.state.scores if table.state.over else None)]
    if viewer == WATCHER:
        raise KibitzError(say("record_for_players"))
    return [_from_view(view, last, names) for view, last in _hands(table, viewer)]


def _hands(table: Table, viewer: int) -> list[tuple[View, str | None]]:
    """For each hand, what the viewer saw before its last move, and that move. For the last hand, all that the viewer
    saw.

    A public move after which the history is shorter begins another hand. After secret moves, such as passed cards, the
    history may be shorter because they count as part of the deal.
    """
    state: State = table.game.parse(table.stored.start)
    found: list[tuple[View, str | None]] = []
    before: View = state.view(viewer)
    for ply, move in enumerate(table.stored.moves):
        state = state.play(move)
        view: View = state.view(viewer)
        public = table.logs[WATCHER][ply][1] is not None
        if public and len(table.game.history(view)) < len(table.game.history(before)):
            found.append((before, table.logs[viewer][ply][1]))
        before = view
    return [*found, (before, None)]


def _from_view(view: View, last: str | None, names: tuple[str, ...]) -> GameRecord:
    """A record that fits everything that was seen, the last move of the hand included."""
    for number in range(DRAWN):
        random = Random(number, "record", view.key)
        start = state = view.sample_deal(random)
        moves: list[str] = []
        for before, move, after in steps(start, view.game.history(view), random):
            moves.append(move or next(each for each in before.moves() if before.play(each) == after))
            state = after
        if last is None or last in state.moves():
            break
    if last is not None and last in state.moves():
        moves.append(last)
        state = state.play(last)
    return GameRecord(start, names, tuple(moves), state.scores if state.over else None)


def as_lines(table: Table, viewer: int) -> str:
    """The record as JSON lines."""
    return "".join(f"{record.to_json()}\n" for record in game_records(table, viewer))


def in_notation(table: Table, viewer: int, ending: str) -> str:
    """The record in the notation of files with this ending, such as PDN."""
    name = f"game.{ending}"
    check_name(name, table.game)
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        write(game_records(table, viewer), path)
        return path.read_text(encoding="utf-8")
