"""End to end: a known strategy plays, its games go through PDN as others would write it, and it is found again."""

import re
from pathlib import Path

import pytest
from fuzz_pdn import decorated

import kibitz
from kibitz import Random
from kibitz.games import records
from kibitz.games.records import Recorded
from kibitz.learning.accuracy import accuracy
from kibitz.learning.examples import unforced
from kibitz.learning.from_records import games_used, learn_player
from kibitz.learning.strategy import LearnedStrategy

GAME = kibitz.game("checkers")
PLAYER = "alpha-beta(depth=2, own=evaluation(men=10, kings=16, back_row=3, mobility=1))"
BROKEN = '\n[GameType "20"]\n1. 32-28 19-23 *\n\n[Black "Ann"]\n1. 11-15 11-15 *\n\n[Black "Ann"]\n1. 9-13 {oh\n'


def exported(file: Path, seed: int, deals: int) -> str:
    """The games of a match as PDN."""
    kibitz.match("checkers", [PLAYER, "random"], deals, seed, opening=4, records=file)
    return file.read_text(encoding="utf-8")


def turned(text: str) -> str:
    """A game in numbers from the opposite corner."""
    head, rest = text.replace('"21"', '"21,B,8,8,N2,0"').split("\n\n", 1)
    moves, result = rest.rsplit(maxsplit=1)
    fen = head.rsplit('"', 2)[1]
    return (
        f"{head.replace(fen, _turned('[0-9]+', fen))}\n\n{_turned('[0-9]+(?=[-x])|(?<=[-x])[0-9]+', moves)} {result}\n"
    )


def _turned(squares: str, text: str) -> str:
    return re.sub(squares, lambda number: str(33 - int(number[0])), text)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    file = tmp_path_factory.mktemp("games") / "games.pdn"
    games = re.split(r"\n(?=\[Black)", exported(file, seed=1, deals=7))
    assert len(games) == 14
    others = [turned(game) if number % 3 == 0 else game for number, game in enumerate(games)]
    text = "\n".join(decorated(game, Random(number, "asides")) for number, game in enumerate(others)) + BROKEN
    file.write_bytes(text.replace("\n", "\r\n").replace('"random"', '"Zufällig"').encode("latin-1"))
    return records.read(file, GAME)


def test_all_but_the_broken_games_are_read_and_used(found: Recorded) -> None:
    assert (len(found.records), found.found) == (14, 17)
    assert [problem.reason for problem in found.problems] == [
        "another game",
        "illegal move",
        "brackets that do not match",
    ]
    assert set(found.players) == {PLAYER, "Zufällig"}
    assert games_used(found, PLAYER) == 14


def test_the_strategy_is_found_again_and_predicts_new_games(found: Recorded, tmp_path: Path) -> None:
    learned = learn_player(found, PLAYER, GAME, farthest=3, seed=1)
    assert isinstance(learned, LearnedStrategy)
    assert learned.depth == 2
    exported(tmp_path / "new.pdn", seed=2, deals=4)
    fresh = [unforced(record, PLAYER) for record in records.read(tmp_path / "new.pdn", GAME).records]
    assert sum(map(len, fresh)) > 100
    measured = accuracy(fresh, lambda games: [_likeliest(kibitz.predict(learned.model, each.state)) for each in games])
    assert measured.share > 0.9


def _likeliest(distribution: dict[str, float]) -> str:
    return max(distribution, key=lambda move: distribution[move])
