"""Hidden hands: two seats against two on duplicate deals, at equal processor time.

``python -m benchmarks.hidden --players NEW --players START --milliseconds 7 --deals 500 --seed 2``

Every deal is played twice, with the seats of the two players exchanged; a deal is one cluster of the intervals. The
result at Hearts is the difference in penalty points per hand (below 0: the first player is better); cards are passed to
the left, to the right, across and not at all, in turn. At Spades by tricks it is the first player's share of the win,
which goes to the seats with the most tricks. At Spades with bids it is points per hand with the sign turned, so that
below 0 is better there, too. ``spades-to-300`` is Spades for three with bids and bags, whole games to 300 points: one
seat against two, and then the two against the one, so that equal players share the wins equally.

Equal time means equal processor time per move. The number of simulations that takes this time is measured once for
every stage of a hand (the pass, then trick by trick) on separate deals, and then fixed, so that no clock decides a
game. ``--simulations`` gives every player the same number of simulations instead. Tuning uses seeds below 1,000;
results come from other seeds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import count
from pathlib import Path
from time import perf_counter, process_time
from typing import Annotated, Any, cast

import typer
from rich.console import Console
from rich.table import Table as Shown

import kibitz
from kibitz import specs
from kibitz.arena.intervals import SHARE, Estimate, estimate
from kibitz.games.capabilities import Bidding, bidding
from kibitz.games.game import State
from kibitz.progress import Bar
from kibitz.random import Random

SEATINGS = {4: ((0, 2), (0, 1), (0, 3)), 3: ((0,), (1,), (2,))}
"""The seats of the first player, in turn, by the number of seats. Together with the exchanged seats, these are all ways
to seat two players on two seats each, or on one and two."""
PASSING = ("left", "right", "across", "none")
HEARTS = "hearts(passing={passing}, moon=true, first_trick=no-points)"
SPADES = "spades(players=4, scoring=tricks)"
BIDS = "spades(players=4, cards=13, bag_limit=1, bag_penalty=10)"
"""With bids; a bag costs nine points, as in a long game."""
TO_300 = "spades(players=3, hands=40, limit=300)"
SPADES_GAMES = {"spades": SPADES, "spades-bids": BIDS, "spades-to-300": TO_300}
LIMIT = 100
CALIBRATED = 6
"""Positions of each stage that are timed."""
ATTEMPT = 18
"""A seat tries to shoot the moon if it has taken all points so far, and at least this many of the 26."""


@dataclass(frozen=True)
class Contestant:
    """A player of the benchmark: a search without its number of simulations."""

    spec: str
    passing: float = 1.0
    """Its pass may take this many times as long as a move."""
    slower: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    """By game and stage: its simulations are counted as if they took this many times as long."""

    def described(self) -> dict[str, Any]:
        """Its fields for a log, without ``slower`` if it is as fast as it is: older logs do not have this field."""
        return {key: value for key, value in asdict(self).items() if value or key != "slower"}


START = Contestant("is-mcts(exploration=0.7, rollout=random, depth=none, low=0, high=0)")
"""is-mcts with the settings it had before this benchmark was written. With the same number of simulations it makes the
same moves as then. But it runs in today's core, with 3 to 5 times as many simulations in the same time."""
FASTER = {
    "hearts": (4.48, 4.73, 4.48, 4.09, 3.74, 3.53, 3.36, 3.14, 3.07, 3.17, 3.46, 4.39, 6.89),
    "spades": (1.0, 4.76, 4.27, 3.72, 3.40, 3.12, 2.79, 2.68, 2.57, 2.55, 2.68, 3.00, 5.00),
}
"""By stage, how many times as many simulations a second START makes today as with the core of its time (commit
5ff4c809). Both cores ran in turn, eight times each, on the positions of ``positions(game, 5)``; the best run counts."""
START_THEN = replace(START, slower={name: dict(enumerate(each)) for name, each in FASTER.items()})
"""START as fast as it was then: today's moves, with the number of simulations that the core of its time made."""
NEW = Contestant("hidden-mcts")

NAMED = {"START": START, "START-THEN": START_THEN, "NEW": NEW}


def contestant(text: str) -> Contestant:
    """The contestant of a name or a specification."""
    return NAMED[text] if text in NAMED else Contestant(text)


def stage(state: Any) -> int:
    """0 while cards are passed or bids made, then 1 and more by tricks played."""
    played = sum(1 for code in state.core.record if code is not None and code < 52)
    choosing = getattr(state.core, "choosing", False) or bidding(state)
    return 0 if choosing else 1 + played // state.game.players


def games(name: str) -> Iterable[Any]:
    """The game of every deal. For each seating, the directions of passing take turns."""
    for number in count():
        if name == "hearts":
            yield kibitz.game(HEARTS.format(passing=PASSING[number // len(SEATINGS[4]) % 4]))
        else:
            yield kibitz.game(SPADES_GAMES[name])


@dataclass
class Budget:
    """How many simulations a player makes in each stage."""

    contestant: Contestant
    simulations: dict[int, int]
    last: dict[int, Any] = field(default_factory=dict)
    """The last search of each seat in this game."""

    def choose(self, state: State, seed: int) -> str:
        """The move. If there is only one, it is not searched."""
        moves = state.moves()
        if len(moves) == 1:
            return moves[0]
        search = made(self.contestant.spec, self.simulations[stage(state)], seed).following(
            self.last.get(state.to_move)
        )
        if bidding(state) and not search.chooses_bids:
            return str(cast("Bidding", state.game).usual_bid(state.view(state.to_move)))
        self.last[state.to_move] = search
        return str(search.choose(search.part_of(state.view(state.to_move)), seed))


def made(spec: str, simulations: int, seed: int) -> Any:
    """The search with its number of simulations."""
    given = specs.parse(spec)
    return kibitz.search(
        specs.Spec(given.name, given.arguments, {**given.options, "simulations": simulations}), seed=seed
    )


def positions(name: str, seed: int) -> dict[int, list[State]]:
    """Positions of every stage, from games of random moves on separate deals."""
    found: dict[int, list[State]] = {}
    for number, game in zip(range(3 * CALIBRATED), games(name), strict=False):
        state = game.start(Random(seed, "calibration", number).next())
        random = Random(seed, "calibrated", number)
        while not state.over:
            if len(state.moves()) > 1:
                at = found.setdefault(stage(state), [])
                if len(at) < CALIBRATED and (not at or at[-1].game is not state.game or stage(state) == 0):
                    at.append(state)
            state = state.play(random.choice(state.moves()))
    return found


def calibrated(player: Contestant, name: str, milliseconds: float, seed: int) -> dict[int, int]:
    """How many simulations take this long, by stage."""
    budgets: dict[int, int] = {}
    for at, states in sorted(positions(name, seed).items()):
        wanted = milliseconds / 1000 * (player.passing if at == 0 else 1.0)
        simulations = 200
        for _ in range(3):
            took = min(timed(player, states, simulations) for _ in range(3)) / len(states)
            simulations = max(10, round(simulations * min(50.0, wanted / took)))
        budgets[at] = max(10, round(simulations / player.slower.get(name, {}).get(at, 1.0)))
    return budgets


def timed(player: Contestant, states: Sequence[State], simulations: int) -> float:
    """Processor seconds for a move in each of some positions."""
    search = made(player.spec, simulations, 1)
    began = process_time()
    for state in states:
        search.choose(search.part_of(state.view(state.to_move)))
    return process_time() - began


@dataclass
class Deal:
    """The results of one deal, in both seatings."""

    number: int
    passes: bool
    seats: tuple[int, ...]
    """The seats of the first player in the first game; in the second game it has the other seats."""
    points: list[list[float]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    moves: list[int] = field(default_factory=lambda: [0, 0])
    attempts: list[list[int]] = field(default_factory=list)
    """For each attempt to shoot the moon: the game, the seat, and who stopped it (-1: nobody). Logs of earlier versions
    do not have this."""
    counted: bool = False
    """Whether attempts were counted."""

    def owner(self, game: int, seat: int) -> int:
        """Whose seat it was in a game: 0 for the first player, 1 for the second."""
        return int((seat in self.seats) != (game == 0))

    def mean(self, whose: int) -> float:
        """The mean points of a player (0 or 1) over the two games, higher is worse at Hearts."""
        total = [
            sum(points for seat, points in enumerate(scores) if (seat in self.seats) == (whose == game))
            for game, scores in enumerate(self.points)
        ]
        return sum(total) / len(self.points[0])


def play(name: str, budgets: Sequence[Budget], deals: int, seed: int, log: Path | None = None) -> list[Deal]:
    """Play the deals that are not in the log yet."""
    found = [Deal(**json.loads(line)) for line in log.read_text().splitlines()[1:]] if log and log.exists() else []
    with Bar("deals") as bar:
        for number, game in zip(range(deals), games(name), strict=False):
            if number < len(found):
                continue
            seatings = SEATINGS[game.players]
            seats = seatings[number % len(seatings)]
            deal = Deal(number, str(game.options.get("passing", "none")) != "none", seats, counted=name == "hearts")
            for turned in range(2):
                moon = Moon()
                for budget in budgets:
                    budget.last.clear()
                state = game.start(Random(seed, "deal", number).next())
                for ply in count():
                    if state.over:
                        break
                    whose = turned if state.to_move in seats else 1 - turned
                    began = process_time()
                    move = budgets[whose].choose(state, Random(seed, "move", number, turned, ply).next())
                    deal.seconds[whose] += process_time() - began
                    deal.moves[whose] += 1
                    state = state.play(move)
                    if name == "hearts":
                        moon.watch(state)
                deal.points.append([-float(each) for each in state.scores])
                if name == "hearts" and sorted(deal.points[-1])[1] == 26.0 and moon.shooter is None:
                    # most points fell in the last trick
                    moon.shooter = deal.points[-1].index(0.0)
                if name == "hearts" and moon.shooter is not None:
                    deal.attempts.append([turned, moon.shooter, moon.stopped_by])
            found.append(deal)
            bar.update(number + 1, deals)
            if log is not None:
                with log.open("a") as file:
                    file.write(json.dumps(asdict(deal)) + "\n")
    return found[:deals]


@dataclass
class Moon:
    """Who tries to shoot the moon in a hand, and who stops it."""

    shooter: int | None = None
    stopped_by: int = -1

    def watch(self, state: State) -> None:
        """Look at the points after a move. At the end of the hand, the scores already include a moon."""
        if state.over or self.stopped_by >= 0:
            return
        takers = [seat for seat, score in enumerate(state.scores) if score < 0]
        if self.shooter is None:
            if len(takers) == 1 and -state.scores[takers[0]] >= ATTEMPT:
                self.shooter = takers[0]
        elif len(takers) > 1:
            [self.stopped_by] = [seat for seat in takers if seat != self.shooter]


def attempts(deals: Sequence[Deal]) -> dict[str, Any] | None:
    """How often each player tried to shoot the moon, succeeded, and stopped the other one, in deals for which this is
    known."""
    counted = [deal for deal in deals if deal.counted]
    if not counted:
        return None
    tried, done, stopped = [0, 0], [0, 0], [0, 0]
    for deal in counted:
        for game, seat, by in deal.attempts:
            owner, scores = deal.owner(game, seat), deal.points[game]
            tried[owner] += 1
            if sorted(scores)[1] == 26.0:
                done[owner] += 1
            elif deal.owner(game, by if by >= 0 else taker(scores, seat)) != owner:
                stopped[1 - owner] += 1
    return {"deals": len(counted), "attempts": tried, "successes": done, "stopped the other": stopped}


def taker(scores: Sequence[float], shooter: int) -> int:
    """Who, other than the shooter, took points in the last trick."""
    return next(seat for seat, points in enumerate(scores) if points > 0 and seat != shooter)


def moons(deals: Sequence[Deal], whose: int) -> int:
    """How often a player took all points of a hand."""
    return sum(
        sorted(scores)[1] == 26.0 and (scores.index(0.0) in deal.seats) == (whose == game)
        for deal in deals
        for game, scores in enumerate(deal.points)
    )


def to_a_hundred(deals: Sequence[Deal]) -> list[float]:
    """The first player's share of the win in games to 100 points, which are made up of these hands in their order.

    No player looks at the points of earlier hands, so hands of the same seating, with passing in turn, are such games.
    """
    wins = []
    for track in range(len(SEATINGS[4])):
        hands = [deal for deal in deals if deal.number % len(SEATINGS[4]) == track]
        for game in range(2):
            totals = [0.0] * 4
            for deal in hands:
                totals = [total + points for total, points in zip(totals, deal.points[game], strict=True)]
                if max(totals) < LIMIT:
                    continue
                best = [seat for seat in range(4) if totals[seat] == min(totals)]
                wins.append(sum((seat in deal.seats) == (game == 0) for seat in best) / len(best))
                totals = [0.0] * 4
    return wins


def summary(name: str, deals: Sequence[Deal], seed: int) -> dict[str, Any]:
    """The numbers of a match."""
    differences = [deal.mean(0) - deal.mean(1) for deal in deals]
    found: dict[str, Any] = {"deals": len(deals), "points a hand": numbers(estimate(differences, seed))}
    found["mean points"] = [round(sum(deal.mean(whose) for deal in deals) / len(deals), 3) for whose in range(2)]
    if name == "hearts":
        with_passing = [deal.mean(0) - deal.mean(1) for deal in deals if deal.passes]
        found["points a hand with passing"] = numbers(estimate(with_passing, seed)) if with_passing else None
        found["moons"] = [moons(deals, whose) for whose in range(2)]
        found["moon attempts"] = attempts(deals)
        won = to_a_hundred(deals)
        found["games to 100"] = len(won)
        found["share of games to 100"] = numbers(estimate(won, seed, SHARE)) if len(won) > 1 else None
    else:
        shares = [
            share_of_the_win(scores, deal.seats, game) for deal in deals for game, scores in enumerate(deal.points)
        ]
        paired = [(shares[2 * i] + shares[2 * i + 1]) / 2 for i in range(len(deals))]
        found["share of the wins"] = numbers(estimate(paired, seed, SHARE))
    return found


def share_of_the_win(scores: Sequence[float], seats: Sequence[int], game: int) -> float:
    """The first player's share of the win: the seats with the most tricks share it."""
    best = [seat for seat, points in enumerate(scores) if points == min(scores)]
    return sum((seat in seats) == (game == 0) for seat in best) / len(best)


def numbers(found: Estimate) -> list[float | None]:
    """Mean, low and high."""
    return [round(found.mean, 3), *(None if end is None else round(end, 3) for end in found.ends)]


def compared(
    first: str,
    second: str,
    name: str,
    milliseconds: float,
    simulations: int,
    deals: int,
    seed: int,
    log: Path | None = None,
) -> dict[str, Any]:
    """A match, with how it was run. A log of the same match is continued."""
    players = [contestant(text) for text in (first, second)]
    head: dict[str, Any] = {
        "game": name,
        "players": [first, second],
        "specifications": [each.described() for each in players],
    }
    head |= {"seed": seed, "milliseconds": milliseconds or None, "simulations": simulations or None}
    if log is not None and log.exists():
        known = json.loads(log.read_text().splitlines()[0])
        budgets = [{int(at): number for at, number in each.items()} for each in known.pop("simulations by stage")]
        if known != json.loads(json.dumps(head)):
            raise typer.BadParameter(f"{log} is of another match: {known}")
    else:
        budgets = [
            dict.fromkeys(range(30), simulations) if simulations else calibrated(player, name, milliseconds, seed)
            for player in players
        ]
        if log is not None:
            log.write_text(json.dumps(head | {"simulations by stage": budgets}) + "\n")
    played = play(name, [Budget(*each) for each in zip(players, budgets, strict=True)], deals, seed, log)
    if not simulations:
        head["simulations by stage"] = budgets
    spent = [sum(deal.seconds[whose] for deal in played) for whose in range(2)]
    moves = [sum(deal.moves[whose] for deal in played) for whose in range(2)]
    head["milliseconds a move"] = [round(1000 * spent[whose] / moves[whose], 2) for whose in range(2)]
    return head | summary(name, played, seed)


def speed(players: Sequence[str], name: str, seed: int) -> list[tuple[str, int, float]]:
    """Simulations per second of processor time, by stage. The searches run in turn, and the best of several runs
    counts."""
    at = positions(name, seed)
    best: dict[tuple[str, int], float] = {}
    for _ in range(5):
        for text in players:
            for each, states in at.items():
                took = timed(contestant(text), states, 1000) / len(states)
                best[text, each] = max(best.get((text, each), 0.0), 1000 / took)
    return [(text, each, rate) for (text, each), rate in sorted(best.items())]


def world_cost(name: str, seed: int) -> list[tuple[int, float]]:
    """Microseconds of processor time to draw and weigh a world, by stage. This is the time that a search with a new
    world for every simulation takes, minus that of a search that always uses the same worlds. The best of several runs
    counts."""
    rows = []
    for at, states in sorted(positions(name, seed).items()):
        took = {
            repeats: min(timed(Contestant(f"hidden-mcts(repeats={repeats})"), states, 2000) for _ in range(5))
            for repeats in (1, 1_000_000)
        }
        rows.append((at, 1e6 * (took[1] - took[1_000_000]) / len(states) / 2000))
    return rows


def threads_gain(name: str, threads: int, simulations: int, repeats: int, seed: int) -> dict[str, Any]:
    """Simulations per second of the clock with several threads, divided by those with one: a position of every stage,
    one after the other. Both run in turn, and the best run of each counts, so that other programs on the machine matter
    less. The same search is made again each time, and must find the same."""
    states = [states[0] for _, states in sorted(positions(name, seed).items())]
    best: dict[int, list[float]] = {}
    found: dict[int, list[Any]] = {}
    for _ in range(repeats):
        for number in (1, threads):
            search = made(f"hidden-mcts(threads={number})", simulations, 1)
            for place, state in enumerate(states):
                view = state.view(state.to_move)
                began = perf_counter()
                ranks = search.analyse(view).ranks
                took = perf_counter() - began
                if len(best.setdefault(number, [])) <= place:
                    best[number].append(took)
                    found.setdefault(number, []).append(ranks)
                best[number][place] = min(best[number][place], took)
                assert ranks == found[number][place], "the same search found something else"
    ratios = [one / several for one, several in zip(best[1], best[threads], strict=True)]
    return {
        "threads": threads,
        "game": name,
        "simulations": simulations,
        "repeats": repeats,
        "seed": seed,
        "simulations a second": {number: round(simulations * len(each) / sum(each)) for number, each in best.items()},
        "ratio": round(sum(best[1]) / sum(best[threads]), 3),
        "ratio, by stage": {
            at: round(ratio, 3) for at, ratio in zip(sorted(positions(name, seed)), ratios, strict=True)
        },
    }


NOTED = {
    "worlds": r"([\d,]+) worlds weighed",
    "effective worlds": r"worth ([\d,]+) of equal weight",
    "simulations kept": r"([\d,]+) simulations of earlier moves",
    "worlds kept": r"([\d,]+) of the worlds were drawn for earlier moves",
}
"""What an analysis says in its notes about worlds and about what was kept."""


def kept(name: str, simulations: int, deals: int, seed: int) -> dict[int, dict[str, float]]:
    """By stage: how many worlds a move has, their effective number, and how many simulations and worlds of the last
    move can be used again. These are means over the moves of players that keep both."""
    sums: dict[int, dict[str, float]] = {}
    player = Budget(Contestant("hidden-mcts(reuse=both)"), dict.fromkeys(range(30), simulations))
    for number, game in zip(range(deals), games(name), strict=False):
        state = game.start(Random(seed, "kept", number).next())
        player.last.clear()
        for ply in count():
            if state.over:
                break
            mover, at, forced = state.to_move, stage(state), len(state.moves()) == 1
            move = player.choose(state, Random(seed, "kept move", number, ply).next())
            if not forced:
                row = sums.setdefault(at, dict.fromkeys(("moves", *NOTED), 0.0))
                row["moves"] += 1
                notes = "; ".join(player.last[mover].analyse(state.view(mover)).notes)
                for what, pattern in NOTED.items():
                    if found := re.search(pattern, notes):
                        row[what] += float(found[1].replace(",", ""))
            state = state.play(move)
    return {at: {what: row[what] / row["moves"] for what in NOTED} for at, row in sorted(sums.items())}


def main(
    players: Annotated[
        list[str] | None, typer.Option(help="Give it twice: START, START-THEN, NEW or a specification.")
    ] = None,
    deals: Annotated[int, typer.Option(help="Deals, each played twice.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of deals and moves.")] = 1,
    game: Annotated[str, typer.Option(help="hearts, spades (by tricks), spades-bids or spades-to-300.")] = "hearts",
    milliseconds: Annotated[float, typer.Option(help="Processor time per move.")] = 0.0,
    simulations: Annotated[int, typer.Option(help="Simulations per move, for both players, instead of a time.")] = 0,
    rates: Annotated[bool, typer.Option(help="Only measure simulations per second.")] = False,
    worlds: Annotated[bool, typer.Option(help="Only measure how long a weighed world takes.")] = False,
    keeping: Annotated[bool, typer.Option(help="Only measure what could be kept from move to move.")] = False,
    threads: Annotated[int, typer.Option(help="Only measure how much faster so many threads are than one.")] = 0,
    repeats: Annotated[int, typer.Option(help="With --threads: how often it is measured; the best counts.")] = 20,
    log: Annotated[Path | None, typer.Option(help="Keep every deal in this file; a match there is continued.")] = None,
    write: Annotated[Path | None, typer.Option(help="Add the result to this JSON file.")] = None,
) -> None:
    """Two players of hidden hands against each other."""
    console = Console()
    players = players or []
    if worlds:
        costs = Shown("stage", "microseconds a world")
        for at, cost in world_cost(game, seed):
            costs.add_row(str(at), f"{cost:.2f}")
        console.print(costs)
        return
    if keeping:
        told = Shown("stage", *NOTED)
        for at, row in kept(game, simulations, deals, seed).items():
            told.add_row(str(at), *(f"{each:,.1f}" for each in row.values()))
        console.print(told)
        return
    if rates:
        shown = Shown("player", "stage", "simulations a second")
        for text, at, rate in speed(players, game, seed):
            shown.add_row(text, str(at), f"{rate:,.0f}")
        console.print(shown)
        return
    if threads:
        command = f"--threads {threads} --game {game} --simulations {simulations} --repeats {repeats} --seed {seed}"
        faster = {"command": f"python -m benchmarks.hidden {command}"}
        faster |= threads_gain(game, threads, simulations, repeats, seed)
        console.print_json(json.dumps(faster))
        if write:
            known = json.loads(write.read_text()) if write.exists() else []
            write.write_text(json.dumps([*known, faster], indent=1) + "\n")
        return
    if len(players) != 2 or bool(milliseconds) == bool(simulations):
        raise typer.BadParameter("give two players, and either milliseconds or simulations")
    limit = f"--milliseconds {milliseconds:g}" if milliseconds else f"--simulations {simulations}"
    command = f"--players '{players[0]}' --players '{players[1]}' --game {game} {limit} --deals {deals} --seed {seed}"
    found: dict[str, Any] = {"command": f"python -m benchmarks.hidden {command}"}
    found |= compared(players[0], players[1], game, milliseconds, simulations, deals, seed, log)
    console.print_json(json.dumps(found))
    if write:
        known = json.loads(write.read_text()) if write.exists() else []
        write.write_text(json.dumps([*known, found], indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
