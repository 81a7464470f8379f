"""The clairvoyant knows what its opponents do: by their models, or by asking them."""

from pathlib import Path

import pytest

import kibitz
from kibitz.arena.league.clairvoyant import Clairvoyant
from kibitz.arena.league.truth import at_moment, truth_about
from kibitz.players.loading import load

OWN = str(Path(__file__).parent / "own_opponents.py")


@pytest.fixture(autouse=True)
def own_opponents() -> None:
    load(OWN)


@pytest.mark.parametrize("spec", ["greedy", "strategy(depth=2)", "noisy(greedy, 0.2)", "mcts(simulations=20)"])
def test_a_model_is_known_by_its_specification(spec: str) -> None:
    assert truth_about(kibitz.player(spec)) == kibitz.model(spec)


def test_a_registered_function_is_a_model() -> None:
    assert truth_about(kibitz.player("first-listed")) == kibitz.model("first-listed")


def test_a_player_with_a_memory_is_asked_what_it_does_now() -> None:
    start = kibitz.game("tic-tac-toe").start()
    seated = kibitz.player("turning")
    truth = truth_about(seated)
    assert dict(truth.policy(start)) == {"a1": 1.0}
    seated.end(start)
    assert dict(at_moment(truth, 1).policy(start)) == {"c3": 1.0}
    assert at_moment(truth, 1) != truth  # or answers of before would be taken from a cache
    assert dict(truth.stand_in.policy(start)) == {"a1": 1.0}  # one that has seen nothing


def test_players_without_a_memory_are_equal_if_their_specifications_are() -> None:
    assert truth_about(kibitz.player("any-move")) == truth_about(kibitz.player("any-move"))
    assert truth_about(kibitz.player("turning")) != truth_about(kibitz.player("turning"))


def wins(others: list[str], make: object, games: int = 10, game: str = "tic-tac-toe") -> float:
    """How many games the player in the first seat wins; opponents keep what they remember."""
    made = [kibitz.player(each) for each in others]
    ours = make(made) if callable(make) else kibitz.player(make)
    ends = [kibitz.play_game(game, [ours, *made], seed).end for seed in range(games)]
    return sum(0 in end.winners for end in ends)


def test_it_wins_every_game_that_the_truth_gives_away() -> None:
    assert wins(["turning"], lambda others: Clairvoyant(others, simulations=300)) == 10
    assert wins(["turning"], lambda others: Clairvoyant(others, reply="best-response")) == 10


def test_it_does_not_see_hidden_cards() -> None:
    game = kibitz.game("spades(players=3, cards=4, scoring=tricks)")
    assert game.hidden
    others = [kibitz.player("any-move") for _ in range(2)]
    ours = Clairvoyant(others, simulations=40)
    first, other = game.start(seed=1).view(0), game.start(seed=1).view(0).world(kibitz.Random(5, "another deal"))
    assert other != game.start(seed=1)  # other hands of the others, and the same view of ours
    again = Clairvoyant([kibitz.player("any-move") for _ in range(2)], simulations=40)
    assert ours.policy(first) == again.policy(other.view(0))
    assert kibitz.play_game(game, [ours, *others], seed=2).end.over


@pytest.mark.parametrize("opponent", ["call-then-ask", "stationary(bluff=0.7, call=0.5)", "impatient", "random"])
def test_where_a_game_has_a_best_reply_of_its_own_it_is_used(opponent: str) -> None:
    """At Guess It, simulated games over worlds lose even to random moves: in every world the centre is known."""
    games = 60
    won = wins([opponent], lambda others: Clairvoyant(others, simulations=20), games, "guess-it")
    plain = wins([opponent], "equilibrium", games, "guess-it")
    assert won >= max(0.8 * games, plain)
    poor = wins([opponent], lambda others: Clairvoyant(others, reply="exploit", simulations=20), 10, "guess-it")
    assert poor <= 6


def test_the_best_reply_is_to_whom_an_opponent_plays_like_now() -> None:
    changing = kibitz.player("changing(always-ask, always-bluff, after=1)")
    seen = [str(changing.current)]
    ours = Clairvoyant([changing], simulations=20)
    won = []
    for seed in range(4):
        won.append(0 in kibitz.play_game("guess-it", [ours, changing], seed).end.winners)
        seen.append(str(changing.current))
    assert seen == ["always-ask", "always-ask", "always-bluff", "always-bluff", "always-bluff"]
    assert won == [True] * 4
    assert kibitz.player("greedy").current == kibitz.player("greedy")


def test_it_keeps_its_tree_from_move_to_move_where_nothing_is_hidden() -> None:
    others = [kibitz.player("greedy")]
    ours = Clairvoyant(others, simulations=100)
    state = kibitz.game("checkers").start()
    ours.begin(state.game, 0, state, ["me", "other"])
    for _ in range(3):
        state = state.play(ours.act(state, 1))
        state = state.play(others[0].act(state, 1))
    assert ours._search(state).analyse(state).kept > 0  # type: ignore[attr-defined]
