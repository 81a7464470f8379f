"""What works at each game of OpenSpiel: plays every one that can be loaded, and writes the table of the documentation.

``python tests/support/openspiel_games.py`` writes docs/results/openspiel.json and the table in docs/other-libraries.md.
"""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import pyspiel

import kibitz
from kibitz.adapters.openspiel.game import SpielGame
from kibitz.errors import KibitzError

DOCS = Path(__file__).parent.parent.parent / "docs"
RESULTS = DOCS / "results" / "openspiel.json"
PAGE = DOCS / "other-libraries.md"
BEGIN, END = "<!-- table openspiel -->", "<!-- end -->"
GAMES = 1  # that are played at random
PLIES = 400  # of each of them at the most
WORLDS = 5  # that are drawn for each game
MOVES_SEARCHED = 2


@dataclass
class Row:
    """What was tried at one game, and what came of it."""

    game: str
    seats: int = 0
    chance: bool = False
    hidden: bool = False
    worlds: str = ""
    """Where worlds come from: resampling, rejection; what went wrong; empty if nothing is hidden."""
    world_milliseconds: float = 0.0
    ended: int = 0
    """Random games that came to their end within the limit."""
    search: str = ""
    """The search that chose moves, or what went wrong."""
    refused: str = ""
    """Why the game cannot be played here."""
    seconds: float = 0.0
    """How long all of this took."""

    @property
    def works(self) -> bool:
        """Whether everything that was tried has worked."""
        return not self.refused and self.worlds in ("", "resampling", "rejection") and self.search in SEARCHES


SEARCHES = ("mcts", "is-mcts")


def names() -> list[str]:
    """The games that OpenSpiel can load without parameters."""
    return [each.short_name for each in pyspiel.registered_games() if each.default_loadable]


def written(name: str) -> str:
    return f'openspiel("{name}")' if name[0].isdigit() else f"openspiel({name})"


def examine(
    name: str, games: int = GAMES, plies: int = PLIES, worlds: int = WORLDS, searched: int = MOVES_SEARCHED
) -> Row:
    """Play a game of OpenSpiel at random, draw worlds, and let a search choose moves."""
    row = Row(name)
    try:
        game: Any = kibitz.game(written(name))
        game.start().moves()
    except KibitzError as error:
        row.refused = str(error).partition("cannot be played here: ")[2].partition(";")[0] or str(error)
        return row
    row.seats, row.hidden, row.chance = game.players, game.hidden, "chancy" in game.capabilities
    lines = [list(positions(game, seed, plies)) for seed in range(games)]
    for line in lines:
        check(line)
        row.ended += line[-1].over
    decisions = [state for line in lines for state in line if not state.over and state.to_move >= 0]
    if game.hidden:
        row.worlds, row.world_milliseconds = worlds_drawn(game, decisions[:: max(1, len(decisions) // worlds)])
    if row.worlds in ("", "resampling", "rejection"):
        row.search = moves_searched(game, decisions[:: max(1, len(decisions) // searched)][:searched])
    return row


def positions(game: SpielGame, seed: int, plies: int) -> Iterator[Any]:
    """The positions of a game at random."""
    state: Any = game.start(seed)
    random = kibitz.Random(seed, "openspiel", game.options["game"])
    yield state
    for _ in range(plies):
        if state.over:
            return
        moves = state.moves()
        shares = game.chance(state) if state.to_move < 0 else [1.0] * len(moves)
        state = state.play(random.weighted(dict(zip(moves, shares, strict=True))))
        yield state


def check(line: list[Any]) -> None:
    """Moves are different, on one line and without commas; a state is written, read, stored and numbered."""
    for state in line[:-1]:
        moves = state.moves()
        assert moves
        assert len(set(moves)) == len(moves)
        assert all(move == " ".join(move.split()) and "," not in move for move in moves), moves
        if state.to_move >= 0:
            numbers = [state.game.action_number(state, move) for move in moves]
            assert numbers == state.spiel.legal_actions()
            assert [state.game.numbered_move(state, number) for number in numbers] == moves
    last = line[-1]
    assert last.game.parse(str(last)) == last
    assert last.game.from_json(last.to_json()) == last
    assert pickle.loads(pickle.dumps(last)) == last
    if last.over:
        assert list(last.scores) == last.spiel.returns()


def worlds_drawn(game: SpielGame, decisions: list[Any]) -> tuple[str, float]:
    """Draw a world for the seat to move, and compare what it sees there."""
    began = perf_counter()
    try:
        for number, state in enumerate(decisions):
            view = state.view(state.to_move)
            world = view.world(kibitz.Random(1, "openspiel", number))
            assert world.view(state.to_move) == view
    except KibitzError as error:
        return str(error).partition(": ")[2], 0.0
    taken = 1000 * (perf_counter() - began) / len(decisions)
    return "resampling" if game.resamples else "rejection", round(taken, 2)


def moves_searched(game: SpielGame, decisions: list[Any]) -> str:
    """Let a search choose moves."""
    name = "is-mcts" if game.hidden else "mcts"
    search = kibitz.search(f"{name}(simulations=4)")
    try:
        for state in decisions:
            seen = state.view(state.to_move)
            assert search.choose(seen) in seen.moves()
    except KibitzError as error:
        return str(error)
    return name


def table(rows: list[Row]) -> list[str]:
    """The rows as Markdown: the games that work, then the others."""
    lines = ["| game | seats | chance | hidden | worlds (ms each) | search |", "|---|---|---|---|---|---|"]
    for row in rows:
        if row.works:
            worlds = f"{row.worlds} ({row.world_milliseconds:g})" if row.worlds else ""
            marks = ["yes" if each else "" for each in (row.chance, row.hidden)]
            lines.append(f"| {row.game} | {row.seats} | {' | '.join(marks)} | {worlds} | {row.search} |")
    lines += ["", "| does not work | why |", "|---|---|"]
    for row in rows:
        if not row.works:
            lines.append(f"| {row.game} | {row.refused or row.search or row.worlds} |")
    return lines


def read() -> list[Row]:
    """The stored rows."""
    return [Row(**each) for each in json.loads(RESULTS.read_text(encoding="utf-8"))["rows"]]


def summary(rows: list[Row]) -> str:
    works = sum(row.works for row in rows)
    return f"{works} of the {len(rows)} games that OpenSpiel loads without parameters work."


def main() -> None:
    rows = []
    for name in names():
        began = process_time()
        try:
            rows.append(examine(name))
        except (AssertionError, pyspiel.SpielError) as error:
            rows.append(Row(name, refused=f"OpenSpiel says: {str(error).strip().splitlines()[0]}"))
        rows[-1].seconds = round(process_time() - began, 1)
        print(f"{name}: {'works' if rows[-1].works else rows[-1]} {rows[-1].seconds} s", file=sys.stderr)
    RESULTS.write_text(json.dumps({"rows": [asdict(row) for row in rows]}, indent=1) + "\n", encoding="utf-8")
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    body = "\n".join([BEGIN, "", summary(rows), "", *table(rows), "", END])
    PAGE.write_text(f"{before}{body}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
