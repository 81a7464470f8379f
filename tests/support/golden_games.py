"""Golden playthroughs: a whole game of each kind written down once, compared letter by letter ever after.

``python tests/support/golden_games.py`` writes them anew. A change of rules, order, notation, keys or deals shows in
the diff.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent / "docs" / "examples")]

import discard  # noqa: E402, F401  registers itself, as do the others
import kuhn  # noqa: E402, F401
import nim  # noqa: E402, F401
import whist  # noqa: E402, F401

import kibitz  # noqa: E402
from kibitz import CHANCE, Random  # noqa: E402
from kibitz.games.capabilities import SEARCHED  # noqa: E402

FOLDER = TESTS / "playthroughs"
GAMES = {
    "tic_tac_toe": "tic-tac-toe",
    "checkers": "checkers",
    "spades": "spades(cards=5, limit=60, hands=3)",
    "spades_tricks": "spades(players=4, scoring=tricks, open=true)",
    "hearts": "hearts(players=4, passing=left, moon=true)",
    "chinese_checkers": "chinese-checkers(players=3, turns=25)",
    "abalone": "abalone(turns=25)",
    "abalone_3": "abalone(players=3, turns=20)",
    "guess_it": "guess-it",
    "tree": "tree",
    "nim": "nim",
    "discard": "discard",
    "kuhn": "kuhn",
    "whist": "whist",
}


def transcript(spec: str, seed: int = 1) -> Iterator[str]:
    """Tell a random game: every state in full, every list of moves, every view of a hidden game now and then."""
    game = kibitz.game(spec)
    yield f"game {game}"
    yield f"capabilities {' '.join(sorted(game.capabilities & SEARCHED.keys()))}"
    state, ply = game.start(seed), 0
    yield from state.board().splitlines()
    while True:
        yield f"state {ply}: {state}"
        yield f"  key {state.key:016x}, scores {state.scores}, outcome {state.outcome}"
        if "evaluated" in game.capabilities:
            yield f"  values {[round(state.evaluate(seat), 9) for seat in range(game.players)]}"
        if game.hidden and ply % 7 == 0:
            yield from (f"  seat {seat} sees {state.view(seat)}" for seat in range(game.players))
        if state.over:
            break
        moves = state.moves()
        yield f"  moves {len(moves)}: {' | '.join(moves[:40])}"
        move = Random(seed, "playthrough", ply).choice(moves)
        yield f"{'chance' if state.to_move == CHANCE else f'seat {state.to_move}'} plays {move}"
        state, ply = state.play(move), ply + 1
    yield from state.board().splitlines()
    yield f"winners {sorted(state.winners)}"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, spec in GAMES.items():
        (FOLDER / f"{name}.txt").write_text("\n".join(line.rstrip() for line in transcript(spec)) + "\n")
        print(f"wrote {name}")


if __name__ == "__main__":
    main()
