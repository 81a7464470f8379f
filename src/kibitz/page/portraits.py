"""How a person plays, from all games under a name: weights in words, depth, habits, and what would beat it."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from kibitz.errors import KibitzError
from kibitz.learning.examples import Example
from kibitz.page.sittings import Played, first
from kibitz.players.play_game import play_game
from kibitz.players.registry import player as player_named
from kibitz.words import in_words

FARTHEST = 4
"""Plies of the greatest depth that is tried."""
TRIED = 6
"""Games that are played against the portrait, to see what beats it."""
LONGEST = 6.0
"""Seconds after which no further game is begun."""
SIMULATIONS = 60
FEWEST = 4
"""Decisions below which there is no portrait."""


def portrait(name: str, games: tuple[Played, ...]) -> dict[str, Any]:
    """What the games of a person show. All of them are of one game; the seat of each is the person's."""
    from kibitz.learning.choice_player import learn_choice  # with SciPy, which nothing else here needs

    examples = [each for played in games if (each := decisions(played))]
    if sum(map(len, examples)) < FEWEST:
        raise KibitzError("there are too few decisions for a portrait yet: play another game")
    learned = learn_choice(examples, name, FARTHEST, seed=1)
    found = learned.to_dict()
    return {
        "name": name,
        "game": found["game"],
        "games": len(games),
        "decisions": sum(map(len, examples)),
        "words": in_words(found["words"]),
        "values": found["words_of_weights"],
        "depth": found["depth"],
        "depths": found["depths"],
        "kinds": found["kinds"],
        "error_rate": found["error_rate"],
        "weights": [
            {"feature": feature, "weight": weight, "error": found["standard_errors"][feature]}
            for feature, weight in sorted(found["weights"].items(), key=lambda pair: -abs(pair[1]))
        ],
        "foreseen": found["while_learning"],
        "model": found["model"],
        "beaten_by": beaten_by(games[-1], found["model"]),
    }


def decisions(played: Played) -> list[Example]:
    """The moves of a person in positions with a choice."""
    found, state = [], first(played)
    for move in played.moves:
        if state.to_move == played.seat and len(state.moves()) > 1:
            found.append(Example(state, move))
        state = state.play(move)
    return found


def beaten_by(played: Played, model: str) -> dict[str, Any]:
    """How often a player that knows the portrait beats it, and how often one of the same effort that does not."""
    game = first(played).game
    plain = "is-mcts" if game.hidden else "mcts"
    tried = {
        "knows": f"exploit(others={model}, simulations={SIMULATIONS})",
        "does_not": f"{plain}(simulations={SIMULATIONS})",
    }
    won: dict[str, float] = dict.fromkeys(tried, 0.0)
    began, finished = perf_counter(), 0
    while finished < TRIED and perf_counter() - began < LONGEST:
        seat = finished % game.players
        for which, spec in tried.items():
            players = [player_named(spec if each == seat else model) for each in range(game.players)]
            end = play_game(game, players, seed=finished).end
            won[which] += (seat in end.winners) / max(1, len(end.winners))
        finished += 1
    return {"games": finished, "spec": tried["knows"], **won}
