"""The posterior over mixtures for a player of Guess It, from its observed moves (lockett2007, section 5).

Six counts are a sufficient statistic. Under the paper's prior the posterior is a set of weighted mixtures. They are the
points of Gaussian quadrature in four boxes that shrink around the posterior, with 12 points a side, or 16 after many
moves. Within a game that is exact to 10 digits; after 20,000 moves the mean is off by less than a quarter of its
standard deviation (``tests/specialists/guess_it/test_guess_it_reading.py``). Section 8 suggests to learn a probability
of a bluff and of a call instead of four weights; then the belief is a beta distribution for each of the two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.errors import SpecError
from kibitz.games.game import State
from kibitz.games.view import View
from kibitz.specialists.guess_it.mixture_prior import ACROSS, Points, cube_points, prior_points
from kibitz.specialists.guess_it.plans import CALLED, KINDS, LET_PASS, SIGHTS, Strangers, likelihoods, mixed_strangers
from kibitz.specialists.guess_it.play import ASKS, happenings, seen_by
from kibitz.specialists.guess_it.stationary import CARDINALS

MANY, ACROSS_MANY = 200, 16  # after the first number of observations, a box has the second number of points a side
REACH = 6.0  # a box reaches this many standard deviations to either side
ROUNDS = 12
SETTLED = 0.8  # a box stops shrinking when it keeps this share of every side


def sights(position: State | View, seat: int) -> dict[str, int]:
    """How often a seat has observed each of ``SIGHTS`` in the other's play of this game.

    Moves without a choice do not count: naming a known centre, and guessing when no secret card is left.

    >>> import kibitz
    >>> game = kibitz.game("guess-it(cards=2)")
    >>> {sight: count for sight, count in sights(game.parse("1 4 / 2 5 / ask 1, name 1"), 0).items() if count}
    {'called': 1}
    >>> {sight: count for sight, count in sights(game.parse("1 4 / 2 5 / ask 5, ask 2, ask 4"), 0).items() if count}
    {'bluffed': 1}
    """
    counts = dict.fromkeys(SIGHTS, 0)
    for sight in sights_in_order(position, seat):
        counts[sight] += 1
    return counts


def sights_in_order(position: State | View, seat: int) -> list[str]:
    """The observations of ``sights`` as a list, the latest last.

    >>> import kibitz
    >>> sights_in_order(kibitz.game("guess-it(cards=2)").parse("1 4 / 2 5 / ask 5, ask 2, ask 4"), 0)
    ['bluffed']
    """
    view = seen_by(position, seat)
    found = [KINDS[known.happening] for known in happenings(view, seat) if not known.mine]
    answer = _answer(view, seat)
    return found if answer is None else [*found, answer]


def fading(counts: Mapping[str, float], seen: Sequence[str], forgetting: float = 1.0) -> dict[str, float]:
    """Counts after more observations, each of which multiplies all earlier counts by ``forgetting``.

    >>> fading({"bluffed": 2.0}, ["asked", "asked"], forgetting=0.5)
    {'bluffed': 0.5, 'asked': 1.5}
    """
    kept = dict(counts)
    for sight in seen:
        if forgetting != 1:  # whole numbers stay whole
            kept = {each: count * forgetting for each, count in kept.items()}
        kept[sight] = kept.get(sight, 0) + 1
    return kept


def _answer(view: View, seat: int) -> str | None:
    """Whether the other called our pending card, if it ended the game by naming a card; otherwise None."""
    *asks, named = view.core.history or [0]
    if named < ASKS or len(asks) % 2 == seat or not asks or asks[-1] in view.core.hands[1 - seat]:
        return None
    secret = set(view.core.hands[seat]) - set(view.core.face_up) - set(asks[:-1])
    if not secret or named - ASKS in asks[:-1]:  # it already knew the centre
        return None
    return CALLED if named - ASKS == asks[-1] else LET_PASS


def belief(counts: Mapping[str, float], pure: float = 0.0, across: int = 0) -> Points:
    """The posterior over mixtures, given the counts.

    Before anything is seen, the opponent is a mixture drawn from the paper's prior or, with probability ``pure``, one
    of the four cardinal opponents itself. ``across`` is the number of points for each dimension; 0: as many as needed.

    >>> [round(weight, 3) for weight in belief({"bluffed": 30, "asked": 10, "called": 2, "let pass": 8}).mean]
    [0.195, 0.459, 0.102, 0.244]
    """
    import numpy as np  # slow to load

    seen = {sight: count for sight, count in counts.items() if count}
    rows, parts = likelihoods(CARDINALS.values()), len(CARDINALS)
    across = across or (ACROSS if sum(seen.values()) < MANY else ACROSS_MANY)

    def log_likelihood(mixtures: Any) -> Any:
        logs = np.zeros(len(mixtures))
        for sight, count in seen.items():
            logs += count * np.log(np.maximum(mixtures @ rows[sight], 1e-300))
        return logs

    if seen:
        cubes = [_closed_in(largest, log_likelihood, across) for largest in range(parts)]
        mixtures = np.vstack([points for points, _ in cubes])
        sizes = np.hstack([size for _, size in cubes]) / parts
    else:
        prior = prior_points(parts, across)
        mixtures, sizes = prior.mixtures, prior.shares
    if pure:
        mixtures = np.vstack([mixtures, np.eye(parts)])
        sizes = np.hstack([(1 - pure) * sizes, np.full(parts, pure / parts)])
    logs = log_likelihood(mixtures)
    shares = sizes * np.exp(logs - logs.max())
    return Points(mixtures, shares / shares.sum())


PRIORS = ("mixtures", "habits")


def strangers(counts: Mapping[str, float], prior: str = "mixtures", pure: float = 0.0) -> Strangers:
    """The posterior over habits, given the counts.

    ``mixtures`` is the paper's prior; ``habits`` draws a probability of a bluff and one of a call, each uniformly.

    >>> found = strangers({"bluffed": 3, "asked": 1}, prior="habits")
    >>> round(float(found.shares @ found.bluff), 6), round(float(found.shares @ found.call), 6)
    (0.666667, 0.5)
    """
    if prior not in PRIORS:
        raise SpecError(f"prior={prior} is not allowed; give {' or '.join(PRIORS)}")
    if prior == "mixtures":
        return mixed_strangers(belief(counts, pure))
    import numpy as np  # slow to load

    seen = {sight: counts.get(sight, 0) for sight in SIGHTS}
    passed = seen["let pass and bluffed"] + seen["let pass and asked"] + seen[LET_PASS]
    bluffed, asked = (seen[each] + seen[f"let pass and {each}"] for each in ("bluffed", "asked"))
    bluff, bluff_shares = _beta_points(bluffed, asked)
    call, call_shares = _beta_points(seen[CALLED], passed)
    shares = np.outer(bluff_shares, call_shares).ravel()
    both = [axis.ravel() for axis in np.meshgrid(bluff, call, indexing="ij")]
    found = np.array([*both, (1 - pure) * shares])
    if pure:
        corners = np.array([(each.bluff, each.call) for each in CARDINALS.values()], dtype=float)
        likely = _log_beta(bluffed, asked, corners[:, 0]) + _log_beta(seen[CALLED], passed, corners[:, 1])
        found = np.hstack([found, np.vstack([corners.T, pure / len(CARDINALS) * np.exp(likely)])])
    return Strangers(found[0], found[1], found[0], found[2] / found[2].sum())


def _beta_points(times: float, others: float) -> tuple[Any, Any]:
    """Quadrature points of the posterior of a probability, from a uniform prior and two counts.

    This is Gauss's rule for the beta distribution, from the eigenvalues of its Jacobi matrix (Golub & Welsch 1969).
    With it the expected likelihood of a game is exact for every game, whatever was seen before.
    """
    import numpy as np

    apart, total = float(times - others), float(times + others)
    step = np.arange(1, ACROSS_MANY)
    middle = np.append(apart / (total + 2), apart * total / ((2 * step + total) * (2 * step + total + 2)))
    beside = 4 * step * (step + times) * (step + others) * (step + total)
    beside = np.sqrt(beside / ((2 * step + total + 1) * (2 * step + total - 1))) / (2 * step + total)
    places, vectors = np.linalg.eigh(np.diag(middle) + np.diag(beside, 1) + np.diag(beside, -1))
    return (places + 1) / 2, vectors[0] ** 2


def _log_beta(times: float, others: float, chance: Any) -> Any:
    """The log likelihood ratio of a fixed probability to one drawn uniformly, given the observations."""
    import numpy as np
    from scipy.special import betaln

    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.where(times > 0, times * np.log(chance), 0) + np.where(others > 0, others * np.log(1 - chance), 0)
    return logs - betaln(times + 1, others + 1)


def _closed_in(largest: int, log_likelihood: Any, across: int) -> tuple[Any, Any]:
    """Points in one cube of the prior, within the box in which the belief is concentrated, and the share of the cube
    that each point represents."""
    import numpy as np

    low, high = np.zeros(len(CARDINALS) - 1), np.ones(len(CARDINALS) - 1)
    for _ in range(ROUNDS):
        mixtures, sizes = cube_points(largest, (low, high), across)
        logs = log_likelihood(mixtures)
        weights = sizes * np.exp(logs - logs.max())
        weights /= weights.sum()
        ratios = np.delete(mixtures / mixtures[:, largest : largest + 1], largest, axis=1)
        middle = weights @ ratios
        wide = REACH * np.sqrt(weights @ (ratios - middle) ** 2) + 2 * (high - low) / across
        closer = np.maximum(middle - wide, low), np.minimum(middle + wide, high)
        if np.all(closer[1] - closer[0] > SETTLED * (high - low)):
            break
        low, high = closer
    return mixtures, sizes
