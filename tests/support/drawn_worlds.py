"""Which worlds a belief draws and how it weighs them, to the last bit, and what a search over them finds.

``python tests/support/drawn_worlds.py`` writes ``drawn_worlds.json`` anew, when a change is meant.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
sys.path[:0] = [str(HERE.parent / "docs" / "examples")]

import kuhn  # noqa: E402, F401  (registers the game)
import whist  # noqa: E402, F401

import kibitz  # noqa: E402
from kibitz.learning.bayes import Bayes  # noqa: E402
from kibitz.learning.worlds import WorldBelief  # noqa: E402
from kibitz.searches.sampled import Sampled  # noqa: E402
from kibitz.words import in_letters  # noqa: E402

FILE = HERE / "drawn_worlds.json"
CASES = [
    # a game, the seed of its deal, how many moves were made, candidates, how many worlds
    ("spades(players=3, cards=4, bids=[1, 1, 2])", 3, 5, ["MT", "mOT", "ML"], 12),
    ("spades(players=2, cards=2, bids=[1, 0])", 2, 2, ["MT", "mOT"], 30),  # few deals: the same one is drawn twice
    ("spades(players=3, cards=4)", 1, 7, ["MT", "noisy(mOT, 0.1)"], 8),
    ("hearts(players=4, cards=3, passing=left)", 2, 14, ["greedy", "random"], 8),  # cards were passed in secret
    ("guess-it(cards=3)", 4, 3, ["always-ask", "stationary(bluff=0.2, call=0.3)"], 8),
    ("kuhn", 5, 4, ["random", "greedy"], 6),
    ("whist(cards=3)", 6, 4, ["random", "greedy"], 6),
]
ADAPTIVE = "adaptive(own=MT, candidates=[MT, mOT], worlds=6)"


def position(spec: str, seed: int, moves: int) -> kibitz.State:
    """So many moves from the deal, each the first or the last in turn; fewer where the game ends before that."""
    state = kibitz.game(spec).start(seed)
    for number in range(moves):
        after = state.play(state.moves()[-(number % 2)])
        if after.over:
            break
        state = after
    return state


def belief_of(spec: str, seed: int, moves: int, candidates: list[str], count: int) -> WorldBelief[Bayes]:
    """What the seat to move believes there."""
    state = position(spec, seed, moves)
    view = state.view(state.to_move)
    others = [seat for seat in range(state.game.players) if seat != view.seat]
    return WorldBelief(view, {seat: Bayes(candidates) for seat in others}, count)


def found() -> list[dict[str, Any]]:
    """Everything that has to stay as it is."""
    rows: list[dict[str, Any]] = []
    for spec, seed, moves, candidates, count in CASES:
        belief = belief_of(spec, seed, moves, candidates, count)
        rows.append({"game": spec, **told(belief)})
        asked = [(count // 2, 0), (count, 0)]
        if "dealt" in belief.view.game.capabilities:
            asked += [(count + 3, 0), (count, 9)]  # more than were drawn, and at other addresses
        for worlds, other in asked:
            search = Sampled("mcts(simulations=20)", belief, worlds=worlds, seed=other)
            ranks = search.analyse(belief.view).ranks
            rows.append({"game": spec, "sampled": worlds, "seed": other, "ranks": exactly(ranks)})
    belief = belief_of(*CASES[0])
    state = position(*CASES[0][:3]).play(belief.view.moves()[0])
    later = belief.then(state.view(belief.seat))
    rows.append({"then": told(later), "seed": 0})
    player = kibitz.player(ADAPTIVE)
    names = ["me", "Ann", "Ben"]
    played = kibitz.play_game("spades(cards=5)", [player, kibitz.player("MT"), kibitz.player("mOT")], 2, names)
    rows.append({"adaptive": ADAPTIVE, "moves": list(played.moves)})
    rows += [{"read": in_letters(str(each))} for each in player.beliefs()]
    return rows


def told(belief: WorldBelief[Bayes]) -> dict[str, Any]:
    """The worlds of a belief, what each weighs, and what is believed of the others, all digits of it."""
    return {
        "worlds": [str(world.state) for world in belief.worlds],
        "weights": [weight.hex() for weight in belief.weights],
        "weighed": [belief(world.state).hex() for world in belief.worlds],
        "about": {str(seat): exactly(belief.about(seat).posterior) for seat in belief.believed},
    }


def exactly(numbers: Any) -> dict[str, str]:
    """Floats with all their digits."""
    return {name: float(number).hex() for name, number in numbers.items()}


if __name__ == "__main__":
    FILE.write_text("[\n" + ",\n".join(json.dumps(row) for row in found()) + "\n]\n", encoding="utf-8")
