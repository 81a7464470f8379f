"""Models in files, written by ``kibitz learn`` and ``Model.to_json``. Files are JSON and contain no code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz.errors import KibitzError, NotationError
from kibitz.games.game import Game
from kibitz.models.model import Model
from kibitz.models.registry import model, model_from_json


def read_model(path: str | Path, game: Game | None = None) -> Model:
    """The model in a file. Files with the same content give equal models.

    A model with numbers that are not finite is refused, and so is a model of another game if ``game`` is given.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise KibitzError(f"cannot read {path}: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    try:
        return model_of(text, game)
    except KibitzError as error:
        raise type(error)(f"{path}: {error}") from None


def model_of(text: str, game: Game | None = None) -> Model:
    """The model in the JSON of a learner or of a model.

    >>> from kibitz.games.registry import game
    >>> model_of('{"game": "checkers", "model": "strategy(men=2, kings=3, depth=6)"}', game("checkers"))
    kibitz.model('strategy(men=2, kings=3, depth=6)')
    """
    try:
        fields: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not JSON: {error}") from None
    own = isinstance(fields, dict) and ("wants" in fields or ("model" in fields and "game" not in fields))
    found = model_from_json(fields) if own else _learned(fields, game)
    if game is not None:
        found.check(game)
    return found


def _learned(fields: Any, game: Game | None) -> Model:
    if not isinstance(fields, dict) or not all(isinstance(fields.get(name), str) for name in ("game", "model")):
        raise NotationError("a learned model is a JSON object with 'game' and 'model'; 'kibitz learn' writes one")
    if game is not None and fields["game"] != str(game):
        raise KibitzError(f"this is a model of a player of {fields['game']}, not of {game}")
    if fields["model"].endswith(".json"):
        raise NotationError("a file holds a model, not the name of another file")
    return model(fields["model"])
