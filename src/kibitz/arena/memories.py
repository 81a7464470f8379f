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

from kibitz.learning.decisions import Decision
from kibitz.players.memory import Kept, Memory, Profile
from kibitz.players.player import Player
from kibitz.players.registry import player
from kibitz.specs import Spec, parse


def snapshots(players: Iterable[Player]) -> tuple[tuple[str, str], ...]:
    """The memory files of the players, and their contents."""
    files = {str(each.options["memory"]) for each in players if each.options.get("memory")}
    return tuple((file, _snapshot(Memory(file))) for file in sorted(files))


def _snapshot(memory: Memory) -> str:
    """The content of a memory as JSON: a list of profiles (as in version 1), or an object with profiles and
    decisions."""
    profiles = [asdict(profile) for profile in memory.profiles()]
    decisions = [{**asdict(each), "decision": list(each.decision)} for each in memory.all_decisions()]
    return json.dumps({"profiles": profiles, "decisions": decisions} if decisions else profiles)


def _restore(memory: Memory, snapshot: str) -> None:
    kept = json.loads(snapshot)
    both = kept if isinstance(kept, dict) else {"profiles": kept, "decisions": []}
    for fields in both["profiles"]:
        memory.save(Profile(**fields))
    memory.watch(*(Kept(**{**fields, "decision": Decision(*fields["decision"])}) for fields in both["decisions"]))


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
                _restore(Memory(file), kept)
                spec = Spec(spec.name, spec.arguments, {**spec.options, "memory": str(file)})
            made.append(player(spec))
        yield made
