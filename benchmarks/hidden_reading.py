"""How much reading the opponents gains if hands are hidden, compared with open hands.

``python -m benchmarks.hidden_reading --sessions 150 --hands 6 --seed 1 --write docs/results/hidden-reading.json``

The opponents decide by habits that depend only on their own cards and the trick. So they play a hand in the same way,
whether hands are open or hidden. Four players take our seat in turn, on the same deals with the same opponents: a
search without models and a reader, each with open and with hidden hands. The reader has the opponents' models among its
candidates and learns in the session which of them each one is. All make the same number of simulations, or, with
``--milliseconds``, as many as take the same processor time for a move: the numbers are found on other deals before the
first session. What is measured is our share of the win. The ratio of the two gains has Fieller's interval, by session.

``--known`` asks how much could be gained at most: the players are told which habit each opponent has, and nothing has
to be learned. With hidden hands, they make 2,000 simulations a move, or the numbers given by ``--more``. All gains are
over the search without models with ``--simulations``.

``--baselines`` compares searches without models on the same deals, at equal time. The best ones are the baselines of
the settings; seeds below 1,000 are for this.

With ``--log FILE`` these can be ended, and go on where they were.

``--cards`` asks how well the hidden cards are known: how often the worlds that ``exploit-worlds`` draws give a card to
the seat that really holds it, if it is told the models.

``--times`` measures something else: how long the reader takes for a move at hidden Spades for three with bids.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import process_time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Shown

import kibitz
from kibitz.arena.intervals import SHARE, Estimate, estimate
from kibitz.arena.league.statistics import fieller
from kibitz.games.game import Event, Game
from kibitz.games.native_game import NativeView
from kibitz.models.move_probabilities import respond
from kibitz.models.registry import model
from kibitz.players.player import Player, Policy, Position
from kibitz.progress import Bar
from kibitz.random import Random
from kibitz.replies.exploit import Exploit
from kibitz.replies.exploit_worlds import ExploitWorlds
from kibitz.replies.opponent import Opponent
from kibitz.searches.search import Search

TYPES = ("MT", "mOT", "ML")
WE = "we"
CALIBRATING = 2
"""Sessions by which the simulations of a given time are counted."""
ARMS = ("open, without models", "open, reader", "hidden, without models", "hidden, reader")


@dataclass(frozen=True)
class Setting:
    """A game, open and hidden, the candidates, and the search that models nobody in each of the two."""

    open: str
    hidden: str
    candidates: tuple[str, ...]
    open_baseline: str
    hidden_baseline: str

    def players(self, simulations: Sequence[int | str]) -> tuple[tuple[str, str], ...]:
        """The game and the player of every arm, each with its number of simulations."""
        reader = f"adaptive(candidates=[{', '.join(self.candidates)}], simulations={{}}, reply="
        return (
            (self.open, self.open_baseline.format(n=simulations[0])),
            (self.open, f"{reader.format(simulations[1])}exploit)"),
            (self.hidden, self.hidden_baseline.format(n=simulations[2])),
            (self.hidden, f"{reader.format(simulations[3])}exploit-worlds)"),
        )


ONE_WORLD = "hidden-mcts(simulations={n}, objective=game, evidence=0.0, exploration=0.7)"
"""The same search as where hands are hidden. With open hands, there is one world."""
SETTINGS = {
    "spades by tricks": Setting(
        "spades(players=4, scoring=tricks, open=true)",
        "spades(players=4, scoring=tricks)",
        ("cheap", "lowest-card", "highest-card"),
        ONE_WORLD,
        "hidden-mcts(simulations={n}, objective=game)",
    ),
    "spades with bids": Setting(
        "spades(open=true)",
        "spades",
        ("cheap", "lowest-card", "highest-card"),
        ONE_WORLD,
        "hidden-mcts(simulations={n}, objective=game)",
    ),
    "hearts": Setting(
        "hearts(open=true)",
        "hearts",
        ("ducks", "lowest-card", "takes-tricks"),
        ONE_WORLD,
        "hidden-mcts(simulations={n}, objective=game)",
    ),
}


OPEN = tuple(
    f"mcts(simulations={{n}}, rollout={rollout}, exploration={exploration}{own})"
    for rollout in ("random", "light")
    for exploration in (0.35, 0.7, 1.4)
    for own in (", own=win", "")
) + tuple(
    f"hidden-mcts(simulations={{n}}, objective=game, evidence=0.0, exploration={exploration})"
    for exploration in (0.35, 0.7, 1.4)
)
"""The searches without models that are compared where hands are open, and below where they are hidden."""
HIDDEN = tuple(
    f"hidden-mcts(simulations={{n}}, exploration={exploration}{objective})"
    for exploration in (0.35, 0.7, 1.4)
    for objective in (", objective=game", "")
)


@dataclass
class Clock:
    """Processor time of a player: for its own moves, and for watching the others."""

    moves: list[float] = field(default_factory=list)
    watching: float = 0.0

    def summary(self) -> dict[str, float]:
        """Milliseconds for each own move."""
        ordered, count = sorted(self.moves), len(self.moves)
        return {
            "ms a move": round(1000 * sum(ordered) / count, 2),
            "ms a move, 99th percentile": round(1000 * ordered[min(count - 1, int(0.99 * count))], 2),
            "ms watching for each own move": round(1000 * self.watching / count, 2),
        }


class Timed(Player):
    """A player whose processor time is measured. Forced moves do not count."""

    name = "timed"
    summary = "a player whose time is measured"

    def __init__(self, inner: Player, clock: Clock) -> None:
        super().__init__()
        self.inner, self.clock = inner, clock

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        self.inner.begin(game, seat, view, names)

    def see(self, event: Event) -> None:
        began = process_time()
        self.inner.see(event)
        self.clock.watching += process_time() - began

    def end(self, view: Position) -> None:
        began = process_time()
        self.inner.end(view)
        self.clock.watching += process_time() - began

    def policy(self, view: Position) -> Policy:
        began = process_time()
        found = self.inner.policy(view)
        if len(view.moves()) > 1:
            self.clock.moves.append(process_time() - began)
        return found


class OneWorld(Player):
    """``hidden-mcts`` where hands are open: it knows the only world. As a player of its own it refuses such games."""

    name = "one-world"
    summary = "hidden-mcts where hands are open"

    def __init__(self, spec: str) -> None:
        super().__init__()
        self.search: Any = kibitz.search(spec)

    def policy(self, view: Position) -> Policy:
        position: Any = view
        return respond(self.search.examine(NativeView(position.game, position.core.view(position.to_move))))


def player_at(spec: str, game: str) -> Player:
    """The player of a specification; with open hands, ``hidden-mcts`` over the one world."""
    one_world = spec.startswith("hidden-mcts") and not kibitz.game(game).hidden
    return OneWorld(spec) if one_world else kibitz.player(spec)


def session(game: str, spec: str, others: Sequence[str], hands: int, seed: int, clock: Clock) -> float:
    """Our mean share of the win over some hands with the same opponents. Our seat changes with every hand."""
    return played(game, player_at(spec, game), others, hands, seed, clock)


def played(game: str, player: Player, others: Sequence[str], hands: int, seed: int, clock: Clock) -> float:
    """The same with a player made in code."""
    ours, opponents, total = Timed(player, clock), [kibitz.player(each) for each in others], 0.0
    names = [WE, *(f"opponent {number}" for number in range(len(others)))]
    for hand in range(hands):
        turned, players = hand % (1 + len(others)), [ours, *opponents]
        seated = [players[(seat - turned) % len(players)] for seat in range(len(players))]
        called = [names[(seat - turned) % len(players)] for seat in range(len(players))]
        end = kibitz.play_game(game, seated, Random(seed, "hand", hand).next(), called).end
        total += (turned in end.winners) / max(1, len(end.winners))
    return total / hands


def lines_of(log: Path | None) -> list[dict[str, Any]]:
    """What is in a log."""
    return [json.loads(line) for line in log.read_text().splitlines()] if log and log.exists() else []


def calibrated(name: str, milliseconds: float, hands: int, seed: int, log: Path | None = None) -> tuple[int, ...]:
    """As many simulations for each arm as take this processor time for a move, on deals that nothing else uses. A log
    keeps them."""
    known = lines_of(log)
    counts = []
    for game, spec in SETTINGS[name].players(("{n}",) * len(ARMS)):
        asked = {"table": name, "seed": seed, "milliseconds": milliseconds, "calibrated": spec}
        found = next((line["simulations"] for line in known if asked.items() <= line.items()), None)
        if found is None:
            found = simulations_of(name, game, spec, milliseconds, hands, seed)
            if log:
                with log.open("a") as file:
                    file.write(json.dumps({**asked, "simulations": found}) + "\n")
        counts.append(found)
    return tuple(counts)


def measured(
    name: str,
    sessions: int,
    hands: int,
    simulations: Sequence[int],
    seed: int,
    shown: bool = True,
    log: Path | None = None,
) -> dict[str, Any]:
    """The share of the win of every arm, what reading gains, open and hidden, and how much of the gain is kept."""
    setting, clocks = SETTINGS[name], [Clock() for _ in ARMS]
    players = setting.players(simulations)
    known = lines_of(log)
    of_this = [each for each in known if (each["table"], each["seed"]) == (name, seed) and "player" in each]
    logged = {(each["player"], each["session"]): each for each in of_this}
    won: list[list[float]] = [[] for _ in ARMS]
    with Bar(name) as bar:
        for number in range(sessions):
            others, start = opponents(name, number, seed)
            for arm, (game, spec) in enumerate(players):
                row = logged.get((spec, number))
                if row is None:
                    clock = Clock()
                    share = session(game, spec, others, hands, start, clock)
                    row = {"table": name, "seed": seed, "player": spec, "session": number, "share": share}
                    row |= {"moves": [round(each, 6) for each in clock.moves], "watching": round(clock.watching, 6)}
                    if log:
                        with log.open("a") as file:
                            file.write(json.dumps(row) + "\n")
                won[arm].append(row["share"])
                clocks[arm].moves += row["moves"]
                clocks[arm].watching += row["watching"]
            if shown:
                bar.update(number + 1, sessions)
    gains = [[reader - plain for plain, reader in zip(won[at], won[at + 1], strict=True)] for at in (0, 2)]
    return {
        "table": name,
        "sessions": sessions,
        "hands": hands,
        "simulations": simulations[0] if len(set(simulations)) == 1 else list(simulations),
        "seed": seed,
        "arms": {
            arm: {"player": spec, "share of the win": numbers(estimate(won[at], seed, SHARE)), **clocks[at].summary()}
            for at, (arm, (_, spec)) in enumerate(zip(ARMS, players, strict=True))
        },
        "gain, open": numbers(estimate(gains[0], seed)),
        "gain, hidden": numbers(estimate(gains[1], seed)),
        "share of the gain kept": numbers(fieller(gains[1], gains[0])),
    }


def baselines(
    name: str, asked: Sequence[str], sessions: int, hands: int, milliseconds: float, seed: int, log: Path | None
) -> dict[str, Any]:
    """The share of the win of searches without models, at equal time on the same deals, the best one first; and how far
    the others are behind it."""
    setting = SETTINGS[name]
    played_before = {
        (each["baseline"], each["session"]): each
        for each in lines_of(log)
        if "baseline" in each and (each["table"], each["seed"], each["milliseconds"]) == (name, seed, milliseconds)
    }
    table: dict[str, Any] = {"table": name, "seed": seed, "milliseconds": milliseconds}
    shares: dict[str, list[float]] = {}
    took: dict[str, float] = {}
    with Bar(name) as bar:
        for place, spec in enumerate(asked):
            game = setting.hidden if spec in HIDDEN else setting.open
            count = played_before.get((spec, 0), {}).get("simulations") or simulations_of(
                name, game, spec, milliseconds, hands, seed
            )
            clock = Clock()
            for number in range(sessions):
                row = played_before.get((spec, number))
                if row is None:
                    own = Clock()
                    others, start = opponents(name, number, seed)
                    share = session(game, spec.format(n=count), others, hands, start, own)
                    row = {**table, "baseline": spec, "simulations": count, "session": number, "share": share}
                    row["ms"] = own.summary()["ms a move"]
                    if log:
                        with log.open("a") as file:
                            file.write(json.dumps(row) + "\n")
                shares.setdefault(spec, []).append(row["share"])
                clock.moves.append(row["ms"] / 1000)
            took[spec] = clock.summary()["ms a move"]
            bar.update(place + 1, len(asked))
    order = sorted(asked, key=lambda spec: -sum(shares[spec]))
    best = shares[order[0]]
    return {
        **table,
        "sessions": sessions,
        "hands": hands,
        "baselines": {
            spec: {
                "share of the win": numbers(estimate(shares[spec], seed, SHARE)),
                "behind the best": numbers(
                    estimate([one - other for one, other in zip(shares[spec], best, strict=True)])
                ),
                "ms a move": took[spec],
            }
            for spec in order
        },
    }


def simulations_of(name: str, game: str, spec: str, milliseconds: float, hands: int, seed: int) -> int:
    """As many simulations of a player as take this processor time for a move, on deals that nothing else uses."""
    count, apart = int(milliseconds * 300), Random(seed, "calibration").next()
    for _ in range(2):
        clock = Clock()
        for number in range(CALIBRATING):
            others, start = opponents(name, number, apart)
            session(game, spec.format(n=count), others, hands, start, clock)
        count = max(1, round(count * milliseconds / clock.summary()["ms a move"]))
    return count


def opponents(name: str, number: int, seed: int) -> tuple[list[str], int]:
    """The opponents of a session, and the seed of its deals and moves."""
    random, setting = Random(seed, "opponents", name, number), SETTINGS[name]
    others = [random.choice(setting.candidates) for _ in range(kibitz.game(setting.open).players - 1)]
    return others, Random(seed, "session", name, number).next()


class Told(Player):
    """Replies to opponents whose models it is told."""

    name = "told"
    summary = "replies to opponents whose models it is told"

    def __init__(self, others: Sequence[str], reply: type[Search], simulations: int) -> None:
        super().__init__()
        self.others = {f"opponent {place}": Opponent(((1.0, model(each)),)) for place, each in enumerate(others)}
        self.reply, self.simulations = reply, simulations

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        super().begin(game, seat, view, names)
        after_us = [self.others[names[(seat + step) % game.players]] for step in range(1, game.players)]
        made: Any = self.reply
        self.search: Search = made(after_us, objective="win", simulations=self.simulations)

    def policy(self, view: Position) -> Policy:
        moves = view.moves()
        return {moves[0]: 1.0} if len(moves) == 1 else respond(self.search.analyse(view))


def arms_known(setting: Setting, simulations: int, more: Sequence[int]) -> dict[str, tuple[str, Any]]:
    """For each arm the game, and a function from the opponents to the player."""
    plain = (setting.open_baseline.format(n=simulations), setting.hidden_baseline.format(n=simulations))
    found: dict[str, tuple[str, Any]] = {
        "open, without models": (setting.open, lambda others: kibitz.player(plain[0])),
        "open, told the models": (setting.open, lambda others: Told(others, Exploit, simulations)),
        "hidden, without models": (setting.hidden, lambda others: kibitz.player(plain[1])),
    }
    for count in more:
        found[f"hidden, told the models, {count} simulations"] = (
            setting.hidden,
            lambda others, count=count: Told(others, ExploitWorlds, count),
        )
    return found


def with_known_models(
    name: str, sessions: int, hands: int, simulations: int, more: Sequence[int], seed: int, log: Path | None
) -> dict[str, Any]:
    """What is gained by somebody who knows the models, open and hidden, each by the sessions that all its arms have."""
    setting = SETTINGS[name]
    arms = arms_known(setting, simulations, more)
    lines = lines_of(log)
    asked = name, seed, simulations
    won = {
        (each["arm"], each["session"]): each
        for each in lines
        if "arm" in each and (each["table"], each["seed"], each["simulations"]) == asked
    }
    with Bar(name) as bar:
        for number in range(sessions):
            others, start = opponents(name, number, seed)
            for arm, (game, made) in arms.items():
                if (arm, number) in won:
                    continue
                clock = Clock()
                share = played(game, made(others), others, hands, start, clock)
                row = {"table": name, "seed": seed, "simulations": simulations, "arm": arm, "session": number}
                won[arm, number] = {**row, "share": share, "ms": clock.summary()["ms a move"]}
                if log:
                    with log.open("a") as file:
                        file.write(json.dumps(won[arm, number]) + "\n")
            bar.update(number + 1, sessions)

    def gain(arm: str, over: str) -> list[float]:
        return [won[arm, number]["share"] - won[over, number]["share"] for number in range(sessions)]

    opened = gain("open, told the models", "open, without models")
    found: dict[str, Any] = {"table": name, "sessions": sessions, "hands": hands, "simulations": simulations}
    found |= {"seed": seed, "gain, open": numbers(estimate(opened, seed))}
    for arm in arms:
        shares = [won[arm, number]["share"] for number in range(sessions)]
        milliseconds = [won[arm, number]["ms"] for number in range(sessions)]
        found[arm] = {
            "share of the win": numbers(estimate(shares, seed, SHARE)),
            "ms a move": round(sum(milliseconds) / sessions, 2),
        }
        if arm.startswith("hidden, told"):
            gained = gain(arm, "hidden, without models")
            found[arm]["gain"] = numbers(estimate(gained, seed))
            found[arm]["share of the open gain"] = numbers(fieller(gained, opened))
    return found


def cards_known(name: str, deals: int, steps: int, worlds: int, seed: int) -> dict[str, Any]:
    """By the number of tricks played, how often a world gives a hidden card to the seat that holds it."""
    setting = SETTINGS[name]
    game: Any = kibitz.game(setting.hidden)
    shares: dict[int, list[float]] = {}
    for deal in range(deals):
        random = Random(seed, "cards", name, deal)
        others = [random.choice(setting.candidates) for _ in range(game.players - 1)]
        players = [kibitz.player("hidden-mcts(simulations=200)"), *map(kibitz.player, others)]
        search = ExploitWorlds([Opponent(((1.0, model(each)),)) for each in others], objective="win")
        state: Any = game.start(random.next())
        while not state.over:
            played_before = len(game.history(state.view(0)))
            if state.to_move == 0 and len(state.moves()) > 1 and played_before >= game.players:
                view = state.view(0)
                ready = search.ready(view.world(view.draws(0, 0)), 0, True, everywhere=True)
                drawn = [hands for hands, _ in view.core.walked_worlds(ready.given, worlds, steps, 0, 1)]
                right = [
                    sum(hands[seat] >> card & 1 for hands in drawn) / worlds
                    for seat in range(1, game.players)
                    for card in range(52)
                    if state.core.hands[seat] >> card & 1
                ]
                shares.setdefault(played_before // game.players, []).append(sum(right) / len(right))
            move = players[state.to_move].act(state.view(state.to_move), random.next())
            state = state.play(move)
    told = {str(tricks): round(sum(each) / len(each), 3) for tricks, each in sorted(shares.items())}
    return {"table": name, "deals": deals, "steps": steps, "worlds": worlds, "seed": seed, "right, by tricks": told}


def numbers(found: Estimate) -> list[float | None]:
    """Mean, low and high; an end that is not bounded is None."""
    return [round(found.mean, 4), *(None if end is None else round(end, 4) for end in found.ends)]


def times(hands: int, seed: int) -> dict[str, Any]:
    """Processor time of readers at hidden Spades for three with bids, with 50 worlds."""
    given = f"candidates=[{', '.join(TYPES)}]"
    readers = {
        "candidates, weighed in the core": f"adaptive({given}, reply=exploit-worlds)",
        "candidates, weighed in Python": f"adaptive({given}, worlds=50)",
        "no candidates": "adaptive(reply=exploit-worlds)",
        "no candidates, as it is by default": "adaptive(worlds=50)",
    }
    found = {}
    for words, spec in readers.items():
        session("spades", spec, ["cheap", "lowest-card"], 1, seed, Clock())  # slow models are distilled once
        clock = Clock()
        session("spades", spec, ["cheap", "lowest-card"], hands, seed, clock)
        found[words] = {"player": spec, "moves": len(clock.moves), **clock.summary()}
    return found


def main(
    table: Annotated[list[str] | None, typer.Option(help="Tables; default: all.")] = None,
    sessions: Annotated[int, typer.Option(help="Sessions, each played by all four; with --cards, deals.")] = 20,
    hands: Annotated[int, typer.Option(help="Hands of a session.")] = 6,
    simulations: Annotated[int, typer.Option(help="Simulations per move.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of opponents, deals and moves.")] = 1,
    told: Annotated[bool, typer.Option("--known", help="Tell the players the models of the opponents.")] = False,
    more: Annotated[list[int] | None, typer.Option(help="With --known: simulations with hidden hands.")] = None,
    milliseconds: Annotated[
        float | None, typer.Option(help="Processor time per move, instead of simulations; without --known.")
    ] = None,
    compare: Annotated[bool, typer.Option("--baselines", help="Compare searches without models instead.")] = False,
    baseline: Annotated[
        list[str] | None,
        typer.Option(help="With --baselines: these only, with simulations={n}; without: the open one."),
    ] = None,
    log: Annotated[Path | None, typer.Option(help="A file of finished sessions.")] = None,
    cards: Annotated[bool, typer.Option("--cards", help="Measure how well hidden cards are known instead.")] = False,
    times_only: Annotated[bool, typer.Option("--times", help="Measure the time per move instead.")] = False,
    write: Annotated[Path | None, typer.Option(help="Add the results to this JSON file.")] = None,
) -> None:
    """Compare reading hidden hands with reading open ones."""
    console = Console()
    results: list[dict[str, Any]] = []
    if times_only:
        found = times(hands, seed)
        shown = Shown("reader", "moves", "ms a move", "99th percentile", "ms watching")
        for words, each in found.items():
            shown.add_row(words, *(str(each[key]) for key in list(each) if key != "player"))
        console.print(shown)
        results.append(
            {"command": f"python -m benchmarks.hidden_reading --times --hands {hands} --seed {seed}", **found}
        )
    else:
        for name in table or SETTINGS:
            other = ""
            if baseline and not compare:
                SETTINGS[name] = replace(SETTINGS[name], open_baseline=baseline[0])
                other = f" --baseline '{baseline[0]}'"
            command = (
                f"--table '{name}' --sessions {sessions} --hands {hands} --simulations {simulations} --seed {seed}"
            )
            if cards:
                command = f"--table '{name}' --sessions {sessions} --seed {seed} --cards"
                found = cards_known(name, sessions, 64, 256, seed)
            elif compare:
                if not milliseconds:
                    raise typer.BadParameter("--baselines needs --milliseconds")
                command = f"--table '{name}' --sessions {sessions} --hands {hands} --milliseconds {milliseconds:g}"
                command += f" --seed {seed} --baselines" + "".join(f" --baseline '{each}'" for each in baseline or ())
                found = baselines(name, baseline or [*OPEN, *HIDDEN], sessions, hands, milliseconds, seed, log)
            elif told:
                counts = more or [simulations]
                command += f" --known {' '.join(f'--more {count}' for count in counts)}"
                found = with_known_models(name, sessions, hands, simulations, counts, seed, log)
            else:
                counts = [simulations] * len(ARMS)
                if milliseconds:
                    command = f"--table '{name}' --sessions {sessions} --hands {hands} --milliseconds {milliseconds:g}"
                    command += f" --seed {seed}"
                    counts = list(calibrated(name, milliseconds, hands, seed, log))
                found = measured(name, sessions, hands, counts, seed, log=log)
            results.append({"command": f"python -m benchmarks.hidden_reading {command}{other}", **found})
            console.print_json(json.dumps(results[-1]))
    if write:
        known = json.loads(write.read_text()) if write.exists() else []
        write.write_text(json.dumps([*known, *results], indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
