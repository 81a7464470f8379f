"""The highest possible winning rates and identification scores, compared with those of lockett2007 (sections 4 to
6)."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.arena.intervals import estimate
from kibitz.papers.cached_work import spread
from kibitz.papers.claims import FAILS, HOLDS, Row, exactly
from kibitz.papers.item import Findings, Setting
from kibitz.papers.lockett2007.identifier_games import identified
from kibitz.papers.lockett2007.relations import CARDS
from kibitz.specialists.guess_it.exact import best_response
from kibitz.specialists.guess_it.mixture_prior import Points, prior_points
from kibitz.specialists.guess_it.plans import Habits, Unknown, mixed_strangers
from kibitz.specialists.guess_it.stationary import CARDINALS

NOISE = 3.5  # by how many standard deviations the best of a noisy population may exceed the highest possible mean
CEILINGS_RULE = (
    "Ours is the highest possible mean fitness, given the information of the player, moving first in half of the "
    "games. A printed fitness is the maximum over a noisy population, so it may be somewhat higher than ours. The "
    "claim is that the printed fitness can be reached. It holds if the printed fitness is at most 3.5 standard "
    "deviations of one evaluation above ours, and does not hold otherwise."
)


class Opponents(NamedTuple):
    """A number of games against opponents that the player cannot distinguish at first."""

    games: int
    mixtures: float
    cardinals: tuple[str, ...] = ()
    moving_first: bool = False
    """Whether the player always moves first; otherwise it moves first in half of the games."""

    def strangers(self) -> Points:
        """The prior over opponents: a mixture with this probability, otherwise one of the cardinal opponents, all
        equally likely."""
        import numpy as np  # slow to load

        drawn = prior_points()
        corners = np.eye(len(CARDINALS))[[list(CARDINALS).index(name) for name in self.cardinals]]
        share = (1 - self.mixtures) / max(1, len(corners))
        shares = np.hstack([self.mixtures * drawn.shares, np.full(len(corners), share)])
        return Points(np.vstack([drawn.mixtures, corners]), shares)

    @property
    def chance(self) -> float:
        """The winning rate of the best reply, which adapts to the opponent."""
        best = best_response(Unknown(self.strangers()), CARDS)
        return best.moving_first if self.moving_first else best.mean


ASK, BLUFF, CALL_ASK, CALL_BLUFF = CARDINALS
TOLD = tuple(Opponents(100, 0, (name,)) for name in CARDINALS)
UNTOLD = (Opponents(400, 0, tuple(CARDINALS)),)
FLAGGED = (Opponents(200, 0, (ASK, BLUFF)), Opponents(200, 0, (CALL_ASK, CALL_BLUFF)))
TRAINED = (Opponents(600, 2 / 3, tuple(CARDINALS)),)
TRAINED_FLAGGED = (Opponents(500, 0.8, (ASK, BLUFF)), Opponents(100, 0, (CALL_ASK, CALL_BLUFF)))
TRAINED_FIRST = tuple(each._replace(moving_first=True) for each in TRAINED_FLAGGED)
TRAINED_TOLD = (Opponents(400, 1), *(Opponents(50, 0, (name,)) for name in CARDINALS))
ONCE = (Opponents(600, 0, tuple(CARDINALS)),)
CEILINGS: tuple[tuple[str, float, tuple[Opponents, ...]], ...] = (
    ("Table 1, IDs only: highest fitness if told who the opponent is", 395.8, TOLD),
    ("Table 1, Cards + Moves: highest fitness if it sees the moves of the game", 357.0, UNTOLD),
    ("Table 1, Cards + Moves: highest fitness if it also sees who has called in another game", 357.0, FLAGGED),
    ("section 4, predictor: highest fitness if it sees the moves of the game", 346.0, UNTOLD),
    ("section 6, Control: highest fitness if it sees the moves of the game", 562.5, TRAINED),
    ("section 6, Control: highest fitness if it also sees who has called in another game", 562.5, TRAINED_FLAGGED),
    ("section 6, Control: highest fitness if it sees both and always moves first", 562.5, TRAINED_FIRST),
    ("section 6, Mixture-Based: highest fitness if told which cardinal opponent it plays", 543.1, TRAINED_TOLD),
    ("section 6, Control: highest fitness if a mixture is drawn once a game", 562.5, ONCE),
)
CEILINGS_NOTE = (
    "A mixture draws one of the cardinal opponents at every move, as section 5 says. If it drew one for the whole "
    "game instead, section 6 would only be about the four cardinal opponents, all equally often."
)


def ceilings(setting: Setting) -> Findings:
    """The fitness of the best possible player in each training of the paper, compared with the printed fitness."""
    rows = []
    for label, printed, groups in CEILINGS:
        chances = [(each.games, each.chance) for each in groups]
        most = sum(games * chance for games, chance in chances)
        spread = sum(games * chance * (1 - chance) for games, chance in chances) ** 0.5
        possible = printed <= most + NOISE * spread
        rows.append(Row(label, printed, exactly(most), HOLDS if possible else FAILS))
    known = TRAINED_TOLD[1:]
    most = 400 * knowing_the_mixture() + sum(each.games * each.chance for each in known)
    rows.append(Row("section 6: highest fitness if told the weights of every mixture", None, exactly(most)))
    return Findings(tuple(rows), (CEILINGS_NOTE,))


def knowing_the_mixture(across: int = 6) -> float:
    """The mean winning rate of the best replies to known mixtures that are drawn from the paper's prior.

    >>> round(knowing_the_mixture(across=3), 2)
    0.85
    """
    points = prior_points(across=across)
    found = mixed_strangers(points)
    return float(
        sum(
            share * best_response(Habits(bluff, call, answer), CARDS).mean
            for share, bluff, call, answer in zip(found.shares, found.bluff, found.call, found.answer, strict=True)
        )
    )


IDENTIFIED, QUICK_IDENTIFIED = 4_000, 400  # games: ten generations of the paper's, each against a mixture of its own
WATCHED = ("always-ask", "equilibrium", "bayes-reader")
REACHED = 302.0  # of 400, section 5
TOGETHER = 100
IDENTIFIER_RULE = (
    "There is no verdict: the paper says that an identifier reached 302 of 400 (see the item identifier), but not "
    "how much is possible. There are two findings: the fitness of the exact posterior mean, for several players, and "
    "the fitness of even weights, which is computed and not measured. Intervals count a game as one observation."
)


def identifier_ceiling(setting: Setting) -> Findings:
    """The fitness of the posterior mean and of even weights as a Mixture Identifier, compared with that of the
    paper."""
    games = setting.times(IDENTIFIED, QUICK_IDENTIFIED)
    starts = range(0, games, TOGETHER)
    cases = [(who, setting.seed, first, min(TOGETHER, games - first)) for who in WATCHED for first in starts]
    found = iter(spread(setting, "games against mixtures", identified, cases))
    by_who = {who: [pair for _ in starts for pair in next(found)] for who in WATCHED}
    even, spread_of_one = even_weights()
    rows = []
    for who, pairs in by_who.items():
        scores = [even + 400 * (ours - constant) for ours, constant in pairs]
        rows.append(
            Row(
                f"fitness of the posterior mean while {who} plays",
                REACHED,
                estimate(scores, setting.seed),
                finding=True,
            )
        )
    rows.append(Row("fitness of even weights", REACHED, exactly(even), finding=True))
    rows.append(
        Row("fitness of even weights: standard deviation of one evaluation", None, exactly(spread_of_one), finding=True)
    )
    above = (REACHED - even) / spread_of_one
    note = (
        f"{games:,} games each, the same mixtures for everybody; fitness is out of 400. The score of even weights is "
        "known exactly. We measured how much higher the posterior mean scores on the same mixtures, and added the "
        f"difference. The paper's 302 is the best of many evaluations, and is {above:.1f} standard deviations of one "
        "evaluation above the score of even weights."
    )
    return Findings(tuple(rows), (note,))


def even_weights() -> tuple[float, float]:
    """The mean score in 400 games of an identifier that always answers with even weights, and its deviation.

    >>> [round(number, 1) for number in even_weights()]
    [297.2, 2.2]
    """
    import numpy as np

    points = prior_points(across=40)
    scores = 1 - np.linalg.norm(points.mixtures - 1 / len(CARDINALS), axis=1)
    mean = points.shares @ scores
    return float(400 * mean), float((400 * (points.shares @ (scores - mean) ** 2)) ** 0.5)
