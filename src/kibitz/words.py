"""The words of specifications that have two spellings: abbreviations of a paper, shown to people as words, and old
names.

Files keep the spelling that they always had, so that what was stored under a specification is still found. Output for
people has the words (``in_words``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from kibitz.errors import warn_of_old_name

LETTERS = {"MT": "most-tricks", "mOT": "fewest-overtricks", "ML": "most-opponents-set"}
"""The letters that sturtevant2006 uses for preferences, and the words that people read; both can be given."""

RENAMED = {"destroyed": "clipped-minimax", "expecting": "m-star-with"}
"""The old name of every search that has a new one."""

NUMBERS = {"model_depth=none": "model_depth=0", "margin=none": "margin=inf", "within=none": "within=1e+300"}
"""Options in which a number stood for "no limit"; stored results still use the number."""

_PARTS = re.compile(r"\"[^\"]*\"|'[^']*'|[\w.*^-]+")  # as kibitz.specs reads them
_WORDS = {word: letters for letters, word in LETTERS.items()}
_OLD = {new: old for old, new in RENAMED.items()}


def in_words(text: object) -> str:
    """A specification as people read it.

    >>> in_words("maxn(own=mOT, others=[MT, ML])")
    'maxn(own=fewest-overtricks, others=[most-tricks, most-opponents-set])'
    >>> in_words('MT_mOT 69%, adaptive(memory="MT.db")')
    'most-tricks_fewest-overtricks 69%, adaptive(memory="MT.db")'
    """
    return _replaced(str(text), lambda word: _each(word, LETTERS))


def in_letters(text: str) -> str:
    """The specification as it is stored, with the letters of the paper.

    >>> in_letters("mixture(most-tricks=0.5, fewest-overtricks_most-tricks=0.5)")
    'mixture(MT=0.5, mOT_MT=0.5)'
    """
    return _replaced(text, lambda word: _each(word, _WORDS))


def as_stored(text: str) -> str:
    """A specification in the form under which results are stored, with the original names of the searches.

    >>> as_stored("m-star-with(clipped-minimax, plies=4)")
    'expecting(destroyed, plies=4)'
    """
    for none, number in NUMBERS.items():
        text = text.replace(none, number)
    return _replaced(text, lambda word: _OLD.get(word, word))


def current(word: str) -> str:
    """A word of a specification as it is spelled today; an old name warns."""
    new = RENAMED.get(word.lower().replace("_", "-"))
    if new is not None:
        warn_of_old_name(f"'{word}' is called '{new}' now")
        return new
    return _each(word, _WORDS)


def _replaced(text: str, spelled: Callable[[str], str]) -> str:
    return _PARTS.sub(lambda part: part[0] if part[0][0] in "\"'" else spelled(part[0]), text)


def _each(word: str, spellings: Mapping[str, str]) -> str:
    """The word with each part spelled by the table. A word may have two parts: X_Y is a player that wants X and
    believes that the others want Y."""
    return "_".join(spellings.get(part, part) for part in word.split("_"))
