"""Lockett, Chen & Miikkulainen, Evolving Explicit Opponent Models in Game Playing, 2007: its tables and claims.

What the paper leaves open is pinned down in ``docs/guess-it.md``.
"""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

from kibitz.arena.intervals import estimate
from kibitz.models.mixture_prior import Points, prior_points
from kibitz.models.stationary import CARDINALS
from kibitz.papers.claims import FAILS, HOLDS, RULE, Claim, Row, decided, exactly
from kibitz.papers.figures import curves
from kibitz.papers.item import Findings, Item, Setting
from kibitz.papers.lockett2007.across_games import CHECKPOINTS, drawn_mixture, rates_by_games
from kibitz.papers.lockett2007.identifier_games import identified
from kibitz.papers.lockett2007.mixtures import MIXTURES
from kibitz.papers.lockett2007.validation import PAPER, VALIDATION
from kibitz.papers.spread import spread
from kibitz.searches.guess_it_exact import Equilibrium, WinRate, best_response, equilibrium, win_rate
from kibitz.searches.guess_it_plans import Habits, Unknown, mixed_strangers

CARDS = 6

# The cardinal opponents, exactly.

RELATIONS = (
    ("always-bluff", "call-then-bluff"),
    ("call-then-bluff", "call-then-ask"),
    ("call-then-ask", "always-ask"),
    ("always-ask", "always-bluff"),
)
"""Who defeats whom, section 3."""
ABOUT_HALF, HIGH = 5.0, 75.0  # percent: how far from half is about half, and what is high
SURE = 1e-9
STEPS = 25  # of the grid on which the best stationary player is looked for, from 0 to a half
RELATIONS_RULE = (
    "Every number is exact. That one defeats another holds if it wins more than half of the games moving first, and "
    "more than half moving second. That one can be defeated in every game holds if the best reply to it does that, and "
    "that always-ask cannot if it does not. About half: within 5 points of 50% in either seat. With high probability: "
    "at least 75% over both seats."
)


def relations(setting: Setting) -> Findings:
    """The four relations, what can be won from whom, and what section 1 says of the best mixed strategy."""
    rates = {(one, two): win_rate(one, two, CARDS) for one in CARDINALS for two in CARDINALS}
    solved = equilibrium(CARDS)
    rows = [
        *(_defeats(rates[pair]) for pair in RELATIONS),
        *(_outright(name) for name in CARDINALS),
        *_section_1(solved),
        *(row for rate in rates.values() for row in _both_seats(rate)),
    ]
    return Findings(tuple(rows), (NOTE,), values={"cards": CARDS, **_win_rates(rates), **_solved(solved)})


NOTE = (
    f"{CARDS} cards each. The best mixed strategy of section 1 is read in two ways: as the equilibrium, against which "
    "all ways to bluff and to call win equally often, and as the pair of a bluffing and a calling probability, kept "
    f"for a whole game, that does best against the worst of the cardinal opponents (on a grid of {1 / (2 * STEPS):g})."
)


def _percent(label: str, share: float, verdict: bool | None = None) -> Row:
    said = "" if verdict is None else HOLDS if verdict else FAILS
    return Row(label, None, exactly(100 * share), said, "%")


def _defeats(rate: WinRate) -> Row:
    held = min(rate.moving_first, rate.moving_second) > 0.5
    return _percent(f"{rate.player} defeats {rate.opponent}", rate.mean, held)


def _outright(name: str) -> Row:
    best = best_response(name, CARDS)
    sure = min(best.moving_first, best.moving_second) > 1 - SURE
    word = "cannot" if name == "always-ask" else "can"
    return _percent(f"{name} {word} be defeated in every game: the best reply wins", best.mean, sure == (word == "can"))


def _section_1(solved: Equilibrium) -> list[Row]:
    bluff, call, worst = best_stationary()
    half = abs(100 * solved.value - 50) < ABOUT_HALF
    against = max(win_rate(name, "equilibrium", CARDS).mean for name in CARDINALS)
    return [
        _percent("the equilibrium wins about half: moving first", solved.value, half),
        _percent("the equilibrium wins about half: moving second", 1 - solved.value, half),
        _percent("a basic strategy beats the equilibrium with high probability", against, 100 * against >= HIGH),
        _percent(
            f"a basic strategy beats stationary(bluff={bluff:g}, call={call:g}) with high probability",
            1 - worst,
            100 * (1 - worst) >= HIGH,
        ),
        _percent("the equilibrium at the start: bluffs", solved.bluff),
        _percent("the equilibrium at the start: calls", solved.call),
    ]


def best_stationary(steps: int = STEPS) -> tuple[float, float, float]:
    """How often to bluff and to call, always the same, and what is then won from the worst of the cardinal opponents.

    >>> best_stationary(steps=5)
    (0.3, 0.2, 0.42...)
    """
    grid = [step / (2 * steps) for step in range(steps + 1)]

    def worst(bluff: float, call: float) -> float:
        return min(win_rate(Habits(bluff, call, bluff), name, CARDS).mean for name in CARDINALS)

    bluff, call = max(product(grid, repeat=2), key=lambda habit: worst(*habit))
    return bluff, call, worst(bluff, call)


def _both_seats(rate: WinRate) -> list[Row]:
    label = f"{rate.player} v. {rate.opponent}"
    return [
        _percent(f"{label}, moving first", rate.moving_first),
        _percent(f"{label}, moving second", rate.moving_second),
    ]


def _win_rates(rates: dict[tuple[str, str], WinRate]) -> dict[str, Any]:
    return {
        "win_rates": [
            {
                "player": rate.player,
                "opponent": rate.opponent,
                "moving_first": rate.moving_first,
                "moving_second": rate.moving_second,
            }
            for rate in rates.values()
        ]
    }


def _solved(solved: Equilibrium) -> dict[str, Any]:
    standings = [
        {
            "own": own,
            "other": other,
            "value": solved.values[own, other],
            "bluff": choice.bluff,
            "call": solved.plan.calls[own, other],
        }
        for (own, other), choice in solved.plan.choices.items()
    ]
    at_start = {"value": solved.value, "bluff": solved.bluff, "call": solved.call}
    return {"equilibrium": {**at_start, "standings": standings}}


# What can be won at all.

NOISE = 3.5  # standard deviations that the best of a population may lie above what it can win
CEILINGS_RULE = (
    "Ours is what the best of all players wins on average, with what it is told, half of the games moving first. A "
    "printed fitness is the best of a noisy population: it is possible (holds) if it lies at most 3.5 standard "
    "deviations of one evaluation above ours, and not possible (does not hold) otherwise."
)


class Opponents(NamedTuple):
    """So many games against opponents that look the same at first: mixtures, or some of the cardinal ones."""

    games: int
    mixtures: float
    cardinals: tuple[str, ...] = ()
    moving_first: bool = False
    """Whether the player always begins; else in half of the games."""

    def strangers(self) -> Points:
        """What they may be: mixtures with this probability, else one of the cardinal ones, each as likely."""
        import numpy as np  # slow to load

        drawn = prior_points()
        corners = np.eye(len(CARDINALS))[[list(CARDINALS).index(name) for name in self.cardinals]]
        share = (1 - self.mixtures) / max(1, len(corners))
        shares = np.hstack([self.mixtures * drawn.shares, np.full(len(corners), share)])
        return Points(np.vstack([drawn.mixtures, corners]), shares)

    @property
    def chance(self) -> float:
        """What the best reply to whatever they turn out to be wins."""
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
    ("Table 1, IDs only: told who it is", 395.8, TOLD),
    ("Table 1, Cards + Moves: sees the moves of the game", 357.0, UNTOLD),
    ("Table 1, Cards + Moves: sees also who called in another game", 357.0, FLAGGED),
    ("section 4, predictor: sees the moves of the game", 346.0, UNTOLD),
    ("section 6, Control: sees the moves of the game", 562.5, TRAINED),
    ("section 6, Control: sees also who called in another game", 562.5, TRAINED_FLAGGED),
    ("section 6, Control: sees that, and always moves first", 562.5, TRAINED_FIRST),
    ("section 6, Mixture-Based: told which cardinal opponent it is", 543.1, TRAINED_TOLD),
    ("section 6, Control, were a mixture drawn once a game", 562.5, ONCE),
)
CEILINGS_NOTE = (
    "Mixtures become one of the cardinal opponents at every move, as section 5 says. Were the one drawn for the whole "
    "game instead, all of section 6 would be about the four cardinal opponents, each as often."
)


def ceilings(setting: Setting) -> Findings:
    """What the best possible player wins in each of the paper's trainings, beside the fitness that is printed."""
    rows = []
    for label, printed, groups in CEILINGS:
        chances = [(each.games, each.chance) for each in groups]
        most = sum(games * chance for games, chance in chances)
        spread = sum(games * chance * (1 - chance) for games, chance in chances) ** 0.5
        possible = printed <= most + NOISE * spread
        rows.append(Row(label, printed, exactly(most), HOLDS if possible else FAILS))
    known = TRAINED_TOLD[1:]
    most = 400 * knowing_the_mixture() + sum(each.games * each.chance for each in known)
    rows.append(Row("section 6, told the weights of every mixture", None, exactly(most)))
    return Findings(tuple(rows), (CEILINGS_NOTE,))


def knowing_the_mixture(across: int = 6) -> float:
    """What the best replies to mixtures drawn from the paper's prior win on average, were each known.

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
    f"{RULE} A deal is here a game. The claims: 302 is more than the exact posterior mean reaches on average, whoever "
    "plays. That even weights reach it by luck holds if it lies at most 3.5 standard deviations of one evaluation over "
    "400 games above what they reach on average, which is exact."
)


def identifier_ceiling(setting: Setting) -> Findings:
    """What the posterior mean and what even weights score as a Mixture Identifier, beside the fitness of the paper."""
    games = setting.times(IDENTIFIED, QUICK_IDENTIFIED)
    starts = range(0, games, TOGETHER)
    cases = [(who, setting.seed, first, min(TOGETHER, games - first)) for who in WATCHED for first in starts]
    found = iter(spread(setting, "games against mixtures", identified, cases))
    by_who = {who: [pair for _ in starts for pair in next(found)] for who in WATCHED}
    even, spread_of_one = even_weights()
    claims = []
    for who, pairs in by_who.items():
        scores = [even + 400 * (ours - constant) for ours, constant in pairs]
        claims.append(
            Claim(f"the posterior mean stays below 302 while {who} plays", REACHED, scores, REACHED, above=False)
        )
    rows = decided(claims, setting.seed)
    lucky = HOLDS if even + NOISE * spread_of_one >= REACHED else FAILS
    rows.append(Row("even weights reach 302 by luck", REACHED, exactly(even), lucky))
    rows.append(Row("standard deviation of one evaluation", None, exactly(spread_of_one)))
    note = (
        f"{games:,} games each, the same mixtures for everybody; fitness is out of 400. What was measured is how much "
        "more the posterior mean scores than even weights do on the same mixtures: their own average is known exactly."
    )
    return Findings(tuple(rows), (note,))


def even_weights() -> tuple[float, float]:
    """What one who always answers with even weights scores in 400 games on average, and the standard deviation.

    >>> [round(number, 1) for number in even_weights()]
    [297.2, 2.2]
    """
    import numpy as np

    points = prior_points(across=40)
    scores = 1 - np.linalg.norm(points.mixtures - 1 / len(CARDINALS), axis=1)
    mean = points.shares @ scores
    return float(400 * mean), float((400 * (points.shares @ (scores - mean) ** 2)) ** 0.5)


# Beyond the paper: reading across games.

OPPONENTS, QUICK_OPPONENTS = 100, 6
RUNS, QUICK_RUNS = 10, 2  # against each cardinal opponent
ACROSS_RULE = (
    f"{RULE} A deal is here a series against one opponent. Win rates after so many games are exact for the beliefs to "
    "which the games led. The claims: the reader wins more than half from the first game on, and after 50 games at "
    "most one point less than one who knows the opponent."
)


def across_games(setting: Setting) -> Findings:
    """What the Bayesian reader wins from an opponent it has met 0, 1, .. 50 times, beside the best reply."""
    drawn = [str(drawn_mixture(setting.seed, number)) for number in range(setting.times(OPPONENTS, QUICK_OPPONENTS))]
    met = {"mixtures": drawn}
    met |= {name: [name] * setting.times(RUNS, QUICK_RUNS) for name in CARDINALS}
    cases = [(name, setting.seed + number) for names in met.values() for number, name in enumerate(names)]
    rates = iter(spread(setting, "series of games", rates_by_games, cases))
    by_kind = {kind: [[100 * rate for rate in next(rates)] for _ in names] for kind, names in met.items()}
    best = {kind: [100 * best_response(name, CARDS).mean for name in names] for kind, names in met.items()}
    missed = {
        kind: [top - series[-1] for top, series in zip(best[kind], by_kind[kind], strict=True)] for kind in by_kind
    }
    cardinal = [sum(each) / len(CARDINALS) for each in zip(*(missed[name] for name in CARDINALS), strict=True)]
    games = CHECKPOINTS[-1]
    claims = [
        Claim("mixtures, before the first game", None, [series[0] for series in by_kind["mixtures"]], 50, unit="%"),
        Claim(f"mixtures: missing after {games} games", None, missed["mixtures"], 1, above=False, unit="%"),
        Claim(f"cardinal opponents: missing after {games} games", None, cardinal, 1, above=False, unit="%"),
    ]
    rows = decided(claims, setting.seed)
    lines = {}
    for kind, found in by_kind.items():
        estimates = [estimate(column, setting.seed) for column in zip(*found, strict=True)]
        lines[kind] = (list(map(float, CHECKPOINTS)), estimates)
        rows += [
            Row(f"{kind}, after {count} games", None, each, unit="%")
            for count, each in zip(CHECKPOINTS, estimates, strict=True)
        ]
        rows.append(Row(f"{kind}, who knows the opponent", None, estimate(best[kind], setting.seed), unit="%"))
    note = f"{len(drawn)} mixtures drawn from the paper's prior; {len(cardinal)} series against each cardinal opponent."
    return Findings(tuple(rows), (note,), {"Win rate of the reader": curves(lines, "games before", "won, %")})


ITEMS = (
    Item(PAPER, "relations", "Sections 1 and 3: who defeats whom, and the equilibrium", relations, RELATIONS_RULE),
    Item(PAPER, "ceilings", "Sections 4 and 6: what can be won at all, beside the printed", ceilings, CEILINGS_RULE),
    Item(
        PAPER,
        "identifier-ceiling",
        "Section 5: how well a mixture can be identified",
        identifier_ceiling,
        IDENTIFIER_RULE,
    ),
    Item(PAPER, "across-games", "Beyond the paper: a Bayesian reader across games", across_games, ACROSS_RULE),
    *VALIDATION,
    *MIXTURES,
)
