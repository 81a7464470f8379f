"""Play against Kibitz in the terminal: ``kibitz play``."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

import typer

import kibitz
from kibitz.cli.app import GameSpec, app, out
from kibitz.players.belief_report import Reading
from kibitz.players.person import LeftTable, Person
from kibitz.players.player import Player
from kibitz.specialists.registry import guide
from kibitz.words import in_words

USUAL = "adaptive"
"""The default opponent: it learns from the person's moves, and has something to say about them."""
LEAST = 0.005
"""Probabilities below this are printed as 0%, and left out."""


@app.command()
def play(
    game: GameSpec,
    opponents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[OPPONENT]...",
            help="The players in the other seats, in turn order; the last one fills the remaining seats. Default: "
            "adaptive, which learns from your moves. Only players that learn believe something about you.",
        ),
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Your seat, from 0; default: it changes every game.", min=0)] = None,
    games: Annotated[int | None, typer.Option(help="How many games; default: until you leave.", min=1)] = None,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same deals; default: from the clock.", min=0)
    ] = None,
    name: Annotated[
        str, typer.Option(help="Your name, under which an opponent with a memory stores what it learned.")
    ] = "you",
) -> None:
    """Play yourself in the terminal, and see after each game what an opponent believes about you."""
    played = kibitz.game(game)
    if seat is not None:
        played.check_seat(seat)
    known = guide(played)
    others = _seated(played, opponents or [known.opponent or USUAL], name)
    if seed is None:
        seed = time.time_ns() // 1_000_000 % 1_000_000
    with suppress(ImportError):
        import readline  # noqa: F401  # the arrow keys work at the prompt
    person = Person(show=_show, read=input, guide=known)
    _show(f"{played}, against {', '.join(map(str, others))}; --seed {seed} gives the same deals again")
    _show(known.rules or played.summary)
    _show("Type rules to read how to play, help at any time, quit to leave.")
    won = finished = 0
    playing = False
    try:
        while games is None or finished < games:
            if games is None and finished and not person.agrees("another game?"):
                break
            mine = finished % played.players if seat is None else seat
            playing = True
            won += _play_one(played, person, others, mine, kibitz.Random(seed, "play", finished).next(), name)
            playing = False
            finished += 1
    except (LeftTable, KeyboardInterrupt):
        _show("\nYou left in the middle of a game, which does not count." if playing else "")
    _show(f"You have won {won} of {finished} game{'' if finished == 1 else 's'}. Goodbye.")


def _seated(game: kibitz.Game, opponents: Sequence[str], name: str) -> list[Player]:
    """Players for all seats but one."""
    seats = game.players - 1
    if len(opponents) > seats:
        raise kibitz.KibitzError(
            f"{game} has {seats} other seat{'' if seats == 1 else 's'}, but {len(opponents)} opponents were given"
        )
    filled = [*opponents, *[opponents[-1]] * (seats - len(opponents))]
    if name in filled:
        raise kibitz.KibitzError(f"an opponent is called '{name}' too; choose another name with --name")
    return [kibitz.player(each) for each in filled]


def _play_one(game: kibitz.Game, person: Person, others: Sequence[Player], seat: int, seed: int, name: str) -> bool:
    """Play one game, print how it ended, and return whether the person has won."""
    players: list[Player] = [*others[:seat], person, *others[seat:]]
    names = _names(players, person, name)
    sides = guide(game).sides
    side = f" ({sides[seat]})" if sides else ""
    _show(f"\nA new game: you have seat {seat} of {game.players}{side}, {_who_begins(game, seed, seat)}.")
    record = kibitz.play_game(game, players, seed, names)
    end = record.end
    _show(f"\n{person.board(end)}")
    winners = end.winners
    scores = ", ".join(f"{in_words(who)} {score:g}" for who, score in zip(names, end.scores, strict=True))
    if not winners or len(winners) == game.players:
        said = "Nobody wins."
    else:
        won = in_words(" and ".join(names[each] for each in sorted(winners)))
        said = "You win." if winners == {seat} else f"{won} won."
    _show(f"{said} Scores: {scores}")
    for said in dict.fromkeys(said for other in others for said in _thoughts(other, name)):  # equal ones once
        _show(said)
    return seat in winners and len(winners) < game.players


def _names(players: Sequence[Player], person: Person, name: str) -> list[str]:
    """The names at the table; opponents with the same specification are told apart by their seats."""
    texts = [name if each is person else str(each) for each in players]
    return [f"{text} in seat {seat}" if texts.count(text) > 1 else text for seat, text in enumerate(texts)]


def _who_begins(game: kibitz.Game, seed: int, seat: int) -> str:
    """Who makes the first move of a deal: in some games that depends on the cards."""
    first = game.start(seed).to_move
    if first == kibitz.CHANCE:
        return "chance makes the first move"
    return "and you begin" if first == seat else f"seat {first} begins"


def _thoughts(other: Player, name: str) -> Iterator[str]:
    """What an opponent believes about the person, if it has a belief."""
    for reading in other.beliefs():
        if reading.opponent == name:
            said = reading.said_to_them()
            yield "\n  ".join([f"What {in_words(other)} thinks of {name}:", *said]) if said else _named(other, reading)


def _named(other: Player, reading: Reading) -> str:
    """A belief for which there are no sentences: the names of what is believed, without what is ruled out."""
    likely = {each: share for each, share in reading.weights.items() if share >= LEAST}
    return f"What {in_words(other)} believes about {replace(reading, weights=likely)}"


def _show(text: str) -> None:
    out.print(text, markup=False, soft_wrap=True)
