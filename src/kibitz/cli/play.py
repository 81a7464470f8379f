"""Play against Kibitz in the terminal: ``kibitz play``."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

import typer

import kibitz
from kibitz.cli.app import GameSpec, app, out
from kibitz.players.person import LeftTable, Person
from kibitz.players.player import Player
from kibitz.specialists.registry import guide
from kibitz.words import in_words


@app.command()
def play(
    game: GameSpec,
    opponents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[OPPONENT]...",
            help="The players in the other seats, in turn order; the last one fills the remaining seats.",
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
    others = _seated(played, opponents or [known.opponent or _usual_opponent(played)], name)
    if seed is None:
        seed = time.time_ns() // 1_000_000 % 1_000_000
    with suppress(ImportError):
        import readline  # noqa: F401  # the arrow keys work at the prompt
    person = Person(show=_show, read=input, words=known.words)
    _show(f"{played}, against {', '.join(map(str, others))}; --seed {seed} gives the same deals again")
    _show(known.rules or played.summary)
    _show("Type rules to read how to play, help at any time, quit to leave.")
    won = finished = 0
    try:
        while games is None or finished < games:
            if games is None and finished and person.ask("another game? [Y/n] ").lower() in ("n", "no"):
                break
            mine = finished % played.players if seat is None else seat
            won += _play_one(played, person, others, mine, kibitz.Random(seed, "play", finished).next(), name)
            finished += 1
    except (LeftTable, KeyboardInterrupt):
        _show("")
    _show(f"You have won {won} of {finished} game{'' if finished == 1 else 's'}. Goodbye.")


def _usual_opponent(game: kibitz.Game) -> str:
    """The default opponent: a fast search by simulation."""
    return "hidden-mcts(seconds=1)" if game.hidden else "mcts(seconds=1)"


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
    _show(f"\nA new game: you have seat {seat} of {game.players}, {_who_begins(game, seed, seat)}.")
    record = kibitz.play_game(game, players, seed, names)
    end = record.end
    _show(f"\n{end.board()}")
    winners = end.winners
    scores = ", ".join(f"{in_words(who)} {score:g}" for who, score in zip(names, end.scores, strict=True))
    if not winners or len(winners) == game.players:
        said = "Nobody wins."
    else:
        won = in_words(" and ".join(names[each] for each in sorted(winners)))
        said = "You win." if winners == {seat} else f"{won} won."
    _show(f"{said} Scores: {scores}")
    for other in others:
        _show_beliefs(other, name)
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


def _show_beliefs(other: Player, name: str) -> None:
    """What an opponent believes about the person, if it has a belief."""
    for reading in other.beliefs():
        if reading.opponent == name:
            _show(f"What {in_words(other)} believes about {reading}")


def _show(text: str) -> None:
    out.print(text, markup=False, soft_wrap=True)
