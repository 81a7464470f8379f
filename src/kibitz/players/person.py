"""A person as a player: sees what its seat may know, and types moves."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kibitz.errors import AmbiguousMove, IllegalMove
from kibitz.games.game import Event, Game
from kibitz.players.player import Player, Policy, Position

COMMANDS = {
    "help": "this list; so does ?",
    "moves": "all legal moves",
    "board": "the position again",
    "rules": "how to play this game",
    "quit": "leave; so do Ctrl-D and Ctrl-C",
}
CLOSE = 0.6  # the similarity above which a typed word is taken for another
YES, NO = ("", "y", "yes"), ("n", "no")
TEN = re.compile(r"\b10(?=[cdhs]\b)", re.IGNORECASE)
"""A ten as people write it, before its suit; in moves it is T."""

Words = Callable[[Position], Mapping[str, str]]
"""Words for moves that depend on the position, such as call."""


@dataclass(frozen=True)
class Guide:
    """What a person should know before a game; an empty part means the default for all games.

    ``opponent`` is the default opponent, ``words`` are more words for moves, and ``rules`` is a longer text than the
    summary of the game. ``sides`` names the side of each seat, and ``board`` draws a position for a seat.
    """

    opponent: str = ""
    words: Words | None = None
    rules: str = ""
    sides: Sequence[str] = ()
    board: Callable[[Position, int], str] | None = None


class LeftTable(Exception):
    """The person has left, in the middle of a game or between two."""


def meant(text: str, moves: Sequence[str]) -> tuple[list[str], bool]:
    """The moves that a typed text may mean, and whether they match except for punctuation and word endings.

    >>> meant("a5", ["ask 5", "ask 15", "name 5"]), meant("aks 5", ["ask 5", "ask 15", "name 5"])
    ((['ask 5'], True), (['ask 5'], False))
    """
    typed = _parts(text)
    parts = {move: _parts(move) for move in moves}
    squeezed = [move for move in moves if "".join(parts[move]) == "".join(typed)]
    begun = [move for move in moves if _each(typed, parts[move], lambda one, whole: whole.startswith(one))]
    if squeezed or begun:
        return squeezed or begun, True
    alike = [
        move
        for move in moves
        if _each(typed, parts[move], lambda one, whole: difflib.SequenceMatcher(None, one, whole).ratio() >= CLOSE)
    ]
    return alike, False


def _parts(text: str) -> list[str]:
    return re.findall(r"[a-z]+|\d+", text.lower())


def _each(typed: Sequence[str], whole: Sequence[str], like: Callable[[str, str], bool]) -> bool:
    """Whether the words match one by one, and the numbers are equal."""
    if not typed or len(typed) != len(whole):
        return False
    return all(
        one == other if one.isdigit() or other.isdigit() else like(one, other)
        for one, other in zip(typed, whole, strict=True)
    )


class Person(Player):
    """A person; ``show`` prints and ``read`` asks for input.

    >>> import kibitz
    >>> typed = iter(["centre", "B2"])
    >>> person = Person(show=print, read=lambda prompt: next(typed))
    >>> view = kibitz.game("tic-tac-toe").start()
    >>> person.policy(view)
    <BLANKLINE>
    3  . . .
    2  . . .
    1  . . .
       a b c
    'centre' is not a move here; 'moves' lists those that are
    {'b2': 1.0}
    """

    name = "person"
    summary = "somebody who types"

    def __init__(self, show: Callable[[str], None], read: Callable[[str], str], guide: Guide | None = None) -> None:
        super().__init__()
        self._show, self._read, self._guide = show, read, guide or Guide()
        self._names: Sequence[str] = ()

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Sit down."""
        super().begin(game, seat, view, names)
        self._names = names

    def see(self, event: Event) -> None:
        """Show a move of another player, and what it reveals."""
        if event.seat != self.seat:
            who = self._names[event.seat] if 0 <= event.seat < len(self._names) else "chance"
            self._show(f"{who}: {event.move or 'something in secret'}{f', shows {event.shown}' if event.shown else ''}")
        elif event.shown:
            self._show(f"you see {event.shown}")

    def policy(self, view: Position) -> Policy:
        """The move that is typed."""
        self._board(view)
        moves = view.moves()
        if len(moves) == 1:
            self._show(f"your only move: {moves[0]}")
            return {moves[0]: 1.0}
        while True:
            move = self._move(view, moves, self.ask("your move> "))
            if move is not None:
                return {move: 1.0}

    def ask(self, prompt: str) -> str:
        """The typed text; at the end of input or at Ctrl-C, the person has left."""
        try:
            typed = self._read(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            raise LeftTable from None
        if typed.lower() in ("quit", "exit"):
            raise LeftTable
        return typed

    def agrees(self, question: str) -> bool:
        """Whether the person says yes; anything but yes and no is asked again."""
        while True:
            said = self.ask(f"{question} [Y/n] ").lower()
            if said in (*YES, *NO):
                return said in YES
            self._show("Type y for yes, n for no.")

    def board(self, view: Position) -> str:
        """The position as it is drawn for this person."""
        return view.board() if self._guide.board is None else self._guide.board(view, self.seat)

    def _board(self, view: Position) -> None:
        self._show(f"\n{self.board(view)}")

    def _move(self, view: Position, moves: Sequence[str], typed: str) -> str | None:
        """The typed move, or None if the text was another command."""
        words = self._guide.words(view) if self._guide.words else {}
        if (ten := TEN.sub("T", typed).upper()) in moves:
            return ten
        if typed.lower() in words:
            return words[typed.lower()]
        if typed.lower() in COMMANDS or typed in ("", "?"):
            self._command("help" if typed in ("", "?") else typed.lower(), view, moves, words)
            return None
        try:
            return view.game.parse_move(view, typed)
        except AmbiguousMove as several:
            found, sure = list(several.moves), True
        except IllegalMove:
            found, sure = meant(typed, moves)
        if len(found) == 1 and (sure or self.agrees(f"did you mean '{found[0]}'?")):
            return found[0]
        if len(found) > 1:
            self._show(f"'{typed}' may be {', '.join(found)}")
        elif not found:
            why = view.game.demand(view)
            self._show(f"'{typed}' is not a move here; 'moves' lists those that are{f'. {why}' if why else ''}")
        return None

    def _command(self, command: str, view: Position, moves: Sequence[str], words: Mapping[str, str]) -> None:
        if command == "board":
            self._board(view)
        elif command == "moves":
            self._show(", ".join(moves))
        elif command == "rules":
            for line in (self._guide.rules,) if self._guide.rules else view.game.instructions:
                self._show(f"- {line}")
        else:
            self._show(f"type a move, such as {moves[0]}; the beginnings of its words are enough")
            for word, move in words.items():
                self._show(f"  {word:<6} {move}")
            for word, does in COMMANDS.items():
                self._show(f"  {word:<6} {does}")
