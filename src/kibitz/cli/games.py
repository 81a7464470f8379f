"""Commands about games: ``kibitz games``, ``show``, ``perft``."""

from __future__ import annotations

import time
from typing import Annotated, Any, cast

import typer

import kibitz
from kibitz.cli.app import GameSpec, Json, Moves, Seed, app, out, print_json, table
from kibitz.games.capabilities import CAPABILITIES, Evaluated
from kibitz.games.game import rules_of
from kibitz.games.registry import REGISTRY
from kibitz.players.play_game import random_moves
from kibitz.progress import Bar


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
        kind = REGISTRY.kind(known)
        if kind.arguments_taken:  # it is made from another game, which is not named here
            rows.append({"name": known, "summary": kind.summary, "players": "any", "capabilities": []})
            continue
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
    listed = table("game", "players", "what it is")
    for row in rows:
        listed.add_row(row["name"], row["players"], row["summary"])
    out.print(listed)
    out.print("\nkibitz games GAME lists a game's options, kibitz show GAME draws it.", style="dim")


def _show_options(game: kibitz.Game, as_json: bool) -> None:
    evaluated, rules = "evaluated" in game.capabilities, rules_of(game)
    described: dict[str, Any] = {
        "name": game.name,
        "spec": str(game),
        "summary": game.summary,
        "rules": rules,
        "options": [
            {"name": option.name, "value": game.options[option.name], "takes": option.range, "help": option.help}
            for option in game.options_known
        ],
        "capabilities": sorted(game.capabilities),
        "features": cast("Evaluated", game).weights if evaluated else {},
    }
    if as_json:
        print_json(described)
        return
    out.print(f"[bold]{game.name}[/]: {game.summary}")
    if rules:
        out.print(f"\n{rules}\n", markup=False)
    if game.options_known:
        listed = table("option", "value", "takes", "meaning")
        for option in game.options_known:
            value = game.options[option.name]
            listed.add_row(option.name, option.text(value), option.range, option.help)
        out.print(listed)
    listed = table("offers", "what that is")
    for capability in sorted(game.capabilities):
        listed.add_row(capability, " ".join((CAPABILITIES[capability].__doc__ or "").replace("`", "").split()))
    out.print(listed)
    if evaluated:
        listed = table("feature", "weight", "meaning")
        for feature, weight in described["features"].items():
            listed.add_row(feature, f"{weight:g}", game.feature_help.get(feature, ""))
        out.print(listed)


@app.command()
def show(
    game: GameSpec,
    seed: Seed = 0,
    moves: Moves = "",
    plies: Annotated[int, typer.Option(help="Then play this many random moves.", min=0)] = 0,
    seat: Annotated[int | None, typer.Option(help="Show what this seat may know.")] = None,
    views: Annotated[
        bool, typer.Option("--views", help="Show what every seat may know, one after the other, to find leaks.")
    ] = False,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Write the picture to this file instead.")] = None,
    size: Annotated[int, typer.Option(help="Width of the picture in pixels.", min=16, max=10_000)] = 400,
    as_json: Json = False,
) -> None:
    """Draw a position in the terminal, as SVG, or as JSON."""
    state = position(game, seed, moves)
    state = list(random_moves(state, seed, plies))[-1]
    if views:
        _show_views(state, as_json)
        return
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
        out.print(f"\n{summary(state, seat)}", style="dim", markup=False, soft_wrap=True)


def _show_views(state: kibitz.State, as_json: bool) -> None:
    """Draw what each seat sees of a position."""
    seats = range(state.game.players)
    if as_json:
        print_json([{"seat": seat, "state": state.view(seat).to_dict(), **_standing(state, seat)} for seat in seats])
        return
    for seat in seats:
        out.print(f"[bold]what seat {seat} sees[/]")
        out.print(state.board(seat), markup=False, soft_wrap=True)
        out.print(f"{summary(state, seat)}\n", style="dim", markup=False, soft_wrap=True)


def position(game: str, seed: int, moves: str) -> kibitz.State:
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


def summary(state: kibitz.State, seat: int | None) -> str:
    """The state of a game in one line, whole or as one seat sees it."""
    if state.over:
        return f"over, scores {', '.join(f'{score:g}' for score in state.scores)}"
    standing = _standing(state, seat)
    who = "chance" if state.to_move == kibitz.CHANCE else f"seat {state.to_move}"
    if standing["legal"] is None:
        return f"{who} to move"
    legal = standing["legal"]
    more = f" and {len(legal) - 12} more" if len(legal) > 12 else ""
    return f"{who} to move, {len(legal)} legal: {', '.join(legal[:12])}{more}"


@app.command()
def perft(
    game: GameSpec,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="Depth in moves, 0 to 500.")],
    seed: Annotated[int, typer.Option(help="Seed of the deal.", min=0)] = 0,
    as_json: Json = False,
) -> None:
    """Count the move sequences of exactly DEPTH moves from the start."""
    state = kibitz.game(game).start(seed)
    with Bar(f"counting to depth {depth}", quiet=as_json):
        began = time.perf_counter()
        counted = kibitz.perft(state, depth)
        seconds = time.perf_counter() - began
    if as_json:
        print_json({"game": str(state.game), "depth": depth, **counted._asdict(), "seconds": seconds})
        return
    rate = counted.nodes / seconds if seconds > 0 else 0.0
    out.print(f"{state.game}, depth {depth}: {counted.leaves:,} leaves, {counted.nodes:,} nodes", markup=False)
    out.print(f"{seconds:.3f} s, {rate / 1e6:,.1f} million nodes a second", style="dim")
