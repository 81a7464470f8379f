"""What a league's result makes of the games of its sessions, with numbers worked out by hand.

The statistics have their own tests. Here they are replaced by simple ones: an interval goes ten times the probability
outside it to both sides, a p value is a tenth of the mean, and the detectable gain is the number of tests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, nan
from types import SimpleNamespace
from typing import Any, cast

import pytest

from kibitz.arena.intervals import Estimate
from kibitz.arena.league import results
from kibitz.arena.league.experiment import Case, League
from kibitz.arena.league.results import (
    AXIS,
    Belief,
    Cost,
    Gain,
    LeagueResult,
    Pooled,
    Row,
    Section,
    hundredfold,
    mean_score,
    mean_share,
    members_of,
    points,
    share_from,
    share_of,
)
from kibitz.errors import KibitzError
from kibitz.games.registry import game as game_named

BASE, FIRST, SECOND = "first-move", "maxn", "greedy"
SEER = "clairvoyant"
RANDOM, GREEDY = ("random",), ("greedy",)
Share = Callable[[str, tuple[str, ...], int, int], float | None]


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def interval(values: Sequence[float], outside: float) -> Estimate:
    middle = mean(values)
    return Estimate(middle, middle - 10 * outside, middle + 10 * outside, len(values))


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The simple statistics. Returned are the seeds and bounds that they were given."""
    noted: list[tuple[Any, ...]] = []

    def estimate(values: Any, seed: int, bounds: Any = None, outside: float = 0.025) -> Estimate:
        noted.append((seed, bounds))
        return interval(values, outside)

    def mean_and_p(values: Any, seed: int, bounds: Any, outside: float) -> tuple[Estimate, float]:
        noted.append((seed, bounds))
        return interval(values, outside), abs(mean(values)) / 10

    def fieller(above: Any, below: Any, outside: float, more: Any) -> Estimate:
        return Estimate(mean([*above, *more]) / mean(below), -outside, outside, len(above))

    monkeypatch.setattr(results, "estimate", estimate)
    monkeypatch.setattr(results, "mean_and_p", mean_and_p)
    monkeypatch.setattr(results, "fieller", fieller)
    monkeypatch.setattr(results, "detectable", lambda values, tests: float(tests))
    return noted


def game(share: float | None, **more: Any) -> dict[str, Any]:
    return {"share": share, "score": None, "moves": 2, "seconds": 0.5, "clocked": False, **more}


def league(players: tuple[str, ...] = (FIRST,), games: int = 3, **more: Any) -> League:
    return League("tic-tac-toe", ("random", "greedy"), players, BASE, games=games, **more)


def played(made: League, share: Share, sessions: int = 2, looks: tuple[int, ...] = ()) -> LeagueResult:
    """A result in which the shares of the win are given by player, table, session and game."""
    cases = made.cases(sessions)
    found = {case: [game(share(*case, place)) for place in range(made.games)] for case in cases}
    return LeagueResult(made, sessions, found, looks)


def kind(arm: str) -> str:
    return SEER if arm.startswith(SEER) else arm


def usual(arm: str, table: tuple[str, ...], number: int, place: int) -> float:
    """The baseline wins nothing, and the clairvoyant everything. Against random, other players win a quarter of the
    first games, half of the second and all later ones; at the other table they win half of that."""
    won = (0.25, 0.5, 1.0, 1.0)[place] / (1 if table == RANDOM else 2)
    return {BASE: 0.0, SEER: 1.0}.get(kind(arm), won)


# Values of sessions.


def test_sessions_with_a_game_that_does_not_count_are_left_out() -> None:
    assert mean_share([game(0.5), game(1.0)]) == 0.75
    assert mean_share([game(0.5), game(None)]) is None
    assert mean_share([]) is None
    assert mean_score([game(0.0, score=3.0), game(0.0), game(0.0, score=5.0)]) == 4.0
    assert mean_score([game(0.0)]) is None


def test_shares_of_some_games() -> None:
    session = [game(0.0), game(1.0), game(0.5)]
    assert [share_of(place)(session) for place in range(4)] == [0.0, 1.0, 0.5, None]
    assert [share_from(place)(session) for place in range(4)] == [0.5, 0.75, 0.5, None]
    assert share_from(1)([game(None), game(1.0)]) == 1.0


def test_gains_are_paired_and_need_both() -> None:
    def share(arm: str, table: tuple[str, ...], number: int, place: int) -> float | None:
        lost = {(BASE, 1), (FIRST, 2)}
        return None if (arm, number) in lost and table == RANDOM else {BASE: 0.25, FIRST: 0.75}.get(arm, 1.0)

    found = played(league(), share, sessions=4)
    assert found._gains(FIRST, mean_share, [RANDOM]) == [0.5, None, None, 0.5]
    row = next(row for row in found.rows if (row.player, row.opponents) == (FIRST, RANDOM))
    assert row.gain is not None
    assert (row.gain.gain.clusters, row.share.clusters, row.games) == (2, 3, 9)
    assert found.pooled.gains[FIRST].gain.clusters == 6
    seer = found.league.clairvoyant_arm
    assert found.pooled.kept[FIRST] == Estimate(3.0 / 4.5, -0.025, 0.025, 6)
    assert found.pooled.gains[seer].gain.clusters == 7


# Tables.


def test_rows_of_a_player(asked: list[tuple[Any, ...]]) -> None:
    """Gains of 7/12 and 7/24: p values of 0.0583 and 0.0292, which Holm's correction makes both 0.0583."""
    found = played(league(seed=5), usual)
    base, _, random, greedy, seer, _ = found.rows
    assert [(row.player, row.opponents) for row in (base, random, greedy)] == [
        (BASE, RANDOM),
        (FIRST, RANDOM),
        (FIRST, GREEDY),
    ]
    assert base.gain is None
    assert base.share == Estimate(0.0, -0.25, 0.25, 2)
    assert (base.games, random.score) == (6, None)
    assert random.gain is not None
    assert greedy.gain is not None
    assert (random.gain.gain.mean, greedy.gain.gain.mean) == pytest.approx((7 / 12, 7 / 24))
    assert (random.gain.p, greedy.gain.p) == pytest.approx((7 / 120, 7 / 240))
    assert (random.gain.corrected, greedy.gain.corrected) == pytest.approx((7 / 120, 7 / 120))
    assert random.gain.detectable == 2.0  # two tables
    assert not random.gain.significant
    assert seer.gain is not None
    assert seer.gain.gain.mean == 1.0
    assert set(asked) == {(5, (-1.0, 1.0)), (5, (0, 1))}


def test_several_looks_widen_everything() -> None:
    found = played(league(), usual, looks=(1, 2))
    row = next(row for row in found.rows if row.player == FIRST)
    assert row.gain is not None
    assert row.gain.gain.high - row.gain.gain.low == pytest.approx(0.25)
    assert row.gain.p == pytest.approx(7 / 60)
    assert row.gain.detectable == 4.0
    assert row.share.high - row.share.low == pytest.approx(0.25)
    pooled = found.pooled.gains[FIRST]
    assert (pooled.p, pooled.corrected, pooled.detectable) == pytest.approx((7 / 80, 7 / 80, 2.0))
    kept = found.pooled.kept[FIRST]
    assert kept is not None
    assert (kept.mean, kept.low, kept.high) == pytest.approx((7 / 16, -0.0125, 0.0125))


def test_scores_of_finished_games() -> None:
    found = played(league(), usual)
    for number in range(2):
        found.found[Case(FIRST, RANDOM, number)][0]["score"] = 4.0 + 2 * number
    row = next(row for row in found.rows if row.player == FIRST)
    assert row.score == Estimate(5.0, 4.75, 5.25, 2)


def test_a_p_value_of_5_percent_is_not_significant() -> None:
    found = Estimate(0.25, 0.125, 0.5, 9)
    assert Gain(found, 0.01, 0.049, None).significant
    assert not Gain(found, 0.01, 0.05, None).significant
    assert not Gain(found, 0.01, 0.5, None).significant
    assert str(Gain(found, 0.01, 0.5, None)) == "+25.0 (+12.5 to +50.0) points"


def test_rows_as_plain_values() -> None:
    share, gain = Estimate(0.5, 0.25, 0.75, 9), Gain(Estimate(0.25, -inf, inf, 9), 0.125, 0.375, 0.0625)
    assert Row(RANDOM, FIRST, 12, share, Estimate(3.0, 2.0, 4.0, 9), gain).to_dict() == {
        "opponents": ["random"],
        "player": FIRST,
        "games": 12,
        "share": 0.5,
        "interval": [0.25, 0.75],
        "score": 3.0,
        "score_interval": [2.0, 4.0],
        "gain": 0.25,
        "gain_interval": [None, None],
        "p": 0.125,
        "corrected": 0.375,
        "detectable": 0.0625,
    }
    nothing = Row(RANDOM, BASE, 12, share, None, None).to_dict()
    names = ("score", "score_interval", "gain", "gain_interval", "p", "corrected", "detectable")
    assert {nothing[name] for name in names} == {None}


def test_a_table_where_no_session_was_finished() -> None:
    found = played(league(), lambda arm, table, number, place: None if table == GREEDY else 0.5)
    with pytest.raises(KibitzError, match="no session at this table could be finished"):
        _ = found.rows


# All tables together.


def test_games_of_a_session_are_pooled_over_tables() -> None:
    """By game, the player wins 1/4, 1/2 and 1 against random and half of that against the other: 3/4 of it."""
    found = played(league(), usual)
    assert [each.gains[FIRST].gain.mean for each in found.by_game] == [0.1875, 0.375, 0.75]
    assert found.later.gains[FIRST].gain.mean == pytest.approx(0.5625)  # the second and third game
    assert found.pooled.gains[FIRST].gain.mean == pytest.approx(0.4375)
    assert found.pooled.gains[FIRST].detectable == 1.0
    assert BASE not in found.pooled.gains
    assert found.pooled.shares[BASE].mean == 0.0
    four = played(league(games=4), usual)
    assert four.later.gains[FIRST].gain.mean == 0.75  # the third and fourth


@pytest.mark.parametrize(
    ("low", "high", "given"), [(0.0625, 0.5, True), (0.05, 0.5, False), (0.01, 0.5, False), (-inf, inf, False)]
)
def test_kept_is_given_if_the_clairvoyant_certainly_gains_5_points(low: float, high: float, given: bool) -> None:
    found = played(league(), usual)
    seen = Gain(Estimate(0.25, low, high, 4), 0.01, 0.01, None)
    kept = found._kept([0.25, None, 0.5, 0.25], [0.5, 0.5, None, 0.5], seen)
    # Ours counts where the clairvoyant did not play: the mean of 0.25, 0.5 and 0.25, divided by 0.5.
    assert kept == (Estimate(1 / 3 / 0.5, -0.025, 0.025, 2) if given else None)


def test_without_a_clairvoyant_nothing_is_kept() -> None:
    found = played(league(clairvoyant="none"), usual)
    assert found.pooled.kept == {FIRST: None}


def test_whether_it_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[Any] = []

    def decided(*given: Any) -> bool:
        noted.append(given)
        return True

    monkeypatch.setattr(results, "decided", decided)
    found = played(league(seed=5), usual, looks=(1, 2))
    assert found.decided
    [(gains, looked, seed)] = noted
    assert gains == [pytest.approx([7 / 12, 7 / 12, 7 / 24, 7 / 24])]
    assert (looked, seed) == (2, 5)


# Details.


def test_the_five_tables_with_the_least_gain() -> None:
    opponents = ("random", "greedy", "last-move", "middle-move", "maxn(depth=1)", "maxn(depth=2)")
    made = League("tic-tac-toe", opponents, (FIRST, SECOND), BASE)
    found = LeagueResult(made, 1, {})
    share, order = Estimate(0.5, 0.25, 0.75, 9), (3, 0, 5, 1, 4, 2)
    found.rows = tuple(
        Row(table, arm, 1, share, None, None if arm == BASE else Gain(Estimate(place / 8, 0, 1, 1), 0.5, 0.5, None))
        for arm in made.arms
        for place, table in zip(order, made.tables, strict=True)
    )
    least = ["greedy", "middle-move", "maxn(depth=2)", "random", "maxn(depth=1)"]
    assert [(row.player, row.opponents[0]) for row in found.worst] == [
        (arm, opponent) for arm in (FIRST, SECOND) for opponent in least
    ]


def session_of(found: LeagueResult, arm: str) -> list[dict[str, Any]]:
    return cast(list[dict[str, Any]], found.found[Case(arm, RANDOM, 0)])


def measured() -> LeagueResult:
    """One session of two games at each of two tables; what is measured is at the first table."""
    found = played(league(games=2, clairvoyant="none"), usual, sessions=1)
    for case, session in found.found.items():
        for each in session:
            each.update(moves=0, seconds=0.0, everybody=0.0)
        if case.table == RANDOM and case.arm == FIRST:
            session[0].update(moves=3, seconds=0.5, everybody=2.0, watching=0.25, compared=(2, 1))
            session[1].update(moves=1, seconds=1.5, everybody=1.0, watching=0.75, compared=(3, 1))
    return found


def test_the_time_of_a_move() -> None:
    found = measured()
    assert found.costs == (Cost(BASE, 0, None, 0.0), Cost(FIRST, 4, 500.0, 3.0, 250.0, 0.4))
    session_of(found, FIRST)[1]["fault"] = (0, "crash", "by design")
    del found.costs
    assert found.costs[1] == Cost(FIRST, 3, 500 / 3, 3.0, 250 / 3, 0.5)  # forfeited games are not timed


def test_games_of_earlier_versions_have_no_other_times() -> None:
    found = measured()
    for session in found.found.values():
        for each in session:
            for name in ("everybody", "watching", "compared"):
                each.pop(name, None)
    assert found.costs[1] == Cost(FIRST, 4, 500.0, 0.0, 0.0, None)
    session_of(found, FIRST)[0]["compared"] = (2, 0)
    del found.costs
    assert found.costs[1].differs == 0.0


def test_beliefs_are_averaged_over_sessions() -> None:
    """At the end of a session: the second game. An opponent's weight is missing where it is no candidate."""
    found = played(league(games=2, clairvoyant="none"), usual)
    told = [{"greedy": 0.75, "random": 0.25}, {"random": 0.5, "maxn": 0.5}]
    for number, weights in enumerate(told):
        session = found.found[Case(FIRST, RANDOM, number)]
        session[0]["believed"] = {"opponent 1": {"last-move": 1.0}}
        session[1]["believed"] = {"opponent 1": weights}
        found.found[Case(FIRST, GREEDY, number)][1]["believed"] = {"opponent 1": {"maxn": 0.75, "random": 0.25}}
        found.found[Case(BASE, GREEDY, number)][1]["believed"] = {"opponent 1": {}}
    assert found.beliefs == (
        Belief(FIRST, "random", "greedy", 0.375, 0.375),
        Belief(FIRST, "greedy", "maxn", 0.75, None),
    )


def test_opponents_at_a_table_are_named_in_turn() -> None:
    """The first name is ours."""
    made = League("hearts(players=3, cards=3)", ("random", "greedy"), (FIRST,), BASE, games=1, clairvoyant="none")
    table = next(each for each in made.tables if each[0] != each[1])
    found = LeagueResult(made, 1, {Case(FIRST, table, 0): [game(0.5)]})
    found.found[Case(FIRST, table, 0)][0]["believed"] = {"opponent 2": {"maxn": 1.0}}
    assert found.beliefs == (Belief(FIRST, table[1], "maxn", 1.0, None),)


def forfeiting() -> LeagueResult:
    """The player failed once, its opponents at the first table in all three games, and nobody in one game."""
    made = League("hearts(players=3, cards=3)", ("random", "greedy"), (FIRST,), BASE, games=3, clairvoyant="none")
    tables = [each for each in made.tables if each[0] != each[1]]
    faults = [(0, "crash", "one"), (1, "time-out", "two"), (None, "died", "three")]
    last = [(1, "crash", "four"), (2, "crash", "five"), (2, "crash", "six")]
    first = [game(None, fault=fault) for fault in faults]
    second = [game(0.5, fault=fault) for fault in last]
    return LeagueResult(made, 1, {Case(FIRST, tables[0], 0): first, Case(BASE, tables[0], 0): second})


def test_forfeits_and_their_first_error() -> None:
    found = forfeiting()
    one, two = found.found and next(iter(found.found)).table
    assert found.forfeits == {
        FIRST: (1, "crash: one"),
        one: (2, "time-out: two"),
        "nobody": (1, "died: three"),
        two: (2, "crash: five"),
    }
    assert found.warnings() == [
        f"Errors: {FIRST} forfeited 1 game of 3, so it lost them; the first error: crash: one",
        f"Errors: {one} forfeited 2 games of 6, so it lost them; the first error: time-out: two",
        "1 game could not be finished and counts for nobody; the first error: died: three",
        f"Errors: {two} forfeited 2 games of 6, so it lost them; the first error: crash: five",
    ]
    found.forfeits = {"nobody": (2, "died: three")}
    assert found.warnings() == ["2 games could not be finished and count for nobody; the first error: died: three"]
    found.forfeits = {FIRST: (3, "crash: one")}
    found.unfinished = "half of it"
    assert found.warnings() == [
        "Not finished: half of it.",
        f"Errors: {FIRST} forfeited all its games, so it lost them; the first error: crash: one",
    ]


def test_games_that_a_clock_decided() -> None:
    found = played(league(), usual)
    session_of(found, FIRST)[0]["clocked"] = True
    session_of(found, BASE)[2]["clocked"] = True
    assert found.clocked == 2
    assert played(league(), usual).clocked == 0


# Who the opponents are.


def test_names_of_the_population() -> None:
    found = played(league(), usual)
    found.who = cast(Any, {"random": SimpleNamespace(name="dice", group="simple", words="moves at random")})
    assert (found.called("random"), found.called("greedy")) == ("dice", "greedy")
    title, headings, [random, greedy] = found._opponents()
    assert (title, headings) == ("The opponents", ("name", "group", "what it does"))
    assert random == ("dice", "simple", "moves at random")
    assert greedy[:2] == ("greedy", "other")
    members = members_of(game_named("checkers"), ["always-trades", "mcts(simulations=7)"])
    assert list(members) == ["always-trades"]


@pytest.mark.parametrize(("players", "labels"), [((FIRST,), ["player"]), ((FIRST, SECOND), ["player 1", "player 2"])])
def test_labels(players: tuple[str, ...], labels: list[str]) -> None:
    found = LeagueResult(league(players), 1, {})
    assert [found.label(arm) for arm in found.league.arms] == ["baseline", *labels, "clairvoyant"]


# In words.


def test_numbers_in_words() -> None:
    found = Estimate(0.25, -0.125, 0.5, 4)
    assert hundredfold(found) == Estimate(25.0, -12.5, 50.0, 4)
    assert points(found) == "+25.0 (-12.5 to +50.0)"
    assert points(Estimate(-0.25, -inf, inf, 4)) == "-25.0 (no interval)"
    assert [results._detectable(each) for each in (None, 0.125, 1.0, 1.5)] == ["unknown", "12.5", "100.0", "over 100"]
    assert (results._cost(None), results._cost(2.5)) == ("", "2.50")
    assert results._share_dict(found) == {"mean": 0.25, "interval": [-0.125, 0.5]}
    assert results._share_dict(Estimate(nan, -inf, inf, 4)) == {"mean": None, "interval": [None, None]}


def test_standing() -> None:
    found = played(league(), usual)
    seer = found.league.clairvoyant_arm
    title, headings, rows = found._standing()
    assert title == "tic-tac-toe: 2 tables, 2 sessions each, 3 games in a session"
    assert headings[0] == "player"
    assert rows == [
        ("baseline: first-move", "0.0% (-25.0 to 25.0)", "", "", "", "250.00"),
        ("player: maxn", "43.8% (18.8 to 68.8)", "+43.8 (+18.8 to +68.8)", "43.8% (-2.5 to 2.5)", "100.0", "250.00"),
        (seer, "100.0% (75.0 to 125.0)", "+100.0 (+75.0 to +125.0)", "", "100.0", "250.00"),
    ]
    alone = League("tic-tac-toe", ("random",), (FIRST,), BASE, games=1, clairvoyant="none")
    assert played(alone, usual, sessions=1)._standing().title == "tic-tac-toe: 1 table, 1 session, 1 game in a session"


def test_gains_by_game_and_in_the_second_half() -> None:
    title, headings, rows = played(league(), usual)._games()
    assert title == "Gain by game of a session"
    assert headings == ("game", "gain of the player", "kept", "gain of the clairvoyant")
    all_of_it = "+100.0 (+75.0 to +125.0)"
    assert rows == [
        ("1", "+18.8 (-6.2 to +43.8)", "18.8% (-2.5 to 2.5)", all_of_it),
        ("2", "+37.5 (+12.5 to +62.5)", "37.5% (-2.5 to 2.5)", all_of_it),
        ("3", "+75.0 (+50.0 to +100.0)", "75.0% (-2.5 to 2.5)", all_of_it),
        ("2 to 3", "+56.2 (+31.2 to +81.2)", "56.2% (-2.5 to 2.5)", all_of_it),
    ]
    assert [row[0] for row in played(league(games=4), usual)._games().rows] == ["1", "2", "3", "4", "3 to 4"]
    assert [row[0] for row in played(league(games=2), usual)._games().rows] == ["1", "2"]
    assert played(league(games=1), usual)._games().rows == []
    plain = played(league((FIRST,), games=2, clairvoyant="none"), usual)._games()
    assert plain.headings == ("game", "gain of the player", "kept")
    assert plain.rows[0] == ("1", "+18.8 (-6.2 to +43.8)", "")


def test_sections_of_details() -> None:
    found = LeagueResult(league(clairvoyant="none"), 1, {})
    gain = Gain(Estimate(0.25, -inf, inf, 4), 0.01, 0.0123, 1.5)
    found.worst = (Row(RANDOM, FIRST, 3, Estimate(0.5, 0, 1, 4), None, gain),)
    assert found._worst().rows == [("random", "player", "+25.0 (no interval)", "0.012", "over 100")]
    found.beliefs = (Belief(FIRST, "random", "greedy", 0.75, None), Belief(FIRST, "greedy", "greedy", 0.5, 0.5))
    assert found._believed().rows == [
        ("random", "player", "greedy", "75%", "not a candidate"),
        ("greedy", "player", "greedy", "50%", "50%"),
    ]
    found.costs = (Cost(BASE, 0, None, 1.25), Cost(FIRST, 4200, 500.0, 3.0, 250.0, 0.4))
    assert found._cost().rows == [
        ("baseline", "0", "", "", "", "1.2", ""),
        ("player", "4,200", "500.00", "250.00", "2100.0", "3.0", "40%"),
    ]


def test_sections_without_rows_are_left_out() -> None:
    """One game in a session, and nobody has beliefs."""
    titles = [section.title[:9] for section in played(league(games=1), usual).sections()]
    assert titles == ["tic-tac-t", "The table", "Processor", "The oppon"]


def test_the_summary_has_warnings_below_the_first_title(monkeypatch: pytest.MonkeyPatch) -> None:
    sections = [Section("One", ("a", "b"), [("MT", "1")]), Section("Two", ("c",), [("x",)])]
    monkeypatch.setattr(LeagueResult, "sections", lambda self: sections)
    monkeypatch.setattr(LeagueResult, "warnings", lambda self: ["careful"])
    monkeypatch.setattr(LeagueResult, "remarks", lambda self: ["first", "second"])
    found = LeagueResult(league(), 1, {})
    told = "One\ncareful\na   b\nmost-tricks  1\n\nTwo\nc\nx\n\nfirst\nsecond"
    assert found.summary() == str(found) == told


def remarked(made: League, **more: Any) -> str:
    found = played(made, usual, **more)
    return "\n".join(found.remarks())


def test_remarks() -> None:
    assert "No clairvoyant played" in remarked(league(clairvoyant="none"))
    plain = remarked(league())
    for text in ("clairvoyant played", "left out", "Stopped", "no reference", "Not limited", "Not reproducible"):
        assert text not in plain
    assert plain.startswith("Intervals: 95%")
    assert "Not limited by --simulations: first-move, greedy." in remarked(league((SECOND,), simulations=20))
    assert "Not limited by --seconds: first-move, greedy." in remarked(league((SECOND,), seconds=0.5))


def test_a_remark_if_something_is_not_kept() -> None:
    found = played(league(), usual)
    found.pooled = Pooled({}, {}, {FIRST: None})
    said = "kept is left out where it is not certain that the clairvoyant gains more than 5 points."
    assert said in found.remarks()


@pytest.mark.parametrize(("high", "low", "worse"), [(-0.125, -0.5, True), (0.0, -0.5, False), (0.5, -0.5, False)])
def test_a_remark_if_the_clairvoyant_is_worse(high: float, low: float, worse: bool) -> None:
    found = played(league(), usual)
    seer = found.league.clairvoyant_arm
    gain = Gain(Estimate(-0.25, low, high, 4), 0.01, 0.01, None)
    found.pooled = Pooled({}, {seer: gain}, {FIRST: Estimate(1.0, 0.5, 2.0, 4)})
    assert ("significantly worse than the baseline" in "\n".join(found.remarks())) == worse
    found.pooled = Pooled({}, {seer: Gain(Estimate(-0.25, -inf, -0.1, 4), 1, 1, None)}, found.pooled.kept)
    assert "significantly worse" not in "\n".join(found.remarks())


def test_a_remark_if_a_clock_decided() -> None:
    found = played(league(), usual)
    found.clocked = 1200
    assert "a clock decided moves in 1,200 games" in "\n".join(found.remarks())


@pytest.mark.parametrize(
    ("decided", "how"), [(True, "it is decided"), (False, "it is not decided, and no more sessions were allowed")]
)
def test_a_remark_why_it_stopped(decided: bool, how: str) -> None:
    found = played(league(), usual, looks=(1, 2))
    found.decided = decided
    said = (
        f"Stopped after 2 sessions: {how}. It was fixed beforehand to check the result after 1, 2 sessions; intervals "
        "and p values are corrected for 2 checks."
    )
    assert said in found.remarks()


# As values.


def test_everything_as_plain_values() -> None:
    found = played(league((FIRST,), seed=5, opening=1), usual)
    found.who = cast(Any, {"random": SimpleNamespace(name="dice")})
    values = found.to_dict()
    seer = found.league.clairvoyant_arm
    plain = ("game", "players", "opponents", "names", "tables", "sessions", "games", "seed", "handicap", "opening")
    assert {name: values[name] for name in plain} == {
        "game": "tic-tac-toe",
        "players": [FIRST],
        "opponents": ["random", "greedy"],
        "names": {"random": "dice"},
        "tables": 2,
        "sessions": 2,
        "games": 3,
        "seed": 5,
        "handicap": "",
        "opening": 1,
    }
    assert "looks" not in values
    assert values["baseline"] == {"player": BASE, "mean": 0.0, "interval": [-0.25, 0.25]}
    assert values["clairvoyant"] == {
        "player": seer,
        "mean": 1.0,
        "interval": [0.75, 1.25],
        "gain": {"mean": 1.0, "interval": [0.75, 1.25], "p": 0.1, "corrected": 0.1, "detectable": 1.0},
    }
    assert values["share"][FIRST]["mean"] == pytest.approx(0.4375)
    assert values["kept"] == {FIRST: {"mean": pytest.approx(0.4375), "interval": [-0.025, 0.025]}}
    assert values["later"]["games"] == [2, 3]
    assert played(league(games=4), usual).to_dict()["later"]["games"] == [3, 4]
    assert values["later"]["gain"][FIRST]["mean"] == pytest.approx(0.5625)
    assert [each["game"] for each in values["by_game"]] == [1, 2, 3]
    assert len(values["rows"]) == 6
    assert (values["reproducible"], values["forfeits"], values["believed"]) == (True, [], [])
    assert [each["player"] for each in values["cost"]] == [BASE, FIRST, seer]


def test_plain_values_of_other_leagues() -> None:
    found = played(league(clairvoyant="none"), usual, looks=(1, 2))
    found.decided = True
    values = found.to_dict()
    assert (values["looks"], values["decided"]) == ([1, 2], True)
    assert values["clairvoyant"] is None
    assert values["kept"] == {FIRST: None}
    assert values["reproducible"]
    found.clocked = 1
    assert not found.to_dict()["reproducible"]
    found.clocked, found.forfeits = 0, {FIRST: (2, "crash: one")}
    values = found.to_dict()
    assert not values["reproducible"]
    assert values["forfeits"] == [{"player": FIRST, "games": 2, "first_error": "crash: one"}]


def test_rows_of_a_data_frame() -> None:
    found = forfeiting()
    one, two = next(iter(found.found)).table
    rows = list(found.framed_rows())
    assert rows[0] == (FIRST, f"{one}, {two}", 0, 0, None, None, 2, 0.5, "crash: one")
    assert [row[3] for row in rows] == [0, 1, 2, 0, 1, 2]
    plain = next(iter(played(league(), usual).framed_rows()))
    assert plain == (BASE, "random", 0, 0, 0.0, None, 2, 0.5, None)


def test_the_picture_of_gains(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(results, "curves_figure", lambda *given, **more: drawn.append((given, more)))
    found = played(league(), usual)
    found.plot()
    [((lines, across, up), more)] = drawn
    assert list(lines) == ["player", "clairvoyant"]
    seen, gains = lines["player"]
    assert seen == [0, 1, 2]
    assert [each.mean for each in gains] == [18.75, 37.5, 75.0]
    assert (across, up) == ("games seen before", AXIS)
    assert more == {"level": 0, "names": ["0", "1", "2"], "bars": True}


def test_in_a_notebook() -> None:
    found = played(league(), usual)
    found.unfinished = "half of it"
    page = found._repr_html_()
    places = [page.index(part) for part in ("2 tables", "player: maxn", "Not finished: half of it.", "Intervals: 95%")]
    assert places == sorted(places)
    assert repr(found) == "<LeagueResult: tic-tac-toe, 2 tables, 2 sessions each>"
