"""Damaged PDN: nothing crashes, nothing is lost, and damage costs no more than the game it is in."""

import fuzz_pdn
import pytest
from fuzz_pdn import check, damaged, played
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.games import records
from kibitz.games.checkers import pdn

FILES = 400


@pytest.mark.parametrize("part", range(4))
def test_damaged_files_are_read_or_counted(part: int) -> None:
    found = [check(damaged(7, number)) for number in range(part, FILES, 4)]
    assert sum(len(each.records) for each in found) > FILES // 8  # or the damage is too great to tell anything
    assert sum(len(each.problems) for each in found) > FILES // 8


def test_every_valid_game_is_read() -> None:
    for number in range(fuzz_pdn.SEEDS):
        (record,) = check(fuzz_pdn.valid(number).encode()).records
        assert (record.start, record.moves) == (played(number).start, played(number).moves)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damage_costs_only_the_game_it_is_in(data: st.DataObject) -> None:
    games = [played(number) for number in data.draw(st.permutations(range(3)))]
    texts = [pdn.write(game) for game in games]
    hit = data.draw(st.integers(0, 2))
    head, moves = texts[hit].split("\n\n")
    place = data.draw(st.integers(0, len(moves)))
    words = st.sampled_from([word for word in fuzz_pdn.WORDS if "[" not in word and "game" not in word])
    damage = " ".join(data.draw(st.lists(st.one_of(words, st.text("(){};%*!?x-:.,0123456789\n")), max_size=5)))
    texts[hit] = f"{head}\n\n{moves[:place]}{damage}{moves[place + data.draw(st.integers(0, 9)) :]}\n"
    found = records.read_bytes("\n".join(texts).encode(), fuzz_pdn.GAME)
    read = [(record.players, record.start, record.moves) for record in found.records]
    assert all((game.players, game.start, game.moves) in read for place, game in enumerate(games) if place != hit)
