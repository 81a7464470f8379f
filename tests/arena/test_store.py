"""The results file: nothing half done gets in, nothing finished gets lost, and what does not fit is refused."""

import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.arena.experiment import Experiment
from kibitz.arena.faults import Fault
from kibitz.arena.results import MatchResult
from kibitz.arena.session import Director, GameResult, Session
from kibitz.arena.store import Store
from kibitz.errors import KibitzError

EXPERIMENT = Experiment.of("tic-tac-toe", ["random", "greedy"], seed=1)


def played(first: int, behind: int) -> list[Session]:
    return [Session(number, (GameResult((1.0, -1.0), (0,), 5),)) for number in range(first, behind)]


@given(st.sets(st.integers(0, 19)))
def test_what_is_missing_is_what_is_not_there(chunks: set[int]) -> None:
    store = Store.create(None, EXPERIMENT)
    for chunk in chunks:
        store.commit(played(3 * chunk, 3 * chunk + 3))
    missing = [number for first, behind in store.missing(60) for number in range(first, behind)]
    there = {number for chunk in chunks for number in range(3 * chunk, 3 * chunk + 3)}
    assert missing == [number for number in range(60) if number not in there]
    assert {game.session for game in store.games(60)} == there
    store.close()


def test_what_goes_in_comes_out() -> None:
    store = Store.create(None, EXPERIMENT, records=True)
    games = (
        GameResult((0.1, -2.5), (0,), 7, None, '{"moves": []}'),
        GameResult(None, (0,), 0, Fault(1, "crash", "ZeroDivisionError: by design")),
        GameResult(None, (), 0, Fault(None, "died", "twice")),
        GameResult((0.0, 0.0), (), 9, clocked=True),
    )
    store.commit([Session(4, games, 1.5, 1.0)])
    assert [game.result for game in store.games(10)] == [game._replace(record=None) for game in games]
    assert list(store.record_lines(10)) == ['{"moves": []}']
    assert store.seconds() == (1.5, 1.0)


def test_a_chunk_is_whole_or_not_there(tmp_path: Path) -> None:
    store = Store.create(tmp_path / "r.kibitz", EXPERIMENT)
    store.commit(played(0, 3))
    with pytest.raises(KibitzError):
        store.commit(played(5, 8) + played(1, 2))  # the last one is there already
    assert list(store.missing(8)) == [(3, 8)]
    assert len(list(store.games(8))) == 3


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "r.kibitz"
    store = Store.create(path, EXPERIMENT)
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count={pages + 3}")  # SQLite's own way to run out of room
    done = 0
    try:
        for first in range(0, 10_000, 50):
            store.commit(played(first, first + 50))
            done = first + 50
    except KibitzError as error:
        assert re.match(r"no space left to write .* everything that was finished is kept", str(error))  # noqa: PT017
    assert 0 < done < 10_000
    store.close()
    again = Store.create(path, EXPERIMENT)
    assert again.complete_sessions() == done
    again.commit(played(done, done + 50))
    again.close()


def test_another_experiment_is_refused_and_named(tmp_path: Path) -> None:
    path = tmp_path / "r.kibitz"
    Store.create(path, EXPERIMENT).close()
    before = path.read_bytes()
    other = Experiment.of("tic-tac-toe", ["random", "maxn"], seed=2)
    with pytest.raises(
        KibitzError, match=r"another match: players is .*greedy.*maxn.*; seed is 1 in the file and 2 now"
    ):
        Store.create(path, other)
    assert path.read_bytes() == before


def test_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.kibitz"
    Store.create(path, EXPERIMENT).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    before = path.read_bytes()
    uses: list[Callable[[], Store]] = [lambda: Store.create(path, EXPERIMENT), lambda: Store.open(path)]
    for use in uses:
        with pytest.raises(KibitzError, match="results file of version 99, and this Kibitz reads version 1 or 2 or 3"):
            use()
    assert path.read_bytes() == before


def as_version_1(path: Path) -> None:
    """Make of a results file what Kibitz wrote before it noted clocks."""
    connection = sqlite3.connect(path)
    connection.execute("ALTER TABLE games DROP COLUMN clocked")
    connection.execute("DROP TABLE checksums")
    connection.execute("PRAGMA user_version=1")
    connection.close()


def test_results_of_version_1_are_read_and_go_on(tmp_path: Path) -> None:
    path = tmp_path / "r.kibitz"
    store = Store.create(path, EXPERIMENT)
    store.commit(played(0, 2))
    store.close()
    as_version_1(path)
    before = path.read_bytes()
    assert [game.result for game in Store.open(path).games(9)] == [GameResult((1.0, -1.0), (0,), 5, clocked=None)] * 2
    assert path.read_bytes() == before  # reading changes nothing
    store = Store.create(path, EXPERIMENT)
    store.commit([Session(2, (GameResult((1.0, -1.0), (0,), 5, clocked=True),))])
    store.close()
    assert [game.result.clocked for game in Store.open(path).games(9)] == [None, None, True]


def own_player(file: Path, move: int = 0) -> None:
    code = f"    def policy(self, view):\n        return {{view.moves()[{move}]: 1.0}}\n"
    file.write_text(f"import kibitz\n@kibitz.register\nclass Own(kibitz.Player):\n    name = 'own'\n{code}")


def test_a_loaded_file_that_was_changed_is_named(tmp_path: Path) -> None:
    path, file, moved = tmp_path / "r.kibitz", tmp_path / "changed_here.py", tmp_path / "elsewhere" / "changed_here.py"
    own_player(file)
    Store.create(path, Experiment.of("tic-tac-toe", ["own"], loads=(str(file),))).close()
    moved.parent.mkdir()
    own_player(moved)
    Store.create(path, Experiment.of("tic-tac-toe", ["own"], loads=(str(moved),))).close()  # the content counts
    own_player(file, move=-1)
    with pytest.raises(KibitzError, match=f"the loaded file {file} has been changed since these results were begun"):
        Store.create(path, Experiment.of("tic-tac-toe", ["own"], loads=(str(file),)))
    with pytest.raises(KibitzError, match=f"the file {file} was loaded for the stored results, but is not loaded now"):
        Store.create(path, Experiment.of("tic-tac-toe", ["own"]))
    another = tmp_path / "another_file.py"
    own_player(another, move=1)
    with pytest.raises(
        KibitzError, match=f"the file {another} is loaded now, but was not loaded .*; the file {file} was"
    ):
        Store.create(path, Experiment.of("tic-tac-toe", ["own"], loads=(str(another),)))


def test_how_many_deals_were_asked_for_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "r.kibitz"
    store = Store.create(path, EXPERIMENT)
    assert store.planned_deals is None
    store.plan(7)
    store.plan(9)
    store.commit(played(0, 3))
    store.commit(played(5, 6))
    store.close()
    assert Store.open(path).planned_deals == 9
    assert Store.open(path).sessions(18) == 4


def test_version_1_of_another_experiment_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "r.kibitz"
    Store.create(path, EXPERIMENT).close()
    as_version_1(path)
    before = path.read_bytes()
    with pytest.raises(KibitzError, match="another match"):
        Store.create(path, Experiment.of("tic-tac-toe", ["random", "greedy"], seed=2))
    assert path.read_bytes() == before


@pytest.mark.parametrize("kind", ["text", "another database"])
def test_other_files_are_left_alone(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "thesis.txt"
    if kind == "text":
        path.write_text("not a database, but years of work" * 40)
    else:
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE friends (name TEXT)")
        connection.commit()
        connection.close()
    before = path.read_bytes()
    uses: list[Callable[[], Store]] = [lambda: Store.create(path, EXPERIMENT), lambda: Store.open(path)]
    for use in uses:
        with pytest.raises(KibitzError, match="is not a results file of Kibitz"):
            use()
    assert path.read_bytes() == before


def test_folders_that_are_missing_or_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match=r"cannot write .* choose a folder that is there and writable"):
        Store.create(tmp_path / "nowhere" / "r.kibitz", EXPERIMENT)
    with pytest.raises(KibitzError, match=r"cannot write .* choose a folder that is there and writable"):
        Store.create("/proc/r.kibitz", EXPERIMENT)  # read-only even for root
    with pytest.raises(KibitzError, match="there is no results file"):
        Store.open(tmp_path / "r.kibitz")


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "r.kibitz"
    first = Store.create(path, EXPERIMENT)
    with pytest.raises(KibitzError, match="another run is writing to"):
        Store.create(path, EXPERIMENT)
    first.commit(played(0, 2))
    reader = Store.open(path)  # looking while it runs is fine
    assert reader.complete_sessions() == 2
    reader.close()
    first.close()
    Store.create(path, EXPERIMENT).close()


def test_a_finished_file_stands_alone(tmp_path: Path) -> None:
    kibitz.match("tic-tac-toe", ["random", "greedy"], deals=2, out=tmp_path / "r.kibitz")
    assert [file.name for file in tmp_path.iterdir()] == ["r.kibitz"]
    (tmp_path / "sub").mkdir()
    shutil.copy(tmp_path / "r.kibitz", tmp_path / "sub" / "copy")
    assert Store.open(tmp_path / "sub" / "copy").complete_sessions() == 4


def test_records_cannot_be_asked_for_later(tmp_path: Path) -> None:
    path = tmp_path / "r.kibitz"
    Store.create(path, EXPERIMENT).close()
    with pytest.raises(KibitzError, match="started without records"):
        Store.create(path, EXPERIMENT, records=True)


def test_sessions_survive_the_way_through_the_file() -> None:
    director, store = Director(EXPERIMENT), Store.create(None, EXPERIMENT)
    sessions = [director.play(number) for number in range(6)]
    store.commit(sessions)
    assert [game.result for game in store.games(6)] == [session.games[0]._replace(line=None) for session in sessions]
    assert store.distinct(6).games == len({session.games[0].line for session in sessions})


def test_a_flipped_bit_is_found_and_never_another_result(tmp_path: Path) -> None:
    """Damage by a disk or a transfer: the results as they were, or a sentence, and never other results."""
    whole, damaged = tmp_path / "whole.kibitz", tmp_path / "damaged.kibitz"
    expected = kibitz.match("tic-tac-toe", ["maxn", "random"], deals=30, seed=3, out=whole).summary()
    written = whole.read_bytes()
    sentences: list[str] = []
    for number in range(150):
        random = kibitz.Random(1, "flip", number)
        place, bit = random.below(len(written)), random.below(8)
        damaged.write_bytes(written[:place] + bytes([written[place] ^ 1 << bit]) + written[place + 1 :])
        try:
            assert MatchResult.open(damaged).summary() == expected
        except KibitzError as error:
            sentences.append(str(error))
    assert len(sentences) > 5
    assert all("nothing was changed" in each for each in sentences)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE games SET winners = '[1]' WHERE session = 1", "the games of the sessions 0 to 1 are not what was"),
        ("UPDATE games SET scores = '[1.0, -1.' WHERE session = 0", "the games of the sessions 0 to 1 are not what"),
        ("UPDATE chunks SET behind = 3", "the games of the sessions 0 to 2 are not what was written"),
        ("UPDATE about SET value = '90' WHERE name = 'deals'", "its field deals is not what was written"),
        ("UPDATE about SET value = '{' WHERE name = 'experiment'", "its field experiment is not what was written"),
        ("DELETE FROM about WHERE name = 'experiment'", "its field experiment is missing"),
    ],
)
def test_a_changed_value_is_named(change: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "r.kibitz"
    store = Store.create(path, EXPERIMENT)
    store.plan(9)
    store.commit(played(0, 2))
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute(change)
    connection.close()
    with pytest.raises(KibitzError, match=f"is damaged: {said}.*Restore it from a copy"):
        MatchResult.open(path).summary()


def test_damage_of_a_file_without_checksums_is_a_sentence(tmp_path: Path) -> None:
    for change in (
        "UPDATE games SET winners = '[0' WHERE session = 1",
        "UPDATE about SET value = '9x' WHERE name = 'deals'",
        "UPDATE about SET value = '[]' WHERE name = 'experiment'",
    ):
        path = tmp_path / "r.kibitz"
        store = Store.create(path, EXPERIMENT)
        store.plan(9)
        store.commit(played(0, 2))
        store.close()
        as_version_1(path)
        with sqlite3.connect(path) as connection:
            connection.execute(change)
        connection.close()
        with pytest.raises(KibitzError, match="is damaged"):
            MatchResult.open(path).summary()
        path.unlink()


def test_a_damaged_record_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "r.kibitz"
    kibitz.match("tic-tac-toe", ["random"], deals=2, out=path, records=tmp_path / "games.jsonl")
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE games SET record = substr(record, 1, 20)")
    connection.close()
    with pytest.raises(KibitzError, match="is damaged: a recorded game cannot be read"):
        MatchResult.open(path).write_records(tmp_path / "again.jsonl")
