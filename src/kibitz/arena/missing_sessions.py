"""A match as work for the pool: how to play any session, and which sessions the results file lacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.arena.experiment import Experiment
from kibitz.arena.session import Director, Session
from kibitz.arena.store import Store
from kibitz.errors import KibitzError
from kibitz.pool.work import Work


def seated(experiment: str, records: bool, seats: type[Director]) -> Callable[[int], Session]:
    """Create the players of an experiment (given as JSON), and return the function that plays a session by its number.

    >>> seated(Experiment.of("tic-tac-toe", ["random", "maxn"], seed=1).to_json(), False, Director)(0).games[0].winners
    (1,)
    """
    return seats(Experiment.from_json(experiment), records).play


def sessions_of(experiment: Experiment, records: bool, seats: type[Director] = Director) -> Work[int, Session]:
    """The sessions of an experiment as work for the pool; ``seats`` may be a faster ``Director`` with the same
    results."""
    return Work(seated, (experiment.to_json(), records, seats), "match")


@dataclass(frozen=True)
class MissingSessions:
    """The sessions up to a number that a results file lacks; with ``strict``, a session in which a player fails is an
    error.

    >>> experiment = Experiment.of("tic-tac-toe", ["random", "maxn"])
    >>> MissingSessions(experiment, Store.create(None, experiment), total=6).missing()
    [range(0, 6)]
    """

    experiment: Experiment
    store: Store
    total: int
    strict: bool = False

    def missing(self) -> list[range]:
        """The numbers of the sessions that are not there yet."""
        return [range(*each) for each in self.store.missing(self.total)]

    def keep(self, numbers: Sequence[int], sessions: Sequence[Session]) -> None:
        """Add a finished chunk to the file."""
        if self.strict:
            _refuse_faults(self.experiment, sessions)
        self.store.commit(sessions)


def _refuse_faults(experiment: Experiment, sessions: Sequence[Session]) -> None:
    for session in sessions:
        for game in session.games:
            if game.fault is not None:
                deal, seating = experiment.address(session.number)
                seat = game.fault.seat
                who = "nobody in particular" if seat is None else experiment.labels[seating[seat]]
                raise KibitzError(f"deal {deal}, seating {seating}: {game.fault.kind} of {who}: {game.fault.text}")
