"""Check that a Python game with hidden information is complete, before it is played.

A missing method is found when the game is registered. Whether views and sampled deals agree can only be seen in play.
So when a game is first made from a specification, a few moves are played. What the author meant to hide cannot be
checked: if a view shows too much and the deals agree with it, no error is found.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from kibitz.errors import IllegalMove, SpecError
from kibitz.games.capabilities import Hidden
from kibitz.games.game import Game, State
from kibitz.games.view import View
from kibitz.random import Random

DEALS = 2  # deals that are played at random
PLIES = 60  # the largest number of plies of each deal
MOVES = 6  # moves of each position whose events are compared

HIDE = "hide(state, seat), which returns the state as far as that seat knows it"
SAMPLE = "sample_deal(view, random), which draws a start that agrees with everything the view's seat has seen"
HISTORY = "a field 'history' in the state (a tuple of the moves since the deal), or a method history(position)"

_tried: set[tuple[type[Game], str]] = set()


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
    """Play a few moves, and refuse a game whose views, sampled deals and events do not agree, or that hides nothing."""
    if not game.hidden or (type(game), str(game)) in _tried:
        return
    hides = False
    for seed in range(DEALS):
        state, played = game.start(seed), list[str]()
        for ply in range(PLIES):
            for seat in range(game.players):
                problem = _problem(state, seat, Random(seed, "view", ply, seat))
                if problem:
                    raise SpecError(f"{game}: {problem} (after {', '.join(played) or 'no move'})")
                hides |= state.view(seat).known != state
            if state.over:
                break
            played.append(Random(seed, "view", ply).choice(state.moves()))
            state = state.play(played[-1])
    if not hides:
        raise SpecError(f"{game} hides nothing: hide(state, seat) shows everything to everybody")
    _tried.add((type(game), str(game)))


def _problem(state: State, seat: int, random: Random) -> str | None:
    """What is wrong with the view of a seat, or with its view in a sampled world."""
    view = state.view(seat)
    if not isinstance(view, View):
        return f"view(state, seat) must return a kibitz.View, not {type(view).__name__}: write {HIDE}"
    try:
        world = view.world(random)
    except IllegalMove as error:
        return f"the start that sample_deal drew for seat {seat} does not allow what was played: {error}"
    other = world.view(seat)
    if other != view:
        return f"seat {seat} can tell a sampled world from the real position: {_difference(view, other)}"
    view.board(), view.to_json()  # any error is raised here, and not in the middle of a match
    return None if state.over else _leak(state, seat)


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
