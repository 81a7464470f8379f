"""A belief about an unknown player: models of several depths are fitted to its moves and weighted by their predictions.

An expert gives the probability of a move before it is made. The experts are the candidates that were named, the game's
own weights at several depths, choices that are fitted to the moves so far, random moves, and small searches. The
searches stand for players that run a search of their own ("searches for itself"). A fit is judged only by moves that
came after it. Every expert has a weight for each of several noise levels and each of several rates of forgetting. The
rates, too, are weighted by how well they predicted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from math import log
from typing import Any

import numpy as np

from kibitz.errors import KibitzError, SpecError
from kibitz.games.capabilities import bidding
from kibitz.games.game import CHANCE, Game, State
from kibitz.games.habits import tends_to
from kibitz.games.view import View
from kibitz.learning.bayes import LEVELS
from kibitz.learning.belief import Belief, Told
from kibitz.learning.choice_fit import (
    LARGEST_WHOLE,
    MOST_WHOLE,
    NODES,
    ROUNDS,
    WORLDS,
    ChoiceFit,
    Form,
    Watched,
    before_moves,
    first_fit,
    fitted,
    forms_for,
    prior_weights,
    watched_in,
    whole_fit,
    worlds_of,
)
from kibitz.learning.choice_samples import foretold_by_chains, has_trees, prior_of, sampled
from kibitz.learning.decisions import Decision, When
from kibitz.learning.plainly import AT_RANDOM, GREEDILY, PLAIN, Judgement, Kept
from kibitz.learning.strict_habits import HABITS_KEPT, foretold_strictly, strict_habits, tries_habits
from kibitz.learning.switches import Switch, switched
from kibitz.learning.trust import DEEPEST, TRUSTED, WAYS
from kibitz.models.choice import (
    NO_FEATURES,
    Choice,
    choice,
    choice_features,
    described_after,
    evaluated_features,
    has_features,
)
from kibitz.models.choice_words import errs_in
from kibitz.models.logit import one_thread
from kibitz.models.model import Model
from kibitz.models.registry import model
from kibitz.models.visits import Visits
from kibitz.random import Random
from kibitz.replies.opponent import Opponent
from kibitz.searches.registry import search
from kibitz.specs import Spec
from kibitz.words import in_words

RATES = {0.0: 0.5, 0.01: 0.25, 0.05: 0.25}
"""Shares of a belief that are forgotten at every move, with their prior weights: some players change."""
EARLIER = 0.7
"""Of what is forgotten, the share that returns to the mean of the weights so far (Bousquet & Warmuth 2002), so that
earlier explanations are soon found again. The rest returns to the prior."""
# At every move, the share of players that may have begun to err more or less often: of those that change their ways
# (with a rate of forgetting), and of those that do not.
ERRORS_CHANGE, STEADY_ERRORS_CHANGE = 0.01, 0.0005
MASKED = -600.0  # the log weight of an expert that an explanation excludes, relative to that of its own expert
# At the first refits and at later ones, the share of their weights that the fits of all depths divide: what a depth
# predicted before it was fitted well says little about it.
DEPTHS_REFITTED_FIRST, DEPTHS_REFITTED = 0.2, 0.01
REFITTED = 0.5  # the share of their weights that the fits of one depth divide at a refit: all of them are new
LIGHT_GROWTH = 1.25  # choices of few features are fitted again when the number of decisions has grown by this factor
FIRST_LIGHTLY = 2  # the number of decisions after which they are first fitted
REFITS = (8, 13, 22, 38, 60)
GROWTH = 1.35  # after ``REFITS``, the next refit comes when the number of decisions has grown by this factor
REFITS_IN_A_HURRY = (8, 16, 32, 64)  # with more than one opponent, each of whom is fitted
LONGEST = 80  # the largest number of decisions between two refits
KEPT = 400  # decisions that are kept
DEPTHS_FITTED = 2  # after the first refits, only this many depths are fitted: the likeliest ones
# With each later move, the weight of a move falls by the first factor. ``saved`` is shrunk towards 0 like a mean with
# as many further moves as the second number, which save nothing.
RECENT, SHRINKING = 0.99, 10
TINY = 1e-30
MOST_MODELS = 3  # the largest number of models in a reply
AS_LIKELY = 0.5  # a reply ignores greater depths if a smaller one has at least this share of their probability
WORLDS_IN_A_HURRY = 2
DEEPEST_IN_A_HURRY = 2  # for boards of several players, where positions have about a hundred moves
SHARE_STEP, NOISE_STEP, ITSELF_STEP = 0.1, 0.05, 0.125  # to which a reply's weights, noise and trust are rounded
STILL_LIKELY = 0.25  # two ways of playing are fitted while switches of this kind have this share of their prior
SURELY = 0.8  # the least probability of a change that people are told about
TRIED = 4  # random games on which the cost of each depth is measured
DEPTH_ASLEEP, ASLEEP = 0.003, 1e-3  # a fit is not asked if its depth or its expert has a lower probability
LONG_ASLEEP = 0.001  # long searches are not asked if together they have a lower probability
OWN = "own"
NEGLECTED = 0.03  # after the first refits, depths with a lower probability are not fitted again
# How a player may bid, with prior weights: by the rule of the game (``usual_bid``), by features, as it moves, or at
# random.
WAYS_TO_BID = (0.5, 0.4, 0.1)
OTHER_BID = 0.01  # how often any other bid is made
SURE_NOISE = 1e-3  # added to every prediction, so that no move is impossible
NAMED, LEARNED, WHOLE, RANDOM, SIMULATES, SEARCHES = "named", "learned", "whole", "random", "simulates", "searches"
STRICT = "strict"  # strict habits: always one of the moves liked best
SAMPLED = "sampled"  # weights drawn from their posterior
SAMPLES = 32  # experts of this kind for every depth
SEARCHED = 8  # so many of them are asked for a prediction if they cannot be asked all at once, which takes long
DEPTHS_SAMPLED = 2  # the likeliest depths
WORTH_SAMPLING = 0.1  # after the first refits, the least probability of the second of them
ROUNDS_AFTER_SAMPLES = 1  # of fits that begin at the best sample, after the first refits
PHASE = "phase"  # fitted to the decisions of one of two ways of playing
LATELY = 0.25  # the prior weight of fits to the last decisions only, relative to that of other fits
GREEDY = 2.0  # the prior weight of the game's own weights one ply ahead, relative to that of other named experts
KINDS = {
    NAMED: 1.0,
    LEARNED: 2.0,
    SAMPLED: 6.0,
    WHOLE: 0.5,
    STRICT: 0.5,
    PHASE: 0.2,
    RANDOM: 0.3,
    SIMULATES: 0.5,
    SEARCHES: 0.5,
}
"""Kinds of experts, with their prior weights. Experts of the same kind divide its weight."""
# The simulations of small and of long searches, and the plies of their rollouts.
SIMULATIONS, LONG_SIMULATIONS, ROLLOUT = 60, 250, 4
LONG_ON_BOARDS = 200  # the simulations of long searches in games without stages, where a simulated game costs more
SEED = 1_000_003  # of these searches: with the usual seed they would draw the same numbers as a player that simulates
POWERS = (1, 3)  # the powers of visits that are compared
DEPTH, TYPES, TRUST, LEARNING, PLAINNESS, STRICTNESS = "depth", "types", "trust", "learning", "plain", "strict"
PARTS = {
    DEPTH: "nobody looks more than one ply ahead",
    TYPES: "no named candidates, and not the game's own weights",
    TRUST: "replies use the models from the first move on, even if the player most likely searches for itself",
    LEARNING: "moves change nothing: replies always use the models with their prior weights",
    PLAINNESS: "what was learned in one game is not compared with plain explanations in the next (plainly)",
    STRICTNESS: "strict habits are not tried (strict_habits)",
}
"""Parts of the belief that ``without`` may leave out, with what that means."""
ITSELF = "searches for itself"
TOLD_AS = {
    NAMED: "the game's own weights",
    LEARNED: "learned from its moves",
    SAMPLED: "learned from its moves",
    WHOLE: "learned from its moves",
    STRICT: "learned from its moves",
    PHASE: "learned from its moves",
    RANDOM: "random",
    SIMULATES: "searches a little",
    SEARCHES: ITSELF,
}
"""What people are told about a kind of experts. Named candidates have their own names."""
UNKNOWN = "unknown"
"""The name of all experts that cannot be distinguished in a game without features: each predicts random moves."""
REFITTED_KINDS = (LEARNED, SAMPLED, WHOLE, STRICT)
NEEDS_FEATURES = (LEARNED, SAMPLED, WHOLE, STRICT, PHASE, RANDOM)
"""The kinds of these experts."""
HABITS = {
    SIMULATES: ("look for a good move, but not for long",),
    SEARCHES: ("look for the best move",),
    RANDOM: ("move at random",),
}
"""The habits of players whose kind has no weights."""


@dataclass(frozen=True)
class Expert:
    """A predictor of moves. Its model may be fitted again, but its ``key`` stays the same."""

    key: str
    kind: str
    model: Model
    depth: int = 0
    """The depth in plies; 0 if the expert has none."""


def _with_model(expert: Expert, given: Model) -> Expert:
    """The expert after a refit. Whole weights look as far ahead as their model does."""
    return replace(expert, model=given, depth=given.depth_looked if expert.kind == WHOLE else expert.depth)


@lru_cache(maxsize=64)
def depths_of(game: Game) -> tuple[int, ...]:
    """The depths that are tried in a game: 1, 2, ... up to the greatest at which a search is still fast.

    In trick-taking games, only 1 and one trick are tried.

    >>> import kibitz
    >>> depths_of(kibitz.game("checkers")), depths_of(kibitz.game("hearts"))
    ((1, 2, 3, 4, 5), (1, 4))
    """
    if not prior_weights(game):
        return (1,)
    further = (game.players,) if "staged" in game.capabilities else range(2, DEEPEST + 1)
    positions = list(_tried_positions(game))
    depths = [1]
    for depth in further:
        if sum(_takes_long(each, depth) for each in positions) > len(positions) // 4:
            break
        depths.append(depth)
    return tuple(depths)


def _tried_positions(game: Game) -> Iterator[State]:
    """Positions of random games, on which the cost of a search is measured."""
    for number in range(TRIED):
        random = Random(number, "tried")
        state: Any = game.start(number)
        for ply in range(TRIED * (number + 1)):
            if state.over:
                break
            moves = state.moves()
            if state.to_move != CHANCE and not bidding(state) and len(moves) > 1 and ply % TRIED == 0:
                yield game.part(state)
            state = state.play(random.choice(moves))


def _takes_long(state: State, depth: int) -> bool:
    try:
        return described_after(state, prior_weights(state.game), depth, nodes=NODES) is None
    except ValueError:  # there are chance moves in the searched tree
        return True


@lru_cache(maxsize=64)
def learns_habits_only(game: Game) -> bool:
    """Whether only habits of moves are fitted in a game: what a move leads to is hidden, and it decides the game. A fit
    describes a move by its mean over worlds, but a choice looks at each world by itself, where it may win at once.

    >>> import kibitz
    >>> learns_habits_only(kibitz.game("guess-it")), learns_habits_only(kibitz.game("hearts"))
    (True, False)
    """
    return any(form.blind for form in forms_for(game, 1))


def own_strategy(game: Game, depth: int) -> Model:
    """A player with the game's own weights and this depth, that always makes one of its best moves."""
    return choice(prior_weights(game), 0.0, depth)


@dataclass(frozen=True, eq=False)
class ChoiceBelief(Belief):
    """A belief about one player of one game; ``see`` returns the belief after one more of its moves.

    ``candidates`` are named models that get weights beside the learned ones. Depths and fits are set when the first
    move is seen, because they depend on its game. ``rates`` are the shares that may be forgotten, and ``itself`` says
    whether small searches are among the experts. ``without`` names parts that are left out, to measure what they are
    worth (``PARTS``).

    >>> import kibitz
    >>> belief, stranger = ChoiceBelief(), kibitz.model("strategy(men=1, kings=1, advancement=-1, depth=2)")
    >>> for opening in ("11-15", "12-16", "9-13"):
    ...     state = kibitz.game("checkers").start().play(opening)
    ...     while not state.over:
    ...         move = max(policy := stranger.policy(state), key=policy.get)
    ...         belief, state = belief.see(state, move), state.play(move)
    >>> belief.depth
    2
    >>> "think two moves ahead" in belief.words
    True
    """

    candidates: Sequence[object] = ()
    rates: Mapping[float, float] = field(default_factory=lambda: dict(RATES))
    switches: Mapping[Switch, float] = field(default_factory=dict)
    """How the player may change from one way of playing to another and back, with prior weights (``SWITCHES``). The
    moments of its decisions must then be told (``at_moment``)."""
    itself: bool = True
    without: frozenset[str] = frozenset()
    hurried: bool = False
    """Whether there is little time, as between the moves of a player. Hidden hands are then described in few worlds,
    and no expert looks ahead there. On boards of several players, no expert looks far ahead.
    """
    samples: bool = True
    """Whether weights are also drawn from their posterior (``choice_samples``), in games for two players who see
    everything and weigh several features against each other.
    """
    trusting: str = "earned"
    """How ``trust`` is computed (``trust.WAYS``)."""
    experts: tuple[Expert, ...] = ()
    fits: Mapping[tuple[int, str], ChoiceFit] = field(default_factory=dict)
    chains: Mapping[int, np.ndarray] = field(default_factory=dict)
    """For every depth, weights drawn from their posterior (``choice_samples``)."""
    sampled_at: Mapping[int, int] = field(default_factory=dict)
    """For every depth, the number of moves when they were drawn."""
    logs: np.ndarray = field(default_factory=lambda: np.zeros((0, 0, 0)))
    """Log weights by rate or switch, expert and noise level. They include the weights of the rates and switches."""
    aside: np.ndarray = field(default_factory=lambda: np.zeros((0, 0, 0)))
    """The same for the way of playing that is not used now; NaN if it was not seen yet. Rows of rates are not used."""
    when: When = field(default_factory=When)
    """The moment of the next decision."""
    phases: Mapping[tuple[str, int], Model] = field(default_factory=dict)
    """The models fitted to each of two ways of playing, by the name of the switch and the phase."""
    prior: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))
    """The weights of experts and levels before anything was seen."""
    earlier: np.ndarray = field(default_factory=lambda: np.zeros((0, 0, 0)))
    """The mean of the weights so far by rate, expert and noise level, within each rate."""
    watched: tuple[Watched, ...] = ()
    moves: int = 0
    log_likelihood: float = 0.0
    log_guess: float = 0.0
    refitted: int = 0
    """The number of moves at the last refit."""
    lightly: int = 0
    """The number of moves at the last refit of a few forms."""
    strict: tuple[Choice, ...] = ()
    """The models of strict habits."""
    losses: tuple[float, float] = (0.0, 0.0)
    """The log losses of the last moves by the models, and by the small searches; older moves count less."""
    quick: Model | None = None
    """The fitted choice that looks one ply ahead. It is used in place of the player where a search would be too slow:
    in simulated games below the tree, and in worlds.
    """

    bids: np.ndarray = field(default_factory=lambda: np.array(WAYS_TO_BID))
    """How likely each way to bid is. What a player bids says little about how it plays its cards, and most players bid
    by the rule. So bids have weights of their own, and only named candidates may have bids of their own."""
    plain: Mapping[str, int] = field(default_factory=dict)
    """The plain explanations (``plainly``), with the places of their experts. Their rows come after those of the
    rates."""
    kept: Kept | None = None
    """The belief at the beginning of this game; none if the moments of decisions are not told (``at_moment``)."""
    judgement: Judgement = field(default_factory=lambda: Judgement.none(1))
    """How well the beliefs at the beginnings of games, and the plain explanations, predicted the moves."""
    postpones: bool = False
    """Whether refits wait until ``settled`` is called."""

    reads_bids = True
    learns_in_worlds = False
    keeps_decisions = True

    @property
    def gated(self) -> bool:
        """Whether models are used only after they have earned trust (``trust``)."""
        return self.itself and TRUST not in self.without

    def __post_init__(self) -> None:
        if not self.experts:
            object.__setattr__(self, "candidates", tuple(map(model, self.candidates)))
            for rate in self.rates:
                if not 0 <= rate < 1:
                    raise SpecError(f"forgetting={rate} is not allowed; it must be 0 or more and below 1")

    # The game, its experts and its depths.

    @property
    def game(self) -> Game:
        """The game of the moves that were seen."""
        if not self.watched:
            raise KibitzError("nothing was seen yet: the game is not known")
        return self.watched[0].position.game

    def at(self, game: Game) -> ChoiceBelief:
        """The belief at the beginning of a game; it starts anew if the moves of this game have other features or
        depths."""
        if self.experts and self._begun_at(game):
            return self
        fresh = ChoiceBelief(
            self.candidates,
            self.rates,
            self.switches,
            self.itself,
            self.without,
            self.hurried,
            self.samples,
            self.trusting,
        )
        return fresh.begun(game)

    def _begun_at(self, game: Game) -> bool:
        known = {fit.game for fit in self.fits.values()}
        depths = {depth for depth, _ in self.fits}
        return depths == set(self._depths_at(game)) and all(
            (each.name, choice_features(each)) == (game.name, choice_features(game)) for each in known
        )

    def _depths_at(self, game: Game) -> tuple[int, ...]:
        if DEPTH in self.without or (self.hurried and game.hidden):
            return (1,)
        found = depths_of(game)
        if self.hurried and game.players > 2 and "staged" not in game.capabilities:
            return tuple(depth for depth in found if depth <= DEEPEST_IN_A_HURRY)
        return found

    def begun(self, game: Game) -> ChoiceBelief:
        """The belief before the first move at this game."""
        named = [Expert(str(each), NAMED, each, each.depth_looked) for each in self._named]
        known = {str(each.model) for each in named}
        depths = self._depths_at(game)
        if prior_weights(game) and TYPES not in self.without:
            own = [Expert(f"{OWN} {depth}", NAMED, own_strategy(game, depth), depth) for depth in depths]
            named += [each for each in own if str(each.model) not in known]
        fits = {
            (depth, form.name): before_moves(game, depth, form) for depth in depths for form in forms_for(game, depth)
        }
        learned = [Expert(f"{form} {depth}", LEARNED, fit.model, depth) for (depth, form), fit in fits.items()]
        samples = [
            Expert(f"{SAMPLED} {number} {depth}", SAMPLED, first_fit(game, depth).model, depth)
            for depth in depths
            for number in range(SAMPLES if self._draws_weights(game) else 0)
        ]
        whole = [
            Expert(f"whole {depth}", WHOLE, own_strategy(game, depth), depth)
            for depth in (() if learns_habits_only(game) else depths)
        ]
        strict = [
            Expert(f"{STRICT} {number}", STRICT, first_fit(game, 1).model, 1)
            for number in range(HABITS_KEPT if self._tries_habits(game) else 0)
        ]
        phases = [Expert(f"{PHASE} {kind}", PHASE, first_fit(game, 1).model, 1) for kind in self._kinds_of_switches]
        experts = [*named, *learned, *samples, *whole, *strict, *phases, Expert("random", RANDOM, model("random"))]
        if self.itself:
            experts += searching_experts(game)
        shares = {
            f"{form.name} {depth}": LATELY for depth in depths for form in forms_for(game, depth) if form.last < KEPT
        }
        shares[f"{OWN} 1"] = GREEDY
        weights = np.array([KINDS[each.kind] * shares.get(each.key, 1.0) for each in experts])
        for kind in KINDS:
            of_kind = np.array([each.kind == kind for each in experts])
            weights[of_kind] *= KINDS[kind] / max(weights[of_kind].sum(), TINY)
        levels = np.array(list(LEVELS.values()))
        prior = np.outer(weights / weights.sum(), levels / levels.sum())
        plain = {} if PLAINNESS in self.without else _plain_places(experts, game)
        shares_plain = np.array([PLAIN[name] for name in plain])
        switches = np.array(list(self.switches.values())) * (1 - shares_plain.sum())
        rates = np.array(list(self.rates.values()))
        learned_ways = 1 - switches.sum() - shares_plain.sum()
        ways = np.concatenate([learned_ways * rates / rates.sum(), shares_plain, switches])
        logs = np.log(prior)[None, :, :] + np.log(ways)[:, None, None]
        for row, place in enumerate(plain.values(), start=len(rates)):
            logs[row, place] += -np.log(prior[place].sum())
        quick = first_fit(game, 1).model
        aside, earlier = np.full(logs.shape, np.nan), np.repeat(prior[None], len(ways), axis=0)
        begun = replace(self, experts=tuple(experts), fits=fits, logs=logs, prior=prior, quick=quick)
        judgement = Judgement.none(1 + len(plain))
        begun = replace(begun, aside=aside, earlier=earlier, plain=plain, judgement=judgement)
        return replace(begun, logs=begun._masked(begun.logs))

    # Two ways of playing.

    @property
    def _kinds_of_switches(self) -> list[str]:
        """The kinds of switches with two ways of playing; each has an expert that is fitted to the way in use."""
        return list(dict.fromkeys(_kind(each) for each in self.switches if _kind(each)))

    def at_moment(self, when: When) -> ChoiceBelief:
        """The belief before a decision at this moment: where the player may have changed to its other way of playing,
        it is the belief about that way."""
        if self.plain and when.game != self.when.game and self.moves:
            return self._between_games()._at_moment(when)
        if self.plain and self.kept is None and not self.moves:
            return self._keeping()._at_moment(when)
        return self._at_moment(when)

    def _at_moment(self, when: When) -> ChoiceBelief:
        if not self.experts or not self._may_change(when):
            same = copy(self)  # with everything that was computed already
            object.__setattr__(same, "when", when)
            return same
        logs, aside = switched(self.logs, self.aside, self.prior, list(self.switches), self.when, when)
        return replace(self, logs=logs, aside=aside, when=when, experts=self._phased(self.experts, when))

    def _may_change(self, when: When) -> bool:
        """Whether one of the switches changes something between the last moment and this one."""
        return any(
            each.phase(when) != each.phase(self.when) or (each.forgets and when.game != self.when.game)
            for each in self.switches
        )

    def _between_games(self) -> ChoiceBelief:
        """The belief before the next game: plain explanations are as likely as whole games made them, not as likely as
        the moves of the last game did (``plainly``)."""
        judgement = self.judgement.with_next_game()
        shares = np.array([PLAIN[name] for name in self.plain])
        weights = judgement.weights(np.concatenate([[1 - shares.sum()], shares]))
        logs, rows = self.logs.copy(), self._plain_rows
        learned = np.setdiff1d(np.arange(len(logs)), rows)
        logs[learned] += log(weights[0]) - _log_sum(logs[learned], (0, 1, 2))
        logs[rows] += (np.log(weights[1:]) - _log_sum(logs[rows], (1, 2)))[:, None, None]
        return replace(self, logs=logs, judgement=judgement)._keeping()

    def _keeping(self) -> ChoiceBelief:
        """The same belief, which is kept as it is, to be judged by the moves of this game."""
        rows, levels = self._plain_rows, np.array(list(LEVELS))
        learned = np.setdiff1d(np.arange(len(self.logs)), rows)
        within = np.exp(self.logs[rows] - _log_sum(self.logs[rows], (1, 2))[:, None, None])
        plain = zip(within, self.plain.values(), strict=True)
        kept = Kept.of(
            np.exp(self.logs[learned] - _log_sum(self.logs[learned], (0, 1, 2))).sum(axis=0),
            tuple((place, float((row[place] @ levels).sum())) for row, place in plain),
            self._awake,
            levels,
        )
        return replace(self, kept=kept)

    @property
    def _plain_rows(self) -> np.ndarray:
        return len(self.rates) + np.arange(len(self.plain))

    def _judged(self, position: State | View, number: int, foretold: np.ndarray) -> Judgement:
        """The judgement after the move with this number was made here. Experts whose models are those that were kept
        are not asked again."""
        kept, count = self.kept, foretold.shape[1]
        if kept is None:
            return self.judgement
        worlds = WORLDS_IN_A_HURRY if self.hurried else WORLDS
        alone = [
            foretold[place, number]
            if self._awake[place] is known
            else (1 - SURE_NOISE) * foretold_by(known, position, known.depth_looked, worlds)[number]
            + SURE_NOISE / count
            for place, known in zip(kept.places, kept.models, strict=True)
        ]
        by_plain = foretold[[place for place, _ in kept.plain], number]
        return self.judgement.with_move(kept.judged(np.array(alone), by_plain, count))

    def _phased(self, experts: Sequence[Expert], when: When) -> tuple[Expert, ...]:
        """The experts, those of phases with the model of the phase at this moment."""
        models = {
            f"{PHASE} {kind}": self.phases.get((kind, switch.phase(when)))
            for kind in self._kinds_of_switches
            for switch in [self._likeliest_switch(kind)]
        }
        return tuple(replace(each, model=models.get(each.key) or each.model) for each in experts)

    def _likeliest_switch(self, kind: str) -> Switch:
        shares = self.ways
        return max((each for each in self.switches if _kind(each) == kind), key=lambda each: shares[each])

    @property
    def ways(self) -> dict[Switch, float]:
        """The probability of every switch; the rest is that the player has none."""
        shares = np.exp(_log_sum(self.logs, (1, 2)))[len(self.rates) + len(self.plain) :]
        return dict(zip(self.switches, (shares / np.exp(_log_sum(self.logs, (0, 1, 2)))).tolist(), strict=True))

    @property
    def _named(self) -> tuple[Model, ...]:
        return () if TYPES in self.without else self.candidates  # type: ignore[return-value]

    # Predictions.

    def foretold(self, position: State | View) -> np.ndarray:
        """The probability of every move by every expert: one row for each expert, without noise levels."""
        if bidding(position):
            return self._bids_foretold(position)
        count = len(position.moves())
        rows = np.empty((len(self.experts), count))
        known: dict[Model, np.ndarray] = {}
        same = dict(self._foretold_by_samples(position))  # by identity, because to compare models takes long
        if self.strict and not learns_habits_only(position.game):
            same |= zip(map(id, self.strict), foretold_strictly(self.strict, position), strict=True)
        for place, each in enumerate(self._awake):
            if id(each) not in same:
                if each not in known:
                    worlds = WORLDS_IN_A_HURRY if self.hurried else WORLDS
                    known[each] = foretold_by(each, position, each.depth_looked, worlds)
                same[id(each)] = known[each]
            rows[place] = same[id(each)]
        return (1 - SURE_NOISE) * rows + SURE_NOISE / count

    def _bids_foretold(self, position: State | View) -> np.ndarray:
        """The probability of every bid by every expert, which is the same for all but named candidates."""
        rows = np.tile(self.bids @ self._ways_to_bid(position), (len(self.experts), 1))
        for place, each in enumerate(self.experts):
            if each.kind == NAMED and not each.key.startswith(OWN):
                alone = foretold_by(each.model, position, each.depth, WORLDS_IN_A_HURRY if self.hurried else WORLDS)
                rows[place] = (1 - SURE_NOISE) * alone + SURE_NOISE / len(alone)
        return rows

    def _ways_to_bid(self, position: State | View) -> np.ndarray:
        """The probability of every bid by each way to bid: one row for each of them."""
        count, quick = len(position.moves()), self.quick or first_fit(position.game, 1).model
        found = np.array([bid_usually(position), foretold_by(quick, position, 1), np.full(count, 1 / count)])
        return (1 - OTHER_BID) * found + OTHER_BID / count

    def _foretold_by_samples(self, position: State | View) -> Iterator[tuple[int, np.ndarray]]:
        """The identities of the samples that are awake, with the probability of every move, where all of them can be
        asked at once."""
        awake = set(map(id, self._awake))
        for depth, chains in self.chains.items():
            models = [id(each.model) for each in self.experts if each.kind == SAMPLED and each.depth == depth]
            if awake.isdisjoint(models):
                continue
            at_once = foretold_by_chains(_thinned(chains), position, depth)
            found = self._searched_by_samples(position, depth) if at_once is None else list(at_once)
            yield from zip(models, found, strict=True)

    def _searched_by_samples(self, position: State | View, depth: int) -> list[np.ndarray]:
        """The probability of every move by each sample of a depth. Only some of them search; the others, which are in
        order of their likelihood, predict the same as the last one before them that does."""
        models = [each.model for each in self.experts if each.kind == SAMPLED and each.depth == depth]
        asked = [foretold_by(each, position, depth) for each in models[:: SAMPLES // SEARCHED]]
        return [asked[number * SEARCHED // SAMPLES] for number in range(SAMPLES)]

    @cached_property
    def _awake(self) -> tuple[Model, ...]:
        """For each expert, the model whose prediction is used.

        A fitted expert that looks ahead and is very unlikely is replaced by the game's own weights at the same depth,
        and a long search by a small one, until a refit or forgetting makes it likely again.
        """
        weights = self._weights_learned
        shares, own = self._by_depth(weights), {e.depth: e.model for e in self.experts if e.key.startswith(OWN)}
        stand_ins = {
            each.key: own[each.depth]
            for each, weight in zip(self.experts, weights, strict=True)
            if each.depth > 1 and each.depth in own and (shares[each.depth] < DEPTH_ASLEEP or weight < ASLEEP)
        }
        if self._by_kind(weights).get(SEARCHES, 0.0) < LONG_ASLEEP:
            long = [each.key for each in self.experts if each.kind == SEARCHES]
            small = [each.model for each in self.experts if each.kind == SIMULATES]  # none, or one of each power
            stand_ins.update(zip(long, small, strict=False))
        return tuple(stand_ins.get(each.key, each.model) for each in self.experts)

    def expects(self, position: State | View, worlds: int = WORLDS) -> dict[str, float]:
        """The probability of each move of the seat to move, averaged over the belief."""
        position = position.game.part(position)
        believed = self if self.experts else self.begun(position.game)
        foretold = believed.foretold(position)
        shares = believed.weights @ foretold if bidding(position) else believed._averaged(foretold)
        return dict(zip(position.moves(), shares.tolist(), strict=True))

    def _averaged(self, foretold: np.ndarray) -> np.ndarray:
        weights = np.exp(self.logs).sum(axis=0)
        levels = np.array(list(LEVELS))
        quiet, noise = weights @ (1 - levels), float((weights @ levels).sum())
        shares: np.ndarray = quiet @ foretold + noise / foretold.shape[1]
        averaged: np.ndarray = shares / shares.sum()
        return averaged

    # Learning.

    def see(self, position: State | View, move: str, worlds: int = WORLDS) -> ChoiceBelief:
        """The belief after the seat to move made this move here; bids and passes are moves, too."""
        position = position.game.part(position)
        if len(position.moves()) < 2 or LEARNING in self.without:
            return self
        watched = watched_in(position, move)._replace(when=self.when)
        believed = self if self.experts else self.begun(position.game)
        if bidding(position):
            after = believed._seen_bidding(position, watched)
            return after if self.postpones else after._fitted_if_due()
        rows = believed.foretold(position)
        judgement = believed._judged(position, watched.number, rows)
        after = believed._weighed(rows, watched._replace(telling=_disagreement(rows, believed.prior.sum(axis=1))))
        after = replace(after, judgement=judgement)
        return after if self.postpones else after._fitted_if_due()

    def _seen_bidding(self, position: State | View, watched: Watched) -> ChoiceBelief:
        """The belief after a bid, from which ways to bid are learned, and which named candidate the player is."""
        ways = self._ways_to_bid(position)
        watched = watched._replace(telling=_disagreement(ways, np.array(WAYS_TO_BID)))
        likely = np.repeat(self._bids_foretold(position)[:, [watched.number]], len(LEVELS), axis=1)
        found = self.bids * ways[:, watched.number]
        return replace(self._after(likely, watched, ways.shape[1]), bids=found / found.sum())

    def _fitted_if_due(self) -> ChoiceBelief:
        full = not learns_habits_only(self.game) and self.moves >= self.next_refit
        if not full and self.moves < self.next_light_refit:
            return self
        with one_thread():
            return self._refit() if full else self._light_refit()

    def postponing(self) -> ChoiceBelief:
        """The same belief, which weighs its models at every move, and fits them only when ``settled`` is called."""
        return replace(self, postpones=True)

    def settled(self) -> ChoiceBelief:
        """The belief after the refit that is due, if one is."""
        found = replace(self, postpones=False)
        return found._fitted_if_due() if self.watched else found

    def in_world(self, state: State, move: str) -> tuple[ChoiceBelief, float]:
        """The same belief, and the log likelihood of the move under the fitted choice that looks one ply ahead.

        The belief does not learn here, because most worlds are not the real one. It learns from one world after the
        game.
        """
        state = state.game.part(state)
        moves = state.moves()
        if len(moves) < 2:
            return self, 0.0
        believed = self if self.experts else self.begun(state.game)
        assert believed.quick is not None
        if bidding(state):
            return self, log(float((believed.bids @ believed._ways_to_bid(state))[moves.index(move)]))
        alone = float(foretold_by(believed.quick, state, 1)[moves.index(move)])
        noise = SURE_NOISE + believed.error_rate
        return self, log((1 - noise) * alone + noise / len(moves))

    def _weighed(self, foretold: np.ndarray, watched: Watched) -> ChoiceBelief:
        levels = np.array(list(LEVELS))
        count = foretold.shape[1]
        return self._after(np.outer(foretold[:, watched.number], 1 - levels) + levels / count, watched, count)

    def _after(self, likely: np.ndarray, watched: Watched, count: int) -> ChoiceBelief:
        """The belief after a decision between so many moves, from the probability of the move made by each expert and
        noise level."""
        logs = self._with_other_errors()
        rates = np.array([*self.rates, *[0.0] * (len(logs) - len(self.rates))])
        totals = _log_sum(logs, (1, 2))
        returning = (1 - EARLIER) * self.prior + EARLIER * self.earlier
        with np.errstate(divide="ignore"):  # a rate of 0
            kept = logs + np.log(1 - rates)[:, None, None]
            back = np.log(rates)[:, None, None] + np.log(returning) + totals[:, None, None]
        logs = self._masked(np.logaddexp(kept, back) + np.log(likely)[None])
        total = float(_log_sum(logs, (0, 1, 2)))
        within = np.exp(logs - _log_sum(logs, (1, 2))[:, None, None])
        return replace(
            self,
            logs=logs - total,
            earlier=self.earlier + (within - self.earlier) / (self.moves + 2),
            losses=self._losses_with(likely),
            watched=(*self.watched, watched)[-KEPT:],
            moves=self.moves + 1,
            log_likelihood=self.log_likelihood + total,
            log_guess=self.log_guess - log(count),
        )

    def _masked(self, logs: np.ndarray) -> np.ndarray:
        """The log weights, in which every plain explanation still excludes all experts but its own. Otherwise a few
        hundred moves that another expert explains well would let it in."""
        for row, place in zip(self._plain_rows, self.plain.values(), strict=True):
            others = np.arange(len(self.experts)) != place
            logs[row, others] = _log_sum(logs[row, place], (0,)) + MASKED
        return logs

    def _with_other_errors(self) -> np.ndarray:
        """The log weights if the player may have begun to err more or less often (``ERRORS_CHANGE``).

        Otherwise a player that has never erred could hardly be the same after a few surprises.
        """
        levels = np.log(self.prior / self.prior.sum(axis=1, keepdims=True))
        steady = [rate == 0 for rate in self.rates] + [True] * len(self.plain)
        steady += [False] * (len(self.logs) - len(steady))
        shares = np.where(steady, STEADY_ERRORS_CHANGE, ERRORS_CHANGE)[:, None, None]
        kept, changed = self.logs + np.log1p(-shares), _log_sum(self.logs, (2,))[:, :, None] + levels
        with np.errstate(divide="ignore"):
            return np.asarray(np.logaddexp(kept, changed + np.log(shares)))

    def _losses_with(self, likely: np.ndarray) -> tuple[float, float]:
        """``losses`` after one more move; ``likely`` is the probability that each expert, at each noise level, gave to
        it."""
        weights = np.exp(self.logs).sum(axis=0)
        searching = np.array([each.kind == SEARCHES for each in self.experts])
        found = []
        for before, chosen in zip(self.losses, (~searching, searching), strict=True):
            of_kind = weights[chosen] + TINY * self.prior[chosen]
            share = (of_kind * likely[chosen]).sum() / of_kind.sum() if chosen.any() else 1.0
            found.append(RECENT * before - log(share))
        return found[0], found[1]

    @property
    def saved(self) -> float:
        """By what share the models reduce the log loss of "searches for itself" on recent moves; negative if they
        increase it. With few moves it is closer to 0.
        """
        models, searches = self.losses
        if not searches:
            return 0.0
        count = (1 - RECENT**self.moves) / (1 - RECENT)
        return (searches - models) / searches * count / (count + SHRINKING)

    @property
    def trust(self) -> float:
        """How far a reply may rely on the models, from 0 to 1 (``trusting``). It is 1 without learning, since there is
        nothing to wait for."""
        return 1.0 if LEARNING in self.without else WAYS[self.trusting](self)

    @property
    def searching(self) -> float:
        """The probability that the player searches for itself."""
        return self.kinds.get(SEARCHES, 0.0)

    @property
    def next_refit(self) -> int:
        """The number of moves at which the choices are fitted again."""
        planned = REFITS_IN_A_HURRY if self.hurried and self.game.players > 2 else REFITS
        later = next((count for count in planned if count > self.refitted), None)
        return later or min(int(self.refitted * GROWTH), self.refitted + LONGEST) + 1

    @property
    def next_light_refit(self) -> int:
        """The number of moves at which the choices that look for few features are fitted again."""
        last = max(self.refitted, self.lightly)
        return int(last * LIGHT_GROWTH) + 1 if last else FIRST_LIGHTLY

    def _light_refit(self) -> ChoiceBelief:
        """Fit only the choices that look one ply ahead and for few features, beginning at their last fit: this is fast,
        and habits are found by them.
        """
        fits, models = dict(self.fits), {}
        for form in forms_for(self.game, 1):
            if form.few and (1, form.name) in fits:
                fits[1, form.name] = fitted(self.watched, 1, form, start=fits[1, form.name])
                models[f"{form.name} 1"] = fits[1, form.name].model
        strict, shares = self._strict_habits()
        models.update(strict)
        experts = tuple(replace(each, model=models.get(each.key, each.model)) for each in self.experts)
        quick = self.quick
        if learns_habits_only(self.game) and self.moves >= TRUSTED:
            quick = fits[1, self._weakest_form(1).name].model
        logs = self._evened(models) if learns_habits_only(self.game) else self.logs
        logs = self._divided(logs, shares)
        strictly = tuple(strict.values())
        return replace(self, experts=experts, fits=fits, logs=logs, lightly=self.moves, quick=quick, strict=strictly)

    def _strict_habits(self) -> tuple[dict[str, Choice], np.ndarray]:
        """The likeliest strict habits by the keys of their experts, with their probabilities."""
        if not self._tries_habits(self.game):
            return {}, np.zeros(0)
        models, shares = strict_habits(self.watched)
        return {f"{STRICT} {number}": each for number, each in enumerate(models)}, shares

    def _divided(self, logs: np.ndarray, shares: np.ndarray) -> np.ndarray:
        """The log weights if the strict habits divide theirs by these probabilities."""
        habits = [place for place, each in enumerate(self.experts) if each.kind == STRICT][: len(shares)]
        if not habits:
            return logs
        logs = logs.copy()
        logs[:, habits] = _log_sum(logs[:, habits], (1,))[:, None, :] + np.log(shares + TINY)[:, None]
        return logs

    def _refit(self) -> ChoiceBelief:
        """Fit the choices again to the stored moves; depths that are very unlikely are skipped."""
        game, fits, models = self.game, dict(self.fits), {}
        fitted_depths = {depth for depth, _ in fits}  # a named candidate may look ahead by another number of plies
        by_depth = self._by_depth(self._weights_learned)
        shares = {depth: share for depth, share in by_depth.items() if depth in fitted_depths}
        likely = sorted(shares, key=lambda depth: -shares[depth])
        if self.moves > REFITS[1]:
            likely = [depth for depth in likely[:DEPTHS_FITTED] if shares[depth] >= NEGLECTED]
        # At first, weights are drawn near the fits to all depths; later, fits begin at the best weights drawn before.
        early = self.moves <= REFITS[1]
        chains = {} if early else self._resampled(self._depths_sampled(likely, fits), fits)
        for depth in likely:
            found: list[ChoiceFit] = []
            best = prior_of(game).fits(chains[depth][:1], depth)[0] if depth in chains and depth > 1 else None
            for form in self._forms_fitted(depth, likely[0], depth in chains):
                start = found[-1] if found and not form.few else best
                rounds = ROUNDS if best is None else ROUNDS_AFTER_SAMPLES
                fit = fitted(self.watched, depth, form, start, fits[depth, form.name], rounds)
                fits[depth, form.name] = fit
                models[f"{form.name} {depth}"] = fit.model
                found += [fit] if form.last >= KEPT else []
            likeliest = max(found, key=lambda each: each.worth)
            whole = whole_fit(likeliest, self.watched, LARGEST_WHOLE if self.hurried else MOST_WHOLE)
            # Who weighs nothing but features of moves looks one ply ahead, at whatever depth it was found.
            looks = any(whole.weights.get(name) for name in evaluated_features(game))
            models[f"whole {depth}"] = choice(whole.weights, 0.0, depth if looks else 1)
        if early:
            chains = self._resampled(self._depths_sampled(likely, fits), fits)
        for depth, drawn in chains.items():
            for number, fit in enumerate(prior_of(game).fits(_thinned(drawn), depth)):
                models[f"{SAMPLED} {number} {depth}"] = fit.model
        logs = self._evened(models)
        strict, of_strict = self._strict_habits()
        models.update(strict)
        experts = tuple(_with_model(each, models.get(each.key, each.model)) for each in self.experts)
        quick = self._one_ply(fits, likely)
        after = replace(self, fits=fits, logs=self._divided(logs, of_strict), refitted=self.moves, quick=quick)
        times = {**self.sampled_at, **dict.fromkeys(chains, self.moves)}
        after = replace(after, strict=tuple(strict.values()))
        after = replace(after, chains={**self.chains, **chains}, sampled_at=times)
        after = replace(after, phases=self._refitted_phases(fits))
        return replace(after, experts=after._phased(experts, self.when))

    def _depths_sampled(self, likely: Sequence[int], fits: Mapping[tuple[int, str], ChoiceFit]) -> list[int]:
        """The depths for which weights are drawn, of these: the likeliest, and another. At the first refits that is the
        one whose fit explains the moves best, because before its first fit a depth could not predict well."""
        if len(likely) < DEPTHS_SAMPLED:
            return list(likely)
        shares, (first, *others) = self._by_depth(self._weights_learned), likely
        if self.moves > REFITS[1]:
            return [first, *(depth for depth in others[: DEPTHS_SAMPLED - 1] if shares[depth] >= WORTH_SAMPLING)]
        worth = {depth: max(fit.worth for (own, _), fit in fits.items() if own == depth) for depth in others}
        return [first, *sorted(others, key=lambda depth: -worth[depth])[: DEPTHS_SAMPLED - 1]]

    def _draws_weights(self, game: Game) -> bool:
        return self.samples and len(evaluated_features(game)) > 1 and has_trees(game)

    def _forms_fitted(self, depth: int, likeliest: int, drawn: bool) -> list[Form]:
        """The forms that are fitted at this depth; ``drawn`` says whether its weights were also drawn from their
        posterior, which is worth more than a fit to all decisions with the same prior."""
        # Forms that use only recent decisions are fitted at the likeliest depth only.
        forms = [form for form in forms_for(self.game, depth) if form.last >= KEPT or depth == likeliest]
        if depth == 1 or not drawn:
            return forms
        return forms[1:2] or forms

    def _resampled(self, depths: Sequence[int], fits: Mapping[tuple[int, str], ChoiceFit]) -> dict[int, np.ndarray]:
        """Weights drawn from their posterior after all stored moves, for each of these depths. After the first refits,
        none are drawn if the player is surely one whose weights are known or who has none."""
        kinds = self._by_kind(self._weights_learned)
        found: dict[int, np.ndarray] = {}
        sure = (
            self.moves > REFITS[1]
            and sum(kinds.get(kind, 0.0) for kind in (LEARNED, SAMPLED, WHOLE, STRICT)) < NEGLECTED
        )
        for depth in depths if self._draws_weights(self.game) and not sure else ():
            near = [fit for (own, _), fit in fits.items() if own == depth and fit.decisions]
            new = min(self.moves - self.sampled_at.get(depth, 0), len(self.watched))
            chains = sampled(self.watched, self.game, depth, self.chains.get(depth), new, near)
            if chains is not None:
                found[depth] = chains
        return found

    def _refitted_phases(self, fits: Mapping[tuple[int, str], ChoiceFit]) -> dict[tuple[str, int], Model]:
        """Choices that look as far ahead as the player is believed to, each fitted to the decisions of one way of
        playing, unless it has become unlikely that the player has two."""
        found, depth = dict(self.phases), min(self.depth, max(depth for depth, _ in fits))
        shares = self.ways
        for kind in self._kinds_of_switches:
            switch, alike = self._likeliest_switch(kind), [each for each in self.switches if _kind(each) == kind]
            if sum(map(shares.__getitem__, alike)) < STILL_LIKELY * sum(map(self.switches.__getitem__, alike)):
                continue
            for phase in (0, 1):
                decisions = [each for each in self.watched if switch.phase(each.when) == phase]
                if len(decisions) < TRUSTED or (decisions[-1] is not self.watched[-1] and (kind, phase) in found):
                    continue
                form = self._weakest_form(depth)
                found[kind, phase] = fitted(decisions, depth, form, fits[depth, form.name]).model
        return found

    def _weakest_form(self, depth: int) -> Form:
        """The form with the most features and the weakest prior."""
        forms = [each for each in forms_for(self.game, depth) if each.last >= KEPT]
        return min(forms, key=lambda each: (not each.situations, not each.few, not each.moves, each.ridge))

    def _tries_habits(self, game: Game) -> bool:
        return (
            STRICTNESS not in self.without
            and tries_habits(game)
            and (learns_habits_only(game) or bool(game.situation_feature_names))
        )

    def _evened(self, refitted: Collection[str]) -> np.ndarray:
        """The log weights after a refit: the experts with these keys, which are new, share a part of their weight with
        the others of their depth (``REFITTED``)."""
        logs = self.logs.copy()
        kinds = [(place, each) for place, each in enumerate(self.experts) if each.kind in REFITTED_KINDS]
        learned = [(place, each.depth) for place, each in kinds if each.key in refitted]
        all_places = [place for place, _ in learned]
        if all_places and not learns_habits_only(self.game):
            share = DEPTHS_REFITTED_FIRST if self.moves <= REFITS[1] else DEPTHS_REFITTED
            logs[:, all_places] = self._shared(logs, all_places, share)
        for depth in {depth for _, depth in learned}:
            places = [place for place, own in learned if own == depth]
            logs[:, places] = self._shared(logs, places, REFITTED)
            samples = [place for place in places if self.experts[place].kind == SAMPLED]
            if samples:  # each is as likely as the others
                logs[:, samples] = _log_sum(logs[:, samples], (1,))[:, None, :] - log(len(samples))
        return logs

    def _shared(self, logs: np.ndarray, places: Sequence[int], part: float) -> np.ndarray:
        """The log weights of these experts if they divide this part of their sum by their prior weights."""
        alike, shares = logs[:, places], self.prior[places].sum(axis=1)
        shared = _log_sum(alike, (1,))[:, None, :] + np.log(part * shares / shares.sum())[:, None]
        return np.asarray(np.logaddexp(alike + log(1 - part), shared))

    def _one_ply(self, fits: Mapping[tuple[int, str], ChoiceFit], fitted_now: Sequence[int]) -> Model:
        """A choice that looks one ply ahead, fitted to the same moves with the most features and the weakest prior."""
        form = self._weakest_form(1)
        known = fits[1, form.name]
        return known.model if 1 in fitted_now else fitted(self.watched, 1, form, known=known).model

    # Results.

    @cached_property
    def weights(self) -> np.ndarray:
        """The probability of every expert."""
        found: np.ndarray = np.exp(self.logs).sum(axis=(0, 2))
        return found

    @cached_property
    def _weights_learned(self) -> np.ndarray:
        """The probability of every expert if no plain explanation is true. What is fitted, and which experts are asked,
        follows these: otherwise a player that looked plain once would not be learned any more."""
        logs = np.delete(self.logs, self._plain_rows, axis=0)
        found: np.ndarray = np.exp(logs - _log_sum(logs, (0, 1, 2))).sum(axis=(0, 2))
        return found

    @property
    def posterior(self) -> dict[str, float]:
        """The probability of every expert, by its key."""
        return {each.key: float(share) for each, share in zip(self.experts, self.weights, strict=True)}

    @property
    def kinds(self) -> dict[str, float]:
        """The probability of every kind of expert."""
        return self._by_kind(self.weights)

    def _by_kind(self, weights: np.ndarray) -> dict[str, float]:
        found: dict[str, float] = {}
        for each, share in zip(self.experts, weights, strict=True):
            found[each.kind] = found.get(each.kind, 0.0) + float(share)
        return found

    @property
    def depths(self) -> dict[int, float]:
        """The probability of every depth, among experts that have one."""
        return self._by_depth(self.weights)

    def _by_depth(self, weights: np.ndarray) -> dict[int, float]:
        found: dict[int, float] = {}
        for each, share in zip(self.experts, weights, strict=True):
            if each.depth:
                found[each.depth] = found.get(each.depth, 0.0) + float(share)
        total = sum(found.values()) or 1.0
        return {depth: share / total for depth, share in sorted(found.items())}

    @property
    def depth(self) -> int:
        """The likeliest depth."""
        return max(self.depths.items(), key=lambda pair: (pair[1], -pair[0]))[0]

    @property
    def likeliest(self) -> Expert:
        """The expert with the highest probability."""
        if not self.experts:
            raise KibitzError("nothing was seen yet: nobody is likeliest")
        return self.experts[int(self.weights.argmax())]

    @property
    def error_rate(self) -> float:
        """The posterior mean of the noise that is added to the experts."""
        return float(np.exp(self.logs).sum(axis=(0, 1)) @ np.array(list(LEVELS))) if self.experts else 0.0

    @property
    def errors_of_likeliest(self) -> float:
        """How often the player errs if it is the likeliest expert: the noise of the expert, and the noise that is added
        to it.
        """
        return 1 - (1 - self.likeliest.model.noise) * (1 - self.error_rate)

    @property
    def _deepest_answered(self) -> int:
        """The smallest depth whose probability is at least the share ``AS_LIKELY`` of that of every greater depth.
        Where a game gives no reason to look ahead, all depths predict the same, and a reply to the deeper ones would
        spend its time on their searches.
        """
        depths = self.depths
        for depth, share in depths.items():
            if share >= AS_LIKELY * max((other for further, other in depths.items() if further > depth), default=0.0):
                return depth
        return 0

    @property
    def typical(self) -> Expert:
        """The likeliest expert of the likeliest kind, as ``told`` names kinds.

        One expert may be the likeliest of all although its kind is not, if the experts of another kind have more
        probability together.
        """
        if not self.experts:
            raise KibitzError("nothing was seen yet: nobody is likeliest")
        shares = self._shares_told()
        name = max(shares, key=lambda each: shares[each])
        weighed = [pair for pair in zip(self.weights, self.experts, strict=True) if self._name_told(pair[1]) == name]
        return max(weighed, key=lambda pair: pair[0])[1]

    @cached_property
    def opponent(self) -> Opponent:
        """The experts with their probabilities, the unlikely ones left out, and the mean of the noise.

        Experts that search for themselves are left out as well: a reply would have to run their search in every node of
        its tree, and they cannot run in the core. In simulated games below the tree, the choice that was fitted one ply
        ahead is used in place of all of them. A reply is told how likely it is that the player searches for itself;
        before ``TRUSTED`` decisions were seen, no model is trusted. All these numbers are rounded, so that a move which
        tells nothing new leaves the opponent as it was, and a reply may continue in its tree.
        """
        unseen = float(self.gated)
        if not self.experts:
            return Opponent(((1.0, model("random")),), 0.0, itself=unseen)
        together: dict[Model, float] = {}
        deepest = self._deepest_answered
        for each, share in zip(self.experts, self.weights, strict=True):
            if each.kind != SEARCHES and each.depth <= deepest:
                together[each.model] = together.get(each.model, 0.0) + float(share)
        most = max(together.values())
        likely = [(share, each) for each, share in together.items() if share >= NEGLECTED * most]
        likely = sorted(likely, key=lambda pair: -pair[0])[:MOST_MODELS]
        total = sum(share for share, _ in likely)
        rounded = [(_to_step(share / total, SHARE_STEP), each) for share, each in likely]
        models = tuple(pair for pair in rounded if pair[0])
        itself = _to_step(1 - self.trust, ITSELF_STEP) if unseen else 0.0
        return Opponent(models, _to_step(self.error_rate, NOISE_STEP), below=self.quick, itself=itself)

    @property
    def words(self) -> str:
        """A description of the likeliest kind of player, by its likeliest expert, in the words of people who play the
        game."""
        if LEARNING in self.without:
            return "nothing is learned about it"
        if not self.moves:
            return "nothing is known yet"
        if self.unreadable:
            return self.unreadable
        typical = self.typical
        if typical.kind in (SIMULATES, SEARCHES):
            return TOLD_AS[typical.kind]
        # The model's own noise, and the noise that is added to it.
        errs = 1 - (1 - typical.model.noise) * (1 - self.error_rate)
        does = tends_to(self.habits_in(self.game)) or typical.model.quiet.sentence
        return ", ".join(filter(None, [does, errs_in(errs), self.changes]))

    @property
    def changes(self) -> str:
        """When the player changes its way of playing, in words; empty if it is not believed to have two."""
        shares = self.ways
        for kind in self._kinds_of_switches:
            switch = self._likeliest_switch(kind)
            if sum(share for each, share in shares.items() if _kind(each) == kind) > SURELY:
                return switch.words
        return ""

    @property
    def unreadable(self) -> str:
        """Why it cannot describe the player; empty if it can: if a candidate or a search is the likeliest, or if the
        moves of the game have features.
        """
        return NO_FEATURES if self._featureless and self.typical.kind in NEEDS_FEATURES else ""

    @cached_property
    def _featureless(self) -> bool:
        return bool(self.watched) and not has_features(self.game)

    def habits_in(self, game: Game) -> tuple[str, ...]:
        """What the likeliest kind of player does."""
        if not self.moves or self.unreadable:
            return ()
        typical = self.typical
        return HABITS.get(typical.kind) or typical.model.quiet.habits_in(game)

    def habits_by_name(self, game: Game) -> dict[str, tuple[str, ...]]:
        """For each name in ``told().shares``, what its likeliest expert does."""
        if not self.moves:
            return {}
        likeliest: dict[str, tuple[float, Expert]] = {}
        for each, share in zip(self.experts, self.weights, strict=True):
            name = self._name_told(each)
            if name not in likeliest or share > likeliest[name][0]:
                likeliest[name] = float(share), each
        return {
            name: () if name == UNKNOWN else HABITS.get(each.kind) or each.model.quiet.habits_in(game)
            for name, (_, each) in likeliest.items()
        }

    @property
    def description(self) -> str:
        """The same as ``words``."""
        return self.words

    def _name_told(self, expert: Expert) -> str:
        """The name of an expert in texts for people; a named candidate has its own name."""
        if expert.kind == NAMED and not expert.key.startswith(OWN):
            return str(expert.model)
        return UNKNOWN if self._featureless and expert.kind in NEEDS_FEATURES else TOLD_AS[expert.kind]

    def told(self, most: int = 3) -> Told:
        """The probability of every candidate and of the kinds of other players, and what the likeliest does."""
        if not self.moves:
            return Told({}, (self.words,), "")
        errs = "" if self.unreadable else errs_in(self.error_rate) or "hardly ever errs"
        return Told(self._shares_told(), (self.words,), errs)

    def _shares_told(self) -> dict[str, float]:
        shares: dict[str, float] = {}
        for each, share in zip(self.experts, self.weights, strict=True):
            name = self._name_told(each)
            shares[name] = shares.get(name, 0.0) + float(share)
        return shares

    # Kept from one run to the next.

    def remembered(self, weights: Mapping[str, float], opponent: str) -> ChoiceBelief:
        """Refuse stored weights: for this belief, a memory must store decisions."""
        raise KibitzError(
            f"the memory has weights of candidates for {opponent}, but learner=choice needs decisions; use another file"
        )

    def learned_since(self, before: ChoiceBelief) -> tuple[dict[str, float], int]:
        """The likelihood of the experts since an earlier belief, and the number of decisions."""
        return self.posterior, self.moves - before.moves

    def decisions_since(self, before: ChoiceBelief) -> tuple[Decision, ...]:
        """The decisions since an earlier belief, as far as they are still known."""
        since = self.watched[max(0, len(self.watched) - (self.moves - before.moves)) :]
        return tuple(Decision.of(each.position, each.move, each.telling) for each in since)

    def __str__(self) -> str:
        return f"{in_words(self.words)} after {self.moves} decisions"


def _disagreement(foretold: np.ndarray, weights: np.ndarray) -> float:
    """How far explanations disagree about a decision: the Jensen-Shannon divergence, by their prior weights.

    It is the information that the move is expected to give. It does not depend on the move made. So if only informative
    decisions are kept, errors are kept as often as other moves.
    """
    alone = -(foretold * np.log(foretold)).sum(axis=1)
    mean = weights @ foretold
    return max(0.0, float(-(mean * np.log(mean)).sum() - weights @ alone))


def _plain_places(experts: Sequence[Expert], game: Game) -> dict[str, int]:
    """The plain explanations that are possible in a game, with the places of their experts."""
    greedy = str(own_strategy(game, 1)) if prior_weights(game) else None
    named = {str(each.model): place for place, each in enumerate(experts) if each.kind in (NAMED, RANDOM)}
    found = {GREEDILY: named.get(greedy) if greedy else None, AT_RANDOM: named.get(str(model("random")))}
    return {name: place for name, place in found.items() if place is not None}


def _to_step(number: float, step: float) -> float:
    """The nearest multiple of a step.

    >>> _to_step(0.62, 0.125), _to_step(0.04, 0.1)
    (0.625, 0.0)
    """
    return round(number / step) * step


def _thinned(chains: np.ndarray) -> np.ndarray:
    """As many of the chains as there are experts; they come in order of their likelihood, so these are of all kinds."""
    return np.asarray(chains[np.linspace(0, len(chains) - 1, SAMPLES).astype(int)])


def _kind(switch: Switch) -> str:
    """Switches of the same kind share an expert that is fitted to the way of playing in use; empty if there is none."""
    return "loss" if switch.lost else "moves" if switch.moves else ""


def foretold_by(expert: Model, position: State | View, depth: int, most: int = WORLDS) -> np.ndarray:
    """The probability of every move by one expert, in move order; from a view, averaged over this many worlds."""
    worlds = [(1.0, position)] if isinstance(position, State) else worlds_of(position, depth, most)
    moves = position.moves()
    found = np.zeros(len(moves))
    for share, world in worlds:
        policy = expert.policy_in_whole(world) if bidding(world) else expert.policy_by_core(world)
        found += [share * policy.get(move, 0.0) for move in moves]
    return found


def bid_usually(position: State | View) -> np.ndarray:
    """The probability of every bid by a player that bids by the rule of the game."""
    usual = position.game.usual_bid(position)  # type: ignore[union-attr]
    return np.array([float(move == usual) for move in position.moves()])


def searching_experts(game: Game) -> list[Expert]:
    """Experts for players whose own search is unknown: small searches, to which a reply can be computed, and long ones,
    to which none is computed.

    If even a prediction by a long search would take too much time, there are only small ones.
    """
    if game.hidden or game.written_in_python:
        return [Expert(f"itself {power}", SEARCHES, itself(game, power, SIMULATIONS)) for power in POWERS]
    small = [Expert(f"simulates {power}", SIMULATES, itself(game, power, SIMULATIONS)) for power in POWERS]
    long = LONG_SIMULATIONS if "staged" in game.capabilities else LONG_ON_BOARDS
    return small + [Expert(f"itself {power}", SEARCHES, itself(game, power, long)) for power in POWERS]


def itself(game: Game, power: float, count: int) -> Model:
    """A model of a player whose own search is unknown: the visits of a search with ``count`` simulations, with short
    rollouts if positions can be evaluated."""
    cut = {"depth": ROLLOUT} if "evaluated" in game.capabilities and "staged" not in game.capabilities else {}
    return Visits(search(Spec("mcts", (), {"simulations": count, **cut, "seed": SEED})), power)


def _log_sum(logs: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    top = logs.max(axis=axes, keepdims=True)
    sums: np.ndarray = np.log(np.exp(logs - top).sum(axis=axes, keepdims=True)) + top
    return sums.reshape([size for axis, size in enumerate(logs.shape) if axis not in axes])
