"""Players who decide by a rule of thumb that is not a weighted sum of features."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from kibitz import specs
from kibitz.errors import SpecError
from kibitz.games.game import Game, State
from kibitz.models.model import Model, Policy, Position
from kibitz.specs import Option, Spec

Chosen = Sequence[str] | Mapping[str, float]
"""The moves that a rule makes, all equally likely, or the probability of each."""


class RuleOfThumb(NamedTuple):
    """One rule: what it does in words, the function that chooses the moves, and its parameters."""

    words: str
    choose: Callable[..., Chosen]
    """Called with what the mover sees and the parameters; the position is not over."""
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, repr=False)
class Rule(Model):
    """A player who decides by a rule. Subclasses list their rules by name in ``rules``.

    A rule gets only what the mover may see, even if the model is asked about a whole position.

    >>> import kibitz
    >>> kibitz.model("first-move").policy(kibitz.game("tic-tac-toe").start())["a1"]
    1.0
    """

    rule: str
    parameters: tuple[tuple[str, Any], ...] = ()

    name: ClassVar[str] = "rule"
    rules: ClassVar[Mapping[str, RuleOfThumb]] = {}
    game: ClassVar[str] = ""
    """The name of the only game in which these rules can be followed; empty: any game."""

    @classmethod
    def read(cls, spec: Spec) -> Model:
        """Read a name and parameters."""
        if spec.arguments:
            raise SpecError(f"{spec}: {spec.name} takes parameters as name=value only")
        filled = specs.fill(spec.name, cls.rules[spec.name].options, spec.options)
        return cls(spec.name, tuple(filled.items()))

    @property
    def row(self) -> RuleOfThumb:
        """Its rule."""
        return self.rules[self.rule]

    def policy(self, position: Position) -> Policy:
        """The moves that the rule makes, from what the mover sees."""
        self.check(position.game)
        whole = isinstance(position, State) and position.game.hidden
        seen: Any = position.view(position.to_move) if whole else position  # type: ignore[union-attr]
        chosen = self.row.choose(seen, **dict(self.parameters))
        shares = chosen if isinstance(chosen, Mapping) else dict.fromkeys(chosen, 1 / len(chosen))
        return {move: shares.get(move, 0.0) for move in seen.moves()}

    def check(self, game: Game) -> None:
        """Refuse another game."""
        if self.game and game.name != self.game:
            raise SpecError(f"{self} is a rule for {self.game}, not for {game}")

    @property
    def words(self) -> str:
        """What it does, with its parameters filled in."""
        return self.row.words.format(**dict(self.parameters))

    @property
    def sentence(self) -> str:
        """The same as ``words``."""
        return self.words

    @property
    def described(self) -> str:
        """The same as ``words``."""
        return self.words

    def __str__(self) -> str:
        defaults = {option.name: option.default for option in self.row.options}
        changed = {name: value for name, value in self.parameters if value != defaults[name]}
        return str(Spec(self.rule, (), changed))


def best_by(moves: Iterable[str], worth: Callable[[str], Any]) -> list[str]:
    """All moves whose worth is the highest.

    >>> best_by(["a", "bb", "cc"], len)
    ['bb', 'cc']
    """
    worths = {move: worth(move) for move in moves}
    highest = max(worths.values())
    return [move for move in worths if worths[move] == highest]


def best_evaluated(state: State, moves: Iterable[str]) -> list[str]:
    """The moves after which the game's own evaluation is best for the mover.

    >>> import kibitz
    >>> best_evaluated(kibitz.game("tic-tac-toe").start(), ["a1", "a2", "b2"])
    ['b2']
    """
    seat = state.to_move
    return best_by(moves, lambda move: state.play(move).evaluate(seat))


def first_move(position: Position) -> Chosen:
    """The first legal move."""
    return position.moves()[:1]


def last_move(position: Position) -> Chosen:
    """The last legal move."""
    return position.moves()[-1:]


def middle_move(position: Position) -> Chosen:
    """The legal move in the middle."""
    moves = position.moves()
    return [moves[len(moves) // 2]]


@dataclass(frozen=True, repr=False)
class ListRule(Rule):
    """A player who decides by the order in which the game lists its moves; for any game.

    >>> import kibitz
    >>> kibitz.model("last-move").words
    'makes the last move that the game lists'
    """

    name = "first-move"
    summary = "decides by the order in which the game lists the moves"
    example = "first-move"
    rules: ClassVar[Mapping[str, RuleOfThumb]] = {
        "first-move": RuleOfThumb("makes the first move that the game lists", first_move),
        "last-move": RuleOfThumb("makes the last move that the game lists", last_move),
        "middle-move": RuleOfThumb("makes the move in the middle of those that the game lists", middle_move),
    }
