"""Whole leagues: the same results in any number of processes, however often they are killed, and all players paired."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from support.commands import Command, started

import kibitz
from kibitz.arena.comparisons import mean_and_p
from kibitz.arena.league.experiment import Case, League
from kibitz.arena.league.report import LeagueReport
from kibitz.arena.league.results import LeagueResult
from kibitz.arena.league.running import Running, league, read_league, run
from kibitz.arena.league.session import Sessions
from kibitz.arena.league.statistics import fieller
from kibitz.arena.points import shares
from kibitz.errors import KibitzError, MissingCapability, SpecError
from kibitz.random import stream

OWN = str(Path(__file__).parent / "own_opponents.py")
READER = "adaptive(candidates=[greedy, random], reply=exploit)"


def numbers(result: LeagueResult) -> dict[str, Any]:
    """Everything but the time."""
    return {name: value for name, value in result.to_dict().items() if name != "cost"}


def small(**options: Any) -> League:
    opponents = ["greedy", "turning", "first-listed", "noisy(greedy, 0.3)"]
    return League.of(
        "tic-tac-toe",
        opponents,
        [READER],
        "mcts",
        **{"games": 3, "seed": 3, "simulations": 20, "loads": (OWN,), **options},
    )


@pytest.fixture(scope="module")
def alone() -> LeagueResult:
    return run(small(), 6)


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 1), (2, 0), (2, 5)])
def test_the_number_of_processes_changes_nothing(jobs: int, chunk: int, alone: LeagueResult) -> None:
    assert numbers(run(small(), 6, Running(jobs=jobs, chunk=chunk))) == numbers(alone)


def test_another_seed_gives_other_games(alone: LeagueResult) -> None:
    assert numbers(run(small(seed=4), 6)) != numbers(alone)


def test_the_clairvoyant_may_play_fewer_sessions(alone: LeagueResult, tmp_path: Path) -> None:
    out = tmp_path / "league.jsonl"
    fewer = run(small(clairvoyant_sessions=2), 6, Running(out=out))
    seer = alone.league.clairvoyant_arm
    assert {case.session for case in fewer.found if case.arm == seer} == {0, 1}
    assert numbers(fewer)["gain"] == numbers(alone)["gain"]  # of the players, in all sessions
    assert numbers(fewer)["clairvoyant_sessions"] == 2
    first = run(small(), 2)
    assert fewer.pooled.gains[seer].gain == first.pooled.gains[seer].gain
    assert "only the first 2 sessions" in fewer.summary()
    assert "only the first" not in alone.summary()
    assert fewer.by_game[0].kept == first.by_game[0].kept  # seats change, so only shared sessions count
    assert numbers(read_league(out)) == numbers(fewer)
    assert numbers(run(small(), 6, Running(out=out))) == numbers(alone)  # the rest is added


def test_sessions_of_a_clairvoyant_that_does_not_play_are_refused() -> None:
    with pytest.raises(SpecError, match="leave out one of the two"):
        small(clairvoyant="none", clairvoyant_sessions=2)


# What is played.


@pytest.mark.parametrize("game", ["tic-tac-toe", "spades(players=3, cards=4, scoring=tricks)"])
def test_a_session_is_games_of_the_same_players_who_move_one_seat_on(game: str) -> None:
    played = kibitz.game(game)
    opponents = ["random", "first-listed", "turning"]
    made = League.of(game, opponents, ["any-move"], "random", games=4, seed=9, loads=(OWN,), opening=1)
    table = made.tables[1]
    found = Sessions(made).play(Case("any-move", table, 2))
    ours, others = kibitz.player("any-move"), [kibitz.player(each) for each in table]
    for place, one in enumerate(found):
        seat = (2 + place) % played.players
        order = [ours, *others]
        seated = [order[(number - seat) % played.players] for number in range(played.players)]
        deal, draws = (stream(("league", what, 9, *table, 2, place)) for what in ("deal", "play"))
        start = played.start(deal)
        start = start.play(kibitz.Random(deal, "random move", 0).choice(start.moves()))
        end = kibitz.play_game(played, seated, draws, start=start, chance_seed=deal, quick=False).end
        assert one["share"] == shares(tuple(sorted(end.winners)), played.players)[seat]
        assert one["score"] == end.scores[seat]


def test_all_have_the_same_deals_and_the_opponents_the_same_draws() -> None:
    """A player that decides as the baseline does has the same result in every game."""
    result = league(
        "checkers",
        ["random", "noisy(greedy, 0.5)"],
        ["any-move"],
        "random",
        4,
        games=2,
        loads=[OWN],
        clairvoyant="none",
        opening=2,
    )
    for case, session in result.found.items():
        if case.arm == "any-move":
            base = result.found[case._replace(arm="random")]
            assert [game["share"] for game in session] == [game["share"] for game in base]
            assert [game["moves"] for game in session] == [game["moves"] for game in base]
    gain = result.pooled.gains["any-move"]
    assert (gain.gain.mean, gain.p) == (0.0, 1.0)


def test_players_remember_within_a_session_and_begin_anew_in_the_next() -> None:
    result = league(
        "tic-tac-toe", ["random", "greedy"], ["diary"], "random", 3, games=3, loads=[OWN], clairvoyant="none"
    )
    for case, session in result.found.items():
        if case.arm == "diary":
            told = [game["believed"]["opponent 1"] for game in session]
            assert told == [{f"game {place + 1} in seat {(case.session + place) % 2}": 1.0} for place in range(3)]


def test_opponents_that_change_keep_their_memory_within_a_session() -> None:
    made = small(games=2)
    first, second = Sessions(made).play(Case("clairvoyant(simulations=20)", ("turning",), 0))
    assert (first["share"], second["share"]) == (1.0, 1.0)


def test_a_handicap_is_ours() -> None:
    made = League.of("checkers", ["random"], ["greedy"], "random", handicap="men=3", opening=0)
    for session, place in ((0, 0), (0, 1), (1, 0)):
        men = Sessions(made).start(("random",), session, place).to_dict()
        ours, theirs = ("black_men", "white_men")[:: 1 if (session + place) % 2 == 0 else -1]
        assert (len(men[ours]), len(men[theirs])) == (9, 12)


def test_limits_are_for_players_and_not_for_opponents() -> None:
    made = League.of("tic-tac-toe", ["mcts"], [READER, "maxn", "mcts(simulations=7)"], "mcts", simulations=30)
    assert made.opponents == ("mcts",)
    assert made.arms == (
        "mcts(simulations=30)",
        "adaptive(candidates=[greedy, random], reply=exploit, simulations=30)",
        "maxn",
        "mcts(simulations=7)",
        "clairvoyant(simulations=30)",
    )
    assert made.unlimited == ("maxn", "mcts(simulations=7)")


def test_a_player_may_be_told_the_truth_as_a_candidate() -> None:
    told = "adaptive(candidates=[truth, random], reply=exploit)"
    made = League.of(
        "tic-tac-toe", ["greedy", "random", "turning"], [told], "mcts", simulations=20, games=2, loads=[OWN]
    )
    assert made.players == ("adaptive(candidates=[truth, random], reply=exploit, simulations=20)",)
    assert League.from_json(made.to_json()) == made
    result = run(made, 2)
    weights = {belief.opponent: belief.truth for belief in result.beliefs}
    assert weights["greedy"] is not None
    assert weights["greedy"] > 0.5
    assert weights["random"] == 1.0  # named twice, so once
    assert weights["turning"] is None  # a player with a memory is no model
    with pytest.raises(SpecError, match="candidate"):
        League.of("tic-tac-toe", ["turning"], ["adaptive(candidates=[truth], learner=bayes)"], "mcts", loads=[OWN])


# What comes out.


def rejected(ps: list[float], level: float) -> set[int]:
    """Holm's procedure as he wrote it: step down from the smallest, and stop at the first that is not rejected."""
    found = set[int]()
    for step, number in enumerate(sorted(range(len(ps)), key=lambda each: ps[each])):
        if ps[number] > level / (len(ps) - step):
            break
        found.add(number)
    return found


def test_rows_are_paired_by_session_and_corrected_by_holm(alone: LeagueResult) -> None:
    for arm in alone.league.arms[1:]:
        rows = [row for row in alone.rows if row.player == arm]
        assert [row.opponents for row in rows] == alone.league.tables
        gains = [row.gain for row in rows if row.gain is not None]
        for level in (number / 1000 + 1e-7 for number in range(1000)):
            assert {n for n, gain in enumerate(gains) if gain.corrected <= level} == rejected(
                [gain.p for gain in gains], level
            )
        for row, gain in zip(rows, gains, strict=True):
            sessions = [
                [alone.found[Case(who, row.opponents, n)] for n in range(6)] for who in (arm, alone.league.baseline)
            ]
            ours, base = ([sum(game["share"] for game in each) / 3 for each in who] for who in sessions)
            apart = [one - two for one, two in zip(ours, base, strict=True)]
            assert (gain.gain, gain.p) == mean_and_p(apart, alone.league.seed, (-1.0, 1.0))
            assert row.games == 18


def test_games_of_a_session_average_to_the_whole(alone: LeagueResult) -> None:
    for arm, gain in alone.pooled.gains.items():
        parts = [pooled.gains[arm].gain.mean for pooled in alone.by_game]
        assert sum(parts) / len(parts) == pytest.approx(gain.gain.mean)


def made_up(seer: float, ours: float, sessions: int = 30) -> LeagueResult:
    """A league in which the clairvoyant and the player gain so much on average, and some sessions more than others."""
    made = League.of("tic-tac-toe", ["random"], ["maxn"], "greedy", games=1)
    means = {made.baseline: 0.3, "maxn": 0.3 + ours, made.clairvoyant_arm: 0.3 + seer}
    found = {
        Case(arm, ("random",), number): [
            {
                "share": mean + 0.05 * (number % 3 - 1) * (arm != made.baseline),
                "score": 0.0,
                "moves": 1,
                "seconds": 0.0,
                "clocked": False,
            }
        ]
        for arm, mean in means.items()
        for number in range(sessions)
    }
    return LeagueResult(made, sessions, found)


def test_kept_is_the_ratio_of_mean_gains() -> None:
    result = made_up(seer=0.4, ours=0.1)
    kept = result.pooled.kept["maxn"]
    gains = [[base + 0.05 * (number % 3 - 1) for number in range(30)] for base in (0.1, 0.4)]
    assert kept is not None
    assert (kept.mean, kept.low, kept.high) == pytest.approx(
        (lambda found: (found.mean, found.low, found.high))(fieller(gains[0], gains[1]))
    )
    assert kept.mean == pytest.approx(0.25)


def test_kept_is_left_out_unless_the_clairvoyant_certainly_gains_five_points() -> None:
    assert made_up(seer=0.04, ours=0.04).pooled.kept["maxn"] is None
    assert "kept is left out" in made_up(seer=0.04, ours=0.04).summary()
    assert made_up(seer=0.3, ours=0.3).pooled.kept["maxn"] is not None
    assert "kept is left out" not in made_up(seer=0.3, ours=0.3).summary()


def test_a_clairvoyant_that_is_worse_than_the_baseline_is_no_reference() -> None:
    assert "it is no reference here" in made_up(seer=-0.2, ours=0.1).summary()
    assert "it is no reference here" not in made_up(seer=0.2, ours=0.1).summary()


def test_json_has_what_is_promised(alone: LeagueResult) -> None:
    found = json.loads(json.dumps(alone.to_dict()))
    assert len(found["rows"]) == 4 * 3
    assert {"opponents", "player", "games", "share", "score", "interval", "gain"} <= set(found["rows"][0])
    assert {"baseline", "clairvoyant", "gain", "kept"} <= set(found)
    assert [set(each) - {"game"} <= set(found) for each in found["by_game"]] == [True] * 3
    assert all(cost["milliseconds"] > 0 for cost in found["cost"])
    about = {each["opponent"]: each for each in found["believed"]}
    assert about["greedy"]["truth"] > 0.5
    assert about["turning"]["truth"] is None


def test_a_player_that_fails_forfeits_the_game_and_goes_on() -> None:
    result = league("tic-tac-toe", ["random"], ["failing"], "random", 6, games=3, loads=[OWN], clairvoyant="none")
    failed = [game for session in result.found.values() for game in session if "fault" in game]
    assert failed
    assert all(game["share"] == 0.0 and game["score"] is None for game in failed)
    assert all(len(session) == 3 for session in result.found.values())
    told = f"Errors: failing forfeited {len(failed)} games of 18, so it lost them; the first error: crash: ZeroDivision"
    assert told in result.summary()
    assert result.to_dict()["reproducible"] is False


def test_a_clock_is_told() -> None:
    result = league("tic-tac-toe", ["random"], ["mcts"], "random", 1, games=1, seconds=0.001, clairvoyant="none")
    assert "Not reproducible: a clock decided moves in 1 games" in result.summary()
    assert "Not limited by --seconds: random." in result.summary()


# Files.


def test_longer_leagues_and_more_players_go_on_from_a_file(tmp_path: Path, alone: LeagueResult) -> None:
    file, steps = tmp_path / "l.jsonl", list[tuple[int, int]]()
    run(small(), 2, Running(out=file))
    longer = run(small(), 6, Running(out=file, chunk=1, progress=lambda done, total: steps.append((done, total))))
    assert numbers(longer) == numbers(alone)
    assert steps[0] == (25, 72)
    assert len(steps) == 48
    before = file.read_text()
    again = run(small(), 6, Running(out=file))
    assert again.to_dict() == longer.to_dict()  # the time as well: nothing was played
    assert file.read_text() == before
    steps.clear()
    more = League.of(
        "tic-tac-toe", small().opponents, [READER, "maxn"], "mcts", games=3, seed=3, simulations=20, loads=(OWN,)
    )
    run(more, 6, Running(out=file, chunk=1, progress=lambda done, total: steps.append((done, total))))
    assert len(steps) == 24


def test_files_of_other_leagues_and_other_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "l.jsonl"
    run(small(), 1, Running(out=file))
    with pytest.raises(KibitzError, match="results of another league: seed is 3 in the file and 4 now"):
        run(small(seed=4), 1, Running(out=file))
    (tmp_path / "notes.txt").write_text("dear diary\n")
    with pytest.raises(KibitzError, match="not a results file of a league"):
        run(small(), 1, Running(out=tmp_path / "notes.txt"))
    (tmp_path / "photo").write_bytes(bytes(range(256)))
    with pytest.raises(KibitzError, match="not a results file of a league"):
        run(small(), 1, Running(out=tmp_path / "photo"))
    assert (tmp_path / "notes.txt").read_text() == "dear diary\n"


SESSIONS = 24


def start(file: Path, jobs: int) -> Command:
    words = ["league", "tic-tac-toe", "--load", OWN, "--opponents", "greedy", "turning", "--players", READER]
    words += ["--sessions", str(SESSIONS), "--games", "3", "--simulations", "200", "--jobs", str(jobs)]
    return started(*words, "--out", str(file), "--json", seconds=300)


def finished(file: Path, jobs: int) -> dict[str, Any]:
    done = start(file, jobs).finished()
    assert done.returncode == 0, done.stderr
    return {name: value for name, value in json.loads(done.stdout).items() if name != "cost"}


def test_killed_three_times_it_comes_to_the_same(tmp_path: Path) -> None:
    file = tmp_path / "killed.jsonl"
    for kill in range(3):
        process = start(file, jobs=1 + kill % 2)
        deadline = time.monotonic() + 120
        while process.poll() is None and _lines(file) < 2 + 10 * kill and time.monotonic() < deadline:
            time.sleep(0.005)
        assert process.poll() is None, process.finished()
        process.kill_all()
    assert 0 < _lines(file) < 1 + 2 * SESSIONS * 3
    with file.open("a") as torn:
        torn.write('[["mcts(simulations=200)", ["gree')  # as a process leaves it that is killed while it writes
    assert finished(file, jobs=2) == finished(tmp_path / "quiet.jsonl", jobs=1)


def _lines(file: Path) -> int:
    return file.read_text().count("\n") if file.exists() else 0


# Mistakes.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "tic-tac-to"}, "tic-tac-toe"),
        ({"players": ["mxts"]}, "did you mean 'mcts'"),
        ({"players": ["random"]}, "given twice"),
        ({"opponents": ["greedy", "greedy"]}, "opponent greedy is given twice"),
        ({"games": 0}, "games=0 is not allowed"),
        ({"simulations": 5, "seconds": 1.0}, "not both"),
        ({"clairvoyant": "exploits"}, "did you mean 'exploit'"),
        ({"handicap": "men=2"}, "handicap"),
        ({"gams": 3}, "a league has no option 'gams'"),
    ],
)
def test_mistakes_say_what_to_do(options: dict[str, Any], message: str) -> None:
    given = {"game": "tic-tac-toe", "opponents": ["greedy"], "players": ["mcts"], "baseline": "random", **options}
    with pytest.raises((SpecError, MissingCapability), match=message):
        League.of(**given)


def test_a_player_that_cannot_play_the_game_stops_the_league() -> None:
    with pytest.raises(MissingCapability, match="two players"):
        league("hearts(players=3)", ["random"], ["alpha-beta"], "random", 1, games=1)


def test_errors_stand_above_the_numbers() -> None:
    result = league(
        "tic-tac-toe", ["broken"], ["maxn"], "random", 2, games=2, loads=[OWN], clairvoyant="none", opening=0
    )
    assert result.summary().splitlines()[1].startswith("Errors: broken forfeited all its games")
    report = LeagueReport(result, "kibitz league")
    assert report.markdown().split("\n\n")[1].startswith("Errors: broken forfeited all its games")
    assert report.html().index("forfeited all its games") < report.html().index("<svg")
    assert "forfeited all its games" in result._repr_html_()


def test_every_opponent_is_described() -> None:
    given = ["first-listed", "turning", "greedy", "blocks-only"]
    result = league("tic-tac-toe", given, ["maxn"], "random", 1, games=1, loads=[OWN], clairvoyant="none")
    [section] = [each for each in result.sections() if each.title == "The opponents"]
    told = {name: words for name, _, words in section.rows}
    assert list(told) == given
    assert told["first-listed"] == "Makes the first move of the list"
    assert told["turning"].startswith("Makes the first move of the list in its first game")
    assert told["greedy"] == "the best evaluation after one move"
    assert told["blocks-only"]


def test_sizes_and_ranges_read_well() -> None:
    one = league("tic-tac-toe", ["greedy"], ["maxn"], "random", 1, games=1, clairvoyant="none").summary()
    assert one.startswith("tic-tac-toe: 1 table, 1 session, 1 game in a session")
    assert "unknown: one session" in one
    two = league("tic-tac-toe", ["greedy", "random"], ["maxn"], "random", 2, games=2, clairvoyant="none").summary()
    assert two.startswith("tic-tac-toe: 2 tables, 2 sessions each, 2 games in a session")
    assert "2 to 2" not in two
    three = league("tic-tac-toe", ["greedy"], ["maxn"], "random", 2, games=3, clairvoyant="none").summary()
    assert "2 to 3" in three
