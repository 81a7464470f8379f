"""The command line: ``kibitz games``, ``show``, ``searches``, ``players``, ``analyse``, ``learn``, ``match``, ..."""

from __future__ import annotations

import itertools
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table

import kibitz
from kibitz import demonstration, signature, specs
from kibitz.games import records
from kibitz.games.capabilities import CAPABILITIES
from kibitz.games.registry import REGISTRY
from kibitz.players.loading import load
from kibitz.players.player import Player
from kibitz.players.registry import REGISTRY as PLAYERS
from kibitz.players.table import random_moves
from kibitz.searches.registry import REGISTRY as SEARCHES
from kibitz.searches.search import Search
from kibitz.searches.wrapping import Wrapping

if TYPE_CHECKING:
    from kibitz.arena.results import MatchResult
    from kibitz.papers.item import Item

app = typer.Typer(
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
out = Console(highlight=False)
loaded: list[str] = []  # files with games and players of one's own: other processes have to load them too

GameSpec = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, such as checkers or 'spades(players=3, cards=7)'.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Seed = Annotated[int, typer.Option(help="Which deal, and which random moves.", min=0)]

MODELS_SHOWN = {
    "MT_mOT": "plays like a model: wants X and thinks that the others want Y, such as MT, mOT, ML, generic, win",
    "strategy": "plays like a model: evaluation weights and a depth, as in strategy(men=60, kings=90, depth=6)",
    "mixture": "plays like a model: one of several at every move, as in mixture(MT=1, mOT=2)",
    "noisy": "plays like a model that errs now and then, as in noisy(MT, 0.05)",
}

Moves = Annotated[str, typer.Option(help="Moves to play first, separated by commas.")]


def print_json(value: Any) -> None:
    """Print one JSON document, unwrapped and uncoloured."""
    sys.stdout.write(json.dumps(value) + "\n")


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    load_files: Annotated[
        list[str] | None,
        typer.Option(
            "--load",
            metavar="FILE",
            help="A Python file with games or players of your own; before the command, may be repeated.",
        ),
    ] = None,
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    """Play games of two or more players by reading the opponents in front of you."""
    for file in load_files or ():
        load(file)
        loaded.append(file)
    if version:
        out.print(f"kibitz {kibitz.__version__}")
    elif context.invoked_subcommand is None:
        out.print(context.get_help())


@app.command("games")
def list_games(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Show one game with its options.")] = None,
    as_json: Json = False,
) -> None:
    """List the games, or one game with its options and features."""
    if name is not None:
        _show_options(kibitz.game(name), as_json)
        return
    rows: list[dict[str, Any]] = []
    for known in REGISTRY:
        game = kibitz.game(known)
        rows.append(
            {
                "name": known,
                "summary": game.summary,
                "players": game.players_allowed,
                "capabilities": sorted(game.capabilities),
            }
        )
    if as_json:
        print_json(rows)
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("game", "players", "what it is"):
        table.add_column(heading)
    for row in rows:
        table.add_row(row["name"], row["players"], row["summary"])
    out.print(table)
    out.print("\nkibitz games GAME lists a game's options, kibitz show GAME draws it.", style="dim")


def _show_options(game: kibitz.Game, as_json: bool) -> None:
    evaluated = "evaluated" in game.capabilities
    described: dict[str, Any] = {
        "name": game.name,
        "spec": str(game),
        "summary": game.summary,
        "options": [
            {"name": option.name, "value": game.options[option.name], "takes": option.range, "help": option.help}
            for option in game.options_known
        ],
        "capabilities": sorted(game.capabilities),
        "features": getattr(game, "weights", {}) if evaluated else {},
    }
    if as_json:
        print_json(described)
        return
    out.print(f"[bold]{game.name}[/]: {game.summary}")
    if game.options_known:
        table = Table(box=None, header_style="bold", pad_edge=False)
        for heading in ("option", "value", "takes", "meaning"):
            table.add_column(heading)
        for option in game.options_known:
            value = game.options[option.name]
            table.add_row(option.name, specs.value_text(value), option.range, option.help)
        out.print(table)
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("offers", "what that is"):
        table.add_column(heading)
    for capability in sorted(game.capabilities):
        table.add_row(capability, (CAPABILITIES[capability].__doc__ or "").strip())
    out.print(table)
    if evaluated:
        table = Table(box=None, header_style="bold", pad_edge=False)
        for heading in ("feature", "weight", "meaning"):
            table.add_column(heading)
        for feature, weight in described["features"].items():
            table.add_row(feature, f"{weight:g}", getattr(game, "feature_help", {}).get(feature, ""))
        out.print(table)


@app.command()
def show(
    game: GameSpec,
    seed: Seed = 0,
    moves: Moves = "",
    plies: Annotated[int, typer.Option(help="Then play this many random moves.", min=0)] = 0,
    seat: Annotated[int | None, typer.Option(help="Show what this seat may know.")] = None,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Write the picture to this file instead.")] = None,
    size: Annotated[int, typer.Option(help="How wide the picture is, in pixels.", min=16, max=10_000)] = 400,
    as_json: Json = False,
) -> None:
    """Draw a position in the terminal, as SVG, or as JSON.

    For example: kibitz show "spades(players=3, cards=7)" --seed 4 --moves "bid 2, bid 3" --seat 0
    """
    state = _position(game, seed, moves)
    state = list(random_moves(state, seed, plies))[-1]
    shown = state if seat is None else state.view(seat)
    if svg is not None:
        picture = state.svg(size=size, seat=seat) if shown is state else shown.svg(size=size)
        try:
            with open(svg, "w", encoding="utf-8") as file:
                file.write(picture)
        except OSError as error:
            raise kibitz.KibitzError(f"cannot write {svg}: {error.strerror}") from None
    if as_json:
        print_json({"text": str(shown), "state": shown.to_dict(), **_standing(state, seat), "svg": svg})
    elif svg is not None:
        out.print(f"wrote {svg}")
    else:
        out.print(state.board(seat) if shown is state else shown.board(), markup=False, soft_wrap=True)
        out.print(f"\n{_summary(state, seat)}", style="dim", markup=False, soft_wrap=True)


def _position(game: str, seed: int, moves: str) -> kibitz.State:
    """Start a game and play the moves given."""
    state = kibitz.game(game).start(seed)
    given = [move.strip() for move in moves.split(",") if move.strip()]
    for number, move in enumerate(given, start=1):
        try:
            state = state.play(move)
        except kibitz.IllegalMove as error:
            raise kibitz.IllegalMove(f"move {number} of {len(given)}: {error}") from None
    return state


def _standing(state: kibitz.State, seat: int | None) -> dict[str, Any]:
    mine = seat is None or seat == state.to_move or not state.game.hidden
    return {
        "to_move": None if state.over else state.to_move,
        "over": state.over,
        "legal": state.moves() if mine else None,
        "scores": list(state.scores),
    }


def _summary(state: kibitz.State, seat: int | None) -> str:
    if state.over:
        return f"over, scores {', '.join(f'{score:g}' for score in state.scores)}"
    standing = _standing(state, seat)
    if standing["legal"] is None:
        return f"seat {state.to_move} to move"
    legal = standing["legal"]
    more = f" and {len(legal) - 12} more" if len(legal) > 12 else ""
    return f"seat {state.to_move} to move, {len(legal)} legal: {', '.join(legal[:12])}{more}"


@app.command()
def perft(
    game: GameSpec,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="How many moves deep, 0 to 500.")],
    seed: Annotated[int, typer.Option(help="Which deal.", min=0)] = 0,
    as_json: Json = False,
) -> None:
    """Count the move sequences of exactly DEPTH moves from the start."""
    state = kibitz.game(game).start(seed)
    with _spinner(f"counting to depth {depth}", quiet=as_json):
        began = time.perf_counter()
        counted = kibitz.perft(state, depth)
        seconds = time.perf_counter() - began
    if as_json:
        print_json({"game": str(state.game), "depth": depth, **counted._asdict(), "seconds": seconds})
        return
    rate = counted.nodes / seconds if seconds > 0 else 0.0
    out.print(f"{state.game}, depth {depth}: {counted.leaves:,} leaves, {counted.nodes:,} nodes", markup=False)
    out.print(f"{seconds:.3f} s, {rate / 1e6:,.1f} million nodes a second", style="dim")


@app.command("searches")
def list_searches(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Show one search with its options.")] = None,
    as_json: Json = False,
) -> None:
    """List the searches, or one search with its options and what it needs of a game."""
    if name is not None:
        _show_search(SEARCHES.kind(name), as_json)
        return
    kinds = [SEARCHES.kind(known) for known in sorted(SEARCHES)]
    if as_json:
        print_json([{"name": kind.name, "summary": kind.summary, "source": kind.source} for kind in kinds])
        return
    for kind in kinds:
        out.print(f"[bold]{kind.name:<11}[/]{_escaped(kind.summary)} [dim]({_escaped(kind.source)})[/]", soft_wrap=True)
    hint = "kibitz searches NAME lists a search's options, kibitz analyse GAME --search NAME runs it."
    out.print(f"\n{hint}", style="dim", soft_wrap=True)


@app.command("players")
def list_players(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Show one player with its options.")] = None,
    as_json: Json = False,
) -> None:
    """List the players: those that learn, every search, every model."""
    if name is not None:
        if name in PLAYERS:
            _show_kind(PLAYERS.kind(name), {}, as_json)
        else:
            list_searches(name, as_json)
        return
    kinds: list[type[Search] | type[Player]] = [PLAYERS.kind(known) for known in sorted(PLAYERS)]
    kinds += [SEARCHES.kind(known) for known in sorted(SEARCHES)]
    rows = [{"name": kind.name, "summary": kind.summary, "source": kind.source} for kind in kinds]
    rows += [{"name": text, "summary": summary, "source": ""} for text, summary in MODELS_SHOWN.items()]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        source = f" [dim]({_escaped(row['source'])})[/]" if row["source"] else ""
        out.print(f"[bold]{_escaped(row['name']):<11}[/] {_escaped(row['summary'])}{source}", soft_wrap=True)
    out.print("\nkibitz players NAME lists a player's options.", style="dim", soft_wrap=True)


def _show_search(kind: type[Search], as_json: bool) -> None:
    _show_kind(kind, {"needs": list(kind.needs), "takes_views": kind.takes_views}, as_json)
    if not as_json:
        if issubclass(kind, Wrapping):
            out.print(f"takes: a search, as in {kind.example}")
        out.print(f"needs: {', '.join(kind.needs) or 'nothing beyond the rules'}")
        out.print(f"sees: {'what the mover may know' if kind.takes_views else 'the whole position'}")


def _show_kind(kind: type[Search] | type[Player], more: dict[str, Any], as_json: bool) -> None:
    described: dict[str, Any] = {
        "name": kind.name,
        "summary": kind.summary,
        "source": kind.source,
        **more,
        "options": [
            {"name": option.name, "default": option.default, "takes": option.range, "help": option.help}
            for option in kind.options_known
        ],
    }
    if as_json:
        print_json(described)
        return
    out.print(f"[bold]{kind.name}[/]: {kind.summary} ({_escaped(kind.source)})")
    if kind.options_known:
        table = Table(box=None, header_style="bold", pad_edge=False)
        for heading in ("option", "default", "takes", "meaning"):
            table.add_column(heading)
        for option in kind.options_known:
            table.add_row(option.name, specs.value_text(option.default), option.range, option.help)
        out.print(table)


@app.command()
def analyse(
    game: GameSpec,
    search: Annotated[str, typer.Option(metavar="SPEC", help="Which search, such as 'maxn(depth=4)'.")],
    seed: Seed = 0,
    moves: Moves = "",
    as_json: Json = False,
) -> None:
    """Say what a search thinks of a position, and why."""
    state = _position(game, seed, moves)
    chosen = kibitz.search(search)
    with _spinner(f"{chosen} looks at {state.game}", quiet=as_json):
        began = time.perf_counter()
        analysis = chosen.analyse(state)
        seconds = time.perf_counter() - began
    if not as_json:
        out.print(analysis.why(), markup=False, soft_wrap=True)
        return
    print_json(
        {
            "game": str(state.game),
            "search": analysis.search,
            "seat": analysis.seat,
            "best": list(analysis.best),
            "values": {move: _plain(value) for move, value in analysis.values.items()},
            "ranks": dict(analysis.ranks),
            "worst": analysis.worst,
            "line": list(analysis.line),
            "nodes": analysis.nodes,
            "notes": list(analysis.notes),
            "seconds": seconds,
        }
    )


def _plain(value: Any) -> Any:
    """Write a value of a search with what JSON has: sets as sorted lists, distributions as lists of pairs."""
    if isinstance(value, (set, frozenset)):
        return sorted(_plain(item) for item in value)
    if isinstance(value, dict):
        return [[_plain(outcome), probability] for outcome, probability in value.items()]
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


@app.command("match")
def play_match(
    game: GameSpec,
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help="Who plays, such as random or 'maxn(depth=4)'.")
    ],
    deals: Annotated[int, typer.Option(help="How many deals or openings.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="Decides the deals and every draw.", min=0)] = 0,
    seatings: Annotated[
        str, typer.Option(metavar="RULE", help="all, round-robin, or how many are drawn for each deal.")
    ] = "all",
    series: Annotated[int, typer.Option(help="Games in a row in which players remember.", min=1)] = 1,
    opening: Annotated[int, typer.Option(help="Random moves at the start of every deal.", min=0)] = 0,
    wins: Annotated[str, typer.Option(help="full: a win to every co-winner; shared: a part of one.")] = "full",
    jobs: Annotated[int | None, typer.Option(help="How many processes; default: one a core.", min=1)] = None,
    backend: Annotated[str, typer.Option(help="processes, or ray.")] = "processes",
    address: Annotated[str | None, typer.Option(help="The Ray cluster; default: a local one.")] = None,
    chunk: Annotated[int, typer.Option(help="Sessions handed out together; 0: half a second of them.", min=0)] = 0,
    file: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Keep the results here; a match begun there goes on.")
    ] = None,
    record: Annotated[
        str | None, typer.Option("--records", metavar="FILE", help="Write every game as a JSON line, .gz: compressed.")
    ] = None,
    move_seconds: Annotated[float, typer.Option(help="Longest time for a move; 0: any.", min=0)] = 0.0,
    strict: Annotated[bool, typer.Option("--strict", help="Stop when a player crashes or runs out of time.")] = False,
    as_json: Json = False,
) -> None:
    """Seat players at a game many times, and say with intervals who is better.

    For example: kibitz match "spades(open=true)" "maxn(own=MT)" "maxn(own=mOT)" --deals 200 --out spades.kibitz
    """
    from kibitz.arena.progress import Bar

    with Bar(quiet=as_json) as bar:
        result = kibitz.match(
            game,
            players,
            deals,
            seed,
            seatings=seatings,
            series=series,
            opening=opening,
            wins=wins,
            jobs=jobs or os.cpu_count() or 1,
            backend=backend,
            address=address,
            chunk=chunk,
            out=file,
            records=record,
            move_seconds=move_seconds,
            strict=strict,
            loads=loaded,
            progress=bar.update,
        )
    _show_result(result, as_json)


@app.command()
def results(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What kibitz match --out wrote, finished or not.")],
    wins: Annotated[str, typer.Option(help="full: a win to every co-winner; shared: a part of one.")] = "full",
    table: Annotated[str | None, typer.Option("--csv", metavar="FILE", help="Write the games as CSV.")] = None,
    parquet: Annotated[str | None, typer.Option(metavar="FILE", help="Write the games as Parquet.")] = None,
    plot: Annotated[str | None, typer.Option(metavar="FILE", help="Draw the standings: .svg, .png or .pdf.")] = None,
    record: Annotated[
        str | None,
        typer.Option("--records", metavar="FILE", help="Write the recorded games, .gz: compressed."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the results of a match that were kept in a file, or export them."""
    from kibitz.arena.results import MatchResult

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


def _show_result(result: MatchResult, as_json: bool) -> None:
    if as_json:
        print_json(result.to_dict())
    else:
        out.print(result.summary(), markup=False, soft_wrap=True)


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Recorded games, a JSON line each, compressed or not.")],
    number: Annotated[int | None, typer.Option("--game", help="Which game, from 1; default: list all.", min=1)] = None,
    svg: Annotated[str | None, typer.Option(metavar="FOLDER", help="Draw every position of the game there.")] = None,
    as_json: Json = False,
) -> None:
    """List recorded games, or play one again move by move and draw it."""
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
    out.print(f"{record.game}: {', '.join(record.players)}", markup=False, soft_wrap=True)
    for state, move in itertools.zip_longest(record.states(), record.moves):
        out.print(f"\n{state.board()}", markup=False, soft_wrap=True)
        if move is not None:
            who = "chance" if state.to_move < 0 else record.players[state.to_move]
            out.print(f"{who}: {move}", style="bold", markup=False, soft_wrap=True)
    out.print(f"\n{_summary(record.states()[-1], None)}", style="dim", markup=False, soft_wrap=True)


def _list_record(place: int, record: records.GameRecord, as_json: bool) -> None:
    if as_json:
        print_json({"number": place, **json.loads(record.to_json())})
        return
    scores = ", ".join(f"{score:g}" for score in record.scores) if record.scores is not None else "not finished"
    said = f"{place:>5}  {record.game}: {', '.join(record.players)}; {len(record.moves)} moves; {scores}"
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
def reproduce(
    paper: Annotated[str | None, typer.Argument(metavar="[PAPER]", help="Such as sturtevant2006.")] = None,
    item: Annotated[str | None, typer.Argument(metavar="[ITEM]", help="Such as table-2.")] = None,
    listed: Annotated[bool, typer.Option("--list", help="Name every table, figure and claim.")] = False,
    scale: Annotated[
        str, typer.Option(metavar="K", help="So many times the paper's deals; quick: under a minute.")
    ] = "1",
    seed: Annotated[int, typer.Option(help="Decides the deals and every draw.", min=0)] = 1,
    jobs: Annotated[int | None, typer.Option(help="How many processes; default: one a core.", min=1)] = None,
    folder: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="Write reports here, and go on with what was begun here."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Run a table of a paper, and say with intervals whether it holds.

    For example: kibitz reproduce sturtevant2006 table-2 --scale quick
    """
    from kibitz.papers.item import Setting
    from kibitz.papers.registry import PAPERS, items
    from kibitz.papers.registry import item as item_named

    if listed or paper is None or item is None:
        _list_items([each for name in ([paper] if paper else PAPERS) for each in items(name).values()], as_json)
        return
    chosen = item_named(paper, item)
    with _bar(f"{paper} {item}", quiet=as_json) as progress:
        task = progress.task_ids[0]

        def told(what: str, done: int, total: int) -> None:
            progress.update(task, description=what, completed=done, total=total)

        path = None if folder is None else Path(folder)
        report = chosen.run(Setting(scale, seed, jobs or os.cpu_count() or 1, path, told))
    written = report.write(path) if path is not None else []
    if as_json:
        print_json(report.to_dict())
    else:
        out.print(report.text(), markup=False, soft_wrap=True)
        for file in written:
            out.print(f"wrote {file}", style="dim", markup=False, soft_wrap=True)


def _list_items(listed: list[Item], as_json: bool) -> None:
    if as_json:
        print_json(
            [{"paper": each.paper, "item": each.name, "title": each.title, "rule": each.rule} for each in listed]
        )
        return
    for each in listed:
        out.print(f"[bold]{each.paper} {each.name}[/]: {_escaped(each.title)}", soft_wrap=True)
    out.print("\nkibitz reproduce PAPER ITEM --scale quick runs one in under a minute.", style="dim", soft_wrap=True)


@app.command()
def bench(
    only_counts: Annotated[bool, typer.Option("--signature", help="Print the node counts alone, to compare.")] = False,
    as_json: Json = False,
) -> None:
    """Run a fixed set of searches: their node counts are the signature of this version."""
    with _spinner("running the searches", quiet=as_json):
        found = list(signature.rows())
    if as_json:
        print_json([row._asdict() for row in found])
    elif only_counts:
        sys.stdout.write(signature.text(found))
    else:
        table = Table(box=None, header_style="bold", pad_edge=False)
        for heading in ("game", "search", "nodes", "nodes/s"):
            table.add_column(heading, justify="right" if "nodes" in heading else "left")
        for row in found:
            table.add_row(_escaped(row.game), row.search, f"{row.nodes:,}", f"{row.nodes / row.seconds:,.0f}")
        out.print(table)


@app.command()
def learn(
    game: GameSpec,
    source: Annotated[
        str, typer.Option("--from", metavar="FILE", help="Recorded games: JSON lines; checkers: PDN too.")
    ],
    player: Annotated[str, typer.Option(metavar="NAME", help="Whose moves to learn from.")],
    file: Annotated[str | None, typer.Option("--out", metavar="FILE", help="Where to save the model.")] = None,
    limit_depth: Annotated[int, typer.Option(help="The greatest depth to try.", min=1, max=20)] = 9,
    seed: Annotated[int, typer.Option(help="Which games are held back.", min=0)] = 0,
    as_json: Json = False,
) -> None:
    """Learn how somebody plays from recorded games, and save the model.

    For example: kibitz learn checkers --from games.pdn --player Tinsley
    """
    from kibitz.learning.from_records import learn_player

    played = kibitz.game(game)
    found = records.read(source, played)
    complaints = Console(stderr=True, highlight=False)
    for problem in found.problems:
        complaints.print(f"skipped: {problem}", markup=False, soft_wrap=True)
    if found.problems:
        complaints.print(f"{len(found.problems)} skipped, {len(found.records)} games read", style="dim")
    if not found.records:
        raise kibitz.KibitzError(f"{source}: none of the {len(found.problems)} games could be read")
    with _bar(f"learning how {player} plays", quiet=as_json) as progress:
        task = progress.task_ids[0]
        learned = learn_player(
            found,
            player,
            played,
            limit_depth,
            seed,
            os.cpu_count() or 1,
            lambda done, steps: progress.update(task, completed=done, total=steps),
        )
    path = file or "-".join([*re.findall(r"\w+", player), f"{played.name}.json"])
    try:
        Path(path).write_text(learned.to_json() + "\n", encoding="utf-8")
    except OSError as error:
        raise kibitz.KibitzError(f"cannot write {path}: {error.strerror}") from None
    if as_json:
        print_json({**json.loads(learned.to_json()), "player": player, "skipped": found.problems, "saved": path})
    else:
        out.print(learned.summary(), markup=False, soft_wrap=True)
        out.print(f"saved to {path}", style="dim", markup=False, soft_wrap=True)


def _bar(label: str, quiet: bool) -> Progress:
    """Show how much of a long work is done."""
    return _progress(label, quiet, TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())


def _spinner(label: str, quiet: bool) -> Progress:
    """Show that long work goes on."""
    return _progress(label, quiet, SpinnerColumn(), TextColumn("{task.description}"))


def _progress(label: str, quiet: bool, *columns: ProgressColumn) -> Progress:
    """Work in progress, on standard error so that results can be piped."""
    console = Console(stderr=True)
    hidden = quiet or not console.is_terminal
    progress = Progress(*columns, TimeElapsedColumn(), console=console, transient=True, disable=hidden)
    progress.add_task(label, total=None)
    return progress


@app.command()
def demo(
    seed: Seed = 1,
    boards: Annotated[bool, typer.Option("--boards", help="Show a random game of each kind instead.")] = False,
    sessions: Annotated[
        int, typer.Option(help="How many times twelve hands are compared at the end.", min=1, max=10_000)
    ] = demonstration.SESSIONS,
) -> None:
    """Watch a player read two strangers at Spades, then compare with players who learn nothing: about a minute."""
    if boards:
        demonstration.boards(out, seed)
    else:
        demonstration.reading(out, seed, sessions)


def main() -> None:
    """Run the command line; an error that a person can mend is one line, not a traceback."""
    try:
        app()
    except ValueError as error:  # KibitzError is one
        Console(stderr=True, highlight=False).print(f"[bold red]error:[/] {_escaped(str(error))}", soft_wrap=True)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def _escaped(text: str) -> str:
    return text.replace("[", "\\[")
