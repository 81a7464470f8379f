"""Monte Carlo tree search for hidden hands."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any

from kibitz import _core
from kibitz.games.game import State
from kibitz.searches import simulations
from kibitz.searches.analysis import Analysis
from kibitz.searches.is_mcts import IsMcts
from kibitz.searches.search import Search
from kibitz.specs import Option

OWN_OPTIONS = ("merge", "guided", "evidence", "repeats", "threads", "passes")
LIMITS = ("simulations", "seconds", "seed")
"""Options that may change between two moves of a game without dropping the kept tree or worlds (``reuse``)."""
MOST_NODES = 2**22


def _options() -> tuple[Option, ...]:
    """The options of is-mcts, with light rollouts by default, and those that only this search has."""
    return (
        *simulations.options(exploration=0.7, rollouts=(simulations.LIGHT, simulations.RANDOM, simulations.GREEDY)),
        Option("merge", True, "count equivalent moves, such as neighbouring cards of a hand, as one"),
        Option("guided", True, "let light play (simple rules) choose which move enters the tree next; off: any move"),
        Option(
            "evidence",
            1.0,
            "how much the moves of the others count as evidence about their cards: the exponent of their likelihood; "
            "0: not at all",
            0,
            10,
        ),
        Option(
            "passes",
            0.0,
            "how much the passes of the others count as evidence about their cards, if they pass as strong players do: "
            "the exponent of their likelihood; 0: not at all",
            0,
            10,
            later=True,
        ),
        Option(
            "repeats", 6, "how many simulations use the same world, if worlds are weighed by evidence", 1, 1_000_000
        ),
        Option(
            "objective",
            "hand",
            "what the search maximises; hand: what the option own asks for, at the end of the hand; game: the chance "
            "to win the game, whatever this hand scores",
            choices=("hand", "game"),
        ),
        Option(
            "endings",
            "simulated",
            "known: where all cards are known, search to the end of the hand instead (max^n); decided: end simulated "
            "games when the cards that are left change nothing; exact: both",
            choices=("simulated", "known", "decided", "exact"),
            later=True,
        ),
        Option(
            "bids",
            "usual",
            "how its player bids; usual: the usual bid of the game; search: by the results simulated after each bid",
            choices=("usual", "search"),
            later=True,
        ),
        Option(
            "reuse",
            "none",
            "what a player keeps from move to move of a hand; tree: the part below the moves made; worlds: those that "
            "still fit; both",
            choices=("none", "tree", "worlds", "both"),
            later=True,
        ),
        Option("threads", 1, "threads, each with its share of the simulations and a tree of its own", 1, 256),
    )


class HiddenMcts(IsMcts):
    """One tree over the mover's information sets, as in ``is-mcts``, tuned for hands of cards.

    Simulated games end with light play: simple rules that follow suit sensibly. Equivalent cards are merged. Cards to
    pass are chosen one after the other in the same tree, and passes that the seat will not see are drawn instead of
    searched. The weight of a world is the likelihood of the others' moves in it under light play (``evidence``). Games
    without light play get random rollouts and equally likely worlds. In a game of many hands, simulated games end with
    the current hand. A forced move is not searched.

    >>> import kibitz
    >>> view = kibitz.game("hearts(passing=left)").start(seed=1).view(0)
    >>> kibitz.search("hidden-mcts(simulations=200)").choose(view) in view.moves()
    True
    """

    name = "hidden-mcts"
    summary = "is-mcts tuned for hands of cards: light rollouts, merged cards, passes card by card"
    source = "Cowling, Powley & Whitehouse 2012"
    options_known = _options()
    _kept: _core.KeptTree | None = None
    _found: Analysis | None = None

    @property
    def chooses_bids(self) -> bool:  # type: ignore[override]  # an option decides
        """Whether bids are searched too."""
        return bool(self.options["bids"] == "search")

    @property
    def whole_games(self) -> bool:  # type: ignore[override]  # an option decides
        """Whether the points of earlier hands count."""
        return bool(self.options["objective"] == "game")

    @property
    def continues(self) -> bool:
        """Whether something is kept from move to move."""
        return bool(self.options["reuse"] != "none")

    def following(self, before: Search | None) -> Search:
        """The search for the next move, with what the previous search kept."""
        if not self.continues:
            return self
        found = copy(self)
        found._kept, found._found = _core.KeptTree(MOST_NODES), None
        if isinstance(before, HiddenMcts) and before._kept is not None and before._but_limits == self._but_limits:
            found._kept, found._found = before._kept, before._found
        return found

    @property
    def _but_limits(self) -> dict[str, Any]:
        return {name: value for name, value in self.options.items() if name not in LIMITS}

    def examine(self, state: Any) -> Analysis:
        """Simulate, and rank the moves by visits."""
        view = state.view(state.to_move) if isinstance(state, State) else state
        if self._found is not None and self._found.state == view:  # asked again, it answers the same
            return self._found
        analysis = self._simulated(view)
        if self._kept is not None:
            self._found = analysis
        return analysis

    def _simulated(self, view: Any) -> Analysis:
        options = self.core_options(view) | {name: self.options[name] for name in OWN_OPTIONS}
        options |= {"light": self.options["rollout"] == simulations.LIGHT, "to_win": self.whole_games}
        options |= {each: self.options["endings"] in (each, "exact") for each in ("known", "decided")}
        options |= {f"keep_{each}": self.options["reuse"] in (each, "both") for each in ("tree", "worlds")}
        found, worlds, effective, kept, kept_worlds = view.core.hidden_mcts(**options, kept=self._kept)
        analysis = self.report(view, found)
        if found[2] == 0:
            return replace(analysis, notes=("all cards are known: searched to the end of the hand, nothing simulated",))
        notes = list(analysis.notes)
        if kept:
            notes.append(f"{kept:,} simulations of earlier moves reached this position and are counted")
        if worlds:
            notes.append(
                f"{worlds:,} worlds weighed by the moves of the others, as good as {effective:,.0f} of equal weight"
            )
        if kept_worlds:
            notes.append(f"{kept_worlds:,} of the worlds were drawn for earlier moves")
        return replace(analysis, notes=tuple(notes))
