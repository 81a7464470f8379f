"""``Model``: predicts the moves of a player from what its seat sees."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from kibitz.errors import KibitzError, MissingCapability, SpecError
from kibitz.games.core_states import core_of
from kibitz.games.game import Game, State
from kibitz.games.view import View
from kibitz.html_tables import html_table, html_titled
from kibitz.moved import moved_name
from kibitz.searches.compiled import Compiled
from kibitz.searches.search import Search
from kibitz.specs import Finished, Spec
from kibitz.wants.mixture import Mixture
from kibitz.wants.preference import Preference
from kibitz.wants.want import Want
from kibitz.words import in_words

Position = State | View
Policy = Mapping[str, float]

WORLDS = 20  # that a player who sees only a view is assumed to search


class Model(Finished, ABC):
    """What a player would do.

    Only ``policy`` is required: the probability of every legal move, from what the seat to move sees. A kind of model
    (a subclass) may declare ``capabilities``. Most of them have a method that raises an error in other kinds:

    - ``wanting``: ``wanted``, what the player may want
    - ``looking``: ``strategy``, an evaluation and a depth in plies
    - ``unbiased``: the player wants to win and is otherwise indifferent
    - ``preferring``: ``preferences``; a decision that contradicts them eliminates the model

    A kind sets ``name`` and ``summary``, and reads its specification in ``read``. ``str`` writes it.
    """

    name: ClassVar[str]
    summary: ClassVar[str] = ""
    source: ClassVar[str] = ""
    example: ClassVar[str] = ""

    def __new__(cls, *given: Any, **options: Any) -> Self:
        """Refuse ``Model(want("MT"))``, an old form, and say what to write instead."""
        if cls is Model:
            raise SpecError(
                "kibitz.Model is the base class of all models and cannot be used itself. Write kibitz.model('MT_mOT') "
                "or any other specification. For a want made in code, write "
                "kibitz.models.want_seeker.Seeker(wants, others=...)"
            )
        return super().__new__(cls)

    @classmethod
    @abstractmethod
    def read(cls, spec: Spec) -> Model:
        """Make a model from a specification that begins with its name."""

    @abstractmethod
    def policy(self, position: Position) -> Policy:
        """The probability with which the seat to move makes each legal move here.

        If something is hidden, the model gets the view of the seat, otherwise the whole position.
        """

    def policy_over(self, position: Position, worlds: int, seed: int) -> Policy:
        """The probability of each move for a player that sees only a view and searches this many worlds that fit it."""
        return self.policy(position)

    def policy_in_whole(self, state: State) -> Policy:
        """The probability of each move in a whole position, such as a sampled world; by default from the mover's view
        of it.

        A kind that searches may assume that the player sees everything there, as sampled searches do.
        """
        return self.policy(state.view(state.to_move) if state.game.hidden else state)

    def policy_by_core(self, state: State) -> Policy:
        """The same, computed by the core if it can run this model."""
        ready = self.compiled(state, state.to_move)
        if ready is None:
            return self.policy_in_whole(state)
        return dict(zip(state.moves(), core_of(state).behaves(ready.behaviour), strict=True))

    @abstractmethod
    def __str__(self) -> str: ...

    def __repr__(self) -> str:
        return f"kibitz.model({in_words(self)!r})"

    @property
    def words(self) -> str:
        """A description for people; a kind with several names has one for each."""
        return self.summary

    @property
    def sentence(self) -> str:
        """What this player does, as a text to be shown beside its name."""
        return in_words(self)

    @property
    def described(self) -> str:
        """What its author says it does, for kinds whose name alone says little; empty if there is no such text."""
        return ""

    def habits_in(self, game: Game) -> tuple[str, ...]:
        """The habits of this player, in the words of people who play the game; empty if there are none."""
        return ()

    def facts(self) -> dict[str, str]:
        """What a person may want to know of the model, by name; a kind may add more."""
        told = {"specification": in_words(self), "what it does": self.words, "in a sentence": self.sentence}
        if len(self.parts) > 1:
            told |= {f"part, {share:.0%}": in_words(part) for share, part in self.parts}
        if self.noise:
            told["random moves"] = f"{self.noise:.1%}"
        if self.depth_looked:
            told["depth in plies"] = str(self.depth_looked)
        told["offers"] = ", ".join(sorted(self.capabilities))
        return {
            name: text for name, text in told.items() if text and (name == "specification" or text != in_words(self))
        }

    def _repr_html_(self) -> str:
        return html_titled(f"{self.name}: {self.summary}", html_table(("", ""), self.facts().items()))

    # What it is made of.

    @property
    def capabilities(self) -> frozenset[str]:
        """What else the model offers besides its policy."""
        return frozenset()

    @property
    def parts(self) -> tuple[tuple[float, Model], ...]:
        """The models of a mixture, with shares that sum to one; for most kinds, the model itself."""
        return ((1.0, self),)

    @property
    def noise(self) -> float:
        """How often it makes a random move instead."""
        return 0.0

    @property
    def quiet(self) -> Model:
        """This model without noise."""
        return self

    def reseeded(self, seed: int) -> Model:
        """The same player with other random draws inside its search; itself if it makes none.

        >>> import kibitz
        >>> kibitz.model("noisy(mcts(simulations=20), 0.1)").reseeded(3), kibitz.model("greedy").reseeded(3)
        (kibitz.model('noisy(mcts(simulations=20, seed=3), 0.1)'), kibitz.model('greedy'))
        """
        return self

    @property
    def stand_in(self) -> Model:
        """The model to which a fast choice for simulated games is fitted: this one, with the usual seed. So models that
        differ only in their seeds share the fit."""
        return self.reseeded(0)

    def finishes(self, state: State) -> bool:
        """Whether it finds its move here in reasonable time; a search to a fixed depth may not (``Search.finishes``).

        >>> import kibitz
        >>> passing = kibitz.game("hearts(passing=left)").start(1)
        >>> kibitz.model("maxn(depth=2)").finishes(passing), kibitz.model("ducks").finishes(passing)
        (False, True)
        """
        return True

    @property
    def depth_looked(self) -> int:
        """Its depth in plies; 0 if it searches to the end or does not count plies."""
        return 0

    @property
    def thinks_of_others(self) -> bool:
        """Whether it assumes that the others differ from itself."""
        return False

    def check(self, game: Game) -> None:
        """Refuse a game that it cannot play."""

    def searches(self, game: Game) -> tuple[Search, ...]:
        """The searches that it may use, all equally likely."""
        raise SpecError(f"{self} does not say which search it uses")

    def line_followed(self, game: Game) -> Search | None:
        """The search whose expected line it plays until somebody deviates from the line; None if there is none."""
        return None

    def compiled(self, state: State, seat: int) -> Compiled | None:
        """Its behaviour in this seat as an object that the core can run (capability ``compiled``); None if it needs
        Python.

        It is valid only for the current hand of this state, because what the player wants may depend on the bids.
        """
        return None

    # Capabilities. By default each raises an error.

    def wanted(self) -> Mixture[Want]:
        """What the player may want. This is for prob-max^n, which ignores the player's model of the others."""
        raise MissingCapability(f"{self} does not say what it wants ('wanting'), which this search needs")

    @property
    def strategy(self) -> tuple[Want, int]:
        """Its evaluation and its depth in plies; 0: to the end of the game."""
        raise MissingCapability(f"{self} does not declare a depth ('looking'); try a strategy(..., depth=...)")

    def preferences(self) -> Sequence[Preference]:
        """Its preference, then those of its model of the others. Its decisions never contradict the first."""
        raise SpecError(f"{self} is not a preference over outcomes; use candidates such as most-tricks or generic")

    # Stored.

    def to_dict(self) -> dict[str, Any]:
        """The model as plain values, ready for JSON."""
        self.require_text()
        return {"model": str(self)}

    def to_json(self) -> str:
        """The model as JSON; ``model_from_json`` reads it."""
        return json.dumps(self.to_dict())

    def require_text(self) -> None:
        """Raise an error if the text of the model does not describe it completely."""


class MadeInCode(Model):
    """A model that has no text: it can predict but cannot be stored."""

    def require_text(self) -> None:
        """Raise an error."""
        raise KibitzError(f"'{self}' was made in code and cannot be stored; register its class with @kibitz.register")


def __getattr__(name: str) -> Any:
    return moved_name(__name__, name)
