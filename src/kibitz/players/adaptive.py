"""The adaptive player: it keeps a belief about each opponent and replies to all of them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from time import perf_counter
from typing import Any

from kibitz import specs
from kibitz.errors import KibitzError, MissingCapability, SpecError, nearest
from kibitz.games.capabilities import bidding
from kibitz.games.game import CHANCE, Event, Game, State
from kibitz.learning.bayes import LEARNED
from kibitz.learning.belief import Belief
from kibitz.learning.decisions import When, lost
from kibitz.learning.learners import LEARNERS, Learner
from kibitz.learning.worlds import WorldBelief
from kibitz.models.model import Model
from kibitz.models.move_probabilities import respond
from kibitz.models.registry import model
from kibitz.players.baseline import baseline_for, budget_for, replies_pay
from kibitz.players.belief_report import Reading, Readings, opponents_by_seat
from kibitz.players.explanation import Explanation, Taken, taken_for
from kibitz.players.levels import FULL, share_of_budget, softened, worths
from kibitz.players.memory import Kept, Notes, Profile, kept_decisions
from kibitz.players.player import Player, Policy, Position
from kibitz.players.registry import player
from kibitz.players.searching import bid_or_none
from kibitz.registry import load_row
from kibitz.replies.exploit import Exploit
from kibitz.replies.opponent import Opponent
from kibitz.replies.reply_table import AUTO, REPLIES, reply_to, worst_case
from kibitz.searches.analysis import Analysis
from kibitz.searches.clocks import clock_decided, collected, uncollected
from kibitz.searches.safe import Safe
from kibitz.searches.sampled import Sampled
from kibitz.searches.search import DEPTH, OWN, Search
from kibitz.specs import Option, Spec
from kibitz.wants.registry import want
from kibitz.wants.score import Score
from kibitz.wants.want import Want

ROWS = tuple(row.name for row in REPLIES)
READER = "kibitz.specialists.registry:reader_of"
TYPES = "kibitz.specialists.registry:types_of"
"""The named types of players of a game. They are the candidates if none are given."""
READ_ANYWAY = ("memory", "learner", "simulations", "positions", "seconds", "reuse", "worlds")
"""Options that you may set without switching off a game's own reader. A game's own reader uses ``memory`` and ignores
the limits, such as ``simulations``."""
EXPLOIT = "exploit"
"""The reply of all levels below full strength: it gives the value of every move as a share of the win."""
HALF = 0.5
"""An explanation says that the player relies on a model if its trust in the model is at least this."""
FOR_WORLDS = 0.4
"""Under a limit in seconds, the share of the time in which worlds are drawn and weighed before they are searched."""
FOR_LEARNING = 0.4
"""Under a limit in seconds, the share of the time of a move in which it learns from the last hand."""
SETTLING = 0.1
"""The seconds that a belief is expected to take for the work that it has put off, before that was measured."""
NEARLY_ALL = 0.95
"""If at least this share of the time of a move is left after learning, the baseline gets all of it."""
COLLECTING_LESS = 0.9
"""The time left for the garbage collector is what it took after the last move, or this share of what was left then."""
LEAST_SECONDS = 1e-4
"""The time that is left for a move if watching the others has used up all of it."""
OVER_WORLDS = "exploit-worlds"
"""The reply that takes a view. The other replies take one world at a time."""


class Adaptive(Player):
    """Learns a belief about every opponent from its moves, and plays the best reply to all beliefs together.

    The error rate of an opponent is learned too, unless ``noise`` is a number. Elimination (sturtevant2006 4.2)
    searches with soft-max^n and the generalisation of the remaining candidates of each opponent. Bayes searches with
    prob-max^n and the posteriors if it can. Otherwise it searches with M* if there is one opponent whose candidates are
    strategies, with Max-Prob if all candidates are rational, with max^n if all have a strategy, and else with exploit
    (``replies/reply_table.py``). ``reply`` names one of these searches, which is then used in all cases. ``exploit``
    simulates games in which the others move as predicted. Candidates are models of any kind. ``learner=choice`` needs
    none: it fits choices to the moves (``ChoiceBelief``). Beliefs carry over from game to game for opponents of the
    same name. ``margin`` limits what a reply may cost if the beliefs are wrong (``safe``). If hands are hidden, worlds
    are weighted by the likelihood of the moves in them. The player learns from a hand when all cards of the hand have
    been played. If the game ends earlier, it learns from sampled worlds. A game may have a reader of its own
    (``specialists.registry.READERS``). With the default options, that reader plays the game.

    >>> import kibitz
    >>> game = kibitz.game("spades(open=true, hands=3)")
    >>> reader = kibitz.player("adaptive(own=mOT, candidates=[MT, mOT, ML])")
    >>> played = kibitz.play_game(game, [reader, kibitz.player("MT"), kibitz.player("mOT")], 2, ["me", "Ann", "Ben"])
    >>> [max(reading.weights, key=reading.weights.get) for reading in reader.beliefs()]
    ['MT', 'mOT']
    """

    name = "adaptive"
    summary = "learns a belief about every opponent, and plays the best reply"
    source = "sturtevant2006 4.2, carmel1993, lockett2007"
    options_known = (
        OWN,
        Option("candidates", "", "candidate models of the opponents: [most-tricks, greedy]", spec=True, lists=True),
        Option(
            "learner",
            AUTO,
            "how it learns; auto: bayes with candidates, choice without",
            choices=(AUTO, *LEARNERS),
        ),
        Option(
            "noise",
            LEARNED,
            "bayes: error rate of the opponents; with a list of levels it is learned",
            0,
            0.99,
            (LEARNED,),
            lists=True,
            numbers=True,
        ),
        Option(
            "forgetting",
            0.0,
            "bayes, choice: the share of a belief that is forgotten at every move; with 0, choice tries several shares",
            0,
            0.99,
        ),
        Option("margin", inf, "what a reply may cost if the beliefs are wrong; see the search safe", 0, none=inf),
        Option("worlds", 20, "number of sampled worlds if hands are hidden", 1, 10_000),
        Option(
            "reply",
            AUTO,
            "the search that replies; auto: the most exact that applies",
            choices=(AUTO, *ROWS),
            later=True,
        ),
        Option(
            "simulations",
            AUTO,
            "number of simulated games for each move; auto: as many as take about a hundredth of a second, in games "
            "for which that was measured, otherwise 500; with hidden hands and reply=exploit, they are divided among "
            "the worlds",
            1,
            10_000_000,
            (AUTO,),
            numbers=True,
            later=True,
        ),
        Option(
            "positions",
            0,
            "stop the simulations earlier, after this many positions; none: no limit",
            0,
            2**40,
            none=0,
            later=True,
        ),
        Option(
            "seconds", 0.0, "simulate for this many seconds instead; not reproducible", 0, 86_400, none=0.0, later=True
        ),
        Option(
            "reuse",
            False,
            "exploit: continue in the tree of the last move while the beliefs stay the same, if no hands are hidden",
            later=True,
        ),
        Option(
            "baseline",
            AUTO,
            "choice: the player that moves while no model is trusted; auto: the best one known that models nobody",
            spec=True,
            later=True,
        ),
        Option("level", FULL, "how strong it plays, from gentle (1) to as strong as it can (10)", 1, FULL, later=True),
        Option("memory", "", "a file that stores beliefs between runs"),
        DEPTH,
    )

    def __init__(self, **options: Any) -> None:
        given = options.get("candidates")
        if not given:
            super().__init__(**options)  # checks the other options first
            if self.learner.needs_candidates:
                named = self._learner_name
                other = "choice" if self.learner.learns else "choice-without-learning"
                raise SpecError(
                    f"adaptive(learner={named}) needs candidates, as in adaptive(learner={named}, "
                    f"candidates=[most-tricks, greedy]); learner={other} can do without"
                )
            self.candidates: tuple[Model, ...] = ()
        else:
            listed = isinstance(given, (list, tuple))
            self.candidates = tuple(map(model, given if listed else [given]))
            # A candidate from a file is written as the content of the file.
            written = [_written(each) for each in self.candidates]
            super().__init__(**{**options, "candidates": written if listed else written[0]})
        self.own: Want = want(self.options["own"]) if self.options["own"] else Score()
        self._notes = Notes(self.options["memory"]) if self.options["memory"] else None
        for each in self.candidates if self._notes else ():
            each.require_text()  # otherwise another model with the same name would inherit the memory
        self._known: dict[str, Belief] = {}
        self._before: dict[str, Belief] = {}  # the beliefs when the game began
        # The keys of remembered decisions, and the belief after them.
        self._read: dict[tuple[str, str], tuple[tuple[str, ...], Belief]] = {}
        self._next: dict[str, int] = {}  # number of the next decision
        self._opponents: dict[int, str] = {}
        self._types: tuple[str, ...] = ()  # that the game is known for
        self._baseline: Player | None = None  # moves while no model is trusted
        self._readers: dict[str, Player] = {}  # the own readers of games, by specification
        self._reader: Player | None = None  # the own reader of this game
        self._decided: tuple[Position, Analysis | None] | None = None  # the position of its last move, and its analysis
        self._last: Search | None = None  # the reply at the last move of this game
        self._moved = ""  # its last move in this game
        self._watched = 0.0  # seconds that it has watched the others since its last move
        self._began: float | None = None  # when it began to think about its move
        self._collecting = 0.0  # seconds that the garbage collector takes after a move
        self._hands = 0  # the number of finished hands; below, the moves of the current hand
        self._moves: list[tuple[int, str]] = []
        # Under a limit in seconds, decisions of finished hands that it has not learned from yet.
        self._unlearned: deque[tuple[int, Position, str]] = deque()
        self._postponed: list[str] = []  # opponents whose beliefs have put off work
        self._settling = SETTLING
        self._games: dict[str, tuple[int, int]] = {}  # games with each opponent, and how many of them it lost
        self._made: Counter[int] = Counter()  # moves in this game, by seat; below, those that it has learned from
        self._used: Counter[int] = Counter()
        self._learns = self.learner.learns
        # The belief about an opponent that was never seen. This raises an error for candidates that the learner
        # cannot take.
        self._first = self.learner.begin(self.candidates, self.options["noise"], self.options["forgetting"])
        self._check_reply()

    @property
    def learner(self) -> Learner:
        """How it learns."""
        return LEARNERS[self._learner_name]

    @property
    def _learner_name(self) -> str:
        named = str(self.options["learner"])
        return ("bayes" if self.candidates_given else "choice") if named == AUTO else named

    @property
    def full_spec(self) -> Spec:
        """The specification with every option, and the learner by its name: results are stored under it."""
        spec = super().full_spec
        return Spec(spec.name, spec.arguments, {**spec.options, "learner": self._learner_name})

    @property
    def candidates_given(self) -> bool:
        """Whether candidates were named."""
        return bool(self.options["candidates"])

    def _check_reply(self) -> None:
        """Refuse options for which no search could find a reply in any game."""
        options, weighed = self.options, "only orders outcomes, but numbers are needed"
        weighs = self._first.opponent.weighted
        if self.own.only_orders and (weighs or options["margin"] < inf):
            raise SpecError(
                f"adaptive: own={self.own} {weighed} with learner={options['learner']} or with a margin: use "
                "learner=elimination without a margin, or own=most-tricks or another utility"
            )
        wanting = [each.wanted() for each in self.candidates if "wanting" in each.capabilities]
        ordering = next((part for each in wanting for _, part in each.parts if part.only_orders), None)
        if ordering is not None and weighs and options["depth"]:
            raise SpecError(f"adaptive: candidate {ordering} {weighed} if depth= is given: leave out depth=")

    # During a game.

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Begin a game with the stored beliefs about the opponents."""
        self._catch_up()
        super().begin(game, seat, view, names)
        self._last, self._decided, self._moved = None, None, ""
        self._reader = self._own_reader(game)
        if self._reader:
            self._reader.begin(game, seat, view, names)
            return
        if game.hidden and not self._first.reads_views:
            raise MissingCapability(
                f"{self}: {self.options['learner']} compares decisions in open positions, and {game} hides some; "
                "try learner=bayes"
            )
        self._opponents = opponents_by_seat(seat, game.players, names)
        self._meet(game)
        for name in self._opponents.values():
            belief = (self._known.get(name) or self._first).at(game.part(view).game)
            self._known[name] = self._before[name] = self._remembered(belief, name, view)
        self._position: Position = view
        plain = self._first.gated and self.options["margin"] == inf  # a margin holds from the first move on
        self._baseline = self._without_models(game) if plain else None
        if self._baseline:
            self._baseline.begin(game, seat, view, names)
        self._hands, self._moves = 0, []
        self._made, self._used = Counter(), Counter()
        for seat in self._opponents:
            self._turn(seat)

    def _turn(self, seat: int, learned: bool = False) -> None:
        """Tell the belief about an opponent the moment of its next decision, or of the next one that it learns from.

        A memory file keeps decisions without their moments. So that all players who read it come to the same belief,
        nothing is told if there is one.
        """
        if self._notes is None:
            name = self._opponents[seat]
            games, losses = self._games.get(name, (0, 0))
            made = (self._used if learned else self._made)[seat]
            self._known[name] = self._known[name].at_moment(When(games, made, losses))

    def _meet(self, game: Game) -> None:
        """Prepare the belief about an opponent that was never seen. If no candidates are given, a learner that can do
        without them uses the named types of players of the game. If these differ from those of the last game, all
        beliefs start anew."""
        if self.candidates_given or not self.learner.takes_types:
            return
        types_of: Any = load_row(TYPES)
        types = types_of(game)
        if types == self._types:
            return
        self._first = self.learner.begin(tuple(map(model, types)), self.options["noise"], self.options["forgetting"])
        self._known, self._types = {}, types

    def _own_reader(self, game: Game) -> Player | None:
        """The reader that was written for this game; None if there is none, or if options ask for something else."""
        reader_of: Any = load_row(READER)
        spec = reader_of(game)
        asked = any(
            self.options[each.name] != each.default for each in self.options_known if each.name not in READ_ANYWAY
        )
        if not spec or asked or self._learner_name != "choice":
            return None
        if spec not in self._readers:
            given = specs.parse(spec)
            memory = {"memory": self.options["memory"]} if self.options["memory"] else {}
            self._readers[spec] = player(Spec(given.name, given.arguments, {**given.options, **memory}))
        return self._readers[spec]

    def _remembered(self, belief: Belief, name: str, view: Position) -> Belief:
        """The belief with what the memory knows of an opponent."""
        if self._notes is None:
            return belief
        if belief.keeps_decisions:
            return self._recalled(name, view)
        profile = self._notes.load(view.game, name)
        return belief.remembered(profile.weights, name) if profile else belief

    def _recalled(self, name: str, view: Position) -> Belief:
        """The belief after the decisions in the memory, in their order. Decisions that were used before are not used
        again, and the belief continues from there, unless the memory no longer begins with them.
        """
        assert self._notes is not None
        game, part = view.game, view.game.part(view).game
        kept = self._notes.decisions(game, name)
        keys = tuple(each.key for each in kept)
        known, belief = self._read.get((str(game), name), ((), self._first.at(part)))
        if keys[: len(known)] != known:
            known, belief = (), self._first.at(part)
        unread = list[KibitzError]()
        for each in kept[len(known) :]:
            try:
                decision = each.decision.watched(part)
            except KibitzError as error:
                unread.append(error)
                continue
            belief = belief.see(*decision, self.options["worlds"])
        if unread:
            self._notes.warn_of_skipped(game, name, unread)
        self._read[str(game), name] = keys, belief
        self._next[name] = kept[-1].number + 1 if kept else 0
        return belief

    def see(self, event: Event) -> None:
        """Learn from an opponent's move: at once in an open game, otherwise when all cards of the hand are known."""
        began = perf_counter()
        with uncollected(self.options["seconds"]):
            self._see(event)
        self._watched += perf_counter() - began

    def _see(self, event: Event) -> None:
        if event.seat == self.seat:
            self._moved = event.move or ""
        if self._reader:
            self._reader.see(event)
            return
        if self._baseline:
            self._baseline.see(event)
        self._made[event.seat] += 1
        if event.move is None:
            return
        if isinstance(self._position, State):
            before, self._position = self._position, self._position.play(event.move)
            self._learn(event.seat, before.game.part(before), event.move)
            if event.seat in self._opponents:
                self._turn(event.seat)
            return
        self._moves.append((event.seat, event.move))
        part = self._position.game.played_out(self._hands, self._moves)
        if part is not None:
            for seat, move in self._moves:
                self._unlearned.append((seat, part.view(part.to_move), move))
                part = part.play(move)
            self._hands, self._moves = self._hands + 1, []
            if self.options["seconds"]:
                self._postpone()
            else:
                self._catch_up()
        for seat in self._opponents:
            self._turn(seat)

    def _catch_up(self, until: float = inf) -> None:
        """Learn from finished hands, decision by decision, until a moment on the clock. What is left is learned later:
        at the next moves, or when the game ends.
        """
        if not self._unlearned and not self._postponed:
            return
        while self._unlearned and perf_counter() < until:
            self._learn(*self._unlearned.popleft())
        while not self._unlearned and self._postponed and perf_counter() + self._settling <= until:
            began, name = perf_counter(), self._postponed.pop()
            self._known[name] = self._known[name].settled()
            self._settling = max(LEAST_SECONDS, perf_counter() - began)
        if self._unlearned or self._postponed:
            clock_decided()
        for seat in self._opponents:
            self._turn(seat)

    def _postpone(self) -> None:
        """Let the beliefs put off what takes longer than a move may."""
        self._postponed = list(self._opponents.values())
        for name in self._postponed:
            self._known[name] = self._known[name].postponing()

    def study(self, opponent: str, decisions: Sequence[tuple[Position, str]]) -> None:
        """Learn from decisions that an opponent at the table made in earlier games; call it after ``begin``.

        >>> import kibitz
        >>> reader, state = kibitz.player("adaptive"), kibitz.game("tic-tac-toe").start()
        >>> reader.begin(state.game, 1, state, ["Ann", "me"])
        >>> reader.study("Ann", [(state, "a1"), (state.play_all("a1, b2"), "a2")])
        >>> reader.belief("Ann").moves
        2
        """
        if self._reader:
            raise KibitzError(
                f"{self} plays {self._reader} here, which learns from whole games and not from single decisions"
            )
        if opponent not in self._opponents.values():
            raise KibitzError(f"'{opponent}' does not sit here; {nearest(opponent, self._opponents.values())}")
        for position, move in decisions:
            if len(position.moves()) > 1:
                self._learn_about(opponent, position.game.part(position), move)

    def _learn(self, seat: int, part: Position, move: str) -> None:
        if seat in self._opponents:
            self._turn(seat, learned=True)
            self._learn_about(self._opponents[seat], part, move)
            self._used[seat] += 1

    def _learn_about(self, name: str, part: Position, move: str) -> None:
        if not self._learns:
            return
        belief = self._known[name]
        if bidding(part) and not belief.reads_bids:
            return
        if belief.reads_views or isinstance(part, State):  # if it is a view, the opponent decided from that
            self._known[name] = belief.see(part, move, self.options["worlds"])

    def end(self, view: Position) -> None:
        """Learn over sampled worlds from a hand whose cards are not all known, and store what was learned in the
        memory.
        """
        self._last = None
        self._catch_up()
        if self._reader:
            self._reader.end(view)
            return
        if self._baseline:
            self._baseline.end(view)
        if self._moves and self._learns:
            believed = {seat: self._known[name] for seat, name in self._opponents.items()}
            worlds = self._worlds(view, believed)
            for seat, name in self._opponents.items():
                self._known[name] = worlds.learned(seat, self.options["worlds"])
            self._moves = []
        for seat, name in self._opponents.items():
            games, losses = self._games.get(name, (0, 0))
            self._games[name] = games + 1, losses + lost(view.scores, seat)
        if self._notes is not None:
            self._note(self._notes, view)

    def _note(self, notes: Notes, view: Position) -> None:
        """Store what was learned in this game."""
        if not self._first.keeps_decisions:
            notes.add(*(self._learned(view.game.name, name) for name in self._opponents.values()))
            return
        game, ending = view.game, view.to_json()
        watched: list[Kept] = []
        for name in self._opponents.values():
            decisions = self._known[name].decisions_since(self._before[name])
            fresh = kept_decisions(game, name, decisions, self._next[name], ending)
            known, _ = self._read[str(game), name]
            self._read[str(game), name] = (*known, *(each.key for each in fresh)), self._known[name]
            watched += fresh
        notes.watch(*watched)

    def policy(self, view: Position) -> Policy:
        """The best replies to the beliefs, all equally likely."""
        self._began = perf_counter()
        try:
            with uncollected(self.options["seconds"]):
                self._catch_up(self._began - self._watched + FOR_LEARNING * self.options["seconds"])
                found = self._policy(view)
            self._collecting = max(collected(self.options["seconds"]), COLLECTING_LESS * self._collecting)
            return found
        finally:
            self._watched, self._began = 0.0, None

    def _policy(self, view: Position) -> Policy:
        position, level = view.game.part(view), self.options["level"]
        self._decided, self._moved = (view, None), ""
        if self._reader:
            return self._reader.policy(view)
        if self._baseline and level == FULL and not self._answers(position.game):
            return self._baseline_in_time(self._baseline, view).policy(view)
        usual = bid_or_none(position)
        if usual and self.options["reply"] == AUTO and not self._first.reads_bids:
            return usual
        chosen = self.search(position)
        if usual and not chosen.chooses_bids:
            return usual
        analysis = chosen.analyse(position)
        self._decided = (view, analysis)
        return respond(analysis) if level == FULL else softened(worths(analysis), level)

    def _answers(self, game: Game) -> bool:
        """Whether it replies to the models. If not, it moves as the baseline does.

        If an opponent searches for itself, a reply is as good as the baseline, and better if models of other opponents
        are known. So with several opponents it always replies, unless hands are hidden. It never replies in games in
        which replies to strangers were measured not to pay, unless ``reply`` is set.
        """
        if not self._replies(game):
            return False
        opponents = [self._known[name].opponent for name in self._opponents.values()]
        seated_with_several = len(opponents) > 1 and not game.hidden
        return seated_with_several or sum(each.itself for each in opponents) <= len(opponents) / 2

    def _replies(self, game: Game) -> bool:
        """Whether it uses models of strangers in this game."""
        return self.options["reply"] != AUTO or replies_pay(game)

    def _without_models(self, game: Game, seconds: float = 0.0) -> Player:
        """The player that moves while no model is trusted, with the same limits, or with fewer seconds."""
        seconds = seconds or self.options["seconds"]
        return baseline_for(game, self.options["baseline"], self.options["simulations"], seconds)

    def _baseline_in_time(self, baseline: Player, view: Position) -> Player:
        """The baseline, with the seconds that are left if learning has used up a part of them."""
        if baseline.watches or self._seconds >= self.options["seconds"] * NEARLY_ALL:
            return baseline
        shorter = self._without_models(view.game, self._seconds)
        shorter.begin(view.game, self.seat, view)
        return shorter

    def search(self, position: Position) -> Search:
        """The search that replies to the beliefs, within the margin, and over worlds where hands are hidden.

        A world is weighted by the likelihood of the observed moves in it, under the beliefs at the start of the hand.
        """
        game = position.game
        beliefs = [self._known[self._opponents[seat]] for seat in self._after_us(game)]
        if self._replies_to_views(game):
            return self._reply([belief.opponent for belief in beliefs], game, OVER_WORLDS)
        # What is believed of a stranger is answered by simulated games, also if it may search for itself.
        simulated = self.options["reply"] == AUTO and (self.options["level"] < FULL or self._first.gated)
        worlds = None
        if game.hidden:
            seats = [(position.to_move + step) % game.players for step in range(1, game.players)]
            worlds = self._worlds(position, dict(zip(seats, beliefs, strict=True)), FOR_WORLDS * self._seconds)
            if self._learns:
                beliefs = [worlds.about(seat) for seat in seats]
        drawn = 1 if worlds is None else len(worlds.worlds)
        chosen = self._reply([belief.opponent for belief in beliefs], game, EXPLOIT if simulated else "", drawn)
        if worlds is None:
            chosen = self._last = chosen.following(self._last)
        if self.options["margin"] < inf:
            baseline = worst_case(self.candidates, game, self.own, self.options["depth"])
            chosen = Safe(chosen, baseline=baseline, margin=self.options["margin"])
        if worlds is None:
            return chosen
        return Sampled(chosen, belief=worlds, worlds=drawn, seconds=self._seconds, vote=bool(chosen.unaveraged))

    @property
    def _seconds(self) -> float:
        """The seconds that are left for this move; 0 if there is no limit. Watching the others counts too, and so does
        the garbage collector."""
        limit: float = self.options["seconds"]
        used = self._collecting + self._watched + (perf_counter() - self._began if self._began is not None else 0.0)
        return max(LEAST_SECONDS, limit - used) if limit else 0.0

    def _replies_to_views(self, game: Game) -> bool:
        """Whether one search draws and weighs the worlds itself, because hands are hidden and beliefs stay the same in
        all worlds."""
        by_name = self.options["reply"] == OVER_WORLDS
        return by_name or (
            game.hidden
            and self.options["reply"] == AUTO
            and self.options["margin"] == inf
            and not self._first.learns_in_worlds
        )

    def _reply(self, opponents: Sequence[Opponent], game: Game, named: str = "", worlds: int = 1) -> Search:
        """The search for a reply; if each world is searched by itself, the simulations are divided among them."""
        given = budget_for(game, self.options["simulations"], self._seconds, self.options["positions"])
        budget = given.times(share_of_budget(self.options["level"])).shared(worlds)
        return reply_to(
            self.own,
            opponents,
            game,
            self.options["depth"],
            named or self.options["reply"],
            budget.simulations,
            budget.seconds,
            self.options["reuse"],
            budget.positions,
        )

    def _worlds(self, view: Position, believed: Mapping[int, Belief], seconds: float = 0.0) -> WorldBelief[Belief]:
        return WorldBelief(view, believed, self.options["worlds"], seconds=seconds)

    def _learned(self, game: str, opponent: str) -> Profile:
        """The evidence of this game about an opponent, without earlier games."""
        weights, decisions = self._known[opponent].learned_since(self._before[opponent])
        return Profile(game, opponent, weights, decisions)

    # What it believes.

    @property
    def first_belief(self) -> Belief:
        """The belief about an opponent that was never seen."""
        return self._first

    def belief(self, opponent: str) -> Belief:
        """The belief about an opponent, by name."""
        if opponent not in self._known:
            raise KibitzError(f"'{opponent}' has never played with this player; {nearest(opponent, self._known)}")
        return self._known[opponent]

    def believe(self, opponent: str, belief: Belief) -> None:
        """Set the belief about an opponent, for example from a memory."""
        self._known[opponent] = belief

    def explain(self) -> Explanation:
        """Why it made its last move: what it believes about the others, what it expects, and what it would have played
        without models. What it would have played is computed when you call this.

        >>> import kibitz
        >>> game, reader = kibitz.game("tic-tac-toe"), kibitz.player("adaptive(simulations=50)")
        >>> played = kibitz.play_game(game, [reader, kibitz.player("first-move")], 1, ["me", "Ann"])
        >>> print(reader.explain())  # doctest: +ELLIPSIS
        I played ...
        Ann tends to ...
        """
        if self._decided is None or not self._moved:
            if self._decided is not None:
                raise KibitzError("it does not know which move was made: tell it its move with see() first")
            raise KibitzError("it has not moved in this game yet: there is nothing to explain")
        (view, analysis), move = self._decided, self._moved
        shares = (self._baseline or self._without_models(view.game)).policy(view)
        without = move if shares.get(move, 0.0) == max(shares.values()) else max(shares, key=lambda each: shares[each])
        if self._reader:
            taken = tuple(Taken(each.opponent, each.reasons[0], None, 1.0) for each in self._reader.beliefs())
            return Explanation(move, taken, True, without)
        gain = None
        as_shares = analysis is not None and all(0 <= rank <= 1 for rank in analysis.ranks.values())
        if analysis is not None and as_shares and {move, without} <= set(analysis.ranks):
            gain = analysis.ranks[move] - analysis.ranks[without]
        opponents = tuple(taken_for(each, self._known[each], view.game) for each in self._opponents.values())
        relied = analysis is not None and any(each.trusted >= HALF for each in opponents)
        replies = self._replies(view.game)
        return Explanation(move, opponents, relied, without, gain, *self._expected(view, move), replies=replies)

    def why(self) -> str:
        """The explanation as text; empty before its first move."""
        return str(self.explain()) if self._decided is not None and self._moved else ""

    def _expected(self, view: Position, move: str) -> tuple[str, Mapping[str, float]]:
        """The next opponent and the probability of its answers, if no cards are hidden."""
        position = view.game.part(view)
        if view.game.hidden or not isinstance(position, State):
            return "", {}
        after = position.play(move)
        seat = (self.seat + after.to_move - position.to_move) % view.game.players
        if after.over or after.to_move in (CHANCE, position.to_move) or bidding(after):
            return "", {}
        others = [self._known[self._opponents[each]].opponent for each in self._after_us(view.game)]
        return self._opponents[seat], Exploit(others).expected(after, position.to_move)

    def _after_us(self, game: Game) -> list[int]:
        """The other seats in turn order."""
        return [(self.seat + step) % game.players for step in range(1, game.players)]

    def beliefs(self) -> Readings:
        """The beliefs about all opponents so far, with the moves that were the strongest evidence for or against."""
        by_readers = [told for each in self._readers.values() for told in each.beliefs()]
        found = []
        for opponent, belief in self._known.items():
            habits = belief.habits_by_name(self._position.game)
            found.append(replace(reading(opponent, belief), habits=habits))
        return Readings([*found, *by_readers])


def reading(opponent: str, belief: Belief, most: int = 3) -> Reading:
    """Put a belief into words.

    >>> from kibitz.learning.elimination import elimination
    >>> print(reading("Ann", elimination(["MT", "mOT"])))
    Ann: most-tricks 50%, fewest-overtricks 50%
    """
    return Reading(opponent, *belief.told(most))


def _written(candidate: Model) -> Any:
    """A candidate as part of a specification; a candidate made in code is not changed."""
    try:
        spec = specs.parse(str(candidate))
        return spec if model(spec) == candidate else candidate
    except SpecError:
        return candidate
