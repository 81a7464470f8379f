"""Calibration of beliefs: reliability tables and log scores.

A reliability table groups cases by their predicted probability, in tenths, and counts how often they were true. The log
score is the mean logarithm of the probability given to what was true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import fsum, log, sqrt
from typing import Any, NamedTuple

from kibitz.games.capabilities import bidding
from kibitz.games.game import Game, State
from kibitz.games.registry import game as make_game
from kibitz.learning.bayes import LEARNED, Bayes, noise_prior, predicted
from kibitz.models.model import Model
from kibitz.models.move_probabilities import erring
from kibitz.models.prediction import predict
from kibitz.models.registry import model
from kibitz.random import Random
from kibitz.words import in_words

ENOUGH = 500  # a tenth is judged only if it has at least this many cases
TOLERATED = 0.05  # the allowed difference between prediction and truth, in addition to the interval

Cases = Sequence[tuple[float, bool]]
"""Predicted probabilities, each with a flag that says whether the prediction was true."""


@dataclass(frozen=True)
class Tenth:
    """The cases in one tenth of the probabilities: the mean prediction, the share that was true, and its interval."""

    low: float
    high: float
    cases: int
    said: float
    true: float
    interval: tuple[float, float]

    @property
    def off(self) -> float:
        """The difference between the prediction and the truth."""
        return abs(self.said - self.true)

    @property
    def misses(self) -> bool:
        """Whether there are enough cases and the prediction lies more than five points outside the interval."""
        low, high = self.interval
        return self.cases >= ENOUGH and not low - TOLERATED <= self.said <= high + TOLERATED


def reliability(clusters: Iterable[Cases]) -> list[Tenth]:
    """Group cases (predicted probability, whether it was true) into tenths of the probability, with 95% intervals.

    Cases of one group, such as a session, are not independent. The intervals are Wilson's, with Kish's effective sample
    size.

    >>> [(row.low, row.cases, row.true) for row in reliability([[(0.95, True), (0.97, False)], [(0.12, False)]])]
    [(0.1, 1, 0.0), (0.9, 2, 0.5)]
    """
    by_tenth: dict[int, list[list[tuple[float, bool]]]] = {}
    for cluster in clusters:
        sorted_cases: dict[int, list[tuple[float, bool]]] = {}
        for said, true in cluster:
            sorted_cases.setdefault(min(9, int(said * 10)), []).append((said, true))
        for tenth, found in sorted_cases.items():
            by_tenth.setdefault(tenth, []).append(found)
    rows = []
    for tenth, groups in sorted(by_tenth.items()):
        cases = [case for group in groups for case in group]
        said = fsum(each for each, _ in cases) / len(cases)
        share = sum(true for _, true in cases) / len(cases)
        between = wilson(share, _effective(groups, share))
        rows.append(Tenth(tenth / 10, (tenth + 1) / 10, len(cases), said, share, between))
    return rows


def _effective(groups: Sequence[Cases], share: float) -> float:
    """The effective number of independent cases."""
    if share in (0, 1):
        return len(groups)  # no variance: each group counts as one case
    count = sum(map(len, groups))
    squares = fsum(fsum(true - share for _, true in group) ** 2 for group in groups)
    return min(count, share * (1 - share) * count**2 / squares) if squares else count


def wilson(share: float, cases: float, normal: float = 1.959964) -> tuple[float, float]:
    """Wilson's interval (1927) for a share; the number of cases need not be whole. The default level is 95%.

    >>> [round(each, 4) for each in wilson(0.1, 10)]
    [0.0179, 0.4042]
    """
    squared = normal**2 / cases
    middle = share + squared / 2
    half = normal * sqrt(share * (1 - share) / cases + squared / (4 * cases))
    return max(0.0, (middle - half) / (1 + squared)), min(1.0, (middle + half) / (1 + squared))


def largest_miss(rows: Iterable[Tenth]) -> float:
    """The largest difference between prediction and truth in a tenth with enough cases."""
    return max((row.off for row in rows if row.cases >= ENOUGH), default=0.0)


@dataclass(frozen=True)
class LogScore:
    """The mean log probability of the truth, that of a guess, and the standard error of the difference."""

    mean: float
    guess: float
    cases: int
    error: float
    """The standard error of the difference, clustered by deal."""

    @property
    def gain(self) -> float:
        """By how much the belief is better than the guess."""
        return self.mean - self.guess


def log_score(clusters: Sequence[Sequence[tuple[float, float]]]) -> LogScore:
    """The log score of pairs (the belief's probability of the truth, a guess's probability of it), in groups such as
    deals.

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
    """The calibration and log score of the posteriors of a study, and of their predictions of moves."""

    game: str
    candidates: tuple[str, ...]
    players: str
    sessions: int
    hands: int
    seed: int
    noise: str
    posteriors: tuple[Tenth, ...]
    first_hand: tuple[Tenth, ...]
    """The posteriors of the first hand only."""
    posterior_score: LogScore
    moves: tuple[Tenth, ...]
    move_score: LogScore
    error_rates: tuple[float, ...]
    """The posterior mean of the noise after every hand, averaged over players."""

    @property
    def largest_miss(self) -> float:
        """The largest difference between posterior and truth in a tenth with enough cases."""
        return largest_miss(self.posteriors)

    def to_dict(self) -> dict[str, Any]:
        """The study as plain values."""
        return asdict(self)

    def summary(self) -> str:
        """The tables and both scores as text."""
        lines = [
            f"{self.game}, candidates {in_words(', '.join(self.candidates))}, {in_words(self.players)}, "
            f"noise={self.noise}, {self.sessions} sessions of {self.hands} hands"
        ]
        if len(self.error_rates) > 1 or self.noise == LEARNED:
            lines.append(
                f"estimated error rate: {self.error_rates[0]:.1%} of moves after the first hand, "
                f"{self.error_rates[-1]:.1%} after the last"
            )
        for title, rows, score in (
            ("which candidate a player is", self.posteriors, self.posterior_score),
            ("the same in the first hand", self.first_hand if self.hands > 1 else (), None),
            ("which move it makes", self.moves, self.move_score),
        ):
            if not rows:
                continue
            lines.append(title)
            if score is not None:
                lines[-1] += f": log score {score.mean:.3f}, a guess {score.guess:.3f}, better by {score.gain:.3f}"
                lines[-1] += f" +- {1.96 * score.error:.3f} over {score.cases} cases"
            lines += [
                f"  {row.low:.0%}-{row.high:.0%}: predicted {row.said:.1%}, true {row.true:.1%} "
                f"({row.interval[0]:.1%} to {row.interval[1]:.1%}), {row.cases} cases{', a miss' * row.misses}"
                for row in rows
            ]
            lines.append(
                f"  largest error among bins with at least {ENOUGH} cases: {100 * largest_miss(rows):.1f} points"
            )
        return "\n".join(lines)


class Decision(NamedTuple):
    """A choice that a player of a session made, and in which hand."""

    player: int
    hand: int
    state: State
    move: str


def study(
    candidates: Sequence[str] = ("MT", "mOT", "ML"),
    game: str = "spades(players=3, cards=7, open=true)",
    sessions: int = 1000,
    hands: int = 1,
    noise: float | Sequence[float] | str = LEARNED,
    errs: float | str = 0.05,
    looks: str | None = None,
    seed: int = 1,
) -> Calibration:
    """Play with players drawn from the candidates, and record the posterior after every decision.

    The players move as the candidates predict, but make a random move with probability ``errs``; with
    ``errs="learned"`` that probability is drawn from the prior for each player. ``noise`` is that of the belief.
    ``looks``, such as ``ties=left-high``, gives the players search options that the belief does not know; such players
    never err. With ``looks="search=maxn(ties=left-low)"``, the players are plain max^n players. Players stay for a
    session and change seats with every hand. Bids are random, so they are no evidence.

    >>> found = study(sessions=2, hands=2, game="spades(players=3, cards=4, open=true)")
    >>> len(found.error_rates)
    2
    """
    return studies([noise], candidates, game, sessions, hands, errs, looks, seed)[0]


def studies(
    noises: Sequence[float | Sequence[float] | str],
    candidates: Sequence[str] = ("MT", "mOT", "ML"),
    game: str = "spades(players=3, cards=7, open=true)",
    sessions: int = 1000,
    hands: int = 1,
    errs: float | str = 0.05,
    looks: str | None = None,
    seed: int = 1,
) -> list[Calibration]:
    """Several studies of the same moves, one for each ``noise`` of the belief."""
    made, models = make_game(game), tuple(map(model, candidates))
    counts = [_Counted(hands) for _ in noises]
    for session in range(sessions):
        random = Random(seed, "calibration", session)
        types = [random.below(len(models)) for _ in range(made.players)]
        rates = [random.weighted(noise_prior(errs)) if isinstance(errs, str) else errs for _ in types]
        decisions = _session(made, [models[each] for each in types], rates, hands, looks, random)
        for counted, noise in zip(counts, noises, strict=True):
            counted.add(Bayes(models, noise=noise), types, decisions)
    share = "at rates drawn from the prior" if isinstance(errs, str) else f"in {errs:.0%} of their moves"
    players = f"players who err {share}" if looks is None else f"players with {looks}, never err"
    return [
        Calibration(
            str(made),
            tuple(map(str, models)),
            players,
            sessions,
            hands,
            seed,
            str(noise),
            tuple(reliability(counted.said)),
            tuple(reliability(counted.first)),
            log_score(counted.scores),
            tuple(reliability(counted.told)),
            log_score(counted.move_scores),
            tuple(fsum(rates) / len(rates) for rates in counted.rates),
        )
        for counted, noise in zip(counts, noises, strict=True)
    ]


class _Counted:
    """Predictions with the truth, one list for each session."""

    def __init__(self, hands: int) -> None:
        self.said: list[list[tuple[float, bool]]] = []
        self.first: list[list[tuple[float, bool]]] = []
        self.told: list[list[tuple[float, bool]]] = []
        self.scores: list[list[tuple[float, float]]] = []
        self.move_scores: list[list[tuple[float, float]]] = []
        self.rates: list[list[float]] = [[] for _ in range(hands)]

    def add(self, prior: Bayes, types: Sequence[int], decisions: Sequence[Decision]) -> None:
        """Add a session: start from the prior about each of its players, and learn from all its decisions."""
        for cases in (self.said, self.first, self.told):
            cases.append([])
        for pairs in (self.scores, self.move_scores):
            pairs.append([])
        beliefs = [prior] * len(types)
        for hand in range(len(self.rates)):
            for player, _, state, move in (each for each in decisions if each.hand == hand):
                expected = beliefs[player].expects(state)
                self.told[-1] += [(share, each == move) for each, share in expected.items()]
                self.move_scores[-1].append((expected[move], 1 / len(expected)))
                beliefs[player] = beliefs[player].see(state, move)
                posterior, truth = list(beliefs[player].posterior.values()), types[player]
                self.said[-1] += [(share, place == truth) for place, share in enumerate(posterior)]
                self.scores[-1].append((posterior[truth], 1 / len(posterior)))
            if hand == 0:
                self.first[-1] += self.said[-1]
            self.rates[hand] += [belief.error_rate for belief in beliefs]


def _session(
    game: Game,
    models: Sequence[Model],
    errs: Sequence[float],
    hands: int,
    looks: str | None,
    random: Random,
) -> list[Decision]:
    """Play some hands with the same players, and return all their decisions in order."""
    decisions = []
    for hand in range(hands):
        state: State = game.start(random.below(2**32))
        while not state.over:
            moves = state.moves()
            if bidding(state):
                state = state.play(moves[random.below(3)])
                continue
            if len(moves) == 1:
                state = state.play(moves[0])
                continue
            player = (state.to_move + hand) % len(models)
            own = models[player]
            if looks is None:
                predictions = predicted(own, state)
                shares = erring(predictions, errs[player])
            else:
                shares = predict(f"model({own}, {looks})", state)
            move = random.weighted(shares)
            decisions.append(Decision(player, hand, state, move))
            state = state.play(move)
    return decisions
