"""Short positions of the games, each with a depth at which every search is done in no time."""

import kibitz

POSITIONS = {
    "tic-tac-toe": 4,
    "checkers": 3,
    "spades(players=4, scoring=tricks, open=true)": 4,
    "spades(cards=4, bids=[2, 1, 1], open=true)": 6,
    "hearts(open=true, cards=5)": 8,
    "hearts(players=3, passing=none, open=true, cards=4)": 6,
    "chinese-checkers(players=3)": 2,
    "abalone(players=3)": 2,
    "abalone": 2,
    "guess-it(cards=2)": 3,
    "tree": 2,
}


def position(spec: str, seed: int = 3, plies: int = 4) -> kibitz.State:
    """A position a few random moves from the start; of a whole round, so that tricks are complete."""
    state = kibitz.game(spec).start(seed)
    for ply in range(plies - plies % state.game.players):
        if not state.over:
            state = state.play(kibitz.Random(seed, "test", ply).choice(state.moves()))
    return state if not state.over else kibitz.game(spec).start(seed)
