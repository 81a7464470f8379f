"""How many simulations mcts makes in the time that Max-Prob takes for a move: ``python -m benchmarks.equal_time``.

Whole games are played by Max-Prob players of the hashavit2011 experiments, which on a board look two plies ahead; every
so many positions both searches are timed, in processor time, at the depth of the experiments. The numbers are fixed in
``kibitz.papers.hashavit2011.SIMULATIONS``: a match that went by the clock could not be repeated.
"""

from __future__ import annotations

from time import process_time

import kibitz
from kibitz import State
from kibitz.arena.session import Director
from kibitz.papers.contests import MAX_PROB, SINGLE, Contest
from kibitz.papers.hashavit2011 import newcomers

SEED, GAMES, EVERY = 7, {False: 6, True: 1}, {False: 1, True: 9}
"""Six hands and every move, one board game and every ninth; the keys say whether it is a board."""


def visited(contest: Contest, deal: int) -> list[State]:
    """The positions of a game."""
    state = Director(contest.experiment(contest.seated(), SEED)).start(deal)
    player = contest.player(MAX_PROB, **({"depth": contest.quick_depth} if contest.opening else {}))
    search, found = kibitz.search(player), list[State]()
    while not state.over:
        found.append(state)
        state = state.play(search.choose(state, SEED))
    return found[:: EVERY[contest.opening > 0]]


def seconds(search: str, states: list[State]) -> float:
    """Processor time for all of them."""
    searching, began = kibitz.search(search), process_time()
    for state in states:
        searching.analyse(state)
    return process_time() - began


def main() -> None:
    for contest in SINGLE:
        states = [state for deal in range(GAMES[contest.opening > 0]) for state in visited(contest, deal)]
        mcts = newcomers(contest)["mcts"]
        simulations = kibitz.search(mcts).options["simulations"]
        ours, theirs = seconds(contest.player(MAX_PROB), states), seconds(mcts, states)
        milliseconds = 1000 * ours / len(states)
        print(f"{contest.label}: {milliseconds:.2f} ms a move, {simulations * ours / theirs:.0f} simulations of {mcts}")


if __name__ == "__main__":
    main()
