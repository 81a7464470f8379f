"""A table: a game in progress, what each viewer may see of it, and how it continues.

This module knows nothing of requests. Everything that a table shows is made from the view of one viewer.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from kibitz.errors import KibitzError
from kibitz.games.game import CHANCE, FinishedTrick, Game, State
from kibitz.games.records import check_name
from kibitz.games.view import View
from kibitz.page.reading import adapts
from kibitz.page.sittings import Played, Sat, rules
from kibitz.page.store import Seat, Stored

PICTURE = 640
"""Pixels of a board; the page scales it."""
WATCHER = -1
"""The viewer that has no seat."""


@dataclass(frozen=True)
class Place:
    """What a viewer sees at one ply."""

    state: State | View | None
    """None for a watcher if hands are hidden and a person plays: the watcher then sees the moves, but no position."""
    last: str | None
    whole: State
    """Everything; never shown as it is."""


@dataclass(eq=False)
class Table:
    """A game in progress."""

    stored: Stored
    game: Game = field(init=False)
    state: State = field(init=False)
    version: int = 0
    """Increases with every change that a viewer could notice."""
    thinking: int | None = None
    hurry: asyncio.Event = field(default_factory=asyncio.Event)
    note: str = ""
    viewers: int = 0
    present: dict[int, int] = field(default_factory=dict)
    """Open connections by seat."""
    deadline: float | None = None
    """When the clock of the person to move runs out, by the clock of the event loop."""
    task: asyncio.Task[None] | None = None
    alarm: asyncio.TimerHandle | None = None

    def __post_init__(self) -> None:
        self.game = rules(self.stored.game)
        self.state = self.game.parse(self.stored.start)
        self.logs: list[list[list[Any]]] = [[] for _ in range(self.game.players + 1)]
        self.tricks: dict[int, tuple[FinishedTrick, State]] = {}
        """The tricks by the ply after their last card, each with the position before that card."""
        self.series: list[float] = [0.0] * self.game.players
        """Games that the player at each seat has won at this table before."""
        self.earlier = 0
        """How many games were played at this table before."""
        self.changed = asyncio.Event()
        self._frames: dict[tuple[int, bool], bytes] = {}
        self.readings: dict[int, list[dict[str, Any]]] = {}
        self._replay()

    # What happened.

    @property
    def id(self) -> str:
        """The address of the table."""
        return self.stored.id

    @property
    def seats(self) -> list[Seat]:
        """Who sits where."""
        return self.stored.seats

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return len(self.stored.moves)

    @property
    def secretive(self) -> bool:
        """Whether something is hidden from somebody who looks: hands are hidden and a person plays."""
        return self.game.hidden and not self.stored.rules.kibitz

    @property
    def told_to_all(self) -> bool:
        """Whether those who watch are told what players think of each other."""
        return self.stored.rules.kibitz or self.stored.rules.reading

    @property
    def gives_reasons(self) -> bool:
        """Whether players that adapt say why they moved. They do at tables without people. They also do in open games
        with one person, once that person asks what they think. In other games a reason could give away hidden cards, or
        what they think of other people.
        """
        if self.stored.rules.kibitz:
            return True
        alone = sum(seat.person for seat in self.seats) == 1
        return alone and not self.game.hidden and (self.stored.rules.reading or bool(self.readings))

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat, as players know them: a person without a name is called by the seat."""
        return tuple(seat.name or f"seat {number}" for number, seat in enumerate(self.seats))

    @property
    def machine_to_move(self) -> Seat | None:
        """The player that is to move, if it is not a person."""
        if self.state.over or self.state.to_move == CHANCE:
            return None
        seat = self.seats[self.state.to_move]
        return None if seat.person else seat

    def _replay(self) -> None:
        """Play the stored moves from the beginning."""
        self.state = self.game.parse(self.stored.start)
        for log in self.logs:
            log.clear()
        self.tricks.clear()
        for move in self.stored.moves:
            self._log(move)
            self.state = self.state.play(move)

    def _log(self, move: str) -> None:
        mover = self.state.to_move
        trick = self.game.finished_trick(self.state, move)
        if trick is not None:
            self.tricks[len(self.logs[WATCHER]) + 1] = trick, self.state
        if not self.secretive:
            entry = [mover, move, ""]
            for log in self.logs:
                log.append(entry)
            return
        events = [self.state.event(move, seat) for seat in range(self.game.players)]
        for seat, event in enumerate(events):
            self.logs[seat].append([mover, event.move, event.shown])
        self.logs[-1].append([mover, events[0].move if events[0].public else None, ""])

    def played(self, move: str, remark: str = "", reason: str = "") -> None:
        """Update the table after a move was stored."""
        self._log(move)
        self.state = self.state.play(move)
        if remark:
            self.stored.remarks[self.ply] = remark
        if reason:
            self.stored.reasons[self.ply] = reason
        self.stored.moves.append(move)
        self.news()

    def taken_back(self, ply: int) -> None:
        """Update the table after the moves from a ply on were removed."""
        del self.stored.moves[ply:]
        self.stored.remarks = {each: text for each, text in self.stored.remarks.items() if each < ply}
        self.stored.reasons = {each: text for each, text in self.stored.reasons.items() if each < ply}
        self._replay()
        self.news()

    def news(self) -> None:
        """Tell everybody who waits that something has changed."""
        self.version += 1
        self._frames.clear()
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    def forget_pictures(self) -> None:
        """Drop the pictures, because nobody looks. They are drawn again when somebody comes."""
        self._frames.clear()

    # What a viewer may see.

    def place(self, viewer: int, ply: int) -> Place:
        """The position after some moves, as a viewer sees it."""
        state = self.state
        if ply != self.ply:
            state = self.game.parse(self.stored.start)
            for move in self.stored.moves[:ply]:
                state = state.play(move)
        last = self.logs[viewer][ply - 1][1] if ply else None
        if viewer == WATCHER:
            return Place(None if self.secretive else state, last, state)
        return Place(state.view(viewer) if self.game.hidden else state, last, state)

    def last_trick(self, viewer: int, ply: int) -> dict[str, Any] | None:
        """The last trick before a ply, which everybody has seen. If its last card was played just now, it has a picture
        of the table before the trick is cleared."""
        ended = max((each for each in self.tricks if each <= ply), default=None)
        if ended is None:
            return None
        trick, before = self.tricks[ended]
        found: dict[str, Any] = {"plays": trick.plays, "taker": trick.taker, "svg": ""}
        if ended == ply:
            seat = None if viewer == WATCHER else viewer
            seen = before.view(viewer) if self.game.hidden and seat is not None else before
            found["svg"] = self.game.trick_svg(seen, trick, PICTURE, seat)
        return found

    def picture(self, viewer: int, ply: int) -> dict[str, Any]:
        """The position in a picture and in words, with the moves of the viewer if it is to move."""
        return {"trick": self.last_trick(viewer, ply), **self._picture(viewer, ply)}

    def _picture(self, viewer: int, ply: int) -> dict[str, Any]:
        place = self.place(viewer, ply)
        shown = place.state
        lit = [place.last] if place.last else []
        if shown is None:
            drawn, text = self.game.in_public(place.whole, PICTURE, lit)
            return {"ply": ply, "svg": drawn, "text": text, "last": place.last, "why": "", "must": "", "moves": []}
        if isinstance(shown, View):
            drawn, text = shown.svg(PICTURE, lit), shown.board()
        else:
            seat = None if viewer == WATCHER else viewer
            drawn, text = self.game.svg(shown, PICTURE, seat, lit), self.game.board(shown, seat)
        mine = not shown.over and shown.to_move == viewer
        return {
            "ply": ply,
            "svg": drawn,
            "text": text,
            "last": place.last,
            "why": self.stored.reasons.get(ply - 1, "") if viewer != WATCHER or self.told_to_all else "",
            "must": self.game.demand(shown) if mine and ply == self.ply else "",
            "moves": shown.moves() if mine and ply == self.ply else [],
        }

    def frame(self, viewer: int, reading: bool) -> bytes:
        """Everything that a viewer is shown now, as JSON; made once for all who may see the same."""
        key = viewer, reading
        if key not in self._frames or self.deadline is not None:
            self._frames[key] = json.dumps(self._frame(viewer, reading), separators=(",", ":")).encode()
        return self._frames[key]

    def _frame(self, viewer: int, reading: bool) -> dict[str, Any]:
        state, rules_here = self.state, self.stored.rules
        over = state.over
        mover = None if over or state.to_move == CHANCE else state.to_move
        return {
            "version": self.version,
            "table": self.id,
            "game": self.stored.game,
            "kind": self.game.name,
            "title": self.game.shown_name,
            "rules": self.game.instructions,
            "sides": self.game.sides,
            "standings": self.game.standings(state),
            "series": self.series,
            "earlier": self.earlier,
            "seat": None if viewer == WATCHER else viewer,
            "seats": [
                {
                    "name": seat.name,
                    "person": seat.person,
                    "label": seat.label or seat.spec,
                    "reads": not seat.person and adapts_here(seat.spec),
                    "here": self.present.get(number, 0) > 0,
                }
                for number, seat in enumerate(self.seats)
            ],
            "to_move": mover,
            "thinking": self.thinking,
            "over": over,
            "scores": list(state.scores),
            "winners": sorted(state.winners),
            "hidden": self.game.hidden,
            "secretive": self.secretive,
            "log": self.logs[viewer],
            "remarks": {str(ply): text for ply, text in self.stored.remarks.items()},
            "undo": self.may_take_back(viewer) is not None,
            "hints": rules_here.hints and mover == viewer,
            "kibitz": rules_here.kibitz,
            "open_reading": rules_here.reading,
            "clock": rules_here.clock,
            "left": self._seconds_left(),
            "next": self.stored.next,
            "files": file_endings(self.game),
            "note": self.note,
            "reading": self.readings.get(viewer) if reading else None,
            **self.picture(viewer, self.ply),
        }

    def _seconds_left(self) -> float | None:
        if self.deadline is None:
            return None
        return round(max(0.0, self.deadline - asyncio.get_running_loop().time()), 1)

    def may_take_back(self, viewer: int) -> int | None:
        """The ply to which a viewer may go back: that of its own last move. Only in open games, and without other
        people.
        """
        allowed = self.stored.rules.undo and not self.game.hidden and viewer != WATCHER
        if not allowed or any(seat.person and number != viewer for number, seat in enumerate(self.seats)):
            return None
        mine = [ply for ply, (mover, _, _) in enumerate(self.logs[viewer]) if mover == viewer]
        return mine[-1] if mine and self.thinking is None else None

    # For the workers.

    def decisions(self, seat: int) -> list[tuple[int, State | View, str]]:
        """The positions in which a seat had a choice, as it saw them, each with its ply and the move that was made."""
        state, found = self.game.parse(self.stored.start), []
        for ply, move in enumerate(self.stored.moves):
            if state.to_move == seat and len(state.moves()) > 1:
                found.append((ply, state.view(seat), move))
            state = state.play(move)
        return found

    def about(self, seat: int, before: tuple[Played, ...] = (), key: str = "", spec: str = "") -> Sat:
        """Everything that the player of a seat has seen, for a worker."""
        chosen = self.seats[seat]
        return Sat(
            key or f"{self.id} {seat}",
            spec or chosen.spec,
            self.as_played(seat),
            self.stored.seed,
            before,
        )

    def as_played(self, seat: int) -> Played:
        """The game so far, as it concerns a seat."""
        return Played(self.stored.game, self.stored.start, tuple(self.stored.moves), self.names, seat)


ENDINGS = ("jsonl", "pdn")
"""The endings of files with records of games."""


@lru_cache(maxsize=256)
def file_endings(game: Game) -> list[str]:
    """The endings of the files that a game can be downloaded as.

    >>> import kibitz
    >>> file_endings(kibitz.game("checkers")), file_endings(kibitz.game("hearts"))
    (['jsonl', 'pdn'], ['jsonl'])
    """
    return [ending for ending in ENDINGS if _can_be_written(game, f"game.{ending}")]


def _can_be_written(game: Game, name: str) -> bool:
    try:
        check_name(name, game)
    except KibitzError:
        return False
    return True


_adapting: dict[str, bool] = {}


def adapts_here(spec: str) -> bool:
    """Whether a player learns. This is asked at every change, so the answer is cached."""
    if spec not in _adapting:
        if len(_adapting) > 1000:
            _adapting.clear()
        _adapting[spec] = adapts(spec)
    return _adapting[spec]
