"""A player that reads its opponents: one belief about each, a search that uses all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, cast

from kibitz import specs
from kibitz.errors import KibitzError, SpecError, nearest
from kibitz.games.capabilities import bidding
from kibitz.games.game import Event, Game, State
from kibitz.learning.bayes import LEARNED, Bayes
from kibitz.learning.belief import Belief
from kibitz.learning.elimination import InferenceTree, elimination, preferences_of
from kibitz.learning.worlds import WorldBelief
from kibitz.models.model import Model
from kibitz.models.registry import model
from kibitz.models.response import respond
from kibitz.players.memory import Notes, Profile
from kibitz.players.player import Player, Policy, Position
from kibitz.players.reading import Reading, opponents_by_seat
from kibitz.players.searching import bid_or_none
from kibitz.replies.opponent import Opponent
from kibitz.replies.table import AUTO, REPLIES, reply_to, worst_case
from kibitz.searches.safe import Safe
from kibitz.searches.sampled import Sampled
from kibitz.searches.search import DEPTH, OWN, Search
from kibitz.specs import Option
from kibitz.wants.registry import want
from kibitz.wants.score import Score
from kibitz.wants.want import Want

ROWS = tuple(row.name for row in REPLIES)


class Adaptive(Player):
    """Learns from every opponent's moves what it may be, and plays the best reply to what it believes of all of them.

    How often an opponent errs is learned with the rest, unless ``noise`` is a number, which says it for certain.
    Elimination (sturtevant2006 4.2) searches with soft-max^n and the generalisation of what is left of each opponent;
    Bayes with prob-max^n and the posteriors, with M* where the belief is about strategies of the one opponent, with
    Max-Prob or max^n where everybody is rational or has a strategy, and with exploit otherwise (``replies/table.py``).
    ``reply`` names one of these for all cases: ``exploit`` simulates games in which the others move as is believed.
    Candidates are models of any kind. Beliefs carry over from game to game for opponents of the same name. ``margin``
    limits what a reply may cost if the beliefs are wrong (``safe``). Where hands are hidden, worlds are weighted by how
    likely the moves are in them, and what a hand told is learned when all its cards have been played, or over worlds
    when the game ends before that.

    >>> import kibitz
    >>> game = kibitz.game("spades(open=true, hands=3)")
    >>> reader = kibitz.player("adaptive(own=mOT, candidates=[MT, mOT, ML])")
    >>> played = kibitz.play_game(game, [reader, kibitz.player("MT"), kibitz.player("mOT")], 2, ["me", "Ann", "Ben"])
    >>> [max(reading.weights, key=reading.weights.get) for reading in reader.beliefs()]
    ['MT', 'mOT']
    """

    name = "adaptive"
    summary = "reads every opponent from its moves, and replies to what it believes"
    source = "sturtevant2006 4.2, carmel1993, lockett2007"
    options_known = (
        OWN,
        Option("candidates", "", "what opponents may be: models, such as [MT, mOT, ML]", spec=True, lists=True),
        Option("learner", "bayes", "how it learns", choices=("bayes", "elimination", "none")),
        Option(
            "noise",
            LEARNED,
            "bayes: how often anybody is thought to err; a list of levels is learned from too",
            0,
            0.99,
            (LEARNED,),
            lists=True,
            numbers=True,
        ),
        Option("forgetting", 0.0, "bayes: the share of a belief that is forgotten at every move", 0, 0.99),
        Option("margin", inf, "what a reply may give up if the beliefs are wrong; see the search safe", 0),
        Option("worlds", 20, "where hands are hidden: how many worlds are drawn", 1, 10_000),
        Option("reply", AUTO, "the search that replies; auto: the most exact that applies", choices=(AUTO, *ROWS)),
        Option("simulations", 500, "exploit: how many games are simulated a move", 1, 10_000_000),
        Option("seconds", 0.0, "exploit: simulate for so long instead; not reproducible", 0, 86_400),
        Option("memory", "", "a file in which beliefs are kept from one run to the next"),
        DEPTH,
    )

    def __init__(self, **options: Any) -> None:
        given = options.get("candidates")
        if not given:
            super().__init__(**options)  # which complains about other options first
            raise SpecError("adaptive needs candidates, as in adaptive(own=mOT, candidates=[MT, mOT, ML])")
        listed = isinstance(given, (list, tuple))
        self.candidates = tuple(map(model, given if listed else [given]))
        written = [_written(each) for each in self.candidates]  # one from a file is what the file says
        super().__init__(**{**options, "candidates": written if listed else written[0]})
        self.own: Want = want(self.options["own"]) if self.options["own"] else Score()
        self._notes = Notes(self.options["memory"]) if self.options["memory"] else None
        for each in self.candidates if self._notes else ():
            each.require_text()  # or another of that name would inherit what is remembered
        self._known: dict[str, Belief] = {}
        self._before: dict[str, Belief] = {}  # as they were when the game began
        self._opponents: dict[int, str] = {}
        self._tree: InferenceTree | None = None
        self._hands = 0  # finished, where they are hidden, and the moves of the next
        self._moves: list[tuple[int, str]] = []
        self._new_belief()  # complains about candidates that the learner cannot take
        self._check_reply()

    def _check_reply(self) -> None:
        """Refuse what no search could reply to, or with, in any game: better here than at the table."""
        options, weighed = self.options, "only orders outcomes, and numbers are needed"
        weighs = options["learner"] != "elimination"
        if self.own.only_orders and (weighs or options["margin"] < inf):
            raise SpecError(
                f"adaptive: own={self.own} {weighed} for learner={options['learner']} and within a margin: "
                "take learner=elimination without a margin, or want MT, mOT or ML"
            )
        wanting = [each.wanted() for each in self.candidates if "wanting" in each.capabilities]
        ordering = next((part for each in wanting for _, part in each.parts if part.only_orders), None)
        if ordering is not None and weighs and options["depth"]:
            raise SpecError(f"adaptive: candidate {ordering} {weighed} where depth= is given: leave that out")

    # At the table.

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Sit down, with what is known of those who sit there already."""
        super().begin(game, seat, view, names)
        self._opponents = opponents_by_seat(seat, game.players, names)
        for name in self._opponents.values():
            belief = self._known.get(name) or self._new_belief()
            profile = self._notes.load(game, name) if self._notes else None
            known = belief.remembered(profile.weights, name) if profile else belief
            self._known[name] = self._before[name] = known
        self._position: Position = view
        self._hands, self._moves = 0, []
        if game.hidden and self.options["learner"] == "elimination":
            raise KibitzError(
                f"elimination compares decisions in open positions, and {game} hides some; try learner=bayes"
            )

    def see(self, event: Event) -> None:
        """Learn from an opponent's move: at once in an open game, and otherwise when the hand has shown all cards."""
        if event.move is None:
            return
        if isinstance(self._position, State):
            before, self._position = self._position, self._position.play(event.move)
            self._learn(event.seat, before.game.part(before), event.move)
            return
        self._moves.append((event.seat, event.move))
        part = self._position.game.played_out(self._hands, self._moves)
        if part is not None:
            for seat, move in self._moves:
                self._learn(seat, part.view(part.to_move), move)
                part = part.play(move)
            self._hands, self._moves = self._hands + 1, []

    def _learn(self, seat: int, part: Position, move: str) -> None:
        if seat not in self._opponents or bidding(part) or self.options["learner"] == "none":
            return
        name = self._opponents[seat]
        belief = self._known[name]
        if belief.reads_views or isinstance(part, State):  # from a view: it decided from what it saw
            self._known[name] = belief.see(part, move, self.options["worlds"])

    def end(self, view: Position) -> None:
        """Learn over worlds from a hand that did not show all its cards, and put what was learned into the memory."""
        if self._moves and self.options["learner"] != "none":
            believed = {seat: self._known[name] for seat, name in self._opponents.items()}
            worlds = self._worlds(view, believed)
            for seat, name in self._opponents.items():
                self._known[name] = worlds.about(seat)
            self._moves = []
        if self._notes is not None:
            self._notes.add(*(self._learned(view.game.name, name) for name in self._opponents.values()))

    def policy(self, view: Position) -> Policy:
        """The best replies to the beliefs, each as likely."""
        position = view.game.part(view)
        usual = bid_or_none(position)
        if usual and self.options["reply"] == AUTO:
            return usual
        chosen = self.search(position)
        return usual if usual and not chosen.chooses_bids else respond(chosen.analyse(position))

    def search(self, position: Position) -> Search:
        """The search that replies to the beliefs, within the margin, and over worlds where hands are hidden.

        Worlds are as likely as the moves seen are in them, under what was believed when the hand began.
        """
        game = position.game
        after = [(self.seat + step) % game.players for step in range(1, game.players)]
        beliefs = [self._known[self._opponents[seat]] for seat in after]
        worlds = None
        if game.hidden:
            seats = [(position.to_move + step) % game.players for step in range(1, game.players)]
            worlds = self._worlds(position, dict(zip(seats, beliefs, strict=True)))
            if self.options["learner"] != "none":
                beliefs = [worlds.about(seat) for seat in seats]
        chosen = self._reply([belief.opponent for belief in beliefs], game)
        if self.options["margin"] < inf:
            baseline = worst_case(self.candidates, game, self.own, self.options["depth"])
            chosen = Safe(chosen, baseline=baseline, margin=self.options["margin"])
        if worlds is None:
            return chosen
        return Sampled(chosen, belief=worlds, worlds=self.options["worlds"], vote=bool(chosen.unaveraged))

    def _reply(self, opponents: Sequence[Opponent], game: Game) -> Search:
        """Where hands are hidden the worlds share the simulations."""
        shared = self.options["worlds"] if game.hidden else 1
        return reply_to(
            self.own,
            opponents,
            game,
            self.options["depth"],
            self.options["reply"],
            max(1, self.options["simulations"] // shared),
            self.options["seconds"] / shared,
        )

    def _worlds(self, view: Position, believed: Mapping[int, Belief]) -> WorldBelief:
        reading = cast("Mapping[int, Bayes]", believed)  # elimination reads no views, and was refused
        return WorldBelief(view, reading, self.options["worlds"])

    def _learned(self, game: str, opponent: str) -> Profile:
        """What the game told of an opponent, on its own."""
        weights, decisions = self._known[opponent].learned_since(self._before[opponent])
        return Profile(game, opponent, weights, decisions)

    # What it believes.

    def _new_belief(self) -> Belief:
        if self.options["learner"] != "elimination":
            return Bayes(self.candidates, noise=self.options["noise"], forgetting=self.options["forgetting"])
        wanted, assumed = preferences_of(self.candidates)
        self._tree = self._tree or InferenceTree(
            wanted, assumed
        )  # one search for all opponents who are read in a position
        return elimination(wanted, self._tree)

    def belief(self, opponent: str) -> Belief:
        """What is believed of an opponent, by name."""
        if opponent not in self._known:
            raise KibitzError(f"'{opponent}' never sat at a table with this player; {nearest(opponent, self._known)}")
        return self._known[opponent]

    def believe(self, opponent: str, belief: Belief) -> None:
        """Take over a belief about an opponent, for example from a memory."""
        self._known[opponent] = belief

    def beliefs(self) -> list[Reading]:
        """What it believes of everybody it sat with, and the moves that spoke most for or against it."""
        return [reading(opponent, belief) for opponent, belief in self._known.items()]


def reading(opponent: str, belief: Belief, most: int = 3) -> Reading:
    """Put a belief into words.

    >>> from kibitz.learning.elimination import elimination
    >>> print(reading("Ann", elimination(["MT", "mOT"])))
    Ann: MT 50%, mOT 50%
    """
    return Reading(opponent, *belief.told(most))


def _written(candidate: Model) -> Any:
    """A candidate as a specification has it; one that was made in code stays as it is."""
    try:
        spec = specs.parse(str(candidate))
        return spec if model(spec) == candidate else candidate
    except SpecError:
        return candidate
