"""What a seat has seen of a game of OpenSpiel, and worlds that agree with it.

OpenSpiel says what a seat knows (its information state, or its observation), not which moves it saw. A seat has seen a
move if every other legal move would have left it with another information state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from kibitz.adapters.openspiel.library import pyspiel
from kibitz.errors import IllegalMove, KibitzError
from kibitz.games.game import CHANCE
from kibitz.random import Random

if TYPE_CHECKING:
    from kibitz.adapters.openspiel.game import SpielState, SpielView

ATTEMPTS = 100  # to find a world by random moves, before all branches are tried in turn
COMPARED = 20  # worlds that are drawn first, to compare them
BRANCHES = 300  # the largest number of branches that are tried in turn
LOOKS = 20_000  # the largest number of positions that are compared with what was seen, in all attempts together


def information(state: SpielState, seat: int) -> str:
    """Everything that a seat knows in a position, computed once."""
    found = state.known.get(seat)
    if found is None:
        found = state.known[seat] = _told(state.spiel, seat, _recalled(state, seat))
    return found


def moves_seen(state: SpielState, seat: int) -> tuple[str | None, ...]:
    """Every move up to a position as a seat saw it: None if it could not tell the move from another."""
    line = [state]
    while seat not in line[-1].seen and line[-1].before is not None:
        line.append(line[-1].before)
    for position in reversed(line):
        if seat not in position.seen:
            before = position.before
            last = () if before is None else (_last_seen(position, seat),)
            position.seen[seat] = (*(() if before is None else before.seen[seat]), *last)
    return state.seen[seat]


def _last_seen(state: SpielState, seat: int) -> str | None:
    """The last move, if the seat made it or no other move would have looked the same to the seat."""
    before = state.before
    assert before is not None
    known = information(state, seat)
    alone = before.to_move == seat or all(
        information(before.game.play(before, other), seat) != known
        for other in before.by_text
        if other != state.moves_made[-1]
    )
    return state.moves_made[-1] if alone else None


def _recalled(state: SpielState, seat: int) -> str:
    """What a seat remembers from before its newest observation. It is empty if OpenSpiel gives information states,
    because these contain the past."""
    before = state.before
    if before is None or state.game.kind.provides_information_state_string:
        return ""
    own = f"{state.moves_made[-1]}\n" if before.to_move == seat else ""
    return f"{information(before, seat)}\n{own}"


def _told(spiel: Any, seat: int, recalled: str) -> str:
    """What a seat remembers, followed by what OpenSpiel tells it in a position."""
    kind = spiel.get_game().get_type()
    name = "information_state_string" if kind.provides_information_state_string else "observation_string"
    try:
        told = str(getattr(spiel, name)(seat))
    except pyspiel().SpielError:  # some games give no information before the deal, or at the end
        told = ""
    return recalled + told


def deal_length(state: SpielState) -> int:
    """How many chance moves came before the first decision."""
    position, decided = state, len(state.actions)
    if not position.over and position.to_move != CHANCE:
        decided = len(position.actions)
    while position.before is not None:
        position = position.before
        if position.to_move != CHANCE:
            decided = len(position.actions)
    return decided


def world(view: SpielView, random: Random) -> SpielState:
    """A position that the view's seat cannot distinguish from the real one."""
    return _resampled(view, random) or _by_rejection(view, random)


def _resampled(view: SpielView, random: Random) -> SpielState | None:
    """A world by OpenSpiel's own resampling, if the game has it and its world fits.

    Several games have resampling, but not during the deal, at the end or at chance moves.
    """
    if view.over or not view.game.resamples or deal_length(view.witness) == len(view.witness.actions) > 0:
        return None
    found = _resampled_once(view, random)
    return found if found is not None and _varies(view) else None


def _resampled_once(view: SpielView, random: Random) -> SpielState | None:
    game = view.game
    try:
        drawn = view.witness.spiel.resample_from_infostate(view.seat, random.uniform)
        found = game.replayed([each.action for each in drawn.full_history()])
    except pyspiel().SpielError:
        game.resamples = view.to_move == CHANCE
        return None
    except IllegalMove:  # some games make up a history that their own rules do not allow
        return None
    return found if found.view(view.seat) == view else None


def _varies(view: SpielView) -> bool:
    """Whether resampling gives several worlds. Leduc poker with ``suit_isomorphism`` always gives the same one in the
    second round. If there is only one world, rejection finds it too.
    """
    known = view.witness.varies
    if view.seat not in known:
        random = Random(0, "varies", view.key)
        known[view.seat] = len({_resampled_once(view, random) for _ in range(COMPARED)} - {None}) > 1
    return known[view.seat]


def _by_rejection(view: SpielView, random: Random) -> SpielState:
    """Draw a world: random moves that agree with every observation of the seat. Dead ends are rejected.

    A chance event that agrees is drawn in proportion to its probability, and a move of a player uniformly. The weight
    of a world is the product of the probabilities with which chance agreed. A world is accepted in proportion to its
    weight, so that worlds are likely in proportion to the chance events in them.
    """
    path = _path(view)
    last = None
    for state, weight in _drawn(view, path, random):
        if random.uniform() * _heaviest(view, path) < weight:
            return state
        last = state
    return last or _every_branch(view, path, random)


def _path(view: SpielView) -> list[SpielState]:
    """The positions from the start to the present. Only what the seat has seen of them is used."""
    path = [view.witness]
    while path[-1].before is not None:
        path.append(path[-1].before)
    return path[::-1]


def _heaviest(view: SpielView, path: list[SpielState]) -> float:
    """The highest weight among some worlds of a view. Every call for the same view draws the same worlds."""
    known = view.witness.heaviest
    if view.seat not in known:
        drawn = _drawn(view, path, Random(0, "heaviest", view.key))
        known[view.seat] = max((weight for _, weight in islice(drawn, COMPARED)), default=0.0)
    return known[view.seat]


def _drawn(view: SpielView, path: list[SpielState], random: Random) -> Iterator[tuple[SpielState, float]]:
    """Draw worlds with their weights, until too many attempts have been made."""
    looks = 0
    for _ in range(ATTEMPTS):
        if looks > LOOKS:
            return
        state, weight = path[0], 1.0
        for real in path[1:]:
            move, share = _agreeing(state, real, view.seat, random)
            if move is None:
                break
            weight *= share
            looks += len(state.by_text)
            state = state.game.play(state, move)
        else:
            if state.view(view.seat) == view:
                yield state, weight


def _agreeing(state: SpielState, real: SpielState, seat: int, random: Random) -> tuple[str | None, float]:
    """A move that looks to the seat like the real one, and the probability of all such moves."""
    if state.over or state.to_move != CHANCE:
        return next(_fitting(state, real, seat, random.shuffled), None), 1.0
    shares = dict(zip(state.moves(), state.game.chance(state), strict=True))
    fitting = {move: shares[move] for move in _fitting(state, real, seat, list) if shares[move] > 0}
    return (random.weighted(fitting), sum(fitting.values())) if fitting else (None, 0.0)


def _fitting(
    state: SpielState, real: SpielState, seat: int, ordered: Callable[[Iterable[str]], list[str]]
) -> Iterator[str]:
    """The moves that look to the seat like the real one: after them it has the same information."""
    before = real.before
    assert before is not None
    if state.over or state.to_move != before.to_move:
        return
    if state.to_move == seat:
        if real.moves_made[-1] in state.by_text:
            yield real.moves_made[-1]
        return
    target = information(real, seat)
    for move in ordered(state.by_text):
        if information(state.game.play(state, move), seat) == target:
            yield move


def _every_branch(view: SpielView, path: list[SpielState], random: Random) -> SpielState:
    """The first world in a random order of all branches; the real one is among them."""
    waiting, tried = [path[0]], 0
    while waiting:
        state = waiting.pop()
        depth = len(state.actions)
        if depth == len(path) - 1:
            if state.view(view.seat) == view:
                return state
            continue
        tried += 1
        if tried > BRANCHES:
            break
        waiting.extend(
            state.game.play(state, move) for move in _fitting(state, path[depth + 1], view.seat, random.shuffled)
        )
    raise KibitzError(f"{view.game}: no world was found that agrees with all that seat {view.seat} has seen")
