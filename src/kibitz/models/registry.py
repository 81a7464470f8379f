"""Models by name: all kinds, wants and searches, and files written by ``kibitz learn``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from kibitz import specs
from kibitz.errors import NotationError, SpecError, nearest, nearest_in_groups
from kibitz.models.function import Function
from kibitz.models.mixed import Mixed
from kibitz.models.model import Model
from kibitz.models.noisy import noisy
from kibitz.models.searched import Searched
from kibitz.models.want_seeker import LOOKS, Seeker
from kibitz.registry import Registry, spelled
from kibitz.searches.registry import REGISTRY as SEARCHES
from kibitz.searches.search import Search
from kibitz.specs import Spec
from kibitz.wants.mixture import Mixture, check_parts, check_weight
from kibitz.wants.registry import NAMES as WANTS
from kibitz.wants.registry import UnknownWant, want
from kibitz.words import in_words

REGISTRY: Registry[Model] = Registry(
    "model",
    {
        "choice": "kibitz.models.choice:Choice",
        "mixture": "kibitz.models.mixed:Mixed",
        "model": "kibitz.models.want_seeker:Seeker",
        "noisy": "kibitz.models.noisy:Noisy",
        "rational": "kibitz.models.want_seeker:Rational",
        "stationary": "kibitz.specialists.guess_it.stationary:Stationary",
        "strategy": "kibitz.models.want_seeker:Strategy",
        "visits": "kibitz.models.visits:Visits",
        **dict.fromkeys(
            ("always-ask", "always-bluff", "call-then-ask", "call-then-bluff"),
            "kibitz.specialists.guess_it.stationary:Stationary",
        ),
        **dict.fromkeys(
            ("ducks", "lowest-card", "highest-card", "takes-tricks"), "kibitz.specialists.hearts.habits:HeartsHabit"
        ),
        "cheap": "kibitz.specialists.spades.habits:SpadesHabit",
        **dict.fromkeys(
            ("rear-first", "longest-move"), "kibitz.specialists.chinese_checkers.habits:ChineseCheckersHabit"
        ),
        **dict.fromkeys(
            (
                "first-move",
                "last-move",
                "middle-move",
            ),
            "kibitz.models.rule:ListRule",
        ),
        **dict.fromkeys(
            (
                "never-leads-spades",
                "leads-long-suit",
                "leads-short-suit",
                "second-hand-low",
                "high-then-low",
                "nearest-card",
                "returns-suit",
                "changes-suit",
                "saves-high-cards",
                "red-first",
                "late-attack",
                "wins-if-last",
                "fears-one-seat",
            ),
            "kibitz.specialists.card_rules:CardRule",
        ),
        **dict.fromkeys(
            (
                "pushes-always",
                "never-pushes",
                "attacks-leader",
                "attacks-weakest",
                "broadsides",
                "single-marbles",
                "closes-in",
                "backs-off",
                "stays-round",
                "rests-when-ahead",
                "crowds-edge",
                "one-flank",
            ),
            "kibitz.specialists.abalone.thumb_rules:AbaloneRule",
        ),
        **dict.fromkeys(
            (
                "always-trades",
                "never-trades",
                "trades-when-ahead",
                "runs-ahead",
                "brings-up-rear",
                "keeps-back-row",
                "charges",
                "keeps-away",
                "mirrors",
                "one-wing",
                "cramps",
                "sacrifices",
            ),
            "kibitz.specialists.checkers.thumb_rules:CheckersRule",
        ),
        **dict.fromkeys(
            (
                "blocks-leader",
                "steps-only",
                "in-turn",
                "keeps-together",
                "joins-crowd",
                "avoids-crowd",
                "left-side",
                "front-first",
                "rear-then-far",
                "follows-leader",
            ),
            "kibitz.specialists.chinese_checkers.thumb_rules:ChineseCheckersRule",
        ),
        **dict.fromkeys(
            (
                "asks-low",
                "asks-high",
                "bluffs-low",
                "opens-with-bluffs",
                "bluffs-at-the-end",
                "alternates-bluffs",
                "copies-opponent",
                "once-bitten",
                "calls-late",
                "impatient",
                "bluffs-when-behind",
                "asks-neighbours",
            ),
            "kibitz.specialists.guess_it.thumb_rules:GuessItRule",
        ),
        **dict.fromkeys(
            (
                "punishes-leader",
                "spares-friends",
                "hunts-queen",
                "drops-queen",
                "shoots-moon",
                "hearts-last",
                "takes-clean-tricks",
                "panics",
                "dodges-from",
            ),
            "kibitz.specialists.hearts.thumb_rules:HeartsRule",
        ),
        **dict.fromkeys(
            (
                "stops-leader",
                "helps-last",
                "beats-back",
                "trumps-late",
                "draws-trumps",
                "trumps-high",
                "sets-bidders",
                "rests-after",
            ),
            "kibitz.specialists.spades.thumb_rules:SpadesRule",
        ),
        **dict.fromkeys(
            (
                "wins-and-blocks",
                "wins-only",
                "blocks-only",
                "blind-to-diagonals",
                "blocks-late",
                "by-the-book",
                "corners-first",
                "edges-first",
                "opposite",
                "builds-lines",
                "sits-beside",
                "sits-apart",
                "forks",
            ),
            "kibitz.specialists.tic_tac_toe.thumb_rules:TicTacToeRule",
        ),
    },
)


class UnknownModel(SpecError):
    """No model has this name."""


def register(kind: type[Model]) -> None:
    """Register a kind of model under its name."""
    if kind.name in WANTS or kind.name.lower() in SEARCHES:
        raise SpecError(f"'{kind.name}' is a built-in name of Kibitz; choose another")
    if kind.__abstractmethods__:
        raise SpecError(f"{kind.name}: these methods are missing: {', '.join(sorted(kind.__abstractmethods__))}")
    if kind.__hash__ is None:
        raise SpecError(f"{kind.name}: a model is a value that can be compared: write @dataclass(frozen=True)")
    REGISTRY.add(kind.name, kind)


def model(given: object) -> Model:
    """Read a model: ``MT_mOT``, ``strategy(men=60, depth=6)``, ``greedy``, a function, a file, ...

    ``X_Y`` wants X and believes that the others want Y (sturtevant2006 section 2); the paper's X_g is ``X_generic``. A
    text that ends with ``.json`` is a file that ``kibitz learn`` or ``Model.to_json`` wrote.

    >>> model("mOT_generic").others
    kibitz.model('generic')
    >>> model("strategy(men=60, kings=90, depth=6)").depth
    6
    >>> model("noisy(mixture(MT=0.5, mOT_MT=0.5), 0.05)").noise
    0.05
    >>> model("mcts(simulations=200)")
    kibitz.model('mcts(simulations=200)')
    """
    if isinstance(given, Model):
        return given
    if isinstance(given, Path) or (isinstance(given, str) and given.endswith(".json")):
        from kibitz.models.stored import read_model

        return read_model(given)
    spec = specs.parse(given) if isinstance(given, str) else given
    if isinstance(spec, Spec):
        return _named(spec)
    if isinstance(given, Search):
        return Searched(given)
    if callable(given) and not isinstance(given, type):
        return Function(given)
    return Seeker(want(given))


def _named(spec: Spec) -> Model:
    if spelled(spec.name) in REGISTRY:
        return REGISTRY.kind(spec.name).read(Spec(spelled(spec.name), spec.arguments, spec.options))
    if spelled(spec.name) in SEARCHES:
        return Searched.read(spec)
    own, _, others = spec.name.partition("_")
    try:
        if others and not spec.arguments and not spec.options:
            return Seeker(want(Spec(own)), others=model(others))
        return Seeker(want(spec))
    except UnknownWant:
        known = nearest_in_groups(spec.name, {"searches": SEARCHES, **model_groups()}, "kibitz players")
        raise UnknownModel(f"there is no model '{spec}'; {known}") from None


def model_groups() -> dict[str, list[str]]:
    """The names of all models that are no searches, by group, for lists of what there is.

    >>> {name: names[0] for name, names in model_groups().items()}
    {'preferences': 'score', 'models': 'choice', 'habits and rules of single games': 'stationary'}
    """
    of_games = [name for name, row in REGISTRY.items() if isinstance(row, str) and ".specialists." in row]
    general = [name for name in REGISTRY if name not in of_games]
    return {
        "preferences": [in_words(name) for name in WANTS],
        "models": general,
        "habits and rules of single games": of_games,
    }


def model_from_json(source: str | Mapping[str, Any]) -> Model:
    """Read a model from JSON text or from the values in it.

    >>> model_from_json('{"wants": "MT", "others": {"wants": "mOT"}}')
    kibitz.model('most-tricks_fewest-overtricks')
    >>> model_from_json('{"model": "greedy", "noise": 0.1}')
    kibitz.model('noisy(greedy, 0.1)')
    """
    if isinstance(source, str):
        try:
            source = cast("Mapping[str, Any]", json.loads(source))
        except (json.JSONDecodeError, RecursionError) as error:
            raise NotationError(f"a model: this is not JSON: {error}") from None
    if not isinstance(source, Mapping) or not {"wants", "model"} & source.keys():
        raise NotationError('a model is a JSON object with a field \'wants\', such as {"wants": "most-tricks"}')
    fields = dict(source)
    noise = fields.pop("noise", 0.0)
    if "model" in fields:
        _check_fields(fields, ["model"])
        return _with_noise(model(fields["model"]), noise)
    _check_fields(fields, ["wants", *LOOKS])
    wants = fields.pop("wants")
    fields = {name: value for name, value in fields.items() if value is not None and value != LOOKS[name]}
    if "others" in fields:
        fields["others"] = model_from_json(fields["others"])
    if not isinstance(fields.get("search", ""), str):
        raise NotationError("a model: field 'search' is the text of a search, such as 'maxn(ties=left-high)'")
    return _with_noise(_from_wants(wants, fields), noise)


def _with_noise(found: Model, noise: object) -> Model:
    if isinstance(noise, bool) or not isinstance(noise, (int, float)) or not 0 <= noise <= 1:
        raise SpecError(f"noise={specs.value_text(noise)} is not allowed; it must be a number from 0 to 1")
    return noisy(found, noise)


def _check_fields(fields: Mapping[str, Any], known: list[str]) -> None:
    for name in fields:
        if name not in known:
            raise NotationError(f"a model has no field '{name}'; {nearest(name, [*known, 'noise'])}")


def _from_wants(wants: object, looks: Mapping[str, Any]) -> Model:
    if isinstance(wants, str):
        spec = specs.parse(wants)
        if spec.name in REGISTRY:
            texts = ("search", "others")
            said = {name: specs.parse(str(value)) if name in texts else value for name, value in looks.items()}
            return _named(Spec(spec.name, spec.arguments, {**spec.options, **said}))
        return Seeker(want(wants), **looks)
    if not isinstance(wants, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in wants):
        raise NotationError("a model: field 'wants' is a text, or a list of pairs of a weight and a model")
    if looks:
        raise SpecError("a mixture has no search of its own: give search, depth, ties and others to its parts")
    parts = [(check_weight("a model", weight), model_from_json(part)) for weight, part in wants]
    return Mixed(Mixture(check_parts("a model", parts)))
