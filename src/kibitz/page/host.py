"""The host of all tables: seats people and players, makes moves, and keeps every table going.

Every change goes through here: it is checked, stored in one transaction, and then told to everybody who watches.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kibitz.errors import AmbiguousMove, IllegalMove, KibitzError, NotationError
from kibitz.games.game import CHANCE, Game
from kibitz.page import levels
from kibitz.page.allowed import allowed_game, allowed_player
from kibitz.page.draws import Draws
from kibitz.page.limits import Limits
from kibitz.page.sittings import Played
from kibitz.page.store import Rules, Seat, Store, Stored, hashed
from kibitz.page.strings import say
from kibitz.page.tables import WATCHER, Table, adapts_here
from kibitz.page.workers import Pool, ServerFull, TookTooLong
from kibitz.players.play_game import chance_move
from kibitz.random import Random
from kibitz.words import in_words

log = logging.getLogger("kibitz.page")
DAY = 86_400.0
SLOW_REPLY = 4.0
"""Seconds for a quick move. A player that may think for s seconds is ended after 2 s plus this number."""
TRICK = 3.5
"""How many times as long a position with a finished trick stays, at tables without people."""
ME, LINK, PLAYER = KINDS = ("me", "link", "player")
_NOT_WRITTEN = re.compile(r"\s+")


class NotFound(KibitzError):
    """There is no such table."""


class Forbidden(KibitzError):
    """Somebody asked for something that belongs to somebody else."""


class Conflict(KibitzError):
    """The table has changed since the request was sent."""


@dataclass(frozen=True)
class SeatAsked:
    """Who is asked to sit at a seat: me, somebody with a link, or a player (an opponent of the page, or any spec)."""

    kind: str = ME
    name: str = ""
    opponent: str = levels.READS
    level: str = ""
    """Empty: an opponent of the page has the usual level, and a specification is not changed."""
    seconds: float = 3.0
    spec: str = ""


def clean(name: str, limits: Limits) -> str:
    """A name without control characters and needless spaces, and not longer than names may be.

    >>> clean("  Ann\\n  Lee\\x00 ", Limits())
    'Ann Lee'
    """
    kept = "".join(letter for letter in name if unicodedata.category(letter)[0] != "C" or letter in "\t\n ")
    return _NOT_WRITTEN.sub(" ", kept).strip()[: limits.name].strip()


class Host:
    """Keeps all tables of a server."""

    def __init__(self, store: str | Path, limits: Limits, draws: Draws, files: Sequence[str] = ()) -> None:
        self.limits, self.draws = limits, draws
        self.store = Store(store)
        self.pool = Pool(limits.workers, limits.waiting, limits.longest, files)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._reads: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.viewers = 0

    def start(self) -> None:
        """Start the workers."""
        self.pool.start()

    async def stop(self) -> None:
        """End everything that is running. All moves are already stored."""
        running = [*self._tasks, *self._reads.values()]
        running += [table.task for table in self._tables.values() if table.task is not None]
        for task in running:
            task.cancel()
        for table in self._tables.values():
            self._stop_clock(table)
        self.pool.stop()
        for task in running:
            with suppress(asyncio.CancelledError, Exception):
                await task
        self.store.close()

    # Tables.

    def table(self, table_id: str) -> Table:
        """The table at an address."""
        known = self._tables.get(table_id)
        if known is None:
            stored = self.store.find(table_id)
            if stored is None:
                raise NotFound(say("no_table"))
            known = self._tables[table_id] = Table(stored)
            self._count_series(known)
            self._make_room()
        self._tables.move_to_end(table_id)
        return known

    def _make_room(self) -> None:
        """Forget tables that nobody looks at; they are in the file."""
        for table_id, table in list(self._tables.items()):
            if len(self._tables) <= self.limits.in_memory:
                return
            if not table.viewers and (table.task is None or table.task.done()):
                self._stop_clock(table)
                del self._tables[table_id]

    def viewer(self, table: Table, secret: str | None) -> int:
        """The seat that a secret opens, or the watcher if there is none; a wrong secret is refused."""
        if not secret:
            return WATCHER
        for number, seat in enumerate(table.seats):
            if seat.opened_by(secret):
                return number
        raise Forbidden(say("wrong_secret"))

    def seat_of(self, table: Table, secret: str | None) -> int:
        """The seat that a secret opens; refused without one."""
        seat = self.viewer(table, secret)
        if seat == WATCHER:
            raise Forbidden(say("watchers_only_look"))
        return seat

    async def create(self, game: str, asked: Sequence[SeatAsked], rules: Rules) -> tuple[Table, dict[int, str]]:
        """A new table, and the secrets of the seats for people."""
        if self.store.count_since(time.time() - DAY) >= self.limits.tables:
            raise ServerFull(say("server_full"))
        played = allowed_game(game, self.limits)
        if len(asked) != played.players:
            raise KibitzError(say("wrong_seats", game=str(played), seats=played.players, given=len(asked)))
        secrets: dict[int, str] = {}
        seats = [await self._seated(played, number, each, secrets) for number, each in enumerate(asked)]
        people = bool(secrets)
        rules = replace(
            rules,
            kibitz=not people,
            undo=rules.undo and people and not played.hidden,
            hints=rules.hints and people,
            reading=rules.reading or not people,
            clock=rules.clock if people else 0.0,
        )
        seed = self.draws.seed()
        start = str(played.start(seed))
        stored = Stored(self.draws.address(), time.time(), str(played), start, seed, seats, rules)
        return self._open(stored), secrets

    def _open(self, stored: Stored) -> Table:
        self.store.add(stored)
        table = self._tables[stored.id] = Table(stored)
        self._count_series(table)
        self._make_room()
        self.go_on(table)
        return table

    def _count_series(self, table: Table) -> None:
        """Count who won the earlier games at the same table, by the seats of now."""
        for number, played in enumerate(reversed(self.earlier(table, 0)), start=1):
            state = table.game.parse(played.start).play_all(played.moves)
            for winner in state.winners:
                table.series[(winner + number) % table.game.players] += 1 / len(state.winners)
            table.earlier += 1

    async def _seated(self, game: Game, number: int, asked: SeatAsked, secrets: dict[int, str]) -> Seat:
        if asked.kind not in KINDS:
            raise KibitzError(say("wrong_kind", kind=asked.kind[:20]))
        if asked.kind != PLAYER:
            secrets[number] = self.draws.address()
            return Seat(True, clean(asked.name, self.limits), secret=hashed(secrets[number]))
        if asked.spec:
            asked_for = allowed_player(asked.spec, self.limits)
            if asked.level:
                asked_for = levels.at_level(asked_for, asked.level, asked.seconds)
            spec, seconds = str(asked_for), levels.seconds_of(asked_for)
            await self.pool.run("try_out", str(game), spec, heavy=seconds >= levels.HEAVY)
            name = in_words(spec)
            return Seat(False, f"{name[:60]} ({number})", spec, seconds, label=name[:80])
        level = asked.level or levels.USUAL
        chosen = levels.opponent(asked.opponent, level, game, asked.seconds)
        label = say(f"opponent_{asked.opponent}")
        if asked.opponent != levels.RANDOM:
            label = f"{label}; {say(f'level_{level}')}"
        return Seat(False, say(f"name_{asked.opponent}", seat=number), chosen.spec, chosen.seconds, label=label)

    def again(self, table: Table, secret: str | None) -> Table:
        """Begin another game at the same table. Everybody moves to the next seat, and readers remember the earlier
        games.
        """
        self.seat_of(table, secret)
        if not table.state.over:
            raise Conflict(say("not_over"))
        if table.stored.next is not None:
            return self.table(table.stored.next)
        if self.store.count_since(time.time() - DAY) >= self.limits.tables:
            raise ServerFull(say("server_full"))
        before = table.stored
        seats = [replace(seat) for seat in (before.seats[-1], *before.seats[:-1])]
        seed = self.draws.seed()
        start = str(table.game.start(seed))
        following = Stored(self.draws.address(), time.time(), before.game, start, seed, seats, before.rules, before.id)
        opened = self._open(following)
        before.next = following.id
        table.news()
        return opened

    def earlier(self, table: Table, seat: int) -> tuple[Played, ...]:
        """The earlier games at the same table, the oldest first, as seen by the player who sits at this seat now."""
        found: list[Played] = []
        previous, place = table.stored.previous, seat
        while previous is not None and len(found) < self.limits.chain:
            stored = self.store.find(previous)
            if stored is None:
                break
            place = (place - 1) % len(stored.seats)
            count = len(stored.seats)
            names = tuple(table.names[(number + len(found) + 1) % count] for number in range(count))
            found.append(Played(stored.game, stored.start, tuple(stored.moves), names, place))
            previous = stored.previous
        return tuple(reversed(found))

    def forget(self, name: str) -> None:
        """Delete a person, also from the tables in memory."""
        for table_id, seat in self.store.games_of(name):
            if table_id in self._tables:
                self._tables[table_id].seats[seat].name = ""
                self._tables[table_id].news()
        self.store.forget(name)

    # Moves.

    def move(self, table: Table, secret: str | None, ply: int, move: str) -> None:
        """Make a person's move."""
        seat = self.seat_of(table, secret)
        if table.state.over:
            raise Conflict(say("game_over"))
        if ply != table.ply:
            raise Conflict(say("moved_on"))
        if table.state.to_move != seat:
            raise Forbidden(say("not_your_turn"))
        legal = table.state.moves()
        if move not in legal:
            try:
                move = table.game.parse_move(table.state, move)  # as a person writes it
            except AmbiguousMove as several:
                raise KibitzError(say("ambiguous_move", moves=", ".join(several.moves))) from None
            except (IllegalMove, NotationError):
                raise KibitzError(table.game.demand(table.state.view(seat)) or say("illegal_move")) from None
        self._make(table, move)
        self.go_on(table)

    def _make(self, table: Table, move: str, remark: str = "", reason: str = "") -> None:
        self.store.move(table.id, table.ply, move, time.time(), remark, reason)
        table.note = ""
        table.played(move, remark, reason)

    def take_back(self, table: Table, secret: str | None, ply: int) -> None:
        """Take back a person's last move and what came after it."""
        seat = self.seat_of(table, secret)
        if ply != table.ply:
            raise Conflict(say("moved_on"))
        target = table.may_take_back(seat)
        if target is None:
            raise Forbidden(say("no_undo"))
        self.store.take_back(table.id, target)
        table.taken_back(target)
        self.go_on(table)

    def hurry(self, table: Table, secret: str | None) -> None:
        """Make the player whose turn it is stop thinking and move at once."""
        if not table.stored.rules.kibitz:
            self.seat_of(table, secret)
        table.hurry.set()

    def rename(self, table: Table, secret: str | None, name: str) -> None:
        """Give a name to a person's seat."""
        seat = self.seat_of(table, secret)
        if table.ply and table.seats[seat].name:
            raise Conflict(say("named_already"))
        table.seats[seat].name = clean(name, self.limits)
        self.store.seat_again(table.id, table.seats)
        table.news()

    # Players and clocks.

    def go_on(self, table: Table) -> None:
        """Let chance and players move until a person is to move."""
        self._stop_clock(table)
        if table.task is None or table.task.done():
            table.task = asyncio.create_task(self._drive(table))
            table.task.add_done_callback(_complain)

    async def _drive(self, table: Table) -> None:
        while not table.state.over and table.ply < self.limits.plies:
            if table.state.to_move == CHANCE:
                random = Random(table.stored.seed, "chance", table.ply)
                self._make(table, chance_move(table.state, random))
                continue
            machine = table.machine_to_move
            if machine is None:
                self._start_clock(table)
                return
            if table.stored.rules.kibitz:
                if not table.viewers:
                    return  # the game continues when somebody looks at the table
                await asyncio.sleep(self.limits.pace * (TRICK if table.ply in table.tricks else 1))
            await self._let_play(table, machine)
        if table.state.over:
            self._stop_clock(table)

    async def _let_play(self, table: Table, machine: Seat) -> None:
        """One move of a player; one that fails, takes too long or is hurried gets a quick move instead."""
        seat, ply = table.state.to_move, table.ply
        table.thinking = seat
        table.hurry.clear()
        if machine.seconds >= levels.HEAVY:
            table.news()
        try:
            decided = await self._asked(table, seat, machine)
        except ServerFull:
            await asyncio.sleep(0.2)
            return
        finally:
            table.thinking = None
        if table.ply == ply:
            self._make(table, *decided)

    async def _asked(self, table: Table, seat: int, machine: Seat) -> tuple[str, str, str]:
        """The move of a player; a remark if the move was made for it; and the reason for the move, if a viewer wants to
        know."""
        heavy = machine.seconds >= levels.HEAVY
        timed = machine.seconds > levels.HEAVY
        limit = min(self.limits.longest, SLOW_REPLY + 2 * machine.seconds) if timed else self.limits.longest
        sat = table.about(seat, self.earlier(table, seat) if adapts_here(machine.spec) else ())
        patient = table.stored.rules.kibitz or not heavy  # a reason takes as long as the move
        explains = patient and table.gives_reasons and adapts_here(machine.spec)
        job = "move_and_why" if explains else "move"
        ticket = self.pool.submit(job, sat, seconds=limit, heavy=heavy, key=sat.key)
        hurried = asyncio.create_task(table.hurry.wait())
        try:
            await asyncio.wait([ticket.answer, hurried], return_when=asyncio.FIRST_COMPLETED)
            if ticket.answer.done():
                found = ticket.answer.result()
                move, reason = found if explains else (found, "")
                return move, "", reason
            self.pool.end(ticket)
            return await self._quick_move(table, seat), say("was_hurried"), ""
        except TookTooLong:
            return await self._quick_move(table, seat), say("took_too_long"), ""
        except ServerFull:
            raise
        except KibitzError as error:
            log.warning("%s at %s: %s", machine.spec, table.stored.game, error)
            return await self._quick_move(table, seat), say("could_not_move"), ""
        except asyncio.CancelledError:
            self.pool.end(ticket)
            raise
        finally:
            hurried.cancel()

    async def _quick_move(self, table: Table, seat: int) -> str:
        sat = table.about(seat, key=f"{table.id} {seat} quick", spec=levels.quick(table.game))
        try:
            found: str = await self.pool.run("move", sat, seconds=SLOW_REPLY)
            return found
        except KibitzError:  # even that failed: any move is better than a table that is stuck
            return Random(table.stored.seed, "any move", table.ply).choice(table.state.moves())

    def _start_clock(self, table: Table) -> None:
        seconds = table.stored.rules.clock
        if not seconds:
            return
        loop = asyncio.get_running_loop()
        table.deadline = loop.time() + seconds
        table.alarm = loop.call_later(seconds, self._time_is_up, table, table.ply)
        table.news()

    def _stop_clock(self, table: Table) -> None:
        if table.alarm is not None:
            table.alarm.cancel()
        table.alarm = table.deadline = None

    def _time_is_up(self, table: Table, ply: int) -> None:
        self.later(self._move_for_person(table, ply))

    async def _move_for_person(self, table: Table, ply: int) -> None:
        """The clock of a person has run out: a quick move is made."""
        if table.ply != ply or table.state.over:
            return
        move = await self._quick_move(table, table.state.to_move)
        if table.ply == ply:
            self._make(table, move, say("clock_ran_out"))
            self.go_on(table)

    def later(self, work: Any) -> None:
        """Do something without waiting for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_complain)

    # Watching.

    def check_room(self) -> None:
        """Refuse more viewers than there is room for."""
        if self.viewers >= self.limits.viewers:
            raise ServerFull(say("server_full"))

    def arrive(self, table: Table, viewer: int) -> None:
        """A viewer comes to a table."""
        self.viewers += 1
        table.viewers += 1
        if viewer != WATCHER:
            table.present[viewer] = table.present.get(viewer, 0) + 1
            if table.present[viewer] == 1:
                table.news()
        if not table.state.over:
            self.resume(table)

    def resume(self, table: Table) -> None:
        """Continue after a restart, or when somebody looks again at a table whose players wait."""
        if table.task is None or (table.task.done() and table.machine_to_move is not None):
            self.go_on(table)

    def leave(self, table: Table, viewer: int) -> None:
        """A viewer leaves a table."""
        self.viewers -= 1
        table.viewers -= 1
        if viewer != WATCHER:
            table.present[viewer] -= 1
            if not table.present[viewer]:
                table.news()
        if not table.viewers:
            table.forget_pictures()

    # What players think of people.

    def wants_reading(self, table: Table, viewer: int) -> None:
        """Begin to compute the panel of a viewer (what opponents think of the viewer), unless the last one is still
        current."""
        known = table.readings.get(viewer)
        current = known is not None and all(each["at"] == table.ply for each in known)
        if current or (table.id, viewer) in self._reads:
            return
        task = asyncio.create_task(self._read(table, viewer))
        self._reads[table.id, viewer] = task
        task.add_done_callback(lambda _: self._reads.pop((table.id, viewer), None))
        task.add_done_callback(_complain)

    async def reading(self, table: Table, viewer: int) -> list[dict[str, Any]]:
        """The panel of a viewer: what each opponent that adapts thinks of it; for watchers, of everybody."""
        self.wants_reading(table, viewer)
        task = self._reads.get((table.id, viewer))
        if task is not None:
            with suppress(KibitzError):
                await asyncio.shield(task)
        return table.readings.get(viewer, [])

    async def _read(self, table: Table, viewer: int) -> None:
        while True:
            ply = table.ply
            found = [await self._one_reading(table, by, about) for by, about in self._readings(table, viewer)]
            table.readings[viewer] = [{**each, "at": ply} for each in found]
            table.news()
            if table.ply == ply:
                return

    def _readings(self, table: Table, viewer: int) -> list[tuple[list[int], int]]:
        """Who reads whom, as far as a viewer may know; players of the same specification think the same."""
        if viewer == WATCHER and (table.secretive or not table.stored.rules.reading):
            return []
        alike: dict[tuple[str, int], list[int]] = {}
        for about in [viewer] if viewer != WATCHER else range(table.game.players):
            for by, seat in enumerate(table.seats):
                if by != about and not seat.person and adapts_here(seat.spec):
                    alike.setdefault((seat.spec, about), []).append(by)
        return [(by, about) for (_, about), by in alike.items()]

    async def _one_reading(self, table: Table, by: list[int], about: int) -> dict[str, Any]:
        """What players think of one seat. The worker gets the game and the number of the seat that is read."""
        spec = table.seats[by[0]].spec
        sat = table.about(about, self.earlier(table, about), f"{table.id} {by[0]} reads", spec)
        who = {"by": by, "about": about}
        try:
            return {**who, **await self.pool.run("read", sat, key=f"{sat.key} {about}")}
        except ServerFull:
            raise
        except KibitzError as error:
            return {**who, "error": str(error)}


def _complain(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("the page failed", exc_info=task.exception())


__all__ = ["LINK", "ME", "PLAYER", "Conflict", "Forbidden", "Host", "NotFound", "SeatAsked", "clean"]
