"""Evolved players: ``kibitz evolve``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.app import BackendName, Cluster, Json, app, out, print_json, writable
from kibitz.pool.backends import PROCESSES, backend_named
from kibitz.progress import Bar
from kibitz.specialists.registry import evolution


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
        int | None,
        typer.Option(help="How many generations to breed; default: 100, or at most 600 for an identifier.", min=1),
    ] = None,
    seed: Annotated[int, typer.Option(help="Determines every random choice.", min=0)] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="Change a detail that the paper does not specify, such as steps=4; may be repeated.",
        ),
    ] = None,
    identifier: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="For decision: the file of an evolved identifier; default: one is evolved first."
        ),
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Save the run in this file after every generation; an interrupted run continues from there.",
        ),
    ] = None,
    backend: BackendName = PROCESSES,
    address: Cluster = None,
    file: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Where to save the champion; default: TASK.json.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Evolve a player of Guess It, and save it to play against.

    The same seed gives the champion of the first trial of kibitz reproduce lockett2007.
    """
    asked = evolution()(task, population, generations, seed, option or (), identifier)
    path = writable(Path(file or asked.file))
    kept = writable(Path(checkpoint)) if checkpoint else None

    @contextmanager
    def watch(what: str) -> Iterator[Callable[[int, int, str], None]]:
        """Show the current generation in one line, which is updated."""
        with Bar(f"evolving: {what}", quiet=as_json) as bar:
            yield bar.update

    champion = asked.evolve(kept, watch, backend_named(backend, address=address, apart=True))
    champion.save(path)
    if as_json:
        print_json({**champion.to_dict(), "saved": str(path)})
        return
    out.print(champion.summary(), markup=False, soft_wrap=True)
    for line in (f"saved to {path}", champion.what_next(path)):
        out.print(line, style="dim", markup=False, soft_wrap=True)
