"""How often a marble is pushed off the board at Abalone (hashavit2011, section 4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from kibitz.arena.intervals import estimate
from kibitz.arena.results import MatchResult
from kibitz.games.native_game import NativeState
from kibitz.games.records import GameRecord, read_line
from kibitz.papers.claims import Claim, Row, decided, rule_over
from kibitz.papers.hashavit2011.contests import ABALONE, COLUMNS
from kibitz.papers.item import Findings, Setting
from kibitz.papers.paired import ratios

SMALL = 10.0
"""Less than this percentage counts as small; the paper gives no number."""
EVERYBODY, PUSHING = "all players", "share of moves that push a marble off"
RULE = (
    f"{rule_over('openings')} The paper says that a small percentage of the moves pushes a marble off, without a "
    f"number. We read this as less than {SMALL:g}% of all moves after the opening, by all players together."
)


@dataclass
class Pushes:
    """The number of moves of a player, and how many of them pushed a marble off, for each opening."""

    openings: int
    moves: list[int] = field(init=False)
    pushed: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.moves, self.pushed = [0] * self.openings, [0] * self.openings

    def count(self, opening: int, pushed: bool) -> None:
        """Count a move."""
        self.moves[opening] += 1
        self.pushed[opening] += pushed

    def percent(self) -> list[float]:
        """One number for every opening. Their mean is the percentage of moves that push a marble off."""
        return ratios([100.0 * number for number in self.pushed], self.moves)


def pushing_moves(record: GameRecord) -> Iterator[tuple[int, bool]]:
    """Who moved, and whether a marble fell, move by move.

    >>> from kibitz.games.registry import game
    >>> start = game("abalone").start()
    >>> list(pushing_moves(GameRecord(start, ("Ann", "Ben"), ("a1-b1", "i9-h9"))))
    [(0, False), (1, False)]
    """
    for before, after in pairwise(record.states()):
        yield before.to_move, _fallen(after) > _fallen(before)


def _fallen(state: object) -> int:
    assert isinstance(state, NativeState)
    return sum(state.core.ejected)


def counted(result: MatchResult) -> dict[str, Pushes]:
    """The pushes of every player and of all together, without the moves of the opening, which are random."""
    found = {name: Pushes(result.deals) for name in (EVERYBODY, *COLUMNS)}
    for session, line in enumerate(result.store.record_lines(result.sessions)):
        deal, seating = result.experiment.address(session)
        for seat, pushed in pushing_moves(read_line(line)):
            for name in (EVERYBODY, COLUMNS[seating[seat]]):
                found[name].count(deal, pushed)
    return found


def pushes(setting: Setting) -> Findings:
    """The share of moves that push a marble off, of everybody and of each player of Table 1."""
    contest = ABALONE.sized(setting)
    experiment = contest.experiment(contest.seated(), setting.seed)
    result = setting.played(contest.label, experiment, ABALONE.times(setting), recorded=True)
    found = counted(result)
    small = Claim(f"{EVERYBODY}: {PUSHING}", None, found[EVERYBODY].percent(), SMALL, above=False, unit="%")
    of_each = [
        Row(f"{column}: {PUSHING}", None, estimate(found[column].percent(), setting.seed), "", "%")
        for column in COLUMNS
    ]
    together = found[EVERYBODY]
    said = (
        f"{result.sessions:,} games, {result.deals:,} openings in {experiment.sessions_a_deal} seatings each, "
        f"{contest.depth} plies: {sum(together.pushed):,} of {sum(together.moves):,} moves. The paper says «a small "
        f"percentage»; less than {SMALL:g} is our reading of that."
    )
    return Findings((*decided([small], setting.seed, "openings"), *of_each), (said,))
