"""Learning from recorded games: ``kibitz learn``."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

import kibitz
from kibitz.cli.app import BackendName, Cluster, GameSpec, Json, app, loaded, out, print_json, writable
from kibitz.games import records
from kibitz.games.broken_records import reasons
from kibitz.players.loading import loading_first
from kibitz.pool.backends import PROCESSES, RAY, backend_named
from kibitz.progress import Bar

if TYPE_CHECKING:
    from kibitz.learning.choice_versus import Versus
    from kibitz.learning.from_records import Learned

REASONS_TOLD = 5


@app.command()
def learn(
    game: GameSpec,
    source: Annotated[
        str, typer.Option("--from", metavar="FILE", help="Recorded games, as JSON lines; for checkers also as PDN.")
    ],
    player: Annotated[str, typer.Option(metavar="NAME", help="The player to learn, by name.")],
    versus: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Compare with this player of the same file; this needs the learner 'choice'."
        ),
    ] = None,
    learner: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=(
                "choice: any game; strategy: games of two players with an evaluation; preference: games with bids; "
                "auto: preference or strategy if the game allows it, otherwise choice (with --versus, always choice)."
            ),
        ),
    ] = "auto",
    file: Annotated[str | None, typer.Option("--out", metavar="FILE", help="Where to save the model.")] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw what was learned as bars: .svg, .png or .pdf.")
    ] = None,
    limit_depth: Annotated[int, typer.Option(help="The greatest depth to try.", min=1, max=20)] = 9,
    seed: Annotated[int, typer.Option(help="Determines which games are held back to measure the model.", min=0)] = 0,
    jobs: Annotated[int | None, typer.Option(help="How many threads; default: one for each core.", min=1)] = None,
    backend: BackendName = PROCESSES,
    address: Cluster = None,
    as_json: Json = False,
) -> None:
    """Learn a model of a player from recorded games, and save it.

    With --versus, also compare what two players value, and how differently they choose.

    On a Ray cluster (--backend ray), the learner 'strategy' divides its searches among all workers. The other learners
    update a belief move by move, so one worker does all the work, or two workers with --versus.
    """

    from kibitz.learning.from_records import compare_players, distinct, games_used, learn_player, learner_named
    from kibitz.learning.learned_figure import require_format, write_figure

    played = kibitz.game(game)
    path = writable(Path(file or "-".join([*re.findall(r"\w+", player), f"{played.name}.json"])))
    if plot is not None:
        require_format(writable(Path(plot)))
    learner_named(learner, played, compares=versus is not None)
    workers = jobs or os.cpu_count() or 1
    chosen = backend_named(backend, workers, address)
    cluster = loading_first(chosen, loaded) if backend == RAY else None
    found = records.read(source, played)
    _tell_problems(found)
    if not found.records:
        raise kibitz.KibitzError(f"{source}: none of the {found.found} games could be read")
    with Bar(f"learning how {player} plays", quiet=as_json) as bar:
        compared: Versus | None = None
        learned: Learned
        if versus is None:
            learned = learn_player(found, player, played, limit_depth, seed, workers, bar.update, learner, cluster)
        else:
            compared = compare_players(found, player, versus, played, limit_depth, seed, bar.update, cluster)
            learned = compared.first
        counted = {
            "found": found.found,
            "read": len(found.records),
            "repeated": len(found.records) - len(distinct(found).records),
            "used": games_used(found, player),
            "skipped": len(found.problems),
        }
        learned_json, refused = learned.to_json(), None
        shown = learned.summary() if compared is None else f"{learned.summary()}\n\n{compared.summary()}"
        compared_json: dict[str, Any] = {} if compared is None else {"versus": compared.to_dict()}
        figure = None if plot is None else (compared or learned).plot()
    try:
        path.write_text(learned_json + "\n", encoding="utf-8")
    except OSError as error:  # the model is still printed
        refused = f"cannot write {path}: {error.strerror}; the model is only printed"
    if as_json:
        saved = None if refused else str(path)
        skipped = list(map(str, found.problems))
        counts = {**counted, "reasons": reasons(found.problems)}
        fields = {**json.loads(learned_json), "player": player, "games": counts, "skipped": skipped, "saved": saved}
        print_json({**fields, **compared_json, **({} if plot is None else {"plot": plot})})
    else:
        told = (f"{count} {what}" for what, count in counted.items() if count or what != "repeated")
        out.print("games: " + ", ".join(told))
        out.print(shown, markup=False, soft_wrap=True)
    if refused:
        raise kibitz.KibitzError(refused)
    if plot is not None and figure is not None:
        write_figure(figure, plot)
    if not as_json:
        out.print(f"saved to {path}", style="dim", markup=False, soft_wrap=True)
        if plot is not None:
            out.print(f"drawn in {plot}", style="dim", markup=False, soft_wrap=True)


def _tell_problems(found: records.Recorded) -> None:
    """Print to standard error what was skipped: the most frequent reasons, each with its first message."""
    told = Console(stderr=True, highlight=False)
    first = {problem.reason: problem for problem in reversed(found.problems)}
    for reason, count in list(reasons(found.problems).items())[:REASONS_TOLD]:
        told.print(f"{count} skipped: {reason}, first {first[reason]}", markup=False, soft_wrap=True)
    if found.problems:
        told.print(f"{len(found.problems)} skipped, {len(found.records)} games read", style="dim")
