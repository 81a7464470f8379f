"""Models: what a player may be. Plain data, written as a specification or as JSON.

A model says what a player wants, how it looks for it, what it thinks of the others, and how often it errs. The search
that goes with it is chosen in ``kibitz.searches.prediction``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from kibitz import specs
from kibitz.errors import KibitzError, NotationError, SpecError, nearest
from kibitz.models.mixture import Mixture, check_parts, check_weight, read_mixture
from kibitz.models.preference import PREFERENCES
from kibitz.models.wants import Evaluation, Want, want
from kibitz.specialists.guess_it.stationary import CARDINALS, Stationary, stationary
from kibitz.specs import Spec

TIES = ("even", "left-low", "left-high")
DEEPEST = 200


@dataclass(frozen=True)
class Rational:
    """Wants to win and nothing else (hashavit2011): the best chance, indifferent between moves that have the same."""

    def __str__(self) -> str:
        return "rational"


@dataclass(frozen=True)
class Model:
    """What a player wants, how it looks for it, what it thinks of the others, and how often it makes any move instead.

    ``search`` and ``depth`` are the search that goes with what it wants unless they are given. ``ties`` says which of
    several moves that a seat finds equally good it makes: the first or the last in move order, or ``even``: nothing is
    known of it. ``others`` is what it thinks of everybody else, ``None``: that they are like itself. A mixture becomes
    one of its parts at every move (lockett2007), and how they look is said by the parts. A stationary player of Guess
    It looks for nothing: it bluffs and calls so often.

    >>> model("MT_mOT")
    kibitz.model('MT_mOT')
    >>> str(Model(want("MT"), others=Model(want("mOT")), noise=0.05))
    'noisy(MT_mOT, 0.05)'
    """

    wants: Want | Rational | Stationary | Mixture[Model]
    search: str = ""
    depth: int = 0
    ties: str = "even"
    others: Model | None = None
    noise: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "search", str(specs.parse(self.search)) if self.search else "")
        if self.ties not in TIES:
            raise SpecError(f"ties={specs.value_text(self.ties)} is not allowed in a model, it takes {', '.join(TIES)}")
        if isinstance(self.depth, bool) or not isinstance(self.depth, int) or not 0 <= self.depth <= DEEPEST:
            refused = f"a model looks 0 to {DEEPEST} plies ahead"
            raise SpecError(f"depth={specs.value_text(self.depth)} is not allowed, {refused}; 0: to the end")
        if isinstance(self.noise, bool) or not isinstance(self.noise, (int, float)) or not 0 <= self.noise <= 1:
            raise SpecError(f"noise={specs.value_text(self.noise)} is not allowed, it is a number from 0 to 1")
        if isinstance(self.wants, Mixture) and self._looks() != _USUAL:
            raise SpecError("a mixture is one of its parts at every move: give search, depth, ties and others to those")
        if isinstance(self.wants, Stationary) and self._looks() != _USUAL:
            raise SpecError(f"{self.wants} decides by chance alone: it has no search, depth, ties or others")

    def __str__(self) -> str:
        if self.noise:
            return f"noisy({replace(self, noise=0.0)}, {specs.value_text(self.noise)})"
        if isinstance(self.wants, (Mixture, Stationary)):
            return str(self.wants)
        looks = {name: value for name, value in self._looks().items() if value != _USUAL[name]}
        if isinstance(self.wants, Rational):
            return str(Spec("rational", (), looks))
        if isinstance(self.wants, Evaluation) and self.depth and not set(_USUAL) & set(self.wants.weights or ()):
            return str(Spec("strategy", (), {**(self.wants.weights or {}), **looks}))
        short = "(" not in f"{self.wants}{self.others}" and "_" not in str(self.wants)
        if short and not isinstance(self.wants, Evaluation) and set(looks) <= {"others"}:
            return str(self.wants) if self.others is None else f"{self.wants}_{self.others}"
        return str(Spec("model", (_parsed(self.wants),), looks))

    def __repr__(self) -> str:
        return f"kibitz.model({str(self)!r})"

    def _looks(self) -> dict[str, Any]:
        """How it looks, as values of a specification."""
        search = specs.parse(self.search) if self.search else ""
        return {"search": search, "depth": self.depth, "ties": self.ties, "others": _parsed(self.others or "")}

    def to_dict(self) -> dict[str, Any]:
        """The model as plain values, ready for JSON; what is as usual is left out."""
        wants: Any = str(self.wants)
        if isinstance(self.wants, Mixture):
            wants = [[weight, part.to_dict()] for weight, part in self.wants.parts]
        elif not isinstance(self.wants, (Rational, Stationary)) and not _readable(self.wants):
            raise KibitzError(f"'{wants}' was made in code and cannot be written down; Preference.from_edges can")
        plain = Model(self.wants)
        rest = {name: getattr(self, name) for name in ("search", "depth", "ties", "noise")}
        written = {name: value for name, value in rest.items() if value != getattr(plain, name)}
        return {"wants": wants, **written, **({"others": self.others.to_dict()} if self.others else {})}

    def to_json(self) -> str:
        """The model as JSON; ``model_from_json`` reads it."""
        return json.dumps(self.to_dict())


_USUAL: dict[str, Any] = {"search": "", "depth": 0, "ties": "even", "others": ""}


def _parsed(given: object) -> Any:
    """A part of a specification, unless it is empty."""
    return specs.parse(str(given)) if str(given) else ""


def _readable(wanted: Want) -> bool:
    try:
        return want(str(wanted)) == wanted
    except SpecError:
        return False


def model(given: object) -> Model:
    """Read a model: ``MT_mOT``, ``strategy(men=60, depth=6)``, ``mixture(MT=1, mOT=1)``, ``noisy(MT, 0.05)``, ...

    ``X_Y`` wants X and thinks that the others want Y (sturtevant2006 section 2); the paper's X_g is ``X_generic``.

    >>> model("mOT_generic").others
    kibitz.model('generic')
    >>> model("strategy(men=60, kings=90, depth=6)").depth
    6
    >>> model("noisy(mixture(MT=0.5, mOT_MT=0.5), 0.05)").noise
    0.05
    """
    if isinstance(given, Model):
        return given
    spec = specs.parse(given) if isinstance(given, str) else given
    if not isinstance(spec, Spec):
        return Model(want(given))
    if spec.name in KINDS:
        return KINDS[spec.name](spec)
    own, _, others = spec.name.partition("_")
    if others and not spec.arguments and not spec.options:
        return Model(_want(spec, Spec(own)), others=model(others))
    return Model(_want(spec, spec))


def _want(owner: Spec, spec: Spec) -> Want:
    try:
        return want(spec)
    except SpecError as error:
        if not str(error).startswith("nobody wants"):
            raise
        known = nearest(spec.name, [*KINDS, "score", "evaluation", *PREFERENCES])
        raise SpecError(f"there is no model '{owner}'; {known}") from None


def _looking(spec: Spec, wants: Want | Rational, options: Mapping[str, Any]) -> Model:
    """A model that looks as the options say."""
    for name in options:
        if name not in _USUAL:
            raise SpecError(f"{spec}: a model has no option '{name}'; {nearest(name, _USUAL)}")
    looks = dict(options)
    if "search" in looks:
        looks["search"] = str(looks["search"])
    if "others" in looks:
        looks["others"] = model(looks["others"])
    return Model(wants, **looks)


def _strategy(spec: Spec) -> Model:
    if spec.arguments:
        raise SpecError(f"{spec}: a strategy takes feature=weight and depth, as in strategy(men=60, kings=90, depth=6)")
    weights = {name: value for name, value in spec.options.items() if name not in _USUAL}
    looks = {name: value for name, value in spec.options.items() if name in _USUAL}
    evaluation = Evaluation(weights or None)
    if not looks.get("depth"):
        raise SpecError(f"{spec}: a strategy looks so many plies ahead: give depth, as in strategy(men=60, depth=6)")
    return _looking(spec, evaluation, looks)


def _rational(spec: Spec) -> Model:
    if spec.arguments:
        raise SpecError(f"{spec}: rational takes options as name=value, as in rational(depth=4)")
    return _looking(spec, Rational(), spec.options)


def _stationary(spec: Spec) -> Model:
    return Model(stationary(spec))


def _mixture(spec: Spec) -> Model:
    mixed = read_mixture(spec, model)
    return mixed.parts[0][1] if len(mixed.parts) == 1 else Model(mixed)


def _noisy(spec: Spec) -> Model:
    noise = spec.arguments[1] if len(spec.arguments) == 2 else None
    if spec.options or isinstance(noise, bool) or not isinstance(noise, (int, float)):
        raise SpecError(f"{spec}: noisy takes a model and how often it makes any move, as in noisy(MT_mOT, 0.05)")
    return noisy(model(spec.arguments[0]), noise)


def _general(spec: Spec) -> Model:
    if len(spec.arguments) != 1:
        raise SpecError(f"{spec}: a model wants one thing, as in model(mOT, others=MT, ties=left-high)")
    return _looking(spec, want(_parsed(spec.arguments[0])), spec.options)


KINDS: dict[str, Callable[[Spec], Model]] = {
    "strategy": _strategy,
    "mixture": _mixture,
    "rational": _rational,
    "noisy": _noisy,
    "model": _general,
    "stationary": _stationary,
    **dict.fromkeys(CARDINALS, _stationary),
}


def noisy(quiet: Model, noise: float) -> Model:
    """The same, wrong now and then: so often it makes any of its moves instead.

    >>> str(noisy(model("rational"), 0.1))
    'noisy(rational, 0.1)'
    """
    silent = (1 - quiet.noise) * (1 - noise)
    return replace(quiet, noise=1 - silent if quiet.noise else noise)


def wants_of(given: Model) -> Mixture[Want]:
    """What a player may want, whatever it thinks of the others: what prob-max^n takes for an opponent.

    >>> str(wants_of(model("mixture(MT=2, MT_mOT=1, rational=1)")))
    'mixture(MT=0.75, win=0.25)'
    """
    shares: dict[Want, float] = {}
    if isinstance(given.wants, Stationary):
        raise SpecError(f"{given} wants nothing: it decides by chance alone, and no search foresees what it is after")
    if isinstance(given.wants, Mixture):
        for share, part in given.wants.shares:
            for within, wanted in wants_of(part).parts:
                shares[wanted] = shares.get(wanted, 0.0) + share * within
    else:
        wanted = PREFERENCES["win"] if isinstance(given.wants, Rational) else given.wants
        shares[wanted] = 1.0
    return Mixture(tuple((share, wanted) for wanted, share in shares.items()))


def model_from_json(source: str | Mapping[str, Any]) -> Model:
    """Read a model from JSON text or from the values in it.

    >>> model_from_json('{"wants": "MT", "others": {"wants": "mOT"}}')
    kibitz.model('MT_mOT')
    """
    if isinstance(source, str):
        try:
            source = cast("Mapping[str, Any]", json.loads(source))
        except (json.JSONDecodeError, RecursionError) as error:
            raise NotationError(f"a model: this is not JSON: {error}") from None
    if not isinstance(source, Mapping) or "wants" not in source:
        raise NotationError('a model is a JSON object with a field \'wants\', such as {"wants": "MT"}')
    fields = dict(source)
    for name in fields:
        if name not in ("wants", "noise", *_USUAL):
            raise NotationError(f"a model has no field '{name}'; {nearest(name, ['wants', 'noise', *_USUAL])}")
    wants = fields.pop("wants")
    if fields.get("others") is not None:
        fields["others"] = model_from_json(fields["others"])
    if not isinstance(fields.get("search", ""), str):
        raise NotationError("a model: field 'search' is the text of a search, such as 'maxn(ties=left-high)'")
    return Model(_wants_from_json(wants), **fields)


def _wants_from_json(wants: object) -> Want | Rational | Stationary | Mixture[Model]:
    if isinstance(wants, str):
        spec = specs.parse(wants)
        if KINDS.get(spec.name) is _stationary:
            return stationary(spec)
        return Rational() if wants == "rational" else want(wants)
    if not isinstance(wants, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in wants):
        raise NotationError("a model: field 'wants' is a text, or a list of pairs of a weight and a model")
    parts = [(check_weight("a model", weight), model_from_json(part)) for weight, part in wants]
    return Mixture(check_parts("a model", parts))
