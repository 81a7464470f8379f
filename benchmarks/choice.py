"""How well strangers are read: held-out predictions of the choice model after 1, 3, 10 and 30 watched games.

``python -m benchmarks.choice --jobs 2 --write docs/results/choice.json``

At every game, one opponent after the other is watched. The other seats are greedy and make three of ten moves at
random. Two thirds of the opponents can be expressed by the game's features (weights, depth, temperature, errors,
habits), a third cannot. Weights and depths are drawn by a seed. What is learned is judged on games that were not
watched: by the mean log loss under the opponent's true policy, and by how often the opponent makes the move that was
predicted as likeliest. For comparison: uniform; greedy, LearnStrategy (two players) and the best named candidate, each
with the error rate that Bayes learns; and the true policy itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from math import log
from multiprocessing import get_context
from pathlib import Path
from shlex import quote
from time import process_time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Shown

import kibitz
from kibitz.games.capabilities import bidding
from kibitz.games.game import CHANCE
from kibitz.learning.bayes import Bayes
from kibitz.learning.choice_belief import PARTS, ChoiceBelief, depths_of, own_strategy
from kibitz.learning.choice_fit import prior_weights
from kibitz.learning.decisions import When
from kibitz.learning.examples import Example
from kibitz.learning.strategy import LearnStrategy
from kibitz.models.choice import choice
from kibitz.models.logit import one_thread
from kibitz.models.noisy import noisy
from kibitz.random import Random
from kibitz.specialists.populations import held_out
from kibitz.specialists.registry import types_of

GAMES = (
    "checkers",
    "hearts(open=true)",
    "hearts",
    "spades(open=true)",
    "spades(players=4, scoring=tricks, open=true)",
    "chinese-checkers(players=3)",
    "abalone(players=3)",
    "guess-it(cards=5)",
    "tic-tac-toe",
)
CHECKED = (1, 3, 10, 30)
HELD_OUT = 12
RANDOM_MOVES = 0.3
LONGEST = 200  # plies of a game
HABITS = {
    "hearts": ("ducks", "lowest-card", "takes-tricks"),
    "spades": ("cheap",),
    "chinese-checkers": ("rear-first", "longest-move"),
    "guess-it": ("always-ask", "call-then-bluff"),
}
LEAST = 1e-9


@dataclass(frozen=True)
class Stranger:
    """An opponent: who it is, and whether the features can express it."""

    name: str
    policy: Callable[[Any], Mapping[str, float]]
    depth: int = 0
    """Plies, where it searches with weights."""
    of_the_class: bool = True


def strangers(spec: str, seed: int) -> Iterator[Stranger]:
    """The opponents at a game."""
    game: Any = kibitz.game(spec)
    depths = depths_of(game)
    named = prior_weights(game)
    largest = max(map(abs, named.values()))
    own = {name: weight / largest for name, weight in named.items()}

    def other(number: int) -> dict[str, float]:
        random = Random(seed, "weights", spec, number)
        drawn = {name: weight * 3 ** (2 * random.uniform() - 1) for name, weight in own.items()}
        extra = [name for name in game.features if name not in own]
        for _ in range(min(2, len(extra))):
            drawn[random.choice(extra)] = 0.2 * (2 * random.uniform() - 1)
        return {name: round(weight, 2) or 0.01 for name, weight in drawn.items()}

    def looking(weights: Mapping[str, float], depth: int, temperature: float, noise: float) -> Stranger:
        model = noisy(choice(weights, temperature, depth), noise)
        return Stranger(str(model), of(model), depth)

    def of(model: Any) -> Callable[[Any], Mapping[str, float]]:
        return lambda position: kibitz.predict(model, position) if not game.hidden else model.policy(position)

    deep = [depths[min(place, len(depths) - 1)] for place in range(5)]
    yield looking(named, 1, 0, 0)
    yield looking(other(1), 1, 0, 0)
    yield looking(named, deep[1], 0, 0)
    yield looking(other(2), deep[1], 0, 0)
    yield looking(other(3), deep[2], 0, 0)
    yield looking(other(4), deep[3], 0, 0.1)
    yield looking(other(5), deep[4], 0, 0)
    yield looking(own, 1, 0.1, 0)
    yield looking(other(6), deep[1], 0.3, 0)
    yield looking(other(7), deep[2], 1.0, 0)
    yield looking(own, 1, 0, 0.2)
    yield looking(other(8), deep[2], 0, 0.4)
    for habit in HABITS.get(game.name, ()):
        yield Stranger(habit, of(kibitz.model(habit)))
    greedy, uniform = of(choice(named)), of(kibitz.model("random"))

    def first(position: Any) -> Mapping[str, float]:
        return {move: float(number == 0) for number, move in enumerate(position.moves())}

    def last(position: Any) -> Mapping[str, float]:
        moves = position.moves()
        return {move: float(number == len(moves) - 1) for number, move in enumerate(moves)}

    def moody(position: Any) -> Mapping[str, float]:
        return greedy(position) if len(position.moves()) % 2 else uniform(position)

    def contrary(position: Any) -> Mapping[str, float]:
        best = greedy(position)
        worse = [move for move, share in best.items() if not share] or list(best)
        return {move: float(move == worse[0]) for move in best}

    def undecided(position: Any) -> Mapping[str, float]:
        best = greedy(position)
        return {move: (share + (number < 2)) / 3 for number, (move, share) in enumerate(best.items())}

    for name, policy in (
        ("the first move in the list", first),
        ("the last move in the list", last),
        ("greedy where it has an odd number of moves, else any move", moody),
        ("the first of the moves that are not best", contrary),
        ("greedy or one of the first two in the list", undecided),
    ):
        yield Stranger(name, policy, of_the_class=False)
    small = f"mcts(simulations=100{'' if 'staged' in game.capabilities else ', depth=10'})"
    yield Stranger(small, of(kibitz.model(small)), of_the_class=False)


OF_POPULATIONS = ("strategies", "choices", "habits")
"""The groups of a population whose members have a policy that is fast to compute."""
BIDS = "bids("  # players with bids of their own, which are no models; the usual bids are made in all these games


def held_out_strangers(spec: str, count: int, seed: int) -> Iterator[Stranger]:
    """Opponents that are drawn from the families of the game's population, such as rules of thumb with errors."""
    game: Any = kibitz.game(spec)
    for member in held_out(game, count, seed):
        if member.group in OF_POPULATIONS and not member.player.startswith(BIDS):
            model: Any = kibitz.model(member.player)
            policy = partial(kibitz.predict, model) if not game.hidden else model.policy
            yield Stranger(f"{member.group}: {member.player}", policy, of_the_class=member.expressible)


def games_of(spec: str, stranger: Stranger, count: int, seed: int) -> Iterator[list[tuple[Any, str, Any]]]:
    """The decisions of the stranger in this many games: what it saw, its move, and its policy."""
    game: Any = kibitz.game(spec)
    others = kibitz.model("greedy")
    for number in range(count):
        random = Random(seed, "game", spec, number)
        state: Any = game.start(random.below(2**32))
        seat, decisions = number % game.players, []
        for _ in range(LONGEST):
            if state.over:
                break
            moves = state.moves()
            if state.to_move == CHANCE:
                state = state.play(random.weighted(dict(zip(moves, game.chance(state), strict=True))))
            elif len(moves) == 1:
                state = state.play(moves[0])
            elif bidding(state):
                state = state.play(game.usual_bid(state))
            elif state.to_move == seat:
                part = game.part(state)
                seen = part.view(part.to_move)
                policy = dict(stranger.policy(seen))
                move = random.weighted(policy)
                decisions.append((seen, move, policy))
                state = state.play(move)
            elif random.uniform() < RANDOM_MOVES:
                state = state.play(random.choice(moves))
            else:
                part = game.part(state)  # nobody sees what is hidden: otherwise Guess It would be over at once
                state = state.play(random.weighted(dict(others.policy(part.view(part.to_move)))))
        yield decisions


@dataclass
class Judged:
    """How well somebody foresees the held-out decisions."""

    loss: float
    accuracy: float


def judged(held: Sequence[tuple[Any, str, Any]], foresees: Callable[[Any], Mapping[str, float]]) -> Judged:
    """The mean log loss under the true policy, and the share of its moves that are the likeliest."""
    loss = right = 0.0
    for seen, _, policy in held:
        said = foresees(seen)
        loss -= sum(share * log(max(said[move], LEAST)) for move, share in policy.items() if share)
        right += policy[max(said, key=lambda move: said[move])]
    return Judged(loss / len(held), right / len(held))


@dataclass
class Row:
    """One opponent."""

    game: str
    opponent: str
    of_the_class: bool
    depth: int
    true: Judged
    uniform: Judged
    named: dict[int, Judged] = field(default_factory=dict)
    greedy: dict[int, Judged] = field(default_factory=dict)
    learn_strategy: dict[int, Judged] = field(default_factory=dict)
    read: dict[int, Judged] = field(default_factory=dict)
    depths: dict[int, dict[int, float]] = field(default_factory=dict)
    kinds: dict[int, dict[str, float]] = field(default_factory=dict)
    words: dict[int, str] = field(default_factory=dict)
    decisions: dict[int, int] = field(default_factory=dict)
    milliseconds: float = 0.0
    """Processor time of a watched move, refits included, over all games."""
    costs: dict[int, float] = field(default_factory=dict)
    """The same over the first games only, by their number."""
    calibration: list[tuple[float, float]] = field(default_factory=list)
    """After ten games: predicted probabilities of moves and how often these were made, as sums in each tenth of the
    probability."""
    counts: list[float] = field(default_factory=list)


def row_of(
    spec: str,
    number: int,
    seed: int,
    games: int = max(CHECKED),
    drawn: int = 0,
    strategy: bool = True,
    samples: bool = True,
    without: str = "",
) -> dict[str, Any]:
    """Watch so many games of one opponent, and judge what was learned; without ``strategy``, LearnStrategy is left out.
    With ``drawn``, it is one of the held-out opponents, and the belief is that of ``adaptive`` at a table: it has the
    named types, and little time. Without ``samples``, no weights are drawn from their posterior. ``without`` names a
    part of the belief that is left out.
    """
    stranger = list(held_out_strangers(spec, drawn, seed) if drawn else strangers(spec, seed))[number]
    game: Any = kibitz.game(spec)
    held = [each for one in games_of(spec, stranger, 8 if drawn else HELD_OUT, 2 * seed + 1) for each in one]
    uniform = judged(held, lambda seen: dict.fromkeys(seen.moves(), 1 / len(seen.moves())))
    row = Row(
        spec,
        stranger.name,
        stranger.of_the_class,
        stranger.depth,
        judged(held, _true(held)),
        uniform,
    )
    depths = depths_of(game)
    own = [own_strategy(game, depth) for depth in depths]
    habits = [kibitz.model(habit) for habit in HABITS.get(game.name, ())]
    types = types_of(game) if drawn else ()
    left_out = frozenset(filter(None, [without]))
    belief = ChoiceBelief(types, hurried=bool(drawn), samples=samples, without=left_out).at(game)
    watched, spent, count = [], 0.0, 0
    with one_thread():  # loads SciPy, which no move should be charged for
        pass
    candidates, greedy = Bayes([*own, *habits, "random"]), Bayes([own[0]])
    for played, decisions in enumerate(games_of(spec, stranger, games, 2 * seed), start=1):
        watched.append(decisions)
        began = process_time()
        for made, (seen, move, _) in enumerate(decisions):
            belief = belief.at_moment(When(played - 1, made)).see(seen, move)
            count += 1
        belief = belief.at_moment(When(played))
        spent += process_time() - began
        if drawn:
            if played in CHECKED[1:]:
                row.read[played] = judged(held, belief.expects)
            continue
        for seen, move, _ in decisions:
            candidates, greedy = candidates.see(seen, move), greedy.see(seen, move)
        if played not in CHECKED:
            continue
        row.read[played] = judged(held, belief.expects)
        if played == 10:
            row.named[played] = judged(held, candidates.expects)
            row.greedy[played] = judged(held, greedy.expects)
        row.depths[played], row.kinds[played] = belief.depths, belief.kinds
        row.words[played], row.decisions[played] = belief.words, count
        row.costs[played] = 1000 * spent / max(count, 1)
        if strategy and game.players == 2 and not game.hidden and played == 10:
            row.learn_strategy[played] = judged(held, _strategy(watched, max(depths)))
        if played == 10:
            row.calibration, row.counts = _calibration(held, belief)
    row.milliseconds = 1000 * spent / max(count, 1)
    return asdict(row)


def _true(held: Sequence[tuple[Any, str, Any]]) -> Callable[[Any], Mapping[str, float]]:
    known = {id(seen): policy for seen, _, policy in held}
    return lambda seen: known[id(seen)]


def _strategy(watched: Sequence[Sequence[tuple[Any, str, Any]]], deepest: int) -> Callable[[Any], Mapping[str, float]]:
    """LearnStrategy, with the error rate that Bayes learns for its model."""
    examples = [[Example(seen, move) for seen, move, _ in game] for game in watched]
    aside = max(1, len(examples) // 3)
    learned = LearnStrategy(farthest=min(deepest, 4))(examples[aside:], examples[:aside])
    belief = Bayes([learned.model])
    for game in watched:
        for seen, move, _ in game:
            belief = belief.see(seen, move)
    return belief.expects


def _calibration(
    held: Sequence[tuple[Any, str, Any]], belief: ChoiceBelief
) -> tuple[list[tuple[float, float]], list[float]]:
    said, happened, counts = [0.0] * 10, [0.0] * 10, [0.0] * 10
    for seen, _, policy in held:
        for move, share in belief.expects(seen).items():
            tenth = min(int(10 * share + 0.5), 9) if share < 0.95 else 9
            said[tenth] += share
            happened[tenth] += policy[move]
            counts[tenth] += 1
    return list(zip(said, happened, strict=True)), counts


RATES = ("0", "0.003", "0.01", "0.03", "0.1", "all at once")
STEADY = 6  # games before the change, and after it


def changed(spec: str, number: int, seed: int) -> dict[str, Any]:
    """One opponent becomes another after some games. Return the mean log loss of the moves, each predicted before it
    was seen, minus that of the true policy."""
    some = [each for each in strangers(spec, seed) if each.of_the_class]
    first, then = some[number % len(some)], some[(number + 3) % len(some)]
    row: dict[str, Any] = {"game": spec, "first": first.name, "then": then.name, "before": {}, "after": {}}
    watched = [list(games_of(spec, each, STEADY, 2 * seed)) for each in (first, then)]
    for name in RATES:
        belief = ChoiceBelief() if name == RATES[-1] else ChoiceBelief(rates={float(name): 1.0})
        belief = belief.at(kibitz.game(spec))
        for part, played in zip(("before", "after"), watched, strict=True):
            beyond, count = 0.0, 0
            for game, decisions in enumerate(played, start=STEADY * (part == "after")):
                for made, (seen, move, policy) in enumerate(decisions):
                    belief = belief.at_moment(When(game, made))
                    earlier = belief.log_likelihood
                    belief = belief.see(seen, move)
                    beyond += log(policy[move]) - (belief.log_likelihood - earlier)
                    count += 1
            row[part][name] = beyond / count
    return row


def show_changed(rows: Sequence[dict[str, Any]], console: Console) -> None:
    """The mean loss by rate of forgetting."""
    table = Shown(title=f"{len(rows)} players change after {STEADY} games: loss beyond the true policy, nats a move")
    for head in ("forgotten at every move", "before the change", "after it"):
        table.add_column(head, justify="right")
    for name in RATES:
        table.add_row(
            name, *(f"{sum(row[part][name] for row in rows) / len(rows):+.3f}" for part in ("before", "after"))
        )
    console.print(table)


def show(rows: Sequence[dict[str, Any]], console: Console) -> None:
    """One table for each game, and whether the goals are met."""
    for game in dict.fromkeys(row["game"] for row in rows):
        table = Shown(title=game, title_justify="left")
        for head in ("opponent", "true", "uniform", "greedy", "named", "LearnStrategy", "1", "3", "10", "30", "depth"):
            table.add_column(head, justify="left" if head == "opponent" else "right")
        for row in (each for each in rows if each["game"] == game):
            read = [f"{row['read'][n]['loss'] - row['true']['loss']:+.2f}" for n in CHECKED if n in row["read"]]
            learned = row["learn_strategy"].get(10)
            likely = max(row["depths"][10], key=lambda depth: row["depths"][10][depth])
            table.add_row(
                ("" if row["of_the_class"] else "* ") + row["opponent"][:60],
                f"{row['true']['loss']:.2f}",
                *(
                    f"{each['loss'] - row['true']['loss']:+.2f}"
                    for each in (row["uniform"], row["greedy"][10], row["named"][10])
                ),
                f"{learned['loss'] - row['true']['loss']:+.2f}" if learned else "",
                *read,
                f"{likely} of {row['depth']}" if row["depth"] else "",
            )
        console.print(table)
    for line in summary(rows):
        console.print(line)


def summary(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Whether each goal is met."""
    inside = [row for row in rows if row["of_the_class"]]

    def excess(row: dict[str, Any]) -> float:
        return float(row["read"][10]["loss"] - row["true"]["loss"])

    near = sum(excess(row) <= 0.05 for row in inside)
    yield f"within 0.05 nats of the true policy after 10 games: {near} of {len(inside)} opponents of the class"
    worse = list(filter(is_worse, rows))
    yield f"worse than the better of uniform and greedy by more than 0.02 nats: {len(worse)} of {len(rows)}"
    deep = [row for row in rows if row["depth"]]
    right = sum(map(depth_found, deep))
    yield f"the true depth is the likeliest: {right} of {len(deep)}"
    for tenth in range(1, 10):
        said = sum(row["calibration"][tenth][0] for row in rows)
        happened = sum(row["calibration"][tenth][1] for row in rows)
        count = sum(row["counts"][tenth] for row in rows)
        if count:
            yield f"said {said / count:.0%}, happened {happened / count:.0%} ({count:.0f} moves)"
    spent = [cost_of(row) for row in rows]
    mean = sum(spent) / len(spent)
    yield f"a watched move costs {mean:.1f} ms of processor time on average, at most {max(spent):.1f} ms"


def is_worse(row: dict[str, Any]) -> bool:
    """Whether an opponent is predicted worse than by uniform or greedy, by more than 0.02 nats, after ten games."""
    return bool(row["read"][10]["loss"] > min(row["uniform"]["loss"], row["greedy"][10]["loss"]) + 0.02)


def depth_found(row: dict[str, Any]) -> bool:
    """Whether the true depth is the likeliest after ten games."""
    return bool(max(row["depths"][10], key=lambda depth: row["depths"][10][depth]) == row["depth"])


def cost_of(row: dict[str, Any]) -> float:
    """The mean processor time of a watched move in the first ten games, in milliseconds."""
    return float(row.get("costs", {}).get(10, row["milliseconds"]))


def main(
    games: Annotated[list[str] | None, typer.Option("--game", help="A game; may be repeated.")] = None,
    seed: Annotated[int, typer.Option(help="Draws the opponents and the games.")] = 1,
    jobs: Annotated[int, typer.Option(help="Processes.")] = 1,
    write: Annotated[Path | None, typer.Option(help="Where to save the rows as JSON.")] = None,
    watched: Annotated[int, typer.Option(help="Games of each opponent that are watched.")] = max(CHECKED),
    drawn: Annotated[
        int,
        typer.Option("--held-out", help="Draw this many held-out opponents at each game instead, read as at a table."),
    ] = 0,
    strategy: Annotated[
        bool, typer.Option(help="Whether LearnStrategy is compared, which takes the most time.")
    ] = True,
    samples: Annotated[
        bool,
        typer.Option(help="Whether weights are drawn from their posterior, in games for two who see everything."),
    ] = True,
    without: Annotated[str, typer.Option(help="Leave out this part of the belief, such as strict or plain.")] = "",
    changing: Annotated[int, typer.Option(help="Measure this many changing players in each game instead.")] = 0,
    log_file: Annotated[
        Path | None,
        typer.Option("--log", help="Append each opponent to this file when it is done; those in it are not run again."),
    ] = None,
) -> None:
    """Watch strangers, and measure how well they are predicted."""
    of_games = "".join(f" --game {quote(spec)}" for spec in games or ())
    if changing:
        pairs = [(spec, number) for spec in games or GAMES for number in range(changing)]
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            tried = [pool.submit(changed, spec, number, seed) for spec, number in pairs]
            followed = [each.result() for each in tried]
        if write:
            save(followed, seed, write, f" --changing {changing}{of_games}")
        show_changed(followed, Console(width=160))
        return
    options = (f" --watched {watched}" if watched != max(CHECKED) else "") + (f" --held-out {drawn}" if drawn else "")
    options += ("" if strategy else " --no-strategy") + ("" if samples else " --no-samples")
    if without and without not in PARTS:
        raise typer.BadParameter(
            f"there is no part {without}; the parts are {', '.join(PARTS)}", param_hint="--without"
        )
    options += f" --without {without}" if without else ""
    options += of_games

    def opponents(spec: str) -> int:
        return len(list(held_out_strangers(spec, drawn, seed) if drawn else strangers(spec, seed)))

    work = [(spec, number) for spec in games or GAMES for number in range(opponents(spec))]
    settings: dict[str, Any] = {
        "seed": seed,
        "watched": watched,
        "drawn": drawn,
        "strategy": strategy,
        "samples": samples,
    }
    settings |= {"without": without} if without else {}  # older logs do not say it
    done = logged(log_file, settings) if log_file else {}
    console, rows = Console(width=160), []
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        found = {
            (spec, number): pool.submit(row_of, spec, number, seed, watched, drawn, strategy, samples, without)
            for spec, number in work
            if (spec, number) not in done
        }
        for spec, number in work:
            if (spec, number) in found:
                made = json.loads(json.dumps(found[spec, number].result()))
                if log_file:
                    with log_file.open("a", encoding="utf-8") as log:
                        log.write(json.dumps({**settings, "game": spec, "number": number, "row": made}) + "\n")
                done[spec, number] = json.loads(json.dumps(made), object_hook=_numbered)
            row = done[spec, number]
            rows.append(row)
            excess = row["read"][max(row["read"])]["loss"] - row["true"]["loss"]
            Console(stderr=True).print(
                f"{len(rows)} of {len(work)}: {spec}, {number}: {row['opponent'][:50]}: {excess:+.3f}", markup=False
            )
            if write:
                save(rows, seed, write, options)
    if drawn:
        show_drawn(rows, console)
    else:
        show(rows, console)


def logged(path: Path, settings: Mapping[str, Any]) -> dict[tuple[str, int], dict[str, Any]]:
    """The rows in a log that were measured with these settings, by game and number of the opponent. A last line that
    was cut off is dropped from the file."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    lines = [json.loads(line, object_hook=_numbered) for line in whole.splitlines()]
    return {
        (line["game"], line["number"]): line["row"]
        for line in lines
        if all(line.get(name, "") == value for name, value in {"without": "", **settings}.items())
    }


def show_drawn(rows: Sequence[dict[str, Any]], console: Console) -> None:
    """The mean loss of held-out opponents, by game and group."""
    for game in dict.fromkeys(row["game"] for row in rows):
        for group in OF_POPULATIONS:
            some = [row for row in rows if row["game"] == game and row["opponent"].startswith(group)]
            for number in CHECKED if some else ():
                losses = [row["read"][number]["loss"] - row["true"]["loss"] for row in some if number in row["read"]]
                if losses:
                    mean = sum(losses) / len(losses)
                    console.print(f"{game}, {len(losses)} {group}, after {number} games: {mean:+.3f}", markup=False)


def save(rows: Sequence[dict[str, Any]], seed: int, path: Path, options: str = "") -> None:
    """The rows as JSON, one in each line, with the command that made them."""
    command = f"python -m benchmarks.choice --seed {seed}{options}"
    lines = ",\n".join(json.dumps(_rounded(row)) for row in rows)
    path.write_text(f'{{"command": {json.dumps(command)}, "seed": {seed}, "rows": [\n{lines}\n]}}\n', encoding="utf-8")


def _rounded(given: Any) -> Any:
    if isinstance(given, float):
        return round(given, 4)
    if isinstance(given, dict):
        return {key: _rounded(value) for key, value in given.items()}
    return [_rounded(value) for value in given] if isinstance(given, list) else given


def load(path: Path) -> list[dict[str, Any]]:
    """The rows of a file."""
    return list(json.loads(path.read_text(encoding="utf-8"), object_hook=_numbered)["rows"])


def _numbered(given: dict[str, Any]) -> dict[Any, Any]:
    return {int(key) if key.isdigit() else key: value for key, value in given.items()}


if __name__ == "__main__":
    typer.run(main)
