"""Exact winning rates of the Bayesian reader against an opponent, after a number of played games."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.arena.figures import curves
from kibitz.arena.intervals import estimate
from kibitz.games.registry import game
from kibitz.models.mixed import Mixed
from kibitz.models.model import Model
from kibitz.papers.cached_work import spread
from kibitz.papers.claims import Row, exactly
from kibitz.papers.item import Findings, Setting
from kibitz.papers.lockett2007.relations import CARDS
from kibitz.players.play_game import play_game
from kibitz.players.searching import Modelled
from kibitz.random import Random
from kibitz.specialists.guess_it.exact import best_response, win_rate
from kibitz.specialists.guess_it.players import BayesReader
from kibitz.specialists.guess_it.stationary import CARDINALS
from kibitz.wants.mixture import Mixture

CHECKPOINTS = (0, 1, 2, 5, 10, 20, 50)


def drawn_mixture(seed: int, number: int) -> Model:
    """An opponent from the paper's prior: a uniform number for every cardinal opponent, divided by their sum.

    >>> drawn_mixture(seed=1, number=0) == drawn_mixture(seed=1, number=0)
    True
    """
    random = Random(seed, "mixture", number)
    return Mixed(Mixture(tuple((random.uniform(), cardinal) for cardinal in CARDINALS.values())))


def rates_by_games(opponent: str, seed: int, cards: int = 6, checkpoints: Sequence[int] = CHECKPOINTS) -> list[float]:
    """The reader's winning rate in its next game, over both seats, after a number of games. It moves first in every
    other game.

    >>> rates = rates_by_games("always-ask", seed=1, cards=3, checkpoints=[0, 8])
    >>> rates[1] > rates[0]
    True
    """
    played = game("guess-it", cards=cards)
    reader, other = BayesReader(carry=True), Modelled(opponent)
    names, found = ("reader", "opponent"), []
    for number in range(max(checkpoints) + 1):
        if number in checkpoints:
            reader.begin(played, 0, played.start(0).view(0), names)
            found.append(win_rate(reader.reply, opponent, cards).mean)
        order = (reader, other) if number % 2 == 0 else (other, reader)
        play_game(played, order, Random(seed, "game", number).next(), names if number % 2 == 0 else names[::-1])
    return found


OPPONENTS, QUICK_OPPONENTS = 100, 6
RUNS, QUICK_RUNS = 10, 2  # against each cardinal opponent
ACROSS_RULE = (
    "There is no verdict: in the paper every game is independent (section 8). The findings are the winning rate of "
    "the reader before the first game, and how much lower it is after 50 games than that of a player who knows the "
    "opponent. Winning rates are exact, given the beliefs after the played games. Intervals count a series of games "
    "against one opponent as one observation."
)


def across_games(setting: Setting) -> Findings:
    """The winning rate of the Bayesian reader after 0, 1, .. 50 games against an opponent, compared with the best
    reply."""
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
    findings = {
        "mixtures: winning rate of the reader before the first game": [series[0] for series in by_kind["mixtures"]],
        f"mixtures: winning rate of the best reply minus that of the reader after {games} games": missed["mixtures"],
        f"cardinal opponents: winning rate of the best reply minus that of the reader after {games} games": cardinal,
    }
    rows = [
        Row(label, None, estimate(values, setting.seed), unit="%", finding=True) for label, values in findings.items()
    ]
    lines = {}
    for kind, found in by_kind.items():
        estimates = [estimate(column, setting.seed) for column in zip(*found, strict=True)]
        known = estimate(best[kind], setting.seed)
        if kind in CARDINALS:  # a single opponent, so these two winning rates are exact and need no interval
            estimates[0], known = exactly(found[0][0], len(found)), exactly(best[kind][0], len(found))
        lines[kind] = (list(map(float, CHECKPOINTS)), estimates)
        rows += [
            Row(f"{kind}: winning rate of the reader after {count} games", None, each, unit="%")
            for count, each in zip(CHECKPOINTS, estimates, strict=True)
        ]
        rows.append(Row(f"{kind}: winning rate of a player that knows the opponent", None, known, unit="%"))
    note = f"{len(drawn)} mixtures drawn from the paper's prior; {len(cardinal)} series against each cardinal opponent."
    return Findings(tuple(rows), (note,), {"Win rate of the reader": curves(lines, "games before", "won, %")})
