"""What games say to people: how to play, why a move is not legal now, who takes a trick."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.games.cards.notation import CARDS as CARDS_BY_CODE
from kibitz.games.cards.notation import cards_in
from kibitz.games.registry import REGISTRY
from kibitz.players.loading import load
from kibitz.players.person import Person
from kibitz.players.play_game import random_moves

NATIVE = [name for name in sorted(REGISTRY) if name != "openspiel"]
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
CARDS = ("hearts", "hearts(players=5, passing=left, hands=2)", "spades(players=4, hands=2)", "spades(scoring=tricks)")

WRITTEN = re.compile(r"\b(?:[a-i]\d-[a-i]\d(?:-[a-i]\d)?|\d+[-x]\d+(?:x\d+)*|(?:ask|name|bid) \d|[2-9TJQKA][CDHS])\b")
"""Moves in a text."""


@pytest.mark.parametrize("name", ["abalone", "checkers", "chinese-checkers", "guess-it", "hearts", "spades"])
def test_a_game_says_how_to_play_in_a_few_plain_lines(name: str) -> None:
    lines = kibitz.game(name).instructions
    assert 5 <= len(lines) <= 8
    assert all(line.endswith(".") and len(line) < 190 and ">>>" not in line for line in lines)


@pytest.mark.parametrize("name", ["abalone", "checkers", "chinese-checkers", "guess-it", "hearts", "spades"])
def test_moves_in_the_instructions_are_moves_of_the_game(name: str) -> None:
    game: Any = kibitz.game(name)
    text = game.instructions[-1]
    written = re.findall(
        r"\b(?:[a-i]\d-[a-i]\d(?:-[a-i]\d)?|\d+[-x]\d+(?:x\d+)*|(?:ask|name|bid) \d|[2-9TJQKA][CDHS])\b", text
    )
    assert written
    for move in written:
        game.action_number(game.start(1), move)


def test_a_game_without_lines_of_its_own_has_its_docstring() -> None:
    load(str(EXAMPLES / "nim.py"))
    nim = kibitz.game("nim")
    assert nim.instructions[0] == str(type(nim).__doc__).splitlines()[0]
    assert not any(">>>" in line for line in nim.instructions)


@pytest.mark.parametrize("name", NATIVE)
def test_presets_are_games_and_labels_belong_to_options(name: str) -> None:
    game = kibitz.game(name)
    for title, spec in game.presets.items():
        assert title[0].isupper()
        assert kibitz.game(spec).name == name
    assert set(game.option_titles) <= {option.name for option in game.options_known}
    assert len(game.sides) in (0, game.players)


def test_a_capture_is_demanded() -> None:
    game = kibitz.game("checkers")
    assert game.demand(game.start()) == ""
    assert game.demand(game.start().play_all("11-15, 22-18")) == "You must capture."


@pytest.mark.parametrize("spec", CARDS)
def test_a_demand_is_there_exactly_when_cards_are_barred_and_is_true(spec: str) -> None:
    game: Any = kibitz.game(spec)
    seen = set[str]()
    for seed in range(6):
        state: Any
        for state in random_moves(game.start(seed), seed, 500):
            if state.over or " " in state.moves()[0]:
                continue
            view = state.view(state.to_move)
            said, legal = game.demand(view), state.moves()
            seen.add(said)
            native: Any = state
            held = {CARDS_BY_CODE[card] for card in cards_in(native.core.hands[state.to_move])}
            assert bool(said) == (held != set(legal)), (said, legal, held)
            if said.startswith("You must follow"):
                suits = {move[1] for move in legal}
                assert suits == {said.split()[-1][0].upper()}, (said, legal)
    assert "" in seen
    assert "You must follow clubs." in seen


@pytest.mark.parametrize("spec", CARDS)
def test_a_finished_trick_is_taken_by_the_seat_that_leads_next(spec: str) -> None:
    game: Any = kibitz.game(spec)
    finished = 0
    for seed in range(3):
        states: list[Any] = list(random_moves(game.start(seed), seed, 500))
        for state, after in pairwise(states):
            move = next(each for each in state.moves() if state.play(each) == after)
            trick = game.finished_trick(state, move)
            if trick is None:
                continue
            finished += 1
            assert trick.plays[-1] == (state.to_move, move)
            assert len(trick.plays) == game.players
            fresh = after.over or after.core.hand != state.core.hand
            assert fresh or after.to_move == trick.taker
    assert finished >= 3 * 7


def test_the_picture_of_a_trick_shows_no_hidden_card() -> None:
    game = kibitz.game("hearts(cards=4)")
    states = list(random_moves(game.start(2), 2, 500))
    for state, after in pairwise(states):
        move = next(each for each in state.moves() if state.play(each) == after)
        trick = game.finished_trick(state, move)
        if trick is None:
            continue
        played = {card for _, card in trick.plays}
        for seat in range(4):
            drawn = set(re.findall(r'data-piece="(\w\w)"', game.trick_svg(state.view(seat), trick, 400, seat)))
            own = set(str(state.view(seat)).split("deal ")[1].split(";")[0].split("|")[seat].split())
            assert played <= drawn <= played | own
        public = set(re.findall(r'data-piece="(\w\w)"', game.trick_svg(state, trick, 400, None)))
        assert public == played


def test_a_person_in_the_terminal_can_read_the_rules_and_is_told_why_a_move_is_illegal() -> None:
    typed, shown = iter(["rules", "24-20", "25x18"]), list[str]()
    person = Person(show=shown.append, read=lambda _: next(typed))
    state = kibitz.game("checkers").start().play_all("11-15, 22-18, 15x22")
    assert list(person.policy(state.view(1))) == ["25x18"]
    assert f"- {state.game.instructions[0]}" in shown
    assert "You must capture." in shown[-1]
