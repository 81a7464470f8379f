"""Learned models in files: what ``kibitz learn`` leaves for others to use."""

from __future__ import annotations

import json
from pathlib import Path

from kibitz import specs
from kibitz.errors import KibitzError, NotationError
from kibitz.games.game import Game
from kibitz.specs import Spec


def read_model(path: str | Path, game: Game) -> Spec:
    """Read the specification of a model that was learned from games of this kind.

    A model of another game, or one whose numbers are not finite, is refused.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise KibitzError(f"cannot read {path}: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    try:
        return model_of(text, game)
    except KibitzError as error:
        raise type(error)(f"{path}: {error}") from None


def model_of(text: str, game: Game) -> Spec:
    """The model in a learner's JSON.

    >>> from kibitz.games.registry import game
    >>> str(model_of('{"game": "checkers", "model": "strategy(men=2, kings=3, depth=6)"}', game("checkers")))
    'strategy(men=2, kings=3, depth=6)'
    """
    try:
        fields = json.loads(text)
    except ValueError as error:
        raise NotationError(f"not JSON: {error}") from None
    if not isinstance(fields, dict) or not all(isinstance(fields.get(name), str) for name in ("game", "model")):
        raise NotationError("a learned model is a JSON object with 'game' and 'model'; 'kibitz learn' writes one")
    if fields["game"] != str(game):
        raise KibitzError(f"this is a model of a player of {fields['game']}, not of {game}")
    spec = specs.parse(fields["model"])
    if spec.name == "strategy":
        _check_strategy(spec, game)
    return spec


def _check_strategy(spec: Spec, game: Game) -> None:
    depth = spec.options.get("depth")
    if type(depth) is not int or depth < 1:
        raise NotationError(f"a strategy's depth must be a whole number from 1 on, not {specs.value_text(depth)}")
    game.check_weights({name: weight for name, weight in spec.options.items() if name != "depth"})
