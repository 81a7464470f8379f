"""Games, bots and policies of OpenSpiel here; our games and players there."""

import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from support import openspiel_games
from support.conformance_games import SPECS

import kibitz
from kibitz.adapters.openspiel import worlds
from kibitz.adapters.openspiel.bots import bot, policy_model
from kibitz.adapters.openspiel.registered import load, register_all
from kibitz.errors import IllegalMove, KibitzError, NotationError, SpecError

TRIED = [row.game for row in openspiel_games.read() if row.works and row.seconds < 1.0]
"""The games of the table in the documentation that are tried quickly; the others take too long for a test."""


@pytest.mark.parametrize("name", TRIED)
def test_what_the_table_says_works(name: str) -> None:
    row = openspiel_games.examine(name, plies=100, worlds=3, searched=1)
    assert row.works


def test_the_table_lists_at_least_forty_games_that_work_and_every_other_with_a_reason() -> None:
    rows = openspiel_games.read()
    assert sum(row.works for row in rows) >= 40
    assert all(row.works or row.refused or row.search or row.worlds for row in rows)
    page = openspiel_games.PAGE.read_text(encoding="utf-8")
    assert "\n".join(openspiel_games.table(rows)) in page
    assert openspiel_games.summary(rows) in page


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("openspiel", "as in openspiel(kuhn_poker)"),
        ("openspiel(kuhn_pokre)", "did you mean 'kuhn_poker'"),
        ("openspiel(goofspiel)", "openspiel(turn_based_simultaneous_game(game=goofspiel))"),
        ("openspiel(mfg_garnet)", "mean-field"),
        ("openspiel(tarok)", "draws chance events by itself"),
        ("openspiel(kuhn_poker(players=99))", "players"),
        ("openspiel(kuhn_poker(seats=2))", "seats"),
        ("openspiel(kuhn_poker(3))", "name=value"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(SpecError) as error:
        kibitz.game(spec)
    assert sentence in str(error.value)


def test_simultaneous_moves_can_be_made_in_turn() -> None:
    game: Any = kibitz.game("openspiel(turn_based_simultaneous_game(game=goofspiel(num_cards=3)))")
    assert game.hidden
    assert kibitz.play_game(game, ["random", "random"], seed=1).end.over


def test_a_game_is_named_by_its_specification() -> None:
    game = kibitz.game("openspiel(leduc_poker(players=3))")
    assert str(game) == "openspiel(leduc_poker(players=3))"
    assert game == kibitz.game(str(game))
    assert pickle.loads(pickle.dumps(game)) == game
    assert game.players == 3
    assert str(kibitz.game('openspiel("2048")')) == 'openspiel("2048")'


def test_a_state_is_written_and_read() -> None:
    game: Any = kibitz.game("openspiel(leduc_poker)")
    state = game.start().play_all("Chance outcome:0, Chance outcome:4, Call, Raise")
    assert game.parse(str(state)) == state
    assert game.from_json(state.to_json()) == state
    with pytest.raises(NotationError, match="Fly"):
        game.parse("Chance outcome:0, Fly")
    with pytest.raises(NotationError, match="list of moves"):
        game.from_fields({"moves": "Call"})
    with pytest.raises(IllegalMove, match="Legal: Fold, Call, Raise"):
        state.play("Bet")


def test_a_view_says_what_the_seat_knows() -> None:
    start: Any = kibitz.game("openspiel(leduc_poker)").start()
    first, second = (
        start.play_all(f"Chance outcome:0, Chance outcome:{other}, Call, Raise").view(0) for other in (3, 4)
    )
    assert first == second
    assert first.made == ("Call", "Raise")
    assert first.moves() == ["Fold", "Call", "Raise"]
    assert str(first) == str(second)
    assert first.key == second.key
    stored = pickle.loads(pickle.dumps(first))
    assert stored == first
    assert start.event("Chance outcome:0", 1).move is None
    assert start.event("Chance outcome:0", 0).move == "Chance outcome:0"
    with pytest.raises(ValueError, match="only when it is to move"):
        start.play_all("Chance outcome:0, Chance outcome:4, Call").view(0).moves()


def test_a_public_card_is_seen_by_everybody() -> None:
    state = kibitz.game("openspiel(leduc_poker)").start().play_all("Chance outcome:0, Chance outcome:4, Call, Call")
    event = state.event("Chance outcome:2", 1)
    assert (event.move, event.public) == ("Chance outcome:2", True)


def shares(game: str, moves: str, seat: int, draws: int) -> dict[str, float]:
    """How often each deal of the other seat's card is drawn."""
    view = kibitz.game(game).start().play_all(moves).view(seat)
    place = 1 - seat
    found = Counter(view.world(kibitz.Random(1, "draw", each)).moves_made[place] for each in range(draws))
    return {move: count / draws for move, count in found.items()}


def test_worlds_of_resampling_and_of_rejection_are_as_likely_as_the_cards_left() -> None:
    moves = "Chance outcome:0, Chance outcome:4, Call, Call, Chance outcome:2, Call, Raise"
    drawn = shares("openspiel(leduc_poker)", moves, 0, 800)
    assert drawn.keys() == {f"Chance outcome:{card}" for card in (1, 3, 4, 5)}
    assert all(share == pytest.approx(1 / 4, abs=0.06) for share in drawn.values())


@pytest.mark.parametrize("seat", [0, 1])
def test_worlds_of_rejection_are_weighted_by_chance(seat: int) -> None:
    """Two suits count as one here: of each rank there are two cards, so a rank that is seen is half as likely.

    OpenSpiel's own resampling of this variant always gives the same card; it must not be used.
    """
    game = "openspiel(leduc_poker(suit_isomorphism=true))"
    for other in range(3):
        cards = (1, other) if seat == 0 else (other, 1)
        moves = ", ".join(f"Chance outcome:{card}" for card in cards)
        drawn = shares(game, f"{moves}, Call, Call, Chance outcome:0, Call", seat, 400)
        assert drawn["Chance outcome:2"] == pytest.approx(1 / 2, abs=0.08)
        assert drawn["Chance outcome:1"] == pytest.approx(1 / 4, abs=0.07)


def test_secret_moves_are_drawn_again() -> None:
    """At phantom tic-tac-toe nobody sees where the other has marked a square."""
    view = kibitz.game("openspiel(phantom_ttt)").start().play_all("x(0 0)").view(1)
    assert view.made == (None,)
    found = {view.world(kibitz.Random(1, "draw", each)).moves_made for each in range(60)}
    assert len(found) == 9
    assert view.game.history(view) == ()


def test_a_world_that_cannot_be_found_is_an_error_and_not_the_real_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "ATTEMPTS", 0)
    monkeypatch.setattr(worlds, "BRANCHES", 0)
    view = kibitz.game("openspiel(phantom_ttt)").start().play_all("x(0 0)").view(1)
    with pytest.raises(KibitzError, match="no world was found"):
        view.world(kibitz.Random(1))


def test_searches_and_players_work() -> None:
    centre = kibitz.game("openspiel(tic_tac_toe)").start().play_all("x(0 0), o(1 1), x(2 2), o(0 1)")
    assert kibitz.search("alpha-beta").choose(centre) == "x(2 1)"
    reader = "adaptive(candidates=[random, greedy], worlds=3, simulations=20)"
    played = kibitz.play_game("openspiel(leduc_poker)", [reader, "is-mcts(simulations=20)"], seed=1)
    assert sum(played.scores) == 0


def test_a_match_is_repeated_exactly_by_two_processes() -> None:
    players = ["is-mcts(simulations=20)", "openspiel-bot(is_mcts, simulations=20)"]
    results = [kibitz.match("openspiel(kuhn_poker)", players, deals=4, seed=1, jobs=jobs) for jobs in (1, 2)]
    assert results[0].tallies == results[1].tallies
    assert not results[0].tallies.failed


def test_unknown_bots_and_other_games_are_refused() -> None:
    view = kibitz.game("openspiel(tic_tac_toe)").start()
    with pytest.raises(SpecError, match="did you mean 'mcts'"):
        kibitz.player("openspiel-bot(mtcs)").act(view)
    with pytest.raises(KibitzError, match="needs a game of OpenSpiel"):
        kibitz.player("openspiel-bot(mcts)").act(kibitz.game("tic-tac-toe").start())
    assert kibitz.player("openspiel-bot(fixed_action_preference)").act(view) == "x(0 0)"


def test_a_policy_of_openspiel_is_a_model() -> None:
    game = pyspiel.load_game("kuhn_poker")
    solver = pyspiel.CFRSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    average = policy_model(solver.tabular_average_policy())
    state = kibitz.game("openspiel(kuhn_poker)").start().play_all("Deal:0, Deal:2, Bet")
    assert kibitz.predict(average, state)["Bet"] > 0.99  # with the king
    assert kibitz.play_game(state.game, [kibitz.player(average), "random"], seed=1).end.over


# Our games and players there.


@pytest.mark.parametrize("spec", SPECS)
def test_openspiels_own_test_passes_on_our_games(spec: str) -> None:
    if spec.startswith("hearts") and "passing" in spec:
        spec = "hearts(players=3, cards=3, passing=left)"  # 22,152 numbers of moves are compared at every position
    game = kibitz.game(spec)
    if "turns" in game.options:  # random games take all of them
        game = kibitz.game(game.name, **{**game.options, "turns": 5})
    pyspiel.random_sim_test(load(game, deals=20), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("spec", ["tic-tac-toe", "guess-it(cards=2)", "spades(cards=2)", "kuhn", "tree", "nim"])
def test_openspiels_playthroughs_can_be_replayed(spec: str, tmp_path: Path) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # with SciPy: only where it is used

    flags.FLAGS.mark_as_parsed()
    written = tmp_path / "playthrough.txt"
    written.write_text(generate_playthrough.playthrough(str(load(spec, deals=20)), None, seed=3))
    original, again = generate_playthrough.replay(str(written))
    assert original == again


def test_openspiels_algorithms_run_on_our_games() -> None:
    """CFR finds the same policies for Kuhn poker written here as for OpenSpiel's own, to the last digit."""
    distances = []
    for game in (load("kuhn"), pyspiel.load_game("kuhn_poker")):
        solver = pyspiel.CFRSolver(game)
        for _ in range(30):
            solver.evaluate_and_update_policy()
        distances.append(pyspiel.exploitability(game, solver.tabular_average_policy()))
    assert distances[0] == pytest.approx(distances[1], abs=1e-12)
    assert distances[0] < 0.03


def test_games_are_registered_once() -> None:
    names = register_all()
    assert "kibitz_checkers" in names
    assert register_all() == names
    assert set(names) <= set(pyspiel.registered_names())


def test_our_players_are_bots_and_watch_the_games() -> None:
    from open_spiel.python.algorithms import evaluate_bots

    game = pyspiel.load_game("leduc_poker")
    reader = kibitz.player("adaptive(candidates=[random, greedy], worlds=2, simulations=10)")
    ours, rng = bot(reader, game, 0, seed=1), np.random.RandomState(1)
    for _ in range(3):
        returns = evaluate_bots.evaluate_bots(
            game.new_initial_state(), [ours, pyspiel.make_uniform_random_bot(1, 7)], rng
        )
        assert sum(returns) == 0
    assert ours.games == 3
    assert len(reader.beliefs()) == 1


def test_our_players_play_our_games_as_bots() -> None:
    from open_spiel.python.algorithms import evaluate_bots

    game = load("guess-it(cards=2)", deals=10)
    bots = [bot("is-mcts(simulations=10)", game, 0), bot("random", game, 1)]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(2))
    assert sorted(returns) == [-1, 1]
    state = load("tic-tac-toe").new_initial_state()
    player = bot("alpha-beta", state.get_game(), 0)
    for action in (0, 4, 1, 8):
        state.apply_action(action)
    assert player.step(state) == 2
    policy, action = player.step_with_policy(state)
    assert policy == [(2, 1.0)]
    assert action == 2
