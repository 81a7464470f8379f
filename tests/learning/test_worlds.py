"""Belief over hidden cards and models together, against the enumeration of every deal."""

import json
from itertools import combinations
from typing import Any

import pytest
from support.drawn_worlds import CASES, FILE, belief_of, found
from support.drawn_worlds import position as position_of

import kibitz
from kibitz.errors import KibitzError, MissingCapability
from kibitz.learning.bayes import Bayes
from kibitz.learning.choice_belief import SURE_NOISE, ChoiceBelief
from kibitz.learning.worlds import World, WorldBelief
from kibitz.models.registry import model
from kibitz.searches.sampled import Sampled

CANDIDATES, PRIOR, NOISE = ["MT", "mOT"], [2.0, 1.0], 0.1
CARDS = [f"{rank}{suit}" for suit in "CDHS" for rank in "23456789TJQKA"]
GAME = kibitz.game("spades(players=2, cards=2, bids=[1, 0])")
LONGER = kibitz.game("spades(players=2, cards=3, bids=[1, 1])")


def believed() -> Bayes:
    return Bayes(CANDIDATES, prior=PRIOR, noise=NOISE)


def position(seed: int, cards: int = 2) -> kibitz.State:
    """After the first trick; with three cards, after two decisions of the second seat."""
    state = (GAME if cards == 2 else LONGER).start(seed)
    while len(state.game.history(state)) < (2 if cards == 2 else 4):
        state = state.play(state.moves()[-1 if state.to_move == 0 else 0])
    return state


def every_world(view: Any) -> list[kibitz.State]:
    """The starts of all deals that the seat cannot tell from the real one, by trying every hand of the other."""
    mine = view.to_dict()["deal"][0]
    moves = list(view.game.history(view))
    played = [move for move in moves if move not in mine.split()]
    unseen = [card for card in CARDS if card not in (*mine.split(), *played)]
    found = []
    for rest in combinations(unseen, view.game.cards - len(played)):
        start = view.game.parse(f"deal {mine} | {' '.join([*played, *rest])}")
        try:
            now = start.play_all(moves)
        except kibitz.IllegalMove:
            continue
        if now.view(0) == view:
            found.append(start)
    return found


def joint(view: Any) -> dict[tuple[str, str], float]:
    """How likely each (deal, model) is, from the definition: prior times the likelihood of the other's moves."""
    found = {}
    for start in every_world(view):
        for name, prior in zip(CANDIDATES, PRIOR, strict=True):
            state, share = start, prior
            for move in view.game.history(view):
                if state.to_move == 1 and len(state.moves()) > 1:
                    share *= kibitz.predict(f"noisy({name}, {NOISE})", state)[move]
                state = state.play(move)
            found[str(start), name] = share
    whole = sum(found.values())
    return {pair: share / whole for pair, share in found.items()}


@pytest.mark.parametrize(("seed", "cards"), [(2, 2), (3, 2), (7, 2), (2, 3), (7, 3)])
def test_as_the_enumeration_of_all_deals(seed: int, cards: int) -> None:
    view = position(seed, cards).view(0)
    expected = joint(view)
    belief = WorldBelief(view, {1: believed()}, starts=every_world(view))
    assert abs(belief.about(1).posterior["MT"] - 2 / 3) > 0.001  # the move told something
    for name, share in belief.about(1).posterior.items():
        assert share == pytest.approx(sum(each for (_, other), each in expected.items() if other == name))
    starts = [str(view.game.dealt(world.state)) for world in belief.worlds]
    for start, weight in zip(starts, belief.weights, strict=True):
        assert weight == pytest.approx(sum(each for (deal, _), each in expected.items() if deal == start))


@pytest.mark.parametrize(("seed", "cards"), [(2, 3), (7, 3)])
def test_noise_is_learned_over_all_deals(seed: int, cards: int) -> None:
    """Every (deal, model, noise level), from the definition."""
    view = position(seed, cards).view(0)
    levels = {0.0: 0.5, 0.3: 0.5}
    found = {}
    for start in every_world(view):
        for name, prior in zip(CANDIDATES, PRIOR, strict=True):
            for level, share in levels.items():
                state, weight = start, prior * share
                for move in view.game.history(view):
                    if state.to_move == 1 and len(state.moves()) > 1:
                        weight *= kibitz.predict(f"noisy({name}, {level})", state)[move]
                    state = state.play(move)
                found[str(start), name, level] = weight
    whole = sum(found.values())
    prior_belief = Bayes(CANDIDATES, prior=PRIOR, noise=list(levels))
    belief = WorldBelief(view, {1: prior_belief}, starts=every_world(view)).about(1)
    assert belief.error_rate != pytest.approx(0.15, abs=1e-4)  # the moves told something
    for name, share in belief.posterior.items():
        assert share == pytest.approx(sum(each for (_, other, _), each in found.items() if other == name) / whole)
    for level, share in belief.noise_posterior.items():
        assert share == pytest.approx(sum(each for (_, _, other), each in found.items() if other == level) / whole)


def test_sampled_worlds_come_close_to_all_of_them() -> None:
    view = position(2).view(0)
    exact = WorldBelief(view, {1: believed()}, starts=every_world(view))
    drawn = WorldBelief(view, {1: believed()}, count=1500, seed=4)
    assert drawn.about(1).posterior == pytest.approx(exact.about(1).posterior, abs=0.02)
    held = [
        sum(weight for world, weight in zip(belief.worlds, belief.weights, strict=True) if "S" in _left(world.state))
        for belief in (exact, drawn)
    ]
    assert held[0] == pytest.approx(held[1], abs=0.04)


def _left(state: kibitz.State) -> str:
    """The cards the second seat still holds."""
    (card,) = state.play(state.moves()[0]).moves() if state.to_move == 0 else state.moves()
    return card


def test_a_world_drawn_elsewhere_weighs_the_same() -> None:
    view = position(2).view(0)
    belief = WorldBelief(view, {1: believed()}, count=10, seed=1)
    drawn = [view.world(kibitz.Random(9, "elsewhere", number)) for number in range(20)]
    others = [world for world in drawn if world not in [own.state for own in belief.worlds]]
    assert len(others) > 5
    together = WorldBelief(view, {1: believed()}, starts=[view.game.dealt(each) for each in others])
    weights = [belief(world) for world in others]
    assert [weight / sum(weights) for weight in weights] == pytest.approx(together.weights)


def test_it_weighs_the_worlds_of_a_sampled_search() -> None:
    state = kibitz.game("spades(players=3, cards=4, bids=[1, 1, 2])").start(3)
    state = state.play_all([state.moves()[0]])
    for _ in range(3):
        state = state.play(state.moves()[-1])
    view = state.view(state.to_move)
    priors = {seat: Bayes(["MT", "mOT", "ML"]) for seat in range(3) if seat != view.seat}
    belief = WorldBelief(view, priors, count=30)
    analysis = Sampled("maxn(own=MT)", worlds=10, belief=belief).analyse(view)
    assert "weighted by a belief" in analysis.why()
    assert set(analysis.best) <= set(view.moves())


def test_worlds_and_weights_are_the_same_to_the_last_bit() -> None:
    """As 0.1 drew and weighed them, when the belief and the search over its worlds drew each of them once more."""
    assert found() == json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case[0]))
def test_a_world_is_drawn_once(case: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a belief and a search over its worlds together; and no world is replayed once more to be weighed."""
    drawn = counting(monkeypatch, type(kibitz.game(case[0])), "sample_deal")
    belief = belief_of(*case)
    count = len(belief.worlds)
    assert len(drawn) == count
    followed = counting(monkeypatch, World, "after")
    Sampled("mcts(simulations=5)", belief, worlds=count).analyse(belief.view)
    assert len(drawn) == count
    assert not followed


def counting(monkeypatch: pytest.MonkeyPatch, kind: type, name: str) -> list[str]:
    """A list that grows with every call of a method."""
    called, calls = getattr(kind, name), list[str]()

    def call(*given: Any) -> Any:
        calls.append(name)
        return called(*given)

    monkeypatch.setattr(kind, name, call)
    return calls


def test_other_worlds_than_those_of_a_belief_are_drawn() -> None:
    belief = belief_of(*CASES[0])
    view, count = belief.view, len(belief.worlds)
    states = [world.state for world in belief.worlds]
    assert [belief.world(view, 0, number) for number in range(count)] == states
    assert belief.world(view, 0, count) == view.world(view.draws(0, count))
    assert [belief.world(view, 1, number) for number in range(count)] != states
    listed = WorldBelief(view, belief.believed, starts=[view.game.dealt(each) for each in states[::-1]])
    assert listed.world(view, 0, 0) == states[0]  # what is listed has no address
    after = position_of(*CASES[0][:3]).play(view.moves()[0]).view(view.seat)
    later = belief.then(after)
    assert len(later.worlds) == count
    assert [later.world(after, 0, number) for number in range(count)] == [
        after.world(after.draws(0, number)) for number in range(count)
    ]


def test_kept_worlds_agree_with_worlds_from_the_start() -> None:
    """Following the hand move by move gives each kept world the weight it has when replayed from the deal."""
    state = kibitz.game("spades(players=3, cards=4, bids=[1, 1, 2])").start(8)
    priors = {seat: Bayes(["MT", "mOT"]) for seat in (1, 2)}
    belief = WorldBelief(state.view(0), priors, count=40)
    while not state.over:
        state = state.play(state.moves()[0])
        belief = belief.then(state.view(0))
        assert len(belief.worlds) == 40
        assert all(world.state.view(0) == state.view(0) for world in belief.worlds)
        weights = [belief(world.state) for world in belief.worlds]
        assert [weight / sum(weights) for weight in weights] == pytest.approx(belief.weights)
    assert belief.effective == pytest.approx(40)  # every card was seen: all worlds are the real one
    open_belief = priors[1]
    replayed = state.game.dealt(state)  # type: ignore[attr-defined]
    for move in state.game.history(state):
        assert move is not None
        open_belief = open_belief.see(replayed, move) if replayed.to_move == 1 else open_belief
        replayed = replayed.play(move)
    assert belief.about(1).posterior == pytest.approx(open_belief.posterior)


def test_secret_moves_are_drawn() -> None:
    state = kibitz.game("hearts(players=4, cards=3, passing=left)").start(2)
    priors = {seat: Bayes(["score", "win"]) for seat in (1, 2, 3)}
    while state.to_move == 0:
        state = state.play(state.moves()[0])
    belief = WorldBelief(state.play(state.moves()[0]).view(0), priors, count=5)
    assert len(belief.worlds) == 5


def test_a_world_belief_refuses_what_it_cannot_track() -> None:
    with pytest.raises(KibitzError, match=r"give state.view\(seat\)"):
        WorldBelief(position(2), {1: believed()})
    with pytest.raises(KibitzError, match="there is no belief about seat 0, only about 1"):
        WorldBelief(position(2).view(0), {1: believed()}, count=1).about(0)
    view = position(2).view(0)
    with pytest.raises(KibitzError, match="but 0, whose view"):
        WorldBelief(view, {0: believed()})
    with pytest.raises(KibitzError, match="at least one"):
        WorldBelief(view, {1: believed()}, count=0)
    belief = WorldBelief(view, {1: Bayes([model("MT")])}, count=2)
    with pytest.raises(MissingCapability, match="dealt"):
        belief(kibitz.game("tic-tac-toe").start())


def test_what_is_all_but_ruled_out_stays_a_number() -> None:
    view = kibitz.game("spades(cards=4, bids=[1, 1, 2])").start(3).play_all("5C, TC").view(0)
    sure = Bayes(CANDIDATES)
    for _ in range(400):  # the weight of mOT is below every float
        sure = sure.weigh([0.95, 0.005], 7)
    found = WorldBelief(view, {1: sure, 2: sure}, count=5).about(1)
    assert found.posterior["MT"] == 1.0
    assert found.logs[1] == pytest.approx(sure.logs[1], abs=5)


# A belief that does not change in worlds.


def test_worlds_are_weighed_by_a_choice_as_it_was_when_the_hand_began() -> None:
    """By what was fitted one ply ahead, with its errors, from the definition."""
    game: Any = kibitz.game("hearts(cards=4)")
    stranger = kibitz.player("lowest-card")
    belief = ChoiceBelief()
    for deal in range(4):
        state: kibitz.State = game.start(deal)
        while not state.over:
            seen = state.view(state.to_move)
            move = stranger.act(seen)
            belief, state = belief.see(seen, move), state.play(move)
    state = game.start(7)
    while state.to_move != 0 or len(game.history(state)) < 5:
        state = state.play(stranger.act(state.view(state.to_move)))
    view = state.view(0)
    worlds = WorldBelief(view, dict.fromkeys((1, 2, 3), belief), count=30)
    assert belief.quick is not None
    expected = []
    for world in worlds.worlds:
        position, likelihood = game.dealt(world.state), 1.0
        for move in map(str, game.history(world.state)):
            if position.to_move != 0:
                noise, moves = belief.error_rate + SURE_NOISE, position.moves()
                alone = belief.quick.policy_in_whole(position)[move] if len(moves) > 1 else 1.0
                likelihood *= (1 - noise) * alone + noise / len(moves)
            position = position.play(move)
        expected.append(likelihood)
    assert worlds.weights == pytest.approx([each / sum(expected) for each in expected])
    assert max(worlds.weights) > 2 / 30  # the moves told something
    assert worlds.about(1) is belief


def test_a_choice_learns_from_the_decisions_of_one_world() -> None:
    """When all cards were played, every world is the real one: the decisions are those of the game, as movers saw."""
    game, random = kibitz.game("hearts(cards=4)"), kibitz.Random(3)
    state = game.start(2)
    expected = ChoiceBelief().at(game)
    while not state.over:
        move = random.choice(state.moves())
        if state.to_move == 2:
            expected = expected.see(state.view(2), move)
        state = state.play(move)
    worlds = WorldBelief(state.view(0), {seat: ChoiceBelief().at(game) for seat in (1, 2, 3)}, count=5)
    found = worlds.learned(2, worlds=5)
    assert found.moves == expected.moves > 0
    assert found.log_likelihood == expected.log_likelihood
    assert found.watched == expected.watched


def test_a_hundred_worlds_are_drawn_unless_told_otherwise() -> None:
    view = position(2, 3).view(0)
    assert len(WorldBelief(view, {1: believed()}).worlds) == 100


def test_no_world_is_added_to_a_given_list() -> None:
    """The only deal of the list is impossible after the next move, so none is left."""
    state = position(7, 3)
    view = state.view(0)
    wrong = next(start for start in every_world(view) if _cards_left(start, state) != _cards_left(state, state))
    belief = WorldBelief(view, {1: believed()}, starts=[wrong])
    while state.to_move == 0:
        state = state.play(state.moves()[0])
    later = state.play(state.moves()[0]).view(0)
    with pytest.raises(KibitzError, match="needs at least one"):
        belief.then(later)


def _cards_left(start: kibitz.State, now: kibitz.State) -> set[str]:
    """The cards that the second seat has not played."""
    game: Any = now.game
    return {*str(game.dealt(start)).split("|")[1].split()} - {*game.history(now)}
