"""Specifications: the text form of games, searches, models and players.

``name(option=value, ...)``, where a value is a number, ``true`` or ``false``, a word, a quoted string, a list in
brackets, or again a specification. The same text works in Python, on the command line, in stored results and on the web
page.

>>> parse("spades(players=3, bids=[2, 2, 3])")
Spec(name='spades', arguments=(), options={'players': 3, 'bids': [2, 2, 3]})
>>> str(parse("sampled( maxn(own=MT),worlds = 20 )"))
'sampled(maxn(own=MT), worlds=20)'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kibitz.errors import SpecError, nearest, suggestion, warn_of_old_name
from kibitz.words import current, in_letters

Value = Any  # int | float | bool | str | list[Value] | Spec; recursive, and options check what they get

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+|inf(?![.^-]))(?![\w*]))|(?P<word>[A-Za-z_][\w.*^-]*)"
    r"|(?P<quoted>\"[^\"]*\"|'[^']*')|(?P<sign>[()\[\],=]))"
)
_DEEPEST = 50
_SPACED = re.compile(r"\s*[A-Za-z_]\w*(?:[ \t]+[A-Za-z_][\w-]*)+\s*")
_PLAIN_WORD = re.compile(r"[A-Za-z_][\w.*^-]*\Z")


@dataclass(frozen=True)
class Spec:
    """A name with arguments and options; ``str`` gives it back as text."""

    name: str
    arguments: tuple[Value, ...] = ()
    options: dict[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", current(self.name))

    def __str__(self) -> str:
        parts = [value_text(argument) for argument in self.arguments]
        parts += [f"{name}={value_text(value)}" for name, value in self.options.items()]
        return f"{self.name}({', '.join(parts)})" if parts else self.name


def value_text(value: Value) -> str:
    """Write a value the way ``parse`` reads it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(value_text(item) for item in value)}]"
    if isinstance(value, str) and not (_PLAIN_WORD.match(value) and value.lower() not in ("true", "false", "inf")):
        quote = "'" if '"' in value else '"'
        return f"{quote}{value}{quote}"
    return str(value)


def parse(text: str) -> Spec:
    """Read a specification."""
    reader = _Reader(text)
    value = reader.value()
    if _SPACED.fullmatch(text):
        hyphened = "-".join(text.split())
        raise SpecError(f"{text!r} is not a specification, because a name has no spaces; did you mean '{hyphened}'?")
    reader.end()
    if isinstance(value, str) and value:
        return Spec(value)
    if not isinstance(value, Spec):
        raise SpecError(f"{text!r} is not a specification: expected a name such as 'checkers' or 'spades(players=3)'")
    return value


class _Reader:
    """Reads a specification token by token; errors say where it is invalid."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.depth = 0

    def complain(self, expected: str) -> SpecError:
        found = self.text[self.place :].strip()[:12]
        where = f"found {found!r}" if found else "found the end"
        text = self.text if len(self.text) <= 80 else f"{self.text[:77]}..."
        return SpecError(f"in {text!r} at character {self.place + 1}: expected {expected}, {where}")

    def peek(self) -> re.Match[str] | None:
        return _TOKEN.match(self.text, self.place)

    def take(self, sign: str) -> bool:
        token = self.peek()
        if token is None or token["sign"] != sign:
            return False
        self.place = token.end()
        return True

    def end(self) -> None:
        if self.text[self.place :].strip():
            raise self.complain("the end")

    def value(self) -> Value:
        token = self.peek()
        if token is None or token["sign"] in (*"()],=",):
            raise self.complain("a name or a value")
        if self.take("["):
            return self.items("]")[0]
        self.place = token.end()
        if token["number"]:
            return self.number(token["number"])
        if token["quoted"]:
            return token["quoted"][1:-1]
        word = token["word"]
        if self.take("("):
            arguments, options = self.items(")")
            return Spec(word, tuple(arguments), options)
        return {"true": True, "false": False}.get(word.lower(), current(word))

    def number(self, digits: str) -> int | float:
        if len(digits) > 40:
            raise SpecError(f"the number {digits[:12]}... is too long")
        return float(digits) if re.search(r"[.eEi]", digits) else int(digits)

    def items(self, closing: str) -> tuple[list[Value], dict[str, Value]]:
        arguments: list[Value] = []
        options: dict[str, Value] = {}
        self.depth += 1
        if self.depth > _DEEPEST:
            raise SpecError(f"the specification is nested more than {_DEEPEST} deep")
        while not self.take(closing):
            if (arguments or options) and not self.take(","):
                raise self.complain(f"',' or '{closing}'")
            value = self.value()
            if closing == ")" and isinstance(value, str) and self.take("="):
                if value in options:
                    raise SpecError(f"in {self.text!r}: option '{value}' is given twice")
                options[value] = self.value()
            elif options:
                raise self.complain("an option as name=value")
            else:
                arguments.append(value)
        self.depth -= 1
        return arguments, options


@dataclass(frozen=True)
class Option:
    """One option of a game, a search or a player: its default, what it may be, and one line of help.

    The default's type is the option's type. ``low`` and ``high`` bound numbers. ``choices`` lists the allowed values;
    with ``numbers``, any number within the bounds is allowed too. ``spec`` takes a name or a specification. ``lists``
    also allows a list, of numbers within the bounds or of specifications. A default of ``None`` is derived from the
    other options. ``was`` is the name that the option had before: it is still read, with a warning. ``none`` is the
    number that means "no limit", for options that have such a number; people write and read the word ``none`` in its
    place. ``later`` marks an option that was added after the first results were stored: at its default value, results
    are stored as if it did not exist.

    >>> depth = Option("depth", 4, "plies to look ahead", 0, 200, none=0)
    >>> depth.range, depth.check("maxn", "none"), depth.text(0)
    ('a whole number from 1 to 200 or none', 0, 'none')
    """

    name: str
    default: Value
    help: str
    low: float | None = None
    high: float | None = None
    choices: Sequence[Value] = ()
    lists: bool = False
    spec: bool = False
    numbers: bool = False
    was: str = ""
    none: float | None = None
    later: bool = False

    @property
    def kind(self) -> str:
        """The allowed numbers, in words."""
        return "a number" if isinstance(self.default, float) or self.numbers else "a whole number"

    @property
    def range(self) -> str:
        """The allowed values, in words."""
        parts = []
        if self.choices:
            parts.append(", ".join(value_text(choice) for choice in self.choices))
        elif isinstance(self.default, bool):
            parts.append("true, false")
        if self.low is not None and (self.numbers or not (self.choices or self.lists)):
            low = 1 if self.low == self.none and isinstance(self.default, int | None) else self.low
            upto = f", {low} or more" if self.high is None else f" from {low} to {self.high}"
            parts.append(f"{self.kind}{upto}")
        if self.none is not None:
            parts.append("none")
        if self.spec:
            parts.append("a name or a specification")
        if self.lists:
            parts.append(f"a list of {'them' if self.spec else f'numbers from {self.low} to {self.high}'}")
        return " or ".join(parts) or ("any text" if isinstance(self.default, str) else "any number")

    def check(self, owner: str, value: Value) -> Value:
        """Return the value if it is allowed, or raise an error with the allowed values."""
        if self.none is not None and (value is None or value == "none"):
            return self.none
        if self.spec:
            value = [_kept(each) for each in value] if isinstance(value, (list, tuple)) else _kept(value)
        if self.allows(value):
            return float(value) if isinstance(self.default, float) and self._is_number(value) else value
        meant = suggestion(value, map(str, self.choices)) if isinstance(value, str) and self.choices else ""
        hint = f"; {meant}" if meant else ""
        raise SpecError(f"{owner}: {self.name}={value_text(value)} is not allowed; give {self.range}{hint}")

    def text(self, value: Value) -> str:
        """A value of the option as people read it."""
        return "none" if self.none is not None and value == self.none else value_text(value)

    def allows(self, value: Value) -> bool:
        """Tell whether the value is within the option's range."""
        if self.spec:
            listed = self.lists and isinstance(value, (list, tuple)) and len(value) > 0
            return all(map(self._is_spec, value)) if listed else self._is_spec(value)
        if isinstance(value, (list, tuple)):
            return self.lists and all(self._is_number(item) and self._within(item) for item in value)
        if self.numbers and self._is_number(value):
            return self._within(value)
        if self.choices:
            return any(value == choice and type(value) is type(choice) for choice in self.choices)
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        if isinstance(self.default, str):
            return isinstance(value, str)
        whole = not isinstance(self.default, float)
        return self._is_number(value) and (not whole or isinstance(value, int)) and self._within(value)

    @staticmethod
    def _is_spec(value: Value) -> bool:
        return isinstance(value, (str, Spec, Finished))

    @staticmethod
    def _is_number(value: Value) -> bool:
        return isinstance(value, (int, float)) and not isinstance(value, bool)

    def _within(self, value: float) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


class Finished:
    """Base class of objects that an option takes in place of a specification: wants, models and mixtures."""


def _kept(value: Value) -> Value:
    """A name or a specification given as text, in the spelling in which specifications are stored."""
    return in_letters(value) if isinstance(value, str) else value


def fill(owner: str, options: Iterable[Option], given: Mapping[str, Value]) -> dict[str, Value]:
    """Check the options given against those that exist and fill in the defaults.

    >>> fill("spades", [Option("players", 3, "how many play", 2, 4)], {})
    {'players': 3}
    """
    known = {option.name: option for option in options}
    given = _renamed(owner, known, given)
    for name in given:
        if name not in known:
            raise SpecError(f"{owner} has no option '{name}'; {nearest(name, known)}")
    return {
        name: option.check(owner, given[name]) if name in given else option.default for name, option in known.items()
    }


def _renamed(owner: str, known: Mapping[str, Option], given: Mapping[str, Value]) -> Mapping[str, Value]:
    """The options given, by the names that they have now; an old name warns."""
    for option in known.values():
        if option.was in given and option.was not in known:
            if option.name in given:
                raise SpecError(f"{owner}: {option.was} is the old name of {option.name}; give one of them")
            warn_of_old_name(f"{owner}: the option '{option.was}' is called '{option.name}' now")
            given = {option.name if name == option.was else name: value for name, value in given.items()}
    return given


def options_typed(texts: Iterable[str]) -> dict[str, Value]:
    """Read options that were typed one by one, each as ``name=value``.

    >>> options_typed(["steps=4", "outputs=threshold"])
    {'steps': 4, 'outputs': 'threshold'}
    >>> options_typed(["steps"])
    Traceback (most recent call last):
    kibitz.errors.SpecError: 'steps' is not an option with a value: write name=value, such as steps=4
    """
    found: dict[str, Value] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not (name and sign and value):
            raise SpecError(f"{text!r} is not an option with a value: write name=value, such as steps=4")
        if name in found:
            raise SpecError(f"option '{name}' is given twice: {value_text(found[name])} and {value}")
        reader = _Reader(value)
        found[name] = reader.value()
        reader.end()
    return found


class Specified:
    """An object made from a specification; objects with the same specification are equal."""

    name: ClassVar[str]
    options_known: ClassVar[Sequence[Option]] = ()
    arguments_taken: ClassVar[int] = 0
    """How many arguments its specification takes before the options: the search in ``sampled(maxn)`` is one."""
    options: Mapping[str, Value]
    says_none: ClassVar[bool] = True
    """Whether its specification is written with ``none`` instead of the number that means no limit."""

    @property
    def spec(self) -> Spec:
        """The specification with every option that is not at its default."""
        changed = [option for option in self.options_known if self.options[option.name] != option.default]
        values = {option.name: self.options[option.name] for option in changed}
        if self.says_none:
            values |= {option.name: "none" for option in changed if option.text(values[option.name]) == "none"}
        return Spec(self.name, (), {name: values[name] for name in self.options if name in values})

    @property
    def full_spec(self) -> Spec:
        """The specification with every option, defaults included, under which results are stored.

        Options have the names that they had when the first results were stored, and later options are left out at their
        defaults.
        """
        before = {option.name: option.was or option.name for option in self.options_known}
        later = {option.name: option.default for option in self.options_known if option.later}
        stored = {name: value for name, value in self.options.items() if name not in later or value != later[name]}
        return Spec(self.name, self.spec.arguments, {before.get(name, name): value for name, value in stored.items()})

    def __str__(self) -> str:
        return str(self.spec)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Specified) and type(self) is type(other) and self.options == other.options

    def __hash__(self) -> int:
        return hash(str(self))
