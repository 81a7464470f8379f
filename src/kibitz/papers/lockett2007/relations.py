"""The cardinal opponents of lockett2007, exactly: who defeats whom, and the equilibrium (sections 1 and 3)."""

from __future__ import annotations

from itertools import product
from typing import Any

from kibitz.papers.claims import FAILS, HOLDS, Row, exactly
from kibitz.papers.item import Findings, Setting
from kibitz.specialists.guess_it.exact import Equilibrium, WinRate, best_response, equilibrium, win_rate
from kibitz.specialists.guess_it.plans import Habits
from kibitz.specialists.guess_it.stationary import CARDINALS

CARDS = 6

RELATIONS = (
    ("always-bluff", "call-then-bluff"),
    ("call-then-bluff", "call-then-ask"),
    ("call-then-ask", "always-ask"),
    ("always-ask", "always-bluff"),
)
"""Who defeats whom, section 3."""
# In percent: the largest distance from half that counts as "about half", and the lowest "high" probability.
ABOUT_HALF, HIGH = 5.0, 75.0
BY_THE_BEST = "share won by the best of the four"
SURE = 1e-9
STEPS = 25  # steps of the grid from 0 to 1/2 on which the best stationary player is searched
RELATIONS_RULE = (
    "Every number is exact. A defeats B if A wins more than half of the games moving first and more than half "
    "moving second. A player can be defeated in every game if the best reply wins every game. About half means "
    "within 5 points of 50% in either seat. With high probability means at least 75% over both seats."
)


def relations(setting: Setting) -> Findings:
    """The four relations, the best reply to each opponent, and the claim of section 1 about the best mixed strategy."""
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
    f"{CARDS} cards each. We read the best mixed strategy of section 1 in two ways. The first is the equilibrium, "
    "against which all ways to bluff and to call win equally often. The second is a fixed pair of probabilities, of a "
    "bluff and of a call, for a whole game: the pair with the best result against its worst cardinal opponent (on a "
    f"grid of {1 / (2 * STEPS):g})."
)


def _percent(label: str, share: float, verdict: bool | None = None) -> Row:
    said = "" if verdict is None else HOLDS if verdict else FAILS
    return Row(label, None, exactly(100 * share), said, "%")


def _defeats(rate: WinRate) -> Row:
    held = min(rate.moving_first, rate.moving_second) > 0.5
    return _percent(f"{rate.player} defeats {rate.opponent}: share of games won", rate.mean, held)


def _outright(name: str) -> Row:
    best = best_response(name, CARDS)
    sure = min(best.moving_first, best.moving_second) > 1 - SURE
    word = "cannot" if name == "always-ask" else "can"
    return _percent(
        f"{name} {word} be defeated in every game: share won by the best reply", best.mean, sure == (word == "can")
    )


def _section_1(solved: Equilibrium) -> list[Row]:
    bluff, call, worst = best_stationary()
    half = abs(100 * solved.value - 50) < ABOUT_HALF
    against = max(win_rate(name, "equilibrium", CARDS).mean for name in CARDINALS)
    return [
        _percent("the equilibrium wins about half of the games: share won moving first", solved.value, half),
        _percent("the equilibrium wins about half of the games: share won moving second", 1 - solved.value, half),
        _percent(
            f"a basic strategy beats the equilibrium with high probability: {BY_THE_BEST}",
            against,
            100 * against >= HIGH,
        ),
        _percent(
            f"a basic strategy beats stationary(bluff={bluff:g}, call={call:g}) with high probability: {BY_THE_BEST}",
            1 - worst,
            100 * (1 - worst) >= HIGH,
        ),
        _percent("the equilibrium at the start: probability of a bluff", solved.bluff),
        _percent("the equilibrium at the start: probability of a call", solved.call),
    ]


def best_stationary(steps: int = STEPS) -> tuple[float, float, float]:
    """The best fixed probabilities of a bluff and a call, and their winning rate against the worst opponent.

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
        _percent(f"{label}: share won moving first", rate.moving_first),
        _percent(f"{label}: share won moving second", rate.moving_second),
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
