"""Games with hidden information in Python: ``deal_until`` for their ``sample_deal``, and checks before they are played.

A missing method is found when the game is registered. Whether views and sampled deals agree can only be seen in play.
So when a game is first made from a specification, a few moves are played. What the author meant to hide cannot be
checked: if a view shows too much and the deals agree with it, no error is found.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from kibitz.errors import GameError, IllegalMove, SpecError
from kibitz.games.capabilities import Hidden
from kibitz.games.checking import naming, position_moves, warning_if_slow
from kibitz.games.game import Game, State
from kibitz.games.view import View
from kibitz.random import Random

DEALS = 2  # deals that are played at random
PLIES = 60  # the largest number of plies of each deal
MOVES = 6  # moves of each position whose events are compared
SEEDS = 10  # seeds of which at least two must deal differently

HIDE = "hide(state, seat), which returns the state as far as that seat knows it"
SAMPLE = "sample_deal(view, random), which draws a start that agrees with everything the view's seat has seen"
HISTORY = "a field 'history' in the state (a tuple of the moves since the deal), or a method history(position)"

TRIES = 100_000
"""The number of deals that ``deal_until`` draws before it gives up."""
SHOWN = 200  # characters of a view that an error message quotes

Dealt = TypeVar("Dealt", bound=State)

_tried: set[tuple[type[Game], str]] = set()


def deal_until(
    view: View, deal: Callable[[], Dealt], fits: Callable[[Dealt], bool] | None = None, tries: int = TRIES
) -> Dealt:
    """Deal until a deal fits what the view's seat has seen: the simplest exact way to write ``sample_deal``.

    ``deal`` draws a start. ``fits`` says whether it agrees with what was seen; by default, whether the moves that the
    seat has seen can be played from it. After too many ``tries``, an error names the game, the seat and the moves.

    >>> import kibitz
    >>> view, random = kibitz.game("hearts(cards=2)").start(seed=1).view(0), kibitz.Random(1)
    >>> deal_until(view, lambda: view.sample_deal(random)).view(0) == view
    True
    """
    history = view.game.history(view)
    for _ in range(tries):
        start = deal()
        if fits(start) if fits is not None else _allows(start, history):
            return start
    played = ", ".join("a secret move" if move is None else move for move in history) or "no move"
    raise GameError(
        f"{view.game}: sample_deal found no deal for seat {view.seat} in {tries:,} tries (after {played}). Either "
        f"what hide shows to the seat contradicts the moves, or so few deals fit that they have to be drawn in another "
        f"way. View: {str(view)[:SHOWN]}"
    )


def _allows(start: Any, history: Sequence[str | None]) -> bool:
    """Whether these moves can be played one after the other; a secret move ends the comparison."""
    state = start
    for move in history:
        if move is None:
            return True
        if move not in state.moves():
            return False
        state = state.play(move)
    return True


def check_methods(kind: type[Game]) -> None:
    """Refuse a game with hidden information that lacks a method, or that has the methods but hides nothing."""
    hides = kind.hide is not Game.hide or kind.view is not Game.view
    samples = issubclass(kind, Hidden)
    if hides and not samples:
        raise SpecError(
            f"{kind.name} hides a part of its state, but searches also need to sample deals: write {SAMPLE}"
        )
    if samples and not hides:
        raise SpecError(
            f"{kind.name} has sample_deal but hides nothing, so everybody would see everything: write {HIDE}"
        )
    if not hides and kind.hidden is not Game.hidden:
        raise SpecError(f"{kind.name} sets 'hidden' but hides nothing, so everybody would see everything: write {HIDE}")
    remembers = kind.history is not Game.history
    if hides and not remembers and "history" not in {field.name for field in dataclasses.fields(kind.state_type)}:  # type: ignore[arg-type]
        raise SpecError(f"{kind.name} hides a part of its state, but does not store the moves: write {HISTORY}")


def check_views(game: Game) -> None:
    """Play a few moves, and refuse a game whose views, sampled deals and events do not agree, or that hides nothing.

    An error in the game's own code is reported with the name of the game and of the method.
    """
    if not game.hidden or (type(game), str(game)) in _tried:
        return
    with warning_if_slow(game), naming(game):
        _check_deals(game)
        hides = [_hides_in_play(game, seed) for seed in range(DEALS)]
    if not any(hides):
        raise SpecError(f"{game} hides nothing: hide(state, seat) shows everything to everybody")
    _tried.add((type(game), str(game)))


def _check_deals(game: Game) -> None:
    """Refuse a game that hides a part of its first state, but begins with the same state for every seed."""
    first = game.start(0)
    dealt = any(game.hide(first, seat) != first for seat in range(game.players))
    if dealt and all(game.start(seed) == first for seed in range(1, SEEDS)):
        raise GameError(
            f"{game}: start returned the same state for {SEEDS} seeds, although it has something to hide, so every "
            "game would have the same deal. Draw the deal with kibitz.Random(seed, 'deal')"
        )


def _hides_in_play(game: Game, seed: int) -> bool:
    """Whether a seat sees less than the whole state somewhere in a random game, after checking what every seat sees."""
    hides = False
    state, played = game.start(seed), list[str]()
    for ply in range(PLIES):
        moves = position_moves(state)
        for seat in range(game.players):
            problem = _problem(state, seat, Random(seed, "view", ply, seat))
            if problem:
                raise SpecError(f"{game}: {problem} (after {', '.join(played) or 'no move'})")
            hides |= state.view(seat).known != state
        if moves is None:
            break
        played.append(Random(seed, "view", ply).choice(moves))
        state = state.play(played[-1])
    return hides


def _problem(state: State, seat: int, random: Random) -> str | None:
    """What is wrong with the view of a seat, or with its view in a sampled world."""
    view = state.view(seat)
    if not isinstance(view, View):
        return f"view(state, seat) must return a kibitz.View, not {type(view).__name__}: write {HIDE}"
    try:
        world = view.world(random)
    except IllegalMove as error:
        return f"the start that sample_deal drew for seat {seat} does not allow what was played: {error}{_secret(view)}"
    other = world.view(seat)
    if other != view:
        return f"seat {seat} can tell a sampled world from the real position: {_difference(view, other)}{_secret(view)}"
    view.board(), view.to_json()  # any error is raised here, and not in the middle of a match
    return None if state.over else _leak(state, seat)


def _secret(view: View) -> str:
    """A hint if the seat has not seen a move: the mistake may be in that move, and not in the deal."""
    history = list(view.game.history(view))
    if None not in history:
        return ""
    return (
        f". Move {history.index(None) + 1} of its history is secret (None), and a random legal move was made in its "
        "place. If what follows depends on that move, keep the secret choice in a field of the state, let sample_deal "
        "draw it, and let history begin after it"
    )


def _difference(view: Any, other: Any) -> str:
    """Where two views differ first, in words."""
    for name in ("to_move", "over", "scores", "legal"):
        ours, theirs = getattr(view, name, None), getattr(other, name, None)
        if ours != theirs:
            return (
                f"{name} is {ours!r} in the real position and {theirs!r} in the sampled one; {name} must not depend on "
                "hidden information"
            )
    known, elsewhere = view.to_dict(), other.to_dict()
    for name, value in known.items():
        if value != elsewhere[name]:
            return (
                f"field '{name}' is {value!r} in the real position and {elsewhere[name]!r} in the sampled one; either "
                "hide shows too much, or sample_deal does not preserve what hide shows"
            )
    return "the views are not equal, though their text is the same"


def _leak(state: State, seat: int) -> str | None:
    """A move that the event shows to the seat and that its view does not show."""
    told: dict[Any, Any] = {}
    for move in state.moves()[:MOVES]:
        event = state.event(move, seat)
        if told.setdefault(state.play(move).view(seat), event) != event:
            return f"event tells seat {seat} of {move!r}, which its view does not show"
    return None
