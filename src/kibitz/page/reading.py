"""What an opponent that adapts thinks of a person: the panel beside the board.

This is the one place that knows how to ask an adaptive player. The belief here is built by the learner of the player,
with its options, from the decisions of the person as the person saw them. Where nothing is hidden, that is the
player's own belief. Where hands are hidden, it uses public moves and the person's own cards and nothing else, so the
panel cannot give away what the opponent holds.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from kibitz.errors import KibitzError
from kibitz.games.capabilities import bidding
from kibitz.games.game import Game, State
from kibitz.games.view import View
from kibitz.learning.belief import Belief
from kibitz.learning.choice_belief import PHASE, SAMPLED, STRICT, TOLD_AS, WHOLE
from kibitz.learning.decisions import When, lost
from kibitz.models.move_probabilities import erring
from kibitz.models.prediction import predict, predict_from_view
from kibitz.models.registry import model as model_named
from kibitz.page.sittings import Played, Sat, first, rules
from kibitz.page.strings import say
from kibitz.players.registry import player as player_named
from kibitz.random import Random
from kibitz.words import in_words

KEPT = 64
TOLD = 4
"""How many moves are shown as evidence, and how many as expected."""
LEAST = 0.02
"""The smallest change of a share that is shown."""
RARELY = 0.02
"""The smallest share of random moves that is mentioned."""
KINDS = {name: kind for kind, name in TOLD_AS.items() if kind not in (SAMPLED, WHOLE, STRICT, PHASE)}
"""Kinds of players without a specification, by the names that beliefs give them."""
WORLDS = 10
DEALS = 16
"""How many possible deals a forecast is averaged over, if hands are hidden."""
AGREE = 0.5
"""A forecast is shown only if its likeliest move keeps this share of its probability when deals are averaged: otherwise
the forecast depends on cards that nobody has seen."""
EARLY = 5
"""With fewer decisions than this, what is said about a person is a first guess."""
SURE = 0.5
"""With a smaller share of the likeliest kind of player than this, what is said about a person is a first guess."""
LONGEST = 300
"""The largest number of decisions whose beliefs are listed one by one."""


def adapts(spec: str) -> bool:
    """Whether a player learns from the moves of the others, so that there is something to show.

    >>> adapts("adaptive"), adapts("mcts")
    (True, False)
    """
    try:
        return player_named(spec).first_belief is not None
    except KibitzError:
        return False


def as_bars(shares: Mapping[str, float], game: Game) -> list[dict[str, Any]]:
    """Shares of a belief as plain values, the largest first."""
    ordered = sorted(shares.items(), key=lambda pair: -pair[1])
    return [
        {"name": in_words(name), "does": does(name, game), "words": described(name), "share": share}
        for name, share in ordered
    ]


@lru_cache(maxsize=1024)
def does(name: str, game: Game) -> str:
    """The behaviour that a name in a belief stands for, to be read after "you"; empty if there are no words for it.

    >>> import kibitz
    >>> does("MT", kibitz.game("spades"))
    'take as many tricks as possible'
    """
    if name in KINDS:
        return say(f"kind_{KINDS[name]}")
    try:
        return ", ".join(model_named(name).habits_in(game)[:1])
    except KibitzError:
        return ""


@lru_cache(maxsize=1024)
def described(name: str) -> str:
    """What the author of a model says it does, such as the docstring of a registered habit; empty if there is nothing.

    >>> described("first-move"), described("random")
    ('makes the first move that the game lists', '')
    """
    if name in KINDS:
        return ""
    try:
        return model_named(name).described
    except KibitzError:
        return ""


@dataclass(frozen=True)
class Told:
    """A decision: the move, its number in the game, what was expected, and the shares before and after it."""

    game: int
    ply: int
    move: str
    expected: Mapping[str, float]
    before: Mapping[str, float]
    after: Mapping[str, float]
    about: Game

    @property
    def right(self) -> float:
        """1 if the likeliest move was made; if k moves are equally likely, each counts 1/k."""
        most = max(self.expected.values())
        likeliest = [move for move, share in self.expected.items() if share >= most - 1e-12]
        return (self.move in likeliest) / len(likeliest)

    def as_values(self) -> dict[str, Any]:
        """The decision as plain values: what was expected, how likely the move was, and what was believed after it."""
        likeliest = max(self.expected, key=lambda move: self.expected[move])
        return {
            "ply": self.ply,
            "move": self.move,
            "share": self.expected.get(self.move, 0.0),
            "expected": likeliest,
            "expected_share": self.expected[likeliest],
            "bars": as_bars(self.after, self.about),
        }


@dataclass
class Reader:
    """The belief of a player about one person, and every decision that it was told."""

    belief: Belief
    worlds: int
    state: State
    sat: Sat | None = None
    told: list[Told] = field(default_factory=list)
    plies: int = 0
    game: int = 0
    made: int = 0
    """Moves of the person in this game."""
    lost: int = 0
    """Games that the person lost before."""

    @classmethod
    def learning(cls, spec: str, state: State) -> Reader:
        """The belief before anything was seen, by the learner of a player."""
        made = player_named(spec)
        belief = made.first_belief
        if belief is None:
            raise KibitzError(say("does_not_learn", player=spec))
        return cls(belief, min(WORLDS, made.options["worlds"]), state)

    @classmethod
    def begun(cls, sat: Sat) -> Reader:
        """The belief before the game, after the earlier games at this table."""
        reader = cls.learning(sat.spec, first(sat.now))
        reader.sat = sat
        for number, earlier in enumerate(sat.before, start=-len(sat.before)):
            reader.watch(earlier, number)
        reader.state, reader.game, reader.made = first(sat.now), 0, 0
        return reader

    def watch(self, played: Played, number: int = 0) -> None:
        """Learn from a whole game."""
        self.state, self.game, self.made = first(played), number, 0
        self._follow(played.moves, played.seat, 0)
        if self.state.over:
            self.lost += lost(self.state.scores, played.seat)

    def bars(self) -> list[dict[str, Any]]:
        """The belief as plain values."""
        return as_bars(self.belief.told(TOLD).shares, self.state.game)

    def caught_up(self, sat: Sat) -> bool:
        """Learn from the moves since the last call; false if this is another game."""
        assert self.sat is not None
        mine, theirs = self.sat.now, sat.now
        if (mine.start, mine.seat) != (theirs.start, theirs.seat) or self.sat.spec != sat.spec:
            return False
        if theirs.moves[: self.plies] != mine.moves[: self.plies]:
            return False
        self._follow(theirs.moves[self.plies :], theirs.seat, self.plies)
        self.sat, self.plies = sat, len(theirs.moves)
        return True

    def _follow(self, moves: tuple[str, ...], seat: int, ply: int) -> None:
        for number, move in enumerate(moves, start=ply):
            if self.state.to_move == seat:
                self._turn()
                self.learn(number, move)
                self.made += 1
                self._turn()
            self.state = self.state.play(move)

    def _turn(self) -> None:
        """Tell the belief the moment of the next decision, as ``adaptive`` does at the table."""
        self.belief = self.belief.at_moment(When(self.game, self.made, self.lost))

    def learn(self, ply: int, move: str) -> None:
        """Learn from a decision, from what the person saw; a forced move says nothing."""
        seen = self._seen()
        part = seen.game.part(seen)
        if len(seen.moves()) < 2 or (bidding(part) and not self.belief.reads_bids):
            return
        self.belief = self.belief.at(part.game)
        if not (self.belief.reads_views or isinstance(part, State)):
            return
        expected, before = self.expects(), self._shares()
        self.belief = self.belief.see(part, move, self.worlds)
        self.told.append(Told(self.game, ply, move, expected, before, self._shares(), part.game))

    def _seen(self) -> State | View:
        seen: State | View = self.state.view(self.state.to_move)
        return seen

    def _shares(self) -> dict[str, float]:
        return dict(self.belief.told(TOLD).shares)

    def expects(self) -> dict[str, float]:
        """The probability of each move of the seat to move, under the belief."""
        seen = self._seen()
        part, believed = seen.game.part(seen), self.belief.opponent
        whole = isinstance(part, State) and not part.game.hidden
        likely = predict(believed.mixture, part) if whole else predict_from_view(believed.mixture, part, self.worlds)
        return erring(likely, believed.noise)

    def forecast(self) -> dict[str, float]:
        """The probability of each move, averaged over deals that are possible; empty if it depends on the deal so much
        that it says nothing about the person.

        >>> import kibitz
        >>> start = kibitz.game("guess-it").start(1)
        >>> Reader.learning("adaptive", start).forecast()
        {}
        """
        part = self._seen().game.part(self._seen())
        if isinstance(part, State) or len(part.moves()) < 2:
            return self.expects()
        believed, found = self.belief.at(part.game).opponent, []
        for number in range(DEALS):
            world = part.world(Random(0, "forecast", part.key, number))
            found.append(erring(predict(believed.mixture, world), believed.noise))
        likely = {move: sum(each[move] for each in found) / DEALS for move in part.moves()}
        alone = sum(max(each.values()) for each in found) / DEALS
        return likely if max(likely.values()) >= AGREE * alone else {}

    def report(self, waiting: bool) -> dict[str, Any]:
        """The belief as plain values; if the person is to move (``waiting``), also the moves that are expected."""
        told, game = self.belief.told(TOLD), self.state.game
        forecast = self.forecast() if waiting else {}
        expected = sorted(forecast.items(), key=lambda pair: -pair[1])[:TOLD]
        return {
            "bars": as_bars(told.shares, game),
            "habits": list(self.belief.habits_in(game)) if self.told else [],
            "words": [in_words(reason) for reason in told.reasons] if self.told else [],
            "errs": round(1 / noise) if self.told and (noise := self.belief.opponent.noise) >= RARELY else 0,
            "error_rate": self.belief.opponent.noise if self.told else 0.0,
            "early": len(self.told) < EARLY or max(told.shares.values(), default=0.0) < SURE,
            "evidence": _evidence(self, max(told.shares, key=lambda name: told.shares[name])) if self.told else [],
            "expects": [{"move": move, "share": share} for move, share in expected],
            "history": [each.as_values() for each in self.told[-LONGEST:] if each.game == 0],
            "right": sum(each.right for each in self.told),
            "by_chance": sum(1 / len(each.expected) for each in self.told),
            "decisions": len(self.told),
        }


_readers: OrderedDict[str, Reader] = OrderedDict()


def _reader(sat: Sat) -> Reader:
    key = f"{sat.key} about {sat.now.seat}"
    known = _readers.pop(key, None)
    if known is None or not known.caught_up(sat):
        known = Reader.begun(sat)
        known.caught_up(sat)
    _readers[key] = known
    while len(_readers) > KEPT:
        _readers.popitem(last=False)
    return known


def read(sat: Sat) -> dict[str, Any]:
    """What a player thinks of the person in ``sat.now.seat``, as plain values.

    >>> import kibitz
    >>> from kibitz.page.sittings import Played
    >>> start = kibitz.game("tic-tac-toe").start()
    >>> played = Played("tic-tac-toe", str(start), ("a1", "b2", "a2"), ("Ann", "it"), seat=0)
    >>> found = read(Sat("t", "adaptive(learner=choice)", played, seed=1))
    >>> found["decisions"], round(sum(bar["share"] for bar in found["bars"]), 6)
    (2, 1.0)
    """
    reader = _reader(sat)
    return reader.report(waiting=not reader.state.over and reader.state.to_move == sat.now.seat)


def _evidence(reader: Reader, likeliest: str) -> list[dict[str, Any]]:
    """The moves that raised the share of what is believed now the most, and those that lowered it."""
    shares = [(each.before.get(likeliest), each.after.get(likeliest, 0.0), each) for each in reader.told]
    changes = [(before, after, each) for before, after, each in shares if before is not None]
    telling = sorted(changes, key=lambda change: -abs(change[1] - change[0]))[:TOLD]
    return [
        {
            "game": each.game,
            "ply": each.ply,
            "move": each.move,
            "for": in_words(likeliest),
            "does": does(likeliest, each.about),
            "words": described(likeliest),
            "before": before,
            "after": after,
        }
        for before, after, each in telling
        if abs(after - before) >= LEAST
    ]


def believe(
    game: str, spec: str, decided: tuple[tuple[dict[str, Any], str], ...], ahead: dict[str, Any] | None
) -> dict[str, Any]:
    """What a player concludes from decisions that were sent, each a position and a move. ``ahead`` is a position to
    predict.
    """
    reader = Reader.learning(spec, rules(game).start())
    for number, (position, move) in enumerate(decided):
        reader.state = rules(game).from_json(position)
        reader.learn(number, move)
    if ahead is not None:
        reader.state = rules(game).from_json(ahead)
    return reader.report(waiting=ahead is not None)
