"""Exact players of Guess It: the equilibrium, and a Bayesian reader of its opponent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from kibitz.errors import KibitzError, SpecError
from kibitz.games.game import Game
from kibitz.games.guess_it.rules import GuessIt
from kibitz.players.belief_report import Reading, opponents_by_seat
from kibitz.players.memory import Notes, Profile, counted
from kibitz.players.player import Player, Policy, Position
from kibitz.specialists.guess_it.exact import Reply, equilibrium, reader
from kibitz.specialists.guess_it.plans import SIGHTS, Strangers
from kibitz.specialists.guess_it.play import policy
from kibitz.specialists.guess_it.reading import PRIORS, fading, sights, sights_in_order, strangers
from kibitz.specs import Option

FRESH = 1.05  # a new reply is computed when the number of observations has grown by this factor
COMMON = 64  # cached replies, which all players with the same observations share


def cards_of(game: Game) -> int:
    """The number of cards for each player.

    >>> import kibitz
    >>> cards_of(kibitz.game("guess-it(cards=4)"))
    4
    """
    if not isinstance(game, GuessIt):
        raise SpecError(f"this player plays guess-it, not {game}")
    return int(game.options["cards"])


class EquilibriumPlayer(Player):
    """Plays the equilibrium: it wins 50% over both seats against every opponent.

    >>> import kibitz
    >>> shares = kibitz.player("equilibrium").policy(kibitz.game("guess-it(cards=1)").parse("1 / 2").view(0))
    >>> {move: round(share, 3) for move, share in shares.items()}
    {'ask 1': 0.333, 'ask 2': 0.333, 'ask 3': 0.333, 'name 2': 0.0, 'name 3': 0.0}
    """

    name = "equilibrium"
    summary = "guess-it: plays the equilibrium"
    source = "Isaacs 1955"
    watches = False

    def policy(self, view: Position) -> Policy:
        """The moves of the equilibrium."""
        return policy(equilibrium(cards_of(view.game)).plan, view)


class BayesReader(Player):
    """Assumes that its opponent is a mixture of the cardinal ones, and plays the best reply to the posterior.

    The value of a move includes what it reveals, so against mixtures drawn from the prior no player wins more. Each
    game starts from the prior by default. ``carry`` keeps the counts of an opponent, by name, for the next game;
    ``memory`` keeps them for the next run too. ``pure`` is the prior probability of a pure cardinal opponent, which the
    paper's prior never draws; the paper trains its networks on one in three. With ``prior=habits``, the opponent is not
    a mixture: it bluffs and calls with two fixed probabilities, each drawn uniformly. With ``forgetting=0.9``, every
    new move multiplies the weight of earlier ones by 0.9: a change is noticed sooner, but an opponent that does not
    change is known less well. The counts of earlier games, which ``carry`` keeps, are reduced only at the end of a
    game, once for each observed move.

    >>> import kibitz
    >>> reading = kibitz.player("bayes-reader(carry=true)")
    >>> game, opponent = kibitz.game("guess-it"), kibitz.player("always-ask")
    >>> for seed in range(20):
    ...     played = kibitz.play_game(game, [reading, opponent], seed, ["me", "Ann"])
    >>> print(reading.beliefs()[0])
    Ann: always-ask ...
      bluffs ... of the time, ... after letting a card pass; calls ...
    """

    name = "bayes-reader"
    summary = "guess-it: learns which mixture of the cardinal opponents it plays against, and plays the best reply"
    source = "lockett2007 5, the exact answer"
    options_known = (
        Option("carry", False, "keeps the counts of an opponent for the next game"),
        Option("memory", "", "a file that stores the counts between runs"),
        Option("prior", "mixtures", "the prior of an opponent", choices=PRIORS),
        Option("pure", 0.0, "prior probability of a pure cardinal opponent", 0, 0.99),
        Option("forgetting", 1.0, "every new move multiplies the weight of older moves by this", 0.01, 1),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._forgets = self.options["forgetting"] < 1
        if self._forgets and self.options["memory"]:
            raise SpecError(
                "bayes-reader: a memory file only adds up counts, so forgetting must be 1; for another value, use "
                "carry=true without a file"
            )
        self._notes = Notes(self.options["memory"], counted) if self.options["memory"] else None
        self._kept: dict[str, dict[str, float]] = {}
        self._opponent = ""
        self._before: dict[str, float] = dict.fromkeys(SIGHTS, 0)
        self._now = dict(self._before)
        self._planned: tuple[str, float] | None = None
        self.reply = self._reply_to(())

    def _reply_to(self, seen: tuple[tuple[str, float], ...]) -> Reply:
        return _reply(seen, self.options["prior"], self.options["pure"], self.options["forgetting"])

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Begin a game, with what is known about the opponent."""
        cards_of(game)
        super().begin(game, seat, view, names)
        [self._opponent] = opponents_by_seat(seat, game.players, names).values()
        self._before = self._remembered(game)
        self._now = dict(self._before)
        seen = sum(self._before.values())
        known, planned = self._planned or ("", 0)
        stale = self._forgets or not planned <= seen <= planned * FRESH
        if self._planned is None or known != self._opponent or stale:
            self._planned = self._opponent, seen
            self.reply = self._reply_to(tuple(self._before.items()) if seen else ())

    def _remembered(self, game: Game) -> dict[str, float]:
        """The observations of the opponent in earlier games."""
        known: Mapping[str, float] = self._kept.get(self._opponent, {})
        if self._notes is not None:
            profile = self._notes.load(game, self._opponent)
            known = profile.weights if profile else {}
            if not known.keys() <= set(SIGHTS):
                raise KibitzError(
                    f"the memory knows {self._opponent} as one of {', '.join(known)}, but this player needs counts of "
                    "observations; use another memory"
                )
        return {sight: known.get(sight, 0) if self._forgets else int(known.get(sight, 0)) for sight in SIGHTS}

    def policy(self, view: Position) -> Policy:
        """The best reply to the posterior, given the moves of this game."""
        return policy(self.reply, view)

    def end(self, view: Position) -> None:
        """Count the observations of the game, and store them if ``carry`` or ``memory`` is set."""
        seen = sights(view, self.seat)
        self._now = fading(self._before, sights_in_order(view, self.seat), self.options["forgetting"])
        if self.options["carry"]:
            self._kept[self._opponent] = self._now
        if self._notes is not None and any(seen.values()):
            self._notes.add(Profile(view.game.name, self._opponent, seen, decisions=sum(seen.values())))

    def belief(self) -> Strangers:
        """The habits that the opponent of the last game may have, each with its probability."""
        return strangers(self._now, self.options["prior"], self.options["pure"])

    def beliefs(self) -> list[Reading]:
        """The belief about the opponent of the last game: the weights of the cardinal ones, and its probabilities."""
        found = self.belief()
        bluffs, answers, calls = (
            _with_deviation(found.shares, chances) for chances in (found.bluff, found.answer, found.call)
        )
        count = round(sum(self._now.values()), 1 if self._forgets else None)
        habits = (
            f"bluffs {bluffs} of the time, {answers} after letting a card pass; calls {calls}; from {count} "
            f"decision{'' if count == 1 else 's'}"
        )
        told = ", ".join(f"{sight} {times:.5g}" for sight, times in self._now.items() if times)
        return [Reading(self._opponent, _weights(found), (habits, f"seen: {told}") if told else (habits,))]


def _with_deviation(shares: Any, values: Any) -> str:
    mean = float(shares @ values)
    return f"{mean:.0%} ± {float(shares @ (values - mean) ** 2) ** 0.5:.0%}"


def _weights(found: Strangers) -> dict[str, float]:
    """The expected weight of each cardinal opponent, given these possible habits."""
    bluffs_passing = (1 - found.call) * found.answer
    parts = {
        "always-ask": 1 - found.call - bluffs_passing,
        "always-bluff": bluffs_passing,
        "call-then-ask": found.call - found.bluff + bluffs_passing,
        "call-then-bluff": found.bluff - bluffs_passing,
    }
    return {name: float(found.shares @ part) for name, part in parts.items()}


@lru_cache(maxsize=COMMON)
def _reply(seen: tuple[tuple[str, float], ...], prior: str, pure: float, forgetting: float) -> Reply:
    """The best reply, given the counts of observations."""
    plain = not (seen or pure or prior != "mixtures")
    return reader(None if plain else strangers(dict(seen), prior, pure), forgetting)
