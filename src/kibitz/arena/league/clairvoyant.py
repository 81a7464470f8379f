"""The clairvoyant: it replies to the true policies of the opponents at its table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.arena.league.truth import at_moment, over_seeds, truth_about
from kibitz.games.game import Game
from kibitz.learning.bayes import Bayes
from kibitz.learning.worlds import WorldBelief
from kibitz.models.model import Model
from kibitz.models.move_probabilities import respond
from kibitz.players.baseline import budget_for
from kibitz.players.player import Player, Policy, Position
from kibitz.replies.exploit_worlds import ExploitWorlds
from kibitz.replies.opponent import Opponent
from kibitz.replies.reply_table import reply_to
from kibitz.searches.sampled import Sampled
from kibitz.searches.search import Search
from kibitz.specialists.registry import best_reply
from kibitz.specs import Option
from kibitz.wants.score import Score

WORLDS = 32
SIMULATIONS = 2000
"""Simulated games for each move if no limit is given. There is no default time limit: a true policy that searches or is
written in Python is slow, so a time limit would allow only a few simulations, and knowing the policy would seem to be
worth nothing.
"""
SLIPS = 0.02
"""The assumed error rate of an opponent when worlds are weighted. In a world, a model is asked as if its player saw all
cards, so even the true model may exclude a move that was made.
"""
AUTO = "auto"
REPLIES = (AUTO, "exploit", "best-response")
"""How it replies; auto: the game's own best reply to known players where there is one, otherwise exploit, over worlds
if hands are hidden."""


class Clairvoyant(Player):
    """Plays the best reply to the true policies of all opponents; it does not see hidden cards.

    ``others`` are the players at the table in turn order after this one. The true model of each (``truth_about``) is
    what it would do now, so against players that change or learn this is a reference, not an upper bound. It does not
    know the seeds of players that search by simulated games (``over_seeds``). Where hands are hidden, it replies by
    ``exploit-worlds``. Where nothing is hidden, exploit keeps its tree from move to move as long as the models stay the
    same. A game may have its own best reply to known players (``specialists.registry.BEST_REPLIES``), which is then
    used instead.

    >>> import kibitz
    >>> others = [kibitz.player("greedy")]
    >>> seated = Clairvoyant(others, simulations=50)
    >>> kibitz.play_game("tic-tac-toe", [seated, *others], seed=1).scores
    (1.0, -1.0)
    """

    name = "clairvoyant"
    summary = "the best reply to the true policies of the opponents"
    options_known = (
        Option("reply", REPLIES[0], "the search that replies", choices=REPLIES),
        Option(
            "simulations",
            AUTO,
            "exploit: number of simulated games for each move; auto: 2000",
            1,
            10_000_000,
            (AUTO,),
            numbers=True,
        ),
        Option("seconds", 0.0, "exploit: simulate for this many seconds; not reproducible", 0, 86_400, none=0.0),
    )

    def __init__(self, others: Sequence[Player], **options: Any) -> None:
        super().__init__(**options)
        self.others = tuple(others)
        self._moves = 0
        self._last: Search | None = None

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Begin a game; opponents that cannot play it are refused."""
        super().begin(game, seat, view, names)
        self._last = None
        for each in self.truths:
            each.check(game)

    @property
    def truths(self) -> list[Model]:
        """The true models of the others, as of this move."""
        return [at_moment(truth_about(each), self._moves) for each in self.others]

    def policy(self, view: Position) -> Policy:
        """The best replies, all equally likely."""
        self._moves += 1
        known = best_reply(view.game) if self.options["reply"] == AUTO else None
        if known is not None:
            [other] = self.others
            return known(view, str(other.current))
        position = view.game.part(view)
        return respond(self._search(position).analyse(position))

    def _search(self, position: Position) -> Search:
        game, options = position.game, self.options
        truths = [over_seeds(truth) for truth in self.truths]
        simulations = SIMULATIONS if options["simulations"] == AUTO else options["simulations"]
        budget = budget_for(game, simulations, options["seconds"])
        if game.hidden and options["reply"] == AUTO:
            return ExploitWorlds(
                [Opponent(truth, SLIPS) for truth in truths],
                objective="win",
                worlds=WORLDS,
                distil="below",
                **budget._asdict(),
            )
        reply = reply_to(
            Score(),
            [Opponent(truth) for truth in truths],
            game,
            reply="exploit" if options["reply"] == AUTO else options["reply"],
            simulations=budget.simulations,
            positions=budget.positions,
            seconds=budget.seconds / (WORLDS if game.hidden else 1),
            reuse=True,
        )
        if not game.hidden:
            self._last = reply.following(self._last)
            return self._last
        seats = [(position.to_move + step) % game.players for step in range(1, game.players)]
        beliefs = {
            seat: Bayes([each for _, each in truth], noise=SLIPS) for seat, truth in zip(seats, truths, strict=True)
        }
        return Sampled(reply, belief=WorldBelief(position, beliefs, WORLDS), worlds=WORLDS)
