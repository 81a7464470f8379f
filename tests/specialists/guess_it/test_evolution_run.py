"""Runs of evolution: a seed decides everything, and a killed run ends as one that was left alone."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kibitz.errors import KibitzError
from kibitz.specialists.guess_it.evolution.breeding import Breeding, Population
from kibitz.specialists.guess_it.evolution.contests import totals
from kibitz.specialists.guess_it.evolution.networks import Network, Node
from kibitz.specialists.guess_it.evolution.run import Finalist, Generation, Run, evolve, evolve_here, taken_up
from kibitz.specialists.guess_it.evolution.tasks import (
    TABLE_1,
    Choices,
    control,
    decision,
    identifier,
    predictor,
    table_1,
    total_control,
)

pytest.importorskip("neat")

SMALL = Breeding(population=20, add_node=0.4, add_link=0.5)
RUN = Run(table_1("IDs + Moves"), seed=5, generations=12, fresh=1, breeding=SMALL)

KILLED = """
from pathlib import Path
from typing import Any
from test_evolution_run import RUN
from kibitz.specialists.guess_it.evolution.contests import totals
from kibitz.specialists.guess_it.evolution.run import evolve_here
import sys, time
evolve_here(RUN, sys.argv[1], lambda generation: time.sleep(0.2))
"""


def test_a_killed_run_resumes_to_the_same_champion(tmp_path: Path) -> None:
    file = tmp_path / "run.checkpoint"
    path = os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(file)], env={**os.environ, "PYTHONPATH": path})
    deadline = time.monotonic() + 240  # a busy machine takes its time
    while not file.exists() and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.05)
    time.sleep(0.5)  # two generations more where nothing else runs
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert 1 <= len(taken_up(RUN, file).history) < RUN.generations
    assert evolve(RUN, file) == evolve_here(RUN)


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    def kill_worker(generation: Generation) -> None:
        if generation.number in (2, 3):
            [worker] = multiprocessing.active_children()
            worker.kill()
            worker.join()

    assert evolve(RUN, tmp_path / "run.checkpoint", kill_worker) == evolve_here(RUN)


@pytest.mark.filterwarnings("ignore:kibitz.learning:DeprecationWarning")
def test_a_checkpoint_from_before_the_modules_moved_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped(Exception):
        pass

    def stop(generation: Generation) -> None:
        raise Stopped

    file, run = tmp_path / "run.checkpoint", replace(RUN, generations=3)
    with monkeypatch.context() as before:
        for kind in (Generation, Finalist, Network, Node):
            before.setattr(kind, "__module__", kind.__module__.replace("specialists.guess_it", "learning"))
        with pytest.raises(Stopped):
            evolve_here(run, file, stop)
    assert b"kibitz.learning.evolution.run" in file.read_bytes()
    assert len(taken_up(run, file).history) == 1
    assert evolve_here(run, file) == evolve_here(run)


def test_a_population_goes_on_as_if_it_had_not_been_put_away() -> None:
    def networks(put_away: bool) -> list[object]:
        population = Population(SMALL, 3, 2, seed=1)
        for _ in range(8):
            population.breed([float(sum(network.size)) for network in population.networks()])
            if put_away:
                whole = population.dump()
                population = Population(SMALL, 3, 2, seed=2)
                population.load(whole)
        return list(population.networks())

    assert networks(True) == networks(False)


def test_the_global_generator_is_left_alone() -> None:
    before = random.getstate()
    first = evolve_here(Run(table_1("ID Only"), seed=1, generations=2, fresh=1, breeding=SMALL))
    assert random.getstate() == before
    random.seed(99)
    assert evolve_here(Run(table_1("ID Only"), seed=1, generations=2, fresh=1, breeding=SMALL)) == first


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.checkpoint"
    short = Run(table_1("ID Only"), seed=1, generations=1, fresh=1, breeding=SMALL)
    evolve_here(short, file)
    with pytest.raises(KibitzError, match="another run"):
        evolve(Run(table_1("ID Only"), seed=2, generations=1, fresh=1, breeding=SMALL), file)
    file.write_bytes(b"nothing")
    with pytest.raises(KibitzError, match="not a checkpoint"):
        evolve_here(short, file)


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    file, run = tmp_path / "run.checkpoint", replace(RUN, generations=2)
    evolved = evolve_here(run, file)
    whole = file.read_bytes()
    for at in range(0, len(whole) - 14, len(whole) // 50):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(KibitzError, match="not a checkpoint"):
            taken_up(run, file)
        file.write_bytes(whole[:at])
        with pytest.raises(KibitzError, match="not a checkpoint"):
            taken_up(run, file)
    file.write_bytes(whole[:-14])  # as versions without checksums wrote it
    assert evolve_here(run, file) == evolved


def test_a_run_can_be_made_longer(tmp_path: Path) -> None:
    file = tmp_path / "run.checkpoint"
    evolve_here(Run(RUN.task, RUN.seed, generations=4, fresh=1, breeding=SMALL), file)
    assert evolve_here(RUN, file) == evolve_here(RUN)


def test_identities_alone_suffice() -> None:
    """Section 4: near the exact best replies to all four, 1 + 1 + 1 + 0.98 of 4."""
    evolved = evolve_here(Run(table_1("ID Only"), seed=2, generations=25, fresh=2, breeding=Breeding(population=60)))
    assert evolved.best >= evolved.rescored > 380


@pytest.mark.parametrize("drawn", ["move", "game"])
@pytest.mark.parametrize("more", [{}, {"stranger": "nothing", "known": "identified", "control": "absent"}])
def test_fitness_is_what_contestants_score_against_the_opponents(drawn: str, more: dict[str, Any]) -> None:
    choices = Choices(cards=4, drawn=drawn, **more)
    first_bred = Population(SMALL, identifier(choices).inputs, 4, seed=1).networks()
    tasks = [
        *(table_1(row, choices) for row in TABLE_1),
        predictor(choices),
        total_control(choices),
        identifier(choices),
        decision(first_bred[0], choices),
        control(choices),
    ]
    for whole in tasks:
        task = replace(whole, cardinal_games=min(whole.cardinal_games, 6), mixtures=min(whole.mixtures, 40))
        networks = Population(SMALL, task.inputs, task.outputs, seed=2).networks()[:3]
        players, met = [task.contestant(each) for each in networks], task.opponents(seed=8)
        scores = totals(players, met, 8, choices.cards, choices.calls_remembered, first=5)
        general = [score.closeness if task.kind == "identifier" else score.wins for score in scores]
        assert task.fitness(networks, seed=8, first=5) == general, task


def test_every_task_runs() -> None:
    choices = Choices(outputs="threshold", rule="threshold", calls="forgotten", identified="raw", stranger="nothing")
    small = Breeding(population=6, connected="partial_direct 0.5")
    for chosen in (Choices(), choices):
        one = evolve_here(Run(identifier(chosen), seed=1, generations=1, fresh=1, breeding=small))
        assert -200 < one.rescored < 400
        for task in (predictor(chosen), total_control(chosen), decision(one.network, chosen), control(chosen)):
            evolved = evolve_here(Run(task, seed=1, generations=1, fresh=1, breeding=small))
            assert 0 <= evolved.best <= task.games


def test_a_full_disk_keeps_the_generations_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, write, written = tmp_path / "run.checkpoint", Path.write_bytes, list[Path]()

    def full(path: Path, content: bytes) -> int:
        written.append(path)
        if len(written) == 3:
            write(path, content[:100])
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(KibitzError, match="No space left on device; the finished generations are kept"):
        evolve_here(RUN, file)
    assert list(tmp_path.iterdir()) == [file]
    assert len(taken_up(RUN, file).history) == 2
    monkeypatch.undo()
    assert evolve_here(RUN, file) == evolve_here(RUN)
