"""Stored memories in a match: every session starts from the same snapshot and learns for itself.

Otherwise the moves of a session would depend on the sessions played before.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from kibitz.players.memory import Memory, Profile
from kibitz.players.player import Player
from kibitz.players.registry import player
from kibitz.specs import Spec, parse


def snapshots(players: Iterable[Player]) -> tuple[tuple[str, str], ...]:
    """The memory files of the players, and their contents."""
    files = {str(each.options["memory"]) for each in players if each.options.get("memory")}
    return tuple((file, json.dumps([asdict(profile) for profile in Memory(file).profiles()])) for file in sorted(files))


@contextmanager
def private_memories(specs: Iterable[str], memories: Mapping[str, str]) -> Iterator[list[Player]]:
    """Create players; each player with a memory gets a copy of the snapshot.

    >>> with private_memories(["random", "adaptive(candidates=[MT, mOT])"], {}) as players:
    ...     [str(each) for each in players]
    ['random', 'adaptive(candidates=[MT, mOT])']
    """
    with TemporaryDirectory(prefix="kibitz-") as folder:
        made = []
        for seat, text in enumerate(specs):
            spec = parse(text)
            kept = memories.get(spec.options.get("memory", ""))
            if kept is not None:
                file = Path(folder) / f"seat-{seat}.db"
                memory = Memory(file)
                for fields in json.loads(kept):
                    memory.save(Profile(**fields))
                spec = Spec(spec.name, spec.arguments, {**spec.options, "memory": str(file)})
            made.append(player(spec))
        yield made
