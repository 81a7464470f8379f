"""Chains of worlds: two hidden cards change places again and again, and worlds become as likely as what was seen."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from reference.spades_worlds import dealt, posterior, worlds_by_hand

import kibitz
from kibitz import _core
from kibitz.random import Random
from kibitz.replies.exploit_worlds import ExploitWorlds
from kibitz.replies.opponent import Opponent

GAME = "spades(players=4, scoring=tricks)"
HABITS = ("cheap", "lowest-card", "highest-card")


def hands_of(habits: tuple[str, ...], plies: int) -> Iterator[Any]:
    """Positions of hands in which the first seat moves at random, and the others by habits, with some errors."""
    players = [kibitz.player(habit) for habit in habits]
    for seed in range(1000):
        state: Any = kibitz.game(GAME).start(seed)
        random = Random(seed, "moves")
        while len(state.core.record) < plies:
            free = state.to_move == 0 or random.uniform() < 0.1
            move = random.choice(state.moves()) if free else players[state.to_move - 1].act(state, seed)
            state = state.play(move)
        yield state


def walked(view: Any, opponents: list[Opponent], count: int, steps: int) -> list[tuple[tuple[int, ...], Any]]:
    """Worlds as ``exploit-worlds`` draws them, with the shares of the models of every seat."""
    search = ExploitWorlds(opponents)
    ready = search.ready(view.world(Random(1, "world")), view.seat, True, everywhere=True)
    found = view.core.walked_worlds(others=ready.given, count=count, steps=steps, told_from=0, seed=1)
    return [(tuple(hands), shares) for hands, shares in found]


@pytest.mark.parametrize("noise", [0.05, 0.3])
def test_worlds_are_as_likely_as_enumeration_says(noise: float) -> None:
    """How likely each card is to be in each hand, against all worlds of small deals."""
    models = {seat: kibitz.model(habit) for seat, habit in enumerate(HABITS, start=1)}
    opponents = [Opponent(((1.0, models[seat]),), noise) for seat in (1, 2, 3)]
    views = (state.view(0) for state in hands_of(HABITS, 44) if state.to_move == 0)
    tested = 0
    for view in islice(views, 12):
        exact = posterior(view, models, noise)
        if len(exact) < 5:
            continue
        drawn = Counter(hands for hands, _ in walked(view, opponents, 6_000, 8))
        assert set(drawn) <= set(exact)
        for seat in (1, 2, 3):
            for card in range(52):
                expected = sum(share for hands, share in exact.items() if hands[seat] >> card & 1)
                found = sum(count for hands, count in drawn.items() if hands[seat] >> card & 1) / 6_000
                assert found == pytest.approx(expected, abs=0.06), (view, seat, card)
        tested += 1
    assert tested >= 4


def test_a_rare_world_is_found() -> None:
    """In the middle of a hand, hardly any world that is drawn evenly fits what three habits did; chains find some."""
    models = {seat: kibitz.model(habit) for seat, habit in enumerate(HABITS, start=1)}
    opponents = [Opponent(((1.0, models[seat]),), 0.0) for seat in (1, 2, 3)]
    players = [kibitz.player(habit) for habit in HABITS]
    fits = even = 0
    for seed in range(4):
        state: Any = kibitz.game(GAME).start(seed)
        random = Random(seed, "moves")
        while len(state.core.record) < 24 or state.to_move != 0:
            own = state.to_move == 0
            state = state.play(random.choice(state.moves()) if own else players[state.to_move - 1].act(state, seed))
        view = state.view(0)
        fits += sum(_fits(view, hands, models) for hands, _ in walked(view, opponents, 320, 16))
        even += sum(_fits(view, hands, models) for hands, _ in view.core.weighed_worlds(320, 0.0, 1))
    assert fits > 4 * 320 * 0.5
    assert even < 4 * 320 * 0.05


def _fits(view: Any, hands: Any, models: Any) -> bool:
    """Whether every move of the others is one that its model would make in this world."""
    state = dealt(view, tuple(hands))
    for code in view.core.record:
        move = view.game.move_text(code)
        if state.to_move != view.seat and not dict(models[state.to_move].policy(state)).get(move):
            return False
        state = state.play(move)
    return True


def test_models_are_told_apart_in_chains() -> None:
    """The shares of the models in the worlds of a chain point to the one that moved."""
    both = Opponent(tuple((1.0, kibitz.model(habit)) for habit in HABITS), 0.05)
    state = next(state for state in hands_of(HABITS, 40) if state.to_move == 0)
    found = walked(state.view(0), [both] * 3, 320, 8)
    for seat in (1, 2, 3):
        mean = [sum(shares[seat][model] for _, shares in found) / len(found) for model in range(3)]
        assert mean.index(max(mean)) == seat - 1, (seat, mean)


def test_steps_give_the_same_moves_again() -> None:
    """The same view and the same seed: the same analysis. Another seed: other visits."""
    state = next(state for state in hands_of(HABITS, 20) if state.to_move == 0 and len(state.moves()) > 2)
    search = f"exploit-worlds(others=[{', '.join(HABITS)}], simulations=200, steps=4)"
    first, again = (kibitz.search(search).analyse(state.view(0)) for _ in range(2))
    assert first.ranks == again.ranks
    assert kibitz.search(search, seed=2).analyse(state.view(0)).ranks != first.ranks


def test_enumeration_knows_the_true_world() -> None:
    """The reference: the real hands are among all worlds of a view."""
    state = next(state for state in hands_of(HABITS, 44) if state.to_move == 0)
    assert tuple(int(hand) for hand in state.core.hands) in set(worlds_by_hand(state.view(0)))


LOOKING = (
    "spades(players=4, scoring=tricks)",
    "spades(players=3, cards=7, bids=[1, 2, 2])",
    "hearts",
    "hearts(cards=6)",
)


@pytest.mark.parametrize("game", LOOKING)
def test_remembered_answers_change_nothing(game: str) -> None:
    """Answers of models that look only at their moves are remembered by what the mover sees. Models that also look at
    positions, and find all of them worth the same, are asked every time: the worlds and shares must be equal."""
    features = len(kibitz.game(game).move_feature_names)
    start: Any = kibitz.game(game).start(1)
    evaluated = len(start.core.features(0))
    compared = 0
    for seed in range(3):
        random = Random(seed, "remembered")
        state: Any = kibitz.game(game).start(seed)
        total = sum(map(int.bit_count, state.core.hands))
        while sum(map(int.bit_count, state.core.hands)) > total // 2 or state.to_move != 0:
            state = state.play(random.choice(state.moves()))
        found = []
        for want in (None, _core.Want.evaluation([0.0] * evaluated, 0.0)):
            draws = Random(seed, "weights")
            others: list[Any] = [([], 0.0)]
            for _ in range(state.game.players - 1):
                candidates = []
                for _ in range(2):
                    weights = [draws.uniform() - 0.5 for _ in range(features)]
                    behaviour = _core.Behaviour.logit(0.3, want, weights)
                    candidates.append((0.5, behaviour, behaviour))
                own = _core.Behaviour.itself()
                others.append(([*candidates, (0.5, own, _core.Behaviour.random())], 0.05))
            view = state.view(0)
            found.append(view.core.walked_worlds(others=others, count=200, steps=4, told_from=0, seed=seed))
        assert found[0] == found[1]
        compared += len({tuple(hands) for hands, _ in found[0]}) > 10
    assert compared == 3
