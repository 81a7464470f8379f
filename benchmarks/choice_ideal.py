"""How well opponents of ``benchmarks.choice`` can be read at all after ten games: a reader with the truth on its list.

``python -m benchmarks.choice_ideal --game tic-tac-toe --seed 88101``

This reader knows how the opponents of the class are drawn. It has a list of players drawn in the same way, with other
seeds, and the true opponent is on the list, too. It weighs them by Bayes' rule, and predicts the held-out moves by the
weighted mean. No reader that does not know more can be better on average. So where this one is more than 0.05 nats from
the true policy, ten games are too few.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table as Shown

from benchmarks.choice import HABITS, HELD_OUT, Stranger, games_of, judged, load, strangers
from kibitz.games.registry import game as game_of
from kibitz.progress import Bar

SLOTS = 12
"""Ways in which opponents with weights are drawn; habits and opponents outside the class are left out."""
WITHIN = 0.05
FIRST_SEED = 1_000_000
"""The players of the list are drawn with seeds from here on."""


def listed(spec: str, draws: int) -> list[list[Stranger]]:
    """For every way of drawing opponents, the different players that it draws."""
    found: list[dict[str, Stranger]] = [{} for _ in range(SLOTS)]
    for seed in range(FIRST_SEED, FIRST_SEED + draws):
        for slot, stranger in zip(found, strangers(spec, seed), strict=False):
            slot[stranger.name] = stranger
    return [list(slot.values()) for slot in found]


def read(
    stranger: Stranger, players: Sequence[Sequence[Stranger]], spec: str, seed: int, games: int
) -> tuple[float, float]:
    """The loss of the held-out moves beyond that of the true policy, and the posterior of the true player."""
    prior = [1 / (len(players) * len(slot)) for slot in players for _ in slot]
    every = [each for slot in players for each in slot]
    own = next((place for place, each in enumerate(every) if each.name == stranger.name), None)
    if own is None:
        every, prior = [*every, stranger], [*prior, min(prior)]
        own = len(every) - 1
    logs = np.log(prior)
    with np.errstate(divide="ignore"):
        for decisions in games_of(spec, stranger, games, 2 * seed):
            for seen, move, _ in decisions:
                logs += np.log([each.policy(seen)[move] for each in every])
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    likely = [(weight, each) for weight, each in zip(weights, every, strict=True) if weight > 1e-6]
    held = [each for one in games_of(spec, stranger, HELD_OUT, 2 * seed + 1) for each in one]
    true = {id(seen): policy for seen, _, policy in held}

    def foresees(seen: Any) -> Mapping[str, float]:
        said = dict.fromkeys(seen.moves(), 0.0)
        for weight, each in likely:
            for move, share in each.policy(seen).items():
                said[move] += weight * share
        return said

    return judged(held, foresees).loss - judged(held, lambda seen: true[id(seen)]).loss, float(weights[own])


def main(
    spec: Annotated[str, typer.Option("--game", help="A game.")] = "tic-tac-toe",
    seed: Annotated[int, typer.Option(help="Draws the opponents and the games, as in benchmarks.choice.")] = 88101,
    draws: Annotated[int, typer.Option(help="How often the list is drawn.")] = 60,
    games: Annotated[int, typer.Option(help="Games that are watched.")] = 10,
    beside: Annotated[Path | None, typer.Option(help="A file of benchmarks.choice with the same seed.")] = None,
    write: Annotated[Path | None, typer.Option(help="Add the rows to this JSON file.")] = None,
) -> None:
    """Read every opponent with weights."""
    assert not set(HABITS.get(game_of(spec).name, ())) & {each.name for each in list(strangers(spec, seed))[:SLOTS]}
    players = listed(spec, draws)
    known = {row["opponent"]: row for row in load(beside) if row["game"] == spec} if beside else {}
    rows: list[dict[str, Any]] = []
    with Bar("opponents") as bar:
        for number, stranger in zip(range(SLOTS), strangers(spec, seed), strict=False):
            beyond, sure = read(stranger, players, spec, seed, games)
            row: dict[str, Any] = {
                "game": spec,
                "opponent": stranger.name,
                "ideal": round(beyond, 4),
                "sure": round(sure, 4),
            }
            if stranger.name in known:
                found = known[stranger.name]
                row["read"] = round(found["read"][games]["loss"] - found["true"]["loss"], 4)
            rows.append(row)
            bar.update(number + 1, SLOTS)
    shown = Shown(title=f"{spec}: nats beyond the true policy after {games} games")
    for head in ("opponent", "truth on the list", "posterior of the truth", "belief"):
        shown.add_column(head)
    for row in rows:
        shown.add_row(row["opponent"][:60], f"{row['ideal']:+.3f}", f"{row['sure']:.2f}", f"{row.get('read', '')}")
    Console().print(shown)
    near = sum(row["ideal"] <= WITHIN for row in rows)
    print(f"within {WITHIN} nats: {near} of {len(rows)} with the truth on the list")
    if write:
        command = f"python -m benchmarks.choice_ideal --game {json.dumps(spec)} --seed {seed} --draws {draws}"
        before = json.loads(write.read_text()) if write.exists() else []
        write.write_text(json.dumps([*before, {"command": command, "games": games, "rows": rows}], indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
