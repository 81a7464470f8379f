"""Commands about games that are played: ``kibitz match``, ``results``, ``replay``, ``demo``."""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import kibitz
from kibitz import demonstration
from kibitz.cli.app import BackendName, Cluster, GameSpec, Jobs, Json, Seed, app, loaded, out, print_json, writable
from kibitz.cli.commands_here import next_steps
from kibitz.cli.games import summary
from kibitz.games import records
from kibitz.pool.backends import PROCESSES
from kibitz.progress import Bar
from kibitz.words import in_words

if TYPE_CHECKING:
    from kibitz.arena.league.results import LeagueResult
    from kibitz.arena.results import MatchResult


@app.command("match")
def play_match(
    game: GameSpec,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER...", help="The players: random, 'maxn(depth=4)', or a file written by kibitz learn."
        ),
    ],
    deals: Annotated[int, typer.Option(help="How many deals or openings.", min=1)] = 100,
    until_decided: Annotated[
        bool,
        typer.Option(
            "--until-decided",
            help="Stop as soon as the order of the players is decided, or after --deals. "
            "The confidence intervals stay valid.",
        ),
    ] = False,
    seed: Annotated[int, typer.Option(help="Determines the deals and every random choice.", min=0)] = 0,
    seatings: Annotated[
        str,
        typer.Option(
            metavar="RULE",
            help="Which seatings play each deal: all, round-robin, or a number of seatings that are drawn at random "
            "for each deal.",
        ),
    ] = "all",
    series: Annotated[int, typer.Option(help="Games in a row; players may remember earlier ones.", min=1)] = 1,
    opening: Annotated[
        int | None,
        typer.Option(
            help="Random moves at the start of every deal, so that players do not repeat the same game; default: a few "
            "in games without cards and chance, otherwise none. If there are fewer distinct games than deals, the "
            "result has no p values.",
            min=0,
        ),
    ] = None,
    position: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="Start from this position; repeat the option to use several in turn."),
    ] = None,
    handicap: Annotated[
        str, typer.Option(metavar="NAME=N", help="A handicap for the first player, such as men=2: two men fewer.")
    ] = "",
    wins: Annotated[
        str, typer.Option(help="full: every co-winner gets a whole win; shared: co-winners divide one win.")
    ] = "full",
    jobs: Jobs = None,
    backend: BackendName = PROCESSES,
    address: Cluster = None,
    chunk: Annotated[
        int,
        typer.Option(
            help="How many sessions a process gets at a time (a session is one game or, with --series, several in a "
            "row); 0: about half a second of work.",
            min=0,
        ),
    ] = 0,
    file: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Save the results in this file. If it holds an unfinished match, the match continues.",
        ),
    ] = None,
    record: Annotated[
        str | None,
        typer.Option(
            "--records",
            metavar="FILE",
            help="Write every game to this file as a JSON line; as PDN if its name ends in .pdn, compressed if it ends "
            "in .gz.",
        ),
    ] = None,
    move_seconds: Annotated[float, typer.Option(help="Time limit for a move; 0: none.", min=0)] = 0.0,
    strict: Annotated[bool, typer.Option("--strict", help="Stop when a player crashes or runs out of time.")] = False,
    as_json: Json = False,
) -> None:
    """Play a game many times, and say with confidence intervals who is better."""
    from kibitz.arena.progress import Progress, described
    from kibitz.arena.stopping import DECIDED

    with Bar("starting", quiet=as_json) as bar:

        def told(progress: Progress) -> None:
            bar.update(progress.done, progress.total, described(progress))

        result = kibitz.match(
            game,
            [_learned(player, game) for player in players],
            deals,
            seed,
            seatings=seatings,
            series=series,
            opening=opening,
            positions=tuple(position or ()),
            handicap=handicap,
            wins=wins,
            stop=DECIDED if until_decided else None,
            jobs=jobs or os.cpu_count() or 1,
            backend=backend,
            address=address,
            chunk=chunk,
            out=file,
            records=record,
            move_seconds=move_seconds,
            strict=strict,
            loads=loaded,
            progress=told,
        )
    _show_result(result, as_json)


def _learned(player: str, game: str) -> str:
    """The specification of the model in a file, so that a match does not need the file; other text is unchanged."""
    if not player.endswith(".json"):
        return player
    from kibitz.models.stored import read_model

    return str(read_model(player, kibitz.game(game)))


@app.command()
def results(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A file written by kibitz match --out or kibitz league --out, finished or not."
        ),
    ],
    wins: Annotated[
        str, typer.Option(help="full: every co-winner gets a whole win; shared: co-winners divide one win.")
    ] = "full",
    table: Annotated[str | None, typer.Option("--csv", metavar="FILE", help="Write the games as CSV.")] = None,
    parquet: Annotated[str | None, typer.Option(metavar="FILE", help="Write the games as Parquet.")] = None,
    plot: Annotated[str | None, typer.Option(metavar="FILE", help="Draw the standings: .svg, .png or .pdf.")] = None,
    record: Annotated[
        str | None,
        typer.Option(
            "--records",
            metavar="FILE",
            help="Write the recorded games to this file; as PDN if its name ends in .pdn, compressed if in .gz.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show or export the results of a match or a league from its file."""
    from kibitz.arena.league.running import is_league
    from kibitz.arena.results import MatchResult

    if is_league(file):
        if record is not None:
            raise kibitz.KibitzError("a league stores no games, so there are no records to write: leave out --records")
        _league_results(file, table, parquet, plot, as_json)
        return
    result = MatchResult.open(file, wins)
    if table is not None:
        result.write_csv(table)
    if parquet is not None:
        result.write_parquet(parquet)
    if plot is not None:
        result.write_plot(plot)
    if record is not None:
        result.write_records(record)
    _show_result(result, as_json)


def _league_results(file: str, table: str | None, parquet: str | None, plot: str | None, as_json: bool) -> None:
    from kibitz.arena.league.running import read_league

    result = read_league(file)
    if table is not None:
        result.to_polars().write_csv(writable(Path(table)))
    if parquet is not None:
        result.to_polars().write_parquet(writable(Path(parquet)))
    if plot is not None:
        result.plot().savefig(writable(Path(plot)))
    _show_result(result, as_json)


def _show_result(result: MatchResult | LeagueResult, as_json: bool) -> None:
    if as_json:
        print_json(result.to_dict())
    else:
        out.print(result.summary(), markup=False, soft_wrap=True)


@app.command()
def replay(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A file of recorded games, one JSON object in each line, compressed or not."
        ),
    ],
    number: Annotated[int | None, typer.Option("--game", help="Which game, from 1; default: list all.", min=1)] = None,
    svg: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Draw every position of the game into this folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List recorded games, or replay one and draw it."""
    lines = (line for line in records.read_lines(file) if line.strip())
    if number is None:
        if svg is not None:
            raise kibitz.KibitzError("--svg draws one game: add --game and its number")
        for place, line in enumerate(lines, start=1):
            _list_record(place, records.read_line(line), as_json)
        return
    chosen = next(itertools.islice(lines, number - 1, None), None)
    if chosen is None:
        raise kibitz.KibitzError(f"{file} has no game {number}; kibitz replay {file} lists those it has")
    record = records.read_line(chosen)
    if svg is not None:
        _draw_record(record, Path(svg))
    if as_json:
        print_json({**json.loads(record.to_json()), "states": [str(state) for state in record.states()]})
        return
    out.print(f"{record.game}: {in_words(', '.join(record.players))}", markup=False, soft_wrap=True)
    for state, move in itertools.zip_longest(record.states(), record.moves):
        out.print(f"\n{state.board()}", markup=False, soft_wrap=True)
        if move is not None:
            who = "chance" if state.to_move < 0 else record.players[state.to_move]
            out.print(f"{who}: {move}", style="bold", markup=False, soft_wrap=True)
    out.print(f"\n{summary(record.states()[-1], None)}", style="dim", markup=False, soft_wrap=True)


def _list_record(place: int, record: records.GameRecord, as_json: bool) -> None:
    if as_json:
        print_json({"number": place, **json.loads(record.to_json())})
        return
    scores = ", ".join(f"{score:g}" for score in record.scores) if record.scores is not None else "not finished"
    said = f"{place:>5}  {record.game}: {in_words(', '.join(record.players))}; {len(record.moves)} moves; {scores}"
    out.print(said, markup=False, soft_wrap=True)


def _draw_record(record: records.GameRecord, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for place, state in enumerate(record.states()):
            last = [record.moves[place - 1]] if place else []
            picture = state.svg(highlight=last)
            (folder / f"{place:04}.svg").write_text(picture, encoding="utf-8")
    except OSError as error:
        raise kibitz.KibitzError(f"cannot write to {folder}: {error.strerror}") from None


@app.command()
def demo(
    seed: Seed = 10,
    boards: Annotated[bool, typer.Option("--boards", help="Show a random game of each kind instead.")] = False,
    sessions: Annotated[
        int,
        typer.Option(
            help="Sessions in the comparison at the end; each is several hands with opponents of its own.",
            min=1,
            max=10_000,
        ),
    ] = demonstration.SESSIONS,
) -> None:
    """Watch a player read three strangers: how that changes its moves, and what it gains (under a minute)."""
    if boards:
        demonstration.boards(out, seed)
    else:
        demonstration.reading(out, seed, sessions)
        demonstration.say_next(out, next_steps())
