"""The memory of a match does not grow with its games. Memory is counted in bytes of live objects, not measured as
resident memory, so other work on the machine changes nothing."""

from __future__ import annotations

import ctypes
import gc
import pickle
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.experiment import Experiment
from kibitz.arena.progress import Progress
from kibitz.arena.session import Director, Session
from kibitz.arena.store import CACHE, Store
from kibitz.pool.work import LARGEST, Chunks

PLAYERS = ["random", "greedy"]
KEPT = 64  # bytes; anything that is kept for each game is larger


@pytest.fixture
def traced() -> Iterator[Callable[[], int]]:
    """Counts the bytes of live Python objects."""

    def live() -> int:
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    yield live
    tracemalloc.stop()


def test_nothing_is_kept_for_each_game(tmp_path: Path, traced: Callable[[], int]) -> None:
    """Playing, handing out, storing and watching a match, all in this process."""
    shown: list[tuple[int, int]] = []

    def watch(progress: Progress) -> None:
        shown.append((progress.done, traced()))

    kibitz.match("tic-tac-toe", PLAYERS, deals=400, out=tmp_path / "match.kibitz", chunk=100, progress=watch)
    games = shown[-1][0] - shown[1][0]
    assert max(live for _, live in shown[2:]) - shown[1][1] < KEPT * games


def sessions(count: int) -> list[Session]:
    """Sessions as a worker would play them; only a few are played, since the store does not look at them."""
    director = Director(Experiment.of("tic-tac-toe", PLAYERS))
    played = [director.play(number) for number in range(20)]
    return [played[number % 20]._replace(number=number) for number in range(count)]


def test_the_results_file_needs_no_more_memory_when_it_is_large(tmp_path: Path) -> None:
    """SQLite may keep 2 MB of a file by default, which fills while the first 60,000 games are stored."""
    used = sqlite_memory()
    store = Store.create(tmp_path / "large.kibitz", Experiment.of("tic-tac-toe", PLAYERS))
    before, played = used(), sessions(LARGEST)
    for chunk in range(60_000 // LARGEST):
        store.commit([each._replace(number=each.number + chunk * LARGEST) for each in played])
    assert used() - before < 1.5 * 1024 * CACHE
    store.close()


def sqlite_memory() -> Callable[[], int]:
    """Counts the bytes that SQLite uses in this process."""
    import _sqlite3

    try:
        used = ctypes.CDLL(_sqlite3.__file__).sqlite3_memory_used
    except (AttributeError, OSError):
        pytest.skip("this Python hides SQLite's own functions")
    used.restype = ctypes.c_int64
    return lambda: int(used())


def test_a_chunk_is_small_however_fast_the_work_is(tmp_path: Path, traced: Callable[[], int]) -> None:
    """Memory that was used once is not always given back, so the largest chunk decides how much a match holds."""
    chunks: Chunks[int, Session] = Chunks([range(1_000_000)])
    first = chunks.next()
    assert first is not None
    chunks.took(first, 1e-6)
    largest = chunks.next()
    assert largest is not None
    answer = pickle.dumps(sessions(len(largest)))
    store = Store.create(tmp_path / "one.kibitz", Experiment.of("tic-tac-toe", PLAYERS))
    before = traced()
    tracemalloc.reset_peak()
    store.commit(pickle.loads(answer))
    assert tracemalloc.get_traced_memory()[1] - before < 1_000_000
    store.close()
