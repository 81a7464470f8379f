"""Mutation testing: change one operator or constant of a module at a time, and look whether a test notices.

    python tools/mutants.py src/kibitz/learning/bayes.py tests/learning/test_bayes.py tests/learning/test_forgetting.py
    python tools/mutants.py MODULE TESTS... --lines 340-400 --every 3

Each mutant runs in a process of its own, which is forked after pytest is loaded. The files are not changed: the mutant
is what the process imports. A mutant that runs longer than the tests usually do counts as noticed. Survivors are
printed with their line; look at each: it is equivalent, or a test is missing.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.machinery
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any

ROOT = Path(__file__).parent.parent
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


@dataclass(frozen=True)
class Mutant:
    """One change: where it is, what stands there, and the whole module with it."""

    line: int
    before: str
    after: str
    tree: ast.Module


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that may stand in place of one."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            yield ast.Compare(node.left, [COMPARED[type(op)]()], node.comparators)
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
    """Every change of one place, in the order of the file; annotations are left alone."""
    tree = ast.parse(source)
    skipped = {id(part) for node in ast.walk(tree) for part in _annotations(node)}
    for number, node in enumerate(ast.walk(tree)):
        if id(node) in skipped:
            continue
        for new in changes(node):
            changed = copy.deepcopy(tree)
            place = next(each for count, each in enumerate(ast.walk(changed)) if count == number)
            fresh = copy.deepcopy(ast.copy_location(new, node))
            _replace(changed, place, fresh)
            line: int = getattr(node, "lineno", 0)
            yield Mutant(line, ast.unparse(node), ast.unparse(new), ast.fix_missing_locations(changed))


def _annotations(node: ast.AST) -> Iterator[ast.AST]:
    for name in ("annotation", "returns"):
        part = getattr(node, name, None)
        if isinstance(part, ast.AST):
            yield from ast.walk(part)


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
                return
            if isinstance(value, list) and any(each is old for each in value):
                setattr(parent, name, [new if each is old else each for each in value])
                return


class Importer(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a syntax tree."""

    def __init__(self, name: str, file: Path, tree: ast.Module) -> None:
        self.name, self.file, self.tree = name, file, tree

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        """The mutated module only."""
        return importlib.machinery.ModuleSpec(fullname, self, origin=str(self.file)) if fullname == self.name else None

    def exec_module(self, module: Any) -> None:
        """Run the mutated module."""
        module.__file__ = str(self.file)
        exec(compile(self.tree, str(self.file), "exec"), module.__dict__)


def noticed(name: str, file: Path, tree: ast.Module | None, tests: list[str], limit: float) -> tuple[bool, float]:
    """Whether a test fails, in a process of its own; and how long it took."""
    began = monotonic()
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        if tree is not None:
            sys.meta_path.insert(0, Importer(name, file, tree))
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            import pytest

            try:
                status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests])
            except BaseException:
                status = 1
        os._exit(int(bool(status)))
    while monotonic() - began < limit:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return bool(status), monotonic() - began
        sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True, monotonic() - began


def main() -> None:
    """Try the mutants of a module."""
    parser = argparse.ArgumentParser(description="Mutation testing of one module.")
    parser.add_argument("module", type=Path)
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--lines", default="", help="only these lines, such as 340-400")
    parser.add_argument("--skip", default="", help="tests that are left out, as pytest -k names them")
    parser.add_argument("--every", type=int, default=1, help="only every n-th mutant")
    given = parser.parse_args()
    if given.skip:
        given.tests += ["-k", f"not ({given.skip})"]
    os.chdir(ROOT)
    sys.path[:0] = ["tests", "tests/stored", "docs/examples"]
    import hypothesis  # noqa: F401  # loaded once, before the processes are forked
    import pytest  # noqa: F401

    file = given.module.resolve()
    name = ".".join(file.relative_to(ROOT / "src").with_suffix("").parts)
    first, _, last = given.lines.partition("-")
    found = [each for each in mutants(file.read_text()) if not first or int(first) <= each.line <= int(last or first)]
    found = found[:: given.every]
    failed, usual = noticed(name, file, None, given.tests, 3600.0)
    if failed:
        sys.exit("the tests fail without a mutant")
    print(f"{name}: {len(found)} mutants; the tests take {usual:.1f} s", flush=True)
    survivors = 0
    for mutant in sorted(found, key=lambda each: each.line):
        killed, _ = noticed(name, file, mutant.tree, given.tests, LONGER * usual + 10)
        if not killed:
            survivors += 1
            print(f"survived: line {mutant.line}: {mutant.before}  ->  {mutant.after}", flush=True)
    print(f"{name}: {len(found) - survivors} of {len(found)} mutants noticed, {survivors} survived")


if __name__ == "__main__":
    main()
