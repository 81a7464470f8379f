"""Commands about searches and players: ``kibitz searches``, ``players``, ``analyse``, ``bench``."""

from __future__ import annotations

import sys
import time
from typing import Annotated, Any

import typer
from rich.table import Table

import kibitz
from kibitz import node_counts
from kibitz.cli.app import BackendName, Cluster, GameSpec, Json, Moves, Seed, app, escaped, out, print_json, table
from kibitz.cli.games import position
from kibitz.models.registry import REGISTRY as MODELS
from kibitz.players.player import Player
from kibitz.players.registry import REGISTRY as PLAYERS
from kibitz.pool.backends import PROCESSES, backend_named
from kibitz.progress import Bar
from kibitz.searches.registry import REGISTRY as SEARCHES
from kibitz.searches.search import Search
from kibitz.words import in_words

WANTS_SHOWN = {
    "most-tricks": "plays like a model: wants as many tricks as it can get (MT in sturtevant2006)",
    "fewest-overtricks": "plays like a model: wants its bid, then as few tricks above it as possible (mOT)",
    "most-opponents-set": "plays like a model: wants its bid, and as many others as possible to miss theirs (ML)",
    "X_Y": "plays like a model: wants X and believes that the others want Y, as in most-tricks_fewest-overtricks",
}


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
        out.print(f"[bold]{kind.name:<11}[/]{escaped(kind.summary)} [dim]({escaped(kind.source)})[/]", soft_wrap=True)
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
        elif name in SEARCHES:
            list_searches(name, as_json)
        else:
            _show_model(name, as_json)
        return
    kinds: list[type[Search] | type[Player]] = [PLAYERS.kind(known) for known in sorted(PLAYERS)]
    kinds += [SEARCHES.kind(known) for known in sorted(SEARCHES)]
    rows = [{"name": kind.name, "summary": kind.summary, "source": kind.source} for kind in kinds]
    rows += [{"name": text, "summary": summary, "source": ""} for text, summary in WANTS_SHOWN.items()]
    rows += [_model_row(known) for known in sorted(MODELS)]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        source = f" [dim]({escaped(row['source'])})[/]" if row["source"] else ""
        out.print(f"[bold]{escaped(row['name']):<11}[/] {escaped(row['summary'])}{source}", soft_wrap=True)
    out.print("\nkibitz players NAME lists a player's options.", style="dim", soft_wrap=True)


def _model_row(known: str) -> dict[str, str]:
    kind = MODELS.kind(known)
    example = f", as in {kind.example}" if kind.example and known == kind.name else ""
    return {"name": known, "summary": f"plays like a model: {kind.summary}{example}", "source": kind.source}


def _show_model(name: str, as_json: bool) -> None:
    if name in MODELS:
        row = _model_row(name)
    else:
        read = kibitz.player(name)  # or an error that lists the known players
        summary = f"plays like a model: {kibitz.model(str(read)).to_json()}"
        row = {"name": in_words(read), "summary": summary, "source": ""}
    if as_json:
        print_json(row)
    else:
        source = f" ({escaped(row['source'])})" if row["source"] else ""
        out.print(f"[bold]{escaped(row['name'])}[/]: {escaped(row['summary'])}{source}", soft_wrap=True)


def _show_search(kind: type[Search], as_json: bool) -> None:
    _show_kind(kind, {"needs": list(kind.needs), "takes_views": kind.takes_views}, as_json)
    if not as_json:
        if kind.arguments_taken:
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
    out.print(f"[bold]{kind.name}[/]: {kind.summary} ({escaped(kind.source)})")
    if kind.options_known:
        listed = table("option", "default", "takes", "meaning")
        for option in kind.options_known:
            listed.add_row(option.name, option.text(option.default), option.range, option.help)
        out.print(listed)


@app.command()
def analyse(
    game: GameSpec,
    search: Annotated[str, typer.Option(metavar="SPEC", help="Which search, such as 'maxn(depth=4)'.")],
    seed: Seed = 0,
    moves: Moves = "",
    as_json: Json = False,
) -> None:
    """Analyse a position with a search, and explain the result."""
    state = position(game, seed, moves)
    chosen = kibitz.search(search)
    with Bar(f"{chosen} analyses {state.game}", quiet=as_json):
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
            "reproducible": analysis.reproducible,
            "seconds": seconds,
        }
    )


def _plain(value: Any) -> Any:
    """Convert a value of a search to JSON: sets to sorted lists, distributions to lists of pairs."""
    if isinstance(value, (set, frozenset)):
        return sorted(_plain(item) for item in value)
    if isinstance(value, dict):
        return [[_plain(outcome), probability] for outcome, probability in value.items()]
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


@app.command()
def bench(
    only_counts: Annotated[
        bool, typer.Option("--signature", help="Print only the node counts, to compare two versions.")
    ] = False,
    jobs: Annotated[int, typer.Option(help="How many processes; with more than one, times are less exact.", min=1)] = 1,
    backend: BackendName = PROCESSES,
    address: Cluster = None,
    as_json: Json = False,
) -> None:
    """Run a fixed set of searches, and count their nodes. Different counts mean that a search has changed."""
    with Bar("running the searches", quiet=as_json):
        found = node_counts.rows(backend_named(backend, jobs, address))
    if as_json:
        print_json([row._asdict() for row in found])
    elif only_counts:
        sys.stdout.write(node_counts.text(found))
    else:
        listed = Table(box=None, header_style="bold", pad_edge=False)
        for heading in ("game", "search", "nodes", "nodes/s"):
            listed.add_column(heading, justify="right" if "nodes" in heading else "left")
        for row in found:
            listed.add_row(escaped(row.game), row.search, f"{row.nodes:,}", f"{row.nodes / row.seconds:,.0f}")
        out.print(listed)
