"""Games written in Python that answer wrongly are named: when they are registered, at the table, and in a match."""

from dataclasses import dataclass
from itertools import count
from math import inf, nan
from typing import Any

import pytest
from support.countdown import Countdown, Pile, changing, countdown, late

import kibitz
from kibitz.errors import GameError, IllegalMove, SpecError
from kibitz.games.checking import check_game, game_fault
from kibitz.games.registry import REGISTRY
from kibitz.players.player import Policy, Position

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"scores": lambda self, state: (1.0,)}, r"scores returned \(1.0,\), but there are 2 players"),
    ({"scores": lambda self, state: 1.0}, "scores returned 1.0, which is a float"),
    ({"scores": lambda self, state: "10"}, "scores returned '10', which is a str"),
    ({"scores": lambda self, state: (nan, 0.0)}, "nan is not a finite number"),
    ({"scores": lambda self, state: (0, -inf)}, "-inf is not a finite number"),
    ({"scores": lambda self, state: (0, None)}, "None is not a finite number"),
    ({"to_move": lambda self, state: 2}, "to_move returned 2, which is not a seat. Return a whole number from 0 to 1"),
    ({"to_move": lambda self, state: None}, "to_move returned None"),
    ({"to_move": lambda self, state: 0.0}, "to_move returned 0.0"),
    ({"to_move": lambda self, state: True}, "to_move returned True"),
    ({"to_move": lambda self, state: -1}, r"which is CHANCE, and the game has no chance\(state\)"),
    ({"moves": lambda self, state: []}, r"moves returned \[\], but over says that the game goes on"),
    ({"moves": lambda self, state: ["1", "2", "1"][: 3 * state.stones]}, "which has '1' twice"),
    ({"moves": lambda self, state: ["1"]}, "but over says that the game has ended"),
    ({"moves": lambda self, state: "1"}, "which is not a list"),
    ({"moves": lambda self, state: [1]}, "in which 1 is a int. A move is a text"),
    ({"play": changing}, r"play\('[12]'\) changed the state that it was given: log was \[\] and is \['[12]'\]"),
    ({"play": lambda self, state, move: None}, "returned None, which is a NoneType. Return a state"),
    ({"play": lambda self, state, move: [][0]}, r"raised IndexError: list index out of range \(test_checking.py, line"),
    ({"start": lambda self, seed=0: None}, "start returned None"),
    ({"to_move": lambda self, state: -1, "chance": lambda self, state: [0.5]}, r"chance returned \[0.5\], but 2 moves"),
]


FEATURES: dict[str, Any] = {
    "features": ("left",),
    "weights": {"left": 1.0},
    "bounds": {"left": (0.0, 5.0)},
    "feature_values": lambda self, state, seat: {"left": state.stones},
}
TAKEN: dict[str, Any] = {
    "move_feature_names": ("taken", "odd"),
    "move_features": lambda self, state, move: {"taken": int(move), "odd": int(move) % 2},
}
drawn = count()

WRONG += [
    (
        {"play": lambda self, state, move: Pile(self, state.stones - int(move), [str(next(drawn))])},
        r"play\('[12]'\) was called twice in the same state, and log was \['\d+'\] and then \['\d+'\]",
    ),
    (FEATURES | {"bounds": {"left": (0.0, 2.0)}}, "but bounds says that left is from 0 to 2"),
    (FEATURES | {"bounds": {}}, r"bounds is {}. Return \(lowest, highest\) for each of \('left',\)"),
    (
        TAKEN | {"move_features": lambda self, state, move: {"taken": 1}},
        "move_features returned {'taken': 1}, for the move '1'. Return a finite number for each of taken, odd",
    ),
]


@pytest.mark.parametrize("right", [FEATURES, TAKEN])
def test_features_that_are_complete_are_fine(right: dict[str, Any]) -> None:
    check_game(countdown(**right)())


def test_the_game_comes_first_in_a_state() -> None:
    @dataclass(frozen=True)
    class Last(kibitz.State):
        stones: int
        game: Countdown

    with pytest.raises(SpecError, match=r"the first field of Last must be 'game'.*the fields are stones, game"):
        kibitz.register(countdown(state_type=Last))


def test_what_is_missing_is_explained_in_the_guide() -> None:
    class Half(kibitz.Game):
        name = "half"
        state_type = Pile

    with pytest.raises(SpecError, match=r"these methods are missing: moves, over, .*docs/writing-a-game.md says"):
        kibitz.register(Half)


def test_an_unknown_game_may_be_ones_own() -> None:
    with pytest.raises(SpecError, match=r"there is no game 'nudge'.* or load its file with --load"):
        kibitz.game("nudge")


@pytest.mark.parametrize(("wrong", "message"), WRONG)
def test_a_wrong_answer_is_refused_at_registration(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=f"^countdown: .*{message}"):
        kibitz.register(countdown(**wrong))
    assert "countdown" not in REGISTRY


def test_a_game_that_answers_well_is_registered() -> None:
    for spec in ("tic-tac-toe", "tree", "guess-it(cards=2)"):
        check_game(kibitz.game(spec))
    try:
        assert kibitz.register(Countdown) is Countdown
    finally:
        REGISTRY._rows.pop("countdown", None)


def test_lists_that_no_move_changes_are_allowed() -> None:
    check_game(Countdown(stones=20))


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (late("scores", (1.0,), 0), "scores returned"),
        (late("to_move", 9), "to_move returned 9"),
        (late("moves", []), "but over says that the game goes on. .* State: stones=1"),
        (late("play", lambda: 1 / 0), "play|answered raised ZeroDivisionError"),
    ],
)
@pytest.mark.parametrize("player", ["random", "mcts(simulations=30)", "maxn"])
def test_a_wrong_answer_late_in_a_game_is_the_games_and_no_players(
    game: type[Countdown], message: str, player: str
) -> None:
    def blame(seat: int, error: Exception) -> Exception:
        raise AssertionError(f"seat {seat} was blamed for {error!r}")

    with pytest.raises(GameError, match=message):
        kibitz.play_game(game(stones=9), [kibitz.player(player), kibitz.player(player)], blame=blame)


class Trusting(kibitz.Player):
    """Looks one move ahead, and takes the game's answers as they are."""

    name = "trusting"

    def policy(self, view: Position) -> Policy:
        assert isinstance(view, kibitz.State)
        return {move: 1.0 + view.play(move).scores[1] for move in view.moves()}


def test_a_player_that_fails_because_of_a_wrong_answer_is_not_blamed() -> None:
    def blame(seat: int, error: Exception) -> Exception:
        raise AssertionError(f"seat {seat} was blamed for {error!r}")

    game = late("scores", (1.0,), stones=2)(stones=9)
    with pytest.raises(GameError, match=r"scores returned .* but there are 2 players"):
        kibitz.play_game(game, [Trusting(), Trusting()], blame=blame)


class Careless(kibitz.Player):
    """Asks the game for a move that is not legal."""

    name = "careless"

    def policy(self, view: Position) -> Policy:
        view.game.play(view, "three")
        return {}


class Helped(kibitz.Player):
    """Fails in a function of its own that takes the game."""

    name = "helped"

    def policy(self, view: Position) -> Policy:
        return best(view.game, view)


def best(game: kibitz.Game, view: Position) -> Policy:
    raise LookupError("no idea")


@pytest.mark.parametrize(("player", "error"), [(Careless, ValueError), (Helped, LookupError)])
def test_what_a_player_does_wrong_stays_its_own(player: type[kibitz.Player], error: type[Exception]) -> None:
    with pytest.raises(error) as raised:
        kibitz.play_game(Countdown(), [player(), kibitz.player("random")])
    assert not isinstance(raised.value, GameError)


def test_illegal_moves_are_the_players() -> None:
    game = Countdown()
    with pytest.raises(IllegalMove) as raised:
        game.start().play("7")
    assert game_fault(game, raised.value) is None


def test_a_game_that_cannot_be_made_says_so() -> None:
    def failing(self: Any, **options: Any) -> None:
        raise OSError("no board")

    with pytest.raises(SpecError, match=r"countdown: Countdown\(\) raised OSError: no board"):
        kibitz.register(countdown(__init__=failing))


def test_a_state_whose_fields_are_replaced() -> None:
    def replacing(self: Any, state: Any, move: str) -> Pile:
        object.__setattr__(state, "stones", state.stones - int(move))
        return state  # type: ignore[no-any-return]

    with pytest.raises(GameError, match="changed the state that it was given: stones was 5 and is"):
        check_game(countdown(play=replacing)())
