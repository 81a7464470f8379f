"""Random numbers that depend on a seed and a path of words and numbers, not on what was drawn before.

Philox 4x32 with ten rounds (Salmon et al. 2011), the same generator as ``core/random.hpp``: both give the same numbers,
and tests compare them with fixed values. A stream is named by a seed and a path of words and numbers, so a draw for
(seed, "deal", hand 3) is the same in every process and in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import fsum
from typing import TypeVar

_Item = TypeVar("_Item")
_MASK32 = 0xFFFFFFFF
_MASK64 = 0xFFFFFFFFFFFFFFFF


def mix(x: int) -> int:
    """Scramble 64 bits (the finaliser of SplitMix64)."""
    x = (x + 0x9E3779B97F4A7C15) & _MASK64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK64
    return x ^ (x >> 31)


def combine(key: int, part: int) -> int:
    """Fold one more part into a 64-bit key; the order of the parts matters."""
    return mix(key ^ (_MIXED[part] if 0 <= part < _FEW else mix(part & _MASK64)))


_FEW = 256
_MIXED = tuple(map(mix, range(_FEW)))  # seats, plies and letters are the most common parts


def philox(counter: Sequence[int], key: Sequence[int]) -> tuple[int, int, int, int]:
    """Turn four 32-bit counters into four 32-bit random numbers under a 64-bit key."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        first, second = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (second >> 32) ^ c1 ^ k0, second & _MASK32, (first >> 32) ^ c3 ^ k1, first & _MASK32
        k0, k1 = (k0 + 0x9E3779B9) & _MASK32, (k1 + 0xBB67AE85) & _MASK32
    return c0, c1, c2, c3


def stream(path: Iterable[int | str]) -> int:
    """Name a stream by a path of words and numbers.

    >>> stream(["deal", 3]) == stream(["deal", 4])
    False
    """
    name = 0
    for part in path:
        name = _after_word(name, part) if isinstance(part, str) else combine(name, part)
    return name


@lru_cache(maxsize=4096)
def _after_word(name: int, word: str) -> int:
    for byte in word.encode():
        name = combine(name, byte)
    return combine(name, len(word))


class Random:
    """A stream of random numbers, named by a seed and a path.

    >>> Random(7, "deal", 1).below(52) == Random(7, "deal", 1).below(52)
    True
    >>> Random(7, "deal").shuffled("abc")
    ['a', 'c', 'b']
    """

    __slots__ = ("_index", "_seed", "_stream")

    def __init__(self, seed: int, *path: int | str) -> None:
        self._seed = seed & _MASK64
        self._stream = stream(path)
        self._index = 0

    def next(self) -> int:
        """Draw 64 bits."""
        i, s, k = self._index, self._stream, self._seed
        low, high, _, _ = philox((i & _MASK32, i >> 32, s & _MASK32, s >> 32), (k & _MASK32, k >> 32))
        self._index += 1
        return low | high << 32

    def below(self, bound: int) -> int:
        """Draw uniformly from 0 to bound - 1, exactly; bound is at most 2**64."""
        if not 1 <= bound <= _MASK64 + 1:
            raise ValueError(f"bound must be from 1 to 2**64, not {bound}")
        rejected = (_MASK64 + 1) % bound
        draw = self.next()
        while draw > _MASK64 - rejected:
            draw = self.next()
        return draw % bound

    def uniform(self) -> float:
        """Draw a multiple of 2**-53 from [0, 1)."""
        return (self.next() >> 11) * 2.0**-53

    def choice(self, items: Sequence[_Item]) -> _Item:
        """Draw one item, all equally likely."""
        return items[self.below(len(items))]

    def weighted(self, shares: Mapping[_Item, float]) -> _Item:
        """Draw an item with the probability that each has; weights need not sum to one.

        >>> Random(1).weighted({"a": 0.0, "b": 2.0})
        'b'
        """
        left = self.uniform() * fsum(shares.values())
        for item, share in shares.items():
            left -= share
            if left < 0:
                return item
        return max(shares, key=lambda item: shares[item])  # rounding errors: the draw was above the last sum

    def shuffled(self, items: Iterable[_Item]) -> list[_Item]:
        """Return the items in an order drawn uniformly."""
        order = list(items)
        for last in range(len(order), 1, -1):
            other = self.below(last)
            order[last - 1], order[other] = order[other], order[last - 1]
        return order
