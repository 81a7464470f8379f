"""Players that decide by a search or by a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from kibitz.games.capabilities import Bidding, bidding
from kibitz.games.game import Game, State
from kibitz.models.model import Model
from kibitz.models.move_probabilities import respond
from kibitz.models.prediction import predict, predict_from_view
from kibitz.models.registry import model
from kibitz.players.player import Player, Policy, Position, first_line
from kibitz.searches.registry import search
from kibitz.searches.sampled import Sampled
from kibitz.searches.search import Search
from kibitz.specs import Spec

WORLDS = 20


class Searching(Player):
    """Makes one of the best moves of a search, all equally likely.

    If hands are hidden, a search that needs the whole position is sampled over worlds that fit what was seen. In a game
    of many hands it searches the current hand, or the part that ``Game.part`` returns. Bids are the usual bids of the
    game (``Bidding.usual_bid``), unless the search chooses them itself. A search that continues from move to move
    (``Search.continues``) begins anew in every game.

    >>> import kibitz
    >>> seated = kibitz.player("maxn(own=MT)")
    >>> view = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(seed=1).view(0)
    >>> seated.policy(view)
    {'TC': 0.0, '2D': 0.0, 'KD': 1.0}
    """

    name = "search"
    summary = "any search, by its own name"
    watches = False
    stands_for_another = True

    def __init__(self, given: str | Spec | Search) -> None:
        super().__init__()
        self.search = search(given)
        self._sampled = self.search
        if not self.search.takes_views:
            self._sampled = Sampled(self.search, worlds=WORLDS, vote=bool(self.search.unaveraged))
        self.watches = self.search.continues  # type: ignore[misc]  # to be told when a game begins
        self._last: Search | None = None  # the last search in this game

    @property
    def spec(self) -> Spec:
        """The specification of the search."""
        return self.search.spec

    @property
    def self_description(self) -> str:
        """What the search does."""
        return self.search.summary or first_line(type(self.search))

    @property
    def full_spec(self) -> Spec:
        """The specification of the search with every option."""
        return self.search.full_spec

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Searching) and self.search == other.search

    __hash__ = Player.__hash__

    def policy(self, view: Position) -> Policy:
        """The best moves, all with the same probability."""
        position = self.search.part_of(view)
        usual = None if self.search.chooses_bids else bid_or_none(position)
        return usual or respond(self.for_position(position).analyse(position))

    def for_position(self, position: Position) -> Search:
        """The search for this position. It may reuse the last search of this game.

        If something is hidden, it searches sampled worlds.
        """
        hidden = not isinstance(position, State) or position.game.hidden
        self._last = (self._sampled if hidden else self.search).following(self._last)
        return self._last

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Begin a game, and drop what was kept from another one."""
        super().begin(game, seat, view, names)
        self._last = None

    def end(self, view: Position) -> None:
        """Drop what was kept."""
        self._last = None


class Modelled(Player):
    """Plays as a model predicts. If hands are hidden, the model searches worlds that fit what was seen.

    >>> import kibitz
    >>> seated = kibitz.player("noisy(MT_mOT, 0.3)")
    >>> view = kibitz.game("spades(cards=3, bids=[1, 1, 1], open=true)").start(seed=1).view(0)
    >>> {move: round(share, 2) for move, share in seated.policy(view).items()}
    {'TC': 0.45, '2D': 0.1, 'KD': 0.45}
    """

    name = "model"
    summary = "any model, by its own name"
    watches = False
    stands_for_another = True

    def __init__(self, given: str | Spec | Model) -> None:
        super().__init__()
        self.model = model(given)

    @property
    def spec(self) -> Spec:
        """The specification of the model."""
        return Spec(str(self.model))

    @property
    def self_description(self) -> str:
        """What the model does."""
        return self.model.words.rstrip(".") or first_line(type(self.model))

    @property
    def full_spec(self) -> Spec:
        """The specification of the model, which has no defaults except those of its searches."""
        return self.spec

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Modelled) and self.model == other.model

    __hash__ = Player.__hash__

    def line_followed(self, game: Game) -> Search | None:
        """The line that the model follows."""
        return self.model.line_followed(game)

    def policy(self, view: Position) -> Policy:
        """The prediction of the model."""
        position: Any = view.game.part(view)
        sure = bid_or_none(position)
        if sure:
            return sure
        whole = isinstance(position, State) and not position.game.hidden
        return predict(self.model, position) if whole else predict_from_view(self.model, _view(position), WORLDS)


def _view(position: Any) -> Any:
    """What the seat to move may know of a position."""
    return position.view(position.to_move) if isinstance(position, State) else position


def bid_or_none(position: Position) -> Policy | None:
    """The usual bid with probability 1, if the seat to move has to bid."""
    return {cast("Bidding", position.game).usual_bid(position): 1.0} if bidding(position) else None
