"""Addresses, secrets and seeds of tables. They cannot be guessed; tests may derive them from a seed."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode

from kibitz.random import Random

BYTES = 18


class Draws:
    """Draws values that nobody can guess. With a seed, which is only for tests, they are the same in every run.

    >>> Draws(seed=1).address() == Draws(seed=1).address(), len(Draws().address())
    (True, 24)
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = None if seed is None else Random(seed, "page")

    def address(self) -> str:
        """An address or a secret, 144 bits as text."""
        if self._random is None:
            return secrets.token_urlsafe(BYTES)
        return urlsafe_b64encode(b"".join((self._random.next() % 2**48).to_bytes(6) for _ in range(3))).decode()

    def seed(self) -> int:
        """The seed of a deal."""
        return secrets.randbits(64) if self._random is None else self._random.next()
