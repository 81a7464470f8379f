"""Choose the baseline of every game's league: the best search that models nobody, at ten milliseconds per move.

``python -m benchmarks.baselines --seed 1``

Candidates play single games against the quickest opponents of the game's population, on separate deals that the leagues
of ``kibitz league`` never use. First each candidate's budget is fitted so that a move takes the allowed processor time.
Then the candidates play the same games, and the better half goes on (successive halving: Karnin, Koren & Somekh 2013),
until one is left. After the first round, budgets are corrected by the time that was measured there.

The results are in ``docs/results/baselines.json``; ``kibitz league`` reads what was chosen from
``src/kibitz/specialists/baselines.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

import kibitz
from kibitz.arena.intervals import SHARE, estimate
from kibitz.arena.league.experiment import Case, League
from kibitz.arena.league.session import Sessions
from kibitz.players.baseline import BUDGETS
from kibitz.random import stream
from kibitz.specialists.baselines import FILE, key
from kibitz.specialists.populations import population
from kibitz.specs import Spec, parse

MILLISECONDS = 10.0
FIRST = 6
"""Games of every candidate in the first round."""
ROUNDS = (1, 1, 2, 4)
"""The number of games in each round, as a multiple of that in the first round."""
OPPONENTS = 16
"""How many opponents of the population the candidates meet. The fastest are used, so that the choice takes minutes."""
TIMED = (2, 3)
"""Games in which a budget is fitted, against quick opponents; it is corrected after the first round."""
QUICK = ("greedy", "noisy(greedy, 0.5)")
SLOWEST = 1.25
"""A candidate without a budget is left out if a move takes longer than this many times the allowed time."""
ANSWERS = "adaptive(learner=choice-without-trust, simulations=10000000, positions={n})"
SETTLED, ANSWERED = 2, 4
"""The number of first games of a session that are not timed, and the number of tables."""
RESULTS = Path("docs/results/baselines.json")


@dataclass(frozen=True)
class Setting:
    """A game, the handicap of our player in its league, and candidates that only this game has.

    With a handicap the best candidate wins about half of its games, so that there is something to gain and to lose.
    """

    game: str
    handicap: str = ""
    more: tuple[str, ...] = ()


SETTINGS = (
    Setting("tic-tac-toe"),
    Setting("guess-it", more=("equilibrium",)),
    Setting("hearts(open=true)"),
    Setting("spades(open=true)"),
    Setting("checkers", "men=5"),
    Setting("hearts"),
    Setting("chinese-checkers", "moves=25"),
    Setting("spades"),
    Setting("spades(players=4, scoring=tricks, open=true)"),
    Setting("spades(players=4, scoring=tricks)"),
    Setting("abalone", "marbles=5"),
    Setting("abalone(players=3)", "marbles=5"),
)


def candidates(setting: Setting) -> Iterator[str]:
    """Searches that model nobody; {n} stands for the budget that is fitted."""
    game = kibitz.game(setting.game)
    yield from setting.more
    trees = ["", ", exploration=0.35", ", rollout=greedy", ", own=win"]
    if game.hidden:
        yield from (f"is-mcts(simulations={{n}}{options})" for options in (*trees, ", exploration=1.4"))
        if "staged" in game.capabilities:  # cards, for which it has light play
            yield from (f"hidden-mcts(simulations={{n}}{options})" for options in ("", ", objective=game"))
        inside = ["mcts(simulations={n})"]
        inside += [f"{name}(nodes={{n}}, line=false)" for name in ("maxn", "paranoid")]
        yield from (f"sampled({each}, worlds=10)" for each in inside)
        return
    if "staged" not in game.capabilities:  # boards: simulated games that are cut and evaluated
        trees = ["", ", depth=4", ", depth=10", ", depth=10, exploration=0.7", ", depth=10, exploration=0.35"]
        trees += [", depth=10, rollout=greedy"]
    else:
        trees += [", own=win, exploration=0.7"]
    yield from (f"mcts(simulations={{n}}{options})" for options in trees)
    if game.players == 2:
        yield from ("alpha-beta(nodes={n})", "alpha-beta(nodes={n}, extend=true)")
    else:
        names = ("maxn", "paranoid", "max-prob") if game.adversarial else ("maxn", "paranoid")
        yield from (f"{name}(nodes={{n}}, line=false)" for name in names)


@dataclass(frozen=True)
class Sat:
    """How a candidate did: the games it played before it was left out, and its share of the wins in the last round."""

    player: str
    rounds: int
    games: int
    share: float
    interval: tuple[float | None, float | None]
    milliseconds: float
    """Processor time per move."""


Job = tuple[str, str, int]
"""A league, a player, and the number of the game: tables take turns."""


Game = tuple[float, float, int]
"""The share of the win, processor seconds, and moves."""


def played(job: Job) -> Game:
    """Play one game."""
    text, player, number = job
    league = League.from_json(text)
    table = league.tables[number * 7 % len(league.tables)]
    [game] = Sessions(league).play(Case(player, table, number))
    if "fault" in game:
        raise RuntimeError(f"{player} at {table}: {game['fault']}")
    return game["share"], game["seconds"], game["moves"]


class Tables:
    """The tables of one game, at which candidates play."""

    def __init__(self, setting: Setting, seed: int, pool: ProcessPoolExecutor) -> None:
        self.pool = pool
        self.opponents = quick_opponents(setting, seed, pool)
        self._leagues = {quick: _league(setting, seed, QUICK if quick else self.opponents) for quick in (False, True)}

    def play(self, player: str, first: int, count: int, quick: bool = False) -> list[Game]:
        """Games with these numbers."""
        text = self._leagues[quick]
        return list(self.pool.map(played, [(text, player, first + number) for number in range(count)]))

    def fitted(self, player: str, milliseconds: float) -> int:
        """The budget with which a player takes this long for a move, against fast opponents."""
        budget = 200
        for count in TIMED if "{n}" in player else ():
            found = self.play(told(player, budget), 0, count, quick=True)
            budget = corrected(budget, found, milliseconds)
        return budget


def quick_opponents(setting: Setting, seed: int, pool: ProcessPoolExecutor) -> list[str]:
    """The opponents that take the least time in a game against greedy players, in the order of the population."""
    game = kibitz.game(setting.game)
    members = [member.player for member in population(game)]
    text = _league(setting, seed, ("greedy",))
    times = dict(zip(members, pool.map(_seconds, [(text, each, 0) for each in members]), strict=True))
    quickest = sorted(members, key=lambda each: times[each])[:OPPONENTS]
    return [each for each in members if each in quickest]


def _seconds(job: Job) -> float:
    return played(job)[1]


def _league(setting: Setting, seed: int, opponents: Sequence[str], games: int = 1) -> str:
    return League.of(
        setting.game,
        opponents,
        ["random"],
        "first-move",
        clairvoyant="none",
        games=games,
        seed=stream(("baselines", seed)),
        handicap=setting.handicap,
    ).to_json()


def told(player: str, budget: int) -> str:
    """The player with a budget."""
    return player.replace("{n}", str(budget))


def corrected(budget: int, found: Sequence[Game], milliseconds: float) -> int:
    """The budget with which a move of these games would have taken this long. A difference of up to a tenth is
    ignored."""
    times = milliseconds / max(took(found), 1e-4)
    return budget if 0.9 <= times <= 1.1 else max(4, round(budget * min(100.0, times)))


def took(found: Sequence[Game]) -> float:
    """Milliseconds per move."""
    return 1000 * sum(seconds for _, seconds, _ in found) / max(1, sum(moves for _, _, moves in found))


def chosen(
    setting: Setting, milliseconds: float, games_first: int, seed: int, tables: Tables, out: Console
) -> list[Sat]:
    """All candidates, the best first, by successive halving."""
    left = list(candidates(setting))
    budgets = {each: tables.fitted(each, milliseconds) for each in left}
    games: dict[str, list[Game]] = {each: [] for each in left}
    done: list[Sat] = []
    first = 0
    for number, count in enumerate((games_first * each for each in ROUNDS), start=1):
        for each in left:
            games[each] += tables.play(told(each, budgets[each]), first, count)
        order = sorted(left, key=lambda each: -sum(share for share, _, _ in games[each]))
        within = [each for each in order if "{n}" in each or took(games[each]) <= SLOWEST * milliseconds] or order
        going = within[:1] if number == len(ROUNDS) else within[: max(2, (len(left) + 1) // 2)]
        out.print(f"  round {number}: {len(left)} candidates, {first + count} games each, the best {order[0]}")
        left_out = [each for each in order if each not in going]
        done = [_sat(told(each, budgets[each]), number, games[each], seed) for each in left_out] + done
        if number == 1:
            budgets = {each: corrected(budgets[each], games[each], milliseconds) for each in going}
        left, first = going, first + count
    [best] = left
    return [_sat(told(best, budgets[best]), len(ROUNDS), games[best], seed), *done]


def answering(setting: Setting, baseline: str, seed: int, pool: ProcessPoolExecutor) -> int:
    """How many positions a player that replies to models visits in the time of the baseline, in all worlds together.

    Both are measured in the later games of sessions, when everything that is computed once has been computed, against
    opponents of several kinds. If the baseline takes hardly any time, a tenth of the usual time is allowed.
    """
    members = [member.player for member in population(kibitz.game(setting.game))]
    chosen = members[:: max(1, len(members) // ANSWERED)][:ANSWERED]
    text = _league(setting, seed, chosen, games=SETTLED + 2)

    def takes(player: str) -> float:
        jobs = [(text, player, number) for number in range(ANSWERED)]
        return took([game for games in pool.map(later, jobs) for game in games])

    allowed, positions = max(takes(baseline), MILLISECONDS / 10), 10_000
    for _ in range(2):
        positions = max(100, round(positions * min(8.0, allowed / takes(told(ANSWERS, positions))) / 100) * 100)
    return positions


def larger(player: str, times: int) -> str:
    """A player with so many times its number of simulations or nodes.

    >>> larger("mcts(simulations=40, depth=4)", 2)
    'mcts(simulations=80, depth=4)'
    """
    spec = parse(player)
    options = {name: value * times if name in BUDGETS else value for name, value in spec.options.items()}
    return str(Spec(spec.name, spec.arguments, options))


def later(job: Job) -> list[Game]:
    """The games of a session after the first ones."""
    text, player, number = job
    league = League.from_json(text)
    table = league.tables[number % len(league.tables)]
    games = Sessions(league).play(Case(player, table, number))[SETTLED:]
    return [(game["share"] or 0.0, game["seconds"], game["moves"]) for game in games]


def _sat(player: str, rounds: int, games: Sequence[Game], seed: int) -> Sat:
    found = estimate([share for share, _, _ in games], seed, SHARE)
    return Sat(player, rounds, len(games), found.mean, found.ends, round(took(games), 2))


def main(
    seed: Annotated[int, typer.Option(min=0)] = 1,
    milliseconds: Annotated[
        float, typer.Option("--ms", help="Processor time per move, in milliseconds.")
    ] = MILLISECONDS,
    game: Annotated[list[str] | None, typer.Option(help="Only these games, by their specifications.")] = None,
    games: Annotated[int, typer.Option(help="Games of every candidate in the first round.", min=1)] = FIRST,
    answers: Annotated[
        bool, typer.Option("--positions", help="Only measure how many positions a reply to models visits.")
    ] = False,
    times: Annotated[
        int,
        typer.Option(
            help="Multiply the budgets of the candidates that were chosen, and measure positions again: they may take "
            "less time on an idle core.",
            min=1,
        ),
    ] = 1,
    missing: Annotated[bool, typer.Option("--missing", help="Leave out games that have a baseline already.")] = False,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1)] = 1,
    write: Annotated[
        Path, typer.Option(help="The file for the results; those of other games in it are kept.")
    ] = RESULTS,
) -> None:
    """Choose a baseline for every game, and write it down."""
    out = Console(width=180, highlight=False)
    answers = answers or times > 1
    kept: dict[str, Any] = json.loads(write.read_text()) if write.exists() else {"games": {}}
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for setting in SETTINGS:
            if (game and setting.game not in game) or (missing and key(kibitz.game(setting.game)) in kept["games"]):
                continue
            out.print(f"{setting.game} {setting.handicap}")
            if answers and key(kibitz.game(setting.game)) not in kept["games"]:
                continue
            if answers and (known := kept["games"].get(key(kibitz.game(setting.game)))):
                if times > 1:
                    known["times"] = times
                    known["baseline"] = larger(known["candidates"][0]["player"], times)
                known["positions"] = answering(setting, known["baseline"], seed, pool)
                out.print(f"  {known['positions']} positions")
                _write(kept, write)
                continue
            tables = Tables(setting, seed, pool)
            rows = chosen(setting, milliseconds, games, seed, tables, out)
            for row in rows[:3]:
                out.print(f"  {row.player}: {100 * row.share:.1f}% of {row.games}, {row.milliseconds} ms a move")
            found = {
                "command": f"python -m benchmarks.baselines --seed {seed} --games {games} --game '{setting.game}'",
                "milliseconds": milliseconds,
                "handicap": setting.handicap,
                "baseline": rows[0].player,
                "positions": answering(setting, rows[0].player, seed, pool),
                "opponents": tables.opponents,
                "candidates": [asdict(row) for row in rows],
            }
            name = key(kibitz.game(setting.game))
            if "replies" in (before := kept["games"].get(name, {})):  # a league said so, and not this choice
                found["replies"] = before["replies"]
            kept["games"][name] = found
            _write(kept, write)


def _write(kept: dict[str, Any], results: Path) -> None:
    results.write_text(json.dumps(kept, indent=1) + "\n")
    FILE.write_text(json.dumps(used(kept), indent=1) + "\n")


def used(kept: dict[str, Any]) -> dict[str, Any]:
    """What leagues need of the results, by game."""
    needed = ("baseline", "handicap", "positions", "replies")
    return {name: {part: each[part] for part in needed if part in each} for name, each in kept["games"].items()}


if __name__ == "__main__":
    typer.run(main)
