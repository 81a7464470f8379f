"""Damage PDN files at random and read them: ``python tests/fuzz_pdn.py --files 100000 --seed 1 [--out FILE]``.

Whatever a file holds, reading it raises nothing, and every game in it is either read or counted with its reason. A file
is decided by the seed and its number alone.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import kibitz
from kibitz import Random
from kibitz.games import records
from kibitz.games.checkers import pdn, pdn_games
from kibitz.games.checkers.rules import Checkers
from kibitz.games.native_game import NativeState

GAME = Checkers()
SEEDS = 40  # valid games that are damaged
STARTS = ("", "", "W:WK32,30,K4:BK1,2,K29:H3", "B:WK32,26,22:BK1,11,7", "W:W18,26,K28:B15,K20")
WORDS = (
    *('[Event "x"]', '[FEN "B:W18:B15"]', '[FEN "', '[Result "1-0"]', '[SetUp "1"]', '[GameType "21,W,8,8,N2,0"]'),
    *('[GameType "20"]', "[", "]", '"', "1.", "1...", "7", "11-15", "22-18", "15x22", "25x18", "15x22x31", "1115"),
    *("c3-d4", "e4", "99-98", "1-0", "0-1", "1/2-1/2", "½", "2-0", "0-0", "*", "(", ")", "{", "}", ";", "%", "$1", "!"),
    *("(?)", "-", "x", ":", ".", "...", "\\", '/FEN "W:W1:B32"/', "\n", "\r\n", "\r", "\n\n", "\t", "\x00", "\x85"),
    *("\ufeff", "é", "١-٢", "\u2028", "𝟙", "🙂", "–", "×", '{"game": "checkers", "players": ["a", "b"], "moves": []}'),
)
Damage = Callable[[bytes, Random], bytes]


def played(number: int) -> pdn.Record:
    """A valid game of random moves, some from a set-up position."""
    random = Random(number, "fuzz", "game")
    fen = random.choice(STARTS)
    start: NativeState = GAME.parse(fen) if fen else GAME.start()
    state, moves = start, []
    for _ in range(random.below(40)):
        if state.over:
            break
        moves.append(random.choice(state.moves()))
        state = state.play(moves[-1])
    tags = {"Event": f"game {number}", "Black": random.choice(("Ann", "Müller, K.")), "White": "Ben"}
    return pdn.Record(tags, start, tuple(moves), random.choice(sorted(pdn_games.RESULTS)))


def decorated(text: str, random: Random) -> str:
    """The same game with comments, annotations and variations between its moves."""
    asides = ("{so [he] said}", "$3", "!", "(1. 9-13 (10-14 {or}) 24-19)", "; note\n", "", "", "")
    return re.sub(r"(?<=[0-9]) (?=[0-9]+x|[0-9]+-[0-9]{2})", lambda _: f" {random.choice(asides)} ", text)


@cache
def valid(number: int) -> str:
    return decorated(pdn.write(played(number)), Random(number, "fuzz", "asides"))


def _span(data: bytes, random: Random) -> tuple[int, int]:
    start = random.below(len(data) + 1)
    return start, min(len(data), start + 1 + random.below(40))


def _flipped(data: bytes, random: Random) -> bytes:
    changed = bytearray(data or b" ")
    for _ in range(1 + random.below(4)):
        changed[random.below(len(changed))] ^= 1 << random.below(8)
    return bytes(changed)


def _deleted(data: bytes, random: Random) -> bytes:
    start, end = _span(data, random)
    return data[:start] + data[end:]


def _repeated(data: bytes, random: Random) -> bytes:
    start, end = _span(data, random)
    return data[:end] + data[start:end] + data[end:]


def _truncated(data: bytes, random: Random) -> bytes:
    place = random.below(len(data) + 1)
    return data[:place] if random.below(2) else data[place:]


def _inserted(data: bytes, random: Random) -> bytes:
    place = random.below(len(data) + 1)
    return data[:place] + random.choice(WORDS).encode() + data[place:]


def _lettered(data: bytes, random: Random) -> bytes:
    place = random.below(len(data) + 1)
    letter = chr(random.below(0xD800) if random.below(2) else 0xE000 + random.below(0x102000))
    return data[:place] + letter.encode() + data[place:]


def _tokens_changed(data: bytes, random: Random) -> bytes:
    """Swap, lose or double a token."""
    tokens = re.split(rb"(\s+)", data)
    one, other = random.below(len(tokens)), random.below(len(tokens))
    kind = random.below(3)
    if kind == 0:
        tokens[one], tokens[other] = tokens[other], tokens[one]
    elif kind == 1:
        del tokens[one]
    else:
        tokens.insert(other, tokens[one] + b" ")
    return b"".join(tokens)


def _recoded(data: bytes, random: Random) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(random.choice(("latin-1", "utf-16", "utf-8-sig", "cp437", "utf-16-le")), "replace")


def _broken_otherwise(data: bytes, random: Random) -> bytes:
    return data.replace(b"\n", random.choice((b"\r\n", b"\r", b" ", b"\n\n", b"\n> ")))


DAMAGES: Sequence[Damage] = (
    *(_flipped, _flipped, _deleted, _repeated, _truncated, _inserted, _inserted, _lettered),
    *(_tokens_changed, _tokens_changed, _tokens_changed, _recoded, _broken_otherwise),
)


def damaged(seed: int, number: int) -> bytes:
    """One file: up to four valid games together, damaged up to five times, or not at all."""
    random = Random(seed, "fuzz", "file", number)
    data = b"\n".join(valid(random.below(SEEDS)).encode() for _ in range(1 + random.below(4)))
    for _ in range(random.below(6)):
        data = random.choice(DAMAGES)(data, random)
    return data


def check(data: bytes) -> records.Recorded:
    """Read a file, and complain if anything is lost, misplaced or not the game that it says."""
    found = records.read_bytes(data, GAME)
    text = records.text_of(data, any_code=True)
    if not records.has_json_lines(text):
        assert found.found == sum(1 for _ in pdn_games.entries(text)), "games found and not accounted for"
        assert all(problem.reason in pdn_games.REASONS for problem in found.problems)
    lines = 1 + len(text.splitlines())
    for problem in found.problems:
        place = re.search(r"line ([0-9]+): ", str(problem))
        assert place, f"{problem} does not say where"
        assert 1 <= int(place[1]) <= lines
    for record in found.records:
        (again,) = records.read_text(pdn.write(pdn.Record({}, record.start, record.moves)), GAME).records  # type: ignore[arg-type]
        assert (again.start, again.moves) == (record.start, record.moves)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python tests/fuzz_pdn.py", description=__doc__)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write the counts to this file")
    arguments = parser.parse_args()
    began, crashes, counts, why = time.perf_counter(), 0, Counter[str](), Counter[str]()
    for number in range(arguments.files):
        data = damaged(arguments.seed, number)
        try:
            found = check(data)
        except Exception:
            print(f"file {number} of seed {arguments.seed}, {data!r}:\n{traceback.format_exc()}", file=sys.stderr)
            crashes += 1
            continue
        counts += Counter(files=1, found=found.found, read=len(found.records), skipped=len(found.problems))
        counts["files without a skipped game"] += not found.problems
        why += Counter(problem.reason for problem in found.problems)
    text = json.dumps(
        {
            "command": f"python tests/fuzz_pdn.py --files {arguments.files} --seed {arguments.seed}",
            "kibitz": kibitz.__version__,
            **counts,
            "reasons": dict(why.most_common()),
            "crashes": crashes,
            "seconds": round(time.perf_counter() - began),
        },
        indent=2,
    )
    print(text) if arguments.out is None else arguments.out.write_text(text + "\n")
    sys.exit(crashes > 0)


if __name__ == "__main__":
    main()
