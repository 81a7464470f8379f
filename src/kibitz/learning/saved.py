"""Learned models in files: what ``kibitz learn`` leaves for others to use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from kibitz.errors import KibitzError, NotationError
from kibitz.games.game import Game
from kibitz.models.model import Model, model
from kibitz.wants.evaluation import Evaluation
from kibitz.wants.mixture import Mixture


def read_model(path: str | Path, game: Game) -> Model:
    """Read a model that was learned from games of this kind.

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


def model_of(text: str, game: Game) -> Model:
    """The model in a learner's JSON.

    >>> from kibitz.games.registry import game
    >>> model_of('{"game": "checkers", "model": "strategy(men=2, kings=3, depth=6)"}', game("checkers"))
    kibitz.model('strategy(men=2, kings=3, depth=6)')
    """
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not JSON: {error}") from None
    if not isinstance(fields, dict) or not all(isinstance(fields.get(name), str) for name in ("game", "model")):
        raise NotationError("a learned model is a JSON object with 'game' and 'model'; 'kibitz learn' writes one")
    if fields["game"] != str(game):
        raise KibitzError(f"this is a model of a player of {fields['game']}, not of {game}")
    learned = model(fields["model"])
    for part in _parts(learned):
        if isinstance(part.wants, Evaluation):
            game.check_weights(part.wants.weights)
    return learned


def _parts(whole: Model) -> Iterator[Model]:
    """A model and all models in it: the parts of a mixture, and what it thinks of the others."""
    yield whole
    if isinstance(whole.wants, Mixture):
        for _, part in whole.wants.parts:
            yield from _parts(part)
    if whole.others is not None:
        yield from _parts(whole.others)
