"""Players that always make one of the moves they like best by features of moves.

A fit with probabilities needs many decisions until it is sure that a player never does something. Here strict players
are tried instead. The likeliest are kept with their probabilities, because a few decisions often leave several
possible.

Where only few features count, every order of preference that small whole weights can express is tried. Where there are
many features, as at cards, these are *ordered habits*: of the moves that are best by the first feature the player takes
those that are best by the second, and so on, as in "the highest card that does not win, otherwise the lowest". A beam
search in the core finds the lists that explain the decisions best.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product

import numpy as np

from kibitz import _core
from kibitz.games.game import Game, State
from kibitz.games.view import View
from kibitz.learning.choice_fit import TOLD, Boards, Watched, features_at, lately
from kibitz.models.choice import END, Choice, choice, choice_features
from kibitz.models.logit import Stacked

LARGEST = 2  # weights are whole numbers up to this one
MOST_FEATURES = 5  # in games with more features of moves, ordered habits are tried
HABITS_KEPT = 16
ERRS = 0.02  # the error rate under which the moves are judged
ERRORS = (0.02, 0.1, 0.3)  # the error rates of ordered habits; each has the one that explains most
LISTED = 4.0  # the description length of a preference in a list, in nats
BEAM, LONGEST = 32, 8  # lists that are made longer at a time; preferences in a list
SLACK = 1e-9  # of values: nearer ones are equal
APART = 2.0  # by how much a preference outweighs all later ones together, beyond what the watched decisions need


def tries_habits(game: Game) -> bool:
    """Whether strict habits are tried: whether moves of this game have features.

    >>> import kibitz
    >>> [tries_habits(kibitz.game(name)) for name in ("guess-it", "hearts", "checkers")]
    [True, True, False]
    """
    return tries_all(game) or len(game.move_feature_names) > MOST_FEATURES


def tries_all(game: Game) -> bool:
    """Whether the features of moves are so few that all small weights can be tried.

    >>> import kibitz
    >>> tries_all(kibitz.game("guess-it")), tries_all(kibitz.game("hearts"))
    (True, False)
    """
    return 0 < len(game.move_feature_names) <= MOST_FEATURES


def strict_habits(watched: Sequence[Watched]) -> tuple[list[Choice], np.ndarray]:
    """The likeliest players of this kind after these decisions, and their probabilities.

    Weights and lists cost what it takes to tell them, so few and small weights and short lists are likelier. Players
    that prefer the same moves in all of these decisions are still different: elsewhere they may prefer others.
    """
    watched = lately(watched, len(watched), 1)
    game = watched[0].position.game
    names = tuple(game.move_feature_names)
    boards = Boards.of(watched, {}, 1, frozenset(names))
    rows = boards.stacked.rows[:, [boards.names.index(name) for name in names]]
    found, worth = (_whole_weights if tries_all(game) else _ordered_habits)(boards, rows, names)
    likely = np.exp(worth - worth[0])
    return found, likely / likely.sum()


def foretold_strictly(models: Sequence[Choice], position: State | View) -> np.ndarray:
    """The probability of every move by each of these players of cards, all at once: one row for each player.

    It is the same as asking them one after the other.

    >>> import kibitz
    >>> state = kibitz.game("hearts(open=true)").start(seed=1)
    >>> for card in ("2C", "3C", "6C", "4C"):
    ...     state = state.play(card)
    >>> high, low = (kibitz.model(f"choice(lead_rank={weight}, end=0)") for weight in (1, -1))
    >>> [state.moves()[row.argmax()] for row in foretold_strictly([high, low], state)]
    ['AC', '5S']
    """
    places = {name: place for place, name in enumerate(choice_features(position.game))}
    weights = np.zeros((len(models), len(places)))
    for row, model in zip(weights, models, strict=True):
        for name, weight in model.weights:
            row[places[name]] = weight
    values = weights @ features_at(position, {}, 1).T
    tops = values.max(axis=1, keepdims=True)
    best = values >= tops - SLACK * (1 + np.abs(tops))
    return np.asarray(best / best.sum(axis=1, keepdims=True))


def _whole_weights(boards: Boards, rows: np.ndarray, names: Sequence[str]) -> tuple[list[Choice], np.ndarray]:
    """The best of all small whole weights, and their log likelihoods less what it takes to tell them."""
    tried = _weights_tried(len(names))
    alike = _alike(boards, rows)
    stacked = Stacked.of([moves for moves, _ in alike.values()], len(names))
    values = stacked.rows @ tried.T
    tops = np.maximum.reduceat(values, stacked.starts)
    best = values >= tops[stacked.owners] - SLACK
    shares = best[stacked.starts] / np.add.reduceat(best, stacked.starts, dtype=float)
    chance, times = 1 / stacked.counts[:, None], np.array([count for _, count in alike.values()])
    worth = times @ np.log((1 - ERRS) * shares + ERRS * chance) - _told(tried)
    order = np.argsort(-worth, kind="stable")[:HABITS_KEPT]
    models = [
        choice({**{name: float(weight) for name, weight in zip(names, tried[place], strict=True) if weight}, END: 0.0})
        for place in order
    ]
    return models, worth[order]


def _alike(boards: Boards, rows: np.ndarray) -> dict[bytes, tuple[np.ndarray, int]]:
    """The decisions in which moves have different features, and how often each was met. The order of the moves makes no
    difference; the first row is that of the move made."""
    found: dict[bytes, tuple[np.ndarray, int]] = {}
    for start, count, made in zip(boards.stacked.starts, boards.stacked.counts, boards.made, strict=True):
        others = np.delete(rows[start : start + count], made - start, axis=0)
        moves = np.concatenate([rows[made : made + 1], others[np.lexsort(others.T)]])
        key = moves.tobytes()
        found[key] = moves, found.get(key, (moves, 0))[1] + 1
    return found


@lru_cache(maxsize=8)
def _weights_tried(count: int) -> np.ndarray:
    """All small whole weights of so many features; of those that are multiples of others, only the smallest."""
    every = [each for each in product(range(-LARGEST, LARGEST + 1), repeat=count) if np.gcd.reduce(each) == 1]
    return np.array(every, dtype=float)


def _told(tried: np.ndarray) -> np.ndarray:
    """What it takes to tell weights, in nats."""
    return np.asarray(np.where(tried != 0, TOLD + np.log(1 + np.abs(tried)), 0.0).sum(axis=1))


def _ordered_habits(boards: Boards, rows: np.ndarray, names: Sequence[str]) -> tuple[list[Choice], np.ndarray]:
    """The best lists of preferences, and their log likelihoods less what it takes to tell them."""
    stacked = boards.stacked
    fresh = np.flatnonzero([boards.effects[boards.names.index(name)] > 0 for name in names])  # the others never differ
    made = boards.made - stacked.starts
    rows = np.ascontiguousarray(rows[:, fresh])
    lists = _core.preference_lists(
        rows, stacked.counts.astype(np.int64), made.astype(np.int64), ERRORS, LISTED, BEAM, LONGEST, HABITS_KEPT
    )
    models: list[Choice] = []
    for preferences, _ in lists:
        wanted = [(preference // 2, -1.0 if preference % 2 else 1.0) for preference in preferences]
        weights = _outweighing(rows[:, [place for place, _ in wanted]], stacked.starts)
        named = {names[fresh[place]]: sign * weight for (place, sign), weight in zip(wanted, weights, strict=True)}
        models.append(choice({**named, END: 0.0}))
    return models, np.array([worth for _, worth in lists])


def _outweighing(rows: np.ndarray, starts: np.ndarray) -> list[float]:
    """Whole weights under which every feature outweighs all later ones: a choice with these weights follows the list.

    A feature need not outweigh those that never differ in the same decision, so weights stay small.
    """
    ranges = np.maximum.reduceat(rows, starts) - np.minimum.reduceat(rows, starts) if rows.size else rows
    weights: list[float] = []
    for place in reversed(range(rows.shape[1])):
        differs = ranges[:, place] > 0
        later = ranges[differs][:, place + 1 :] @ np.array(weights) if weights else np.zeros(1)
        weights.insert(0, float(np.ceil(APART * max(later.max(initial=0.0), 1.0) / _least_step(rows[:, place]))))
    return weights


def _least_step(column: np.ndarray) -> float:
    """The least difference between two values of a feature."""
    values = np.unique(column.round(9))
    return min((float(high - low) for low, high in pairwise(values)), default=1.0)
