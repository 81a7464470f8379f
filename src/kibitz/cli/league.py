"""Leagues: ``kibitz league``."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

import kibitz
from kibitz.cli.app import BackendName, Cluster, GameSpec, Jobs, Json, app, loaded, out, print_json, writable
from kibitz.players.loading import load
from kibitz.pool.backends import PROCESSES
from kibitz.progress import Bar

SEVERAL = ("--players", "--opponents", "--load")


class TakesSeveral(TyperCommand):
    """A command whose options in ``SEVERAL`` take all values up to the next option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Repeat such an option for each of its values."""
        return super().parse_args(ctx, repeated(args))


def repeated(args: list[str]) -> list[str]:
    """Arguments in which an option of ``SEVERAL`` stands before each of its values.

    >>> repeated(["checkers", "--players", "a", "b", "--games", "3"])
    ['checkers', '--players', 'a', '--players', 'b', '--games', '3']
    """
    found: list[str] = []
    several = ""
    values = 0
    for arg in args:
        if arg.startswith("--"):
            several, values = (arg if arg in SEVERAL else ""), 0
        elif several:
            found += [several] * (values > 0)
            values += 1
        found.append(arg)
    return found


@app.command(cls=TakesSeveral)
def league(
    game: GameSpec,
    load_files: Annotated[
        list[str] | None,
        typer.Option("--load", metavar="FILE...", help="Python files with your own games, players or models."),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SPEC...",
            help="The players to measure; default: a reader that is told nothing about its opponents. papers: every "
            "method of the papers that can play the game; ablations: the reader, readers that each lack one of its "
            "parts (one of them does not learn), and the reader with the true opponents among its candidates.",
        ),
    ] = None,
    baseline: Annotated[
        str,
        typer.Option(
            metavar="SPEC", help="The baseline, a search that models nobody; default: the best one for the game."
        ),
    ] = "",
    opponents: Annotated[
        list[str] | None, typer.Option(metavar="SPEC...", help="The opponents; default: the game's population.")
    ] = None,
    held_out: Annotated[
        int | None,
        typer.Option(
            help="Draw this many opponents from families of players, instead of the population; the seed determines "
            "which.",
            min=1,
        ),
    ] = None,
    sessions: Annotated[
        int | None,
        typer.Option(
            help="Sessions (several games in a row) at each table (a set of opponents); default: as --scale says (10 "
            "with full).",
            min=1,
        ),
    ] = None,
    until_decided: Annotated[
        bool,
        typer.Option(
            "--until-decided",
            help="Stop as soon as it is decided for each player whether it gains or loses, after --sessions at the "
            "latest.",
        ),
    ] = False,
    games: Annotated[
        int | None,
        typer.Option(
            help="Games in a session, in which players may learn; default: as --scale says (10 with full).", min=1
        ),
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option(
            help="Simulated games for each move, for players whose specification does not set them. Default: in games "
            "for which a baseline was chosen, each player's own default (adaptive then takes about as long as the "
            "baseline); in other games, as --scale says.",
            min=1,
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="Seconds for each move, instead of simulations; not reproducible.", min=0.0001)
    ] = None,
    handicap: Annotated[
        str | None,
        typer.Option(
            metavar="NAME=N",
            help="A handicap for our player, such as men=2: two men fewer; none: no handicap. Default: the handicap "
            "with which the game's baseline wins about half of its games.",
        ),
    ] = None,
    opening: Annotated[
        int | None, typer.Option(help="Random moves at the start of a game; default: none if cards are dealt.", min=0)
    ] = None,
    clairvoyant: Annotated[
        str,
        typer.Option(help="How the clairvoyant replies: auto, exploit, best-response (tiny games), or none."),
    ] = "auto",
    clairvoyant_sessions: Annotated[
        int | None,
        typer.Option(
            help="Sessions of the clairvoyant at each table, the first ones; default: as many as the others play. The "
            "clairvoyant can be slow.",
            min=1,
        ),
    ] = None,
    scale: Annotated[
        str,
        typer.Option(
            help="How much is played. full: 10 sessions of 10 games at every table; published: enough sessions for "
            "intervals of ±5 points; pilot: a short league that measures how many sessions 'published' needs; quick: "
            "under a minute."
        ),
    ] = "full",
    seed: Annotated[int, typer.Option(help="Determines the deals and every random choice.", min=0)] = 0,
    jobs: Jobs = None,
    backend: BackendName = PROCESSES,
    address: Cluster = None,
    file: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Save the sessions in this file. If it holds an unfinished league, the league continues.",
        ),
    ] = None,
    report: Annotated[
        str | None, typer.Option(metavar="DIR", help="Write a report into this folder: Markdown, HTML, JSON, pictures.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure how much players gain against opponents that they have never met.

    Players sit down at tables of opponents, for sessions of several games in which they may learn. The same sessions
    are played by a baseline, which models nobody, and by a clairvoyant, which knows the opponents' policies.
    """
    from kibitz.arena.league.defaults import left_out, scale_named
    from kibitz.arena.league.experiment import League
    from kibitz.arena.league.report import LeagueReport
    from kibitz.arena.league.running import Running, run

    for each in load_files or ():
        load(each)
        loaded.append(each)
    size = scale_named(scale, kibitz.game(game))
    if simulations is not None and seconds is not None:
        raise kibitz.KibitzError("give --simulations or --seconds for a move, not both")
    if held_out is not None:
        if opponents:
            raise kibitz.KibitzError("give --opponents or --held-out, not both")
        from kibitz.specialists.populations import held_out as drawn

        opponents = [member.player for member in drawn(kibitz.game(game), held_out, seed)]
    made = League.of(
        game,
        opponents or (),
        players or (),
        baseline,
        loads=tuple(loaded),
        opening=opening,
        at_most=size.opponents,
        games=games or size.games,
        seed=seed,
        simulations=0 if seconds else simulations or size.simulations,
        seconds=seconds or 0.0,
        clairvoyant=clairvoyant,
        clairvoyant_sessions=clairvoyant_sessions or 0,
        **({} if handicap is None else {"handicap": "" if handicap == "none" else handicap}),
    )
    path = None if file is None else writable(Path(file))
    with Bar("sessions", quiet=as_json) as bar:
        running = Running(jobs or os.cpu_count() or 1, backend, address, out=path, progress=bar.update)
        result = run(made, sessions or size.sessions, running, until_decided)
    command = shlex.join(["kibitz", *sys.argv[1:]])
    written = LeagueReport(result, command).write(Path(report)) if report is not None else []
    if as_json:
        print_json(result.to_dict())
        return
    out.print(result.summary(), markup=False, soft_wrap=True)
    for sentence in left_out(players or (), made.played):
        out.print(sentence, markup=False, soft_wrap=True)
    for each_file in written:
        out.print(f"wrote {each_file}", style="dim", markup=False, soft_wrap=True)
