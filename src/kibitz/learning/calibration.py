"""Whether a belief can be believed: how often what it finds so likely is so, and how sharp it is.

A reliability table sorts cases by the probability that was given, a row a tenth, and counts how often the thing was
true. The log score is the mean logarithm of the probability given to what was true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import fsum, log, sqrt
from typing import Any

from kibitz.games.capabilities import bidding
from kibitz.games.game import Game, State
from kibitz.games.registry import game as make_game
from kibitz.learning.bayes import Bayes, predicted, with_noise
from kibitz.models.model import Model, model
from kibitz.random import Random
from kibitz.searches.prediction import predict

ENOUGH = 200  # cases in a tenth that make its share known to about three and a half points


@dataclass(frozen=True)
class Tenth:
    """The cases whose probability was in one tenth: what was said, what was true, and between what that may lie."""

    low: float
    high: float
    cases: int
    said: float
    true: float
    interval: tuple[float, float]

    @property
    def off(self) -> float:
        """By how much what was said differs from what was true."""
        return abs(self.said - self.true)


def reliability(cases: Iterable[tuple[float, bool]]) -> list[Tenth]:
    """Sort cases (the probability said, whether it was true) into tenths; intervals are Wilson's, 95%.

    >>> [(row.low, row.cases, row.true) for row in reliability([(0.95, True), (0.97, False), (0.12, False)])]
    [(0.1, 1, 0.0), (0.9, 2, 0.5)]
    """
    from scipy.stats import binomtest  # slow to load

    by_tenth: dict[int, list[tuple[float, bool]]] = {}
    for said, true in cases:
        by_tenth.setdefault(min(9, int(said * 10)), []).append((said, true))
    rows = []
    for tenth, found in sorted(by_tenth.items()):
        count = sum(true for _, true in found)
        between = binomtest(count, len(found)).proportion_ci(method="wilson")
        said = fsum(each for each, _ in found) / len(found)
        share = count / len(found)
        rows.append(Tenth(tenth / 10, (tenth + 1) / 10, len(found), said, share, (between.low, between.high)))
    return rows


def largest_miss(rows: Iterable[Tenth]) -> float:
    """The most that a tenth with enough cases is off."""
    return max((row.off for row in rows if row.cases >= ENOUGH), default=0.0)


@dataclass(frozen=True)
class LogScore:
    """The mean logarithm of the probability of what was true, that of a guess, and how sure the difference is."""

    mean: float
    guess: float
    cases: int
    error: float
    """The standard error of the difference, from one number a deal."""

    @property
    def gain(self) -> float:
        """By how much the belief is better than the guess."""
        return self.mean - self.guess


def log_score(clusters: Sequence[Sequence[tuple[float, float]]]) -> LogScore:
    """Score pairs (probability given to the truth, probability a guess gives it), grouped by what they share.

    >>> round(log_score([[(0.5, 0.25)], [(0.5, 0.25)]]).gain, 3)
    0.693
    """
    pairs = [pair for cluster in clusters for pair in cluster]
    gains = [fsum(log(said / guess) for said, guess in cluster) for cluster in clusters if cluster]
    size, mean = len(pairs) / len(gains), fsum(gains) / len(gains)
    spread = fsum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
    return LogScore(
        fsum(log(said) for said, _ in pairs) / len(pairs),
        fsum(log(guess) for _, guess in pairs) / len(pairs),
        len(pairs),
        sqrt(spread / len(gains)) / size,
    )


@dataclass(frozen=True)
class Calibration:
    """How reliable and how sharp the posteriors of a study were, and the predictions of moves that they gave."""

    game: str
    candidates: tuple[str, ...]
    players: str
    hands: int
    seed: int
    noise: float
    posteriors: tuple[Tenth, ...]
    posterior_score: LogScore
    moves: tuple[Tenth, ...]
    move_score: LogScore

    @property
    def largest_miss(self) -> float:
        """The most that a tenth of posteriors with enough cases is off."""
        return largest_miss(self.posteriors)

    def to_dict(self) -> dict[str, Any]:
        """The study as plain values."""
        return asdict(self)

    def summary(self) -> str:
        """Both tables and both scores, for a person."""
        lines = [f"{self.game}, candidates {', '.join(self.candidates)}, {self.players}, {self.hands} hands"]
        for title, rows, score in (
            ("which candidate a player is", self.posteriors, self.posterior_score),
            ("which move it makes", self.moves, self.move_score),
        ):
            lines.append(f"{title}: log score {score.mean:.3f}, a guess {score.guess:.3f}, better by {score.gain:.3f}")
            lines[-1] += f" +- {1.96 * score.error:.3f} over {score.cases} cases"
            lines += [
                f"  {row.low:.0%}-{row.high:.0%}: said {row.said:.1%}, true {row.true:.1%} "
                f"({row.interval[0]:.1%} to {row.interval[1]:.1%}), {row.cases} cases"
                for row in rows
            ]
            lines.append(f"  largest miss where there are {ENOUGH} cases: {100 * largest_miss(rows):.1f} points")
        return "\n".join(lines)


def study(
    candidates: Sequence[str] = ("MT", "mOT", "ML"),
    game: str = "spades(players=3, cards=7, open=true)",
    hands: int = 1000,
    noise: float = 0.05,
    looks: str | None = None,
    seed: int = 1,
) -> Calibration:
    """Seat players drawn from the candidates and ask of each, at a time drawn too, what the belief says it is.

    The players make the moves that the candidates predict, noise included; ``looks``, such as ``ties=left-high``, makes
    them look in one way that the belief does not know of, and never err; ``search=maxn(ties=left-low)`` is a plain
    max^n player. Where there are bids, one of the three lowest is drawn, which tells nothing.

    >>> found = study(hands=2, game="spades(players=3, cards=4, open=true)")
    >>> found.posterior_score.cases
    6
    """
    made, models = make_game(game), tuple(map(model, candidates))
    cases: list[tuple[float, bool]] = []
    told: list[tuple[float, bool]] = []
    scores: list[list[tuple[float, float]]] = []
    move_scores: list[list[tuple[float, float]]] = []
    for hand in range(hands):
        random = Random(seed, "calibration", hand)
        types = [random.below(len(models)) for _ in range(made.players)]
        beliefs, predictions = _one_hand(made, models, types, noise, looks, seed, hand)
        scores.append([])
        for belief, truth in zip(beliefs, types, strict=True):
            posterior = list(belief.posterior.values())
            cases += [(share, place == truth) for place, share in enumerate(posterior)]
            scores[-1].append((posterior[truth], 1 / len(models)))
        move_scores.append([(shares[move], 1 / len(shares)) for shares, move in predictions])
        told += [(share, each == move) for shares, move in predictions for each, share in shares.items()]
    return Calibration(
        str(made),
        tuple(map(str, models)),
        "players as predicted" if looks is None else f"players with {looks} who never err",
        hands,
        seed,
        noise,
        tuple(reliability(cases)),
        log_score(scores),
        tuple(reliability(told)),
        log_score(move_scores),
    )


def _one_hand(
    game: Game, models: Sequence[Model], types: Sequence[int], noise: float, looks: str | None, seed: int, hand: int
) -> tuple[list[Bayes], list[tuple[dict[str, float], str]]]:
    """Play a hand; the belief about every seat when it was asked, and all predictions with the moves then made."""
    random = Random(seed, "hand", hand)
    state: State = game.start(hand)
    beliefs = [Bayes(models, noise=noise) for _ in types]
    asked: dict[int, Bayes] = {}
    when = [1 + random.below(5) for _ in types]  # after so many decisions
    predictions = []
    while not state.over:
        seat, moves = state.to_move, state.moves()
        if bidding(state):
            state = state.play(moves[random.below(3)])
            continue
        if len(moves) == 1:
            state = state.play(moves[0])
            continue
        if looks is None:
            own = predicted(models[types[seat]], state)
            shares = {move: with_noise(own, move, noise) for move in own}
        else:
            shares = predict(f"model({models[types[seat]]}, {looks})", state)
        move = random.weighted(shares)
        if seat not in asked:
            predictions.append((_mixed(beliefs[seat], state), move))
        beliefs[seat] = beliefs[seat].see(state, move)
        if beliefs[seat].moves == when[seat]:
            asked[seat] = beliefs[seat]
        state = state.play(move)
    return [asked.get(seat, beliefs[seat]) for seat in range(len(types))], predictions


def _mixed(belief: Bayes, state: State) -> dict[str, float]:
    """What the belief as a whole says of the next move."""
    shares = [predicted(candidate, state) for candidate in belief.models]
    weights = belief.posterior.values()
    return {
        move: fsum(
            weight * with_noise(share, move, belief.noise) for weight, share in zip(weights, shares, strict=True)
        )
        for move in shares[0]
    }
