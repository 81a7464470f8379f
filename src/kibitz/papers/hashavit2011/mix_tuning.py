"""MP-Mix with thresholds tuned for every game, on deals that are not used for measurement."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from kibitz.papers.hashavit2011.contests import MP_MIX, Contest
from kibitz.papers.item import QUICK, Setting
from kibitz.random import stream

NEVER = 1000
"""A lead so large that nobody reaches it."""
MULTIPLES = (0, 1, 3, NEVER)
"""Thresholds that are tried, as multiples of the game's default (one trick, one point, one marble, three steps)."""
DEPTH_OF_TUNING = 2
"""At board games, the depth for tuning is smaller than that for measuring, by an even number of plies. Thresholds that
were best at three plies were bad at four, because another player moves last."""
DEALS, OPENINGS = 20, 10
QUICK_PAIRS, QUICK_DEALS = ((1, 1), (NEVER, NEVER)), 1


@dataclass(frozen=True)
class Thresholds:
    """T_d and T_o, and the share of the victory points, in percent, that MP-Mix had with them during tuning.

    ``usual`` says whether they are those of Table 1, and ``how`` describes the deals used for tuning.
    """

    defend: float
    attack: float
    share: float
    usual: bool
    how: str

    @property
    def options(self) -> dict[str, float]:
        """The thresholds as options of the search."""
        return {"defend": self.defend, "attack": self.attack}

    def __str__(self) -> str:
        defend, attack = (
            "no leads" if each >= NEVER else f"leads above {each:g}" for each in (self.defend, self.attack)
        )
        best = ", the thresholds of Table 1" if self.usual else ""
        return f"defends {defend} and attacks {attack}{best}: the best of those tried {self.how}"


def tuned(setting: Setting, contest: Contest) -> Thresholds:
    """The thresholds with which MP-Mix wins most against the other three, the first of equals in the order tried.

    The deals for tuning have another seed than those of the measurement; it is derived from the seed of the setting.
    """
    shallow = replace(contest, depth=min(contest.depth, DEPTH_OF_TUNING)) if contest.opening else contest
    lead = shallow.experiment(shallow.seated(), setting.seed).played.lead_that_matters
    quick = setting.scale == QUICK
    deals = QUICK_DEALS if quick else OPENINGS if contest.opening else DEALS
    what = "opening" if contest.opening else "deal"
    how = f"on {deals} {what}{'s' if deals > 1 else ''} of another seed, at {shallow.depth} plies"
    tried = []
    for defend, attack in QUICK_PAIRS if quick else product(MULTIPLES, repeat=2):
        options = {name: _threshold(multiple, lead) for name, multiple in (("defend", defend), ("attack", attack))}
        players = shallow.seated() | {MP_MIX: shallow.player(MP_MIX, **options)}
        found = shallow.played(setting, players, deals, seed_of_tuning(setting.seed))
        share = sum(found.shares(MP_MIX)) / found.deals
        tried.append(Thresholds(**options, share=share, usual=defend == attack == 1, how=how))
    return max(tried, key=lambda each: each.share)


def _threshold(multiple: int, lead: float) -> float:
    return NEVER if multiple == NEVER else multiple * lead


def seed_of_tuning(seed: int) -> int:
    """Another seed than that of the measurement.

    >>> seed_of_tuning(1) == seed_of_tuning(1), seed_of_tuning(1) != 1
    (True, True)
    """
    return stream(("tuning", seed))
