"""Games of a small strategy, for those who learn from records."""

import kibitz
from kibitz import Random
from kibitz.games.records import GameRecord, Recorded
from kibitz.searches.alpha_beta import AlphaBeta
from kibitz.wants.evaluation import Evaluation

TRUTH = {"men": 10.0, "kings": 16.0, "back_row": 3.0, "mobility": 1.0}


def recorded(depth: int, games: int, plies: int = 60) -> Recorded:
    """A small strategy, called Ann, against random moves."""
    player = AlphaBeta(depth=depth, own=Evaluation(TRUTH))
    found = []
    for number in range(games):
        state = start = kibitz.game("checkers").start()
        moves: list[str] = []
        while not state.over and len(moves) < plies:
            drawn = len(moves) < 4 or state.to_move != number % 2
            random = Random(number, "learn", len(moves))
            moves.append(random.choice(state.moves()) if drawn else player.analyse(state).best[0])
            state = state.play(moves[-1])
            if len(moves) == 4:
                start = state
        names = ("Ann", "Ben") if number % 2 == 0 else ("Ben", "Ann")
        found.append(GameRecord(start, names, tuple(moves[4:])))
    return Recorded(tuple(found))
