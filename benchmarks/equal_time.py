"""How much one search computes in the time that another takes for a move: ``python -m benchmarks.equal_time``.

For hashavit2011, simulations of mcts in the time of Max-Prob. Max-Prob players, which look two plies ahead on a board,
play whole games. At regular intervals both searches are timed in the current position, in processor time, at the depth
of the experiments. The numbers are fixed in ``kibitz.papers.hashavit2011.more_columns.SIMULATIONS``.

For carmel1993, nodes of alpha-beta in the time of M*, as a share of the nodes that M* visits. Both are timed on the
positions of the paper's experiment. Alpha-beta is timed with smaller and larger limits, and a linear fit gives the
share at which the times are equal. The shares are fixed in ``kibitz.papers.carmel1993.equal_time.MATCHES``.

The numbers are fixed, because a match that depends on the clock could not be repeated.
"""

from __future__ import annotations

import statistics
from time import process_time

import kibitz
from kibitz import State
from kibitz.arena.session import Director
from kibitz.papers.carmel1993.equal_time import MATCHES, POSITIONS, Match, positions_met, within_nodes
from kibitz.papers.carmel1993.paired_points import m_star
from kibitz.papers.hashavit2011.contests import MAX_PROB, SINGLE, Contest
from kibitz.papers.hashavit2011.more_columns import newcomers

SEED, GAMES, EVERY = 7, {False: 6, True: 1}, {False: 1, True: 9}
"""Six hands are played, and every position is timed; one board game is played, and every ninth position is timed. The
keys say whether the game has a board."""
SHARES, ROUNDS = (0.8, 0.9, 1.0, 1.1, 1.2), 15


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


def max_prob() -> None:
    for contest in SINGLE:
        states = [state for deal in range(GAMES[contest.opening > 0]) for state in visited(contest, deal)]
        mcts = newcomers(contest)["mcts"]
        simulations = kibitz.search(mcts).options["simulations"]
        ours, theirs = seconds(contest.player(MAX_PROB), states), seconds(mcts, states)
        milliseconds = 1000 * ours / len(states)
        print(f"{contest.label}: {milliseconds:.2f} ms a move, {simulations * ours / theirs:.0f} simulations of {mcts}")


def equal_share(match: Match, states: list[State]) -> tuple[float, list[float]]:
    """How many nodes of alpha-beta take as long as one node of M*, and how long each limit took relative to M*."""
    knowing = m_star("f1", match.depth, "f2", match.opponent_depth)
    searching = kibitz.search(knowing)
    mean = sum(searching.analyse(state).nodes for state in states) / len(states)
    taken: list[list[float]] = [[] for _ in SHARES]
    for _ in range(ROUNDS):
        theirs = seconds(knowing, states)
        for share, times in zip(SHARES, taken, strict=True):
            times.append(seconds(within_nodes(round(share * mean)), states) / theirs)
    times = [statistics.median(each) for each in taken]
    line = statistics.linear_regression(times, SHARES)
    return line.intercept + line.slope, times


def m_star_nodes() -> None:
    states = positions_met(POSITIONS, SEED)
    for match in MATCHES:
        share, times = equal_share(match, states)
        spread = ", ".join(f"{share:g} take {time:.2f}" for share, time in zip(SHARES, times, strict=True))
        print(f"{match.label}: {share:.2f} nodes of alpha-beta in the time of one of M* ({spread})")


def main() -> None:
    m_star_nodes()
    max_prob()


if __name__ == "__main__":
    main()
