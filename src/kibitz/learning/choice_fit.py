"""Fits a choice to the moves of a player: the weights of its features, its temperature and how often it errs.

A search gives each move the value of the board in which it ends. As long as these boards stay the same, the value of
every move is linear in the weights, and a softmax of it is fitted by maximum a posteriori. Which boards a search ends
in changes with the weights, so searches and fits alternate until neither improves the likelihood (LearnStrategy of
carmel1993, with probabilities in place of inequalities).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from kibitz.games.capabilities import bidding
from kibitz.games.game import Game, State
from kibitz.games.view import View
from kibitz.learning.decisions import When
from kibitz.models.choice import (
    END,
    Choice,
    choice,
    choice_features,
    described_in_rows,
    evaluated_features,
    worlds_seen,
)
from kibitz.models.logit import Stacked
from kibitz.models.model import Model
from kibitz.models.noisy import noisy

NODES = 5_000  # the largest number of nodes of a search for one decision; if it needs more, its depth is reduced
WORLDS = 8  # worlds for one decision if its mover did not see everything
WORLDS_FITTED = 4  # the same in fits, where a decision is searched often
ROUNDS = 3  # the largest number of rounds of searches and fits
STEPS = (1.0, 0.4)  # how far to go towards the new weights; both are tried
WORTH_A_ROUND = 0.05  # a round continues only if it gains this much log likelihood, in nats
# The largest whole weights that are tried: more in games whose own weights differ by large factors.
LARGEST_WHOLE, MOST_WHOLE = 60, 200
TOLD = 0.5  # the description length of naming a feature, in nats
MOST_NOISE = 0.9
ITERATIONS = 60
# The largest number of moves in a fit, and the number of decisions that are used even beyond it.
ROWS, FEWEST = 6_000, 60
SHARPNESS, SHARPNESS_SPREAD = 1.5, 2.0  # mean and deviation of the prior of the logarithm of the size of all effects
# Mean and deviation of the prior of the log odds of an error, where MOST_NOISE is the largest error rate.
ERRING, ERRING_SPREAD = -3.0, 1.5
# The scale of the Cauchy prior of an effect, in nats, and the power of its density.
FEW_SCALE, SPARSITY = 0.3, 0.8
BEGUN = 0.3  # the precision of the normal prior with which such a fit begins
DECIDES = 30.0  # what a won end of the game adds to the value of a move in a fit, at temperature 1
DIGITS = 4


class Form(NamedTuple):
    """How a choice is fitted: which features may count, what the prior is, and how many of the last decisions are used.

    There are two priors. With a ``ridge``, the shape of the weights is near that of the game's own weights. With
    ``few``, most weights are near 0 and a few may be large (a Cauchy prior): players with a habit look at few things,
    and which ones is not known.
    """

    name: str
    ridge: float
    moves: bool = True
    """Whether features of moves and of the other players may count, or only those of the game's evaluation."""
    last: int = 400
    few: bool = False
    situations: bool = False
    """Whether features of the situation may count, of which there are many."""
    blind: bool = False
    """Whether the player is assumed not to see what its moves lead to, so that only features of moves count. They are
    not many, and the prior is normal: a few decisions are then enough to learn a habit."""

    def features(self, game: Game) -> frozenset[str]:
        """The features that may count."""
        if self.blind:
            return frozenset(game.move_feature_names)
        if not self.moves:
            return frozenset(evaluated_features(game))
        left_out = () if self.situations else game.situation_feature_names
        return frozenset(choice_features(game)).difference(left_out)

    def penalty(self, effects: np.ndarray, direction: np.ndarray) -> float:
        """Minus the log density of the prior, of effects in nats."""
        if self.blind:
            return BEGUN / 2 * float(effects @ effects)
        if self.few:
            return SPARSITY * float(np.log1p((effects / FEW_SCALE) ** 2).sum())
        off = _shape(effects) - direction
        return self.ridge / 2 * float(off @ off)


FORMS = (
    Form("positions, strictly", 100.0, moves=False),
    Form("positions", 3.0, moves=False),
    Form("lately", 100.0, last=60),
    Form("habits", 0.0, few=True),
    Form("situations", 0.0, few=True, situations=True),
)
"""The forms in the order in which they are fitted. A form with a ridge begins with the result of the previous one."""
MOVES = Form("moves", 3.0)
"""The form in which weights of moves are shown. Its prior is normal, so that their standard errors can be told; for
predictions, a prior of few large weights is better.
"""


def forms_for(game: Game, depth: int) -> tuple[Form, ...]:
    """The forms that are fitted. Forms that would be equal in this game are left out. Features of the situation count
    only for players that look one ply ahead.

    Where a move may end the game and what decides is hidden, habits are those of players that do not see where their
    moves lead: in a sampled world they would win at once.

    >>> import kibitz
    >>> [form.name for form in forms_for(kibitz.game("checkers"), depth=3)]
    ['positions, strictly', 'positions', 'lately']
    >>> [form.name for form in forms_for(kibitz.game("hearts"), depth=1)]
    ['positions, strictly', 'positions', 'lately', 'habits', 'situations']
    """
    evaluated = bool(evaluated_features(game))
    alone = evaluated and game.players == 2 and not game.move_feature_names
    situations = bool(game.situation_feature_names) and depth == 1
    # In games of stages, such as tricks, only the last move ends the game.
    blind = (
        evaluated
        and bool(game.move_feature_names)  # otherwise there would be nothing to fit
        and game.hidden
        and "staged" not in game.capabilities
        and _score_decides(game)
    )
    return tuple(
        form._replace(blind=True) if blind and form.few else form
        for form in FORMS
        if (evaluated or form.moves)
        and not (form.few and (alone or (blind and depth > 1)))
        and (situations or not form.situations)
    )


class Watched(NamedTuple):
    """A decision: the position, or what the mover saw of it; the move; its place in move order; and the number of legal
    moves."""

    position: State | View
    move: str
    number: int
    moves: int
    telling: float = 0.0
    """How far experts disagreed about it before the move was made, in nats."""
    when: When = When()
    """The moment in the games with this player."""


def watched_in(position: State | View, move: str) -> Watched:
    """A decision, from a position and the text of a move."""
    moves = position.moves()
    if move not in moves:
        move = position.game.parse_move(position, move)
    return Watched(position, move, moves.index(move), len(moves))


def worlds_of(view: View, depth: int, most: int = WORLDS) -> Sequence[tuple[float, State]]:
    """The worlds in which a player who sees this is assumed to look ahead, with their shares: the first ones in which
    a choice would (``worlds_seen``)."""
    return _worlds(view, min(depth, 2), most)


@lru_cache(maxsize=2048)
def _worlds(view: View, depth: int, most: int) -> tuple[tuple[float, State], ...]:
    return tuple(worlds_seen(view, depth, most))


def features_at(watched: State | View, weights: Mapping[str, float], depth: int) -> np.ndarray:
    """The features of every move after a search, averaged over worlds if something is hidden.

    A search that would take more than ``NODES`` nodes gets a smaller depth. Bids have depth 1.
    """
    if watched.game.written_in_python:  # its positions may have no hash
        return _features_at(watched, weights, depth)
    return _known_features(watched, tuple(weights.items()) if depth > 1 else (), depth)


@lru_cache(maxsize=4096)
def _known_features(watched: State | View, weights: tuple[tuple[str, float], ...], depth: int) -> np.ndarray:
    """Refits ask for the same features again and again: those of one ply do not depend on weights, and many fits begin
    at weights at which another one ended."""
    found = _features_at(watched, dict(weights), depth)
    found.flags.writeable = False
    return found


def _features_at(watched: State | View, weights: Mapping[str, float], depth: int) -> np.ndarray:
    if isinstance(watched, View):
        worlds = worlds_of(watched, depth, WORLDS_FITTED)
        return np.asarray(sum(share * _features_at(world, weights, depth) for share, world in worlds))
    rows = None
    depth = 1 if bidding(watched) else depth
    while rows is None:
        rows = described_in_rows(watched, weights, depth, nodes=NODES if depth > 1 else 0)
        depth -= 1
    return rows


@dataclass(frozen=True)
class Boards:
    """The decisions, described by the boards in which searches with one set of weights end."""

    stacked: Stacked
    made: np.ndarray
    """The row of the move that was made in each decision."""
    names: tuple[str, ...]
    may_count: frozenset[str]
    """The features that are fitted."""

    @classmethod
    def of(
        cls, watched: Sequence[Watched], weights: Mapping[str, float], depth: int, may_count: frozenset[str]
    ) -> Boards:
        """Search every decision with these weights."""
        names = choice_features(watched[0].position.game)
        stacked = Stacked.of([features_at(each.position, weights, depth) for each in watched], len(names))
        numbers = [each.number for each in watched]
        return cls(stacked, stacked.starts + np.array(numbers, dtype=int), names, may_count)

    def ends(self, weight: float) -> np.ndarray:
        """What the score adds to the value of each move that ends the game."""
        return weight * self.stacked.rows[:, self.names.index(END)]

    @cached_property
    def effects(self) -> np.ndarray:
        """How much each feature differs between the moves of a decision, averaged over the decisions in which it
        differs; 0 for features that are not fitted."""
        counting = [name in self.may_count and name != END for name in self.names]
        return np.where(counting, self.stacked.effects, 0.0)


@dataclass(frozen=True)
class ChoiceFit:
    """The weights that were found, on the scale of a choice with temperature 1."""

    game: Game
    depth: int
    weights: Mapping[str, float]
    noise: float
    """How often it errs."""
    worth: float
    """The log likelihood of the decisions, less the penalty for the distance to the prior."""
    decisions: int

    @cached_property
    def unit(self) -> float:
        """The largest weight of a feature that counts, which the others are compared with."""
        return max((abs(weight) for weight in self.weights.values()), default=0.0)

    @cached_property
    def choice(self) -> Choice:
        """The choice, scaled so that the largest weight is 1, with the temperature that fits this scale."""
        if not self.unit:
            return choice({}, 0.0, self.depth)
        scaled = {name: _rounded(weight / self.unit) for name, weight in self.weights.items()}
        return choice(scaled, _rounded(1 / self.unit), self.depth)

    @cached_property
    def model(self) -> Model:
        """The choice with its errors, as a model."""
        return noisy(self.choice, _rounded(self.noise)) if self.noise >= 0.001 else self.choice


def _rounded(number: float) -> float:
    return float(f"{number:.{DIGITS}g}")


def prior_weights(game: Game) -> dict[str, float]:
    """The game's own weights; none if it has no evaluation."""
    if "evaluated" not in game.capabilities:
        return {}
    return {name: float(weight) for name, weight in game.weights.items() if weight}  # type: ignore[attr-defined]


def first_fit(game: Game, depth: int) -> ChoiceFit:
    """The fit before any move was seen: the game's own weights, with a low sharpness."""
    weights = prior_weights(game)
    largest = max(map(abs, weights.values()), default=1.0)
    return ChoiceFit(game, depth, {name: 3 * weight / largest for name, weight in weights.items()}, 0.05, 0.0, 0)


def fitted(
    watched: Sequence[Watched],
    depth: int,
    form: Form = FORMS[1],
    start: ChoiceFit | None = None,
    known: ChoiceFit | None = None,
    rounds: int = ROUNDS,
) -> ChoiceFit:
    """Fit a choice of this depth, beginning with ``start``, or else with the game's own weights.

    The ridge of the form is the strength of the prior: a stronger prior keeps the shape of the weights closer to that
    of the game's own weights. An earlier fit, ``known``, is kept if it explains these decisions better: the new fit may
    have ended in a worse local optimum. A fit that always began at ``known`` could never leave its optimum.

    >>> import kibitz
    >>> state, watched = kibitz.game("checkers").start(1), []
    >>> other = kibitz.model("strategy(men=4, kings=5, centre=1, depth=2)")
    >>> while not state.over and len(watched) < 30:
    ...     move = max(policy := other.policy(state), key=policy.get)
    ...     watched += [watched_in(state, move)] if len(policy) > 1 else []
    ...     state = state.play(move)
    >>> found = fitted(watched, depth=2)
    >>> found.weights["centre"] > found.weights["advancement"]
    True
    """
    watched = lately(watched, form.last, depth)
    game = watched[0].position.game
    may_count = form.features(game)
    begin, boards = _placed(start or before_moves(game, depth, form), watched, depth, form, may_count)
    found = _climbed(begin, boards, watched, form, rounds)
    if known is None or not known.decisions:
        return found
    kept, boards = _placed(known, watched, depth, form, may_count)
    return found if found.worth >= kept.worth else _climbed(kept, boards, watched, form, 1)


def before_moves(game: Game, depth: int, form: Form) -> ChoiceFit:
    """Where a fit begins: at the most probable weights of its prior."""
    first = first_fit(game, depth)
    return replace(first, weights={END: 0.0} if form.blind else {}) if form.few and depth == 1 else first


def _placed(
    given: ChoiceFit, watched: Sequence[Watched], depth: int, form: Form, may_count: frozenset[str]
) -> tuple[ChoiceFit, Boards]:
    """A fit on the boards in which the searches of these decisions end, with the features that may count."""
    kept = {name: weight for name, weight in given.weights.items() if name in may_count or (form.blind and name == END)}
    boards = Boards.of(watched, kept, depth, may_count)
    return _judged(replace(given, depth=depth, weights=kept), boards, form), boards


def _climbed(best: ChoiceFit, boards: Boards, watched: Sequence[Watched], form: Form, rounds: int) -> ChoiceFit:
    """Fit on these boards, search again with the new weights, and so on, as long as that explains more."""
    depth = best.depth
    for _ in range(rounds if depth > 1 else 1):
        aimed = _on_boards(best.game, depth, boards, form, best)
        before, improved = best.worth, False
        for step in STEPS if depth > 1 else STEPS[:1]:
            tried = _between(best, aimed, step)
            after = Boards.of(watched, tried.weights, depth, boards.may_count) if depth > 1 else boards
            tried = _judged(tried, after, form)
            if tried.worth > best.worth:
                best, boards, improved = tried, after, True
                break
        if not improved or best.worth < before + WORTH_A_ROUND:
            break
    return best


def lately(watched: Sequence[Watched], most: int, depth: int) -> Sequence[Watched]:
    """The most recent decisions, as many as a fit uses: fewer if there are many legal moves or the search is deep."""
    rows = 0
    for count, each in enumerate(reversed(watched)):
        rows += each.moves * min(depth, 3)
        if count >= most or (rows > ROWS and count >= FEWEST):
            return watched[-count:]
    return watched


def _between(first: ChoiceFit, second: ChoiceFit, step: float) -> ChoiceFit:
    """Weights on the way from one fit to the other, on the scale of the second."""
    if step == 1.0 or not first.unit:
        return second
    scale = second.unit / first.unit
    weights = {
        name: (1 - step) * scale * first.weights.get(name, 0.0) + step * weight
        for name, weight in second.weights.items()
    }
    return replace(second, weights=weights)


def _end_weight(game: Game, weights: Mapping[str, float]) -> float:
    """The weight of the score at the end of the game, as in ``Game.end_weight`` but computed with floats."""
    own = {name: weight for name, weight in weights.items() if name in evaluated_features(game) and weight}
    if END in weights:
        return weights[END]
    if not _score_decides(game):
        return 0.0
    bounds = game.bounds  # type: ignore[attr-defined]
    return float(2 * sum(abs(weight) * (bounds[name][1] - bounds[name][0]) for name, weight in own.items()))


def end_weight_of(game: Game, names: Sequence[str], weights: np.ndarray) -> np.ndarray:
    """The same for several sets of weights, one in each row, of the features with these names."""
    if not _score_decides(game):
        return np.zeros(len(weights))
    bounds = game.bounds  # type: ignore[attr-defined]
    widths = np.array([bounds[name][1] - bounds[name][0] for name in names])
    found: np.ndarray = 2 * np.abs(weights) @ widths
    return found


@lru_cache(maxsize=64)
def _score_decides(game: Game) -> bool:
    return bool(evaluated_features(game)) and bool(game.end_weight(prior_weights(game)))


def _direction(boards: Boards, game: Game) -> np.ndarray:
    """The effects of the game's own weights, scaled to length one; zeros if the game has no weights."""
    weights = prior_weights(game)
    found = np.array([weights.get(name, 0.0) for name in boards.names]) * boards.effects
    return _shape(found)


def _judged(fit: ChoiceFit, boards: Boards, form: Form) -> ChoiceFit:
    """The fit, with its likelihood computed anew on these boards."""
    vector = np.array([fit.weights.get(name, 0.0) for name in boards.names])
    values = boards.stacked.rows @ vector + boards.ends(_end_weight(fit.game, fit.weights))
    chance = 1 / boards.stacked.counts
    shares = boards.stacked.shares(values)[boards.made]
    likelihood = float(np.log((1 - fit.noise) * shares + fit.noise * chance).sum())
    worth = likelihood - form.penalty(vector * boards.effects, _direction(boards, fit.game))
    return replace(fit, worth=worth, decisions=len(boards.made))


def _shape(effects: np.ndarray) -> np.ndarray:
    """Effects, scaled to length one."""
    length = float(np.linalg.norm(effects))
    return np.asarray(effects / length) if length else effects


def _on_boards(game: Game, depth: int, boards: Boards, form: Form, start: ChoiceFit) -> ChoiceFit:
    """The most probable weights and error rate on fixed boards (L-BFGS)."""
    fitting = np.flatnonzero(boards.effects)
    effects = boards.effects[fitting]
    direction, ends = fixed_parts(boards, game)
    ends = np.zeros(len(ends)) if form.blind else ends
    given = _Given(boards, fitting, boards.stacked.rows[:, fitting] / effects, direction, ends)
    known = np.array([start.weights.get(boards.names[place], 0.0) for place in fitting]) * effects
    solved = _normally if form.blind else _with_few if form.few else _near_direction
    vector, noise = solved(given, form.ridge, known, start.noise)
    names = [boards.names[place] for place in fitting]
    weights = dict(zip(names, (vector / effects).tolist(), strict=True)) | ({END: 0.0} if form.blind else {})
    return ChoiceFit(game, depth, weights, noise, 0.0, len(boards.made))


class _Given(NamedTuple):
    """What a fit on fixed boards is made from."""

    boards: Boards
    fitting: np.ndarray
    """The places of the features that are fitted."""
    scaled: np.ndarray
    """Their values, in units of their effects."""
    direction: np.ndarray
    ends: np.ndarray

    def likelihood(self, values: np.ndarray, log_odds: float) -> tuple[float, np.ndarray, float]:
        """The log likelihood of the moves that were made if moves have these values, with its derivatives by the values
        (negated) and by the log odds of an error."""
        stacked, made, chance = self.boards.stacked, self.boards.made, 1 / self.boards.stacked.counts
        noise = MOST_NOISE * _probability(log_odds)
        shares = stacked.shares(values)
        alone = shares[made]
        likely = (1 - noise) * alone + noise * chance
        meant = (1 - noise) * alone / likely  # the probability that the move was no error
        pull = shares * meant[stacked.owners]
        pull[made] -= meant
        by_noise = float(((chance - alone) / likely).sum()) * noise * (1 - noise / MOST_NOISE)
        return float(np.log(likely).sum()), pull, by_noise


def _near_direction(given: _Given, ridge: float, known: np.ndarray, noise: float) -> tuple[np.ndarray, float]:
    """Effects and an error rate, if the prior is about the shape of the weights (their effects relative to each other)
    and hardly about their size, because a player that never errs has large weights.
    """
    prior, width = given.direction[given.fitting], len(given.fitting)

    def cost(at: np.ndarray) -> tuple[float, np.ndarray]:
        shape, log_size, log_odds = at[:width], at[width], at[width + 1]
        size = np.exp(log_size)
        raw = given.scaled @ shape
        likelihood, pull, by_noise = given.likelihood(size * raw + given.ends, log_odds)
        off = shape - prior
        sharp, erring = (log_size - SHARPNESS) / SHARPNESS_SPREAD, (log_odds - ERRING) / ERRING_SPREAD
        value = -likelihood + ridge / 2 * float(off @ off) + (sharp**2 + erring**2) / 2
        by_shape = size * (given.scaled.T @ pull) + ridge * off
        by_size = size * float(raw @ pull) + sharp / SHARPNESS_SPREAD
        return value, np.concatenate([by_shape, [by_size, erring / ERRING_SPREAD - by_noise]])

    length = float(np.linalg.norm(known))
    begin = [np.log(length) if length else SHARPNESS, _log_odds(noise)]
    found = _least(cost, np.concatenate([known / length if length else prior, begin]), [(-4.0, 8.0), (-8.0, 6.0)])
    vector = found[:width] * np.exp(found[width])
    return vector, float(MOST_NOISE * _probability(found[width + 1]))


def _with_few(given: _Given, ridge: float, known: np.ndarray, noise: float) -> tuple[np.ndarray, float]:
    """Effects and an error rate, if most effects are near 0 and a few may be large.

    This prior has several tops. Without an earlier fit, begin where a normal prior would end.
    """
    if not known.any():
        known, noise = _normally(given, ridge, known, noise)
    return _with_penalty(given, _cauchy, known, noise)


def _normally(given: _Given, ridge: float, known: np.ndarray, noise: float) -> tuple[np.ndarray, float]:
    """Effects and an error rate, if the prior is normal around 0."""
    return _with_penalty(given, lambda vector: (BEGUN / 2 * float(vector @ vector), BEGUN * vector), known, noise)


def _cauchy(effects: np.ndarray) -> tuple[float, np.ndarray]:
    """Minus the log density of a prior under which most effects are near 0, and its derivatives."""
    relative = effects / FEW_SCALE
    spread = 1 + relative**2
    return SPARSITY * float(np.log(spread).sum()), 2 * SPARSITY / FEW_SCALE * relative / spread


def _with_penalty(
    given: _Given, penalty: Callable[[np.ndarray], tuple[float, np.ndarray]], known: np.ndarray, noise: float
) -> tuple[np.ndarray, float]:
    """The most probable effects and error rate under a prior of the effects, beginning at known ones."""
    width = len(given.fitting)

    def cost(at: np.ndarray) -> tuple[float, np.ndarray]:
        vector, log_odds = at[:width], at[width]
        likelihood, pull, by_noise = given.likelihood(given.scaled @ vector + given.ends, log_odds)
        erring = (log_odds - ERRING) / ERRING_SPREAD
        paid, by_penalty = penalty(vector)
        value = -likelihood + paid + erring**2 / 2
        return value, np.concatenate([given.scaled.T @ pull + by_penalty, [erring / ERRING_SPREAD - by_noise]])

    found = _least(cost, np.concatenate([known, [_log_odds(noise)]]), [(-8.0, 6.0)])
    return found[:width], float(MOST_NOISE * _probability(found[width]))


def _least(
    cost: Callable[[np.ndarray], tuple[float, np.ndarray]], begin: np.ndarray, bounds: Sequence[tuple[float, float]]
) -> np.ndarray:
    """Where the cost is least; the bounds are those of the last numbers."""
    from scipy.optimize import minimize  # takes longer to load than everything else

    free = [(None, None)] * (len(begin) - len(bounds))
    options = {"maxiter": ITERATIONS}
    found = minimize(cost, begin, jac=True, method="L-BFGS-B", bounds=[*free, *bounds], options=options)
    return np.asarray(found.x)


def fixed_parts(boards: Boards, game: Game) -> tuple[np.ndarray, np.ndarray]:
    """What a fit on these boards takes as given: the direction of the prior by feature, and what the end of the game
    adds to the value of each move. The end always adds more than features could.
    """
    ends = boards.ends(1.0) if _score_decides(game) else np.zeros(len(boards.stacked.rows))
    return _direction(boards, game), np.clip(ends, -1, 1) * DECIDES


def _log_odds(noise: float) -> float:
    share = min(max(noise / MOST_NOISE, 1e-3), 0.99)
    return float(np.log(share / (1 - share)))


def _probability(log_odds: float) -> float:
    return float(1 / (1 + np.exp(-log_odds)))


def whole_fit(fit: ChoiceFit, watched: Sequence[Watched], most: int = MOST_WHOLE) -> ChoiceFit:
    """The integer weights near a fit, at most ``most``, that explain the decisions best, if the player always makes one
    of its best moves.

    Only exact ratios of weights reproduce which moves are equally good to a player. ``noise`` of the result is the
    share of decisions that are not explained. ``worth`` is the log likelihood of all decisions minus the description
    length of the weights in nats, so that few and small weights are preferred.
    """
    watched = lately(watched, len(watched), fit.depth)
    boards = Boards.of(watched, fit.weights, fit.depth, frozenset(fit.weights))
    vector = np.array([fit.weights.get(name, 0.0) for name in boards.names])
    scaled = np.abs(vector) * boards.effects
    unit = abs(vector[int(scaled.argmax())]) if scaled.any() else 0.0
    if not unit:
        return fit
    scales = range(1, min(_largest_whole(fit.game), most) + 1)
    tried = dict.fromkeys(tuple(np.round(vector * largest / unit).tolist()) for largest in scales)
    judged = sorted((_hard(fit, boards, whole) for whole in tried), key=lambda each: -each.worth)
    if fit.depth == 1:
        return judged[0]
    again = []
    for each in judged[:2]:
        found = Boards.of(watched, each.weights, fit.depth, boards.may_count)
        again.append(_hard(fit, found, tuple(each.weights.get(name, 0.0) for name in boards.names)))
    return max(again, key=lambda each: each.worth)


def _largest_whole(game: Game) -> int:
    """The largest whole weight that is tried: it reaches twice the ratio of the game's own weights, within bounds.

    If it were smaller, a player that weighs small features three to one could not be told from one that weighs them
    equally.

    >>> import kibitz
    >>> [_largest_whole(kibitz.game(name)) for name in ("checkers", "abalone", "guess-it")]
    [60, 200, 200]
    """
    own = list(map(abs, prior_weights(game).values())) or [1.0]
    return round(min(max(LARGEST_WHOLE, 2 * max(own) / min(own)), MOST_WHOLE))


def _hard(fit: ChoiceFit, boards: Boards, whole: Sequence[float]) -> ChoiceFit:
    ends = {END} & fit.weights.keys()  # its weight is then 0
    weights = {name: weight for name, weight in zip(boards.names, whole, strict=True) if weight or name in ends}
    values = boards.stacked.rows @ np.array(whole) + boards.ends(_end_weight(fit.game, weights))
    shares = boards.stacked.best(values)[boards.made]
    count = len(boards.made)
    noise = min((float((shares == 0).sum()) + 0.5) / (count + 1), MOST_NOISE)
    worth = float(np.log((1 - noise) * shares + noise / boards.stacked.counts).sum())
    length = sum(TOLD + np.log(1 + abs(weight)) for weight in weights.values() if weight)
    return replace(fit, weights=weights, noise=noise, worth=worth - length, decisions=count)
