"""Examples of every command. ``--help`` shows them, docs/commands.md lists them, and the tests run them in this order.

A later example may read a file that an earlier one wrote.
"""

from __future__ import annotations

import typer

EXAMPLES: dict[str, tuple[str, ...]] = {
    "doctor": ("kibitz doctor",),
    "demo": ("kibitz demo --sessions 1",),
    "games": ("kibitz games", "kibitz games spades"),
    "show": (
        'kibitz show checkers --moves "11-15, 23-18"',
        'kibitz show "hearts(passing=left)" --seed 4 --svg hearts.svg',
        "kibitz show guess-it --plies 3 --seat 1",
    ),
    "perft": ("kibitz perft checkers 6",),
    "searches": ("kibitz searches", "kibitz searches mcts"),
    "players": ("kibitz players", "kibitz players adaptive"),
    "analyse": (
        'kibitz analyse tic-tac-toe --search maxn --moves "b2, a1"',
        'kibitz analyse checkers --search "alpha-beta(depth=4)" --json',
    ),
    "play": ("kibitz play tic-tac-toe", 'kibitz play guess-it "bayes-reader(memory=opponents.db)" --name Ann'),
    "match": (
        "kibitz match tic-tac-toe maxn random --deals 20 --out match.kibitz",
        "kibitz match tic-tac-toe greedy random --deals 3 --records games.jsonl",
    ),
    "results": ("kibitz results match.kibitz", "kibitz results match.kibitz --csv games.csv --plot points.svg"),
    "records": ("kibitz records games.jsonl",),
    "replay": ("kibitz replay games.jsonl", "kibitz replay games.jsonl --game 3"),
    "learn": (
        "kibitz learn tic-tac-toe --from games.jsonl --player greedy --out greedy.json",
        "kibitz learn tic-tac-toe --from games.jsonl --player greedy --versus random --plot both.svg",
    ),
    "league": (
        "kibitz league tic-tac-toe --opponents greedy random --sessions 2 --games 2 --simulations 50",
        "kibitz league tic-tac-toe --held-out 2 --sessions 1 --games 2 --simulations 50 --clairvoyant none",
    ),
    "reproduce": ("kibitz reproduce --list", "kibitz reproduce sturtevant2006 figure-1 --scale quick"),
    "evolve": ("kibitz evolve ids-moves --population 10 --generations 1",),
    "bench": ("kibitz bench --signature",),
    "serve": ("kibitz serve --open", "kibitz --load my_game.py serve --port 9000"),
}


def add_examples(app: typer.Typer) -> None:
    """Put the examples below the help of their commands."""
    for command in app.registered_commands:
        shown = EXAMPLES.get(command_name(command), ())
        command.epilog = "\n".join(["\b", "Examples:", *(f"  {line}" for line in shown)])


def command_name(command: typer.models.CommandInfo) -> str:
    """The name by which a command is called."""
    return command.name or (command.callback.__name__ if command.callback else "")
