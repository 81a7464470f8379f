"""The benchmarks of hidden hands: how results are counted, and the search that has one world."""

import sys
from pathlib import Path

import pytest
import typer

import kibitz
from kibitz.random import Random
from kibitz.replies.opponent import Opponent

HOME = Path(__file__).parent.parent
sys.path.insert(0, str(HOME))

from benchmarks import hidden, hidden_bids, hidden_ceiling, hidden_reading  # noqa: E402  # they are not part of the package


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_equal_players_share_the_wins_of_one_seat_against_two(winner: int) -> None:
    """The same seat wins both games of a deal, whoever sits there."""
    points = [[-10.0 if seat == winner else 5.0 for seat in range(3)]] * 2
    for seats in hidden.SEATINGS[3]:
        shares = [hidden.share_of_the_win(scores, seats, game) for game, scores in enumerate(points)]
        assert sum(shares) / 2 == 0.5
        deal = hidden.Deal(0, False, seats, points)
        assert deal.mean(0) == deal.mean(1) == 0.0


def test_a_game_to_300_is_played_to_its_end() -> None:
    budgets = [hidden.Budget(hidden.contestant(spec), dict.fromkeys(range(30), 5)) for spec in ("NEW", "START")]
    [deal] = hidden.play("spades-to-300", budgets, 1, 3)
    assert [max(-each for each in points) >= 300 for points in deal.points] == [True, True]
    assert min(deal.moves) > 50


def test_a_slower_contestant_has_fewer_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """START-THEN has the simulations of START divided by how much faster the core has become, stage by stage."""
    monkeypatch.setattr(hidden, "timed", lambda player, states, simulations: len(states) * simulations * 1e-6)
    now, then = (hidden.calibrated(hidden.contestant(name), "spades", 6.0, 3) for name in ("START", "START-THEN"))
    assert set(now.values()) == {6000}
    assert then == {at: round(6000 / hidden.FASTER["spades"][at]) for at in now}


def test_a_match_with_a_slower_contestant_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden, "calibrated", lambda *_: dict.fromkeys(range(30), 5))
    log = tmp_path / "log.jsonl"
    whole = hidden.compared("START", "START-THEN", "spades", 1.0, 0, 2, 3)
    hidden.compared("START", "START-THEN", "spades", 1.0, 0, 1, 3, log)
    again = hidden.compared("START", "START-THEN", "spades", 1.0, 0, 2, 3, log)
    assert len(log.read_text().splitlines()) == 3
    assert again["share of the wins"] == whole["share of the wins"]
    assert "slower" not in again["specifications"][0]
    with pytest.raises(typer.BadParameter, match="another match"):
        hidden.compared("START", "START", "spades", 1.0, 0, 2, 3, log)


def test_open_hands_are_the_only_world() -> None:
    for name in ("hearts", "spades by tricks"):
        state = kibitz.game(hidden_reading.SETTINGS[name].open).start(seed=2)
        player = hidden_reading.OneWorld(hidden_reading.ONE_WORLD.format(n=200))
        policy = player.policy(state)
        assert set(policy) <= set(state.moves())
        assert policy == player.policy(state)


def test_baselines_are_compared_on_the_same_deals(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    asked = ["mcts(simulations={n}, own=win)", hidden_reading.ONE_WORLD]
    first, again = (hidden_reading.baselines("spades by tricks", asked, 2, 1, 0.2, 5, log) for _ in range(2))
    assert first == again
    assert set(first["baselines"]) == set(asked)
    assert len(log.read_text().splitlines()) == 4


def test_ways_that_choose_the_same_bid_have_the_same_result() -> None:
    rows = [hidden_bids.deal(number, 3) for number in range(2)]
    for row in rows:
        ends = {(each["bid"], each["win"], each["points"]) for each in row.values()}
        assert len(ends) == len({bid for bid, _, _ in ends})
    found = hidden_bids.compared(rows, 3)
    assert list(found) == [*hidden_bids.WAYS, hidden_bids.USUAL]
    assert found[hidden_bids.BEFORE]["win"] == [0.0, 0.0, 0.0]


def test_a_perfect_reader_is_measured_again_alike(tmp_path: Path) -> None:
    """With a log and without."""
    log = tmp_path / "log.jsonl"
    asked = ("spades by tricks", None, [4, 3], 3, [20] * 4, 50, 2, 5)
    first, again, without = (hidden_ceiling.measured(*asked, each) for each in (log, log, None))
    assert first == again == without
    assert len(log.read_text().splitlines()) == 3
    assert [each["left"] for each in first] == [4, 3, [3, 4]]


def test_a_position_of_another_world_looks_the_same_to_us() -> None:
    for name in ("hearts", "spades by tricks"):
        spot = next(hidden_ceiling.at_spots(name, None, [5], 0, 3, 20))
        told = [Opponent(((1.0, kibitz.model(each)),)) for each in spot.others]
        exact = hidden_ceiling.Exact(told, 100, 1)
        spots, used, every = hidden_ceiling.worlds_of(spot, exact, 4, Random(1, "worlds"))
        assert used > 0
        assert len(spots) == 4
        assert every or used == 100
        for each in spots:
            assert each.hidden.view(spot.seat) == spot.hidden.view(spot.seat)
            assert each.open.core.hands == each.hidden.core.hands
