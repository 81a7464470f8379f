"""How a person plays, from all games under a name: weights in words, depth, habits, and how often a player that knows
these would win.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

from kibitz.errors import KibitzError
from kibitz.games.capabilities import Goals
from kibitz.games.game import Game
from kibitz.games.habits import habits
from kibitz.learning.examples import Example
from kibitz.models.choice import NO_FEATURES, has_features
from kibitz.models.choice_words import looks_ahead
from kibitz.page.reading import Reader
from kibitz.page.sittings import Played, first
from kibitz.page.strings import say
from kibitz.players.baseline import tree_search
from kibitz.players.play_game import play_game
from kibitz.players.registry import player as player_named
from kibitz.words import LETTERS, in_words

FARTHEST = 4
"""The greatest depth that is tried, in plies."""
TRIED = 10
"""Games that are played against the portrait, to see what beats it."""
LONGEST = 8.0
"""Seconds after which no further game is begun."""
LONGEST_PREFERENCES = 3.0
"""Seconds after which no further game is read for preferences."""
SIMULATIONS = 60
FEWEST = 4
"""With fewer decisions than this, there is no portrait."""


def portrait(name: str, games: tuple[Played, ...]) -> dict[str, Any]:
    """What the games of a person show. All games are of the same kind; the field ``seat`` of each is the seat of the
    person."""
    # Imported here, because it loads SciPy, which nothing else here needs.
    from kibitz.learning.choice_player import learn_choice

    if not has_features(first(games[-1]).game):
        raise KibitzError(NO_FEATURES)
    examples = [each for played in games if (each := decisions(played))]
    if sum(map(len, examples)) < FEWEST:
        raise KibitzError(say("too_few_decisions"))
    learned = learn_choice(examples, name, FARTHEST, seed=1)
    found, game = learned.to_dict(), first(games[-1]).game
    return {
        "name": name,
        "game": found["game"],
        "title": game.shown_name,
        "games": len(games),
        "decisions": sum(map(len, examples)),
        "words": in_words(found["words"]),
        "habits": [*habits(learned.weights.sure, game), looks_ahead(learned.depth)],
        "values": found["words_of_weights"],
        "depth": found["depth"],
        "depths": found["depths"],
        "kinds": found["kinds"],
        "error_rate": found["error_rate"],
        "preferences": preferences(games),
        "weights": [
            {
                "feature": feature,
                "does": ", ".join(habits({feature: weight}, game)),
                "help": game.feature_help.get(feature, ""),
                "weight": weight,
                "error": found["standard_errors"][feature],
            }
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


def preferences(games: tuple[Played, ...]) -> list[dict[str, Any]]:
    """What the person prefers, as shares of a belief. It is empty if the seats of the game have no goals, such as bids.

    The belief learns from the newest game first, then from older ones, until the time is up.
    """
    game = first(games[-1]).game
    if not isinstance(game, Goals):
        return []
    began = perf_counter()
    reader = Reader.learning(f"adaptive(candidates=[{', '.join(LETTERS)}])", first(games[-1]))
    for played in reversed(games):
        reader.watch(played)
        if perf_counter() - began > LONGEST_PREFERENCES:
            break
    return reader.bars() if reader.told else []


def beaten_by(played: Played, model: str) -> dict[str, Any]:
    """How often the portrait is beaten by a player that knows it, and by a player that simulates as many games but does
    not know it; and what the player that knows it does.
    """
    game = first(played).game
    tried = {
        "knows": f"exploit(others={model}, simulations={SIMULATIONS})",
        "does_not": f"{tree_search(game)}(simulations={SIMULATIONS})",
    }
    won: dict[str, float] = dict.fromkeys(tried, 0.0)
    replies: list[list[Example]] = []
    began, finished = perf_counter(), 0
    while finished < TRIED and perf_counter() - began < LONGEST:
        seat = finished % game.players
        for which, spec in tried.items():
            players = [player_named(spec if each == seat else model) for each in range(game.players)]
            trial = play_game(game, players, seed=finished)
            won[which] += (seat in trial.end.winners) / max(1, len(trial.end.winners))
            if which == "knows":
                replies.append(decisions(Played(str(game), str(trial.start), trial.moves, trial.players, seat)))
        finished += 1
    return {"games": finished, "spec": tried["knows"], "does": _habits_of(replies, game), **won}


def _habits_of(replies: list[list[Example]], game: Game) -> list[str]:
    """What the player that knows the portrait does against it, in words; nothing if its moves show nothing."""
    from kibitz.learning.choice_player import learn_choice

    chosen = [each for each in replies if each]
    if sum(map(len, chosen)) < FEWEST:
        return []
    return list(habits(learn_choice(chosen, "the reply", 1, seed=1).weights.sure, game))
