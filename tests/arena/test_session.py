"""A session is determined by its address; what goes wrong in it is put down to whom it happened to."""

import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import kuhn  # noqa: F401  registers itself
import pytest

import kibitz
from kibitz.arena.experiment import Experiment
from kibitz.arena.faults import Fault, Hurried
from kibitz.arena.session import Director, GameResult, died, opened
from kibitz.errors import KibitzError, MissingCapability
from kibitz.games.records import GameRecord, read_line
from kibitz.players.play_game import play_game

ODD = str(Path(__file__).parent / "odd_players.py")


def director(game: str, *players: str, **options: Any) -> Director:
    return Director(Experiment.of(game, players, loads=(ODD,), **options), records=True)


def record(seated: Director, number: int) -> GameRecord:
    return read_line(str(seated.play(number).games[0].record))


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("spades(open=true)", ["remembering", "adaptive(own=mOT, candidates=[MT, mOT])", "random"]),
        ("guess-it", ["remembering", "random"]),
        ("checkers(quiet=10)", ["mcts(simulations=10)", "random"]),
    ],
)
def test_order_does_not_matter(game: str, players: list[str]) -> None:
    forwards, backwards = (director(game, *players, seed=3, series=2) for _ in range(2))
    there = [forwards.play(number).games for number in range(5)]
    back = [backwards.play(number).games for number in reversed(range(5))]
    assert there == back[::-1]


def test_deals_do_not_depend_on_who_sits_where_and_draws_do() -> None:
    seated = director("spades(cards=5)", "random", "MT", seed=2)
    played = [record(seated, number) for number in range(6)]
    assert len({str(each.start) for each in played}) == 1
    assert len({each.moves for each in played}) > 1
    assert str(record(seated, 6).start) != str(played[0].start)


def test_two_random_players_do_not_mirror_each_other() -> None:
    """The same draws in both seatings would make every match of equals come out even."""
    seated = director("tic-tac-toe", "random", "random")
    assert any(record(seated, 2 * deal).moves != record(seated, 2 * deal + 1).moves for deal in range(5))


def test_memory_lasts_for_a_series_and_no_longer() -> None:
    seated = director("tic-tac-toe", "remembering", "random", series=4)
    first = seated.play(0).games
    seated.play(1)
    assert seated.play(0).games == first
    assert director("tic-tac-toe", "remembering", "random").play(0).games[0] == first[0]
    opened = [read_line(str(game.record)).moves[0] for game in first]
    seen = [move for game in first[:1] for move in read_line(str(game.record)).moves]
    assert opened[1] in seen  # the second game begins with what was seen in the first


def test_openings_are_shared_by_the_seatings_and_differ_by_deal() -> None:
    seated = director("checkers", "greedy", "alpha-beta(depth=1)", opening=4)
    assert len({str(seated.start(deal)) for deal in range(5)}) == 5
    assert all(record(seated, number).start == seated.start(0) for number in range(2))


def test_a_long_opening_stops_before_the_end() -> None:
    assert not director("tic-tac-toe", "random", opening=100).start(0).over


@pytest.mark.parametrize(("player", "kind"), [("crashing(one_in=1)", "ZeroDivisionError"), ("illegal", "castle")])
def test_a_crash_is_a_loss_for_whom_it_happened_to(player: str, kind: str) -> None:
    seated = director("spades(cards=3, bids=[1, 1, 1], open=true)", "random", player)
    for number in range(6):
        (game,) = seated.play(number).games
        assert game.fault is not None
        failed = game.fault.seat
        assert seated.experiment.address(number).seating[failed or 0] == 1
        assert game.fault.kind == "crash"
        assert kind in game.fault.text
        assert game.scores is None
        assert game.winners == tuple(seat for seat in range(3) if seat != failed)


@pytest.mark.parametrize("player", ["slow", "slow(native=true)"])
def test_a_move_that_takes_too_long_is_interrupted(player: str) -> None:
    seated = director("tic-tac-toe", player, "random", move_seconds=0.2)
    began = time.perf_counter()
    (game,) = seated.play(0).games
    assert game.fault == Fault(0, "time-out", "no move within 0.2 seconds")
    assert time.perf_counter() - began < 5


def test_a_time_limit_leaves_no_alarm_and_changes_no_move() -> None:
    """In other threads there are no alarms; the time is checked afterwards there."""
    start, before = kibitz.game("tic-tac-toe").start(), signal.getsignal(signal.SIGALRM)
    plain, hurried = kibitz.player("random"), Hurried(kibitz.player("random"), move_seconds=60)
    moves = [plain.act(start, seed) for seed in range(4)]
    assert moves[0] != moves[1]
    with ThreadPoolExecutor(1) as thread:
        assert [thread.submit(hurried.act, start, seed).result() for seed in range(4)] == moves
    assert [hurried.act(start), *(hurried.act(start, seed) for seed in (1, 2, 3))] == moves
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) is before


def test_a_series_ends_where_somebody_fails() -> None:
    assert len(director("tic-tac-toe", "random", "illegal", series=5).play(0).games) == 1


def test_a_search_that_cannot_play_the_game_is_a_mistake_and_no_crash() -> None:
    with pytest.raises(MissingCapability, match="alpha-beta cannot play"):
        director("spades(cards=3, bids=[1, 1, 1], open=true)", "alpha-beta", "random").play(0)


HURRIED = "model(evaluation(men=1), search=alpha-beta(seconds=0.002))"


@pytest.mark.parametrize(
    "player",
    [
        "alpha-beta(seconds=0.002)",
        "mcts(seconds=0.002)",
        "safe(alpha-beta(depth=1), baseline=alpha-beta(seconds=0.002))",
        "m-star-with(mcts(seconds=0.001), plies=2)",
        "bids(alpha-beta(seconds=0.002))",
        HURRIED,
        f"noisy({HURRIED}, 0.1)",
        f"adaptive(own=evaluation(men=1), candidates=[{HURRIED}, strategy(men=1, depth=1)], depth=1)",
    ],
)
@pytest.mark.parametrize("move_seconds", [0.0, 60.0])
def test_a_game_that_a_clock_decided_is_marked(player: str, move_seconds: float) -> None:
    for number in range(2):
        (game,) = director("checkers(quiet=2)", player, "random", move_seconds=move_seconds).play(number).games
        assert (game.clocked, game.reproducible) == (True, False)


@pytest.mark.parametrize("player", ["alpha-beta(depth=1, seconds=600)", "safe(m-star(nodes=50, seconds=600))"])
def test_a_game_in_which_every_search_finished_is_not(player: str) -> None:
    (game,) = director("checkers(quiet=2)", player, "random").play(0).games
    assert (game.clocked, game.reproducible) == (False, True)


@pytest.mark.parametrize(("other", "later"), [("remembering", True), ("random", False)])
def test_what_a_clock_decided_carries_over_in_a_series_where_somebody_remembers(other: str, later: bool) -> None:
    games = director("tic-tac-toe", "timed", other, series=3).play(0).games
    assert [game.clocked for game in games] == [True, later, later]


def test_time_of_players_is_told_apart() -> None:
    session = director("tic-tac-toe", "remembering(pause=0.01)", "random").play(0)
    assert 0.03 < session.player_seconds <= session.seconds


def test_results_are_those_of_the_rules() -> None:
    seated = director("spades(cards=4, open=true, bids=[1, 2, 1])", "maxn", "random", seed=5)
    for number in range(6):
        (game,) = seated.play(number).games
        end = read_line(str(game.record)).states()[-1]
        assert end.over
        assert game.scores == end.scores
        assert set(game.winners) == end.winners


def test_a_played_game_is_the_one_of_the_table() -> None:
    """Supervision changes nothing: the same seeds at a bare table give the same moves."""
    seated = director("tic-tac-toe", "random", "maxn", seed=9)
    players = [kibitz.player("random"), kibitz.player("maxn")]
    again = play_game(seated.game, players, seated.play_seed(0, (0, 1)), start=seated.start(0))
    assert again.moves == record(seated, 0).moves


def test_chance_is_the_same_in_all_seatings_of_a_deal() -> None:
    """Kuhn's cards are dealt by a chance move: whoever sits where gets the cards of that seat."""
    experiment = Experiment.of("kuhn", ["random", "greedy"], seed=3)
    director = Director(experiment, records=True)
    assert experiment.sessions_a_deal == 2
    dealt = [read_line(str(director.play(number).games[0].record)).moves[0] for number in range(40)]
    assert dealt[::2] == dealt[1::2]
    assert len(set(dealt)) == 6


def test_only_games_with_chance_have_another_identity_for_it() -> None:
    """In 0.1.0 chance was drawn by seating, and such results are not to be added to."""
    assert Experiment.of("kuhn", ["random", "greedy"]).described()["chance"] == "by deal"
    for spec in ("spades", "hearts", "guess-it", "checkers", "tree"):
        assert "chance" not in Experiment.of(spec, ["random", "greedy"]).described()


def test_a_session_takes_its_time_and_a_failed_game_none_of_the_players() -> None:
    began = time.perf_counter()
    played = director("tic-tac-toe", "random", "random").play(0)
    assert 0 < played.player_seconds <= played.seconds <= time.perf_counter() - began
    assert director("tic-tac-toe", "random", "illegal").play(0).player_seconds == 0


def test_games_are_told_apart_only_where_they_may_repeat() -> None:
    """Both first moves are made in the same way, so the second deal repeats the first. Dealt cards never do."""
    alike = director("tic-tac-toe", "first-move", "last-move")
    [first], [second], [turned] = (alike.play(number).games for number in (0, 2, 1))
    assert isinstance(first.line, int)
    assert first.line == second.line != turned.line
    assert first.line < 2**56  # seven bytes, which SQLite and JSON keep exactly
    assert director("spades(cards=2)", "random").play(0).games[0].line is None


def test_a_game_without_an_end_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object, **__: object) -> None:
        raise KibitzError("the game does not end")

    monkeypatch.setattr("kibitz.arena.session.play_game", endless)
    session = director("tic-tac-toe", "random", "maxn").play(0)
    [game] = session.games
    assert game.fault == Fault(None, "crash", "the game does not end")
    assert (game.scores, game.winners, game.moves, session.player_seconds) == (None, (), 0, 0)


def test_a_player_whose_process_died_twice_has_lost_nothing() -> None:
    session = died(7)
    assert (session.number, session.seconds, session.player_seconds) == (7, 0, 0)
    [game] = session.games
    assert (game.winners, game.moves, game.reproducible) == ((), 0, False)
    assert game.fault is not None
    assert game.fault.seat is None


def test_a_game_is_reproducible_unless_a_clock_or_a_fault_decided_it() -> None:
    game = GameResult((1.0, 0.0), (0,), 5)
    assert game.reproducible is True
    assert game._replace(clocked=None).reproducible is None
    assert game._replace(clocked=True).reproducible is False
    assert game._replace(fault=Fault(0, "crash", "")).reproducible is False


def test_only_so_many_tables_keep_their_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players without a memory are used again, as long as there is room for their tables."""
    monkeypatch.setattr("kibitz.arena.session.TABLES", 1)
    seated = director("tic-tac-toe", "random", "maxn")
    first, second = ((0, 1), (1, 0))
    assert seated._table(first) is seated._table(first)
    assert seated._table(second) is not seated._table(second)
    assert seated._table(second)[0][0] is seated._table(second)[0][0]  # but the players themselves are kept
    remembering = director("tic-tac-toe", "remembering", "random")
    assert remembering._table(first)[0][0] is not remembering._table(first)[0][0]


def test_the_first_game_of_a_series_is_meant_unless_another_is_named() -> None:
    seated = director("spades(cards=3)", "random", "random")
    assert seated.start_for((0, 1, 0), 3) == seated.start_for((0, 1, 0), 3, 0) != seated.start_for((0, 1, 0), 3, 1)
    assert seated.start(3) == seated.start(3, 0) != seated.start(3, 1)
    assert seated.deal_seed(3) == seated.deal_seed(3, 0) != seated.deal_seed(3, 1)
    assert seated.play_seed(3, (0, 1, 0)) == seated.play_seed(3, (0, 1, 0), 0) != seated.play_seed(3, (0, 1, 0), 1)


def test_an_opening_has_as_many_moves_as_it_says() -> None:
    start = kibitz.game("tic-tac-toe").start()
    assert opened(start, 1, 0) == start
    for plies in (1, 2, 3):
        assert len(opened(start, 1, plies).moves()) == 9 - plies
