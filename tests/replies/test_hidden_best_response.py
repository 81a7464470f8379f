"""The exact best reply with hidden hands, and the worlds that it looks at, against slow enumeration."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from reference.best_response import win_share
from reference.hidden_best_response import values_of, worlds_of
from reference.spades_worlds import dealt

import kibitz
from kibitz.random import Random
from kibitz.replies.exploit_worlds import ExploitWorlds
from kibitz.replies.opponent import Opponent

GAMES = {
    "spades(players=4, scoring=tricks)": ("cheap", "lowest-card", "highest-card"),
    "hearts": ("ducks", "lowest-card", "takes-tricks"),
}
MANY = 100_000_000


def positions(game: str, left: int, count: int) -> Iterator[Any]:
    """Views of the first seat, with so many cards and a choice, after random moves of its own."""
    players = [kibitz.player(habit) for habit in GAMES[game]]
    for seed in range(count):
        state: Any = kibitz.game(game).start(seed)
        random = Random(seed, "moves")
        while not state.over:
            mover, moves = state.to_move, state.moves()
            if mover == 0 and int(state.core.hands[0]).bit_count() == left and len(moves) > 1:
                yield state.view(0)
                break
            state = state.play(random.choice(moves) if mover == 0 else players[mover - 1].act(state, random.next()))


def given(game: str, view: Any, candidates: int = 1, noise: float = 0.0) -> dict[str, Any]:
    """What the core is told."""
    believed = [
        Opponent(tuple((1.0, each) for each in several), noise) for several in models(game, candidates).values()
    ]
    search = ExploitWorlds(believed, objective="win")
    world = view.world(Random(1, "world"))
    return {"others": search.ready(world, 0, True, everywhere=True).given, "wants": search.compiled_wants(world, 0)}


def models(game: str, candidates: int = 1) -> dict[int, list[Any]]:
    """For each of the others its habit, and more candidates."""
    habits = [kibitz.model(each) for each in GAMES[game]]
    return {seat: (habits * 2)[seat - 1 : seat - 1 + candidates] for seat in (1, 2, 3)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("merge", [True, False])
def test_values_are_those_of_the_definition(game: str, merge: bool) -> None:
    hard = 0
    for view in positions(game, 3, 8):
        exact = worlds_of(view, models(game))
        expected = values_of(exact, 0, win_share(0))
        rows, used, count, _ = view.core.hidden_best_response(
            **given(game, view), win_weight=1.0, worlds=MANY, combinations=MANY, told_from=0, seed=1, merge=merge
        )
        assert used == count == len(exact)
        found = {view.game.move_text(code): value for code, value in rows}
        assert found == pytest.approx(expected, abs=1e-9)
        hard += len(exact) > 1 and len({round(value, 9) for value in expected.values()}) > 1
    assert hard >= 1


@pytest.mark.parametrize("game", GAMES)
def test_several_candidates_and_errors(game: str) -> None:
    """Moves tell about models too, and the others may err."""
    tested = 0
    for view in positions(game, 2, 12):
        exact = worlds_of(view, models(game, 2), 0.1)
        if len(exact) > 400:
            continue
        told = given(game, view, 2, 0.1)
        limits: dict[str, Any] = {"worlds": MANY, "combinations": MANY, "told_from": 0, "seed": 1}
        worlds, _ = view.core.listed_worlds(others=told["others"], **limits)
        assert sorted(weight for _, weight in worlds) == pytest.approx(sorted(each.weight for each in exact))
        rows, *_ = view.core.hidden_best_response(**told, **limits, win_weight=1.0, merge=True)
        found = {view.game.move_text(code): value for code, value in rows}
        assert found == pytest.approx(values_of(exact, 0, win_share(0)), abs=1e-9)
        tested += 1
    assert tested >= 2


@pytest.mark.parametrize("game", GAMES)
def test_worlds_are_as_likely_as_the_moves_seen(game: str) -> None:
    for view in positions(game, 3, 8):
        exact = {tuple(map(int, each.state.core.hands)): each.weight for each in worlds_of(view, models(game))}
        listed, count = view.core.listed_worlds(
            others=given(game, view)["others"], worlds=MANY, combinations=MANY, told_from=0, seed=1
        )
        assert count == len(exact)
        assert {tuple(hands): weight for hands, weight in listed} == pytest.approx(exact)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("combinations", [MANY, 0])
def test_worlds_that_are_drawn_are_as_likely_as_all_of_them(game: str, combinations: int) -> None:
    """How often a card is in a hand, among all worlds and among some that are drawn."""
    tested = 0
    for view in positions(game, 5, 12):
        others = given(game, view)["others"]
        listed, count = view.core.listed_worlds(others=others, worlds=MANY, combinations=MANY, told_from=0, seed=1)
        if not 400 < count < 20_000:
            continue
        wanted = 350
        drawn, _ = view.core.listed_worlds(others=others, worlds=wanted, combinations=combinations, told_from=0, seed=1)
        assert len(drawn) == wanted
        assert {tuple(hands) for hands, _ in drawn} <= {tuple(hands) for hands, _ in listed}
        shares: Counter[tuple[int, int]] = Counter()
        for sign, worlds in ((1, listed), (-1, drawn)):
            for hands, weight in worlds:
                for seat in (1, 2, 3):
                    for card in range(52):
                        shares[seat, card] += sign * weight * (hands[seat] >> card & 1)
        assert max(map(abs, shares.values())) < 0.11
        tested += 1
    assert tested >= 2


@pytest.mark.parametrize("spec", ["spades(players=4, cards=4, scoring=tricks)", "hearts(cards=4)"])
def test_small_deals_from_the_first_card(spec: str) -> None:
    """Most cards are in no hand. The worlds that are found fit all moves."""
    game = "hearts" if spec.startswith("hearts") else "spades(players=4, scoring=tricks)"
    players = [kibitz.player(habit) for habit in GAMES[game]]
    for seed in range(3):
        state: Any = kibitz.game(spec).start(seed)
        random = Random(seed, "moves")
        while not state.over:
            mover, moves = state.to_move, state.moves()
            if mover == 0 and len(moves) > 1:
                view = state.view(0)
                told = given(game, view)
                rows, used, _, _ = view.core.hidden_best_response(
                    **told, win_weight=1.0, worlds=50, combinations=MANY, told_from=0, seed=1, merge=True
                )
                assert [view.game.move_text(code) for code, _ in rows] == moves
                assert used > 0
                assert all(0 <= value <= 1 + 1e-9 for _, value in rows)
            state = state.play(random.choice(moves) if mover == 0 else players[mover - 1].act(state, random.next()))


@pytest.mark.parametrize("cards", [4, 6])
def test_drawn_worlds_of_small_deals_fit_all_moves(cards: int) -> None:
    """With 4 cards, the hands of each seat are listed; with 6 there are too many, and whole worlds are drawn evenly."""
    game = "spades(players=4, scoring=tricks)"
    habits = models(game)
    for seed in range(3):
        state: Any = kibitz.game(f"spades(players=4, cards={cards}, scoring=tricks)").start(seed)
        random = Random(seed, "moves")
        while len(state.core.record) < 5 or state.to_move != 0:
            own = state.to_move == 0
            policy = {} if own else habits[state.to_move][0].policy(state)
            state = state.play(random.choice([move for move in state.moves() if own or policy.get(move)]))
        view = state.view(0)
        worlds, count = view.core.listed_worlds(
            others=given(game, view)["others"], worlds=20, combinations=0, told_from=0, seed=1
        )
        assert len(worlds) == 20
        assert count == 0
        for hands, _ in worlds:
            replay = dealt(view, tuple(hands))
            for code in view.core.record:
                move = view.game.move_text(code)
                assert replay.to_move == 0 or habits[replay.to_move][0].policy(replay).get(move)
                replay = replay.play(move)
            assert replay.view(0) == view


def test_what_cannot_be_listed_is_refused() -> None:
    """A model that looks at positions sees all cards."""
    game = "spades(players=4, scoring=tricks)"
    view = next(positions(game, 3, 8))
    search = ExploitWorlds([Opponent(((1.0, kibitz.model("MT")),))] * 3, objective="win")
    world = view.world(Random(1, "world"))
    others = search.ready(world, 0, False).given
    with pytest.raises(ValueError, match="features of their moves"):
        view.core.listed_worlds(others=others, worlds=10, combinations=MANY, told_from=0, seed=1)
