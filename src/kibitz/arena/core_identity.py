"""The identity of the compiled core. It is part of the identity of every experiment, because different cores may play
differently."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from kibitz import _core
from kibitz.errors import KibitzError


@lru_cache(maxsize=1)
def core_signature() -> str:
    """A hash of the compiled core."""
    return file_digest(str(_core.__file__))


def file_digest(file: str) -> str:
    """A hash of the contents of a file."""
    try:
        return blake2b(Path(file).read_bytes(), digest_size=16).hexdigest()
    except OSError as error:
        raise KibitzError(f"cannot read {file}: {error.strerror}") from None
