"""What a benchmark prints: comparisons with others, and measurements against a target."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One comparison."""

    what: str
    ours: float
    theirs: float
    ratio: float
    target: int
    remark: str

    @staticmethod
    def headings() -> tuple[str, ...]:
        return ("what", "ours, nodes/s", "theirs, nodes/s", "ratio", "at least", "", "remark")

    def cells(self) -> tuple[str, ...]:
        numbers = (f"{self.ours:,.0f}", f"{self.theirs:,.0f}", f"{self.ratio:,.0f}", f"{self.target}")
        return (self.what, *numbers, verdict(self.ratio >= self.target), self.remark)


class Measure(NamedTuple):
    """One measurement of Kibitz: a rate that should be at least the target, or a share that should be at most the
    target."""

    what: str
    value: float
    target: float
    at_most: bool
    remark: str

    @staticmethod
    def headings() -> tuple[str, ...]:
        return ("what", "measured", "target", "", "remark")

    def cells(self) -> tuple[str, ...]:
        bound = "at most" if self.at_most else "at least"
        met = self.value <= self.target if self.at_most else self.value >= self.target
        return (self.what, number(self.value), f"{bound} {number(self.target)}", verdict(met), self.remark)


class Timed(NamedTuple):
    """One search to a fixed depth, and how many times as fast it is as the first of its kind."""

    what: str
    nodes: int
    seconds: float
    gain: float
    remark: str

    @staticmethod
    def headings() -> tuple[str, ...]:
        return ("what", "nodes", "ms", "times as fast", "remark")

    def cells(self) -> tuple[str, ...]:
        return (self.what, f"{self.nodes:,}", f"{self.seconds * 1e3:,.2f}", f"{self.gain:.2f}", self.remark)


def number(value: float) -> str:
    """A rate in words, or a share."""
    if value >= 1e6:
        return f"{value / 1e6:,.1f} M/s"
    return f"{value / 1e3:,.0f} k/s" if value >= 1000 else f"{value:.2f}"


def verdict(met: bool) -> str:
    return "[green]met[/]" if met else "[red]missed[/]"
