"""The result of a league: what every player gains over the baseline, and how much of the clairvoyant's gain it keeps.

The unit of all intervals is a session, since the games of one session are not independent. Intervals say what to expect
in further sessions with these opponents, and nothing about other opponents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from kibitz.arena.comparisons import mean_and_p
from kibitz.arena.figures import curves_figure
from kibitz.arena.intervals import OUTSIDE, SHARE, Estimate, estimate
from kibitz.arena.league.experiment import Case, League
from kibitz.arena.league.session import Played, names_at
from kibitz.arena.league.statistics import detectable, fieller
from kibitz.arena.league.stopping import APART, at_looks, decided
from kibitz.arena.league.tables import Table
from kibitz.arena.results import aligned, percent, several
from kibitz.data_frames import Framed
from kibitz.errors import KibitzError
from kibitz.games.game import Game
from kibitz.holm import holm
from kibitz.html_tables import html_lines, html_table, html_titled
from kibitz.players.registry import player as player_named
from kibitz.specialists.members import Member
from kibitz.specialists.populations import population
from kibitz.words import in_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AXIS = "gain over the baseline, points"
WORTH_READING = 0.05
"""``kept`` is given only if the interval of the clairvoyant's gain lies above this."""
SIGNIFICANT = 0.05
SHOWN = 5
OTHER = "other"
"""The group of opponents that are not in the game's population."""

Value = Callable[[Sequence[Played]], float | None]
"""A function that gives the value of a session, or None if the session does not count."""


@dataclass(frozen=True)
class Gain:
    """A player's gain over the baseline in share of wins: its interval, p value, and the detectable difference.

    The p value is below 5% if and only if the interval excludes 0. ``corrected`` is the p value after Holm's correction
    over all tables of the player; for all tables together it is the p value itself. Intervals are not corrected.
    """

    gain: Estimate
    p: float
    corrected: float
    detectable: float | None

    @property
    def significant(self) -> bool:
        """Whether the corrected p is below 5%."""
        return self.corrected < SIGNIFICANT

    def __str__(self) -> str:
        return f"{points(self.gain)} points"

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "mean": self.gain.mean,
            "interval": list(self.gain.ends),
            "p": self.p,
            "corrected": self.corrected,
            "detectable": self.detectable,
        }


@dataclass(frozen=True)
class Row:
    """How one player did at one table."""

    opponents: Table
    player: str
    games: int
    share: Estimate
    score: Estimate | None
    gain: Gain | None
    """The gain over the baseline at the same table; None for the baseline itself."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        gain = self.gain
        return {
            "opponents": list(self.opponents),
            "player": self.player,
            "games": self.games,
            "share": self.share.mean,
            "interval": list(self.share.ends),
            "score": None if self.score is None else self.score.mean,
            "score_interval": None if self.score is None else list(self.score.ends),
            "gain": None if gain is None else gain.gain.mean,
            "gain_interval": None if gain is None else list(gain.gain.ends),
            "p": None if gain is None else gain.p,
            "corrected": None if gain is None else gain.corrected,
            "detectable": None if gain is None else gain.detectable,
        }


@dataclass(frozen=True)
class Pooled:
    """All tables together: the shares of all players, their gains, and what they keep of the clairvoyant's gain."""

    shares: Mapping[str, Estimate]
    gains: Mapping[str, Gain]
    kept: Mapping[str, Estimate | None]
    """A ratio of mean gains with Fieller's interval; None unless the clairvoyant certainly gains more than 5 points."""


@dataclass(frozen=True)
class Belief:
    """What a player believes about an opponent at the end of its sessions, on average."""

    player: str
    opponent: str
    likeliest: str
    weight: float
    truth: float | None
    """The weight of the true model; None if it is not among the candidates."""


@dataclass(frozen=True)
class Cost:
    """The processor time that a player takes for a move, and how often its move differs from the baseline's."""

    player: str
    moves: int
    milliseconds: float | None
    """Milliseconds for each of its moves, while it chooses the move."""
    everybody: float
    """Total processor seconds of all its games, opponents included."""
    watching: float | None = None
    """Milliseconds for each of its moves, while it watches the others and learns."""
    differs: float | None = None
    """The share of its moves that differ from the baseline's, in a sample of its moves."""


class Section(NamedTuple):
    """A table of the report."""

    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class LeagueResult(Framed):
    """The result of a league; ``found`` are the games of each session, by its address.

    If the league stops when it is decided, ``looks`` are the numbers of sessions after which this is checked
    (``stopping``). Intervals and p values are then corrected for these looks.

    >>> from kibitz.arena.league.running import league
    >>> result = league("tic-tac-toe", ["greedy"], ["maxn"], baseline="random", sessions=10, games=2, simulations=50)
    >>> result.pooled.gains["maxn"].gain.mean > 0.2
    True
    """

    columns: ClassVar[Mapping[str, type]] = {
        "player": str,
        "opponents": str,
        "session": int,
        "game": int,
        "share": float,
        "score": float,
        "moves": int,
        "seconds": float,
        "fault": str,
    }

    def __init__(
        self,
        league: League,
        sessions: int,
        found: Mapping[Case, Sequence[Played]],
        looks: Sequence[int] = (),
        unfinished: str = "",
    ) -> None:
        self.unfinished = unfinished
        """If the league was read before it was finished: how much of it the file has. Empty if it is finished."""
        self.league, self.sessions, self.found, self.looks = league, sessions, found, tuple(looks)
        self._looked = max(1, len(self.looks))
        self._outside = OUTSIDE / self._looked

    # Values by session.

    def _values(self, arm: str, value: Value, tables: Sequence[Table]) -> list[float | None]:
        """One value for each session at some tables, in a fixed order; None if this one did not play it."""
        played = [self.found.get(Case(arm, table, number)) for table in tables for number in range(self.sessions)]
        return [None if session is None else value(session) for session in played]

    def _gains(self, arm: str, value: Value, tables: Sequence[Table]) -> list[float | None]:
        """The difference from the baseline in each session; None if either of the two does not count."""
        ours, base = (self._values(each, value, tables) for each in (arm, self.league.baseline))
        return [None if one is None or two is None else one - two for one, two in zip(ours, base, strict=True)]

    # Tables.

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """One row for each table and player; p values are corrected over all tables of a player."""
        return tuple(row for arm in self.league.arms for row in self._rows(arm))

    def _rows(self, arm: str) -> list[Row]:
        tables = self.league.tables
        gains: list[Gain | None] = [None] * len(tables)
        if arm != self.league.baseline:
            apart = [_counted(self._gains(arm, mean_share, [table])) for table in tables]
            found = list(map(self._gain_and_p, apart))
            gains = [
                Gain(apart_by, p, corrected, detectable(values, len(tables) * self._looked))
                for values, (apart_by, p), corrected in zip(apart, found, holm([p for _, p in found]), strict=True)
            ]
        return [self._row(arm, table, gain) for table, gain in zip(tables, gains, strict=True)]

    def _row(self, arm: str, table: Table, gain: Gain | None) -> Row:
        seed = self.league.seed
        shares = _counted(self._values(arm, mean_share, [table]))
        scores = _counted(self._values(arm, mean_score, [table]))
        played = [self.found.get(Case(arm, table, number), ()) for number in range(self.sessions)]
        games = sum(1 for session in played for game in session if game["share"] is not None)
        score = estimate(scores, seed, outside=self._outside) if scores else None
        return Row(table, arm, games, self._estimate(shares, SHARE), score, gain)

    def _gain_and_p(self, values: Sequence[float]) -> tuple[Estimate, float]:
        """The mean gain with its interval and its p value, both corrected for the number of looks."""
        _require_some(values)
        found, p = mean_and_p(values, self.league.seed, APART, self._outside)
        return found, at_looks(p, self._looked)

    def _estimate(self, values: Sequence[float], bounds: tuple[float, float]) -> Estimate:
        _require_some(values)
        return estimate(values, self.league.seed, bounds, self._outside)

    # All tables together.

    @cached_property
    def pooled(self) -> Pooled:
        """All games of all sessions at all tables."""
        return self._pooled(mean_share)

    @cached_property
    def by_game(self) -> tuple[Pooled, ...]:
        """The first, second, ... game of all sessions at all tables, each pooled like ``pooled``."""
        # Seats change from session to session, so the clairvoyant's first sessions have other seats in the same game.
        return tuple(self._pooled(share_of(place), shared=True) for place in range(self.league.games))

    @cached_property
    def later(self) -> Pooled:
        """The games in the second half of each session, when players have learned, pooled over all tables."""
        return self._pooled(share_from(self.league.games // 2))

    def _pooled(self, value: Value, shared: bool = False) -> Pooled:
        """All tables together; with ``shared``, ``kept`` counts only sessions that the clairvoyant played too."""
        tables, seer = self.league.tables, self.league.clairvoyant_arm
        shares = {arm: self._estimate(_counted(self._values(arm, value, tables)), SHARE) for arm in self.league.arms}
        apart = {arm: self._gains(arm, value, tables) for arm in self.league.arms if arm != self.league.baseline}
        gains = {}
        for arm, values in apart.items():
            counts = _counted(values)
            found, p = self._gain_and_p(counts)
            gains[arm] = Gain(found, p, p, detectable(counts, self._looked))
        kept = {
            arm: self._kept(apart[arm], apart[seer], gains[seer], shared) if seer else None
            for arm in self.league.players
        }
        return Pooled(shares, gains, kept)

    def _kept(
        self, ours: Sequence[float | None], seers: Sequence[float | None], seen: Gain, shared: bool = False
    ) -> Estimate | None:
        if not seen.gain.has_interval or seen.gain.low <= WORTH_READING:
            return None
        counts = [(one, two) for one, two in zip(ours, seers, strict=True) if one is not None]
        pairs = [(one, two) for one, two in counts if two is not None]
        alone = [] if shared else [one for one, two in counts if two is None]
        return fieller([one for one, _ in pairs], [two for _, two in pairs], self._outside, alone)

    @cached_property
    def decided(self) -> bool:
        """Whether it is decided for each player whether it gains or loses. If there are several players, p values have
        Holm's correction."""
        gains = [_counted(self._gains(arm, mean_share, self.league.tables)) for arm in self.league.players]
        return decided(gains, self._looked, self.league.seed)

    # Details: the worst tables, costs, beliefs and forfeits.

    @cached_property
    def worst(self) -> tuple[Row, ...]:
        """The tables of each player at which it gains least."""
        found: list[Row] = []
        for arm in self.league.players:
            rows = [row for row in self.rows if row.player == arm and row.gain is not None]
            found += sorted(rows, key=lambda row: row.gain.gain.mean if row.gain else 0.0)[:SHOWN]
        return tuple(found)

    @cached_property
    def costs(self) -> tuple[Cost, ...]:
        """The time for a move, for every player."""
        found = []
        for arm in self.league.arms:
            games = [game for case, session in self.found.items() if case.arm == arm for game in session]
            timed = [game for game in games if "fault" not in game]
            moves = sum(game["moves"] for game in timed)
            seconds = sum(game["seconds"] for game in timed)
            everybody = sum(game.get("everybody", 0.0) for game in games)
            if not moves:
                found.append(Cost(arm, moves, None, everybody))
                continue
            watching = sum(game.get("watching", 0.0) for game in timed)
            compared = [sum(game.get("compared", (0, 0))[part] for game in timed) for part in (0, 1)]
            differs = compared[1] / compared[0] if compared[0] else None
            found.append(Cost(arm, moves, 1000 * seconds / moves, everybody, 1000 * watching / moves, differs))
        return tuple(found)

    @cached_property
    def beliefs(self) -> tuple[Belief, ...]:
        """What every player that has beliefs believes about every opponent after a session."""
        found = []
        for arm in self.league.arms:
            told = list(self._told(arm))
            for opponent in self.league.opponents:
                weights = [each for who, each in told if who == opponent]
                if weights:
                    found.append(_averaged(arm, opponent, weights))
        return tuple(found)

    def _told(self, arm: str) -> Iterator[tuple[str, dict[str, float]]]:
        names = names_at(self.league.played.players)[1:]
        for case, session in self.found.items():
            if case.arm == arm:
                believed = session[-1].get("believed", {})
                yield from (
                    (who, believed[name]) for name, who in zip(names, case.table, strict=True) if believed.get(name)
                )

    @cached_property
    def clocked(self) -> int:
        """The number of games in which a clock had an effect. They may differ in another run."""
        return sum(bool(game["clocked"]) for session in self.found.values() for game in session)

    @cached_property
    def forfeits(self) -> dict[str, tuple[int, str]]:
        """Who forfeited games, how many, and the first error. Games that count for nobody are under ``nobody``."""
        found: dict[str, tuple[int, str]] = {}
        for case, session in self.found.items():
            for game in session:
                if "fault" in game:
                    who, kind, text = game["fault"]
                    name = "nobody" if who is None else case.arm if who == 0 else case.table[who - 1]
                    count, first = found.get(name, (0, f"{kind}: {text}"))
                    found[name] = (count + 1, first)
        return found

    # Who the opponents are.

    @cached_property
    def who(self) -> dict[str, Member]:
        """The opponents that the game's population has, by their specifications: their names, and what they do."""
        return members_of(self.league.played, self.league.opponents)

    def called(self, opponent: str) -> str:
        """The name of an opponent in the game's population, or its specification."""
        return self.who[opponent].name if opponent in self.who else opponent

    # In words.

    def summary(self) -> str:
        """A summary in a few tables."""
        first, *others = [(section.title, aligned([section.headings, *section.rows])) for section in self.sections()]
        told = ["\n".join([first[0], *self.warnings(), first[1]]), *map("\n".join, others)]
        return in_words("\n\n".join([*told, "\n".join(self.remarks())]))

    def warnings(self) -> list[str]:
        """What a reader must know before the numbers: that sessions are missing, or that somebody forfeited games."""
        lines = [f"Not finished: {self.unfinished}."] if self.unfinished else []
        for who, (count, first) in self.forfeits.items():
            games = f"{count:,} game{'s' * (count != 1)}"
            if who == "nobody":
                counts = "counts" if count == 1 else "count"
                lines.append(f"{games} could not be finished and {counts} for nobody; the first error: {first}")
                continue
            of_all = "all its games" if count == self._games_of(who) else f"{games} of {self._games_of(who):,}"
            lines.append(f"Errors: {self.called(who)} forfeited {of_all}, so it lost them; the first error: {first}")
        return lines

    def _games_of(self, who: str) -> int:
        """The number of games in which a player or an opponent sat."""
        return sum(len(session) for case, session in self.found.items() if who in (case.arm, *case.table))

    def sections(self) -> list[Section]:
        """The tables of the report."""
        parts = [self._standing(), self._games(), self._worst(), self._believed(), self._cost(), self._opponents()]
        return [section for section in parts if section.rows]

    def label(self, arm: str) -> str:
        """The name of somebody who is measured, without options.

        Players have numbers if there are several.
        """
        league = self.league
        if arm in league.players:
            return f"player {league.players.index(arm) + 1}" if len(league.players) > 1 else "player"
        return "baseline" if arm == league.baseline else "clairvoyant"

    def _standing(self) -> Section:
        league, pooled = self.league, self.pooled
        tables, sessions = several(len(league.tables), "table"), several(self.sessions, "session")
        each = " each" if len(league.tables) > 1 else ""
        size = f"{tables}, {sessions}{each}, {several(league.games, 'game')} in a session"
        costs = {cost.player: _cost(cost.milliseconds) for cost in self.costs}
        headings = ("player", "share of wins", "gain over the baseline", "kept", "detectable", "ms a move")
        rows = []
        for arm in league.arms:
            name = arm if arm == league.clairvoyant_arm else f"{self.label(arm)}: {arm}"
            gain = pooled.gains.get(arm)
            cells = ("", "") if gain is None else (points(gain.gain), _detectable(gain.detectable))
            rows.append((name, percent(pooled.shares[arm]), cells[0], _kept(pooled, arm), cells[1], costs[arm]))
        return Section(f"{league.game}: {size}", headings, rows)

    def _games(self) -> Section:
        """Gains by game of a session; without rows if there is only one."""
        players = self.league.players
        seer = [self.league.clairvoyant_arm] if self.league.clairvoyant_arm else []
        headings = ["game"]
        for arm in players:
            headings += [f"gain of the {self.label(arm)}", "kept"]
        headings += ["gain of the clairvoyant"] * len(seer)
        rows = []
        named = [(str(number), pooled) for number, pooled in enumerate(self.by_game, start=1)]
        if len(named) > 2:  # the second half of two games is the second game
            named.append((f"{self.league.games // 2 + 1} to {self.league.games}", self.later))
        for number, pooled in named:
            row = [number]
            for arm in players:
                row += [points(pooled.gains[arm].gain), _kept(pooled, arm)]
            rows.append((*row, *(points(pooled.gains[arm].gain) for arm in seer)))
        return Section("Gain by game of a session", tuple(headings), rows if len(rows) > 1 else [])

    def _worst(self) -> Section:
        rows = []
        for row in self.worst:
            assert row.gain is not None
            found = row.gain
            cells = (points(found.gain), f"{found.corrected:.2g}", _detectable(found.detectable))
            rows.append((", ".join(map(self.called, row.opponents)), self.label(row.player), *cells))
        headings = ("opponents", "who", "gain", "p (Holm)", "detectable")
        return Section("The tables with the least gain", headings, rows)

    def _believed(self) -> Section:
        rows = []
        for each in self.beliefs:
            truth = "not a candidate" if each.truth is None else f"{each.truth:.0%}"
            likeliest = self.called(each.likeliest)
            rows.append((self.called(each.opponent), self.label(each.player), likeliest, f"{each.weight:.0%}", truth))
        headings = ("true", "who", "believed", "weight", "weight of the truth")
        return Section("Beliefs at the end of a session, and the truth", headings, rows)

    def _cost(self) -> Section:
        rows = []
        for cost in self.costs:
            total = "" if cost.milliseconds is None else f"{cost.moves * cost.milliseconds / 1000:.1f}"
            row = (self.label(cost.player), f"{cost.moves:,}", _cost(cost.milliseconds), _cost(cost.watching), total)
            differs = "" if cost.differs is None else f"{cost.differs:.0%}"
            rows.append((*row, f"{cost.everybody:.1f}", differs))
        headings = ("who", "moves", "ms a move", "ms watching", "seconds in all", "opponents included", "differs")
        return Section(
            "Processor time for each of its moves: for the move itself, and for watching the others; and the share of "
            "its moves that differ from the baseline's",
            headings,
            rows,
        )

    def _opponents(self) -> Section:
        """A description of every opponent. Those outside the game's population describe themselves."""
        rows = []
        for spec in self.league.opponents:
            if spec in self.who:
                rows.append((self.who[spec].name, self.who[spec].group, self.who[spec].words))
            else:
                rows.append((spec, OTHER, player_named(spec).self_description))
        return Section("The opponents", ("name", "group", "what it does"), rows)

    def remarks(self) -> list[str]:
        """What a reader should know about the numbers."""
        league = self.league
        lines = []
        if not league.clairvoyant_arm:
            lines.append("No clairvoyant played, so it is not known how much could be gained.")
        elif any(kept is None for each in (self.pooled, *self.by_game) for kept in each.kept.values()):
            least = f"{100 * WORTH_READING:g} points"
            lines.append(f"kept is left out where it is not certain that the clairvoyant gains more than {least}.")
        fewer = league.clairvoyant_sessions
        if league.clairvoyant_arm and 0 < fewer < self.sessions:
            lines.append(
                f"The clairvoyant played only the first {several(fewer, 'session')} at every table. Its share and its "
                "gain are about these."
            )
        if self.looks:
            lines.append(self._stopped())
        seen = self.pooled.gains.get(league.clairvoyant_arm)
        if seen is not None and seen.gain.has_interval and seen.gain.high < 0:
            lines.append(
                "The clairvoyant is significantly worse than the baseline, so it is no reference here. Its limit is "
                "too low, or its search does not suit this game; raise the limit."
            )
        if league.unlimited:
            limit = "--simulations" if league.simulations else "--seconds"
            lines.append(f"Not limited by {limit}: {', '.join(league.unlimited)}.")
        if self.clocked:
            lines.append(f"Not reproducible: a clock decided moves in {self.clocked:,} games. Another run may differ.")
        lines.append(
            "Intervals: 95%, clustered by session, for these opponents only. Gains: in percentage points, paired by "
            "session; p is below 5% where the interval excludes 0. kept: the gain as a share of the clairvoyant's "
            "gain, with Fieller's interval. p (Holm): corrected for the number of tables of a player. Intervals are "
            "not corrected, so a gain may be not significant although its interval excludes 0. detectable: the true "
            "gain that would be found with probability 80%; over 100: too few sessions to find any gain; unknown: one "
            "session, or the same gain in all of them, so their spread is not known."
        )
        return lines

    def _stopped(self) -> str:
        """Why a league that stops when it is decided ended here."""
        looks = ", ".join(map(str, self.looks))
        how = "it is decided" if self.decided else "it is not decided, and no more sessions were allowed"
        return (
            f"Stopped after {several(self.sessions, 'session')}: {how}. It was fixed beforehand to check "
            f"the result after {looks} sessions; intervals and p values are corrected for {self._looked} checks."
        )

    def to_dict(self) -> dict[str, Any]:
        """The numbers as plain values, ready for JSON. Only ``cost`` differs between two runs of the same league."""
        league = self.league
        return {
            "game": league.game,
            "players": list(league.players),
            "opponents": list(league.opponents),
            "names": {spec: member.name for spec, member in self.who.items()},
            "tables": len(league.tables),
            "sessions": self.sessions,
            **({"clairvoyant_sessions": only} if (only := self.league.clairvoyant_sessions) else {}),
            "games": league.games,
            "seed": league.seed,
            "handicap": league.handicap,
            "opening": league.opening,
            **({"looks": list(self.looks), "decided": self.decided} if self.looks else {}),
            "rows": [row.to_dict() for row in self.rows],
            **self._pooled_dict(self.pooled),
            "later": {"games": [self.league.games // 2 + 1, self.league.games], **self._pooled_dict(self.later)},
            "by_game": [{"game": number, **self._pooled_dict(each)} for number, each in enumerate(self.by_game, 1)],
            "believed": [vars(belief) for belief in self.beliefs],
            "forfeits": [{"player": who, "games": n, "first_error": text} for who, (n, text) in self.forfeits.items()],
            "reproducible": not self.clocked and not self.forfeits,
            "cost": [vars(cost) for cost in self.costs],
        }

    def _pooled_dict(self, pooled: Pooled) -> dict[str, Any]:
        seer, base = self.league.clairvoyant_arm, self.league.baseline
        return {
            "baseline": {"player": base, **_share_dict(pooled.shares[base])},
            "clairvoyant": {"player": seer, **_share_dict(pooled.shares[seer]), "gain": pooled.gains[seer].to_dict()}
            if seer
            else None,
            "share": {arm: _share_dict(pooled.shares[arm]) for arm in self.league.players},
            "gain": {arm: pooled.gains[arm].to_dict() for arm in self.league.players},
            "kept": {arm: None if kept is None else _share_dict(kept) for arm, kept in pooled.kept.items()},
        }

    def framed_rows(self) -> Iterator[tuple[Any, ...]]:
        """One row for each game of each session; ``share`` is our share of the win, ``seconds`` the time we took."""
        for case, session in self.found.items():
            for number, game in enumerate(session):
                fault = ": ".join(map(str, game["fault"][1:])) if "fault" in game else None
                yield (
                    case.arm,
                    ", ".join(map(self.called, case.table)),
                    case.session,
                    number,
                    game["share"],
                    game["score"],
                    game["moves"],
                    game["seconds"],
                    fault,
                )

    def plot(self) -> Figure:
        """The gain of every player over the baseline by games seen, with 95% intervals."""
        seen = list(range(self.league.games))
        arms = [arm for arm in self.league.arms if arm != self.league.baseline]
        lines = {
            self.label(arm): (seen, [hundredfold(pooled.gains[arm].gain) for pooled in self.by_game]) for arm in arms
        }
        names = [str(number) for number in seen]
        return curves_figure(lines, "games seen before", AXIS, level=0, names=names, bars=True)

    def _repr_html_(self) -> str:
        first = self._standing()
        rows = [[in_words(cell) for cell in row] for row in first.rows]
        told = map(in_words, [*self.warnings(), *self.remarks()])
        return html_titled(first.title, html_table(first.headings, rows), html_lines(told))

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        return f"<LeagueResult: {self.league.game}, {len(self.league.tables)} tables, {self.sessions} sessions each>"


def members_of(game: Game, opponents: Sequence[str]) -> dict[str, Member]:
    """The members of the game's population among some opponents, by their specifications.

    >>> import kibitz
    >>> found = members_of(kibitz.game("checkers"), ["always-trades", "mcts(simulations=7)"])
    >>> {spec: member.words for spec, member in found.items()}
    {'always-trades': 'trades pieces whenever it can, and otherwise makes the move with the best evaluation'}
    """
    known: dict[str, Member] = {}
    for member in population(game):
        known.setdefault(str(player_named(member.player)), member)
    return {each: known[each] for each in opponents if each in known}


def mean_share(session: Sequence[Played]) -> float | None:
    """Our mean share of the wins of a session, or None if a game of it does not count."""
    return _mean([game["share"] for game in session])


def mean_score(session: Sequence[Played]) -> float | None:
    """Our mean score in a session, over the games that were finished."""
    return _mean([game["score"] for game in session if game["score"] is not None])


def share_of(place: int) -> Value:
    """Our share of the win in one game of a session."""

    def share(session: Sequence[Played]) -> float | None:
        return session[place]["share"] if place < len(session) else None

    return share


def share_from(place: int) -> Value:
    """Our mean share of the wins from one game of a session on.

    >>> share_from(1)([{"share": 0.0}, {"share": 1.0}, {"share": 0.5}])
    0.75
    """

    def share(session: Sequence[Played]) -> float | None:
        return mean_share(session[place:]) if place < len(session) else None

    return share


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None


def _require_some(values: Sequence[float]) -> None:
    if not values:
        raise KibitzError("no session at this table could be finished: run fewer processes at once (--jobs)")


def _counted(values: Sequence[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def _averaged(arm: str, opponent: str, told: Sequence[Mapping[str, float]]) -> Belief:
    weights: dict[str, float] = {}
    for each in told:
        for candidate, weight in each.items():
            weights[candidate] = weights.get(candidate, 0.0) + weight / len(told)
    likeliest = max(weights, key=lambda each: weights[each])
    return Belief(arm, opponent, likeliest, weights[likeliest], weights.get(opponent))


def hundredfold(found: Estimate) -> Estimate:
    """A share and its interval, in percent."""
    return Estimate(100 * found.mean, 100 * found.low, 100 * found.high, found.clusters)


def points(found: Estimate) -> str:
    """A difference of shares in percentage points, with its interval.

    >>> points(Estimate(0.125, 0.05, 0.2, 10))
    '+12.5 (+5.0 to +20.0)'
    """
    ends = f"{100 * found.low:+.1f} to {100 * found.high:+.1f}" if found.has_interval else "no interval"
    return f"{100 * found.mean:+.1f} ({ends})"


def _kept(pooled: Pooled, arm: str) -> str:
    kept = pooled.kept.get(arm)
    return "" if kept is None else percent(kept)


def _detectable(found: float | None) -> str:
    if found is None:
        return "unknown"
    return f"{100 * found:.1f}" if found <= 1 else "over 100"  # a gain is at most 100 points


def _cost(found: float | None) -> str:
    return "" if found is None else f"{found:.2f}"


def _share_dict(found: Estimate) -> dict[str, Any]:
    return {"mean": found.mean if isfinite(found.mean) else None, "interval": list(found.ends)}
