"""The frame: listing, running, writing, going on, and what is refused."""

import importlib
import json
import re
from pathlib import Path
from statistics import pvariance

import pytest
from support.published_reports import disagreements
from typer.testing import CliRunner

from kibitz.arena.experiment import Experiment
from kibitz.arena.intervals import Estimate
from kibitz.arena.session import Director
from kibitz.cli.app import app
from kibitz.errors import SpecError
from kibitz.holm import holm
from kibitz.papers.claims import FAILS, HOLDS, Row
from kibitz.papers.item import Setting, scale_of
from kibitz.papers.registry import PAPERS, item, items
from kibitz.papers.sturtevant2006 import model_tables, other_games, trends
from kibitz.papers.sturtevant2006.inference_counts import GAME, OBSERVER, ObservedHands, inferences
from kibitz.papers.sturtevant2006.learners import HandsReached, LearnerGames, hand_points, learned
from kibitz.papers.sturtevant2006.model_tables import GAIN_LOSS, RIGHT, TABLE_2, TABLE_4, WRONG
from kibitz.papers.sturtevant2006.other_games import ROWS
from kibitz.papers.sturtevant2006.shared_hands import KeptScores, SharedHands
from kibitz.papers.sturtevant2006.spades_pairs import TYPES, Pairs, Variant, pairs_played, variants_played
from kibitz.papers.sturtevant2006.trends import regardless
from kibitz.papers.sturtevant2006.won_back import so_far

SHORT = Variant(cards=5, limit=60)


def test_every_item_is_listed_once_with_its_rule() -> None:
    printed = CliRunner().invoke(app, ["reproduce", "--list", "--json"])
    listed = json.loads(printed.output)
    defined = [each for module in PAPERS.values() for each in importlib.import_module(module).ITEMS]
    assert [(row["paper"], row["item"]) for row in listed] == [(each.paper, each.name) for each in defined]
    assert len({(each.paper, each.name) for each in defined}) == len(defined)
    assert all(row["rule"] for row in listed)


def test_the_list_says_what_was_found_and_how_long_a_quick_run_takes() -> None:
    listed = json.loads(CliRunner().invoke(app, ["reproduce", "--list", "--json"]).output)
    unpublished = [row["item"] for row in listed if not row["verdict"]]
    assert unpublished == []
    known = {(row["paper"], row["item"]): row for row in listed}
    assert known["sturtevant2006", "table-2"]["verdict"] == "mixed: 12 hold, 1 inconclusive"
    shown = CliRunner().invoke(app, ["reproduce", "sturtevant2006", "--list"]).output
    assert "mixed: 12 hold, 1 inconclusive; quick: about" in shown


@pytest.mark.parametrize(
    ("paper", "name", "meant"),
    [("sturtevant2007", "table-2", "sturtevant2006"), ("sturtevant2006", "tabel-2", "table-2")],
)
def test_a_slip_is_answered_with_the_nearest(paper: str, name: str, meant: str) -> None:
    with pytest.raises(SpecError, match=f"did you mean '{meant}'"):
        item(paper, name)
    assert CliRunner().invoke(app, ["reproduce", paper, name, "--list"]).exit_code != 0


def test_a_folder_that_cannot_be_is_refused_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("kibitz.papers.item.Item.run", lambda *_: pytest.fail("it was run"))
    arguments = ["reproduce", "sturtevant2006", "table-3", "--out", str(tmp_path / "file" / "reports")]
    assert "cannot write to" in str(CliRunner().invoke(app, arguments).exception)


def test_an_item_without_its_paper_is_answered_with_the_papers_that_have_one() -> None:
    with pytest.raises(SpecError, match="carmel1993 figure-2 or sturtevant2006 figure-2 or lockett2007 figure-2"):
        items("figure-2")


@pytest.mark.parametrize("text", ["0", "-1", "fast", "1/0", "1e9", "nan", "1e999999999", "1e-999999999"])
def test_a_scale_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match="scale"):
        scale_of(text)


def test_the_printed_gains_and_losses_follow_from_the_printed_wins() -> None:
    won = {(row.first, row.second): row.wins for row in TABLE_2}
    won |= {(second, first): 100 - wins for (first, second), wins in list(won.items())}
    won |= {(kind, kind): 50.0 for kind in WRONG}
    for row in TABLE_4:
        gain, loss = GAIN_LOSS[row.letter]
        assert row.wins - won[WRONG[row.second], row.second] == pytest.approx(gain, abs=0.05)
        slip = 0.6 if row.letter == "a" else 0.0  # 6.8 is printed
        assert won[RIGHT[row.second], row.second] - row.wins == pytest.approx(loss - slip, abs=0.05)


class PrintedPairs:
    """Wins and scores as the paper has them."""

    deals = 2

    def wins(self, own: str, other: str) -> list[float]:
        won = {(row.first, row.second): row.wins for row in (*TABLE_2, *TABLE_4)}
        return [won[own, other] if (own, other) in won else 100 - won[other, own]] * self.deals

    def scores(self, own: str, other: str) -> list[float]:
        scored = {(row.first, row.second): row.first_score for row in (*TABLE_2, *TABLE_4)}
        scored |= {(row.second, row.first): row.second_score for row in (*TABLE_2, *TABLE_4)}
        return [scored[own, other]] * self.deals

    def spreads(self, own: str, other: str) -> list[float]:
        return [0.0] * self.deals


@pytest.mark.parametrize("name", ["table-2", "table-4"])
def test_the_papers_own_numbers_give_what_is_beside_ours(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_tables, "pairs_played", lambda *given: PrintedPairs())
    monkeypatch.setattr(model_tables, "compared", lambda *given, level: "")
    for row in item("sturtevant2006", name).run(Setting()).rows:
        if row.paper is not None:
            slip = 0.6 if row.label == "(a) mOT_g v. MT_mOT: games lost compared with a right model" else 0.0
            assert row.ours.mean == pytest.approx(row.paper - slip, abs=0.05), row.label


def test_table_4_corrects_for_ten_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    corrected: list[int] = []

    def counted(chances: list[float]) -> list[float]:
        corrected.append(len(chances))
        return holm(chances)

    class UnequalPairs(PrintedPairs):
        """No two comparisons give the same numbers by chance."""

        def wins(self, own: str, other: str) -> list[float]:
            if own > other:
                return [100 - won for won in self.wins(other, own)]
            return [won + deal for deal, won in enumerate(super().wins(own, other))]

    monkeypatch.setattr("kibitz.papers.claims.holm", counted)
    monkeypatch.setattr(model_tables, "pairs_played", lambda *given: UnequalPairs())
    report = item("sturtevant2006", "table-4").run(Setting())
    assert corrected == [10]
    assert sum(bool(row.verdict) for row in report.rows) == 12
    assert "10 tests, not 12" in report.notes[-1]
    assert not disagreements(report)


def test_wins_of_two_types_sum_to_all_games_and_do_not_depend_on_processes(tmp_path: Path) -> None:
    alone = pairs_played(Setting(seed=5, folder=tmp_path), 2, SHORT)
    for first, second in (("mOT_MT", "MT_MT"), ("mOT_generic", "mOT_mOT")):
        both = zip(alone.wins(first, second), alone.wins(second, first), strict=True)
        assert all(one + other == pytest.approx(100) for one, other in both)
        assert alone.hands(first, second) == alone.hands(second, first)
    longer = pairs_played(Setting(seed=5, jobs=2, folder=tmp_path), 3, SHORT)  # goes on with the third deal
    fresh = pairs_played(Setting(seed=5), 3, SHORT)
    assert longer.scores("MT_mOT", "MT_MT") == fresh.scores("MT_mOT", "MT_MT")
    assert fresh.scores("MT_mOT", "MT_MT")[:2] == alone.scores("MT_mOT", "MT_MT")
    assert len(list(tmp_path.glob("*.kibitz"))) == 1


def test_spreads_average_to_the_variance_of_the_scores() -> None:
    experiment = SHORT.experiment(seed=5)
    scores = []
    for number in range(2 * experiment.sessions_a_deal):
        seating = experiment.address(number).seating
        if set(seating) == {TYPES.index("mOT_MT"), TYPES.index("MT_MT")}:
            [game] = SharedHands(experiment).play(number).games
            own = zip(game.scores or (), seating, strict=True)
            scores += [score for score, who in own if TYPES[who] == "mOT_MT"]
    spreads = pairs_played(Setting(seed=5), 2, SHORT).spreads("mOT_MT", "MT_MT")
    assert sum(spreads) / 2 == pytest.approx(pvariance(scores))


def test_a_report_says_the_same_in_every_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def few(setting: Setting, deals: int, variant: Variant = SHORT, what: str = "") -> Pairs:
        return pairs_played(setting, 2, SHORT)

    monkeypatch.setattr("kibitz.papers.sturtevant2006.model_tables.pairs_played", few)
    arguments = ["reproduce", "sturtevant2006", "table-4", "--scale", "quick", "--seed", "5", "--jobs", "1"]
    first = CliRunner().invoke(app, [*arguments, "--out", str(tmp_path), "--json"])
    assert first.exit_code == 0, first.output
    report = json.loads(first.output)
    assert report == json.loads((tmp_path / "sturtevant2006-table-4.json").read_text())
    assert report["command"] == "kibitz reproduce sturtevant2006 table-4 --scale quick --seed 5"
    assert {"label", "paper", "ours", "interval", "verdict"} <= set(report["rows"][0])
    page, text = (tmp_path / f"sturtevant2006-table-4.{kind}" for kind in ("html", "md"))
    for row in report["rows"]:
        label, ours = row["label"].replace("_", "\\_"), f"{row['ours']:.1f}{row['unit']}"
        assert re.search(rf"\| {re.escape(label)} \|[^|]*\| {re.escape(ours)} \|", text.read_text())
        assert re.search(
            rf"<td>{re.escape(row['label'])}</td><td>[^<]*</td><td>{re.escape(ours)}</td>", page.read_text()
        )
    picture = re.search(r"\]\((.*\.svg)\)", text.read_text())
    assert picture is not None
    assert (tmp_path / picture[1]).is_file()
    again = CliRunner().invoke(app, [*arguments, "--json"])
    assert json.loads(again.output) == report


@pytest.mark.parametrize("director", [KeptScores, SharedHands])
def test_points_by_hand_sum_to_the_score(director: type[Director]) -> None:
    [game] = director(SHORT.experiment(seed=3), records=True).play(1).games
    hands = hand_points(json.loads(str(game.record)))
    assert tuple(map(sum, zip(*hands, strict=True))) == game.scores
    assert len(hands) == game.moves / 18


def test_a_game_to_a_lower_limit_is_the_beginning_of_a_longer_one() -> None:
    limits = {f"to {limit}": Variant(cards=5, limit=limit) for limit in (100, 60)}
    found = variants_played(Setting(seed=5), 2, limits)
    for name, variant in limits.items():
        alone = pairs_played(Setting(seed=5), 2, variant)
        for first, second in (("mOT_MT", "MT_MT"), ("mOT_generic", "mOT_mOT")):
            assert found[name].wins(first, second) == alone.wins(first, second)
            assert found[name].scores(first, second) == alone.scores(first, second)
            assert found[name].hands(first, second) == alone.hands(first, second)


def test_inferences_do_not_depend_on_processes_and_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.papers.sturtevant2006.inference_counts.PAIRS", [("MT", "ML")])
    once = inferences(Setting(seed=5), 12)
    inferences(Setting(seed=5, folder=tmp_path), 5)
    both = inferences(Setting(seed=5, jobs=2, folder=tmp_path), 12)
    assert once == both
    assert len(once.wrong) == 12
    assert not any(once.wrong)
    assert once.seen > sum(once.per_hand["decisions"]) > 0


def test_a_truth_that_is_ruled_out_would_be_counted() -> None:
    experiment = Experiment.of(GAME, [OBSERVER, *["maxn(own=MT, others=MT)"] * 2], seed=5, seatings="1")
    taken_for = {}
    for want in ("MT", "mOT"):
        director = ObservedHands(experiment, records=True)
        assert director._wants[1:] == ["MT", "MT"]
        director._wants = [want] * 3  # whom it takes them for, rightly and wrongly
        found = [json.loads(str(director.play(number).games[0].record)) for number in range(20)]
        taken_for[want] = sum(counts["wrong"] for counts in found)
    assert taken_for["MT"] == 0
    assert taken_for["mOT"] == sum(counts.get("mOT", 0) for counts in found) > 0


def test_the_claim_about_all_settings_depends_on_those_where_it_fails() -> None:
    sure = Estimate(60.0, 55.0, 65.0, 9)
    rows = [Row(f"{cards} cards: 2a", None, sure, verdict) for cards in (5, 6) for verdict in (HOLDS, HOLDS)]
    assert regardless(rows) == HOLDS
    assert regardless([*rows, Row("6 cards: 2b", None, sure, FAILS)]) == "depends on the setting: not with 6 cards"
    assert regardless([*rows, Row("6 cards: 2b", None, sure, "inconclusive")]).endswith("in 1 of 5 comparisons")
    assert regardless([Row("6 cards: 2b", None, sure, FAILS)]) == FAILS


def test_a_direction_depends_on_the_settings_under_which_it_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    sure = {"mOT_MT": 80.0, "MT_mOT": 20.0}

    class Won:
        """Pairs in which mOT_MT always wins as much, turned round under one setting."""

        def __init__(self, turned: bool) -> None:
            self.turned = turned

        def wins(self, own: str, other: str) -> list[float]:
            share = sure.get(own, 50.0)
            return [(100 - share if self.turned else share) + each / 10 for each in range(-5, 6)]

    settings = {name: Variant() for name in ("usual", "other")}
    monkeypatch.setattr(trends, "variants_played", lambda *_: {name: Won(name == "other") for name in settings})
    found = trends.sensitivity(settings)(Setting("0.1"))
    rows = {row.label: row for row in found.rows}
    assert rows["usual: 2a mOT_MT v. MT_mOT"].verdict == HOLDS
    assert rows["other: 2a mOT_MT v. MT_mOT"].verdict == FAILS
    every = rows["every setting: 2a mOT_MT v. MT_mOT"]
    assert every.verdict == "depends on the setting: not with other"
    assert every.ours.mean == pytest.approx(50)
    assert "<svg" in next(iter(found.figures.values()))


def test_learning_compares_everybody_on_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.papers.sturtevant2006.learners.USUAL", SHORT)
    monkeypatch.setattr("kibitz.papers.sturtevant2006.learners.HANDS_SHOWN", 3)
    generic = SHORT.player("mOT_generic")
    setting = Setting(seed=5)
    one, again = (learned(setting, "generic", generic, "MT_MT", 2, "2") for _ in range(2))
    assert one == again
    assert len(one.by_hand) == 3
    plain = Experiment.of(SHORT.game, [generic, SHORT.player("MT_MT")], seed=5, seatings="2")
    games = [Director(plain).play(number).games[0] for number in range(4)]
    won = [
        sum(seat in game.winners for seat, who in enumerate(plain.address(number).seating) if who == 0)
        / len(game.winners)
        for number, game in enumerate(games)
    ]
    assert one.wins == [50 * (won[0] + won[1]), 50 * (won[2] + won[3])]


def test_a_hand_counts_the_games_that_came_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.papers.sturtevant2006.learners.USUAL", SHORT)
    generic = SHORT.player("mOT_generic")
    found = learned(Setting(seed=5), "generic", generic, "MT_MT", 3, "2")
    experiment = Experiment.of(SHORT.game, [generic, SHORT.player("MT_MT")], seed=5, seatings="2")
    lengths, counted, scored = [], [0] * 10, [0.0] * 10
    for number in range(6):
        [game] = KeptScores(experiment, records=True).play(number).games
        hands = hand_points(json.loads(str(game.record)))
        lengths.append(len(hands))
        for place, hand in enumerate(hands[:10]):
            own = [points for points, who in zip(hand, experiment.address(number).seating, strict=True) if who == 0]
            counted[place] += len(own)
            scored[place] += sum(own)
    assert min(lengths) < 10
    assert [sum(each.hands) for each in found.by_hand] == counted
    assert [sum(each.points) for each in found.by_hand] == scored
    for place, each in enumerate(found.by_hand):
        if counted[place]:
            assert sum(each.means) / 3 == pytest.approx(scored[place] / counted[place])
    assert sum(found.all_hands.means) / 3 == pytest.approx(sum(scored) / sum(counted))


def test_points_hand_by_hand_end_where_games_do() -> None:
    ours = HandsReached([30.0, 10.0], [2, 1]), HandsReached([0.0, 5.0], [0, 1]), HandsReached([0.0, 0.0], [0, 0])
    theirs = HandsReached([10.0, 10.0], [1, 1]), HandsReached([7.0, 9.0], [1, 1]), HandsReached([1.0, 0.0], [1, 0])
    own, generic = ([LearnerGames([50.0, 50.0], list(each))] for each in (ours, theirs))
    first, second = so_far(own, generic, seed=1)
    assert [(each.hand, each.played) for each in (first, second)] == [(1, 2), (2, 1)]
    assert [each.ahead.mean for each in (first, second)] == pytest.approx([40 / 3 - 10, 40 / 3 - 10 + 5 - 8])


def test_other_games_ask_what_table_2_asks_and_their_report_follows_from_the_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wants, thinks = ({row.letter: row.first.split("_")[part] for row in ROWS} for part in (0, 1))
    assert {letter: thinks[letter] == row.second.split("_")[0] for letter, row in zip("abcd", ROWS, strict=False)} == {
        "a": True,
        "b": True,
        "c": False,
        "d": False,
    }
    assert all(row.second == f"{wants[row.letter]}_{wants[row.letter]}" and row.first != row.second for row in ROWS[4:])
    monkeypatch.setattr(other_games, "GAMES", {"Hearts": "hearts(players=3, cards=3, open=true)"})
    report = items("sturtevant2006")["other-games"].run(Setting("0.05", seed=4))
    ours = {row.label: row.ours.mean for row in report.rows}
    won = {row.letter: ours[f"Hearts {row.label}: hands won by the first"] for row in ROWS}
    assert ours["Hearts: hands that a wrong model of win_win costs, (b) minus (d)"] == pytest.approx(
        won["b"] - won["d"]
    )
    assert ours[
        "Hearts (e): hands won by the second, whose model is right, minus hands won by the first"
    ] == pytest.approx(100 - 2 * won["e"])
