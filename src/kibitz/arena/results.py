"""The result of a match: standings with intervals, differences, ratings, and the games themselves."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite, isnan, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.arena.comparisons import Difference, by_test, differences
from kibitz.arena.experiment import Experiment
from kibitz.arena.intervals import Estimate, resampled
from kibitz.arena.openings import default_opening
from kibitz.arena.points import counted
from kibitz.arena.sequential import by_sequence, followed
from kibitz.arena.stopping import Decision
from kibitz.arena.store import Distinct, Store, StoredGame
from kibitz.arena.tallies import Tallies
from kibitz.data_frames import Framed
from kibitz.errors import KibitzError
from kibitz.games.records import write_lines
from kibitz.html_tables import html_lines, html_table, html_titled
from kibitz.shown_figures import new_figure
from kibitz.words import in_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMNS: Mapping[str, type] = {
    "session": int,
    "deal": int,
    "game": int,
    "seat": int,
    "player": str,
    "score": float,
    "points": float,
    "win": bool,
    "place": float,
    "moves": int,
    "fault": str,
    "reason": str,
}
FIELDS = tuple(COLUMNS)
GO_ON = "the same kibitz match command continues it"
SEQUENCE = (
    "Intervals: 95%, clustered by deal; they stay valid although the results decide when the match stops (confidence "
    "sequences). Scores have no interval, because they have no bounds. Differences: paired by deal, p values valid "
    "after every deal."
)
RATED = (
    "Ratings (Plackett-Luce, by openskill) use the places of all seats, game after game, and not the points. So their "
    "order may differ from that of the points."
)
SEVERAL = (
    " With several pairs, p values have Holm's correction and intervals have none, so a difference may be not "
    "significant although its interval excludes 0."
)


@dataclass(frozen=True)
class Standing:
    """The result of one player: its shares of the points and of the decided games, its mean score and its mean
    place."""

    player: str
    games: int
    points: Estimate
    wins: Estimate
    score: Estimate
    place: Estimate
    crashes: int
    time_outs: int


@dataclass(frozen=True)
class Rating:
    """A player's rating by openskill (Plackett-Luce), and its uncertainty."""

    player: str
    mu: float
    sigma: float


@dataclass(frozen=True)
class Forfeit:
    """The games that a player forfeited by an error of its own or a time-out, and the reason for the first one."""

    player: str
    crashes: int
    time_outs: int
    first_deal: int
    first_error: str


class MatchResult(Framed):
    """The result of a match.

    The one point of a game is divided among its winners, or among all players if nobody wins. ``wins`` are shares of
    the games that somebody won: every co-winner gets a full win or, with ``wins="shared"``, an equal part of one. Every
    95% interval counts a deal as one observation, since the games of one deal are not independent
    (``arena.intervals``). If the match could stop when it was decided (``stop``), intervals and p values stay valid
    (``arena.sequential``).

    >>> import kibitz
    >>> result = kibitz.match("tic-tac-toe", ["maxn", "random"], deals=20, seed=1)
    >>> result.games, [standing.player for standing in result.standings]
    (40, ['maxn', 'random'])
    >>> [found] = result.differences()
    >>> found.difference.mean > 0.5, found.significant
    (True, True)
    """

    columns: ClassVar[Mapping[str, type]] = COLUMNS

    def __init__(self, store: Store, deals: int | None = None, wins: str = "full") -> None:
        self.store = store
        self.experiment: Experiment = store.experiment
        complete = store.complete_sessions() // self.experiment.sessions_a_deal
        self.stop = store.stop
        """The rule by which the match stops before all its deals are played. None: the number of deals is fixed."""
        stopped = self._stopped_after()
        if self.stop is not None:
            complete = min(
                complete // self.experiment.deals_a_round * self.experiment.deals_a_round, stopped or complete
            )
        self.deals = complete if deals is None else min(deals, complete)
        self.stopped = self.deals == stopped
        """Whether the rule has stopped the match."""
        self.wins = wins
        planned = store.planned_deals if deals is None and not self.stopped else None
        self.missing = 0 if planned is None else max(0, planned - self.deals)
        """How many of the planned deals are still to be played."""
        if not self.deals:
            raise KibitzError(f"{store.path or 'the match'} has no finished deal yet{self._progress()}; {GO_ON}")

    @classmethod
    def open(cls, path: str | Path, wins: str = "full") -> MatchResult:
        """Read a results file, finished or not: the deals before the first incomplete one are counted."""
        return cls(Store.open(path), wins=wins)

    def _stopped_after(self) -> int | None:
        """After how many deals the rule stops the match; a match that was killed may not have noted it."""
        if self.stop is None:
            return None
        noted = self.store.stopped_after
        return Decision(self.store).stops_after() if noted is None else noted

    @property
    def sessions(self) -> int:
        """How many sessions count."""
        return self.deals * self.experiment.sessions_a_deal

    @property
    def games(self) -> int:
        """How many games count."""
        return self.tallies.games

    @cached_property
    def distinct(self) -> int | None:
        """How many games are distinct, by their moves from the first position. Forfeited games do not count. None:
        either an earlier version played some games, so it is not known; or cards are dealt or chance makes moves, so it
        is not counted.
        """
        found = self._distinct
        return None if found is None else found.games

    @cached_property
    def _distinct(self) -> Distinct | None:
        if not self.experiment.may_repeat:
            return None
        found = self.store.distinct(self.sessions)
        return found if found.known == self.tallies.games - self.tallies.failed else None

    @cached_property
    def repeats(self) -> bool:
        """Whether there are fewer distinct games than deals. Intervals and p values treat the deals as independent.

        In games that are too short for an opening, all games are expected to repeat each other.
        """
        found = self._distinct
        return found is not None and found.games < found.deals and default_opening(self.experiment.played) > 0

    @property
    def reproducible(self) -> bool | None:
        """Whether the same match gives the same games again, move for move.

        It does not if a clock decided something in a game, or a game ended in a crash or a time-out. None: not known,
        because an earlier version of Kibitz played some games and did not note it.
        """
        if self.tallies.clocked or self.tallies.failed:
            return False
        return None if self.tallies.unknown else True

    @cached_property
    def tallies(self) -> Tallies:
        """The sums from which all other numbers are computed."""
        rounds = 0 if self.stop is None else -(-self.deals // self.experiment.deals_a_round)
        tallies = Tallies(self.experiment, self.deals, self.wins, rounds)
        tallies.add_all(self.store.games(self.sessions))
        return tallies

    # Numbers.

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """One row for each player, the most points first."""
        tallies = self.tallies
        points, wins, score, place = map(self._estimates, ("points", "wins", "score", "place"))
        games = tallies.array("games").sum(axis=(0, 2))
        rows = [
            Standing(
                label,
                int(games[number]),
                points[number],
                wins[number],
                score[number],
                place[number],
                tallies.crashes[number],
                tallies.time_outs[number],
            )
            for number, label in enumerate(self.experiment.labels)
        ]
        return tuple(sorted(rows, key=lambda row: -row.points.mean))

    def by_seat(self, measure: str = "points") -> dict[str, tuple[Estimate, ...]]:
        """The results of every player in each seat."""
        found = self._estimates(measure, by_seat=True)
        seats = self.tallies.seats
        return {
            label: tuple(found[number * seats : (number + 1) * seats])
            for number, label in enumerate(self.experiment.labels)
        }

    def _estimates(self, measure: str, by_seat: bool = False) -> list[Estimate]:
        sums, counts = self.tallies.measured(measure, by_seat)
        bounds = self.tallies.bounds(measure)
        if self.stop is not None:
            return followed(sums, counts, self.tallies.most_games(by_seat), bounds)
        return resampled(sums, counts, self.experiment.seed, bounds)

    def differences(self, measure: str = "points") -> list[Difference]:
        """Every pair of players, compared on the deals that both played.

        Repeated games are no evidence, so they have no p value (NaN; ``repeats``).
        """
        sums, counts = self.tallies.measured(measure)
        compare = by_test if self.stop is None else by_sequence
        bounds = self.tallies.bounds(measure)
        found = differences(self.experiment.labels, sums, counts, self.experiment.seed, bounds, compare)
        return [replace(each, p=nan, corrected=nan) for each in found] if self.repeats else found

    def ratings(self) -> list[Rating]:
        """The strength of every player on one scale, from all games in the order of deals and seatings; the strongest
        first."""
        from openskill.models import PlackettLuce

        model = PlackettLuce()
        known = [model.rating() for _ in self.experiment.players]
        for game in self.store.games(self.sessions):
            seating = self.experiment.address(game.session).seating
            counts = counted(game.result, len(seating))
            if counts is None:
                continue
            # A copy for each seat: openskill would update the same object twice if a player has two seats.
            seated = [[model.rating(mu=known[number].mu, sigma=known[number].sigma)] for number in seating]
            rated = model.rate(seated, ranks=list(counts.places))
            for number in set(seating):  # a player in two seats gets the mean of both updates
                new = [team[0] for team, who in zip(rated, seating, strict=True) if who == number]
                mu, sigma = (sum(getattr(each, name) for each in new) / len(new) for name in ("mu", "sigma"))
                known[number] = model.rating(mu=mu, sigma=sigma)
        rows = [Rating(label, each.mu, each.sigma) for label, each in zip(self.experiment.labels, known, strict=True)]
        return sorted(rows, key=lambda row: -row.mu)

    @property
    def forfeits(self) -> tuple[Forfeit, ...]:
        """Who forfeited games, how many, and the reason for the first one."""
        tallies = self.tallies
        return tuple(
            Forfeit(label, tallies.crashes[number], tallies.time_outs[number], *tallies.first_faults[number])
            for number, label in enumerate(self.experiment.labels)
            if number in tallies.first_faults
        )

    # In words.

    def table(self) -> str:
        """The standings as plain text."""
        return aligned(self._standing_rows())

    def _standing_rows(self) -> list[tuple[str, ...]]:
        """The headings of the standings, and their rows."""
        headings = ("player", "games", "points", "wins", "score", "place", "failed")
        rows = [
            (
                in_words(row.player),
                f"{row.games:,}",
                percent(row.points),
                percent(row.wins),
                plain(row.score),
                plain(row.place),
                str(row.crashes + row.time_outs),
            )
            for row in self.standings
        ]
        return [headings, *rows]

    def seat_table(self, measure: str = "points") -> str:
        """The results of every player in each seat, as plain text."""
        write = percent if measure in ("points", "wins") else plain
        found = self.by_seat(measure)
        headings = (f"{measure} in", *(f"seat {seat}" for seat in range(self.tallies.seats)))
        return aligned([headings, *((in_words(label), *map(write, row)) for label, row in found.items())])

    def summary(self) -> str:
        """A summary in a few lines: standings, differences, ratings if there are more than two players, and errors."""
        experiment = self.experiment
        lines = [self._size(), "", self.table()]
        if self.missing:
            lines[1:1] = [f"Not finished{self._progress()}; {GO_ON}."]
        elif self.stop is not None:
            lines[1:1] = [self._decision()]
        if self.repeats:
            lines[1:1] = [self._repeated()]
        if len(experiment.players) == 1 < self.tallies.seats:
            lines[1:1] = [f"Only {experiment.labels[0]} was named, so it plays against itself in all seats."]
        if len(experiment.players) > 1:
            lines += ["", self.seat_table(), "", *map(_sentence, self.differences())]
        if len(experiment.players) > 2:
            lines += ["", aligned([("rating", "mu", "sigma"), *_rating_rows(self.ratings())]), RATED]
        return in_words("\n".join([*lines, *self._remarks()]))

    def _size(self) -> str:
        """The game, and how often it was played."""
        each = " each" if self.deals > 1 else ""
        seatings = several(self.experiment.sessions_a_deal, "seating")
        return (
            f"{self.experiment.game}: {several(self.deals, 'deal')}, {seatings}{each}, "
            f"{several(self.tallies.games, 'game')}"
        )

    def _repeated(self) -> str:
        """That players repeated the same games, and what to do about it."""
        more = "a larger --opening" if self.experiment.opening else "--opening"
        return (
            f"Only {self.distinct:,} distinct games of {self.tallies.games:,}: the players repeat their moves, so "
            f"intervals are too narrow, and there are no p values. Use {more}, so that deals begin differently."
        )

    def _repr_html_(self) -> str:
        headings, *rows = self._standing_rows()
        found = self.differences() if len(self.experiment.players) > 1 else []
        warned = [self._repeated()] if self.repeats else []
        told = [in_words(line) for line in [*warned, *map(_sentence, found), *self._remarks()] if line]
        return html_titled(in_words(self._size()), html_table(headings, rows), html_lines(told))

    def _progress(self) -> str:
        """How much of the match is complete, if that is known."""
        if not self.missing:
            return ""
        planned = self.deals + self.missing
        sessions = planned * self.experiment.sessions_a_deal
        there = self.store.sessions(sessions)
        return f": {self.deals:,} of {planned:,} deals are complete ({there:,} of {sessions:,} sessions)"

    def _decision(self) -> str:
        """Whether the match stopped because it was decided."""
        if not self.stopped:
            return f"Not decided after {self.deals:,} deals, the maximum that was given."
        most = max(self.deals, self.store.planned_deals or 0)
        return f"Stopped after {self.deals:,} of at most {most:,} deals, because it was decided."

    def _remarks(self) -> list[str]:
        tallies, lines = self.tallies, [""]
        if tallies.undecided:
            lines.append(
                f"{_games(tallies.undecided)} had no winner: the players share the points, and nobody gets a win."
            )
        lines += [_forfeit_sentence(forfeit) for forfeit in self.forfeits]
        if tallies.nobodys:
            deal, why = tallies.first_faults[None]
            counts = "counts" if tallies.nobodys == 1 else "count"
            said = f"{_games(tallies.nobodys)} could not be finished and {counts} for nobody"
            lines.append(f"{said}; the first, in deal {deal}: {why}")
        if self.reproducible is False:
            lines.append(f"Not reproducible: {' and '.join(self._not_reproducible())}. Another run may differ.")
        if tallies.unknown:
            lines.append(
                f"{tallies.unknown:,} games were stored by an earlier version, which did not note whether a clock "
                "decided a move: they may not be reproducible."
            )
        if self.stop is not None:
            return [*lines, SEQUENCE + (SEVERAL if len(self.experiment.players) > 2 else "")]
        if self.deals > 1 and any(isfinite(row.score.mean) and not row.score.has_interval for row in self.standings):
            lines.append("No interval: the score was the same in all deals, so its spread is unknown.")
        lines.append(
            "Intervals: 95%, clustered by deal. Differences: paired by deal; p is below 5% where the interval excludes "
            "0." + (SEVERAL if len(self.experiment.players) > 2 else "")
        )
        return lines

    def _not_reproducible(self) -> Iterator[str]:
        """Why another run may have other results."""
        tallies = self.tallies
        if tallies.clocked:
            yield f"a clock decided moves in {tallies.clocked:,} of {tallies.games:,} games"
        if tallies.failed:
            yield f"{tallies.failed:,} of {tallies.games:,} games ended in a crash or a time-out"

    def to_dict(self) -> dict[str, Any]:
        """The numbers as plain values, ready for JSON."""
        return {
            "game": self.experiment.game,
            "players": list(self.experiment.labels),
            "identity": self.experiment.identity,
            "deals": self.deals,
            "missing_deals": self.missing,
            "stop": self.stop,
            "stopped": self.stopped,
            "sessions": self.sessions,
            "games": self.tallies.games,
            "distinct_games": self.distinct,
            "undecided": self.tallies.undecided,
            "unfinished": self.tallies.nobodys,
            "forfeits": [_plain(each) for each in self.forfeits],
            "reproducible": self.reproducible,
            "clocked": self.tallies.clocked,
            "standings": [_plain(row) for row in self.standings],
            "by_seat": {label: [_plain(each) for each in row] for label, row in self.by_seat().items()},
            "differences": [_plain(each) for each in self.differences()],
            "ratings": [_plain(each) for each in self.ratings()] if len(self.experiment.players) > 2 else [],
        }

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        return f"<MatchResult: {self.experiment.game}, {self.deals:,} deals, {len(self.experiment.players)} players>"

    # The games.

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """One row for each seat of each game, in the order of deals and seatings; ``FIELDS`` names the columns.

        A game that counts for nobody has no score, points, win and place (None).
        """
        for stored in self.store.games(self.sessions):
            yield from self._rows(stored)

    def _rows(self, stored: StoredGame) -> Iterator[tuple[Any, ...]]:
        deal, seating = self.experiment.address(stored.session)
        result = stored.result
        counts = counted(result, len(seating))
        for seat, number in enumerate(seating):
            fault = result.fault if result.fault and result.fault.seat in (seat, None) else None
            yield (
                stored.session,
                deal,
                stored.place,
                seat,
                self.experiment.labels[number],
                None if result.scores is None else result.scores[seat],
                None if counts is None else counts.points[seat],
                None if counts is None else seat in result.winners,
                None if counts is None else counts.places[seat],
                result.moves,
                fault.kind if fault else None,
                fault.text if fault else None,
            )

    def framed_rows(self) -> Iterator[tuple[Any, ...]]:
        """The rows of ``to_polars`` and ``to_pandas``: one for each seat of each game."""
        return self.rows()

    def write_csv(self, path: str | Path) -> None:
        """Write the games as comma-separated values, row by row."""
        with _writing(path), Path(path).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(FIELDS)
            writer.writerows(self.rows())

    def write_parquet(self, path: str | Path) -> None:
        """Write the games as Parquet."""
        with _writing(path):
            self.to_polars().write_parquet(path)

    def write_records(self, path: str | Path) -> None:
        """Write the games that were recorded, a JSON line each."""
        if not self.store.records:
            raise KibitzError(f"{self.store.path or 'this match'} has no records: play it with --records FILE")
        write_lines(self.store.record_lines(self.sessions), path)

    def write_plot(self, path: str | Path) -> None:
        """Draw the points with their intervals into a file; the end of its name decides the format."""
        figure = self.plot()
        with _writing(path):
            try:
                figure.savefig(path)
            except ValueError as error:  # an unknown file format
                raise KibitzError(f"cannot draw {path}: {error}") from None

    def plot(self, measure: str = "points") -> Figure:
        """The means of the players with their intervals, the best on top."""
        found = dict(zip(self.experiment.labels, self._estimates(measure), strict=True))
        order = sorted(found, key=lambda label: found[label].mean, reverse=measure == "place")
        figure = new_figure(7, 1.2 + 0.4 * len(order))
        axes = figure.subplots()
        for height, label in enumerate(order):
            each = found[label]
            axes.plot([each.low, each.high], [height, height], color="tab:blue", linewidth=2)
            axes.plot([each.mean], [height], "o", color="tab:blue")
        axes.set_yticks(range(len(order)), list(map(in_words, order)))
        axes.set_ylim(-0.6, len(order) - 0.4)
        axes.set_xlabel(f"{measure}, with 95% intervals over {self.deals:,} deals")
        axes.set_title(self.experiment.game, fontsize="medium")
        axes.grid(axis="x", alpha=0.3)
        return figure


@contextmanager
def _writing(path: str | Path) -> Iterator[None]:
    """Turn an error of the file system into a sentence."""
    try:
        yield
    except OSError as error:
        raise KibitzError(f"cannot write {path}: {error.strerror or error}") from None


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Columns of text: the first is aligned left, the others right.

    >>> print(aligned([("who", "points"), ("Ann", "7")]))
    who  points
    Ann       7
    """
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    )


def several(count: int, what: str) -> str:
    """A number of things.

    >>> several(1, "table"), several(2, "table")
    ('1 table', '2 tables')
    """
    return f"{count:,} {what}{'s' * (count != 1)}"


def percent(estimate: Estimate) -> str:
    """A share with its interval.

    >>> percent(Estimate(0.5, 0.456, 0.544, 20))
    '50.0% (45.6 to 54.4)'
    """
    return _written(estimate, lambda share: f"{100 * share:.1f}", "%")


def plain(estimate: Estimate) -> str:
    """A number with its interval."""
    return _written(estimate, lambda number: f"{number:.2f}")


def _written(estimate: Estimate, write: Any, unit: str = "") -> str:
    if not isfinite(estimate.mean):
        return "-"
    ends = f"{write(estimate.low)} to {write(estimate.high)}" if estimate.has_interval else "no interval"
    return f"{write(estimate.mean)}{unit} ({ends})"


def _sentence(found: Difference) -> str:
    ahead, behind, apart = found.first, found.second, found.difference
    if apart.mean < 0:
        ahead, behind, apart = behind, ahead, Estimate(-apart.mean, -apart.high, -apart.low, apart.clusters)
    if isnan(found.p):
        return f"{ahead} has {percent(apart)} more of the points than {behind}"
    verdict = f"p = {found.corrected:.2g}" if found.significant else f"not significant (p = {found.corrected:.2g})"
    return f"{ahead} has {percent(apart)} more of the points than {behind}, {verdict}"


def _games(count: int) -> str:
    return f"{count:,} game{'s' * (count != 1)}"


def _forfeit_sentence(forfeit: Forfeit) -> str:
    games = forfeit.crashes + forfeit.time_outs
    said = f"{forfeit.player} forfeited {_games(games)}"
    if forfeit.time_outs:
        said += f", {forfeit.time_outs:,} of them by a time-out"
    return f"{said}; the first error, in deal {forfeit.first_deal}: {forfeit.first_error}"


def _rating_rows(ratings: Sequence[Rating]) -> list[tuple[str, str, str]]:
    return [(in_words(row.player), f"{row.mu:.2f}", f"{row.sigma:.2f}") for row in ratings]


def _plain(row: Any) -> dict[str, Any]:
    """A result as plain values; numbers that are not finite become None, since JSON cannot write them."""
    fields = {name: getattr(row, name) for name in row.__dataclass_fields__}
    return {
        name: _plain(value)
        if hasattr(value, "__dataclass_fields__")
        else None
        if isinstance(value, float) and not isfinite(value)
        else value
        for name, value in fields.items()
    }
