"""A player that learns its opponent from game to game and plays M* with what it has learned.

carmel1993 section 4.3, Figure 11.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.arena.figures import curves
from kibitz.arena.intervals import estimate
from kibitz.arena.session import Director
from kibitz.games.records import GameRecord
from kibitz.learning.examples import Example, unforced
from kibitz.learning.strategy import LearnedStrategy, LearnStrategy
from kibitz.papers.cached_work import spread
from kibitz.papers.carmel1993.paired_points import by_opening, contest, function
from kibitz.papers.carmel1993.strategy_accuracy import FEATURES
from kibitz.papers.claims import PERCENT, Claim, Row, decided, rule_over
from kibitz.papers.item import Findings, Setting
from kibitz.papers.paired import apart
from kibitz.players.play_game import play_game
from kibitz.players.registry import player
from kibitz.random import stream
from kibitz.searches.registry import search
from kibitz.wants.evaluation import Evaluation

LEARNERS_RULE = (
    f"{rule_over('learners')} There are two claims, each for equal opponents and for a player that searches deeper "
    "with a poorer function. The player has more points with the model of the last game than without a model. It has "
    "more points with a perfect model than without one."
)
COUNTS = (2, 4, 8, 16)
"""The numbers of games after which a new model is learned."""
LEARNERS, QUICK_LEARNERS = 20, 2
OPENINGS, QUICK_OPENINGS = 50, 2
"""Openings of a learner's tournament for each model: with twenty learners, a point of the figure is 2,000 games."""
LEARN = LearnStrategy(farthest=6, margins=(0.05,), most_rounds=3, patience=0, largest=50, features=FEATURES)
"""LearnStrategy as in Figure 9: it runs until there is no progress, which takes two or three rounds for each depth."""
LEARNER, OPPONENT = "learner", "opponent"


class Meeting(NamedTuple):
    """A learner and its opponent: both have a fixed depth, and the opponent makes the first of its best moves."""

    own: Evaluation
    depth: int
    other: Evaluation
    other_depth: int

    @property
    def minimax(self) -> str:
        """The learner without a model."""
        return str(search("alpha-beta", depth=self.depth, own=self.own, exact=True))

    @property
    def opponent(self) -> str:
        """The opponent that is learned."""
        return str(search("alpha-beta", depth=self.other_depth, own=self.other))

    def knowing(self, wants: Evaluation, depth: int) -> str:
        """The learner with a model of the opponent."""
        return str(search("m-star", depth=self.depth, own=self.own, model=wants, model_depth=depth))


MEETINGS = {
    "equal opponent": Meeting(function("f1"), 4, function("f2"), 4),
    "shallower opponent with a better function": Meeting(Evaluation({"men": 2.0, "kings": 3.0}), 6, function("f1"), 4),
}
"""An equal opponent; and a learner that searches two plies deeper but counts only pieces."""
BEFORE, PERFECT = "0", "perfect"


def learner(meeting: str, number: int, seed: int, openings: int) -> dict[str, Any]:
    """One learner: the points of its tournaments by number of games, and its models.

    It plays with what it knows, learns after 2, 4, 8 and 16 games, and plays a tournament with each model, during which
    nothing is learned. The tournaments start from the same openings.
    """
    who = MEETINGS[meeting]
    models, points = dict[str, list[Any]](), {BEFORE: _tournament(who.minimax, who, number, seed, openings)}
    now, examples = who.minimax, list[list[Example]]()
    for count in COUNTS:
        while len(examples) < count:
            examples.append(_learning_game(now, who, number, len(examples), seed))
        found = learned_from(examples)
        now = who.knowing(Evaluation({name: weight for name, weight in found.weights.items() if weight}), found.depth)
        models[str(count)] = [found.depth, found.weights]
        points[str(count)] = _tournament(now, who, number, seed, openings)
    points[PERFECT] = _tournament(who.knowing(who.other, who.other_depth), who, number, seed, openings)
    return {"points": points, "models": models}


def learned_from(examples: list[list[Example]]) -> LearnedStrategy:
    """Learn a strategy from the unforced moves of a few games. Half of the games fit it, half are set aside.

    >>> from kibitz.papers.carmel1993.observed_games import games_of
    >>> learned_from(games_of("alpha-beta(depth=1)", seed=1, numbers=range(2))).depth
    1
    """
    return LEARN(examples[0::2], examples[1::2])


def _learning_game(own: str, who: Meeting, number: int, game: int, seed: int) -> list[Example]:
    """The unforced moves of the opponent in one game; colours change from game to game."""
    experiment = contest(own, who.opponent, stream(("learning games", seed, number)) % 2**63)
    director, seated = Director(experiment), [player(own), player(who.opponent)]
    names = [LEARNER, OPPONENT]
    if game % 2:
        seated.reverse()
        names.reverse()
    seating = (0, 1) if game % 2 == 0 else (1, 0)
    played = play_game(director.game, seated, director.play_seed(game, seating), names, director.start(game))
    return unforced(GameRecord(played.start, tuple(names), played.moves, played.scores), OPPONENT)


def _tournament(own: str, who: Meeting, number: int, seed: int, openings: int) -> float:
    """Points a game, from openings that only this learner has."""
    experiment = contest(own, who.opponent, stream(("tournament", seed, number)) % 2**63)
    director = Director(experiment)
    games = [(session, director.play(session).games[0]) for session in range(openings * experiment.sessions_a_deal)]
    found = by_opening(experiment, games, openings)
    return sum(found) / len(found)


def figure_11(setting: Setting) -> Findings:
    """Points a game of the learning player by the number of games it has learned from."""
    learners = setting.times(LEARNERS, QUICK_LEARNERS)
    openings = QUICK_OPENINGS if setting.scale == "quick" else OPENINGS
    claims, rows, shown, notes = [], [], {}, []
    for name, who in MEETINGS.items():
        cases = [(name, number, setting.seed, openings) for number in range(learners)]
        found = spread(setting, f"learners, {name}", learner, cases)
        points = {at: [each["points"][at] for each in found] for at in (BEFORE, *map(str, COUNTS), PERFECT)}
        last = str(COUNTS[-1])
        claims += [
            Claim(
                f"{name}: points a game after learning from {last} games minus points before learning",
                None,
                apart(points[last], points[BEFORE]),
            ),
            Claim(
                f"{name}: points a game with a perfect model minus points without a model",
                None,
                apart(points[PERFECT], points[BEFORE]),
            ),
        ]
        measured = {at: estimate(values, setting.seed) for at, values in points.items()}
        rows += [
            Row(f"{name}, after learning from {at} games: points a game", None, ours)
            for at, ours in measured.items()
            if at != PERFECT
        ]
        rows.append(Row(f"{name}, with a perfect model: points a game", None, measured[PERFECT]))
        for count in map(str, COUNTS):
            right = [100.0 * (each["models"][count][0] == who.other_depth) for each in found]
            ours = estimate(right, bounds=PERCENT)
            rows.append(
                Row(
                    f"{name}, after learning from {count} games: share of learners that found the right depth",
                    None,
                    ours,
                    "",
                    "%",
                )
            )
        places = [0.0, *map(float, COUNTS)]
        shown[name] = (places, [measured[at] for at in (BEFORE, *map(str, COUNTS))])
        shown[f"{name}, perfect model"] = (places, [measured[PERFECT]] * len(places))
        notes.append(
            f"{name}: the learner searches {who.depth} plies deep with {who.own}, the opponent {who.other_depth} plies "
            f"with {who.other}."
        )
    notes.append(
        f"{learners} learners, {2 * openings * learners:,} games a point; every learner has its own learning games and "
        "its own openings, and plays these openings again after each number of learned games. Intervals and tests "
        "count a learner as one observation."
    )
    picture = curves(shown, "games learned from", "points a game", level=1.0)
    return Findings((*decided(claims, setting.seed, "learners"), *rows), tuple(notes), {"The learning player": picture})
