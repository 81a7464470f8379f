"""carmel1993: exact numbers against a second way of getting them, pairing, going on, and what each item reports."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.arena.faults import Fault
from kibitz.arena.session import Director, GameResult
from kibitz.errors import KibitzError
from kibitz.games.checkers.features import WEIGHTS
from kibitz.learning.examples import unforced
from kibitz.learning.strategy import LearnStrategy
from kibitz.papers.cached_work import sources_signature, spread
from kibitz.papers.carmel1993 import depth_difference, depth_sessions, learning_games, strategy_accuracy, varying_depth
from kibitz.papers.carmel1993.depth_counters import is_behind
from kibitz.papers.carmel1993.depth_difference import DIFFERENCES, UNIT, Played, exact_benefit, figure_4
from kibitz.papers.carmel1993.depth_sessions import answer, session, wrong_share
from kibitz.papers.carmel1993.equal_time import MATCHES, cost, nodes_visited
from kibitz.papers.carmel1993.exact_points import ExactPoints, modelling, strategy
from kibitz.papers.carmel1993.example_tree import figure_2
from kibitz.papers.carmel1993.function_difference import WITHIN, distance, figure_5, opponent
from kibitz.papers.carmel1993.learning_games import MEETINGS, figure_11
from kibitz.papers.carmel1993.lemma_counts import cases, contradicts_lemma_1, contradicts_lemma_2, lemmas
from kibitz.papers.carmel1993.observed_games import WATCHED, examples_of, games_of, observed
from kibitz.papers.carmel1993.paired_points import (
    GAMES,
    contest,
    function,
    m_star,
    minimax,
    openings,
    points,
    points_played,
)
from kibitz.papers.claims import FAILS, HOLDS
from kibitz.papers.item import Setting
from kibitz.papers.registry import items
from kibitz.searches.alpha_beta import AlphaBeta
from kibitz.wants.evaluation import Evaluation


def test_every_figure_and_the_open_questions_are_items() -> None:
    named = ["figure-2", "lemmas", "pruning", "figure-3", "figure-4", "figure-5", "figure-7"]
    named += ["highest-counter", "figure-8", "figure-10", "figure-11"]
    assert list(items("carmel1993")) == [*named, "cost", "varying-depth"]


def test_figure_2() -> None:
    found = figure_2(Setting())
    verdicts = {row.label: row.verdict for row in found.rows if row.verdict}
    assert verdicts == {
        "minimax: chooses left (1 = yes)": HOLDS,
        **{f"M*, {name}: chooses right (1 = yes)": HOLDS for name in ("cautious", "plain")},
    }
    others = {row.label: row.ours.mean for row in found.rows if row.finding}
    assert others == {f"M*, {name}: chooses right (1 = yes)": 1.0 for name in ("recursive", "korf")}


# Lemmas.


def test_lemmas_hold_but_for_the_recursive_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.papers.carmel1993.lemma_counts.QUICK_POSITIONS", 25)
    rows = {row.label.split(":")[0]: row for row in lemmas(Setting("quick")).rows}
    assert len(rows) == 20
    broken = [label for label, row in rows.items() if row.ours.mean > 0]
    assert not [label for label, row in rows.items() if row.verdict == FAILS]
    assert "Lemma 1, recursive, checkers, positions that contradict it" in broken
    assert all("Lemma 1, recursive" in label for label in broken)
    assert all(row.ours.high > 0 for row in rows.values())  # none in 12 does not mean never


def test_a_broken_lemma_would_be_counted() -> None:
    """Against values that are a little off, both lemmas are contradicted."""
    case = next(cases("checkers", 1, seed=3))
    minimax_here = kibitz.search("alpha-beta", depth=case.depth, exact=True).analyse(case.state)
    higher = {move: value + 1 for move, value in minimax_here.values.items()}
    wrong = replace(minimax_here, values=higher)
    assert contradicts_lemma_1(case, "cautious", wrong)
    assert contradicts_lemma_2(case._replace(model=Evaluation()), "cautious", wrong)
    assert not contradicts_lemma_1(case, "cautious", minimax_here)
    assert not contradicts_lemma_2(case, "cautious", minimax_here)


# Tic-tac-toe, exactly.


def sampled_points(first: str, second: str, games: int) -> float:
    played = kibitz.match("tic-tac-toe", [first, second], deals=games // 2, seed=4)
    return 2 * next(row.points.mean for row in played.standings if row.player == str(kibitz.player(first)))


def test_exact_points_are_what_many_games_tend_to() -> None:
    exact = ExactPoints()
    for first, second in ((strategy("f1", 4), strategy("f1", 1)), (modelling("f1", 4, "f1", 1), strategy("f1", 1))):
        assert exact.points(first, second) == pytest.approx(sampled_points(first, second, 400), abs=0.12)


def test_exact_points_of_both_sum_to_two() -> None:
    exact = ExactPoints()
    one, other = strategy("f1", 3), strategy("f3", 2)
    assert exact.points(one, other) + exact.points(other, one) == pytest.approx(2)


def test_one_ply_further_with_the_same_function_a_model_is_worth_nothing() -> None:
    """Lemma 1: the perfect model is then the one that minimax has."""
    exact = ExactPoints()
    assert [exact_benefit(exact, "f1", depth)[1] for depth in (1, 2)] == [0, 0]


# Checkers.


def test_points_are_by_opening_and_paired() -> None:
    setting = Setting(seed=9)
    other = minimax("f2", 1)
    played = points_played(setting, "", minimax("f1", 3), other, 3)
    director = Director(contest(minimax("f1", 3), other, seed=9))
    by_hand = []
    for number in range(3):
        both = [director.play(2 * number + place).games[0].scores for place in range(2)]
        assert both[0] is not None
        assert both[1] is not None
        by_hand.append((2 + both[0][0] + both[1][1]) / 2)
    assert played == by_hand
    rival = Director(contest(m_star("f1", 3, "f2", 1), other, seed=9))
    assert [director.start(deal) for deal in range(3)] == [rival.start(deal) for deal in range(3)]


def test_a_failed_player_is_not_counted_as_a_loss() -> None:
    with pytest.raises(KibitzError, match="failed"):
        points(GameResult(None, (1,), 0, Fault(0, "crash", "out of ideas")), seat=0)


def test_a_point_has_two_thousand_games_at_scale_1() -> None:
    assert GAMES == 2000
    assert openings(Setting("1"), 5) == 1000
    assert openings(Setting("quick"), 5) == 5


def test_figures_3_and_4_share_their_games(tmp_path: Path) -> None:
    setting = Setting("quick", seed=5, folder=tmp_path)
    first = Played(setting, "f2", 2, differences=(1, 2))
    files = set(tmp_path.iterdir())
    again = Played(setting, "f2", 2, differences=(1, 2))
    assert set(tmp_path.iterdir()) == files
    assert len(files) == 4
    assert again.benefit == first.benefit


def test_figure_4_reports_every_point(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(setting: Setting, what: str, player: str, opponent: str, openings: int) -> list[float]:
        modelled = "m-star" in player
        return [1.0 + modelled * (0.5 + 0.01 * (-1) ** opening) for opening in range(openings)]

    monkeypatch.setattr(depth_difference, "points_played", drawn)
    monkeypatch.setattr(depth_difference, "EXACT_DEPTHS", (1,))
    monkeypatch.setattr(depth_difference, "FUNCTIONS", ("f1",))
    found = figure_4(Setting("quick"))
    rows = {row.label: row for row in found.rows}
    for name in ("f1 - f1", "f1 - f2"):
        for at in DIFFERENCES:
            assert rows[f"checkers, {name}, depth difference {at}: benefit of M*, {UNIT}"].ours.mean == pytest.approx(
                500
            )
        assert rows[f"checkers, {name}: mean benefit of M* at depth differences 1 to 6, {UNIT}"].verdict == HOLDS
        assert rows[f"checkers, {name}: rise of the benefit from depth difference 0 to 2-4, {UNIT}"].verdict.startswith(
            "inconclusive"
        )
    assert rows[
        f"tic-tac-toe, f1 - f1, opponent's depth 1, depth difference 4: benefit of M*, {UNIT}"
    ].ours.mean == pytest.approx(181.25)
    assert len(found.figures) == 2


def test_less_of_the_function_is_farther_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.papers.carmel1993.function_difference.BOARDS", 20)
    for outside in ("zero", "clamp"):
        far = [distance(within, 1, outside) for within in (WITHIN[0], WITHIN[1], WITHIN[-1])]
        assert far[0] == 0
        assert all(less < more for less, more in pairwise(far))
    assert distance(WITHIN[-1], 1, "clamp") < distance(WITHIN[-1], 1, "zero")


def test_figure_5_starts_from_no_benefit(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the whole function and one ply less the perfect model is minimax's own: the same games."""
    monkeypatch.setattr("kibitz.papers.carmel1993.function_difference.WITHIN", (WITHIN[0], WITHIN[3], WITHIN[-1]))
    monkeypatch.setattr("kibitz.papers.carmel1993.function_difference.QUICK", 2)
    monkeypatch.setattr("kibitz.papers.carmel1993.function_difference.BOARDS", 5)
    rows = {row.label: row for row in figure_5(Setting("quick")).rows}
    assert rows[f"whole function: points of M* minus points of minimax, {UNIT}"].ours.mean == 0
    assert rows["whole function: points a game of M*"].ours == rows["whole function: points a game of minimax"].ours


# Learning.


def test_observed_games_change_colours_and_start_at_random() -> None:
    player = AlphaBeta(depth=1)
    first, second = (observed(player, 1, number) for number in range(2))
    assert first.players.index(WATCHED) == 0
    assert second.players.index(WATCHED) == 1
    assert first.start != second.start
    assert games_of(player, 1, [0, 1]) == [unforced(first, WATCHED), unforced(second, WATCHED)]
    for example in examples_of(player, 1, 0, 25):
        assert example.move == player.analyse(example.state).best[0]


def test_the_error_is_the_share_of_the_session_with_a_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(depth_sessions, "EXAMPLES", 12)
    player = "alpha-beta(depth=3)"
    marks = session(player, 0, 1, 4)
    answers = [answer(*each) for each in marks]
    assert len(answers) == 12
    assert answers[-1] == 3
    assert wrong_share(player, 0, 1, 4, true_depth=3) == pytest.approx(100 * sum(each != 3 for each in answers) / 12)
    assert all(counts[2] == max(counts) for counts, _ in marks)


def test_zeroing_misleads_where_clamping_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(depth_sessions, "EXAMPLES", 30)
    zeroed, clamped = (wrong_share(opponent(60.0, outside, 3), 0, 1, 4, 3) for outside in ("zero", "clamp"))
    assert zeroed > 50 > clamped


@pytest.mark.parametrize("figure", [depth_sessions.figure_7, depth_sessions.figure_8])
def test_figures_of_learn_depth(figure: Callable[[Setting], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"EXAMPLES": 6, "TRUE_DEPTH": 2, "FARTHEST": 3, "TRIED": 3, "TRUE_DEPTHS": (2,)}.items():
        monkeypatch.setattr(depth_sessions, name, value)
    monkeypatch.setattr("kibitz.papers.carmel1993.function_difference.BOARDS", 5)
    monkeypatch.setattr(depth_sessions, "QUICK_FIGURE_8_SESSIONS", 2)
    found = figure(Setting("quick"))
    assert all(0 <= row.ours.mean <= 100 for row in found.rows if row.unit == "%" and not row.said)
    assert any(row.verdict for row in found.rows)
    assert len(found.figures) == 1


def test_features_that_are_not_thought_of_weigh_nothing() -> None:
    games = games_of("alpha-beta(depth=1, own=evaluation(men=2, back_row=1, sides=1))", 1, range(6))
    known = ("men", "back_row")
    limited = LearnStrategy(farthest=1, most_rounds=3, features=known)(games[:4], games[4:])
    assert {name for name, weight in limited.weights.items() if weight} <= set(known)
    free = LearnStrategy(farthest=1, most_rounds=3)(games[:4], games[4:])
    assert free.weights["sides"] != 0
    assert free.fits[0].accuracy.share > limited.fits[0].accuracy.share
    with pytest.raises(KibitzError, match="no feature 'side'"):
        LearnStrategy(features=("men", "side"))(games[:4], games[4:])


def test_figure_10_has_ten_features_of_which_six_are_used() -> None:
    assert len(set(strategy_accuracy.FEATURES)) == 10
    for name in ("f1", "f2"):
        assert len(set(strategy_accuracy.FEATURES) & set(WEIGHTS[name])) == 6


def test_figure_10_reports_fresh_beside_selected(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"STRATEGIES": (("f1", 2),), "QUICK_EXAMPLES": 40, "QUICK_LIMIT": 2}.items():
        monkeypatch.setattr(strategy_accuracy, name, value)
    rows = {row.label: row for row in strategy_accuracy.figure_10(Setting("quick")).rows}
    assert rows["(f1, 2): depth found"].verdict == HOLDS
    for depth in (1, 2):
        assert {
            f"(f1, 2), model of depth {depth}: accuracy on {games}" for games in ("the games set aside", "fresh games")
        } <= set(rows)
    differ = rows["(f1, 2): share of unforced positions in which the other function chooses another move"]
    assert differ.ours.mean > 20


def test_figure_11_measures_every_count_from_the_same_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    poor = MEETINGS["shallower opponent with a better function"]._replace(depth=3, other_depth=1)
    monkeypatch.setattr(learning_games, "MEETINGS", {"small": poor})
    monkeypatch.setattr(learning_games, "COUNTS", (2,))
    monkeypatch.setattr(learning_games, "QUICK_OPENINGS", 2)
    monkeypatch.setattr(learning_games, "LEARN", LearnStrategy(farthest=1, most_rounds=1))
    found = figure_11(Setting("quick"))
    when = ("after learning from 0 games", "after learning from 2 games", "with a perfect model")
    rows = {row.label: row for row in found.rows}
    assert {f"small, {each}: points a game" for each in when} <= set(rows)
    assert all(0 <= row.ours.mean <= 2 for label, row in rows.items() if label.endswith("points a game"))
    assert rows["small, after learning from 2 games: share of learners that found the right depth"].ours.mean == 100


# Beyond the paper.


def test_cost_gives_minimax_as_many_nodes_as_fit_into_the_time_of_m_star(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def noted(setting: Setting, what: str, player: str, opponent: str, openings: int) -> list[float]:
        asked.append(player)
        return [1.0] * openings

    monkeypatch.setattr("kibitz.papers.carmel1993.equal_time.points_played", noted)
    monkeypatch.setattr("kibitz.papers.carmel1993.equal_time.MATCHES", [MATCHES[0]._replace(per_node=2.0)])
    monkeypatch.setattr("kibitz.papers.carmel1993.equal_time.QUICK_POSITIONS", 8)
    monkeypatch.setattr("kibitz.papers.carmel1993.equal_time.VARIANTS", ("cautious",))
    found = cost(Setting("quick"))
    visited = nodes_visited(asked[0], 8, 1)
    assert f"nodes={round(2 * sum(visited) / 8)}," in asked[1]
    assert any("cautious" in row.label and row.ours.mean > 0.5 for row in found.rows)


def test_varying_depth_reads_the_opponent_as_it_plays() -> None:
    found = varying_depth.read(1, 0)
    watched = kibitz.search(varying_depth.opponent())
    [examples] = games_of(watched, 1, [0])
    for depth in (2, 3):
        fixed = kibitz.search("alpha-beta", depth=depth, own=function("f2"))
        hits = sum(fixed.analyse(example.state).best[0] == example.move for example in examples)
        assert found["hits"][depth - 1] == hits
    assert len(found["looked"]) > 1  # the depth is not fixed


def counted(file: str, number: int) -> int:
    with Path(file).open("a") as out:
        out.write("x")
    return number * number


def test_spread_goes_on_where_it_stopped(tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    setting = Setting(folder=tmp_path / "results")
    assert spread(setting, "", counted, [(log, 2), (log, 3)]) == [4, 9]
    assert spread(setting, "", counted, [(log, 3), (log, 4), (log, 2)]) == [9, 16, 4]
    assert len(Path(log).read_text()) == 3
    [kept] = (tmp_path / "results").iterdir()
    kept.write_text(kept.read_text()[:-4])  # the last line was cut off
    assert spread(setting, "", counted, [(log, 4), (log, 2)]) == [16, 4]
    assert len(Path(log).read_text()) == 4


def test_spread_begins_anew_after_a_change_anywhere_in_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package"
    (package / "below").mkdir(parents=True)
    (package / "below" / "rules.py").write_text("one\n")
    monkeypatch.setattr("kibitz.papers.cached_work.PACKAGE", package)
    log, setting = str(tmp_path / "log"), Setting(folder=tmp_path / "results")
    for text, worked in (("one\n", 1), ("two\n", 2), ("one\n", 2)):
        (package / "below" / "rules.py").write_text(text)
        sources_signature.cache_clear()
        assert spread(setting, "", counted, [(log, 2)]) == [4]
        assert len(Path(log).read_text()) == worked


def test_spread_gives_the_same_in_two_processes() -> None:
    cases_given = [("alpha-beta(depth=2)", count, 1) for count in (3, 5, 7)]
    alone, two = (spread(Setting(jobs=jobs), "", nodes_visited, cases_given) for jobs in (1, 2))
    assert alone == two


@pytest.mark.parametrize(("highest", "verdict"), [(6, HOLDS), (7, FAILS)])
def test_the_true_depth_is_among_the_highest_counters(
    highest: int, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    even = [[9] * 9, [9] * 9]
    told = [[9 + (depth == highest) for depth in range(1, 10)], [9] * 9]
    monkeypatch.setattr("kibitz.papers.carmel1993.depth_counters.spread", lambda *given: [[even, told], [even, even]])
    [row] = items("carmel1993")["highest-counter"].run(Setting("quick")).rows
    assert row.verdict == verdict
    assert row.label.endswith(f"{int(verdict == FAILS)} of 4 in 2 sessions")
    assert row.ours.clusters == 2


def test_sessions_with_the_right_function_never_have_another_depth_ahead() -> None:
    found = session("alpha-beta(depth=2, own=evaluation(men=-1))", 0, 1, 3)
    own = session(str(kibitz.search("alpha-beta", depth=2, own=function("f1"))), 0, 1, 3)
    assert not any(is_behind(counts, 2) for counts, _ in own)
    assert any(is_behind(counts, 2) for counts, _ in found)  # whose function is another
