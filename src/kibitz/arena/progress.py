"""The progress of a match and the current leader, shown while the match runs; the result is computed elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.arena.experiment import Experiment
from kibitz.arena.points import counted
from kibitz.arena.session import Session
from kibitz.words import in_words

SHOWN = 4


@dataclass(frozen=True)
class Progress:
    """The progress of a match: finished and total games, the time of this run, and every player's share of the points.

    ``played`` counts the games of this run; all others were in the results file before.
    """

    done: int
    total: int
    played: int
    seconds: float
    standing: dict[str, float]

    @property
    def rate(self) -> float:
        """Games a second in this run."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take at this rate."""
        return (self.total - self.done) * self.seconds / self.played if self.played else None


class RunningStanding:
    """Adds up the points of sessions as they come in."""

    def __init__(self, experiment: Experiment, done: int) -> None:
        self.experiment, self.done, self.played = experiment, done, 0
        self._points = [0.0] * len(experiment.players)
        self._games = [0] * len(experiment.players)

    def add(self, sessions: Sequence[Session], total: int, seconds: float) -> Progress:
        """Count finished sessions, and return the progress of the match; ``total`` counts sessions."""
        for session in sessions:
            seating = self.experiment.address(session.number).seating
            for game in session.games:
                counts = counted(game, len(seating))
                if counts is None:
                    continue
                for number, points in zip(seating, counts.points, strict=True):
                    self._games[number] += 1
                    self._points[number] += points
        self.done += len(sessions)
        self.played += len(sessions)
        rows = zip(self.experiment.labels, self._points, self._games, strict=True)
        standing = {label: points / games for label, points, games in rows if games}
        done, total, played = (count * self.experiment.series for count in (self.done, total, self.played))
        return Progress(done, total, played, seconds, standing)


def described(progress: Progress) -> str:
    """How fast a match is and who is ahead, in one line.

    >>> described(Progress(100, 200, 100, 20.0, {"random": 0.3, "maxn": 0.7}))
    '5.0 games/s, 0:20 left; maxn 70.0%, random 30.0%'
    """
    parts = [f"{progress.rate:,.1f} games/s"]
    if progress.seconds_left is not None:
        minutes, seconds = divmod(round(progress.seconds_left), 60)
        parts.append(f"{minutes}:{seconds:02} left")
    ahead = sorted(progress.standing.items(), key=lambda pair: -pair[1])[:SHOWN]
    return f"{', '.join(parts)}; {', '.join(f'{in_words(label)} {share:.1%}' for label, share in ahead)}"
