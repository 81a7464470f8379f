"""How much of what reading gains with open hands could be kept with hidden hands, by exact best replies.

``python -m benchmarks.hidden_ceiling --deals 400 --seed 2200 --write docs/results/hidden-ceiling.json``

The opponents are those of ``hidden_reading``. They decide by habits that we are told, so the only thing that we do not
know is who holds which card. Then the best that anybody can do with hidden hands can be worked out: in every position,
all worlds are listed in which the opponents may have moved as they did, and every line of our own moves is followed in
them, where the same move is made in all worlds that look alike. This is possible at the end of a hand.

The positions come from hands in which the search without models plays our seat. From there to the end of the hand, our
seat is played in turn by that search, by the reader that is told the habits, and by the exact best reply, each with
open and with hidden hands. What is measured is our share of the win. The ceiling is the gain of the exact reply with
hidden hands, divided by its gain with open hands; both are over the search without models, and the ratio has Fieller's
interval, by deal.

With ``--repeats``, a position is played again in other worlds that fit what we have seen, drawn as likely as they are:
we cannot know which of them is the real one, so each is as good an example. The numbers of a position are their means.

Where there are more worlds than ``--worlds``, so many are drawn. What the exact reply expects then is on average too
high, because fewer worlds are easier to tell apart, and what it gets when it plays is on average not more than the best
that can be got. So the ceiling is between these two, apart from chance. Both are reported.

``--cards`` plays small deals from their first card instead. There, most cards are in nobody's hand, and are hidden too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Annotated, Any

import typer
from rich.console import Console

import kibitz
from benchmarks.hidden_reading import SETTINGS, lines_of, numbers, opponents, player_at
from kibitz.arena.intervals import SHARE, estimate
from kibitz.arena.league.statistics import fieller
from kibitz.errors import KibitzError
from kibitz.models.move_probabilities import respond
from kibitz.models.registry import model
from kibitz.players.player import Player, Policy, Position
from kibitz.progress import Bar
from kibitz.random import Random
from kibitz.replies.best_response import BestResponse
from kibitz.replies.exploit import Exploit
from kibitz.replies.exploit_worlds import ExploitWorlds
from kibitz.replies.opponent import Opponent
from kibitz.searches.search import Search

OPEN, OPEN_READER, OPEN_EXACT = "open, without models", "open, reader", "open, exact"
HIDDEN, READER, EXACT = "hidden, without models", "hidden, reader", "hidden, exact"
EXPECTED = "hidden, exact, as it expects"
ARMS = (OPEN, OPEN_READER, OPEN_EXACT, HIDDEN, READER, EXACT, EXPECTED)
COMBINATIONS = 50_000_000
"""Pairs of hands that are looked at to count the worlds. If there are more, worlds are drawn without counting them."""
MOST_NODES = 1_000_000_000
CARDS = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
SLACK = 1e-9
"""Shares of the win with a smaller difference are equal."""


@dataclass(frozen=True)
class Spot:
    """A position in which we are to move, with open and with hidden hands, and the habits of the others after us."""

    open: Any
    hidden: Any
    seat: int
    others: tuple[str, ...]

    @property
    def left(self) -> int:
        """How many tricks are left, the present one included."""
        return int(self.open.core.hands[self.seat]).bit_count()


class Remembering(Player):
    """A player that decides by what it sees now, and is asked only once what it does in a position."""

    name = "remembering"
    summary = "a player that is asked only once in a position"

    def __init__(self, inner: Player) -> None:
        super().__init__()
        self.inner = inner
        self.known: dict[Position, Policy] = {}

    def policy(self, view: Position) -> Policy:
        if view not in self.known:
            self.known[view] = self.inner.policy(view)
        return self.known[view]


class Replies(Player):
    """Plays the moves of a search that is told the models of the others."""

    name = "replies"
    summary = "plays the moves of a search"

    def __init__(self, search: Search) -> None:
        super().__init__()
        self.search = search

    def policy(self, view: Position) -> Policy:
        return respond(self.search.analyse(view))


class Exact(Player):
    """Plays the exact best reply with hidden hands to opponents whose models it is told."""

    name = "exact"
    summary = "the exact best reply with hidden hands"

    def __init__(self, others: Sequence[Opponent], worlds: int, seed: int) -> None:
        super().__init__()
        self.search = ExploitWorlds(others, objective="win")
        self.worlds, self.seed = worlds, seed

    def told(self, view: Any) -> dict[str, Any]:
        """What the core is told."""
        world = view.world(Random(self.seed, "world"))
        others = self.search.ready(world, view.seat, True, everywhere=True).given
        return {
            "others": others,
            "worlds": self.worlds,
            "combinations": COMBINATIONS,
            "told_from": 0,
            "seed": self.seed,
        }

    def listed(self, view: Any) -> tuple[list[tuple[list[int], float]], bool]:
        """The hands in each world, how likely it is, and whether these are all worlds."""
        worlds, count = view.core.listed_worlds(**self.told(view))
        if not worlds:
            raise KibitzError(f"no world was found in which the others move as their models say: {view}")
        return worlds, count > 0 and count <= self.worlds

    def values(self, view: Any) -> dict[str, float]:
        """The share of the win after each move."""
        wants = self.search.compiled_wants(view.world(Random(self.seed, "world")), view.seat)
        rows, *_ = view.core.hidden_best_response(**self.told(view), wants=wants, win_weight=1.0, merge=True)
        return {view.game.move_text(code): share for code, share in rows}

    def policy(self, view: Position) -> Policy:
        values = self.values(view)
        best = max(values.values())
        return {move: float(share >= best - SLACK) for move, share in values.items()}


def at_spots(
    name: str, cards: int | None, lefts: Sequence[int], number: int, seed: int, simulations: int
) -> Iterator[Spot]:
    """Positions of one hand, where we are to move with so many cards. Our seat is another one in every hand."""
    setting = SETTINGS[name]
    others, start = opponents(name, number, seed)
    options = {} if cards is None else {"cards": cards}
    games: list[Any] = [kibitz.game(spec, **options) for spec in (setting.open, setting.hidden)]
    seat = number % games[0].players
    random = Random(start, "moves")
    dealt = random.next()
    open_state, hidden = (game.start(dealt) for game in games)
    ours = player_at(setting.hidden_baseline.format(n=simulations), setting.hidden)
    players = seated(ours, others, seat)
    while not hidden.over:
        if hidden.to_move == seat and len(hidden.moves()) > 1:
            spot = Spot(open_state, hidden, seat, tuple(others))
            if spot.left in lefts:
                yield spot
            if spot.left <= min(lefts):
                return
        move = moved(players[hidden.to_move], hidden, random)
        open_state, hidden = open_state.play(move), hidden.play(move)


def seated(ours: Player, others: Sequence[str], seat: int) -> list[Player]:
    """The players by seat; the others sit after us."""
    after_us = [ours, *(kibitz.player(each) for each in others)]
    return [after_us[(place - seat) % len(after_us)] for place in range(len(after_us))]


def moved(player: Player, state: Any, random: Random) -> str:
    """A move of a player that decides by what it sees now."""
    seed, moves = random.next(), state.moves()
    return str(moves[0] if len(moves) == 1 else player.act(state.view(state.to_move), seed))


def played(spot: Spot, state: Any, ours: Player, seed: int) -> float:
    """Our share of the win if a player takes our seat from here on."""
    players, random = seated(ours, spot.others, spot.seat), Random(seed, "played")
    while not state.over:
        state = state.play(moved(players[state.to_move], state, random))
    return (spot.seat in state.winners) / max(1, len(state.winners))


def with_hands(state: Any, view: Any, hands: Sequence[int]) -> Any:
    """The position of a view in a world, in the game of a state."""
    dealt = [int(each) for each in hands]
    for seat, card in view.core.plays:
        dealt[seat] |= 1 << card
    game = state.game
    fields = {name: part for name, part in game.start(0).to_dict().items() if name in game.fields}
    deal = [" ".join(CARDS[card] for card in range(len(CARDS)) if hand >> card & 1) for hand in dealt]
    found = game.from_fields({**fields, "deal": deal})
    for code in view.core.record:
        found = found.play(view.game.move_text(code))
    return found


def worlds_of(spot: Spot, exact: Exact, repeats: int, random: Random) -> tuple[list[Spot], int, bool]:
    """The position, and the same in other worlds; how many worlds were found, and whether these are all."""
    view = spot.hidden.view(spot.seat)
    worlds, every = exact.listed(view)
    spots = [spot]
    for _ in range(repeats - 1):
        left = random.uniform() * sum(weight for _, weight in worlds)
        at = 0
        while at + 1 < len(worlds) and (left := left - worlds[at][1]) >= 0:
            at += 1
        open_state, hidden = (with_hands(state, view, worlds[at][0]) for state in (spot.open, spot.hidden))
        spots.append(Spot(open_state, hidden, spot.seat, spot.others))
    return spots, len(worlds), every


def shares_of(
    name: str, spot: Spot, simulations: Sequence[int], worlds: int, repeats: int, seed: int
) -> dict[str, Any]:
    """What every arm gets from here on, and how many worlds there are."""
    setting = SETTINGS[name]
    told = [Opponent(((1.0, model(each)),)) for each in spot.others]
    exact = Exact(told, worlds, seed)
    spots, used, every = worlds_of(spot, exact, repeats, Random(seed, "worlds"))
    expected = max(exact.values(spot.hidden.view(spot.seat)).values())
    arms: dict[str, Player] = {
        OPEN: player_at(setting.open_baseline.format(n=simulations[0]), setting.open),
        OPEN_READER: Replies(Exploit(told, objective="win", simulations=simulations[1])),
        HIDDEN: player_at(setting.hidden_baseline.format(n=simulations[2]), setting.hidden),
        READER: Replies(ExploitWorlds(told, objective="win", simulations=simulations[3])),
        EXACT: exact,
    }
    asked = {arm: Remembering(player) for arm, player in arms.items()}
    best = BestResponse(told, objective="win", nodes=MOST_NODES)
    found: dict[str, list[float]] = {arm: [] for arm in ARMS}
    for number, each in enumerate(spots):
        possible = max(best.analyse(each.open).values.values())
        found[OPEN_EXACT].append(possible)
        found[EXPECTED].append(expected)
        for arm, player in asked.items():  # who cannot win with open hands cannot win at all
            state = each.open if arm in (OPEN, OPEN_READER) else each.hidden
            dice = Random(seed, number).next() if number else seed
            found[arm].append(played(each, state, player, dice) if possible > 0 else 0.0)
    shares = {arm: sum(found[arm]) / len(spots) for arm in ARMS}
    return {"worlds": used, "listed": every, "shares": shares}


def measured(
    name: str,
    cards: int | None,
    lefts: Sequence[int],
    deals: int,
    simulations: Sequence[int],
    worlds: int,
    repeats: int,
    seed: int,
    log: Path | None = None,
) -> list[dict[str, Any]]:
    """For each number of tricks left, what every arm gets and what is gained; and for all of them together, where the
    positions of a deal count as one."""
    asked = {"table": name, "cards": cards, "seed": seed, "simulations": list(simulations), "worlds": worlds}
    asked["repeats"] = repeats
    rows = {
        each["deal"]: each
        for each in lines_of(log)
        if {key: each["asked"][key] for key in asked} == asked and set(lefts) <= set(each["asked"]["lefts"])
    }
    with Bar(name) as bar:
        for number in range(deals):
            if number not in rows:
                began, spots = process_time(), {}
                for spot in at_spots(name, cards, lefts, number, seed, simulations[2]):
                    apart = Random(seed, number).next()
                    spots[str(spot.left)] = shares_of(name, spot, simulations, worlds, repeats, apart)
                took = round(process_time() - began, 3)
                rows[number] = {"asked": {**asked, "lefts": list(lefts)}, "deal": number, "spots": spots, "took": took}
                if log:
                    with log.open("a") as file:
                        file.write(json.dumps(rows[number]) + "\n")
            bar.update(number + 1, deals)
    by_deal = [rows[number]["spots"] for number in range(deals)]
    found = []
    for left in lefts:
        with_so_many = [spots[str(left)] for spots in by_deal if str(left) in spots]
        if with_so_many:
            found.append({**asked, "left": left, **summary(with_so_many, seed)})
    if len(lefts) > 1:
        together = [mean_of([spots[left] for left in spots if int(left) in lefts]) for spots in by_deal if spots]
        found.append({**asked, "left": sorted(lefts), **summary(together, seed)})
    return found


def mean_of(spots: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The positions of a deal as one."""
    shares = {arm: sum(spot["shares"][arm] for spot in spots) / len(spots) for arm in ARMS}
    return {"listed": all(spot["listed"] for spot in spots), "shares": shares}


def summary(spots: Sequence[dict[str, Any]], seed: int) -> dict[str, Any]:
    """The gains at these positions, one of each deal."""
    shares = {arm: [spot["shares"][arm] for spot in spots] for arm in ARMS}

    def gain(arm: str, over: str) -> list[float]:
        return [one - other for one, other in zip(shares[arm], shares[over], strict=True)]

    opened, reading = gain(OPEN_EXACT, OPEN), gain(OPEN_READER, OPEN)
    best, expected, reader = gain(EXACT, HIDDEN), gain(EXPECTED, HIDDEN), gain(READER, HIDDEN)
    return {
        "deals": len(spots),
        "all worlds listed": sum(spot["listed"] for spot in spots),
        "share of the win": {arm: numbers(estimate(each, seed, SHARE)) for arm, each in shares.items()},
        "gain, open exact": numbers(estimate(opened, seed)),
        "gain, open reader": numbers(estimate(reading, seed)),
        "gain, hidden exact": numbers(estimate(best, seed)),
        "gain, hidden exact, as it expects": numbers(estimate(expected, seed)),
        "gain, hidden reader": numbers(estimate(reader, seed)),
        "exact over reader, hidden": numbers(estimate(gain(EXACT, READER), seed)),
        "ceiling": ratio(best, opened),
        "ceiling, as it expects": ratio(expected, opened),
        "kept by the reader": ratio(reader, reading),
        "reader of the ceiling": ratio(reader, best),
    }


def ratio(above: Sequence[float], below: Sequence[float]) -> list[float | None]:
    """The ratio of two means with Fieller's interval; None if it is not bounded."""
    found = fieller(above, below)
    return [None] * 3 if None in found.ends else numbers(found)


def main(
    table: Annotated[list[str] | None, typer.Option(help="Tables; default: those without bids.")] = None,
    deals: Annotated[int, typer.Option(help="Deals; each gives a position for each number of tricks left.")] = 20,
    left: Annotated[list[int] | None, typer.Option(help="Tricks left; default: 3 to 7.")] = None,
    cards: Annotated[int | None, typer.Option(help="Cards a player, of small deals.")] = None,
    simulations: Annotated[
        list[int] | None,
        typer.Option(help="Simulations, one number for all or four: open without models, open reader, hidden ones."),
    ] = None,
    worlds: Annotated[int, typer.Option(help="Most worlds of an exact reply.")] = 1000,
    repeats: Annotated[int, typer.Option(help="Worlds in which a position is played.")] = 1,
    seed: Annotated[int, typer.Option(help="Seed of opponents, deals and moves.")] = 1,
    log: Annotated[Path | None, typer.Option(help="A file of finished deals.")] = None,
    write: Annotated[Path | None, typer.Option(help="Add the results to this JSON file.")] = None,
) -> None:
    """Work out how much of the open gain could be kept with hidden hands."""
    counts = simulations or [1000]
    if len(counts) not in (1, 4):
        raise typer.BadParameter("--simulations is given once or four times")
    lefts = left or ([cards] if cards else list(range(7, 2, -1)))
    results: list[dict[str, Any]] = []
    for name in table or [name for name in SETTINGS if "bids" not in name]:
        command = f"python -m benchmarks.hidden_ceiling --table '{name}' --deals {deals}"
        command += "".join(f" --left {each}" for each in left or ())
        command += f" --cards {cards}" if cards else ""
        command += "".join(f" --simulations {each}" for each in counts)
        command += f" --worlds {worlds} --repeats {repeats} --seed {seed}"
        for found in measured(name, cards, lefts, deals, counts * (4 // len(counts)), worlds, repeats, seed, log):
            results.append({"command": command, **found})
            Console().print_json(json.dumps(results[-1]))
    if write:
        known = json.loads(write.read_text()) if write.exists() else []
        write.write_text(json.dumps([*known, *results], indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
