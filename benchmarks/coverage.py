"""How often 95% intervals of the arena hold the truth, and how wide they are.

``python -m benchmarks.coverage --trials 2000 --seed 1 --write docs/results/coverage.json``

Matches with a known true mean are drawn, with rates from 0.5% to 50% and 10 to 1,000 deals. A deal has one game, or
several games that are independent, correlated or equal. Every interval is compared with the one that resampling alone
gives for the same deals. Scores without bounds come last: for them, resampling is the only method.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import track

from kibitz.arena.intervals import SHARE, Bounds, Estimate, resampled

RATES = (0.005, 0.01, 0.0223, 0.05, 0.1, 0.2, 0.5)
DEALS = (10, 20, 50, 100, 200, 500, 1000)
GAMES = (2, 6, 24)
Draw = Callable[[np.random.Generator, tuple[int, int]], Any]
"""Draws the mean of every deal (a row) of every trial (a column)."""


def together(rate: float, games: int, correlation: float) -> Draw:
    """Every deal has a rate of its own, so that two of its games have this correlation (beta-binomial)."""
    apart = (1 - correlation) / correlation
    return lambda random, size: random.binomial(games, random.beta(rate * apart, (1 - rate) * apart, size)) / games


def whole(rate: float, games: int, share: float) -> Draw:
    """In this share of the deals the cards decide, and all games end alike. The games of the other deals are
    independent."""
    return lambda random, size: np.where(
        random.random(size) < share, random.random(size) < rate, random.binomial(games, rate, size) / games
    )


def copied(rate: float, games: int, share: float) -> Draw:
    """This share of the games of a deal is decided by its cards; the other games are independent."""

    def draw(random: np.random.Generator, size: tuple[int, int]) -> Any:
        alike = random.binomial(games, share, size)
        return (alike * (random.random(size) < rate) + random.binomial(games - alike, rate)) / games

    return draw


def seldom(rate: float, others: float) -> Draw:
    """Nearly all deals are even. A few are won in all their games, or lost in all."""
    return lambda random, size: np.where(random.random(size) < rate, random.random(size) < others, 0.5)


@dataclass(frozen=True)
class Kind:
    """What is drawn, and its true mean."""

    name: str
    games: int | None
    mean: float
    draw: Draw
    bounds: Bounds | None = SHARE


def shares() -> Iterator[Kind]:
    """Shares with every rate, from independent games to games that all end alike."""
    for rate in RATES:
        yield Kind("complete", 1, rate, whole(rate, 1, 1.0))
        for games in GAMES:
            yield Kind("none", games, rate, whole(rate, games, 0.0))
            for correlation in (0.2, 0.8):
                yield Kind(f"correlation {correlation}", games, rate, together(rate, games, correlation))
            for share in (0.05, 0.2, 0.5):
                yield Kind(f"{share:.0%} of the deals decided", games, rate, whole(rate, games, share))
            yield Kind("70% of a deal's games alike", games, rate, copied(rate, games, 0.7))
    for rate in RATES[:-1]:
        yield Kind(f"{rate:.3g} of the deals not even, all won", None, 0.5 + rate / 2, seldom(rate, 1.0))
        yield Kind(f"{rate:.3g} of the deals not even, half won", None, 0.5, seldom(rate, 0.5))
    yield Kind("uniform", None, 0.5, lambda random, size: random.random(size))
    yield Kind("beta(0.5, 9.5)", None, 0.05, lambda random, size: random.beta(0.5, 9.5, size))
    yield Kind("beta(5, 15)", None, 0.25, lambda random, size: random.beta(5, 15, size))


def scores() -> Iterator[Kind]:
    """Scores that nothing bounds."""
    yield Kind("normal", None, 0.0, lambda random, size: random.normal(size=size), None)
    yield Kind("exponential", None, 1.0, lambda random, size: random.exponential(size=size), None)
    yield Kind("1 in 20 deals counts", None, 0.05, lambda random, size: 1.0 * (random.random(size) < 0.05), None)


@dataclass(frozen=True)
class Cell:
    """How often the truth lay within the interval, and its mean width; the same for resampling alone.

    If all deals are equal, the interval of resampling alone has no width. Trials without an interval count neither for
    ``coverage`` nor for the width; ``without`` is their share.
    """

    kind: str
    games: int | None
    mean: float
    deals: int
    coverage: float
    width: float
    without: float
    resampled_coverage: float
    resampled_width: float


def cell(kind: Kind, deals: int, trials: int, seed: int) -> Cell:
    """Draw this many matches, one in each column."""
    random = np.random.default_rng([seed, deals])
    values = np.asarray(kind.draw(random, (deals, trials)), dtype=float)
    ones = np.ones_like(values)
    ours = resampled(values, ones, seed, kind.bounds)
    alone = [each if each.has_interval else _certain(each) for each in resampled(values, ones, seed)]
    known = [each for each in ours if each.has_interval]
    return Cell(
        kind.name,
        kind.games,
        kind.mean,
        deals,
        _coverage(known, kind.mean),
        _width(known),
        round(1 - len(known) / trials, 4),
        _coverage(alone, kind.mean),
        _width(alone),
    )


def _certain(found: Estimate) -> Estimate:
    return Estimate(found.mean, found.mean, found.mean, found.clusters)


def _coverage(found: list[Estimate], mean: float) -> float:
    return round(float(np.mean([each.low - 1e-9 <= mean <= each.high + 1e-9 for each in found])), 4)


def _width(found: list[Estimate]) -> float:
    return round(float(np.mean([each.high - each.low for each in found])), 5)


def main(
    trials: Annotated[int, typer.Option(help="Matches for every rate, number of deals and kind.")] = 2000,
    seed: Annotated[int, typer.Option(help="Determines every draw.")] = 1,
    write: Annotated[Path | None, typer.Option(help="A JSON file to write everything to.")] = None,
) -> None:
    """Print the worst coverage by number of deals, and write everything if asked to."""
    kinds = [*shares(), *scores()]
    cases = [(kind, deals) for kind in kinds for deals in DEALS]
    found = [(kind, cell(kind, deals, trials, seed)) for kind, deals in track(cases, "drawing", transient=True)]
    out = Console(highlight=False, width=120)
    for deals in DEALS:
        bounded = [each for kind, each in found if kind.bounds and each.deals == deals]
        worst = min(bounded, key=lambda each: each.coverage)
        alone = min(each.resampled_coverage for each in bounded)
        wider = [each.width / each.resampled_width for each in bounded if each.mean == 0.5 and each.games]
        out.print(
            f"{deals:5} deals: shares at least {worst.coverage:.1%} ({worst.kind}, {worst.games} games, rate "
            f"{worst.mean:.3g}), by resampling alone {alone:.1%}; at rate 50% {np.mean(wider) - 1:.1%} wider"
        )
    for each in (each for kind, each in found if kind.bounds is None):
        out.print(f"{each.deals:5} deals: {each.kind} {each.coverage:.1%}, no interval in {each.without:.1%} of trials")
    if write is not None:
        command = f"python -m benchmarks.coverage --trials {trials} --seed {seed}"
        least = min(each.coverage for kind, each in found if kind.bounds)
        lines = ",\n".join(f"  {json.dumps(asdict(each))}" for _, each in found)
        about = f' "command": {json.dumps(command)},\n "seed": {seed},\n "trials": {trials},\n "least": {least},\n'
        write.write_text(f'{{\n{about} "cells": [\n{lines}\n ]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
