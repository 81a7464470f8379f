"""The pool: whoever works and whatever dies, the same results, and nothing that was kept is done again."""

import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kibitz.errors import GameError, KibitzError, SpecError
from kibitz.pool.backends import backend_named, here
from kibitz.pool.lines import Case, Lines, applied
from kibitz.pool.processes import processes
from kibitz.pool.resuming import finish
from kibitz.pool.work import Work

FATAL = 7


def square(log: str, number: int) -> int:
    """Square a number, and note that it was done."""
    with Path(log).open("a", encoding="utf-8") as out:
        out.write(f"{number}\n")
    time.sleep(0.01)
    return number * number


def fatal(log: str, number: int) -> int:
    if number == FATAL:
        os._exit(1)
    return square(log, number)


def fatal_once(log: str, number: int) -> int:
    died = Path(f"{log}.died")
    if number == FATAL and not died.exists():
        died.touch()
        os._exit(1)
    return square(log, number)


def worked(log: Path) -> list[int]:
    return sorted(map(int, log.read_text().split()))


def cases(log: Path, *numbers: int) -> list[Case]:
    return [(str(log), number) for number in numbers]


def squares(store: Lines, jobs: int = 1, function: Callable[..., Any] = square, size: int = 0) -> list[Any]:
    finish(Work(applied, (function,)), store, backend_named(jobs=jobs), size)
    return store.results()


@pytest.mark.parametrize(("jobs", "size"), [(1, 0), (1, 3), (2, 0), (2, 4), (3, 1)])
def test_processes_and_chunks_change_nothing(jobs: int, size: int, tmp_path: Path) -> None:
    store = Lines(None, cases(tmp_path / "log", *range(12), 5))
    assert squares(store, jobs, size=size) == [*(number * number for number in range(12)), 25]
    assert worked(tmp_path / "log") == list(range(12))


KILLED = """
import sys
from pathlib import Path
from test_pool import cases, squares
from kibitz.pool.lines import Lines

if __name__ == "__main__":
    squares(Lines(Path(sys.argv[1]), cases(Path(sys.argv[2]), *range(60))), int(sys.argv[3]), size=2)
"""


def wait_until_gone(group: int) -> None:
    """Whoever a killed process has started ends by itself, after its chunk."""
    with suppress(ProcessLookupError):
        for _ in range(1500):
            os.killpg(group, 0)
            time.sleep(0.02)
        raise AssertionError("processes were left behind")


@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_work_goes_on_with_what_is_missing(jobs: int, tmp_path: Path) -> None:
    file, log, script = tmp_path / "kept.jsonl", tmp_path / "log", tmp_path / "script.py"
    script.write_text(KILLED)
    path = os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])
    words = [sys.executable, str(script), str(file), str(log), str(jobs)]
    process = subprocess.Popen(words, env={**os.environ, "PYTHONPATH": path}, start_new_session=True)
    while process.poll() is None and not (file.exists() and file.stat().st_size):
        time.sleep(0.005)
    process.kill()
    process.wait()
    kept = [json.loads(line)[0][1] for line in file.read_text().splitlines() if line.endswith("]")]
    assert 0 < len(kept) < 60
    wait_until_gone(process.pid)
    log.write_text("")
    assert squares(Lines(file, cases(log, *range(60))), jobs) == [number * number for number in range(60)]
    assert worked(log) == sorted({*range(60)} - {*kept})


def test_a_line_that_was_cut_off_harms_no_other(tmp_path: Path) -> None:
    file, log = tmp_path / "kept.jsonl", tmp_path / "log"
    squares(Lines(file, cases(log, 1, 2)))
    file.write_text(file.read_text()[:-4])
    assert squares(Lines(file, cases(log, 1, 2, 3))) == [1, 4, 9]
    assert Lines(file, cases(log, 1, 2, 3)).missing() == []
    assert worked(log) == [1, 2, 2, 3]


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.replace(b" 4,", b" 5,"),
        lambda line: line.replace(b"4", b"\xb4"),
        lambda line: b"5",
        lambda line: b"[]",
        lambda line: b"[" * 9999,
    ],
)
def test_a_line_that_a_disk_has_changed_is_computed_again(change: Callable[[bytes], bytes], tmp_path: Path) -> None:
    file, log = tmp_path / "kept.jsonl", tmp_path / "log"
    squares(Lines(file, cases(log, 1, 2, 3)))
    lines = file.read_bytes().splitlines(keepends=True)
    assert lines[1].count(b" 4,") == 1
    file.write_bytes(lines[0] + change(lines[1].rstrip()) + b"\n" + lines[2])
    assert Lines(file, cases(log, 1, 2, 3)).missing() == [cases(log, 2)]
    assert squares(Lines(file, cases(log, 1, 2, 3))) == [1, 4, 9]
    assert Lines(file, cases(log, 1, 2, 3)).missing() == []


def test_lines_of_earlier_versions_have_no_checksum(tmp_path: Path) -> None:
    file, log = tmp_path / "kept.jsonl", tmp_path / "log"
    file.write_text(json.dumps([[str(log), 3], 9]) + "\n")
    assert squares(Lines(file, cases(log, 3, 4))) == [9, 16]
    assert worked(log) == [4]


def test_a_process_that_dies_once_is_replaced(tmp_path: Path) -> None:
    store = Lines(None, cases(tmp_path / "log", *range(10)))
    assert squares(store, 2, fatal_once, size=4) == [number * number for number in range(10)]


def test_what_takes_two_processes_along_is_named_and_the_rest_is_kept(tmp_path: Path) -> None:
    file, log = tmp_path / "kept.jsonl", tmp_path / "log"
    with pytest.raises(KibitzError, match=rf"the process that worked on .*, {FATAL}\) died twice"):
        squares(Lines(file, cases(log, *range(10))), 2, fatal, size=1)
    before = Lines(file, cases(log, *range(10))).missing()
    assert (str(log), FATAL) in before[0]
    assert len(before[0]) < 4
    given_up = Lines(file, cases(log, *range(10)))
    finish(Work(applied, (fatal,)), given_up, processes(2), died=lambda case: -case[1])
    assert given_up.results() == [-number if number == FATAL else number * number for number in range(10)]


def refuse(kind: str) -> int:
    raise {"spec": SpecError, "game": GameError, "own": OwnError, "bug": ZeroDivisionError}[kind](f"no {kind}")


class OwnError(SpecError):
    """One that other processes may not know."""


@pytest.mark.parametrize(
    ("kind", "raised"), [("spec", SpecError), ("game", GameError), ("own", SpecError), ("bug", RuntimeError)]
)
def test_errors_come_back(kind: str, raised: type[Exception]) -> None:
    with pytest.raises(raised, match=f"no {kind}"):
        finish(Work(applied, (refuse,)), Lines(None, [(kind,)]), processes(1))


def unsendable() -> Callable[[], int]:
    return lambda: 1


def test_what_cannot_be_sent_is_an_error_and_no_end(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="pickle"):
        finish(Work(applied, (unsendable,)), Lines(None, [()]), processes(1))


def process_number() -> int:
    return os.getpid()


def test_no_more_processes_than_chunks_and_none_left(tmp_path: Path) -> None:
    store = Lines(None, [()])
    finish(Work(applied, (process_number,)), store, processes(50))
    assert store.results() != [os.getpid()]
    assert not multiprocessing.active_children()


class Chain:
    """Numbers, each of which is worked out from the one before."""

    def __init__(self, last: int) -> None:
        self.found, self.last = [2], last

    def missing(self) -> list[list[int]]:
        return [self.found[-1:]] if self.found[-1] < self.last else []

    def keep(self, before: Sequence[int], after: Sequence[int]) -> None:
        assert before == self.found[-1:]
        self.found.extend(after)


counted = 0


def counting(step: int) -> Callable[[int], int]:
    """What is prepared stays in the process: the second number tells whether it did."""
    global counted
    counted += 1
    return lambda number: number + step * counted


@pytest.mark.parametrize("backend", [here, processes(1), processes(2)])
def test_a_chain_is_worked_out_by_processes_that_stay(backend: Any) -> None:
    global counted
    counted = 0
    chain = Chain(9)
    finish(Work(counting, (3,)), chain, backend)
    assert chain.found == [2, 5, 8, 11]


@pytest.mark.parametrize("backend", [here, processes(2)])
def test_an_interrupt_ends_all_processes(backend: Any, tmp_path: Path) -> None:
    store = Lines(None, cases(tmp_path / "log", *range(20)))

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        finish(Work(applied, (square,)), store, backend, size=1, watch=interrupt)
    assert 1 <= 20 - len(store.missing()[0]) < 20
    assert not multiprocessing.active_children()


def limit_and_parent(number: int) -> list[int]:
    """What a process of the pool sees: an attribute of a module, and the process that started it."""
    from kibitz import holm

    return [getattr(holm, "changed_by_a_test", 0), os.getppid()]


def test_processes_share_nothing_of_this_one_and_the_second_pool_has_the_same_parent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a result could depend on what was done before, and every pool would start new interpreters."""
    from kibitz import holm

    monkeypatch.setattr(holm, "changed_by_a_test", 1, raising=False)
    seen = []
    for number in range(2):
        store = Lines(tmp_path / f"{number}.jsonl", [(case,) for case in range(4)])
        finish(Work(applied, (limit_and_parent,)), store, backend_named(jobs=2))
        seen += store.results()
    assert {changed for changed, _ in seen} == {0}
    if sys.platform == "linux":
        (parent,) = {parent for _, parent in seen}
        assert parent != os.getpid()
