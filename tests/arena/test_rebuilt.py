"""Objects given to a match: taken where a specification makes them again, refused where something would be lost."""

from collections.abc import Callable
from typing import Any

import pytest

import kibitz
from kibitz.arena.rebuilt import alike
from kibitz.errors import SpecError
from kibitz.games.tic_tac_toe.rules import TicTacToe
from kibitz.players.player import Policy, Position
from kibitz.players.registry import REGISTRY

GAME = "spades(players=3, cards=5, bids=[1, 2, 1], open=true)"
ADAPTIVE = "adaptive(own=mOT, candidates=[MT, mOT])"


class Tabular(kibitz.Player):
    """Plays from a table that somebody fills."""

    name = "tabular"
    watches = False

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.table: dict[int, str] = {}

    def policy(self, view: Position) -> Policy:
        return {self.table.get(view.key, view.moves()[0]): 1.0}


@pytest.fixture
def tabular() -> Any:
    kibitz.register(Tabular)
    yield Tabular
    REGISTRY._rows.pop("tabular")


def test_an_unregistered_player_is_refused_by_its_class() -> None:
    with pytest.raises(SpecError, match=r"Tabular is not registered.*kibitz.play_game plays an object as it is"):
        kibitz.match("tic-tac-toe", [Tabular(), "random"], deals=1)


def test_an_unregistered_game_is_refused_too() -> None:
    class Other(TicTacToe):
        """Another class under the same name."""

    with pytest.raises(SpecError, match=r"Other is not registered.* Put @kibitz.register before the class"):
        kibitz.match(Other(), ["random"], deals=1)


def test_another_class_of_the_same_name_is_refused(tabular: type[Tabular]) -> None:
    another = type("Tabular", (Tabular,), {})
    with pytest.raises(SpecError, match="Tabular is not registered"):
        kibitz.match("tic-tac-toe", [another(), "random"], deals=1)


def test_a_player_that_was_trained_by_hand_is_refused(tabular: type[Tabular]) -> None:
    player = tabular()
    assert kibitz.match("tic-tac-toe", [player, "random"], deals=1).games == 2
    player.table[1] = "b2"
    with pytest.raises(SpecError, match=r"tabular has changed since it was made: its table differs.*would be lost"):
        kibitz.match("tic-tac-toe", [player, "random"], deals=1)


def test_a_player_that_has_learned_at_a_table_is_refused() -> None:
    player = kibitz.player(ADAPTIVE)
    assert kibitz.match(GAME, [player, "MT"], deals=1).games > 0
    kibitz.play_game(GAME, [player, "MT", "mOT"], seed=1)
    with pytest.raises(SpecError, match=r"adaptive.* has changed since it was made"):
        kibitz.match(GAME, [player, "MT"], deals=1)


@pytest.mark.parametrize(
    "spec", ["random", "maxn(own=MT)", "MT_mOT", ADAPTIVE, "bayes-reader", "equilibrium", "bids(maxn(own=MT))"]
)
def test_new_players_are_taken_as_objects(spec: str) -> None:
    game = "guess-it(cards=2)" if spec in ("bayes-reader", "equilibrium") else GAME
    assert kibitz.match(game, [kibitz.player(spec), "random"], deals=1, seatings=1).games == 1


def test_players_without_a_memory_may_have_played() -> None:
    player = kibitz.player("maxn(own=MT)")
    kibitz.play_game(GAME, [player, "MT", "mOT"], seed=1)
    assert kibitz.match(GAME, [player, "MT"], deals=1, seatings=1).games == 1


def test_attributes_are_compared_by_their_contents() -> None:
    import numpy as np

    class Net:
        __slots__ = ("owner", "weights")

        def __init__(self, *weights: float) -> None:
            self.weights, self.owner = np.array(weights), self  # it knows itself: no end to follow

    assert alike(Net(1, 2), Net(1, 2))
    assert not alike(Net(1, 2), Net(1, 3))
    assert not alike([Net(1)], (Net(1),))
    assert alike({"f": len, "n": [1, {2}]}, {"f": len, "n": [1, {2}]})


def test_a_registered_function_or_class_stands_for_its_name() -> None:
    @kibitz.register
    def takes_first(view: Position) -> Policy:
        return {view.moves()[0]: 1.0}

    result = kibitz.match("tic-tac-toe", [takes_first, "random"], deals=1)
    assert result.experiment.players == ("takes-first", "random")
    found = kibitz.league(
        "tic-tac-toe", [takes_first], ["greedy"], "random", sessions=1, games=1, clairvoyant="none", simulations=5
    )
    assert found.league.opponents == ("takes-first",)


def test_one_that_is_not_registered_is_refused_with_its_name() -> None:
    def takes_last(view: Position) -> Policy:
        return {view.moves()[-1]: 1.0}

    with pytest.raises(kibitz.SpecError, match=r"@kibitz.register.*'takes-last'"):
        kibitz.match("tic-tac-toe", [takes_last, "random"], deals=1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: kibitz.match("checkers", "mcts", "random"), "players is a list"),  # type: ignore[arg-type]
        (lambda: kibitz.match("checkers", ["random"], deal=2), "did you mean 'deals'"),  # type: ignore[call-arg]
        (lambda: kibitz.league("checkers", "random"), "opponents is a list"),
        (lambda: kibitz.league("checkers", ["random"], session=2), "did you mean 'sessions'"),
        (lambda: kibitz.league("checkers", ["random"], job=2), "did you mean 'jobs'"),
        (lambda: kibitz.league("checkers", ["random"], strict=True), "no option 'strict'"),
    ],
)
def test_mistyped_arguments_get_the_right_hint(call: Callable[[], object], message: str) -> None:
    with pytest.raises(kibitz.SpecError, match=message):
        call()


def test_a_match_of_one_player_says_that_it_plays_itself() -> None:
    assert "maxn was named, so it plays against itself" in kibitz.match("tic-tac-toe", ["maxn"], deals=1).summary()
    assert "itself" not in kibitz.match("tic-tac-toe", ["maxn", "random"], deals=1).summary()
