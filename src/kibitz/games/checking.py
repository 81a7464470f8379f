"""Checks the answers of a game written in Python.

A game is checked on a few random playouts when it is registered, and at every position of a played game. If a search
fails, random playouts from that position are checked for the reason. Searches themselves do not check, because they
call the game too often. Native games are tested with the library and are not checked.
"""

from __future__ import annotations

import copy
import dataclasses
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import fsum, isfinite
from operator import is_
from pathlib import Path
from types import CodeType, FrameType, TracebackType
from typing import Any, TypeVar

from kibitz.errors import GameError, KibitzError, SpecError
from kibitz.games.capabilities import Chancy
from kibitz.games.game import CHANCE, Game, State
from kibitz.random import Random

Answer = TypeVar("Answer")

PLAYOUTS = 3
"""The number of random playouts on which a game is checked."""
PLIES = 100
"""The largest number of moves of each playout."""
NOT_THE_GAMES = (KibitzError, TimeoutError, RecursionError, MemoryError)
"""Errors that are never the fault of a game: our own, a time-out, and too little memory."""
SLOW = 5.0
"""Seconds after which a check says in which method of the game it is: the game may never return."""
_SHOWN = 200  # characters of a state or an answer that an error message quotes
_SUM_SLACK = 1e-6  # by how much the sum of chance probabilities may differ from 1


# A position.


def position_moves(state: State) -> list[str] | None:
    """The legal moves, after checking ``to_move``; None at the end of the game, after checking the scores.

    >>> import kibitz
    >>> position_moves(kibitz.game("tree").start())
    ['a', 'b']
    """
    game, method, seat = state.game, "over", 0
    try:  # one block for all three calls, for speed: this runs at every move
        over = game.over(state)
        method = "moves"
        moves = game.moves(state)
        method = "to_move"
        seat = seat if over else game.to_move(state)
    except NOT_THE_GAMES:
        raise
    except Exception as error:
        raise _raised(game, method, [state], error) from error
    if isinstance(moves, str) or not isinstance(moves, Sequence):
        raise _wrong(state, "moves", moves, "which is not a list. Return the legal moves as a list of texts")
    if over:
        if moves:
            raise _wrong(state, "moves", moves, "but over says that the game has ended. Return [] there")
        check_scores(state)
        return None
    _check_moves(state, moves)
    if type(seat) is not int or not 0 <= seat < game.players:
        _check_seat(state, seat, moves)
    return list(moves)


def _check_moves(state: State, moves: Sequence[Any]) -> None:
    if not moves:
        raise _wrong(
            state, "moves", moves, "but over says that the game goes on. Return a move (a pass is one), or end the game"
        )
    if set(map(type, moves)) != {str}:
        for move in moves:
            if not isinstance(move, str):
                raise _wrong(state, "moves", moves, f"in which {move!r} is a {type(move).__name__}. A move is a text")
    if len(set(moves)) < len(moves):
        twice = next(move for move in moves if moves.count(move) > 1)
        raise _wrong(state, "moves", moves, f"which has {twice!r} twice. List every move once")


def _check_seat(state: State, seat: Any, moves: Sequence[str]) -> None:
    game = state.game
    if seat == CHANCE and type(seat) is int:
        if not isinstance(game, Chancy):
            raise _wrong(
                state,
                "to_move",
                seat,
                "which is CHANCE, and the game has no chance(state). Write that method, or return a seat",
            )
        _check_chance(state, _asked(game.chance, state), moves)
    elif not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < game.players:
        raise _wrong(
            state,
            "to_move",
            seat,
            f"which is not a seat. Return a whole number from 0 to {game.players - 1}, or CHANCE",
        )


def _check_chance(state: State, shares: Any, moves: Sequence[str]) -> None:
    fine = isinstance(shares, Sequence) and len(shares) == len(moves) and all(map(_is_number, shares))
    if not fine or min(shares) < 0 or abs(fsum(shares) - 1) > _SUM_SLACK:
        raise _wrong(
            state,
            "chance",
            shares,
            f"but {len(moves)} moves are legal. Return one probability for each; they must add up to 1",
        )


def check_scores(state: State) -> None:
    """Refuse scores that are not one finite number for each seat."""
    game = state.game
    scores = _asked(game.scores, state)
    if isinstance(scores, str) or not isinstance(scores, Sequence):
        raise _wrong(
            state, "scores", scores, f"which is a {type(scores).__name__}. Return a tuple of numbers, one for each seat"
        )
    if len(scores) != game.players:
        raise _wrong(
            state, "scores", scores, f"but there are {game.players} players. Return one number for each seat, in order"
        )
    for score in scores:
        if not _is_number(score):
            raise _wrong(
                state,
                "scores",
                scores,
                f"in which {score!r} is not a finite number. Return a finite int or float for each seat",
            )


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and isfinite(value)


# A move.


def play_checked(state: State, move: str, moves: Sequence[str]) -> State:
    """The state after a move, after checking that the move is legal and that ``play`` does not change the old state.

    >>> import kibitz
    >>> state = kibitz.game("tree").start()
    >>> play_checked(state, "a", state.moves()).moves()
    ['c', 'd']
    """
    game = state.game
    if move not in moves:
        move = game.parse_move(state, move)
    before = _Snapshot(state)
    try:
        after = game.play(state, move)
    except NOT_THE_GAMES:
        raise
    except Exception as error:
        raise _raised(game, f"play({move!r})", [state], error) from error
    if not isinstance(after, State):
        raise _wrong(state, f"play({move!r})", after, f"which is a {type(after).__name__}. Return a state")
    changed = before.changed()
    if changed:
        raise GameError(
            f"{game}: play({move!r}) changed the state that it was given: {changed}. Build a new state from copies, "
            f"and use tuples in place of lists in {type(state).__name__}"
        )
    return after


class _Snapshot:
    """A copy of the mutable fields of a state, for ``play_checked``."""

    def __init__(self, state: State) -> None:
        self._state: Any = state
        self._given = self._kept = _values(state)
        try:
            hash(tuple(self._given))
        except TypeError:  # it contains something mutable
            self._kept = [_copy(value) for value in self._given]

    def changed(self) -> str:
        """Which field has changed, and how; empty if none has."""
        now = _values(self._state)
        if self._kept is self._given and all(map(is_, now, self._given)):
            return ""
        for name, value, given, kept in zip(_names(self._state), now, self._given, self._kept, strict=True):
            if value is not given or (kept is not given and value != kept):
                return f"{name} was {_short(kept)} and is {_short(value)}"
        return ""


def _names(state: Any) -> tuple[str, ...]:
    kind: Any = type(state)
    return _fields(kind)


@lru_cache(maxsize=256)
def _fields(kind: Any) -> tuple[str, ...]:
    """The fields of a class of states, apart from the game."""
    fields = [field.name for field in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else []
    return tuple(name for name in fields if name != "game")


def _values(state: Any) -> list[Any]:
    return [getattr(state, name) for name in _names(state)]


def _copy(value: Any) -> Any:
    """A copy of a value, or the value itself if it cannot be copied or compared."""
    try:
        kept = copy.deepcopy(value)
        return kept if bool(kept == value) else value
    except Exception:  # a class of the user may raise anything, and this is not the place to report it
        return value


# A whole game.


def check_game(game: Game) -> None:
    """Refuse a game that gives a wrong answer in a few random playouts.

    >>> import kibitz
    >>> check_game(kibitz.game("tree"))
    """
    with warning_if_slow(game):
        for seed in range(PLAYOUTS):
            start = _called(game, "start", None, lambda seed=seed: game.start(seed))  # type: ignore[misc]
            if not isinstance(start, State):
                raise GameError(f"{game}: start returned {_short(start)}, a {type(start).__name__}. Return a state")
            check_playout(start, seed)


def check_playout(state: State, seed: int = 0, plies: int = PLIES) -> None:
    """Play at random from a position and raise an error at the first wrong answer."""
    for ply in range(plies):
        moves = position_moves(state)
        check_scores(state)
        _check_features(state)
        if moves is None:
            return
        if state.game.to_move(state) != CHANCE:
            _check_move_features(state, moves)
        move = Random(seed, "check", ply).choice(moves)
        after = play_checked(state, move, moves)
        _check_same(state, move, after, play_checked(state, move, moves))
        state = after


def _check_same(state: State, move: str, first: State, second: State) -> None:
    """Refuse a ``play`` that returns two different states for the same state and move."""
    for name, one, other in zip(_names(first), _values(first), _values(second), strict=False):
        try:
            differs = not bool(one == other) and bool(copy.deepcopy(one) == one)
        except Exception:  # a class of the user may raise anything, and without == nothing can be compared
            continue
        if differs:
            raise GameError(
                f"{state.game}: play({move!r}) was called twice in the same state, and {name} was {_short(one)} and "
                f"then {_short(other)}. Draw at random only in start(seed), or use chance moves. State: {_shown(state)}"
            )


def _check_features(state: State) -> None:
    game: Any = state.game
    if "evaluated" not in game.capabilities:
        return
    for seat in range(game.players):
        values = _asked(game.feature_values, state, seat)
        if not isinstance(values, Mapping) or not all(_is_number(values.get(name)) for name in game.features):
            names = ", ".join(game.features)
            raise _wrong(
                state, "feature_values", values, f"for seat {seat}. Return a finite number for each of {names}"
            )
        for name in game.features:
            low, high = _bounds_of(state, name)
            if not low <= values[name] <= high:
                raise _wrong(
                    state,
                    "feature_values",
                    values,
                    f"for seat {seat}, but bounds says that {name} is from {low:g} to {high:g}. Correct one of them: "
                    "searches stop early where the bounds say that nothing better can follow",
                )


def _bounds_of(state: State, name: str) -> tuple[float, float]:
    """The lowest and the highest value of a feature, after checking that they are there."""
    game: Any = state.game
    bounds = game.bounds
    pair = bounds.get(name) if isinstance(bounds, Mapping) else None
    if not isinstance(pair, Sequence) or len(pair) != 2:
        raise GameError(f"{game}: bounds is {_short(bounds)}. Return (lowest, highest) for each of {game.features}")
    return pair[0], pair[1]


def _check_move_features(state: State, moves: Sequence[str]) -> None:
    names = state.game.move_feature_names
    if not names:
        return
    for move in moves:
        values = _asked(state.game.move_features, state, move)
        if not isinstance(values, Mapping) or not all(_is_number(values.get(name)) for name in names):
            raise _wrong(
                state,
                "move_features",
                values,
                f"for the move {move!r}. Return a finite number for each of {', '.join(names)}",
            )


# Who is to blame.


def game_fault(game: Game, error: Exception) -> GameError | None:
    """An error that names the game, if the given error was raised by the game's own code; otherwise None.

    If ``game.play`` raises because it was given an illegal move, that is the fault of the caller, not of the game. A
    time-out and too little stack or memory are not the fault of the game either.
    """
    if isinstance(error, GameError):
        return error
    if isinstance(error, NOT_THE_GAMES):
        return None
    own = _codes(type(game))
    step: TracebackType | None = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if code in own:
            given = [step.tb_frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
            return None if _is_illegal(game, code.co_name, given) else _raised(game, code.co_name, given, error)
        step = step.tb_next
    return None


@contextmanager
def naming(game: Game) -> Iterator[None]:
    """Turn errors that the game's own code raises into errors that name it (``game_fault``)."""
    try:
        yield
    except Exception as error:
        named = game_fault(game, error)
        if named is None or named is error:
            raise
        raise named from error


def check_near(state: State, playouts: int = 20) -> None:
    """Raise an error for a wrong answer in random playouts from a position; used after a search has failed."""
    for seed in range(playouts):
        check_playout(state, seed)


@lru_cache(maxsize=256)
def _codes(kind: type[Game]) -> frozenset[CodeType]:
    """The code of all methods of a game's class and its class of states, except methods of Kibitz."""
    found = set()
    classes = [*kind.__mro__, *getattr(kind, "state_type", State).__mro__]
    for each in classes:
        if each.__module__.partition(".")[0] == "kibitz":
            continue
        for value in vars(each).values():
            function = getattr(value, "fget", None) or getattr(value, "func", None) or value
            function = getattr(function, "__wrapped__", None) or getattr(function, "__func__", None) or function
            code = getattr(function, "__code__", None)
            if isinstance(code, CodeType):
                found.add(code)
    return frozenset(found)


def _is_illegal(game: Game, method: str, given: Sequence[Any]) -> bool:
    """Whether ``play`` was asked for a move that is not legal."""
    if method != "play" or len(given) < 3:
        return False
    try:
        return given[2] not in game.moves(given[1])
    except Exception:
        return False


def _raised(game: Game, method: str, given: Sequence[Any], error: Exception) -> GameError:
    state = next((each for each in given if isinstance(each, State)), None)
    where = f". State: {_shown(state)}" if state is not None else ""
    last = traceback.extract_tb(error.__traceback__)[-1]
    line = f"{Path(last.filename).name}, line {last.lineno}"
    return GameError(f"{game}: {method} raised {type(error).__name__}: {error} ({line}){where}")


def _asked(method: Callable[..., Answer], state: State, *rest: Any) -> Answer:
    return _called(state.game, getattr(method, "__name__", "?"), state, lambda: method(state, *rest))


def _called(game: Game, method: str, state: State | None, call: Callable[[], Answer]) -> Answer:
    """Call the game, and name it in the error if it raises."""
    try:
        return call()
    except NOT_THE_GAMES:
        raise
    except Exception as error:
        raise _raised(game, method, [state], error) from error


def _wrong(state: State, method: str, answer: object, why: str) -> GameError:
    return GameError(f"{state.game}: {method} returned {_short(answer)}, {why}. State: {_shown(state)}")


def _shown(state: Any) -> str:
    """The fields of a state as text, without calling its game."""
    fields = zip(_names(state), _values(state), strict=True)
    return _short(", ".join(f"{name}={value!r}" for name, value in fields) or repr(state), str)


def _short(value: object, write: Callable[[Any], str] = repr) -> str:
    text = write(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


# Slow games.


@contextmanager
def warning_if_slow(game: Game) -> Iterator[None]:
    """Warn if a check takes longer than ``SLOW`` seconds, and say in which method of the game it is."""
    checking, own = threading.get_ident(), _codes(type(game))

    def warn() -> None:
        where = _method_in(sys._current_frames().get(checking), own)
        warnings.warn(
            f"the check of {game} has taken {SLOW:g} seconds{where}. If that method tries again until something fits, "
            "limit its tries, as kibitz.deal_until does",
            stacklevel=2,
        )

    timer = threading.Timer(SLOW, warn)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _method_in(frame: FrameType | None, own: frozenset[CodeType]) -> str:
    """The first method of the game that a thread has called, in words."""
    found = ""
    while frame is not None:
        if frame.f_code in own:
            found = f" and is in {frame.f_code.co_name} ({Path(frame.f_code.co_filename).name}, line {frame.f_lineno})"
        frame = frame.f_back
    return found


# Registration.


def check_registered(kind: type[Game]) -> None:
    """Check a game under its default options when it is registered."""
    try:
        game = kind()
    except SpecError:  # it needs options, so it is checked when it is played
        return
    except Exception as error:
        raise SpecError(f"{kind.name}: {kind.__name__}() raised {type(error).__name__}: {error}") from error
    check_game(game)
