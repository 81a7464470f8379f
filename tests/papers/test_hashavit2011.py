"""hashavit2011: what is printed, what is played, what is counted, and the verdicts on it."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from support.published_reports import disagreements

import kibitz
from kibitz.arena.intervals import Estimate, estimate
from kibitz.arena.results import MatchResult
from kibitz.arena.session import Director
from kibitz.errors import KibitzError
from kibitz.games.game import State
from kibitz.games.records import read_line
from kibitz.papers.claims import FAILS, HOLDS, Row
from kibitz.papers.hashavit2011 import more_columns, variations
from kibitz.papers.hashavit2011.contest_table import LAST, TABLE_1, last_in_most, table_1
from kibitz.papers.hashavit2011.contests import (
    ABALONE,
    CHINESE_CHECKERS,
    COLUMNS,
    CONTESTS,
    HEARTS,
    MAX_PROB,
    MP_MIX,
    SINGLE,
    SPADES,
    TOURNAMENT_HEARTS,
    TOURNAMENT_SPADES,
    Contest,
    VictoryPoints,
)
from kibitz.papers.hashavit2011.mix_tuning import NEVER, tuned
from kibitz.papers.hashavit2011.more_columns import newcomers
from kibitz.papers.item import Setting
from kibitz.papers.registry import items
from kibitz.papers.report import Report
from kibitz.random import Random

SMALL = {
    SPADES.label: replace(SPADES, game="spades(players=4, cards=6, scoring=tricks, open=true)", depth=4),
    HEARTS.label: replace(HEARTS, depth=4),
    CHINESE_CHECKERS.label: replace(CHINESE_CHECKERS, depth=1),
    ABALONE.label: replace(ABALONE, game="abalone(players=3, goal=1, turns=40)", depth=2),
    TOURNAMENT_SPADES.label: replace(
        TOURNAMENT_SPADES, game="spades(players=4, cards=3, scoring=tricks, open=true, hands=3)", depth=4
    ),
    TOURNAMENT_HEARTS.label: replace(TOURNAMENT_HEARTS, game="hearts(open=true, hands=3)", depth=4),
}
"""The same contests, short enough to be played here."""


def test_the_printed_rows_are_shares_of_all_points_and_average_to_the_printed_averages() -> None:
    assert all(sum(row) == pytest.approx(100, abs=0.01) for row in TABLE_1.values())
    averages = [sum(column) / len(TABLE_1) for column in zip(*TABLE_1.values(), strict=True)]
    assert averages == pytest.approx([46.68305, 20.02166667, 24.24528333, 9.05], abs=1e-5)


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: contest.label)
def test_everybody_sits_everywhere_and_nobody_is_refused(contest: Contest) -> None:
    experiment = contest.experiment(contest.seated(), seed=1)
    seatings = [experiment.address(number).seating for number in range(experiment.sessions_a_deal)]
    assert len(set(seatings)) == len(seatings) == 24
    counts = Counter(number for seating in seatings for number in seating)
    assert set(counts.values()) == {24 * experiment.played.players // 4}
    state = Director(experiment).start(0)
    assert all(kibitz.search(player).refusal(state) is None for player in experiment.players)


def test_a_hundred_hands_may_have_no_winner() -> None:
    for contest in (TOURNAMENT_SPADES, TOURNAMENT_HEARTS):
        hundred = kibitz.game(contest.game.replace("hands=101", "hands=100"))
        refusal = kibitz.search(contest.player(MAX_PROB)).refusal(hundred.start(1))
        assert refusal is not None
        assert "winner" in refusal


def test_an_opening_is_shared_by_its_seatings_and_differs_from_others() -> None:
    director = Director(ABALONE.experiment(ABALONE.seated(), seed=1))
    assert director.start(0) == director.start(0) != director.start(1)


def test_thresholds_of_mp_mix_are_the_papers() -> None:
    leads = [kibitz.game(contest.game).lead_that_matters for contest in (SPADES, HEARTS, ABALONE, CHINESE_CHECKERS)]
    assert leads == [1, 1, 1, 3]
    assert all("attack" not in contest.player(MP_MIX) for contest in CONTESTS)


def test_direct_and_heavy_heuristics_differ_from_the_usual_in_their_indirect_part_only() -> None:
    for contest in (SPADES, HEARTS):
        usual = dict(kibitz.game(contest.game).check_weights(None))
        direct, heavy = (
            {name: float(weight) for name, weight in kibitz.specs.parse(given).options.items()}
            for given in (contest.direct, contest.heavy)
        )
        [main] = direct
        assert direct[main] == usual[main] == heavy[main]
        assert heavy == {name: weight if name == main else pytest.approx(5 * weight) for name, weight in usual.items()}


# Counting.


def counted(contest: Contest, deals: int) -> tuple[VictoryPoints, list[tuple[int, list[str]]]]:
    """As the paper's items count, and the winners of every game, straight from the director."""
    players = contest.seated()
    points = contest.played(Setting(seed=3), players, deals)
    experiment = contest.experiment(players, 3)
    games = []
    for number in range(deals * experiment.sessions_a_deal):
        deal, seating = experiment.address(number)
        [game] = Director(experiment).play(number).games
        games.append((deal, [COLUMNS[seating[seat]] for seat in game.winners]))
    return points, games


def test_every_co_winner_has_a_point_or_its_share() -> None:
    points, games = counted(SMALL[HEARTS.label], 2)
    assert any(len(winners) > 1 for _, winners in games)
    for column in COLUMNS:
        for deal in range(2):
            won = [winners for at, winners in games if at == deal and column in winners]
            assert points.points(column)[deal] == len(won)
            assert points.points(column, shared=True)[deal] == pytest.approx(sum(1 / len(each) for each in won))
    assert sum(points.totals(shared=True)) == pytest.approx(len(games)) == points.games
    for shared in (False, True):
        assert sum(points.share(column, 1, shared).mean for column in COLUMNS) == pytest.approx(100)
    for column in COLUMNS:
        assert sum(points.shares(column)) / 2 == pytest.approx(points.share(column, 1).mean)


def test_shares_by_deal_spread_as_the_share_does() -> None:
    points = SMALL[HEARTS.label].played(Setting(seed=3), SMALL[HEARTS.label].seated(), 30)
    assert max(points.totals()) > 1.2 * min(points.totals())  # deals in which many win together weigh more
    for column in COLUMNS:
        by_deal, share = estimate(points.shares(column), 1), points.share(column, 1)
        assert by_deal.high - by_deal.low == pytest.approx(share.high - share.low, rel=0.1)


def test_games_without_a_winner_are_counted_apart() -> None:
    points, games = counted(replace(SMALL[ABALONE.label], game="abalone(players=3, goal=1, turns=11)"), 2)
    decided = [winners for _, winners in games if winners]
    assert 0 < len(decided) < len(games)
    assert points.undecided == len(games) - len(decided)
    assert sum(points.totals()) == len(decided)
    assert sum(points.share(column, 1).mean for column in COLUMNS) == pytest.approx(100)


def test_where_nobody_wins_there_is_nothing_to_share() -> None:
    points = replace(ABALONE, depth=1, game="abalone(players=3, turns=6)").played(Setting(), ABALONE.seated(depth=1), 1)
    with pytest.raises(KibitzError, match="longer"):
        points.share(MAX_PROB, 1)


# Verdicts.


class Printed:
    """Points as in the paper's table, with a little noise; ``order`` gives the columns to others."""

    def __init__(self, contest: Contest, order: tuple[int, ...] = (0, 1, 2, 3), deals: int = 40) -> None:
        self.columns, self.deals, self.games, self.undecided, self.longest = COLUMNS, deals, 24 * deals, 0, 0
        random = Random(1, contest.label)
        self._shares = {
            column: [TABLE_1[contest][place] + random.uniform() - 0.5 for _ in range(deals)]
            for column, place in zip(COLUMNS, order, strict=True)
        }

    def points(self, column: str) -> list[float]:
        return self._shares[column]

    def shares(self, column: str) -> list[float]:
        return self._shares[column]

    def share(self, column: str, seed: int, shared: bool = False) -> Estimate:
        return estimate(self._shares[column], seed)


@pytest.mark.parametrize(("order", "verdict"), [((0, 1, 2, 3), HOLDS), ((3, 1, 2, 0), FAILS)])
def test_the_papers_own_table_has_the_papers_verdicts(
    order: tuple[int, ...], verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Contest, "played", lambda contest, *rest: Printed(_original(contest), order))
    found = table_1(Setting())
    verdicts = {row.label: row.verdict for row in found.rows if row.verdict}
    asked = [
        label
        for label in verdicts
        if "minus share of MP-Mix" in label or "certainly last" in label or "above 20" in label
    ]
    assert len(asked) == (6 + 7 + 2) + 1 + 3
    assert {verdicts[label] for label in asked} == {verdict}
    assert len(verdicts) == 6 * 3 + 7 + 1 + 6 + 5  # whoever comes out ahead: nobody is picked from the results
    if verdict == HOLDS:
        assert set(verdicts.values()) == {HOLDS}
    for row in found.rows:
        if row.paper is not None and verdict == HOLDS:
            assert row.ours.mean == pytest.approx(row.paper, abs=0.5)


@pytest.mark.parametrize(
    ("verdicts", "verdict"),
    [
        ((HOLDS, HOLDS, HOLDS, HOLDS), HOLDS),
        ((HOLDS, FAILS, FAILS, FAILS), FAILS),
        ((HOLDS, HOLDS, FAILS, FAILS), "inconclusive"),
    ],
)
def test_last_in_most_rows(verdicts: tuple[str, ...], verdict: str) -> None:
    ours = Estimate(1.0, 0.0, 2.0, 9)
    rows = [Row(f"{row.label}: share of MaxN minus share of MP-Mix", 1.0, ours, HOLDS) for row in LAST]
    rows += [
        Row(f"{row.label}: share of Paranoid minus share of MP-Mix", 1.0, ours, each)
        for row, each in zip(LAST, verdicts, strict=True)
    ]
    found = last_in_most(rows)
    assert (found.paper, found.ours.mean, found.verdict) == (4, verdicts.count(HOLDS), verdict)


def _original(contest: Contest) -> Contest:
    return next(each for each in CONTESTS if each.label == contest.label)


# Running.


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything on games that take no time."""
    monkeypatch.setattr(Contest, "sized", lambda contest, setting: SMALL[contest.label])
    for times in ("times", "times_beyond"):
        monkeypatch.setattr(Contest, times, lambda contest, setting: 2)
    for module in (variations, more_columns):
        monkeypatch.setattr(module, "SINGLE", (SPADES, ABALONE))
    monkeypatch.setattr(more_columns, "SIMULATIONS", dict.fromkeys(more_columns.SIMULATIONS, 20))
    monkeypatch.setattr("kibitz.papers.hashavit2011.mix_tuning.MULTIPLES", (1, NEVER))
    monkeypatch.setattr("kibitz.papers.hashavit2011.mix_tuning.DEALS", 1)
    monkeypatch.setattr("kibitz.papers.hashavit2011.mix_tuning.OPENINGS", 1)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("name", ["abalone", "intervals", "indirect", "mp-mix-tuned", "more-columns"])
def test_every_item_reports_shares_that_sum_to_a_hundred(name: str) -> None:
    report = items("hashavit2011")[name].run(Setting(seed=2))
    check_shares(report)
    assert not disagreements(report)
    if name == "more-columns":
        newcomer = newcomers(SMALL[ABALONE.label])["soft-max^n"]
        assert report.notes[-1].endswith(f"The newcomer is {newcomer}.")  # it does not look as far as the note says


def check_shares(report: Report) -> None:
    shares: dict[str, float] = {}
    for row in report.rows:
        label, _, column = row.label.partition(": ")
        if column in (*COLUMNS, "best-reply", "mcts", "soft-max^n"):
            shares[label] = shares.get(label, 0) + row.ours.mean
    assert shares
    assert list(shares.values()) == pytest.approx([100] * len(shares))
    assert any(row.said for row in report.rows)
    [picture] = report.figures.values()
    assert "<svg" in picture


@pytest.mark.usefixtures("short")
def test_table_1_plays_the_games_of_its_rows(tmp_path: Path) -> None:
    setting = Setting(seed=2, folder=tmp_path)
    table = items("hashavit2011")["table-1"].run(setting)
    check_shares(table)
    files = set(tmp_path.glob("*.kibitz"))
    assert len(files) == 6
    for contest in (SPADES, TOURNAMENT_HEARTS):
        row = items("hashavit2011")[contest.label.lower().replace(" ", "-")].run(setting)
        assert row.rows[:4] == tuple(each for each in table.rows if each.label.startswith(f"{contest.label}: "))[:4]
    assert set(tmp_path.glob("*.kibitz")) == files


@pytest.mark.usefixtures("short")
def test_tuning_is_on_other_deals_and_is_not_done_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting(seed=2, folder=tmp_path)
    contest = SMALL[SPADES.label]
    chosen = tuned(setting, contest)
    assert {chosen.defend, chosen.attack} <= {1, NEVER}
    files = {file.stem for file in tmp_path.glob("*.kibitz")}
    assert len(files) == 4
    assert contest.experiment(contest.seated(), setting.seed).identity not in files
    monkeypatch.delattr(Director, "play")  # nothing is left to be played
    assert tuned(setting, contest) == chosen


@pytest.mark.usefixtures("short")
def test_thresholds_of_table_1_are_no_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.papers.hashavit2011.mix_tuning.MULTIPLES", (1,))
    monkeypatch.setattr(variations, "SINGLE", (ABALONE,))
    report = items("hashavit2011")["mp-mix-tuned"].run(Setting(seed=2, folder=tmp_path))
    [row] = [row for row in report.rows if "thresholds of Table 1" in row.label]
    assert (row.ours.mean, row.verdict) == (0, "depends on the tuning: it chose the thresholds of Table 1")
    assert len(list(tmp_path.glob("*.kibitz"))) == 2  # tuning, and the games of Table 1
    assert (
        "the thresholds of Table 1: the best of those tried on 1 opening of another seed, at 2 plies" in report.notes[0]
    )
    assert "10 openings with a depth of 2 plies" in report.rule


def test_deals_of_a_quick_run_make_equal_groups() -> None:
    """Otherwise the average of the rows would not be what the rows average to."""
    played = [contest.times(Setting("quick")) for contest in CONTESTS]
    assert {count % min(played) for count in played} == {0}


@pytest.mark.parametrize("contest", [CHINESE_CHECKERS, ABALONE], ids=lambda contest: contest.label)
def test_soft_maxn_looks_less_far_at_boards_in_a_quick_run_too(contest: Contest) -> None:
    for scale in ("quick", "10"):
        sized = contest.sized(Setting(scale))
        assert kibitz.search(newcomers(sized)["soft-max^n"]).options["depth"] == sized.depth - 1


@pytest.mark.parametrize("contest", SINGLE, ids=lambda contest: contest.label)
def test_newcomers_can_play(contest: Contest) -> None:
    state = Director(contest.experiment(contest.seated(), 1)).start(0)
    for player in newcomers(contest).values():
        assert kibitz.search(player).refusal(state) is None


@pytest.mark.usefixtures("short")
def test_every_marble_that_is_missing_at_the_end_was_pushed_off_by_one_move(tmp_path: Path) -> None:
    report = items("hashavit2011")["pushes"].run(Setting(seed=2, folder=tmp_path))
    [kept] = tmp_path.glob("*.kibitz")
    result = MatchResult.open(kept)
    games = [read_line(line) for line in result.store.record_lines(result.sessions)]
    missing = sum(marbles_on_board(game.start) - marbles_on_board(game.states()[-1]) for game in games)
    assert missing > 0
    assert f": {missing:,} of {sum(len(game.moves) for game in games):,} moves. " in report.notes[0]
    assert not disagreements(report)
    assert report.rows[0].ours.mean == pytest.approx(100 * missing / sum(len(game.moves) for game in games))


def marbles_on_board(state: State) -> int:
    return sum(letter in "ABC" for letter in str(state).split()[0])
