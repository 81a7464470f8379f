"""Evolved players: ``kibitz evolve``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

import kibitz
from kibitz.cli.app import Json, app, bar, out, print_json, writable
from kibitz.errors import nearest
from kibitz.specs import Spec, fill, options_typed

if TYPE_CHECKING:
    from kibitz.learning.evolution.networks import Network
    from kibitz.learning.evolution.run import Evolved, Generation, Run


@app.command()
def evolve(
    task: Annotated[
        str,
        typer.Argument(
            metavar="TASK",
            help="Which network of lockett2007: a row of Table 1 (cards, cards-ids, cards-moves, cards-ids-moves, "
            "ids-moves, id-only), predictor, total-control, identifier, decision or control.",
        ),
    ],
    population: Annotated[int, typer.Option(help="How many networks a generation has.", min=4, max=100_000)] = 150,
    generations: Annotated[
        int | None, typer.Option(help="How many generations; default: 100, an identifier at most 600.", min=1)
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides every draw.", min=0)] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="What the paper leaves open, such as steps=4; may be repeated."),
    ] = None,
    identifier: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="decision: the identifier that was evolved; default: one is evolved first."),
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Written after every generation; a run that was killed goes on from there."),
    ] = None,
    file: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Where to save the champion; default: TASK.json.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Evolve a player of Guess It, and save it to play against.

    The same seed gives the champion of the first trial of kibitz reproduce lockett2007.

    For example: kibitz evolve ids-moves --generations 30 --checkpoint run.checkpoint
    """
    from kibitz.papers.lockett2007.network_runs import DECISION, IDENTIFIER, network_run
    from kibitz.papers.lockett2007.options import CHAMPION, CHOICE_OPTIONS, choices_taken
    from kibitz.papers.lockett2007.training import Size

    name = _task_named(task)
    asked = fill(f"evolve {_typed(name)}", (*CHOICE_OPTIONS, CHAMPION), options_typed(option or ()))
    choices, champion = choices_taken(asked.items()), asked["champion"]
    if identifier and name != DECISION:
        raise kibitz.KibitzError(f"--identifier is for the task decision; {_typed(name)} needs none")
    path = writable(Path(file or f"{_typed(name)}.json"))
    kept = writable(Path(checkpoint)) if checkpoint else None

    def run_of(name: str, known: Network | None = None) -> Run:
        _, usual, _ = Size().of(name)
        return network_run(name, choices, (population, generations or usual, champion), seed, identifying=known)

    known = None
    if name == DECISION:
        beside = kept.with_name(f"{kept.name}.{IDENTIFIER}") if kept else None
        known = _identifier(identifier) if identifier else _evolved(run_of(IDENTIFIER), beside, as_json).network
    run = run_of(name, known)
    found = _evolved(run, kept, as_json)
    _save(run, found, path)
    if as_json:
        reached = {"best": found.best, "best_generation": found.best_generation, "rescored": found.rescored}
        history = [generation._asdict() for generation in found.history]
        print_json({"task": name, "games": run.task.games, **reached, "history": history, "saved": str(path)})
        return
    out.print(f"{found.summary()}, of {run.task.games}", markup=False, soft_wrap=True)
    for line in (f"saved to {path}", _what_next(run, path)):
        out.print(line, style="dim", markup=False, soft_wrap=True)


def _what_next(run: Run, path: Path) -> str:
    """What can be done with the champion."""
    if run.task.kind == "identifier":
        return f"kibitz evolve decision --identifier {quote(str(path))} evolves a player on top of it."
    game, player = kibitz.game("guess-it", cards=run.task.choices.cards), Spec("network", (), {"file": str(path)})
    return f"kibitz play {quote(str(game))} {quote(str(player))} plays against it."


def _typed(name: str) -> str:
    """A task as it is typed: words joined by hyphens."""
    return "-".join(re.findall(r"\w+", name.lower()))


def _task_named(text: str) -> str:
    """The task that is meant, typed as here or as in the paper."""
    from kibitz.papers.lockett2007.network_runs import NETWORKS

    known = {_typed(name): name for name in NETWORKS}
    if _typed(text) not in known:
        raise kibitz.KibitzError(f"there is no task '{text}'; {nearest(text, known)}")
    return known[_typed(text)]


def told(generation: Generation) -> str:
    """How a generation did, in a line.

    >>> from kibitz.learning.evolution.run import Generation
    >>> told(Generation(number=11, best=380.0, mean=301.25, species=7))
    'generation 11: best 380, mean 301.2, 7 species'
    """
    return (
        f"generation {generation.number}: best {generation.best:.4g}, mean {generation.mean:.1f}, "
        f"{generation.species} species"
    )


def _evolved(run: Run, checkpoint: Path | None, quiet: bool) -> Evolved:
    """Evolve, with the generations in a line that changes."""
    from kibitz.learning.evolution.run import evolve as evolve_run

    with bar(f"evolving: {run.task.kind}", quiet) as progress:
        [shown] = progress.task_ids

        def changed(generation: Generation) -> None:
            progress.update(shown, description=told(generation), completed=generation.number + 1, total=run.generations)

        return evolve_run(run, checkpoint, changed)


def _identifier(file: str) -> Network:
    """An identifier that an earlier run saved."""
    from kibitz.learning.evolution.networks import network

    try:
        return network(json.loads(Path(file).read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        advice = "write one with kibitz evolve identifier"
        raise kibitz.KibitzError(f"there is no identifier in {file}: {error}; {advice}") from None


def _save(run: Run, found: Evolved, path: Path) -> None:
    """Write a player as ``network(file=...)`` reads it; an identifier alone is none, and is written as it is."""
    from kibitz.players.network import write_network

    try:
        if run.task.kind == "identifier":
            path.write_text(json.dumps(found.network.data()) + "\n", encoding="utf-8")
        else:
            write_network(run.task.contestant(found.network), path)
    except OSError as error:
        raise kibitz.KibitzError(f"cannot write {path}: {error.strerror}") from None
