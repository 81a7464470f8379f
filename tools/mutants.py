"""Mutation testing: change one operator or constant of a module at a time, and check whether a test fails.

    python tools/mutants.py src/kibitz/learning/bayes.py tests/learning
    python tools/mutants.py MODULE TESTS... --lines 340-400 --every 3 --longest 5
    python tools/mutants.py MODULE TESTS... --sample 60 --seed 1

The examples in the module's docstrings are tests too, and always run. All tests run once without a mutant, to see which
of them run which lines. Each mutant then runs in a fork of a process that has imported everything: the code of the
changed function is replaced there, and only the tests that run the changed statement are run, until one fails. The
files are not changed. A change outside functions (a constant of the module, a default value) needs a process that
imports the changed module, which takes seconds.

A mutant that runs much longer than its tests usually do counts as noticed. Survivors are printed. Look at each: it is
equivalent, or a test is missing. Equivalent mutants are listed in tools/equivalent_mutants.toml, with the reason; they
are not tried. The tool ends with status 1 if a mutant survives that is not listed there.

Tests that run the module only in other processes do not count, because these import the module itself.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import importlib.abc
import importlib.machinery
import json
import os
import signal
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path
from random import Random
from time import monotonic, sleep
from types import CodeType, FrameType, FunctionType
from typing import Any

ROOT = Path(__file__).parent.parent
EQUIVALENT = Path(__file__).parent / "equivalent_mutants.toml"
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
}
LONGER = 5.0  # times the usual time, after which a mutant counts as noticed
OPTIMIZED = 0x1  # the flag of the code of a function; that of a class body lacks it

Place = tuple[str, int]
"""A function that is in no other function: its qualified name, and its first line."""


@dataclass(frozen=True)
class Mutant:
    """One change: where it is, the line before and after it, and how the whole module is compiled with it."""

    lines: range
    """From the first line of the statement to the end of what is changed."""
    before: str
    after: str
    compiled: Callable[[str], CodeType]
    """The module with the change, as code of the file with this name."""
    place: Place | None
    """The function that it is in. None: outside functions, or in the head of one."""


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that may replace a node."""
    match node:
        case ast.Compare():
            for place, op in enumerate(node.ops):
                if type(op) in COMPARED:
                    ops = [*node.ops[:place], COMPARED[type(op)](), *node.ops[place + 1 :]]
                    yield ast.Compare(node.left, ops, node.comparators)
        case ast.BinOp(op=op) if type(op) in COMPUTED:
            yield ast.BinOp(node.left, COMPUTED[type(op)](), node.right)
        case ast.BoolOp(op=ast.And()):
            yield ast.BoolOp(ast.Or(), node.values)
        case ast.BoolOp(op=ast.Or()):
            yield ast.BoolOp(ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.UnaryOp(op=ast.USub()) if not isinstance(node.operand, ast.Constant):
            yield node.operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield ast.Constant(value + 1)
        case ast.IfExp():
            yield ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)


def mutants(source: str) -> Iterator[Mutant]:
    """Every change of one place. Annotations, decorators and ``strict=`` of ``zip`` are not changed: they only forbid
    or cache something, and no result depends on them."""
    tree = ast.parse(source)
    skipped = {id(part) for node in ast.walk(tree) for part in _left_alone(node)}
    statements, places, parents = _statements(tree), _places(tree), _parents(tree)
    for node in list(ast.walk(tree)):
        if id(node) in skipped:
            continue
        for new in changes(node):
            ast.fix_missing_locations(ast.copy_location(new, node))
            changed = partial(_replaced, parents.get(id(node), tree), node, new)
            statement: Any = statements[id(node)]
            old = ast.unparse(statement)
            with changed():
                before, after = _difference(old, ast.unparse(statement))
            last: int = getattr(node, "end_lineno", statement.lineno)
            lines = range(statement.lineno, last + 1)
            yield Mutant(lines, before, after, partial(_compiled, tree, changed), places.get(id(node)))


def _compiled(tree: ast.Module, changed: Callable[[], AbstractContextManager[None]], file: str) -> CodeType:
    with changed():
        return compile(tree, file, "exec")


def _left_alone(node: ast.AST) -> Iterator[ast.AST]:
    found = [getattr(node, name, None) for name in ("annotation", "returns")] + getattr(node, "decorator_list", [])
    found += [node.value] if isinstance(node, ast.keyword) and node.arg == "strict" else []
    for part in found:
        if isinstance(part, ast.AST):
            yield from ast.walk(part)


def _statements(tree: ast.Module) -> dict[int, ast.AST]:
    """The innermost statement that contains each node, by the id of the node."""
    found: dict[int, ast.AST] = {}

    def visit(node: ast.AST, inside: ast.AST) -> None:
        inside = node if isinstance(node, ast.stmt) else inside
        found[id(node)] = inside
        for child in ast.iter_child_nodes(node):
            visit(child, inside)

    visit(tree, tree)
    return found


def _places(tree: ast.Module) -> dict[int, Place]:
    """The function in whose body a node is, by the id of the node: the outermost one."""
    found: dict[int, Place] = {}

    def visit(node: ast.AST, names: tuple[str, ...]) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                visit(child, (*names, child.name))
            elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                first = min([child.lineno, *(each.lineno for each in child.decorator_list)])
                for statement in child.body:
                    for part in ast.walk(statement):
                        found[id(part)] = ".".join((*names, child.name)), first
            else:
                visit(child, names)

    visit(tree, ())
    return found


def _parents(tree: ast.Module) -> dict[int, ast.AST]:
    return {id(child): parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}


def _difference(before: str, after: str) -> tuple[str, str]:
    """The first line of a statement that is not the same after a change."""
    lines = zip_longest(before.splitlines(), after.splitlines(), fillvalue="")
    found = next(((old, new) for old, new in lines if old != new), ("", ""))
    return found[0].strip(), found[1].strip()


@contextmanager
def _replaced(parent: ast.AST, old: ast.AST, new: ast.AST) -> Iterator[None]:
    """Put another node in the place of one for a while. A copy of the whole tree would take much longer."""
    fields = dict(ast.iter_fields(parent))
    for name, value in fields.items():
        if value is old:
            setattr(parent, name, new)
        elif isinstance(value, list):
            setattr(parent, name, [new if each is old else each for each in value])
    yield
    for name, value in fields.items():
        setattr(parent, name, value)


# In a process of its own.


def forked(work: Callable[[], bool], limit: float) -> tuple[bool, float]:
    """Run a function in a fork of this process. Return its result (true if it fails or takes too long) and its time."""
    began = monotonic()
    child = os.fork()
    if child == 0:
        failed = True
        try:
            os.setpgid(0, 0)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(nowhere, stream)
            failed = work()
        finally:
            os._exit(int(failed))
    while monotonic() - began < limit:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return bool(status), monotonic() - began
        sleep(0.005)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True, monotonic() - began


class Importer(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module with a change."""

    def __init__(self, name: str, file: Path, mutant: Mutant) -> None:
        self.name, self.file, self.mutant = name, file, mutant

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        """The mutated module only."""
        return importlib.machinery.ModuleSpec(fullname, self, origin=str(self.file)) if fullname == self.name else None

    def exec_module(self, module: Any) -> None:
        """Run the mutated module."""
        module.__file__ = str(self.file)
        exec(self.mutant.compiled(str(self.file)), module.__dict__)


def imported(name: str, file: Path, mutant: Mutant, tests: Sequence[str]) -> bool:
    """Whether a test fails in this process, which has not imported the module before."""
    if not tests:
        return False
    import pytest

    sys.meta_path.insert(0, Importer(name, file, mutant))
    importlib.import_module(name)  # now, or pytest would load the file itself for its examples
    return bool(pytest.main(["-x", "-q", "-p", "no:xdist", *tests]))


# In a process that has imported everything.


@dataclass
class Ran:
    """What a test did without a mutant: the lines of the module that it ran, its time, and whether it passed."""

    test: str
    lines: set[int]
    seconds: float
    passed: bool


class Warm:
    """A plugin of pytest. Instead of running the collected tests, it notes which lines they run, and tries mutants."""

    def __init__(self, module: str, found: Sequence[Mutant], longest: float, say: Callable[[str], None]) -> None:
        self.module, self.found, self.longest, self.say = module, found, longest, say
        self.failed = False
        self.ran: list[Ran] = []
        self.survivors: list[Mutant] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note a failure."""
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: Any) -> bool:
        """Take the place of pytest's loop over the tests."""
        self.file = str(sys.modules[self.module].__file__)
        self.functions = _functions(self.file)
        self.ran = self._observed(session.items)
        failures = [each.test for each in self.ran if not each.passed]
        if failures:
            self.say(f"left out, because they fail without a mutant: {' '.join(failures)}")
        self.ran = [each for each in self.ran if each.passed and each.seconds <= self.longest]
        useful = {each.test: each for each in self.ran if each.lines}
        tests = [(useful[item.nodeid], item) for item in session.items if item.nodeid in useful]
        self.say(f"{len(tests)} of {len(session.items)} tests run it")
        for mutant in self.found:
            if mutant.place is None:
                continue
            chosen = [(ran, item) for ran, item in tests if not ran.lines.isdisjoint(mutant.lines)]
            fits = self._fits(mutant)
            if not fits or not self._noticed(mutant, chosen):
                self.survivors.append(mutant)
                tell(self.say, mutant, "" if chosen and fits else "no test runs it")
        return True

    def _observed(self, items: Sequence[Any]) -> list[Ran]:
        """Run all tests in a fork, one after the other."""
        reading, writing = os.pipe()

        def work() -> bool:
            os.close(reading)
            with os.fdopen(writing, "w") as out:
                for place, item in enumerate(items):
                    self.failed, lines, began = False, set[int](), monotonic()
                    sys.settrace(_tracer(self.file, lines))
                    _run(item, items[place + 1] if place + 1 < len(items) else None)
                    sys.settrace(None)
                    seconds = monotonic() - began
                    out.write(json.dumps([item.nodeid, sorted(lines), seconds, not self.failed]) + "\n")
                    out.flush()
            return False

        child = os.fork()
        if child == 0:
            try:
                work()
            finally:
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as answers:
            found = [
                Ran(test, set(lines), seconds, passed) for test, lines, seconds, passed in map(json.loads, answers)
            ]
        os.waitpid(child, 0)
        return found

    def _noticed(self, mutant: Mutant, tests: Sequence[tuple[Ran, Any]]) -> bool:
        """Whether a test fails. Whole files of tests run, the fastest file first, because the tests of a file share
        fixtures."""
        times: dict[str, float] = {}
        for ran, _ in tests:
            times[_file_of(ran.test)] = times.get(_file_of(ran.test), 0.0) + ran.seconds
        ordered = sorted(tests, key=lambda pair: (times[_file_of(pair[0].test)], _file_of(pair[0].test)))
        items = [item for _, item in ordered]

        def work() -> bool:
            self._mutate(mutant)
            for place, item in enumerate(items):
                _run(item, items[place + 1] if place + 1 < len(items) else None)
                if self.failed:
                    return True
            return False

        return bool(items) and forked(work, LONGER * sum(times.values()) + 10)[0]

    def _fits(self, mutant: Mutant) -> bool:
        """Whether the changed function can take the place of one that was imported."""
        before, code = self.functions.get(mutant.place or ("", 0), []), self._changed(mutant)
        return bool(before) and all(each.__code__.co_freevars == code.co_freevars for each in before)

    def _changed(self, mutant: Mutant) -> CodeType:
        assert mutant.place is not None
        return _codes(mutant.compiled(self.file))[mutant.place]

    def _mutate(self, mutant: Mutant) -> None:
        """Put the changed function in place of the one that was imported."""
        assert mutant.place is not None
        code = self._changed(mutant)
        for function in self.functions[mutant.place]:
            function.__code__ = code


def _run(item: Any, following: Any) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def _file_of(test: str) -> str:
    return test.partition("::")[0]


def _tracer(file: str, lines: set[int]) -> Callable[[FrameType, str, Any], Any]:
    """Notes the lines of a file that are run."""

    def line(frame: FrameType, event: str, _: Any) -> Any:
        lines.add(frame.f_lineno)
        return line

    def call(frame: FrameType, event: str, given: Any) -> Any:
        return line(frame, event, given) if frame.f_code.co_filename == file else None

    return call


def _functions(file: str) -> dict[Place, list[FunctionType]]:
    """The functions of a file that were imported, also those that a decorator has wrapped."""
    found: dict[Place, list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == file:
            place = each.__code__.co_qualname, each.__code__.co_firstlineno
            found.setdefault(place, []).append(each)
    return found


def _codes(module: CodeType) -> dict[Place, CodeType]:
    """The functions of a module that are in no other function."""
    found: dict[Place, CodeType] = {}
    for each in module.co_consts:
        if isinstance(each, CodeType):
            if each.co_flags & OPTIMIZED:
                found[each.co_qualname, each.co_firstlineno] = each
            else:
                found |= _codes(each)
    return found


def tell(say: Callable[[str], None], mutant: Mutant, why: str) -> None:
    """Print a survivor."""
    say(f"survived: line {mutant.lines[0]}{f' ({why})' if why else ''}\n    - {mutant.before}\n    + {mutant.after}")


# The whole.


def equivalent(file: Path) -> Callable[[Mutant], bool]:
    """Whether a mutant is listed as equivalent."""
    stored: Mapping[str, Any] = tomllib.loads(EQUIVALENT.read_text()) if EQUIVALENT.exists() else {}
    module = file.relative_to(ROOT / "src" / "kibitz").as_posix()
    known = {(each["before"], each["after"]) for each in stored.get("mutant", []) if each["module"] == module}
    return lambda mutant: (mutant.before, mutant.after) in known


def warmed(name: str, found: Sequence[Mutant], given: argparse.Namespace) -> tuple[int, list[str], float]:
    """Try the mutants inside functions, in a process that imports everything. Return how many survived, all tests that
    pass (those that run the module come first), and how long these tests take."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            shown = os.fdopen(os.dup(1), "w")
            os.dup2(os.open(os.devnull, os.O_RDWR), 1)
            os.dup2(1, 0)

            def say(text: str) -> None:
                print(text, file=shown, flush=True)

            import hypothesis
            import pytest

            hypothesis.settings.register_profile("mutants", database=None, derandomize=True, deadline=None)
            hypothesis.settings.load_profile("mutants")
            importlib.import_module(name)
            plugin = Warm(name, found, given.longest, say)
            pytest.main(["-s", "-p", "no:xdist", *given.tests], plugins=[plugin])
            quickest = sorted(plugin.ran, key=lambda each: (not each.lines, each.seconds))
            with os.fdopen(writing, "w") as out:
                seconds = sum(each.seconds for each in quickest)
                json.dump([len(plugin.survivors), [each.test for each in quickest], seconds], out)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    if not text:
        sys.exit("the tests could not be collected; try them with pytest")
    survivors, tests, seconds = json.loads(text)
    return survivors, tests, seconds


def main() -> None:
    """Try the mutants of a module."""
    parser = argparse.ArgumentParser(description="Mutation testing of one module.")
    parser.add_argument("module", type=Path)
    parser.add_argument("tests", nargs="*", help="files and folders of tests; the module's examples are added")
    parser.add_argument("--lines", default="", help="only these lines, such as 340-400 or 12,340-400")
    parser.add_argument("--skip", default="", help="tests that are left out, as pytest -k names them")
    parser.add_argument("--every", type=int, default=1, help="only every n-th mutant")
    parser.add_argument("--sample", type=int, default=0, help="only this many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="determines the sample")
    parser.add_argument("--longest", type=float, default=10.0, help="leave out tests that take more seconds than this")
    given = parser.parse_args()
    file = given.module.resolve()
    given.tests = [str(file), *given.tests, *(["-k", f"not ({given.skip})"] if given.skip else [])]
    os.chdir(ROOT)
    sys.path[:0] = ["tests", "tests/stored", "docs/examples"]
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a fork has only one
    import numpy  # noqa: F401  # loaded once, before the processes are forked
    import scipy.optimize
    import scipy.stats  # noqa: F401

    with tempfile.TemporaryDirectory() as folder:
        given.tests.append(f"--basetemp={folder}/tests")
        sys.exit(1 if tried(file, given) else 0)


def tried(file: Path, given: argparse.Namespace) -> int:
    """Try the mutants of a module, print the survivors, and return their number."""
    began, name = monotonic(), ".".join(file.relative_to(ROOT / "src").with_suffix("").parts)
    ranges = [_range(part) for part in given.lines.split(",") if part] or [range(10**9)]
    every = sorted(mutants(file.read_text()), key=lambda each: each.lines[0])
    chosen = [each for each in every if any(each.lines[0] in lines for lines in ranges)][:: given.every]
    if 0 < given.sample < len(chosen):
        chosen = sorted(Random(given.seed).sample(chosen, given.sample), key=lambda each: each.lines[0])
    listed = equivalent(file)
    found = [each for each in chosen if not listed(each)]
    print(f"{name}: {len(chosen)} mutants, of which {len(chosen) - len(found)} are known to be equivalent", flush=True)
    survivors, tests, seconds = warmed(name, found, given)
    for mutant in found:
        work = partial(imported, name, file, mutant, [*tests, given.tests[-1]] if tests else [])
        if mutant.place is None and not forked(work, LONGER * seconds + 60)[0]:
            survivors += 1
            tell(print, mutant, "")
    counts = f"{len(found) - survivors} noticed, {len(chosen) - len(found)} equivalent, {survivors} survived"
    print(f"{name}: {len(chosen)} mutants, {counts} ({monotonic() - began:.0f} s)", flush=True)
    return survivors


def _range(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


if __name__ == "__main__":
    main()
